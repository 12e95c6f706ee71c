"""What people do: batches, absences, hours, pace, copies, relations; the World's streams; logins that end."""

import email

from harness import *


def sent(w, after=0, kind=None):
    return [e["data"] for e in w.events("persona.sent", after) if kind in (None, e["data"]["kind"])]


def enc(message_id):
    return message_id.replace("<", "%3C").replace(">", "%3E")


@group
def a_reply():
    w = World()
    w.person(addresses=["anna@client.test", "anna.b@client.test"], style={"signature": "Anna Berg\nClient Inc"})
    first = w.send(to="anna.b@client.test", references=["<zero@x.test>"], in_reply_to="<zero@x.test>")
    w.advance("9m59s")
    eq("before the delay", [b["address"] for b in w.get("/mailboxes").json if b["address"] == "app@ours.test" and w.inbox("app@ours.test")], [])
    w.advance("1s")
    m = w.inbox("app@ours.test")[0]
    eq("a reply: time, from, to, subject, threading", (m["time"], m["from"], m["from_name"], m["to"], m["subject"], m["in_reply_to"], m["references"]),
       ("2026-01-05T09:10:00Z", "anna@client.test", "Anna", ["app@ours.test"], "Re: Your order", first, ["<zero@x.test>", first]))
    full = w.get("/mailboxes/app@ours.test/messages/INBOX/1")["message"]
    has("a reply: signature", full["text"], "Anna Berg")
    ok("a reply carries x-service-simulated", "header", "x-service-simulated" in {k.lower() for k in m["headers"]}, m["headers"])
    d = sent(w)[0]
    eq("persona.sent of it", (d["kind"], d["to"], d["message_id"], d["by"], d["subject"], d["links_opened"]), ("reply", ["app@ours.test"], m["message_id"], "templates", "Re: Your order", 0))
    eq("Sent of the person", [x["message_id"] for x in w.inbox("anna@client.test", "Sent")], [m["message_id"]])
    w.send(frm="app@ours.test", to="anna@client.test", subject="Re: Your order", in_reply_to=m["message_id"], references=[first, m["message_id"]], text="Hi Anna,\n\nand which colour do you want?\n\nBen")
    w.advance("1h")
    n = w.inbox("app@ours.test")[0]
    eq("a reply in a thread: References of all, one Re:", (n["references"][:2], n["subject"]), ([first, m["message_id"]], "Re: Your order"))
    w.must(w.post("/send", {"from": "noreply@ours.test", "to": ["anna@client.test"], "subject": "s", "text": "Hi Anna,\n\nwhen?\n"}))
    r = w.get(f"/personas/{w.get('/personas').json[0]['id']}/relations").json
    keys("relations", r, "relations", "stances")
    has("relations name the correspondent", [x["address"] for x in r["relations"]], "app@ours.test")
    pid = w.get("/personas").json[0]["id"]
    w.must(w.delete(f"/personas/{pid}/relations?address=APP@ours.test"))
    ok("one correspondent forgotten", "not there", "app@ours.test" not in [x["address"] for x in w.get(f"/personas/{pid}/relations")["relations"]])
    w.must(w.delete(f"/personas/{pid}/relations"))
    eq("all forgotten", w.get(f"/personas/{pid}/relations").json, {"relations": [], "stances": []})


@group
def batches():
    w = World()
    w.person(timing={"delay": {"median": "3h", "spread": 1}})
    mids = [w.send(subject="Question", text="Hi Anna,\n\nwhen?\n\nBen")]
    for n in range(6):
        mids.append(w.send(subject="Re: Question", text=f"Hi Anna,\n\nand question {n}: which colour?\n\nBen", in_reply_to=mids[-1], references=mids))
    b = [e["data"] for e in w.events("persona.batched")]
    if ok("six mails more in a thread with a planned reply", "some are persona.batched", b, w.jobs()):
        keys("persona.batched", b[0], "persona_id", "persona", "subject", "why")
    planned = w.jobs("?state=pending&kind=reply")
    eq("replies planned and batched mails", len(planned) + len(b), 7)
    w.advance("1d")
    eq("as many replies as were planned", len(sent(w, kind="reply")), len(planned))
    theirs = {d["message_id"] for d in sent(w, kind="reply")}
    for mid in mids:
        a = w.get(f"/wait/reply?from=anna@client.test&in_reply_to={enc(mid)}&timeout=300")
        ok(a.sent, "200 and one of the replies", a.status == 200 and a.json.get("message_id") in theirs, str(a))


