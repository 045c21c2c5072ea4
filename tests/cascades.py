#!/usr/bin/python3
"""Checks that a file with one defect has few findings, and that the defect's own finding is the first: cascades.py ANIMPROOF

Builds the standard corpus of two seeds and lints each file with a defect, as `corpus verify` does. The median number of findings
of a file and its companion must be 1, and the 95th percentile at most 3. The manifest has the defect's own finding. In
MIN_SHARE_OF_CAUSES of the files it must be the first error of its file; if it is not an error, the first finding.

tests/lab/coverage/cascades.tsv lists the defects that have another finding first: the rule of that finding, `same` if it names the
same cause or `other` if it is a consequence, and the reason. Failures are a
defect without a row, a first finding of another rule than in the row, and a row that no file needs.
"""

import math
import os
import statistics
import sys
import tempfile

import commands
from cli_case import CheckCounter, corpus_cases, lint_entries, read_text

HERE = os.path.dirname(os.path.abspath(__file__))
EXCEPTIONS = os.path.join(HERE, "lab", "coverage", "cascades.tsv")
SEEDS = ("1", "2")
MIN_SHARE_OF_CAUSES = 0.99
MAX_MEDIAN, MAX_PERCENTILE_95 = 1, 3
COMPANIONS = {"memg": "--obj", "md5anim": "--mesh"}


def lint_and_get_findings_by_path(program, form, paths, companion=None):
    """Returns {path: findings} of files that are linted, and of their companion."""
    companion_options = [COMPANIONS[form], companion] if companion else []
    entries = lint_entries(program, "--no-companions", "--max-per-rule", "0", "--input-format", form, *companion_options, "--", *paths)
    return {path: entry["findings"] for path, entry in entries.items()}


def cases_with_defect(folder):
    """Returns the cases of a corpus with a defect, without near misses."""
    return [case for case in corpus_cases(folder) if case["defect"] and "_near_" not in case["id"]]


def finding_named_by_defect(case):
    """Returns the expected finding of the rule in the defect's name: memg/obj-number_comma has a finding of obj/number."""
    rule = case["defect"].split("_")[0]
    names = (rule, rule.replace("memg/obj-", "obj/"), rule.replace("md5anim/md5mesh-", "md5mesh/"))
    return next(f for f in case["expected"] if f["rule"] in names)


def findings_of_cases(program, folder, cases):
    """Returns {case id: (findings of the file, findings of its companion)}"""
    found = {}
    for form in sorted({case["format"] for case in cases}):
        without_companion = {os.path.join(folder, case["file"]): case for case in cases
                 if case["format"] == form and not case["companion"]}
        for path, findings in lint_and_get_findings_by_path(program, form, list(without_companion)).items():
            found[without_companion[path]["id"]] = (findings, [])
    for case in (case for case in cases if case["companion"]):
        companion = os.path.join(folder, case["companion"])
        path = os.path.join(folder, case["file"])
        entries = lint_and_get_findings_by_path(program, case["format"], [path], companion)
        found[case["id"]] = (entries[path], entries.get(companion, []))
    return found


def first_reported_finding(own, findings):
    """Returns the first error, or the first finding if the defect's own finding is not an error."""
    rivals = [f for f in findings if own["severity"] != "error" or f["severity"] == "error"]
    return rivals[0] if rivals else {"rule": "nothing", "offset": 0, "length": 0, "path": ""}


class CascadeTable:
    """The rows of tests/lab/coverage/cascades.tsv, and which of them a case needs."""

    def __init__(self):
        rows = [line.split("\t") for line in read_text(EXCEPTIONS).splitlines()[1:]]
        self.rows = {(row[0], row[1]): row for row in rows}
        self.seen, self.faults = set(), []
        self.consequence_first = 0  # files in which a consequence of the defect is reported first
        self.not_first = 0          # files in which the defect's own finding is not the first
        for row in rows:
            if len(row) != 4 or row[2] not in ("same", "other") or row[3].strip() == "":
                self.faults.append("tests/lab/coverage/cascades.tsv: %r must be defect, rule, `same` or `other`, and a reason" % row)

    def record_other_finding_first(self, case, first, own):
        """Records a case in which the defect's own finding is not the first."""
        key = (case["defect"], first["rule"])
        self.not_first += 1
        self.consequence_first += key not in self.rows or self.rows[key][2] != "same"
        if key not in self.rows and key not in self.seen:
            self.faults.append("%s: %s at %d comes before %s at %d in %s; tests/lab/coverage/cascades.tsv needs a row with the reason" % (
                case["defect"], first["rule"], first["offset"], own["rule"], own["offset"], case["file"]))
        self.seen.add(key)

    def unneeded_rows(self):
        return ["%s: %s does not come first, so its row in tests/lab/coverage/cascades.tsv must go" % key
                for key in sorted(set(self.rows) - self.seen)]


def count_findings_and_exceptions(program, folder, exceptions, counts):
    """Adds (number of findings, id) of each case to `counts`, and cases with another finding first to `exceptions`."""
    cases = cases_with_defect(folder)
    found = findings_of_cases(program, folder, cases)
    for case in cases:
        of_file, of_companion = found[case["id"]]
        own = finding_named_by_defect(case)
        counts.append((len(of_file) + len(of_companion), case["id"]))
        findings = of_companion if own["in"] == "companion" else of_file
        first = first_reported_finding(own, findings)
        if any(first[key] != own[key] for key in ("rule", "offset", "length", "path")):
            exceptions.record_other_finding_first(case, first, own)


def main():
    program, count = os.path.abspath(sys.argv[1]), CheckCounter()
    exceptions, counts = CascadeTable(), []
    with tempfile.TemporaryDirectory(prefix="animproof-cascades-") as home:
        for seed in SEEDS:
            folder = os.path.join(home, seed)
            commands.run([program, "corpus", "build", folder, "--seed", seed], stdout=commands.DEVNULL, check=True)
            count_findings_and_exceptions(program, folder, exceptions, counts)
    numbers = sorted(findings for findings, _ in counts)
    median, most = statistics.median(numbers), numbers[math.ceil(0.95 * len(numbers)) - 1]
    own, cause = (1 - n / len(counts) for n in (exceptions.not_first, exceptions.consequence_first))
    many = ["%s: %d findings" % (case, findings) for findings, case in sorted(counts, reverse=True)[:40] if findings > MAX_PERCENTILE_95]
    count.check(median <= MAX_MEDIAN and most <= MAX_PERCENTILE_95, "median %g findings, 95th percentile %d; %d and %d are allowed\n%s" % (
        median, most, MAX_MEDIAN, MAX_PERCENTILE_95, "\n".join(many)))
    count.check(own >= MIN_SHARE_OF_CAUSES, "the defect's own finding is first in %.2f %% of the files, %g %% are needed" % (
        100 * own, 100 * MIN_SHARE_OF_CAUSES))
    faults = exceptions.faults + exceptions.unneeded_rows()
    for fault in faults + [None] * (len(counts) + 1 - len(faults)):
        count.check(fault is None, fault)
    print("%d files: median %g findings, 95th percentile %d, maximum %d; the cause is first in %.2f %%, the defect's own "
          "finding in %.2f %%" % (len(counts), median, most, numbers[-1], 100 * cause, 100 * own))
    count.finish()


main()
