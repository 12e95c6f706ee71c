"""Many at once, bounds that are reached, universes saved and loaded, faults of webhooks and the API, redirects of links."""

import concurrent.futures
import signal

from harness import *


def rcpt(w, to, frm="app@ours.test"):
    s = w.smtp()
    s.docmd("MAIL", f"FROM:<{frm}>")
    got = s.docmd("RCPT", f"TO:<{to}>")[0]
    s.close()
    return got


@group
def many_at_once():
    w = World()
    w.must(w.put("/faults", {"rules": [{"id": "twice", "where": "smtp", "at": "rcpt", "kind": "tempfail", "attempt": 2}]}))
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        got = list(pool.map(lambda n: [rcpt(w, f"p{n % 10}@x.test", f"s{n}@ours.test") for _ in range(3)], range(20)))
    eq("20 clients at once: 451 twice, then 250", [g for g in got if g != [451, 451, 250]], [])
    eq("hits", w.get("/faults")["rules"][0]["hits"], 40)
    w.must(w.put("/faults", {"rules": []}))
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        waits = [pool.submit(w.get, f"/wait?to=w{n}@ours.test&subject=Mail {n}&timeout=20s") for n in range(15)]
        time.sleep(0.3)
        for n in range(15):
            w.must(w.post("/send", {"from": "a@x.test", "to": [f"w{n}@ours.test"], "subject": f"Mail {n}", "text": "t"}))
        eq("15 waits at once: each its mail", [f.result()["subject"] for f in waits], [f"Mail {n}" for n in range(15)])
        ids = [f.result()["message_id"] for f in [pool.submit(w.post, "/send", {"from": "a@x.test", "to": ["many@ours.test"], "subject": "s", "text": "t"}) for _ in range(200)]]
    eq("200 sends at once: their Message-IDs, UIDs without gap", (len(set(ids)), sorted(m["uid"] for m in w.inbox("many@ours.test")) == list(range(1, 201))), (200, True))
    log = [e["id"] for e in w.events()]
    eq("the log without gap", log, list(range(1, len(log) + 1)))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        got = [f.result().status for f in [pool.submit(w.post, "/clock/advance", {"by": "1m"}) for _ in range(8)]]
    eq("8 advances at once: one after the other", (got, w.get("/clock")["now"]), ([200] * 8, "2026-01-05T09:08:00Z"))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        got = sorted(f.result().status for f in [pool.submit(w.post, "/personas", {"name": "N", "addresses": ["same@client.test"]}) for _ in range(8)])
    eq("8 people of one address at once", got, [200] + [400] * 7)


