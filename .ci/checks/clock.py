"""The clock, jobs, durations, reset with each part kept, the same script twice."""

from harness import *


@group
def moves():
    w = World()
    c = w.get("/clock").json
    keys("GET /clock", c, "now", "speed", "frozen", "real")
    eq("-start and -frozen", (c["now"], c["speed"], c["frozen"]), (START, 1, True))
    for by, now in (("90s", "09:01:30"), ("45m", "09:46:30"), ("2h", "11:46:30"), ("1h30m", "13:16:30")):
        a = w.post("/clock/advance", {"by": by})
        eq(a.sent, (a.status, a.json.get("now"), a.json.get("ran")), (200, f"2026-01-05T{now}Z", 0))
    eq("by 3d", w.advance("3d")["now"], "2026-01-08T13:16:30Z")
    eq("to with another offset", w.must(w.post("/clock/advance", {"to": "2026-01-09T00:00:00+01:00"}))["now"], "2026-01-08T23:00:00Z")
    for body in ({}, {"by": "1h", "to": "2026-02-01T00:00:00Z"}, {"by": "1h", "jobs": 1}, {"by": "-1h"}, {"by": ""}, {"by": "soon"}, {"by": 5}, {"by": "1"}, {"by": "1y"}, {"by": "101y"}, {"by": "36501d"}, {"to": "2026-01-01T00:00:00Z"}, {"to": "tomorrow"},
                 {"to": "2026-01-10"}, {"to": "99999-01-01T00:00:00Z"}, {"jobs": -1}, {"jobs": 0}, {"jobs": "1"}, {"jobs": 1.5}, {"by": None}, {"hours": 1}, {"by": "1h "}, {"by": "1e3s"}):
        w.refuse(w.post("/clock/advance", body), 400)
    for body in ({"factor": 0}, {"factor": -1}, {"factor": "fast"}, {}, {"factor": None}, {"factor": 1000001}, {"speed": 2}):
        w.refuse(w.post("/clock/speed", body), 400)
    w.refuse(w.post("/clock/freeze", {"frozen": "yes"}), 400, "frozen")
    eq("the clock after refused moves", (w.get("/clock")["now"], w.get("/clock")["speed"]), ("2026-01-08T23:00:00Z", 1))
    eq("freeze without a body", w.ask("POST", "/clock/freeze")["frozen"], True)
    eq("speed", w.post("/clock/speed", {"factor": 3600})["speed"], 3600)
    eq("freeze false", w.post("/clock/freeze", {"frozen": False})["frozen"], False)
    time.sleep(0.25)
    now = w.post("/clock/freeze", {})["now"]
    ok("0.25 s at 3600", "15 minutes and more", "2026-01-08T23:13" < now < "2026-01-09T01:00", now)
    eq("the last event clock", {k: v for k, v in w.events("clock")[-1]["data"].items() if k in ("speed", "frozen")}, {"speed": 3600, "frozen": True})
    for times in [w.get("/status")["clock"]["now"], w.get("/clock")["now"]]:
        ok("times are RFC 3339", "Z at the end", times.endswith("Z"), times)


