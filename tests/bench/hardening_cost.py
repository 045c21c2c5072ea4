#!/usr/bin/python3
"""What the hardening of the release costs: hardening_cost.py RELEASE PLAIN

PLAIN is the same sources built without the flags of hardening. Both work in turn on the same inputs, so that each meets the same
neighbours. A row has the ratio of their least times, which other work of the machine disturbs least, and the median over the pairs
of (release's time / plain's time). Writes them into docs/PERFORMANCE.md.
"""

import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_inputs as inputs  # noqa: E402  (the path is set above)
from bench_time import run_once  # noqa: E402

BIG = ("64mb.md5anim", "20mb.md5mesh", "240mb-1.0.mrtk.bin", "140mb-1.1.mrtk.bin", "490mb.memg.bin")
MANY = "small-mixed"
PAIRS = 31
GOAL = 0.03
BEGIN, END = "<!-- hardening -->\n", "<!-- /hardening -->"


def pairs(programs, name):
    """(release's seconds, plain's seconds) of as many pairs; every second one begins with the other program."""
    found = []
    for turn in range(PAIRS + 1):
        took = [0, 0]
        for which in (0, 1) if turn % 2 else (1, 0):
            took[which] = run_once([programs[which], "lint", "-q", "--no-config", inputs.path(name)])[0]
        found.append(took)
    return found[1:]    # before the first pair nothing is in the page cache


def row(name, found):
    """The cost by the least times, and the row."""
    least = min(took[0] for took in found) / min(took[1] for took in found) - 1
    ratios = sorted(took[0] / took[1] - 1 for took in found)
    quarter = len(ratios) // 4
    what = "10,000 small files" if name == MANY else name
    shown = (100 * share for share in (least, statistics.median(ratios), ratios[quarter], ratios[-quarter - 1]))
    return least, "| lint, %s | %+.1f %% | %+.1f %% | %+.1f to %+.1f %% |" % (what, *shown)


def main():
    release, plain = map(os.path.abspath, sys.argv[1:3])
    inputs.make_all()
    lines, costs = ["| work | the release takes more, least times | median of %d pairs | their middle half |" % PAIRS,
                    "| --- | ---: | ---: | ---: |"], []
    for name in (*BIG, MANY):
        cost, line = row(name, pairs((release, plain), name))
        print(line, flush=True)
        lines.append(line)
        costs.append(cost)
    mean = statistics.mean(costs)
    lines.append("| mean | %+.1f %% | goal: at most 3 %%%s | |" % (100 * mean, "" if mean <= GOAL else ", not reached"))
    print(lines[-1])
    page = os.path.join(inputs.ROOT, "docs", "PERFORMANCE.md")
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n".join(lines) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
