"""dump: fields with offsets, values and findings; the options --path and --at; files that cannot be read or written."""

import glob
import json
import math
import os
import re
import struct

import commands
from cli_case import MRTK_MAGIC, Case, full_device, in_tree, md5anim, mrtk, mrtk_bad, mrtk_many, read, write
from golden_files import every_nth
from schema_check import Checker


case = Case()
write("good.bin", mrtk(markers=[(0.5, b"a\x1b\"\xff\xc3\xa9\xf0\x9f\x98\x80")]))
write("bad.bin", mrtk_bad())
write("cut.bin", mrtk()[:29])

CHECKER = Checker("dump")


def json_of(*arguments, code=0, **options):
    document = json.loads(case.exits(code, "dump", "--json", *arguments, **options).stdout)
    errors = CHECKER.errors(document)
    case.check(not errors, "the dump of %r is valid by its schema: %r" % (arguments, errors[:3]))
    return document


def lines_of(*arguments, code=0, **options):
    return case.exits(code, "dump", *arguments, **options).stdout.decode("ascii").splitlines()


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


def check_value(field, order):
    """Returns true if the value of a field is that of its bytes, read with Python's struct."""
    raw = bytes.fromhex(field["bytes"])
    value = field["value"]
    if field["type"] in ("f32", "f64"):
        code = "f" if field["type"] == "f32" else "d"
        real = struct.unpack(order + code, raw)[0]
        if math.isnan(real):
            bits = int.from_bytes(raw, "little" if order == "<" else "big")
            return value == "nan (0x%0*x)" % (2 * len(raw), bits)
        if math.isinf(real):
            return value == ("inf" if real > 0 else "-inf")
        return struct.pack(order + code, value) == raw
    if field["type"] == "i32":
        return struct.pack(order + "i", value) == raw
    if field["type"] == "u64":
        return value == "0x%016x" % struct.unpack(order + "Q", raw)[0]
    if field["type"] == "u8":
        return bytes([value]) == raw
    if field["type"] == "bytes":
        return value == decode_lossy(raw)
    if field["type"] == "length":
        return value == sum((byte & 127) << 7 * place for place, byte in enumerate(raw))
    return False


# Every binary golden file: each byte is in one field or unread, values equal those that struct reads, findings are those of lint.
golden = sorted(glob.glob(in_tree("golden/*/*/*.bin")))
golden += sorted(glob.glob(in_tree("golden/reference/*/*.bin")))
golden = every_nth(golden)
case.check(len(golden) > 20, "golden/ has more than 20 binary files")
for path in golden:
    content = read(path)
    dump = json_of(path)
    pieces = [(f["offset"], f["length"], bytes.fromhex(f["bytes"])) for f in dump["fields"]]
    pieces += [(u["offset"], u["length"], content[u["offset"] : u["offset"] + u["length"]]) for u in dump["unread"]]
    pieces.sort()
    end = 0
    for offset, length, raw in pieces:
        if offset != end or len(raw) != length:
            case.check(False, "%s: a piece begins at %d, expected %d" % (path, offset, end))
            break
        end += length
    case.check(end == len(content) == dump["size"], "%s: fields and unread bytes cover the file" % path)
    case.check(b"".join(raw for _, _, raw in pieces) == content, "%s: the bytes of all fields are the content of the file" % path)
    big = dump["layout"] == "big-endian"
    wrong = [f for f in dump["fields"] if not check_value(f, ">" if big and f["offset"] > 0 else "<")]
    case.check(not wrong, "%s: fields with wrong values: %r" % (path, wrong[:3]))
    linted = json.loads(case.run("lint", "--no-companions", "--format=json", path).stdout)["files"][0]
    for member in ("findings", "format", "layout", "size"):
        case.check(dump[member] == linted[member], "%s: %s equals that of lint" % (path, member))
    flat = lines_of("--flat", path)
    case.check(len([l for l in flat if " = " in l]) >= len(dump["fields"]), "%s: the flat output has a line for each field" % path)
    marked = sum(line.count("  <-- ") for line in flat)
    case.check(marked == len(dump["findings"]), "%s: the flat output marks each finding once" % path)
    tree = lines_of(path)
    case.check(len([l for l in tree if l[:1].isdigit()]) == len([l for l in flat if l[:1].isdigit()]),
               "%s: the tree has as many field lines as the flat output" % path)

