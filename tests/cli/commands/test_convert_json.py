"""animproof convert to JSON and back keeps every bit; an invalid document is refused with the path of the fault."""

import json
import os
import re
import resource
import struct

import pytest
from cli_case import path_in_tree, md5anim, mrtk, read, read_text, read_text_in_tree, write
from golden_files import EACH, every_nth, golden, memg_files_good_and_bad, mrtk_files

JOINTS_2 = read(path_in_tree("golden/md5anim/valid/joints-2.md5anim"))
# An animation with six position components in each frame; positions may be any numbers.
POSITIONS = re.sub(rb"(frame \d+ \{\s*)([^}]*)\}", lambda frame: frame[1] + b" ".join(frame[2].split()[:6]) + b"\n}",
                   JOINTS_2.replace(b"-1 63 0", b"-1 7 0").replace(b"0 53 6", b"0 7 3").replace(b"Components 10", b"Components 6"))
TEXTS = golden("*/*/*.md5anim", "md5mesh/valid/*.md5mesh", "md5camera/valid/*.md5camera")


@pytest.fixture
def convert_to_json(animproof):
    """Converts a file to there.json, and returns the document."""
    def convert(path):
        animproof.exits(0, "convert", path, "--to=json", "-o", "there.json")
        return json.loads(read("there.json"))
    return convert


@pytest.fixture
def convert_from_json(animproof):
    """Converts a document, or there.json, to the file `back`. Returns the messages."""
    def convert(document=None, code=0, **options):
        if document is not None:
            write("there.json", document if isinstance(document, (bytes, str)) else json.dumps(document))
        return animproof.exits(code, "convert", "there.json", "-o", "back", **options).stderr
    return convert


def float32_bytes_of_words(words):
    return [struct.pack("<f", float(word)) for word in words]


def expected_json_formatting(text):
    """Returns the JSON with one member for each line, two spaces for each level, and a list of numbers in one line."""
    lines = json.dumps(json.loads(text), indent=2) + "\n"
    numbers = r"\[\n\s+([-+.\de]+(?:,\n\s+[-+.\de]+)*)\n\s+\]"
    return re.sub(numbers, lambda found: "[%s]" % re.sub(r",\n\s+", ", ", found.group(1)), lines)


def test_the_json_has_a_member_for_each_line_and_a_line_for_numbers(convert_to_json):
    write("laid.bin", mrtk())
    write("laid.md5anim", md5anim())
    for path in ("laid.bin", "laid.md5anim", golden("md5anim/valid/near-frame-*.md5anim")[0]):
        convert_to_json(path)
        assert read_text("there.json") == expected_json_formatting(read("there.json")), path
    assert re.search(r"\[-?[\d.]+, -?[\d.]+", read_text("there.json"))


@pytest.mark.parametrize("spelling", [
    "1.8446744073709551616", "3.6893488147419103232", "0.00055340232221128654848e4", "9.2233720368547758080", "18446744073709551616e-18",
    "1.8446744073709551617", "0." + 1500 * "0" + "15e1501", "1" + 1200 * "0" + "e-1199"])
def test_any_spelling_of_a_number_gives_the_nearest_float32(convert_to_json, convert_from_json, spelling):
    """Also tests numbers of 20 digits that are 0 modulo 2^64, and exponents that cancel out zeros."""
    write("one.bin", mrtk())
    convert_to_json("one.bin")
    convert_from_json(read("there.json").replace(b'"time": 1', b'"time": ' + spelling.encode(), 1))
    number, = float32_bytes_of_words([spelling])
    assert number in read("back") and number not in read("one.bin")


def test_binary_files_to_json_and_back_keep_their_bytes(animproof, convert_to_json, convert_from_json):
    same = swapped = 0
    for path in every_nth(mrtk_files() + memg_files_good_and_bad()):
        if animproof.run("lint", "-q", "--severity", "memg/byte-order=warning", path).returncode != 0:
            animproof.exits(1, "convert", path, "--to=json", "-o", "refused.json", unwritten="refused.json")
            continue
        document = convert_to_json(path)
        assert sorted(document) == ["fields", "format", "layout"]
        if document["layout"] == "big-endian":  # a big-endian file has this error, and so does the file written from its document
            assert b"memg/byte-order" in convert_from_json(code=1, unwritten="back"), path
            document["fields"]["endian"] = 1
            animproof.exits(0, "convert", path, "--byte-order=little", "-o", "little")
            convert_from_json(document, leaves=("back", read("little")))
            swapped += 1
        else:
            convert_from_json(leaves=("back", read(path)))
            same += 1
        os.remove("back")
    assert same > 15 // EACH and (swapped > 0 or EACH > 1)


