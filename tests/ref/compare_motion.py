#!/usr/bin/python3
"""Compares the findings of the program with those of the independent readers, on mrtk recordings and memg files with their scenes
that are changed in content: compare_motion.py ANIMPROOF [--files N] [--first N] [--seed S] [--keep DIR]

A file is determined by the seed and its number. A quarter of the files is also mutated as bytes or as text. Layout, rule, severity,
offset, length, path, line and column of each finding must be equal.
"""

import os
import pathlib
import random
import sys

import mrtk_reader
from compare import ComparisonByRule, compare_pair, describe_differences, lint_with_program, parser_of_numbered_files, temporary_folder
from content.recording import Recording
from content.recording_mutations import mutate_recording
from content.scene_mutations import mutate_scene
from content.scene_pair import ScenePair
from mutate import mutate_data

# (layout, profile) with which a recording is linted: file number n of the list gets row n % 6. Half of the rows are the defaults.
OPTIONS = (("auto", "default"), ("auto", "default"), ("auto", "published"), ("auto", "default"), ("writer", "default"), ("published", "default"))
BATCH = 200  # files that the program lints in one call
CHANGED_SHARE = 0.25    # share of files that are also mutated as bytes or as text


def make_mutated_recording(rng):
    recording = Recording(rng)
    mutate_recording(rng, recording)
    data = recording.mrtk_file_bytes()
    return mutate_data(rng, data, False) if rng.random() < CHANGED_SHARE else data


def make_memg_and_scene(rng):
    """Returns (memg file, .obj scene) made from random choices and changed in content."""
    pair = ScenePair(rng)
    mutate_scene(rng, pair)
    data, text = pair.memg_file_bytes(), pair.obj_file_bytes()
    if rng.random() < CHANGED_SHARE:
        return (mutate_data(rng, data, False), text) if rng.randrange(3) == 0 else (data, mutate_data(rng, text, True))
    return data, text


class MotionComparison(ComparisonByRule):
    def compare_recordings(self, files, folder):
        """Compares recordings given as {name: content}, each with one row of OPTIONS."""
        for remainder, (layout, profile) in enumerate(OPTIONS):
            named = list(files.items())[remainder::len(OPTIONS)]
            for start in range(0, len(named), BATCH):
                self.compare_batch(dict(named[start:start + BATCH]), folder, layout, profile)

    def compare_batch(self, batch, folder, layout, profile):
        for name, data in batch.items():
            pathlib.Path(folder, name).write_bytes(data)
        words = ["--mrtk-layout", layout, "--profile", profile]
        entries = lint_with_program(self.options.animproof, "mrtk", [os.path.join(folder, name) for name in batch], words)
        for name, data in batch.items():
            result, entry = mrtk_reader.lint(data, layout), entries[os.path.join(folder, name)]
            lines = list(describe_differences(with_severities_of_profile(result.findings_as_dictionaries(), profile), entry["findings"], False))
            if result.layout != entry["layout"]:
                lines.append("layout: reader %s, program %s" % (result.layout, entry["layout"]))
            self.count_and_print_if_different("-".join([name, layout, profile]), (data,), [result], lines)
            os.remove(os.path.join(folder, name))


def with_severities_of_profile(findings, profile):
    """Copies of the findings. In the profile `published`, those of NOTES_IF_PUBLISHED are notes."""
    is_lenient = profile == "published"
    return [dict(one, severity="note") if is_lenient and one["rule"] in mrtk_reader.NOTES_IF_PUBLISHED else one for one in findings]


def compare_all(comparison, options, folder):
    numbers = range(options.first, options.first + options.files)
    recordings = {"mrtk-%06d" % number: make_mutated_recording(random.Random("recording %d %d" % (options.seed, number))) for number in numbers}
    scenes = {"memg-%06d" % number: make_memg_and_scene(random.Random("scene %d %d" % (options.seed, number))) for number in numbers}
    comparison.compare_recordings(recordings, folder)
    for name, contents in scenes.items():
        comparison.count_and_print_if_different(name, contents, *compare_pair(options.animproof, "memg+obj", contents, folder))


def main():
    options = parser_of_numbered_files(__doc__, "files", 100).parse_args()
    comparison = MotionComparison(options, (".bin", ".obj"))
    with temporary_folder() as folder:
        compare_all(comparison, options, folder)
    return comparison.print_counts_and_get_exit("compare_motion.py")


if __name__ == "__main__":
    sys.exit(main())