@group
def absences():
    w = World()
    w.person(timing={"ooo": [{"from": "2026-01-05", "to": "2026-01-07", "message": "I am away until Thursday."}, {"from": "2026-02-02", "to": "2026-02-03", "message": "Away again."}]})
    for n in range(3):
        w.send(subject=f"Q{n}", text=f"Hi Anna,\n\nwhen {n}?\n")
        w.advance("2h")
    w.send(frm="other@ours.test")
    w.advance("2h")
    notices = sent(w, kind="ooo")
    eq("one notice for each correspondent", sorted(d["to"][0] for d in notices), ["app@ours.test", "other@ours.test"])
    m = [x for x in w.inbox("app@ours.test")][-1]
    has("the notice's text", m["text"], "I am away until Thursday.")
    raw = email.message_from_bytes(w.get(f"/mailboxes/app@ours.test/messages/INBOX/{m['uid']}/raw").body)
    ok("Auto-Submitted of the notice", "auto-replied", (raw["Auto-Submitted"] or "").startswith("auto-replied"), raw["Auto-Submitted"])
    w.must(w.post("/clock/advance", {"to": "2026-01-09T09:00:00Z"}))
    start = w.last()
    w.send(subject="After")
    w.advance("1d")
    after = [d["kind"] for d in sent(w, start)]
    ok("after the absence: a reply, no notice", "reply first, and what it put off at most", after[:1] == ["reply"] and set(after[1:]) <= {"deliver"}, after)
    w.must(w.post("/clock/advance", {"to": "2026-02-02T10:00:00Z"}))
    start = w.last()
    w.send(subject="Second absence")
    w.advance("1h")
    eq("the next absence: a notice again", [d["kind"] for d in sent(w, start)], ["ooo"])


@group
def hours_and_pace():
    w = World()
    w.must(w.post("/clock/advance", {"to": "2026-01-09T19:00:00Z"}))  # a Friday evening
    hours = {"tz": "America/New_York", "days": "mon-fri", "from": "09:00", "to": "17:00"}
    w.person(timing={"hours": hours})
    w.person("Late", "late@client.test", timing={"hours": {"tz": "UTC", "days": "mon-fri", "from": "09:00", "to": "17:00"}})
    w.send(to="anna@client.test")
    w.send(to="late@client.test")
    w.advance("7d")
    at = {e["data"]["persona"]: e["at"] for e in w.events("persona.sent")}
    ok("Friday 19:00 UTC is 14:00 in New York", "answered that day", at.get("Anna", "").startswith("2026-01-09"), at)
    ok("after hours on Friday in UTC", "answered on Monday from 9 on", "2026-01-12T09:00" <= at.get("Late", "") < "2026-01-12T17:01", at)
    for factor, minutes in ((0.1, 1), (2, 20), (0, 10)):
        v = World()
        v.must(v.put("/pace", {"factor": factor}))
        v.person()
        v.send()
        eq(f"pace {factor}: the reply's due", [j["due"] for j in v.jobs("?kind=reply")], [f"2026-01-05T09:{minutes:02d}:00Z"])
        v.stop()
        worlds.remove(v)
    v = World()
    v.must(v.post("/clock/advance", {"to": "2026-01-10T03:00:00Z"}))  # a Saturday night
    v.must(v.put("/pace", {"factor": 1, "ignore_hours": True}))
    v.person(timing={"hours": hours})
    v.send()
    eq("ignore_hours on a Saturday night", [j["due"] for j in v.jobs("?kind=reply")], ["2026-01-10T03:10:00Z"])


@group
def habits():
    w = World()
    w.person("Cleo", "cleo@client.test", behaviors={"cc_someone": 1}, org="Client")
    w.person("Dee", "dee@client.test", org="Client")
    w.send(to="cleo@client.test")
    w.advance("3d")
    w.must(w.delete("/personas/" + next(p["id"] for p in w.get("/personas").json if p["name"] == "Cleo")))
    start = w.last()
    w.person("Bo", "bo@client.test", behaviors={"bounce": 1})
    w.send(to="bo@client.test")
    w.person("Never", "never@client.test", timing={"reply_rate": 0})
    w.send(to="never@client.test")
    w.advance("3d")
    cc = [d for d in sent(w) if d["persona"] == "Cleo"]
    ok("cc_someone 1", "a copy to someone", cc and cc[0]["cc"], cc)
    e = w.events("persona.bounced", start)
    eq("persona.bounced", [(x["data"]["address"], x["data"]["to"], x["data"]["subject"]) for x in e], [("bo@client.test", "app@ours.test", "Your order")])
    keys("persona.bounced", e[0]["data"], "persona_id", "address", "kind", "to", "subject")
    eq("reply_rate 0: ignored", [x["data"]["persona"] for x in w.events("persona.ignored", start)], ["Never"])
    t = w.get("/temperaments").json
    eq("temperaments", sorted(x["name"] for x in t), sorted(("responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost")))
    rate = {x["name"]: x["reply_rate"] for x in t}
    ok("ghost answers least, responsive most", "", rate["ghost"] == min(rate.values()) and rate["responsive"] == max(rate.values()), rate)
    for n in range(30):
        w.must(w.post("/personas", {"name": f"G{n}", "addresses": [f"g{n}@client.test"], "temperament": "ghost"}))
        w.must(w.post("/personas", {"name": f"R{n}", "addresses": [f"r{n}@client.test"], "temperament": "responsive"}))
        w.send(to=f"g{n}@client.test", frm=f"f{n}@ours.test")
        w.send(to=f"r{n}@client.test", frm=f"f{n}@ours.test")
    w.advance("30d")
    g, r = ({d["persona"] for d in sent(w) if d["persona"][0] == x and d["persona"][1:].isdigit()} for x in "GR")
    ok("30 ghosts and 30 responsive people", "far fewer ghosts answer", 3 * len(g) < len(r), (len(g), len(r)))


