"""Broken streams: whatever comes, the server lives and holds no more than before."""
import random
import socket
import zlib

from harness import KEY, MIB, Server, Wire, at_once, attack, imap_login, plain

SMTP = [b"EHLO a.test\r\n", b"HELO\r\n", b"MAIL FROM:<a@b.test>\r\n", b"MAIL FROM:<", b"RCPT TO:<app@ours.test>\r\n", b"RCPT TO:<" + b"a" * 1000 + b"@b>\r\n", b"DATA\r\n", b"BDAT 5\r\nhello", b"BDAT 99999999999999999999\r\n", b"BDAT -1\r\n", b".\r\n", b"\n.\n", b"\r\n.\r", b"RSET\r\n", b"STARTTLS\r\nEHLO x\r\n",
        b"AUTH PLAIN " + b"A" * 5000 + b"\r\n", b"AUTH LOGIN\r\n", b"AUTH PLAIN\r\n*\r\n", b"AUTH SCRAM-SHA-256 biws\r\n", b"\0\0\0", b"\xff\xfe", b"VRFY <>\r\n", b"NOOP " + b"x" * 4000 + b"\r\n", b"X" * 100000, b"MAIL FROM:<a@b.test> SIZE=99999999999999\r\n", b"XCLIENT ADDR=1.2.3.4\r\n", b"QUIT\r\n", b"From: a\r\nContent-Type: multipart/mixed; boundary=\"\r\n\r\n"]
IMAP = [b"a NOOP\r\n", b"a LOGIN app@ours.test {13}\r\n", b"app-secret-1\r\n", b"a LOGIN {9999999999}\r\n", b"a LOGIN {5+}\r\nabcde x\r\n", b"a SELECT INBOX\r\n", b"a FETCH 1:* (BODY[1.2.3.4.5.6.7.8.9]<0.4294967295>)\r\n", b"a SEARCH " + b"NOT " * 5000 + b"ALL\r\n", b"a SEARCH " + b"(" * 5000 + b"\r\n", b"a SEARCH " + b"OR " * 3000 + b"\r\n", b"a UID FETCH 4294967295:1 ALL\r\n",
        b"a STORE 1 +FLAGS (" + b"\\x " * 3000 + b")\r\n", b"a APPEND INBOX {10}\r\nabc", b"a IDLE\r\n", b"DONE\r\n", b"a AUTHENTICATE PLAIN\r\n=\r\n", b"a LIST \"\" " + b"*%" * 2000 + b"\r\n", b"a CREATE " + b"a/" * 5000 + b"\r\n", b"a COMPRESS DEFLATE\r\n", b"\x78\x9c" + b"\0" * 100, b"a STATUS x (MESSAGES\r\n", b"a ENABLE CONDSTORE UTF8=ACCEPT\r\n", b"a SORT (" + b"REVERSE " * 1000 + b") UTF-8 ALL\r\n",
        b"a THREAD REFERENCES UTF-8 ALL\r\n", b"a NOTIFY SET (personal (MessageNew))\r\n", b"a CATENATE\r\n", b"a SEARCH CHARSET x-none TEXT {3}\r\n\xff\xfe\xfd\r\n", b"a FETCH " + b"1," * 20000 + b"1 UID\r\n", b"\0\r\n", b"a\r\n", b"* BYE\r\n", b"+\r\n", b"a UNAUTHENTICATE\r\n", b"a REPLACE 1 x {1}\r\n"]
