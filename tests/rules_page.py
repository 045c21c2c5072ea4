#!/usr/bin/python3
"""docs/RULES.md is what the program prints of its rules, and `explain` knows each of them: rules_page.py ANIMPROOF"""

import difflib
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cli/lib"))
import commands  # noqa: E402  (the path is set above)

PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "RULES.md")


def output(*command):
    return commands.run(command, stdout=commands.PIPE, check=True).stdout.decode("utf-8")


def main():
    animproof = sys.argv[1]
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    today = output(animproof, "rules", "--format", "markdown")
    if page != today:
        print("\n".join(difflib.unified_diff(page.splitlines(), today.splitlines(), "docs/RULES.md", "today",
                                             lineterm="")))
    failed = int(page != today)
    passed = 1 - failed
    rules = json.loads(output(animproof, "rules", "--format", "json"))
    for rule in rules["rules"] if isinstance(rules, dict) else rules:
        known = rule["id"] in output(animproof, "explain", rule["id"])
        passed += known
        failed += not known
    print("rules page: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
