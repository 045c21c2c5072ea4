"""Report formats: exact text, JSON valid by its schema, several reports of one run, colours, terminal width."""

import json
import os

import pytest
from cli_case import md5anim, mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, read, write
from schema_check import Checker
from on_terminal import output_on_terminal

CHECKER = Checker("report")
BAD_FINDING = b"bad.bin:0x13: error: camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]"
PARENT = md5anim(parent=b"7")
FILES = ["bad.bin", "clean.bin", "cut.bin", "noted.bin", "warned.bin", "parent.md5anim", "other.dat", "empty.dat", "missing.bin"]
ESCAPE = b"\x1b["


@pytest.fixture(autouse=True)
def make_reported_files(animproof):
    for name, content in zip(FILES, (mrtk_with_error(), mrtk(), mrtk()[:-2], mrtk_with_note(), mrtk_with_warning(), PARENT, b"\x00\x01text", b"")):
        write(name, content)


@pytest.fixture
def json_report(animproof):
    """Returns the JSON report of FILES, valid by its schema."""
    return parse_valid_report(animproof.exits(3, "lint", "--format", "json", *FILES).stdout)


@pytest.fixture
def entries_by_file(json_report):
    return {entry["file"]: entry for entry in json_report["files"]}


def parse_valid_report(text):
    document = json.loads(text)
    assert CHECKER.list_first_error(document)[:3] == []
    return document


def findings_in_report(report):
    return [finding for entry in report["files"] for finding in entry["findings"]]


def test_the_human_report_of_a_binary_file(animproof):
    animproof.prints(BAD_FINDING + b"\n  00000010  01 00 00 [10 00 00 00] 08 00 00 00 02 00 00 00 00\n\n"
                     b"1 file: 1 error, 0 warnings.   animproof explain RULE says what a rule means.\n", "lint", "bad.bin", code=1)


def test_the_human_report_of_a_text_file_marks_the_value(animproof):
    lines = animproof.exits(1, "lint", "--quiet", "parent.md5anim").stdout.splitlines()
    assert lines[0].startswith(b'parent.md5anim:11:9: error: joint "hips", parent is 7; ') and lines[0].endswith(b" [md5anim/parent-order]")
    assert lines[1] == b'  11 |     "hips" 7 0 0'
    assert lines[2] == b"     |            ^"
    assert lines[3:] == [b""], "--quiet prints no summary"


def test_the_human_report_shows_the_first_bytes_of_an_unrecognized_file(animproof):
    animproof.exits(1, "lint", "other.dat", "empty.dat", prints_first=b"other.dat:0x0: error: the file is not one of ",
                    prints=(b" [file/unrecognized]\n  00000000  [00 01 74 65 78 74]\n", b"\nempty.dat:0x0: error: "))


def test_the_concise_report_has_a_line_for_each_finding(animproof):
    lines = animproof.exits(1, "lint", "--format", "concise", "bad.bin", "parent.md5anim").stdout.splitlines()
    assert lines[0] == BAD_FINDING
    assert lines[1].startswith(b"parent.md5anim:11:9: error: ") and lines[1].endswith(b" [md5anim/parent-order] (hierarchy[1 hips].parent)")


def test_json_has_all_members_of_a_finding(entries_by_file):
    assert entries_by_file["bad.bin"]["findings"] == [{
        "rule": "mrtk/wrap-mode", "severity": "error", "class": "invalid", "offset": 19, "length": 4, "line": None, "column": None,
        "path": "camera.position_x.pre_wrap", "message": "camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8",
        "expected": "0, 1, 2, 4 or 8", "found": "16", "related": []}]
    finding = entries_by_file["parent.md5anim"]["findings"][0]
    assert (finding["line"], finding["column"]) == (11, 9)
    assert PARENT[finding["offset"]:][:1] == b"7"


def test_json_lists_the_files_in_their_order(json_report, entries_by_file):
    assert [entry["file"] for entry in json_report["files"]] == FILES
    assert [entry["valid"] for entry in json_report["files"]] == [False, True, False, True, True, False, False, False, False]
    assert entries_by_file["clean.bin"]["layout"] == "writer" and entries_by_file["clean.bin"]["size"] == 219


def test_json_has_the_error_of_a_missing_file(entries_by_file):
    assert entries_by_file["missing.bin"]["error"] == "No such file or directory"
    assert entries_by_file["missing.bin"]["format"] is None and "error" not in entries_by_file["bad.bin"]


def test_json_has_a_finding_that_covers_an_unrecognized_file(entries_by_file):
    assert entries_by_file["other.dat"]["findings"][0]["length"] == 6
    assert entries_by_file["empty.dat"]["findings"][0]["length"] == 0
    assert entries_by_file["other.dat"]["format"] is None


