"""What strangers may make the server keep: bytes, mails, mailboxes, events, webhooks."""
import json

from harness import KEY, MIB, Server, Wire, at_once, attack, fill, imap_login, letter, within
from clock import Dead


def status(s):
    return s.must("GET", "/status")


def by_imap(s, raw):
    with imap_login(s) as w:
        w.ask(f"APPEND INBOX {{{len(raw)}}}")
        w.send(raw + b"\r\n")
        return w.line().decode("utf-8", "replace")


@attack("bounds of mail")
def bounds(t):
    cases = {
        "-max-mails=100": lambda i: letter(i, 500),
        "-max-bytes=1MiB": lambda i: letter(i, 20000),
        "-max-copies=150": lambda i: letter(i, 500),
    }
    for flag, make in cases.items():
        with Server(flag) as s:
            bad = fill(s, (make(i) for i in range(400)))
            full = sum(b.startswith("452 4.3.1") for b in bad)
            follow = sum(b.startswith(("503", "421", "[")) for b in bad)  # what follows a refused one, to the end
            t.line(f"SMTP at {flag}", f"{full} of {len(bad) - follow} refusals are 452 4.3.1", "all, and some", full == len(bad) - follow and full > 0)
            raw = make(9999)
            got = by_imap(s, raw)
            # A mail that is there already may add nothing: each of these is a new one.
            t.line(f"IMAP at {flag}", got.strip()[:48], "NO [OVERQUOTA]", "NO [OVERQUOTA]" in got)
            codes = {s.call("POST", "/inject", {"to": "app@ours.test", "raw": make(8888).decode()}).status, s.call("POST", "/send", {"from": "app@ours.test", "to": ["second@ours.test"], "text": "a" * 20000}).status}
            t.line(f"HTTP at {flag}", f"status {sorted(codes)}", "507", codes == {507})


@attack("bound of mailboxes")
def mailboxes(t):
    with Server("-max-mailboxes=200") as s:
        held = s.settle()
        bad = fill(s, (letter(i, 400) for i in range(2000)), to=lambda i: f"new{i}@elsewhere.test")
        many = letter(5000, 400)
        with Wire(s.smtp) as w:
            w.say("EHLO x.test")
            w.say("MAIL FROM:<a@strangers.test>")
            for i in range(300):
                w.say(f"RCPT TO:<more{i}@elsewhere.test>")
            w.say("DATA")
            w.send(many + b".\r\n")
            w.reply()
        for i in range(300):
            s.call("PUT", f"/mailboxes/again{i}@elsewhere.test/status", {"status": "ok"})
            s.call("POST", "/inject", {"to": f"inject{i}@elsewhere.test", "text": "x"})
        n = status(s)["mailboxes"]
        t.line("strangers' new mailboxes at -max-mailboxes=200", f"{n} mailboxes, {len(bad)} mails refused", "at most 200", n <= 200)
        t.memory("strangers' new mailboxes: memory", s, 96, held)


@attack("bound of events")
def events(t):
    with Server("-max-events=300") as s:
        for i in range(100):
            s.must("PUT", f"/cases/c{i}", {"title": "x"})
        fill(s, (letter(i, 300) for i in range(1000)))
        got = s.must("GET", "/events?after=0&limit=1000")
        t.line("events at -max-events=300", f"{len(got['events'])} kept, gone up to {got.get('gone')}", "300, and the gap is told", len(got["events"]) <= 300 and bool(got.get("gone")))
        with Wire(s.http, greet=False) as w:
            w.send(f"GET /api/events/stream?after=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\n\r\n")
            w.sock.settimeout(10)
            text = b""
            try:
                while b"\n\n" not in text.partition(b"\r\n\r\n")[2] or text.count(b"event:") + text.count(b"\ndata:") < 3:
                    text += w.file.read1(65536)
            except OSError:
                pass
        t.line("a stream from before the bound", "a gap is told" if b"event: gap" in text else "no gap is told", "a gap", b"event: gap" in text)


@attack("the oldest give way")
def oldest(t):
    laps, lap = (4, 3000) if t.short else (8, 12000)
    with Server("-max-mails=1000", "-max-events=1000", "-when-full=oldest") as s:
        sizes, bad = [], []
        for k in range(laps):
            bad += fill(s, (letter(k * lap + i) for i in range(lap)))
            sizes.append(s.rss())
        n = status(s)
        first, last = max(sizes[: laps // 2]), max(sizes[laps // 2:])
        t.line(f"{laps * lap} mails at -when-full=oldest", f"{len(bad)} refused, {n['messages']} copies kept", "none refused, the last kept", not bad and n["messages"] <= 2100)
        t.line(f"{laps * lap} mails at -when-full=oldest: memory", f"{sizes[0]:.0f}, {first:.0f}, then {last:.0f} MiB", "at most 1.3 times the first half", last <= 1.3 * first + 8)


@attack("mail by the gigabyte", short=False, seconds=200)
def gigabyte(t):
    big = b"From: a@strangers.test\r\nTo: app@ours.test\r\nSubject: big\r\n\r\n" + b"a" * 76 + (b"\r\n" + b"b" * 76) * (10 * MIB // 78)
    with Server("-max-bytes=128MiB") as s:
        held = s.settle()
        bad = fill(s, (b"X-N: %d\r\n" % i + big for i in range(120)))
        t.memory("1.2 GiB of mail at -max-bytes=128MiB", s, 2 * 128 + 160, held)
        if not s.died():
            t.line("1.2 GiB of mail: what is kept", f"{len(bad)} refused", "some are refused", len(bad) > 90)


@attack("pending webhooks")
def webhooks(t):
    dead = Dead("silent")
    try:
        with Server("-webhook-queue=2000") as s:
            s.must("PUT", "/webhooks", [{"name": f"d{i}", "url": f"{dead.url}{i}", "events": ["case.updated"]} for i in range(40)])
            held = s.settle()
            n = 300 if t.short else 2000
            at_once(4, lambda k: [s.must("PUT", f"/cases/c{k}", {"title": f"{'x' * 2000}{i}"}) for i in range(n // 4)])
            told = within(5, lambda: s.events(type="webhook.failed", after=0))
            t.line(f"{40 * n} deliveries to dead webhooks", "what is dropped is told" if told is not None else "nothing is told of any dropped", "what is dropped is told", told is not None)
            t.memory(f"{40 * n} deliveries to dead webhooks: memory", s, 96 + n // 40, held)
    finally:
        dead.close()


@attack("what fills up is shown")
def shown(t):
    with Server("-metrics", "-max-mails=50", "-max-bytes=10MiB", "-max-mailboxes=20", "-max-events=30") as s:
        fill(s, (letter(i, 500) for i in range(80)))
        have = status(s).get("bounds", {})
        wanted = {"mails": 50, "bytes": 10 * MIB, "mailboxes": 20, "events": 30}
        wrong = [k for k, most in wanted.items() if have.get(k, {}).get("max") != most or not 0 < have[k]["used"] <= most]
        metrics = s.call("GET", "/metrics", at="").text
        missing = [k for k in wanted if not any(k in line and "bound" in line for line in metrics.splitlines())]
        t.line("bounds in /status and /metrics", f"not {', '.join(wrong + missing)}" if wrong + missing else "each, with how full it is", "each", not wrong and not missing)
        told = s.events(type="bound.reached", after=0) if not wrong else []
        t.line("an event for a bound that is reached", json.dumps(told[0]["data"])[:48] if told else "none", "one", bool(told))
