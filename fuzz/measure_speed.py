#!/usr/bin/python3
"""Measures the executions per second of each target on its seeds: measure_speed.py TARGET...

Runs the targets without an engine (fuzz/replay.c), release and sanitized, one after the other, and prints a table in Markdown
with the medians of ROUNDS measurements, per second of processor time.
"""

import os
import re
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILDS = (("without sanitizers", "build/fuzz", 100000), ("AddressSanitizer and UBSan", "build/asan/fuzz", 10000))
ROUNDS = 5
LEAK_CHECK_OFF = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")  # the leak check would run once, at the end of the process


def folder_and_sizes_of_seeds(target):
    """Returns the path of the folder with a target's seeds, and the sizes of the seeds."""
    folder = os.path.join(ROOT, "build/fuzz/seeds", target)
    return folder, [os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)]


def measure_rate(program, folder, times):
    said = subprocess.run([program, "--times", str(times), folder], env=LEAK_CHECK_OFF, check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return int(re.search(r"(\d+) a second", said).group(1))


def measure_median_rate_of_each_build(target):
    folder, sizes = folder_and_sizes_of_seeds(target)
    for _, programs, runs in BUILDS:
        program = os.path.join(ROOT, programs, target)
        yield statistics.median(measure_rate(program, folder, max(1, runs // (10 * len(sizes)))) for _ in range(ROUNDS))


def measure_table_row(target):
    sizes = folder_and_sizes_of_seeds(target)[1]
    speeds = ["{:,.0f}".format(each) for each in measure_median_rate_of_each_build(target)]
    return [target, len(sizes), "{:,.0f}".format(statistics.median(sizes)), *speeds]


def main():
    speeds = ["%s: runs/s" % name for name, _, _ in BUILDS]
    print("| %s |" % " | ".join(["target", "seeds", "median bytes", *speeds]))
    print("| --- | ---: | ---: |" + " ---: |" * len(BUILDS))
    for target in sys.argv[1:]:
        print("| " + " | ".join(map(str, measure_table_row(target))) + " |", flush=True)


if __name__ == "__main__":
    main()
