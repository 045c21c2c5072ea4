#!/usr/bin/python3
"""Checks the links of the pages: page_links.py

Each link between pages must name an existing file, and an existing heading if it has a fragment. Each path in backticks that
begins with a folder of the tree must exist, unless it has a placeholder such as FORMAT. docs/README.md must link each page of
docs/, and each promise of docs/evidence/security.md must name a test.
"""

import os
import re

from cli_case import ROOT, CheckCounter, markdown_pages_in_tree, read_text, read_text_in_tree

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:core|validators|corpus|cli|fuzz|golden|tests|docs|\.ci|\.github)/[A-Za-z0-9_./-]+)`")
PROMISE = re.compile(r"^\d+\. .*(?:\n   .*)*", re.MULTILINE)
PLACEHOLDER = re.compile("FORMAT|NAME|COMMAND|ROOM|TARGET")  # validators/FORMAT/FORMAT.h
OLD_PATHS = "docs/evidence/campaign.md"  # a report about an earlier commit, which may name files that were renamed


def heading_fragments(page):
    """Yields the fragment of each heading: lower case, hyphens for blanks, without punctuation."""
    for heading in re.findall(r"^#+ (.*)$", page, re.MULTILINE):
        plain = re.sub(r"[`*\\]", "", heading).lower()
        yield re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def fault_or_none_of_each_link(name, page):
    """Yields a fault for each broken link or path of a page, and None for each correct one."""
    folder = os.path.dirname(os.path.join(ROOT, name))
    for target in LINK.findall(page):
        path, _, part = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = os.path.normpath(os.path.join(folder, path)) if path else os.path.join(ROOT, name)
        if not os.path.exists(file):
            yield "%s: %s does not exist" % (name, target)
        elif part and part not in heading_fragments(read_text(file)):
            yield "%s: %s names a heading that does not exist" % (name, target)
        else:
            yield None
    for path in PATH.findall(page):
        if name != OLD_PATHS and not PLACEHOLDER.search(path):
            yield None if os.path.exists(os.path.join(ROOT, path)) else "%s: %s does not exist" % (name, path)


count = CheckCounter()
for page in markdown_pages_in_tree():
    for fault in fault_or_none_of_each_link(page, read_text_in_tree(page)):
        count.check(fault is None, fault)
index = {os.path.normpath("docs/" + target) for target in LINK.findall(read_text_in_tree("docs/README.md"))}
for page in markdown_pages_in_tree():
    if page.startswith("docs/") and not read_text_in_tree(page).startswith("This page moved"):
        count.check(page in index | {"docs/README.md"}, "docs/README.md does not link %s" % page)
promises = PROMISE.findall(read_text_in_tree("docs/evidence/security.md"))
count.check(promises, "docs/evidence/security.md has promises")
for promise in promises:
    count.check(re.search(r"`tests/", promise), "docs/evidence/security.md: this promise names no test: %s" % promise)
count.finish()
