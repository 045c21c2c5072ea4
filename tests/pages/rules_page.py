#!/usr/bin/python3
"""`explain` tells of each rule alone what docs/RULES.md says of it: rules_page.py ANIMPROOF

That the page is what the program prints is held by tests/cli/commands/rules_explain.py. And the rules of md5anim and md5mesh are
as severe as tests/ref/md5_result.py says, which was written from the formats' pages.
"""

import importlib
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
sys.path.insert(0, os.path.join(ROOT, "tests/ref"))
import commands  # noqa: E402  (the path is set above)
import md5_result  # noqa: E402
from formats import MD5  # noqa: E402

for reader in MD5:
    importlib.import_module(reader + "_reader")  # declares its rules

PAGE = os.path.join(ROOT, "docs", "RULES.md")


def output(*command):
    return commands.run(command, stdout=commands.PIPE, check=True).stdout.decode("utf-8")


def plain(text):
    """Words alone: not how lines are broken, and no marks of the page."""
    return " ".join(re.sub(r"[\\`*]", "", text).split())


def sections(page):
    """Rule to what the page says of it: its severity and class, and each of its texts."""
    for section in page.split("\n### ")[1:]:
        section = section.split("\n## ")[0]
        name, kind, meaning, points = section.strip().split("\n\n", 3)
        level, summary = kind.split(": ", 1)
        texts = [re.sub(r"^- \*\*[^*]+\*\*( \(\w+\))?:?", "", line) for line in points.split("\n") if line]
        yield name, "%s: %s" % (name, level), [plain(text) for text in (summary.rstrip("."), meaning, *texts)]


def wrong_kinds(rules):
    """What is said of md5 rules whose severity or class is another than on the formats' pages."""
    names = set()
    for rule in rules:
        form, name = rule["id"].split("/")
        if not form.startswith("md5"):
            continue
        names.add(name)
        kind, expected = (rule["severity"], rule["class"]), md5_result.kind_of(name)
        if kind != expected:
            yield "%s: %s, but the page says %s" % (rule["id"], kind, expected)
    for name in sorted(set(md5_result.KINDS) - names):
        yield "%s is on the page, but not a rule" % name


def main():
    animproof = sys.argv[1]
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    passed = failed = 0
    rules = json.loads(output(animproof, "rules", "--format", "json"))["rules"]
    known = {rule["id"] for rule in rules}
    raised = {rule["id"] for rule in rules if set(rule["profiles"].values()) != {rule["severity"]}}  # with a line on profiles
    for fault in wrong_kinds(rules):
        print(fault)
        failed += 1
    for rule, head, texts in sections(page):
        answer = output(animproof, "explain", rule)
        known.discard(rule)
        missing = [text for text in texts if text not in plain(answer)]
        if answer.split("\n", 1)[0] == head and not missing and len(texts) == (7 if rule in raised else 6):
            passed += 1
            continue
        failed += 1
        print("%s: explain begins with %r and leaves out %r" % (rule, answer.split("\n", 1)[0], missing))
    for rule in sorted(known):
        print("%s is not on the page" % rule)
        failed += 1
    print("rules page: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
