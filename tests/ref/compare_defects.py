"""Checks the expected findings of each defect of the binary formats against the independent readers.

    compare_defects.py ANIMPROOF [--seed S]

Applies every defect to the first of some generated and handmade files that it can be applied to. The reader must find all
expected findings in the changed file, and of each rule no more findings than those of the unchanged file plus the expected ones.
A near miss must be accepted, and expects no finding of its rule.
"""

import argparse
import collections
import glob
import json
import os
import tempfile

import commands
import readings
from cli_case import GOLDEN, CheckCounter, read

# Handmade files, for defects of variants that no generator makes.
BY_HAND = {"mrtk": ["mrtk/valid/*.bin", "reference/mrtk/*.bin"], "memg": ["memg/valid/*.bin", "reference/memg/good/*.bin"]}
WITHOUT_PATH = ("mrtk/layout-published", "mrtk/no-keys", "mrtk/no-duration")  # rules on the whole file: their paths are not compared
KNOBS = {
    "mrtk": [("version=1.1", "has_camera=yes", "has_hand=yes", "has_gaze=yes", "keys=8..16", "markers=3"),
             ("version=1.0", "keys=3..6", "markers=2", "name_bytes=300"),
             ("version=1.1", "has_camera=no", "has_hand=no", "has_gaze=no", "markers=0"),
             ("version=1.0", "keys=1..2", "layout=published"),
             ("version=1.1", "has_camera=yes", "has_hand=yes", "has_gaze=no", "keys=1", "markers=0"),
             ("version=1.0", "keys=4", "markers=3", "name_bytes=2"),
             ("version=1.1", "has_camera=yes", "has_hand=no", "keys=30"),
             ("version=1.1", "has_camera=yes", "has_hand=no", "keys=29")],
    "memg": [("groups=3", "vertices=4..6"), ("groups=1", "vertices=1", "modes=1"),
             ("groups=2", "modes=0"), ("groups=1", "name_bytes=5000", "modes=0", "vertices=1", "timesteps=2"),
             ("groups=1", "vertices=5..9", "timesteps=2", "modes=1..2"),
             ("frames=4", "groups=1", "vertices=1", "modes=0"), ("timesteps=0",),
             ("groups=6", "vertices=1..6")]
            # name_bytes is a maximum, and most names are shorter: 4 more seeds give a long one
            + 4 * [("groups=1", "name_bytes=5000", "modes=0", "vertices=1", "timesteps=2")]
            # a random vertex is outside of all faces in one file of three
            + 4 * [("groups=12", "vertices=1..6")],
}


def generate_and_list_paths_with_scenes(program, form, seed):
    """[(path, path of the scene or None)] of generated files with and without their scenes, then of handmade files."""
    files = []
    for number, knobs in enumerate(KNOBS[form]):
        path = "%s-%d.bin" % (form, number)
        commands.run([program, "generate", "--format", form, "--seed", str(seed + number), "-o", path,
                      *[word for knob in knobs for word in ("--knob", knob)]], check=True)
        scene = path[:-4] + ".obj"
        files.append((path, scene if form == "memg" and os.path.exists(scene) else None))
    files += [(path, None) for path, scene in files if scene]
    return files + [(path, None) for pattern in BY_HAND[form] for path in sorted(glob.glob(os.path.join(GOLDEN, pattern)))]


def count_findings(form, data, scene):
    """Counts the reader's findings by (1 for the scene or 0 for the file, rule, offset, length, path)."""
    results = readings.lint_file_and_companion(form, data, scene)
    return collections.Counter((of_scene, f["rule"], f["offset"], f["length"], comparable_path(of_scene, f))
                               for of_scene, result in enumerate(results) if result for f in result.findings_as_dictionaries())


def comparable_path(of_scene, finding):
    return "" if of_scene or finding["rule"] in WITHOUT_PATH else finding["path"]


def rule_counts(found):
    """Sums the counts of count_findings by (1 for the scene or 0 for the file, rule)."""
    counts = collections.Counter()
    for (of_scene, rule, *_), count in found.items():
        counts[of_scene, rule] += count
    return counts


def text_of_unexpected_differences_or_none(defect, before, after):
    """Describes how the readers' findings before and after a defect differ from those that the program expects of it; None if
    they do not."""
    expected = collections.Counter((f["companion"], f["rule"], f["offset"], f["length"], comparable_path(f["companion"], f))
                                   for f in defect["findings"])
    if defect["near_miss"] and (defect["verdict"] != "accept" or defect["rule"] in [rule for _, rule, *_ in expected]):
        return "a near miss must be accepted, without a finding of its rule: %r" % expected
    if expected - after:
        return "the reader does not find %r" % list((expected - after).keys())
    extra = rule_counts(after) - rule_counts(before) - rule_counts(expected)
    return "the reader finds %r, which the defect does not expect" % list(extra.keys()) if extra else None


def apply_defect_and_compare(program, form, name, path, scene, seed):
    """Applies a defect to a file. Returns (true if it can be applied, text that says how the readers' new findings differ from
    those that the program expects, or None)."""
    extra = [] if scene is None else ["--obj", scene]
    result = commands.run([program, "mutate", "--defect", form + "/" + name, "--seed", str(seed), "-o", "changed",
                           "--expect", "expected.json", path, *extra], stderr=commands.PIPE)
    if result.returncode == 1:  # the defect cannot be applied, or a handmade file has errors
        return False, None
    if result.returncode != 0:
        return True, "exit %d: %r" % (result.returncode, result.stderr)
    defect = json.loads(read("expected.json"))
    file, companion = read(path), None if scene is None else read(scene)
    before = count_findings(form, file, companion)
    if defect["in_companion"]:
        companion = read("changed")
    else:
        file = read("changed")
    return True, text_of_unexpected_differences_or_none(defect, before, count_findings(form, file, companion))


def main():
    parser = argparse.ArgumentParser(description="Checks the expected findings of defects against the independent readers.")
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program, seed, count = os.path.abspath(arguments.program), arguments.seed, CheckCounter()
    with tempfile.TemporaryDirectory(prefix="animproof-defects-") as folder:
        os.chdir(folder)
        for form in KNOBS:
            files = generate_and_list_paths_with_scenes(program, form, seed)
            listed = commands.run([program, "mutate", "--list", "--format", form], stdout=commands.PIPE, check=True)
            for name in [line.split()[0].split("/", 1)[1] for line in listed.stdout.decode().splitlines()]:
                wrong = "can be applied to none of the files"
                for path, scene in files:
                    is_applied, found = apply_defect_and_compare(program, form, name, path, scene, seed)
                    if is_applied:
                        wrong = found and "on %s: %s" % (path, found)
                        break
                count.check(not wrong, "%s/%s: %s" % (form, name, wrong))
        os.chdir("/")
    count.finish()


main()
