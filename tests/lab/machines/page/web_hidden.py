#!/usr/bin/python3
"""Checks that the page of web/ and the page of conform escape the characters that the program's reports escape (in node)."""

import json
import subprocess
import sys

from cli_case import path_in_tree
from hidden_text import HIDDEN

faults = 0
for page in ("page", "conform"):
    run = subprocess.run(["node", path_in_tree("tests/lab/machines/page/visible.mjs"), page], stdout=subprocess.PIPE, check=True)
    differ = sorted(set(map(ord, HIDDEN)) ^ set(json.loads(run.stdout)))
    print("web hidden: %s: %d characters, %d differ %s" % (page, len(HIDDEN), len(differ), " ".join(map(hex, differ[:5]))))
    faults += len(differ)
sys.exit(1 if faults else 0)
