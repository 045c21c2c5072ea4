"""Lists of files: golden files by pattern, samples if they exist, and the valid or third-party binary files of golden/."""

import glob
import os

from cli_case import GOLDEN, path_in_tree

# Tests of slow builds use every EACH-th file or table row; tests/run.py sets the number.
EACH = int(os.environ.get("ANIMPROOF_TEST_EACH", "1"))


def every_nth(things):
    """Returns every EACH-th element: all for a normal build, fewer for a slow build."""
    return things[::EACH]


def golden(*patterns):
    """Returns the paths of golden files. Each pattern must match a file, so that no test runs on an empty list."""
    found = {pattern: sorted(glob.glob(os.path.join(GOLDEN, pattern))) for pattern in patterns}
    assert all(found.values()), "no golden file matches: %s" % [pattern for pattern, paths in found.items() if not paths]
    return [path for paths in found.values() for path in paths]


def sample_paths_or_empty(pattern):
    return sorted(glob.glob(path_in_tree("..", "shared/samples", pattern)))


def mrtk_files():
    return golden("mrtk/valid/*.bin", "reference/mrtk/*.bin", "reference/mrtk/edge/*.bin")


def memg_files_good_and_bad():
    return golden("memg/valid/*.bin", "reference/memg/good/*.bin", "reference/memg/bad/*.bin")
