#!/usr/bin/python3
"""Checks that threads, shards and archives do not change reports: same_reports.py PROGRAM [--files N] [--seed N] [--folder DIR]

Generates files of each format with their companions, mutates them, and adds comments that suppress some or all findings of a
file. A configuration excludes some paths and has sections for others. All report formats, standard output, standard error and
the exit code of one thread are compared byte by byte with those of several threads, and of shards and `report merge`. Reports of
an archive are compared with those of the folder, after replacing the start of each path. Prints the first different line of
each difference, and ends with "N passed, N failed".
"""

import argparse
import collections
import json
import os
import random
import shutil
import tempfile
import zipfile

import commands
from cli_case import ROOT, CheckCounter, files_below, read, write
from formats import EXTENSIONS, FORMATS, REPORTS

BASES = 8  # generated files of each format, each with a folder of mutants
SMALL = {"mrtk": [], "memg": ["timesteps=1..3", "vertices=3..9"], "md5anim": ["joints=2..5", "frames=1..4"],
         "md5mesh": ["joints=2..4"], "md5camera": ["frames=2..4"]}
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 1\n"
CONFIG = b"""[animproof]
exclude = *-000003.*, /tree/01/, pointer.md5anim
include = *.odd

[severity]
mrtk/no-keys = warning

[path tree/0*/]
select = md5anim/*, md5mesh/number*, mrtk, file
max-per-rule = 2

[path *-000005.*]
ignore = md5anim/truncated, mrtk/truncated
fail-on = warning
"""
# Options of the compared runs on the tree.
WORDS = ([], ["--strict", "--statistics", "--max-findings", "3"], ["--select", "md5*/number*", "--exclude", "*-000002.*", "-v"])

count = CheckCounter()
check = count.check


def first_difference(one, other):
    """Describes the first line in which two texts differ."""
    ours, theirs = one.splitlines(), other.splitlines()
    at = next((i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]), min(len(ours), len(theirs)))
    return "line %d: %r and %r" % (at + 1, b"".join(ours[at:at + 1])[:300], b"".join(theirs[at:at + 1])[:300])


