"""Bodies: none is read beyond what its route is for, and hostile ones of that size
cost like ordinary ones."""
import json

from harness import KEY, MIB, VIEWER, Failed, Server, at_once, attack

FAST = "-rate=100000"  # limits but those of sign-ins are out of the way
SIZE = 47 * MIB  # below what routes that take mail read by default

# Start, block and end of a body of any size.
SHAPES = {
    "one long text": (b'{"email":"', b"a", b'"}'),
    "deep lists": (b'{"email":', b"[", b""),
    "deep objects": (b"", b'{"a":', b""),
    "millions of keys": (b'{"x":1', b',"0":1', b"}"),
    "millions of numbers": (b'{"email":[1', b",1", b"]}"),
    "blanks": (b"", b" ", b""),
    "escapes": (b'{"email":"', b"\\u0000", b'"}'),
}


def unharmed(server, n, call):
    """CPU of n ordinary calls, at least one tick of the clock that measures it."""
    before = server.cpu()
    for _ in range(n):
        call()
    return max(server.cpu() - before, 0.02)


@attack("sign-in bodies")
def sign_in(t):
    for name, (start, block, end) in SHAPES.items():
        if t.short and name not in ("millions of keys", "deep lists", "one long text"):
            continue
        with Server(FAST) as s:
            ordinary = lambda: s.call("POST", "/signin", {"email": "a@b.test", "password": "x"}, key=None)
            unit = unharmed(s, 8, ordinary)
            with_room = Server(FAST)  # the first has none of its ten attempts left
        with with_room as s:
            held, cpu = s.settle(), s.cpu()
            got = at_once(8, lambda i: s.pour("/api/signin", start, block, SIZE, key=None, end=end, chunked=i % 2 == 1))
            t.memory(f"sign-in, 8 of 47 MiB: {name}", s, 64, held)
            if not s.died():
                t.ratio(f"sign-in, 8 of 47 MiB: {name}: cost", s.cpu() - cpu, unit, 20)
            if any(getattr(g, 'status', 0) == 200 for g in got):
                raise Failed(f"it was let in: {got}")


@attack("sign-in is limited before its body")
def sign_in_limit(t):
    with Server(FAST) as s:
        got = [s.pour("/api/signin", b'{"x":1', b',"0":1', 2 * MIB, key=None).status for _ in range(20)]
        late = got[12:]
        t.line("sign-ins beyond the limit, 2 MiB each", f"{late.count(429)} of {len(late)} were 429", "all", late.count(429) == len(late))


def refused(answer):
    """Whether a body was refused for its length."""
    return answer.status in (0, 413) or answer.status == 400 and "body" in answer.text and "bytes" in answer.text


@attack("bodies of every route")
def every_route(t):
    with Server(memory=8 << 30) as s:
        paths = s.must("GET", "/openapi.json")["paths"]
        # An archive to import is no JSON: it is read as it comes, within a bound of its own.
        rows = [(m.upper(), p) for p, of in paths.items() for m, row in of.items() if "application/json" in row.get("requestBody", {}).get("content", {})] + [("POST", "/mcp")]
        takes_mail = {"/send", "/inject", "/mcp"}
        fill = {"{id}": "p_x", "{address}": "app@ours.test", "{folder}": "INBOX", "{uid}": "1", "{prefix}": "x", "{n}": "0", "{provider}": "ses"}
        tries = []
        for method, path in rows:
            real = path.removeprefix("/api")
            for k, v in fill.items():
                real = real.replace(k, v)
            tries += [(method, real, chunked) for chunked in (False, True) if real != "/signin"]
        held = s.settle()

        def one(at):
            method, real, chunked = tries[at]
            # Blanks around what is JSON: only its length is wrong.
            size = 50 * MIB if real in takes_mail else 3 * MIB
            return s.pour("/api" + real, b" ", b" ", size, method=method, chunked=chunked, end=b"{}")

        got = []
        for i in range(0, len(tries), 8):
            got += at_once(min(8, len(tries) - i), lambda k, i=i: one(i + k))
        wrong = [f"{tries[i][0]} {tries[i][1]} {getattr(g, 'status', g)}" for i, g in enumerate(got) if isinstance(g, Exception) or not refused(g)]
        t.line(f"bodies beyond the bound: {len(rows)} routes", f"{len(tries) - len(wrong)} of {len(tries)} were refused" + (", not " + wrong[0] if wrong else ""), "all of them", not wrong)
        # Routes that take mail read what mail may have.
        t.memory("bodies beyond the bound: memory", s, 400, held)


