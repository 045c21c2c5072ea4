#!/usr/bin/python3
"""Measures the share of detected faults: detection.py PROGRAM [--seeds N] [--files N] [--seconds N]

Writes docs/evidence/detection.md.

--seeds: corpora of each format. --files: mutated files in one step of the comparison with independent readers. --seconds:
new steps start until this time is over; each step has a new seed and becomes a row of tests/lab/bench/detection/differential.tsv.
Steps with a disagreement are repeated first. --only-comparison, --only-counts: measure one part, and keep the rest of the page.
Exits 1 if a corpus has other findings than expected, or program and reader disagree on a file (stored in build/detection),
or if a share of the wrong key counts of mrtk is below its goal.
"""

import argparse
import collections
import os
import re
import shutil
import sys
import tempfile
import time

import commands
import detection_page
import mrtk_page_counts
import wrong_counts as counts
from cli_case import ROOT
from formats import FORMATS

LEDGER = os.path.join(ROOT, "tests/lab/bench/detection/differential.tsv")
KEPT = os.path.join(ROOT, "build/detection")
LOADER = os.path.join(ROOT, "build/loaders/assimp")
ALL_RULES = re.compile(r"^all +((?:\d+ +){7}\d+)$", re.MULTILINE)
DRAWN = re.compile(r"^\w+: drawn from \d+ samples, crc32 (\w{8})$", re.MULTILINE)
COMPARED = re.compile(r"compared: (\d+) mutated files, (\d+) findings")
FAULTY = re.compile(r"^(\S+): the linter's findings differ from the manifest", re.MULTILINE)
FAILED = re.compile(r"readers: \d+ passed, (\d+) failed")


# A step of the comparison. `drawn` is --files of compare.py (memg has two ways to mutate, each with this number of files).
# `samples` is a checksum of the sample files: with other samples, the same seed gives other mutated files.
Step = collections.namedtuple("Step", "seed drawn samples files findings disagreements")
LONGEST_STEP = 7200     # time limit of a step in seconds


def run_command(command, limit=commands.LONGEST, env=None):
    """Runs a command; returns (exit status, output)."""
    run = commands.run(command, limit, stdout=commands.PIPE, stderr=commands.STDOUT, env=env)
    return run.returncode, run.stdout.decode(errors="replace")


