"""Names of files and joints with characters that are invisible or change text direction: all output except csv escapes them."""

import json
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree

import pytest
from cli_case import md5anim, mrtk_with_error, read, write
from formats import REPORTS
from hidden_text import HIDDEN, HIDDEN_SET, hidden_characters_in_texts, escape_hidden_characters
from lsp_client import A

EXACT = {"json", "jsonl", "sarif", "sarif-github", "gitlab"}  # formats with escapes that a parser turns back into the character
NAMES = ["d/%d%s" % (number, text) for number, text in enumerate(hidden_characters_in_texts(200))]
JOINTS = hidden_characters_in_texts(60)  # joint names of at most 60 bytes: messages quote 64 bytes of a name
HIDDEN_PATH = "d/odd\u202e\u00ad\u2028\U000e0041"
ODD = HIDDEN_PATH + ".md5anim"
ODD_JOINT = md5anim().replace(b'"hips"', '"h\u202e\u00ad"'.encode())


def hidden_code_points_in(output):
    return sorted({hex(ord(one)) for one in output.decode("utf-8", "replace") if one in HIDDEN_SET})


@pytest.fixture
def make_files_with_hidden_names(animproof):
    for name in NAMES:
        write(name, mrtk_with_error())
    joined = md5anim().replace(b"numJoints 2", b"numJoints %d" % (len(JOINTS) + 1)).replace(
        b'\t"hips" 0 0 0\n', b"".join(b'\t"%s" 0 0 0\n' % text.encode() for text in JOINTS))
    write("j/joints.md5anim", re.sub(rb"(baseframe \{\n\t[^\n]*\n)(\t[^\n]*\n)", lambda found: found[1] + found[2] * len(JOINTS), joined))
    write("j/far.md5anim", md5anim(parent=b"7").replace(b'"hips"', '"h\u202e\u00ad\U000e0041"'.encode()))


@pytest.fixture
def make_model_files_with_hidden_names(animproof):
    write(ODD, ODD_JOINT)
    write("mesh\u202e.md5mesh", b"x")


def names_in_report(form, text):
    """Returns the file names that a parser reads from a report."""
    if form == "json":
        return [entry["file"] for entry in json.loads(text)["files"]]
    if form == "jsonl":
        return [line["file"] for line in map(json.loads, text.splitlines()) if line["type"] == "file"]
    if form == "gitlab":
        return [entry["location"]["path"] for entry in json.loads(text)]
    if form in ("sarif", "sarif-github"):
        return [urllib.parse.unquote(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                for result in json.loads(text)["runs"][0]["results"]]
    element, attribute = ("file", "name") if form == "checkstyle" else ("testcase", "file")
    return [one.get(attribute) for one in ElementTree.fromstring(text).iter(element)]


@pytest.mark.parametrize("form", REPORTS)
def test_a_report_shows_escaped_names(animproof, make_files_with_hidden_names, form):
    assert len(HIDDEN) > 4096 and len(NAMES) > 60 and len(JOINTS) > 200, "enough names for the test"
    output = animproof.exits(1, "lint", "--no-config", "--format", form, "--max-per-rule=0", "--max-findings=0", "d", "j").stdout
    assert hidden_code_points_in(output)[:5] == [], "the report has raw hidden characters"
    text = output.decode()
    plain = text.replace("\\\\u{", "\\u{")
    if form in EXACT | {"junit", "checkstyle"}:
        missing = sorted(set(NAMES) - set(names_in_report(form, text)))
        assert missing[:2] == [], "file names that a parser does not find"
    if form not in EXACT | {"checkstyle"}:
        missing = [name for name in NAMES if escape_hidden_characters(name) not in plain]
        assert missing[:2] == [], "file names that are not shown"
    missing = [text for text in JOINTS if escape_hidden_characters(text) not in plain]
    assert missing[:2] == [], "joint names that are not shown"


@pytest.mark.parametrize("form", ["human", "concise", "github", "html", "junit", "markdown"])
def test_a_verbose_report_of_a_missing_file_has_no_raw_hidden_characters(animproof, make_files_with_hidden_names, form):
    result = animproof.exits(3, "lint", "--no-config", "--format", form, "--verbose", "d", "j", animproof.absent_path("a\u202e\u00ad"))
    assert hidden_code_points_in(result.stdout + result.stderr) == []


@pytest.mark.parametrize("words", [
    ["dump", ODD], ["format", "--check", ODD], ["roundtrip", ODD], ["stats", ODD], ["sets", ODD], ["lint", HIDDEN_PATH + "/x"], ["lint", "--mesh", "mesh\u202e\u00ad", ODD],
    ["lint", "--bad\u202e\u00ad"], ["explain", "bad\u202e\u00ad"], ["bad\u202e\u00ad"], ["config", ODD],
    ["lint", "--baseline", HIDDEN_PATH + ".txt", ODD], ["corpus", "build", "--size", "small", HIDDEN_PATH + "/corpus"]])
def test_other_commands_escape_names_in_output_and_messages(animproof, make_model_files_with_hidden_names, words):
    result = animproof.run(*words)
    output = result.stdout + result.stderr
    animproof.check(result.returncode in (0, 1, 2, 3) and not hidden_code_points_in(output), "the output has no raw hidden characters", result)
    animproof.check(b"\\u{" in output or words[0] in ("roundtrip", "format", "config"), "the output has escapes", result)


def test_a_baseline_has_escaped_names_and_matches_the_files(animproof, make_files_with_hidden_names, make_model_files_with_hidden_names):
    animproof.exits(0, "lint", "--write-baseline", "known.txt", "--fail-on=never", "d")
    assert hidden_code_points_in(read("known.txt")) == []
    animproof.exits(0, "lint", "--baseline", "known.txt", "d", prints_first=b"%d files: 0 errors" % (len(NAMES) + 1))


@pytest.mark.parametrize("form", ["json", "gltf"])
def test_converted_files_keep_the_characters_as_json_escapes(animproof, make_model_files_with_hidden_names, form):
    assert hidden_code_points_in(animproof.exits(0, "convert", "--to", form, ODD, "-o", "-", prints=b"h\\u202e\\u00ad").stdout) == []


def test_csv_has_raw_names(animproof, make_model_files_with_hidden_names):
    animproof.exits(0, "convert", "--to", "csv", ODD, "-o", "-", prints='"h\u202e\u00ad"'.encode())


def test_the_language_server_escapes_names(start_server):
    client = start_server(ODD_JOINT.replace(b"\" 0 0 0\n}", b"\" 7 0 0\n}").decode())
    outline = json.dumps(client.symbols(A), ensure_ascii=False)
    assert "h\\\\u{202e}\\\\u{ad}" in outline and hidden_code_points_in(outline.encode()) == []
    diagnostics = json.dumps(client.check_and_get_diagnostics(A), ensure_ascii=False)
    assert "parent" in diagnostics and hidden_code_points_in(diagnostics.encode()) == []
