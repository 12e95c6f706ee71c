"""Guessing passwords costs the guesser, not those who work meanwhile."""
import http.client
import os
import statistics
import threading
import time

from harness import Server, Wire, attack, imap_login, median_call, plain


def guesser(server, door, stop, count, source):
    """Guesses without end by one door."""
    i = 0
    while not stop.is_set():
        try:
            with Wire(server.imap if door == "imap" else server.smtp, source, timeout=20) as w:
                if door == "smtp":
                    w.say("EHLO me.test")
                for _ in range(20):
                    if stop.is_set():
                        return
                    i += 1
                    got = w.ask(f'LOGIN app@ours.test "guess-{i}"')[-1] if door == "imap" else w.say("AUTH PLAIN " + plain("app@ours.test", f"guess-{i}"))
                    count[0] += 1
                    if not got:
                        break
        except (OSError, IndexError):
            time.sleep(0.05)


def check(server, stop, count):
    i = 0
    while not stop.is_set():
        i += 1
        try:
            server.call("POST", "/accounts/app@ours.test/check", {"password": f"guess-{i}", "proto": "smtp"}, timeout=20)
            count[0] += 1
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)


@attack("guessing passwords")
def guessing(t):
    cores = os.cpu_count() or 1
    ways = {
        "by 30 connections": (["smtp"] * 15 + ["imap"] * 15, lambda i: "127.0.0.1"),
        "from 30 addresses": (["smtp"] * 15 + ["imap"] * 15, lambda i: f"127.0.1.{i + 1}"),
        "by the API, 10 at once": (["api"] * 10, None),
    }
    for name, (doors, source) in ways.items():
        if t.short and name == "from 30 addresses":
            continue
        stop, count = threading.Event(), [0]
        with Server() as s:
            imap_login(s).close()  # a password that was verified before
            median_call(s, 10)
            calm = median_call(s)
            start, cpu = time.monotonic(), s.cpu()
            guessers = [threading.Thread(target=check, args=(s, stop, count), daemon=True) if d == "api" else
                        threading.Thread(target=guesser, args=(s, d, stop, count, source(i)), daemon=True) for i, d in enumerate(doors)]
            for g in guessers:
                g.start()
            time.sleep(1)
            busy = median_call(s, 60)
            logins = []
            for _ in range(5):
                at = time.monotonic()
                imap_login(s, source="127.0.0.9").close()
                logins.append((time.monotonic() - at) * 1000)
            while time.monotonic() - start < (3 if t.short else 6):
                time.sleep(0.1)
            load = (s.cpu() - cpu) / (time.monotonic() - start)
            stop.set()
        bound = max(20, 5 * calm)
        t.line(f"guesses {name}: the API's median", f"{busy:.1f} ms (unharmed {calm:.1f} ms)", f"at most {bound:.0f} ms", busy <= bound)
        most = max(1, cores // 2) + 0.35 * cores  # what is not a hash costs too
        t.line(f"guesses {name}: processors", f"{load:.2f} of {cores} ({count[0]} answers)", f"at most {most:.2f}", load <= most)
        login = statistics.median(logins)
        t.line(f"guesses {name}: a login from elsewhere", f"{login:.0f} ms", "at most 200 ms", login <= 200)
