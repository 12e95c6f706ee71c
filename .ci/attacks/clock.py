"""Webhooks that do not answer hold up neither the clock nor who moves it."""
import socket
import threading
import time

from harness import Server, attack

# One hour in which six mails come by themselves, each with events.
STREAM = """
id: u_attack
clock: {start: 2026-01-05T09:00:00Z, frozen: true}
keys: [{key: attack-admin-key-0001, name: ci, role: admin}]
world:
  company: {name: Ours, domain: ours.test, tz: UTC, mailboxes: [{address: help@ours.test, name: Help, role: support}]}
  streams: [{id: support, kind: support, per_day: 144, enabled: true, to: [help@ours.test]}]
"""


class Dead:
    """A receiver that accepts and then does what a dead one does."""

    def __init__(self, how):
        self.sock = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.url = f"http://127.0.0.1:{self.sock.getsockname()[1]}/"
        self.how, self.held, self.open = how, [], True
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while self.open:
            try:
                con, _ = self.sock.accept()
            except OSError:
                return
            self.held.append(con)
            if self.how != "silent":
                threading.Thread(target=self.torment, args=(con,), daemon=True).start()

    def torment(self, con):
        try:
            if self.how == "closes":
                con.close()
                return
            if self.how == "trickles":
                con.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while self.open:
                    con.sendall(b"a")
                    time.sleep(0.2)
            if self.how == "never ends":
                con.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n")
                while self.open:
                    con.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
            if self.how == "a gigantic header":
                while self.open:
                    con.sendall(b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 8192)
        except OSError:
            pass

    def close(self):
        self.open = False
        self.sock.close()
        for con in self.held:
            con.close()


def hours(server, n):
    """The seconds that it takes to move the clock by an hour, n times: the longest."""
    took = []
    for _ in range(n):
        start = time.monotonic()
        server.must("POST", "/clock/advance", {"by": "1h"}, timeout=40)
        took.append(time.monotonic() - start)
    return max(took)


@attack("webhooks that never answer, and the clock")
def clock(t):
    with Server(world=STREAM) as s:
        calm = hours(s, 3)
    for how in ("silent", "trickles", "closes", "never ends", "a gigantic header"):
        if t.short and how not in ("silent", "never ends"):
            continue
        dead = [Dead(how) for _ in range(3)]
        try:
            with Server(world=STREAM) as s:
                held = s.settle()
                s.must("PUT", "/webhooks", [{"name": f"d{i}", "url": d.url} for i, d in enumerate(dead)])
                bound = 20 * calm + 3
                try:
                    took = hours(s, 1)
                    t.line(f"an hour with webhooks: {how}", f"{took:.2f} s (unharmed {calm:.2f} s)", f"at most {bound:.1f} s", took <= bound)
                except OSError:
                    t.line(f"an hour with webhooks: {how}", f"over 40 s (unharmed {calm:.2f} s)", f"at most {bound:.1f} s", False)
                    continue
                start = time.monotonic()
                s.must("POST", "/clock/freeze", {"frozen": True}, timeout=40)
                froze = time.monotonic() - start
                if how == "silent":
                    t.line("other calls of the clock meanwhile", f"{froze:.2f} s", f"at most {bound:.1f} s", froze <= bound)
                if how in ("never ends", "a gigantic header"):
                    time.sleep(2)
                    t.memory(f"an answer that {how}: memory" if how == "never ends" else f"{how}: memory", s, 96, held)
        finally:
            for d in dead:
                d.close()
