#!/usr/bin/python3
"""Compares the speed of this tree with an earlier commit: bench_compare.py BASE

Builds BASE under build/bench/base and runs the two programs alternately on the same inputs, so that other load of the
machine affects both. Exits 1 if the rate of a command fell by more than 10 % and by more than the spreads of both rates together.
"""

import os
import shutil
import subprocess
import sys

import bench_inputs as inputs
from bench_inputs import BENCH, PROGRAM, ROOT, input_path, input_size
from bench_time import measure_alternately

WORK = [("lint", name) for name in ("64mb.md5anim", "2mb-files", "20mb.md5mesh", "40mb.md5camera", "240mb-1.0.mrtk.bin",
                                    "140mb-1.1.mrtk.bin", "490mb.memg.bin", "small-mixed", "findings.mrtk.bin")]
WORK += [("roundtrip", name) for name in ("2mb.md5anim", "240mb-1.0.mrtk.bin", "490mb.memg.bin")]
WORK += [("format", "64mb.md5anim")]
OPTIONS = {"lint": ["-q"], "roundtrip": ["-q"], "format": ["-o", "/dev/null"]}
SLOWER = 0.9  # ratio of rates below which a command counts as slower


def build_program_of_commit(base):
    """Builds the program of a commit, unless build/bench/base has it; returns its path."""
    commit = subprocess.run(["git", "rev-parse", "--verify", base + "^{commit}"], cwd=ROOT, stdout=subprocess.PIPE,
                            check=True).stdout.decode().strip()
    tree = os.path.join(BENCH, "base")
    program = os.path.join(tree, "build", "animproof")
    mark = os.path.join(tree, ".commit")
    if os.path.exists(program) and os.path.exists(mark):
        with open(mark, encoding="ascii") as file:
            if file.read() == commit:
                return program
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(tree)
    archive = subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE)
    subprocess.run(["tar", "xf", "-"], cwd=tree, stdin=archive.stdout, check=True)
    archive.wait()
    subprocess.run(["make", "--no-print-directory", "-j2", "build/animproof"], cwd=tree, stdout=subprocess.DEVNULL, check=True)
    with open(mark, "w", encoding="ascii") as file:
        file.write(commit)
    return program


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make bench-compare BASE=COMMIT")
    inputs.make_all_inputs()
    base = build_program_of_commit(sys.argv[1])
    worse = 0
    print("%-34s %10s %10s %8s" % ("work", "base", "now", "now/base"))
    for verb, name in WORK:
        commands = [[program, verb, *OPTIONS[verb], input_path(name)] for program in (base, PROGRAM)]
        try:
            before, now = measure_alternately(commands, input_size(name), 7)
        except RuntimeError:
            print("%-34s not compared: one of the programs does not read it" % (verb + " " + name), flush=True)
            continue
        ratio = now.rate() / before.rate()
        slower = ratio < SLOWER and 1 - ratio > before.spread() + now.spread()
        worse += slower
        print("%-34s %8.3f s %8.3f s %7.2f× %s" % (verb + " " + name, before.median, now.median, ratio,
                                                  "slower" if slower else ""), flush=True)
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
