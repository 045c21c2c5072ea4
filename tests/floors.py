#!/usr/bin/python3
"""Includes only downwards: floors.py checks every #include "…" of the tree against docs/ARCHITECTURE.md's floors.

Also: a file is included by its path from the root, names of files are unique, and no file exceeds 400 lines.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOORS = {"core": 0, "validators": 1, "corpus": 2, "golden": 3, "cli": 4, "fuzz": 4, "tests": 5}
LONGEST = 400


def sources():
    for floor in FLOORS:
        for place, folders, names in os.walk(os.path.join(ROOT, floor)):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".c", ".h", ".inc", ".py")):
                    yield os.path.relpath(os.path.join(place, name), ROOT)


def faults_of(path, lines):
    here = path.split("/")[0]
    if len(lines) > LONGEST:
        yield "%s: %d lines, %d are allowed" % (path, len(lines), LONGEST)
    for number, line in enumerate(lines, 1):
        found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not found:
            continue
        target = found.group(1)
        there = target.split("/")[0]
        if there not in FLOORS or not os.path.exists(os.path.join(ROOT, target)):
            yield '%s:%d: "%s" is no path from the root' % (path, number, target)
        elif FLOORS[there] > FLOORS[here] or (FLOORS[there] == FLOORS[here] and there != here):
            yield "%s:%d: %s/ must not include %s/" % (path, number, here, there)


def main():
    passed = failed = 0
    seen = {}
    for path in sources():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            faults = list(faults_of(path, file.read().splitlines()))
        name = os.path.basename(path)
        if name in seen:
            faults.append("%s: the name of %s, too" % (path, seen[name]))
        seen[name] = path
        for fault in faults:
            print(fault)
        failed += bool(faults)
        passed += not faults
    print("floors: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
