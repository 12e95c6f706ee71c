"""IMAP: texts that are in no charset, SORT and THREAD; SMTP beside it."""

from harness import *


@group
def search_texts():
    w = World()
    w.login()
    for n, (subject, text) in enumerate((("Müller bill", "grün"), ("plain", "green"), ("Zoë", "x"))):
        w.must(w.post("/inject", {"to": "app@ours.test", "from": "a@x.test", "subject": subject, "text": text}))
    c = w.raw_imap()
    c("SELECT INBOX")
    bad = [b"\xff\xfe", b"M\xfcller", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"ok\x80"]

    def all_forms(word):
        lit = b"{%d+}\r\n%s" % (len(word), word)
        return [b"SEARCH CHARSET UTF-8 SUBJECT " + lit, b"SEARCH CHARSET UTF-8 TEXT " + lit, b"SEARCH CHARSET UTF-8 NOT BODY " + lit, b"SEARCH CHARSET UTF-8 OR FROM x SUBJECT " + lit,
                b"UID SEARCH CHARSET UTF-8 HEADER Subject " + lit, b"SORT (DATE) UTF-8 SUBJECT " + lit, b"THREAD REFERENCES UTF-8 TO " + lit]

    for word in bad:
        for command in all_forms(word):
            got = c(command)[-1]
            ok(repr(command), "NO [BADCHARSET (…)]", got.startswith("NO [BADCHARSET"), got)
    for command in (b"SEARCH SUBJECT {2+}\r\n\xff\xfe", b"UID SEARCH TEXT {1+}\r\n\x80"):
        got = c(command)[-1]
        ok(repr(command) + " without CHARSET", "NO", got.startswith("NO"), got)
    for charset, works in (("UTF-8", True), ("US-ASCII", True), ("utf-8", True), ("KLINGON-1", False), ("X-NONE", False)):
        got = c(f"SEARCH CHARSET {charset} SUBJECT plain")
        ok(f"SEARCH CHARSET {charset} SUBJECT plain", "* SEARCH 2, OK" if works else "NO [BADCHARSET (…)]",
           got == ["* SEARCH 2", got[-1]] and got[-1].startswith("OK") if works else got[-1].startswith("NO [BADCHARSET"), got)
    for word in ("Müller", "MÜLLER", "müller"):
        got = c(f"SEARCH CHARSET UTF-8 SUBJECT {{{len(word.encode())}+}}\r\n{word}")
        eq(f"SEARCH CHARSET UTF-8 SUBJECT {word}", got[0], "* SEARCH 1")
    got = c("SEARCH CHARSET UTF-8 BODY {5+}\r\ngrün")
    eq("SEARCH CHARSET UTF-8 BODY grün", got[0], "* SEARCH 1")
    got = c("NOOP")[-1]
    ok("NOOP after texts in no charset", "OK", got.startswith("OK"), got)
    got = c("ENABLE UTF8=ACCEPT")
    ok("ENABLE UTF8=ACCEPT", "* ENABLED UTF8=ACCEPT", "UTF8=ACCEPT" in got[0].upper() and got[-1].startswith("OK"), got)
    c("SELECT INBOX")
    for word in bad:
        for command in (b"SEARCH SUBJECT {%d+}\r\n%s" % (len(word), word), b"SEARCH TEXT \"%s\"" % word, b"UID SEARCH NOT HEADER X {%d+}\r\n%s" % (len(word), word), b"UID SEARCH OR BODY {%d+}\r\n%s SEEN" % (len(word), word)):
            got = c(command)[-1]
            ok(repr(command) + " after UTF8=ACCEPT", "NO [BADCHARSET (UTF-8)]", got.startswith("NO [BADCHARSET (UTF-8)]"), got)
    for command in (b"SEARCH SUBJECT {3+}\r\na\x00b", b"UID SEARCH TEXT {1+}\r\n\x00"):
        got = c(command)[-1]
        ok(repr(command) + " after UTF8=ACCEPT", "NO", got.startswith("NO"), got)
    got = c("SEARCH SUBJECT \"Müller\"")
    eq("SEARCH SUBJECT \"Müller\" after UTF8=ACCEPT", got[0], "* SEARCH 1")
    got = c("SEARCH CHARSET UTF-8 SUBJECT plain")[-1]
    ok("SEARCH CHARSET after UTF8=ACCEPT", "BAD (RFC 6855)", got.startswith("BAD"), got)
    for command in ("SORT (SUBJECT) UTF-8 ALL", "THREAD REFERENCES UTF-8 ALL"):
        got = c(command)
        ok(command + " after UTF8=ACCEPT", "OK", got[-1].startswith("OK"), got)
    for command in (b"SORT (DATE) UTF-8 SUBJECT {2+}\r\n\xff\xfe", b"THREAD REFERENCES UTF-8 TEXT {2+}\r\n\xff\xfe"):
        got = c(command)[-1]
        ok(repr(command) + " after UTF8=ACCEPT", "NO", got.startswith("NO"), got)
    got = c("NOOP")[-1]
    ok("NOOP at the end", "OK", got.startswith("OK"), got)
    c.close()


