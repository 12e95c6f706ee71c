"""The log, the live stream and webhooks: bodies, order, replay, signature, retries."""

import hashlib
import hmac

from harness import *


class Stream:
    """Server-sent events, read as they come."""

    def __init__(self, w, query="", headers=None, key=True):
        self.conn = http.client.HTTPConnection(w.host, timeout=20)
        h = dict(headers or {})
        if key:
            h["Authorization"] = "Bearer " + w.key
        self.conn.request("GET", "/api/events/stream" + query, headers=h)
        self.answer = self.conn.getresponse()
        self.conn.sock and self.conn.sock.settimeout(5)

    def next(self):
        """The next message: {id, event, data}; comments and retry are passed over."""
        out = {}
        while True:
            line = self.answer.fp.readline() if not self.answer.chunked else self.answer.readline()
            if not line:
                return None
            line = line.decode().rstrip("\n")
            if line == "":
                if "data" in out:
                    out["data"] = json.loads(out["data"])
                    return out
                out = {}
                continue
            name, _, value = line.partition(": ")
            if name in ("id", "event", "data"):
                out[name] = value

    def take(self, n):
        return [self.next() for _ in range(n)]

    def close(self):
        self.conn.close()


@group
def live_stream():
    w = World()
    s = Stream(w)
    eq("GET /events/stream", (s.answer.status, s.answer.headers["Content-Type"].split(";")[0]), (200, "text/event-stream"))
    p = w.person(external_ids={"crm": "7"})
    e = s.next()
    eq("a message of the stream: id, event, data's id and type", (e["id"], e["event"], e["data"]["id"], e["data"]["type"]), ("1", "persona.updated", 1, "persona.updated"))
    w.send()
    got = s.take(len(w.events("", 1)))
    eq("the stream is the log", [m["data"] for m in got], [m["data"] for m in got] and [json.loads(json.dumps(x)) for x in bodies(w, 1)])
    received = next(m["data"] for m in got if m["event"] == "persona.received")
    eq("body: source, persona", (received["source"], received["persona"]), ("service", {"id": p["id"], "name": "Anna", "addresses": ["anna@client.test"], "external_ids": {"crm": "7"}}))
    s.close()
    for how in ({"headers": {"Last-Event-ID": "2"}}, {"query": "?after=2"}):
        r = Stream(w, **how)
        want = [x["id"] for x in w.events("", 2)]
        eq(f"replay {how}", [int(m["id"]) for m in r.take(len(want))], want)
        w.must(w.put("/pace", {"factor": 2}))
        eq(f"then live {how}", int(r.next()["id"]), w.last())
        r.close()
    r = Stream(w, "?after=0&type=persona.*,pace")
    want = [(x["id"], x["type"]) for x in w.events("persona.*,pace")]
    eq("replay of some types", [(int(m["id"]), m["event"]) for m in r.take(len(want))], want)
    r.close()
    r = Stream(w, "?after=1&token=" + w.key, key=False)
    eq("the stream by ?token=", (r.answer.status, int(r.next()["id"])), (200, 2))
    r.close()
    r = Stream(w, "?after=1", headers={"Last-Event-ID": "3"})
    eq("Last-Event-ID with after: a browser that comes back goes on", int(r.next()["id"]), 4)
    r.close()
    w.refuse(w.get("/events/stream", headers={"Last-Event-ID": "x"}), 400, "Last-Event-ID")
    w.refuse(w.get("/events/stream", headers={"Last-Event-ID": "-1"}), 400, "Last-Event-ID")
    w.refuse(w.get("/events/stream?after=x"), 400, "after")
    w.refuse(w.get("/events/stream", key=None), 401)
    a = w.must(w.post("/keys", {"name": "short", "role": "viewer"}))
    made = a["key"] if isinstance(a["key"], str) else a["secret"]
    r = Stream(w, "?token=" + made, key=False)
    w.must(w.delete("/keys/" + made[:8]))
    m = r.next()
    eq("a stream whose key is deleted", (m or {}).get("event"), "end")
    r.close()
    w.must(w.put("/retention", {"mail_days": 0, "event_days": 1}))
    w.advance("3d")
    w.must(w.put("/pace", {"factor": 1}))
    r = Stream(w, "?after=1")
    m = r.next()
    eq("replay of what was pruned begins with a gap", (m["event"], m["data"].get("from")), ("gap", 2))
    r.close()


