#!/usr/bin/python3
"""Lints generated sets of files, which must have no finding: false_alarms.py PROGRAM [--sets N] [--first N] [--seed S] [--keep DIR] [--page]

A set is what a modder has: a mesh and its animations in one folder or in several, gib models and levels of detail, an .md5scale, motions
with their scenes, recordings and cameras, packed or not. `lint --strict` must report nothing, and `sets` must give each animation the mesh
that the independent search finds. A set is determined by the seed and its number. At the end all sets are linted together.
If ../shared/samples exists, `sets` must also give its animations the meshes of the independent search. --page writes the figures to
docs/evidence/detection.md.
"""

import argparse
import collections
import glob
import json
import os
import random
import re
import shutil
import sys
import tempfile
import zipfile

import commands
import detection_page
from cli_case import ROOT, json_report, read, write
from content.sets import ANIMATION, MESH, Member, find_mesh

SAMPLES = os.path.join(ROOT, "..", "shared", "samples")
STEMS = ("hero", "Hero", "wolf", "ogre", "v_gun")
MOVES = ("idle", "walk", "run", "die", "Attack1", "pain", "reload", "look_left")
VARIANTS = ("_gib", "-lod1", "-lod2", "_LOD3", "_gibs")
OTHERS = {"memg": ".bin", "mrtk": ".bin", "md5camera": ".md5camera"}
FEWEST_JOINTS = 8   # of a model next to others: with fewer, two models could share half of their joint names by chance
# Folders of the mesh and of the animations of a model, in which {0} is the model's name; None: the model has no mesh.
LAYOUTS = (("models/{0}", "models/{0}"), ("models/mesh", "models/anim"), ("models/{0}/mesh/md5", "models/{0}/anim"), (None, "anims/{0}"),
           ("progs", "progs"))
JOINT = re.compile(rb'^\s*"([^"]*)"\s+-?\d', re.MULTILINE)


class GeneratedMember(Member):
    """A file as the independent search of meshes sees it: only its path and joint names are known."""

    def __init__(self, path, names):
        super().__init__(path, None)
        self.known = names

    def joints(self):
        return self.known

    def joint_names(self):
        return self.known


def joint_names(path):
    """Returns the joint names of a generated file: the strings at the start of lines before the sections `bounds` or `mesh`."""
    head = re.split(rb"^\s*(?:bounds|mesh)\s*\{", read(path), maxsplit=1, flags=re.MULTILINE)[0]
    return JOINT.findall(head)


