"""dump: fields with offsets, values and findings; the options --path and --at. Texts of the output are in dump.session."""

import json
import math
import os
import re
import resource
import struct

import commands
import pytest
from cli_case import MRTK_MAGIC, open_full_device, md5anim, mrtk, mrtk_with_error, mrtk_with_many_warnings, read, write
from golden_files import every_nth, golden
from schema_check import Checker

CHECKER = Checker("dump")
FORMS = ([], ["--flat"], ["--json"])
NAME = b"a\x1b\"\xff\xc3\xa9\xf0\x9f\x98\x80"  # name of a marker; \xff is not UTF-8
NUMBERS = {"i32": "i", "u8": "B", "f32": "f", "f64": "d"}
NO_DIGITS = dict.fromkeys(b"0123456789")
TRANSFORM = struct.pack("<12d", 1, 0, 0, 0.1, 0, 1, 0, 0.2, 0, 0, 1, 0.3)


@pytest.fixture
def dump(animproof):
    """Makes good.bin, bad.bin with one error, and cut.bin, which ends in a count. Calling it returns the JSON of a dump."""
    write("good.bin", mrtk(markers=[(0.5, NAME)]))
    write("bad.bin", mrtk_with_error())
    write("cut.bin", mrtk()[:29])

    def dump_json(*arguments, code=0, **options):
        document = json.loads(animproof.exits(code, "dump", "--json", *arguments, **options).stdout)
        # Checks one field of each kind by the schema, since a file has many keys.
        kinds = {(f["path"].translate(NO_DIGITS), *map(type, f.values())): f for f in document["fields"]}
        assert not CHECKER.list_first_error({**document, "fields": list(kinds.values())}), arguments
        return document
    return dump_json


@pytest.fixture
def dump_lines(animproof):
    return lambda *arguments: animproof.exits(0, "dump", *arguments).stdout.decode("ascii").splitlines()


def paths_of_fields(dumped):
    return [field["path"] for field in dumped["fields"]]


def lint_and_get_entry(animproof, path):
    return animproof.json(None, "lint", "--no-companions", path)["files"][0]


def decode_lossy(raw):
    """Decodes UTF-8. Each byte that is not part of a character becomes U+FFFD."""
    text = ""
    while raw:
        for size in range(1, 5):
            try:
                text += raw[:size].decode()
                break
            except UnicodeDecodeError:
                pass
        else:
            text, size = text + "\ufffd", 1
        raw = raw[size:]
    return text


def value_equals_bytes(field, order):
    """Returns true if the value of a field is that of its bytes, read with Python's struct."""
    raw, value = bytes.fromhex(field["bytes"]), field["value"]
    if isinstance(value, str) and field["type"][0] == "f":
        real, = struct.unpack(order + NUMBERS[field["type"]], raw)
        bits = int.from_bytes(raw, "little" if order == "<" else "big")
        return value == ("nan (0x%0*x)" % (2 * len(raw), bits) if math.isnan(real) else "inf" if real > 0 else "-inf")
    if field["type"] in NUMBERS:
        return struct.pack(order + NUMBERS[field["type"]], value) == raw
    return value == {"u64": lambda: "0x%016x" % struct.unpack(order + "Q", raw)[0], "bytes": lambda: decode_lossy(raw),
                     "length": lambda: sum((byte & 127) << 7 * place for place, byte in enumerate(raw))}[field["type"]]()


def test_each_byte_of_a_binary_file_is_in_one_field_or_unread(animproof, dump, dump_lines):
    files = every_nth(golden("*/*/*.bin") + golden("reference/*/*.bin"))
    assert len(files) > 20
    for path in files:
        content, dumped = read(path), dump(path)
        pieces = sorted([(f["offset"], f["length"], bytes.fromhex(f["bytes"])) for f in dumped["fields"]]
                        + [(u["offset"], u["length"], content[u["offset"]:u["offset"] + u["length"]]) for u in dumped["unread"]])
        end = 0
        for offset, length, raw in pieces:
            if offset != end or len(raw) != length:
                pytest.fail("%s: a segment begins at %d, expected %d" % (path, offset, end))
            end += length
        assert end == len(content) == dumped["size"] and b"".join(raw for _, _, raw in pieces) == content, path
        order = ">" if dumped["layout"] == "big-endian" else "<"
        assert not [f for f in dumped["fields"] if not value_equals_bytes(f, order if f["offset"] > 0 else "<")], path
        found = lint_and_get_entry(animproof, path)
        assert all(dumped[member] == found[member] for member in ("findings", "format", "layout", "size")), path
        flat, tree = dump_lines("--flat", path), dump_lines(path)
        assert sum(" = " in line for line in flat) >= len(dumped["fields"]), path
        assert sum(line.count("  <-- ") for line in flat) == len(dumped["findings"]), path
        assert sum(line[:1].isdigit() for line in tree) == sum(line[:1].isdigit() for line in flat), path


