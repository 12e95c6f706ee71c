"""Messages: bytes as they came, paths, views, threads, signatures, cases, retention, insights."""

import email

from harness import *


def enc(message_id):
    return message_id.replace("<", "%3C").replace(">", "%3E")


@group
def bytes_as_sent():
    w = World()
    w.login()
    body = b"From: =?utf-8?q?J=C3=B6rg?= <a@x.test>\r\nTo: app@ours.test\r\nSubject: =?iso-8859-1?q?Gr=FC=DFe?=\r\nMessage-ID: <raw1@x.test>\r\nDate: Mon, 5 Jan 2026 10:00:00 +0200\r\n" \
           b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n.\r\n..dots\r\n\xfcber \t \r\n" + b"x" * 900 + b"\r\n\r\n"
    s = w.smtp()
    s.docmd("MAIL", "FROM:<a@x.test> BODY=8BITMIME")
    s.docmd("RCPT", "TO:<app@ours.test>")
    s.docmd("RCPT", "TO:<hidden@x.test>")
    s.docmd("DATA")
    s.send(body.replace(b"\r\n.", b"\r\n..") + b".\r\n")
    eq("DATA with dots and 8-bit bytes", s.getreply()[0], 250)
    s.quit()
    for box in ("app@ours.test", "hidden@x.test"):
        raw = w.get(f"/mailboxes/{box}/messages/INBOX/1/raw")
        ok(f"raw in {box}", "Return-Path, Received, then the sender's bytes", raw.body.endswith(body) and raw.body.startswith(b"Return-Path: <a@x.test>\r\nReceived: "), raw.body[:200].decode())
        ok("no copy shows a recipient of the envelope", "no 'for', no Bcc", b"hidden@x.test" not in raw.body[:-len(body)], raw.body[:300].decode())
        eq(f"type and guards of {box}'s raw", (raw.headers["Content-Type"].split(";")[0], raw.headers["X-Content-Type-Options"], "attachment" in raw.headers["Content-Disposition"]), ("message/rfc822", "nosniff", True))
    m = w.inbox("app@ours.test")[0]
    eq("a message: decoded fields", (m["from"], m["from_name"], m["subject"], m["date"], m["size"]), ("a@x.test", "Jörg", "Grüße", "2026-01-05T08:00:00Z", len(w.get("/mailboxes/app@ours.test/messages/INBOX/1/raw").body)))
    has("text in its charset", m["text"], ".\n..dots\nüber")
    eq("sent copy: the sender's own bytes", w.get("/mailboxes/a@x.test/messages/Sent/1/raw").body, body)
    s = w.smtp()
    s.sendmail("b@x.test", ["app@ours.test"], b"From: b@x.test\r\nSubject: bare\r\n\r\nx\r\n")
    s.quit()
    raw = email.message_from_bytes(w.get("/mailboxes/app@ours.test/messages/INBOX/2/raw").body)
    ok("a mail without Message-ID and Date", "both are added", raw["Message-ID"] and raw["Date"], dict(raw))
    eq("a null sender leaves no Sent", [w.smtp().sendmail("", ["app@ours.test"], b"Subject: n\r\n\r\nx\r\n"), sorted(b["address"] for b in w.get("/mailboxes").json)], [{}, ["a@x.test", "app@ours.test", "b@x.test", "hidden@x.test"]])


