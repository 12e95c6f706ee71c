"""Compares what a parser made of the bounces of make.py with what they are.

judge.py NAME DIR COMMAND... runs the command with DIR; it prints an object of
lists of {to, action, status, reason} by the names of the files, with what the
parser does not tell left out. READS says which spellings of addresses a parser
knows at all, by layout: bounces of real servers that it cannot read are no
measure of ours.
"""
import json
import subprocess
import sys

STATUS = {"unknown": "5.1.1", "domain": "5.1.2", "full": "5.2.2", "disabled": "5.2.1", "blocked": "5.7.1", "delayed": "4.4.1"}
REASONS = {
    "sisimai": {
        "unknown": {"userunknown"}, "domain": {"hostunknown"}, "full": {"mailboxfull"}, "disabled": {"filtered", "suspend"},
        "blocked": {"securityerror", "policyviolation", "blocked", "rejected"}, "delayed": None,
    },
    "bounceparser": {
        "unknown": {"user_unknown"}, "domain": {"domain_error"}, "full": {"over_quota"}, "disabled": {"user_disabled"},
        "blocked": {"unknown", "spam"}, "delayed": None,
    },
}
OLD = {"postfix": {"ascii"}, "exchange": {"ascii", "idn"}, "gmail": {"ascii", "idn"}}  # before RFC 6533
ALL = {layout: {"ascii", "idn", "utf8"} for layout in OLD}
READS = {"sisimai": OLD, "flufl": OLD, "bounceparser": OLD, "handler": ALL}

name, directory, command = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(directory + "/want.json", encoding="utf-8") as f:
    want = json.load(f)
got = json.loads(subprocess.run([*command, directory], check=True, stdout=subprocess.PIPE).stdout)
wrong, read = [], 0
for case, expected in sorted(want.items()):
    layout, kind, spelling, _ = case.split("-")
    if spelling not in READS[name][layout]:
        continue
    read += 1
    local, _, domain = expected["to"].partition("@")
    spellings = {expected["to"], local + "@" + domain.encode("idna").decode()}
    verdicts = got.get(case, [])
    if name == "bounceparser" and kind == "delayed":  # it tells of failures alone
        if verdicts:
            wrong.append((case, verdicts))
        continue
    reasons = REASONS.get(name, {}).get(kind)
    if len(verdicts) != 1 or any((
        verdicts[0]["to"] not in spellings,
        verdicts[0].get("action", expected["action"]) != expected["action"],
        verdicts[0].get("status", STATUS[kind]) != STATUS[kind],
        reasons and verdicts[0].get("reason") not in reasons,
    )):
        wrong.append((case, verdicts))
for case, verdicts in wrong:
    print("wrong:", case, verdicts)
print(f"{name}: {read - len(wrong)} of {read} read right")
sys.exit(1 if wrong or read == 0 else 0)
