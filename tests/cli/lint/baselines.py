"""lint --baseline: known findings do not fail a run, new findings do, and fixed findings are counted."""

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
case.check(lines[0] == b"# animproof baseline 1" and len(lines) == 5, "a baseline has a first line and one line for each finding: %r" % lines)
case.check(lines[1:] == sorted(lines[1:]) and all(line.count(b"\t") == 3 for line in lines[1:]), "the lines of a baseline are sorted and have four fields")


def lint(code, *options, jobs="2"):
    result = case.exits(code, "lint", "-j", jobs, "--format", "json", "--baseline", "known", *options, "d")
    return json.loads(result.stdout)


def summary_counts(document):
    summary = document["summary"]
    return summary["errors"], summary["warnings"], summary["known"], summary["fixed"]


document = lint(0)
case.check(summary_counts(document) == (0, 0, 4, 0), "all findings are known: %r" % document["summary"])
case.check(sum(len(entry["known"]) for entry in document["files"]) == 4, "JSON lists known findings")
case.check(document == lint(0, jobs="1"), "-j1 gives the report of -j2")
write("crlf", open("known", "rb").read().replace(b"\n", b"\r\n"))
case.check(document == json.loads(case.exits(0, "lint", "--format", "json", "--baseline", "crlf", "d").stdout),
           "a baseline with CRLF line ends works")
case.exits(0, "lint", "--strict", "--baseline", "known", "./d")
case.exits(1, "lint", "--strict", "d")

# Insertions elsewhere in a file keep its findings known: lines and bytes before the finding, a joint before the joint.
moved = md5anim(parent=b"7").replace(b"numFrames", b"\n\n\nnumFrames")
write("d/parent.md5anim", moved)
document = lint(0)
case.check(summary_counts(document)[2:] == (4, 0), "findings that moved to other lines are still known: %r" % document["summary"])

# One finding more than the baseline lists is new. One finding less is fixed.
write("d/new.md5anim", md5anim(parent=b"7"))
document = lint(1)
new = [(entry["file"], f["rule"]) for entry in document["files"] for f in entry["findings"]]
case.check(new == [("d/new.md5anim", "md5anim/parent-order")], "only the finding of the new file is new: %r" % new)
os.remove("d/new.md5anim")
write("d/bad.bin", mrtk())
document = lint(0)
case.check(summary_counts(document) == (0, 0, 3, 1), "the finding of the fixed file is counted as fixed: %r" % document["summary"])
case.exits(0, "lint", "--baseline", "known", "d", prints=b"1 known finding is fixed")  # in the human report
write("d/parent.md5anim", md5anim())
case.check(summary_counts(lint(0)) == (0, 0, 2, 2), "two findings are counted as fixed")
write("d/parent.md5anim", moved)
document = json.loads(case.exits(0, "lint", "--baseline", "known", "--format", "json", "d/warned.bin").stdout)
case.check(summary_counts(document) == (0, 0, 1, 0), "findings of files outside of the run are not counted as fixed: %r" % document["summary"])
write("d/bad.bin", mrtk_bad())

# SARIF marks each finding as new, unchanged or absent.
write("d/new.md5anim", md5anim(parent=b"7"))
results = json.loads(case.exits(1, "lint", "--baseline", "known", "--format", "sarif", "d").stdout)["runs"][0]["results"]
states = sorted((r["baselineState"], r["ruleId"]) for r in results)
case.check([state for state, _ in states] == ["new"] + ["unchanged"] * 4, "SARIF marks one finding as new and four as unchanged: %r" % states)
prints = {r["partialFingerprints"]["primaryLocationLineHash"] for r in results}
write("d/bad.bin", mrtk())
results = json.loads(case.exits(1, "lint", "--baseline", "known", "--format", "sarif", "d").stdout)["runs"][0]["results"]
gone = [r for r in results if r["baselineState"] == "absent"]
case.check(len(gone) == 1 and gone[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "d/bad.bin"
           and gone[0]["partialFingerprints"]["primaryLocationLineHash"] in prints, "SARIF lists a fixed finding as absent, with its fingerprint: %r" % gone)
results = json.loads(case.exits(1, "lint", "--baseline", "known", "--format", "sarif-github", "d").stdout)["runs"][0]["results"]
case.check(all(r["baselineState"] != "absent" for r in results), "SARIF for GitHub lists no fixed findings")
write("d/bad.bin", mrtk_bad())
os.remove("d/new.md5anim")

# Files that are not baselines, and paths where no baseline can be written.
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
case.exits(3, "lint", "--write-baseline", "cut", "d", "missing.bin", unwritten="cut", says=b"not all files were checked")  # no incomplete baseline is written

# Three equal findings that moved to other places stay known.
CUTS = b'MD5Version 10\ncommandline ""\n\nnumFrames 2\nframeRate 24\nnumCuts %d\n\ncuts {\n%s}\n\ncamera {\n%s}\n'
FRAMES = b"\t( 0 0 0 ) ( 0 0 0 ) 90\n" * 2
write("cuts.md5camera", CUTS % (3, b"\t7\n" * 3, FRAMES))
case.exits(1, "lint", "--write-baseline", "alike", "--select", "md5camera/cut-range", "cuts.md5camera")
write("cuts.md5camera", CUTS % (6, b"\t1\n" * 3 + b"\t7\n" * 3, FRAMES))
document = json.loads(case.exits(0, "lint", "--baseline", "alike", "--select", "md5camera/cut-range", "--format", "json",
                                 "cuts.md5camera").stdout)
case.check(summary_counts(document)[2:] == (3, 0), "three equal findings at other places are known: %r" % document["summary"])

# Files in any order: the findings of each file are found in the baseline.
for number in range(24):
    write("files/%d.bin" % number, mrtk_bad())
case.exits(1, "lint", "--write-baseline", "each", "files")
document = json.loads(case.exits(0, "lint", "--baseline", "each", "--format", "json", "files").stdout)
case.check(summary_counts(document) == (0, 0, 24, 0), "each of 24 files is known: %r" % document["summary"])

# The time for findings with one key is linear in their number: 60,000 known findings.
MANY = 20000
write("many.md5anim", md5anim_many(MANY, b"1e1 1e1 1e1"))
ALL = ["--max-per-rule", "0", "--max-findings", "0", "--format", "json", "many.md5anim"]
case.exits(0, "lint", "--write-baseline", "many", *ALL)
document = json.loads(case.exits(0, "lint", "--baseline", "many", *ALL).stdout)
OTHER_FINDINGS = 2  # frame-limit, nothing-moves
case.check(summary_counts(document) == (0, 0, 3 * MANY + OTHER_FINDINGS, 0), "all 60,002 findings are known: %r" % document["summary"])
case.finish()
