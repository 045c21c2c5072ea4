#!/usr/bin/python3
"""Whether docs/FORMATS.md and the rules belong together: formats_page.py ANIMPROOF

Each rule stands in a sentence of the page; each sentence has rules that exist, or a test that does, and a ground. What
the page says of its own numbers is counted. With --bless, those numbers are written.
"""

import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
import commands  # noqa: E402  (the path is set above)
from formats import MD5  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "FORMATS.md")
NUMBERS = "## Numbers of this page\n"
GROUNDS = {"published", "writer", "derived", "choice"}
SHARED = "md5*/"


def rule_ids(animproof):
    output = commands.run((animproof, "rules", "--format", "json"), stdout=commands.PIPE, check=True).stdout
    return {rule["id"]: rule["grade"] for rule in json.loads(output)["rules"]}


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
    wrong += ["there is no file %s" % name for name in files if not os.path.isfile(os.path.join(ROOT, name))]
    return set(), wrong + ([] if files else ["neither a rule nor a test"])


def numbers(rules, covered, rows, ruleless):
    return (NUMBERS + "\n%d rules, %d of them in a sentence, %d in none. %d sentences, %d of them held by rules, %d by a test alone.\n"
            % (len(rules), len(covered), len(rules) - len(covered), rows, rows - ruleless, ruleless))


def main():
    rules = rule_ids(sys.argv[-1])
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    passed = failed = rows = ruleless = 0
    covered = set()
    for line, cells in sentences(page):
        found, wrong = faults_of(cells, rules)
        rows += 1
        ruleless += not found
        covered |= found
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for text in wrong:
            print("docs/FORMATS.md:%d: %s" % (line, text))
    for rule in sorted(rules):
        if rule not in covered:
            print("%s: no sentence of docs/FORMATS.md is held by it" % rule)
    passed, failed = passed + len(covered), failed + len(rules) - len(covered)
    told, counted = page[page.index(NUMBERS):], numbers(rules, covered, rows, ruleless)
    if sys.argv[1] == "--bless":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page.replace(told, counted))
    elif told != counted:
        print("docs/FORMATS.md ends with other numbers than\n%s" % counted)
    same = sys.argv[1] == "--bless" or told == counted
    print("%d passed, %d failed" % (passed + same, failed + (not same)))
    return 1 if failed or not same else 0


sys.exit(main())
