"""What the attacks share: a server of their own, calls, wires and measures."""
import contextlib
import http.client
import json
import os
import re
import resource
import signal
import socket
import statistics
import subprocess
import tempfile
import threading
import time

BINARY = os.environ["MAILSIMD"]
WORK = os.environ["ATTACK_DIR"]
MIB = 1 << 20
KEY = "attack-admin-key-0001"
VIEWER = "attack-viewer-key-0001"

# A universe in which nothing happens by itself.
WORLD = f"""
id: u_attack
clock: {{start: 2026-01-05T09:00:00Z, frozen: true}}
keys:
  - {{key: {KEY}, name: ci, role: admin}}
  - {{key: {VIEWER}, name: eye, role: viewer}}
logins:
  - {{address: app@ours.test, password: app-secret-1}}
  - {{address: second@ours.test, password: second-secret-1}}
"""

# Two organizations that are strangers to each other.
ALPHA, BETA = "attack-alpha-key-0001", "attack-beta-key-00001"
CELL = f"""
orgs:
  - name: Alpha
    users: [{{email: kim@alpha.test, name: Kim, password: kim-secret-1, role: admin}}]
    universes:
      - id: u_alpha
        clock: {{start: 2026-01-05T09:00:00Z, frozen: true}}
        keys: [{{key: {ALPHA}, name: a, role: admin}}]
        logins:
          - {{address: alpha@ours.test, password: alpha-secret-1}}
        personas:
          - {{id: p_curious, name: Cora Lind, addresses: [cora@client.test], temperament: responsive, style: {{links: curious, filter: none}}, timing: {{reply_rate: 1}}}}
  - name: Beta
    universes:
      - id: u_beta
        clock: {{start: 2026-01-05T09:00:00Z, frozen: true}}
        keys: [{{key: {BETA}, name: b, role: admin}}]
        logins:
          - {{address: shared@ours.test, password: beta-secret-1, username: shared}}
"""


class Skip(Exception):
    """Why an attack cannot be run here."""


class Failed(Exception):
    """What an attack found, where it cannot go on."""


def known_flags():
    text = subprocess.run([BINARY, "-h"], capture_output=True, text=True).stderr
    return set(re.findall(r"^  (-[a-z0-9-]+)", text, re.M))


FLAGS = known_flags()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.raw = status, headers, body

    @property
    def json(self):
        return json.loads(self.raw)

    @property
    def text(self):
        return self.raw.decode("utf-8", "replace")


