#!/usr/bin/python3
"""The table of docs/FIX.md lists the rules without a fix, by their reasons: fix_page.py ANIMPROOF

Each rule of a format has a fix or, in its row, a reason for having none. Reasons keep the order of the page, and new ones follow.
With --bless, the table is written.
"""

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
import commands  # noqa: E402  (the path is set above)
from formats import FORMATS, MD5  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "FIX.md")
HEAD = "| rules | why |\n| --- | --- |\n"


def listed(rules):
    """Reason to the rules of the page: one that md5 formats share is listed once."""
    reasons, told = {}, set()
    for rule in rules:
        form, name = rule["id"].split("/")
        shared = ("md5" if form in MD5 else form, name, rule["unfixed"])
        if rule["unfixed"] and shared not in told:
            reasons.setdefault(rule["unfixed"], []).append("`%s`" % rule["id"])
        told.add(shared)
    return reasons


def main():
    output = commands.run((sys.argv[-1], "rules", "--format", "json"), stdout=commands.PIPE, check=True).stdout
    rules = json.loads(output)["rules"]
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    rows = page.split(HEAD)[1].split("\n\n")[0]
    reasons = listed(rules)
    order = [row.strip("| ").split(" | ")[1] for row in rows.split("\n")]
    order = [reason for reason in order if reason in reasons] + [reason for reason in reasons if reason not in order]
    made = "\n".join("| %s | %s |" % (", ".join(reasons[reason]), reason) for reason in order)
    wrong = [rule["id"] for rule in rules if (bool(rule["fix"]) == bool(rule["unfixed"])) and rule["id"].split("/")[0] in FORMATS]
    for rule in wrong:
        print("%s: a rule of a format has either a fix or, in its row, .unfixed" % rule)
    if sys.argv[1] == "--bless":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page.replace(rows, made))
    elif rows != made:
        print("docs/FIX.md: the table of rules without a fix is stale: make docs")
    failed = len(wrong) + (rows != made and sys.argv[1] != "--bless")
    print("fix page: %d passed, %d failed" % (len(rules) + 1 - failed, failed))
    return 1 if failed else 0


sys.exit(main())
