"""A universe in a process of its own, and checks that say in one line what was
sent, what was wanted and what came."""

import base64
import http.client
import http.server
import imaplib
import json
import os
import smtplib
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

BINARY = ""
KEY = "blackbox-admin-key-0001"
START = "2026-01-05T09:00:00Z"  # a Monday

counts = {"passed": 0, "failed": 0, "skipped": 0}
groups = {}
where = ""
worlds = []


def group(f):
    """Marks a function whose checks stand together; each runs by itself."""
    groups.setdefault(f.__module__, []).append(f)
    return f


def short(v, n=300):
    text = v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, default=repr)
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(text.split()))
    return text if len(text) <= n else text[:n] + "…"


def fail(sent, wanted, got):
    counts["failed"] += 1
    print(f"FAIL {where}: {short(sent)} | wanted {short(wanted)} | got {short(got)}", flush=True)
    return False


def passed():
    counts["passed"] += 1
    return True


def ok(sent, wanted, condition, got=""):
    return passed() if condition else fail(sent, wanted, got)


def eq(sent, got, wanted):
    return ok(sent, wanted, got == wanted, got)


def has(sent, got, *parts):
    """Each part is in got, which is a text or a list."""
    missing = [p for p in parts if p not in (got or "")]
    return ok(sent, f"containing {missing}", not missing, got)


def keys(sent, got, *wanted):
    """An object has these fields, whatever else it has."""
    missing = [k for k in wanted if k not in (got or {})]
    return ok(sent, f"fields {missing}", not missing, got)


def skip(what, why):
    counts["skipped"] += 1
    print(f"SKIP {where}: {what}: {why}", flush=True)


class Answer:
    def __init__(self, sent, status, headers, body):
        self.sent, self.status, self.headers, self.body = sent, status, headers, body
        try:
            self.json = json.loads(body) if body else None
        except ValueError:
            self.json = None

    @property
    def error(self):
        return self.json.get("error", "") if isinstance(self.json, dict) else ""

    def __getitem__(self, key):
        if isinstance(self.json, dict) and key not in self.json and self.error:
            raise KeyError(f"{key} of {self.sent}: {self.status} {self.error}")
        return self.json[key]

    def __str__(self):
        return f"{self.status} {self.body.decode('utf-8', 'replace')}"


class World:
    """One mailsimd. The clock stands unless flags say otherwise; nothing limits requests."""

    def __init__(self, config="", *flags, env=None, frozen=True):
        self.dir = tempfile.TemporaryDirectory(prefix="blackbox-")
        ready = os.path.join(self.dir.name, "ready")
        args = [BINARY, "-ready", ready]
        for door in ("http", "smtp", "smtps", "imap", "imaps"):
            args += ["-" + door, "127.0.0.1:0"]
        if "orgs:" not in config:
            args += ["-key", KEY]
        file = os.path.join(self.dir.name, "world.yaml")
        with open(file, "w", encoding="utf-8") as f:
            f.write(config or "id: u_box\n")
        args += ["-config", file] + ([] if "-rate" in flags else ["-rate", "0"])
        if frozen and "orgs:" not in config:
            args += ["-frozen", "-start", START]
        args += flags
        self.log = open(os.path.join(self.dir.name, "log"), "w+")
        self.process = subprocess.Popen(args, stdout=self.log, stderr=self.log, env={**os.environ, **(env or {})})
        worlds.append(self)
        end = time.monotonic() + 20
        while not (os.path.exists(ready) and os.path.getsize(ready)):
            if self.process.poll() is not None or time.monotonic() > end:
                self.log.seek(0)
                raise RuntimeError("mailsimd did not start: " + self.log.read())
            time.sleep(0.005)
        time.sleep(0.005)
        with open(ready) as f:
            self.ready = json.load(f)
        self.key = self.ready["key"]
        self.host = self.ready["http"].split("//")[1]
        self.http = None
        self.cookies = {}

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()
        self.dir.cleanup()

    # HTTP.

    def ask(self, method, path, body=None, key=True, headers=None, api="/api", timeout=60):
        """key: True is the admin's, None is no key, a text is that key."""
        h = dict(headers or {})
        if key:
            h.setdefault("Authorization", "Bearer " + (self.key if key is True else key))
        data = None
        if isinstance(body, bytes):
            data = body
            h.setdefault("Content-Type", "application/json")
        elif body is not None:
            data = json.dumps(body).encode()
            h.setdefault("Content-Type", "application/json")
        path = api + path
        conn = http.client.HTTPConnection(self.host, timeout=timeout)
        try:
            conn.request(method, urllib.parse.quote(path, safe="/?=&%@+:*,<>\"'()!~;$|-._"), data, h)
            r = conn.getresponse()
            return Answer(f"{method} {path} {short(body) if body is not None else ''}".strip(), r.status, r.headers, r.read())
        finally:
            conn.close()

    def get(self, path, **kw):
        return self.ask("GET", path, **kw)

    def post(self, path, body=None, **kw):
        return self.ask("POST", path, {} if body is None else body, **kw)

    def put(self, path, body, **kw):
        return self.ask("PUT", path, body, **kw)

    def patch(self, path, body, **kw):
        return self.ask("PATCH", path, body, **kw)

    def delete(self, path, **kw):
        return self.ask("DELETE", path, **kw)

    # What tests do most.

    def must(self, answer):
        if answer.status != 200:
            raise RuntimeError(f"{answer.sent}: {answer}")
        return answer.json

    def send(self, frm="app@ours.test", to=("anna@client.test",), **fields):
        body = {"from": frm, "to": [to] if isinstance(to, str) else list(to), "subject": "Your order",
                "text": "Dear Anna,\n\ncan you tell me when you want the delivery?\n\nKind regards\nBen", **fields}
        return self.must(self.post("/send", body))["message_id"]

    def person(self, name="Anna", address="anna@client.test", **fields):
        """Someone who answers each personal mail after ten minutes, at any hour, unless told otherwise."""
        timing = {"reply_rate": 1, "delay": {"median": "10m", "spread": 1}, **fields.pop("timing", {})}
        style = {"client": "plain", "links": "never", "filter": "none", **fields.pop("style", {})}
        body = {"name": name, "addresses": [address], "temperament": "responsive", "timing": timing, "style": style, **fields}
        return self.must(self.post("/personas", body))

    def advance(self, by):
        return self.must(self.post("/clock/advance", {"by": by}))

    def events(self, kind="", after=0):
        return self.must(self.get(f"/events?after={after}&limit=1000" + (f"&type={kind}" if kind else "")))["events"]

    def last(self):
        return self.must(self.get("/events?limit=1"))["last"]

    def jobs(self, query=""):
        return self.must(self.get("/jobs" + query))

    def inbox(self, address, folder="INBOX"):
        return self.must(self.get(f"/mailboxes/{address}/messages?folder={folder}"))

    def login(self, address="app@ours.test", password="a long password", **fields):
        return self.must(self.post("/accounts", {"address": address, "password": password, **fields}))

    # The mail doors.

    def smtp(self, user=None, password="a long password"):
        host, port = self.ready["smtp"].rsplit(":", 1)
        s = smtplib.SMTP(host, int(port), local_hostname="box.test", timeout=20)
        s.ehlo()
        if user:
            s.login(user, password)
        return s

    def imap(self, user="app@ours.test", password="a long password"):
        host, port = self.ready["imap"].rsplit(":", 1)
        m = imaplib.IMAP4(host, int(port), timeout=20)
        if user:
            m.login(user, password)
        return m

    def raw_imap(self, user="app@ours.test", password="a long password"):
        r = RawIMAP(self.ready["imap"])
        if user:
            r(f'LOGIN "{user}" "{password}"')
        return r

    # Checks.

    def refuse(self, answer, status, *words):
        """The answer is this error in the API's form, whose text has the words."""
        wanted = f"{status} {{error}} with {list(words)}" if words else f"{status} {{error}}"
        form = isinstance(answer.json, dict) and list(answer.json) == ["error"] and answer.error
        return ok(answer.sent, wanted, answer.status == status and form and
                  all(w.lower() in answer.error.lower() for w in words), str(answer))



