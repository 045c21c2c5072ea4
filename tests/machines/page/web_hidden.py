#!/usr/bin/python3
"""Whether the page shows the same characters as escapes as the program's reports do (node runs web/page/parts.js)."""

import json
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
from hidden_text import HIDDEN

run = subprocess.run(["node", os.path.join(ROOT, "tests/machines/page/visible.mjs")], stdout=subprocess.PIPE, check=True)
differ = sorted(set(map(ord, HIDDEN)) ^ set(json.loads(run.stdout)))
print("web hidden: %d characters, %d differ %s" % (len(HIDDEN), len(differ), " ".join(map(hex, differ[:5]))))
sys.exit(1 if differ else 0)
