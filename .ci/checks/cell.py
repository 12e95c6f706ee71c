"""Organizations: plans and their texts, roles of each route, keys, sign-in, rate limits."""

from harness import *

A, A2, B, S, M, V = (k + "-0123456789" for k in ("key-acme-one", "key-acme-two", "key-beta-one", "key-susp-one", "key-memb-one", "key-view-one"))

TWIN = A.replace("one", "off")  # has the prefix of A

CELL = f"""
orgs:
  - name: Acme
    plan:
      name: starter
      limits: {{personas: 1, logins: 1, streams: 1, inbound_per_day: 2, sent_per_month: 3, learned_per_month: 1, retention_days: 10}}
      features: []
    users:
      - {{email: ann@acme.test, name: Ann, password: secret of ann, role: admin}}
      - {{email: mel@acme.test, name: Mel, password: secret of mel, role: member}}
      - {{email: vic@acme.test, name: Vic, password: secret of vic, role: viewer}}
    universes:
      - {{id: u_one, name: One, clock: {{start: 2026-01-05T09:00:00Z, frozen: true}}, keys: [{{key: {A}, name: a, role: admin}}, {{key: {M}, name: m, role: member}}, {{key: {V}, name: v, role: viewer}}, {{key: {TWIN}, name: twin, role: viewer}}]}}
      - {{id: u_two, name: Two, clock: {{start: 2026-01-05T09:00:00Z, frozen: true}}, keys: [{{key: {A2}, name: a2, role: admin}}]}}
  - name: Beta
    plan: {{name: team, limits: {{personas: 3, logins: 2, streams: 2}}}}
    universes:
      - {{id: u_beta, clock: {{start: 2026-01-05T09:00:00Z, frozen: true}}, keys: [{{key: {B}, name: b, role: admin}}]}}
  - name: Gone
    suspended: true
    users: [{{email: sue@gone.test, name: Sue, password: secret of sue, role: admin}}]
    universes:
      - {{id: u_susp, keys: [{{key: {S}, name: s, role: admin}}]}}
"""

PERSON = lambda n: {"name": f"P{n}", "addresses": [f"p{n}@client.test"]}
STREAM = lambda n: {"id": f"s{n}", "kind": "lead", "per_day": 5, "enabled": True, "to": ["d@a.test"]}


@group
def plan_texts():
    w = World(CELL)
    eq("1 person of 1", w.post("/personas", PERSON(1), key=A).status, 200)
    a = w.post("/personas", PERSON(2), key=A)
    w.refuse(a, 400, "the plan starter allows 1 person", "upgrade")
    eq("nobody more", len(w.get("/personas", key=A).json), 1)
    eq("1 login of 1", w.post("/accounts", {"address": "a@acme.test", "password": "one two three"}, key=A).status, 200)
    a = w.post("/accounts", {"address": "b@acme.test", "password": "one two three"}, key=A)
    w.refuse(a, 400, "starter", "1 login")
    ok(a.sent, "singular", "1 logins" not in a.error, a.error)
    a = w.put("/world", {"streams": [STREAM(1), STREAM(2)]}, key=A)
    w.refuse(a, 400, "allows 1 inbound stream", "upgrade for more", "starter")
    eq("a stream that is off does not count", w.put("/world", {"streams": [STREAM(1), {**STREAM(2), "enabled": False}]}, key=A).status, 200)
    for n in range(3):
        eq(f"stream send {n}", w.post("/world/streams/s1/send", key=A).status, 200 if n < 2 else 400)
    a = w.post("/world/streams/s1/send", key=A)
    w.refuse(a, 400, "2", "starter")
    for n in range(3):
        eq(f"send {n + 1} of 3", w.post("/send", {"from": "a@acme.test", "to": ["x@y.test"], "subject": str(n), "text": "t"}, key=A).status, 200)
    a = w.post("/send", {"from": "a@acme.test", "to": ["x@y.test"], "subject": "4", "text": "t"}, key=A)
    w.refuse(a, 500, "starter", "3")
    eq("nothing sent past the plan", [m["subject"] for m in w.get("/mailboxes/x@y.test/messages", key=A).json], ["2", "1", "0"])
    s = w.smtp("a@acme.test", "one two three")
    code, text = s.docmd("MAIL", "FROM:<a@acme.test>")
    ok("SMTP MAIL past the plan's month", "452 4.5.3 with the plan's message", code == 452 and text.startswith(b"4.5.3") and b"starter" in text, f"{code} {text}")
    s.quit()
    w.must(w.post("/clock/advance", {"to": "2026-02-01T00:00:00Z"}, key=A))
    eq("the next month", w.post("/send", {"from": "a@acme.test", "to": ["x@y.test"], "subject": "5", "text": "t"}, key=A).status, 200)
    eq("learn 1 of 1 is past the people of the plan", w.post("/personas/learn", {"address": "x@y.test"}, key=A).status, 400)
    a = w.put("/retention", {"mail_days": 99, "event_days": 0}, key=A)
    eq("retention above and 0 under a limit of 10 days", a.json, {"mail_days": 10, "event_days": 10})
    eq("retention below it", w.put("/retention", {"mail_days": 3, "event_days": 10}, key=A).json, {"mail_days": 3, "event_days": 10})
    for n in range(3):
        w.must(w.post("/personas", PERSON(n), key=B))
    w.refuse(w.post("/personas", PERSON(4), key=B), 400, "the plan team allows 3 people")
    a = w.put("/world", {"streams": [STREAM(1), STREAM(2), STREAM(3)]}, key=B)
    w.refuse(a, 400, "allows 2 inbound stream", "team")


