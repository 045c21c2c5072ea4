"""lint --baseline: known findings do not fail a run, new findings do, and fixed findings are counted."""

import json
import os
import re

import pytest
from cli_case import md5anim, md5anim_with_many_warnings, moving_md5anim, mrtk, mrtk_with_error, mrtk_with_warning, read, write
from golden_files import EACH, golden

PARENT = md5anim(parent=b"7")


@pytest.fixture
def make_files_and_baseline(animproof):
    """Makes four files with one finding each in the folder d, and the baseline `known` of them."""
    for name in (b"d/bad.bin", b"d/tab\tline\nback\\slash\xff.bin"):
        write(name, mrtk_with_error())
    write("d/warned.bin", mrtk_with_warning())
    write("d/parent.md5anim", PARENT)
    animproof.exits(1, "lint", "d", "--write-baseline", "known")


@pytest.fixture
def lint_with_baseline(animproof):
    """Calling it lints with a baseline, and returns the JSON report and its counts of errors, warnings, known and fixed findings."""
    def lint_and_count(code, *words, baseline="known"):
        document = animproof.json(code, "lint", "--baseline", baseline, *words)
        return document, tuple(document["summary"][name] for name in ("errors", "warnings", "known", "fixed"))
    return lint_and_count


def test_a_baseline_has_a_sorted_line_of_four_fields_for_each_finding(animproof, make_files_and_baseline, lint_with_baseline):
    lines = read("known").splitlines()
    assert lines[0] == b"# animproof baseline 1" and len(lines) == 5
    assert lines[1:] == sorted(lines[1:]) and all(line.count(b"\t") == 3 for line in lines[1:])
    document, counts = lint_with_baseline(0, "-j2", "d")
    assert counts == (0, 0, 4, 0)
    assert sum(len(entry["known"]) for entry in document["files"]) == 4
    assert lint_with_baseline(0, "-j1", "d")[0] == document
    write("crlf", read("known").replace(b"\n", b"\r\n"))
    assert lint_with_baseline(0, "d", baseline="crlf")[0] == document
    animproof.exits(0, "lint", "--strict", "--baseline", "known", "./d")
    animproof.exits(1, "lint", "--strict", "d")


def test_a_line_may_name_the_joint_of_its_path(animproof, lint_with_baseline):
    hands, = golden("mrtk/bad/quaternion-zero__one.bin")
    write("hands.bin", read(hands))
    animproof.exits(0, "lint", "hands.bin", "--write-baseline", "known", "--select", "mrtk/quaternion-zero")
    line = next(line for line in read("known").splitlines() if b"hand_joints_" in line)
    joint = next(f["joint"].encode() for f in lint_with_baseline(0, "hands.bin")[0]["files"][0]["known"] if "joint" in f)
    index = line.split(b"[")[1].split(b"]")[0]
    for given, known in ((index + b" " + joint, 1), (joint, 1), (index + b" None2", 0), (b"26 " + joint, 0), (joint.lower(), 0)):
        write("named", read("known").replace(b"[" + index + b"]", b"[" + given + b"]", 1))
        _, counts = lint_with_baseline(0, "hands.bin", baseline="named")
        assert counts[2:] == (known, 1 - known), given


@pytest.mark.parametrize("name, shown", [
    (b"left arm", b'"left arm"'), (b"a]b", b'"a]b"'), (b"a].b[0", b'"a].b[0"'), (b"a\\b", b'"a\\\\b"'), (b"a\tb", b'"a\\tb"'),
    (b"\xff", b'"\\xff"'), (b"2nd", b'"2nd"'), (b"\xc3\xa4", b"\xc3\xa4"),
])
def test_a_line_may_quote_the_name_of_a_joint_as_a_report_does(animproof, lint_with_baseline, name, shown):
    write("a.md5anim", PARENT.replace(b'"hips"', b'"' + name + b'"'))
    animproof.exits(1, "lint", "a.md5anim", "--write-baseline", "known", "--select", "md5anim/parent-order")
    for given in (shown, b"1 " + shown, shown.replace(b"\\", b"\\\\")):
        write("named", read("known").replace(b"[1]", b"[" + given + b"]"))
        assert lint_with_baseline(0, "a.md5anim", "--select", "md5anim/parent-order", baseline="named")[1] == (0, 0, 1, 0), given
    write("named", read("known").replace(b"[1]", b"[0 " + shown + b"]"))
    assert lint_with_baseline(1, "a.md5anim", "--select", "md5anim/parent-order", baseline="named")[1][2:] == (0, 1)


@pytest.fixture
def known_lines(animproof, lint_with_baseline):
    """Makes a file in which joint 2 "zeta" and joint 3 "alpha" have parent 3. Calling it with indices of a baseline's paths returns the
    numbers of errors, known and fixed findings."""
    text = moving_md5anim(["origin", "hips", "zeta", "alpha"])
    write("a.md5anim", text.replace(b'"zeta"\t1', b'"zeta"\t3').replace(b'"alpha"\t2', b'"alpha"\t3'))
    only = ["a.md5anim", "--select", "md5anim/parent-order"]
    animproof.exits(1, "lint", "--write-baseline", "known", *only)
    title, line, _ = read("known").splitlines()

    def count_with_indices(*indices):
        write("named", b"\n".join([title] + [line.replace(b"[2]", b"[" + index + b"]") for index in indices]) + b"\n")
        counts = lint_with_baseline(0 if len(indices) == 2 else 1, *only, baseline="named")[1]
        return counts[0], counts[2], counts[3]
    return count_with_indices


