"""The binary: flags, environment, signals; links that people open; MCP."""

import signal

from harness import *


def refused(*args, env=None):
    p = subprocess.run([BINARY_PATH(), *args], capture_output=True, text=True, timeout=20, env={**os.environ, **(env or {})})
    return p.returncode, p.stdout + p.stderr


def BINARY_PATH():
    import harness
    return harness.BINARY


@group
def flags():
    for args, *words in ((["-nope"], "nope"), (["-speed", "0"], "speed"), (["-speed", "x"], "speed"), (["-start", "yesterday"], "start"), (["-key", "short"], "key"), (["-http", "127.0.0.1:99999"], "99999"), (["-site", "shop.test"], "site"), (["-site", "a b=http://127.0.0.1:1"], "site"),
                         (["-site", "shop.test=ftp://127.0.0.1"], "site"), (["-config", "/nonexistent.yaml"], "nonexistent"), (["-rate", "-1"], "rate"), (["-max-size", "x"], "max-size"), (["-when-full", "panic"], "when-full"), (["extra"], "extra"), (["-load", "/nonexistent"], "nonexistent"),
                         (["-trust-proxy", "x"], "trust-proxy"), (["-domain", "no domain"], "domain"), (["-tls-cert", "/nonexistent"], "tls")):
        code, text = refused("-http", "127.0.0.1:0", "-smtp", "", "-smtps", "", "-imap", "", "-imaps", "", *args)
        ok(f"mailsimd {' '.join(args)}", f"refused, naming {words}", code != 0 and all(x in text for x in words) and "goroutine" not in text, f"{code} {text}")
    code, text = refused(env={"MAILSIM_SPEED": "fast"})
    ok("MAILSIM_SPEED=fast", "refused, naming it", code != 0 and "speed" in text.lower(), f"{code} {text}")
    w = World("", "-domain", "post.example", "-imaps", "", "-smtp-auth", env={"MAILSIM_SEED": "envseed", "MAILSIM_DOMAIN": "other.example"})
    c = w.get("/connection").json
    eq("-domain before MAILSIM_DOMAIN; a listener that is off", (c["domain"], "imaps" in {k for k, v in w.ready.items() if v}, [s["name"] for s in c["services"]]), ("post.example", False, ["SMTP", "SMTPS", "IMAP"]))
    host, port = w.ready["smtp"].rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=5) as s:
        has("the greeting names the domain", s.recv(200).decode(), "220 post.example")
    eq("ready file", sorted(w.ready), ["http", "imap", "imaps", "key", "smtp", "smtps", "universe"])
    eq("-key is the admin's", w.get("/me")["key"]["role"], "admin")
    for sig in (signal.SIGTERM, signal.SIGINT):
        v = World()
        v.process.send_signal(sig)
        eq(f"exit status after {sig.name}", v.process.wait(10), 0)
    d = World("id: u_box\n", frozen=False)
    t = [d.get("/clock")["now"], time.sleep(0.02), d.get("/clock")["now"]]
    ok("a clock that runs", "forward", t[0] < t[2], t)


