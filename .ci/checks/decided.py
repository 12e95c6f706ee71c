"""Points where both readings were possible: the one that holds."""

from harness import *


def plain(message_id):
    return message_id.replace("<", "%3C").replace(">", "%3E")


@group
def webhook_taken_off():
    r = Receiver(*[500] * 40)
    w = World()
    hook = {"name": "h", "url": r.url + "/a", "events": ["persona.updated"], "secret": "one secret"}
    w.must(w.put("/webhooks", [hook]))
    w.person("Anna", "anna@client.test")
    ok("a webhook that answers 500", "one attempt", r.wait(1), len(r.got))
    w.must(w.put("/webhooks", []))
    time.sleep(3.6)
    eq("taken off the list: attempts after the 3 s retry was due", len(r.got), 1)
    w.must(w.put("/webhooks", [hook]))
    w.person("Bea", "bea@client.test")
    ok("put back: a new event", "one more attempt", r.wait(2), len(r.got))
    w.must(w.put("/webhooks", [{**hook, "secret": "another secret"}]))
    time.sleep(3.6)
    eq("a new secret: attempts after the 3 s retry was due", len(r.got), 2)
    w.person("Cleo", "cleo@client.test")
    r.wait(3)
    masked = w.get("/webhooks").json
    w.must(w.put("/webhooks", masked))
    ok("the masked list sent back: the retry goes on", "4 attempts", r.wait(4, 5), len(r.got))
    eq("webhook.failed of what was taken off", w.events("webhook.failed"), [])


@group
def bounced_mail():
    w = World()
    p = w.person("Bea", "bea@client.test", behaviors={"bounce": 1})
    q = w.person("Carl", "carl@client.test")
    mid = w.send(to="bea@client.test")
    w.advance("1d")
    ok("behaviors.bounce 1", "persona.bounced", w.events("persona.bounced"), w.events())
    start = time.monotonic()
    w.refuse(w.get(f"/wait/reply?from={p['id']}&in_reply_to={plain(mid)}&timeout=8s"), 409, "bounce")
    w.refuse(w.get("/wait/reply?from=bea@client.test&timeout=8s"), 409, "bounce")
    ok("409 of a bounced mail", "at once", time.monotonic() - start < 7, time.monotonic() - start)
    for kind in ("unknown", "full", "disabled", "blocked", "domain"):
        w.must(w.put("/mailboxes/carl@client.test/status", {"status": kind}))
        mid = w.send(to="carl@client.test", subject=kind)
        w.advance("1h")
        w.refuse(w.get(f"/wait/reply?from={q['id']}&in_reply_to={plain(mid)}&timeout=3s"), 409, "bounce")
    w.must(w.put("/mailboxes/carl@client.test/status", {"status": "ok"}))
    mid = w.send(to="carl@client.test", subject="again")
    eq("status ok again: wait/reply", w.get(f"/wait/reply?from={q['id']}&in_reply_to={plain(mid)}&timeout=5s")["in_reply_to"], mid)


@group
def two_addresses():
    w = World()
    w.person("Anna", addresses=["anna@client.test", "anna.b@client.test", "ann@other.test"])
    for n, fields in enumerate(({"to": ["anna@client.test", "anna.b@client.test"]},
                                {"to": ["anna@client.test"], "cc": ["ann@other.test"]},
                                {"to": ["anna.b@client.test"], "cc": ["anna@client.test", "ann@other.test"]})):
        start = w.last()
        mid = w.send(**{"to": fields["to"]}, cc=fields.get("cc", []), subject=f"Twice {n}", frm=f"app{n}@ours.test")
        w.advance("1d")
        events = w.events("persona.*", start)
        eq(f"one mail {fields}: persona.sent", [e["data"]["kind"] for e in events if e["type"] == "persona.sent"], ["reply"])
        eq(f"one mail {fields}: replies in the sender's INBOX", [m["in_reply_to"] for m in w.inbox(f"app{n}@ours.test")], [mid])
        boxes = [a for a in fields["to"] + fields.get("cc", []) if any(m["message_id"] == mid for m in w.inbox(a))]
        eq(f"one mail {fields}: each mailbox has its copy", boxes, fields["to"] + fields.get("cc", []))
    s = w.smtp()
    start = w.last()
    s.sendmail("smtp@ours.test", ["anna@client.test", "ann@other.test"],
               "From: smtp@ours.test\r\nTo: anna@client.test\r\nCc: ann@other.test\r\nMessage-ID: <two@ours.test>\r\nSubject: Question\r\n\r\nHi Anna,\r\n\r\nwhen do you want it?\r\n")
    s.quit()
    w.advance("1d")
    eq("one SMTP mail to two addresses of one person", [e["data"]["kind"] for e in w.events("persona.sent", start)], ["reply"])


