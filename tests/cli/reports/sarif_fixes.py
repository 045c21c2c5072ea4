"""SARIF fixes: this test applies each fix alone. The fix must remove its finding and add no error. Fixes of text are in lines and
characters, fixes of binary files in bytes. Omitted fixes are counted. -j does not change the report."""

import base64
import collections
import glob
import json
import os
import re
import shutil

from cli_case import GOLDEN, Case, md5anim, mrtk, read, write

case = Case()


def sarif(*arguments):
    return json.loads(case.run("lint", "--no-config", "--format", "sarif", *arguments).stdout)["runs"][0]


def place(text, line, column):
    """Returns the index in `text` of a line (from 1, with line ends as in newlineSequences) and a column in characters."""
    starts = [0] + [found.end() for found in re.finditer("\r\n|\n|\r", text)]
    at = starts[line - 1] + column - 1
    assert at <= (starts[line] if line < len(starts) else len(text)), "column %d of line %d" % (column, line)
    return at


def apply(content, replacement):
    region, inserted = replacement["deletedRegion"], replacement.get("insertedContent", {})
    if "startLine" in region:
        assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"} and set(inserted) <= {"text"}, replacement
        text = content.decode()
        start, end = (place(text, region[which + "Line"], region[which + "Column"]) for which in ("start", "end"))
        return (text[:start] + inserted.get("text", "") + text[end:]).encode()
    assert set(region) == {"byteOffset", "byteLength"} and set(inserted) <= {"binary"}, replacement
    start = region["byteOffset"]
    end = start + region["byteLength"]
    return content[:start] + base64.b64decode(inserted.get("binary", ""), validate=True) + content[end:]


def counts(findings):
    return collections.Counter((one["rule"], one["severity"]) for one in findings)


# Rules without a fix for their golden file, since a fix would lose data or the right value is unknown.
REFUSED = {"md5anim/before-version", "md5anim/commandline-long", "md5anim/commandline-text", "md5anim/number-exponent",
           "md5anim/number-size", "md5anim/trailing-content", "md5anim/version", "memg/name-character", "memg/trailing-bytes"}
REFUSED |= {"md5camera/" + name for name in ("before-version", "commandline-long", "commandline-text", "encoding", "frame-rate-fraction",
                                             "number", "number-size", "trailing-content", "version")}
REFUSED |= {"md5mesh/" + name for name in (
    "before-version", "blank", "commandline-long", "commandline-text", "comment-block", "encoding", "line-length", "number",
    "number-exponent", "number-size", "trailing-content", "version")}

# The golden files with one fault each, and some more. One run lints the files, another run the fixed copies.
os.mkdir("bad")
for path in glob.glob(GOLDEN + "/*/bad/*"):
    if not path.endswith((".findings", ".obj") if "/md5mesh/bad/" in path else (".findings", ".obj", ".md5mesh")):
        shutil.copy(path, "bad/%s-%s" % (path.split("/")[-3], os.path.basename(path)))
HEADED = "\ufeff".encode() + md5anim()
write("bad/mark.md5anim", HEADED.replace(b"frameRate 24", b"frameRate 24.0"))
write("bad/latin.md5anim", md5anim().replace(b'"hips"', b'"h\xfcps"').replace(b"frameRate 24", b"frameRate 24.0"))
wide = md5anim().replace(b'"hips" 0', '"h\u00fcps\u2028 \U0001f9b4" 0.0'.encode()).replace(b"( 1 1 1 )", b"( +1 1 1f )")
write("bad/wide.md5anim", wide.replace(b"\n", b"\r\n").replace(b"frame 0 ", b"frame\r7 "))
write("bad/zeros.bin", mrtk() + bytes(3))
MANY = 300
write("bad/many.bin", mrtk(markers=[(0.0, b"a")] * MANY).replace(b"\0\0\0\0\1a", b"\0\0\0\0\x81\0a"))
names = sorted(os.path.join("bad", name) for name in os.listdir("bad"))
report = case.run("lint", "--no-config", "-j1", "--format", "json", "--output", "sarif=sarif", *names)
before = {file["file"]: file["findings"] for file in json.loads(report.stdout)["files"]}
run = json.loads(read("sarif"))["runs"][0]
case.check(run["newlineSequences"] == ["\r\n", "\n", "\r"], "newlineSequences has the line ends that findings use")
fixable = {rule["id"] for rule in json.loads(case.run("rules", "--format", "json").stdout)["rules"] if rule["fix"] == "safe"}
fixed, rules_with_fix = {}, set()
os.mkdir("fixed")
for number, result in enumerate(run["results"]):
    for fix in result.get("fixes", []):
        change, = fix["artifactChanges"]
        name = change["artifactLocation"]["uri"]
        case.check(name == result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] and name in before,
                   "the fix of a result in %s changes the result's file" % name)
        content = read(name)
        made = "fixed/%d-%s" % (number, os.path.basename(name))
        write(made, apply(content, change["replacements"][0]))
        fixed[made] = (name, result["ruleId"])
        rules_with_fix.add(result["ruleId"])
        case.check(result["ruleId"] in fixable and len(fix["description"]["text"]) > 5,
                   "the fix of %s belongs to a fixable rule and has a description" % result["ruleId"])
