"""People from outside: what they send, who is learned from mail, who may log in, whom they forward to."""

from harness import *

KINDS = {"reply", "followup", "correction", "ooo", "initiate", "deliver", "nudge"}


@group
def kinds_of_persona_sent():
    w = World()
    w.person(behaviors={"forward_to": "ben@client.test", "double_reply": 1, "cc_someone": 1}, org="Client")
    w.person("Ooo", "ooo@client.test", timing={"ooo": [{"from": "2026-01-01", "to": "2026-01-20", "message": "Back on the 21st"}]})
    for n in range(6):
        w.person(f"D{n}", f"d{n}@client.test", behaviors={"keep_promises": 1}, temperament="procedural")
        w.send(to=f"d{n}@client.test", subject="Contract", text="Hello,\n\nplease send me the signed contract by Friday.\n\nBen")
    mid = w.send()
    w.send(to="ooo@client.test")
    w.must(w.post("/send", {"from": "anna@client.test", "to": ["app@ours.test"], "subject": "By hand", "text": "t"}))
    w.must(w.put("/world", {"company": {"name": "Ours", "domain": "ours.test"}, "streams": [{"id": "s", "kind": "customer", "per_day": 10, "new_people": 0, "enabled": True, "to": ["desk@ours.test"]}]}))
    w.advance("20d")
    sent = [e["data"] for e in w.events("persona.sent")]
    eq("kinds of persona.sent", {d["kind"] for d in sent} - KINDS, set())
    has("kinds that were to come", {d["kind"] for d in sent}, "reply", "ooo", "initiate")
    for d in sent[:1]:
        keys("persona.sent", d, "persona_id", "persona", "kind", "case_id", "to", "cc", "subject", "message_id", "by", "links_opened", "text")
    forwards = w.jobs("?kind=forward")
    ok("forward_to", "a job of kind forward that is done", forwards and forwards[0]["state"] == "done", forwards)
    told = [d for d in sent if d["to"] == ["ben@client.test"] and d["message_id"] == forwards[0]["note"].split()[-1]]
    eq("persona.sent of the forward", [d["kind"] for d in told], ["initiate"])
    world = [e["data"] for e in w.events("world.mail") if e["data"].get("persona_id")]
    ids = {d["message_id"]: d["kind"] for d in sent}
    eq("World mail of a person is persona.sent initiate", {ids.get(d["message_id"]) for d in world}, {"initiate"})
    a = w.get(f"/wait/reply?from=anna@client.test&in_reply_to={mid.replace('<', '%3C').replace('>', '%3E')}&timeout=2s")
    eq("wait/reply with in_reply_to gives the reply, not the forward", a.json.get("to"), ["app@ours.test"])


@group
def learn_names():
    w = World()
    w.must(w.post("/inject", {"to": "desk@ours.test", "from": "x@x.test", "subject": "s", "text": "t"}))
    for n, (frm, text, name) in enumerate((
            ("m.osei", "Hello,\n\nthe lamps arrived today, thank you.\n\nKind regards,\nMargaret Osei\nHead of Purchasing\nHarbour Studio", "Margaret Osei"),
            ("jdoe17", "Hi team,\n\ncould you resend the invoice?\n\nBest,\nJonas Doerfler", "Jonas Doerfler"),
            ("info", "Guten Tag,\n\nbitte um ein Angebot.\n\nMit freundlichen Grüßen\nSabine Krüger\n", "Sabine Krüger"),
            ("k.t", "Hi,\n\nsee you on Monday.\n\n-- \nKofi Tetteh\nLogistics\n+233 20 123 456", "Kofi Tetteh"))):
        address = f"{frm}@client{n}.test"
        for i in range(3):
            w.must(w.post("/send", {"from": address, "to": ["desk@ours.test"], "subject": f"Mail {i}", "text": text}))
        a = w.post("/personas/learn", {"address": address})
        eq(f"learn from mails signed {name}", (a.status, a.json.get("persona", {}).get("name")), (200, name))
    keys("learn", a.json, "persona", "by", "people")
    eq("learn: people known", a["people"], 1)
    ok("learn with AI off: by", "not ai", a["by"] and a["by"] != "ai", a["by"])
    w.must(w.post("/send", {"from": "Lena Vogt <lv@client.test>", "to": ["desk@ours.test"], "subject": "s", "text": "Hi,\n\nthanks.\n\nL."}))
    eq("learn: the header's name", w.post("/personas/learn", {"address": "lv@client.test"})["persona"]["name"], "Lena Vogt")
    w.refuse(w.post("/personas/learn", {"address": "lv@client.test"}), 409)
    w.refuse(w.post("/personas/learn", {"address": "nobody@client.test"}), 404)
    w.refuse(w.post("/personas/learn", {"address": "no address"}), 400, "address")
    w.refuse(w.post("/personas/learn", {}), 400, "address")
    w.refuse(w.post("/personas/learn", {"address": "desk@ours.test", "paused": "no"}), 400, "paused")


