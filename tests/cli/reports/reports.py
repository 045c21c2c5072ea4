"""Report formats: exact text, JSON valid by its schema, several reports of one run, colours, terminal width."""

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
    case.check(not errors, "%s is valid by the schema: %r" % (what, errors[:3]))
    return document


# The human report.
result = case.exits(1, "lint", "bad.bin")
case.check(
    result.stdout
    == b"bad.bin:0x13: error: camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]\n"
    b"  00000010  01 00 00 [10 00 00 00] 08 00 00 00 02 00 00 00 00\n"
    b"\n"
    b"1 file: 1 error, 0 warnings.   animproof explain RULE tells more.\n",
    "the human report of a binary file",
    result,
)
result = case.exits(1, "lint", "--quiet", "parent.md5anim")
lines = result.stdout.splitlines()
case.check(lines[0].startswith(b'parent.md5anim:11:9: error: joint "hips", parent is 7; ')
           and lines[0].endswith(b" [md5anim/parent-order]"), "the human report of a text file begins with the finding", result)
case.check(lines[1] == b'  11 |     "hips" 7 0 0', "the human report of a text file shows the source line", result)
case.check(lines[2] == b"     |            ^", "the human report of a text file marks the value", result)
case.check(lines[3:] == [b""], "--quiet prints no summary", result)
result = case.exits(1, "lint", "other.dat", "empty.dat")
case.check(
    result.stdout.startswith(
        b"other.dat:0x0: error: the file is not one of "
    )
    and b" [file/unrecognized]\n  00000000  [00 01 74 65 78 74]\n" in result.stdout,
    "the human report shows the first bytes of an unrecognized file",
    result,
)
case.check(b"\nempty.dat:0x0: error: " in result.stdout, "the human report has a finding for an empty file", result)
case.exits(0, "lint", "--verbose", "clean.bin", prints_first=b"clean.bin: mrtk 1.1, layout writer, 219 bytes\n")

# The concise report.
result = case.exits(1, "lint", "--format", "concise", "bad.bin", "parent.md5anim")
lines = result.stdout.splitlines()
case.check(
    lines[0] == b"bad.bin:0x13: error: camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]",
    "the concise report of a binary file",
    result,
)
case.check(
    lines[1].startswith(b"parent.md5anim:11:9: error: ")
    and lines[1].endswith(b" [md5anim/parent-order] (hierarchy[1].parent)"),
    "the concise report of a text file",
    result,
)

# The JSON report.
result = case.exits(3, "lint", "--format", "json", *files)
report = check_schema(result.stdout, "json")
entries = {entry["file"]: entry for entry in report["files"]}
case.check([entry["file"] for entry in report["files"]] == files, "JSON lists the files in their order", result)
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
    "JSON has all members of a finding",
)
case.check([e["valid"] for e in report["files"]] == [False, True, False, True, True, False, False, False, False],
           "JSON: valid is true for files without errors")
case.check(entries["clean.bin"]["layout"] == "writer" and entries["clean.bin"]["size"] == 219, "JSON has layout and size of a clean file")
case.check(entries["missing.bin"]["error"] == "No such file or directory", "JSON has the error of a missing file")
case.check(entries["missing.bin"]["format"] is None and "error" not in entries["bad.bin"], "JSON: a file that was read has no error")
case.check(entries["other.dat"]["findings"][0]["length"] == 6, "JSON: the finding in a short unrecognized file covers the file")
case.check(entries["empty.dat"]["findings"][0]["length"] == 0, "JSON: the finding in an empty file has length 0")
case.check(entries["other.dat"]["format"] is None, "JSON: an unrecognized file has no format")
finding = entries["parent.md5anim"]["findings"][0]
case.check((finding["line"], finding["column"]) == (11, 9), "JSON has line and column of the finding")
case.check(md5anim(parent=b"7")[finding["offset"]:][:1] == b"7", "JSON: the offset is that of the value")
all_findings = [f for e in report["files"] for f in e["findings"]]
summary = report["summary"]
for severity in ("error", "warning", "note"):
    count = sum(f["severity"] == severity for f in all_findings)
    case.check(summary[severity + "s"] == count, "JSON: the summary counts each %s" % severity)
case.check(summary["files"] == len(files) and summary["unreadable"] == 1, "JSON: the summary counts files and unreadable files")
case.check(summary["skipped_checks"] == sum(e["skipped_checks"] for e in report["files"]), "JSON: the summary counts the skipped checks")

# The JSONL report: the JSON report as lines.
result = case.exits(3, "lint", "--format", "jsonl", *files)
lines = [json.loads(line) for line in result.stdout.splitlines()]
for line in lines:
    errors = CHECKER.errors(line, "#/$defs/line")
    case.check(not errors, "each line of jsonl is valid by the schema: %r" % errors[:3])