@group
def demo():
    import harness
    with tempfile.TemporaryDirectory() as dir:
        ready = os.path.join(dir, "ready")
        p = subprocess.Popen([harness.BINARY, "-ready", ready, *sum((["-" + d, "127.0.0.1:0"] for d in ("http", "smtp", "smtps", "imap", "imaps")), [])], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        ok("without a file", "ready", until(lambda: os.path.exists(ready) and os.path.getsize(ready), 10))
        r = json.load(open(ready))
        conn = http.client.HTTPConnection(r["http"].split("//")[1])
        conn.request("GET", "/api/status", headers={"Authorization": "Bearer " + r["key"]})
        s = json.loads(conn.getresponse().read())
        conn.close()
        ok("the demo", "people and plans", s["personas"] > 0 and s["pending_jobs"] > 0, s)
        p.terminate()
        eq("exit status of the demo", p.wait(10), 0)
        p.stdout.close()


@group
def links():
    r = Receiver(body=b"<title>T</title>", headers={"Content-Type": "text/html"})
    w = World("", "-site", "shop.test=" + r.url, "-site", "*.deep.test=" + r.url, "-site", "shop.test:8080=" + r.url)
    w.person(style={"links": "curious"})
    w.must(w.put("/pace", {"factor": 1, "ignore_hours": True}))
    n = 0

    def opens(policy, *urls, **fields):
        nonlocal n
        n += 1
        w.must(w.put("/links", {"sender_check": 0, **policy}))
        start = w.last()
        r.got.clear()
        w.send(frm=f"a{n}@ours.test", subject=f"M{n}", text="Hi Anna,\n\nplease look at " + " and ".join(urls) + " today.\n\nBen", **fields)
        w.advance("1d")
        return [e["data"]["url"] for e in w.events("link.opened", start)], [(e["data"]["url"], e["data"]["why"]) for e in w.events("link.skipped", start)]

    eq("a site", opens({}, "http://shop.test/a")[0], ["http://shop.test/a"])
    eq("its path and query arrive", [g["path"] for g in r.got], ["/a"])
    eq("User-Agent: default", r.got[0]["headers"]["User-Agent"], w.get("/links")["default_user_agent"])
    opens({"user_agent": "mine/1"}, "http://shop.test/b")
    eq("user_agent", r.got[0]["headers"]["User-Agent"], "mine/1")
    eq("enabled false", opens({"enabled": False}, "http://shop.test/c")[0], [])
    eq("max_links 2 of 4", len(opens({"max_links": 2}, *(f"http://shop.test/{i}" for i in range(4)))[0]), 2)
    eq("max_links 0", opens({"max_links": 0}, "http://shop.test/d")[0], [])
    eq("deny", opens({"deny": ["shop.test"]}, "http://shop.test/e", "http://x.deep.test/e")[0], ["http://x.deep.test/e"])
    eq("deny by pattern", opens({"deny": ["*.deep.test"]}, "http://shop.test/f", "http://x.deep.test/f")[0], ["http://shop.test/f"])
    eq("allow", opens({"allow": ["*.deep.test"]}, "http://shop.test/g", "http://x.deep.test/g")[0], ["http://x.deep.test/g"])
    opened, skipped = opens({}, "ftp://shop.test/h", "http://shop.test:25/h", "http://shop.test:587/h", "http://127.0.0.1:9/h", "http://localhost/h")
    eq("other schemes, mail ports, private hosts", opened, [])
    ok("each local link is a link.skipped that says why", "127.0.0.1 and localhost", {u for u, why in skipped if why} >= {"http://127.0.0.1:9/h", "http://localhost/h"}, skipped)
    eq("nothing reached the site", r.got, [])
    start = w.last()
    opens({"local_links": "click"}, "http://localhost:3000/i")
    eq("local_links click: found broken", [e["data"]["url"] for e in w.events("link.failed", start)], ["http://localhost:3000/i"])
    start = w.last()
    opens({}, "http://nowhere.test/j")
    f = w.events("link.failed", start)
    has("a host that is no site, without -network", f[0]["data"]["error"] if f else "", "no such host")
    eq("GET /links shows no site", "shop.test" in w.get("/links").body.decode(), False)
    start = w.last()
    w.person("Never", "never@client.test", style={"links": "never"})
    w.send(to="never@client.test", text="Hi,\n\nplease open http://shop.test/k\n")
    w.advance("1d")
    eq("links never", w.events("link.opened", start), [])


@group
def mcp():
    w = World("id: u_m\nkeys: [{key: viewer-key-0123456789, name: v, role: viewer}]\n")
    call = lambda method, key=True, **params: w.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, key=key, headers={"Accept": "application/json, text/event-stream"})

    def result(a):
        text = a.body.decode()
        return json.loads(text[text.index("data:") + 5:].split("\n")[0]) if text.startswith("event") or text.startswith("data") else a.json

    init = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "box", "version": "1"}}
    a = result(call("initialize", **init))
    keys("initialize", a.get("result"), "protocolVersion", "capabilities", "serverInfo")
    tools = result(call("tools/list")).get("result", {}).get("tools", [])
    ok("tools/list", "a tool for each call, near 80", len(tools) > 50, len(tools))
    for t in tools[:3]:
        keys("a tool", t, "name", "description", "inputSchema")
    few = result(call("tools/list", key="viewer-key-0123456789")).get("result", {}).get("tools", [])
    ok("tools of a viewer", "fewer, or refused when called", 0 < len(few) <= len(tools), len(few))
    a = result(call("no/such"))
    eq("an unknown method", a.get("error", {}).get("code"), -32601)
    w.refuse(call("tools/list", key=None), 401)
    a = w.post("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, headers={"Accept": "application/json, text/event-stream"})
    eq("a notification", (a.status, a.body), (202, b""))
    a = w.ask("POST", "/mcp", b"{", headers={"Accept": "application/json, text/event-stream"})
    ok("no JSON to /mcp", "400", a.status == 400, str(a))
