"""The commit that the figures of a page are measured at."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def at():
    """As "944d56fd (2026-11-24)"."""
    return subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%h (%cs)"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
