"""Settings: what is left out, null, unknown or out of range; the errors of each family of calls."""

from harness import *

LINKS = {"enabled": True, "allow_private": False, "allow": [], "deny": [], "max_links": 3, "unsubscribe": False, "user_agent": "",
         "sender_check": 0.35, "missing_site": "imagine", "local_links": "ignore"}
RULE = {"create": True, "bad_rate": 0, "bad_kinds": [], "fail_at": "dsn", "stranger": "off", "silent": False}


@group
def left_out():
    w = World()
    eq("GET /links policy at first", w.get("/links")["policy"], LINKS)
    w.must(w.put("/links", {**LINKS, "max_links": 9, "deny": ["x.test"], "user_agent": "me/1", "sender_check": 0, "missing_site": "notice"}))
    eq("PUT /links {}: all defaults", w.must(w.put("/links", {}))["policy"], LINKS)
    w.must(w.put("/recipients", {"default": {**RULE, "stranger": "basic"}, "domains": {"x.test": {"create": False}}, "status": {"a@x.test": "full"}, "seed": "s"}))
    got = w.get("/recipients").json
    eq("a rule's fields left out", got["domains"]["x.test"], {**RULE, "create": False})
    eq("PUT /recipients {}: all defaults", w.must(w.put("/recipients", {})), {"default": RULE, "domains": {}, "status": {}, "seed": ""})
    w.must(w.put("/pace", {"factor": 0.5, "ignore_hours": True}))
    eq("PUT /pace {}", w.must(w.put("/pace", {})), {"factor": 1, "ignore_hours": False})
    eq("PUT /pace factor 0", w.must(w.put("/pace", {"factor": 0})), {"factor": 1, "ignore_hours": False})
    w.must(w.put("/retention", {"mail_days": 5, "event_days": 6}))
    eq("PUT /retention memory_days", w.must(w.put("/retention", {"memory_days": 8})), {"mail_days": 0, "event_days": 0, "memory_days": 8})
    eq("GET /retention", w.must(w.get("/retention")), {"mail_days": 0, "event_days": 0, "memory_days": 8})
    eq("PUT /retention one field", w.must(w.put("/retention", {"mail_days": 7})), {"mail_days": 7, "event_days": 0})
    w.must(w.put("/faults", {"scenario": "greylisting"}))
    a = w.must(w.put("/faults", {}))
    eq("PUT /faults {}", (a["rules"], a["scenario"]), ([], ""))
    w.must(w.put("/world", {"company": {"name": "A", "domain": "a.test"}, "streams": [{"id": "s", "kind": "lead", "per_day": 5, "enabled": True, "to": ["d@a.test"]}]}))
    a = w.must(w.put("/world", {}))
    eq("PUT /world {}", (a["world"]["company"]["name"], a["world"]["company"]["mailboxes"], a["world"]["streams"]), ("", [], []))
    eq("a stream that is gone sends no more", ([j for j in w.jobs("?kind=world") if j["state"] == "pending"], w.advance("2d") and w.events("world.mail")), ([], []))
    for path, fields, wanted in (("/links", ("enabled", "max_links", "sender_check", "missing_site", "allow", "user_agent"), LINKS), ("/pace", ("factor", "ignore_hours"), {"factor": 1, "ignore_hours": False}),
                                 ("/retention", ("mail_days", "event_days"), {"mail_days": 0, "event_days": 0}), ("/recipients", ("default", "domains", "status", "seed"), {"default": RULE, "domains": {}, "status": {}, "seed": ""})):
        for field in fields:
            a = w.put(path, {field: None})
            eq(a.sent + ": null clears to the default", (a.status, a.json.get("policy", a.json)), (200, wanted))
    w.must(w.put("/webhooks", [{"url": "http://127.0.0.1:9/x"}]))
    eq("PUT /webhooks with a url alone", w.get("/webhooks").json, [{"name": "", "url": "http://127.0.0.1:9/x", "events": [], "secret": ""}])
    eq("PUT /webhooks []", w.must(w.put("/webhooks", [])), [])
    eq("POST /reset {}", sorted(w.must(w.post("/reset", {}))), ["cases", "events", "jobs", "mailboxes", "messages", "personas"])


