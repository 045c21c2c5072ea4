#!/usr/bin/python3
"""Checks the table of rules without a fix in docs/use/fix.md: fix_page.py [--bless] ANIMPROOF

Each rule of a format has a fix or, in its row, a reason for having none; the table groups rules by reason. With --bless, writes
the table: known reasons stay in the order of the page, new reasons come last.
"""

import sys

from cli_case import CheckCounter, path_in_tree, rules_readers_and_profiles_of, read_text_in_tree, write
from formats import FORMATS, MD5

PAGE = "docs/use/fix.md"
HEAD = "| rules | why |\n| --- | --- |\n"


def rules_by_reason(rules):
    """Returns {reason: [rule]}. A rule that md5 formats share is listed once."""
    reasons, seen = {}, set()
    for rule in rules:
        form, name = rule["id"].split("/")
        shared = ("md5" if form in MD5 else form, name, rule["unfixed"])
        if rule["unfixed"] and shared not in seen:
            reasons.setdefault(rule["unfixed"], []).append("`%s`" % rule["id"])
        seen.add(shared)
    return reasons


def table_of_reasons(rules, rows):
    reasons = rules_by_reason(rules)
    order = [row.strip("| ").split(" | ")[1] for row in rows.split("\n")]
    order = [reason for reason in order if reason in reasons] + [reason for reason in reasons if reason not in order]
    return "\n".join("| %s | %s |" % (", ".join(reasons[reason]), reason) for reason in order)


count, bless = CheckCounter(), sys.argv[1] == "--bless"
rules, page = rules_readers_and_profiles_of(sys.argv[-1])["rules"], read_text_in_tree(PAGE)
rows = page.split(HEAD)[1].split("\n\n")[0]
for rule in rules:
    count.check(bool(rule["fix"]) != bool(rule["unfixed"]) or rule["id"].split("/")[0] not in FORMATS,
                "%s: a rule of a format must have either a fix or, in its row, .unfixed" % rule["id"])
if bless:
    write(path_in_tree(PAGE), page.replace(rows, table_of_reasons(rules, rows)))
count.check(bless or rows == table_of_reasons(rules, rows), "docs/use/fix.md: the table of rules without a fix is out of date: make docs")
count.finish()
