"""The end of the process: the world is kept, whoever stands in a door."""
import contextlib
import os
import socket
import threading
import time

import parsed
from harness import WORLD, Server, Wire, attack, fill, imap_login, letter, many_files, within
from clock import Dead


def strangers(server, n):
    """Connections that are half through something."""
    out = []

    def data(trickle):
        w = Wire(server.smtp)
        for command in ("EHLO x.test", "MAIL FROM:<x@strangers.test>", "RCPT TO:<app@ours.test>", "DATA"):
            w.say(command)
        w.send("From: x@strangers.test\r\nSubject: half\r\n\r\n")
        if trickle:
            threading.Thread(target=drip, args=(w,), daemon=True).start()
        return w

    def append():
        w = imap_login(server)
        w.ask("APPEND INBOX {1000000}")
        w.send("From: a@b.test\r\n\r\nhalf")
        return w

    def body():
        w = Wire(server.http, greet=False)
        w.send("POST /api/send HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer attack-admin-key-0001\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{")
        return w

    def wait():
        w = Wire(server.http, greet=False)
        w.send("GET /api/wait?to=app@ours.test&timeout=300s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer attack-admin-key-0001\r\n\r\n")
        return w

    def idle():
        w = imap_login(server)
        w.ask("SELECT INBOX")
        w.ask("IDLE")
        return w

    def silent():
        return Wire(server.smtps, greet=False)  # no handshake

    for i in range(n):
        out.append(data(i % 5 == 0))
    for make in (append, body, wait, idle, silent):
        out += [make() for _ in range(max(2, n // 10))]
    return out


def drip(w):
    with contextlib.suppress(OSError):
        while True:
            w.send("a\r\n")
            time.sleep(0.1)


def kept(file, n, name, t, more=0):
    """Whether a saved world is whole."""
    if not os.path.exists(file):
        t.line(f"{name}: the saved world", "there is none", f"{n} mails", False)
        return
    with Server(f"-load={file}", world=None) as s:
        count = next(f["total"] for f in s.must("GET", "/mailboxes/app@ours.test/folders") if f["name"] == "INBOX")
        t.line(f"{name}: the saved world", f"{count} mails", f"{n} mails", n <= count <= n + more)


def queued(server):
    """Seconds in which its threads could have run, and others had the processors."""
    total = 0
    for task in os.listdir(f"/proc/{server.pid}/task"):
        with contextlib.suppress(OSError, IndexError):
            with open(f"/proc/{server.pid}/task/{task}/schedstat") as f:
                total += int(f.read().split()[1])
    return total / 1e9 / (os.cpu_count() or 1)


def watch(server):
    """Notes how long it was kept from running until it ends."""
    before = queued(server)
    with contextlib.suppress(OSError):
        while server.process.poll() is None:
            server.kept_waiting = max(server.kept_waiting, queued(server) - before)
            time.sleep(0.05)


def end(t, name, mails, hooks, half, bound=8.0):
    many_files()
    dead = Dead("silent") if hooks else None
    wires = []
    try:
        with Server(f"-save={parsed.path(name)}", "-when-full=refuse") as s:
            file = parsed.path(name)
            bad = fill(s, (letter(i) for i in range(mails)))
            if bad:
                t.line(f"{name}: filling", bad[0][:48], "none refused", False)
                return
            if hooks:
                s.must("PUT", "/webhooks", [{"name": f"d{i}", "url": f"{dead.url}{i}", "events": ["case.updated"]} for i in range(hooks)])
                for i in range(10):
                    s.must("PUT", f"/cases/c{i}", {"title": "x"})
            wires = strangers(s, half) if half else []
            started, s.kept_waiting = time.time(), 0.0
            threading.Thread(target=watch, args=(s,), daemon=True).start()
            took = s.stop(patience=40)
            bound += s.kept_waiting
            code = s.process.returncode
            when = os.path.getmtime(file) - started if os.path.exists(file) else None
            wrote = "no file" if when is None else f"file after {when:.1f} s"
            t.line(f"{name}: the end", f"{took:.1f} s, {wrote}, status {code}", f"8 s, and {s.kept_waiting:.1f} s of others' turns", took <= bound and code == 0)
        kept(file, mails, name, t)
    finally:
        for w in wires:
            w.close()
        if dead:
            dead.close()


@attack("the end with strangers in the doors")
def doors(t):
    end(t, f"an end with {20 if t.short else 50} half-open strangers", 2000, 0, 20 if t.short else 50)


@attack("the end with dead webhooks")
def webhooks(t):
    n = 50 if t.short else 200
    end(t, f"an end with {n} dead webhooks", 2000, n, 0)


@attack("the end of a large world with everything at once", short=False, seconds=300)
def everything(t):
    end(t, "an end with 100,000 mails and all of that", 100_000, 200, 50)


@attack("an end in the middle of deliveries")
def deliveries(t):
    file = parsed.path("middle")
    with Server(f"-save={file}") as s:
        taken, stop = [0], threading.Event()

        def send(k):
            with contextlib.suppress(OSError):
                with Wire(s.smtp) as w:
                    w.say("EHLO x.test")
                    i = 0
                    while not stop.is_set():
                        for command in ("MAIL FROM:<x@strangers.test>", "RCPT TO:<app@ours.test>", "DATA"):
                            if not w.say(command)[:1] in (b"2", b"3"):
                                return
                        w.send(letter(k * 100000 + i) + b".\r\n")
                        if not w.reply().startswith(b"250"):
                            return
                        taken[0] += 1  # one thread at a time holds Python
                        i += 1

        senders = [threading.Thread(target=send, args=(k,), daemon=True) for k in range(8)]
        for x in senders:
            x.start()
        within(3, lambda: taken[0] > 500)
        s.stop(patience=10)
        stop.set()
        for x in senders:
            x.join(20)
    kept(file, taken[0], f"an end amid deliveries: {taken[0]} were taken", t, more=8)