@group
def jobs():
    w = World()
    p = w.person()
    for n in range(3):
        w.send(frm=f"app{n}@ours.test", subject=f"M{n}")
    jobs = w.jobs("?kind=reply")
    for j in jobs[:1]:
        keys("a job", j, "id", "kind", "state", "due", "created", "persona_id", "case_id", "message_id", "plan", "note")
        has("a plan reads", j["plan"], "Anna")
    eq("filters together", (len(w.jobs(f"?state=pending&kind=reply&persona_id={p['id']}")), w.jobs("?state=done"), w.jobs("?kind=reply&persona_id=p_other")), (3, [], []))
    a, b, c = (j["id"] for j in jobs)
    w.must(w.patch("/jobs/" + a, {"due": "2026-01-05T12:00:00Z"}))
    eq("skip", w.post(f"/jobs/{b}/skip")["state"], "skipped")
    r = w.must(w.post(f"/jobs/{c}/run"))
    eq("run: done, the clock stands", (r["state"], w.get("/clock")["now"], len(w.inbox("app2@ours.test"))), ("done", START, 1))
    for j in (b, c):
        for call in ("run", "skip"):
            x = w.post(f"/jobs/{j}/{call}")
            ok(x.sent + " once more", "409 or 400", x.status in (400, 409) and x.error, str(x))
        x = w.patch("/jobs/" + j, {"due": "2026-02-01T00:00:00Z"})
        ok(x.sent + " of an ended job", "409 or 400", x.status in (400, 409) and x.error, str(x))
    for due in ("tomorrow", "", None, "2026-01-05", 5, "20260-01-01T00:00:00Z"):
        w.refuse(w.patch("/jobs/" + a, {"due": due}), 400, "due")
    w.refuse(w.patch("/jobs/" + a, {}), 400, "due")
    w.advance("2h59m")
    eq("a moved job before its time", (w.get("/jobs/" + a)["state"], "app0@ours.test" in [m["address"] for m in w.get("/mailboxes").json] and w.inbox("app0@ours.test")), ("pending", []))
    w.advance("1m")
    eq("a moved job at its time", (w.get("/jobs/" + a)["state"], [m["time"] for m in w.inbox("app0@ours.test")]), ("done", ["2026-01-05T12:00:00Z"]))
    eq("a skipped job never runs", (w.advance("30d") and w.inbox("app1@ours.test"), w.get("/jobs/" + b)["state"]), ([], "skipped"))
    eq("job.updated", [(e["data"]["id"], e["data"]["state"], e["data"]["kind"], e["data"]["due"] != "") for e in w.events("job.updated")], [(a, "pending", "reply", True), (b, "skipped", "reply", True)])
    w.send(frm="app3@ours.test")
    x = w.must(w.post("/clock/advance", {"jobs": 1}))
    eq("advance by one job", x["ran"], 1)
    x = w.must(w.post("/clock/advance", {"jobs": 50}))
    ok("advance by more jobs than there are", "ends and says how many", x["ran"] < 50 and not w.jobs("?state=pending"), x)
    q = w.person("Bea", "bea@client.test")
    w.send(to="bea@client.test")
    w.must(w.delete("/personas/" + q["id"]))
    eq("jobs of a deleted person are gone", [j for j in w.jobs("?state=pending") if j["persona_id"] == q["id"]], [])
    eq("their mailbox is kept", len(w.inbox("bea@client.test")), 1)
    start = w.last()
    w.advance("10d")
    eq("a deleted person sends nothing", w.events("persona.sent", start), [])


@group
def waits():
    w = World()
    w.login()
    p = w.person()
    mid = w.send()
    q = mid.replace("<", "%3C").replace(">", "%3E")
    w.refuse(w.get(f"/wait/reply?from=anna@client.test&in_reply_to={q}&fast=false&timeout=100"), 408)
    a = w.get(f"/wait/reply?from=ANNA@client.test&in_reply_to={q}&timeout=5s")
    eq("wait/reply fast: the answer, the clock stands", (a.json.get("in_reply_to"), w.get("/clock")["now"]), (mid, START))
    for field in ("codes", "magic_links"):
        ok(f"wait/reply: {field}", "a list", isinstance(a.json.get(field), list), a.json.get(field))
    b = w.get(f"/wait/reply?from={p['id']}&in_reply_to={q}&timeout=100ms")
    eq("once more: the same at once", b.json.get("message_id"), a.json.get("message_id"))
    g = w.person("Gil", "gil@client.test", temperament="ghost", timing={"reply_rate": 0})
    mid2 = w.send(to="gil@client.test")
    start = time.monotonic()
    w.refuse(w.get(f"/wait/reply?from=gil@client.test&in_reply_to={mid2.replace('<', '%3C').replace('>', '%3E')}&timeout=10s"), 409)
    w.refuse(w.get("/wait/reply?from=gil@client.test&timeout=10s"), 409)
    ok("409 of who decided not to answer", "at once", time.monotonic() - start < 7, time.monotonic() - start)
    got = []
    t = threading.Thread(target=lambda: got.append(w.get("/wait?to=app@ours.test&subject=Second&from=x@x.test&contains=needle&timeout=10s")))
    t.start()
    time.sleep(0.15)
    for subject, frm, text in (("First", "x@x.test", "needle"), ("Second", "y@x.test", "needle"), ("Second", "x@x.test", "hay"), ("Second one", "x@x.test", "a needle 1"), ("Second", "x@x.test", "needle 2")):
        w.must(w.post("/inject", {"to": "app@ours.test", "from": frm, "subject": subject, "text": text}))
    t.join()
    eq("wait by from, subject, contains: the oldest match", got[0].json.get("text", "").strip(), "a needle 1")
    eq("existing: the newest match", w.get("/wait?to=app@ours.test&subject=Second&existing=true&timeout=1s")["text"].strip(), "needle 2")
    w.refuse(w.get("/wait?to=app@ours.test&subject=Second&timeout=50"), 408)
    w.must(w.post("/inject", {"to": "app@ours.test", "folder": "Archive", "from": "x@x.test", "subject": "Filed", "text": "t"}))
    w.refuse(w.get("/wait?to=app@ours.test&subject=Filed&existing=true&timeout=50"), 408)
    eq("wait in a folder", w.get("/wait?to=app@ours.test&subject=Filed&folder=Archive&existing=true&timeout=1s")["folder"], "Archive")
    for timeout in ("50", "50ms", "0.05s"):
        a = w.get(f"/wait?to=app@ours.test&timeout={timeout}")
        ok(a.sent, "408", a.status == 408, str(a))
    a = w.get("/wait?to=app@ours.test&timeout=100")
    ok("a wait on a clock that stands", "says so", a.status == 408 and list(a.json) == ["error"], str(a))


