"""Who an address is: rules, fixed statuses, magic tags, bounces; and faults by stage with counts."""

import email

from harness import *

REPLY = {"unknown": (550, b"5.1.1 User unknown"), "domain": (550, b"5.1.2 Domain not found"), "full": (552, b"5.2.2 Mailbox full"), "disabled": (550, b"5.2.1 Mailbox disabled"), "blocked": (554, b"5.7.1 Rejected under policy")}


def rcpt(w, to, frm="app@ours.test"):
    s = w.smtp()
    s.docmd("MAIL", f"FROM:<{frm}>")
    got = s.docmd("RCPT", f"TO:<{to}>")
    s.close()
    return got


def mail(w, to, subject="s", frm="app@ours.test", text="Hi,\n\nwhen do you want it?\n", headers=""):
    """One mail by SMTP: the code and text of the first refusal, or 250."""
    s = w.smtp()
    try:
        s.sendmail(frm, [to], f"From: {frm}\r\nTo: {to}\r\nSubject: {subject}\r\n{headers}\r\n" + text.replace("\n", "\r\n"))
        return 250, b""
    except smtplib.SMTPRecipientsRefused as e:
        return e.recipients[to]
    except smtplib.SMTPResponseException as e:
        return e.smtp_code, e.smtp_error
    finally:
        s.close()


def boxes(w):
    return [m["address"] for m in w.get("/mailboxes").json]


@group
def fixed_status():
    w = World()
    w.must(w.post("/inject", {"to": "old@x.test", "from": "a@b.test", "subject": "s", "text": "t"}))
    for kind, (code, text) in REPLY.items():
        w.must(w.put("/recipients", {"default": {"fail_at": "rcpt"}, "status": {"new@x.test": kind, "Old@X.test": kind}}))
        for who in ("new@x.test", "old@x.test", "OLD@x.TEST"):
            eq(f"RCPT {who}, status {kind}, fail_at rcpt", rcpt(w, who), (code, text))
    eq("a status makes no mailbox", "new@x.test" in boxes(w), False)
    for kind in REPLY:
        w.must(w.put("/recipients", {}))
        w.must(w.put("/mailboxes/old@x.test/status", {"status": kind}))
        eq("PUT status is an entry of the rules", w.get("/recipients")["status"], {"old@x.test": kind})
        start = w.last()
        eq(f"RCPT old@x.test, forced {kind}, fail_at dsn: accepted", mail(w, "old@x.test", kind)[0], 250)
        eq("no bounce before the clock moves", [m for m in (w.inbox("app@ours.test") if "app@ours.test" in boxes(w) else []) if kind in m["subject"]], [])
        w.advance("1d")
        b = w.inbox("app@ours.test")[0]
        raw = email.message_from_bytes(w.get(f"/mailboxes/app@ours.test/messages/INBOX/{b['uid']}/raw").body)
        eq(f"bounce of {kind}", (raw.get_content_type(), raw.get_param("report-type")), ("multipart/report", "delivery-status"))
        status = [p for p in raw.walk() if p.get_content_type() == "message/delivery-status"][0].get_payload()
        has(f"bounce of {kind}", " ".join(" ".join(f"{k}: {v}" for k, v in part.items()) for part in status), "old@x.test", REPLY[kind][1].decode().split()[0], "Action: failed")
        eq(f"Return-Path of the bounce of {kind}", raw["Return-Path"], "<>")
    w.must(w.put("/mailboxes/old@x.test/status", {"status": "ok"}))
    eq("status ok", (w.get("/recipients")["status"], mail(w, "old@x.test", "fine")[0], w.inbox("old@x.test")[0]["subject"]), ({}, 250, "fine"))
    w.refuse(w.put("/mailboxes/nobody@x.test/status", {"status": "ok"}), 404) if w.put("/mailboxes/nobody@x.test/status", {"status": "full"}).status == 404 else passed()


