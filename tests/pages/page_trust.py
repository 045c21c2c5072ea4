#!/usr/bin/python3
"""Checks docs/evidence/trust.md: each figure must occur literally on the page that its row links, and each command must exist."""

import os
import re
import subprocess

from cli_case import ROOT, CheckCounter, read_text_in_tree


def claim_rows(page):
    """Yields (figure, page, command) of each row of the table."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 5 and "](" in cells[3]:
            yield cells[1], re.search(r"\]\(([^)]+)\)", cells[3]).group(1), cells[4].strip("` ")


def is_target_or_test_part_or_animproof(command, targets):
    """Returns true for a target of make, a part of tests/run.py, or a command of animproof (page_commands.py checks these)."""
    words = command.split()
    if words[0] == "make":
        return words[1] in targets
    if words[0] == "tests/run.py":
        return command[len(words[0]):].strip(' "') in PARTS
    return words[0] == "animproof"


def main():
    listed = subprocess.run(["make", "-s", "-C", ROOT, "-pq", "NO_SUCH_TARGET"], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    targets = set(re.findall(r"^([a-z][\w-]*):", listed.stdout.decode(errors="replace"), re.MULTILINE))
    count = CheckCounter()
    for figure, name, command in claim_rows(read_text_in_tree("docs/evidence/trust.md")):
        count.check(figure in read_text_in_tree(os.path.join("docs/evidence", name)), "docs/evidence/trust.md: %s does not have %r" % (name, figure))
        count.check(is_target_or_test_part_or_animproof(command, targets), "docs/evidence/trust.md: the command %r does not exist" % command)
    count.check(count.checks, "docs/evidence/trust.md has rows")
    count.finish()


PARTS = set(re.findall(r'^    "([^"]+)": ', read_text_in_tree("tests/run.py"), re.MULTILINE))
main()
