#!/usr/bin/python3
"""A short run of every fuzz target: fuzz_smoke.py [TARGET...]

Each target replays its seeds, and what crashed it or its format once (fuzz/regressions/TARGET/ and FORMAT/), as a
plain sanitized program; then libFuzzer runs it a fixed number of times from a fixed seed. Nothing of it depends on the
time or is kept, but for what crashes (build/fuzz/crashes/). `make fuzz-smoke` builds what this needs.
"""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cli/lib"))
import commands  # noqa: E402  (the path is set above)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLAIN = "build/asan/fuzz"
ENGINE = "build/libfuzzer/fuzz"
SEEDS = "build/fuzz/seeds"
CRASHES = "build/fuzz/crashes"
JOBS = 2
LONGEST = 120  # seconds for one run: far more than it takes

# Executions: about two seconds of each target on one core.
RUNS = {
    "read-mrtk": 750, "read-memg": 1250, "read-md5anim": 7500,
    "roundtrip-mrtk": 3000, "roundtrip-memg": 6000, "roundtrip-md5anim": 15000,
    "memory-mrtk": 2000, "memory-memg": 3000, "memory-md5anim": 7500,
    "make-mrtk": 2000, "make-memg": 2000, "make-md5anim": 2000,
    "pipe": 2000, "mesh": 6000, "scene": 750,
    "json": 500, "report": 500, "output": 1000, "places": 1000, "convert": 500, "positions": 750, "numbers": 5000,
}  # fmt: skip


def dictionary_of(target):
    kind = target.partition("-")[2]
    alone = {"json": "json", "scene": "memg", "positions": "memg", "convert": "memg"}
    return "build/fuzz/%s.dict" % (kind or alone.get(target, "md5anim"))


def regressions_of(target):
    """Files of a format go to every target of it that takes plain files; others to theirs alone."""
    oracle, _, kind = target.partition("-")
    folders = [os.path.join("fuzz/regressions", target)]
    if oracle in ("read", "roundtrip"):
        folders.append(os.path.join("fuzz/regressions", kind))
    return [folder for folder in folders if os.path.isdir(folder)]


def run(command):
    """(whether it went well, what it said)"""
    environment = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1")
    environment.pop("ASAN_OPTIONS", None)  # reports belong to what is shown here
    try:
        result = commands.run(command, cwd=ROOT, env=environment, stdout=commands.PIPE, stderr=commands.STDOUT,
                              stdin=commands.DEVNULL, limit=LONGEST)
    except commands.TooLong as too_long:
        return False, "%s\n%s" % (too_long.output.decode(errors="replace"), too_long)
    return result.returncode == 0, result.stdout.decode(errors="replace")


def replay(target):
    inputs = [os.path.join(SEEDS, target)] + regressions_of(target)
    went_well, said = run([os.path.join(PLAIN, target), *inputs])
    if not went_well:  # once more, for the name of the file
        said = run([os.path.join(PLAIN, target), "--verbose", *inputs])[1]
    return went_well, said


def fuzz(target, folder):
    corpus = os.path.join(folder, target)
    os.mkdir(corpus)
    went_well, said = run([os.path.join(ENGINE, target), "-seed=1", "-runs=%d" % RUNS[target], "-max_len=16384",
                           "-timeout=60", "-dict=" + dictionary_of(target),
                           "-artifact_prefix=%s/%s-" % (CRASHES, target),
                           corpus, os.path.join(SEEDS, target), *regressions_of(target)])
    return went_well and "Done" in said, said


def check(target, folder):
    failures = []
    for name, (went_well, said) in (("replay", replay(target)), ("libFuzzer", fuzz(target, folder))):
        if not went_well:
            failures.append("FAILED: %s, %s:\n%s" % (target, name, said[-5000:]))
    return failures


def main():
    targets = sys.argv[1:] or list(RUNS)
    os.makedirs(os.path.join(ROOT, CRASHES), exist_ok=True)
    listed = run(["make", "--no-print-directory", "-s", "fuzz-list"])[1].split()
    failures = ["FAILED: the Makefile's targets are others than RUNS: %s" % listed] if sorted(listed) != sorted(RUNS) else []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(JOBS) as pool:
        for of_target in pool.map(lambda target: check(target, folder), targets):
            failures += of_target
    for failure in failures:
        print(failure)
    print("fuzz: %d passed, %d failed" % (2 * len(targets) + 1 - len(failures), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
