"""What the compatible paths and POP3 are made to reach or to hold: links of mails that lead
into the network of the server, websockets that nobody reads, attachments, half commands."""
import base64
import contextlib
import http.server
import socket
import threading
import time
import urllib.parse

from harness import MIB, Server, Wire, address, at_once, attack, fill, letter, within

class Site(http.server.BaseHTTPRequestHandler):
    """A server that must not be reached, or whose answers have no end."""
    protocol_version = "HTTP/1.0"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.came.append(self.path)
        with contextlib.suppress(OSError):
            self.send_response(302 if self.path.startswith("/to") else 200)
            if self.path.startswith("/to"):
                self.send_header("Location", urllib.parse.unquote(self.path.partition("?")[2]) or self.path)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            if self.path.startswith("/endless"):
                while True:
                    self.wfile.write(b"x" * MIB)
                    self.server.sent += MIB
            while self.path.startswith("/slow"):
                self.wfile.write(b"x")
                time.sleep(0.2)
            self.wfile.write(b"secret")


def site():
    s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    s.daemon_threads, s.came, s.sent = True, [], 0
    threading.Thread(target=s.serve_forever, daemon=True).start()
    return s


def pictures(s, links):
    """Sends a mail that shows pictures; returns its ID at the compatible paths."""
    html = "".join(f"<img src='{link}'>" for link in links)
    fill(s, [b"From: a@strangers.test\r\nTo: app@ours.test\r\nSubject: pictures\r\nContent-Type: text/html\r\n\r\n" + html.encode() + b"\r\n"])
    return s.must("GET", "/v1/message/latest")["ID"]


def proxied(s, mail, link, timeout=60):
    data = urllib.parse.quote(base64.b64encode(f"{mail}:{link}".encode()).decode(), safe="")
    return s.call("GET", f"/proxy?data={data}", at="", timeout=timeout)


