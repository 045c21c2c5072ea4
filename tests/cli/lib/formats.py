"""The formats that animproof checks, some of their rules, and the reports that it writes, read from tables of the tree.

tests/fuzz_table.py and tests/cli/reports/test_report_formats.py compare them with the output of the program.
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "fuzz"))
from fuzz_targets import EXTENSIONS, FORMATS, TARGETS  # noqa: E402, F401  (the path is set above; other modules import these names)

ENDINGS = tuple(sorted(set(EXTENSIONS.values())))  # file name extensions of all formats
COMPANIONS = tuple(sorted({row.companion for row in TARGETS.values() if row.companion}))  # extensions of companions
BINARY = tuple(sorted({EXTENSIONS[form] for form in FORMATS if not form.startswith("md5")}))  # extensions of binary formats
MD5 = tuple(form for form in FORMATS if form.startswith("md5"))
with open(os.path.join(ROOT, "core/report/report.c"), encoding="utf-8") as source:
    REPORTS = [name.replace("_", "-") for name in re.findall(r"^ +ROW\((\w+)\)", source.read(), re.MULTILINE)]


def rules_of_more_files():
    """Returns the names of the rules with needs_more_files in their rows (core/finding/rule.h): "set-skeleton"."""
    names = set()
    for path in glob.glob(os.path.join(ROOT, "validators/**/*_table*.inc"), recursive=True):
        with open(path, encoding="utf-8") as table:
            names |= {row.split('"')[1] for row in table.read().split("\nRULE(")[1:] if ".needs_more_files = true" in row}
    return names


RULES_OF_MORE_FILES = rules_of_more_files()