# The tree output.
tree = lines_of("bad.bin")
case.check(tree[:2] == ["bad.bin: mrtk 1.1, layout writer, 219 bytes",
                        "00000000      8  c6 42 9e 0f 6e af 8f 6a      magic u64 = 0x6a8faf6e0f9e42c6"],
           "the first lines of the tree: %r" % tree[:2])
at = next(i for i, line in enumerate(tree) if line.strip() == "camera")
column = tree[at].index("camera")
case.check(tree[at + 1] == " " * (column + 2) + "position_x", "a nested record is indented: %r" % tree[at + 1])
case.check(tree[at + 2] == "00000013      4  10 00 00 00" + " " * 18 + "    pre_wrap i32 = 16"
           "  <-- error mrtk/wrap-mode: camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8",
           "a finding is on the line of its field: %r" % tree[at + 2])
case.check(tree[at + 3].endswith("post_wrap i32 = 8 (ClampForever)"), "an enum value has its name: %r" % tree[at + 3])
case.check(tree[at + 5] == " " * (column + 4) + "keys[0]", "a list element has its index: %r" % tree[at + 5])
case.check(sum(line.strip() == "camera" for line in tree) == 1, "the tree names a record once")

# The JSON output.
fields = {f["path"]: f for f in json_of("good.bin")["fields"]}
case.check(fields["camera.position_x.key_count"]["role"] == "count", "the role of key_count is count")
case.check(fields["magic"]["role"] == "magic" and fields["version.minor"]["role"] == "version", "the roles of the magic and of the version")
case.check(fields["has_gaze"]["role"] == "flag", "the role of has_gaze is flag")
wrap = fields["camera.position_x.pre_wrap"]
case.check(wrap["role"] == "enum" and wrap["value"] == 8 and wrap["meaning"] == "ClampForever", "an enum field has value and name: %r" % wrap)
name = fields["markers[0].name"]
case.check(name["role"] == "name" and name["value"] == "a\x1b\"\ufffd\u00e9\U0001f600", "a marker name is decoded: %r" % name)
case.check(bytes.fromhex(name["bytes"]) == b"a\x1b\"\xff\xc3\xa9\xf0\x9f\x98\x80", "the bytes of the marker name")
for form in ([], ["--flat"], ["--json"]):
    output = case.exits(0, "dump", *form, "good.bin").stdout
    case.check(re.fullmatch(rb"[\n -~]*", output), "the output is printable ASCII", None)

# Names longer than the copy buffer: no UTF-8 character is split at a buffer boundary.
for shift in range(4):
    long_name = b"x" * shift + "\U0001f600\u00e9".encode() * 20
    write("long.bin", mrtk(markers=[(0.0, long_name)]))
    name = [f for f in json_of("long.bin")["fields"] if f["type"] == "bytes"][0]
    case.check(name["value"] == long_name.decode(), "a long name, shifted by %d bytes, keeps its characters" % shift)
