#!/usr/bin/python3
"""Compares the findings of the program with those of the independent readers, on pairs of an .md5anim and an .md5mesh that are
changed in content: compare_content.py ANIMPROOF [--pairs N] [--seed S] [--keep DIR]

A pair is determined by the seed and its number. A third of the pairs is also mutated as text. Rule,
severity, offset, length, line and column of each finding must be equal.
"""

import random
import sys

from compare import ComparisonByRule, compare_pair, parser_of_numbered_files, temporary_folder
from content.pair import Pair
from content.pair_mutations import change_boxes, mutate_content
from mutate import mutate_data

TEXT_SHARE = 0.33       # share of pairs that are also mutated as text
ALONE_SHARE = 0.2       # share of animations that are linted without their mesh


def make_mutated_animation_and_optional_mesh(seed, number):
    """Returns [.md5anim, .md5mesh] of the pair with this number, without the mesh if the animation is linted alone."""
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
    return [animation] if is_alone else [animation, mesh]


def main():
    options = parser_of_numbered_files(__doc__, "pairs", 300).parse_args()
    comparison = ComparisonByRule(options, (".md5anim", ".md5mesh"))
    with temporary_folder() as folder:
        for number in range(options.first, options.first + options.pairs):
            contents = make_mutated_animation_and_optional_mesh(options.seed, number)
            found = compare_pair(options.animproof, "md5anim+md5mesh", contents, folder, compares_paths=False)
            comparison.count_and_print_if_different("pair-%06d" % number, contents, *found)
    return comparison.print_counts_and_get_exit("compare_content.py")


if __name__ == "__main__":
    sys.exit(main())
