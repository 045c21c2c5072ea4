#!/usr/bin/python3
"""Writes the seeds of all fuzz targets: make_seeds.py OUT [FOLDER...]

OUT/TARGET/ gets the seeds of a target, named by their hashes, in the input layout of the target (fuzz/targets.tsv). The seeds
are made from the animation files in each FOLDER, or in golden/ if no folder is given.
"""

import hashlib
import os
import re
import sys

from fuzz_targets import EXTENSIONS, FORMATS, SEAM, TARGETS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST = 16384  # bytes, limit of a seed: max_len in fuzz/target.options
LARGE = 1500  # bytes, limit of a file from which a seed is made, unless LARGE_OF has its format: small seeds make fast targets
LARGE_OF = {"mrtk": 2048, "memg": 2048, "md5mesh": 1250, "scene": 4096, "json": 2500}
SMALL = 1016  # bytes: half of a target's seeds are at most this large, which is 1 KiB together with the choice bytes
FEW = 20  # least number of small seeds: with fewer, choose_by_size ignores sizes
WHOLE = range(4097, 8193)  # range of the size in bytes of an MRTK file with the curves of both hands
MAKE_BYTES = 64  # bytes of each seed of a make target
MOST = 80  # limit of seeds for a target that MOST_OF does not list
MOST_OF = {"memory-memg": 160, "json": 320, "report": 400, "places": 400, "mesh": 240, "scene": 160, "positions": 160}


def files_below(folders):
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                yield os.path.join(place, name)


def format_of(path, content):
    """Returns the format of a file by its extension, or by its content if it ends in .bin; None if it has no format."""
    for form, extension in EXTENSIONS.items():
        if extension != ".bin" and path.endswith(extension):
            return form
    if not path.endswith(".bin") or not content:
        return None
    return "memg" if content[:4] in (b"\1\0\0\0", b"\0\0\0\1") or "/memg/" in path else "mrtk"


def load_small_files_by_format(folders):
    """Returns {format or "scene": [(path, content)]} of the files that are small enough. One large MRTK file is added, which
    has all parts of the format. Files of golden/mistakes have the lower limit SMALL: the linter takes up to 0.5 ms to search for
    their correct counts."""
    found = {kind: [] for kind in FORMATS + ("scene",)}
    has_whole = False
    for path in files_below(folders):
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
        kind = {".obj": "scene"}.get(os.path.splitext(path)[1]) or format_of(path, content)
        is_whole = kind == "mrtk" and not has_whole and "/valid/" in path and len(content) in WHOLE
        has_whole = has_whole or is_whole
        most = SMALL if "/mistakes/" in path else LARGE_OF.get(kind, LARGE)
        if kind and (len(content) <= most or is_whole):
            found[kind].append((path, content))
    return found


def make_mesh_of_animation(animation):
    """Returns a .md5mesh with the names and parents of an animation's joints."""
    joints = re.findall(rb'^\s*("[^"\n]*")\s+(-?\d+)\s+\d+\s+\d+', animation, re.MULTILINE)
    lines = [b"\t%s %s ( 0 0 0 ) ( 0 0 0 )" % joint for joint in joints]
    head = b'MD5Version 10\ncommandline ""\n\nnumJoints %d\nnumMeshes 1\n\n' % len(joints)
    return head + b'joints {\n%s\n}\n\nmesh {\n\tshader "x"\n}\n' % b"\n".join(lines)


def pair_inputs(companions, mains):
    """Yields inputs of a companion, the seam and a file. Each file gets the next of the companions in turn, and also the
    companion of its name; the first file gets each companion.
    """
    stems = {os.path.splitext(path)[0]: content for path, content in companions}
    for number, (path, content) in enumerate(mains):
        yield companions[number % len(companions)][1] + SEAM + content
        if os.path.splitext(path)[0] in stems:
            yield stems[os.path.splitext(path)[0]] + SEAM + content
    for _, companion in companions:
        yield companion + SEAM + mains[0][1]