@group
def can_login():
    w = World()
    boxes = lambda: {m["address"]: m["can_login"] for m in w.get("/mailboxes").json}
    w.login("both@ours.test")
    w.login("none@ours.test", allow_smtp=False, allow_imap=False)
    w.login("imap@ours.test", allow_smtp=False)
    w.login("smtp@ours.test", allow_imap=False)
    w.login("off@ours.test")
    w.must(w.patch("/accounts/off@ours.test", {"disabled": True}))
    w.login("bare@ours.test")
    w.must(w.patch("/accounts/bare@ours.test", {"clear_password": True}))
    w.login("gone@ours.test")
    w.must(w.delete("/accounts/gone@ours.test"))
    w.must(w.post("/inject", {"to": "plain@ours.test", "from": "x@x.test", "subject": "s", "text": "t"}))
    eq("can_login", boxes(), {"both@ours.test": True, "none@ours.test": False, "imap@ours.test": True, "smtp@ours.test": True,
                              "off@ours.test": False, "bare@ours.test": False, "gone@ours.test": False, "plain@ours.test": False})
    w.must(w.patch("/accounts/none@ours.test", {"allow_imap": True}))
    w.must(w.patch("/accounts/off@ours.test", {"disabled": False}))
    eq("can_login after changes", (boxes()["none@ours.test"], boxes()["off@ours.test"]), (True, True))
    for user, proto, works in (("imap@ours.test", "smtp", False), ("imap@ours.test", "imap", True), ("smtp@ours.test", "imap", False), ("smtp@ours.test", "smtp", True)):
        try:
            w.imap(user).logout() if proto == "imap" else w.smtp(user).quit()
            got = True
        except Exception as e:
            got = False
        eq(f"{user} logs in by {proto}", got, works)
        a = w.post(f"/accounts/{user}/check", {"password": "a long password"})
        eq(a.sent, a[proto], {"ok": works, "address": user if works else ""})
    a = w.post("/accounts/both@ours.test/check", {"password": "a long password", "proto": "smtp"})
    ok(a.sent, "imap not tried", a["smtp"]["ok"] and not (a.json.get("imap") or {}).get("ok"), a.json)
    w.refuse(w.post("/accounts/both@ours.test/check", {"password": "x", "proto": "pop3"}), 400, "proto")
    w.refuse(w.post("/accounts/both@ours.test/check", {}), 400, "password")
    w.refuse(w.post("/accounts", {"address": "no address", "password": "x"}), 400, "address must be an email address")
    w.login("named@ours.test", username="named")
    w.refuse(w.post("/accounts", {"address": "other@ours.test", "password": "x", "username": "NAMED"}), 400, "is already used by")
    w.refuse(w.post("/accounts", {"address": "other@ours.test", "password": "x", "username": "both@ours.test"}), 400, "is already used by")
    w.refuse(w.patch("/accounts/nobody@ours.test", {"note": "x"}), 404)
    kinds = [(e["type"], e["data"]["proto"]) for e in w.events("auth.*")]
    has("auth events", kinds, ("auth.ok", "imap"), ("auth.ok", "smtp"), ("auth.failed", "imap"), ("auth.failed", "smtp"))
    e = w.events("auth.failed")[0]["data"]
    keys("auth.failed", e, "proto", "username", "address", "remote", "why")
    ok("auth.failed has no password", "none", "a long password" not in json.dumps(w.events("auth.*")), e)
    eq("remote is the IP alone", e["remote"], "127.0.0.1")


@group
def forward_to():
    w = World()
    for bad in ("p_nosuch", "not an address", "a@x.test, b@x.test", "a@x.test\r\n", "Ben <ben@x.test>"):
        w.refuse(w.post("/personas", {"name": "A", "addresses": ["a@client.test"], "behaviors": {"forward_to": bad}}), 400, "forward_to")
    eq("people after refused forward_to", w.get("/personas").json, [])
    p = w.person("Ben", "ben@client.test")
    q = w.person(behaviors={"forward_to": p["id"]})
    eq("forward_to a person's id", q["behaviors"]["forward_to"], p["id"])
    w.refuse(w.patch("/personas/" + q["id"], {"behaviors": {"forward_to": "p_nosuch"}}), 400, "forward_to")
    w.send()
    w.advance("1d")
    eq("the forward comes to that person", len([m for m in w.inbox("ben@client.test") if m["from"] == "anna@client.test" and m["subject"] == "Fwd: Your order"]), 1)


