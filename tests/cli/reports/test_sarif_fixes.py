"""SARIF fixes: this test applies each fix alone. The fix must remove its finding and add no error. Fixes of text are in lines and
characters, fixes of binary files in bytes. Omitted fixes are counted. -j does not change the report."""

import base64
import collections
import glob
import json
import os
import re
import shutil

import pytest
from cli_case import GOLDEN, md5anim, mrtk, read, write

# Rules without a fix for their golden file, since a fix would lose data or the right value is unknown.
REFUSED = {"md5anim/before-version", "md5anim/commandline-long", "md5anim/commandline-text", "md5anim/number-exponent",
           "md5anim/number-size", "md5anim/start-index-order", "md5anim/trailing-content", "md5anim/version", "memg/name-character", "memg/trailing-bytes"}
REFUSED |= {"md5camera/" + name for name in ("before-version", "commandline-long", "commandline-text", "encoding", "frame-rate-fraction",
                                             "number", "number-size", "trailing-content", "version")}
REFUSED |= {"md5mesh/" + name for name in (
    "before-version", "blank", "commandline-long", "commandline-text", "comment-block", "encoding", "line-length", "number",
    "number-exponent", "number-size", "trailing-content", "version")}
# Fixes of boxes need a mesh, which these files do not have (test_fix_boxes.py tests them).
REFUSED |= {"md5anim/" + name for name in ("bounds-inverted", "bounds-joints", "bounds-zero", "mesh-bounds")}
MANY = 300
WIDE = md5anim().replace(b'"hips" 0', '"h\u00fcps\u2028 \U0001f9b4" 0.0'.encode()).replace(b"( 1 1 1 )", b"( +1 1 1f )")
OWN = {
    "mark.md5anim": "\ufeff".encode() + md5anim().replace(b"frameRate 24", b"frameRate 24.0"),
    "latin.md5anim": md5anim().replace(b'"hips"', b'"h\xfcps"').replace(b"frameRate 24", b"frameRate 24.0"),
    "wide.md5anim": WIDE.replace(b"\n", b"\r\n").replace(b"frame 0 ", b"frame\r7 "),
    "zeros.bin": mrtk() + bytes(3),
    "many.bin": mrtk(markers=[(0.0, b"a")] * MANY).replace(b"\0\0\0\0\1a", b"\0\0\0\0\x81\0a"),
}
# In a file with another fault that ends its reading, the sections do not outvote a wrong count of the header.
WALK = read(os.path.join(GOLDEN, "mistakes", "md5anim", "frame-rate-milliseconds.md5anim"))
OWN.update({name + ".md5anim": WALK.replace(count, wrong, 1).replace(sound, broken, 1) for name, count, wrong, sound, broken in (
    ("surplus", b"numFrames 6", b"numFrames 5", b"63.750000 )", b"63.750000"),
    ("bounds", b"numFrames 6", b"numFrames 5", b"frame 2 {", b"frame {"),
    ("missing", b"numFrames 6", b"numFrames 7", b"63.750000 )", b"63.750000"),
    ("none", b"numFrames 6", b"numFrames 0", b"63.750000 )", b"63.750000"),
    ("huge", b"numFrames 6", b"numFrames 2147483647", b"63.750000 )", b"63.750000"),
    ("no-joints", b"numJoints 9", b"numJoints 0", b"}\n\nbounds", b"bounds"),
    ("joints", b"numJoints 9", b"numJoints 8", b"}\n\nbounds", b"bounds"))})


def index_of_position(text, line, column):
    """Returns the index in `text` of a line (from 1, with line ends as in newlineSequences) and a column in characters."""
    starts = [0] + [found.end() for found in re.finditer("\r\n|\n|\r", text)]
    at = starts[line - 1] + column - 1
    assert at <= (starts[line] if line < len(starts) else len(text)), "column %d of line %d" % (column, line)
    return at


def apply_replacement(content, replacement):
    region, inserted = replacement["deletedRegion"], replacement.get("insertedContent", {})
    if "startLine" in region:
        assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"} and set(inserted) <= {"text"}, replacement
        text = content.decode()
        start, end = (index_of_position(text, region[which + "Line"], region[which + "Column"]) for which in ("start", "end"))
        return (text[:start] + inserted.get("text", "") + text[end:]).encode()
    assert set(region) == {"byteOffset", "byteLength"} and set(inserted) <= {"binary"}, replacement
    start = region["byteOffset"]
    end = start + region["byteLength"]
    return content[:start] + base64.b64decode(inserted.get("binary", ""), validate=True) + content[end:]


def count_by_rule_and_severity(findings):
    return collections.Counter((one["rule"], one["severity"]) for one in findings)


@pytest.fixture(autouse=True)
def write_own_files(animproof):
    for name, content in OWN.items():
        write("bad/" + name, content)


@pytest.fixture
def copy_and_list_bad_files():
    """Copies the golden files with one fault each into bad/, which has the files of OWN. Returns the paths of all."""
    for path in glob.glob(GOLDEN + "/*/bad/*"):
        if not path.endswith((".findings", ".obj") if "/md5mesh/bad/" in path else (".findings", ".obj", ".md5mesh")):
            shutil.copy(path, "bad/%s-%s" % (path.split("/")[-3], os.path.basename(path)))
    return sorted(os.path.join("bad", name) for name in os.listdir("bad"))