@group
def world_streams():
    w = World()
    company = {"name": "Ours", "domain": "ours.test", "tz": "America/New_York"}
    kinds = w.get("/world")["kinds"]
    eq("kinds of streams", sorted(kinds), sorted("lead support vendor partner customer newsletter spam phishing custom".split()))
    w.must(w.put("/world", {"company": company, "streams": [{"id": k, "kind": k, "per_day": 10, "new_people": 1, "enabled": True, "to": [f"{k}@ours.test"], "business_hours": k == "lead", "brief": "velvet curtains" if k == "custom" else ""} for k in kinds]}))
    w.advance("10d")
    for s in w.get("/world")["world"]["streams"]:
        box = w.inbox(s["to"][0]) + [m for f in w.get(f"/mailboxes/{s['to'][0]}/folders").json if f["name"] == "Junk" for m in w.inbox(s["to"][0], "Junk")]
        ok(f"stream {s['id']}: 10 a day for 10 days", "50 to 150 mails, sent counts them", 50 <= len(box) <= 150 and s["sent"] == len(box), (len(box), s["sent"]))
        ok(f"stream {s['id']}: mail is marked", "x-service-simulated", all("x-service-simulated" in {k.lower() for k in m["headers"]} for m in box))
    at = [e["at"] for e in w.events("world.mail") if e["data"]["stream"] == "lead"]
    outside = [t for t in at if not "14:00" <= t[11:16] <= "23:00"]  # 9 to 18 in New York
    eq("business_hours in the company's zone", outside, [])
    ok("no mail of business hours on a weekend", "none", not [t for t in at if t[:10] in ("2026-01-10", "2026-01-11")], at)
    ok("other streams send at any hour", "at night too", [e for e in w.events("world.mail") if e["data"]["stream"] == "spam" and e["at"][11:13] in ("03", "04", "05", "06", "07")])
    custom = [m["subject"] + m["text"] for m in w.inbox("custom@ours.test")]
    ok("the brief shows", "velvet curtains", any("curtain" in t.lower() for t in custom), custom[:2])
    people = [e["data"] for e in w.events("persona.created")]
    ok("new people of the World", "provider world, persona.created", people and w.get("/personas/" + people[0]["persona_id"])["provider"] == "world", people[:1])
    world = w.get("/world")["world"]
    keep = [s for s in world["streams"] if s["id"] == "spam"]
    a = w.must(w.put("/world", {"company": company, "streams": [{**keep[0], "enabled": False}]}))
    eq("an id kept keeps sent; off has no next", (a["world"]["streams"][0]["sent"], a["world"]["streams"][0].get("next")), (keep[0]["sent"], None))
    start = w.last()
    w.advance("3d")
    eq("no stream is on: nothing comes", w.events("world.mail", start), [])


