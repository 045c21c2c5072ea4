#!/usr/bin/python3
"""docs/evidence/trust.md quotes: each figure stands, in those words, on the page that it names, and each command exists."""

import os
import re
import subprocess

from cli_case import ROOT, Count, text_of_tree


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
    count = Count()
    for figure, name, command in rows(text_of_tree("docs/evidence/trust.md")):
        count.check(figure in text_of_tree(os.path.join("docs/evidence", name)), "docs/evidence/trust.md: %s does not say %r" % (name, figure))
        count.check(is_command(command, targets), "docs/evidence/trust.md: there is no %r" % command)
    count.check(count.checks, "docs/evidence/trust.md has rows")
    count.finish()


PARTS = set(re.findall(r'^    "([^"]+)": ', text_of_tree("tests/run.py"), re.MULTILINE))
main()
