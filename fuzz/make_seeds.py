#!/usr/bin/python3
"""Makes the seeds of all fuzz targets out of animation files: make_seeds.py OUT [FOLDER...]

OUT/TARGET/ gets a file a seed, named by its content, in the shape that the target takes (fuzz/targets.tsv). Folders are
those of files to begin from, golden/ where none is given.
"""

import hashlib
import os
import re
import sys

from fuzz_targets import EXTENSIONS, FORMATS, SEAM, TARGETS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST = 16384  # bytes: what fuzz/target.options gives libFuzzer as the greatest length
LARGE = 1500  # bytes of a seed: small seeds make fast targets
LARGE_OF = {"mrtk": 2048, "memg": 2048, "md5mesh": 1250, "scene": 4096, "json": 2500}
SMALL = 1016  # bytes: half of a target's seeds have no more, and with what chooses in front 1 KiB
FEW = 20
WHOLE = range(4097, 8193)  # bytes of an MRTK file with the curves of both hands
MAKE_BYTES = 64
MOST = 80  # seeds of a target
MOST_OF = {"memory-memg": 160, "json": 320, "report": 400, "places": 400, "mesh": 240, "scene": 160, "positions": 160}


def files_below(folders):
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                yield os.path.join(place, name)


def format_of(path, content):
    """By content, as the program does; an empty file belongs to none."""
    for form, extension in EXTENSIONS.items():
        if extension != ".bin" and path.endswith(extension):
            return form
    if not path.endswith(".bin") or not content:
        return None
    return "memg" if content[:4] in (b"\1\0\0\0", b"\0\0\0\1") or "/memg/" in path else "mrtk"


def load(folders):
    """{format: [(path, content)]}, and the same of "scene" files. One MRTK file is large: with all that the format has. Of
    those that a mistake broke, whose right counts are searched for, the small ones: a search takes up to 0.5 ms."""
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


def named_pairs(found):
    """(scene, motion) of the same name, where neither is a bad one."""
    scenes = dict(found["scene"])
    for path, motion in found["memg"]:
        scene = scenes.get(os.path.splitext(path)[0] + ".obj")
        if scene and "/valid/" in path:
            yield scene, motion


def choice_bytes(content, times):
    """Some choices for a content, always the same ones."""
    for number in range(times):
        yield hashlib.sha256(b"%d" % number + content).digest()


# The changes to a document: a pattern, and what replaces its first match.
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


