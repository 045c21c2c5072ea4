#!/usr/bin/python3
"""Runs sweeps and tells their counts in one table: sweep.py [--short] [--publish] [--part K/N] [KIND...]

Without a KIND, all but `patch-all`. Everything is built before (make sweep-build). --short: the draw of `make test`, the
same each time. --publish puts the table into docs/SWEEPS.md. Ends with `N passed, N failed`, and 1 where there is a fault.
"""

import argparse
import os
import re
import resource
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
import commands  # noqa: E402  (the path is set above)

PAGE = os.path.join(ROOT, "docs/SWEEPS.md")
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
LONGEST = 24 * 3600
CHECK, ASAN = "check", "asan"
INPUTS = "build/sweep/inputs"
SANITIZED = {"ASAN_OPTIONS": "abort_on_error=1:quarantine_size_mb=16", "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1"}

# (kind, build, one case in so many, one file in so many)
FULL = [
    ("truncate", ASAN, 1, 1), ("patch", ASAN, 1, 1), ("memory", ASAN, 1, 1),
    ("allocations", CHECK, 1, 1), ("allocations", ASAN, 1, 1), ("sizes", CHECK, 1, 1), ("sizes", ASAN, 1, 1),
    ("calls", CHECK, 1, 1), ("calls", ASAN, 1, 1), ("signals", CHECK, 1, 1), ("address-space", CHECK, 1, 1),
]
SHORT = [
    ("truncate", CHECK, 800, 1), ("patch", CHECK, 4000, 1), ("memory", CHECK, 40, 4), ("allocations", CHECK, 16, 1),
    ("sizes", CHECK, 8, 1), ("calls", CHECK, 16, 1), ("signals", CHECK, 16, 1),
]
LONG = [("patch-all", CHECK, 1, 1)]
NAMES = {CHECK: "plain", ASAN: "ASan, UBSan"}
BYTES = ("truncate", "patch", "patch-all", "memory")


def inputs(each):
    listed = commands.run([sys.executable, "tests/sweep/inputs.py", "build/check/animproof", INPUTS], LONGEST, check=True,
                          stdout=commands.PIPE).stdout.decode().split("\n")
    return [path for path in listed if path][::each]


def command_of(kind, build, every, each, part):
    """The words of a sweep."""
    drawn = ["--every", str(every), "--part", part]
    if kind in BYTES:
        jobs = ["--jobs", str(os.cpu_count() or 1)]
        return ["build/%s/sweep/sweep_bytes" % build, *drawn, *jobs, kind, *inputs(each)]
    words = [sys.executable, "tests/sweep/sweep_verbs.py", *drawn]
    if build == CHECK:
        return [*words, "--shim", "build/check/sweep/faults.so", kind, "build/check/animproof"]
    return [*words, kind, "build/%s/sweep/animproof" % build]


def environment_of():
    """Sanitizers end the program by a signal; where a test's runner wants their reports, they go there."""
    made = dict(os.environ)
    for name, options in SANITIZED.items():
        made[name] = ":".join(text for text in (made.get(name), options) if text)
    return made


def run_one(row, part):
    """(cells of the table, cases, faults)"""
    kind, build, every, each = row
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = commands.run(command_of(*row, part), LONGEST, env=environment_of(), stdout=commands.PIPE, stderr=commands.STDOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    output = run.stdout.decode(errors="replace")
    told = re.search(r"^%s: (\d+ \w+), (\d+) cases, (.*), (\d+) faults$" % kind, output, re.MULTILINE)
    if told is None or (run.returncode != 0) != (int(told.group(4)) > 0):
        print("%s\nFAILED: %s, %s: exit %d\n" % (output[-8000:], kind, build, run.returncode))
        return [kind, NAMES[build], "", "", "it ended with %d" % run.returncode, "1", ""], 0, 1
    if run.returncode:
        print(output[-16000:])
    over, cases, came, faults = told.groups()
    share = "all" if every * each == 1 else "1 in %d" % (every * each)
    came = ", ".join(one for one in came.split(", ") if not one.startswith("0 "))
    return [kind, NAMES[build], over, "%s (%s)" % (format(int(cases), ","), share), came, faults,
            "%.1f" % (seconds / 60)], int(cases), int(faults)


def publish(table, part):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    note = "" if part == "1/1" else "\nThis was share %s of the cases.\n" % part
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text[:start] + table + note + text[end:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--publish", action="store_true")
    parser.add_argument("--part", default=os.environ.get("PART", "1/1"))
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    os.chdir(ROOT)
    rows = SHORT if options.short else [
        row for row in FULL + LONG if row[0] in options.kinds or (not options.kinds and row in FULL)]
    lines = ["| sweep | build | over | cases | what came of them | faults | minutes |", "| --- | --- | --- | --- | --- | --- | --- |"]
    passed = failed = 0
    print("\n".join(lines), flush=True)
    for row in rows:
        cells, cases, faults = run_one(row, options.part)
        lines.append("| %s |" % " | ".join(cells))
        print(lines[-1], flush=True)
        passed += cases
        failed += faults
    if options.publish:
        publish("\n".join(lines) + "\n", options.part)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