@group
def logins_that_end():
    w = World()
    w.login(username="desk", note="n", display_name="Desk")
    works = lambda pw="a long password": [x["ok"] for x in w.post("/accounts/app@ours.test/check", {"password": pw}).json.values()]
    eq("a login works", works(), [True, True])
    for change, after, undo in (({"disabled": True}, [False, False], {"disabled": False}), ({"allow_smtp": False}, [False, True], {"allow_smtp": True}), ({"allow_imap": False}, [True, False], {"allow_imap": True}), ({"password": ""}, [True, True], {"note": "m"})):
        w.must(w.patch("/accounts/app@ours.test", change))
        eq(f"after {change}", works(), after)
        w.must(w.patch("/accounts/app@ours.test", undo))
        eq(f"after {undo}", works(), [True, True])
    w.must(w.put("/accounts/app@ours.test", {"password": "another one"}))
    eq("a new password: old, new", (works(), works("another one")), ([False, False], [True, True]))
    eq("by username", w.post("/accounts/app@ours.test/check", {"password": "another one", "username": "desk"})["imap"], {"ok": True, "address": "app@ours.test"})
    c = w.raw_imap("desk", "another one")
    c("SELECT INBOX")
    w.must(w.patch("/accounts/app@ours.test", {"password": "a third one"}))
    c.sock.settimeout(5)
    line = c.file.readline().decode()
    has("an IMAP session whose password is changed", line, "* BYE")
    c.close()
    w.must(w.patch("/accounts/app@ours.test", {"clear_password": True}))
    eq("clear_password", works("a third one"), [False, False])
    w.must(w.patch("/accounts/app@ours.test", {"password": "a fourth one"}))
    eq("a password again", works("a fourth one"), [True, True])
    w.must(w.post("/inject", {"to": "app@ours.test", "from": "x@x.test", "subject": "s", "text": "t"}))
    eq("DELETE: mailbox and mail stay", (w.delete("/accounts/app@ours.test").json, [m["subject"] for m in w.inbox("app@ours.test")], works("a fourth one")), ({"status": "ok"}, ["s"], [False, False]))
    text = w.get("/accounts").body.decode() + json.dumps(w.events())
    ok("no password in lists and events", "none", not [p for p in ("another one", "a third one", "a fourth one", "a long password") if p in text])
    for body in ({"clear_password": "yes"}, {"allow_smtp": None}, {"allow_imap": "no"}, {"disabled": 1}, {"role": "x"}, {"username": 5}):
        w.refuse(w.patch("/accounts/app@ours.test", body), 400, list(body)[0])
    w.login("b@ours.test")
    w.login("a@ours.test")
    eq("logins sorted by address", [x["address"] for x in w.get("/accounts").json], ["a@ours.test", "app@ours.test", "b@ours.test"])


@group
def http_edges():
    w = World()
    for method in ("HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW"):
        a = w.ask(method, "/status") if method != "CONNECT" else None
        if a is not None:
            ok(f"{method} /status", "200 or 204 for HEAD and OPTIONS, else 405", a.status in ((200, 204, 405) if method in ("HEAD", "OPTIONS") else (405, 501, 400)), str(a))
    a = w.ask("GET", "/status/")
    ok("GET /status/", "404 (or a redirect)", a.status in (404, 301, 307, 308), str(a))
    w.refuse(w.ask("POST", "/signin", b'{"email":"' + b"a" * 5000 + b'","password":"x"}', key=None), 413 if w.ask("POST", "/signin", b'{"email":"' + b"a" * 5000 + b'","password":"x"}', key=None).status == 413 else 400)
    a = w.ask("PUT", "/pace", b'{"factor":1,' + b" " * (2 << 20) + b'"ignore_hours":false}')
    ok("a body of 2 MiB for the pace", "400 or 413 {error}", a.status in (400, 413) and a.error, str(a)[:200])
    eq("a mail of 2 MiB", w.post("/send", {"from": "a@x.test", "to": ["b@x.test"], "text": "x\n" * (1 << 20)}).status, 200)
    for body in (b'{"Factor":1}', b'{"factor":1e400}', b'{"factor":NaN}', b'{"factor":"1"}', b'{"factor":01}', b"[]", b"null", b'"x"', b"1", b"[" * 10000):
        a = w.ask("PUT", "/pace", body)
        ok(f"PUT /pace {body[:30]!r}", "400 {error}", a.status == 400 and a.error, str(a)[:200])
    a = w.get("/pace", headers={"Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site"})
    eq("no CORS unless configured", a.headers["Access-Control-Allow-Origin"], None)
    a = w.ask("PUT", "/pace", {"factor": 1}, headers={"Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site"})
    ok("a change from another site by a key in the header", "403", a.status == 403, str(a))
    a = w.ask("GET", "/docs", key=None, api="")
    has("pages are not framed", a.headers["Content-Security-Policy"] or "", "frame-ancestors")
    s = w.must(w.post("/inject", {"to": "a@x.test", "from": "b@x.test", "subject": "<script>alert(1)</script>", "raw": None, "text": "<img src=x onerror=alert(1)>"}))
    sh = w.must(w.post("/shares", {"address": "a@x.test", "uid": s["uid"]}))
    page = w.ask("GET", "/share/" + sh["id"], key=None, api="")
    ok("a share's page", "no markup of the mail", b"<script>alert" not in page.body and b"<img src=x" not in page.body, page.body.decode()[:300])
    has("its policy", page.headers["Content-Security-Policy"], "sandbox", "default-src 'none'")
    eq("Referrer-Policy of a share", page.headers["Referrer-Policy"], "no-referrer")
    eq("a share without expires: 7 days", sh["expires"], "2026-01-12T09:00:00Z")