class RawIMAP:
    """IMAP by hand: call it with a command, get all lines of the answer."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.sock = socket.create_connection((host, int(port)), timeout=20)
        self.file = self.sock.makefile("rb")
        self.n = 0
        self.file.readline()

    def __call__(self, command):
        """A command in text or bytes; {+} literals may stand in it. The last line is without its tag."""
        self.n += 1
        tag = b"a%d" % self.n
        if isinstance(command, str):
            command = command.encode()
        self.sock.sendall(tag + b" " + command + b"\r\n")
        lines = []
        while True:
            line = self.file.readline()
            if not line:
                return lines + ["closed"]
            if line.startswith(tag + b" "):
                return lines + [line[len(tag) + 1:].decode("utf-8", "replace").strip()]
            lines.append(line.decode("utf-8", "replace").strip())

    def close(self):
        self.sock.close()


class Receiver:
    """An HTTP server that keeps what it gets; answers are taken from a list, then 200."""

    def __init__(self, *answers, body=b"ok", headers=None):
        self.got, self.answers = [], list(answers)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.got.append({"method": self.command, "path": self.path, "headers": self.headers, "body": data})
                status = outer.answers.pop(0) if outer.answers else 200
                self.send_response(status)
                for k, v in (headers or {}).items():
                    self.send_header(k, v)
                payload = b"" if status == 204 else body
                self.send_header("Content-Length", str(len(payload)))
                self.end_headers()
                self.wfile.write(payload)

            do_GET = do_POST = do_HEAD = answer

            def log_message(self, *a):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        worlds.append(self)

    def wait(self, n, seconds=5):
        end = time.monotonic() + seconds
        while len(self.got) < n and time.monotonic() < end:
            time.sleep(0.005)
        return len(self.got) >= n

    def bodies(self):
        return [json.loads(g["body"]) for g in self.got]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def stop_all():
    while worlds:
        worlds.pop().stop()


def until(condition, seconds=15):
    """Waits in real time until condition() is true, and says whether it was."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def b64(data):
    return base64.b64encode(data if isinstance(data, bytes) else data.encode()).decode()


def refused_config(config, *flags):
    """Starts mailsimd with a file that it should refuse: the exit status and what it says."""
    with tempfile.TemporaryDirectory(prefix="blackbox-") as d:
        file = os.path.join(d, "world.yaml")
        with open(file, "w", encoding="utf-8") as f:
            f.write(config)
        p = subprocess.run([BINARY, "-check", file, *flags], capture_output=True, timeout=20, text=True)
        return p.returncode, p.stdout + p.stderr