@pytest.mark.parametrize("indices", [
    (b"zeta", b"alpha"), (b"2 zeta", b"alpha"), (b"zeta", b"3 alpha"),  # findings are in the order of joints, lines in that of their texts
    (b"2", b"zeta"), (b"1", b"zeta"), (b"3", b"alpha"), (b"2", b"z*"),  # another line than that with the name is for the other joint
    (b"*", b"z*"), (b"*", b"*"), (b"*", b"3"), (b"*a", b"a*"), (b"z*", b"alpha"),
])
def test_lines_with_names_match_in_any_order(known_lines, indices):
    assert known_lines(*indices) == (0, 2, 0)


def test_a_line_with_a_name_or_a_star_matches_one_finding_and_only_its_own(known_lines):
    assert known_lines(b"zeta", b"zeta", b"z*") == (1, 1, 2)
    assert known_lines(b"*") == (1, 1, 0)
    assert known_lines(b"x*", b"beta", b"3 zeta") == (2, 0, 3)


def test_paths_with_stars_for_one_rule_and_value_are_limited(animproof):
    line = "a.md5anim\tmd5anim/parent-order\thierarchy[%s].parent\t3\n"

    def lint_with_stars(code, *indices, **printed):
        write("stars", "# animproof baseline 1\n" + "".join(line % index for index in indices))
        animproof.exits(code, "lint", "--baseline", "stars", "a.md5anim", **printed)
    write("a.md5anim", md5anim())
    lint_with_stars(0, *["%03d*" % i for i in range(4096 // 22)])
    lint_with_stars(0, *["*"] * 10000)
    lint_with_stars(2, *["%03d*" % i for i in range(4096 // 22 + 1)], prints_only=b"", says=
                    b"stars: more than 4096 bytes of different paths with '*' for the rule md5anim/parent-order and the value '3' in a.md5anim;")


def test_a_moved_finding_is_known_one_more_is_new_and_one_less_is_fixed(animproof, make_files_and_baseline, lint_with_baseline):
    moved = PARENT.replace(b"numFrames", b"\n\n\nnumFrames")
    write("d/parent.md5anim", moved)
    assert lint_with_baseline(0, "d")[1] == (0, 0, 4, 0)
    write("d/new.md5anim", PARENT)
    document, _ = lint_with_baseline(1, "d")
    assert [(entry["file"], f["rule"]) for entry in document["files"] for f in entry["findings"]] == [("d/new.md5anim", "md5anim/parent-order")]
    os.remove("d/new.md5anim")
    write("d/bad.bin", mrtk())
    assert lint_with_baseline(0, "d")[1] == (0, 0, 3, 1)
    animproof.exits(0, "lint", "--baseline", "known", "d", prints=b"1 known finding is fixed")
    write("d/parent.md5anim", md5anim())
    assert lint_with_baseline(0, "d")[1] == (0, 0, 2, 2)
    assert lint_with_baseline(0, "d/warned.bin")[1] == (0, 0, 1, 0), "findings of files outside of the run are not fixed"


def test_sarif_marks_findings_as_new_unchanged_or_absent(animproof, make_files_and_baseline):
    def sarif_results(form):
        return json.loads(animproof.exits(1, "lint", "--baseline", "known", "--format", form, "d").stdout)["runs"][0]["results"]

    write("d/new.md5anim", PARENT)
    before = sarif_results("sarif")
    assert sorted(one["baselineState"] for one in before) == ["new"] + ["unchanged"] * 4
    write("d/bad.bin", mrtk())
    gone, = [one for one in sarif_results("sarif") if one["baselineState"] == "absent"]
    assert gone["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "d/bad.bin"
    assert gone["partialFingerprints"].items() <= before[1]["partialFingerprints"].items() | before[0]["partialFingerprints"].items()
    assert all(one["baselineState"] != "absent" for one in sarif_results("sarif-github"))


def test_a_baseline_with_a_nul_byte_is_refused(animproof):
    write("other", b"# animproof baseline 1\na\0\tb\tc\td\n")
    animproof.exits(2, "lint", "--baseline", "other", ".", says=b"line 2 is not a finding")


CUTS = 'MD5Version 10\ncommandline ""\n\nnumFrames 2\nframeRate 24\nnumCuts %d\n\ncuts {\n%s}\n\ncamera {\n%s}\n'
FRAMES = "\t( 0 0 0 ) ( 0 0 0 ) 90\n" * 2


def test_equal_findings_at_other_places_and_findings_of_many_files_are_known(animproof, lint_with_baseline):
    only = ["--select", "md5camera/cut-range", "cuts.md5camera"]
    write("cuts.md5camera", CUTS % (3, "\t7\n" * 3, FRAMES))
    animproof.exits(1, "lint", "--write-baseline", "known", *only)
    write("cuts.md5camera", CUTS % (6, "\t1\n" * 3 + "\t7\n" * 3, FRAMES))
    assert lint_with_baseline(0, *only)[1][2:] == (3, 0)
    for number in range(24):
        write("files/%d.bin" % number, mrtk_with_error())
    animproof.exits(1, "lint", "--write-baseline", "known", "files")
    assert lint_with_baseline(0, "files")[1] == (0, 0, 24, 0)


def test_tens_of_thousands_of_findings_with_one_key_are_known(animproof, lint_with_baseline):
    frames = 20000 // EACH
    write("many.md5anim", md5anim_with_many_warnings(frames, b"1e1 1e1 1e1"))
    every = ["--max-per-rule", "0", "--max-findings", "0", "many.md5anim"]
    animproof.exits(0, "lint", "--write-baseline", "known", *every)
    named = read("known").replace(b"values[0]", b"values[origin Tx]")
    write("named", re.sub(rb"frames.*values\[2\]", b"frames[*].values[origin T*]", named))
    for baseline in ("known", "named"):
        # one finding each of frame-limit and nothing-moves
        assert lint_with_baseline(0, *every, baseline=baseline)[1] == (0, 0, 3 * frames + 2, 0)
