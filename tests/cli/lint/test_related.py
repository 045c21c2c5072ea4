"""Related places: a finding that mentions another value of the file gives the position of this value."""

import glob
import struct

from cli_case import GOLDEN, MD5ANIM, md5anim, mrtk, mrtk_with_many_warnings, read, write


def float32_at(content, place):
    return struct.unpack_from("<f", content, place["offset"])[0]


def int32_at(content, place):
    return struct.unpack_from("<i", content, place["offset"])[0]


def text_at(content, place):
    return content[place["offset"]:place["offset"] + place["length"]].decode()


def name_of_group(content, place):
    """Returns the name of a little-endian .memg group. The place starts at the 4-byte length of the name."""
    return content[place["offset"] + 4:place["offset"] + 4 + int32_at(content, place)].decode()


def predicate_for_value_of_key(key):
    return lambda content, finding, place: content[:place["offset"]].endswith(key + b" ")


# For each rule, the label of its related place, and a test of the place.
WANTED = {
    "md5anim/parent-order": ("the parent that comes later", lambda content, finding, place: text_at(content, place) == '"head"'),
    "md5anim/several-roots": ("the first joint without a parent", lambda content, finding, place:
                              text_at(content, place) == "-1" and place["offset"] < finding["offset"]),
    "md5anim/start-index-order": ("the joint before it", lambda content, finding, place:
                                  text_at(content, place).isdigit() and place["line"] == finding["line"] - 1),
    "md5anim/frame-missing": ("the count that the header says", predicate_for_value_of_key(b"numFrames")),
    "md5anim/frame-surplus": ("the count that the header says", predicate_for_value_of_key(b"numFrames")),
    "md5anim/bounds-count": ("the count that the header says", predicate_for_value_of_key(b"numFrames")),
    "md5anim/hierarchy-count": ("the count that the header says", predicate_for_value_of_key(b"numJoints")),
    "memg/name-duplicate": ("the first group of this name", lambda content, finding, place:
                            finding["found"] == '"%s"' % name_of_group(content, place)),
    "memg/coefficients-rows": ("the columns of the basis", lambda content, finding, place:
                               finding["expected"] == str(int32_at(content, place))),
    "memg/coefficients-columns": ("the count that the header says", lambda content, finding, place:
                                  finding["expected"] == str(int32_at(content, place)) and place["offset"] == 12),
    "mrtk/time-order": ("the key before it", lambda content, finding, place:
                        abs(float(finding["expected"].split()[-1]) - float32_at(content, place)) < 1e-6),
    "mrtk/boolean-no-flip": ("the key before it", lambda content, finding, place:
                             float32_at(content, place) == float32_at(content, finding)),
    "mrtk/marker-order": ("the marker before it", lambda content, finding, place:
                          abs(float(finding["expected"].split()[-1]) - float32_at(content, place)) < 1e-6),
}


MADE = {
    "late.md5anim": MD5ANIM.replace(b"numJoints 2", b"numJoints 3").replace(
        b'\t"hips" 0 0 0\n', b'\t"hips" 2 0 0\n\t"head" 0 0 0\n').replace(b"\t( 0 0 0 ) ( 0 0 0 )\n", b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2, 1),
    "many.bin": mrtk_with_many_warnings(3),
    "markers.bin": mrtk(markers=[(2.0, b"b"), (1.5, b"x"), (1.0, b"a")]),
}
# Files with a finding that has no related place, since the other value is unusable.
WITHOUT_PLACE = {"own.md5anim": md5anim(parent=b"1"), "beyond.md5anim": md5anim(parent=b"7"), "unread.md5anim": MD5ANIM.replace(
    b'"root" -1 0 0', b'"root" -1 0 x').replace(b'"hips" 0 0 0', b'"hips" 0 0 5')}


def test_a_related_place_is_at_the_value_that_the_finding_mentions(animproof):
    for name, content in {**MADE, **WITHOUT_PLACE}.items():
        write(name, content)
    golden = [path for rule in WANTED for path in glob.glob("%s/%s/bad/%s__*" % (GOLDEN, *rule.split("/")))
              if path.endswith((".bin", ".md5anim")) and rule != "md5anim/parent-order"]
    found, without = set(), set()
    for path, finding in animproof.findings("--no-config", "--no-companions", *MADE, *WITHOUT_PLACE, *sorted(golden)):
        if finding["rule"] not in WANTED:
            continue
        label, holds = WANTED[finding["rule"]]
        places = [one for one in finding["related"] if one["label"] == label]
        if path in WITHOUT_PLACE:
            assert finding["related"] == [], path
            without.add(path)
        else:
            assert len(places) == 1 and holds(read(path), finding, places[0]), path
            found.add(finding["rule"])
    assert (found, without) == (set(WANTED), set(WITHOUT_PLACE))