def scenes_and_valid_motions_of_same_name(found):
    """Yields (scene, motion) for each valid motion that has a scene of the same name."""
    scenes = dict(found["scene"])
    for path, motion in found["memg"]:
        scene = scenes.get(os.path.splitext(path)[0] + ".obj")
        if scene and "/valid/" in path:
            yield scene, motion


def choice_bytes(content, times):
    """Yields `times` strings of choice bytes; the strings depend only on the content."""
    for number in range(times):
        yield hashlib.sha256(b"%d" % number + content).digest()


# Changes that break a JSON document: a pattern, and the replacement of its first match.
WRONG = (
    (rb"\{", b"["), (rb'"format": "[a-z0-9]+"', b'"format": 1'), (rb'"format": "[a-z0-9]+"', b'"format": "x"'),
    (rb'"layout": [^,]+', b'"layout": 1'), (rb'"layout": [^,]+', b'"layout": "published"'),
    (rb'"fields": \{', b'"more": 1, "fields": {'), (rb'(?s)"fields": .*', b'"fields": 1}'),
    (rb'"fields": \{', b'"fields": { "more": [1],'), (rb'"0x[0-9a-f]+"', b'"0x12"'), (rb'"0x[0-9a-f]+"', b"1"),
    (rb'"major": 1', b'"major": 2'), (rb'"0x[0-9a-f]{15}', b'"0x000000000000000'),
    (rb'"has_camera": 1', b'"has_camera": 256'), (rb'"has_camera": 1', b'"has_camera": null'),
    (rb'_count": [0-9]+', b'_count": 2147483648'), (rb'_count": [0-9]+', b'_count": 7'),
    (rb'"(num_joints|name_length)": [0-9]+', rb'"\1": 9'), (rb'"time": [-0-9.]+', b'"time": "inf"'),
    (rb'"(x|value|framerate)": [-0-9.]+', rb'"\1": "-inf"'), (rb'"(x|value)": [-0-9.]+', rb'"\1": "nan (0x7fc00001)"'),
    (rb'"(x|value)": [-0-9.]+', rb'"\1": "nan (0x3f800000)"'), (rb'"(x|value)": [-0-9.]+', rb'"\1": true'),
    (rb'"(x|value)": [-0-9.]+', rb'"\1": "nan"'), (rb'"(x|value)": [-0-9.]+', rb'"\1": 1e99'),
    (rb'"values": \[[-0-9.]+', b'"values": ["inf"'), (rb'"values": \[[-0-9.]+', b'"values": ["nan (0x7ff8000000000001)"'),
    (rb'"mapping": \[[0-9]+', b'"mapping": ["x"'), (rb'"mean": \[[-0-9.]+,', b'"mean": ['),
    (rb'"(name|commandline)": ("[^"]+")', rb'"\1": { "bytes": "c3ff" }'),
    (rb'"(name|commandline)": ("[^"]+")', rb'"\1": { "bytes": "c3f" }'),
    (rb'"(name|commandline)": ("[^"]+")', rb'"\1": 1'), (rb'"(name|commandline)": ("[^"]+")', rb'"\1": "a\\"b"'),
    (rb'"name": ("[^"]+")', rb'"name_prefix": "8f00", "name": \1'),
    (rb'"name": ("[^"]+")', rb'"name_prefix": "x", "name": \1'),
    (rb'"name": ("[^"]+")', rb'"name_prefix": "ffffffffff7f", "name": \1'),
    (rb'"frame_rate": 24', b'"frame_rate": 24.5'), (rb'"frame_rate": 24', b'"frame_rate": 3e9'), (rb'"frame_rate": 24', b'"frame_rate": 1e300'),
    (rb'"frame_rate": 24', b'"frame_rate": true'), (rb'"version": 10', b'"version": 11.5'),
    (rb'"index": 1', b'"index": "x"'), (rb'"parent": -1', b'"parent": 1.5'),
)  # fmt: skip


