"""Nothing of a paused person leaves, and what came due meanwhile is never made up for."""

from harness import *


def pause(w, p, paused=True, method="PATCH"):
    return w.must(w.ask(method, "/personas/" + p["id"], {"paused": paused}))


def sent(w, address="anna@client.test", after=0):
    return [e["data"] for e in w.events("persona.sent", after) if e["data"]["persona"] == "Anna"]


def skipped_and_silent(w, p, what, kind, planned):
    """Whoever is paused has a job of this kind that came due: it is skipped for good."""
    jobs = [j for j in w.jobs("?kind=" + kind) if j["id"] == planned["id"]]
    eq(f"{what}: the {kind} job after its time", [(j["state"], j["note"]) for j in jobs], [("skipped", "paused")])
    told = [e["data"] for e in w.events("job.updated") if e["data"]["id"] == planned["id"]]
    eq(f"{what}: job.updated", [(d["state"], d["kind"], d.get("note")) for d in told], [("skipped", kind, "paused")])
    before = len(sent(w))
    pause(w, p, False)
    w.advance("30d")
    eq(f"{what}: mails sent in 30 days after resuming", len(sent(w)) - before, 0)
    eq(f"{what}: the {kind} job after resuming", w.get("/jobs/" + planned["id"])["state"], "skipped")


def pending(w, kind):
    return next((j for j in w.jobs("?state=pending&kind=" + kind)), None)


@group
def reply():
    for method in ("PATCH", "PUT"):
        w = World()
        p = w.person()
        w.send()
        job = pending(w, "reply")
        w.advance("5m")
        eq(f"{method} paused true", pause(w, p, True, method)["paused"], True)
        w.advance("1h")
        eq(f"paused by {method} before the reply is due: mails sent", sent(w), [])
        skipped_and_silent(w, p, f"{method} paused before the reply", "reply", job)
        w.send(subject="New one")
        w.advance("1h")
        eq(f"resumed by {method}, new mail: kinds sent", [d["kind"] for d in sent(w)], ["reply"])
        stop_all()


@group
def followup():
    w = World()
    p = w.person(behaviors={"double_reply": 1})
    w.send()
    w.advance("11m")
    job = pending(w, "followup") or pending(w, "correction")
    if not ok("double_reply 1: after the reply", "followup or correction pending", job, w.jobs()):
        return
    pause(w, p)
    w.advance("3d")
    eq("paused between the reply and the second mail: kinds sent", [d["kind"] for d in sent(w)], ["reply"])
    skipped_and_silent(w, p, "paused before the second mail", job["kind"], job)


@group
def forward():
    w = World()
    p = w.person(behaviors={"forward_to": "ben@client.test"})
    w.send()
    job = pending(w, "forward")
    pause(w, p)
    w.advance("3d")
    eq("forward_to, paused: mails sent", (sent(w), [m["address"] for m in w.get("/mailboxes").json if m["address"] == "ben@client.test"]), ([], []))
    skipped_and_silent(w, p, "paused before the forward", "forward", job)


@group
def out_of_office():
    w = World()
    p = w.person(timing={"ooo": [{"from": "2026-01-01", "to": "2026-01-20", "message": "Back on the 21st"}]})
    w.send()
    job = pending(w, "ooo")
    if ok("mail in an absence", "an ooo job pending", job, w.jobs()):
        pause(w, p)
        w.advance("1d")
        eq("absent and paused: mails sent", sent(w), [])
        jobs = w.get("/jobs/" + job["id"]).json
        eq("absent and paused: the ooo job", (jobs["state"], jobs["note"]), ("skipped", "paused"))
    w.send(frm="other@ours.test", subject="While paused")
    w.advance("1d")
    eq("mail to an absent paused person: mails sent", sent(w), [])


@group
def promise():
    w = World()
    made = None
    for n in range(12):
        w.person("Anna", f"anna{n}@client.test", behaviors={"keep_promises": 1}, org="Client")
        w.send(to=f"anna{n}@client.test", subject="Contract", text="Hi Anna,\n\nplease send me the signed contract as a PDF by Friday. When can I have it?\n\nBen")
    w.advance("2h")
    made = w.events("persona.promised")
    if not made:
        return skip("promises", "nobody of twelve promised anything")
    keys("persona.promised", made[0]["data"], "persona_id", "persona", "to", "what", "due", "will_keep", "job_id")
    job = w.get("/jobs/" + made[0]["data"]["job_id"]).json
    eq("a promise's job", (job["kind"], job["state"]), ("deliver", "pending"))
    p = w.get("/personas/" + made[0]["data"]["persona_id"]).json
    before = len([e for e in w.events("persona.sent") if e["data"]["persona_id"] == p["id"]])
    pause(w, p)
    w.advance("30d")
    after = len([e for e in w.events("persona.sent") if e["data"]["persona_id"] == p["id"]])
    eq("paused before a promise is due: mails sent", after - before, 0)
    j = w.get("/jobs/" + job["id"]).json
    eq("a paused person's deliver job", (j["state"], j["note"]), ("skipped", "paused"))
    pause(w, p, False)
    w.advance("10d")
    eq("a promise that came due in the pause, after resuming", len([e for e in w.events("persona.sent") if e["data"]["persona_id"] == p["id"]]) - before, 0)


