#!/usr/bin/python3
"""Checks that the page of web/ and the page of conform escape the characters that the program's reports escape (in node)."""

import json
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
from hidden_text import HIDDEN

faults = 0
for page in ("page", "conform"):
    run = subprocess.run(["node", os.path.join(ROOT, "tests/lab/machines/page/visible.mjs"), page], stdout=subprocess.PIPE, check=True)
    differ = sorted(set(map(ord, HIDDEN)) ^ set(json.loads(run.stdout)))
    print("web hidden: %s: %d characters, %d differ %s" % (page, len(HIDDEN), len(differ), " ".join(map(hex, differ[:5]))))
    faults += len(differ)
sys.exit(1 if faults else 0)