def test_a_field_of_a_text_has_the_bytes_of_its_token(animproof, dump):
    write("walk.md5anim", md5anim())
    for field in dump("walk.md5anim")["fields"]:
        raw = bytes.fromhex(field["bytes"])
        assert md5anim()[field["offset"]:].startswith(raw) and raw.decode().strip('"') == field["value"]
    for path in every_nth(golden("md5anim/*/*.md5anim")):
        dumped = dump(path)
        ends = [0] + [f["offset"] + f["length"] for f in dumped["fields"]]
        assert all(f["offset"] >= end for f, end in zip(dumped["fields"], ends)), path
        assert len(dumped["fields"]) > 20 or "/bad/" in path
        assert dumped["findings"] == lint_and_get_entry(animproof, path)["findings"], path
    assert dump("walk.md5anim")["unread"] == [], "blanks between tokens do not count as unread"


def test_json_has_roles_names_and_decoded_texts(dump):
    fields = {f["path"]: f for f in dump("good.bin")["fields"]}
    assert {path: fields[path]["role"] for path in ("camera.position_x.key_count", "magic", "version.minor", "has_gaze")} == {
        "camera.position_x.key_count": "count", "magic": "magic", "version.minor": "version", "has_gaze": "flag"}
    assert {"role": "enum", "value": 8, "meaning": "ClampForever"}.items() <= fields["camera.position_x.pre_wrap"].items()
    name = fields["markers[0].name"]
    assert (name["role"], name["value"], bytes.fromhex(name["bytes"])) == ("name", "a\x1b\"\ufffd\u00e9\U0001f600", NAME)
    assert not any("line" in field for field in fields.values())


@pytest.mark.parametrize("form", FORMS)
def test_the_output_is_printable_ascii(animproof, dump, form):
    write("\x1b[2J.bin", read("good.bin"))
    assert re.fullmatch(rb"[\n -~]*", animproof.exits(0, "dump", *form, "\x1b[2J.bin").stdout)