@group
def paths():
    w = World()
    w.login()
    for a in ("app@ours.test", "o'hara+x@x.test", '"john smith"@x.test', "ümit@bücher.test", "a%b@x.test"):
        w.must(w.post("/inject", {"to": a, "from": "f@x.test", "subject": "s", "text": "t", "folder": "Größe/2026 &a"}))
        q = urllib.parse.quote(a, safe="")
        for form in (q, q.upper() if q.isascii() and "%" not in q else q):
            got = w.get(f"/mailboxes/{form}/messages?folder={urllib.parse.quote('Größe/2026 &a', safe='')}")
            eq(got.sent, (got.status, len(got.json) if got.status == 200 else got.json), (200, 1))
        u = f"/mailboxes/{q}/messages/{urllib.parse.quote('Größe/2026 &a', safe='')}/1"
        got = w.ask("GET", u)
        eq(got.sent, got.status, 200)
        got = w.patch(u, {"seen": True})
        eq(got.sent, got.status, 200)
    w.must(w.post("/inject", {"to": "app@ours.test", "from": "f@x.test", "subject": "s", "text": "t"}))
    for uid in ("0", "-1", "x", "1.0", "4294967296", "99999999999999999999", "%20", "1%00"):
        a = w.get(f"/mailboxes/app@ours.test/messages/INBOX/{uid}")
        ok(a.sent, "400 or 404, {error}", a.status in (400, 404) and a.error, str(a))
    eq("INBOX in any case", w.get("/mailboxes/APP@ours.TEST/messages/inbox/1").status, 200)
    for q in ("folder=Nope", "before=x", "before=-1", "limit=x"):
        a = w.get("/mailboxes/app@ours.test/messages?" + q)
        ok(a.sent, "400, 404 or []", a.status in (400, 404) or a.json == [] and q == "folder=Nope", str(a))
    for q in ("remote=maybe", "theme=blue"):
        w.refuse(w.get("/mailboxes/app@ours.test/messages/INBOX/1?" + q), 400, q.split("=")[0])
    for path in ("/mailboxes/not-an-address/folders", "/mailboxes/%00@x.test/folders", "/mailboxes/" + "a" * 5000 + "@x.test/folders"):
        a = w.get(path)
        ok(a.sent[:80], "400 or 404", a.status in (400, 404) and a.error, str(a)[:200])
    w.must(w.post("/inject", {"to": "app@ours.test", "raw": "From: a@x.test\r\nSubject: raw\r\n\r\nbody\r\n", "folder": "Drafts"}))
    eq("inject raw is stored as given", w.get("/mailboxes/app@ours.test/messages/Drafts/1/raw").body, b"From: a@x.test\r\nSubject: raw\r\n\r\nbody\r\n")
    for body, word in (({"to": "app@ours.test"}, ""), ({"from": "a@x.test", "text": "t"}, "to"), ({"to": "app@ours.test", "raw": 5}, "raw"), ({"to": ["app@ours.test"], "text": "t"}, "to"),
                       ({"to": "app@ours.test", "from": "a@x.test", "text": "t", "folder": 5}, "folder")):
        w.refuse(w.post("/inject", body), 400, word)
    eq("inject tells nobody", w.events(), [])


@group
def views():
    w = World()
    html = """<html><head><style>body{background:url(http://t.test/bg.png)}</style><script>alert(1)</script></head><body onload=x()><p onclick="y()">Hi <a href="javascript:z()">a</a> <a href="https://ok.test/">b</a></p>
<img src="http://t.test/1.png"><img src="//t.test/2.png"><form action="http://t.test/"><input name=p></form><iframe src="http://t.test/"></iframe><object data="x"></object><svg><script>1</script></svg></body></html>"""
    w.send(to="x@x.test", html=html, text="")
    a = w.get("/mailboxes/x@x.test/messages/INBOX/1").json
    safe = a["safe"]["html"].lower()
    for part in ("<script", "onload", "onclick", "javascript:", "<form", "<input", "<iframe", "<object", "http://t.test", "//t.test"):
        ok(f"safe html has no {part}", "gone", part not in safe, safe[:300])
    has("safe html keeps", safe, "hi", "https://ok.test/")
    ok("remote_blocked", "2 images at least", isinstance(a["safe"]["remote_blocked"], int) and a["safe"]["remote_blocked"] >= 2, a["safe"]["remote_blocked"])
    b = w.get("/mailboxes/x@x.test/messages/INBOX/1?remote=1").json
    has("remote=1 lets images in", b["safe"]["html"], "http://t.test/1.png")
    ok("remote=1 still has no script", "none", "<script" not in b["safe"]["html"].lower() and "<form" not in b["safe"]["html"].lower(), b["safe"]["html"])
    w.send(to="long@x.test", text="ü" * 1000)
    eq("list: 240 characters, not bytes; full: all", (len(w.inbox("long@x.test")[0]["text"]), len(w.get("/mailboxes/long@x.test/messages/INBOX/1")["message"]["text"].strip())), (240, 1000))
    eq("formats", [w.send(to="f@x.test", **f) and w.inbox("f@x.test")[0]["format"] for f in ({"text": "t"}, {"html": "<p>t</p>", "text": ""}, {"html": "<p>t</p>", "text": "t"})][0::2], ["text", "both"])
    eq("mail of the application is not marked simulated", w.inbox("f@x.test")[0]["headers"], {})
    w.send(frm="a@x.test", to=["twice@x.test", "twice@x.test"], cc=["TWICE@x.test"])
    eq("one recipient named three times: one copy", len(w.inbox("twice@x.test")), 1)
    w.send(frm="self@x.test", to="self@x.test")
    eq("mail to oneself: INBOX and Sent", (len(w.inbox("self@x.test")), len(w.inbox("self@x.test", "Sent"))), (1, 1))


