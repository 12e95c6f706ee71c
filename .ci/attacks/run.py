"""Runs the attacks one by one and counts."""
import importlib
import os
import signal
import sys
import time
import traceback

import harness

# In the order of the run: what was found once comes first.
for theme in "bodies parsed clock ending tenants revoked guessing yamlfiles quotas floods doors pages garbage compat reach providers".split():
    importlib.import_module(theme)

# Seconds of the whole run. What a slow machine has no time for is skipped, by name.
SHORT, WHOLE = 115, 585


class Overtime(Exception):
    """An attack's time is over."""


def overtime(*_):
    raise Overtime("it took too long")


def main(args):
    short = "short" in args
    names = [a for a in args if a != "short" and not a.startswith("-")]
    wanted = [(n, f, quick, s) for n, f, quick, s in harness.ATTACKS
              if (quick or not short) and (not names or any(x in n or x == f.__module__ for x in names))]
    if "-l" in args:
        print("\n".join(n for n, *_ in wanted))
        return 0
    tally = harness.Tally(short)
    if not os.path.exists("/proc/self/clear_refs"):
        for n, *_ in wanted:
            tally.skip(n, "no /proc to measure by")
        wanted = []
    signal.signal(signal.SIGALRM, overtime)
    begun = time.monotonic()
    for name, f, _, seconds in wanted:
        start = time.monotonic()
        left = int((SHORT if short else WHOLE) - (start - begun))
        if left < 5:
            tally.skip(name, "no time is left")
            continue
        signal.alarm(min(seconds, left))
        try:
            f(tally)
        except Overtime as e:
            if left < seconds:
                tally.skip(name, "no time is left for the rest of it")
            else:
                tally.line(name, str(e), f"at most {seconds} s", False)
        except harness.Skip as e:
            tally.skip(name, str(e))
        except Exception as e:
            signal.alarm(0)
            tally.line(name, f"{type(e).__name__}: {e}"[:200].replace("\n", " "), "", False)
            if "-trace" in args:
                traceback.print_exc()
        finally:
            signal.alarm(0)
        if "-trace" in args:
            print(f"    ({name}: {time.monotonic() - start:.1f} s)", flush=True)
    if "-trace" in args:
        print(f"    (all: {time.monotonic() - begun:.0f} s)")
    print(f"attack: {tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed else 0


sys.exit(main(sys.argv[1:]))