def documents():
    """JSON documents: those in fuzz/documents/, each with one thing wrong, and each without memory for all of it."""
    found = [b"[]"]
    for path in files_below([os.path.join(ROOT, "fuzz", "documents")]):
        with open(path, "rb") as file:
            whole = file.read()
        changed = [re.sub(pattern, instead, whole, count=1) for pattern, instead in WRONG]
        found += [whole + b" " * count for count in range(6)] + [whole[: len(whole) // 2]] + [each for each in changed if each != whole]
    return found


# More groups than a table has room for at first, one twice in a statement, numbers in all spellings.
MANY_GROUPS = b"v 1e-3 -2E+2 .5\nv 1 2 3\nv 17976931348623157e292 0 0\ng a a b\nf 1 2 -1\n" + b"".join(
    b"g n%d a\nf 1 2 3\n" % number for number in range(90))

def large_text(children=76, name="x" * 900):
    """Few bytes that are many more in canonical form, where each joint is followed by its parent's name: more than a
    writer's buffer."""
    lines = ["MD5Version 10", 'commandline ""', "numFrames 1", "numJoints %d" % (1 + children), "frameRate 24",
             "numAnimatedComponents 1", "hierarchy {", '"%s" -1 1 0' % name]  # fmt: skip
    lines += ['"%d" 0 0 0' % child for child in range(children)] + ["}", "bounds {", "(0 0 0)(1 1 1)", "}", "baseframe {"]
    lines += ["(0 0 0)(0 0 0)"] * (1 + children) + ["}", "frame 0 {", "1", "}"]
    return "\n".join(lines).encode() + b"\n"


# A text with two joints of one component each, and the changes that make another text of it.
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


def pairs_of_texts():
    """Two texts each, with a difference or none."""
    larger = TWO_JOINTS.replace(b"1 2\n", b"1 2 3\n").replace(b"0 1 1", b"0 1 2")
    for before, after in OTHER_TEXTS:
        other = larger if after.startswith(b"nents") else TWO_JOINTS
        yield TWO_JOINTS + SEAM + other.replace(before, after)
    one_joint = re.sub(rb'"b".*\n', b"", TWO_JOINTS).replace(b"Joints 2", b"Joints 1").replace(b"1 2\n", b"1\n")
    yield TWO_JOINTS + SEAM + one_joint.replace(b"(0 0 0)(0 0 0)\n", b"", 1).replace(b"nents 2", b"nents 1")


def inclusive_counts(found):
    """A motion with counts that are one less than they should be, with each allocation failing."""
    motion = min((content for _, content in found["memg"] if len(content) > 1000), key=len)
    counts = [int.from_bytes(motion[at : at + 4], "little") - 1 for at in (8, 12)]
    return [at.to_bytes(2, "little") + motion[:8] + b"".join(count.to_bytes(4, "little") for count in counts)
            + motion[16:] for at in range(48)]  # fmt: skip


# The bits of a float32 and digits of a number: above 2^24, a half, the least, infinity, a NaN, and odd spellings.
NUMBERS = (
    b"\x00\x00\x80\x4b1.5e-10", b"\xff\xff\x7f\x7f-0.", b"\x00\x00\x00\x3f00", b"\x01\x00\x00\x00.5",
    b"\x00\x00\x80\x7fe5", b"\x01\x00\xc0\x7f-", b"\x00\x00\x00\x80" + b"9" * 60, b"\x00\x00\x00\x3f\"a\xff",
)  # fmt: skip


def odd_reports():
    """Texts with long lines, bytes beyond ASCII, and line ends of all kinds; names that a terminal would act on."""
    names = (b".bin\0\0", b"a.bin\0", b".md5an", b"\xe2\x80\x8b\\\n\0", b"\xe2\x81\xa0\x1b[\0", b"\xef\xbb\xbf\xc2\x85\0",
             b"\xe2\x80\xa8\xff\xfe\0")  # fmt: skip
    texts = (b"", b"\r\n" * 30, b'MD5Version 10\ncommandline "' + b"x" * 90 + b'\xff\x01"\tnumFrames\r\n\r\r\n"' + b"y" * 90,
             b'MD5Version 10\r\ncommandline ""\r\n\r\nnumFrames\r\nnumJoints 1\r\n', b"MD5Version 11\r\n" + b"\xc3\xa9" * 50)
    return [bytes([choice, 33]) + names[number % len(names)] + text
            for number, choice in enumerate((0, 1, 3, 8, 9, 17, 33, 131, 139)) for text in texts] + [
                b"\2\41" + name for name in names]  # fmt: skip


# Each makes the seeds of one oracle: of a row of targets.tsv, and of what load() has found.


def files_of_format(row, found):
    return [content for _, content in found[row.format]]


def seeds_of_roundtrip(row, found):
    if row.format != "md5anim":
        return files_of_format(row, found)
    open_lists = [TWO_JOINTS.replace(name + b" {", name) for name in (b"bounds", b"baseframe")]
    return list(pairs_of_texts()) + [large_text()] + open_lists + files_of_format(row, found)


def seeds_of_memory(row, found):
    inclusive = inclusive_counts(found) if row.format == "memg" else []
    files = [content for content in files_of_format(row, found) if len(content) not in WHOLE]  # 8 ms without memory
    return inclusive + chosen(row, files, 2)


def seeds_of_make(row, _):
    return [choice * (MAKE_BYTES // len(choice)) for choice in choice_bytes(row.format.encode(), 24)]


def seeds_of_mesh(_, found):
    made = [mesh_of(content) + SEAM + content for _, content in found["md5anim"]]
    keys = [made[0].replace(b"joints {", instead, 1) for instead in (b"numJoints 1\njoints {", b"x {")]
    keys.append(b"// x\n" + made[0])
    return keys + made + list(pairs(found["md5mesh"], found["md5anim"]))


def seeds_of_scene(_, found):
    short = [re.sub(rb"(?m)^(v \S+ \S+) .*$", rb"\1", scene, count=1) + SEAM + motion
             for scene, motion in named_pairs(found)]  # fmt: skip
    bad = b"v 0 0 0\nf 1/1/1/1 1/ /1\n"
    odd = [MANY_GROUPS, bad, bad]  # of many, every second is taken
    return short + [scene + SEAM + found["memg"][0][1] for scene in odd] + list(pairs(found["scene"], found["memg"]))


def seeds_of_json(_, found):
    return documents() + files_of_documents(found)


def seeds_of_report(row, found):
    return odd_reports() + chosen(row, files_of_all(found))


def seeds_of_places(row, found):
    """Each byte of a small text, the last ones of a file with markers, and every file once."""
    swept = min(content for _, content in found["md5anim"] if len(content) < 700 and b"numJoints 1" in content)
    marked = next(content for path, content in found["mrtk"] if "near-marker-order" in path)
    ends = [at.to_bytes(2, "little") + b"\0" + marked for at in range(len(marked) - 40, len(marked))]
    sweeps = [at.to_bytes(2, "little") + b"\2" + swept for at in range(0, len(swept), 3)]
    return ends + sweeps + chosen(row, files_of_all(found))


def seeds_of_convert(_, found):
    return [content for kind in ("mrtk", "memg") for _, content in found[kind]]


def seeds_of_handle(row, found):
    return chosen(row, files_of_all(found))


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


def chosen(row, contents, times=1):
    """Each content after as many bytes as choose, `times` times."""
    return [choice[: row.front] + content for content in contents for choice in choice_bytes(content, times)]


def files_of_documents(found):
    """A document is ten times its file: small files, and one with all that MRTK has."""
    files = [content for kind in FORMATS for _, content in found[kind][::2]]
    whole = next(content for _, content in found["mrtk"] if len(content) in WHOLE)
    return [whole] + [content for content in files if len(content) <= LARGE_OF["json"]]


def chosen_by_size(seeds, most):
    """Each k-th of the seeds, and no more large ones than small ones, so that half of them have at most SMALL bytes; of a
    format of which there are few small files, as they come."""
    small, large = ([each for each in seeds if (len(each) > SMALL) == is_large] for is_large in (False, True))
    if len(small) < FEW:
        return seeds[:: 1 + len(seeds) // most]
    small = small[:: 1 + (len(small) + min(len(small), len(large))) // most]
    return small + large[:: 1 + len(large) // len(small)]


def write(folder, seeds, most):
    os.makedirs(folder, exist_ok=True)
    seeds = chosen_by_size(seeds, most)
    wanted = {hashlib.sha256(seed).hexdigest()[:16]: seed for seed in seeds if len(seed) <= LARGEST}
    for name in set(os.listdir(folder)) - set(wanted):
        os.remove(os.path.join(folder, name))
    for name, seed in wanted.items():
        path = os.path.join(folder, name)
        if os.path.exists(path) and os.path.getsize(path) == len(seed):
            continue  # named by its content; a fuzzer may be reading it
        with open(path, "wb") as file:
            file.write(seed)
    return len(wanted)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = load(sys.argv[2:] or [os.path.join(ROOT, "golden")])
    for target, row in TARGETS.items():
        seeds = SEEDS_OF[row.oracle](row, found)
        if not write(os.path.join(sys.argv[1], target), seeds, MOST_OF.get(target, MOST)):
            sys.exit("make_seeds.py: no seed for " + target)


if __name__ == "__main__":
    main()