@group
def bounds():
    w = World("", "-max-mails", "3")
    for n in range(3):
        w.must(w.post("/send", {"from": "a@x.test", "to": ["b@x.test"], "subject": str(n), "text": "t"}))
    before = w.get("/status")["messages"]
    w.refuse(w.post("/send", {"from": "a@x.test", "to": ["b@x.test"], "subject": "4", "text": "t"}), 507)
    w.refuse(w.post("/inject", {"to": "b@x.test", "from": "a@x.test", "subject": "4", "text": "t"}), 507)
    s = w.smtp()
    code = s.docmd("MAIL", "FROM:<a@x.test>")[0]
    if code == 250:
        code = s.docmd("RCPT", "TO:<b@x.test>")[0]
    if code == 250 and s.docmd("DATA")[0] == 354:
        s.send(b"Subject: x\r\n\r\nx\r\n.\r\n")
        code = s.getreply()[0]
    eq("SMTP at the bound of mails", code, 452)
    s.close()
    w.login("b@x.test")
    m = w.imap("b@x.test")
    typ, data = m.append("INBOX", "", None, b"Subject: x\r\n\r\nx\r\n")
    ok("APPEND at the bound of mails", "NO [OVERQUOTA]", typ == "NO" and b"OVERQUOTA" in data[0], (typ, data))
    m.logout()
    eq("nothing came in", w.get("/status")["messages"], before)
    ok("event bound.reached", "one", len(w.events("bound.reached")) == 1, w.events("bound.*"))
    eq("GET /status: how full", w.get("/status")["bounds"]["mails"], {"used": 3, "max": 3})
    v = World("bounds: {mails: 3, when_full: oldest}\n")
    for n in range(5):
        v.must(v.post("/send", {"from": "a@x.test", "to": ["b@x.test"], "subject": str(n), "text": "t"}))
    got = [m["subject"] for m in v.inbox("b@x.test")]
    ok("when_full oldest", "the newest are there, 3 at most", got[0] == "4" and len(got) <= 3, got)
    x = World("", "-max-size", "10000")
    a = x.post("/send", {"from": "a@x.test", "to": ["b@x.test"], "text": "x" * 12000})
    ok("/send above -max-size", "400 or 413 {error}", a.status in (400, 413) and a.error, str(a)[:200])
    s = x.smtp()
    eq("SIZE of EHLO is -max-size", s.esmtp_features.get("size"), "10000")
    eq("MAIL SIZE above it", s.docmd("MAIL", "FROM:<a@x.test> SIZE=10001")[0], 552)
    s.docmd("MAIL", "FROM:<a@x.test>")
    s.docmd("RCPT", "TO:<b@x.test>")
    s.docmd("DATA")
    s.send(b"Subject: x\r\n\r\n" + b"x" * 70 * 10 + b"\r\n" + (b"y" * 70 + b"\r\n") * 200 + b".\r\n")
    eq("DATA above it", s.getreply()[0], 552)
    eq("the session goes on", s.docmd("NOOP")[0], 250)
    s.close()


@group
def saved():
    with tempfile.TemporaryDirectory() as d:
        file = os.path.join(d, "world")
        config = "id: u_s\npersonas: [{id: p_a, name: Anna, addresses: [anna@client.test], temperament: responsive, timing: {reply_rate: 1, delay: {median: 10m, spread: 1}}, style: {links: never, filter: none}}]\n"
        w = World(config, "-save", file)
        w.login()
        mid = w.send()
        w.must(w.put("/cases/C-1", {"title": "T"}))
        w.must(w.put("/webhooks", [{"name": "h", "url": "http://127.0.0.1:9/", "events": ["webhook.failed"], "secret": "very secret"}]))
        paths = ("/personas", "/mailboxes", "/jobs", "/cases", "/accounts", "/events?limit=1000", "/pace", "/recipients", "/links", "/world", "/mailboxes/anna@client.test/messages")
        before = [w.get(p).json for p in paths]
        w.process.send_signal(signal.SIGTERM)
        eq("exit status with -save", w.process.wait(15), 0)
        eq("mode of the saved file", oct(os.stat(file).st_mode & 0o777), "0o600")
        ok("no secret of webhooks, no password in it", "none", all(x not in open(file, "rb").read() for x in (b"very secret", b"a long password", KEY.encode())))
        v = Loaded(file)
        eq("what was there is there", [v.get(p).json for p in paths], before)
        eq("the clock goes on where it was", v.get("/clock")["now"], START)
        v.must(v.post("/clock/freeze", {}))
        v.advance("1h")
        eq("the planned reply comes", [m["in_reply_to"] for m in v.inbox("app@ours.test")], [mid])
        eq("the login works", v.imap().logout()[0], "BYE")
        with open(file, "r+b") as f:
            f.seek(200)
            f.write(b"\x00garbage\x00")
        try:
            Loaded(file)
            fail("-load of a broken file", "refused", "it started")
        except RuntimeError as e:
            ok("-load of a broken file", "refused in words", "panic" not in str(e) and "goroutine" not in str(e), e)