@group
def wrong_values():
    w = World()
    paths = ("/links", "/recipients", "/pace", "/retention", "/faults", "/world", "/webhooks", "/ai")
    before = [w.get(p).json for p in paths]
    hook = {"name": "h", "url": "http://127.0.0.1:9/", "events": []}
    stream = {"id": "s", "kind": "lead", "per_day": 5, "enabled": True, "to": ["d@a.test"]}
    for path, body, *words in (
            ("/links", {"max_links": -1}, "max_links"), ("/links", {"sender_check": 1.1}, "sender_check"), ("/links", {"sender_check": -0.1}, "sender_check"),
            ("/links", {"missing_site": "ask"}, "missing_site"), ("/links", {"local_links": "open"}, "local_links"), ("/links", {"enabled": "yes"}, "enabled"), ("/links", {"colour": 1}, "colour"),
            ("/links", {"allow": "x.test"}, "allow"), ("/links", {"allow": ["a b"]}, "allow"), ("/links", {"deny": ["http://x.test/"]}, "deny"), ("/links", {"deny": ["*."]}, "deny"), ("/links", {"deny": ["a.*.test"]}, "deny"),
            ("/links", {"deny": [""]}, "deny"), ("/links", {"allow": ["x.test/path"]}, "allow"), ("/links", {"user_agent": "a\r\nX: y"}, "user_agent"), ("/links", {"max_links": 1.5}, "max_links"), ("/links", {"allow_private": True}, "allow_private"),
            ("/links", [], ""), ("/links", {"policy": LINKS}, "policy"),
            ("/recipients", {"default": {"bad_rate": 1.01}}, "bad_rate"), ("/recipients", {"default": {"bad_rate": -1}}, "bad_rate"), ("/recipients", {"default": {"bad_kinds": ["dead"]}}, "dead"),
            ("/recipients", {"default": {"fail_at": "data"}}, "fail_at"), ("/recipients", {"default": {"stranger": "yes"}}, "stranger"), ("/recipients", {"default": {"creat": True}}, "creat"),
            ("/recipients", {"domains": {"x.test": {"bad_rate": 2}}}, "bad_rate"), ("/recipients", {"domains": {"no domain": {}}}, "no domain"), ("/recipients", {"domains": {"": {}}}, "domain"), ("/recipients", {"domains": []}, "domains"),
            ("/recipients", {"status": {"a@x.test": "ok?"}}, "status"), ("/recipients", {"status": {"no address": "full"}}, "no address"), ("/recipients", {"seed": 5}, "seed"), ("/recipients", {"rules": {}}, "rules"),
            ("/pace", {"factor": -0.1}, "factor"), ("/pace", {"factor": "fast"}, "factor"), ("/pace", {"ignore_hours": 1}, "ignore_hours"), ("/pace", {"speed": 1}, "speed"),
            ("/retention", {"mail_days": -1}, "mail_days"), ("/retention", {"event_days": -1}, "event_days"), ("/retention", {"mail_days": 1.5}, "mail_days"), ("/retention", {"mail_days": "7"}, "mail_days"), ("/retention", {"days": 7}, "days"),
            ("/retention", {"mail_days": 10 ** 12}, "mail_days"), ("/retention", {"memory_days": -1}, "memory_days"), ("/retention", {"memory_days": 36501}, "memory_days"),
            ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "explode"}]}, 'unknown fault kind "explode"'), ("/faults", {"rules": [{"where": "pop", "at": "rcpt", "kind": "tempfail"}]}, "pop"),
            ("/faults", {"rules": [{"where": "smtp", "at": "vrfy", "kind": "tempfail"}]}, "vrfy"), ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "probability": 1.5}]}, "probability"),
            ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "code": 200}]}, "code"), ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "code": 600}]}, "code"),
            ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "times": -1}]}, "times"), ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "slow", "delay": "soon"}]}, "soon"),
            ("/faults", {"rules": [{"id": "a", "where": "smtp", "at": "rcpt", "kind": "tempfail"}, {"id": "a", "where": "smtp", "at": "mail", "kind": "tempfail"}]}, "id"), ("/faults", {"scenario": "monday"}, "monday"),
            ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "match": {"sender": "x"}}]}, "sender"), ("/faults", {"rules": {}}, "rules"), ("/faults", {"rules": [{"where": "delivery", "kind": "greylist"}]}, "greylist"),
            ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "text": "a\r\nb"}]}, "text"), ("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "from": "2026-02-02T00:00:00Z", "until": "2026-02-01T00:00:00Z"}]}, "until"),
            ("/world", {"streams": [{**stream, "kind": "spams"}]}, 'unknown stream kind "spams"'), ("/world", {"streams": [{**stream, "per_day": 0}]}, 'stream "s" needs a rate and at least one mailbox'),
            ("/world", {"streams": [{**stream, "to": []}]}, 'stream "s" needs a rate and at least one mailbox'), ("/world", {"streams": [{**stream, "per_day": -1}]}, "per_day"), ("/world", {"streams": [{**stream, "new_people": -0.5}]}, "new_people"),
            ("/world", {"streams": [{**stream, "to": ["no address"]}]}, "to"), ("/world", {"streams": [stream, stream]}, "s"), ("/world", {"company": {"tz": "Mars/Base"}}, "tz"), ("/world", {"streams": [{**stream, "colour": 1}]}, "colour"),
            ("/world", {"company": {"mailboxes": ["no address"]}}, "mailboxes"), ("/world", {"company": {"domain": "no domain"}}, "domain"), ("/world", {"streams": {}}, "streams"),
            ("/webhooks", {}, ""), ("/webhooks", [{"name": "h"}], "url"), ("/webhooks", [{**hook, "url": "ftp://x.test/"}], "url"), ("/webhooks", [{**hook, "url": "not a url"}], "url"), ("/webhooks", [{**hook, "url": "http://"}], "url"),
            ("/webhooks", [{**hook, "events": "mail.delivered"}], "events"), ("/webhooks", [{**hook, "secret": "••••••••"}], "secret"), ("/webhooks", [{**hook, "headers": {}}], "headers"), ("/webhooks", [hook, {"url": 5}], "url"), ("/webhooks", None, ""),
            ("/ai", {"mode": "maybe"}, "mode"), ("/ai", {}, "mode"), ("/ai", {"mode": None}, "mode"), ("/ai", {"mode": True}, "mode"), ("/ai", {"mode": "on"}, "writer")):
        w.refuse(w.put(path, json.dumps(body).encode()), 400 if body != {"mode": "on"} else w.put(path, body).status, *words)
    eq("settings after all that was refused", [w.get(p).json for p in paths], before)
    eq("events after all that was refused", w.last(), 0)


