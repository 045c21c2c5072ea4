#!/usr/bin/python3
"""Compares the findings of the program with those of the independent readers, on pairs of an .md5anim and an .md5mesh that are
changed in content: compare_content.py ANIMPROOF [--pairs N] [--seed S] [--keep DIR]

A pair is determined by the seed and its number. A third of the pairs is also mutated as text. Rule,
severity, offset, length, line and column of each finding must be equal.
"""

import argparse
import collections
import os
import pathlib
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cli/lib"))
import readings  # noqa: E402  (the path is set above)
import rules_in_use  # noqa: E402
from compare import describe_differences, lint_with_program, temporary_folder  # noqa: E402
from content.pair import Pair  # noqa: E402
from content.pair_mutations import change_boxes, mutate_content  # noqa: E402
from mutate import mutate_data  # noqa: E402

MOST_SHOWN = 20         # most pairs that are printed
TEXT_SHARE = 0.33       # share of pairs that are also mutated as text
ALONE_SHARE = 0.2       # share of animations that are linted without their mesh


def make_mutated_animation_and_optional_mesh(seed, number):
    """Returns (.md5anim, .md5mesh) of the pair with this number. The mesh is None if the animation is linted alone."""
    rng = random.Random("pair %d %d" % (seed, number))
    pair = Pair(rng)
    mutate_content(rng, pair)
    is_alone = rng.random() < ALONE_SHARE
    if is_alone and rng.randrange(2):
        change_boxes(rng, pair)
    animation, mesh = pair.texts()
    if rng.random() < TEXT_SHARE:
        which = rng.randrange(3)
        animation = mutate_data(rng, animation, True) if which != 1 else animation
        mesh = mutate_data(rng, mesh, True) if which != 0 else mesh
    return animation, None if is_alone else mesh


class ContentComparison:
    """Compares pairs; counts the pairs with a finding and with a difference, by rule."""

    def __init__(self, options):
        self.options = options
        self.pairs = self.disagreed = 0
        self.found = collections.Counter()      # number of pairs with a finding of the readers, by rule
        self.different = collections.Counter()  # number of pairs with a different finding, by rule

    def compare_pair(self, number, folder):
        contents = make_mutated_animation_and_optional_mesh(self.options.seed, number)
        paths = self._write_pair(contents, folder)
        entries = lint_with_program(self.options.animproof, "md5anim", [*(["--mesh"] * (len(paths) - 1)), *reversed(paths)])
        lines = []
        for path, result in zip(paths, readings.lint_file_and_companion("md5anim", *contents)):
            self.found.update({finding.rule for finding in result.findings})
            lines += describe_differences(with_empty_paths(result.findings_as_dictionaries()), with_empty_paths(entries[path]["findings"]), True)
        self.pairs += 1
        if lines:
            self._count_and_print_disagreement(number, lines, contents)

    @staticmethod
    def _write_pair(contents, folder):
        """Writes each file of a pair into a folder of its own. Returns the paths: one if there is no mesh."""
        paths = [os.path.join(folder, "pair.md5anim"), os.path.join(folder, "meshes", "pair.md5mesh")]
        os.makedirs(os.path.dirname(paths[1]), exist_ok=True)
        paths = paths[:2 - (contents[1] is None)]
        for path, content in zip(paths, contents):
            pathlib.Path(path).write_bytes(content)
        return paths

    def _count_and_print_disagreement(self, number, lines, contents):
        self.disagreed += 1
        self.different.update({word.strip("',") for line in lines for word in line.split() if "/" in word})
        if self.disagreed <= MOST_SHOWN:
            print("pair %d of seed %d:\n    %s" % (number, self.options.seed, "\n    ".join(lines[:8])))
        if self.options.keep:
            for extension, content in zip((".md5anim", ".md5mesh"), contents):
                pathlib.Path(self.options.keep, "%06d%s" % (number, extension)).write_bytes(content or b"")

    def print_counts(self):
        for rule, count in sorted(self.found.items()):
            print("%6d pairs with %s, %d different" % (count, rule, self.different[rule]))
        for rule in sorted(set(self.different) - set(self.found)):
            print("       only the program finds %s, in %d pairs" % (rule, self.different[rule]))
        print("compare_content.py: %d passed, %d failed" % (self.pairs - self.disagreed, self.disagreed))


def with_empty_paths(findings):
    return [dict(finding, path="") for finding in findings]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("animproof")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the pairs on which program and reader differ")
    comparison = ContentComparison(parser.parse_args())
    options = comparison.options
    rules_in_use.adapt_readers_to_program(options.animproof)
    with temporary_folder() as folder:
        for number in range(options.first, options.first + options.pairs):
            comparison.compare_pair(number, folder)
    comparison.print_counts()
    return 1 if comparison.disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
