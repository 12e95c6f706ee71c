"""Addresses and fields of POST /send and /inject: addr or Name <addr>, nothing else."""

from harness import *

BAD = [
    "a b@x.test",
    "x@y.test\r\nRCPT TO:<z@z.test>",
    "x@y.test\nBcc: z@z.test",
    "x@y.test\x00",
    "x\x00y@y.test",
    "a@x.test, b@x.test",
    "a@x.test; b@x.test",
    "a@x.test b@x.test",
    "a@x.test and more",
    "Team: a@x.test, b@x.test;",
    "undisclosed-recipients:;",
    "<@relay.test:a@x.test>",
    "<a@x.test>",
    "a@x.test (Anna)",
    "(Anna) a@x.test",
    "Anna <a@x.test> (home)",
    "Anna <a@x.test> behind",
    "Anna <a@x.test>, Ben <b@x.test>",
    "Anna <a@x.test",
    "Anna a@x.test>",
    "Smith, Anna <a@x.test>",
    "Anna <a@x.test> <b@x.test>",
    "Anna <<a@x.test>>",
    "",
    " ",
    "@x.test",
    "a@",
    "a",
    "a@@x.test",
    "a@x.test@y.test",
    "a..b@x.test",
    ".a@x.test",
    "a.@x.test",
    "a@x..test",
    "a@.test",
    "a@-x.test",
    "a@x_y z.test",
    "mailto:a@x.test",
    "\"a\"b@x.test",
    "\"unclosed@x.test",
    "a@x.test\t",
    "a@x.test\u2028",
    "a@" + ".".join(["x" * 60] * 5) + ".test",
]

GOOD = {  # what is sent: the address that gets the mail
    "anna@x.test": "anna@x.test",
    "Anna <anna@x.test>": "anna@x.test",
    "Anna Maria Brandt <anna@x.test>": "anna@x.test",
    '"Brandt, Anna" <anna@x.test>': "anna@x.test",
    '"Anna \\"Ann\\" Brandt" <anna@x.test>': "anna@x.test",
    "Ünal Şen <unal@x.test>": "unal@x.test",
    '"山田, 太郎" <taro@x.test>': "taro@x.test",
    '"john smith"@x.test': '"john smith"@x.test',
    "first.last+tag@x.test": "first.last+tag@x.test",
    "o'hara@x.test": "o'hara@x.test",
    "anna@a.b.c.x.test": "anna@a.b.c.x.test",
    "a" * 64 + "@x.test": "a" * 64 + "@x.test",
}


def state(w):
    return w.last(), [m["address"] for m in w.get("/mailboxes").json], w.get("/status")["messages"]


@group
def bad_addresses():
    w = World()
    for field in ("from", "to", "cc"):
        for bad in BAD:
            body = {"from": "app@ours.test", "to": ["anna@client.test"], "subject": "s", "text": "t"}
            body[field] = bad if field == "from" else [bad]
            before = state(w)
            w.refuse(w.post("/send", body), 400, field)
            if state(w) != before:
                fail(f"POST /send {field} {bad!r}", "nothing sent", state(w))
    before = state(w)
    w.refuse(w.post("/send", {"from": "app@ours.test", "to": ["anna@client.test", "ben@client.test", "a b@x.test"]}), 400, "to")
    eq("POST /send with one bad address of three: nobody gets it", state(w), before)
    for bad in ("a b@x.test", "a@x.test, b@x.test", "x@y.test\r\nX: y", "a@x.test\x00", "Team: a@x.test;", "<a@x.test>"):
        w.refuse(w.post("/inject", {"to": bad, "from": "o@x.test", "subject": "s", "text": "t"}), 400)
        w.refuse(w.post("/inject", {"to": "app@ours.test", "from": bad, "subject": "s", "text": "t"}), 400)
    eq("POST /inject with bad addresses files nothing", state(w), before)


@group
def good_addresses():
    w = World()
    for n, (sent, gets) in enumerate(GOOD.items()):
        a = w.post("/send", {"from": "app@ours.test", "to": [sent], "subject": f"s{n}", "text": "t"})
        eq(a.sent, a.status, 200)
        path = gets.replace("/", "%2F")
        a = w.get(f"/mailboxes/{path}/messages")
        ok(f"POST /send to {sent}: the mailbox {gets}", f"s{n} to it", a.status == 200 and
           (a.json[0]["subject"], a.json[0]["to"]) == (f"s{n}", [gets]), str(a))
    w.send(frm='"Brandt, Ben" <ben@ours.test>', to="anna@client.test")
    m = w.inbox("anna@client.test")[0]
    eq('from "Brandt, Ben" <ben@ours.test>', (m["from"], m["from_name"]), ("ben@ours.test", "Brandt, Ben"))
    eq("the copy in Sent of Name <addr>", len(w.inbox("ben@ours.test", "Sent")), 1)