@group
def caps():
    w = World()
    a = w.must(w.put("/world", {"company": {"name": "A", "domain": "a.test", "mailboxes": ["x@a.test", {"address": "y@a.test", "name": "Y", "role": "sales"}]}, "streams": [
        {"kind": "lead", "per_day": 900, "new_people": 7, "enabled": True, "to": ["d@a.test"]}, {"kind": "spam", "per_day": 0, "enabled": False}]}))["world"]
    s = a["streams"]
    eq("per_day, new_people above their caps", (s[0]["per_day"], s[0]["new_people"]), (500, 1))
    ok("ids assigned", "two different", s[0]["id"] and s[1]["id"] and s[0]["id"] != s[1]["id"], s)
    ok("next in the future; none of a stream that is off", "", s[0]["next"] > START and not s[1].get("next"), s)
    eq("company mailboxes", [(m["address"], m["role"]) for m in a["company"]["mailboxes"]], [("x@a.test", ""), ("y@a.test", "sales")])
    nxt = s[0]["next"]
    w.must(w.post(f"/world/streams/{s[0]['id']}/send"))
    t = w.get("/world")["world"]["streams"][0]
    eq("send now: sent, next", (t["sent"], t["next"]), (1, nxt))
    w.refuse(w.post("/world/streams/nope/send"), 400, "that stream no longer exists")
    eq("world.updated", [e["data"] for e in w.events("world.updated")], [{"streams": 2, "enabled": 1}])
    keys("world.mail", w.events("world.mail")[0]["data"], "stream", "kind", "to", "subject", "message_id")
    w.must(w.put("/pace", {"factor": 0.1, "ignore_hours": True}))
    eq("event pace", [e["data"] for e in w.events("pace")], [{"factor": 0.1, "ignore_hours": True}])
    w.must(w.put("/faults", {"scenario": "greylisting"}))
    eq("event faults.updated", [e["data"] for e in w.events("faults.updated")], [{"rules": len(w.get("/faults")["rules"]), "scenario": "greylisting"}])
    a = w.must(w.put("/cases/C-1", {"title": "T"}))
    w.must(w.put("/cases/C-1", {"status": "closed", "facts": {"k": "v"}}))
    eq("event case.updated", [(e["data"]["id"], e["data"]["title"], e["data"]["new"], sorted(e["data"]["changed"])) for e in w.events("case.updated")][1], ("C-1", "T", False, ["facts", "status"]))
    eq("case.updated of a new case", w.events("case.updated")[0]["data"]["new"], True)
    for body, word in (({"status": "done"}, "status"), ({"facts": {"k": 1}}, "facts"), ({"addresses": ["x"]}, "addresses"), ({"persona_ids": ["p_x"]}, "p_x"), ({"nope": 1}, "nope"), ({"title": 5}, "title"), ({"status": None}, "status")):
        w.refuse(w.put("/cases/C-1", body), 400, word)
    w.refuse(w.put("/cases/C-2", {"status": "done"}), 400, "status")
    w.refuse(w.get("/cases/C-2"), 404, "no such case")
    w.refuse(w.delete("/cases/C-2"), 404, "no such case")
    eq("DELETE /cases", w.delete("/cases/C-1").json, {"status": "ok"})


