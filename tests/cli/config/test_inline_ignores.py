"""`// animproof: ignore RULE` suppresses findings on its line; an unused comment is a finding. More is in inline_ignores.session."""

import json

import pytest
from cli_case import md5anim, md5mesh, mrtk_with_error, read, write

BROKEN = md5anim(parent=b"7")
RULE = "md5anim/parent-order"  # rule of the only finding of BROKEN, in line 11
IGNORE = b" // animproof: ignore " + RULE.encode()
UNUSED = "file/unused-ignore"


@pytest.fixture
def lint_content(animproof):
    """Returns the JSON report of a.md5anim with a content."""
    def write_and_lint(content, *words):
        write("a.md5anim", content)
        return animproof.json(None, "lint", *words, "a.md5anim")
    return write_and_lint


def with_comment_after(comment, where=b'"hips" 7 0 0', content=BROKEN):
    """Returns the content with the comment after the text `where`."""
    return content.replace(where, where + comment, 1)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("comment", [IGNORE, b"\t//animproof:ignore " + RULE.encode(), b" // animproof: ignore md5anim/parent-*  ", b" // animproof: ignore md5anim"])
def test_a_comment_suppresses_the_finding_with_each_line_end(lint_content, comment, end):
    finding, = lint_content(BROKEN)["files"][0]["findings"]
    document = lint_content(with_comment_after(comment).replace(b"\n", end))
    entry, = document["files"]
    assert entry["findings"] == [] and entry["valid"] and entry["suppressed"] == entry["silenced"], "the old name too"
    assert [(f["rule"], f["line"], f["message"]) for f in entry["suppressed"]] == [(RULE, 11, finding["message"])]
    assert (document["summary"]["suppressed"], document["summary"]["errors"]) == (1, 0)


@pytest.mark.parametrize(("comment", "said"), [(b"\xff\x1b[m", 'no rule is named "\\xff\\x1b[m"'), (b" md5anim/number" * 65, "with at most 64 rules")])
def test_an_unused_comment_is_a_note_with_the_reason(lint_content, comment, said):
    notes = [f for f in lint_content(with_comment_after(b" // animproof: ignore " + comment, b'"root" -1 0 0', md5anim()))["files"][0]["findings"] if f["rule"] == UNUSED]
    assert any(said in f["message"] for f in notes) and all(f["severity"] == "note" for f in notes)


def test_each_of_2000_comments_is_read_on_the_fast_path_too(animproof, lint_content):
    joints = b"".join(b'\t"joint%d" 0 0 0 // animproof: ignore md5anim/number\n' % i for i in range(2000))
    document = lint_content(md5anim().replace(b"numJoints 2", b"numJoints 2002").replace(b'"hips" 0 0 0\n', b'"hips" 0 0 0\n' + joints).replace(
        b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2, b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2002), "--max-per-rule", "0")
    assert sum(f["rule"] == UNUSED for f in document["files"][0]["findings"]) == 2000
    for portable in ({}, {"ANIMPROOF_PORTABLE": "1"}):  # with and without AVX2
        animproof.exits(0, "lint", "a.md5anim", env=portable, prints=b"2001 notes")


def test_reports_mark_suppressed_findings_and_a_baseline_omits_them(animproof):
    write("a.md5anim", with_comment_after(IGNORE))
    animproof.exits(0, "lint", "--write-baseline", "known", "a.md5anim")
    assert RULE.encode() not in read("known")
    for words in ([], ["--baseline", "known"]):
        result, = json.loads(animproof.exits(0, "lint", *words, "--format", "sarif", "a.md5anim").stdout)["runs"][0]["results"]
        assert (result["suppressions"], result["ruleId"]) == ([{"kind": "inSource"}], RULE) and "baselineState" not in result
    lines = [json.loads(line) for line in animproof.exits(0, "lint", "--format", "jsonl", "a.md5anim").stdout.splitlines()]
    assert [line["type"] for line in lines] == ["file", "suppressed", "silenced", "summary"]
    assert {**lines[1], "type": ""} == {**lines[2], "type": ""}, "the old type too"


def test_a_comment_of_an_animation_suppresses_no_finding_of_its_mesh(animproof):
    write("m.md5mesh", md5mesh(["root"]).replace(b"( 0 0 0 ) ( 0 0 0 )", b"( 0 0 0 ) ( 0 0 2 )", 1))
    of_mesh = []
    for content in (with_comment_after(IGNORE), md5anim()):
        write("a.md5anim", content)
        lines = animproof.run("lint", "--format", "concise", "--mesh", "m.md5mesh", "a.md5anim").stdout.splitlines()
        of_mesh.append([line for line in lines if line.startswith(b"m.md5mesh")])
    assert of_mesh[0] == of_mesh[1] != []


def test_a_comment_in_a_binary_file_suppresses_nothing(animproof):
    write("x.bin", mrtk_with_error() + b"// animproof: ignore mrtk")
    animproof.exits(1, "lint", "x.bin")


def test_very_long_and_very_many_comments_are_read(animproof):
    write("a.md5anim", with_comment_after(b" // animproof: ignore " + b"x" * 1000000) + b"// animproof:\n" * 100000)
    animproof.exits(1, "lint", "--max-memory", "64M", "a.md5anim", prints=b"file/unused-ignore")
    animproof.exits(0, "explain", "file/unused-ignore")