def ways(port):
    """Names of this machine, and of private networks, as those who attack write them."""
    hosts = ["127.0.0.1", "127.1", "127.9.9.9", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "0", "localhost", "LOCALHOST", socket.gethostname(),
             "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "[fe80::1%25lo]"]
    private = ["10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "[fd00::1]", "[fd00:ec2::254]", "[::ffff:169.254.169.254]", "224.0.0.1", "255.255.255.255"]
    return [f"http://{h}:{port}/in" for h in hosts], [f"http://{h}/in" for h in private]


@attack("links of mails into the server's own network")
def inside(t):
    here = site()
    machine, private = ways(here.server_port)
    # Private networks are tried only where nothing could leave this machine.
    for name, flags, links in [("without a network", [], machine + private), ("with -network", ["-network"], machine)]:
        with Server(*flags) as s:
            mail = pictures(s, links)
            began = time.monotonic()
            answers = at_once(len(links), lambda i: proxied(s, mail, links[i]).status)
            let = [(link, a) for link, a in zip(links, answers) if a != 400]
            t.line(f"{len(links)} ways inside, {name}", f"{len(here.came)} come, {len(let)} are not refused, {time.monotonic() - began:.0f} s", "none, within 20 s", not here.came and not let and time.monotonic() - began < 20)
            if let:
                print(f"    {let[:5]}")
            named = proxied(s, mail, f"http://127.0.0.1:{here.server_port}/unnamed").status
            t.line("a link that the mail does not name", str(named), "400", named == 400)
    here.shutdown()


@attack("pictures without an end, slow ones, redirects in a circle")
def endless(t):
    here = site()
    base = f"http://127.0.0.1:{here.server_port}"
    links = [base + p for p in ("/endless", "/slow", "/to-itself", "/to-other?" + urllib.parse.quote(f"{base}/to-itself"), "/in")]
    with Server("-allow-internal") as s:
        mail = pictures(s, links)
        held = s.settle()
        answers = at_once(20, lambda _: proxied(s, mail, links[0]))
        refused = sum(getattr(a, "status", 0) == 400 for a in answers)
        t.line("20 pictures without an end", f"{refused} refused", "20", refused == 20)
        t.memory("pictures without an end: memory", s, 100, held)
        for link in links[2:4]:
            came = len(here.came)
            got = proxied(s, mail, link).status
            t.line("redirects in a circle", f"{got} after {len(here.came) - came}", "400 after at most 4", got == 400 and len(here.came) - came <= 4)
        began = time.monotonic()
        answers = at_once(8, lambda _: proxied(s, mail, links[1]))
        took = time.monotonic() - began
        t.line("8 slow pictures at once", f"{sum(getattr(a, 'status', 0) == 400 for a in answers)} refused in {took:.0f} s", "8 in 15 s", took < 15 and all(getattr(a, "status", 0) == 400 for a in answers))
        t.line("an ordinary one then", str(proxied(s, mail, links[4]).status), "200", proxied(s, mail, links[4]).status == 200)
    here.shutdown()


def listen(s, source):
    """A websocket; None where it is refused."""
    w = Wire(s.http, source, greet=False)
    w.send(f"GET /api/events HTTP/1.1\r\nHost: {s.http[0]}:{s.http[1]}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    if b" 101 " in w.line():
        while w.line() not in (b"\r\n", b""):
            pass
        return w
    w.close()
    return None


@attack("websockets: many, silent, large frames")
def sockets(t):
    with Server("-open", "-max-clients-per-address=5000") as s:
        held = s.settle()
        wires = [w for w in at_once(300, lambda i: listen(s, "127.0.6.1")) if isinstance(w, Wire)]
        fill(s, (letter(i) for i in range(500)))  # and nobody reads what they hear
        t.line("300 websockets that do not read", f"{len(wires)} listen", "300, and it answers others", s.alive() and len(wires) == 300)
        t.memory("websockets that do not read: memory", s, 150, held)
        for w in wires:
            w.close()
        held, sent = s.settle(), 0
        w = listen(s, "127.0.6.2")
        with contextlib.suppress(OSError):
            w.send(b"\x82\xff" + (1 << 40).to_bytes(8, "big") + bytes(4))  # a frame of 1 TiB, masked
            for _ in range(64):
                w.send(b"x" * MIB)
                sent += 1
        t.line("a frame of 1 TiB", f"{sent} MiB are taken", "at most 8", sent <= 8)
        t.memory("a frame of 1 TiB: memory", s, 30, held)
        w.close()
        began = s.cpu()
        t.line("an ordinary one then", "listens" if (w := listen(s, "127.0.6.3")) else "is refused", "listens", w is not None and s.cpu() - began < 1)


@attack("big attachments at the compatible paths")
def attachments(t):
    size = (4 if t.short else 16) * MIB
    body = b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b\r\nContent-Type: image/png; name=x.png\r\nContent-Disposition: attachment; filename=x.png\r\nContent-Transfer-Encoding: base64\r\n\r\n" + (b"QUJD" * 19 + b"\r\n") * (size // 78) + b"--b--\r\n"
    with Server() as s:
        fill(s, [b"From: a@strangers.test\r\nTo: app@ours.test\r\nSubject: big\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + body])
        m = s.must("GET", "/v1/message/latest")
        held = s.settle()
        answers = at_once(16, lambda i: s.call("GET", f"/v1/message/{m['ID']}/part/{m['Attachments'][0]['PartID']}" + ("/thumb" if i % 2 else "")))
        good = sum(getattr(a, "status", 0) == 200 for a in answers)
        t.line(f"an attachment of {size // MIB} MiB, 16 times at once", f"{good} answers", "16", good == 16)
        t.memory("attachments: memory", s, 16 * size // MIB * 3, held)


@attack("POP3: many commands at once, half of one")
def pop3_halves(t):
    with Server("-pop3=127.0.0.1:0", "-max-clients-per-address=50") as s:
        held, at = s.settle(), address(s.ready["pop3"])
        with Wire(at, "127.0.6.4") as w:
            began, n = s.cpu(), 0

            def pour():
                with contextlib.suppress(OSError):
                    w.send(b"CAPA\r\n" * 100_000)

            threading.Thread(target=pour, daemon=True).start()
            with contextlib.suppress(OSError):
                while n < 100_000 and (line := w.line()):
                    n += line == b".\r\n"
            t.line("100,000 commands at once", f"{n} answers, {s.cpu() - began:.1f} s of CPU", "at most 20 s", s.cpu() - began < 20)
        t.memory("commands at once: memory", s, 30, held)
        halves = [Wire(at, "127.0.6.5") for _ in range(40)]
        for w in halves:
            w.send(b"USER app@ours.te")
        with Wire(at, "127.0.6.6") as w:
            w.say("USER app@ours.test")
            got = w.say("PASS app-secret-1").decode().strip()
            t.line("a login beside 40 half commands", got[:30], "+OK", got.startswith("+OK"))
        for w in halves:
            w.close()  # in the middle of a command
        t.line("then", "it answers" if within(5, s.alive) is not None else "it is dead", "it answers", s.alive())
