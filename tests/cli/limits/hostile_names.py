"""Hostile file names and contents: no control bytes reach a terminal, and JSON stays valid."""

import json

from cli_case import Case, md5anim, mrtk_bad, write

case = Case()
NAMES = {
    b"d/bell\x07escape\x1b[31m": b"d/bell\\x07escape\\x1b[31m",
    b"d/line\nend\ttab\rreturn": b"d/line\\nend\\ttab\\rreturn",
    b"d/not\xff\xfeutf\xc3": b"d/not\\xff\\xfeutf\\xc3",
    b"d/surrogate\xed\xa0\x80": b"d/surrogate\\xed\\xa0\\x80",
    b"d/c1\xc2\x9b31m": b"d/c1\\xc2\\x9b31m",
    b"d/right\xe2\x80\xaeleft": b"d/right\\u{202e}left",
    b"d/back\\slash": b"d/back\\\\slash",
    b"d/delete\x7f": b"d/delete\\x7f",
    b"d/\xc3\xbcmlaut\xe6\xbc\xa2\xf0\x9f\x8e\xac": b"d/\xc3\xbcmlaut\xe6\xbc\xa2\xf0\x9f\x8e\xac",
    b"d/quote\"'%s%n": b"d/quote\"'%s%n",
}
for name in NAMES:
    write(name, mrtk_bad())

for form in ("human", "concise"):
    result = case.exits(1, "lint", "--format", form, "d")
    for name, shown in NAMES.items():
        case.check(b"\n" + shown + b":0x13: error: camera.position_x.pre_wrap is 16" in b"\n" + result.stdout,
                   "the %s report escapes the name %r" % (form, name), result)
    case.check(not set(result.stdout) & (set(range(32)) - {10} | {127}), "the %s report has no control bytes" % form, result)

for form in ("json", "jsonl"):
    result = case.exits(1, "lint", "--format", form, "d")
    case.check(max(result.stdout) < 128, "the %s report is ASCII" % form, result)
    text = result.stdout.decode("ascii")
    found = [json.loads(line)["file"] for line in text.splitlines() if '"finding"' in line] if form == "jsonl" else [
        entry["file"] for entry in json.loads(text)["files"]]
    # Python decodes a truncated UTF-8 sequence to one U+FFFD; the report has one U+FFFD for each byte.
    wanted = sorted("".join(c if ord(c) < 0xDC80 or ord(c) > 0xDCFF else "\ufffd"
                            for c in name.decode("utf-8", "surrogateescape")) for name in NAMES)
    case.check(sorted(found) == wanted, "a parser reads the file names from the %s report: %r" % (form, found))

# Messages on standard error.
for name, shown in NAMES.items():
    case.exits(3, "lint", name + b"\x1bmissing", says_first=b"animproof: " + shown + b"\\x1bmissing: ")
case.exits(2, "lint", b"--bad\x1b[31m", says_never=b"\x1b")  # an unknown option
case.exits(2, "explain", b"bad\x1b[31m\xff", says_never=(b"\x1b", b"\xff"))  # an unknown rule
case.exits(2, b"bad\x1b[31m", says_never=b"\x1b")  # an unknown command

# Contents: a file of no format, and source lines with control bytes, with tabs, and 20 MB long.
write("unknown", b"\x1b[31m\xff\x00abc")
case.exits(1, "lint", "unknown", prints_never=b"\x1b", prints=b"[1b 5b 33 31 6d ff 00 61] 62 63\n")  # the excerpt has the first bytes

write("control.md5anim", md5anim(parent=b"7").replace(b'"hips"', b'\t"h\x1b[31m\xff"'))
result = case.exits(1, "lint", "--select", "md5anim/parent-order", "control.md5anim")
case.check(b"\x1b" not in result.stdout and b"\xff" not in result.stdout, "a source line has no raw control bytes", result)
lines = result.stdout.splitlines()
case.check(lines[1] == b'  11 |         "h\\x1b[31m\\xff" 7 0 0', "a source line shows escapes", result)
case.check(lines[1].index(b"7 0 0") == lines[2].index(b"^"), "the caret is below the value", result)

far = md5anim(parent=b"7").replace(b'"hips"', b" " * 10000000 + b'"hips"').replace(b"7 0 0", b"7 0 0" + b" " * 10000000)
write("far.md5anim", far)
result = case.exits(1, "lint", "--select", "md5anim/parent-order", "far.md5anim")
lines = result.stdout.splitlines()
case.check(lines[0].startswith(b'far.md5anim:11:10000009: error: joint "hips", parent'), "the column in a line of 20 MB", result)
case.check(all(len(line) < 200 for line in lines), "a line of 20 MB is cut to fewer than 200 bytes", result)
case.check(lines[1].index(b"7 0 0") == lines[2].index(b"^"), "the caret is below the value of a cut line", result)

for ending in (b"\r\n", b"\r"):
    write("ending.md5anim", md5anim(parent=b"7").replace(b"\n", ending))
    result = case.exits(1, "lint", "--select", "md5anim/parent-order", "--ignore", "md5anim/encoding", "ending.md5anim")
    lines = result.stdout.splitlines()
    case.check(lines[0].startswith(b'ending.md5anim:11:9: error: joint "hips", parent'),
               "line numbers are right for the line end %r" % ending, result)
    case.check(lines[1] == b'  11 |     "hips" 7 0 0', "the source line ends before the line end %r" % ending, result)

case.finish()