@group
def limits_and_pages():
    w = World()
    for n in range(7):
        w.must(w.post("/inject", {"to": "app@ours.test", "from": "a@x.test", "subject": f"zebra {n}", "text": "t" * 300}))
    for n in range(5):
        w.person(f"P{n}", f"p{n}@client.test")
    for path in ("/events", "/jobs", "/search?q=zebra", "/mailboxes/app@ours.test/messages"):
        sep = "&" if "?" in path else "?"
        for bad in ("-1", "0", "x", "1.5", ""):
            if bad == "":
                continue
            a = w.get(f"{path}{sep}limit={bad}")
            if w.refuse(a, 400, "limit") and "above 0" not in a.error and bad in ("-1", "0"):
                fail(a.sent, "limit named as above 0", a.error)
        eq(f"{path} limit above 1000: cut to it", [w.get(f"{path}{sep}limit={n}").status for n in ("1001", "9" * 20)], [200, 200])
    m = w.inbox("app@ours.test")
    eq("messages newest first, text of 240 characters", ([x["uid"] for x in m], {len(x["text"]) for x in m}), (list(range(7, 0, -1)), {240}))
    eq("limit and before", [x["uid"] for x in w.get("/mailboxes/app@ours.test/messages?limit=2&before=4").json], [3, 2])
    seen, nxt = [], ""
    for _ in range(9):
        page = w.get("/search?q=zebra&limit=3" + (f"&before={nxt}" if nxt else "")).json
        seen += [x["subject"] for x in page["messages"]]
        nxt = page["next"]
        if not nxt:
            break
    eq("search by pages: each once, newest first", seen, [f"zebra {n}" for n in range(6, -1, -1)])
    w.refuse(w.get("/search"), 400, "q")
    w.refuse(w.get("/search?q=zebra&before=nonsense"), 400, "before")
    for q, n in (("subject:zebra", 7), ("from:a@x.test", 7), ("zebra -subject:3", 6), ('"zebra 3"', 1), ("is:unread", 7), ("has:attachment", 0), ("in:Trash", 0), ("to:app@ours.test zebra", 7), ("after:2026-01-05", 7), ("before:2026-01-05", 0), ("larger:1M", 0)):
        a = w.get("/search?q=" + q)
        eq(a.sent, len(a.json.get("messages") or []), n)
    a = w.get("/events?limit=2")
    eq("events newest first", [e["id"] for e in a["events"]], [a["last"], a["last"] - 1])
    eq("events after: oldest first", [e["id"] for e in w.get("/events?after=1&limit=2")["events"]], [2, 3])
    eq("events before", [e["id"] for e in w.get("/events?before=3")["events"]], [2, 1])
    eq("events before 1", w.get("/events?before=1")["events"], [])
    eq("events after the last", w.get("/events?after=5")["events"], [])
    eq("events between", [e["id"] for e in w.get("/events?after=1&before=4")["events"]], [2, 3])
    for bad in ("after=x", "before=x", "after=1.5", "limit=", "nope=1"):
        a = w.get("/events?" + bad)
        ok(a.sent, "400", a.status == 400 or bad in ("limit=", "nope=1"), str(a))
    pid = w.get("/personas").json[0]["id"]
    eq("events of one person", {e["data"].get("persona_id") or e["data"].get("id") for e in w.get("/events?persona_id=" + pid)["events"]}, {pid})
    for bad in ("since=yesterday", "until=2026-13-01T00:00:00Z", "since=2026-01-05"):
        w.refuse(w.get("/insights?" + bad), 400, bad.split("=")[0])
    w.refuse(w.get("/insights?persona_id=p_x"), 404)


