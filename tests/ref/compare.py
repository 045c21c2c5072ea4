#!/usr/bin/python3
"""Compares the findings of the program with those of the independent readers, on randomly mutated files.

    compare.py ANIMPROOF FOLDER... [--files N] [--seed S] [--keep DIR]

pypy3 runs this three times as fast as python3, and makes the same files from the same seed.

Compares every sample below the folders unchanged, then N mutated samples of each format; for memg also up to N samples written
with mistakes that the format's page explains. Rules, severities, offsets, lengths, lines and columns must be equal, finding by
finding. Paths must be equal, except in findings of text formats that NO_PATH names and in findings on a whole file. The formats
"memg+obj" and "md5anim+md5mesh" compare files with a mutated companion: a scene (.obj) or a mesh (.md5mesh).
"""

import argparse
import collections
import itertools
import os
import pathlib
import random
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cli/lib"))
import readings  # noqa: E402  (the path is set above)
from cli_case import files_below, lint_entries, read  # noqa: E402
from memg_mistake_writer import write_with_mistakes  # noqa: E402
from mutate import mutate_data, scale_baseframe  # noqa: E402

BATCH = 1000            # files that one run of the program lints
LARGEST = 40000         # bytes; larger samples are not compared with the program
LARGEST_MUTATED = 6000  # bytes of a sample that is mutated: many small files test more than few large ones
MOST_SHOWN = 20         # printed at most, of the files that differ
IN_MEMORY = "/dev/shm"  # a folder in memory on Linux
COMPANIONS = {"memg+obj": (".bin", ".obj", "--obj"), "md5anim+md5mesh": (".md5anim", ".md5mesh", "--mesh")}
# Beginnings of rules of text formats that are compared without the path: most are reported by the lexer, which knows no field.
NO_PATH = ("unexpected-token", "truncated", "string-unterminated", "comment-", "encoding", "before-version", "layout",
           "count", "frame-missing", "header-key", "trailing-content", "version", "no-keys", "quaternion", "number",
           "frame-", "integer", "keyword-comment", "blank", "line-length")


def format_of_sample(path):
    extension = os.path.splitext(path)[1][1:]
    if extension in readings.READERS:
        return extension
    if not path.endswith(".bin"):
        return None
    return "memg" if "memg" in path else "mrtk"


def sample_contents(folders):
    """{format: contents of the samples, ordered by file name}"""
    found = {name: [] for name in readings.READERS}
    for path in itertools.chain.from_iterable(map(files_below, folders)):
        kind = format_of_sample(path)
        if kind and os.path.getsize(path) <= LARGEST:
            found[kind].append(read(path))
    return found


def companion_pairs(folders, kind):
    """[(content of a file, content of its companion)]: two files of one name that differ in the extension."""
    pairs = []
    for path in itertools.chain.from_iterable(map(files_below, folders)):
        stem, extension = os.path.splitext(path)
        main = stem + COMPANIONS[kind][0]
        if extension == COMPANIONS[kind][1] and os.path.exists(main):
            pairs.append((read(main), read(path)))
    return pairs


def comparison_key(finding, ignores_lexer_paths):
    """The parts of a finding that must be equal in program and reader. The path is "" for rules of NO_PATH in text formats,
    and for rules on a whole file."""
    name = finding["rule"].split("/")[1]
    path = "" if ignores_lexer_paths and name.startswith(NO_PATH) else finding["path"]
    if name in ("no-keys", "no-duration", "layout-published"):
        path = ""
    return (*(finding[member] or 0 for member in ("offset", "line", "column", "rule", "severity", "length")), path)


def lint_with_program(animproof, kind, paths, options=()):
    """{path: the file's entry in the program's JSON report}"""
    return lint_entries(animproof, "--jobs", "1", "--input-format", kind, "--max-findings", "0", "--max-per-rule", "0", *options, *paths)


def offset_of_first_error(findings):
    return min((f["offset"] for f in findings if f["severity"] == "error"), default=None)