after = {file["file"]: file["findings"] for file in json.loads(
    case.run("lint", "--no-config", "--format", "json", *sorted(fixed)).stdout)["files"]}
for made, (name, rule) in fixed.items():
    was, now = counts(before[name]), counts(after[made])
    severity = {one: level for one, level in was}[rule]
    case.check(now[rule, severity] < was[rule, severity], "%s: the fix removes the finding of %s" % (made, rule))
    case.check(not [one for one in now if one[1] == "error" and now[one] > was[one]],
               "%s: the fix adds no error: now %r, before %r" % (made, now, was))
case.check(fixable - rules_with_fix == REFUSED, "exactly the expected rules have no fix: %r" % sorted((fixable - rules_with_fix) ^ REFUSED))


def rules_fixed_in(name):
    return [fixed[made][1] for made in fixed if fixed[made][0] == "bad/" + name]


case.check(set(rules_fixed_in("wide.md5anim")) == {"md5anim/encoding", "md5anim/integer", "md5anim/number", "md5anim/frame-index"},
           "positions in characters are right with wide characters: %r" % rules_fixed_in("wide.md5anim"))
case.check(rules_fixed_in("zeros.bin") == ["mrtk/trailing-bytes"], "a fix may remove bytes")

# Omitted fixes are counted.
case.check(rules_fixed_in("mark.md5anim") == ["md5anim/frame-rate-fraction"], "the line with a byte order mark has no fix: %r" % rules_fixed_in("mark.md5anim"))
case.check(rules_fixed_in("latin.md5anim") == [], "a line that is not UTF-8 has no fix")
case.check(len(rules_fixed_in("many.bin")) == 200, "a file has at most 200 fixes: %d" % len(rules_fixed_in("many.bin")))
left = {note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]: note["message"]["text"]
        for note in run["invocations"][0]["toolExecutionNotifications"] if "omits the fixes of" in note["message"]["text"]}
case.check({name: int(re.search("omits the fixes of ([0-9]+) finding", text)[1]) for name, text in left.items()} == {
    "bad/mark.md5anim": 1, "bad/md5anim-encoding__utf8-mark.md5anim": 1, "bad/md5camera-encoding__utf8-mark.md5camera": 1,
    "bad/md5mesh-encoding__utf8-mark.md5mesh": 1, "bad/latin.md5anim": 1, "bad/many.bin": MANY - 200},
    "notifications count the omitted fixes of each file: %r" % left)

# -j does not change the report. A known finding keeps its fix. SARIF for GitHub has no fixes.
case.check(read("sarif") == case.run("lint", "--no-config", "--format", "sarif", "-j7", *names).stdout, "-j7 gives the report of -j1")
case.run("lint", "--no-config", "--write-baseline", "known", "bad/zeros.bin")
known, = sarif("--baseline", "known", "bad/zeros.bin")["results"]
case.check(known["baselineState"] == "unchanged" and "fixes" in known, "a known finding keeps its fix")
shutil.make_archive("pak", "zip", "bad", "zeros.bin")
with open("bad/zeros.bin", "rb") as stream:
    streamed, = json.loads(case.run("lint", "--format", "sarif", "-", stdin=stream).stdout)["runs"][0]["results"]
packed, = sarif("pak.zip")["results"]
case.check("fixes" not in packed and "fixes" not in streamed, "files in archives and standard input have no fixes")
case.check(b"fixes" not in case.run("lint", "--format", "sarif-github", "bad/zeros.bin").stdout, "SARIF for GitHub has no fixes")
case.finish()