@pytest.fixture
def lint_as_sarif(animproof):
    return lambda *words, **options: json.loads(animproof.run("lint", "--no-config", "--format", "sarif", *words, **options).stdout)["runs"][0]


def findings_by_file(result):
    return {file["file"]: file["findings"] for file in json.loads(result.stdout)["files"]}


def test_each_fix_alone_removes_its_finding_and_adds_no_error(animproof, copy_and_list_bad_files):
    before = findings_by_file(animproof.run("lint", "--no-config", "-j1", "--format", "json", "--output", "sarif=sarif", *copy_and_list_bad_files))
    fixable = {rule["id"] for rule in animproof.json(0, "rules")["rules"] if rule["fix"] == "safe"}
    fixed = {}
    for number, result in enumerate(json.loads(read("sarif"))["runs"][0]["results"]):
        for fix in result.get("fixes", []):
            change, = fix["artifactChanges"]
            name = change["artifactLocation"]["uri"]
            assert name == result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] and name in before
            made = "fixed/%d-%s" % (number, os.path.basename(name))
            write(made, apply_replacement(read(name), change["replacements"][0]))
            fixed[made] = (name, result["ruleId"])
            assert result["ruleId"] in fixable and len(fix["description"]["text"]) > 5, result["ruleId"]
    after = findings_by_file(animproof.run("lint", "--no-config", "--format", "json", *sorted(fixed)))
    for made, (name, rule) in fixed.items():
        was, now = count_by_rule_and_severity(before[name]), count_by_rule_and_severity(after[made])
        severity = {one: level for one, level in was}[rule]
        assert now[rule, severity] < was[rule, severity], "%s: the fix removes the finding of %s" % (made, rule)
        assert [one for one in now if one[1] == "error" and now[one] > was[one]] == [], "%s: the fix adds no error: before %r" % (made, was)
    assert fixable - {rule for _, rule in fixed.values()} == REFUSED


@pytest.mark.parametrize(("name", "rules"), [
    ("wide.md5anim", {"md5anim/encoding", "md5anim/integer", "md5anim/number", "md5anim/frame-index"}),
    ("zeros.bin", {"mrtk/trailing-bytes"}), ("mark.md5anim", {"md5anim/frame-rate-fraction"}), ("latin.md5anim", set())],
    ids=["wide characters", "removed bytes", "not in the line of a byte order mark", "not in a line that is not UTF-8"])
def test_fixes_of_a_file_are_of_the_rules(lint_as_sarif, name, rules):
    fixed = [result["ruleId"] for result in lint_as_sarif("bad/" + name)["results"] if "fixes" in result]
    assert set(fixed) == rules and (len(fixed) == len(rules) or name == "wide.md5anim")


def test_a_file_has_at_most_200_fixes(lint_as_sarif):
    assert sum("fixes" in result for result in lint_as_sarif("bad/many.bin")["results"]) == 200


def test_notifications_count_the_omitted_fixes_of_each_file(lint_as_sarif, copy_and_list_bad_files):
    run = lint_as_sarif(*copy_and_list_bad_files)
    assert run["newlineSequences"] == ["\r\n", "\n", "\r"], "line ends that findings use"
    left = {note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]: note["message"]["text"]
            for note in run["invocations"][0]["toolExecutionNotifications"] if "omits the fixes of" in note["message"]["text"]}
    assert {name: int(re.search("omits the fixes of ([0-9]+) finding", text)[1]) for name, text in left.items()} == {
        "bad/mark.md5anim": 1, "bad/md5anim-encoding__utf8-mark.md5anim": 1, "bad/md5camera-encoding__utf8-mark.md5camera": 1,
        "bad/md5mesh-encoding__utf8-mark.md5mesh": 1, "bad/latin.md5anim": 1, "bad/many.bin": MANY - 200}


def test_the_number_of_jobs_does_not_change_the_report(animproof, copy_and_list_bad_files):
    reports = [animproof.run("lint", "--no-config", "--format", "sarif", jobs, *copy_and_list_bad_files).stdout for jobs in ("-j1", "-j7")]
    assert reports[0] == reports[1]


def test_a_known_finding_keeps_its_fix(animproof, lint_as_sarif):
    animproof.run("lint", "--no-config", "--write-baseline", "known", "bad/zeros.bin")
    known, = lint_as_sarif("--baseline", "known", "bad/zeros.bin")["results"]
    assert known["baselineState"] == "unchanged" and "fixes" in known


def test_files_in_archives_and_standard_input_have_no_fixes(lint_as_sarif):
    shutil.make_archive("pak", "zip", "bad", "zeros.bin")
    packed, = lint_as_sarif("pak.zip")["results"]
    streamed, = lint_as_sarif("-", input=OWN["zeros.bin"])["results"]
    assert "fixes" not in packed and "fixes" not in streamed


def test_sarif_for_github_has_no_fixes(animproof):
    assert b"fixes" not in animproof.run("lint", "--format", "sarif-github", "bad/zeros.bin").stdout