class Server:
    """A mailsimd. Flags that an older one does not have are left out: what they bound
    is then found unbounded."""

    def __init__(self, *flags, world=WORLD, memory=6 << 30, **env):
        self.dir = tempfile.mkdtemp(dir=WORK)
        args = [BINARY]
        for flag in flags:
            name, _, _ = flag.partition("=")
            if name in FLAGS:
                args.append(flag)
        for door in ("-http", "-smtp", "-smtps", "-imap", "-imaps"):
            if not any(a.startswith(door + "=") for a in args):
                args.append(door + "=127.0.0.1:0")
        if not any(a.startswith("-rate=") for a in args):
            args.append("-rate=0")
        if world and not any(a.startswith("-load=") for a in args):
            self.config = self.file("world.yaml", world)
            args.append("-config=" + self.config)
        if "\norgs:" in (world or "") or "-load" in " ".join(args):
            args.append("-key=" + KEY)
        ready = os.path.join(self.dir, "ready")
        args.append("-ready=" + ready)
        self.log = open(os.path.join(self.dir, "log"), "w+b")

        def bounded():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        self.process = subprocess.Popen(args, stdout=self.log, stderr=self.log, env={**os.environ, **env}, preexec_fn=bounded)
        self.pid = self.process.pid
        self.ended = None
        for _ in range(1200):
            if os.path.exists(ready) and os.path.getsize(ready):
                break
            if self.process.poll() is not None:
                raise Failed("the server does not start: " + self.said()[-300:])
            time.sleep(0.05)
        else:
            self.kill()
            raise Failed("the server was not ready after 60 s")
        with open(ready) as f:
            self.ready = json.load(f)
        self.http, self.smtp, self.smtps, self.imap, self.imaps = (
            address(self.ready[door]) for door in ("http", "smtp", "smtps", "imap", "imaps"))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if self.process.poll() is None:
            self.kill()
        elif self.ended is None and kind is None:
            raise Failed("the server ended by itself: " + self.said()[-300:])
        if kind is None and (bad := self.panics()):
            raise Failed(bad)

    def file(self, name, text):
        path = os.path.join(self.dir, name)
        with open(path, "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        return path

    def said(self):
        self.log.flush()
        with open(self.log.name, "rb") as f:
            return f.read().decode("utf-8", "replace")

    def panics(self):
        for line in self.said().splitlines():
            if re.search(r"panic|fatal error|DATA RACE|runtime error", line):
                return "the log has: " + line[:200]
        return ""

    def alive(self):
        """Whether the server still answers."""
        if self.process.poll() is not None:
            return False
        try:
            return self.call("GET", "/healthz", at="", timeout=20).status == 200
        except OSError:
            return False

    def kill(self):
        self.ended = True
        self.process.kill()
        self.process.wait()

    def stop(self, patience=60):
        """Ends it by SIGTERM and returns the seconds that took; kills it after patience."""
        start = time.monotonic()
        self.ended = True
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return time.monotonic() - start

    # Calls

    def call(self, method, path, body=None, key=KEY, at="/api", headers=(), timeout=60, source=None):
        """One call of the API. A body that is no bytes is sent as JSON."""
        con = http.client.HTTPConnection(*self.http, timeout=timeout, source_address=(source, 0) if source else None)
        head = dict(headers)
        if key:
            head.setdefault("Authorization", "Bearer " + key)
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            head.setdefault("Content-Type", "application/json")
        try:
            con.request(method, at + path, body, head)
            res = con.getresponse()
            return Answer(res.status, {k.lower(): v for k, v in res.getheaders()}, res.read())
        except http.client.HTTPException as e:
            raise OSError(f"{type(e).__name__}: {e}") from e
        finally:
            con.close()

    def must(self, method, path, body=None, **more):
        a = self.call(method, path, body, **more)
        if a.status != 200:
            raise Failed(f"{method} {path}: {a.status} {a.text[:200]}")
        return a.json

    def pour(self, path, start, block, size, chunked=False, key=KEY, method="POST", end=b"", timeout=120, source=None):
        """Sends a body of a size, a block again and again; status 0 is no answer."""
        with socket.create_connection(self.http, timeout=timeout, source_address=(source, 0) if source else None) as s:
            head = f"{method} {path} HTTP/1.1\r\nHost: {self.http[0]}\r\nContent-Type: application/json\r\n"
            if key:
                head += f"Authorization: Bearer {key}\r\n"
            head += "Transfer-Encoding: chunked\r\n\r\n" if chunked else f"Content-Length: {size}\r\n\r\n"
            big = block * max(1, 65536 // len(block))
            try:
                s.sendall(head.encode())
                sent = 0
                while sent < size:
                    if sent == 0 and start:
                        piece = start
                    elif size - sent <= len(end):
                        piece = end[-(size - sent):]
                    else:
                        piece = big[:size - sent - len(end)]
                    s.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
                    sent += len(piece)
                if chunked:
                    s.sendall(b"0\r\n\r\n")
            except OSError:
                pass  # it has heard enough
            try:
                res = http.client.HTTPResponse(s, method=method)
                res.begin()
                return Answer(res.status, {k.lower(): v for k, v in res.getheaders()}, res.read(65536))
            except (OSError, http.client.HTTPException):
                return Answer(0, {}, b"")

    def events(self, key=KEY, **query):
        q = "&".join(f"{k}={v}" for k, v in query.items())
        return self.must("GET", "/events?limit=1000&" + q, key=key)["events"]

    # Measures

    def cpu(self):
        """Seconds of processor time so far."""
        with open(f"/proc/{self.pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _status(self, name):
        with open(f"/proc/{self.pid}/status") as f:
            for line in f:
                if line.startswith(name):
                    return int(line.split()[1]) / 1024
        return 0.0

    def rss(self):
        """MiB that it holds now."""
        return self._status("VmRSS")

    def peak(self):
        """MiB that it held at most, since the start or since settle."""
        return self._status("VmHWM")

    def settle(self):
        """Forgets the peak so far, and returns what it holds."""
        with contextlib.suppress(OSError):
            with open(f"/proc/{self.pid}/clear_refs", "w") as f:
                f.write("5")
        return self.rss()

    def died(self):
        return "the server died: " + (self.panics() or "no word") if self.process.poll() is not None else ""


def address(text):
    host, _, port = text.rpartition("://")[2].rpartition(":")
    return host, int(port)


class Wire:
    """A connection of SMTP or IMAP, line by line."""

    def __init__(self, to, source=None, timeout=30, greet=True):
        self.sock = socket.create_connection(to, timeout=timeout, source_address=(source, 0) if source else None)
        self.file = self.sock.makefile("rb")
        self.tag = 0
        self.greeting = self.file.readline() if greet else b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        with contextlib.suppress(OSError):
            self.file.close()
            self.sock.close()

    def send(self, data):
        self.sock.sendall(data if isinstance(data, bytes) else data.encode())

    def line(self):
        return self.file.readline()

    def reply(self):
        """The last line of an SMTP reply, b"" when the connection has ended."""
        while True:
            line = self.file.readline()
            if len(line) < 4 or line[3:4] != b"-":
                return line

    def say(self, command):
        self.send(command + "\r\n")
        return self.reply()

    def ask(self, command):
        """The lines of the answer to an IMAP command, its completion last."""
        self.tag += 1
        tag = b"t%d " % self.tag
        self.send(tag.decode() + command + "\r\n")
        out = []
        while line := self.file.readline():
            out.append(line)
            if line.startswith(tag) or line.startswith(b"+"):
                break
        return out

    def until_end(self, patience):
        """What comes until the other side closes, and after how many seconds; None when it does not."""
        start, out = time.monotonic(), b""
        while (left := start + patience - time.monotonic()) > 0:
            self.sock.settimeout(left)
            try:
                data = self.file.read1(65536)
            except TimeoutError:
                break
            except OSError:
                data = b""
            if not data:
                return out, time.monotonic() - start
            out += data
        return out, None


def plain(user, password):
    import base64
    return base64.b64encode(f"\0{user}\0{password}".encode()).decode()


def imap_login(server, user="app@ours.test", password="app-secret-1", source=None, timeout=30):
    w = Wire(server.imap, source, timeout)
    if b" OK" not in (w.ask(f'LOGIN {user} "{password}"') or [b""])[-1]:
        w.close()
        raise Failed("no IMAP login")
    return w


def smtp_login(server, user="app@ours.test", password="app-secret-1", source=None):
    w = Wire(server.smtp, source)
    w.say("EHLO me.test")
    if not w.say("AUTH PLAIN " + plain(user, password)).startswith(b"235"):
        w.close()
        raise Failed("no SMTP login")
    return w


def fill(server, mails, sender="a@strangers.test", to="app@ours.test", login=None, source=None):
    """Sends mails over one connection as fast as they are taken; returns the replies
    that refused one."""
    if login:
        w = smtp_login(server, *login, source=source)
    else:
        w = Wire(server.smtp, source, timeout=120)
        w.say("EHLO me.test")
    w.sock.settimeout(120)
    count, bad = 0, []
    done = threading.Event()
    counted = threading.Condition()
    state = {"sent": 0, "got": 0, "open": True}

    def read():
        while not (done.is_set() and state["got"] == 3 * state["sent"]):
            try:
                line = w.reply()
            except OSError:
                line = b""
            if not line:
                break
            with counted:
                state["got"] += 1
                counted.notify()
            if line[:1] in b"45":
                bad.append(line.decode("utf-8", "replace").strip())
        with counted:
            state["open"] = False
            counted.notify()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    block = []
    try:
        for raw in mails:
            block.append(f"MAIL FROM:<{sender}>\r\nRCPT TO:<{to(count) if callable(to) else to}>\r\nBDAT {len(raw)} LAST\r\n".encode() + raw)
            count += 1
            if len(block) == 50 or len(raw) > 65536:
                with counted:  # replies that nobody reads would stop both
                    counted.wait_for(lambda: 3 * state["sent"] - state["got"] < 600 or not state["open"], 120)
                    if not state["open"]:
                        break
                    state["sent"] = count
                w.send(b"".join(block))
                block = []
        state["sent"] = count
        if block:
            w.send(b"".join(block))
    except OSError as e:
        bad.append(str(e))
    done.set()
    with contextlib.suppress(OSError):
        w.send("QUIT\r\n")
    reader.join(120)
    w.close()
    return bad


def letter(n, size=2048, to="app@ours.test"):
    """An ordinary mail with words of its own."""
    text = " ".join(f"w{(n * 7919 + i * 104729) % 50021:x}" for i in range(max(1, (size - 250) // 6)))
    lines = "\r\n".join(text[i:i + 76] for i in range(0, len(text), 76))
    return f"From: a@strangers.test\r\nTo: {to}\r\nSubject: letter {n}\r\nMessage-ID: <l{n}.{size}@strangers.test>\r\nDate: Mon, 5 Jan 2026 08:00:00 +0000\r\n\r\n{lines}\r\n".encode()


def at_once(n, work):
    """Runs work(i) for i below n at the same time; returns the results, an exception
    where there was one."""
    out = [None] * n

    def one(i):
        try:
            out[i] = work(i)
        except Exception as e:  # judged by whoever asked
            out[i] = e

    threads = [threading.Thread(target=one, args=(i,), daemon=True) for i in range(n)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(180)
    return out


def median_call(server, n=40, key=KEY, path="/status", source=None):
    """Milliseconds of the median call."""
    took = []
    for _ in range(n):
        start = time.monotonic()
        server.call("GET", path, key=key, source=source)
        took.append((time.monotonic() - start) * 1000)
    return statistics.median(took)


def within(seconds, look, every=0.05):
    """Waits until look() is true; returns the seconds that took, None when it was not in time."""
    start = time.monotonic()
    while True:
        if look():
            return time.monotonic() - start
        if time.monotonic() - start > seconds:
            return None
        time.sleep(every)


def many_files():
    """As many open files as this process may have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Tally:
    """The lines of a run."""

    def __init__(self, short):
        self.short = short
        self.passed = self.failed = self.skipped = 0

    def line(self, name, figure, bound, ok):
        print(f"{name:<54} {figure:<48} {bound:<34} {'ok' if ok else 'FAIL'}", flush=True)
        if ok:
            self.passed += 1
        else:
            self.failed += 1

    def skip(self, name, why):
        print(f"{name:<54} skipped: {why}", flush=True)
        self.skipped += 1

    # The usual judgements.

    def memory(self, name, server, most, before=None, now=None):
        """The memory that was taken, in MiB."""
        if died := server.died():
            return self.line(name, died[:60], f"at most {most} MiB more", False)
        more = (server.peak() if now is None else now) - (before or 0)
        self.line(name, f"{more:.0f} MiB more", f"at most {most} MiB", more <= most)

    def ratio(self, name, cost, ordinary, most, unit="s of CPU"):
        times = cost / ordinary if ordinary else float("inf")
        self.line(name, f"{times:.1f} times ({cost:.2f} to {ordinary:.2f} {unit})", f"at most {most} times", times <= most)


ATTACKS = []


def attack(name, short=True, seconds=150):
    """Adds an attack to the list; short ones run in the short form too."""

    def add(f):
        ATTACKS.append((name, f, short, seconds))
        return f

    return add
