"""The formats that animproof checks, as fuzz/targets.tsv lists them; tests/fuzz_targets.py asks the program."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "fuzz"))

from fuzz_targets import EXTENSIONS, FORMATS  # noqa: E402, F401  (the path is set above; others take them from here)
