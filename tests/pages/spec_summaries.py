#!/usr/bin/python3
"""Writes the summaries of rules into the descriptions of docs/formats/spec/: spec_summaries.py ANIMPROOF

tests/cli/commands/test_spec.py checks them. The program contains the descriptions, so it must be built again.
"""

import os
import sys

import described
from cli_case import path_in_tree, read_text, rules_readers_and_profiles_of, write

FOLDER = path_in_tree("docs/formats/spec")

summaries = {rule["id"]: rule["summary"] for rule in rules_readers_and_profiles_of(sys.argv[1])["rules"]}
for path in (os.path.join(FOLDER, name) for name in sorted(os.listdir(FOLDER))):
    text = read_text(path)
    new = described.RULE_LINE.sub(lambda line: "%s%s: %s" % (line[1], line[2], summaries.get(line[2], line[3])), text)
    if new != text:
        write(path, new)
