"""The commit at which the figures of a page were measured."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def current_commit_with_date():
    """Returns the commit as "944d56fd (2026-11-24)"."""
    return subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%h (%cs)"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
