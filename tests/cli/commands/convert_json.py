"""animproof convert to JSON and back: no bit is lost, and a document that is no file is refused with its place."""

import glob
import json
import os
import re
import resource
import struct

from cli_case import Case, in_tree, md5anim, mrtk, mrtk_bad, read, read_text, write
from golden_files import EACH, memg_files, mrtk_files, some

case = Case()


def to_json(path, *options):
    case.exits(0, "convert", path, "--to=json", "-o", "there.json", *options)
    return json.loads(read("there.json"))


def back(code=0, document=None):
    if document is not None:
        write("there.json", json.dumps(document).encode())
    return case.exits(code, "convert", "there.json", "-o", "back")


# A member a line, two blanks a level; numbers of one list are in a row.
def laid_out(text):
    lines = json.dumps(json.loads(text), indent=2) + "\n"
    numbers = r"\[\n\s+([-+.\de]+(?:,\n\s+[-+.\de]+)*)\n\s+\]"
    return re.sub(numbers, lambda found: "[%s]" % re.sub(r",\n\s+", ", ", found.group(1)), lines)


for name, content in (("laid.bin", mrtk()), ("laid.md5anim", md5anim())):
    write(name, content)
    to_json(name)
    case.check(read_text("there.json") == laid_out(read("there.json")), "the lines of %s" % name)
case.exits(0, "convert", sorted(glob.glob(in_tree("golden/md5anim/valid/near-frame-*.md5anim")))[0], "--to=json",
           "-o", "there.json")
text = read_text("there.json")
case.check(text == laid_out(text) and re.search(r"\[-?[\d.]+, -?[\d.]+", text), "numbers in a row")

# Any spelling of a number becomes the nearest float32: also 20 digits that are 0 modulo 2^64, and powers that cancel out.
write("one.bin", mrtk())
to_json("one.bin")
ONE = read("there.json")
SPELLINGS = ["1.8446744073709551616", "3.6893488147419103232", "0.00055340232221128654848e4", "9.2233720368547758080", "18446744073709551616e-18",
             "1.8446744073709551617", "0." + 1500 * "0" + "15e1501", "1" + 1200 * "0" + "e-1199"]
for spelling in SPELLINGS:
    write("there.json", ONE.replace(b'"time": 1', b'"time": ' + spelling.encode(), 1))
    back()
    number = struct.pack("<f", float(spelling))
    case.check(number in read("back") and number not in read("one.bin"), "the number %.40s" % spelling)

# Every golden file: the same bytes again; of text, the same canonical form.
binary = swapped = 0
for path in some(mrtk_files() + memg_files()):
    if case.run("lint", "-q", "--severity", "memg/byte-order=warning", path).returncode != 0:
        case.exits(1, "convert", path, "--to=json", "-o", "refused.json")
        case.check(not os.path.exists("refused.json"), "nothing is written of " + path)
        continue
    document = to_json(path)
    case.check(sorted(document) == ["fields", "format", "layout"], "members", None)
    if document["layout"] == "big-endian":  # it has an error, and so would what comes of the document
        result = back(1)
        case.check(b"memg/byte-order" in result.stderr and not os.path.exists("back"), "refused: " + path, result)
        document["fields"]["endian"] = 1
        back(0, document)
        case.exits(0, "convert", path, "--byte-order=little", "-o", "little")
        case.check(read("back") == read("little"), "little-endian: " + path)
        os.remove("back")
        swapped += 1
        continue
    result = back()
    case.check(read("back") == read(path), "the same bytes: " + path, result)
    os.remove("back")
    binary += 1
