#!/usr/bin/python3
"""Compares what Assimp reads from files and from changed files that mean the same, and prints the table of docs/evidence/equivalent.md:
same_scenes.py PROGRAM LOADER [FOLDER]...

LOADER is the program of assimp_scene.c. The files are generated, and up to 30 of each format from the folders, golden by default. The exit status is 1 if
a difference has no known reason.
"""

import argparse
import collections
import concurrent.futures
import glob
import math
import os
import re
import signal
import sys
import tempfile

import commands
from cli_case import GOLDEN, read

FORMATS = ("md5anim", "md5mesh", "md5camera")
GENERATED, CHOSEN = 24, 30  # files of each format
SEEDS = (1, 2)  # of each kind of change
NEAR, NEAR_SHARE = 1e-4, 1e-6  # the greatest difference that is called rounding, and its share of the number
REASONS_OF_KINDS = {  # reasons of kinds of change with which Assimp refuses files, crashes, or reads other content
    "block-comments": "it has no block comments",
    "control-blanks": "it hangs at a vertical tab or form feed, or reads it as part of a word",
    "joined-lines": "it reads line by line",
    "split-lines": "it reads line by line",
    "spaces": "it skips a token after a tab or several spaces",
    "tight-braces": "it needs blanks at braces",
}
RATE = "the line ends before `frameRate` decide whether it is read"
SECOND = "it reads a second file, which follows the end, as part of the first"
ROOTS = "it makes its skeleton of the first root joint's tree alone"
NO_KEYS = "a joint gets no key in a frame with no value at its start index"
DIGITS = "its decimal reader errs in the last bits"
SUMS = "it adds the weights of a vertex in the order of the file"
QUOTES = "it pairs `'` with `\"`, and removes no comment between them"
VERSION = "it refuses a comment before the version"
OVERFLOW = "its decimal reader refuses numbers of more digits than 64 bits hold"


def read_scene_or_failure_word(loader, path):
    """Returns the lines that LOADER prints for a file as a counter {(names, numbers): times}, or if Assimp reads nothing, a word:
    "refuses", "hangs" or "crashes".
    """
    result = commands.run([loader, path], stdout=commands.PIPE, stderr=commands.PIPE)
    if result.returncode != 0:
        return {1: "refuses", -signal.SIGXCPU: "hangs"}.get(result.returncode, "crashes")
    return collections.Counter(parse_face(line) if line.startswith("face") else split_names_and_numbers(line)
                               for line in result.stdout.decode().splitlines())


def split_names_and_numbers(line):
    """Returns (names, numbers) of a line, both in the order of the line. The keyword of the line is the first name."""
    words, names, numbers = line.split(), [], []
    for word in words:
        if re.match(r"-?([0-9]|inf|nan)", word):
            numbers.append(float(word))
        else:
            names.append(word)
    return tuple(names), tuple(numbers)


def names_and_numbers_of_corner(text):
    """Returns (names of bones, numbers) of a corner; the weights come last, in the order of the sorted names."""
    names, numbers = split_names_and_numbers(text)
    weights = sorted(zip(names, numbers[len(numbers) - len(names):]))
    return tuple(name for name, _ in weights), numbers[: len(numbers) - len(names)] + tuple(weight for _, weight in weights)


def parse_face(line):
    """Returns (names, numbers) of a face, which begins at the corner with the least names and numbers."""
    head, *corners = line.split(" |")
    corners = [names_and_numbers_of_corner(corner) for corner in corners]
    turned = [corners[i:] + corners[:i] for i in range(len(corners))]
    least = min(turned, key=lambda face: [(names, [round(number, 2) for number in numbers]) for names, numbers in face])
    return (head, *(names for names, _ in least)), tuple(number for _, numbers in least for number in numbers)


def are_all_numbers_near(one, other):
    return len(one) == len(other) and all(a == b or abs(a - b) <= max(NEAR, NEAR_SHARE * abs(a)) or (math.isnan(a) and math.isnan(b))
                                          for a, b in zip(one, other))  # fmt: skip


def unequal_lines_and_if_any_differ(one, other):
    """Returns {names: (numbers in `one` alone, numbers in `other` alone)} of the lines that have no line with nearly equal
    numbers in the other scene, and true if any line differs at all.
    """
    differing = collections.defaultdict(lambda: ([], []))
    for side, lines in enumerate((one - other, other - one)):
        for names, numbers in lines.elements():
            differing[names][side].append(numbers)
    for left, right in differing.values():
        for numbers in list(left):
            near = next((i for i, found in enumerate(right) if are_all_numbers_near(numbers, found)), None)
            if near is not None:
                left.remove(numbers)
                del right[near]
    return {names: sides for names, sides in differing.items() if sides != ([], [])}, bool(differing)


