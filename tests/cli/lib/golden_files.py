"""The binary files of golden/ that are valid, or that somebody else made, and samples where there are some."""

import glob
import os

from cli_case import GOLDEN, in_tree

# Slow builds of the program take every so many files, or rows of a table, only: tests/run.py says so.
EACH = int(os.environ.get("ANIMPROOF_TEST_EACH", "1"))


def some(things):
    """All of them, or what a slow build has time for."""
    return things[::EACH]


def golden(*patterns):
    return [path for pattern in patterns for path in sorted(glob.glob(os.path.join(GOLDEN, pattern)))]


def samples(pattern):
    return sorted(glob.glob(in_tree("..", "shared/samples", pattern)))


def mrtk_files():
    return golden("mrtk/valid/*.bin", "reference/mrtk/*.bin", "reference/mrtk/edge/*.bin")


def memg_files():
    return golden("memg/valid/*.bin", "reference/memg/good/*.bin", "reference/memg/bad/*.bin")
