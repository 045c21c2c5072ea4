"""The report formats: exact text, JSON that holds to its schema, several reports at once."""

import json
import os

from cli_case import Case, md5anim, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, read, write
from schema_check import Checker
from on_terminal import on_terminal

CHECKER = Checker("report")

case = Case()
write("bad.bin", mrtk_bad())
write("clean.bin", mrtk())
write("cut.bin", mrtk()[:-2])
write("noted.bin", mrtk_noted())
write("warned.bin", mrtk_warned())
write("parent.md5anim", md5anim(parent=b"7"))
write("other.dat", b"\x00\x01text")
write("empty.dat", b"")
files = ["bad.bin", "clean.bin", "cut.bin", "noted.bin", "warned.bin", "parent.md5anim", "other.dat", "empty.dat",
         "missing.bin"]


def check_schema(text, what):
    document = json.loads(text)
    errors = CHECKER.errors(document)
    case.check(not errors, "%s holds to the schema: %r" % (what, errors[:3]))
    return document


# Human.
result = case.exits(1, "lint", "bad.bin")
case.check(
    result.stdout
    == b"bad.bin:0x13: error: camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]\n"
    b"  00000010  01 00 00 [10 00 00 00] 08 00 00 00 02 00 00 00 00\n"
    b"\n"
    b"1 file: 1 error, 0 warnings.   animproof explain RULE tells more.\n",
    "human, binary",
    result,
)
result = case.exits(1, "lint", "--quiet", "parent.md5anim")
lines = result.stdout.splitlines()
case.check(lines[0].startswith(b'parent.md5anim:11:9: error: joint "hips", parent is 7; ')
           and lines[0].endswith(b" [md5anim/parent-order]"), "human, text: head", result)
case.check(lines[1] == b'  11 |     "hips" 7 0 0', "human, text: source", result)
case.check(lines[2] == b"     |            ^", "human, text: mark", result)
case.check(lines[3:] == [b""], "human, quiet: no summary", result)
result = case.exits(1, "lint", "other.dat", "empty.dat")
case.check(
    result.stdout.startswith(
        b"other.dat:0x0: error: the file is not one of "
    )
    and b" [file/unrecognized]\n  00000000  [00 01 74 65 78 74]\n" in result.stdout,
    "human, unrecognized",
    result,
)
case.check(b"\nempty.dat:0x0: error: " in result.stdout, "human, empty", result)
case.exits(0, "lint", "--verbose", "clean.bin", prints_first=b"clean.bin: mrtk 1.1, layout writer, 219 bytes\n")  # human, verbose

# Concise.
result = case.exits(1, "lint", "--format", "concise", "bad.bin", "parent.md5anim")
lines = result.stdout.splitlines()
case.check(
    lines[0] == b"bad.bin:0x13: error: camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]",
    "concise, binary",
    result,
)
case.check(
    lines[1].startswith(b"parent.md5anim:11:9: error: ")
    and lines[1].endswith(b" [md5anim/parent-order] (hierarchy[1].parent)"),
    "concise, text",
    result,
)

# JSON.
result = case.exits(3, "lint", "--format", "json", *files)
report = check_schema(result.stdout, "json")
entries = {entry["file"]: entry for entry in report["files"]}
case.check([entry["file"] for entry in report["files"]] == files, "json: the order of the files", result)
case.check(
    entries["bad.bin"]["findings"]
    == [
        {
            "rule": "mrtk/wrap-mode",
            "severity": "error",
            "class": "invalid",
            "offset": 19,
            "length": 4,
            "line": None,
            "column": None,
            "path": "camera.position_x.pre_wrap",
            "message": "camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8",
            "expected": "0, 1, 2, 4 or 8",
            "found": "16",
            "related": [],
        }
    ],
    "json: a finding",
)
case.check([e["valid"] for e in report["files"]] == [False, True, False, True, True, False, False, False, False],
           "json: valid")
case.check(entries["clean.bin"]["layout"] == "writer" and entries["clean.bin"]["size"] == 219, "json: a clean file")
case.check(entries["missing.bin"]["error"] == "No such file or directory", "json: error")
case.check(entries["missing.bin"]["format"] is None and "error" not in entries["bad.bin"], "json: error only there")
case.check(entries["other.dat"]["findings"][0]["length"] == 6, "json: length of a short unrecognized file")
case.check(entries["empty.dat"]["findings"][0]["length"] == 0, "json: length of an empty unrecognized file")
case.check(entries["other.dat"]["format"] is None, "json: no format")
finding = entries["parent.md5anim"]["findings"][0]
case.check((finding["line"], finding["column"]) == (11, 9), "json: line and column")
case.check(md5anim(parent=b"7")[finding["offset"]:][:1] == b"7", "json: offset")
everything = [f for e in report["files"] for f in e["findings"]]
summary = report["summary"]
for severity in ("error", "warning", "note"):
    count = sum(f["severity"] == severity for f in everything)
    case.check(summary[severity + "s"] == count, "json: the summary counts each %s" % severity)