HTTP = [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/status HTTP/1.1\r\n\r\n", b"GET /api/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /%00%ff%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n", b"POST /api/send HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20000 + b"\r\n", b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", b"\0" * 100, b"GET / HTTP/9.9\r\n\r\n", b"POST /api/mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + KEY.encode() + b"\r\nContent-Length: 30\r\n\r\n[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        b"GET /api/search?q=" + b"(" * 3000 + b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + KEY.encode() + b"\r\n\r\n", b"GET /api/events?after=99999999999999999999&type=%00,,*,* HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + KEY.encode() + b"\r\n\r\n", b"POST /api/send HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + KEY.encode() + b"\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"]


def broken(rng, pieces, start):
    out = [start]
    for _ in range(rng.randint(1, 25)):
        piece = rng.choice(pieces)
        kind = rng.random()
        if kind < 0.15:
            piece = piece[:rng.randrange(len(piece))]
        elif kind < 0.3:
            at = rng.randrange(len(piece))
            piece = piece[:at] + bytes([rng.randrange(256)]) + piece[at + 1:]
        elif kind < 0.36:
            piece = rng.randbytes(rng.randint(1, 3000))
        out.append(piece)
    return b"".join(out)


@attack("broken streams")
def streams(t):
    rounds = 3 if t.short else 10
    each = 60
    with Server() as s:
        s.must("POST", "/inject", {"to": "app@ours.test", "raw": "From: a@b.test\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n"})
        login = b"EHLO x.test\r\nAUTH PLAIN " + plain("app@ours.test", "app-secret-1").encode() + b"\r\n"
        doors = [(s.smtp, SMTP, [b"", login]), (s.smtps, SMTP, [b""]), (s.imap, IMAP, [b"", b'a LOGIN app@ours.test "app-secret-1"\r\na SELECT INBOX\r\n']), (s.imaps, IMAP, [b""]), (s.http, HTTP, [b""])]

        def one(i, round_):
            rng = random.Random(f"{round_}.{i}")
            to, pieces, starts = doors[i % len(doors)]
            with socket.create_connection(to, timeout=3) as c:
                try:
                    c.sendall(broken(rng, pieces, rng.choice(starts)))
                    if rng.random() < 0.5:
                        c.shutdown(socket.SHUT_WR)
                    c.settimeout(0.5)
                    while c.recv(65536):
                        pass
                except OSError:
                    pass

        sizes = []
        for r in range(rounds):
            at_once(each, lambda i: one(i, r))
            if s.process.poll() is not None:
                break
            sizes.append(s.rss())
        lives = s.alive() and not s.panics()
        t.line(f"{rounds * each} broken streams", "it lives" if lives else s.died() or s.panics() or "it does not answer", "it lives, no panic", lives)
        flat = len(sizes) == rounds and sizes[-1] <= 1.3 * max(sizes[: max(1, rounds // 2)]) + 32
        t.line(f"{rounds * each} broken streams: memory", ", ".join(f"{x:.0f}" for x in sizes[:3] + sizes[-1:]) + " MiB", "flat", flat)


@attack("lines and literals without end")
def endless(t):
    with Server() as s:
        held = s.settle()

        def pour(to, first, piece, total):
            with Wire(to, greet=to != s.http, timeout=4) as w:
                try:
                    w.send(first)
                    for _ in range(total // len(piece)):
                        w.send(piece)
                    w.sock.settimeout(1)
                    w.sock.recv(100)
                except OSError:
                    pass

        n = (4 if t.short else 64) * MIB
        block = b"a" * 65536
        tries = [(s.smtp, b"EHLO ", block), (s.smtp, b"EHLO x\r\nAUTH PLAIN ", block), (s.smtp, b"", b"NOOP\r\n" * 10000), (s.imap, b"a LOGIN ", block), (s.imap, b"a LOGIN {99999999}\r\n", block), (s.imap, b"a LOGIN {60000000+}\r\n", block), (s.imap, b"", b"a NOOP\r\n" * 8000), (s.http, b"GET /", block), (s.http, b"GET / HTTP/1.1\r\nX: ", block)]
        at_once(len(tries), lambda i: pour(*tries[i], n))
        t.memory(f"{len(tries)} lines and literals of {n // MIB} MiB", s, 96, held)
        t.line("lines and literals without end: the server", "lives" if s.alive() else "does not answer", "lives", s.alive())


@attack("compression bombs")
def bombs(t):
    with Server() as s:
        z = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = z.compress(b"a NOOP " + b"x" * (200 * MIB)) + z.flush(zlib.Z_SYNC_FLUSH)

        def bomb(_):
            with imap_login(s) as w:
                if b" OK" not in w.ask("COMPRESS DEFLATE")[-1]:
                    return
                try:
                    w.send(data)
                    w.sock.settimeout(3)
                    while w.sock.recv(4096):
                        pass
                except OSError:
                    pass

        bomb(0)
        held = s.settle()
        at_once(4, bomb)
        t.memory("4 lines of 200 MiB, compressed", s, 96, held)