@group
def share_follows():
    w = World()
    w.login()
    for n in range(2):
        w.must(w.post("/inject", {"to": "app@ours.test", "from": "a@x.test", "subject": f"Shared {n}", "text": f"secret word {n}"}))
    shares = [w.must(w.post("/shares", {"address": "app@ours.test", "folder": "INBOX", "uid": n + 1, "expires": "3d"})) for n in range(2)]
    keys("POST /shares", shares[0], "id", "url", "expires")
    eq("expires of a share", shares[0]["expires"], "2026-01-08T09:00:00Z")
    page = lambda s: w.ask("GET", "/share/" + s["id"], key=None, api="")
    has("GET /share", str(page(shares[0])), "secret word 0")
    moved = w.must(w.patch("/mailboxes/app@ours.test/messages/INBOX/1", {"move_to": "Archive", "seen": True}))
    eq("PATCH move_to: new folder and uid", (moved["folder"], moved["flags"]), ("Archive", ["\\Seen"]))
    has("a share after PATCH move_to", str(page(shares[0])), "secret word 0")
    listed = {s["id"]: s for s in w.get("/shares").json}
    eq("GET /shares after PATCH", (listed[shares[0]["id"]]["folder"], listed[shares[0]["id"]]["uid"]), ("Archive", moved["uid"]))
    m = w.imap()
    m.select("INBOX")
    eq("IMAP MOVE", m.uid("MOVE", "2", "Trash")[0], "OK")
    has("a share after IMAP MOVE", str(page(shares[1])), "secret word 1")
    m.create("Kept")
    m.select("Archive")
    m.uid("COPY", str(moved["uid"]), "Kept")
    m.uid("STORE", str(moved["uid"]), "+FLAGS", "(\\Deleted)")
    m.expunge()
    m.logout()
    eq("a share of an expunged message (a copy is another)", page(shares[0]).status, 404)
    moved = w.must(w.patch("/mailboxes/app@ours.test/messages/Trash/1", {"move_to": "INBOX"}))
    has("a share after moving back", str(page(shares[1])), "secret word 1")
    eq("DELETE /shares", w.delete("/shares/" + shares[1]["id"]).json, {"status": "ok"})
    w.refuse(w.delete("/shares/" + shares[1]["id"]), 404, "no such share")
    eq("a share that is deleted", page(shares[1]).status, 404)
    for body, status, word in (({"address": "app@ours.test", "folder": "INBOX", "uid": 77}, 404, ""), ({"address": "no@ours.test", "folder": "INBOX", "uid": 1}, 404, ""),
                               ({"address": "app@ours.test", "uid": moved["uid"], "expires": "-1d"}, 400, "expires"),
                               ({"address": "app@ours.test", "uid": moved["uid"], "expires": "soon"}, 400, "expires"),
                               ({"address": "app@ours.test", "uid": moved["uid"], "expires": "101y"}, 400, "expires"),
                               ({"uid": 1}, 400, "address"), ({"address": "app@ours.test"}, 400, "uid")):
        w.refuse(w.post("/shares", body), status, word)
    s = w.must(w.post("/shares", {"address": "app@ours.test", "uid": moved["uid"], "expires": "1h"}))
    w.advance("59m")
    eq("a share before it expires", page(s).status, 200)
    w.advance("2m")
    ok("an expired share", "404 or 410", page(s).status in (404, 410), page(s).status)