class Loaded(World):
    """A World from a saved file."""

    def __init__(self, file):
        import harness
        self.dir = tempfile.TemporaryDirectory(prefix="blackbox-")
        ready = os.path.join(self.dir.name, "ready")
        self.log = open(os.path.join(self.dir.name, "log"), "w+")
        self.process = subprocess.Popen([harness.BINARY, "-load", file, "-ready", ready, "-key", KEY, "-rate", "0"] + sum((["-" + d, "127.0.0.1:0"] for d in ("http", "smtp", "smtps", "imap", "imaps")), []),
                                        stdout=self.log, stderr=self.log)
        worlds.append(self)
        if not until(lambda: (os.path.exists(ready) and os.path.getsize(ready)) or self.process.poll() is not None, 20) or self.process.poll() is not None:
            self.log.seek(0)
            raise RuntimeError(self.log.read())
        self.ready = json.load(open(ready))
        self.key, self.host = KEY, self.ready["http"].split("//")[1]


@group
def reload():
    w = World("id: u_h\npace: {factor: 0.5}\npersonas: [{id: p_a, name: Anna, addresses: [anna@client.test]}]\n")
    file = os.path.join(w.dir.name, "world.yaml")
    mid = w.send()
    with open(file, "w") as f:
        f.write("id: u_h\npersonas: [{id: p_b, name: Ben, addresses: [ben@client.test]}]\nlinks: {max_links: 1}\n")
    w.process.send_signal(signal.SIGHUP)
    ok("SIGHUP: the file's new people and settings", "within 5 s", until(lambda: w.get("/links")["policy"]["max_links"] == 1), w.get("/links").json)
    eq("what the file no longer says is default", (w.get("/pace")["factor"], [p["id"] for p in w.get("/personas").json]), (1, ["p_b"]))
    eq("mail stays", [m["message_id"] for m in w.inbox("anna@client.test")], [mid])
    with open(file, "w") as f:
        f.write("id: u_h\npase: {}\n")
    w.process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    eq("a wrong file changes nothing", (w.get("/links")["policy"]["max_links"], w.process.poll()), (1, None))


