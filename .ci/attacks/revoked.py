"""What is revoked ends within a second, with its protocol's own word."""
import http.server
import os
import signal
import socket
import threading
import time

from harness import ALPHA, CELL, Server, Wire, at_once, attack, imap_login, smtp_login, within

# A second, and what a busy machine takes to come to it.
BOUND, PATIENCE = 2.5, 4


def get(server, path, key="", cookie="", universe=""):
    """A connection on which a GET has been asked for and its answer has begun."""
    head = f"GET /api{path} HTTP/1.1\r\nHost: {server.http[0]}\r\nConnection: close\r\n"
    head += f"Authorization: Bearer {key}\r\n" if key else ""
    head += f"Cookie: {cookie}\r\n" if cookie else ""
    head += f"X-Service-Universe: {universe}\r\n" if universe else ""
    w = Wire(server.http, greet=False)
    w.send(head + "\r\n")
    return w


def opened(w):
    """Waits until a stream has begun."""
    w.sock.settimeout(10)
    while (line := w.line()) not in (b"\r\n", b""):
        pass
    return w


def idling(server, **who):
    w = imap_login(server, **who)
    w.ask("SELECT INBOX")
    w.ask("IDLE")
    return w


def appending(server, **who):
    w = imap_login(server, **who)
    w.ask("APPEND INBOX {100000}")
    w.send("From: a@b.test\r\n\r\nhalf a letter")
    return w


def selected(server, **who):
    w = imap_login(server, **who)
    w.ask("SELECT INBOX")
    return w


def in_data(server, **who):
    w = smtp_login(server, **who)
    for command in ("MAIL FROM:<app@ours.test>", "RCPT TO:<anna@client.test>", "DATA"):
        w.say(command)
    w.send("From: app@ours.test\r\n\r\nhalf a letter\r\n")
    return w


def in_mail(server, **who):
    w = smtp_login(server, **who)
    w.say("MAIL FROM:<app@ours.test>")
    return w


def ends(t, what, open_, revoke):
    """Judges that every connection ends after the revocation: open_ holds its name, the
    wire, and the word that ends it."""
    revoke()
    got = at_once(len(open_), lambda i: open_[i][1].until_end(PATIENCE))
    late, mute, slowest = [], [], 0.0
    for (name, w, word), result in zip(open_, got):
        if isinstance(result, Exception) or result[1] is None:
            late.append(name)
        else:
            slowest = max(slowest, result[1])
            if word not in result[0]:
                mute.append(name)
        w.close()
    figure = f"{len(open_) - len(late)} of {len(open_)} ended, {slowest:.2f} s" + (", not " + late[0] if late else "") + (f", no word to {mute[0]}" if mute else "")
    t.line(what, figure, "each by its word within a second", not late and not mute and slowest < BOUND)


@attack("deleted keys")
def keys(t):
    with Server() as s:
        made = s.must("POST", "/keys", {"name": "gone", "role": "member"})
        key = made["key"]
        open_ = [(f"stream {i}", opened(get(s, "/events/stream", key)), b"event: end") for i in range(3)]
        open_ += [("wait", get(s, "/wait?to=app@ours.test&timeout=60s", key), b" 401 ")]
        open_ += [("wait for a reply", get(s, "/wait?to=second@ours.test&timeout=60s", key), b" 401 ")]
        time.sleep(0.3)
        prefix = next(k["prefix"] for k in s.must("GET", "/keys") if k["name"] == "gone")
        ends(t, "streams and waits of a deleted key", open_, lambda: s.must("DELETE", f"/keys/{prefix}"))


@attack("disabled logins")
def logins(t):
    changes = {
        "a disabled login": lambda s: s.must("DELETE", "/accounts/app@ours.test"),
        "a changed password": lambda s: s.must("PATCH", "/accounts/app@ours.test", {"password": "another-secret-1"}),
        "a login that lost its protocols": lambda s: s.must("PATCH", "/accounts/app@ours.test", {"allow_imap": False, "allow_smtp": False}),
    }
    for name, change in changes.items():
        with Server() as s:
            open_ = [("IDLE", idling(s), b"BYE"), ("APPEND", appending(s), b"BYE"), ("a folder", selected(s), b"BYE"),
                     ("DATA", in_data(s), b"421"), ("MAIL", in_mail(s), b"421"), ("silence", smtp_login(s), b"421")]
            ends(t, f"IMAP and SMTP of {name}", open_, lambda: change(s))
            bye = s.must("GET", "/mailboxes/anna@client.test/messages") if s.call("GET", "/mailboxes/anna@client.test/messages").status == 200 else []
            if bye:
                t.line(f"half a letter of {name}", f"{len(bye)} filed", "none", False)