def test_no_character_of_a_long_name_is_split(dump):
    for name in [b"x" * shift + "\U0001f600\u00e9".encode() * 20 for shift in range(4)] + [b"\xc3" + "\u20ac".encode() * 300]:
        prefix = bytes([len(name)] if len(name) < 128 else [len(name) % 128 | 128, len(name) // 128])
        write("long.bin", mrtk()[:-4] + struct.pack("<if", 1, 0.0) + prefix + name)
        fields = {f["type"]: f for f in dump("long.bin")["fields"]}
        assert fields["bytes"]["value"] == decode_lossy(name)
        assert (fields["length"]["value"], fields["length"]["length"]) == (len(name), len(prefix))


def test_values_that_json_has_no_number_for_are_strings(dump):
    special = [0x80000000, 0x7FC00001, 0xFFC00000, 0x7F800000, 0xFF800000, 1]
    keys = b"".join(struct.pack("<fI", time, bits) for time, bits in enumerate(special))
    body = MRTK_MAGIC + struct.pack("<ii", 1, 1) + bytes([1, 0, 0]) + struct.pack("<iii", 8, 8, len(special)) + keys
    write("special.bin", body + mrtk()[19 + 12 + 16:])
    values = [f["value"] for f in dump("--path", "camera.position_x.keys[*].value", "special.bin")["fields"]]
    assert values[1:5] == ["nan (0x7fc00001)", "nan (0xffc00000)", "inf", "-inf"]
    assert math.copysign(1, values[0]) < 0 and struct.pack("<f", values[5]) == struct.pack("<I", 1), "-0 and the smallest float32"


def test_a_broken_file_is_read_up_to_the_fault(dump, dump_lines):
    cut = dump("cut.bin")
    assert cut["fields"][-1]["path"] == "camera.position_x.post_wrap" and cut["unread"] == [{"offset": 27, "length": 2}]
    assert [f["rule"] for f in cut["findings"]] == ["mrtk/truncated"]
    assert re.fullmatch(r"0000001b      2  02 00 .*  \(unread\)  <-- error mrtk/truncated at camera.position_x.key_count: "
                        r"camera.position_x.key_count needs 4 bytes, 2 are left", dump_lines("cut.bin")[-1])
    write("cut27.bin", mrtk()[:27])
    assert re.fullmatch(r"0000001b      0   +<-- error mrtk/truncated at camera.position_x.key_count: .*", dump_lines("cut27.bin")[-1])
    write("text.txt", b"hello")
    unknown = dump("text.txt")
    assert unknown["format"] is None and unknown["unread"] == [{"offset": 0, "length": 5}]


def test_options_choose_format_and_layout(dump, dump_lines):
    assert len(dump_lines("--input-format=memg", "good.bin")) > 1
    assert dump("--mrtk-layout=published", "good.bin")["layout"] == "published"
    assert dump("-", input=mrtk())["size"] == len(mrtk())


def test_path_selects_fields_and_their_findings(dump):
    assert len(dump("--path", "*.keys[1].time", "good.bin")["fields"]) == 7
    assert len(dump("--path", "*.keys[*].time", "good.bin")["fields"]) == 14
    assert dump("--path=*.post_wrap", "bad.bin")["findings"] == []
    assert len(dump("--path=*_x.pre_wrap", "bad.bin")["findings"]) == 1
    assert dump("--path", "nothing", "good.bin", code=1)["fields"] == []


def test_path_selects_a_joint_by_its_index_its_name_or_both(animproof, dump, dump_lines):
    hands, = golden("mrtk/valid/layout-writer.bin")
    fields = dump(hands, "--path", "hand_joints_right[13].rotation_z")["fields"]
    assert {field["joint"] for field in fields} == {"MiddleKnuckle"} and len(fields) > 3
    assert all(field["path"].startswith("hand_joints_right[13].rotation_z.") for field in fields)
    for index in ("MiddleKnuckle", "13 MiddleKnuckle", "*Knuckle"):
        same = dump(hands, "--path", "hand_joints_right[%s].rotation_z" % index)["fields"]
        assert [field for field in same if field["joint"] == "MiddleKnuckle"] == fields
        assert ("*Kn" in index) == (len(same) > len(fields)), index
    for index in ("12 MiddleKnuckle", "13 Palm", "middleknuckle", "MiddleKnuckle 13", "27"):
        assert not dump(hands, "--path", "hand_joints_right[%s].rotation_z" % index, code=1)["fields"], index
    assert len({field["joint"] for field in dump(hands, "--path", "hand_joints_*[*]")["fields"]}) == 27
    assert not any("joint" in field for field in dump(hands, "--path", "hand_tracked_left")["fields"])
    assert any(line.endswith(" hand_joints_right[13 MiddleKnuckle]") for line in dump_lines(hands))
    line = dump_lines("--flat", hands, "--path", "hand_joints_right[MiddleKnuckle].rotation_z.pre_wrap")[1]
    assert " hand_joints_right[13].rotation_z.pre_wrap i32" in line


def test_the_tree_shows_names_of_joints_on_one_line_each(animproof, dump):
    name = b"a]\x1b\xe2\x80\xae \xc3\xa9" + 64 * b"z"
    write("named.md5anim", md5anim().replace(b'"hips"', b'"%s"' % name))
    record, = (line.strip() for line in animproof.exits(0, "dump", "named.md5anim").stdout.decode().splitlines()
               if line.strip().startswith("hierarchy[1"))
    assert record.startswith(r'hierarchy[1 "a]\x1b\xe2\x80\xae \xc3\xa9zzz') and record.endswith('z..."]')
    fields = dump("named.md5anim", "--path", "hierarchy[1]")["fields"]
    joint, = {field["joint"] for field in fields}
    assert joint.startswith("a]\\x1b\\u{202e} \u00e9zzz") and joint.endswith("z...") and fields[0]["path"] == "hierarchy[1].name"
    assert dump("named.md5anim", "--path", 'hierarchy["%s"]' % joint)["fields"] == fields
    assert {field["path"] for field in dump("named.md5anim", "--path", 'baseframe["a]*')["fields"]} > {"baseframe[1].position.x"}


def test_values_of_frames_and_indices_of_joints_show_the_joint(dump, dump_lines):
    animation, = golden("md5anim/valid/frames-1.md5anim")
    lines = [line.split("  ")[-1].strip() for line in dump_lines(animation)]
    assert {"values[0 origin Ty] text = 1.8001314402", "values[5 hand_1 Tz] text = -5.3382077217", "parent text = 1 (hand_1)"} <= set(lines)
    field, = dump(animation, "--path", "frames[0].values[5]")["fields"]
    assert (field["path"], field["joint"], field["component"]) == ("frames[0].values[5]", "hand_1", "Tz")
    for index in ("5 hand_1 Tz", "hand_1 Tz"):
        assert dump(animation, "--path", "frames[*].values[%s]" % index)["fields"] == [field]
    assert [one["component"] for one in dump(animation, "--path", "frames[0].values[hand_1 *]")["fields"]] == ["Tx", "Tz"]
    assert not dump(animation, "--path", "frames[0].values[5 hand_1 Tx]", code=1)["fields"]
    parents = dump(animation, "--path", "hierarchy[*].parent")["fields"]
    assert [one.get("meaning") for one in parents] == [None, "origin", "hand_1"]


def test_the_joint_of_a_weight_has_its_name(dump, dump_lines):
    mesh, = golden("md5mesh/valid/joints-2.md5mesh")
    names = [one["value"] for one in dump(mesh, "--path", "joints[*].name")["fields"]]
    joints = dump(mesh, "--path", "meshes[*].weights[*].joint")["fields"]
    assert joints and all(one["meaning"] == names[int(one["value"])] for one in joints)
    assert any(line.endswith("joint text = 1 (%s)" % names[1]) for line in dump_lines(mesh))


def test_at_selects_the_field_of_a_byte_and_its_finding(animproof, dump):
    for place in ("19", "0x13", "0x16", "0X13"):
        found = dump("--at", place, "bad.bin")
        assert paths_of_fields(found) == ["camera.position_x.pre_wrap"] and len(found["findings"]) == 1, place
    assert dump("--at", "23", "bad.bin")["findings"] == []
    found = dump("--at", "28", "cut.bin", code=1)
    assert found["fields"] == [] and found["unread"] == [{"offset": 27, "length": 2}]
    animproof.exits(1, "dump", "--at", "28", "cut.bin", says=b"no field contains byte 0x1c", prints=b"(unread)")
    animproof.exits(1, "dump", "--at", "219", "bad.bin", says=b"after the end")
    assert dump("--at", "1:1", "--at", "0x13", "bad.bin")["fields"][0]["offset"] == 19, "the last --at applies"
    write("one.bin", b"x")
    animproof.exits(1, "lint", "--format", "html", "one.bin", prints=b", 1 byte</p>")


def test_at_finds_each_field_of_a_text_at_its_line_and_column(animproof, dump, dump_lines):
    text = md5anim(parent=b"7")
    write("parent.md5anim", text)
    finding = lint_and_get_entry(animproof, "parent.md5anim")["findings"][0]
    found = dump("--at", "%d:%d" % (finding["line"], finding["column"]), "parent.md5anim")
    assert paths_of_fields(found) == [finding["path"]] and len(found["findings"]) == 1
    lines = text.split(b"\n")
    for field in dump("parent.md5anim")["fields"]:
        line, column = field["line"], field["column"]
        assert sum(map(len, lines[:line - 1])) + line - 1 + column - 1 == field["offset"]
        assert field in dump("--at", "%d:%d" % (line, column), "parent.md5anim")["fields"]
    assert "  <-- error md5anim/parent-order" in "\n".join(dump_lines("parent.md5anim"))


@pytest.mark.parametrize("form", FORMS)
def test_output_that_cannot_be_written_gives_exit_3(animproof, dump, form):
    write("many.bin", mrtk_with_many_warnings(5000))
    for name in ("good.bin", "many.bin"):
        animproof.exits(3, "dump", *form, name, stdout=open_full_device(), says_only=b"animproof: standard output: No space left on device\n")
    animproof.check_closed_pipe(3, "dump", *form, "many.bin")
    animproof.exits(3, "dump", "--help", stdout=open_full_device())
    animproof.exits(4, "dump", "--max-input=10", "-", input=mrtk())


def test_findings_over_the_limit_are_counted(dump, dump_lines):
    write("many.bin", mrtk_with_many_warnings(5000))
    dumped = dump("many.bin")
    assert dumped["truncated"] == dumped["dropped"] > 0 and len(dumped["findings"]) < 5000
    assert dump_lines("many.bin")[-1] == "many.bin: %d more findings over the limit not shown" % dumped["truncated"]


def write_large_memg(timesteps):
    write("large.bin", struct.pack("<iiii", 1, 30, 1, timesteps) + TRANSFORM * timesteps)


def test_memory_does_not_grow_but_for_the_mapped_file(animproof):
    """The limit holds for all memory but mappings of files. Standard input, which is read into memory, exceeds it."""
    if "asan" in animproof.program:
        pytest.skip("the sanitizer's own memory exceeds the limit")
    timesteps = 40000
    write_large_memg(timesteps)
    most = 96 * timesteps // 2

    def limit_memory():
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    animproof.exits(0, "dump", "--json", "large.bin", stdout=commands.DEVNULL, preexec_fn=limit_memory)
    with open("large.bin", "rb") as file:
        animproof.exits(4, "dump", "--json", "-", stdin=file, stdout=commands.DEVNULL, preexec_fn=limit_memory)


@pytest.mark.parametrize("form", FORMS)
def test_a_file_that_shrinks_during_the_dump_is_reported(animproof, form):
    """The test reads only 1000 bytes before it shrinks the file, so that the program waits at the full pipe."""
    write_large_memg(20000)
    program = animproof.start("dump", *form, "large.bin", stdout=commands.PIPE, stderr=commands.PIPE)
    program.stdout.read(1000)
    os.truncate("large.bin", 100)
    assert program.communicate(timeout=300)[1] == b"animproof: large.bin: became shorter while it was read\n"
    assert program.returncode == 3
