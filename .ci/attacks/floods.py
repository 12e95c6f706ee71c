"""Connections: many, silent, slow, half, and such as come by a proxy."""
import contextlib
import http.client
import time

from harness import KEY, MIB, Server, Skip, Wire, at_once, attack, fill, imap_login, letter, many_files, median_call, plain, within


def crowd(to, n, source=None, greet=False):
    """Connections that say nothing, as many as can be had."""
    out = []
    for _ in range(n):
        try:
            out.append(Wire(to, source, timeout=10, greet=greet))
        except OSError:
            break
    return out


def served(to, source, word):
    """Whether a newcomer is greeted with a word."""
    try:
        with Wire(to, source, timeout=10) as w:
            return w.greeting.startswith(word)
    except OSError:
        return False


def stream(server, source, path="/events/stream"):
    w = Wire(server.http, source, timeout=10, greet=False)
    w.send(f"GET /api{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\n\r\n")
    return w, w.line()


@attack("silent strangers")
def silent(t):
    if many_files() < 4096:
        raise Skip("too few open files are allowed")
    n = 600 if t.short else 2100
    with Server() as s:
        held = s.settle()
        for door, to, word in (("IMAP", s.imap, b"* OK"), ("SMTP", s.smtp, b"220"), ("SMTPS without a handshake", s.smtps, None)):
            if t.short and door != "IMAP":
                continue
            wires = [w for k in range(1 if t.short else 3) for w in crowd(to, n if t.short else n // 3 + 400, f"127.0.2.{k + 1}")]
            try:
                time.sleep(6)  # a newcomer needs no more patience than this
                let = [served(to, source, word) for source in ("127.0.0.1", "127.0.2.1")] if word else [True]
                works = word is None or door != "IMAP" or imap_works(s)
                if word:
                    t.line(f"{len(wires)} silent strangers of {door}: newcomers", f"{sum(let)} of 2 are let in" + ("" if works else ", no login"), "both: elsewhere and there", all(let) and works)
                else:
                    ms = median_call(s, 10)
                    t.line(f"{len(wires)} silent strangers of {door}: the API", f"{ms:.1f} ms", "at most 50 ms", ms <= 50)
            finally:
                for w in wires:
                    w.close()
        t.memory("silent strangers: memory", s, 150, held)


def imap_works(s):
    try:
        imap_login(s).close()
        return True
    except Exception:
        return False


@attack("the IMAP of everybody, kept out by 1,000 strangers")
def thousand(t):
    if many_files() < 2048:
        raise Skip("too few open files are allowed")
    with Server() as s:
        wires = crowd(s.imap, 1001, "127.0.3.1")
        try:
            ok = imap_works(s)
            t.line(f"{len(wires)} silent strangers of one address: others", "a login works" if ok else "no login", "works at once", ok)
        finally:
            for w in wires:
                w.close()


@attack("bounds of connections")
def limits(t):
    with Server("-max-clients=60", "-max-clients-per-address=20") as s:
        for door, to, word in (("SMTP", s.smtp, b"220"), ("IMAP", s.imap, b"* OK")):
            wires = crowd(to, 40, "127.0.4.1", greet=True)
            let = sum(w.greeting.startswith(word) for w in wires)
            other = served(to, "127.0.4.2", word)
            refused = {w.greeting[:5] for w in wires if not w.greeting.startswith(word)}
            t.line(f"40 connections of one address to {door}", f"{let} let in, others {'are' if other else 'are not'} ({refused or 'none refused'})"[:64], "20, and others", let <= 20 and other)
            # Those who have logged in or speak are not sent away for newcomers.
            for k in range(2, 8):
                wires += crowd(to, 20, f"127.0.4.{k}", greet=True)
            let = sum(w.greeting.startswith(word) for w in wires)
            t.line(f"160 connections of 7 addresses to {door}", f"{let} let in", "at most 60", let <= 60)
            for w in wires:
                w.close()
        got = at_once(40, lambda i: stream(s, "127.0.4.1"))
        lines = [g[1] for g in got if not isinstance(g, Exception)]
        open_ = sum(b" 200 " in line for line in lines)
        other = b" 200 " in stream(s, "127.0.4.2")[1]
        t.line("40 streams of one address", f"{open_} opened, others {'are' if other else 'are not'}", "20, and others", open_ <= 20 and other)
        ordinary = s.call("GET", "/status", source="127.0.4.1").status
        t.line("40 streams of one address: its ordinary calls", f"status {ordinary}", "200", ordinary == 200)
        for g in got:
            if not isinstance(g, Exception):
                g[0].close()


@attack("buffers after large mails", short=False)
def buffers(t):
    with Server() as s:
        fill(s, [letter(1)])
        held = s.settle()
        n = 30
        half = b"From: a@b.test\r\n\r\n" + b"a" * 70 + (b"\r\n" + b"a" * 70) * (29 * MIB // 72)

        def one(_):
            w = Wire(s.smtp, timeout=60)
            for command in ("EHLO x.test", "MAIL FROM:<a@b.test>", "RCPT TO:<app@ours.test>", "DATA"):
                w.say(command)
            w.send(half)
            return w

        wires = at_once(n, one)
        during = s.rss() - held
        for w in wires:
            if not isinstance(w, Exception):
                w.close()
        # The runtime gives memory back to the system by and by, once what others do makes it
        # look for what is unused.
        text = {"text": "The order left our house today. " * 30000}

        def given_back():
            for _ in range(10):
                s.call("POST", "/extract", text)
            return s.rss() - held < during / 2

        took = within(30, given_back, every=0.5)
        t.line(f"{n} half mails of 29 MiB that were dropped: memory", f"{during:.0f} MiB, then {s.rss() - held:.0f} MiB", "less than half, within 30 s", took is not None or during < 100)


@attack("slow ones", short=False, seconds=200)
def slow(t):
    with Server() as s:
        def drip(w, data, every=2.0):
            start = time.monotonic()
            w.sock.settimeout(every)
            while time.monotonic() - start < 100:
                with contextlib.suppress(TimeoutError):
                    if w.sock.recv(4096) == b"":
                        return time.monotonic() - start
                try:
                    w.send(data)
                except OSError:
                    return time.monotonic() - start
            return None

        def half(to, first, data, greet=True):
            w = Wire(to, greet=greet)
            w.send(first)
            try:
                return drip(w, data)
            except OSError:
                return 0.0
            finally:
                w.close()

        tries = {
            "an HTTP header": lambda: half(s.http, "GET /api/status HTTP/1.1\r\nX: ", "a", greet=False),
            "an HTTP body": lambda: half(s.http, f"POST /api/send HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{{", " ", greet=False),
            "an IMAP command before the login": lambda: half(s.imap, "a LOG", "I"),
            "an IMAP literal before the login": lambda: half(s.imap, "a LOGIN {60}\r\n", "x"),
        }
        got = at_once(len(tries), lambda i: list(tries.values())[i]())
        for name, took in zip(tries, got):
            ended = isinstance(took, float)
            t.line(f"{name}, a byte each 2 s", f"cut after {took:.0f} s" if ended else "goes on after 100 s" if took is None else str(took)[:40], "cut within 90 s", ended and took <= 90)
        t.line("slow ones: the server", "lives" if s.alive() else "does not answer", "lives", s.alive())


GARBAGE = [b"PROXY\r\n", b"PROXY TCP4 a b c d\r\n", b"PROXY TCP4 1.2.3.4 5.6.7.8 99999 1\r\n", b"PROXY TCP9 1 2 3 4\r\n", b"PROXY UNKNOWN " + b"x" * 200 + b"\r\n", b"PROXY " + b"a" * 100000, b"PROXY TCP4 1.2.3.4",
           b"\r\n\r\n\0\r\nQUIT\n", b"\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff" + b"a" * 65535, b"\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x0c", b"\r\n\r\n\0\r\nQUIT\n\x31\x11\x00\x0c" + b"a" * 12, b"\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x01a", b"\0" * 500, b"EHLO x.test\r\nQUIT\r\n"]


@attack("the PROXY protocol")
def proxy(t):
    with Server("-trust-proxy=127.0.0.0/8", "-smtp-auth") as s:
        held = s.settle()

        def poke(i):
            to = (s.smtp, s.imap)[i % 2]
            with Wire(to, greet=False, timeout=12) as w:
                try:
                    w.send(GARBAGE[i // 2])
                    return w.sock.recv(200)
                except OSError:
                    return b""

        got = at_once(2 * len(GARBAGE), poke)
        greeted = [GARBAGE[i // 2][:30] for i, g in enumerate(got) if isinstance(g, bytes) and (g.startswith(b"220") or g.startswith(b"* OK"))]
        t.line(f"{len(got)} PROXY headers that are none", f"{len(greeted)} were greeted" + (f": {greeted[0]!r}" if greeted else ""), "none", not greeted)
        with Wire(s.smtp, greet=False) as w:
            w.send("PROXY TCP4 203.0.113.7 127.0.0.1 1000 25\r\n")
            w.line()
            w.say("EHLO x.test")
            w.say("AUTH PLAIN " + plain("app@ours.test", "wrong"))
        told = [e["data"].get("remote") or e["data"].get("ip") or str(e["data"]) for e in s.events(type="auth.failed", after=0)]
        t.line("a client behind the proxy", str(told[-1:])[:48], "its own address", any("203.0.113.7" in x for x in told))
        t.line("the PROXY protocol: the server", "lives" if s.alive() else "does not answer", "lives", s.alive())
        t.memory("the PROXY protocol: memory", s, 64, held)
    with Server() as s:
        with Wire(s.smtp) as w:
            got = w.say("PROXY TCP4 203.0.113.7 127.0.0.1 1000 25")
            w.say("EHLO x.test")
            w.say("AUTH PLAIN " + plain("app@ours.test", "wrong"))
        told = str(s.events(type="auth.failed", after=0))
        t.line("a PROXY header without -trust-proxy", f"{got[:3].decode()}, the address is {'believed' if '203.0.113.7' in told else 'not believed'}", "500, not believed", got.startswith(b"5") and "203.0.113.7" not in told)
    with Server("-rate=5") as s:
        codes = [s.call("GET", "/status", key="wrong", headers={"X-Forwarded-For": f"203.0.113.{i}"}).status for i in range(60)]
        t.line("X-Forwarded-For without -trust-proxy", f"{codes.count(429)} of {len(codes)} limited", "some: it is not believed", codes.count(429) > 0)
    with Server("-rate=5", "-trust-proxy=127.0.0.0/8") as s:
        for i in range(60):
            s.call("POST", "/signin", {"email": "a@b.test", "password": "x"}, key=None, headers={"X-Forwarded-For": "203.0.113.7"})
        a = s.call("POST", "/signin", {"email": "c@d.test", "password": "x"}, key=None, headers={"X-Forwarded-For": "203.0.113.8"})
        t.line("sign-ins of others behind the proxy", f"status {a.status}", "not 429", a.status != 429)