def whole_and_broken_json_documents():
    """Returns an empty array, and the JSON documents in fuzz/documents/, each also cut in half, with each change of WRONG, and
    with up to 5 trailing blanks: fuzz_json.c lets an allocation fail that the number of blanks selects.
    """
    found = [b"[]"]
    for path in files_below([os.path.join(ROOT, "fuzz", "documents")]):
        with open(path, "rb") as file:
            whole = file.read()
        changed = [re.sub(pattern, instead, whole, count=1) for pattern, instead in WRONG]
        found += [whole + b" " * count for count in range(6)] + [whole[: len(whole) // 2]] + [each for each in changed if each != whole]
    return found


# An .obj with more groups than the initial capacity of the parser's table, a group named twice in a statement, and numbers in
# unusual spellings.
MANY_GROUPS = b"v 1e-3 -2E+2 .5\nv 1 2 3\nv 17976931348623157e292 0 0\ng a a b\nf 1 2 -1\n" + b"".join(
    b"g n%d a\nf 1 2 3\n" % number for number in range(90))

def text_with_long_canonical_form(children=76, name="x" * 900):
    """Returns a short text with a canonical form that is longer than a writer's buffer: it repeats the long name of the parent
    after each joint.
    """
    lines = ["MD5Version 10", 'commandline ""', "numFrames 1", "numJoints %d" % (1 + children), "frameRate 24",
             "numAnimatedComponents 1", "hierarchy {", '"%s" -1 1 0' % name]  # fmt: skip
    lines += ['"%d" 0 0 0' % child for child in range(children)] + ["}", "bounds {", "(0 0 0)(1 1 1)", "}", "baseframe {"]
    lines += ["(0 0 0)(0 0 0)"] * (1 + children) + ["}", "frame 0 {", "1", "}"]
    return "\n".join(lines).encode() + b"\n"


# A text with two joints of one component each, and changes (old, new) from which inputs_of_two_texts() makes other texts.
TWO_JOINTS = b"""MD5Version 10
commandline "a"
numFrames 1
numJoints 2
frameRate 24
numAnimatedComponents 2
hierarchy {
"a" -1 1 0
"b" 0 1 1
}
bounds {
(0 0 0)(1 1 1)
}
baseframe {
(0 0 0)(0 0 0)
(0 0 0)(0 0 0)
}
frame 0 {
1 2
}
"""
OTHER_TEXTS = (
    (b"", b""), (b'"a"\n', b'"b"\n'), (b"Rate 24", b"Rate 25"), (b"Rate 24", b"Rate 24.0"), (b'"b" 0', b'"b" -1'),
    (b"0 1 1", b"0 2 1"), (b"0 1 1", b"0 1 0"), (b'"b"', b'"c"'), (b"(1 1 1)", b"(1 1 2)"), (b"(0 0 0)\n}\nf", b"(0 0 .5)\n}\nf"),
    (b"1 2\n", b"1 3\n"), (b"1 2\n", b"1 x\n"), (b'nents 2\nhierarchy {\n"a" -1 1', b'nents 3\nhierarchy {\n"a" -1 3'),
)  # fmt: skip


def inputs_of_two_texts():
    """Yields inputs of two texts with FUZZ_SEAM between them. The texts are equal or have one difference."""
    larger = TWO_JOINTS.replace(b"1 2\n", b"1 2 3\n").replace(b"0 1 1", b"0 1 2")
    for before, after in OTHER_TEXTS:
        other = larger if after.startswith(b"nents") else TWO_JOINTS
        yield TWO_JOINTS + SEAM + other.replace(before, after)
    one_joint = re.sub(rb'"b".*\n', b"", TWO_JOINTS).replace(b"Joints 2", b"Joints 1").replace(b"1 2\n", b"1\n")
    yield TWO_JOINTS + SEAM + one_joint.replace(b"(0 0 0)(0 0 0)\n", b"", 1).replace(b"nents 2", b"nents 1")


def inputs_with_counts_one_too_small(found):
    """Returns 48 inputs with one motion, in which two counts are too small by one. The choice bytes of each input let another
    allocation fail.
    """
    motion = min((content for _, content in found["memg"] if len(content) > 1000), key=len)
    counts = [int.from_bytes(motion[at : at + 4], "little") - 1 for at in (8, 12)]
    return [at.to_bytes(2, "little") + motion[:8] + b"".join(count.to_bytes(4, "little") for count in counts)
            + motion[16:] for at in range(48)]  # fmt: skip


# The four bytes of a float32 and a text. Among the floats: 2^24, the largest, 0.5, the smallest, infinity and a NaN; among the
# texts: incomplete and unusual spellings of numbers.
NUMBERS = (
    b"\x00\x00\x80\x4b1.5e-10", b"\xff\xff\x7f\x7f-0.", b"\x00\x00\x00\x3f00", b"\x01\x00\x00\x00.5",
    b"\x00\x00\x80\x7fe5", b"\x01\x00\xc0\x7f-", b"\x00\x00\x00\x80" + b"9" * 60, b"\x00\x00\x00\x3f\"a\xff",
)  # fmt: skip


def unusual_reports():
    """Returns inputs with long lines, bytes above 0x7f, all kinds of line ends, and file names with control characters."""
    names = (b".bin\0\0", b"a.bin\0", b".md5an", b"\xe2\x80\x8b\\\n\0", b"\xe2\x81\xa0\x1b[\0", b"\xef\xbb\xbf\xc2\x85\0",
             b"\xe2\x80\xa8\xff\xfe\0")  # fmt: skip
    texts = (b"", b"\r\n" * 30, b'MD5Version 10\ncommandline "' + b"x" * 90 + b'\xff\x01"\tnumFrames\r\n\r\r\n"' + b"y" * 90,
             b'MD5Version 10\r\ncommandline ""\r\n\r\nnumFrames\r\nnumJoints 1\r\n', b"MD5Version 11\r\n" + b"\xc3\xa9" * 50)
    return [bytes([choice, 33]) + names[number % len(names)] + text
            for number, choice in enumerate((0, 1, 3, 8, 9, 17, 33, 131, 139)) for text in texts] + [
                b"\2\41" + name for name in names]  # fmt: skip


# Each seeds_of function returns the seeds of one oracle. `row` is a row of targets.tsv, `found` the result of
# load_small_files_by_format().


def files_of_format(row, found):
    return [content for _, content in found[row.format]]


def seeds_of_roundtrip(row, found):
    if row.format != "md5anim":
        return files_of_format(row, found)
    open_lists = [TWO_JOINTS.replace(name + b" {", name) for name in (b"bounds", b"baseframe")]
    return list(inputs_of_two_texts()) + [text_with_long_canonical_form()] + open_lists + files_of_format(row, found)


def seeds_of_memory(row, found):
    too_small = inputs_with_counts_one_too_small(found) if row.format == "memg" else []
    # each run with a failing allocation takes 8 ms on a large file
    files = [content for content in files_of_format(row, found) if len(content) not in WHOLE]
    return too_small + prepend_choice_bytes(row, files, 2)


def seeds_of_make(row, _):
    return [choice * (MAKE_BYTES // len(choice)) for choice in choice_bytes(row.format.encode(), 24)]


def seeds_of_mesh(_, found):
    made = [make_mesh_of_animation(content) + SEAM + content for _, content in found["md5anim"]]
    keys = [made[0].replace(b"joints {", instead, 1) for instead in (b"numJoints 1\njoints {", b"x {")]
    keys.append(b"// x\n" + made[0])
    return keys + made + list(pair_inputs(found["md5mesh"], found["md5anim"]))


def seeds_of_scene(_, found):
    short = [re.sub(rb"(?m)^(v \S+ \S+) .*$", rb"\1", scene, count=1) + SEAM + motion
             for scene, motion in scenes_and_valid_motions_of_same_name(found)]  # fmt: skip
    bad = b"v 0 0 0\nf 1/1/1/1 1/ /1\n"
    unusual = [MANY_GROUPS, bad, bad]  # `bad` twice, because choose_by_size may take only every second seed
    return short + [scene + SEAM + found["memg"][0][1] for scene in unusual] + list(pair_inputs(found["scene"], found["memg"]))


def seeds_of_json(_, found):
    return whole_and_broken_json_documents() + small_files_to_convert_to_json(found)


def seeds_of_report(row, found):
    return unusual_reports() + prepend_choice_bytes(row, files_of_all(found))


def seeds_of_places(row, found):
    """Returns seeds that change every third byte of a small text, the last 40 bytes of a file with markers, and one byte of
    every file.
    """
    swept = min(content for _, content in found["md5anim"] if len(content) < 700 and b"numJoints 1" in content)
    marked = next(content for path, content in found["mrtk"] if "near-marker-order" in path)
    ends = [at.to_bytes(2, "little") + b"\0" + marked for at in range(len(marked) - 40, len(marked))]
    sweeps = [at.to_bytes(2, "little") + b"\2" + swept for at in range(0, len(swept), 3)]
    return ends + sweeps + prepend_choice_bytes(row, files_of_all(found))


def seeds_of_convert(_, found):
    return [content for kind in ("mrtk", "memg") for _, content in found[kind]]


def seeds_of_handle(row, found):
    return prepend_choice_bytes(row, files_of_all(found))


def seeds_of_numbers(*_):
    return [content[:4] + b"3.40282346e+38" for content in choice_bytes(b"", 40)] + list(NUMBERS)


SEEDS_OF = {
    "read": files_of_format, "roundtrip": seeds_of_roundtrip, "memory": seeds_of_memory, "make": seeds_of_make,
    "mesh": seeds_of_mesh, "scene": seeds_of_scene, "json": seeds_of_json,
    "report": seeds_of_report, "places": seeds_of_places, "convert": seeds_of_convert,
    "positions": seeds_of_scene, "handle": seeds_of_handle, "numbers": seeds_of_numbers,
}  # fmt: skip


def files_of_all(found):
    return [content for kind in FORMATS for _, content in found[kind]]


def prepend_choice_bytes(row, contents, times=1):
    """Prepends the choice bytes of a target to each content, in `times` variants."""
    return [choice[: row.front] + content for content in contents for choice in choice_bytes(content, times)]


def small_files_to_convert_to_json(found):
    """Returns small files and one MRTK file with all parts. The target converts them to JSON, which is ten times as large."""
    files = [content for kind in FORMATS for _, content in found[kind][::2]]
    whole = next(content for _, content in found["mrtk"] if len(content) in WHOLE)
    return [whole] + [content for content in files if len(content) <= LARGE_OF["json"]]


def choose_by_size(seeds, most):
    """Chooses about `most` seeds, at even distances. At least half of them have at most SMALL bytes. If fewer than FEW seeds
    are that small, the size does not matter."""
    small, large = ([each for each in seeds if (len(each) > SMALL) == is_large] for is_large in (False, True))
    if len(small) < FEW:
        return seeds[:: 1 + len(seeds) // most]
    small = small[:: 1 + (len(small) + min(len(small), len(large))) // most]
    return small + large[:: 1 + len(large) // len(small)]


def write_chosen_seeds_and_remove_others(folder, seeds, most):
    os.makedirs(folder, exist_ok=True)
    seeds = choose_by_size(seeds, most)
    wanted = {hashlib.sha256(seed).hexdigest()[:16]: seed for seed in seeds if len(seed) <= LARGEST}
    for name in set(os.listdir(folder)) - set(wanted):
        os.remove(os.path.join(folder, name))
    for name, seed in wanted.items():
        path = os.path.join(folder, name)
        if os.path.exists(path) and os.path.getsize(path) == len(seed):
            # an equal name means equal content, since the name is a hash; not written again, because a fuzzer may be reading
            # the file
            continue
        with open(path, "wb") as file:
            file.write(seed)
    return len(wanted)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = load_small_files_by_format(sys.argv[2:] or [os.path.join(ROOT, "golden")])
    for target, row in TARGETS.items():
        seeds = SEEDS_OF[row.oracle](row, found)
        if not write_chosen_seeds_and_remove_others(os.path.join(sys.argv[1], target), seeds, MOST_OF.get(target, MOST)):
            sys.exit("make_seeds.py: target %s has no seeds" % target)


if __name__ == "__main__":
    main()