@group
def nudge():
    w = World()
    for n in range(12):
        w.person("Anna", f"anna{n}@client.test", temperament="difficult")
        w.send(to=f"anna{n}@client.test", subject="Your refund", text="Hi Anna,\n\nI will send you the refund and the invoice by Wednesday.\n\nBen")
    w.advance("1h")
    waits = [e["data"] for e in w.events("persona.waiting")]
    if not waits:
        return skip("nudges", "nobody of twelve waits for what was promised")
    keys("persona.waiting", waits[0], "persona_id", "persona", "from", "what", "due", "job_id")
    jobs = w.jobs("?state=pending&kind=nudge")
    if not jobs:
        return skip("nudges", "nobody of twelve reminds")
    job = jobs[0]
    has("job_id of persona.waiting names the nudge", [d["job_id"] for d in waits], job["id"])
    w.must(w.patch("/personas/" + job["persona_id"], {"paused": True}))
    before = len([e for e in w.events("persona.sent") if e["data"]["persona_id"] == job["persona_id"]])
    w.advance("30d")
    eq("paused before a nudge is due: mails sent", len([e for e in w.events("persona.sent") if e["data"]["persona_id"] == job["persona_id"]]) - before, 0)
    eq("a paused person's nudge", (w.get("/jobs/" + job["id"])["state"], w.get("/jobs/" + job["id"])["note"]), ("skipped", "paused"))


@group
def reading():
    r = Receiver()
    w = World("", "-site", "shop.test=" + r.url)
    p = w.person(style={"links": "curious"})
    w.send(text="Hi Anna,\n\nplease look at http://shop.test/offer and tell me.\n\nBen")
    job = pending(w, "read")
    if not ok("a mail with a link to a curious person", "a read job pending", job, w.jobs()):
        return
    pause(w, p)
    w.advance("1d")
    eq("paused before the mail is read: visits, events of links", (len(r.got), [e["type"] for e in w.events("link.*")]), (0, []))
    j = w.get("/jobs/" + job["id"]).json
    eq("a paused person's read job", (j["state"], j["note"]), ("skipped", "paused"))
    pause(w, p, False)
    w.advance("1d")
    eq("after resuming: visits, mails", (len(r.got), sent(w)), (0, []))


@group
def later_stays():
    w = World()
    p = w.person(timing={"delay": {"median": "5h", "spread": 1}})
    w.send()
    job = pending(w, "reply")
    pause(w, p)
    w.advance("2h")
    j = w.get("/jobs/" + job["id"]).json
    eq("a reply due after the pause", (j["state"], j["due"]), ("pending", job["due"]))
    eq("a pause skips nothing at once", [e["data"]["kind"] for e in w.events("job.updated") if e["data"]["kind"] == "reply"], [])
    pause(w, p, False)
    w.advance("1d")
    eq("resumed before the reply is due: kinds sent", [d["kind"] for d in sent(w)], ["reply"])


@group
def in_their_name():
    w = World()
    p = w.person(addresses=["anna@client.test", "anna.b@client.test"])
    w.send()
    job = pending(w, "reply")
    pause(w, p)
    before = (w.last(), w.get("/status")["messages"])
    for frm in ("anna@client.test", "ANNA@Client.test", "Anna <anna@client.test>", "anna.b@client.test", '"A, B" <anna.b@client.test>'):
        w.refuse(w.post("/send", {"from": frm, "to": ["app@ours.test"], "subject": "s", "text": "t"}), 409, "paused")
    w.refuse(w.post(f"/jobs/{job['id']}/run"), 409, "paused")
    w.refuse(w.get(f"/wait/reply?from={p['id']}&timeout=5s"), 409)
    w.refuse(w.get(f"/wait/reply?from=anna@client.test&in_reply_to={job['message_id'].replace('<', '%3C').replace('>', '%3E')}&timeout=5s"), 409)
    eq("calls in the name of a paused person change nothing", (w.last(), w.get("/status")["messages"]), before)
    eq("the job run by hand", w.get("/jobs/" + job["id"])["state"], "pending")
    eq("skip of a paused person's job", w.must(w.post(f"/jobs/{job['id']}/skip"))["state"], "skipped")
    pause(w, p, False)
    a = w.post("/send", {"from": "anna@client.test", "to": ["app@ours.test"], "subject": "s", "text": "t"})
    eq("resumed: " + a.sent, a.status, 200)
    eq("/send from a person: persona.sent", [(d["kind"], d["to"]) for d in sent(w)], [("initiate", ["app@ours.test"])])
    eq("/send from a person: no mail.delivered of theirs", [e["data"]["from"] for e in w.events("mail.delivered")], ["app@ours.test"])