def verify_corpora(program, seeds):
    """Verifies corpora; returns ({format: sums of the row "all"}, [(format, seed, case)] of corpora with unexpected findings)."""
    sums, wrong = {}, []
    for kind in FORMATS:
        total = [0] * 8
        for seed in range(1, seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                corpus = os.path.join(folder, "corpus")
                commands.run([program, "corpus", "build", "--format", kind, "--seed", str(seed), corpus],
                             stdout=commands.DEVNULL, check=True)
                status, text = run_command([program, "corpus", "verify", "--matrix", corpus])
            row = ALL_RULES.search(text)
            if status > 1 or not row:
                raise SystemExit("corpus verify ended with %d: %s" % (status, text[-400:]))
            wrong += [(kind, seed, FAULTY.search(text).group(1))] if status else []
            total = [a + int(b) for a, b in zip(total, row.group(1).split())]
        sums[kind] = total
    return sums, wrong


def read_ledger():
    """Reads the steps that earlier runs finished, from differential.tsv: {format: [Step]}."""
    steps = {kind: [] for kind in FORMATS}
    if os.path.exists(LEDGER):
        with open(LEDGER, encoding="utf-8") as file:
            for line in list(file)[1:]:
                kind, seed, drawn, samples, *numbers = line.split()
                steps[kind].append(Step(int(seed), int(drawn), samples, *map(int, numbers)))
    return steps


def write_ledger(steps):
    with open(LEDGER, "w", encoding="utf-8") as file:
        file.write("\t".join(("format", *Step._fields)) + "\n")
        for kind in FORMATS:
            for step in steps[kind]:
                file.write("\t".join([kind, *map(str, step)]) + "\n")


def compare_drawn_files(program, kind, seed, drawn):
    os.makedirs(KEPT, exist_ok=True)
    kept = tempfile.mkdtemp(prefix="%s-%d-" % (kind, seed), dir=KEPT)
    status, text = run_command([shutil.which("pypy3") or sys.executable, os.path.join(ROOT, "tests/ref/compare.py"), program, "golden",
                        "--formats", kind, "--files", str(drawn), "--seed", str(seed), "--keep", kept], LONGEST_STEP,
                       env={"PYPY_GC_NURSERY": "16M", **os.environ})   # with this nursery pypy3 takes a fourth less time
    samples, done, failed = DRAWN.search(text), COMPARED.search(text), FAILED.search(text)
    if status > 1 or not samples or not done or not failed:
        raise SystemExit("compare.py ended with %d: %s" % (status, text[-800:]))
    if status:
        print(text, flush=True)
    else:
        os.rmdir(kept)
    return Step(seed, drawn, samples.group(1), int(done.group(1)), int(done.group(2)), int(failed.group(1)))


def repeat_disagreements(program, steps):
    """Repeats each step with a disagreement with the current program."""
    for kind, done in steps.items():
        for at, step in enumerate(done):
            if step.disagreements:
                done[at] = compare_drawn_files(program, kind, step.seed, step.drawn)
                write_ledger(steps)


def compare_until_time_is_over(program, drawn, seconds):
    """Repeats the steps with a disagreement, then runs new steps until the time is over, each for the format with the fewest
    compared files.
    """
    steps, end = read_ledger(), time.monotonic() + seconds
    repeat_disagreements(program, steps)
    while time.monotonic() < end:
        kind = min(FORMATS, key=lambda name: sum(step.files for step in steps[name]))
        seed = max([1000] + [step.seed for step in steps[kind]]) + 1
        steps[kind].append(compare_drawn_files(program, kind, seed, drawn))
        write_ledger(steps)
    return steps


def tally_wrong_counts(program):
    tally, examples = collections.defaultdict(collections.Counter), {}
    for kind in counts.FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            corpus, originals = os.path.join(folder, "corpus"), os.path.join(folder, "originals")
            os.mkdir(originals)
            commands.run([program, "corpus", "build", "--format", kind, "--originals", originals, corpus],
                         stdout=commands.DEVNULL, check=True)
            counts.lint_cases(program, kind, counts.defect_cases(program, kind, corpus, originals), tally, examples)
        counts.lint_cases(program, kind, counts.sampled_patch_cases(program, kind), tally, examples)
    return tally, examples


def load_canonical_and_original_with_assimp(program, case, corpus, folder):
    """Loads a case and its canonical text with Assimp. Returns (name, exit status for the text, exit status for the case, last
    line printed for the text).
    """
    text = os.path.join(folder, os.path.basename(case["file"]))
    commands.run([program, "format", "-o", text, os.path.join(corpus, case["file"])], check=True)
    status, output = run_command([LOADER, text])
    before, _ = run_command([LOADER, os.path.join(corpus, case["file"])])
    lines = output.strip().splitlines()
    return case["id"], status, before, lines[-1] if lines else ""


def load_canonical_corpora_if_assimp_built(program):
    """Returns {format: [results of load_canonical_and_original_with_assimp()]}, or None if the program that calls Assimp is not
    built.
    """
    if not os.path.exists(LOADER):
        return None
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in FORMATS[2:]:
            corpus = os.path.join(folder, kind)
            commands.run([program, "corpus", "build", "--format", kind, corpus], stdout=commands.DEVNULL, check=True)
            cases = [case for case in counts.read_manifest(corpus) if case["verdict"] == "accept"]
            found[kind] = [load_canonical_and_original_with_assimp(program, case, corpus, folder) for case in cases]
    return found


def write_page_counts_section(program):
    """Writes and prints the section about files built from the page of mrtk; returns 1 if a share is below its goal."""
    tally = mrtk_page_counts.tally_by_layout(program)
    detection_page.replace_page_section(detection_page.page_counts_section(tally))
    print(detection_page.page_counts_table(tally), flush=True)
    return int(not mrtk_page_counts.reaches_goals_in_total(tally))


def print_result_and_get_exit(steps, wrong):
    disagreed = sum(step.disagreements for done in steps.values() for step in done)
    print("%d corpora wrong, %d disagreements" % (len(wrong), disagreed))
    return 1 if wrong or disagreed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--only-comparison", action="store_true")
    parser.add_argument("--only-counts", action="store_true")
    options = parser.parse_args()
    os.chdir(ROOT)
    if options.only_comparison:
        steps = compare_until_time_is_over(options.program, options.files, options.seconds)
        detection_page.replace_page_section(detection_page.comparison_section(steps))
        return print_result_and_get_exit(steps, [])
    if options.only_counts:
        detection_page.replace_page_section(detection_page.wrong_counts_section(*tally_wrong_counts(options.program)))
        return write_page_counts_section(options.program)
    shutil.rmtree(KEPT, ignore_errors=True)
    sums, wrong = verify_corpora(options.program, options.seeds)
    print("matrix:", sums, flush=True)
    tally, examples = tally_wrong_counts(options.program)
    print("counts:", {key: dict(value) for key, value in tally.items()}, flush=True)
    texts = load_canonical_corpora_if_assimp_built(options.program)
    print("canonical:", texts and {kind: len(done) for kind, done in texts.items()}, flush=True)
    steps = compare_until_time_is_over(options.program, options.files, options.seconds)
    detection_page.write_page(options, sums, wrong, steps, tally, examples, texts)
    return max(print_result_and_get_exit(steps, wrong), write_page_counts_section(options.program))


if __name__ == "__main__":
    sys.exit(main())
