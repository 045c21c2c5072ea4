#!/usr/bin/python3
"""Checks that `explain` prints the texts of docs/formats/rules.md for each rule: rules_page.py ANIMPROOF

tests/cli/commands/test_rules_explain.py checks that the program prints the page. The severities and classes of md5 rules must be those
of tests/ref/md5_result.py, which was written from the formats' pages.
"""

import importlib
import re
import sys

import commands
import md5_result
from cli_case import CheckCounter, rules_readers_and_profiles_of, read_text_in_tree
from formats import MD5

for reader in MD5:
    importlib.import_module(reader + "_reader")  # declares its rules


def plain_text(text):
    """Returns the words of a text, without line breaks and Markdown."""
    return " ".join(re.sub(r"[\\`*]", "", text).split())


def page_sections(page):
    """Yields (rule, first line of explain, texts) of each section of the page."""
    for section in page.split("\n### ")[1:]:
        section = section.split("\n## ")[0]
        name, kind, meaning, points = section.strip().split("\n\n", 3)
        level, summary = kind.split(": ", 1)
        texts = [re.sub(r"^- \*\*[^*]+\*\*( \(\w+\))?:?", "", line) for line in points.split("\n") if line]
        yield name, "%s: %s" % (name, level), [plain_text(text) for text in (summary.rstrip("."), meaning, *texts)]


def faults_of_md5_severities_and_classes(rules):
    """Yields a fault for each md5 rule with another severity or class than in tests/ref/md5_result.py, and for each rule that
    only that file has."""
    names = set()
    for rule in rules:
        form, name = rule["id"].split("/")
        if not form.startswith("md5"):
            continue
        names.add(name)
        kind, expected = (rule["severity"], rule["class"]), md5_result.severity_and_class_of(name)
        if kind != expected:
            yield "%s: %s, but md5_result.py has %s" % (rule["id"], kind, expected)
    for name in sorted(set(md5_result.SEVERITIES_AND_CLASSES) - names):
        yield "%s is in md5_result.py, but not a rule" % name


def main():
    program, count = sys.argv[1], CheckCounter()
    document = rules_readers_and_profiles_of(program)
    rules, exact = document["rules"], {profile["name"] for profile in document["profiles"] if profile["exact"]}
    known = {rule["id"] for rule in rules}
    raised = {rule["id"] for rule in rules  # with a line on profiles
              if {level for name, level in rule["profiles"].items() if name not in exact} != {rule["severity"]}}
    formats_with_readers = {rule["id"].split("/")[0] for rule in rules if rule["readers"]}
    read = {rule["id"] for rule in rules if rule["id"].split("/")[0] in formats_with_readers}  # with a line on readers
    for fault in faults_of_md5_severities_and_classes(rules):
        count.check(False, fault)
    for rule, head, texts in page_sections(read_text_in_tree("docs/formats/rules.md")):
        answer = commands.run((program, "explain", rule), stdout=commands.PIPE, check=True).stdout.decode("utf-8")
        known.discard(rule)
        missing = [text for text in texts if text not in plain_text(answer)]
        begins = answer.split("\n", 1)[0]
        count.check(begins == head and not missing and len(texts) == 6 + (rule in raised) + (rule in read),
                    "%s: explain begins with %r and lacks %r" % (rule, begins, missing))
    count.check(not known, "rules that are not on the page: %s" % ", ".join(sorted(known)))
    count.finish()


main()
