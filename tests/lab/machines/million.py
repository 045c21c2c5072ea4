#!/usr/bin/python3
"""Lints a million generated files in shards, and compares the merged report with the manifests of their corpora.

million.py PROGRAM [--files N] [--shards N] [--jobs N] [--folder DIR] [--keep]

Builds corpora with several seeds in DIR (build/million; a million files need 7.3 GB and two million inodes), splits them,
lints the shards, merges the reports, and compares findings, counts and files. Files without a companion are moved to a
directory that is named apart, so that the linter does not take a file of the corpus as their companion. set-skeleton is
ignored: it compares all files of a folder, which a manifest of single files does not predict. Prints the CPU seconds and the
seconds by the clock of each step, and ends with "N passed, N failed".
"""

import argparse
import collections
import concurrent.futures
import json
import os
import resource
import shutil
import subprocess
import time

from cli_case import ROOT, CheckCounter, corpus_cases

ALONE = "-alone"         # end of the name of the directory with the files of a corpus that have no companion
CORPUS_FILES = 170_000   # approximate number of files in a corpus
SEVERITIES = ("error", "warning", "note")

count = CheckCounter()
check = count.check


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_timed(what, step):
    """Runs step(), prints the time it took, and returns its result."""
    cpu, clock = child_seconds(), time.monotonic()
    result = step()
    print("%-44s %8.1f s of CPU %8.1f s" % (what, child_seconds() - cpu, time.monotonic() - clock), flush=True)
    return result


def build_corpus(program, folder, seed, count):
    name = "corpus-%d" % seed
    subprocess.run([program, "corpus", "build", name, "--seed", str(seed), "--count", str(count)], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    return name


def case_paths(name, entry):
    """Returns the paths of a case's file, after move_files_without_companion(), and of its companion; None if it has no companion."""
    path = os.path.join(name, entry["file"])
    if entry["companion"] is None:
        return os.path.join(name + ALONE, entry["file"]), None
    return path, os.path.join(name, entry["companion"])


def move_files_without_companion(folder, name):
    for entry in corpus_cases(os.path.join(folder, name)):
        if entry["companion"] is None:
            to = os.path.join(folder, case_paths(name, entry)[0])
            os.makedirs(os.path.dirname(to), exist_ok=True)
            os.rename(os.path.join(folder, name, entry["file"]), to)


def expected_findings(folder, names):
    """Returns {path: sorted (rule, severity, offset, length)} of all cases and companions, from the manifests."""
    plan = {}
    for name in names:
        for entry in corpus_cases(os.path.join(folder, name)):
            path, companion = case_paths(name, entry)
            found = {path: []}
            if companion is not None:
                found[companion] = []
            for one in entry["expected"]:
                found[path if one["in"] == "file" else companion].append((one["rule"], one["severity"], one["offset"], one["length"]))
            plan.update((at, tuple(sorted(rows))) for at, rows in found.items())
    return plan


def lint_shard(program, folder, index):
    report = "report-%d.jsonl" % index
    code = subprocess.run([program, "lint", "--no-config", "-q", "-j", "1", "--max-per-rule", "0",
                           "--ignore", "*/set-skeleton", "--files-from", "lists/%d" % index, "--output", "jsonl=" + report], cwd=folder, stdout=subprocess.DEVNULL).returncode
    check(code == 1, "lint of shard %d ended with %d" % (index, code))
    return report


def compare_merged_report_with_manifests(folder, plan):
    """Compares the findings in the merged report with those that the manifests expect."""
    reported, skipped, summary = collections.defaultdict(list), set(), None
    with open(os.path.join(folder, "merged.jsonl"), encoding="utf-8") as file:
        for row in map(json.loads, file):
            if row["type"] == "finding":
                reported[row["file"]].append((row["rule"], row["severity"], row["offset"], row["length"]))
            elif row["type"] == "file":
                reported[row["file"]]
            elif row["type"] == "skipped":
                skipped.add(row["file"])
            elif row["type"] == "summary":
                summary = row
    skipped &= plan.keys() - reported.keys()  # a skipped mesh may still have findings, as the companion of another file
    unreported = [path for path in skipped if path.endswith(".obj") and plan[path] and path[:-4] + ".bin" not in skipped]
    check(not unreported, "findings of %r are missing" % unreported[:3])
    differ = [path for path, rows in reported.items() if plan.get(path) != tuple(sorted(rows))]
    for path in differ[:5]:
        print("%s: %r in place of %r" % (path, sorted(reported[path]), plan.get(path)))
    check(not differ, "%d files have other findings than planned" % len(differ))
    check(len(reported) + len(skipped) == len(plan), "%d linted and %d skipped of %d files" % (len(reported), len(skipped), len(plan)))
    counts = collections.Counter(row[1] for path in reported for row in plan.get(path, ()))
    for severity in SEVERITIES:
        check(summary[severity + "s"] == counts[severity], "%s: %d in place of %d" % (severity, summary[severity + "s"], counts[severity]))
    check(summary["files"] == len(reported), "the summary counts %d files, but %d are reported" % (summary["files"], len(reported)))
    print("%d files as planned, %d not recognised by name or content; %s" % (
        len(reported) - len(differ), len(skipped), ", ".join("%d %ss" % (summary[severity + "s"], severity) for severity in SEVERITIES)))


def run_million_files(options, folder):
    program = os.path.abspath(options.program)
    corpora = max(1, round(options.files / CORPUS_FILES))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        cases = -(-options.files // corpora)
        names = run_timed("corpus build, %d corpora of %d cases" % (corpora, cases),
                      lambda: list(pool.map(lambda seed: build_corpus(program, folder, seed, cases), range(1, corpora + 1))))
        for name in names:
            move_files_without_companion(folder, name)
        plan = expected_findings(folder, names)
        check(len(plan) >= options.files, "%d files are fewer than %d" % (len(plan), options.files))
        run_timed("shard --count %d, %d files" % (options.shards, len(plan)), lambda: subprocess.run(
            [program, "shard", "--count", str(options.shards), *names, *(name + ALONE for name in names), "-o", "lists"],
            cwd=folder, check=True, stdout=subprocess.DEVNULL))
        reports = run_timed("lint -j1 of each shard, %d at once" % options.jobs,
                        lambda: list(pool.map(lambda index: lint_shard(program, folder, index), range(options.shards))))
    with open(os.path.join(folder, "merged.jsonl"), "wb") as merged:
        code = run_timed("report merge, jsonl", lambda: subprocess.run(
            [program, "report", "merge", *reports, "--format", "jsonl"], cwd=folder, stdout=merged).returncode)
    check(code == 1, "report merge ended with %d" % code)
    compare_merged_report_with_manifests(folder, plan)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=1_000_000)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--folder", default=os.path.join(ROOT, "build", "million"))
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    if os.path.exists(options.folder):
        parser.error("%s exists: remove it first" % options.folder)
    os.makedirs(options.folder)
    try:
        run_million_files(options, options.folder)
    finally:
        if not options.keep:
            shutil.rmtree(options.folder)
    count.finish()


if __name__ == "__main__":
    main()