@group
def sort_and_thread():
    w = World()
    w.login()
    for n, (subject, frm) in enumerate((("beta", "c@x.test"), ("Alpha", "b@x.test"), ("gamma", "a@x.test"))):
        w.must(w.post("/inject", {"to": "app@ours.test", "raw": f"From: {frm}\r\nTo: app@ours.test\r\nSubject: {subject}\r\nMessage-ID: <m{n}@x.test>\r\nDate: Mon, {5 - n} Jan 2026 09:00:00 +0000\r\n\r\nx\r\n"}))
    w.must(w.post("/inject", {"to": "app@ours.test", "raw": "From: d@x.test\r\nTo: app@ours.test\r\nSubject: Re: beta\r\nMessage-ID: <m3@x.test>\r\nIn-Reply-To: <m0@x.test>\r\nReferences: <m0@x.test>\r\nDate: Tue, 6 Jan 2026 09:00:00 +0000\r\n\r\n" + "y" * 500 + "\r\n"}))
    c = w.raw_imap()
    c("SELECT INBOX")
    for key, order in (("SUBJECT", "2 1 4 3"), ("FROM", "3 2 1 4"), ("DATE", "3 2 1 4"), ("REVERSE DATE", "4 1 2 3"), ("ARRIVAL", "1 2 3 4"), ("REVERSE SIZE DATE", None)):
        got = c(f"SORT ({key}) US-ASCII ALL")[0]
        if order:
            eq(f"SORT ({key})", got, "* SORT " + order)
        else:
            ok(f"SORT ({key})", "4 first", got.startswith("* SORT 4 "), got)
    eq("THREAD REFERENCES", c("THREAD REFERENCES US-ASCII ALL")[0], "* THREAD (3)(2)(1 4)")
    eq("SORT with a search", c("SORT (SUBJECT) US-ASCII FROM x.test SUBJECT beta")[0], "* SORT 1 4")
    for command in ("SORT () UTF-8 ALL", "SORT (COLOUR) UTF-8 ALL", "SORT (REVERSE) UTF-8 ALL", "THREAD NONE UTF-8 ALL", "SEARCH", "SEARCH NONSENSE", "SEARCH BEFORE yesterday", "SEARCH LARGER x", "SEARCH 0", "SEARCH UID abc", "SEARCH OR SEEN", "SEARCH (SEEN"):
        got = c(command)[-1]
        ok(command, "BAD (or NO)", got[:3] in ("BAD", "NO "), got)
    for command, want in (("SEARCH SENTBEFORE 5-Jan-2026", "* SEARCH 2 3"), ("SEARCH SENTON 5-Jan-2026", "* SEARCH 1"), ("SEARCH SENTSINCE 6-Jan-2026", "* SEARCH 4"), ("SEARCH LARGER 500", "* SEARCH 4"), ("SEARCH UNSEEN NOT FROM d@x.test", "* SEARCH 1 2 3"),
                          ("SEARCH OR SUBJECT alpha SUBJECT gamma", "* SEARCH 2 3"), ("SEARCH HEADER In-Reply-To m0", "* SEARCH 4"), ("SEARCH KEYWORD $none", "* SEARCH"), ("SEARCH 2:3", "* SEARCH 2 3"), ("SEARCH *", "* SEARCH 4"), ("UID SEARCH UID 1:2", "* SEARCH 1 2"),
                          ("SEARCH SEEN", "* SEARCH")):
        eq(command, c(command)[0], want)
    c("STORE 2 +FLAGS (\\Seen)")
    eq("\\Seen by IMAP shows in the API", [m["flags"] for m in w.inbox("app@ours.test") if m["uid"] == 2], [["\\Seen"]])
    w.must(w.patch("/mailboxes/app@ours.test/messages/INBOX/3", {"seen": True}))
    has("seen by the API shows in IMAP", " ".join(c("NOOP")), "* 3 FETCH", "\\Seen")
    got = w.get("/threads?address=app@ours.test").json
    eq("/threads: most recent first, oldest first within", [[m["message_id"] for m in t["messages"]] for t in got][0], ["<m0@x.test>", "<m3@x.test>"])
    for t in got[:1]:
        eq("a thread", (t["root"], t["subject"], t["last"]), ("<m0@x.test>", "beta", t["messages"][-1]["time"]))
    got = c("DELETE INBOX")[-1]
    ok("DELETE INBOX", "NO", got.startswith("NO"), got)
    for command in ("COPY 1 Nope", "STATUS Nope (MESSAGES)", "CREATE INBOX", "RENAME Nope Other", "SELECT Nope"):
        got = c(command)[-1]
        ok(command, "NO", got.startswith("NO"), got)
    c.close()