@group
def errors_of_each_family():
    w = World()
    w.login()
    w.must(w.post("/inject", {"to": "app@ours.test", "from": "a@x.test", "subject": "s", "text": "t"}))
    for method, path, status, word in (
            ("GET", "/mailboxes/no@ours.test/folders", 404, "no such mailbox"), ("GET", "/mailboxes/no@ours.test/messages", 404, "no such mailbox"), ("GET", "/mailboxes/app@ours.test/messages/INBOX/9", 404, "no such message"),
            ("GET", "/mailboxes/app@ours.test/messages/INBOX/9/raw", 404, "no such message"), ("GET", "/mailboxes/app@ours.test/messages/Nope/1", 404, ""), ("PATCH", "/mailboxes/app@ours.test/messages/INBOX/9", 404, "no such message"),
            ("GET", "/jobs/j_99", 404, "no such job"), ("PATCH", "/jobs/j_99", 404, "no such job"), ("POST", "/jobs/j_99/run", 404, "no such job"), ("POST", "/jobs/j_99/skip", 404, "no such job"),
            ("GET", "/cases/none", 404, "no such case"), ("DELETE", "/shares/none", 404, "no such share"), ("DELETE", "/keys/nokey123", 404, ""), ("GET", "/accounts/no@ours.test/signature", 404, ""), ("DELETE", "/accounts/no@ours.test", 404, ""),
            ("GET", "/nothing", 404, ""), ("GET", "/threads", 400, "address"), ("GET", "/wait", 400, "to"), ("GET", "/wait/reply", 400, "from"), ("GET", "/inspect", 400, "message_id"), ("GET", "/inspect?message_id=%3Cno@x.test%3E", 404, "no such message"),
            ("GET", "/wait?to=app@ours.test&timeout=soon", 400, "timeout"), ("GET", "/wait?to=app@ours.test&timeout=-5", 400, "timeout"), ("GET", "/wait?to=app@ours.test&existing=maybe", 400, "existing"), ("GET", "/wait?to=no address", 400, "to"),
            ("GET", "/wait?to=app@ours.test&timeout=30", 408, ""), ("GET", "/wait/reply?from=p_nobody&timeout=30", 404, ""), ("GET", "/wait/reply?from=app@ours.test&timeout=30", 404, "")):
        w.refuse(w.ask(method, path, {"seen": True} if "mailboxes" in path and method == "PATCH" else {"due": START} if method == "PATCH" else {} if method == "POST" else None), status, word)
    for method, path in (("POST", "/status"), ("PUT", "/personas"), ("DELETE", "/mailboxes"), ("PATCH", "/links"), ("GET", "/send"), ("DELETE", "/clock"), ("POST", "/world"), ("GET", "/clock/advance"), ("PUT", "/events"), ("PATCH", "/cases/x"), ("GET", "/reset")):
        a = w.ask(method, path, {} if method != "GET" else None)
        w.refuse(a, 405)
        ok(a.sent, "header Allow", a.headers["Allow"], dict(a.headers))
    for method, path in (("POST", "/personas"), ("POST", "/send"), ("PUT", "/links"), ("POST", "/clock/advance"), ("PATCH", "/accounts/app@ours.test"), ("POST", "/extract"), ("PUT", "/webhooks"), ("POST", "/keys"), ("POST", "/signin"), ("PUT", "/cases/x"), ("POST", "/shares")):
        for body in (b"{", b'{"a":1}{"b":2}', b"\xff\xfe", b'{"to":["a@x.test"],}', b""):
            w.refuse(w.ask(method, path, body), 400)
    w.refuse(w.ask("POST", "/send", b"from=a", headers={"Content-Type": "application/x-www-form-urlencoded"}), 400, "application/json")
    w.refuse(w.ask("POST", "/send", b"{}", headers={"Content-Type": "text/plain"}), 400, "application/json")
    eq("JSON with a charset is JSON", w.ask("POST", "/extract", b'{"text":"x"}', headers={"Content-Type": "application/json; charset=utf-8"}).status, 200)
    a = w.get("/status")
    has("answers are JSON", a.headers["Content-Type"], "application/json")
    eq("/status is no API without /api", w.ask("GET", "/status", api="").status, 404)
    for path, kind in (("/healthz", 200), ("/readyz", 200), ("/docs", 200)):
        eq(f"GET {path} without a key", w.ask("GET", path, key=None, api="").status, kind)
    u = "/mailboxes/app@ours.test/messages/INBOX/1"
    for body, word in (({"seen": "yes"}, "seen"), ({"seen": 1}, "seen"), ({"move_to": ""}, "move_to"), ({"move_to": 5}, "move_to"), ({"flag": True}, "flag"), ({"move_to": "a\x00b"}, "move_to")):
        w.refuse(w.patch(u, body), 400, word)
    eq("PATCH {} changes nothing", (w.patch(u, {}).status, w.inbox("app@ours.test")[0]["flags"]), (200, []))
    a = w.must(w.patch(u, {"seen": True, "move_to": "New/Folder"}))
    eq("PATCH both: seen and moved", (a["folder"], a["flags"], w.inbox("app@ours.test")), ("New/Folder", ["\\Seen"], []))
    f = w.get("/mailboxes/app@ours.test/folders").json
    eq("folders", ([x["name"] for x in f][:5], [x["special_use"] for x in f][1:5], [(x["total"], x["unread"]) for x in f if x["name"] == "New/Folder"]),
       (["INBOX", "Sent", "Drafts", "Archive", "Trash"], ["\\Sent", "\\Drafts", "\\Archive", "\\Trash"], [(1, 0)]))
    for bad in ("pending", "", None, 5, "OK"):
        w.refuse(w.put("/mailboxes/app@ours.test/status", {"status": bad}), 400, "status")