@group
def signatures():
    w = World()
    w.login()
    eq("signature at first", w.get("/accounts/app@ours.test/signature").json, {"signature": ""})
    a = w.put("/accounts/app@ours.test/signature", {"signature": "The team\nours.test"})
    eq(a.sent, (a.status, a.json), (200, {"signature": "The team\nours.test"}))
    w.send(to="x@x.test", text="Hello")
    has("/send signs", w.inbox("x@x.test")[0]["text"], "Hello", "-- \nThe team\nours.test")
    w.send(to="x@x.test", text="Hello", html="<p>Hello</p>")
    raw = email.message_from_bytes(w.get("/mailboxes/x@x.test/messages/INBOX/2/raw").body)
    parts = {p.get_content_type(): p.get_payload(decode=True).decode() for p in raw.walk() if not p.is_multipart()}
    ok("both parts are signed", "The team", all("The team" in p for p in parts.values()) and len(parts) == 2, parts)
    w.send(to="x@x.test", text="Hello", unsigned=True)
    ok("unsigned", "no signature", "The team" not in w.inbox("x@x.test")[0]["text"], w.inbox("x@x.test")[0]["text"])
    w.send(frm="other@ours.test", to="x@x.test", text="Hello")
    ok("another address", "no signature", "The team" not in w.inbox("x@x.test")[0]["text"], w.inbox("x@x.test")[0]["text"])
    s = w.smtp("app@ours.test")
    s.sendmail("app@ours.test", ["x@x.test"], b"From: app@ours.test\r\nSubject: s\r\n\r\nHello\r\n")
    s.quit()
    ok("SMTP is not signed", "no signature", "The team" not in w.inbox("x@x.test")[0]["text"], w.inbox("x@x.test")[0]["text"])
    for bad in (None, 5, ["x"]):
        w.refuse(w.put("/accounts/app@ours.test/signature", {"signature": bad}), 400, "signature")
    w.refuse(w.put("/accounts/app@ours.test/signature", {}), 400, "signature")
    w.refuse(w.put("/accounts/app@ours.test/signature", {"signature": "a\x00b"}), 400, "signature")
    eq("signature after refused ones", w.get("/accounts/app@ours.test/signature")["signature"], "The team\nours.test")
    w.must(w.put("/accounts/app@ours.test/signature", {"signature": ""}))
    w.send(to="x@x.test", text="Hello")
    ok("an empty signature", "nothing below", "--" not in w.inbox("x@x.test")[0]["text"], w.inbox("x@x.test")[0]["text"])


