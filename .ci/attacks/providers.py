"""The doors of mail providers: nobody is let in by a bad key, what is hostile costs like what
is ordinary, and no key or secret gets out."""
import base64
import json

from harness import ALPHA, BETA, CELL, KEY, MIB, VIEWER, Failed, Server, at_once, attack

AWS = "AWS4-HMAC-SHA256 Credential=%s/20260105/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=00"


def basic(key):
    return "Basic " + base64.b64encode(("api:" + key).encode()).decode()


# A send by each door, and the header that carries its credential.
DOORS = {
    "sendgrid": ("/v3/mail/send", {"personalizations": [{"to": [{"email": "a@client.test"}]}], "from": {"email": "app@ours.test"}, "subject": "x", "content": [{"type": "text/plain", "value": "x"}]}, lambda k: {"Authorization": "Bearer " + k}),
    "postmark": ("/email", {"From": "app@ours.test", "To": "a@client.test", "TextBody": "x"}, lambda k: {"X-Postmark-Server-Token": k}),
    "resend": ("/emails", {"from": "app@ours.test", "to": "a@client.test", "subject": "x", "text": "x"}, lambda k: {"Authorization": "Bearer " + k}),
    "mailgun": ("/v3/ours.test/messages", b"from=app@ours.test&to=a@client.test&text=x", lambda k: {"Authorization": basic(k), "Content-Type": "application/x-www-form-urlencoded"}),
    "ses": ("/v2/email/outbound-emails", {"FromEmailAddress": "app@ours.test", "Destination": {"ToAddresses": ["a@client.test"]}, "Content": {"Simple": {"Subject": {"Data": "x"}, "Body": {"Text": {"Data": "x"}}}}}, lambda k: {"Authorization": AWS % k}),
}


def send(server, door, key, **more):
    path, body, head = DOORS[door]
    headers = {**(head(key) if key is not None else {}), **more.pop("headers", {})}
    return server.call("POST", path, body, key=None, at="/provider/" + door, headers=headers, **more)


@attack("keys at providers' doors")
def keys(t):
    bad = ["", "x", "k" * 5000, KEY + "x", KEY[:-1], VIEWER, "any", "' OR 1=1"]
    with Server("-http=0.0.0.0:0", "-key=attack-other-key-0001", "-provider-key=on-the-list") as s:
        let = [(d, k[:20]) for d in DOORS for k in bad + [None] if send(s, d, k).status not in (401, 403)]
        t.line("bad credentials that were let in, off loopback's own address", len(let), "none", not let)
        good = [send(s, d, "on-the-list").status for d in DOORS]
        t.line("a credential of the list", str(good), "let in", all(c < 300 for c in good))
        # What is unauthorized is not read.
        held = s.settle()
        got = at_once(8, lambda i: s.pour("/provider/sendgrid/v3/mail/send", b'{"x":"', b"a", 30 * MIB, key="bad", end=b'"}'))
        t.memory("8 bodies of 30 MiB with a bad key", s, 40, held)
        wrong = [getattr(g, "status", 0) for g in got if getattr(g, "status", 0) not in (0, 401, 403, 413)]
        t.line("their answers", str(wrong) if wrong else "refused", "refused", not wrong)
    with Server() as s:
        foreign = [{"Host": "rebound.evil.test"}, {"Host": "evil.test:80"}, {"Host": "127.0.0.1.evil.test"}]
        let = [(d, h) for d in DOORS for h in foreign if send(s, d, "any", headers=h).status not in (401, 403)]
        t.line("any key with another's name for this machine", len(let), "refused", not let)


@attack("organizations at providers' doors")
def strangers(t):
    with Server(world=CELL) as s:
        let = [d for d in DOORS for k in ("any", "on-the-list") if send(s, d, k).status not in (401, 403)]
        t.line("doors of a cell that are open", len(let), "none", not let)
        mine = [send(s, d, ALPHA).status for d in DOORS]
        t.line("a key of an organization", str(mine), "let in", all(c < 300 for c in mine))
        seen = s.call("GET", "/providers/resend/sends", key=BETA)
        t.line("what another sees of it", seen.text[:60].strip(), "none", seen.status == 200 and seen.json == [])
        said = s.said() + "".join(send(s, d, k).text for d in DOORS for k in (ALPHA, "bad"))
        leaks = [k for k in (ALPHA, BETA, "PRIVATE KEY") if k in said]
        t.line("keys in answers and in the log", ", ".join(leaks) or "none", "none", not leaks)