@group
def mail_to_paused():
    w = World()
    p = w.person(paused=True)
    eq("POST /personas paused true", p["paused"], True)
    mid = w.send()
    got = w.events("persona.ignored")
    eq("mail to a paused person: persona.ignored", [(e["data"]["persona_id"], e["data"]["persona"], e["data"]["subject"], e["data"]["case_id"]) for e in got],
       [(p["id"], "Anna", "Your order", "")])
    keys("persona.ignored", got[0]["data"], "why")
    has("why of a paused person", got[0]["data"]["why"], "paused")
    eq("the mail is there all the same", [m["message_id"] for m in w.inbox("anna@client.test")], [mid])
    eq("jobs of a paused person for new mail", w.jobs("?state=pending"), [])
    s = w.smtp()
    s.sendmail("app@ours.test", ["anna@client.test"], "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: SMTP\r\n\r\nHello?\r\n")
    s.quit()
    eq("mail by SMTP to a paused person", len(w.events("persona.ignored")), 2)
    w.advance("10d")
    pause(w, p, False)
    w.advance("10d")
    eq("mail that came in the pause is not answered after it", sent(w), [])
    a = w.get(f"/wait/reply?from={p['id']}&in_reply_to=%3C{mid[1:-1]}%3E&timeout=5s")
    w.refuse(a, 409)
    q = w.person("Bea", "bea@client.test", behaviors={"bounce": 1}, paused=True)
    w.send(to="bea@client.test")
    w.advance("1d")
    eq("a paused person whose mail bounces: bounces go on", [e["data"]["address"] for e in w.events("persona.bounced")], ["bea@client.test"])
    for bad in ("yes", 1, "true", []):
        w.refuse(w.patch("/personas/" + p["id"], {"paused": bad}), 400, "paused")
    w.refuse(w.patch("/personas/" + p["id"], {"paused": True, "knows": "much"}), 400, "knows")
    eq("a refused patch does not pause", w.get("/personas/" + p["id"])["paused"], False)


@group
def world():
    w = World()
    people = [w.person(f"P{n}", f"p{n}@client.test", paused=True) for n in range(3)]
    w.must(w.put("/world", {"company": {"name": "Ours", "domain": "ours.test", "tz": "UTC"}, "streams": [
        {"id": "s", "kind": "customer", "per_day": 40, "new_people": 0, "enabled": True, "to": ["desk@ours.test"]}]}))
    w.advance("2d")
    mails = w.events("world.mail")
    ok("a stream without new people, all known paused", "mails all the same", len(mails) > 20, len(mails))
    theirs = {p["id"] for p in people}
    eq("world mail in the name of paused people", [e["data"] for e in mails if e["data"].get("persona_id") in theirs], [])
    eq("persona.sent of paused people", [e for e in w.events("persona.sent") if e["data"]["persona_id"] in theirs], [])
    eq("inbox: mail from paused people", [m["from"] for m in w.inbox("desk@ours.test") if m["from"].startswith("p") and m["from"].endswith("@client.test") and m["from"][1].isdigit()], [])
    a = w.post("/world/streams/s/send")
    eq("send now with paused people", a.status, 200)
    eq("send now is not in their name", [e for e in w.events("world.mail") if e["data"].get("persona_id") in theirs], [])


@group
def from_file():
    w = World("id: u_box\npersonas:\n  - {id: p_file, name: File, addresses: [file@client.test], paused: true}\n")
    w.refuse(w.patch("/personas/p_file", {"paused": False}), 409)
    w.refuse(w.put("/personas/p_file", {"paused": False}), 409)
    eq("a person paused in a file", (w.get("/personas/p_file")["paused"], w.get("/personas/p_file")["provider"]), (True, "config"))
    w.send(to="file@client.test")
    eq("mail to a person paused in a file", [e["data"]["persona_id"] for e in w.events("persona.ignored")], ["p_file"])
    w.refuse(w.post("/send", {"from": "file@client.test", "to": ["app@ours.test"], "subject": "s", "text": "t"}), 409, "paused")
    w.must(w.post("/inject", {"to": "old@client.test", "from": "x@ours.test", "subject": "Hi", "text": "Hello Old,\n\nhow are you?\n"}))
    a = w.post("/personas/learn", {"address": "old@client.test", "paused": True})
    eq("learn paused true", (a.status, a["persona"]["paused"], a["persona"]["provider"]), (200, True, "mail"))
    w.send(to="old@client.test")
    w.advance("5d")
    eq("mail to a person learned as paused", [e for e in w.events("persona.sent")], [])
