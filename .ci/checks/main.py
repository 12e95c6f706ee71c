"""Runs the areas beside each other: main.py BINARY [AREA...]. Ends with a line that counts."""

import concurrent.futures
import importlib
import os
import pathlib
import re
import subprocess
import sys
import time
import traceback

import harness

here = pathlib.Path(__file__).parent
tools = {"main", "harness"}
AT_ONCE = 4  # most of the time is spent waiting


def run_area(name):
    """Runs one area in this process."""
    start = time.monotonic()
    area = importlib.import_module(name)
    for group in harness.groups[area.__name__]:
        began = time.monotonic()
        harness.where = f"{name}.{group.__name__}"
        try:
            group()
        except Exception as e:  # what broke off is a failed check, and the rest goes on
            at = traceback.extract_tb(e.__traceback__)
            line = next((f"{f.name}:{f.lineno}" for f in reversed(at) if f.filename.endswith(f"{name}.py")), "")
            harness.fail("breaks off at " + line, "no error", f"{type(e).__name__}: {e}")
        finally:
            harness.stop_all()
        if os.environ.get("BLACKBOX_TIMES"):
            print(f"   {harness.where}: {time.monotonic() - began:.1f}s")
    print("-- {}: {passed} passed, {failed} failed, {skipped} skipped in {:.0f}s".format(name, time.monotonic() - start, **harness.counts))


def run_all(binary, names):
    def one(name):
        p = subprocess.run([sys.executable, __file__, "--area", binary, name], stdout=subprocess.PIPE, text=True)
        return name, p.stdout

    total = {"passed": 0, "failed": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for name, said in pool.map(one, names):
            print(said, end="", flush=True)
            counted = re.search(r"^-- .*: (\d+) passed, (\d+) failed, (\d+) skipped", said, re.M)
            if not counted:
                print(f"FAIL {name}: the area | wanted to end | got no count")
                total["failed"] += 1
                continue
            for i, key in enumerate(total):
                total[key] += int(counted[i + 1])
    print("blackbox: {passed} passed, {failed} failed, {skipped} skipped".format(**total))
    return total["failed"] == 0


if sys.argv[1] == "--area":
    harness.BINARY = sys.argv[2]
    run_area(sys.argv[3])
else:
    areas = sorted(p.stem for p in here.glob("*.py") if p.stem not in tools)
    areas.sort(key=lambda a: a != "stream")  # which waits longest goes first
    sys.exit(0 if run_all(os.path.abspath(sys.argv[1]), sys.argv[2:] or areas) else 1)