# Texts for /extract of just under its bound: costly to read, each in its own way.
TEXTS = {
    "codes": "code 123456 ", "quotes": "> a\n", "links": "http://a.test/b ", "brackets": "[[[[((((<<<<", "digits": "1234567890123456", "at signs": "a@b.",
    "dashes": "12-34-56-", "zero width": "\u200b1", "marks": "e\u0301\u0302", "entities": "&amp;&#49;",
}
PAGES = {"tags": "<div>", "links of HTML": '<a href="http://a.test/x">1</a>', "tables": "<table><tr><td>", "styles": '<p style="color:red;display:none">1', "comments": "<!-- <a> -->", "lone brackets": "<", "entities of HTML": "&lt;&#x31;"}
PROSE = "The order that you placed on Monday has left our house today and will be with you soon. "


def extract_body(kind, piece, size):
    text = piece * max(1, size // len(json.dumps(piece)[1:-1]))
    return json.dumps({kind: text}).encode()


@attack("extract")
def extract(t):
    with Server(memory=8 << 30) as s:
        held, cpu = s.settle(), s.cpu()
        got = at_once(3, lambda i: s.pour("/api/extract", b'{"text":"', (b"code 123456 ", b"> a\\n", b"<b>")[i], 30 * MIB, key=VIEWER, end=b'"}'))
        t.memory("a viewer's /extract of 30 MiB, 3 at once", s, 64, held)
        if s.died():
            return
        poured = s.cpu() - cpu
        size = MIB - 4096
        prose = extract_body("text", PROSE, size)
        unit = unharmed(s, 3, lambda: s.call("POST", "/extract", prose, key=VIEWER)) / 3
        t.ratio("a viewer's /extract of 30 MiB: cost", poured / 3, unit, 10)
        t.line("a viewer's /extract of 30 MiB: answers", f"{sum(map(refused, got))} of 3 were refused", "all", all(map(refused, got)))
        worst = (0, "")
        s.settle()
        for kind, shapes in (("text", TEXTS), ("html", PAGES)):
            for name, piece in shapes.items():
                body = extract_body(kind, piece, size)
                before = s.cpu()
                s.call("POST", "/extract", body, key=VIEWER)
                worst = max(worst, (s.cpu() - before, name))
        t.ratio(f"/extract of 1 MiB, the worst of {len(TEXTS) + len(PAGES)} ({worst[1]})", worst[0], unit, 60)
        t.memory("/extract of 1 MiB: memory", s, 400, held)


@attack("costly calls at once")
def costly(t):
    with Server(FAST, memory=8 << 30) as s:
        part = 8 if t.short else 24
        page = "<html><body>" + "<p>The <b>order</b> is <a href='http://a.test/1'>here</a></p>" * (part * MIB // 62)
        sent = s.must("POST", "/inject", {"to": "app@ours.test", "raw": "From: a@b.test\r\nSubject: big\r\nContent-Type: text/html\r\n\r\n" + page})
        path = f"/mailboxes/{sent['address']}/messages/{sent['folder']}/{sent['uid']}"
        held = s.settle()
        s.call("GET", path, key=VIEWER)
        one_memory = s.peak() - held
        held = s.settle()
        got = at_once(24, lambda i: s.call("GET", path, key=VIEWER, timeout=120))
        codes = [getattr(g, "status", 0) for g in got]
        busy = [g for g in got if getattr(g, "status", 0) == 503]
        told = all("retry-after" in g.headers for g in busy)
        t.line(f"24 costly calls of one caller at once, {part} MiB", f"{codes.count(200)} served, {len(busy)} told to come again", "some are told, by Retry-After", bool(busy) and told)
        t.memory("24 costly calls at once: memory", s, int(5 * max(one_memory, 20) + 64), held)
        if not s.died():
            alive = s.call("GET", "/status", key=KEY).status
            t.line("24 costly calls at once: others", f"status {alive}", "200", alive == 200)


@attack("deep and wide JSON within the bound")
def within_bound(t):
    with Server() as s:
        size = MIB - 100
        unit = unharmed(s, 5, lambda: s.call("PUT", "/cases/c1", {"title": "a" * (size - 100)})) / 5
        worst = (0, "")
        held = s.settle()
        for name, (start, block, end) in SHAPES.items():
            before = s.cpu()
            for path in ("/api/cases/c1", "/api/webhooks", "/api/recipients", "/api/world"):
                s.pour(path, start, block, size // len(block) * len(block), method="PUT", end=end)
            worst = max(worst, ((s.cpu() - before) / 4, name))
        t.ratio(f"1 MiB of JSON, the worst ({worst[1]})", worst[0], unit, 60)
        t.memory("1 MiB of JSON: memory", s, 200, held)
