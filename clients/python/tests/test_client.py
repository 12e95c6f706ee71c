"""Runs against the server that SERVICE_URL and SERVICE_API_KEY name."""

import os
import sys
import threading
import unittest
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from mailsim import Client, DEFAULT_TIMEOUT, DEFAULT_URL, MailsimError  # noqa: E402


class Settings(unittest.TestCase):
    def test_defaults_and_environment(self):
        saved = {k: os.environ.pop(k, None) for k in ("SERVICE_URL", "SERVICE_API_KEY", "SERVICE_UNIVERSE")}
        try:
            c = Client()
            self.assertEqual((c.url, c.key, c.universe, c.timeout), (DEFAULT_URL, "", "", 330.0))
            os.environ.update(SERVICE_URL="http://h:1/", SERVICE_API_KEY="k", SERVICE_UNIVERSE="u")
            c = Client()
            self.assertEqual((c.url, c.key, c.universe), ("http://h:1", "k", "u"))
        finally:
            for k, v in saved.items():
                os.environ.pop(k, None)
                if v is not None:
                    os.environ[k] = v
        self.assertEqual(DEFAULT_TIMEOUT, 330.0)

    def test_no_server(self):
        with self.assertRaises(MailsimError) as e:
            Client(url="http://127.0.0.1:1", key="").clock()
        self.assertEqual(e.exception.status, 0)


@unittest.skipUnless(os.environ.get("SERVICE_API_KEY"), "no server: set SERVICE_URL and SERVICE_API_KEY")
class Server(unittest.TestCase):
    def setUp(self):
        self.sim = Client()
        self.name = "py" + uuid.uuid4().hex[:10]

    def person(self, **fields):
        return self.sim.create_persona(name=self.name, addresses=[f"{self.name}@client.test"], **fields)

    def test_send_and_reply(self):
        p = self.person(temperament="responsive", timing={"reply_rate": 1})
        self.assertIn(p["id"], [x["id"] for x in self.sim.personas()])
        sent = self.sim.send(sender="py@ours.test", to=p["addresses"], subject="Hello", text="Is Tuesday fine?")
        self.assertEqual(sent["status"], "sent")
        reply = self.sim.wait_for_reply(p["id"], in_reply_to=sent["message_id"], timeout="20s")
        self.assertEqual(reply["in_reply_to"], sent["message_id"])
        self.assertIsInstance(reply["codes"], list)
        self.assertIn("score", self.sim.health(sent["message_id"]))

    def test_declined_is_409(self):
        p = self.person(timing={"reply_rate": 0})
        sent = self.sim.send(sender="py@ours.test", to=p["addresses"], subject="Hello", text="Is Tuesday fine?")
        with self.assertRaises(MailsimError) as e:
            self.sim.wait_for_reply(p["id"], in_reply_to=sent["message_id"], timeout="20s")
        self.assertEqual(e.exception.status, 409)

    def test_wait_and_extract(self):
        to = f"{self.name}@inbox.test"
        with self.assertRaises(MailsimError) as e:
            self.sim.wait_for_email(to, timeout=50)
        self.assertEqual(e.exception.status, 408)
        self.sim.send(sender="py@ours.test", to=[to], subject="Code", text="Your verification code is 482913.")
        mail = self.sim.wait_for_email(to, existing=True, sender="py@ours.test", timeout="5s")
        self.assertEqual(mail["codes"], ["482913"])
        self.assertEqual(self.sim.extract(text="Your code: 482913")["codes"], ["482913"])

    def test_case_and_clock(self):
        self.assertEqual(self.sim.push_case(self.name, title="One")["title"], "One")
        before = self.sim.clock()
        self.sim.freeze()
        after = self.sim.advance("1h")
        self.assertGreater(after["now"], before["now"])
        self.assertEqual(self.sim.speed(2)["speed"], 2)
        self.sim.speed(1)
        self.sim.freeze(before["frozen"])

    def test_events_come_as_they_happen(self):
        before = self.sim.request("GET", "/events", query={"limit": 1})["last"]
        self.sim.push_case(self.name, title="One <1>")
        for e in self.sim.events(after=before, type="case.*"):
            if e["data"]["id"] == self.name:
                self.assertEqual((e["type"], e["data"]["title"]), ("case.updated", "One <1>"))
                self.assertGreater(e["id"], before)
                break
        live = self.sim.events()
        later = threading.Timer(0.05, self.sim.push_case, [self.name], {"title": "Two"})
        later.start()
        self.assertGreater(next(live)["id"], before)
        live.close()
        later.join()
        with self.assertRaises(MailsimError) as e:
            next(Client(key="wrong-key-0123456789").events())
        self.assertEqual(e.exception.status, 401)

    def test_error_carries_status_and_message(self):
        with self.assertRaises(MailsimError) as e:
            self.sim.request("GET", "/personas/p_none")
        self.assertEqual((e.exception.status, e.exception.message), (404, "no such persona"))


if __name__ == "__main__":
    unittest.main()