case.check(summary["files"] == len(files) and summary["unreadable"] == 1, "json: summary")
case.check(summary["skipped_checks"] == sum(e["skipped_checks"] for e in report["files"]), "json: skipped checks")

# The same as lines.
result = case.exits(3, "lint", "--format", "jsonl", *files)
lines = [json.loads(line) for line in result.stdout.splitlines()]
for line in lines:
    errors = CHECKER.errors(line, "#/$defs/line")
    case.check(not errors, "jsonl holds to the schema: %r" % errors[:3])
case.check([l["file"] for l in lines if l["type"] == "file"] == files, "jsonl: files")
case.check(
    [{k: v for k, v in l.items() if k not in ("type", "file")} for l in lines if l["type"] == "finding"] == everything,
    "jsonl: findings",
)
case.check(lines[-1]["type"] == "summary" and lines[-1]["errors"] == summary["errors"], "jsonl: summary")

# No file at all is still a document.
os.mkdir("nothing")
result = case.exits(3, "lint", "--format", "json", "nothing")
case.check(check_schema(result.stdout, "json of nothing")["files"] == [], "json of nothing")

# Several at once; a report that was there is replaced, its rights stay.
write("report.json", b"old")
os.chmod("report.json", 0o640)
result = case.exits(1, "lint", "bad.bin", "--format", "concise", "--output", "json=report.json",
                    "--output", "jsonl=report.jsonl", "--output=human=report.txt")
case.check(result.stdout.startswith(b"bad.bin:0x13: error: "), "the report on standard output", result)
check_schema(read("report.json"), "the report in a file")
case.check(read("report.txt").startswith(b"bad.bin:0x13: error: camera"), "the human report in a file")
case.check(os.stat("report.json").st_mode & 0o777 == 0o640, "rights stay")
umask = os.umask(0)
os.umask(umask)
case.check(os.stat("report.txt").st_mode & 0o777 == 0o666 & ~umask, "rights of a new report")
case.check(not [n for n in os.listdir(".") if "animproof" in n], "nothing else is left")
case.exits(3, "lint", "missing.bin", "--output", "human=report.txt")
case.check(b"missing.bin: cannot be read: No such file" in read("report.txt"), "a report in a file names unread files")

# Colour.
ESCAPE = b"\x1b["
case.check(ESCAPE not in case.run("lint", "bad.bin").stdout, "no colour in a pipe")
case.check(ESCAPE in case.run("lint", "--color", "always", "bad.bin").stdout, "--color always")
case.check(ESCAPE in on_terminal(case, "lint", "bad.bin", TERM="xterm"), "colour on a terminal")
case.check(ESCAPE not in on_terminal(case, "lint", "bad.bin", TERM="dumb"), "no colour on a dumb terminal")
case.check(ESCAPE not in on_terminal(case, "lint", "bad.bin", TERM="xterm", NO_COLOR="1"), "NO_COLOR")
case.check(ESCAPE in on_terminal(case, "lint", "bad.bin", TERM="xterm", NO_COLOR=""), "an empty NO_COLOR is none")
case.check(ESCAPE not in on_terminal(case, "lint", "--color=never", "bad.bin", TERM="xterm"), "--color never")
case.check(ESCAPE not in case.run("lint", "--color=always", "--format=json", "bad.bin").stdout, "no colour in JSON")

# A terminal's width: the source line is cut around the place, and messages go on in the next line.
wide = md5anim(parent=b"7").replace(b'7 0 0', b"7 0 0 //" + b" wide" * 40)
write("wide.md5anim", wide.replace(b'"hips"', b'"\xe2\x80\x9chips\xe2\x80\x9d"'))
for columns in (40, 60, 132):
    shown = on_terminal(case, "lint", "--color=never", "--select=md5anim/parent-order", "wide.md5anim", columns=columns,
                        TERM="xterm").decode().split("\r\n")
    case.check(all(len(line) <= columns for line in shown), "%d columns hold the finding: %r" % (columns, shown))
    source = next(at for at, line in enumerate(shown) if line.startswith("  11 | "))
    case.check(shown[source].startswith('  11 |     "\u201chips\u201d" 7 0 0 // wide') and shown[source].endswith("..."),
               "%d columns: UTF-8 is shown as it is: %r" % (columns, shown[source]))
    case.check(shown[source].index("7 0 0") == shown[source + 1].index("^"), "%d columns: the mark: %r" % (columns, shown))
    words = " ".join(line.strip() for line in shown[:source])
    case.check(words.endswith("a parent comes before its children [md5anim/parent-order]"), "%d columns: words: %r" % (columns, words))
piped = case.run("lint", "--select=md5anim/parent-order", "wide.md5anim").stdout.splitlines()
case.check(len(piped) == 5 and 110 < len(piped[1].decode()) <= 120, "a pipe has 120 columns for the source line: %r" % piped)

case.finish()