case.check([l["file"] for l in lines if l["type"] == "file"] == files, "jsonl lists the files in their order")
case.check(
    [{k: v for k, v in l.items() if k not in ("type", "file")} for l in lines if l["type"] == "finding"] == all_findings,
    "jsonl has the findings of the JSON report",
)
case.check(lines[-1]["type"] == "summary" and lines[-1]["errors"] == summary["errors"], "the last line of jsonl is the summary")

# A run without files writes a complete JSON document.
os.mkdir("nothing")
result = case.exits(3, "lint", "--format", "json", "nothing")
case.check(check_schema(result.stdout, "JSON of an empty run")["files"] == [], "JSON of an empty run lists no files")

# Several reports of one run. A replaced report file keeps its permissions.
write("report.json", b"old")
os.chmod("report.json", 0o640)
result = case.exits(1, "lint", "bad.bin", "--format", "concise", "--output", "json=report.json",
                    "--output", "jsonl=report.jsonl", "--output=human=report.txt")
case.check(result.stdout.startswith(b"bad.bin:0x13: error: "), "the concise report is on standard output", result)
check_schema(read("report.json"), "the JSON report in a file")
case.check(read("report.txt").startswith(b"bad.bin:0x13: error: camera"), "the human report is in a file")
case.check(os.stat("report.json").st_mode & 0o777 == 0o640, "a replaced report file keeps its permissions")
umask = os.umask(0)
os.umask(umask)
case.check(os.stat("report.txt").st_mode & 0o777 == 0o666 & ~umask, "a new report file has the permissions of the umask")
case.check(not [n for n in os.listdir(".") if "animproof" in n], "no temporary file is left")
case.exits(3, "lint", "missing.bin", "--output", "human=report.txt")
case.check(b"missing.bin: cannot be read: No such file" in read("report.txt"), "a report in a file names unreadable files")

# Colours.
ESCAPE = b"\x1b["
case.check(ESCAPE not in case.run("lint", "bad.bin").stdout, "a pipe gets no colours")
case.check(ESCAPE in case.run("lint", "--color", "always", "bad.bin").stdout, "--color always")
case.check(ESCAPE in on_terminal(case, "lint", "bad.bin", TERM="xterm"), "a terminal gets colours")
case.check(ESCAPE not in on_terminal(case, "lint", "bad.bin", TERM="dumb"), "a dumb terminal gets no colours")
case.check(ESCAPE not in on_terminal(case, "lint", "bad.bin", TERM="xterm", NO_COLOR="1"), "NO_COLOR turns colours off")
case.check(ESCAPE in on_terminal(case, "lint", "bad.bin", TERM="xterm", NO_COLOR=""), "an empty NO_COLOR has no effect")
case.check(ESCAPE not in on_terminal(case, "lint", "--color=never", "bad.bin", TERM="xterm"), "--color=never turns colours off")
case.check(ESCAPE not in case.run("lint", "--color=always", "--format=json", "bad.bin").stdout, "JSON has no colours")

# On a terminal, the source line is cut to the terminal's width around the marked value, and messages are wrapped.
wide = md5anim(parent=b"7").replace(b'7 0 0', b"7 0 0 //" + b" wide" * 40)
write("wide.md5anim", wide.replace(b'"hips"', b'"\xe2\x80\x9chips\xe2\x80\x9d"'))
for columns in (40, 60, 132):
    shown = on_terminal(case, "lint", "--color=never", "--select=md5anim/parent-order", "wide.md5anim", columns=columns,
                        TERM="xterm").decode().split("\r\n")
    case.check(all(len(line) <= columns for line in shown), "%d columns are wide enough for each line: %r" % (columns, shown))
    source = next(at for at, line in enumerate(shown) if line.startswith("  11 | "))
    case.check(shown[source].startswith('  11 |     "\u201chips\u201d" 7 0 0 // wide') and shown[source].endswith("..."),
               "%d columns: the source line shows UTF-8 unescaped: %r" % (columns, shown[source]))
    case.check(shown[source].index("7 0 0") == shown[source + 1].index("^"), "%d columns: the mark is below the value: %r" % (columns, shown))
    words = " ".join(line.strip() for line in shown[:source])
    case.check(words.endswith("a parent comes before its children [md5anim/parent-order]"),
               "%d columns: the wrapped message has all words: %r" % (columns, words))
piped = case.run("lint", "--select=md5anim/parent-order", "wide.md5anim").stdout.splitlines()
case.check(len(piped) == 5 and 110 < len(piped[1].decode()) <= 120, "a pipe gets a source line of at most 120 columns: %r" % piped)

case.finish()
