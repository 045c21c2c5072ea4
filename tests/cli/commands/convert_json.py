"""animproof convert to JSON and back keeps every bit; an invalid document is refused with the path of the fault."""

import glob
import json
import os
import re
import resource
import struct

from cli_case import Case, in_tree, md5anim, mrtk, mrtk_bad, read, read_text, write
from golden_files import EACH, memg_files, mrtk_files, every_nth

case = Case()


def to_json(path, *options):
    case.exits(0, "convert", path, "--to=json", "-o", "there.json", *options)
    return json.loads(read("there.json"))


def from_json(code=0, document=None):
    if document is not None:
        write("there.json", json.dumps(document).encode())
    return case.exits(code, "convert", "there.json", "-o", "back")


# Layout of the JSON: one member for each line, two spaces for each level, a list of numbers in one line.
def expected_layout(text):
    lines = json.dumps(json.loads(text), indent=2) + "\n"
    numbers = r"\[\n\s+([-+.\de]+(?:,\n\s+[-+.\de]+)*)\n\s+\]"
    return re.sub(numbers, lambda found: "[%s]" % re.sub(r",\n\s+", ", ", found.group(1)), lines)


for name, content in (("laid.bin", mrtk()), ("laid.md5anim", md5anim())):
    write(name, content)
    to_json(name)
    case.check(read_text("there.json") == expected_layout(read("there.json")), "the layout of the JSON of %s" % name)
case.exits(0, "convert", sorted(glob.glob(in_tree("golden/md5anim/valid/near-frame-*.md5anim")))[0], "--to=json",
           "-o", "there.json")
text = read_text("there.json")
case.check(text == expected_layout(text) and re.search(r"\[-?[\d.]+, -?[\d.]+", text), "the numbers of a frame are in one line")

# Any spelling of a number gives the nearest float32, also 20 digits equal to 0 modulo 2^64 and exponents that cancel out.
write("one.bin", mrtk())
to_json("one.bin")
ONE = read("there.json")
SPELLINGS = ["1.8446744073709551616", "3.6893488147419103232", "0.00055340232221128654848e4", "9.2233720368547758080", "18446744073709551616e-18",
             "1.8446744073709551617", "0." + 1500 * "0" + "15e1501", "1" + 1200 * "0" + "e-1199"]
for spelling in SPELLINGS:
    write("there.json", ONE.replace(b'"time": 1', b'"time": ' + spelling.encode(), 1))
    from_json()
    number = struct.pack("<f", float(spelling))
    case.check(number in read("back") and number not in read("one.bin"), "the spelling %.40s gives the nearest float32" % spelling)

# Every golden file converted and back: binary files have the same bytes, text files the same canonical form.
binary = swapped = 0
for path in every_nth(mrtk_files() + memg_files()):
    if case.run("lint", "-q", "--severity", "memg/byte-order=warning", path).returncode != 0:
        case.exits(1, "convert", path, "--to=json", "-o", "refused.json")
        case.check(not os.path.exists("refused.json"), "no file is written for " + path)
        continue
    document = to_json(path)
    case.check(sorted(document) == ["fields", "format", "layout"], "the document has the members fields, format and layout", None)
    if document["layout"] == "big-endian":  # a big-endian file has an error, as has the file from its document
        result = from_json(1)
        case.check(b"memg/byte-order" in result.stderr and not os.path.exists("back"),
                   "the document of a big-endian file is refused: " + path, result)
        document["fields"]["endian"] = 1
        from_json(0, document)
        case.exits(0, "convert", path, "--byte-order=little", "-o", "little")
        case.check(read("back") == read("little"), "the document with another byte order gives the little-endian file: " + path)
        os.remove("back")
        swapped += 1
        continue
    result = from_json()
    case.check(read("back") == read(path), "converting to JSON and back keeps the bytes of " + path, result)
    os.remove("back")
    binary += 1
