#!/usr/bin/python3
"""Runs every fuzz target for a short time: fuzz_smoke.py [TARGET...]

libFuzzer runs each target on all of its seeds, on inputs that once crashed the target or its format (fuzz/regressions/TARGET/ and
FORMAT/), and then on a fixed number of mutated inputs from a fixed seed. The inputs do not depend on the time. Only inputs that
crash are kept (build/fuzz/crashes/). `make fuzz-smoke` builds the targets.
"""

import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import fixed_fuzzing
from cli_case import ROOT, CheckCounter, files_below
from fuzz_targets import TARGETS

ENGINE = "build/libfuzzer/fuzz"
SEEDS = "build/fuzz/seeds"
CRASHES = "build/fuzz/crashes"
WORK = "build/fuzz"
JOBS = 2

# The runs of targets.tsv take about three seconds for each target on one core. Unless ANIMPROOF_TEST_EACH is 1, one in
# RUNS_DIVISOR of them is made. In a broken MRTK file the writer searches for the wrong count, which takes up to 15 ms: such
# targets have a divisor of their own. Seeds and regressions are always run.
RUNS_DIVISOR = 3
RUNS_DIVISORS = {"roundtrip-mrtk": 12, "memory-mrtk": 6}
ALL = os.environ.get("ANIMPROOF_TEST_EACH") == "1"


def regressions_of(target):
    """Returns the folders of regressions of a target: the target's own folder, and that of its format if the target takes plain files."""
    folders = [os.path.join("fuzz/regressions", target)]
    if TARGETS[target].input_is_file:
        folders.append(os.path.join("fuzz/regressions", TARGETS[target].format))
    return [folder for folder in folders if os.path.isdir(folder)]


def has_replayed_all_inputs(inputs, output):
    """Returns true if libFuzzer's output shows that each file was run uncut before the mutated inputs."""
    sizes = [os.path.getsize(path) for folder in inputs for path in files_below(os.path.join(ROOT, folder))]
    wanted = sum(size > 0 for size in sizes)
    count = re.search(r"seed corpus: files: (\d+) ", output)
    return count is not None and int(count[1]) == wanted and "INITED" in output and max(sizes) <= fixed_fuzzing.MOST_BYTES


def fuzz_target_briefly(target, inputs, folder):
    divisor = 1 if ALL else RUNS_DIVISORS.get(target, RUNS_DIVISOR)
    options = ["-runs=%d" % (TARGETS[target].runs // divisor), "-timeout=60", "-dict=build/fuzz/%s.dict" % TARGETS[target].dictionary,
               "-artifact_prefix=%s/%s-" % (CRASHES, target)]
    return fixed_fuzzing.fuzz_with_fixed_addresses(os.path.join(ENGINE, target), options, os.path.join(folder, target),
                              inputs, ROOT)


def run_target_and_list_checks(target, folder):
    """Returns [(true if the check passes, its description)]"""
    inputs = [os.path.join(SEEDS, target), *regressions_of(target)]
    succeeded, output = fuzz_target_briefly(target, inputs, folder)
    return [(holds, "%s, %s:\n%s" % (target, name, output[-5000:])) for name, holds in (
        ("each seed and regression", has_replayed_all_inputs(inputs, output)), ("libFuzzer", succeeded))]


def main():
    os.chdir(ROOT)
    os.environ["ANIMPROOF_ALL_TURNS"] = "1"  # a target makes all of its checks on each seed and regression
    targets = sys.argv[1:] or list(TARGETS)
    os.makedirs(os.path.join(ROOT, CRASHES), exist_ok=True)
    listed = fixed_fuzzing.run(["make", "--no-print-directory", "-s", "fuzz-list"], ROOT)[1].split()
    count = CheckCounter()
    count.check(sorted(listed) == sorted(TARGETS), "the Makefile's targets differ from those of targets.tsv: %s" % listed)
    made = tempfile.TemporaryDirectory(prefix="smoke-", dir=os.path.join(ROOT, WORK))
    with made, ThreadPoolExecutor(JOBS) as pool:
        folder = os.path.relpath(made.name, ROOT)
        for of_target in pool.map(lambda target: run_target_and_list_checks(target, folder), targets):
            for holds, what in of_target:
                count.check(holds, what)
    count.finish()


if __name__ == "__main__":
    main()