def test_texts_to_json_and_back_keep_their_canonical_form(animproof, convert_to_json, convert_from_json):
    kept = 0
    for path in every_nth(sorted(TEXTS)):
        if animproof.run("lint", "-q", path).returncode == 0:
            convert_to_json(path)
            convert_from_json()
            assert animproof.run("format", "back").stdout == animproof.run("format", path).stdout, path
            kept += 1
    assert kept > 5 // EACH


def test_unusual_floats_and_names_keep_every_bit(convert_to_json, convert_from_json):
    """Floats without a JSON number or with a risk of double rounding, names that are not UTF-8, overlong length prefixes."""
    bits = [0x7FC00001, 0xFFFFFFFF, 0x7F800001, 0x7F800000, 0xFF800000, 0x80000000, 0, 1, 0x807FFFFF, 0x7F7FFFFF,
            0x3DCCCCCD, 0x4B800001, 0x15AE43FD, 0x00800000]
    curve = struct.pack("<iii", 8, 8, len(bits)) + b"".join(struct.pack("<fI", i, one) for i, one in enumerate(bits))
    names = [b"", b"\0", b"caf\xc3\xa9", b"\xff\xfe", b'"\\\n\x7f', b"\xed\xa0\x80"]
    first = mrtk()[:19] + curve + mrtk()[19 + 12 + 16:-4] + struct.pack("<i", len(names) + 2)
    first += b"".join(struct.pack("<fB", i, len(name)) + name for i, name in enumerate(names))
    first += struct.pack("<f", 9) + b"\x83\x80\x00abc" + struct.pack("<f", 9) + b"\x80\x80\x80\x80\x10"
    write("extreme.bin", first)
    document = convert_to_json("extreme.bin")
    convert_from_json(leaves=("back", first))
    convert_from_json(document, leaves=("back", first))  # the document as Python's json module writes it
    keys, markers = document["fields"]["camera"]["position_x"]["keys"], document["fields"]["markers"]
    assert keys[0]["value"] == "nan (0x7fc00001)" and keys[3]["value"] == "inf"
    assert float32_bytes_of_words(key["value"] for key in keys[5:]) == [struct.pack("<I", one) for one in bits[5:]], "Python reads the float32"
    assert markers[2]["name"] == "caf\xe9" and markers[3]["name"] == {"bytes": "fffe"}
    assert "name_prefix" not in markers[0] and markers[6]["name_prefix"] == "838000"


@pytest.mark.parametrize("rate", [b"24", b"29.97", b"24.0", b"1000000.5", b"2147483.0", b"2147483"])
def test_a_frame_rate_is_kept(animproof, convert_to_json, convert_from_json, rate):
    write("rate.md5anim", md5anim().replace(b"frameRate 24", b"frameRate " + rate))
    convert_to_json("rate.md5anim")
    convert_from_json()
    assert animproof.run("format", "back").stdout == animproof.run("format", "rate.md5anim").stdout


TOKENS = ["0.5", "-0", "0", "-0.0", "0.000", "123456789", "0.00001", "-.5", "7.", "999999.5", "1000000",
          "1000000.5", "16777217", "0.0001", "-3.25", "2147483647", "0.00000000000000000012345", "-1234.5678"]


@pytest.mark.parametrize("first", range(len(TOKENS)))
def test_numbers_of_a_frame_are_the_float32_of_their_tokens(convert_to_json, first):
    """The program has a fast path for a frame in which all numbers are plain. A token with the value of an integer and no digit
    other than 0 after its point is an integer in JSON."""
    frame = re.search(rb"frame 0 \{\s*([^}]*)\}", POSITIONS).group(1)
    tokens = (TOKENS[first:] + TOKENS[:first])[:len(frame.split())]
    write("tokens.md5anim", POSITIONS.replace(frame, (" ".join(tokens) + "\n").encode()))
    values = convert_to_json("tokens.md5anim")["fields"]["frames"][0]["values"]
    assert float32_bytes_of_words(values) == float32_bytes_of_words(tokens)
    assert [str(x) for x in values if isinstance(x, int)] == [
        re.sub(r"\.0*$", "", x) for x in tokens if re.fullmatch(r"\d+|0\.0*|7\.|-[1-9]\d*", x)]


@pytest.mark.parametrize("number", ["1e0", "0.10", "1.25E+1", "-0", "-0.0", "123456789", "1e-3", "0.1234567890123456789", "5e-45",
                                    "16777217", "-3.5", "7"])
