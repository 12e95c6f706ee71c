"""Python's own mail libraries against mailsimd."""
import email.message
import email.policy
import imaplib
import json
import os
import smtplib
import ssl
import urllib.request

env = os.environ
tls = ssl.create_default_context()
tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE


def api(method, path, body=None):
    req = urllib.request.Request(env["HTTP"] + "/api" + path, method=method, data=None if body is None else json.dumps(body).encode())
    req.add_header("Authorization", "Bearer " + env["SERVICE_API_KEY"])
    req.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(req, timeout=60) as res:
        return json.load(res)


def mail(subject, to="anna@client.test"):
    m = email.message.EmailMessage(policy=email.policy.SMTP)
    m["From"], m["To"], m["Subject"], m["Message-ID"] = "app@ours.test", to, subject, f"<{abs(hash(subject))}@ours.test>"
    m.set_content("Hello Anna,\n\nis Tuesday at 10:00 fine for you?\n")
    m.add_attachment(b"\x00\x01binary", maintype="application", subtype="octet-stream", filename="Übersicht.bin")
    return m


# SMTP: plain, STARTTLS with each mechanism, implicit TLS
with smtplib.SMTP(env["SMTP_HOST"], int(env["SMTP_PORT"])) as s:
    assert s.ehlo()[0] == 250
    assert s.has_extn("size") and s.has_extn("8bitmime") and s.has_extn("smtputf8") and s.has_extn("starttls")
    s.send_message(mail("plain"))
    code, text = s.docmd("RCPT TO:<x@y.test>")
    assert code == 503, (code, text)
    s.mail("app@ours.test")
    assert s.rcpt("gone+unknown@client.test")[0] == 550
    assert s.rcpt("anna@client.test")[0] == 250
    s.rset()
for user in ("app", "app@ours.test"):
    with smtplib.SMTP(env["SMTP_HOST"], int(env["SMTP_PORT"])) as s:
        s.starttls(context=tls)
        # smtplib itself encodes passwords as ASCII in LOGIN; PLAIN takes UTF-8 bytes
        s.user, s.password = user, env["PASSWORD"]
        s.ehlo()
        import base64
        raw = base64.b64encode(f"\0{user}\0{env['PASSWORD']}".encode()).decode()
        assert s.docmd("AUTH", "PLAIN " + raw)[0] == 235
        s.send_message(mail("starttls " + user))
with smtplib.SMTP_SSL(env["SMTP_HOST"], int(env["SMTPS_PORT"]), context=tls) as s:
    s.login("second@ours.test", "second-secret")
    s.send_message(mail("smtps"))
with smtplib.SMTP(env["SMTP_HOST"], int(env["SMTP_PORT"])) as s:
    try:
        s.login("second@ours.test", "wrong")
        raise AssertionError("a wrong password was taken")
    except smtplib.SMTPAuthenticationError as e:
        assert e.smtp_code == 535

# The people answer; read it over IMAP and over HTTP
api("POST", "/clock/advance", {"by": "7d"})
inbox = api("GET", "/mailboxes/app@ours.test/messages")
assert any(m["in_reply_to"] for m in inbox), inbox

with imaplib.IMAP4(env["SMTP_HOST"], int(env["IMAP_PORT"])) as c:
    assert "STARTTLS" in c.capabilities
    c.starttls(ssl_context=tls)
    c.login("second@ours.test", "second-secret")
    typ, data = c.select("Sent")
    assert typ == "OK" and int(data[0]) >= 1, data
    typ, data = c.search(None, "SUBJECT", '"smtps"')
    assert data[0], data
    uid = data[0].split()[-1]
    typ, data = c.fetch(uid, "(FLAGS RFC822.SIZE BODYSTRUCTURE ENVELOPE BODY.PEEK[HEADER.FIELDS (SUBJECT)] BODY.PEEK[])")
    assert typ == "OK" and b"smtps" in data[0][1] + data[1][1]
    assert c.append("Drafts", r"(\Draft)", None, mail("draft").as_bytes())[0] == "OK"
    assert c.create("Work/Projects")[0] == "OK"
    assert c.copy(uid, "Work/Projects")[0] == "OK"
    assert c.store(uid, "+FLAGS", r"(\Flagged $Important)")[0] == "OK"
    assert c.select("Work/Projects")[0] == "OK"
    assert c.uid("SEARCH", None, "ALL")[1][0]
    assert c.store("1", "+FLAGS", r"(\Deleted)")[0] == "OK"
    assert c.expunge()[0] == "OK"
    typ, data = c.status("Work/Projects", "(MESSAGES UIDNEXT UIDVALIDITY)")
    assert b"MESSAGES 0" in data[0], data
    typ, data = c.list()
    assert any(b"\\Sent" in x for x in data), data
    c.select("INBOX", readonly=True)
    c.unselect()
with imaplib.IMAP4_SSL(env["SMTP_HOST"], int(env["IMAPS_PORT"]), ssl_context=tls) as c:
    c.authenticate("PLAIN", lambda _: f"\0app\0{env['PASSWORD']}".encode())
    assert c.select()[0] == "OK"
folders = api("GET", "/mailboxes/second@ours.test/folders")
assert [f["name"] for f in folders][:5] == ["INBOX", "Sent", "Drafts", "Archive", "Trash"], folders
assert any(f["name"] == "Work/Projects" for f in folders)
print("ok")