@group
def plan_over_time():
    w = World(CELL.replace("personas: 1, logins: 1", "personas: 2, logins: 2"))
    k = {"key": A}
    eq("retention at first under a limit", w.get("/retention", **k).json, {"mail_days": 10, "event_days": 10})
    w.must(w.put("/recipients", {"default": {"stranger": "basic"}}, **k))
    for n in range(3):
        w.must(w.post("/send", {"from": "a@acme.test", "to": [f"s{n}@x.test"], "subject": "s", "text": "Hi,\n\nwhen?\n"}, **k))
    eq("strangers beyond the plan's people get their mail, nobody is behind them", (len(w.get("/personas", **k).json), len(w.get("/mailboxes/s2@x.test/messages", **k).json)), (2, 1))
    w.refuse(w.put("/cases/C", {"title": "t", "addresses": ["new@c.test"]}, **k), 400, "the plan starter allows 2 people")
    w.refuse(w.get("/cases/C", **k), 404)
    w.must(w.put("/world", {"streams": [{"id": "s", "kind": "lead", "per_day": 50, "new_people": 1, "enabled": True, "to": ["d@a.test"]}]}, **k))
    w.must(w.post("/clock/advance", {"to": "2026-01-08T00:00:00Z"}, **k))
    days = [e["at"][:10] for e in w.must(w.get("/events?after=0&limit=1000&type=world.mail", **k))["events"]]
    eq("2 inbound mails a day", {d: days.count(d) for d in days}, {"2026-01-05": 2, "2026-01-06": 2, "2026-01-07": 2})
    for p in w.get("/personas", **k).json:
        w.must(w.delete("/personas/" + p["id"], **k))
    for n in range(2):
        w.must(w.post("/inject", {"to": f"l{n}@x.test", "from": "z@z.test", "subject": "s", "text": "t"}, **k))
    eq("learn 1 of 1 a month", w.post("/personas/learn", {"address": "l0@x.test"}, **k).status, 200)
    w.refuse(w.post("/personas/learn", {"address": "l1@x.test"}, **k), 400, "starter", "1")
    for n in range(2):
        w.must(w.post("/accounts", {"address": f"l{n}@acme.test", "password": "some password"}, **k))
    w.must(w.delete("/accounts/l0@acme.test", **k))
    eq("a login that is off for good leaves its place", w.post("/accounts", {"address": "l9@acme.test", "password": "some password"}, **k).status, 200)
    w.refuse(w.patch("/accounts/l0@acme.test", {"password": "some password", "disabled": False}, **k), 400, "starter")
    w.must(w.post("/signin", {"email": "ann@acme.test", "password": "secret of ann"}, key=None))
    w.refuse(w.post("/signin", {"email": "ann@acme.test", "password": "wrong"}, key=None), 401)
    got = [(e["type"], e["data"]["username"]) for e in w.must(w.get("/events?after=0&limit=1000&type=auth.*", **k))["events"]]
    eq("sign-ins are auth events", got, [("auth.ok", "ann@acme.test"), ("auth.failed", "ann@acme.test")])