@group
def files():
    for config, *words in (
            ("personas:\n  - {name: A, addresses: [a@c.test], behaviors: {forward_to: p_no}}\n", "forward_to", "p_no"), ("links: {deny: ['a b']}\n", "deny"), ("sites: {'a b': 'http://127.0.0.1:1'}\n", "a b"),
            ("sites: {'shop.test/': 'http://127.0.0.1:1'}\n", "shop.test/"), ("sites: {shop.test: 'ftp://127.0.0.1'}\n", "ftp"), ("sites: {'*': 'http://127.0.0.1:1'}\n", "*"),
            ("sites: {'shop.test:99999': 'http://127.0.0.1:1'}\n", "99999"), ("sites: {shop.test: 'nonsense'}\n", "nonsense"), ("links: {allow: ['http://x.test']}\n", "allow"), ("links: {max_links: -1}\n", "max_links"), ("pase: {factor: 1}\n", "pase", ":1:"),
            ("id: u_x\npersonas:\n  - {name: A, adresses: [a@c.test]}\n", "adresses", ":3:"), ("clock: {start: yesterday}\n", "start"), ("clock: {speed: 0}\n", "speed"), ("clock: {speed: 2000000}\n", "speed"), ("ai: maybe\n", "ai"),
            ("keys:\n  - {key: short, name: x, role: admin}\n", "key"), ("keys:\n  - {key: a-long-enough-key-01, name: x, role: root}\n", "role"), ("logins:\n  - {address: nope, password: x}\n", "address"),
            ("recipients: {default: {bad_rate: 3}}\n", "bad_rate"), ("retention: {mail_days: -2}\n", "mail_days"), ("retention: {memory_days: -2}\n", "memory_days"), ("world: {streams: [{kind: spams, per_day: 1, enabled: true, to: [a@x.test]}]}\n", "spams"),
            ("faults: {scenario: monday}\n", "monday"), ("faults: {rules: [{where: smtp, at: rcpt, kind: boom}]}\n", "boom"), ("personas:\n  - {name: A, addresses: [a@c.test]}\n  - {name: B, addresses: [A@c.test]}\n", "a@c.test"),
            ("cases:\n  - {id: C-1, status: done}\n", "status"), ("webhooks:\n  - {name: h}\n", "url"), ("world: {company: {tz: Mars/Base}}\n", "tz"), ("personas: {}\n", "personas"), ("a: [\n", ""), ("- 1\n", "")):
        code, text = refused_config(config)
        ok(f"-check of {config!r}", f"refused, naming {words}", code != 0 and all(word.lower() in text.lower() for word in words), f"{code} {text}")
    code, text = refused_config("id: u_x\nseed: s\nclock: {start: 2026-01-05T09:00:00Z, frozen: true}\n")
    ok("-check of a right file", "status 0", code == 0, text)