class TreeOfMutants:
    """Makes the files in the current folder, and runs the program on them."""

    def __init__(self, program, count, seed):
        self.program, self.count = program, count
        self.choices = random.Random(seed)
        self.seed = seed

    def run(self, *words, codes=(0, 1, 3)):
        result = commands.run([self.program, *words], 1200, stdout=commands.PIPE, stderr=commands.PIPE)
        if result.returncode not in codes:
            check(False, "%r ends with %d: %r" % (words, result.returncode, result.stderr[:300]))
        return result

    def make_mutants_and_companions(self):
        """Writes mutants of generated files and their companions, and files of no known format."""
        os.makedirs("bases")
        os.makedirs("tree")
        each = max(1, self.count // (BASES * len(FORMATS)))
        for place, name in enumerate(FORMATS):
            for base in range(BASES):
                folder = "tree/%02d" % (place * BASES + base)
                knobs = [word for knob in SMALL.get(name, []) for word in ("--knob", knob)]
                made = "bases/%s-%d%s" % (name, base, EXTENSIONS[name])
                self.run("generate", "--format", name, "--seed", str(self.seed + base), *knobs, "-o", made, codes=(0,))
                self.run("mutate", "--seed", str(self.seed + base), "--count", str(each + 1), "-o", folder + "/", made, codes=(0,))
                self.add_companions(folder, made)
        for i in range(3):
            for name, content in (("pointer-%d.md5anim", POINTER), ("empty-%d.md5mesh", b""), ("notes-%d.odd", b"nothing\n")):
                write("tree/%02d/%s" % (i, name % i), content)

    def add_companions(self, folder, made):
        stem = made.rsplit(".", 1)[0]
        for ending in (".obj", ".md5mesh"):
            if made.endswith(ending) or not os.path.exists(stem + ending):
                continue
            shutil.copy(stem + ending, folder)
            for name in sorted(os.listdir(folder))[:4]:
                shutil.copy(stem + ending, folder + "/" + name.rsplit(".", 1)[0] + ending)

    def suppress_findings(self):
        """Adds suppression comments to lines with findings; returns the number of files with a comment."""
        lines = self.run("lint", "--no-config", "--no-companions", "-q", "--format=jsonl", "tree").stdout.splitlines()
        found = collections.defaultdict(list)
        for line in map(json.loads, lines):
            if line["type"] == "finding" and line["line"] is not None:
                found[line["file"]].append((line["line"], line["rule"]))
        commented = 0
        for path, findings in sorted(found.items()):
            kind = self.choices.randrange(4)
            chosen = findings if kind == 0 else [self.choices.choice(findings)] if kind == 1 else []
            if kind == 2:
                chosen = [(findings[0][0], self.choices.choice(("md5anim/number", "md5mesh", "md5camera/no-such-*")))]
            commented += bool(chosen)
            self.add_comments(path, chosen)
        return commented

    @staticmethod
    def add_comments(path, chosen):
        rules = collections.defaultdict(set)
        for line, rule in chosen:
            rules[line].add(rule)
        lines = read(path).split(b"\n")
        for line, names in rules.items():
            if line <= len(lines):
                end = b"\r" if lines[line - 1].endswith(b"\r") else b""
                words = b" // animproof: ignore " + ", ".join(sorted(names)).encode()
                lines[line - 1] = lines[line - 1].removesuffix(b"\r") + words + end
        write(path, b"\n".join(lines))

    def run_with_reports(self, *words, formats=REPORTS):
        """Runs the program; returns {name: bytes} of its reports, standard output, standard error and exit code."""
        result = self.run(*words, *["--output=%s=out.%s" % (name, name) for name in formats])
        outputs = {name: read("out." + name) for name in formats}
        return {**outputs, "standard output": result.stdout, "standard error": result.stderr, "exit code": b"%d" % result.returncode}

    def lint_and_merge_shards(self, words, shards):
        """Lints shards and merges their reports; returns outputs like run_with_reports. Each option goes to the command that has the option."""
        of_merge = [word for word in words if word in ("--statistics", "-v")]
        of_shard = list(words[words.index("--exclude"):][:2]) if "--exclude" in words else []
        of_lint = [word for word in words if word not in of_merge]
        shutil.rmtree("lists", ignore_errors=True)
        self.run("shard", "-n", str(shards), "-o", "lists", *of_shard, "tree")
        parts = ["part-%d.jsonl" % i for i in range(shards)]
        for i, part in enumerate(parts):
            self.run("lint", "-j%d" % (1 + i % 3), "--files-from", "lists/%d" % i, *of_lint, "--output=jsonl=" + part)
        return self.run_with_reports("report", "merge", *of_merge, *parts)


def check_outputs_are_equal(what, one, other):
    for name, content in one.items():
        check(content == other[name], "%s: %s: %s" % (what, name, first_difference(content, other[name])))


def compare_archive(tree):
    """Compares reports of an archive with those of its folder, except skipped files and the summary. Runs without a
    configuration, since configurations inside an archive are not read."""
    with zipfile.ZipFile("tree.pk4", "w") as pack:
        for path in files_below("tree"):
            pack.write(path, os.path.relpath(path, "tree"))
    words = ["lint", "--no-config", "--exclude", "*-000003.*", "--exclude", "04/"]
    formats = ["concise", "jsonl", "gcc", "github", "junit", "checkstyle", "markdown"]
    compared = []
    for path in ("tree", "tree.pk4"):
        reports = tree.run_with_reports(*words, path, formats=formats)
        one = {name: content.replace(b"tree.pk4!", b"tree/") for name, content in reports.items()}
        one["jsonl"] = b"\n".join(line for line in one["jsonl"].splitlines()
                                  if not line.startswith((b'{"type": "skipped"', b'{"type": "summary"')))
        # Leaves out the numbers of files, which differ: an excluded folder counts as one, but in an archive each of its files
        # counts.
        for name in ("concise", "markdown", "github", "standard output"):
            one[name] = b"\n".join(line for line in one[name].splitlines() if b" files: " not in line)
        compared.append(one)
    check_outputs_are_equal("archive", *compared)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="folder for the files, which are kept")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = options.folder or tempfile.mkdtemp(prefix="animproof-same-")
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    tree = TreeOfMutants(program, options.files, options.seed)
    tree.make_mutants_and_companions()
    commented = tree.suppress_findings()
    write(".animproof.ini", CONFIG)
    for words in WORDS:
        alone = tree.run_with_reports("lint", "-j1", *words, "tree")
        for jobs in ("-j2", "-j8"):
            check_outputs_are_equal("%s with %r" % (jobs, words), alone, tree.run_with_reports("lint", jobs, *words, "tree"))
        check_outputs_are_equal("shards with %r" % words, alone, tree.lint_and_merge_shards(words, 7))
        summary = json.loads(alone["json"])["summary"]
        check(summary["suppressed"] > 0 and summary["skipped"] > 0 and summary["errors"] > 0, "%r: %r" % (words, summary))
    compare_archive(tree)
    files = sum(len(names) for _, _, names in os.walk("tree"))
    print("%d files, %d of them with comments; summary of the last run with a configuration: %s" % (files, commented, json.dumps(summary)))
    os.chdir(ROOT)
    if options.folder is None:
        shutil.rmtree(folder)
    count.finish()


if __name__ == "__main__":
    main()
