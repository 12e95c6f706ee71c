"""Counts the cases that passed or failed in what a test runner printed."""
import re
import sys

text = sys.stdin.read()
good = bad = 0
for yes, no in (
    (r"^# pass (\d+)", r"^# fail (\d+)"),  # node --test, TAP
    (r"^\s*Tests\s.*?(\d+) passed", r"^\s*Tests\s.*?(\d+) failed"),  # vitest
    (r"^\s*(\d+) passing", r"^\s*(\d+) failing"),  # mocha
    (r"(\d+) passed.* in [\d.]+s", r"(\d+) failed.* in [\d.]+s"),  # pytest
    (r"^OK \((\d+) tests?", r"Failures: (\d+)"),  # phpunit
):
    good += sum(map(int, re.findall(yes, text, re.M)))
    bad += sum(map(int, re.findall(no, text, re.M)))
good += len(re.findall(r"^\s*--- PASS: ", text, re.M))  # go test -v
bad += len(re.findall(r"^\s*--- FAIL: ", text, re.M))
ran = re.search(r"^Ran (\d+) tests?", text, re.M)  # unittest
if ran:
    lost = sum(map(int, re.findall(r"(?:failures|errors)=(\d+)", text)))
    good, bad = good + int(ran.group(1)) - lost, bad + lost
print(good if sys.argv[1] == "good" else bad)