@group
def cases():
    w = World()
    p = w.person()
    w.must(w.put("/cases/LU-2041", {"title": "Desk lamps order", "facts": {"carrier": "DHL"}, "external_ids": {"crm": "EXT-778"}, "persona_ids": [p["id"]]}))
    eq("persona_ids and case_ids agree", w.get("/personas/" + p["id"])["case_ids"], ["LU-2041"])
    w.must(w.put("/cases/ZZ-1", {"title": "Second matter", "persona_ids": [p["id"]]}))
    how = lambda: (w.get(f"/mailboxes/anna@client.test/messages/INBOX/{w.inbox('anna@client.test')[0]['uid']}")["case"] or {})
    mid = w.send(subject="About LU-2041", text="Hi Anna,\n\nwhen?\n")
    eq("case by subject", how(), {"id": "LU-2041", "how": "subject"})
    w.send(subject="Re: something", in_reply_to=mid, references=[mid], text="Hi Anna,\n\nwhen?\n")
    eq("case by thread", how(), {"id": "LU-2041", "how": "thread"})
    w.send(subject="Hello", text="Hi Anna,\n\nthis is about EXT-778.\n")
    eq("case by an external id in the text", how(), {"id": "LU-2041", "how": "text"})
    w.send(subject="Hello", text="Hi Anna,\n\nthe second matter is settled.\n")
    eq("case by its title in the text", how(), {"id": "ZZ-1", "how": "text"})
    s = w.smtp()
    s.sendmail("b@ours.test", ["anna@client.test"], b"From: b@ours.test\r\nTo: anna@client.test\r\nSubject: Hi\r\nX-Service-Case: ZZ-1\r\n\r\nHi\r\n")
    s.quit()
    eq("case by header", how(), {"id": "ZZ-1", "how": "header"})
    eq("X-Service- headers of a message", {k.lower(): v for k, v in w.inbox("anna@client.test")[0]["headers"].items()}, {"x-service-case": "ZZ-1"})
    w.send(frm="new@ours.test", subject="Hi", text="Hi Anna,\n\nhow are you?\n")
    eq("two open cases, none named", how(), {})
    w.must(w.put("/cases/ZZ-1", {"status": "closed"}))
    w.send(frm="new2@ours.test", subject="Holiday", text="Hi Anna,\n\nshall we book the cottage in Brittany again?\n")
    eq("the only open case, and another matter", how(), {})
    w.send(frm="new3@ours.test", subject="Hi", text="Hi Anna,\n\nhas the lamp come?\n")
    eq("the only open case, and a word of it", how(), {"id": "LU-2041", "how": "only"})
    c = w.get("/cases/LU-2041").json
    keys("a case", c, "id", "title", "status", "summary", "facts", "persona_ids", "addresses", "external_ids", "created", "updated")
    w.advance("1h")
    d = w.must(w.put("/cases/LU-2041", {"summary": "sum"}))
    eq("PUT keeps what is left out", (d["facts"], d["title"], d["created"], d["updated"], d["summary"]), ({"carrier": "DHL"}, c["title"], c["created"], w.get("/clock")["now"], "sum"))
    w.must(w.put("/cases/N-1", {"title": "New", "addresses": ["fresh@client.test"]}))
    q = [x for x in w.get("/personas").json if "fresh@client.test" in x["addresses"]]
    eq("an address nobody has gets a person", [(x["provider"], x["case_ids"]) for x in q], [("case", ["N-1"])])
    eq("persona.created of a case", [(e["data"]["address"], e["data"]["mode"]) for e in w.events("persona.created")], [("fresh@client.test", "basic")])
    w.must(w.delete("/cases/LU-2041"))
    eq("a case that is gone, in the person", w.get("/personas/" + p["id"])["case_ids"], ["ZZ-1"])
    w.must(w.delete("/personas/" + p["id"]))
    eq("a person who is gone, in the case", w.get("/cases/ZZ-1")["persona_ids"], [])
    w.must(w.post("/personas", {"name": "C", "addresses": ["c@client.test"], "case_ids": ["ZZ-1"]}))
    eq("case_ids of a new person, in the case", len(w.get("/cases/ZZ-1")["persona_ids"]), 1)


@group
def retention():
    w = World()
    w.person()
    w.send()
    w.advance("5d")
    w.send(frm="app2@ours.test", subject="Younger")
    a = w.must(w.post("/retention/prune", {}))
    eq("prune with 0 and 0", a, {"messages": 0, "events": 0, "jobs": 0})
    relations = w.get("/personas").json[0]["id"]
    before = w.get(f"/personas/{relations}/relations").json
    total = w.get("/status")["messages"]
    w.must(w.put("/retention", {"mail_days": 3, "event_days": 0}))
    a = w.must(w.post("/retention/prune", {}))
    eq("prune: what is older than 3 days", (a["messages"], w.get("/status")["messages"]), (4, total - 4))
    eq("younger mail stays", [m["subject"] for m in w.inbox("anna@client.test")], ["Younger"])
    eq("notes on each other stay", w.get(f"/personas/{relations}/relations").json, before)
    e = w.events("retention.pruned")[-1]["data"]
    keys("retention.pruned", e, "messages", "events", "jobs")
    w.must(w.put("/retention", {"mail_days": 0, "event_days": 2}))
    a = w.must(w.post("/retention/prune", {}))
    ok("prune of events", "some", a["events"] > 0, a)
    eq("no old event is left", [x for x in w.events() if x["at"] < "2026-01-08T09:00:00Z"], [])
    w.must(w.put("/retention", {"mail_days": 1, "event_days": 0}))
    w.advance("25h")
    ok("old mail goes by itself each hour", "none older than a day", all(m["time"] >= "2026-01-10" for b in w.get("/mailboxes").json for m in w.inbox(b["address"])), [(b["address"], b["total"]) for b in w.get("/mailboxes").json])
    a = w.get("/events?after=1&limit=2").json
    ok("GET /events after what was pruned", "says up to where", a.get("gone"), a)


