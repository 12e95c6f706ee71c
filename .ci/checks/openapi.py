"""OpenAPI against reality: each documented call answers what its schema says, and errors as documented."""

import re
from urllib.parse import quote

from harness import *


def mismatch(doc, schema, value, at="$"):
    """What of a value is not as the schema says, or None."""
    if "$ref" in schema:
        return mismatch(doc, doc["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], value, at)
    for some in ("anyOf", "oneOf"):
        if some in schema:
            said = [mismatch(doc, s, value, at) for s in schema[some]]
            return None if None in said else said[0]
    for s in schema.get("allOf", []):
        if said := mismatch(doc, s, value, at):
            return said
    if "enum" in schema and value not in schema["enum"]:
        return f"{at}: {value!r} is none of {schema['enum']}"
    kinds = schema.get("type")
    if kinds:
        kinds = [kinds] if isinstance(kinds, str) else kinds
        is_a = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
        if not any(isinstance(value, bool) is False and isinstance(value, int) if k == "integer" else
                   not isinstance(value, bool) and isinstance(value, (int, float)) if k == "number" else isinstance(value, is_a[k]) for k in kinds):
            return f"{at}: {short(value, 60)} is not of type {kinds}"
    if isinstance(value, dict) and ("properties" in schema or "additionalProperties" in schema):
        props, more = schema.get("properties", {}), schema.get("additionalProperties")
        for name in schema.get("required", []):
            if name not in value:
                return f"{at}.{name}: missing"
        for name, v in value.items():
            if name in props:
                said = mismatch(doc, props[name], v, f"{at}.{name}")
            elif isinstance(more, dict):
                said = mismatch(doc, more, v, f"{at}.{name}")
            elif more is True or more is None and not props:
                said = None
            else:
                said = f"{at}.{name}: not documented"
            if said:
                return said
    if isinstance(value, list) and "items" in schema:
        for n, v in enumerate(value):
            if said := mismatch(doc, schema["items"], v, f"{at}[{n}]"):
                return said
    if isinstance(value, str):
        if schema.get("format") == "date-time" and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", value):
            return f"{at}: {value!r} is no date-time"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            return f"{at}: {value!r} is not {schema['pattern']}"
    return None


def full_world():
    w = World()
    w.login(username="app", display_name="App", note="n")
    p = w.person(role="Buyer", behaviors={"double_reply": 1, "forward_to": "ben@client.test"}, timing={"hours": {"tz": "Europe/Paris", "days": "mon-fri", "from": "09:00", "to": "17:00"}, "ooo": [{"from": "2026-03-01", "to": "2026-03-05", "message": "Away"}]},
                 external_ids={"crm": "7"}, style={"signature": "Anna", "access": "low_vision"})
    w.must(w.put("/cases/C-1", {"title": "Lamps", "facts": {"k": "v"}, "addresses": ["anna@client.test"], "external_ids": {"crm": "9"}}))
    w.must(w.post(f"/personas/{p['id']}/memory", {"text": "note"}))
    w.must(w.put("/world", {"company": {"name": "Ours", "domain": "ours.test", "tz": "UTC", "mailboxes": [{"address": "d@ours.test", "name": "D", "role": "desk"}]},
                            "streams": [{"id": "s", "kind": "spam", "per_day": 10, "new_people": 1, "enabled": True, "to": ["app@ours.test"]}, {"id": "off", "kind": "lead", "enabled": False}]}))
    w.must(w.put("/webhooks", [{"name": "h", "url": "http://127.0.0.1:9/", "events": ["webhook.failed"], "secret": "x"}]))
    w.must(w.put("/faults", {"rules": [{"where": "smtp", "at": "rcpt", "kind": "slow", "delay": "1ms", "jitter": "1ms", "times": 1, "match": {"to": "x@x.test"}, "from": START, "until": "2026-02-01T00:00:00Z"}]}))
    w.must(w.put("/recipients", {"domains": {"x.test": {"stranger": "basic"}}, "status": {"dead@x.test": "full"}}))
    html = "<p>Hi <b>Anna</b>, your code is 739215 <a href='https://x.test/verify?t=8f3a9c1d7e5b'>Verify</a><img src='https://x.test/a.png'><script>1</script></p>"
    mid = w.send(html=html, attachments=[{"filename": "a.txt", "content_type": "text/plain", "data": b64("x")}], cc=["ben@client.test", "zoe@x.test"])
    w.send(to="dead@x.test")
    w.advance("3d")
    share = w.must(w.post("/shares", {"address": "app@ours.test", "uid": 1, "expires": "30d"}))
    return w, p, mid, share


@group
def answers():
    w, p, mid, share = full_world()
    doc = w.get("/openapi.json").json
    ok("openapi", "3.1", doc["openapi"].startswith("3."), doc["openapi"])
    job = w.jobs()[0]["id"]
    pending = w.jobs("?state=pending")
    fill = {"id": {"personas": p["id"], "cases": "C-1", "jobs": job, "shares": share["id"], "world": "s", "mails": quote(mid, safe=""), "threads": quote(mid, safe="")}, "address": "app@ours.test", "folder": "INBOX", "uid": "1", "n": "0", "prefix": "none", "provider": "sendgrid"}
    query = {"/threads": "?address=app@ours.test", "/search": "?q=order", "/inspect": "?message_id=" + mid.replace("<", "%3C").replace(">", "%3E"), "/wait": "?to=app@ours.test&existing=true&timeout=1s",
             "/wait/reply": f"?from={p['id']}&in_reply_to={mid.replace('<', '%3C').replace('>', '%3E')}&timeout=2s"}
    seen = 0
    for path, calls in doc["paths"].items():
        short_path = path.removeprefix("/api")
        if "get" not in calls or short_path == "/events/stream" or not path.startswith("/api/"):
            continue
        kind = short_path.split("/")[1]
        if "{id}" in short_path and kind not in fill["id"]:  # nothing of the kind is there
            eq("GET " + short_path + " of none", w.get(short_path.replace("{id}", "none").replace("{provider}", "sendgrid")).status, 404)
            continue
        url = re.sub(r"\{(\w+)\}", lambda m: fill[m[1]][kind] if m[1] == "id" else fill[m[1]], short_path)
        if "attachments" in url:
            url = url.replace("app@ours.test", "anna@client.test")
        a = w.get(url + query.get(short_path, ""))
        answer = calls["get"]["responses"]["200"].get("content", {})
        if not ok(a.sent, "200", a.status == 200, str(a)):
            continue
        kind = a.headers["Content-Type"].split(";")[0]
        if "application/json" in answer:
            said = mismatch(doc, answer["application/json"].get("schema", {}), a.json)
            ok(a.sent + ": answer", "its schema", said is None, said)
        else:
            ok(a.sent + ": type", list(answer), kind in [t.split(";")[0] for t in answer] or "*/*" in answer or "application/octet-stream" in answer, kind)
        seen += 1
    ok("GETs tried", "all", seen > 25, seen)
    changes = [("PUT", "/pace", w.get("/pace").json), ("PUT", "/links", w.get("/links")["policy"]), ("PUT", "/recipients", w.get("/recipients").json), ("PUT", "/retention", {"mail_days": 1, "event_days": 1}), ("PUT", "/faults", w.get("/faults").json),
               ("PUT", "/webhooks", w.get("/webhooks").json), ("PUT", "/world", w.get("/world")["world"]), ("PUT", "/ai", {"mode": "off"}), ("PATCH", "/personas/{id}", {"knows": "all"}), ("PUT", "/personas/{id}", {"who": "x"}), ("PUT", "/cases/{id}", {"title": "x"}),
               ("POST", "/personas", {"name": "New", "addresses": ["new@client.test"]}), ("POST", "/personas/{id}/memory", {"text": "x"}), ("POST", "/memory/by-external", {"system": "crm", "id": "7", "text": "x"}), ("POST", "/accounts", {"address": "n@ours.test", "password": "long enough"}),
               ("PATCH", "/accounts/{address}", {"note": "x"}), ("PUT", "/accounts/{address}", {"note": "y"}), ("POST", "/accounts/{address}/check", {"password": "x"}), ("PUT", "/accounts/{address}/signature", {"signature": "a\nb"}), ("PUT", "/mailboxes/{address}/status", {"status": "ok"}),
               ("PATCH", "/mailboxes/{address}/messages/{folder}/{uid}", {"seen": True}), ("POST", "/send", {"from": "app@ours.test", "to": ["a@x.test"], "text": "x"}), ("POST", "/inject", {"to": "app@ours.test", "from": "a@x.test", "text": "x"}), ("POST", "/extract", {"text": "Your code is 739215"}),
               ("POST", "/shares", {"address": "app@ours.test", "uid": 1}), ("POST", "/keys", {"name": "k", "role": "viewer"}), ("POST", "/clock/advance", {"by": "1m"}), ("POST", "/clock/freeze", {}), ("POST", "/clock/speed", {"factor": 1}), ("POST", "/world/streams/{id}/send", {}),
               ("POST", "/retention/prune", {}), ("DELETE", "/personas/{id}/memory", None), ("DELETE", "/personas/{id}/relations", None), ("DELETE", "/shares/{id}", None), ("DELETE", "/cases/{id}", None), ("DELETE", "/accounts/{address}", None), ("DELETE", "/personas/{id}", None), ("POST", "/reset", {})]
    for method, path, body in changes:
        kind = path.split("/")[1]
        url = re.sub(r"\{(\w+)\}", lambda m: fill[m[1]][kind] if m[1] == "id" else fill[m[1]], path)
        a = w.ask(method, url, body)
        schema = doc["paths"]["/api" + path][method.lower()]["responses"]["200"]["content"]["application/json"]["schema"]
        said = mismatch(doc, schema, a.json) if a.status == 200 else str(a)
        ok(a.sent + ": answer", "200 and its schema", said is None, said)


@group
def documented():
    w = World()
    doc = w.get("/openapi.json").json
    named = {(m.upper(), p.removeprefix("/api")) for p, calls in doc["paths"].items() for m in calls if m in ("get", "put", "post", "patch", "delete")}
    wanted = """GET /personas|POST /personas|GET /personas/{id}|PATCH /personas/{id}|PUT /personas/{id}|DELETE /personas/{id}|POST /personas/learn|GET /temperaments|GET /personas/{id}/memory|POST /personas/{id}/memory|DELETE /personas/{id}/memory
        |POST /memory/by-external|GET /personas/{id}/relations|DELETE /personas/{id}/relations|GET /mailboxes|GET /mailboxes/{address}/folders|PUT /mailboxes/{address}/status|GET /mailboxes/{address}/messages|GET /mailboxes/{address}/messages/{folder}/{uid}
        |GET /mailboxes/{address}/messages/{folder}/{uid}/raw|GET /mailboxes/{address}/messages/{folder}/{uid}/attachments/{n}|PATCH /mailboxes/{address}/messages/{folder}/{uid}|GET /threads|POST /send|POST /inject|GET /accounts/{address}/signature
        |PUT /accounts/{address}/signature|GET /wait|GET /wait/reply|POST /extract|GET /ai|PUT /ai|GET /pace|PUT /pace|GET /recipients|PUT /recipients|GET /links|PUT /links|GET /retention|PUT /retention|POST /retention/prune|GET /world|PUT /world
        |POST /world/streams/{id}/send|GET /accounts|POST /accounts|PATCH /accounts/{address}|PUT /accounts/{address}|DELETE /accounts/{address}|POST /accounts/{address}/check|GET /connection|GET /connection/cert|GET /me|GET /universes|GET /status|GET /webhooks
        |PUT /webhooks|GET /cases|GET /cases/{id}|PUT /cases/{id}|DELETE /cases/{id}|GET /clock|POST /clock/advance|POST /clock/freeze|POST /clock/speed|GET /jobs|GET /jobs/{id}|PATCH /jobs/{id}|POST /jobs/{id}/run|POST /jobs/{id}/skip|GET /faults|PUT /faults
        |GET /insights|GET /events|GET /events/stream|GET /search|GET /inspect|POST /reset|GET /shares|POST /shares|DELETE /shares/{id}|GET /keys|POST /keys|DELETE /keys/{prefix}|POST /mcp|POST /signin|POST /signout|GET /openapi.json"""
    for line in wanted.replace("\n", "").split("|"):
        method, path = line.split()
        ok(f"{method} {path} in OpenAPI", "documented", (method, path) in named)
    for method, path in sorted(named):
        url = re.sub(r"\{(\w+)\}", lambda m: {"uid": "1", "n": "0"}.get(m[1], "a@b.test"), path)
        if path == "/events/stream":
            continue
        a = w.ask(method, url, None if method in ("GET", "DELETE") else b"[", headers={"Accept": "application/json, text/event-stream"})
        codes = doc["paths"]["/api" + path][method.lower()]["responses"]
        ok(a.sent, f"a documented status of {list(codes)}", str(a.status) in codes, a.status)
        a = w.ask(method, url, None if method in ("GET", "DELETE") else {}, key=None)
        least = {"/signin": 400, "/session": 400, "/openapi.json": 200}.get(path, 401)
        ok(a.sent + " without a key", f"{least}, documented", a.status == least and str(a.status) in codes, a.status)


@group
def inspected():
    w = World()
    good = w.send(html="<p>Hi Anna, see you on Monday.</p>", text="Hi Anna, see you on Monday.")
    bad = w.send(frm="win@lottery-cash.test", subject="FREE!!! YOU WON $1,000,000!!!", text="CONGRATULATIONS WINNER!!! Click NOW http://192.168.1.5/claim to get your 100% FREE money!!! Viagra casino lottery. Act now!!!")
    enc = lambda m: m.replace("<", "%3C").replace(">", "%3E")
    a, b = w.get("/inspect?message_id=" + enc(good)).json, w.get("/inspect?message_id=" + enc(bad)).json
    keys("GET /inspect", a, "message_id", "subject", "engine", "score", "threshold", "action", "rules", "links", "auth", "html", "headers", "size")
    keys("auth", a["auth"], "spf", "dkim", "dmarc")
    for r in (a, b):
        ok("rules add up to the score", r["score"], abs(sum(x["score"] for x in r["rules"]) - r["score"]) < 0.051, r["rules"])
        for rule in r["rules"][:1]:
            keys("a rule", rule, "name", "score", "text")
    ok("a spammy mail scores higher", "above", b["score"] > a["score"], (a["score"], b["score"]))
    keys("a link", b["links"][0], "url", "text", "status", "ok", "error")
    eq("inspect.scored, once for each", [e["data"]["message_id"] for e in w.events("inspect.scored")], [good, bad])
    w.get("/inspect?message_id=" + enc(good))
    eq("looked at again: no event more", len(w.events("inspect.scored")), 2)
    m = w.get("/mailboxes/anna@client.test/messages/INBOX/1").json
    ok("safe html: no script", "none", "<script" not in m["safe"]["html"], m["safe"])
