#!/usr/bin/python3
"""Whether docs/formats/decisions.md and the rules belong together: formats_page.py ANIMPROOF

Each rule stands in a sentence of the page; each sentence has rules that exist, or a test that does, and a ground. What
the page says of its own numbers is counted. With --bless, those numbers are written.
"""

import os
import re
import sys

from cli_case import Count, in_tree, rules_of, text_of_tree, write
from formats import MD5

PAGE = "docs/formats/decisions.md"
NUMBERS = "## Numbers of this page\n"
GROUNDS = {"published", "writer", "derived", "choice"}
SHARED = "md5*/"


def sentences(page):
    """(Line, its cells) of each row of a table of decisions."""
    inside = False
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            inside = False
        elif line.startswith("| the page |"):
            inside = True
        elif inside and not line.startswith("| ---"):
            yield number, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def named(cell, rules):
    """(The rules that the last cell of a row names, what is wrong with it)."""
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


def grounds_of(cell):
    return {part.split(":")[0].strip() for part in cell.split(";")}


def faults_of(cells, rules):
    """(Rules that a sentence names, what is wrong with it)."""
    if len(cells) != 4:
        return set(), ["a row has four cells, and this has %d" % len(cells)]
    wrong = ["%s is not a ground" % ground for ground in sorted(grounds_of(cells[2]) - GROUNDS)]
    if not cells[3].startswith("none: "):
        found, more = named(cells[3], rules)
        wrong += ["%s is graded %s" % (rule, rules[rule]) for rule in sorted(found) if rules[rule] not in grounds_of(cells[2])]
        return found, wrong + more + ([] if found or more else ["neither a rule nor a test"])
    files = re.findall(r"`([^`]+)`", cells[3])
    wrong += ["there is no file %s" % name for name in files if not os.path.isfile(in_tree(name))]
    return set(), wrong + ([] if files else ["neither a rule nor a test"])


def numbers(rules, covered, rows, ruleless):
    return (NUMBERS + "\n%d rules, %d of them in a sentence, %d in none. %d sentences, %d of them held by rules, %d by a test alone.\n"
            % (len(rules), len(covered), len(rules) - len(covered), rows, rows - ruleless, ruleless))


def main():
    rules = {rule["id"]: rule["grade"] for rule in rules_of(sys.argv[-1])["rules"]}
    count, bless, page = Count(), sys.argv[1] == "--bless", text_of_tree(PAGE)
    rows = ruleless = 0
    covered = set()
    for line, cells in sentences(page):
        found, wrong = faults_of(cells, rules)
        rows += 1
        ruleless += not found
        covered |= found
        count.check(not wrong, "docs/formats/decisions.md:%d: %s" % (line, "; ".join(wrong)))
    for rule in sorted(rules):
        count.check(rule in covered, "%s: no sentence of docs/formats/decisions.md is held by it" % rule)
    told, counted = page[page.index(NUMBERS):], numbers(rules, covered, rows, ruleless)
    if bless:
        write(in_tree(PAGE), page.replace(told, counted))
    count.check(bless or told == counted, "docs/formats/decisions.md ends with other numbers than\n%s" % counted)
    count.finish()


main()