def test_the_summary_of_json_counts(json_report):
    summary = json_report["summary"]
    for severity in ("error", "warning", "note"):
        assert summary[severity + "s"] == sum(finding["severity"] == severity for finding in findings_in_report(json_report))
    assert summary["files"] == len(FILES) and summary["unreadable"] == 1
    assert summary["skipped_checks"] == sum(entry["skipped_checks"] for entry in json_report["files"])


def test_jsonl_is_the_json_report_as_lines(animproof, json_report):
    lines = [json.loads(line) for line in animproof.exits(3, "lint", "--format", "jsonl", *FILES).stdout.splitlines()]
    for line in lines:
        assert CHECKER.list_first_error(line, "#/$defs/line")[:3] == []
    assert [line["file"] for line in lines if line["type"] == "file"] == FILES
    assert [{k: v for k, v in line.items() if k not in ("type", "file")} for line in lines if line["type"] == "finding"] == findings_in_report(json_report)
    assert lines[-1]["type"] == "summary" and lines[-1]["errors"] == json_report["summary"]["errors"]


def test_json_of_a_run_without_files_is_complete(animproof):
    os.mkdir("nothing")
    assert parse_valid_report(animproof.exits(3, "lint", "--format", "json", "nothing").stdout)["files"] == []


def test_one_run_writes_several_reports(animproof):
    write("report.json", b"old")
    os.chmod("report.json", 0o640)
    animproof.exits(1, "lint", "bad.bin", "--format", "concise", "--output", "json=report.json", "--output", "jsonl=report.jsonl",
                    "--output=human=report.txt", prints_first=b"bad.bin:0x13: error: ")
    parse_valid_report(read("report.json"))
    assert read("report.txt").startswith(b"bad.bin:0x13: error: camera")
    assert os.stat("report.json").st_mode & 0o777 == 0o640, "a replaced file keeps its permissions"
    umask = os.umask(0)
    os.umask(umask)
    assert os.stat("report.txt").st_mode & 0o777 == 0o666 & ~umask
    assert [name for name in os.listdir(".") if "animproof" in name] == [], "no temporary file is left"


def test_a_report_in_a_file_names_unreadable_files(animproof):
    animproof.exits(3, "lint", "missing.bin", "--output", "human=report.txt")
    assert b"missing.bin: cannot be read: No such file" in read("report.txt")


@pytest.mark.parametrize(("words", "coloured"), [([], False), (["--color", "always"], True), (["--color=always", "--format=json"], False)])
def test_a_pipe_gets_colours_only_if_asked_and_json_never(animproof, words, coloured):
    assert (ESCAPE in animproof.run("lint", *words, "bad.bin").stdout) == coloured


@pytest.mark.parametrize(("words", "environment", "coloured"), [
    ([], {"TERM": "xterm"}, True), ([], {"TERM": "dumb"}, False), ([], {"TERM": "xterm", "NO_COLOR": "1"}, False),
    ([], {"TERM": "xterm", "NO_COLOR": ""}, True), (["--color=never"], {"TERM": "xterm"}, False)], ids=str)
def test_a_terminal_gets_colours_unless_turned_off(animproof, words, environment, coloured):
    assert (ESCAPE in output_on_terminal(animproof, "lint", *words, "bad.bin", **environment)) == coloured


@pytest.fixture
def words_to_lint_long_line():
    """Makes a file with a long source line, and returns the words that lint it."""
    write("wide.md5anim", PARENT.replace(b'7 0 0', b"7 0 0 //" + b" wide" * 40).replace(b'"hips"', b'"\xe2\x80\x9chips\xe2\x80\x9d"'))
    return ["lint", "--select=md5anim/parent-order", "wide.md5anim"]


@pytest.mark.parametrize("columns", [40, 60, 132])
def test_source_lines_are_cut_and_messages_wrapped_to_the_terminal(animproof, words_to_lint_long_line, columns):
    shown = output_on_terminal(animproof, *words_to_lint_long_line, "--color=never", columns=columns, TERM="xterm").decode().split("\r\n")
    assert all(len(line) <= columns for line in shown)
    source = next(at for at, line in enumerate(shown) if line.startswith("  11 | "))
    assert shown[source].startswith('  11 |     "\u201chips\u201d" 7 0 0 // wide') and shown[source].endswith("..."), "UTF-8 is not escaped"
    assert shown[source].index("7 0 0") == shown[source + 1].index("^"), "the mark is below the value"
    words = " ".join(line.strip() for line in shown[:source])
    assert words.endswith("a parent comes before its children [md5anim/parent-order]"), "the message has all words"


def test_a_pipe_gets_a_source_line_of_at_most_120_columns(animproof, words_to_lint_long_line):
    piped = animproof.run(*words_to_lint_long_line).stdout.splitlines()
    assert len(piped) == 5 and 110 < len(piped[1].decode()) <= 120