def describe_differences(by_reader, by_program, ignores_lexer_paths):
    """Yields a line for each finding that only the reader or only the program has, and one if their first errors have other
    offsets."""
    a = sorted(comparison_key(f, ignores_lexer_paths) for f in by_reader)
    b = sorted(comparison_key(f, ignores_lexer_paths) for f in by_program)
    if a == b:
        return
    if offset_of_first_error(by_reader) != offset_of_first_error(by_program):
        yield "first error: reader %s, program %s" % (offset_of_first_error(by_reader), offset_of_first_error(by_program))
    for item in a:
        if item not in b or a.count(item) > b.count(item):
            yield "only the reader finds %s" % (item,)
    for item in b:
        if item not in a or b.count(item) > a.count(item):
            yield "only the program finds %s" % (item,)


def compare_pair(animproof, kind, contents, folder, compares_paths=True):
    """Compares the program's findings in a file of a kind of COMPANIONS, and in its companion if contents has two, with those of the
    readers. Returns (results of the readers, lines that describe the differences)."""
    form, paths = kind.split("+")[0], [os.path.join(folder, name) for name in ("file", "companion")[:len(contents)]]
    for path, content in zip(paths, contents):
        pathlib.Path(path).write_bytes(content)
    entries = lint_with_program(animproof, form, [*[COMPANIONS[kind][2], *paths[1:]][:2 * len(paths[1:])], paths[0]])
    results, lines = [result for result in readings.lint_file_and_companion(form, *contents) if result], []
    for path, result in zip(paths, results):
        findings = [result.findings_as_dictionaries(), entries[path]["findings"]]
        findings = findings if compares_paths else map(with_empty_paths, findings)
        lines += describe_differences(*findings, not (kind == "memg+obj" and path == paths[0]))
    return results, lines


def with_empty_paths(findings):
    return [dict(finding, path="") for finding in findings]


class Comparison:
    """Runs the program and the readers on files, prints where they differ, and counts."""

    def __init__(self, animproof, keep):
        self.animproof = animproof
        self.keep = keep
        self.compared = 0
        self.samples = 0    # compared files that were not mutated
        self.findings = 0  # number of findings of the readers
        self.disagreed = 0  # files on which the program and the reader have different findings

    def compare_batch(self, kind, files, folder):
        paths = []
        for number, data in enumerate(files):
            paths.append(os.path.join(folder, "%s-%06d" % (kind, number)))
            pathlib.Path(paths[-1]).write_bytes(data)
        entries = lint_with_program(self.animproof, kind, paths)
        for path, data in zip(paths, files):
            self.compare_file(kind, data, entries[path])

    def compare_file(self, kind, data, entry):
        result, _ = readings.lint_file_and_companion(kind, data)
        self.findings += len(result.findings)
        found = list(describe_differences(result.findings_as_dictionaries(), entry["findings"], kind.startswith("md5")))
        if kind == "mrtk" and result.layout != entry["layout"]:
            found.append("layout: reader %s, program %s" % (result.layout, entry["layout"]))
        self.count_and_print(kind, [data], found)

    def count_and_print(self, kind, contents, differences):
        """Counts a compared file, or a pair with the kind FORMAT+COMPANION. Prints the first differences of each of the first
        MOST_SHOWN that have differences, and writes their contents into the folder of --keep."""
        self.compared += 1
        if not differences:
            return
        self.disagreed += 1
        if self.disagreed > MOST_SHOWN:
            return
        print("%s, %s bytes:" % (kind, "+".join(str(len(content)) for content in contents)))
        for line in differences[:8]:
            print("    " + line)
        for extension, content in zip(kind.split("+"), contents if self.keep else ()):
            pathlib.Path(os.path.join(self.keep, "%03d.%s" % (self.disagreed, extension))).write_bytes(content)

    def compare_pair(self, kind, contents, folder):
        results, found = compare_pair(self.animproof, kind, contents, folder)
        self.findings += sum(len(result.findings) for result in results)
        self.count_and_print(kind, contents, found)