@group
def rules():
    w = World()
    w.must(w.put("/recipients", {"default": {"create": False}, "domains": {"open.test": {"create": True}, "Silent.Test": {"silent": True}, "bad.test": {"bad_rate": 1, "bad_kinds": ["full"], "fail_at": "rcpt"},
                                                                           "folk.test": {"stranger": "basic"}}}))
    eq("create false", rcpt(w, "a@else.test"), (550, b"5.1.1 User unknown"))
    eq("the domain's rule wins", rcpt(w, "a@open.test")[0], 250)
    eq("bad_rate 1, bad_kinds full", rcpt(w, "a@bad.test"), (552, b"5.2.2 Mailbox full"))
    eq("silent: accepted", mail(w, "a@silent.test")[0], 250)
    w.advance("2d")
    eq("silent: no mailbox, no bounce", [b for b in boxes(w) if b in ("a@silent.test", "app@ours.test")], [b for b in boxes(w) if b == "app@ours.test"])
    eq("silent: nothing in the sender's INBOX", [m["subject"] for m in (w.inbox("app@ours.test") if "app@ours.test" in boxes(w) else [])], [])
    eq("stranger basic", mail(w, "Zoe.Lind@folk.test", frm="app@ours.test")[0], 250)
    e = w.events("persona.created")
    eq("persona.created of a stranger", [(x["data"]["address"].lower(), x["data"]["mode"]) for x in e], [("zoe.lind@folk.test", "basic")])
    keys("persona.created", e[0]["data"], "persona_id", "persona", "address", "temperament", "mode", "why")
    eq("provider of a stranger", w.get("/personas/" + e[0]["data"]["persona_id"])["provider"], "stranger")
    s = w.smtp()
    s.docmd("MAIL", "FROM:<app@ours.test>")
    eq("one bad of three", [s.docmd("RCPT", f"TO:<{a}>")[0] for a in ("b@open.test", "b@bad.test", "c@open.test")], [250, 552, 250])
    eq("DATA goes on", s.docmd("DATA")[0], 354)
    s.close()
    w.must(w.put("/recipients", {"default": {"bad_rate": 0.5, "fail_at": "rcpt"}, "seed": "one"}))
    first = [rcpt(w, f"p{n}@rate.test")[0] for n in range(40)]
    ok("bad_rate 0.5 over 40 addresses", "8 to 32 bad", 8 <= sum(c != 250 for c in first) <= 32, first)
    eq("the same addresses are bad again", [rcpt(w, f"p{n}@rate.test")[0] for n in range(40)], first)
    v = World()
    v.must(v.put("/recipients", {"default": {"bad_rate": 0.5, "fail_at": "rcpt"}, "seed": "one"}))
    eq("and in another universe with that seed", [rcpt(v, f"p{n}@rate.test")[0] for n in range(40)], first)
    v.must(v.put("/recipients", {"default": {"bad_rate": 0.5, "fail_at": "rcpt"}, "seed": "two"}))
    ok("another seed", "other addresses", [rcpt(v, f"p{n}@rate.test")[0] for n in range(40)] != first)
    v.must(v.put("/recipients", {"default": {"bad_rate": 1, "fail_at": "rcpt", "create": False}}))
    v.login("mine@else.test")
    eq("an existing mailbox receives whatever the rule", rcpt(v, "mine@else.test")[0], 250)


@group
def magic():
    w = World()
    for kind, reply in REPLY.items():
        eq(f"RCPT ann+{kind}", rcpt(w, f"ann+{kind}@x.test"), reply)
        eq(f"RCPT ann+{kind}-dsn", rcpt(w, f"ann+{kind}-dsn@x.test")[0], 250)
        eq(f"the last tag counts: ann+x+{kind}", rcpt(w, f"ann+x+{kind}@x.test"), reply)
    eq("ann+full+x: no tag", rcpt(w, "ann+full+x@x.test")[0], 250)
    got = [rcpt(w, "t+tempfail@x.test") for _ in range(3)]
    eq("+tempfail", [g[0] for g in got], [451, 250, 250])
    has("+tempfail says", got[0][1].decode(), "4.3.0")
    eq("+tempfail for another sender", [rcpt(w, "t+tempfail@x.test", "b@ours.test")[0] for _ in range(2)], [451, 250])
    mail(w, "s+slow30m@x.test", "slow")
    w.advance("29m")
    before = "s+slow30m@x.test" in boxes(w) and w.inbox("s+slow30m@x.test")
    w.advance("2m")
    eq("+slow30m: after 29 and 31 minutes", (before or [], [m["subject"] for m in w.inbox("s+slow30m@x.test")]), ([], ["slow"]))
    eq("+slow30m is a job of kind delivery", [j["state"] for j in w.jobs("?kind=delivery")], ["done"])
    mail(w, "c+complaint@x.test", "complain")
    mail(w, "u+unknown-dsn@x.test", "gone")
    for n in range(2):
        mail(w, "o+ooo@x.test", f"away {n}")
    w.advance("3d")
    got = w.inbox("app@ours.test")
    raws = [email.message_from_bytes(w.get(f"/mailboxes/app@ours.test/messages/INBOX/{m['uid']}/raw").body) for m in got]
    eq("+complaint: an RFC 5965 report", [r.get_param("report-type") for r in raws if r.get_content_type() == "multipart/report" and r.get_param("report-type") != "delivery-status"], ["feedback-report"])
    eq("+unknown-dsn: a bounce", len([r for r in raws if r.get_param("report-type") == "delivery-status"]), 1)
    eq("+ooo: once for a sender", len([e for e in w.events("persona.sent") if e["data"]["kind"] == "ooo"]), 1)
    auto = [r for r in raws if "o+ooo@x.test" in (r["From"] or "") and r["Auto-Submitted"]]
    ok("the absence notice", "Auto-Submitted: auto-replied", auto and auto[0]["Auto-Submitted"].startswith("auto-replied"), [dict(r) for r in raws][-1:])
    for t in ("responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"):
        mail(w, f"p+{t}@x.test", t)
        eq(f"+{t}", [p["temperament"] for p in w.get("/personas").json if f"p+{t}@x.test" in p["addresses"]], [t])
    w.login("ann+blocked@mine.test")
    eq("a mailbox not made by a tag comes before the tag", rcpt(w, "ann+blocked@mine.test")[0], 250)
    w.must(w.put("/recipients", {"domains": {"rule.test": {"bad_rate": 1, "bad_kinds": ["disabled"], "fail_at": "rcpt"}}, "status": {"x+full@x.test": "blocked"}, "default": {"fail_at": "rcpt"}}))
    eq("the domain's rule comes before the tag", rcpt(w, "a+full@rule.test"), REPLY["disabled"])
    eq("a fixed status comes before the tag", rcpt(w, "x+full@x.test"), REPLY["blocked"])


