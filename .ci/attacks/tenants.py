"""Organizations that are strangers to each other: passwords are not guessed across
them, and nothing that they set reaches this machine or its networks."""
import http.server
import json
import socket
import statistics
import threading
import time

from harness import ALPHA, BETA, CELL, Failed, Server, attack, smtp_login, within

SECRET = "db-password-is-hunter2"


class Canary:
    """An internal service that nobody may reach."""

    def __init__(self, host="127.0.0.1", status=404, location=None, says=SECRET):
        hits = self.hits = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                hits.append(f"{self.command} {self.headers.get('Host')}{self.path}")
                length = int(self.headers.get("Content-Length") or 0)
                self.rfile.read(length)
                self.send_response(status)
                if location:
                    self.send_header("Location", location)
                text = f"<title>{says}</title>{says}".encode()
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(text)

            do_POST = do_HEAD = do_PUT = do_GET

            def log_message(self, *_):
                pass

        class Inet(http.server.ThreadingHTTPServer):
            daemon_threads = True
            address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        self.server = Inet((host, 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def inner(port):
    """URLs that lead to this machine, its networks, or what a cloud keeps there."""
    hosts = ["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "127.8.9.10", "0.0.0.0", "0",
             "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "[fe80::1%25lo]",
             "localhost", "LOCALHOST", "localhost.", "a.localhost", "ip6-localhost", "localhost.localdomain", "①②⑦.⓪.⓪.①", "127。0。0。1", "127.0.0.1%00.a.test",
             socket.gethostname()]
    urls = [f"http://{h}:{port}/" for h in hosts]
    urls += [f"http://user:pass@127.0.0.1:{port}/", f"http://a.test@127.0.0.1:{port}/", f"http://127.0.0.1:{port}\\@a.test/", f"http://a.test:80@127.0.0.1:{port}/", f"http://127.0.0.1:{port}#@a.test/"]
    urls += ["http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/latest/", "http://10.0.0.1/", "http://192.168.0.1/", "http://172.16.0.1/", "http://100.64.0.1/", "http://198.18.0.1/",
             "http://0xa9fea9fe/", "http://2852039166/", "http://224.0.0.1/", "http://255.255.255.255/", "file:///etc/passwd", "gopher://127.0.0.1/"]
    return urls


def listening(hosts):
    """Canaries on those of the addresses that this machine has."""
    out = []
    for host in hosts:
        try:
            out.append(Canary(host))
        except OSError:
            continue
    return out


@attack("webhooks of tenants to this machine")
def webhooks(t):
    canary, six = Canary(), listening(["::1"])
    try:
        urls = inner(canary.port) + [u for c in six for u in (f"http://[::1]:{c.port}/", f"http://localhost:{c.port}/")]
        own = [canary.port] + [c.port for c in six]
        with Server(world=CELL) as s:
            urls += [f"http://{h}:{p}/api/status" for h, p in (s.http, s.smtp, s.imap)]
            hooks, leaks = [], []
            for i, u in enumerate(urls):
                hook = {"name": f"h{i}", "url": u, "events": ["case.updated"]}
                a = s.call("PUT", "/webhooks", [hook], key=ALPHA)
                if a.status == 200:
                    hooks.append(hook)
                elif SECRET in a.text:
                    leaks.append(u)
            s.must("PUT", "/webhooks", hooks, key=ALPHA)
            s.must("PUT", "/cases/c1", {"title": "a secret of Alpha"}, key=ALPHA)
            failed = lambda: s.events(key=ALPHA, type="webhook.failed", after=0)
            # A delivery is tried four times within 39 s; then what came of it is told.
            within(3 if t.short else 50, lambda: len(failed()) >= len(hooks), every=0.5)
            told = failed()
            text = json.dumps(told)
            leaks += [w for w in (SECRET, "dial tcp", "connection refused", "->") if w in text]
            hits = canary.hits + [h for c in six for h in c.hits]
            t.line(f"webhooks to {len(urls)} inner addresses", f"{len(hits)} arrived ({len(hooks)} could be set)" + (": " + hits[0] if hits else ""), "none", not hits)
            if not t.short:
                t.line("webhooks to inner addresses: what is told", f"leaked in {len(told)} events: {', '.join(leaks) or 'nothing'}", "nothing", not leaks and len(told) > 0)
                # The same words whether something listens there or not.
                def words(url):
                    return {e["data"].get("error", "").replace(url, "") for e in told if e["data"].get("url") == url}

                differ = words(f"http://127.0.0.1:{canary.port}/") ^ words("http://10.0.0.1/")
                t.line("webhooks to open and closed ports", f"{len(differ)} other words" + (": " + min(differ)[:60] if differ else ""), "none", not differ)
    finally:
        canary.close()
        for c in six:
            c.close()


@attack("links of tenants to this machine")
def links(t):
    canary = Canary(status=200)
    hop = Canary(status=302, location=f"http://127.0.0.1:{canary.port}/redirected", says="moved")
    six = listening(["::1"])
    try:
        urls = [u for u in inner(canary.port) if u.startswith("http")] + [f"http://[::1]:{c.port}/" for c in six]
        redirects = [f"http://hop.test/{i}" for i in range(3)]
        sites = f"      - id: u_alpha\n        sites: {{hop.test: 'http://127.0.0.1:{hop.port}'}}\n"
        with Server("-network", world=CELL.replace("      - id: u_alpha\n", sites)) as s:
            s.must("PUT", "/links", {"enabled": True, "max_links": 10, "unsubscribe": True, "local_links": "click", "sender_check": 1}, key=ALPHA)
            every = urls + redirects
            for i in range(0, len(every), 3):
                some = every[i:i + 3]
                html = "".join(f'<p><a href="{u}">Please confirm your order here {k}</a></p>' for k, u in enumerate(some))
                raw = (f"From: shop{i}@shop.test\r\nTo: cora@client.test\r\nSubject: Please confirm {i}\r\nMessage-ID: <m{i}@shop.test>\r\n"
                       f"List-Unsubscribe: <{some[0]}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}\r\n")
                deliver(s, "alpha@ours.test", "alpha-secret-1", f"shop{i}@shop.test", "cora@client.test", raw)
                deliver(s, "alpha@ours.test", "alpha-secret-1", f"shop{i}@shop.test", f"x{i}+unsubscribe@client.test", raw.replace(f"<m{i}@", f"<n{i}@"))
            s.must("POST", "/clock/advance", {"by": "7d"}, key=ALPHA, timeout=120)
            for i in range(0, len(every), 3):
                s.call("GET", f"/inspect?message_id=%3Cm{i}@shop.test%3E", key=ALPHA)
            events = s.events(key=ALPHA, type="link.*,inspect.*", after=0)
            text = json.dumps(events)
            hits = canary.hits + [h for c in six for h in c.hits]
            looked = sum(e["type"] in ("link.failed", "link.skipped", "link.opened") for e in events)
            t.line(f"links to {len(urls)} inner addresses", f"{len(hits)} arrived, {looked} looked at" + (": " + hits[0] if hits else ""), "none, some looked at", not hits and looked > 0)
            leaks = [w for w in (SECRET, "dial tcp", "->") if w in text]
            t.line("links to inner addresses: what is told", f"leaked: {', '.join(leaks) or 'nothing'}", "nothing", not leaks)
            redirected = [h for h in canary.hits if "redirected" in h]
            t.line("redirects into this machine", f"{len(hop.hits)} asked for, {len(redirected)} followed", "none followed", not redirected)
    finally:
        for c in [canary, hop] + six:
            c.close()


def deliver(server, user, password, sender, to, raw):
    with smtp_login(server, user, password) as w:
        for command in (f"MAIL FROM:<{sender}>", f"RCPT TO:<{to}>", "DATA"):
            w.say(command)
        w.send(raw.replace("\r\n.", "\r\n..").encode() + b"\r\n.\r\n")
        got = w.reply()
        if not got.startswith(b"250"):
            raise Failed(got.decode("utf-8", "replace"))


@attack("passwords of another organization")
def guesses(t):
    n = 60
    with Server(world=CELL) as s:
        ours, theirs = "/accounts", {"address": "shared@ours.test"}
        routes = {
            "PATCH": lambda i: s.call("PATCH", f"{ours}/mine@ours.test", {"username": "shared", "password": f"guess-{i}-long"}, key=ALPHA),
            "PUT": lambda i: s.call("PUT", f"{ours}/mine2@ours.test", {"username": "shared@ours.test", "password": f"guess-{i}-long"}, key=ALPHA),
            "POST": lambda i: s.call("POST", ours, {"address": f"new{i}@ours.test", "username": "shared", "password": f"guess-{i}-long"}, key=ALPHA),
            "the same address": lambda i: s.call("POST", ours, {**theirs, "password": f"guess-{i}-long"}, key=ALPHA),
            "upper case": lambda i: s.call("POST", ours, {"address": f"up{i}@ours.test", "username": "SHARED", "password": f"guess-{i}-long"}, key=ALPHA),
        }
        s.must("POST", ours, {"address": "mine@ours.test", "password": "mine-own-secret-1"}, key=ALPHA)
        s.must("POST", ours, {"address": "mine2@ours.test", "password": "mine-own-secret-2"}, key=ALPHA)
        let, first, later, told = 0, True, [], True
        for name, route in routes.items():
            got = [route(i) for i in range(n // len(routes))]
            let += sum(a.status != 429 for a in got)
            told = told and all("retry-after" in a.headers for a in got if a.status == 429)
            later += [a.status for a in got[6:]] if not first else []
            first = False
        t.line(f"{n} guesses by {len(routes)} routes at another's name", f"{let} were let through", "at most 24: ten of each name", let <= 24 and told)
        failed = [e for e in s.events(key=BETA, type="auth.failed", after=0)]
        t.line("guesses are told there", f"{len(failed)} auth.failed for {let}", "each that was let through", len(failed) >= min(let, 10) and let > 0)
    # The right one among the wrong ones: neither the answer nor the time says which.
    with Server(world=CELL) as s:
        s.must("POST", "/accounts", {"address": "mine@ours.test", "password": "mine-own-secret-1"}, key=ALPHA)
        took, says = {True: [], False: []}, {True: set(), False: set()}
        for i in range(8):
            right = i % 2 == 1
            start = time.monotonic()
            a = s.call("PATCH", "/accounts/mine@ours.test", {"username": "shared", "password": "beta-secret-1" if right else f"beta-secret-{i}x"}, key=ALPHA)
            took[right].append(time.monotonic() - start)
            says[right].add(a.status)
        ratio = statistics.median(took[True]) / max(statistics.median(took[False]), 1e-6)
        t.line("the right guess takes the time of a wrong one", f"{ratio:.2f} times", "0.4 to 2.5 times", 0.4 <= ratio <= 2.5)
        failed = s.events(key=BETA, type="auth.failed", after=0)
        t.line("right guesses are told like wrong ones", f"{len(failed)} auth.failed for 8", "8", len(failed) >= 8)


@attack("a tenant's key and another's universe")
def isolation(t):
    with Server(world=CELL) as s:
        s.must("PUT", "/cases/c1", {"title": SECRET}, key=BETA)
        paths = s.must("GET", "/openapi.json", key=ALPHA)["paths"]
        leaks, n = [], 0
        before = s.must("GET", "/events?limit=1", key=BETA)["last"]
        for path, of in paths.items():
            for method in of:
                if "stream" in path or "wait" in path:
                    continue
                real = path.removeprefix("/api").replace("{id}", "c1").replace("{address}", "shared@ours.test").replace("{folder}", "INBOX").replace("{uid}", "1").replace("{prefix}", "att").replace("{n}", "0")
                for how in (("", {"X-Service-Universe": "u_beta"}), ("?universe=u_beta", {})):
                    a = s.call(method.upper(), real + how[0], {} if method != "get" else None, key=ALPHA, headers=how[1])
                    n += 1
                    if SECRET in a.text or a.status == 200 and "u_beta" in a.text:
                        leaks.append(f"{method} {real}")
        last = s.must("GET", "/events?limit=1", key=BETA)["last"]
        t.line(f"{n} calls with another's key", f"{len(leaks)} leaks, {last - before} changes" + (": " + leaks[0] if leaks else ""), "none", not leaks and last == before)
