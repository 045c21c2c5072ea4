#!/usr/bin/python3
"""Compares the findings of the program with those of the independent readers on folders of animations, meshes and .md5scale files:
compare_folders.py ANIMPROOF [--folders N] [--first N] [--seed S] [--keep DIR]

Which mesh an animation gets, and which skeletons differ, depends on all files of a folder. `animproof sets` must give each
animation the mesh that the independent search finds. A folder is determined by the seed and its number.
"""

import json
import os
import pathlib
import random
import shutil
import sys

import md5anim_reader
import md5mesh_reader
from cli_case import json_report, lint_entries
from compare import MOST_SHOWN, describe_differences, parser_of_numbered_files, temporary_folder, with_empty_paths
from content.pair import Pair
from content.scale_file import ScaleFileChecker
from content.sets import ANIMATION, MESH, Member, check_folder, find_mesh
from mutate import mutate_data

SCALE = ".md5scale"
PLACES = ("", "a", "a/anim", "a/mesh", "b", "b/anim")
STEMS = ("walk", "Walk2", "run", "hand", "handIdle", "w", "body", "bodyTurn")
SCALE_WORDS = ('"0"', '"1"', '"01"', '"99"', '"scale_positions"', "true", "false", "1.5", "-0.5e3", "01", ".5", "nan", "{", "}", ":", ",",
               '"hips"', '"x"', '"', "[", "]", "null", "{}", " ", "\f", "// x", '"\\u0041"', '"\\x"')


def rename_or_reparent_joints(rng, pair):
    """Renames a joint, gives it another parent, exchanges two names, or renames several joints, in the animation and in the mesh."""
    joint = rng.randrange(len(pair.names))
    kind = rng.randrange(4)
    if kind == 0:
        pair.names[joint] += "X"
    elif kind == 1 and joint:
        pair.parents[joint] = rng.randrange(joint)
    elif kind == 2 and joint > 1:
        pair.names[joint], pair.names[joint - 1] = pair.names[joint - 1], pair.names[joint]
    else:
        pair.names = ["%s%s" % (name, rng.choice(["", "", "Y"])) for name in pair.names]
    pair.mesh_names, pair.mesh_parents = list(pair.names), list(pair.parents)


def make_often_faulty_scale_file(rng, names):
    """The text of an .md5scale, in most cases with one or two tokens changed."""
    joints = {rng.choice([*names, "none"]): {rng.choice(["0", "1", "7", "scale_positions"]): 1.5 for _ in range(rng.randrange(3))}
              for _ in range(rng.randrange(4))}
    for frames in joints.values():
        frames.update({key: True for key in frames if key == "scale_positions"})
    words = json.dumps(joints).replace("{", " { ").replace("}", " } ").replace(":", " : ").replace(",", " , ").split(" ")
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        at, kind = rng.randrange(len(words)), rng.randrange(4)
        words[at:at + (kind != 0)] = [] if kind == 3 else [rng.choice(SCALE_WORDS)]
    return rng.choice([" ", "\n", ""]).join(words).encode("latin-1")


def make_folder_contents(seed, number):
    """{path: content} of the files of a folder."""
    rng = random.Random("folder %d %d" % (seed, number))
    base = rng.getrandbits(32)
    places, files = rng.sample(PLACES, rng.choice([1, 2, 3])), {}
    for _ in range(rng.choice([3, 4, 5, 6, 8])):
        pair = Pair(random.Random(base))
        for _ in range(rng.choice([0, 0, 0, 0, 1, 2])):
            rename_or_reparent_joints(rng, pair)
        animation, mesh = pair.texts()
        is_mesh = rng.random() < 0.3
        data = mesh if is_mesh else animation
        path = os.path.join(rng.choice(places), rng.choice(STEMS))
        files[path + (MESH if is_mesh else ANIMATION)] = mutate_data(rng, data, True) if rng.random() < 0.08 else data
        if not is_mesh and rng.random() < 0.2:
            files[path + SCALE] = make_often_faulty_scale_file(rng, pair.names)
    return files