@group
def a_viewer_waits():
    w = World(CELL)
    w.must(w.post("/personas", {"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "10m", "spread": 1}}, "style": {"filter": "none"}}, key=A))
    w.must(w.post("/send", {"from": "app@acme.test", "to": ["anna@client.test"], "subject": "s", "text": "Hi Anna,\n\nwhen?\n"}, key=A))
    w.refuse(w.get("/wait/reply?from=anna@client.test&fast=true&timeout=200", key=V), 408)
    eq("fast of a viewer counts as false", [j["state"] for j in w.get("/jobs?kind=reply", key=V).json], ["pending"])
    eq("fast of a member", w.get("/wait/reply?from=anna@client.test&timeout=5s", key=M).status, 200)


@group
def features():
    w = World(CELL)
    for method, path, body in (("GET", "/insights", None), ("PUT", "/webhooks", []), ("POST", "/webhooks/replay", {"name": "h", "events": [1]}), ("PUT", "/links", {}), ("PUT", "/faults", {"scenario": "greylisting"}),
                               ("PUT", "/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail"}]}), ("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})):
        a = w.ask(method, path, body, key=A, headers={"Accept": "application/json, text/event-stream"})
        w.refuse(a, 402, "starter")
    eq("calm needs no feature", w.put("/faults", {"scenario": "calm"}, key=A).status, 200)
    eq("GET /links needs no feature", w.get("/links", key=A).status, 200)
    for method, path, body in (("GET", "/insights", None), ("PUT", "/webhooks", []), ("PUT", "/links", {}), ("PUT", "/faults", {"scenario": "greylisting"})):
        eq(f"{method} {path} in a plan with all features", w.ask(method, path, body, key=B).status, 200)


@group
def keys_and_universes():
    w = World(CELL)
    w.refuse(w.get("/status", key=None), 401)
    w.refuse(w.get("/status", key="no such key 0123456789"), 401)
    w.refuse(w.ask("GET", "/status", key=None, headers={"Authorization": "Basic " + b64("a:no such key 0123456789")}), 401)
    eq("a key as the password of any user", w.ask("GET", "/status", key=None, headers={"Authorization": "Basic " + b64("a:" + A)}).status, 200)
    w.refuse(w.ask("GET", "/status", key=None, headers={"Authorization": A}), 401)
    w.refuse(w.get("/status?token=wrong-token-0123456", key=None), 401)
    eq("?token=", w.get("/status?token=" + A, key=None).status, 200)
    eq("a right header before a wrong token", w.get("/status?token=wrong-token-0123456", key=A).status, 200)
    w.refuse(w.get("/status?token=" + A, key="wrong-key-0123456789"), 401)
    for h in ({"X-Service-Universe": "u_beta"}, {"X-Service-Universe": "u_two"}, {"X-Service-Universe": "u_none"}):
        w.refuse(w.get("/status", key=A, headers=h), 403)
    w.refuse(w.get("/status?universe=u_beta", key=A), 403)
    eq("its own universe named", w.get("/status", key=A, headers={"X-Service-Universe": "u_one"}).status, 200)
    w.refuse(w.get("/status", key=S), 403, "suspended")
    me = w.get("/me", key=M).json
    eq("/me with a key", (me["kind"], me["key"], [u["id"] for u in me["universes"]]), ("key", {"prefix": me["key"]["prefix"], "name": "m", "universe": "u_one", "role": "member"}, ["u_one"]))
    ok("prefix of a key", "its beginning, 8 characters at most", M.startswith(me["key"]["prefix"]) and 0 < len(me["key"]["prefix"]) <= 8, me)
    u = w.get("/universes", key=M).json
    eq("/universes", [(x["id"], x["name"], x["org"], x["role"]) for x in u], [("u_one", "One", "Acme", "member")])
    keys("/universes", u[0], "created")
    a = w.must(w.post("/keys", {"name": "ci", "role": "viewer"}, key=A))
    made = a["key"] if isinstance(a["key"], str) else a["secret"]
    eq("a new key works", w.get("/me", key=made)["key"]["role"], "viewer")
    ok("GET /keys shows no key", "prefixes", made not in w.get("/keys", key=A).body.decode() and A not in w.get("/keys", key=A).body.decode(), w.get("/keys", key=A).json)
    for body, word in (({"name": "x", "role": "root"}, "role"), ({"name": "x"}, "role"), ({"role": "admin"}, "name"), ({"name": "x", "role": None}, "role")):
        w.refuse(w.post("/keys", body, key=A), 400, word)
    eq("DELETE /keys", w.delete("/keys/" + made[:8], key=A).status, 200)
    w.refuse(w.get("/me", key=made), 401)
    w.refuse(w.delete("/keys/" + made[:8], key=A), 404)
    w.refuse(w.delete("/keys/" + next(k["prefix"] for k in w.get("/keys", key=A).json if k["name"] == "a"), key=A), 409)
    w.must(w.post("/inject", {"to": "only@one.test", "from": "a@b.test", "subject": "s", "text": "t"}, key=A))
    for key in (A2, B):
        eq("another universe has its own mail", w.get("/mailboxes", key=key).json, [])
        w.refuse(w.get("/mailboxes/only@one.test/messages", key=key), 404)


@group
def login_names():
    w = World(CELL)
    w.must(w.post("/accounts", {"address": "x@acme.test", "username": "deskx", "password": "pass of acme"}, key=A))
    w.refuse(w.post("/accounts", {"address": "x@acme.test", "password": "other"}, key=A2), 400, "login name already in use")
    w.refuse(w.post("/accounts", {"address": "z@acme.test", "username": "deskx", "password": "other"}, key=A2), 400, "login name already in use")
    w.refuse(w.post("/accounts", {"address": "b@beta.test", "username": "deskx", "password": "pass of acme"}, key=B), 400, "choose a different password")
    eq("another organization with another password", w.post("/accounts", {"address": "b@beta.test", "username": "deskx", "password": "pass of beta"}, key=B).status, 200)
    for password, box in (("pass of acme", "acme"), ("pass of beta", "beta")):
        m = w.imap("deskx", password)
        m.append("INBOX", "", None, f"Subject: {box}\r\n\r\nx".encode())
        m.logout()
    eq("a name with two passwords: each its universe", [[x["subject"] for x in w.get(f"/mailboxes/{a}/messages", key=k).json] for a, k in (("x@acme.test", A), ("b@beta.test", B))], [["acme"], ["beta"]])
    s = w.smtp()
    code, text = s.docmd("MAIL", "FROM:<x@acme.test>")
    eq("SMTP in a cell before a login", code, 530)
    code, _ = s.docmd("AUTH", "PLAIN " + b64("\0deskx\0wrong"))
    eq("SMTP with a wrong password", code, 535)
    s.quit()


@group
def sign_in():
    w = World(CELL)
    a = w.post("/signin", {"email": "ann@acme.test", "password": "secret of ann"}, key=None)
    eq("sign-in", a.status, 200)
    cookie = a.headers["Set-Cookie"] or ""
    has("the session's cookie", cookie, "HttpOnly", "SameSite=Strict", "Path=/")
    c = {"Cookie": cookie.split(";")[0]}
    me = w.get("/me", key=None, headers=c).json
    keys("/me of a person", me, "user", "orgs", "universes")
    eq("/me of a person: universes", sorted(u["id"] for u in me["universes"]), ["u_one", "u_two"])
    for h, status in (({**c, "X-Service-Universe": "u_one"}, 200), ({**c, "X-Service-Universe": "u_beta"}, 403)):
        eq(f"GET by cookie {h.get('X-Service-Universe')}", w.get("/status", key=None, headers=h).status, status)
    eq("GET by cookie and ?universe=", w.get("/status?universe=u_two", key=None, headers=c).status, 200)
    eq("a change by cookie with the header", w.put("/pace", {"factor": 2}, key=None, headers={**c, "X-Service-Universe": "u_one"}).status, 200)
    a = w.put("/pace?universe=u_one", {"factor": 3}, key=None, headers=c)
    ok(a.sent + " by cookie without the header", "refused", a.status in (400, 403) and a.error, str(a))
    eq("the pace", w.get("/pace", key=A)["factor"], 2)
    a = w.put("/pace", {"factor": 3}, key=None, headers={**c, "X-Service-Universe": "u_one", "Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site"})
    ok("a change from another origin", "403", a.status == 403, str(a))
    p = w.post("/pass", key=None, headers={**c, "X-Service-Universe": "u_one"})
    ok("a pass of an admin, where the server gives any", "at most member", p.status == 403 or w.get("/me", key=p.json["key"])["key"]["role"] == "member", str(p))
    wrong = [w.post("/signin", b, key=None) for b in ({"email": "ann@acme.test", "password": "wrong"}, {"email": "nobody@acme.test", "password": "wrong"})]
    eq("wrong password, unknown user: the same answer without a cookie", [(x.status, x.error == wrong[0].error, x.headers["Set-Cookie"]) for x in wrong], [(401, True, None)] * 2)
    a = w.post("/signin", {"email": "sue@gone.test", "password": "secret of sue"}, key=None)
    ok("someone of a suspended organization", "reads nothing", a.status != 200 or w.get("/status", key=None, headers={"Cookie": (a.headers["Set-Cookie"] or "").split(";")[0], "X-Service-Universe": "u_susp"}).status == 403, str(a))
    w.must(w.post("/signout", key=None, headers={**c, "X-Service-Universe": "u_one"}))
    w.refuse(w.get("/me", key=None, headers=c), 401)


@group
def too_many_sign_ins():
    w = World(CELL, "-rate", "20")
    got = []
    while len(got) < 14 and 429 not in got:
        a = w.post("/signin", {"email": "mel@acme.test", "password": "wrong"}, key=None)
        got.append(a.status)
    ok("wrong sign-ins of one account", "about ten answers 401 (one more each six seconds), then 429", got[-1] == 429 and 10 <= len(got) - 1 <= 12, got)
    ok("429 of a sign-in", "Retry-After", a.headers["Retry-After"], dict(a.headers))
    w.refuse(w.post("/signin", {"email": "mel@acme.test", "password": "secret of mel"}, key=None), 429)


@group
def roles():
    w = World(CELL)
    change = {
        "member": (("POST", "/personas", {}), ("PATCH", "/personas/x", {}), ("PUT", "/personas/x", {}), ("DELETE", "/personas/x", None), ("POST", "/personas/learn", {}), ("POST", "/personas/x/memory", {}), ("DELETE", "/personas/x/memory", None),
                   ("POST", "/memory/by-external", {}), ("DELETE", "/personas/x/relations", None), ("PUT", "/mailboxes/a@b.test/status", {}), ("PATCH", "/mailboxes/a@b.test/messages/INBOX/1", {}), ("POST", "/send", {}), ("POST", "/inject", {}),
                   ("PUT", "/ai", {}), ("PUT", "/pace", {"factor": -1}), ("PUT", "/cases/x", {"nope": 1}), ("DELETE", "/cases/x", None), ("POST", "/clock/advance", {}), ("POST", "/clock/freeze", {"frozen": 5}), ("POST", "/clock/speed", {}),
                   ("PATCH", "/jobs/x", {}), ("POST", "/jobs/x/run", {}), ("POST", "/jobs/x/skip", {}), ("POST", "/shares", {}), ("DELETE", "/shares/x", None)),
        "admin": (("POST", "/accounts", {}), ("PATCH", "/accounts/a@b.test", {}), ("PUT", "/accounts/a@b.test", {}), ("DELETE", "/accounts/a@b.test", None), ("POST", "/accounts/a@b.test/check", {}), ("PUT", "/accounts/a@b.test/signature", {}),
                  ("PUT", "/webhooks", {}), ("PUT", "/retention", {"mail_days": -1}), ("POST", "/retention/prune", {}), ("PUT", "/links", {"max_links": -1}), ("PUT", "/recipients", {"x": 1}), ("PUT", "/faults", {"x": 1}), ("PUT", "/world", {"x": 1}),
                  ("POST", "/world/streams/x/send", {}), ("POST", "/reset", {"keep": ["x"]}), ("POST", "/keys", {}), ("DELETE", "/keys/x", None)),
    }
    for least, calls in change.items():
        for method, path, body in calls:
            w.refuse(w.ask(method, path, body, key=V), 403, "your role (viewer) cannot do this")
            if least == "admin":
                w.refuse(w.ask(method, path, body, key=M), 403, "your role (member) cannot do this")
            else:
                a = w.ask(method, path, body, key=M)
                ok(a.sent + " as member", "not 403", a.status != 403, str(a))
    for path in ("/personas", "/temperaments", "/mailboxes", "/accounts", "/ai", "/pace", "/recipients", "/links", "/retention", "/world", "/faults", "/webhooks", "/cases", "/clock", "/jobs", "/events", "/status", "/connection", "/connection/cert", "/me", "/universes", "/keys", "/shares", "/openapi.json", "/search?q=x"):
        eq(f"GET {path} as viewer", w.get(path, key=V).status, 200)
    eq("POST /extract as viewer", w.post("/extract", {"text": "Your code is 739215"}, key=V).status, 200)


@group
def rate():
    w = World("id: u_r\nkeys: [{key: another-key-0123456789, name: o, role: viewer}]\n", "-rate", "20")
    conn = http.client.HTTPConnection(w.host, timeout=20)
    got, retry = [], None
    for _ in range(125):
        conn.request("GET", "/api/clock", headers={"Authorization": "Bearer " + w.key})
        r = conn.getresponse()
        body = r.read()
        got.append(r.status)
        if r.status == 429:
            retry = (r.headers["Retry-After"], json.loads(body))
    first = got.index(429) if 429 in got else -1
    ok("125 requests at once at 20 a second", "429 after 100 and some", 100 <= first <= 118, first)
    ok("429", "Retry-After and {error}", retry and retry[0] and int(retry[0]) >= 1 and list(retry[1]) == ["error"], retry)
    eq("another key meanwhile", w.get("/clock", key="another-key-0123456789").status, 200)
    time.sleep(0.3)
    eq("0.3 s later", w.get("/clock").status, 200)
    conn.close()