def test_numbers_of_a_list_become_tokens_for_their_float32(convert_to_json, convert_from_json, number):
    """The program has a fast path for a list in which all numbers are plain."""
    write("row.md5anim", POSITIONS)
    convert_to_json("row.md5anim")
    document = read_text("there.json")
    row = re.search(r'"values": \[([^\]]*)\]', document).group(1)
    length = row.count(",") + 1
    assert length > 1
    for place in (None, *range(length)):
        wanted = [number if place in (None, i) else str(i + 0.5) for i in range(length)]
        convert_from_json(document.replace(row, ", ".join(wanted)))
        assert float32_bytes_of_words(re.search(rb"frame 0 \{([^}]*)\}", read("back")).group(1).split()) == float32_bytes_of_words(wanted)


# Valid files. Each row of refused_documents.tsv changes the document of one of them.
FILE_BY_NAME = {"mrtk": mrtk(markers=[(0.0, b"a")]), "md5anim": md5anim(), "joints-2": JOINTS_2, "memg": read(golden("memg/valid/*.bin")[0]),
             "md5mesh": read(path_in_tree("golden/md5mesh/valid/usual.md5mesh"))}


def test_an_invalid_document_is_refused_with_the_path_of_the_fault(convert_to_json, convert_from_json):
    for row in read_text_in_tree("tests/cli/commands/refused_documents.tsv").splitlines()[1:]:
        name, way, value, words = row.split("\t")
        write(name, FILE_BY_NAME[name])
        document = part = convert_to_json(name)
        *way, last = [int(key) if key.isdigit() else key for key in way.split(".")]
        for key in way:
            part = part[key]
        if value:
            part[last] = json.loads(value)
        else:
            del part[last]
        convert_from_json(document, 1, says=words.encode(), unwritten="back")


@pytest.mark.parametrize(("text", "code", "words"), [
    (b"{", 1, b"line 1, column 2: the name of a member"), (b'{"a": 1,\n "b" 2}', 1, b"line 2, column 6: a colon"), (b"{}", 1, b"format: "),
    (b'{"format": "mrtk", "fields": {}, "fields": {}}', 1, b"only the members"),
    (b"[" * 5000, 2, b"no output form given, and FILE is not JSON; use --to FORM or a file name extension of OUT"),
    (b'{"format": ' + b"[" * 100000, 1, b"more than 64 nested")])
def test_a_text_that_is_not_a_document_is_refused(convert_from_json, text, code, words):
    convert_from_json(text, code, says=words)


def test_a_repeated_member_is_refused(convert_to_json, convert_from_json):
    write("clean.bin", mrtk())
    convert_to_json("clean.bin")
    convert_from_json(read("there.json").replace(b'"post_wrap"', b'"pre_wrap": 8, "post_wrap"', 1), 1,
              says=b'"pre_wrap" is not a field of this file, or occurs twice')


def test_joints_of_hands_have_their_names_which_a_document_may_leave_out(convert_to_json, convert_from_json):
    hands, = golden("mrtk/valid/layout-writer.bin")
    document = convert_to_json(hands)
    joints = document["fields"]["hand_joints_left"]
    assert [joints[i]["joint"] for i in (0, 1, 13, 26)] == ["None", "Wrist", "MiddleKnuckle", "PinkyTip"] and list(joints[5])[0] == "joint"
    del joints[1]["joint"]
    joints[2]["joint"] = None
    convert_from_json(document)
    assert read("back") == read(hands)
    os.remove("back")
    for wrong in ("Wrist", "palm", 2, ["Palm"]):
        joints[2]["joint"] = wrong
        convert_from_json(document, 1, says=b'hand_joints_left[2].joint: must be "Palm", or absent', unwritten="back")


def test_a_lack_of_memory_is_never_reported_as_a_fault_of_the_document(animproof, convert_to_json):
    """Converting a document needs memory for its text, and eight bytes for each value."""
    write("there.json", b'{"format": "mrtk", "layout": null, "fields": {"x": "' + b"a" * 5000000 + b'"}}')
    for kib in range(19000, 24001, 500) if "/asan/" not in animproof.program else ():  # not with a sanitizer, which maps terabytes of address space
        result = animproof.run("convert", "there.json", "-o", "x",
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kib * 1024, kib * 1024)))
        says = b"magic: is missing" if result.returncode == 1 else b"memory"
        animproof.check(result.returncode in (1, 4) and says in result.stderr, "with %d KiB of address space" % kib, result)
    write("there.json", b'{"format": "mrtk", "fields": {"x": [' + b"{}," * 2700000 + b"{}]}}")
    animproof.exits(4, "convert", "there.json", "-o", "x", "--max-memory=16M", says=b"memory ran out (--max-memory)")
    animproof.exits(1, "convert", "there.json", "-o", "x", "--max-memory=64M")
    write("clean.bin", mrtk())
    convert_to_json("clean.bin")
    animproof.exits(4, "convert", "there.json", "-o", "x", "--max-memory=1K")
    animproof.exits(0, "convert", "-", "-o", "-", input=read("there.json"), prints_only=mrtk())
