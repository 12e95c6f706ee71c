"""POP3, and an API that asks for no key."""
import socket
import time

from harness import MIB, Server, Wire, address, attack, fill, letter


def pop3(s):
    return address(s.ready["pop3"])


def drop(s, source=None):
    w = Wire(pop3(s), source)
    w.say("USER app@ours.test")
    if not w.say("PASS app-secret-1").startswith(b"+OK"):
        raise AssertionError("no POP3 login")
    return w


@attack("POP3: lines, silence, guesses")
def pop3_strangers(t):
    with Server("-pop3=127.0.0.1:0", "-max-clients-per-address=50") as s:
        held = s.settle()
        long = Wire(pop3(s), "127.0.4.1", timeout=10)
        sent = 0
        try:
            for _ in range(64):
                long.send(b"x" * MIB)
                sent += 1
        except OSError:
            pass
        t.line("a line of POP3 without an end", f"{sent} MiB are taken", "at most 8", sent <= 8)
        wires = []
        for _ in range(200):
            try:
                wires.append(Wire(pop3(s), "127.0.4.2", timeout=5))
            except OSError:
                break
        let = sum(w.greeting.startswith(b"+OK") for w in wires)
        with Wire(pop3(s), "127.0.4.3") as other:
            t.line("200 silent strangers of POP3 from an address", f"{let} are let in, another address " + ("too" if other.greeting.startswith(b"+OK") else "is not"), "50 and yes", let == 50 and other.greeting.startswith(b"+OK"))
        for w in wires:
            w.close()
        tries = 0
        with Wire(pop3(s), "127.0.4.4", timeout=30) as w:
            for i in range(20):
                try:
                    w.say("USER app@ours.test")
                    if not w.say(f"PASS guess-{i}").startswith(b"-ERR"):
                        break
                    tries += 1
                except OSError:
                    break
        t.line("guesses on one connection of POP3", str(tries), "at most 3", tries <= 3)
        t.memory("strangers of POP3: memory", s, 60, held)
        drop(s).close()


@attack("POP3: a big maildrop, a client that does not read", short=False)
def pop3_big(t):
    with Server("-pop3=127.0.0.1:0") as s:
        fill(s, (letter(i, size=2048) for i in range(20_000)))
        held = s.settle()
        began = time.monotonic()
        w = drop(s, "127.0.4.1")
        w.send("LIST\r\n")
        lines = 0
        while (line := w.line()) not in (b".\r\n", b""):
            lines += 1
        took = time.monotonic() - began
        t.line("20,000 mails over POP3: login and LIST", f"{lines - 1} in {took:.1f} s", "20000 in 10 s", lines == 20_001 and took < 10)
        for _ in range(3):
            w.send("LIST\r\nUIDL\r\n" * 200)  # and nothing is read
        time.sleep(1)
        t.memory("answers that nobody reads: memory", s, 60, held)
        with Wire(pop3(s), "127.0.4.2") as other:
            other.say("USER app@ours.test")
            got = other.say("PASS app-secret-1")
            t.line("the maildrop meanwhile", got.decode().strip()[:40], "-ERR [IN-USE]", got.startswith(b"-ERR [IN-USE]"))
        w.close()
        for _ in range(50):
            try:
                drop(s).close()
                break
            except AssertionError:
                time.sleep(0.1)
        else:
            t.line("the maildrop of who has left", "is kept", "is free", False)


FOREIGN = [
    ("a name that leads here", "GET", {"Host": "evil.test:8025"}),
    ("it, as its own page", "POST", {"Host": "evil.test:8025", "Origin": "http://evil.test:8025", "Sec-Fetch-Site": "same-origin"}),
    ("a foreign form", "POST", {"Origin": "http://evil.test", "Content-Type": "text/plain", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}),
    ("a foreign form of an old browser", "POST", {"Origin": "http://evil.test", "Content-Type": "application/x-www-form-urlencoded"}),
    ("a frame without an origin", "POST", {"Origin": "null"}),
    ("a foreign script", "DELETE", {"Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}),
    ("another port of this machine", "DELETE", {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"}),
    ("a foreign websocket", "GET", {"Origin": "http://evil.test", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}),
    ("a foreign picture", "GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}),
]


@attack("an API without a key, and pages of others")
def open_api(t):
    with Server("-open", "-chaos") as s:
        fill(s, [letter(1)])
        paths = ["/api/v1/messages", "/api/v1/search?query=x", "/api/v1/send", "/api/v1/tags", "/api/v1/chaos", "/api/v2/messages", "/api/v2/jim", "/api/events", "/api/clock/advance", "/api/mailboxes", "/api/mcp", "/view/latest.html"]
        reached = []
        for name, method, headers in FOREIGN:
            for path in paths:
                body = b'{"by": "1h"}' if method != "GET" else None
                got = s.call(method, path, body, key=None, at="", headers=headers)
                if got.status < 400 or got.headers.get("access-control-allow-origin"):
                    reached.append(f"{name}: {method} {path}: {got.status}")
        t.line(f"{len(FOREIGN)} foreign pages at {len(paths)} paths", "; ".join(reached[:3]) or "none gets through", "none gets through", not reached)
        left = s.call("GET", "/api/v1/messages", key=None, at="").json
        t.line("the mail behind them", f"{left['total']} left", "1", left["total"] == 1)
        admin = [p for m, p in (("POST", "/reset"), ("POST", "/keys"), ("GET", "/keys"), ("PUT", "/faults"), ("POST", "/accounts"), ("PUT", "/webhooks")) if s.call(m, p, {}, key=None).status != 403]
        t.line("what is an admin's", ", ".join(admin) or "403", "403", not admin)


@attack("guesses of -ui-auth")
def ui_auth(t):
    import base64
    with Server("-ui-auth=kim:secret", "-rate=1000") as s:
        def ask(password, source):
            head = {"Authorization": "Basic " + base64.b64encode(f"kim:{password}".encode()).decode()}
            return s.call("GET", "/api/v1/messages", key=None, at="", headers=head, source=source).status
        tried = [ask(f"guess-{i}", "127.0.5.1") for i in range(50)]
        t.line("50 guesses from an address", f"{tried.count(401)} are looked at", "at most 11", tried.count(401) <= 11 and set(tried) <= {401, 429})
        t.line("the right one from another", str(ask("secret", "127.0.5.2")), "200", ask("secret", "127.0.5.2") == 200)