def bodies(w, after):
    """The log's events as they are sent to webhooks and the stream."""
    people = {p["id"]: {k: p[k] for k in ("id", "name", "addresses", "external_ids")} for p in w.get("/personas").json}
    out = []
    for e in w.events("", after):
        e = dict(e)
        if e["data"].get("persona_id"):
            e["persona"] = people[e["data"]["persona_id"]]
        elif e["type"] == "persona.updated":
            e["persona"] = people[e["data"]["id"]]
        if e["data"].get("case_id"):
            e["case_id"] = e["data"]["case_id"]
        out.append(e)
    return out


@group
def webhook_bodies():
    r = Receiver()
    w = World()
    w.must(w.put("/cases/C-7", {"title": "Lamps", "addresses": ["anna@client.test"]}))
    secret = "s3cret\u00fc"
    w.must(w.put("/webhooks", [{"name": "all", "url": r.url + "/all", "secret": secret}, {"name": "some", "url": r.url + "/some", "events": ["persona.received", "job.*"]}]))
    eq("secrets are masked", [(h["name"], set(h["secret"]) or "") for h in w.get("/webhooks").json], [("all", {"•"}), ("some", "")])
    p = w.get("/personas").json[0]
    start = w.last()
    w.send(subject="Your lamps")
    w.advance("20d")
    log = w.events("", start)
    ok("webhooks get what the log has", f"{len(log)} and some", until(lambda: len([g for g in r.got if g["path"] == "/all"]) >= len(log)), len(r.got))
    all_, some = ([g for g in r.got if g["path"] == path] for path in ("/all", "/some"))
    until(lambda: len([g for g in r.got if g["path"] == "/some"]) >= len([e for e in log if e["type"] == "persona.received" or e["type"].startswith("job.")]))
    some = [g for g in r.got if g["path"] == "/some"]
    eq("a webhook without filter: each event once", sorted(json.loads(g["body"])["id"] for g in all_), [e["id"] for e in log])
    eq("a filter of a type and a prefix", sorted(json.loads(g["body"])["id"] for g in some), [e["id"] for e in log if e["type"] == "persona.received" or e["type"].startswith("job.")])
    for g in all_[:1]:
        eq("headers of a webhook", (g["method"], g["headers"]["Content-Type"], g["headers"]["User-Agent"]), ("POST", "application/json", "service-webhook"))
    wrong = [g["headers"]["X-Service-Signature"] for g in all_ if g["headers"]["X-Service-Signature"] != "sha256=" + hmac.new(secret.encode(), g["body"], hashlib.sha256).hexdigest()]
    eq("signatures that are not the HMAC of the raw body", wrong, [])
    eq("no secret, no signature", [g["headers"]["X-Service-Signature"] for g in some if g["headers"]["X-Service-Signature"]], [])
    for g in all_:
        b = json.loads(g["body"])
        e = next(x for x in log if x["id"] == b["id"])
        same = {k: b[k] for k in ("type", "id", "at", "source", "data")} == {k: e[k] for k in ("type", "id", "at", "source", "data")}
        person = not e["data"].get("persona_id") or b.get("persona", {}).get("id") == e["data"]["persona_id"] and set(b["persona"]) == {"id", "name", "addresses", "external_ids"}
        case = not e["data"].get("case_id") or b.get("case_id") == e["data"]["case_id"]
        ok(f"webhook body of {b['type']}", "type, id, at, source, data of the log; persona and case_id", same and person and case, b)
    eq("case of the mail", {e["data"]["case_id"] for e in log if e["type"] == "persona.received"}, {"C-7"})
    masked = w.get("/webhooks").json
    masked[0]["events"] = ["pace"]
    w.must(w.put("/webhooks", masked))
    n = len(r.got)
    w.must(w.put("/pace", {"factor": 3}))
    r.wait(n + 1)
    g = r.got[-1]
    eq("the masked secret still signs", g["headers"]["X-Service-Signature"], "sha256=" + hmac.new(secret.encode(), g["body"], hashlib.sha256).hexdigest())
    w.must(w.post("/webhooks/replay", {"name": "some", "events": [log[0]["id"]]}))
    ok("replay sends again", "the event", until(lambda: json.loads(r.got[-1]["body"])["id"] == log[0]["id"] and r.got[-1]["path"] == "/some"), r.got[-1]["body"].decode())
    for body, status, word in (({"name": "nobody", "events": [1]}, 404, ""), ({"name": "some", "events": [99999]}, 404, "")):
        a = w.post("/webhooks/replay", body)
        ok(a.sent, "400 or 404", a.status in (400, 404) and a.error, str(a))