@group
def doors():
    w = World("", "-smtp-auth")
    w.login(username="deskuser")
    s = w.smtp()
    eq("MAIL before AUTH with -smtp-auth", s.docmd("MAIL", "FROM:<a@x.test>")[0], 530)
    for mech in ("PLAIN", "LOGIN"):
        has("EHLO says AUTH " + mech, s.esmtp_features.get("auth", ""), mech)
    for key in ("size", "starttls", "8bitmime", "pipelining"):
        ok("EHLO says " + key, "there", key in s.esmtp_features, s.esmtp_features)
    for command in ("RCPT TO:<a@x.test>", "DATA"):
        code = s.docmd(command)[0]
        ok(f"{command} out of order", "503 (or 530 before a login)", code in (503, 530), code)
    s = w.smtp("deskuser")
    for command, code in (("RCPT TO:<a@x.test>", 503), ("DATA", 503), ("MAIL FROM:<bad", 501), ("MAIL FROM:<a b@x.test>", 501), ("NOSUCH", 500), ("MAIL FROM:<app@ours.test> SIZE=999999999999", 552), ("MAIL FROM:<app@ours.test> COLOUR=1", 555),
                          ("MAIL FROM:<app@ours.test>", 250), ("MAIL FROM:<app@ours.test>", 503), ("DATA", 503), ("RCPT TO:<>", 501), ("RCPT TO:<a b@x.test>", 501), ("RCPT TO:<a@x.test", 501), ("RSET", 250), ("NOOP", 250)):
        got = s.docmd(command)
        ok(f"SMTP {command}", f"{code}", got[0] == code or code in (501, 555) and 500 <= got[0] < 560 and got[0] != 503, got)
    s.quit()
    e = w.events("auth.ok")[-1]["data"]
    eq("auth.ok", (e["proto"], e["username"], e["address"], e["remote"]), ("smtp", "deskuser", "app@ours.test", "127.0.0.1"))
    c = w.get("/connection").json
    eq("/connection", (c["smtp_auth_required"], sorted(c["auth_mechanisms"]), [x["name"] for x in c["services"]]), (True, ["LOGIN", "PLAIN"], ["SMTP", "SMTPS", "IMAP", "IMAPS"]))
    import hashlib
    import ssl
    pem = w.get("/connection/cert")
    der = ssl.PEM_cert_to_DER_cert(pem.body.decode())
    eq("the certificate's fingerprint", hashlib.sha256(der).hexdigest(), c["certificate"]["sha256"].lower().replace(":", ""))
    ctx = ssl.create_default_context()
    ctx.check_hostname, ctx.verify_mode = False, ssl.CERT_NONE
    for name in ("smtps", "imaps"):
        host, port = w.ready[name].rsplit(":", 1)
        with ctx.wrap_socket(socket.create_connection((host, int(port)), timeout=10)) as t:
            eq(f"{name} presents it", t.getpeercert(True), der)
    m = w.imap()
    typ, data = m.append("INBOX", "(\\Flagged)", None, b"Subject: mine\r\n\r\nx\r\n")
    eq("APPEND", typ, "OK")
    got = w.inbox("app@ours.test")[0]
    eq("an appended message in the API", (got["subject"], got["flags"], got["format"], got["attachments"]), ("mine", ["\\Flagged"], "text", []))
    eq("raw of it", w.get("/mailboxes/app@ours.test/messages/INBOX/1/raw").body, b"Subject: mine\r\n\r\nx\r\n")
    m.logout()