class ComparisonByRule:
    """Counts the files and pairs with a finding and with a difference, by rule."""

    def __init__(self, options, extensions):
        self.options, self.extensions = options, extensions
        self.compared = self.disagreed = 0
        self.found = collections.Counter()      # number of files with a finding of the readers, by rule
        self.different = collections.Counter()  # number of files with a different finding, by rule

    def count_and_print_if_different(self, name, contents, results, lines):
        """Counts a file. Prints its differences, and writes it into the folder of --keep if it has any."""
        self.found.update({finding.rule for result in results for finding in result.findings})
        self.compared += 1
        if not lines:
            return
        self.disagreed += 1
        self.different.update({word.strip("',") for line in lines for word in line.split() if "/" in word} or {"layout"})
        if self.disagreed <= MOST_SHOWN:
            print("%s:\n    %s" % (name, "\n    ".join(lines[:8])))
        for extension, content in zip(self.extensions, contents if self.options.keep else ()):
            pathlib.Path(self.options.keep, name + extension).write_bytes(content)

    def print_counts_and_get_exit(self, script):
        for rule in sorted({*self.found, *self.different}):
            print("%6d files with %s, %d different" % (self.found[rule], rule, self.different[rule]))
        print("%s: %d passed, %d failed" % (script, self.compared - self.disagreed, self.disagreed))
        return 1 if self.disagreed else 0


def samples_with_mistakes(rng, originals, count):
    """Samples written with one to three mistakes of memg_mistake_writer.py; 30 % are also mutated."""
    files = [write_with_mistakes(rng, rng.choice(originals)) for _ in range(count)]
    return (mutate_data(rng, data, False) if rng.random() < 0.3 else data for data in files if data)


def mutated_files(kind, originals, options):
    """Yields the mutated files of a format; for memg, also samples that the writer with mistakes wrote. Seed and originals
    determine the files.
    """
    rng = random.Random("%s %d" % (kind, options.seed))
    small = [data for data in originals if len(data) <= LARGEST_MUTATED]
    for _ in range(options.files):
        yield mutate_data(rng, rng.choice(small), kind.startswith("md5"))
    if kind == "memg":
        yield from samples_with_mistakes(rng, small, options.files)


def temporary_folder():
    return tempfile.TemporaryDirectory(dir=IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None)


def compare_files(comparison, kind, originals, options):
    files = itertools.chain(originals, mutated_files(kind, originals, options))
    comparison.samples += len(originals)
    print("%s: drawn from %d samples, crc32 %08x" % (kind, len(originals), zlib.crc32(b"".join(originals))))
    with temporary_folder() as folder:
        for batch in iter(lambda: list(itertools.islice(files, BATCH)), []):
            comparison.compare_batch(kind, batch, folder)


def mutate_companion_or_baseframe_or_both(rng, kind, data, companion):
    """Mutates the companion; returns (data, companion). Half of the animations get a scaled baseframe, and half of these keep their
    mesh unchanged."""
    if kind == "md5anim+md5mesh" and rng.randrange(2):
        data = scale_baseframe(rng, data)
        if rng.randrange(2):
            return data, companion
    return data, mutate_data(rng, companion, True)


def compare_pairs(comparison, kind, options):
    rng = random.Random("%s %d" % (kind, options.seed))
    pairs = companion_pairs(options.folders, kind)
    mutated = [mutate_companion_or_baseframe_or_both(rng, kind, *rng.choice(pairs)) for _ in range(options.files // 4)]
    comparison.samples += len(pairs)
    with temporary_folder() as folder:
        for contents in pairs + mutated:
            comparison.compare_pair(kind, contents, folder)


def parser_of_numbered_files(description, what, default):
    """Returns a parser of the options of a comparison of files that a seed and a number determine."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("animproof", type=os.path.abspath)
    parser.add_argument("--" + what, type=int, default=default, help="number of " + what)
    parser.add_argument("--first", type=int, default=0, help="number of the first of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for those on which program and reader differ")
    return parser


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("animproof")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--files", type=int, default=1000, help="number of mutated files of each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formats", default=",".join([*readings.READERS, *COMPANIONS]))
    parser.add_argument("--keep", help="folder for the files on which program and reader differ")
    options = parser.parse_args()
    found = sample_contents(options.folders)
    comparison = Comparison(options.animproof, options.keep)
    for kind in options.formats.split(","):
        if kind in COMPANIONS:
            compare_pairs(comparison, kind, options)
        elif found[kind]:
            compare_files(comparison, kind, found[kind], options)
        else:
            raise SystemExit("%s has no sample below %s" % (kind, ", ".join(options.folders)))
    print("compared: %d mutated files, %d findings of the readers" % (comparison.compared - comparison.samples, comparison.findings))
    print("readers: %d passed, %d failed" % (comparison.compared - comparison.disagreed, comparison.disagreed))
    return 1 if comparison.disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