def sign_in(server):
    a = server.call("POST", "/signin", {"email": "kim@alpha.test", "password": "kim-secret-1"}, key=None)
    return a.headers["set-cookie"].partition(";")[0]


@attack("signed-out sessions")
def sessions(t):
    with Server(world=CELL) as s:
        cookie = sign_in(s)
        open_ = [("stream", opened(get(s, "/events/stream", cookie=cookie, universe="u_alpha")), b"event: end"),
                 ("wait", get(s, "/wait?to=alpha@ours.test&timeout=60s", cookie=cookie, universe="u_alpha"), b" 401 ")]
        time.sleep(0.3)
        ends(t, "streams and waits of a signed-out session", open_,
             lambda: s.must("POST", "/signout", key=None, headers={"Cookie": cookie, "X-Service-Universe": "u_alpha"}))
        a = s.call("GET", "/status", key=None, headers={"Cookie": cookie, "X-Service-Universe": "u_alpha"})
        t.line("a signed-out session", f"status {a.status}", "401", a.status == 401)


@attack("suspended organizations and people who left")
def organizations(t):
    who = {"user": "alpha@ours.test", "password": "alpha-secret-1"}

    def reload(s, text):
        s.file("world.yaml", text)
        os.kill(s.pid, signal.SIGHUP)

    with Server(world=CELL) as s:
        cookie = sign_in(s)
        open_ = [("stream of a key", opened(get(s, "/events/stream", ALPHA)), b"event: end"),
                 ("stream of a session", opened(get(s, "/events/stream", cookie=cookie, universe="u_alpha")), b"event: end"),
                 ("wait", get(s, "/wait?to=alpha@ours.test&timeout=60s", ALPHA), b"HTTP/1.1 4"),
                 ("IDLE", idling(s, **who), b"BYE"), ("APPEND", appending(s, **who), b"BYE"), ("DATA", in_data(s, **who), b"421"), ("MAIL", in_mail(s, **who), b"421")]
        time.sleep(0.3)
        ends(t, "all of a suspended organization", open_, lambda: reload(s, CELL.replace("name: Alpha", "name: Alpha\n    suspended: true")))
    with Server(world=CELL) as s:
        cookie = sign_in(s)
        open_ = [("stream", opened(get(s, "/events/stream", cookie=cookie, universe="u_alpha")), b"event: end")]
        ends(t, "the stream of a person who left", open_, lambda: reload(s, CELL.replace("kim@alpha.test", "lee@alpha.test")))


class Receiver:
    """A webhook's receiver that fails, and counts."""

    def __init__(self):
        self.hits = 0

        def handle(request):
            self.hits += 1
            request.send_response(500)
            request.send_header("Content-Length", "0")
            request.end_headers()

        kind = type("Handler", (http.server.BaseHTTPRequestHandler,), {"do_POST": handle, "log_message": lambda *_: None})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), kind)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@attack("webhooks that were taken off the list")
def removed(t):
    gone, changed, stays = Receiver(), Receiver(), Receiver()
    silent = socket.create_server(("127.0.0.1", 0))  # accepts, and never answers
    try:
        with Server() as s:
            hook = lambda r, secret: {"name": r, "url": {"gone": gone, "changed": changed, "stays": stays}[r].url, "events": ["case.updated"], "secret": secret}
            quiet = {"name": "silent", "url": f"http://127.0.0.1:{silent.getsockname()[1]}/", "events": ["case.updated"]}
            s.must("PUT", "/webhooks", [hook("gone", "a"), hook("changed", "a"), hook("stays", "a"), quiet])
            s.must("PUT", "/cases/c1", {"title": "once"})
            within(10, lambda: gone.hits and changed.hits and stays.hits)
            con, _ = silent.accept()
            s.must("PUT", "/webhooks", [hook("changed", "b"), hook("stays", "a")])
            start = time.monotonic()
            con.settimeout(PATIENCE)
            try:
                while con.recv(4096):
                    pass
                took = time.monotonic() - start
            except OSError:
                took = time.monotonic() - start
            within(20, lambda: stays.hits > 1)  # the first retry comes after three seconds
            time.sleep(1)
            t.line("retries of webhooks off the list", f"{gone.hits - 1} retries, {changed.hits - 1} by an old secret, {stays.hits - 1} of others", "none, but others'", gone.hits == 1 and changed.hits == 1 and stays.hits > 1)
            t.line("the attempt under way at a webhook off the list", f"ended after {took:.2f} s", "a second", took < BOUND)
    finally:
        for r in (gone, changed, stays):
            r.close()
        silent.close()
