#!/usr/bin/python3
"""docs/TRUST.md quotes: each figure stands, in those words, on the page that it names, and each command exists."""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def rows(page):
    """(figure, page, command) of each row of the table."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 5 and "](" in cells[3]:
            yield cells[1], re.search(r"\]\(([^)]+)\)", cells[3]).group(1), cells[4].strip("` ")


def is_command(command, targets):
    """A target of make, a part of tests/run.py, or the program, whose commands page_commands.py checks."""
    words = command.split()
    if words[0] == "make":
        return words[1] in targets
    if words[0] == "tests/run.py":
        return command[len(words[0]):].strip(' "') in PARTS
    return words[0] == "animproof"


def main():
    listed = subprocess.run(["make", "-s", "-C", ROOT, "-pq", "NO_SUCH_TARGET"], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    targets = set(re.findall(r"^([a-z][\w-]*):", listed.stdout.decode(errors="replace"), re.MULTILINE))
    passed, failed = 0, 0
    for figure, name, command in rows(read("docs", "TRUST.md")):
        for good, what in ((figure in read("docs", name), "%s does not say %r" % (name, figure)),
                           (is_command(command, targets), "there is no %r" % command)):
            passed, failed = passed + good, failed + (not good)
            if not good:
                print("docs/TRUST.md: " + what)
    print("%d passed, %d failed" % (passed, failed + (passed == 0)))
    return 1 if failed or passed == 0 else 0


PARTS = set(re.findall(r'^    "([^"]+)": ', read("tests", "run.py"), re.MULTILINE))
sys.exit(main())