@group
def fields():
    w = World()
    base = lambda n: {"name": f"N{n}", "addresses": [f"n{n}@client.test"]}
    n = 0
    for field, bad in (("knows", "much"), ("temperament", "angry"), ("style", {"length": "tiny"}), ("style", {"formality": "polite"}), ("style", {"typos": 1.01}), ("style", {"typos": -0.01}),
                       ("style", {"client": "mutt"}), ("style", {"links": "often"}), ("style", {"filter": "spam"}), ("style", {"access": "deaf"}), ("style", {"colour": "x"}), ("style", []),
                       ("timing", {"reply_rate": 1.5}), ("timing", {"reply_rate": -1}), ("timing", {"delay": {"median": "soon"}}), ("timing", {"delay": {"median": "-5m"}}), ("timing", {"delay": {"median": "0s", "spread": 0.9}}),
                       ("timing", {"delay": {"median": 45}}), ("timing", {"hours": {"tz": "UTC", "days": "someday"}}), ("timing", {"hours": {"tz": "UTC", "from": "9am"}}), ("timing", {"hours": {"tz": "UTC", "to": "24:61"}}),
                       ("timing", {"hours": {"tz": "UTC", "from": "25:00"}}), ("timing", {"ooo": [{"from": "2026-13-01", "to": "2026-01-05", "message": ""}]}), ("timing", {"ooo": [{"from": "2026-01-09", "to": "2026-01-05", "message": ""}]}),
                       ("behaviors", {"double_reply": 2}), ("behaviors", {"bounce": -0.1}), ("behaviors", {"cc_someone": "1"}), ("behaviors", {"keep_promises": 1.1}), ("behaviors", {"lies": 1}),
                       ("external_ids", {"crm": 5}), ("external_ids", []), ("addresses", []), ("addresses", None), ("addresses", "a@x.test"), ("addresses", ["no address"]), ("addresses", ["a@x.test", "A@x.test"]),
                       ("name", 5), ("case_ids", "C-1"), ("nonsense", 1), ("who", ["x"])):
        n += 1
        w.refuse(w.post("/personas", {**base(n), field: bad}), 400, *([field] if field != "nonsense" else ["nonsense"]))
    eq("nobody is there after refused creations", (w.get("/personas").json, w.get("/mailboxes").json, w.last()), ([], [], 0))
    p = w.must(w.post("/personas", {"name": "Zoë", "addresses": ["Zoe@Client.test"]}))
    eq("defaults of a person", (p["provider"], p["knows"], p["case_ids"], p["external_ids"], p["paused"]), ("api", "some", [], {}, False))
    has("temperament drawn", ["responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"], p["temperament"])
    has("client drawn", ["gmail", "outlook", "apple", "iphone", "android", "plain"], p["style"]["client"])
    w.refuse(w.post("/personas", {"name": "Y", "addresses": ["zoe@client.TEST"]}), 400, "zoe@client.test")
    q = w.must(w.post("/personas", {"name": "Ada", "addresses": ["ada@client.test"], "style": {"length": "short", "typos": 0.5}, "external_ids": {"crm": "7"}}))
    eq("people sorted by name", [x["name"] for x in w.get("/personas").json], ["Ada", "Zoë"])
    a = w.must(w.patch("/personas/" + q["id"], {"style": {"length": "long"}}))
    eq("PATCH of style replaces all of it", (a["style"].get("length"), a["style"].get("typos"), a["external_ids"]), ("long", None, {"crm": "7"}))
    eq("events of creation and change through the API", [(e["type"], e["data"]["name"]) for e in w.events("persona.*")], [("persona.updated", "Zoë"), ("persona.updated", "Ada"), ("persona.updated", "Ada")])
    w.must(w.post("/memory/by-external", {"system": "crm", "id": "7", "text": "likes tea"}))
    w.must(w.post(f"/personas/{q['id']}/memory", {"text": "met in Rome", "source": "trip", "case_id": "C-9"}))
    w.must(w.post(f"/personas/{q['id']}/memory", {"text": "bare"}))
    eq("memory", w.get(f"/personas/{q['id']}/memory").json, {"": ["(crm) likes tea", "bare"], "C-9": ["(trip) met in Rome"]})
    eq("persona.memory", [(e["data"]["persona_id"], e["data"]["case_id"], e["data"]["source"]) for e in w.events("persona.memory")], [(q["id"], "", "crm"), (q["id"], "C-9", "trip"), (q["id"], "", "")])
    for body, word in (({"system": "crm", "id": "7"}, "text"), ({"system": "crm", "text": "x"}, "id"), ({"id": "7", "text": "x"}, "system")):
        w.refuse(w.post("/memory/by-external", body), 400, word)
    w.refuse(w.post("/memory/by-external", {"system": "crm", "id": "8", "text": "x"}), 404)
    w.refuse(w.post(f"/personas/{q['id']}/memory", {"text": ""}), 400, "text")
    w.must(w.delete(f"/personas/{q['id']}/memory?case_id=C-9"))
    eq("memory after clearing a case", w.get(f"/personas/{q['id']}/memory").json, {"": ["(crm) likes tea", "bare"]})
    w.must(w.delete(f"/personas/{q['id']}/memory"))
    ok("memory after clearing all", "nothing", not any(w.get(f"/personas/{q['id']}/memory").json.values()), w.get(f"/personas/{q['id']}/memory").json)
    for method, path in (("GET", "/personas/p_x"), ("PATCH", "/personas/p_x"), ("PUT", "/personas/p_x"), ("DELETE", "/personas/p_x"), ("GET", "/personas/p_x/memory"), ("DELETE", "/personas/p_x/memory"),
                         ("GET", "/personas/p_x/relations"), ("DELETE", "/personas/p_x/relations")):
        w.refuse(w.ask(method, path, {} if method in ("PATCH", "PUT") else None), 404, "no such persona")
    w.refuse(w.post("/personas/p_x/memory", {"text": "x"}), 404, "no such persona")
