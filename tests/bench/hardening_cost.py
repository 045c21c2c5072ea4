#!/usr/bin/python3
"""What the hardening of the release costs: hardening_cost.py RELEASE PLAIN

PLAIN is the same sources built without the flags of hardening. Both work in turn on the same inputs, so that each meets the same
neighbours. A row has the ratio of their least times, which other work of the machine disturbs least, and the median over the pairs
of (release's time / plain's time). Writes them into docs/evidence/performance.md.
"""

import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_inputs as inputs  # noqa: E402  (the path is set above)
from bench_time import measure_each  # noqa: E402

BIG = ("64mb.md5anim", "20mb.md5mesh", "240mb-1.0.mrtk.bin", "140mb-1.1.mrtk.bin", "490mb.memg.bin")
MANY = "small-mixed"
PAIRS = 31
GOAL = 0.03


def row(programs, name):
    """The cost by the least times, and the row."""
    commands = [[program, "lint", "-q", "--no-config", inputs.path(name)] for program in programs]
    measure_each(commands, 1, 1)  # before, nothing is in the page cache
    release, plain = measure_each(commands, 1, PAIRS)
    least = release.least / plain.least - 1
    ratios = sorted(one / other - 1 for one, other in zip(release.taken, plain.taken))
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
        cost, line = row((release, plain), name)
        print(line, flush=True)
        lines.append(line)
        costs.append(cost)
    mean = statistics.mean(costs)
    lines.append("| mean | %+.1f %% | goal: at most 3 %%%s | |" % (100 * mean, "" if mean <= GOAL else ", not reached"))
    print(lines[-1])
    inputs.put_in_page("hardening", "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
