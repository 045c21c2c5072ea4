#!/usr/bin/python3
"""A short run of every fuzz target: fuzz_smoke.py [TARGET...]

libFuzzer gives each target all of its seeds, and what crashed it or its format once (fuzz/regressions/TARGET/ and
FORMAT/); then it runs it a fixed number of times, the same ones each time. Nothing of it depends on the time or is kept,
but for what crashes (build/fuzz/crashes/). `make fuzz-smoke` builds what this needs.
"""

import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import fixed_fuzzing

from fuzz_targets import TARGETS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINE = "build/libfuzzer/fuzz"
SEEDS = "build/fuzz/seeds"
CRASHES = "build/fuzz/crashes"
WORK = "build/fuzz"
JOBS = 2

# The runs of targets.tsv take about three seconds of each target on one core; a third of them are made unless all are asked for. Of a broken MRTK file
# the writer looks for the count that is wrong, which takes up to 15 ms: there it is less, besides all seeds and regressions.
EACH = 3
EACH_OF = {"roundtrip-mrtk": 12, "memory-mrtk": 6}
ALL = os.environ.get("ANIMPROOF_TEST_EACH") == "1"


def regressions_of(target):
    """Files of a format go to every target of it that takes plain files; others to theirs alone."""
    folders = [os.path.join("fuzz/regressions", target)]
    if TARGETS[target].is_plain:
        folders.append(os.path.join("fuzz/regressions", TARGETS[target].format))
    return [folder for folder in folders if os.path.isdir(folder)]


def replayed_all(inputs, said):
    """Whether libFuzzer says that it ran each of the files, whole, before it made others."""
    sizes = [os.path.getsize(path) for folder in inputs for path in fixed_fuzzing.files_below(os.path.join(ROOT, folder))]
    wanted = sum(size > 0 for size in sizes)
    told = re.search(r"seed corpus: files: (\d+) ", said)
    return told is not None and int(told[1]) == wanted and "INITED" in said and max(sizes) <= fixed_fuzzing.MOST_BYTES


def fuzz(target, inputs, folder):
    each = 1 if ALL else EACH_OF.get(target, EACH)
    options = ["-runs=%d" % (TARGETS[target].runs // each), "-timeout=60", "-dict=build/fuzz/%s.dict" % TARGETS[target].dictionary,
               "-artifact_prefix=%s/%s-" % (CRASHES, target)]
    return fixed_fuzzing.fuzz(os.path.join(ENGINE, target), options, os.path.join(folder, target),
                              inputs, ROOT)


def check(target, folder):
    failures = []
    inputs = [os.path.join(SEEDS, target), *regressions_of(target)]
    went_well, said = fuzz(target, inputs, folder)
    for name, holds in (("each seed and regression", replayed_all(inputs, said)), ("libFuzzer", went_well)):
        if not holds:
            failures.append("FAILED: %s, %s:\n%s" % (target, name, said[-5000:]))
    return failures


def main():
    os.chdir(ROOT)
    os.environ["ANIMPROOF_ALL_TURNS"] = "1"  # each check of a target, for each regression
    targets = sys.argv[1:] or list(TARGETS)
    os.makedirs(os.path.join(ROOT, CRASHES), exist_ok=True)
    listed = fixed_fuzzing.run(["make", "--no-print-directory", "-s", "fuzz-list"], ROOT)[1].split()
    failures = []
    if sorted(listed) != sorted(TARGETS):
        failures.append("FAILED: the Makefile's targets are others than those of targets.tsv: %s" % listed)
    made = tempfile.TemporaryDirectory(prefix="smoke-", dir=os.path.join(ROOT, WORK))
    with made, ThreadPoolExecutor(JOBS) as pool:
        folder = os.path.relpath(made.name, ROOT)
        for of_target in pool.map(lambda target: check(target, folder), targets):
            failures += of_target
    for failure in failures:
        print(failure)
    print("fuzz: %d passed, %d failed" % (2 * len(targets) + 1 - len(failures), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