case.check(swapped > 0 or EACH > 1, "big-endian files were met")
case.check(binary > 15 // EACH, "binary files came back")
text = 0
texts = glob.glob(in_tree("golden/**/*.md5anim"), recursive=True)
for kind in ("mesh", "camera"):
    texts += glob.glob(in_tree("golden/md5%s/valid/*.md5%s" % (kind, kind)))
for path in some(sorted(texts)):
    if case.run("lint", "-q", path).returncode != 0:
        continue
    to_json(path)
    back()
    case.check(case.run("format", "back").stdout == case.run("format", path).stdout, "canonical form: " + path)
    text += 1
case.check(text > 5 // EACH, "texts came back")

# Numbers that JSON has not, or that a reader rounds twice; names that are no UTF-8; lengths spelled long.
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
result = back()
case.check(read("back") == first, "every bit comes back", result)
keys = document["fields"]["camera"]["position_x"]["keys"]
case.check(keys[0]["value"] == "nan (0x7fc00001)" and keys[3]["value"] == "inf", "values without a number")
case.check(struct.pack("<f", keys[5]["value"]) == b"\0\0\0\x80", "a zero keeps its sign")
for i, bits in enumerate(floats[5:], 5):
    case.check(struct.pack("<f", keys[i]["value"]) == struct.pack("<I", bits), "Python reads value %d" % i)
markers = document["fields"]["markers"]
case.check(markers[2]["name"] == "caf\xe9" and markers[3]["name"] == {"bytes": "fffe"}, "names")
case.check("name_prefix" not in markers[0] and markers[6]["name_prefix"] == "838000", "lengths")

# By way of a program that writes the document anew.
result = back(0, document)
case.check(read("back") == first, "another program's spelling of the same document", result)

# A text's rate, fraction and all, and the order of its components.
for rate in (b"24", b"29.97", b"24.0", b"1000000.5", b"2147483.0", b"2147483"):
    write("rate.md5anim", md5anim().replace(b"frameRate 24", b"frameRate " + rate))
    to_json("rate.md5anim")
    back()
    case.check(case.run("format", "back").stdout == case.run("format", "rate.md5anim").stdout, "rate %r" % rate)
document = json.loads(read("there.json"))
document["fields"]["frame_rate"] = 3000000000
case.check(b"frame-rate-range" in back(1, document).stderr, "a rate that no file may have")

# The numbers of a frame, which are put together where all are plain: each is the float32 of its token, and an
# integer stays one.
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
               "tokens as %s: %s" % (" ".join(tokens), values))

# The numbers of a frame, which are taken together where all are plain: each comes back as the float32 of its spelling.
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
        back()
        got = re.search(rb"frame 0 \{([^}]*)\}", read("back")).group(1).split()
        case.check([struct.pack("<f", float(x)) for x in got] == [struct.pack("<f", float(x)) for x in wanted],
                   "a row of numbers as %s" % ", ".join(wanted))
case.check(length > 1, "rows of numbers")


def edited(path, change):
    document = to_json(path)
    change(document)
    return document


def refused(path, change, words, code=1):
    document = edited(path, change)
    if os.path.exists("back"):
        os.remove("back")
    result = back(code, document)
    case.check(words.encode() in result.stderr, "says %r" % words, result)
    case.check(not os.path.exists("back"), "nothing is written", result)


def put(*way):
    """A change of the document: put("fields", "x", 3) sets fields.x to 3."""
    def change(document):
        for key in way[:-2]:
            document = document[key]
        document[way[-2]] = way[-1]
    return change


def drop(*way):
    def change(document):
        for key in way[:-1]:
            document = document[key]
        del document[way[-1]]
    return change


write("clean.bin", mrtk(markers=[(0.0, b"a")]))
write("clean.md5anim", md5anim())
X = ("fields", "camera", "position_x")
refused("clean.bin", drop(*X, "pre_wrap"), "there.json: camera.position_x.pre_wrap: is missing")
refused("clean.bin", put(*X, "pre_wrap", "8"), "camera.position_x.pre_wrap: an integer of 32 bits is needed")
refused("clean.bin", put(*X, "pre_wrap", 2**31), "an integer of 32 bits is needed")
refused("clean.bin", put(*X, "pre_wrap", 1.5), "an integer of 32 bits is needed")
refused("clean.bin", put("fields", "has_camera", 256), "has_camera: an integer from 0 to 255")
refused("clean.bin", put(*X, "keys", 0, "value", "nan"), "camera.position_x.keys[0].value: a number in the range of float32 is needed")
refused("clean.bin", put(*X, "keys", 0, "value", "nan (0x3f800000)"), "keys[0].value: a number in the range of float32 is needed")
refused("clean.bin", put(*X, "keys", 0, "value", 1e39), "keys[0].value: a number in the range of float32 is needed")
refused("clean.bin", put(*X, "keys", 0, "value", None), "keys[0].value: is missing")
refused("clean.bin", put(*X, "key_count", 3), "camera.position_x.keys: has a different number of elements")
refused("clean.bin", put(*X, "key_count", -1), "camera.position_x.keys: has a different number of elements")
refused("clean.bin", put(*X, "keyz", 3), '"keyz" is not a field of this file')
refused("clean.bin", put("fields", "gaze", [[3]]), '"gaze" is not a field of this file')
refused("clean.bin", put("fields", "marker_count", 2), "markers: has a different number of elements")
refused("clean.bin", put("fields", "markers", 0, "name", 3), "markers[0].name: a string is needed")
refused("clean.bin", put("fields", "markers", 0, "name", {"bytes": "0"}), "markers[0].name: hexadecimal digits are needed, two per byte")
refused("clean.bin", put("fields", "markers", 0, "name_prefix", "8180"), "has a prefix that is not a length")
refused("clean.bin", put("fields", "markers", 0, "name_prefix", "02"), "a different length than the count before it says")
refused("clean.bin", put("fields", "magic", 1), 'magic: a string such as "0x6a8faf6e0f9e42c6"')
refused("clean.bin", put("fields", "magic", "0x6a8faf6e0f9e42c7"), "magic: is not the magic number")
refused("clean.bin", put("fields", "version", "minor", 2), "version: is not 1.0 or 1.1")
refused("clean.bin", put("fields", "version", "major", 2), "version: is not 1.0 or 1.1")
write("clean.memg.bin", read(next(path for path in memg_files() if "/valid/" in path)))
refused("clean.memg.bin", put("fields", "endian", 0), "endian: is neither 1 nor 1 with its bytes swapped")
refused("clean.bin", put("format", "obj"), "format: unknown format")
refused("clean.bin", drop("format"), "format: a string is needed")
refused("clean.bin", put("layout", 3), "layout: a string or null is needed")
refused("clean.bin", put("more", 3), "only the members format, layout and fields")
refused("clean.bin", put("fields", 3), "fields: an object is needed")
refused("clean.bin", put(*X, "pre_wrap", 16), "error: camera.position_x.pre_wrap is 16;")
write("clean.md5mesh", read(in_tree("golden/md5mesh/valid/usual.md5mesh")))
for label in ("head", "meshes: a\nb", "meshes: a ", "meshes:"):
    refused("clean.md5mesh", put("fields", "meshes", 0, "label", label), "meshes[0].label: is not 'meshes: NAME' in one line")
refused("clean.md5anim", put("fields", "version", 11), "version is \"11\"; it must be 10")
refused("clean.md5anim", put("fields", "hierarchy", 1, "name", 'a" 0 0 0 "b'), "hierarchy[1].name: contains a quote")
refused("clean.md5anim", put("fields", "commandline", "a\nb"), "commandline: contains a quote, a line end or a NUL")
refused("clean.md5anim", put("fields", "bounds", 0, "min", "x", "inf"), "bounds[0].min.x: is not finite")
refused("clean.md5anim", put("fields", "num_joints", 2000000000), "hierarchy: has a different number of elements")
refused("clean.md5anim", put("fields", "num_joints", -1), "hierarchy: has a different number of elements")
refused("clean.md5anim", put("fields", "hierarchy", 1, "parent", 7), "md5anim/parent-order")
refused("clean.md5anim", put("fields", "hierarchy", 1, "parent", -2**31), "md5anim/parent-range")
refused("clean.md5anim", put("fields", "num_frames", 2), "bounds: has a different number of elements")
refused("clean.md5anim", put("fields", "num_frames", -1), "bounds: has a different number of elements")
refused("clean.md5anim", put("fields", "num_animated_components", -1), "values: has a different number of elements")
refused("clean.md5anim", put("fields", "frames", []), "frames: has a different number of elements")
refused("clean.md5anim", put("fields", "bounds", 0, "min", "x", []), "bounds[0].min.x: a number in the range of float32 is needed")
refused("clean.md5anim", put("fields", "frame_rate", "x"), "frame_rate: ")
for value, words in (("inf", "frames[0].values[1]: is not finite"), (None, "frames[0].values[1]: is missing"),
                     (1e39, "frames[0].values[1]: a number in the range of float32 is needed"), ([1], "frames[0].values[1]: a number in the range of float32 is needed")):
    refused("row.md5anim", put("fields", "frames", 0, "values", 1, value), words)
refused("row.md5anim", drop("fields", "frames", 0, "values", 1), "frames[0].values: has a different number of elements")
refused("row.md5anim", put("fields", "frames", 0, "values", 3), "frames[0].values: has a different number of elements")
for text, words in ((b"{", b"line 1, column 2: the name of a member"), (b'{"a": 1,\n "b" 2}', b"line 2, column 6: a colon"),
                    (b"{}", b"format: "),
                    (b'{"format": "mrtk", "fields": {}, "fields": {}}', b"only the members"),
                    (b"[" * 5000, b"no output form given, and FILE is not JSON; use --to FORM or a file name extension of OUT")):
    write("there.json", text)
    result = back(2 if text[:1] == b"[" else 1)
    case.check(words in result.stderr, "says so", result)
write("there.json", b'{"format": ' + b"[" * 100000)
case.check(b"more than 64 nested" in back(1).stderr, "a deep document")
to_json("clean.bin")
write("there.json", read("there.json").replace(b'"post_wrap"', b'"pre_wrap": 8, "post_wrap"', 1))
case.check(b'"pre_wrap" is not a field of this file, or occurs twice' in back(1).stderr, "a member twice")

# Memory: a long string and very many values, under a limit of the process and under --max-memory. What a document
# takes is its text and eight bytes a value; out of memory is never called a fault of the document.
write("there.json", b'{"format": "mrtk", "layout": null, "fields": {"x": "' + b"a" * 5000000 + b'"}}')
for kib in range(19000, 24001, 500) if "/asan/" not in case.program else ():  # it maps terabytes
    result = case.run("convert", "there.json", "-o", "x", preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_AS, (kib * 1024, kib * 1024)))
    says = b"magic: is missing" if result.returncode == 1 else b"memory"
    case.check(result.returncode in (1, 4) and says in result.stderr, "%d KiB of address space" % kib, result)
write("there.json", b'{"format": "mrtk", "fields": {"x": [' + b"{}," * 2700000 + b"{}]}}")
case.exits(4, "convert", "there.json", "-o", "x", "--max-memory=16M", says=b"memory ran out (--max-memory)")  # values over the limit
case.exits(1, "convert", "there.json", "-o", "x", "--max-memory=64M")
write("bad.bin", mrtk_bad())
case.exits(1, "convert", "bad.bin", "--to=json", "-o", "refused.json", says=b"mrtk/wrap-mode", unmade="refused.json")  # a file with errors
case.exits(2, "convert", "clean.bin", "--to=json", "--layout=writer", "-o", "x")
case.exits(3, "convert", "missing.json", "-o", "x")
case.exits(3, "convert", "clean.bin", "--to=json", "-o", "/dev/full")
case.exits(4, "convert", "clean.bin", "--to=json", "-o", "x", "--max-memory=1K")
to_json("clean.bin")
case.exits(4, "convert", "there.json", "-o", "x", "--max-memory=1K")
case.exits(0, "convert", "-", "-o", "-", input=read("there.json"), prints_only=read("clean.bin"))  # standard input to standard output

case.finish()