@group
def time_zones():
    w = World()
    base = {"name": "Z", "addresses": ["z@client.test"]}
    for tz in ("", "Local", "Mars/Base", "../etc/passwd", "europe", "+01:00"):
        w.refuse(w.post("/personas", {"name": "Y", "addresses": [f"y{len(tz)}@client.test"], "timing": {"hours": {"tz": tz}}}), 400, "tz")
        w.refuse(w.put("/world", {"company": {"name": "x", "domain": "x.test", "tz": tz}, "streams": []}), 400, "tz")
    p = w.must(w.post("/personas", {**base, "timing": {"hours": {"days": "mon-fri"}}}))
    eq("hours without tz: GET never says the empty text", w.get("/personas/" + p["id"])["timing"]["hours"].get("tz", "UTC"), "UTC")
    eq("GET /world at first: tz", w.get("/world")["world"]["company"]["tz"], "UTC")
    a = w.must(w.put("/world", {"company": {"name": "x", "domain": "x.test"}, "streams": []}))
    eq("PUT /world without tz: tz", a["world"]["company"]["tz"], "UTC")
    eq("GET /world sent back", w.put("/world", w.get("/world")["world"]).status, 200)
    w.refuse(w.patch("/personas/" + p["id"], {"timing": {"hours": {"tz": ""}}}), 400, "tz")
    code, text = refused_config("personas:\n  - {name: Z, addresses: [z@c.test], timing: {hours: {tz: ''}}}\n")
    ok("tz '' in a file", "refused, naming tz", code != 0 and "tz" in text, text)
    code, text = refused_config("world: {company: {name: x, domain: x.test, tz: ''}}\n")
    ok("company tz '' in a file", "refused, naming tz", code != 0 and "tz" in text, text)


@group
def sent_back():
    w = World()
    p = w.person()
    same = w.patch("/personas/" + p["id"], p)
    eq("a persona sent back as it is", (same.status, same.json), (200, p))
    a = w.patch("/personas/" + p["id"], {"created": "2030-01-01T00:00:00Z", "name": "Anna B"})
    eq("created changed: ignored", (a.status, a.json.get("created"), a.json.get("name")), (200, p["created"], "Anna B"))
    w.refuse(w.patch("/personas/" + p["id"], {"id": "p_other", "name": "No"}), 400, "id")
    w.refuse(w.put("/personas/" + p["id"], {"id": "p_other", "name": "No"}), 400, "id")
    w.refuse(w.patch("/personas/" + p["id"], {"provider": "config", "name": "No"}), 400, "provider")
    eq("after refused changes: the name", w.get("/personas/" + p["id"])["name"], "Anna B")
    l = w.login(username="app", note="n")
    same = w.patch("/accounts/app@ours.test", l)
    eq("a login sent back as it is", (same.status, same.json), (200, l))
    w.refuse(w.patch("/accounts/app@ours.test", {"address": "other@ours.test", "note": "No"}), 400, "address")
    a = w.patch("/accounts/app@ours.test", {"messages": 99, "note": "yes"})
    eq("messages of a login sent: ignored", (a.status, a.json.get("messages"), a.json.get("note")), (200, 0, "yes"))
    eq("the changed address makes no login", [x["address"] for x in w.get("/accounts").json], ["app@ours.test"])
    w.must(w.put("/world", {"company": {"name": "Ours", "domain": "ours.test", "tz": "UTC"}, "streams": [{"id": "s", "kind": "lead", "per_day": 24, "enabled": True, "to": ["desk@ours.test"]}]}))
    w.advance("1d")
    world = w.get("/world")["world"]
    sent = world["streams"][0]["sent"]
    world["streams"][0]["sent"] = 7777
    world["streams"][0]["next"] = "2031-01-01T00:00:00Z"
    a = w.must(w.put("/world", world))
    eq("sent and next sent back: ignored", (a["world"]["streams"][0]["sent"], a["world"]["streams"][0]["next"] < "2026-02"), (sent, True))
    c = w.must(w.put("/cases/C-1", {"title": "One"}))
    a = w.put("/cases/C-1", {**c, "title": "Two", "created": "2030-01-01T00:00:00Z", "updated": "2030-01-01T00:00:00Z"})
    eq("created and updated of a case sent: ignored", (a.status, a.json.get("created"), a.json.get("updated"), a.json.get("title")), (200, c["created"], w.get("/clock")["now"], "Two"))
    w.refuse(w.put("/cases/C-1", {"id": "C-2", "title": "No"}), 400, "id")
    w.send()
    j = next(iter(w.jobs("?state=pending&kind=reply")))
    a = w.patch("/jobs/" + j["id"], {**j, "due": "2026-03-01T10:00:00Z"})
    eq("a job sent back with another due", (a.status, a.json.get("due")), (200, "2026-03-01T10:00:00Z"))
    w.refuse(w.patch("/jobs/" + j["id"], {"id": "j_99", "due": "2026-04-01T10:00:00Z"}), 400, "id")
    eq("after a refused move", w.get("/jobs/" + j["id"])["due"], "2026-03-01T10:00:00Z")
    f = w.must(w.put("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail"}]}))
    f["rules"][0]["hits"] = 5
    a = w.put("/faults", f)
    eq("faults sent back: hits ignored", (a.status, a.json["rules"][0]["hits"]), (200, 0))
    for path in ("/recipients", "/links", "/pace", "/retention", "/webhooks", "/ai"):
        doc = w.get(path).json
        a = w.put(path, doc["policy"] if path == "/links" else doc)
        eq(f"PUT {path} of what GET answers", (a.status, a.json), (200, doc))