@group
def faults_of_hooks_and_api():
    r = Receiver()
    w = World()
    w.must(w.put("/webhooks", [{"name": "h", "url": r.url, "events": ["pace"]}]))
    w.must(w.put("/faults", {"rules": [{"where": "webhook", "kind": "duplicate", "times": 1}]}))
    w.must(w.put("/pace", {"factor": 2}))
    ok("webhook duplicate", "the event twice", until(lambda: len(r.got) >= 2) and len({json.loads(g["body"])["id"] for g in r.got[:2]}) == 1, len(r.got))
    r.got.clear()
    w.must(w.put("/faults", {"rules": [{"where": "webhook", "kind": "fail", "code": 503, "times": 1}]}))
    start = time.monotonic()
    w.must(w.put("/pace", {"factor": 3}))
    ok("webhook fail once: the receiver hears at the retry", "3 s later", until(lambda: len(r.got) >= 1, 12) and 2.5 < time.monotonic() - start < 12, (len(r.got), time.monotonic() - start))
    w.must(w.put("/faults", {"rules": [{"where": "api", "kind": "slow", "delay": "300ms", "times": 1, "match": {"to": "/api/pace"}}]}))
    took = []
    for _ in range(2):
        start = time.monotonic()
        w.get("/pace")
        took.append(time.monotonic() - start)
    ok("api slow by 300 ms, once", "the first late, the second not", took[0] >= 0.29 and took[1] < 0.29, took)
    w.must(w.put("/faults", {"rules": [{"where": "api", "kind": "fail", "code": 503, "times": 2, "match": {"to": "/api/pace"}}]}))
    got = [w.get("/pace") for _ in range(3)]
    eq("api fail, twice: statuses, and an error's form", ([a.status for a in got], list(got[0].json)), ([503, 503, 200], ["error"]))
    eq("other paths are well", w.get("/clock").status, 200)
    for rule in ({"where": "api", "kind": "greylist"}, {"where": "webhook", "kind": "reject"}, {"where": "imap", "at": "rcpt", "kind": "slow"}, {"where": "webhook", "at": "rcpt", "kind": "fail"}, {"where": "smtp", "kind": "tempfail", "at": "rcpt", "per_second": -1},
                 {"where": "smtp", "at": "rcpt", "kind": "tempfail", "every": -2}, {"where": "smtp", "at": "rcpt", "kind": "slow", "delay": "-1s"}, {"where": "smtp", "at": "rcpt", "kind": "slow", "jitter": "x"}, {"kind": "tempfail"}, {"where": "smtp", "at": "rcpt"}, "x", None):
        w.refuse(w.put("/faults", {"rules": [rule]}), 400)
    w.must(w.put("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "throttle", "per_second": 2}]}))
    got = [rcpt(w, f"t{n}@x.test") for n in range(4)]
    w.advance("1s")
    got += [rcpt(w, f"u{n}@x.test") for n in range(3)]
    eq("throttle after 2 of a simulated second", [g // 100 for g in got], [2, 2, 4, 4, 2, 2, 4])
    w.must(w.put("/faults", {"rules": [{"where": "delivery", "kind": "lose_headers"}]}))
    w.person()
    w.send()
    w.advance("1h")
    m = w.inbox("app@ours.test")[0]
    eq("lose_headers: a reply without threading", (m["in_reply_to"], m["references"]), ("", []))


@group
def redirects():
    target = Receiver(body=b"<title>End</title>", headers={"Content-Type": "text/html"})
    hop = Receiver(302, 302, 302, headers={"Location": "http://end.test/landing", "Set-Cookie": "a=b"}, body=b"")
    inward = Receiver(*[302] * 5, headers={"Location": "http://169.254.169.254/latest"}, body=b"")
    w = World("", "-site", "end.test=" + target.url, "-site", "hop.test=" + hop.url, "-site", "inward.test=" + inward.url)
    w.must(w.put("/links", {"sender_check": 0}))
    w.must(w.put("/pace", {"factor": 1, "ignore_hours": True}))
    w.person(style={"links": "curious"})
    w.send(text="Hi Anna,\n\nplease look at http://hop.test/start and http://inward.test/x today.\n\nBen")
    w.advance("1d")
    o = [e["data"] for e in w.events("link.opened")]
    eq("a redirect is followed", [(d["url"], d["final_url"], d["status"], d["title"]) for d in o], [("http://hop.test/start", "http://end.test/landing", 200, "End")])
    f = [e["data"] for e in w.events("link.failed")]
    eq("a redirect inward is link.failed", [d["url"] for d in f], ["http://inward.test/x"])
    ok("no referer, no credentials on the way", "none", not [g for g in target.got if g["headers"]["Authorization"]])
    w.must(w.put("/links", {"sender_check": 0, "deny": ["end.test"]}))
    start = w.last()
    w.send(frm="b@ours.test", text="Hi Anna,\n\nplease look at http://hop.test/again today.\n\nBen")
    w.advance("1d")
    eq("a redirect to a denied host", ([e["data"]["final_url"] for e in w.events("link.opened", start)], len(target.got)), ([], 1))
    for unsubscribe, visits in ((False, 0), (True, None)):
        u = Receiver()
        v = World("", "-site", "news.test=" + u.url)
        v.must(v.put("/links", {"sender_check": 0, "unsubscribe": unsubscribe}))
        v.must(v.put("/pace", {"factor": 1, "ignore_hours": True}))
        for n in range(5):
            v.person(f"P{n}", f"p{n}@client.test", style={"links": "curious"})
        s = v.smtp()
        s.sendmail("news@news.test", [f"p{n}@client.test" for n in range(5)], b"From: news@news.test\r\nTo: list@news.test\r\nSubject: Offers\r\nList-Unsubscribe: <http://news.test/u?id=1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\n"
                   b"Offers of the week.\r\n\r\nUnsubscribe: http://news.test/u?id=1\r\n")
        s.quit()
        v.advance("3d")
        gets = [g for g in u.got if g["method"] == "GET" and g["path"].startswith("/u")]
        if visits == 0:
            eq("unsubscribe false: the link is not followed", len([g for g in u.got if g["path"].startswith("/u")]), 0)
        else:
            eq("unsubscribe true: a GET never unsubscribes one-click mail", [g["path"] for g in gets if g["method"] == "GET"], [])
