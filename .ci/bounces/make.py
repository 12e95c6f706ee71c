"""Has mailsimd bounce mail of every kind in every layout, and keeps the bounces.

make.py DIR writes DIR/<layout>-<kind>-<spelling>-<ret>.eml and DIR/want.json.
"""
import json
import os
import smtplib
import sys
import urllib.request

env, out = os.environ, sys.argv[1]
KINDS = ("unknown", "domain", "full", "disabled", "blocked")
LAYOUTS = {"MAILER-DAEMON@": "postfix", "postmaster@": "exchange", "mailer-daemon@googlemail.com": "gmail"}
SENDER = "bounces@ours.test"


def api(method, path, body=None, raw=False):
    req = urllib.request.Request(env["HTTP"] + "/api" + path, method=method, data=None if body is None else json.dumps(body).encode())
    req.add_header("Authorization", "Bearer " + env["SERVICE_API_KEY"])
    req.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(req, timeout=60) as res:
        return res.read() if raw else json.load(res)


def send(s, to, mail_options="", rcpt_options=""):
    code, text = s.docmd(f"MAIL FROM:<{SENDER}> BODY=8BITMIME SMTPUTF8 {mail_options}".rstrip() if not to.isascii() else f"MAIL FROM:<{SENDER}> {mail_options}".rstrip())
    assert code == 250, text
    code, text = s.docmd(f"RCPT TO:<{to}> {rcpt_options}".rstrip())
    assert code == 250, text
    code, text = s.data(f"From: {SENDER}\r\nTo: {to}\r\nSubject: Lunch\r\n\r\nShall we?\r\n".encode())
    assert code == 250, text
    return "<" + text.decode().removeprefix("2.0.0 Ok: queued as ") + ">"  # the Message-ID


def bounces(seen):
    """Returns the mails that came since, as (raw, header From)."""
    found = []
    for m in api("GET", f"/mailboxes/{SENDER}/messages?limit=1000"):
        if m["uid"] not in seen:
            seen.add(m["uid"])
            found.append((api("GET", f"/mailboxes/{SENDER}/messages/INBOX/{m['uid']}/raw", raw=True), m["from"]))
    return found


def about(found, message_id):
    mine = [raw for raw, _ in found if message_id.encode() in raw]
    assert len(mine) == 1, (message_id, len(mine))
    return mine[0]


with smtplib.SMTP(env["SMTP_HOST"], int(env["SMTP_PORT"])) as s:
    s.command_encoding = "utf-8"
    s.ehlo()
    # A domain's server keeps to one layout: find a domain of each.
    seen, domains, probes = set(), {}, {}
    for stem in ("d", "ü"):
        for n in range(16):
            probes[send(s, f"x+unknown-dsn@{stem}{n}.test")] = (stem, f"{stem}{n}.test")
    api("POST", "/clock/advance", {"by": "5m"})
    for raw, sender in bounces(seen):
        stem, domain = next(v for k, v in probes.items() if k.encode() in raw)
        domains[next(v for k, v in LAYOUTS.items() if sender.startswith(k)), stem] = domain
    assert len(domains) == 6, domains

    want, sent = {}, {}
    for layout in ("postfix", "exchange", "gmail"):
        plain, idn = domains[layout, "d"], domains[layout, "ü"]
        for ret in ("FULL", "HDRS"):
            for kind in KINDS:
                for spelling, to in (("ascii", f"bob+{kind}-dsn@{plain}"), ("idn", f"bob+{kind}-dsn@{idn}"), ("utf8", f"bücher+{kind}-dsn@{plain}")):
                    name = f"{layout}-{kind}-{spelling}-{ret}"
                    want[name], sent[name] = {"to": to, "action": "failed"}, send(s, to, f"RET={ret} ENVID=e1")
            for spelling, to in (("ascii", f"bob+slow1d@{plain}"), ("idn", f"bob+slow1d@{idn}"), ("utf8", f"bücher+slow1d@{plain}")):
                name = f"{layout}-delayed-{spelling}-{ret}"
                want[name], sent[name] = {"to": to, "action": "delayed"}, send(s, to, f"RET={ret}", "NOTIFY=DELAY")
    api("POST", "/clock/advance", {"by": "5h"})
    found = bounces(seen)
    assert len(found) == len(sent), (len(found), len(sent))
    for name, message_id in sent.items():
        with open(os.path.join(out, name + ".eml"), "wb") as f:
            f.write(about(found, message_id))
with open(os.path.join(out, "want.json"), "w", encoding="utf-8") as f:
    json.dump(want, f)
print(len(want), "bounces")