class Heard(threading.Thread):
    """Counts the comments of a stream on which no event comes."""

    def __init__(self, w):
        super().__init__(daemon=True)
        self.comments = 0
        self.stream = Stream(w, "?type=case.updated")
        self.start()

    def run(self):
        self.stream.conn.sock and self.stream.conn.sock.settimeout(60)
        try:
            for line in self.stream.answer:
                self.comments += line.startswith(b":")
        except (OSError, ValueError, http.client.HTTPException):
            pass


class Default(threading.Thread):
    """A wait that says no timeout."""

    def __init__(self, w):
        super().__init__(daemon=True)
        self.w = w
        self.start()

    def run(self):
        began = time.monotonic()
        self.answer = self.w.get("/wait?to=nobody@ours.test")
        self.took = time.monotonic() - began


@group
def webhook_retries():
    good, bad, moved = Receiver(500, 301, body=b""), Receiver(*[503] * 9), Receiver(302, headers={"Location": "http://127.0.0.1:1/"})
    w = World()
    w.must(w.put("/webhooks", [{"name": "g", "url": good.url, "events": ["persona.updated"]}, {"name": "b", "url": bad.url, "events": ["persona.updated"]},
                               {"name": "f", "url": good.url + "/failed", "events": ["webhook.failed"]}, {"name": "all", "url": moved.url + "/all"}]))
    idle, default = Heard(w), Default(w)
    start = time.monotonic()
    w.person()
    ok("answered 500, then a redirect: the third attempt succeeds", "3 requests after 3 and 9 s", until(lambda: len(good.got) >= 3, 15), len(good.got))
    took = time.monotonic() - start
    ok("the third attempt", "3 + 9 s after the first", 11.5 < took < 25, took)
    eq("each attempt has the same body", len({g["body"] for g in good.got[:3]}), 1)
    ok("the other gets its third attempt", "beside the first", until(lambda: len(bad.got) >= 3, 5), len(bad.got))
    good.got.clear()
    ok("the fourth attempt after 27 s", "four requests", until(lambda: len(bad.got) >= 4, 30), len(bad.got))
    took = time.monotonic() - start
    ok("the fourth attempt", "3 + 9 + 27 s after the first", 38 < took < 60, took)
    ok("webhook.failed", "recorded", until(lambda: w.events("webhook.failed")), w.events())
    e = w.events("webhook.failed")[0]
    eq("webhook.failed: url", (e["data"]["url"], bool(e["data"]["error"])), (bad.url, True))
    ok("a filter that names webhook.failed gets it", "one request", until(lambda: [g for g in good.got if g["path"] == "/failed"]), [g["path"] for g in good.got])
    time.sleep(0.2)
    eq("no filter: not webhook.failed", [b["type"] for b in moved.bodies() if b["type"] == "webhook.failed"], [])
    eq("no fifth attempt", len(bad.got), 4)
    ok("a stream of 40 s in which nothing happens", "a comment every 15 s or so", 2 <= idle.comments <= 8, idle.comments)
    default.join()
    ok("a wait without timeout", "408 after 30 s", default.answer.status == 408 and 29.5 < default.took < 45, (str(default.answer), default.took))


