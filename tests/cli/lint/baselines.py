"""lint --baseline: what is known does not fail a run, what is new does, what is fixed is said."""

import json
import os

from cli_case import Case, md5anim, md5anim_many, mrtk, mrtk_bad, mrtk_warned, read, write

case = Case()
NAMES = [b"d/bad.bin", b"d/tab\tline\nback\\slash\xff.bin"]
for name in NAMES:
    write(name, mrtk_bad())
write("d/warned.bin", mrtk_warned())
write("d/parent.md5anim", md5anim(parent=b"7"))
case.exits(1, "lint", "d", "--write-baseline", "known")
lines = read("known").splitlines()
case.check(lines[0] == b"# animproof baseline 1" and len(lines) == 5, "a line a finding: %r" % lines)
case.check(lines[1:] == sorted(lines[1:]) and all(line.count(b"\t") == 3 for line in lines[1:]), "sorted, in four parts")


def lint(code, *options, jobs="2"):
    result = case.exits(code, "lint", "-j", jobs, "--format", "json", "--baseline", "known", *options, "d")
    return json.loads(result.stdout)


def counts(document):
    summary = document["summary"]
    return summary["errors"], summary["warnings"], summary["known"], summary["fixed"]


document = lint(0)
case.check(counts(document) == (0, 0, 4, 0), "all is known: %r" % document["summary"])
case.check(sum(len(entry["known"]) for entry in document["files"]) == 4, "known findings are in JSON")
case.check(document == lint(0, jobs="1"), "one thread tells the same")
write("crlf", open("known", "rb").read().replace(b"\n", b"\r\n"))
case.check(document == json.loads(case.exits(0, "lint", "--format", "json", "--baseline", "crlf", "d").stdout),
           "line ends as git makes them on Windows")
case.exits(0, "lint", "--strict", "--baseline", "known", "./d")
case.exits(1, "lint", "--strict", "d")

# Insertions elsewhere: lines and bytes before the place, and a joint before the joint.
moved = md5anim(parent=b"7").replace(b"numFrames", b"\n\n\nnumFrames")
write("d/parent.md5anim", moved)
document = lint(0)
case.check(counts(document)[2:] == (4, 0), "known at another line: %r" % document["summary"])

# One more of a kind that is known is new; one less is fixed.
write("d/new.md5anim", md5anim(parent=b"7"))
document = lint(1)
new = [(entry["file"], f["rule"]) for entry in document["files"] for f in entry["findings"]]
case.check(new == [("d/new.md5anim", "md5anim/parent-order")], "only the new one fails: %r" % new)
os.remove("d/new.md5anim")
write("d/bad.bin", mrtk())
document = lint(0)
case.check(counts(document) == (0, 0, 3, 1), "a fixed one is said: %r" % document["summary"])
case.exits(0, "lint", "--baseline", "known", "d", prints=b"1 known finding is fixed")  # for people, too
write("d/parent.md5anim", md5anim())
case.check(counts(lint(0)) == (0, 0, 2, 2), "two fixed ones")
write("d/parent.md5anim", moved)
document = json.loads(case.exits(0, "lint", "--baseline", "known", "--format", "json", "d/warned.bin").stdout)
case.check(counts(document) == (0, 0, 1, 0), "files that were not judged are not fixed: %r" % document["summary"])
write("d/bad.bin", mrtk_bad())

# SARIF says which is which.
write("d/new.md5anim", md5anim(parent=b"7"))
results = json.loads(case.exits(1, "lint", "--baseline", "known", "--format", "sarif", "d").stdout)["runs"][0]["results"]
states = sorted((r["baselineState"], r["ruleId"]) for r in results)
case.check([state for state, _ in states] == ["new"] + ["unchanged"] * 4, "baselineState: %r" % states)
prints = {r["partialFingerprints"]["primaryLocationLineHash"] for r in results}
write("d/bad.bin", mrtk())
results = json.loads(case.exits(1, "lint", "--baseline", "known", "--format", "sarif", "d").stdout)["runs"][0]["results"]
gone = [r for r in results if r["baselineState"] == "absent"]
case.check(len(gone) == 1 and gone[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "d/bad.bin"
           and gone[0]["partialFingerprints"]["primaryLocationLineHash"] in prints, "absent: %r" % gone)
results = json.loads(case.exits(1, "lint", "--baseline", "known", "--format", "sarif-github", "d").stdout)["runs"][0]["results"]
case.check(all(r["baselineState"] != "absent" for r in results), "GitHub is told of what is there")
write("d/bad.bin", mrtk_bad())
os.remove("d/new.md5anim")

# A baseline that is none, and places where none can be.
for content, message in ((b"", b"it is empty"), (b"x\n", b"its first line must be"),
                         (b"# animproof baseline 1\nonly\ttwo\n", b"line 2 is not a finding"),
                         (b"# animproof baseline 1\na\tb\tc\td\te\n", b"line 2 is not a finding"),
                         (b"# animproof baseline 1\na\0\tb\tc\td\n", b"line 2 is not a finding")):
    write("other", content)
    case.exits(2, "lint", "--baseline", "other", "d", says=message)
case.exits(3, "lint", "--baseline", "missing", "d")
case.exits(3, "lint", "--write-baseline", "missing/known", "d")
case.exits(2, "lint", "--write-baseline", "d/warned.bin", "d/warned.bin")
case.exits(3, "lint", "--write-baseline", "/dev/full", "d")
case.exits(3, "lint", "--write-baseline", "cut", "d", "missing.bin", unmade="cut", says=b"not all files were checked")  # no cut baseline

# Three that are alike, and are at other places now: none is new.
CUTS = b'MD5Version 10\ncommandline ""\n\nnumFrames 2\nframeRate 24\nnumCuts %d\n\ncuts {\n%s}\n\ncamera {\n%s}\n'
FRAMES = b"\t( 0 0 0 ) ( 0 0 0 ) 90\n" * 2
write("cuts.md5camera", CUTS % (3, b"\t7\n" * 3, FRAMES))
case.exits(1, "lint", "--write-baseline", "alike", "--select", "md5camera/cut-range", "cuts.md5camera")
write("cuts.md5camera", CUTS % (6, b"\t1\n" * 3 + b"\t7\n" * 3, FRAMES))
document = json.loads(case.exits(0, "lint", "--baseline", "alike", "--select", "md5camera/cut-range", "--format", "json",
                                 "cuts.md5camera").stdout)
case.check(counts(document)[2:] == (3, 0), "three alike at other places: %r" % document["summary"])

# Files whose keys are in no order: each is found among the others.
for number in range(24):
    write("files/%d.bin" % number, mrtk_bad())
case.exits(1, "lint", "--write-baseline", "each", "files")
document = json.loads(case.exits(0, "lint", "--baseline", "each", "--format", "json", "files").stdout)
case.check(counts(document) == (0, 0, 24, 0), "each of 24 files is known: %r" % document["summary"])

# Very many findings of one kind take no more than their number's time: 60,000 known ones.
MANY = 20000
write("many.md5anim", md5anim_many(MANY, b"1e1 1e1 1e1"))
ALL = ["--max-per-rule", "0", "--max-findings", "0", "--format", "json", "many.md5anim"]
case.exits(0, "lint", "--write-baseline", "many", *ALL)
document = json.loads(case.exits(0, "lint", "--baseline", "many", *ALL).stdout)
OF_ALL = 2  # frame-limit, nothing-moves
case.check(counts(document) == (0, 0, 3 * MANY + OF_ALL, 0), "all of many are known: %r" % document["summary"])
case.finish()
