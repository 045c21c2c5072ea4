#!/usr/bin/python3
"""Checks docs/formats/decisions.md against the rules: formats_page.py [--bless] ANIMPROOF

Each rule must be in a row of the page; each row must name existing rules or an existing test, and a ground. The numbers at the end
of the page are counted; with --bless, they are written.
"""

import os
import re
import sys

from cli_case import CheckCounter, path_in_tree, rules_readers_and_profiles_of, read_text_in_tree, write
from formats import MD5

PAGE = "docs/formats/decisions.md"
NUMBERS = "## Numbers of this page\n"
GROUNDS = {"published", "writer", "derived", "choice"}
SHARED = "md5*/"


def decision_rows(page):
    """Yields (line number, cells) of each row of a table of decisions."""
    inside = False
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            inside = False
        elif line.startswith("| the page |"):
            inside = True
        elif inside and not line.startswith("| ---"):
            yield number, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def rules_and_faults_of_cell(cell, rules):
    """Returns (rules named in the last cell of a row, faults)."""
    found, wrong = set(), []
    for word in re.findall(r"`([^`]+)`", cell):
        if word.startswith(SHARED):
            ids = {form + "/" + word[len(SHARED):] for form in MD5} & set(rules)
        else:
            ids = {word} & set(rules)
        if not ids:
            wrong.append("`%s` is not a rule" % word)
        found |= ids
    return found, wrong


def grounds_in_cell(cell):
    return {part.split(":")[0].strip() for part in cell.split(";")}


def faults_of_row(cells, rules):
    """Returns (rules named in a row, faults of the row)."""
    if len(cells) != 4:
        return set(), ["the row has %d cells instead of four" % len(cells)]
    wrong = ["%s is not a ground" % ground for ground in sorted(grounds_in_cell(cells[2]) - GROUNDS)]
    if not cells[3].startswith("none: "):
        found, more = rules_and_faults_of_cell(cells[3], rules)
        wrong += ["%s is graded %s" % (rule, rules[rule]) for rule in sorted(found) if rules[rule] not in grounds_in_cell(cells[2])]
        return found, wrong + more + ([] if found or more else ["the row names neither a rule nor a test"])
    files = re.findall(r"`([^`]+)`", cells[3])
    wrong += ["the file %s does not exist" % name for name in files if not os.path.isfile(path_in_tree(name))]
    return set(), wrong + ([] if files else ["the row names neither a rule nor a test"])


def text_of_rule_numbers(rules, covered, rows, ruleless):
    return (NUMBERS + "\n%d rules: %d in a row of this page, %d in no row. %d rows: %d name rules, %d name only a test.\n"
            % (len(rules), len(covered), len(rules) - len(covered), rows, rows - ruleless, ruleless))


def main():
    rules = {rule["id"]: rule["grade"] for rule in rules_readers_and_profiles_of(sys.argv[-1])["rules"]}
    count, bless, page = CheckCounter(), sys.argv[1] == "--bless", read_text_in_tree(PAGE)
    rows = ruleless = 0
    covered = set()
    for line, cells in decision_rows(page):
        found, wrong = faults_of_row(cells, rules)
        rows += 1
        ruleless += not found
        covered |= found
        count.check(not wrong, "docs/formats/decisions.md:%d: %s" % (line, "; ".join(wrong)))
    for rule in sorted(rules):
        count.check(rule in covered, "%s: no row of docs/formats/decisions.md names the rule" % rule)
    written, counted = page[page.index(NUMBERS):], text_of_rule_numbers(rules, covered, rows, ruleless)
    if bless:
        write(path_in_tree(PAGE), page.replace(written, counted))
    count.check(bless or written == counted, "docs/formats/decisions.md must end with these numbers (make docs):\n%s" % counted)
    count.finish()


main()
