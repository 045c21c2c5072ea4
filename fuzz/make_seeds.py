#!/usr/bin/python3
"""Makes the seeds of the fuzz targets out of animation files: make_seeds.py OUT TARGET... [-- FOLDER...]

OUT/TARGET/ gets a file a seed, named by its content, in the shape that the target takes (fuzz/targets/). Folders are
those of files to begin from, golden/ where none is given.
"""

import hashlib
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FORMATS = ("mrtk", "memg", "md5anim")
LARGEST = 16384  # bytes: what fuzz/target.options gives libFuzzer as the greatest length
LARGEST_OF = {"mrtk": 8192, "memg": 8192, "md5anim": 2048, "mesh": 2048, "scene": 4096}  # small seeds make fast targets
SEAM = b"\n--8<--\n"  # FUZZ_SEAM of fuzz/oracle.h
MAKE_BYTES = 64
MOST = 80  # seeds of a target


def files_below(folders):
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                yield os.path.join(place, name)


def format_of(path, content):
    """By content, as the program does; an empty file belongs to none."""
    if path.endswith(".md5anim"):
        return "md5anim"
    if not path.endswith(".bin") or not content:
        return None
    return "memg" if content[:4] in (b"\1\0\0\0", b"\0\0\0\1") or "/memg/" in path else "mrtk"


def load(folders):
    """{format: [(path, content)]}, and the same of "mesh" and "scene" files."""
    found = {kind: [] for kind in FORMATS + ("mesh", "scene")}
    for path in files_below(folders):
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
        kind = {".md5mesh": "mesh", ".obj": "scene"}.get(os.path.splitext(path)[1]) or format_of(path, content)
        if kind and len(content) <= LARGEST_OF[kind]:
            found[kind].append((path, content))
    return found


def mesh_of(animation):
    """A .md5mesh with the joints of an animation."""
    joints = re.findall(rb'^\s*("[^"\n]*")\s+(-?\d+)\s+\d+\s+\d+', animation, re.MULTILINE)
    lines = [b"\t%s %s ( 0 0 0 ) ( 0 0 0 )" % joint for joint in joints]
    head = b'MD5Version 10\ncommandline ""\n\nnumJoints %d\nnumMeshes 1\n\n' % len(joints)
    return head + b'joints {\n%s\n}\n\nmesh {\n\tshader "x"\n}\n' % b"\n".join(lines)


def pairs(companions, mains):
    """Each file with the companion of its name and with another's, and the first one with each companion."""
    stems = {os.path.splitext(path)[0]: content for path, content in companions}
    for number, (path, content) in enumerate(mains):
        yield companions[number % len(companions)][1] + SEAM + content
        if os.path.splitext(path)[0] in stems:
            yield stems[os.path.splitext(path)[0]] + SEAM + content
    for _, companion in companions:
        yield companion + SEAM + mains[0][1]


def choice_bytes(content, times):
    """Some choices for a content, always the same ones."""
    for number in range(times):
        yield hashlib.sha256(b"%d" % number + content).digest()


def seeds_of(target, found):
    oracle, _, kind = target.partition("-")
    if oracle == "memory":
        return [choice[:2] + content for _, content in found[kind] for choice in choice_bytes(content, 2)]
    if oracle == "make":
        return [choice * (MAKE_BYTES // len(choice)) for choice in choice_bytes(kind.encode(), 24)]
    if oracle == "pipe":
        contents = [content for kind in FORMATS for _, content in found[kind][::3]]
        return [bytes([number % 8]) + content for number, content in enumerate(contents)]
    if oracle == "mesh":
        made = [mesh_of(content) + SEAM + content for _, content in found["md5anim"]]
        return made + list(pairs(found["mesh"], found["md5anim"]))
    if oracle == "scene":
        return list(pairs(found["scene"], found["memg"]))
    return [content for _, content in found[kind]]


def write(folder, seeds):
    os.makedirs(folder, exist_ok=True)
    seeds = seeds[:: 1 + len(seeds) // MOST]
    wanted = {hashlib.sha256(seed).hexdigest()[:16]: seed for seed in seeds if len(seed) <= LARGEST}
    for name in set(os.listdir(folder)) - set(wanted):
        os.remove(os.path.join(folder, name))
    for name, seed in wanted.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(seed)
    return len(wanted)


def main():
    arguments = sys.argv[1:]
    folders = [os.path.join(ROOT, "golden")]
    if "--" in arguments:
        at = arguments.index("--")
        arguments, folders = arguments[:at], arguments[at + 1 :]
    if len(arguments) < 2:
        sys.exit(__doc__)
    found = load(folders)
    for target in arguments[1:]:
        if not write(os.path.join(arguments[0], target), seeds_of(target, found)):
            sys.exit("make_seeds.py: no seed for " + target)


if __name__ == "__main__":
    main()