# Bodies whose values are many times as large in memory: path, start, block, end.
WIDE = {
    "personalizations": ("sendgrid", "/v3/mail/send", b'{"personalizations":[{}', b",{}", b"]}"), "values": ("sendgrid", "/v3/mail/send", b'{"x":[1', b",1", b"]}"), "deep": ("sendgrid", "/v3/mail/send", b'{"x":', b"[", b""),
    "arguments": ("sendgrid", "/v3/mail/send", b'{"custom_args":{"a":""', b',"a":""', b"}}"), "a batch": ("postmark", "/email/batch", b"[{}", b",{}", b"]"), "recipients": ("postmark", "/email", b'{"From":"a@b.test","TextBody":"x","To":"a@b.test', b",a@b.test", b'"}'),
    "a batch of Resend's": ("resend", "/emails/batch", b"[{}", b",{}", b"]"), "files": ("resend", "/emails", b'{"attachments":[1', b",1", b"]}"), "numbers": ("resend", "/emails", b'{"attachments":[{"content":[1', b",1", b"]}]}"),
    "entries": ("ses", "/v2/email/outbound-bulk-emails", b'{"BulkEmailEntries":[{}', b",{}", b"]}"), "pairs": ("ses", "/", b"a=1", b"&a=1", b""), "pairs of Mailgun's": ("mailgun", "/v3/ours.test/messages", b"a=1", b"&a=1", b""),
}


@attack("bodies at providers' doors")
def bodies(t):
    size = (6 if t.short else 20) * MIB
    with Server(memory=8 << 30) as s:
        plain = lambda n: json.dumps({"From": "app@ours.test", "To": "a@client.test", "TextBody": "word " * (n // 5)}).encode()
        before = s.cpu()
        s.call("POST", "/email", plain(4 * MIB), key=None, at="/provider/postmark", headers=DOORS["postmark"][2]("x"))
        unit = max(s.cpu() - before, 0.05) * size / (4 * MIB)
        worst, held = (0, ""), s.settle()
        for name, (door, path, start, block, end) in WIDE.items():
            before = s.cpu()
            body = start + block * (size // len(block)) + end
            got = at_once(3, lambda i: s.call("POST", path, body, key=None, at="/provider/" + door, headers=DOORS[door][2]("x"), timeout=120))
            if s.died():
                return
            worst = max(worst, ((s.cpu() - before) / 3, name))
            if any(getattr(g, "status", 0) >= 500 for g in got):
                raise Failed(f"{name}: {[(g.status, g.text[:100]) for g in got]}")
        t.ratio(f"a body of {size // MIB} MiB, the worst of {len(WIDE)} ({worst[1]})", worst[0], unit, 12)
        t.memory("3 such bodies at once", s, 160 + 20 * size // MIB, held)
        held = s.settle()
        got = at_once(16, lambda i: s.call("POST", "/email", plain(6 * MIB), key=None, at="/provider/postmark", headers=DOORS["postmark"][2]("x"), timeout=120))
        t.memory("16 mails of 6 MiB at once", s, 900, held)
        refused = [g for g in got if getattr(g, "status", 0) not in (200, 413, 422)]
        t.line("16 mails of 6 MiB at once", str(refused) if refused else "answered", "each answered", not refused)
        amplified = json.dumps({"personalizations": [{"to": [{"email": f"r{i}@client.test"}]} for i in range(1000)], "from": {"email": "app@ours.test"}, "subject": "x", "content": [{"type": "text/plain", "value": "x" * (4 * MIB)}]}).encode()
        answer = s.call("POST", "/v3/mail/send", amplified, key=None, at="/provider/sendgrid", headers=DOORS["sendgrid"][2]("x"), timeout=120)
        t.line("4 MiB to a thousand, each a mail", answer.status, "413", answer.status == 413)
        t.line("after all of it", "alive" if s.alive() else "dead", "alive", s.alive())
