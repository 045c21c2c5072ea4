"""The binary files of golden/ that are valid, or that somebody else made."""

import glob
import os

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "golden")


# Slow builds of the program take every so many files, or rows of a table, only: tests/run.py says so.
EACH = int(os.environ.get("ANIMPROOF_TEST_EACH", "1"))


def some(things):
    """All of them, or what a slow build has time for."""
    return things[::EACH]


def golden(*patterns):
    return [os.path.abspath(p) for pattern in patterns for p in sorted(glob.glob(os.path.join(GOLDEN, pattern)))]


def mrtk_files():
    return golden("mrtk/valid/*.bin", "reference/mrtk/*.bin", "reference/mrtk/edge/*.bin")


def memg_files():
    return golden("memg/valid/*.bin", "reference/memg/good/*.bin", "reference/memg/bad/*.bin")


def read(path):
    with open(path, "rb") as file:
        return file.read()