PARTS = ("mail", "personas", "cases", "logins", "world", "recipients", "links", "pace", "ai", "retention", "webhooks", "faults", "shares", "events")


def fill(w):
    w.login(note="n")
    w.person()
    w.must(w.put("/cases/C-1", {"title": "T"}))
    w.must(w.put("/world", {"company": {"name": "Ours", "domain": "ours.test"}, "streams": [{"id": "s", "kind": "lead", "per_day": 4, "enabled": True, "to": ["app@ours.test"]}]}))
    w.must(w.put("/recipients", {"default": {"stranger": "basic"}, "seed": "z"}))
    w.must(w.put("/links", {"max_links": 7}))
    w.must(w.put("/pace", {"factor": 2}))
    w.must(w.put("/retention", {"mail_days": 50, "event_days": 50}))
    w.must(w.put("/webhooks", [{"name": "h", "url": "http://127.0.0.1:9/", "events": ["webhook.failed"]}]))
    w.must(w.put("/faults", {"scenario": "duplicates"}))
    w.must(w.post("/inject", {"to": "app@ours.test", "from": "x@x.test", "subject": "s", "text": "t"}))
    w.must(w.post("/shares", {"address": "app@ours.test", "uid": 1, "expires": "30d"}))
    w.send()


SHOWS = {  # what GET says of a part: something when kept, else the default
    "mail": lambda w: [m["subject"] for m in (w.get("/mailboxes/app@ours.test/messages").json if w.get("/mailboxes/app@ours.test/messages").status == 200 else [])],
    "personas": lambda w: [p["name"] for p in w.get("/personas").json], "cases": lambda w: [c["id"] for c in w.get("/cases").json], "logins": lambda w: [a["address"] for a in w.get("/accounts").json],
    "world": lambda w: [s["id"] for s in w.get("/world")["world"]["streams"]], "recipients": lambda w: w.get("/recipients")["seed"], "links": lambda w: w.get("/links")["policy"]["max_links"],
    "pace": lambda w: w.get("/pace")["factor"], "ai": lambda w: w.get("/ai")["mode"], "retention": lambda w: w.get("/retention")["mail_days"], "webhooks": lambda w: [h["name"] for h in w.get("/webhooks").json],
    "faults": lambda w: w.get("/faults")["scenario"], "shares": lambda w: len(w.get("/shares").json), "events": lambda w: bool([e for e in w.get("/events?limit=1000")["events"] if e["type"] == "mail.delivered"]),
}
EMPTY = {"mail": [], "personas": [], "cases": [], "logins": [], "world": [], "recipients": "", "links": 3, "pace": 1, "ai": "off", "retention": 0, "webhooks": [], "faults": "", "shares": 0, "events": False}
FULL = {"mail": ["s"], "personas": ["Anna"], "cases": ["C-1"], "logins": ["app@ours.test"], "world": ["s"], "recipients": "z", "links": 7, "pace": 2, "ai": "off", "retention": 50, "webhooks": ["h"], "faults": "duplicates", "shares": 1, "events": True}


