#!/usr/bin/python3
"""Measures the cost of hardening: hardening_cost.py RELEASE PLAIN

PLAIN is built from the same sources without the hardening flags. Both run alternately on the same inputs, so that other load
of the machine affects both. Each row of the table in docs/evidence/performance.md has the ratio of the least times, which
other load changes least, and the median of RELEASE's time / PLAIN's time over the pairs of runs.
"""

import os
import statistics
import sys

import bench_inputs as inputs
from bench_time import measure_alternately

BIG = ("64mb.md5anim", "20mb.md5mesh", "240mb-1.0.mrtk.bin", "140mb-1.1.mrtk.bin", "490mb.memg.bin")
MANY = "small-mixed"
RUN_PAIRS = 31
GOAL = 0.03


def measure_hardening_cost(programs, name):
    """Measures one input; returns (cost by the least times, row of the table)."""
    commands = [[program, "lint", "-q", "--no-config", inputs.input_path(name)] for program in programs]
    measure_alternately(commands, 1, 1)  # loads the input into the page cache
    release, plain = measure_alternately(commands, 1, RUN_PAIRS)
    least = release.least / plain.least - 1
    ratios = sorted(one / other - 1 for one, other in zip(release.taken, plain.taken))
    quarter = len(ratios) // 4
    what = "10,000 small files" if name == MANY else name
    shown = (100 * share for share in (least, statistics.median(ratios), ratios[quarter], ratios[-quarter - 1]))
    return least, "| lint, %s | %+.1f %% | %+.1f %% | %+.1f to %+.1f %% |" % (what, *shown)


def main():
    release, plain = map(os.path.abspath, sys.argv[1:3])
    inputs.make_all_inputs()
    lines, costs = ["| work | additional time of the release, least times | median of %d pairs | middle half of the pairs |" % RUN_PAIRS,
                    "| --- | ---: | ---: | ---: |"], []
    for name in (*BIG, MANY):
        cost, line = measure_hardening_cost((release, plain), name)
        print(line, flush=True)
        lines.append(line)
        costs.append(cost)
    mean = statistics.mean(costs)
    lines.append("| mean | %+.1f %% | goal: at most 3 %%%s | |" % (100 * mean, "" if mean <= GOAL else ", not reached"))
    print(lines[-1])
    inputs.replace_part_of_page("hardening", "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