class SetMaker:
    """Writes the files of one set below a folder."""

    def __init__(self, program, folder, seed, number):
        self.program, self.folder = program, folder
        self.rng = random.Random("set %d %d" % (seed, number))

    def generate(self, form, path, *knobs):
        target = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        words = [self.program, "generate", "--format", form, *(word for knob in knobs for word in ("--knob", knob)), "-o", target]
        commands.run([*words, "--seed", str(self.seed)], check=True, stdout=commands.DEVNULL)
        return target

    def write_variants(self, mesh):
        """Writes up to two copies of the mesh next to it, with names of gib models and levels of detail."""
        content = read(mesh)
        for variant in self.rng.sample(VARIANTS, self.rng.choice([0, 0, 1, 2])):
            write(mesh[:-len(MESH)] + variant + MESH, content)

    def write_scale(self, animation):
        names = [name.decode() for name in joint_names(animation) if name.isascii() and b"\\" not in name]
        with open(animation[:-len(ANIMATION)] + ".md5scale", "w", encoding="utf-8") as file:
            json.dump({self.rng.choice(names): {"0": 1.5, "scale_positions": True}}, file)

    def write_model(self, stem):
        rng = self.rng
        self.seed = rng.randrange(1 << 30)
        layout = rng.choice(LAYOUTS)
        mesh_folder, folder = (place and place.format(stem) for place in layout)
        is_shared = layout[1] == folder     # other models may have their animations in this folder
        joints = "joints=%d" % rng.randint(FEWEST_JOINTS, 40)
        names = [("" if not is_shared and rng.random() < 0.5 else stem) + move for move in rng.sample(MOVES, rng.randint(1, 6))]
        names[0] = stem if rng.random() < 0.5 else names[0]
        for name in names:
            path = self.generate("md5anim", "%s/%s%s" % (folder, name, ANIMATION), joints, "frames=%d" % rng.randint(1, 12))
            self.move_mesh_if_first_else_remove(path[:-len(ANIMATION)] + MESH,
                                                mesh_folder and os.path.join(self.folder, mesh_folder, stem + MESH), name == names[0])
            if rng.random() < 0.1:
                self.write_scale(path)

    def move_mesh_if_first_else_remove(self, mesh, target, is_first):
        """Moves the mesh that was generated with an animation to its place. Removes it if it is not the first one, since all
        animations of a model have the same mesh, or if `target` is None.
        """
        if target is None or not is_first:
            if mesh != target:
                os.remove(mesh)
            return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.replace(mesh, target)
        self.write_variants(target)

    def write_set(self):
        for stem in self.rng.sample(STEMS, self.rng.choice([1, 1, 2, 3])):
            self.write_model(stem)
        for form, extension in OTHERS.items():
            if self.rng.random() < 0.2:
                self.generate(form, "%s/take%s" % (form, extension))

    def pack_into_archive(self):
        """Replaces the files by an archive that contains them. Returns the archive's name."""
        name = self.rng.choice(["pak0.pk4", "base.pk3", "all.zip"])
        paths = [path for path in glob.glob("**", root_dir=self.folder, recursive=True) if os.path.isfile(os.path.join(self.folder, path))]
        with zipfile.ZipFile(os.path.join(self.folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(paths):
                archive.write(os.path.join(self.folder, path), path)
        for entry in os.listdir(self.folder):
            if entry != name:
                shutil.rmtree(os.path.join(self.folder, entry))
        return name


def lint_strictly(program, folder):
    """Returns the number of checked files, and a line for each finding."""
    files = json_report(program, "lint", "--strict", folder)["files"]
    return len(files), ["%s: %s: %s" % (file["file"], finding["rule"], finding["message"]) for file in files for finding in file["findings"]]


def pairs_by_independent_search(folder):
    """Returns {path of an animation: path of its mesh or None}, as the independent search finds them."""
    paths = [path for path in glob.glob("**", root_dir=folder, recursive=True) if path.endswith((MESH, ANIMATION))]
    members = [GeneratedMember(path, joint_names(os.path.join(folder, path))) for path in sorted(paths)]
    meshes = [member for member in members if member.extension == MESH]
    found = {member.path: find_mesh(member, meshes) for member in members if member.extension == ANIMATION}
    return {path: mesh and mesh.path for path, mesh in found.items()}


def find_pairs(program, path, above):
    """Returns {path of an animation: (path of its mesh or None, how it was found)}, as the program finds them; paths are
    relative to `above`.
    """
    found = json_report(program, "sets", "--allow-empty", path)

    def path_relative_to_above(name):
        return os.path.relpath(name.replace("!", "/", 1), above)
    pairs = {path_relative_to_above(one["file"]): (None, "none") for one in found["alone"] if one["file"].endswith(ANIMATION)}
    pairs.update({path_relative_to_above(file["file"]): (path_relative_to_above(one["companion"]["file"]), file["found_by"])
                  for one in found["sets"] for file in one["files"] if file["file"].endswith(ANIMATION)})
    return pairs


class AlarmSums:
    def __init__(self):
        self.files = self.wrong_pairs = self.findings = 0
        self.found_by = collections.Counter()

    def count_pairs(self, name, expected, found):
        for path in sorted({*expected, *found}):
            mesh, how = found.get(path, ("not listed", "none"))
            self.found_by[how] += 1
            if expected.get(path, "no file") != mesh:
                self.wrong_pairs += 1
                print("%s: %s: its mesh is %s by the search, %s by the program" % (name, path, expected.get(path), mesh))

    def count_findings(self, files, lines):
        self.files += files
        self.findings += len(lines)
        print("".join(line + "\n" for line in lines[:8]), end="")


def write_and_check_set(options, number, folder, sums):
    """Writes the set of this number into the folder, lints it, and adds its findings and pairs to `sums`."""
    maker = SetMaker(options.program, folder, options.seed, number)
    maker.write_set()
    expected = pairs_by_independent_search(folder)
    above = os.path.join(folder, maker.pack_into_archive()) if maker.rng.random() < 0.2 else folder
    sums.count_findings(*lint_strictly(options.program, folder))
    sums.count_pairs("set %d" % number, expected, find_pairs(options.program, folder, above))


def count_pairs_of_samples(program, sums):
    """Adds the pairs in the folders of the samples to `sums`. Returns the number of folders."""
    folders = sorted({*glob.glob(os.path.join(SAMPLES, "md5anim/*/")), *glob.glob(os.path.join(SAMPLES, "md5mesh/pairs/"))})
    for folder in folders:
        sums.count_pairs(os.path.relpath(folder, SAMPLES), pairs_by_independent_search(folder), find_pairs(program, folder, folder))
    return len(folders)


def table_row(kind, folders, sums, has_findings):
    """Returns a row of the table in docs/evidence/detection.md."""
    animations = sum(sums.found_by.values())
    return [kind, folders, sums.files or "", sums.findings if has_findings else "", animations, animations - sums.found_by["none"], sums.wrong_pairs]


def check_sets(options, sums, together):
    with tempfile.TemporaryDirectory() as temporary:
        root = options.keep or temporary
        for number in range(options.first, options.first + options.sets):
            folder = os.path.join(root, "%05d/game" % number)   # two folders deep: no search reaches the next set
            os.makedirs(folder)
            write_and_check_set(options, number, folder, sums)
        together.count_findings(*lint_strictly(options.program, root))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--sets", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the sets")
    parser.add_argument("--page", action="store_true", help="write the figures to docs/evidence/detection.md")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    sums, together, samples = AlarmSums(), AlarmSums(), AlarmSums()
    check_sets(options, sums, together)
    rows = [table_row("generated", options.sets, sums, True), ["generated, in one run", options.sets, together.files, together.findings, "", "", ""],
            table_row("real", count_pairs_of_samples(options.program, samples), samples, False)]
    for row in rows:
        print("%s: %s sets, %s files, %s findings, %s animations, %s with a mesh, %s with another mesh" % tuple(row))
    print("mesh found by: %s" % dict(sorted(sums.found_by.items())))
    if options.page:
        detection_page.replace_sets_section(options, rows)
    checks = sums.files + together.files + sum(sums.found_by.values()) + sum(samples.found_by.values())
    failed = sums.findings + together.findings + sums.wrong_pairs + samples.wrong_pairs
    print("false_alarms.py: %d passed, %d failed" % (checks - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