@group
def reset():
    w = World()
    fill(w)
    last = w.last()
    w.refuse(w.post("/reset", {"keep": ["mails"]}), 400, "mails")
    w.refuse(w.post("/reset", {"keep": ["mail", "keys"]}), 400, "keys")
    w.refuse(w.post("/reset", {"keep": "mail"}), 400, "keep")
    w.refuse(w.post("/reset", {"except": []}), 400, "except")
    eq("a refused reset removes nothing", {k: f(w) for k, f in SHOWS.items()}, FULL)
    for part in PARTS:
        keep = [part] + (["mail"] if part == "shares" else [])
        a = w.post("/reset", {"keep": keep})
        eq(a.sent + ": answer", (a.status, sorted(a.json)), (200, ["cases", "events", "jobs", "mailboxes", "messages", "personas"]))
        got = {k: f(w) for k, f in SHOWS.items()}
        want = {k: FULL[k] if k in keep else EMPTY[k] for k in SHOWS}
        eq(a.sent + f": what is there", got, want)
        ok(a.sent, "event ids go on rising", w.last() >= last, (last, w.last()))
        w.must(w.post("/reset", {}))
        eq("reset of all", {k: f(w) for k, f in SHOWS.items()}, EMPTY)
        fill(w)
        ok("after a reset ids go on", "above those before", w.last() > last, (last, w.last()))
        last = w.last()
    w.must(w.post("/reset", {"keep": list(PARTS)}))
    eq("keep all", {k: f(w) for k, f in SHOWS.items()}, FULL)
    eq("the clock and the key stay", (w.get("/clock")["now"], w.get("/me").status), (START, 200))
    got = []
    t = threading.Thread(target=lambda: got.append(w.get("/wait?to=app@ours.test&timeout=10s")))
    t.start()
    time.sleep(0.2)
    w.must(w.post("/reset", {}))
    t.join()
    w.refuse(got[0], 409)
    v = World("id: u_f\npersonas: [{id: p_f, name: File, addresses: [f@client.test]}]\npace: {factor: 0.5}\ncases: [{id: C-9, title: Nine}]\n")
    v.must(v.put("/pace", {"factor": 4}))
    v.must(v.delete("/cases/C-9"))
    v.must(v.post("/reset", {}))
    eq("a reset goes back to the file", (v.get("/pace")["factor"], [p["id"] for p in v.get("/personas").json], [c["id"] for c in v.get("/cases").json]), (0.5, ["p_f"], ["C-9"]))


@group
def the_same_twice():
    def script(w, message_ids):
        w.login()
        for n in range(5):
            w.must(w.post("/personas", {"name": f"P{n}", "addresses": [f"p{n}@client.test"]}))
        w.must(w.put("/world", {"company": {"name": "Ours", "domain": "ours.test"}, "streams": [{"id": "s", "kind": "support", "per_day": 6, "new_people": 0.5, "enabled": True, "to": ["app@ours.test"]}]}))
        s = w.smtp()
        for n in range(5):
            s.sendmail("app@ours.test", [f"p{n}@client.test"], f"From: app@ours.test\r\nTo: p{n}@client.test\r\nSubject: Offer {n}\r\nMessage-ID: <{message_ids}{n}@ours.test>\r\n\r\nDear P{n},\r\n\r\ncan you send the contract by Friday?\r\n")
        s.quit()
        w.advance("6d")
        log = json.dumps([{k: v for k, v in e.items()} for e in w.events()])
        log = json.loads(log)
        for e in log:
            for k in ("real", "ms", "remote"):
                e["data"].pop(k, None)
        raws = [w.get(f"/mailboxes/app@ours.test/messages/INBOX/{m['uid']}/raw").body for m in w.inbox("app@ours.test")]
        return log, raws

    a, b = script(World(), "a"), script(World(), "a")
    ok("two runs of one script: logs", "the same", a[0] == b[0], next(((x, y) for x, y in zip(*[r[0] for r in (a, b)]) if x != y), ""))
    ok("two runs of one script: raw mails", "the same", a[1] == b[1])
    c = script(World(), "other-")
    strip = lambda r: [(e["type"], e["at"], e["data"].get("persona"), e["data"].get("kind"), e["data"].get("text")) for e in r[0]]
    ok("other Message-IDs", "the same decisions, times and words", strip(a) == strip(c), next(((x, y) for x, y in zip(strip(a), strip(c)) if x != y), ""))
    d = script(World("", "-seed", "another"), "a")
    ok("another seed", "another log", strip(a) != strip(d))
    w = World()
    script(w, "a")
    w.must(w.post("/reset", {}))
    now = w.get("/clock")["now"]
    ok("the clock stays in a reset", "six days on", now.startswith("2026-01-11"), now)
