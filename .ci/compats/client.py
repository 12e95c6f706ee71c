"""What clients in Python ask Mailpit and MailHog for, by its own smtplib and urllib."""
import base64
import email.message
import json
import os
import smtplib
import unittest
import urllib.error
import urllib.parse
import urllib.request

URL, SMTP = os.environ["URL"], os.environ["SMTP"]


def ask(method, path, body=None, **query):
    url = URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, method=method), timeout=20) as r:
            return r.status, r.headers, r.read()
    except urllib.error.HTTPError as e:
        return e.code, e.headers, e.read()


def get(path, **query):
    status, _, text = ask("GET", path, **query)
    assert status == 200, (path, status, text)
    return json.loads(text)


def mail(subject="Welcome", to="kim@example.test"):
    m = email.message.EmailMessage()
    m["From"], m["To"], m["Subject"] = "Shop <shop@example.test>", f"Kim <{to}>", subject
    m.set_content("Your code is 4711.\n")
    m.add_alternative('<p>Your code is <b>4711</b>. <img src="cid:logo"></p>\n', subtype="html")
    m.get_payload()[1].add_related(b"\x89PNG\r\n", "image", "png", cid="<logo>", filename="logo.png", disposition="inline")
    m.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="r\u00e9sum\u00e9.csv")
    return m


class Client(unittest.TestCase):
    def setUp(self):
        self.assertEqual(ask("DELETE", "/api/v1/messages")[0], 200)

    def send(self, **fields):
        host, port = SMTP.split(":")
        with smtplib.SMTP(host, int(port)) as s:
            s.login("any", "thing")
            s.send_message(mail(**fields))
        return get("/api/v1/messages")["messages"][0]["ID"]

    def test_message(self):
        m = get("/api/v1/message/" + self.send())
        self.assertEqual((m["Subject"], m["From"], m["To"]), ("Welcome", {"Name": "Shop", "Address": "shop@example.test"}, [{"Name": "Kim", "Address": "kim@example.test"}]))
        self.assertIn("4711", m["Text"])
        self.assertIn("<b>4711</b>", m["HTML"])
        self.assertEqual([a["FileName"] for a in m["Attachments"] + m["Inline"]], ["r\u00e9sum\u00e9.csv", "logo.png"])

    def test_part(self):
        id = self.send()
        part = get("/api/v1/message/" + id)["Attachments"][0]["PartID"]
        status, headers, data = ask("GET", f"/api/v1/message/{id}/part/{part}")
        self.assertEqual((status, data), (200, b"a,b\n1,2\n"))
        self.assertTrue(headers["Content-Type"].startswith("text/csv"))
        self.assertEqual(ask("GET", f"/api/v1/message/{id}/part/99")[0], 404)

    def test_raw_and_headers(self):
        id = self.send()
        self.assertEqual(email.message_from_bytes(ask("GET", f"/api/v1/message/{id}/raw")[2])["Subject"], "Welcome")
        self.assertEqual(get(f"/api/v1/message/{id}/headers")["Subject"], ["Welcome"])

    def test_search(self):
        self.send(subject="One"), self.send(subject="Two", to="lee+tag@example.test")
        for query, n in {"subject:two": 1, "to:lee": 1, "addressed:example.test": 2, "has:attachment": 2, "is:read": 0, "tag:tag": 1, "-subject:two": 1, "nothing": 0}.items():
            self.assertEqual(get("/api/v1/search", query=query)["messages_count"], n, query)
        self.assertEqual(ask("GET", "/api/v1/search")[0], 400)

    def test_delete(self):
        id, _ = self.send(), self.send()
        self.assertEqual(ask("DELETE", "/api/v1/messages", {"IDs": [id]})[2], b"ok")
        self.assertEqual(get("/api/v1/messages")["total"], 1)
        self.assertEqual(ask("GET", "/api/v1/message/" + id)[0], 404)

    def test_read_marks(self):
        id = self.send()
        self.assertEqual(get("/api/v1/messages")["unread"], 1)
        get("/api/v1/message/latest")
        self.assertEqual(get("/api/v1/messages")["unread"], 0)
        ask("PUT", "/api/v1/messages", {"IDs": [id], "Read": False})
        self.assertEqual(get("/api/v1/messages")["unread"], 1)

    def test_send_by_http(self):
        status, _, text = ask("POST", "/api/v1/send", {"From": {"Email": "a@b.test"}, "To": [{"Email": "c@d.test"}], "Subject": "By HTTP", "Text": "x", "Attachments": [{"Content": base64.b64encode(b"hi").decode(), "Filename": "hi.txt"}]})
        self.assertEqual(status, 200)
        self.assertEqual(get("/api/v1/message/" + json.loads(text)["ID"])["Attachments"][0]["FileName"], "hi.txt")
        self.assertEqual(ask("POST", "/api/v1/send", {"To": [{"Email": "x"}]})[0], 400)

    def test_views_and_checks(self):
        id = self.send()
        self.assertIn(b"<b>4711</b>", ask("GET", f"/view/{id}.html")[2])
        self.assertIn(b"4711", ask("GET", "/view/latest.txt")[2])
        self.assertGreater(get(f"/api/v1/message/{id}/html-check")["Total"]["Supported"], 0)
        self.assertEqual(get(f"/api/v1/message/{id}/link-check")["Errors"], 0)

    def test_chaos(self):
        self.assertEqual(ask("PUT", "/api/v1/chaos", {"Recipient": {"ErrorCode": 550, "Probability": 100}})[0], 200)
        try:
            with self.assertRaises(smtplib.SMTPRecipientsRefused) as e:
                self.send()
            self.assertEqual(e.exception.recipients["kim@example.test"], (550, b"Chaos recipient error"))
        finally:
            ask("PUT", "/api/v1/chaos", {})

    def test_mailhog(self):
        self.send()
        found = get("/api/v2/search", kind="to", query="kim@example.test")
        self.assertEqual((found["total"], found["items"][0]["Content"]["Headers"]["Subject"]), (1, ["Welcome"]))
        self.assertEqual(ask("DELETE", "/api/v1/messages/" + found["items"][0]["ID"])[0], 200)
        self.assertEqual(get("/api/v2/messages")["total"], 0)


if __name__ == "__main__":
    unittest.main(verbosity=0)
