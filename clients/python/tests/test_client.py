"""Runs against the server that SERVICE_URL and SERVICE_API_KEY name."""

import http.server
import json
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


class Stub:
    """A server that keeps what it is asked and answers by a function."""

    def __init__(self, answer):
        asked = self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                asked.append((f"{self.command} {self.path}", body, self.headers))
                status, kind, text, *more = answer(self.path, len(asked))
                self.send_response(status)
                for name, value in more:
                    self.send_header(name, value)
                self.send_header("Content-Type", kind)
                self.end_headers()
                try:
                    self.wfile.write(text if isinstance(text, bytes) else text.encode())
                except BrokenPipeError:
                    pass  # who asked has gone

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *args):
        self.server.shutdown()
        self.server.server_close()


class Requests(unittest.TestCase):
    def test_each_call_asks_for_its_endpoint(self):
        with Stub(lambda path, n: (200, "application/json", "{}")) as stub:
            sim = Client(url=stub.url, key="k", universe="u_1")
            for call, line, body in (
                (lambda: sim.wait_for_email("a@b.test", sender="x", existing=False, after=0), "GET /api/wait?to=a%40b.test&existing=false&after=0&from=x", None),
                (lambda: sim.wait_for_reply("p_1", in_reply_to="<1>", fast=False), "GET /api/wait/reply?from=p_1&in_reply_to=%3C1%3E&fast=false", None),
                (lambda: sim.extract("x"), "POST /api/extract", {"text": "x", "html": ""}),
                (lambda: sim.health("<1>"), "GET /api/inspect?message_id=%3C1%3E", None),
                (lambda: sim.push_case("a/b", title="x"), "PUT /api/cases/a%2Fb", {"title": "x"}),
                (lambda: sim.advance("2d"), "POST /api/clock/advance", {"by": "2d"}),
                (lambda: sim.advance(to="2026-01-06T00:00:00Z"), "POST /api/clock/advance", {"to": "2026-01-06T00:00:00Z"}),
                (lambda: sim.advance(jobs=3), "POST /api/clock/advance", {"jobs": 3}),
                (lambda: sim.freeze(), "POST /api/clock/freeze", {"frozen": True}),
                (lambda: sim.freeze(False), "POST /api/clock/freeze", {"frozen": False}),
                (lambda: sim.provider_sends("ses", limit=3), "GET /api/providers/ses/sends?limit=3", None),
                (lambda: sim.suppressions("sendgrid", "bounces"), "GET /api/providers/sendgrid/suppressions?list=bounces", None),
                (lambda: sim.suppress("ses", "a@b.test"), "POST /api/providers/ses/suppressions", {"addresses": ["a@b.test"]}),
                (lambda: sim.unsuppress("ses", "a@b.test"), "DELETE /api/providers/ses/suppressions?address=a%40b.test", None),
                (lambda: sim.release("<1>", to=["a@b.test"]), "POST /api/release", {"message_id": "<1>", "wait": True, "to": ["a@b.test"]}),
                (lambda: sim.import_mail(b"7", to="a@b.test"), "POST /api/import?to=a%40b.test", 7),
                (lambda: sim.export_mail("zip", folder="Sent"), "GET /api/export?format=zip&folder=Sent", None),
                (lambda: sim.speed(2), "POST /api/clock/speed", {"factor": 2}),
                (lambda: sim.request("GET", "/x", query={"a": None, "c": 0}), "GET /api/x?c=0", None),
            ):
                call()
                got = stub.asked.pop()
                self.assertEqual((got[0], json.loads(got[1] or "null")), (line, body))
                self.assertEqual((got[2]["Authorization"], got[2]["X-Service-Universe"]), ("Bearer k", "u_1"))

    def test_what_is_refused_for_now_is_asked_again(self):
        after = ["0"]

        def answer(path, n):
            if n % 3:
                return 429, "application/json", '{"error": "too many requests"}', ("Retry-After", after[0])
            return 200, "application/json", "{}"

        with Stub(answer) as stub:
            sim = Client(url=stub.url)
            sim.extract("x")
            self.assertEqual([json.loads(body) for _, body, _ in stub.asked], [{"text": "x", "html": ""}] * 3)
            after[0] = "3600"
            with self.assertRaises(MailsimError) as e:
                sim.clock()
            self.assertEqual((e.exception.status, e.exception.message), (429, "too many requests"))
            self.assertEqual(len(stub.asked), 4)

    def test_bytes_timeout_and_no_proxy(self):
        gate = threading.Event()

        def answer(path, n):
            if path == "/api/slow":
                gate.wait(20)
            return 200, "text/plain", "raw mail"

        saved = {k: os.environ.get(k) for k in ("http_proxy", "no_proxy")}
        os.environ["http_proxy"] = "http://127.0.0.1:1"
        os.environ.pop("no_proxy", None)
        try:
            with Stub(answer) as stub:
                sim = Client(url=stub.url, key="")
                self.assertEqual(sim.request("GET", "/raw"), b"raw mail")
                with self.assertRaises(MailsimError) as e:
                    sim.request("GET", "/slow", timeout=0.05)
                self.assertEqual(e.exception.status, 0)
                gate.set()
        finally:
            for k, v in saved.items():
                os.environ.pop(k, None)
                if v is not None:
                    os.environ[k] = v

    def test_a_stream_whose_access_has_ended_stops(self):
        def answer(path, n):
            self.assertEqual(n, 1)
            return 200, "text/event-stream", (
                'id: 4\nevent: pace\ndata: {"type": "pace", "id": 4}\n\nevent: end\ndata: {"why": "the key is not valid"}\n\n'
            )

        with Stub(answer) as stub:
            got = list(Client(url=stub.url, key="").events(after=3))
            self.assertEqual(got, [{"type": "pace", "id": 4}, {"type": "end", "id": 4, "data": {"why": "the key is not valid"}}])

    def test_streams_tell_of_gaps_and_of_another_log_and_go_on(self):
        def answer(path, n):
            if n == 1:
                return 200, "text/event-stream", 'retry: 2000\n\nid: 9\nevent: gap\ndata: {"from": 4, "to": 9}\n\n'
            if n == 2:
                return 200, "text/event-stream", 'id: 0\nevent: restart\ndata: {"after": 9, "last": 2}\n\n'
            if n == 3:
                return 200, "text/event-stream", 'id: 10\nevent: pace\ndata: {"type": "pace", "id": 10}\n\n'
            return 401, "application/json", '{"error": "no key"}'

        with Stub(answer) as stub:
            stream = Client(url=stub.url, key="").events(after=3, type="pace,clock")
            self.assertEqual(next(stream), {"type": "gap", "id": 9, "data": {"from": 4, "to": 9}})
            self.assertEqual(next(stream), {"type": "restart", "id": 0, "data": {"after": 9, "last": 2}})
            self.assertEqual(next(stream), {"type": "pace", "id": 10})
            with self.assertRaises(MailsimError) as e:
                next(stream)
            self.assertEqual((e.exception.status, e.exception.message), (401, "no key"))
            path = "GET /api/events/stream?type=pace%2Cclock"
            self.assertEqual([(a[0], a[2]["Last-Event-ID"]) for a in stub.asked], [(path, "3"), (path, "9"), (path, "0"), (path, "10")])

    def test_streams_cut_within_an_event_go_on_before_it(self):
        whole = 'id: 11\nevent: note\ndata: {"type": "note", "id": 11, "data": {"text": "Grüße"}}\n\n'.encode()
        for cut in (1, 8, whole.index("ü".encode()) + 1, len(whole) - 2, len(whole) - 1):

            def answer(path, n):
                if n == 1:
                    return 200, "text/event-stream", b'id: 10\nevent: pace\ndata: {"type": "pace", "id": 10}\n\n: heartbeat\n\n' + whole[:cut]
                if n == 2:
                    return 200, "text/event-stream", whole
                return 503, "text/plain", "going down"

            with Stub(answer) as stub:
                stream = Client(url=stub.url, key="").events(after=3)
                self.assertEqual(next(stream), {"type": "pace", "id": 10})
                self.assertEqual(next(stream), {"type": "note", "id": 11, "data": {"text": "Grüße"}})
                with self.assertRaises(MailsimError) as e:
                    next(stream)
                self.assertEqual((e.exception.status, e.exception.message), (503, "Service Unavailable"))
                self.assertEqual([a[2]["Last-Event-ID"] for a in stub.asked], ["3", "10", "11"])


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
        whole = self.sim.mail(sent["message_id"])
        self.assertEqual(whole["new_text"], "Is Tuesday fine?")
        self.assertIn(whole["id"], [m["id"] for m in self.sim.mails(address="py@ours.test", origin="app")["mails"]])
        self.assertEqual(self.sim.conversation(whole["id"])["mails"][0]["id"], whole["id"])
        self.assertTrue(self.sim.story(message_id=sent["message_id"])["lines"])
        self.sim.delete_mail(whole["id"])
        with self.assertRaises(MailsimError) as gone:
            self.sim.mail(whole["id"])
        self.assertEqual(gone.exception.status, 404)

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