def lint_with_readers(files):
    """Returns {path: Result} of all files, and {path of an animation: path of its mesh or None}. The second is None if an animation
    or a mesh has an error, since its joints may be unknown."""
    meshes, animations, results, pairs = [], [], {}, {}
    for path in sorted(files):
        if path.endswith(MESH):
            meshes.append(Member(path, md5mesh_reader.parse(files[path])))
        elif path.endswith(ANIMATION):
            animations.append(Member(path, md5anim_reader.AnimReader(files[path])))
    parsed = {mesh.path: mesh.reader for mesh in meshes}
    for mesh in meshes:
        mesh.reader = mesh.reader.reader
    for animation in animations:
        animation.reader.read()
        mesh = find_mesh(animation, meshes)
        pairs[animation.path] = mesh.path if mesh else None
        md5anim_reader.run_final_checks(animation.reader, parsed[mesh.path] if mesh else None)
        animation.mesh = mesh if mesh and not mesh.reader.has_error() else None
        animation.is_named_like_mesh = mesh is not None and (mesh.folder, mesh.stem) == (animation.folder, animation.stem)
    for animation in animations:
        scale, reader = animation.path[:-len(ANIMATION)] + SCALE, animation.reader
        if scale in files and not reader.has_error():
            results[scale] = ScaleFileChecker(files[scale], set(animation.joint_names()), reader.frame_count).check_and_get_result()
    usable = [member for member in [*animations, *meshes] if not member.reader.has_error()]
    for folder in sorted({member.folder for member in usable}):
        check_folder([member for member in usable if member.folder == folder])
    results.update({member.path: member.reader.result for member in [*animations, *meshes]})
    return results, pairs if len(usable) == len(animations) + len(meshes) else None


def lint_folder_with_program(animproof, folder):
    """Returns {path: findings} as the program reports them."""
    entries = lint_entries(animproof, "--jobs", "1", "--max-findings", "0", "--max-per-rule", "0", ".", cwd=folder)
    return {os.path.normpath(path): entry["findings"] for path, entry in entries.items()}


def meshes_found_by_program(animproof, folder):
    """Returns {path of an animation: path of its mesh or None} as `animproof sets` reports them."""
    found = json_report(animproof, "sets", "--allow-empty", ".", cwd=folder)
    pairs = {one["file"]: None for one in found["alone"] if one["file"].endswith(ANIMATION)}
    pairs.update({one["file"]: named["companion"]["file"] for named in found["sets"] for one in named["files"]})
    return {os.path.normpath(path): mesh and os.path.normpath(mesh) for path, mesh in pairs.items()}


def compare_folder(options, number, folder):
    """Yields the differences in one folder."""
    files = make_folder_contents(options.seed, number)
    for path, data in files.items():
        whole = pathlib.Path(folder, path)
        whole.parent.mkdir(parents=True, exist_ok=True)
        whole.write_bytes(data)
    (by_readers, meshes_by_readers), by_program = lint_with_readers(files), lint_folder_with_program(options.animproof, folder)
    for path in sorted({*by_readers, *by_program}):
        listed = by_readers[path].findings_as_dictionaries() if path in by_readers else []
        for line in describe_differences(with_empty_paths(listed), with_empty_paths(by_program.get(path, [])), True):
            yield "%s: %s" % (path, line)
    pairs = meshes_by_readers and meshes_found_by_program(options.animproof, folder)
    for path in sorted({*(meshes_by_readers or {}), *(pairs or {})}):
        if meshes_by_readers.get(path, "no file") != pairs.get(path, "no file"):
            yield "%s: its mesh is %s by the reader, %s by the program" % (path, meshes_by_readers.get(path), pairs.get(path))


def main():
    options = parser_of_numbered_files(__doc__, "folders", 100).parse_args()
    disagreed = 0
    for number in range(options.first, options.first + options.folders):
        with temporary_folder() as folder:
            lines = list(compare_folder(options, number, folder))
            disagreed += bool(lines)
            if lines and disagreed <= MOST_SHOWN:
                print("folder %d of seed %d:\n    %s" % (number, options.seed, "\n    ".join(lines[:8])))
            if lines and options.keep:
                shutil.copytree(folder, os.path.join(options.keep, "%06d" % number), dirs_exist_ok=True)
    print("compare_folders.py: %d passed, %d failed" % (options.folders - disagreed, disagreed))
    return 1 if disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