@group
def unknown_types():
    w = World()
    for name in ("persona.sendt", "mail", "persona", "nothing.*", "x", "persona.sent,nope"):
        w.refuse(w.get("/events?type=" + name), 400, name.split(",")[-1])
        w.refuse(w.get("/events/stream?type=" + name, timeout=5), 400, name.split(",")[-1])
    w.refuse(w.put("/webhooks", [{"name": "h", "url": "http://127.0.0.1:1/", "events": ["persona.sendt"]}]), 400, "persona.sendt")
    w.refuse(w.put("/webhooks", [{"name": "h", "url": "http://127.0.0.1:1/", "events": ["mail.delivered", "zebra.*"]}]), 400, "zebra.*")
    eq("webhooks after refused types", w.get("/webhooks").json, [])
    for good in ("persona.*", "*", "mail.delivered,persona.sent", "link.*"):
        eq("GET /events?type=" + good, w.get("/events?type=" + good).status, 200)
    code, text = refused_config("webhooks:\n  - {name: h, url: 'http://127.0.0.1:1/', events: [persona.sendt]}\n")
    ok("an unknown event type in a file", "refused, naming it", code != 0 and "persona.sendt" in text, text)
    for kind in ("sending", "replies", "Reply", "*", "reply,read"):
        w.refuse(w.get("/jobs?kind=" + kind), 400, "kind")
    for state in ("open", "Pending", "*", "done,failed"):
        w.refuse(w.get("/jobs?state=" + state), 400, "state")
    for kind in ("read", "reply", "followup", "correction", "ooo", "initiate", "deliver", "nudge", "forward", "bounce", "delivery", "world"):
        a = w.get("/jobs?kind=" + kind)
        eq(a.sent, (a.status, a.json), (200, []))
    for state in ("pending", "running", "done", "failed", "skipped"):
        a = w.get("/jobs?state=" + state)
        eq(a.sent, (a.status, a.json), (200, []))


@group
def job_order():
    w = World()
    for n in range(12):
        w.person(f"P{n}", f"p{n}@client.test")
        w.send(to=f"p{n}@client.test")
    jobs = [j for j in w.jobs("?kind=reply") if j["state"] == "pending"]
    together = max(({j["due"]: [i for i in jobs if i["due"] == j["due"]] for j in jobs}).values(), key=len, default=[])
    ok("replies due together", "most of 12: people keep hours of their own", len(together) >= 6, [j["due"] for j in jobs])
    numbers = [int(j["id"].split("_")[1]) for j in together]
    eq("GET /jobs: due together, by number", numbers, sorted(numbers))
    everything = [(j["due"], int(j["id"].split("_")[1])) for j in w.jobs("?state=pending")]
    eq("GET /jobs: by due, then by number", everything, sorted(everything))
    a = w.get("/wait?to=app@ours.test&timeout=50")
    w.refuse(a, 408)
    told = a.error
    spots = [told.find(j["id"] + " ") for j in jobs if j["id"] + " " in told]
    eq("jobs named by a wait that timed out: in order", spots, sorted(spots))
    eq("limit=3", [j["id"] for j in w.jobs("?state=pending&limit=3")], [j["id"] for j in w.jobs("?state=pending")][:3])
