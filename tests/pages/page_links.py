#!/usr/bin/python3
"""Checks the links of the pages: page_links.py

Each link between pages names a file, and a heading of it if it has a fragment; each path in backticks that begins with a
folder of the tree exists (FORMAT, NAME and the like are placeholders); docs/README.md links each page of docs/; and each promise of
docs/evidence/security.md names a test.
"""

import os
import re

from cli_case import ROOT, Count, pages_of_tree, read_text, text_of_tree

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:core|validators|corpus|cli|fuzz|golden|tests|docs|\.ci|\.github)/[A-Za-z0-9_./-]+)`")
PROMISE = re.compile(r"^\d+\. .*(?:\n   .*)*", re.MULTILINE)
STANDS_FOR = re.compile("FORMAT|NAME|COMMAND|ROOM|TARGET")  # validators/FORMAT/FORMAT.h
OF_ITS_DAY = "docs/evidence/campaign.md"  # a report: files have other names since


def anchors(page):
    """The names that headings get: lower case, blanks to hyphens, other signs dropped."""
    for heading in re.findall(r"^#+ (.*)$", page, re.MULTILINE):
        plain = re.sub(r"[`*\\]", "", heading).lower()
        yield re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def faults(name, page):
    """What of the page's links and paths leads nowhere; how many there are."""
    folder = os.path.dirname(os.path.join(ROOT, name))
    for target in LINK.findall(page):
        path, _, part = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = os.path.normpath(os.path.join(folder, path)) if path else os.path.join(ROOT, name)
        if not os.path.exists(file):
            yield "%s: there is no %s" % (name, target)
        elif part and part not in anchors(read_text(file)):
            yield "%s: %s has no such heading" % (name, target)
        else:
            yield None
    for path in PATH.findall(page):
        if name != OF_ITS_DAY and not STANDS_FOR.search(path):
            yield None if os.path.exists(os.path.join(ROOT, path)) else "%s: there is no %s" % (name, path)


count = Count()
for page in pages_of_tree():
    for fault in faults(page, text_of_tree(page)):
        count.check(fault is None, fault)
index = {os.path.normpath("docs/" + target) for target in LINK.findall(text_of_tree("docs/README.md"))}
for page in pages_of_tree():
    if page.startswith("docs/") and not text_of_tree(page).startswith("This page moved"):
        count.check(page in index | {"docs/README.md"}, "docs/README.md does not link %s" % page)
promises = PROMISE.findall(text_of_tree("docs/evidence/security.md"))
count.check(promises, "docs/evidence/security.md has promises")
for promise in promises:
    count.check(re.search(r"`tests/", promise), "docs/evidence/security.md: no test holds: %s" % promise)
count.finish()