@group
def insights():
    w = World()
    w.person()
    w.person("Bea", "bea@client.test", behaviors={"bounce": 1})
    w.person("Gil", "gil@client.test", timing={"reply_rate": 0})
    for to in ("anna@client.test", "bea@client.test", "gil@client.test"):
        w.send(to=to)
    w.advance("2d")
    i = w.get("/insights").json
    eq("insights: accepted, bounced, sent, ignored", (i["mail"]["accepted"], i["mail"]["bounced"], i["mail"]["sent"], i["mail"]["ignored"]), (3, 1, 1, 1))
    eq("replies: answered, median, p90", (i["replies"]["answered"], i["replies"]["median"], i["replies"]["p90"]), (1, "10m", "10m"))
    kind = w.events("persona.bounced")[0]["data"]["kind"]
    eq("bounces by kind", i["mail"]["bounces"], {kind: 1})
    anna = next(p["id"] for p in w.get("/personas").json if p["name"] == "Anna")
    j = w.get("/insights?persona_id=" + anna).json
    eq("insights of one person", ([p["persona"] for p in j["persons"]], j["replies"]["answered"]), (["Anna"], 1))
    k = w.get("/insights?since=2026-01-05T09:05:00Z").json
    eq("since after the mails were sent", (k["mail"]["accepted"], k["mail"]["sent"]), (0, 1))
    k = w.get("/insights?until=2026-01-05T09:05:00Z").json
    eq("until before the reply", (k["mail"]["accepted"], k["mail"]["sent"]), (3, 0))
    w.refuse(w.get("/insights?since=2026-01-06T00:00:00Z&until=2026-01-05T00:00:00Z"), 400)


@group
def threads():
    w = World()
    w.login()
    w.person()
    mid = w.send()
    w.advance("1h")
    w.must(w.post("/inject", {"to": "app@ours.test", "raw": f"From: x@x.test\r\nSubject: Re: Your order\r\nIn-Reply-To: {mid}\r\nMessage-ID: <j@x.test>\r\n\r\nx\r\n", "folder": "Junk"}))
    w.must(w.post("/inject", {"to": "app@ours.test", "raw": "From: x@x.test\r\nSubject: Other\r\nMessage-ID: <o@x.test>\r\n\r\nx\r\n", "folder": "Archive"}))
    t = w.get("/threads?address=app@ours.test").json
    eq("threads over INBOX, Sent and Archive, none of Junk", [[m["folder"] for m in x["messages"]] for x in t], [["Archive"], ["Sent", "INBOX"]])
    eq("root, subject, last", (t[1]["root"], t[1]["subject"], t[1]["last"]), (mid, "Your order", "2026-01-05T09:10:00Z"))
    a = w.get("/threads?address=nobody@ours.test")
    ok(a.sent, "404 or []", a.status == 404 or a.json == [], str(a))
    for q in ("", "?address="):
        w.refuse(w.get("/threads" + q), 400, "address")


@group
def message_ids():
    w = World()
    w.login()
    ids = [w.send(to="x@x.test") for _ in range(3)]
    c = w.raw_imap()
    c("RENAME Sent Old")
    ids += [w.send(to="x@x.test") for _ in range(3)]
    eq("Message-IDs of six mails, Sent renamed between", len(set(ids)), 6)
    c("DELETE Sent")
    ids += [w.send(to="x@x.test") for _ in range(3)]
    eq("Message-IDs of nine mails, Sent deleted too", len(set(ids)), 9)
    c.close()
    import concurrent.futures
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda n: w.must(w.post("/inject", {"to": "i@x.test", "from": "a@x.test", "subject": "s", "text": "t"})), range(200)))
    eq("Message-IDs of 200 mails injected at once", len({m["message_id"] for m in w.inbox("i@x.test")}), 200)
