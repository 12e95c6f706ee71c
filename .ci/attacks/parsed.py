"""Mails that weigh more parsed than raw: what is kept of them stays within the
server's budget for parsed mail and its index, 64 MiB by default."""
import os
import time

from harness import MIB, WORK, Server, attack, fill, imap_login, letter


def path(name):
    """A file of this run."""
    return os.path.join(WORK, "".join(c if c.isalnum() else "-" for c in name))


def head(i, kind="text/plain"):
    return f"From: Eve <eve{i}@strangers.test>\r\nTo: app@ours.test\r\nSubject: order {i}\r\nMessage-ID: <p{i}.{abs(hash(kind))}@strangers.test>\r\nMIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n"


def parts(i):
    return (head(i, "multipart/mixed; boundary=b") + "--b\r\n\r\n" * 1000 + f"unicornmark{i}\r\n--b--\r\n").encode()


def nested(i):
    return (head(i, "multipart/mixed; boundary=b0") + "".join(f"--b{k}\r\nContent-Type: multipart/mixed; boundary=b{k + 1}\r\n\r\n" for k in range(300)) + "--b300\r\n\r\nx\r\n").encode()


def headers(i):
    return (f"From: eve{i}@strangers.test\r\n" + "".join(f"X{k}: {k}\r\n" for k in range(900)) + head(i)[6:].partition("\r\n")[2] + "text\r\n").encode()


def attachments(i):
    return (head(i, "multipart/mixed; boundary=b") + "".join(f"--b\r\nContent-Disposition: attachment; filename={k}\r\n\r\n" for k in range(250)) + "--b--\r\n").encode()


def links(i):
    return (head(i, "text/html") + "".join(f"<a href=http://a.test/{i}/{k}>{k}</a>" for k in range(300))).encode() + b"\r\n"


def tags(i):
    return (head(i, "text/html") + "<p>a<b>b<i>c" * 800).encode() + b"\r\n"


def words(i):
    return letter(i, 9000)


SHAPES = {"1,000 empty parts": parts, "300 levels": nested, "900 header lines": headers, "250 attachments": attachments, "300 links": links, "open tags": tags, "words of their own": words}
BUDGET = 64 * MIB


@attack("mails that weigh more parsed", seconds=300)
def weigh(t):
    for name, make in SHAPES.items():
        if t.short and name != "1,000 empty parts":
            continue
        n = 1500 if t.short else 4000 if make is parts else 2500
        mails = [make(i) for i in range(n)]
        raw = sum(map(len, mails)) / MIB
        with Server(memory=8 << 30) as s:
            bad = fill(s, mails)
            if bad:
                t.line(f"{n} mails of {name}", bad[0][:48], "taken", False)
                continue
            held, cpu = s.settle(), s.cpu()
            a = s.call("GET", "/search?q=unicornmark1&limit=10", timeout=120)
            searched = s.cpu() - cpu
            # The budget, that the heap may be half as large again before it is swept, and what a search needs meanwhile.
            most = int(BUDGET / MIB * 1.5 + 0.5 * raw) + 100
            t.memory(f"a search of {n} mails of {name} ({raw:.0f} MiB)", s, most, held)
            if s.died():
                continue
            cpu = s.cpu()
            for _ in range(2):
                s.call("GET", "/search?q=unicornmark1&limit=10", timeout=120)
            again = (s.cpu() - cpu) / 2
            s.call("GET", "/mailboxes/app@ours.test/messages?limit=1000", timeout=120)
            with imap_login(s, timeout=120) as w:
                w.ask("SELECT INBOX")
                w.ask(f"FETCH 1:{min(n, 1000)} (BODYSTRUCTURE ENVELOPE PREVIEW)")
                w.ask("SEARCH TEXT unicornmark2")
                w.ask("SORT (SUBJECT) UTF-8 TEXT order")
                w.ask("THREAD REFERENCES UTF-8 ALL")
            time.sleep(0.2)
            t.memory(f"reading {n} mails of {name}", s, most + 100, held)
            del a, searched, again