@group
def automatic_mail():
    w = World()
    w.person()
    for headers in ("Auto-Submitted: auto-replied\r\n", "Auto-Submitted: auto-generated\r\n", "Precedence: bulk\r\n", "Precedence: list\r\n", "List-Id: <news.ours.test>\r\n", "List-Unsubscribe: <mailto:u@ours.test>\r\nList-Id: n <n.ours.test>\r\n"):
        start = w.last()
        mail(w, "anna@client.test", "auto", headers=headers)
        w.advance("5d")
        eq(f"mail with {headers.strip()!r} is never answered", w.events("persona.sent", start), [])
    s = w.smtp()
    s.sendmail("", ["anna@client.test"], "From: MAILER-DAEMON@ours.test\r\nTo: anna@client.test\r\nSubject: Undelivered\r\n\r\nYour mail came back. Can you resend?\r\n")
    s.quit()
    w.advance("5d")
    eq("mail from the null sender is never answered", w.events("persona.sent"), [])
    mail(w, "anna@client.test", "personal", headers="Auto-Submitted: no\r\n")
    w.advance("1d")
    eq("Auto-Submitted: no is personal", [e["data"]["kind"] for e in w.events("persona.sent")], ["reply"])


@group
def faults():
    w = World()
    rule = lambda **f: {"where": "smtp", "kind": "tempfail", **f}
    for at in ("connect", "ehlo", "mail", "rcpt", "data"):
        w.must(w.put("/faults", {"rules": [rule(id="x", at=at, times=2)]}))
        got = []
        for _ in range(3):
            try:
                got.append(mail(w, "a@x.test")[0])
            except (smtplib.SMTPException, OSError) as e:
                got.append(getattr(e, "smtp_code", 0) or "broken")
        ok(f"tempfail at {at}, times 2", "refused for now twice, then 250", got[2] == 250 and all(g != 250 for g in got[:2]), got)
        eq(f"hits of tempfail at {at}", w.get("/faults")["rules"][0]["hits"], 2)
    e = [x["data"] for x in w.events("fault.fired")]
    eq("fault.fired", (len(e), {x["rule"] for x in e}, {x["kind"] for x in e}), (10, {"x"}, {"tempfail"}))
    keys("fault.fired", e[-1], "rule", "where", "at", "kind", "from", "to", "message_id")
    w.must(w.put("/faults", {"rules": [rule(at="rcpt", attempt=2, code=450, text="4.2.0 come back")]}))
    eq("attempt 2 by sender and recipient", [rcpt(w, *a)[0] for a in (("a@x.test",), ("a@x.test",), ("a@x.test",), ("b@x.test",), ("a@x.test", "other@ours.test"), ("b@x.test",), ("b@x.test",))], [450, 450, 250, 450, 450, 450, 250])
    w.must(w.put("/faults", {"rules": [rule(at="rcpt", kind="reject", code=554, text="5.7.1 no", match={"to": "only@x.test"})]}))
    eq("match.to", [rcpt(w, "only@x.test"), rcpt(w, "other@x.test")[0]], [(554, b"5.7.1 no"), 250])
    w.must(w.put("/faults", {"rules": [rule(at="rcpt", kind="reject", every=3)]}))
    eq("every 3", [rcpt(w, "e@x.test")[0] // 100 for _ in range(6)], [2, 2, 5, 2, 2, 5])
    w.must(w.put("/faults", {"rules": [rule(at="body", kind="reject", match={"header": "X-Bad: yes", "from": "app@ours.test"})]}))
    eq("match.header", [mail(w, "h@x.test", headers=h)[0] // 100 for h in ("", "X-Bad: yes\r\n", "X-Bad: no\r\n")], [2, 5, 2])
    w.must(w.put("/faults", {"rules": [rule(at="rcpt", kind="reject", enabled=False)]}))
    eq("a rule that is off", rcpt(w, "a@x.test")[0], 250)
    w.must(w.put("/faults", {"rules": [rule(at="rcpt", kind="reject", **{"from": "2026-01-05T10:00:00Z", "until": "2026-01-05T11:00:00Z"})]}))
    got = [rcpt(w, "a@x.test")[0] // 100]
    for by in ("1h", "1h"):
        w.advance(by)
        got.append(rcpt(w, "a@x.test")[0] // 100)
    eq("from and until: before, from, at until", got, [2, 5, 2])
    w.must(w.put("/faults", {"rules": [{"where": "delivery", "kind": "duplicate"}, rule(at="rcpt", kind="reject")]}))
    mid = w.send(to="dup@x.test")
    eq("faults do not apply to /send", [m["message_id"] for m in w.inbox("dup@x.test")], [mid])
    w.must(w.put("/faults", {"rules": [{"where": "delivery", "kind": "duplicate"}]}))
    mail(w, "dup2@x.test")
    w.advance("1d")
    eq("delivery duplicate: twice the same Message-ID", (len(w.inbox("dup2@x.test")), len({m["message_id"] for m in w.inbox("dup2@x.test")})), (2, 1))
    w.must(w.put("/faults", {"rules": [{"where": "delivery", "kind": "lose"}]}))
    eq("delivery lose", (mail(w, "lost@x.test")[0], w.advance("1d") and [m for m in (w.inbox("lost@x.test") if "lost@x.test" in boxes(w) else [])]), (250, []))
    w.must(w.put("/faults", {"rules": [{"where": "delivery", "kind": "delay", "delay": "2h"}]}))
    mail(w, "late@x.test")
    w.advance("119m")
    before = [m for m in (w.inbox("late@x.test") if "late@x.test" in boxes(w) else [])]
    w.advance("2m")
    eq("delivery delay 2h: after 1h59m, 2h01m", (before, len(w.inbox("late@x.test"))), ([], 1))
    w.must(w.put("/faults", {"rules": [{"where": "delivery", "kind": "junk"}]}))
    mail(w, "junk@x.test")
    eq("delivery junk", (len(w.inbox("junk@x.test", "Junk")), w.inbox("junk@x.test")), (1, []))
    w.login()
    w.must(w.put("/faults", {"rules": [{"where": "imap", "at": "login", "kind": "auth_fail", "times": 1}]}))
    c = w.raw_imap(None)
    eq("imap login auth_fail once", [c('LOGIN "app@ours.test" "a long password"')[-1].split()[0] for _ in range(2)], ["NO", "OK"])
    c.close()
    w.must(w.put("/faults", {"rules": [{"where": "imap", "at": "select", "kind": "unavailable"}]}))
    c = w.raw_imap()
    got = c("SELECT INBOX")[-1]
    ok("imap select unavailable", "NO [UNAVAILABLE]", got.startswith("NO [UNAVAILABLE]"), got)
    c.close()
    names = [s["name"] for s in w.get("/faults")["scenarios"]]
    eq("scenarios", sorted(names), sorted("calm greylisting slow_server flaky_network provider_outage rate_limited blocklisted full_mailboxes late_bounces duplicates out_of_order lost_mail mangled no_threading imap_lag webhooks_down bad_monday".split()))
    for name in names:
        a = w.must(w.put("/faults", {"scenario": name}))
        ok(f"scenario {name}", "its rules and its name", a["scenario"] == name and bool(a["rules"]) == (name != "calm"), a)
        eq(f"scenario {name} sent back", w.put("/faults", a).status, 200)
    w.must(w.put("/faults", {"scenario": "greylisting"}))
    got = [rcpt(w, "g@x.test")[0]]
    w.advance("6m")
    got.append(rcpt(w, "g@x.test")[0])
    eq("greylisting: first try, five minutes later", got, [451, 250])
    w.must(w.put("/faults", {"rules": []}))
    eq("no rules: all is well", mail(w, "g2@x.test")[0], 250)