class ScenePair:
    """A file, its changed file, and the difference between the two scenes: a word, or None."""

    def __init__(self, kind, source, before, after):
        self.kind, self.source = kind, source
        self.lines, rounded = {}, False
        if isinstance(before, str) or isinstance(after, str):
            self.what = None if before == after else after if isinstance(after, str) else "loads"
            return
        self.lines, rounded = unequal_lines_and_if_any_differ(before, after)
        counts = all(len(left) == len(right) for left, right in self.lines.values())
        self.what = ("other numbers" if counts else "other content") if self.lines else "rounding" if rounded else None

    def known_reason_or_none(self, has_second_file):
        """Returns why Assimp reads other values; None if that is not known. `has_second_file`: text follows the end of the file."""
        heads = {names[0].split()[0] for names in self.lines}
        if self.what == "rounding":
            return SUMS if self.kind == "weight-order" else DIGITS
        if heads == {"rate"}:
            return RATE
        if has_second_file and self.kind not in REASONS_OF_KINDS:
            return SECOND
        if self.kind == "pruned-components" and "position" in heads:
            return NO_KEYS
        if self.kind == "joint-order" and heads == {"face"}:
            return ROOTS
        source = read(self.source)
        if self.what == "loads" and not source.startswith(b"MD5Version"):
            return VERSION
        if b"/*" in source and self.kind not in REASONS_OF_KINDS:
            return REASONS_OF_KINDS["block-comments"]
        if self.kind == "line-comments" and b"'" in source:
            return QUOTES
        if self.kind in ("all-digits", "exponents") and self.what != "loads":
            return OVERFLOW if self.what == "refuses" else DIGITS
        return REASONS_OF_KINDS.get(self.kind)


def generate_and_choose_files(program, kind, folders, place):
    """Returns generated files of a format, and files without errors from the folders."""
    commands.run([program, "generate", "--format", kind, "--seed", "21", "--count", str(GENERATED), "-o", place + "/"], check=True)
    found = sorted(path for folder in folders for path in glob.glob("%s/**/*.%s" % (folder, kind), recursive=True))
    sound = [path for path in found if commands.run([program, "lint", "-q", "--fail-on", "error", path], stdout=commands.DEVNULL).returncode == 0]
    step = max(1, len(sound) // CHOSEN)
    return sorted(glob.glob("%s/*.%s" % (place, kind))) + sound[::step][:CHOSEN]


def equivalent_kinds(program, kind):
    listed = commands.run([program, "mutate", "--equivalent", "--list", "--format", kind], stdout=commands.PIPE, check=True)
    return [line.split()[0] for line in listed.stdout.decode().splitlines() if line.strip()]


def outcomes_of_equivalent_changes(options, place, path):
    """Returns what Assimp makes of each equivalent change of a file, as (format, kind, difference, reason)."""
    form, found = path.rpartition(".")[2], []
    before = read_scene_or_failure_word(options.loader, path)
    linted = commands.run([options.program, "lint", path], stdout=commands.PIPE).stdout
    with tempfile.TemporaryDirectory(dir=place) as folder:  # each changed file is alone: Assimp would read a companion
        out = os.path.join(folder, "changed." + form)
        for kind in equivalent_kinds(options.program, form):
            for seed in SEEDS:
                made = commands.run([options.program, "mutate", "--equivalent", "--kind", kind, "--seed", str(seed), path, "-o", out],
                                    stdout=commands.DEVNULL, stderr=commands.DEVNULL)  # fmt: skip
                if made.returncode == 0:
                    pair = ScenePair(kind, path, before, read_scene_or_failure_word(options.loader, out))
                    reason = pair.what and pair.known_reason_or_none(b"/trailing-content]" in linted)
                    found.append((form, kind, pair.what, reason))
                    if pair.what and not reason:
                        print("%s: %s: seed %d: %s: %.300s" % (path, kind, seed, pair.what, pair.lines), file=sys.stderr)
    return found


def print_table(found):
    print("| format | kind | pairs | differences | reason |\n| --- | --- | --- | --- | --- |")
    for form, kind in sorted({pair[:2] for pair in found}):
        pairs = [pair for pair in found if pair[:2] == (form, kind)]
        whats = collections.Counter(what for _, _, what, _ in pairs if what)
        reasons = collections.Counter(reason or "not explained" for _, _, what, reason in pairs if what)
        if whats:
            print("| %s | `%s` | %d | %s | %s |" % (
                form, kind, len(pairs), ", ".join("%d %s" % (whats[what], what) for what in sorted(whats)),
                "; ".join("%d: %s" % (count, reason) for reason, count in reasons.most_common())))  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("loader", type=os.path.abspath)
    parser.add_argument("folders", nargs="*", default=[GOLDEN])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as place, concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        paths = [path for form in FORMATS for path in generate_and_choose_files(options.program, form, options.folders, place)]
        found = [pair for pairs in pool.map(lambda path: outcomes_of_equivalent_changes(options, place, path), paths) for pair in pairs]
    print_table(found)
    print("%d files, %d pairs, %d differences" % (len(paths), len(found), sum(what is not None for _, _, what, _ in found)))
    return 1 if any(what and not reason for _, _, what, reason in found) else 0


if __name__ == "__main__":
    sys.exit(main())
