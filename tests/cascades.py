#!/usr/bin/python3
"""The cause first, and little else: what follows from one defect does not bury it.

    cascades.py ANIMPROOF

Builds the standard corpus of two seeds and lints each file that one defect broke, as `corpus verify` does. Held are:
the median of findings a file (with its companion) is 1, the 95th percentile at most 3; and in LEAST of the files the
defect's own finding, which the manifest knows, is the first error of the file it is in (the first finding, where it is
not an error). What comes before it may say the same; how often, is told too. tests/coverage/cascades.tsv lists the defects whose
own finding is not the first: the rule that comes before it, whether that says the same (`same`) or something that
follows (`other`), and why. A defect that is missing there, that has another rule before it, or that is listed without
need is a failure.
"""

import json
import math
import os
import statistics
import sys
import tempfile

import commands
from cli_case import Count

HERE = os.path.dirname(os.path.abspath(__file__))
EXCEPTIONS = os.path.join(HERE, "coverage", "cascades.tsv")
SEEDS = ("1", "2")
LEAST = 0.99
MOST_MEDIAN, MOST_95 = 1, 3
COMPANIONS = {"memg": "--obj", "md5anim": "--mesh"}


def lint(program, form, paths, companion=None):
    """The entries of a JSON report, by path."""
    beside = [COMPANIONS[form], companion] if companion else []
    run = commands.run([program, "lint", "--no-config", "--no-companions", "--format", "json", "--max-per-rule", "0",
                        "--input-format", form, *beside, "--", *paths], stdout=commands.PIPE)
    return {entry["file"]: entry["findings"] for entry in json.loads(run.stdout)["files"]}


def broken_by_one(folder):
    """The cases of a corpus that show a defect."""
    with open(os.path.join(folder, "manifest.jsonl"), encoding="ascii") as manifest:
        cases = [json.loads(line) for line in manifest]
    return [case for case in cases if case["defect"] and "_near_" not in case["id"]]


def own_finding(case):
    """The expected finding of the rule that the defect is named after: memg/obj-number_comma is of obj/number."""
    rule = case["defect"].split("_")[0]
    names = (rule, rule.replace("memg/obj-", "obj/"), rule.replace("md5anim/md5mesh-", "md5mesh/"))
    return next(f for f in case["expected"] if f["rule"] in names)


def found_in(program, folder, cases):
    """case id -> (findings of the file, findings of its companion)."""
    found = {}
    for form in sorted({case["format"] for case in cases}):
        alone = {os.path.join(folder, case["file"]): case for case in cases
                 if case["format"] == form and not case["companion"]}
        for path, findings in lint(program, form, list(alone)).items():
            found[alone[path]["id"]] = (findings, [])
    for case in (case for case in cases if case["companion"]):
        companion = os.path.join(folder, case["companion"])
        path = os.path.join(folder, case["file"])
        entries = lint(program, case["format"], [path], companion)
        found[case["id"]] = (entries[path], entries.get(companion, []))
    return found


def leading(own, findings):
    """The finding that is to be the defect's: the first error where that is one, otherwise the first of all."""
    rivals = [f for f in findings if own["severity"] != "error" or f["severity"] == "error"]
    return rivals[0] if rivals else {"rule": "nothing", "offset": 0, "length": 0, "path": ""}


class Exceptions:
    """The table, and what of it was seen."""

    def __init__(self):
        with open(EXCEPTIONS, encoding="utf-8") as file:
            rows = [line.split("\t") for line in file.read().splitlines()[1:]]
        self.rows = {(row[0], row[1]): row for row in rows}
        self.seen, self.faults = set(), []
        self.strange = 0        # files in which something that follows comes first
        self.later = 0          # files in which the defect's own finding is not the first
        for row in rows:
            if len(row) != 4 or row[2] not in ("same", "other") or row[3].strip() == "":
                self.faults.append("tests/coverage/cascades.tsv: %r is not defect, rule, same or other, and why" % row)

    def add(self, case, first, own):
        """A case whose own finding is not the first."""
        key = (case["defect"], first["rule"])
        self.later += 1
        self.strange += key not in self.rows or self.rows[key][2] != "same"
        if key not in self.rows and key not in self.seen:
            self.faults.append("%s: %s at %d comes before %s at %d in %s, and tests/coverage/cascades.tsv does not say why" % (
                case["defect"], first["rule"], first["offset"], own["rule"], own["offset"], case["file"]))
        self.seen.add(key)

    def stale(self):
        return ["%s: %s is listed in tests/coverage/cascades.tsv, and does not come first" % key
                for key in sorted(set(self.rows) - self.seen)]


def judge(program, folder, exceptions, counts):
    """Adds to both what came first where it should not, and (findings, name) of each case."""
    cases = broken_by_one(folder)
    found = found_in(program, folder, cases)
    for case in cases:
        of_file, of_companion = found[case["id"]]
        own = own_finding(case)
        counts.append((len(of_file) + len(of_companion), case["id"]))
        findings = of_companion if own["in"] == "companion" else of_file
        first = leading(own, findings)
        if any(first[key] != own[key] for key in ("rule", "offset", "length", "path")):
            exceptions.add(case, first, own)


def main():
    program, count = os.path.abspath(sys.argv[1]), Count()
    exceptions, counts = Exceptions(), []
    with tempfile.TemporaryDirectory(prefix="animproof-cascades-") as home:
        for seed in SEEDS:
            folder = os.path.join(home, seed)
            commands.run([program, "corpus", "build", folder, "--seed", seed], stdout=commands.DEVNULL, check=True)
            judge(program, folder, exceptions, counts)
    numbers = sorted(findings for findings, _ in counts)
    median, most = statistics.median(numbers), numbers[math.ceil(0.95 * len(numbers)) - 1]
    own, cause = (1 - n / len(counts) for n in (exceptions.later, exceptions.strange))
    many = ["%s: %d findings" % (case, findings) for findings, case in sorted(counts, reverse=True)[:40] if findings > MOST_95]
    count.check(median <= MOST_MEDIAN and most <= MOST_95, "median %g findings, 95th percentile %d; %d and %d are allowed\n%s" % (
        median, most, MOST_MEDIAN, MOST_95, "\n".join(many)))
    count.check(own >= LEAST, "the defect's own finding is first in %.2f %%, %g %% are needed" % (100 * own, 100 * LEAST))
    faults = exceptions.faults + exceptions.stale()
    for fault in faults + [None] * (len(counts) + 1 - len(faults)):
        count.check(fault is None, fault)
    print("%d files: median %g findings, 95th percentile %d, most %d; the cause is first in %.2f %%, as the defect's own "
          "finding in %.2f %%" % (len(counts), median, most, numbers[-1], 100 * cause, 100 * own))
    count.finish()


main()