@group
def events_by_type():
    r = Receiver(body=b"<title>Offer</title>", headers={"Content-Type": "text/html"})
    w = World("", "-site", "shop.test=" + r.url)
    p = w.person(style={"links": "curious", "filter": "strict"})
    w.must(w.put("/links", {"sender_check": 0}))
    w.send(text="Hi Anna,\n\nplease look at http://shop.test/offer?x=1 and http://localhost:3000/a and http://gone.test/b today.\n\nBen")
    w.send(subject="FREE VIAGRA WINNER!!!", text="CONGRATULATIONS!!! You WON $1,000,000!!! Click http://win.test/claim NOW!!! 100% FREE casino viagra lottery. Act now! Dear friend, send your bank account.", frm="win@lottery-cash.test")
    w.advance("3d")
    for kind, fields in {
        "mail.delivered": ("from", "to", "subject", "message_id"), "persona.received": ("persona_id", "persona", "case_id", "from", "from_name", "subject", "message_id", "text"),
        "persona.junked": ("persona_id", "persona", "subject", "message_id", "score", "threshold", "why"), "persona.sent": ("persona_id", "persona", "kind", "case_id", "to", "cc", "subject", "message_id", "by", "links_opened", "text"),
        "link.opened": ("persona_id", "persona", "url", "text", "message_id", "why", "status", "final_url", "title", "content_type", "ms"), "link.failed": ("persona_id", "persona", "url", "text", "message_id", "why", "error", "ms"),
        "link.skipped": ("persona_id", "persona", "url", "message_id", "why"), "job.scheduled": ("id", "kind", "persona_id", "due", "plan"), "job.done": ("id", "kind", "persona_id", "note"),
        "inspect.scored": ("message_id", "subject", "score", "engine", "action"), "clock": ("now", "speed", "frozen", "real"), "persona.updated": ("id", "name"),
    }.items():
        got = w.events(kind)
        if ok(f"a {kind} event", "one at least", got, sorted({e["type"] for e in w.events()})):
            keys(kind, got[0]["data"], *fields)
    o = w.events("link.opened")[0]["data"]
    eq("link.opened", (o["url"], o["status"], o["final_url"], o["title"], o["content_type"].split(";")[0]), ("http://shop.test/offer?x=1", 200, "http://shop.test/offer?x=1", "Offer", "text/html"))
    eq("links_opened of the reply", w.events("persona.sent")[0]["data"]["links_opened"], 1)
    has("the visit's headers", r.got[0]["headers"]["Host"], "shop.test")
    eq("junked mail is in Junk, unanswered", ([m["from"] for m in w.inbox("anna@client.test", "Junk")], len(w.events("persona.sent"))), (["win@lottery-cash.test"], 1))
    ids = [e["id"] for e in w.events()]
    eq("ids rise by one", ids, list(range(1, len(ids) + 1)))
    wrong = [e for e in w.events() if e["source"] != "service" or not e["at"].endswith("Z") or set(e) - {"type", "id", "at", "source", "data", "persona", "case_id"}]
    eq("events of another form", wrong, [])
    w.must(w.put("/links", {"sender_check": 1}))
    w.person("Bea", "bea@client.test")
    w.send(to="bea@client.test", frm="x@shop.test")
    w.send(to="bea@client.test", frm="x@nosite.test")
    w.advance("2d")
    found = {e["data"]["domain"]: e["data"] for e in w.events("link.sender")}
    keys("link.sender of a site", found.get("shop.test"), "persona_id", "persona", "domain", "message_id", "url", "reason", "status", "final_url", "title", "ms")
    keys("link.sender without a site", found.get("nosite.test"), "persona_id", "persona", "domain", "message_id", "url", "reason", "why", "quality", "error")