case.check(swapped > 0 or EACH > 1, "golden/ has big-endian files")
case.check(binary > 15 // EACH, "more than 15 binary files were converted back")
text = 0
texts = glob.glob(in_tree("golden/**/*.md5anim"), recursive=True)
for kind in ("mesh", "camera"):
    texts += glob.glob(in_tree("golden/md5%s/valid/*.md5%s" % (kind, kind)))
for path in every_nth(sorted(texts)):
    if case.run("lint", "-q", path).returncode != 0:
        continue
    to_json(path)
    from_json()
    case.check(case.run("format", "back").stdout == case.run("format", path).stdout,
               "converting to JSON and back keeps the canonical form of " + path)
    text += 1
case.check(text > 5 // EACH, "more than 5 text files were converted back")

# Floats without a JSON number or with a risk of double rounding, names that are not UTF-8, overlong length prefixes.
floats = [0x7FC00001, 0xFFFFFFFF, 0x7F800001, 0x7F800000, 0xFF800000, 0x80000000, 0, 1, 0x807FFFFF, 0x7F7FFFFF,
          0x3DCCCCCD, 0x4B800001, 0x15AE43FD, 0x00800000]
curve = struct.pack("<iii", 8, 8, len(floats)) + b"".join(struct.pack("<fI", i, bits) for i, bits in enumerate(floats))
first = mrtk()
first = first[:19] + curve + first[19 + 12 + 16:-4]
names = [b"", b"\0", b"caf\xc3\xa9", b"\xff\xfe", b'"\\\n\x7f', b"\xed\xa0\x80"]
first += struct.pack("<i", len(names) + 2)
for i, name in enumerate(names):
    first += struct.pack("<fB", i, len(name)) + name
first += struct.pack("<f", 9) + b"\x83\x80\x00abc" + struct.pack("<f", 9) + b"\x80\x80\x80\x80\x10"
write("extreme.bin", first)
document = to_json("extreme.bin")
result = from_json()
case.check(read("back") == first, "converting to JSON and back keeps every bit", result)
keys = document["fields"]["camera"]["position_x"]["keys"]
case.check(keys[0]["value"] == "nan (0x7fc00001)" and keys[3]["value"] == "inf", "NaN and infinity are strings in JSON")
case.check(struct.pack("<f", keys[5]["value"]) == b"\0\0\0\x80", "-0 keeps its sign in JSON")
for i, bits in enumerate(floats[5:], 5):
    case.check(struct.pack("<f", keys[i]["value"]) == struct.pack("<I", bits), "Python reads the float32 %d from JSON" % i)
markers = document["fields"]["markers"]
case.check(markers[2]["name"] == "caf\xe9" and markers[3]["name"] == {"bytes": "fffe"}, "a name that is not UTF-8 is bytes in JSON")
case.check("name_prefix" not in markers[0] and markers[6]["name_prefix"] == "838000", "an overlong length prefix is kept in JSON")

# The document written by another program (Python) gives the same file.
result = from_json(0, document)
case.check(read("back") == first, "the document written by Python gives the same bytes", result)

# The frame rate of a text, with its fraction, and the order of its components.
for rate in (b"24", b"29.97", b"24.0", b"1000000.5", b"2147483.0", b"2147483"):
    write("rate.md5anim", md5anim().replace(b"frameRate 24", b"frameRate " + rate))
    to_json("rate.md5anim")
    from_json()
    case.check(case.run("format", "back").stdout == case.run("format", "rate.md5anim").stdout, "the frame rate %r is kept" % rate)
document = json.loads(read("there.json"))
document["fields"]["frame_rate"] = 3000000000
case.check(b"frame-rate-range" in from_json(1, document).stderr, "a frame rate beyond int32 is refused")

# The numbers of a frame, written at once if all are plain: each number is the float32 of its token, and an integer token
# is an integer in JSON.
TOKENS = ["0.5", "-0", "0", "-0.0", "0.000", "123456789", "0.00001", "-.5", "7.", "999999.5", "1000000",
          "1000000.5", "16777217", "0.0001", "-3.25", "2147483647", "0.00000000000000000012345", "-1234.5678"]
source = read(in_tree("golden/md5anim/valid/joints-2.md5anim"))
frame = re.search(rb"frame 0 \{\s*([^}]*)\}", source).group(1)
for first in range(len(TOKENS)):
    tokens = (TOKENS[first:] + TOKENS[:first])[:len(frame.split())]
    write("tokens.md5anim", source.replace(frame, (" ".join(tokens) + "\n").encode()))
    values = to_json("tokens.md5anim")["fields"]["frames"][0]["values"]
    case.check([struct.pack("<f", x) for x in values] == [struct.pack("<f", float(x)) for x in tokens]
               and [str(x) for x in values if isinstance(x, int)] == [
                   re.sub(r"\.0*$", "", x) for x in tokens if re.fullmatch(r"\d+|0\.0*|7\.|-[1-9]\d*", x)],
               "numbers of the tokens %s: %s" % (" ".join(tokens), values))

# The numbers of a frame, read at once if all are plain: each becomes a token for the float32 of its spelling.
ROW = ["1e0", "0.10", "1.25E+1", "-0", "-0.0", "123456789", "1e-3", "0.1234567890123456789", "5e-45", "16777217",
       "-3.5", "7"]
write("row.md5anim", read(in_tree("golden/md5anim/valid/joints-2.md5anim")))
to_json("row.md5anim")
document = read_text("there.json")
row = re.search(r'"values": \[([^\]]*)\]', document).group(1)
length = row.count(",") + 1
for first in range(len(ROW)):
    for plain in (False, True):
        wanted = [ROW[first] if plain or i == first % length else str(i + 0.5) for i in range(length)]
        write("there.json", document.replace(row, ", ".join(wanted)).encode())
        from_json()
        got = re.search(rb"frame 0 \{([^}]*)\}", read("back")).group(1).split()
        case.check([struct.pack("<f", float(x)) for x in got] == [struct.pack("<f", float(x)) for x in wanted],
                   "tokens for the numbers %s" % ", ".join(wanted))
case.check(length > 1, "the frame has more than one number")


def changed_document(path, change):
    document = to_json(path)
    change(document)
    return document


def check_refused(path, change, words, code=1):
    document = changed_document(path, change)
    if os.path.exists("back"):
        os.remove("back")
    result = from_json(code, document)
    case.check(words.encode() in result.stderr, "the refusal says %r" % words, result)
    case.check(not os.path.exists("back"), "a refused document writes no file", result)


def set_member(*way):
    """Returns a function that sets a member of a document: set_member("fields", "x", 3) sets fields.x to 3."""
    def change(document):
        for key in way[:-2]:
            document = document[key]
        document[way[-2]] = way[-1]
    return change


def remove_member(*way):
    def change(document):
        for key in way[:-1]:
            document = document[key]
        del document[way[-1]]
    return change


write("clean.bin", mrtk(markers=[(0.0, b"a")]))
write("clean.md5anim", md5anim())
X = ("fields", "camera", "position_x")
check_refused("clean.bin", remove_member(*X, "pre_wrap"), "there.json: camera.position_x.pre_wrap: is missing")
check_refused("clean.bin", set_member(*X, "pre_wrap", "8"), "camera.position_x.pre_wrap: an integer of 32 bits is needed")
check_refused("clean.bin", set_member(*X, "pre_wrap", 2**31), "an integer of 32 bits is needed")
check_refused("clean.bin", set_member(*X, "pre_wrap", 1.5), "an integer of 32 bits is needed")
check_refused("clean.bin", set_member("fields", "has_camera", 256), "has_camera: an integer from 0 to 255")
check_refused("clean.bin", set_member(*X, "keys", 0, "value", "nan"), "camera.position_x.keys[0].value: a number in the range of float32 is needed")
check_refused("clean.bin", set_member(*X, "keys", 0, "value", "nan (0x3f800000)"), "keys[0].value: a number in the range of float32 is needed")
check_refused("clean.bin", set_member(*X, "keys", 0, "value", 1e39), "keys[0].value: a number in the range of float32 is needed")
check_refused("clean.bin", set_member(*X, "keys", 0, "value", None), "keys[0].value: is missing")
check_refused("clean.bin", set_member(*X, "key_count", 3), "camera.position_x.keys: has a different number of elements")
check_refused("clean.bin", set_member(*X, "key_count", -1), "camera.position_x.keys: has a different number of elements")
check_refused("clean.bin", set_member(*X, "keyz", 3), '"keyz" is not a field of this file')
check_refused("clean.bin", set_member("fields", "gaze", [[3]]), '"gaze" is not a field of this file')
check_refused("clean.bin", set_member("fields", "marker_count", 2), "markers: has a different number of elements")
check_refused("clean.bin", set_member("fields", "markers", 0, "name", 3), "markers[0].name: a string is needed")
check_refused("clean.bin", set_member("fields", "markers", 0, "name", {"bytes": "0"}), "markers[0].name: hexadecimal digits are needed, two per byte")
check_refused("clean.bin", set_member("fields", "markers", 0, "name_prefix", "8180"), "has a prefix that is not a length")
check_refused("clean.bin", set_member("fields", "markers", 0, "name_prefix", "02"), "a different length than the count before it says")
check_refused("clean.bin", set_member("fields", "magic", 1), 'magic: a string such as "0x6a8faf6e0f9e42c6"')
check_refused("clean.bin", set_member("fields", "magic", "0x6a8faf6e0f9e42c7"), "magic: is not the magic number")
check_refused("clean.bin", set_member("fields", "version", "minor", 2), "version: is not 1.0 or 1.1")
check_refused("clean.bin", set_member("fields", "version", "major", 2), "version: is not 1.0 or 1.1")
write("clean.memg.bin", read(next(path for path in memg_files() if "/valid/" in path)))
check_refused("clean.memg.bin", set_member("fields", "endian", 0), "endian: is neither 1 nor 1 with its bytes swapped")
check_refused("clean.bin", set_member("format", "obj"), "format: unknown format")
check_refused("clean.bin", remove_member("format"), "format: a string is needed")
check_refused("clean.bin", set_member("layout", 3), "layout: a string or null is needed")
check_refused("clean.bin", set_member("more", 3), "only the members format, layout and fields")
check_refused("clean.bin", set_member("fields", 3), "fields: an object is needed")
check_refused("clean.bin", set_member(*X, "pre_wrap", 16), "error: camera.position_x.pre_wrap is 16;")
write("clean.md5mesh", read(in_tree("golden/md5mesh/valid/usual.md5mesh")))
for label in ("head", "meshes: a\nb", "meshes: a ", "meshes:"):
    check_refused("clean.md5mesh", set_member("fields", "meshes", 0, "label", label), "meshes[0].label: is not 'meshes: NAME' in one line")
check_refused("clean.md5anim", set_member("fields", "version", 11), "version is \"11\"; it must be 10")
check_refused("clean.md5anim", set_member("fields", "hierarchy", 1, "name", 'a" 0 0 0 "b'), "hierarchy[1].name: contains a quote")
check_refused("clean.md5anim", set_member("fields", "commandline", "a\nb"), "commandline: contains a quote, a line end or a NUL")
check_refused("clean.md5anim", set_member("fields", "bounds", 0, "min", "x", "inf"), "bounds[0].min.x: is not finite")
check_refused("clean.md5anim", set_member("fields", "num_joints", 2000000000), "hierarchy: has a different number of elements")
check_refused("clean.md5anim", set_member("fields", "num_joints", -1), "hierarchy: has a different number of elements")
check_refused("clean.md5anim", set_member("fields", "hierarchy", 1, "parent", 7), "md5anim/parent-order")
check_refused("clean.md5anim", set_member("fields", "hierarchy", 1, "parent", -2**31), "md5anim/parent-range")
check_refused("clean.md5anim", set_member("fields", "num_frames", 2), "bounds: has a different number of elements")
check_refused("clean.md5anim", set_member("fields", "num_frames", -1), "bounds: has a different number of elements")
check_refused("clean.md5anim", set_member("fields", "num_animated_components", -1), "values: has a different number of elements")
check_refused("clean.md5anim", set_member("fields", "frames", []), "frames: has a different number of elements")
check_refused("clean.md5anim", set_member("fields", "bounds", 0, "min", "x", []), "bounds[0].min.x: a number in the range of float32 is needed")
check_refused("clean.md5anim", set_member("fields", "frame_rate", "x"), "frame_rate: ")
for value, words in (("inf", "frames[0].values[1]: is not finite"), (None, "frames[0].values[1]: is missing"),
                     (1e39, "frames[0].values[1]: a number in the range of float32 is needed"), ([1], "frames[0].values[1]: a number in the range of float32 is needed")):
    check_refused("row.md5anim", set_member("fields", "frames", 0, "values", 1, value), words)
check_refused("row.md5anim", remove_member("fields", "frames", 0, "values", 1), "frames[0].values: has a different number of elements")
check_refused("row.md5anim", set_member("fields", "frames", 0, "values", 3), "frames[0].values: has a different number of elements")
for text, words in ((b"{", b"line 1, column 2: the name of a member"), (b'{"a": 1,\n "b" 2}', b"line 2, column 6: a colon"),
                    (b"{}", b"format: "),
                    (b'{"format": "mrtk", "fields": {}, "fields": {}}', b"only the members"),
                    (b"[" * 5000, b"no output form given, and FILE is not JSON; use --to FORM or a file name extension of OUT")):
    write("there.json", text)
    result = from_json(2 if text[:1] == b"[" else 1)
    case.check(words in result.stderr, "a syntax error is reported with its position", result)
write("there.json", b'{"format": ' + b"[" * 100000)
case.check(b"more than 64 nested" in from_json(1).stderr, "a document nested too deeply is refused")
to_json("clean.bin")
write("there.json", read("there.json").replace(b'"post_wrap"', b'"pre_wrap": 8, "post_wrap"', 1))
case.check(b'"pre_wrap" is not a field of this file, or occurs twice' in from_json(1).stderr, "a repeated member is refused")

# Memory: a long string and 2.7 million values, under a limit of the process and under --max-memory. A document needs its text
# and eight bytes for each value. A lack of memory is never reported as a fault of the document.
write("there.json", b'{"format": "mrtk", "layout": null, "fields": {"x": "' + b"a" * 5000000 + b'"}}')
for kib in range(19000, 24001, 500) if "/asan/" not in case.program else ():  # the sanitizer maps terabytes
    result = case.run("convert", "there.json", "-o", "x", preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_AS, (kib * 1024, kib * 1024)))
    says = b"magic: is missing" if result.returncode == 1 else b"memory"
    case.check(result.returncode in (1, 4) and says in result.stderr, "with %d KiB of address space the exit code matches the message" % kib, result)
write("there.json", b'{"format": "mrtk", "fields": {"x": [' + b"{}," * 2700000 + b"{}]}}")
case.exits(4, "convert", "there.json", "-o", "x", "--max-memory=16M", says=b"memory ran out (--max-memory)")
case.exits(1, "convert", "there.json", "-o", "x", "--max-memory=64M")
write("bad.bin", mrtk_bad())
case.exits(1, "convert", "bad.bin", "--to=json", "-o", "refused.json", says=b"mrtk/wrap-mode", unwritten="refused.json")
case.exits(2, "convert", "clean.bin", "--to=json", "--layout=writer", "-o", "x")
case.exits(3, "convert", "missing.json", "-o", "x")
case.exits(3, "convert", "clean.bin", "--to=json", "-o", "/dev/full")
case.exits(4, "convert", "clean.bin", "--to=json", "-o", "x", "--max-memory=1K")
to_json("clean.bin")
case.exits(4, "convert", "there.json", "-o", "x", "--max-memory=1K")
case.exits(0, "convert", "-", "-o", "-", input=read("there.json"), prints_only=read("clean.bin"))  # standard input to standard output

case.finish()