@group
def hostile_fields():
    w = World()
    before = state(w)
    good = {"from": "app@ours.test", "to": ["anna@client.test"], "subject": "s", "text": "t"}
    for mark in ("\r", "\n", "\r\n", "\x00"):
        for field, value in {
            "subject": f"Hi{mark}Bcc: z@z.test",
            "in_reply_to": f"<a@x.test>{mark}",
            "references": [f"<a@x.test>{mark}X: y"],
            "from": f"Anna{mark} <a@x.test>",
            "to": [f"Anna{mark} <a@x.test>"],
            "cc": [f'"An{mark}na" <a@x.test>'],
            "attachments": [{"filename": f"a{mark}b.txt", "content_type": "text/plain", "data": b64("x")}],
        }.items():
            w.refuse(w.post("/send", {**good, field: value}), 400)
        w.refuse(w.post("/send", {**good, "attachments": [{"filename": "a.txt", "content_type": f"text/plain{mark}X-Y: z", "data": b64("x")}]}), 400)
        w.refuse(w.post("/inject", {"to": "app@ours.test", "from": "o@x.test", "subject": f"a{mark}b", "text": "t"}), 400)
    for field in ("text", "html"):
        w.refuse(w.post("/send", {**good, field: "a\x00b"}), 400, field)
    eq("CR, LF and NUL in fields of /send and /inject: nothing sent", state(w), before)
    for bad in ("<a b@x.test>", "<>", "<a@x.test", "text", "<a@x.test> text"):
        w.refuse(w.post("/send", {**good, "in_reply_to": bad}), 400, "in_reply_to")
        w.refuse(w.post("/send", {**good, "references": [bad]}), 400, "references")
    for body, field in (({**good, "to": []}, "to"), ({**good, "to": None}, "to"), ({**good, "from": None}, "from"),
                        ({**good, "to": "anna@client.test"}, "to"), ({**good, "copies": ["z@z.test"]}, "copies"),
                        ({**good, "cc": "x@y.test"}, "cc"), ({**good, "text": 5}, "text"), ({**good, "subject": ["s"]}, "subject"),
                        ({**good, "attachments": [{"filename": "a", "content_type": "text/plain", "data": "no base64!"}]}, "data"),
                        ({**good, "attachments": {"filename": "a"}}, "attachments"),
                        ({**good, "forward": {"address": "app@ours.test", "folder": "INBOX", "uid": -1}}, "uid")):
        w.refuse(w.post("/send", body), 400, field)
    w.refuse(w.post("/send", {**good, "forward": {"address": "app@ours.test", "folder": "INBOX", "uid": 99}}), 404)
    eq("wrong fields of /send: nothing sent", state(w), before)


@group
def what_is_sent():
    w = World()
    mid = w.send(subject="Grüße 🎉", html="<p>Hallo <b>Welt</b></p><img src='data:image/png;base64,iVBORw0KGgo='>", text="", cc=["ben@client.test"],
                 attachments=[{"filename": "ü 1.txt", "content_type": "text/plain", "data": b64("bytes\r\n\x00x")}],
                 in_reply_to="<first@x.test>", references=["<zero@x.test>", "<first@x.test>"])
    for box, folder in (("anna@client.test", "INBOX"), ("ben@client.test", "INBOX"), ("app@ours.test", "Sent")):
        m = w.inbox(box, folder)[0]
        eq(f"/send to anna cc ben: {box} {folder}", (m["message_id"], m["subject"], m["to"], m["cc"], m["in_reply_to"], m["references"], m["format"]),
           (mid, "Grüße 🎉", ["anna@client.test"], ["ben@client.test"], "<first@x.test>", ["<zero@x.test>", "<first@x.test>"], "both"))
    m = w.inbox("ben@client.test")[0]
    has("/send without text: made from the HTML", m["text"], "Hallo", "Welt")
    eq("data: image and file as attachments", sorted((a["content_type"], bool(a.get("inline"))) for a in m["attachments"]), [("image/png", True), ("text/plain", False)])
    n = [a["content_type"] for a in m["attachments"]].index("text/plain")
    eq("name of the attachment", m["attachments"][n]["filename"], "ü 1.txt")
    a = w.get(f"/mailboxes/ben@client.test/messages/INBOX/{m['uid']}/attachments/{n}")
    eq(a.sent, (a.body, a.headers["Content-Type"].split(";")[0], a.headers["X-Content-Type-Options"]), (b"bytes\r\n\x00x", "text/plain", "nosniff"))
    has("attachment goes out as one", a.headers["Content-Disposition"], "attachment")
    has("attachment is sandboxed", a.headers["Content-Security-Policy"], "sandbox")
    for n, status in (("2", (404,)), ("99", (404,)), ("-1", (400, 404)), ("x", (400, 404))):
        a = w.get(f"/mailboxes/ben@client.test/messages/INBOX/{m['uid']}/attachments/{n}")
        ok(a.sent, f"one of {status}", a.status in status, str(a))
    a = w.get(f"/mailboxes/ben@client.test/messages/INBOX/{m['uid']}")
    eq("full answer of HTML mail: fields, html", (sorted(a.json), a["message"]["html"]), (["case", "message", "safe"], ""))
    w.must(w.post("/send", {"from": "ben@client.test", "to": ["carl@client.test"], "subject": "Fwd", "text": "see", "forward":
                            {"address": "ben@client.test", "folder": "INBOX", "uid": m["uid"]}}))
    has("forward carries the attachments", [a["filename"] for a in w.inbox("carl@client.test")[0]["attachments"]], "ü 1.txt")