huge = b"\xc3" + "\u20ac".encode() * 300
write("long.bin", mrtk()[:-4] + struct.pack("<ifBB", 1, 0.0, len(huge) % 128 | 128, len(huge) // 128) + huge)
name = [f for f in json_of("long.bin")["fields"] if f["type"] == "bytes"][0]
case.check(name["value"] == "\ufffd" + "\u20ac" * 300, "a name of 901 bytes keeps its characters")
prefix = [f for f in json_of("long.bin")["fields"] if f["type"] == "length"][0]
case.check(prefix["value"] == len(huge) and prefix["length"] == 2, "the length field of the long name: %r" % prefix)

# NaN and infinity, which JSON has no numbers for; -0, which loses its sign in some parsers; the smallest float32.
special = [0x80000000, 0x7FC00001, 0xFFC00000, 0x7F800000, 0xFF800000, 1]
keys = b"".join(struct.pack("<fI", time, bits) for time, bits in enumerate(special))
body = MRTK_MAGIC + struct.pack("<ii", 1, 1) + bytes([1, 0, 0]) + struct.pack("<iii", 8, 8, len(special)) + keys
write("special.bin", body + mrtk()[19 + 12 + 16 :])
values = [f["value"] for f in json_of("--path", "camera.position_x.keys[*].value", "special.bin")["fields"]]
case.check(values[1:5] == ["nan (0x7fc00001)", "nan (0xffc00000)", "inf", "-inf"], "NaN and infinity are strings: %r" % values)
case.check(math.copysign(1, values[0]) < 0 and struct.pack("<f", values[5]) == struct.pack("<I", 1),
           "-0 and the smallest float32 are exact: %r" % values)

# A broken file is read up to the fault.
cut = json_of("cut.bin")
case.check(cut["fields"][-1]["path"] == "camera.position_x.post_wrap", "the last field before the fault: %r" % cut["fields"][-1:])
case.check(cut["unread"] == [{"offset": 27, "length": 2}], "the bytes after the fault are unread: %r" % cut["unread"])
case.check([f["rule"] for f in cut["findings"]] == ["mrtk/truncated"], "the truncation is reported")
last = lines_of("cut.bin")[-1]
case.check(re.fullmatch(r"0000001b      2  02 00 .*  \(unread\)  <-- error mrtk/truncated at "
                        r"camera.position_x.key_count: camera.position_x.key_count needs 4 bytes, 2 are left", last),
                        "the last line shows the unread bytes: " + last)
write("cut27.bin", mrtk()[:27])
last = lines_of("cut27.bin")[-1]
case.check(re.fullmatch(r"0000001b      0   +<-- error mrtk/truncated at camera.position_x.key_count: .*", last),
           "the last line of a file cut between fields: " + last)
write("InputAnimation.bin", b"")
case.check(lines_of("InputAnimation.bin")[-1].endswith("saves an empty recording"), "the finding of an empty file is shown")
write("text.txt", b"hello")
unknown = json_of("text.txt")
case.check(unknown["format"] is None and unknown["unread"] == [{"offset": 0, "length": 5}], "a file of no format is unread")
case.check(len(lines_of("--input-format=memg", "good.bin")) > 1, "--input-format reads the file as another format")
case.check(json_of("--mrtk-layout=published", "good.bin")["layout"] == "published", "--mrtk-layout sets the layout")
case.check(json_of("-", input=mrtk())["size"] == len(mrtk()), "standard input is dumped")

# --path.
flat = lines_of("--flat", "--path", "camera.*.key_count", "good.bin")[1:]
case.check(len(flat) == 7 and all(".key_count i32 = 2" in line for line in flat), "--path with a pattern selects fields: %r" % flat)
case.check(len(lines_of("--flat", "--path", "version", "good.bin")) == 3, "--path with a record selects its fields")
case.check(len(json_of("--path", "*.keys[1].time", "good.bin")["fields"]) == 7, "--path with an index selects one element of each list")
case.check(len(json_of("--path", "*.keys[*].time", "good.bin")["fields"]) == 14, "--path with [*] selects all elements")
case.check(json_of("--path=*.post_wrap", "bad.bin")["findings"] == [], "--path omits the findings of other fields")
case.check(len(json_of("--path=*_x.pre_wrap", "bad.bin")["findings"]) == 1, "--path keeps the finding of a selected field")
case.exits(1, "dump", "--path", "camera.nothing", "good.bin", says_only=b"animproof: good.bin: no field matches 'camera.nothing'\n")
case.check(json_of("--path", "nothing", "good.bin", code=1)["fields"] == [], "--path that matches no field gives an empty list")

# --at.
for place in ("19", "0x13", "0x16", "0X13"):
    found = json_of("--at", place, "bad.bin")
    case.check([f["path"] for f in found["fields"]] == ["camera.position_x.pre_wrap"], "--at %s selects the field: %r" % (place, found))
    case.check(len(found["findings"]) == 1, "--at keeps the finding of the field")
case.check(json_of("--at", "23", "bad.bin")["findings"] == [], "--at omits the finding of the previous field")
found = json_of("--at", "28", "cut.bin", code=1)
case.check(found["fields"] == [] and found["unread"] == [{"offset": 27, "length": 2}], "--at an unread byte selects no field: %r" % found)
case.exits(1, "dump", "--at", "28", "cut.bin", says=b"no field contains byte 0x1c", prints=b"(unread)")
case.exits(1, "dump", "--at", "219", "bad.bin", says=b"after the end")
write("one.bin", b"x")
case.exits(1, "dump", "--at", "1", "one.bin", says_last=b"byte 0x1 is after the end; the file has 1 byte\n")
page = case.exits(1, "lint", "--format", "html", "one.bin").stdout
case.check(b", 1 byte</p>" in page, "the HTML report says 1 byte: %r" % page[:2000])
case.exits(1, "dump", "--at", "0", "InputAnimation.bin")
case.exits(1, "dump", "--at", "0", "--path", "version", "good.bin")

# --at LINE:COLUMN: the position of a finding as lint prints it. Each field of a text file is found at its own position.
write("parent.md5anim", md5anim(parent=b"7"))
linted = json.loads(case.run("lint", "--no-companions", "--format=json", "parent.md5anim").stdout)["files"][0]["findings"][0]
found = json_of("--at", "%d:%d" % (linted["line"], linted["column"]), "parent.md5anim")
case.check([f["path"] for f in found["fields"]] == [linted["path"]] and len(found["findings"]) == 1,
           "--at the position of a finding selects its field: %r" % found)
lines = md5anim(parent=b"7").split(b"\n")
for field in json_of("parent.md5anim")["fields"]:
    at = field["line"], field["column"]
    case.check(sum(map(len, lines[:at[0] - 1])) + at[0] - 1 + at[1] - 1 == field["offset"],
               "line and column of the field lead to its offset: %r" % field)
    case.check(field in json_of("--at", "%d:%d" % at, "parent.md5anim")["fields"], "--at %d:%d selects the field" % at)
case.check(not any("line" in field for field in json_of("good.bin")["fields"]), "fields of a binary file have no lines")
for place, said in (("1:1000", b"the file has no byte at 1:1000"), ("1000:1", b"the file has no byte at 1000:1"),
                    ("3:1", b"no field is at 3:1")):
    case.exits(1, "dump", "--at", place, "parent.md5anim", says=said)
for name, said in (("good.bin", b"'good.bin' is mrtk"), ("text.txt", b"'text.txt' is of no known format")):
    case.exits(2, "dump", "--at", "1:1", name, says=said, prints_only=b"")
case.check(json_of("--at", "1:1", "--at", "0x13", "bad.bin")["fields"][0]["offset"] == 19, "the last --at applies")

# Wrong usage.
for wrong in ([], ["good.bin", "bad.bin"], ["--at", "x", "good.bin"], ["--at", "", "good.bin"],
              ["--at", "0x", "good.bin"], ["--at", "-1", "good.bin"], ["--at", "12a", "good.bin"],
              ["--at", "1:", "good.bin"], ["--at", ":1", "good.bin"], ["--at", "0:1", "good.bin"], ["--at", "1:0", "good.bin"],
              ["--at", "1:2:3", "good.bin"], ["--at", "1:99999999999999999999", "good.bin"],
              ["--at", "99999999999999999999", "good.bin"], ["--flat", "--json", "good.bin"], ["--nothing", "good.bin"],
              ["--mrtk-layout=x", "good.bin"], ["--memg-order=x", "good.bin"], ["--input-format=x", "good.bin"]):
    case.exits(2, "dump", *wrong, prints_only=b"", says_first=b"animproof: dump: ")
case.check(case.exits(0, "dump", "--help").stdout.startswith(b"usage: animproof dump "), "--help prints the usage")

# Files that cannot be read, and output that cannot be written.
case.exits(3, "dump", "missing.bin")
case.exits(3, "dump", ".")
write("many.bin", mrtk_many(5000))
for form in ([], ["--flat"], ["--json"]):
    for name in ("good.bin", "many.bin"):
        result = case.exits(3, "dump", *form, name, stdout=full_device())
        case.check(result.stderr == b"animproof: standard output: No space left on device\n", "a full standard output is reported", result)
    case.check_closed_pipe(3, "dump", *form, "many.bin")
case.exits(3, "dump", "--help", stdout=full_device())
case.exits(4, "dump", "--max-memory=4K", "good.bin", says=b"memory ran out")
case.exits(4, "dump", "--max-input=10", "-", input=mrtk())

# Findings over a limit are counted.
dump = json_of("many.bin")
case.check(dump["truncated"] == dump["dropped"] > 0 and len(dump["findings"]) < 5000, "JSON counts the omitted findings: %d" % dump["truncated"])
case.check(lines_of("many.bin")[-1] == "many.bin: %d more findings over the limit not shown" % dump["truncated"],
           "the last line counts the omitted findings")

# A file name with terminal escapes.
write("\x1b[2J.bin", mrtk())
case.check(b"\x1b" not in case.exits(0, "dump", "\x1b[2J.bin").stdout, "the file name is escaped")

# A field of a text format has the bytes of its token.
write("walk.md5anim", md5anim())
for field in json_of("walk.md5anim")["fields"]:
    raw = bytes.fromhex(field["bytes"])
    case.check(md5anim()[field["offset"] :].startswith(raw) and raw.decode().strip('"') == field["value"],
               "the field has the bytes of its token: %r" % field)
for path in every_nth(sorted(glob.glob(in_tree("golden/md5anim/*/*.md5anim")))):
    dump = json_of(path)
    ends = [0] + [f["offset"] + f["length"] for f in dump["fields"]]
    case.check(all(f["offset"] >= end for f, end in zip(dump["fields"], ends)), "%s: fields are in order and do not overlap" % path)
    case.check(len(dump["fields"]) > 20 or "/bad/" in path, "%s: the file has more than 20 fields" % path)
    linted = json.loads(case.run("lint", "--no-companions", "--format=json", path).stdout)["files"][0]
    case.check(dump["findings"] == linted["findings"], "%s: findings equal those of lint" % path)
case.check(json_of("walk.md5anim")["unread"] == [], "blanks between tokens do not count as unread")
write("walk.md5anim", md5anim(parent=b"7"))
case.check("  <-- error md5anim/parent-order" in "\n".join(lines_of("walk.md5anim")), "the finding is shown in the text output")

# Memory does not grow with the file, except for the mapped file itself.
transform = struct.pack("<12d", 1, 0, 0, 0.1, 0, 1, 0, 0.2, 0, 0, 1, 0.3)
peaks = []
for timesteps in (700, 40000):
    write("large.bin", struct.pack("<iiii", 1, 30, 1, timesteps) + transform * timesteps)
    program = commands.start([case.program, "dump", "--json", "large.bin"], stdout=commands.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    case.check(program.returncode == 0, "a large file is dumped: exit %d" % program.returncode)
    peaks.append(usage.ru_maxrss)
grown = 96 * (40000 - 700) // 1024
factor = 3 if "asan" in case.program else 1
case.check(peaks[1] - peaks[0] < factor * (grown + 1500), "peak memory grows by no more than the file: %r KiB, file %d KiB larger" % (peaks, grown))

# A file that shrinks during the dump. The test reads 1000 bytes, so that the full pipe stops the program until the file shrank.
for form in ([], ["--flat"], ["--json"]):
    write("large.bin", struct.pack("<iiii", 1, 30, 1, 20000) + transform * 20000)
    program = commands.start([case.program, "dump", *form, "large.bin"], stdout=commands.PIPE, stderr=commands.PIPE)
    program.stdout.read(1000)
    os.truncate("large.bin", 100)
    _, errors = program.communicate(timeout=300)
    case.check(program.returncode == 3, "a file that shrank gives exit 3: %d" % program.returncode)
    case.check(errors == b"animproof: large.bin: became shorter while it was read\n", "the message names the file that shrank: %r" % errors)

case.finish()
