"""A finding that prevents the check of a file is reported with any selection of rules. Only ignoring its exact id, giving
the exact id a lower severity, a suppression comment and a baseline turn it off; the summary and `valid` then say that the file
was not checked."""

import json

import pytest
from cli_case import md5anim, mrtk, read, write
from lsp_client import real_uri
from shards import make_and_lint_shards, all_report_format_options

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 1\n"
FILES = {  # content, and the rule that reports why the file is not checked
    "empty.md5anim": (b"", "md5anim/truncated"),
    "cut.md5anim": (md5anim()[:150], "md5anim/truncated"),
    "pointer.md5anim": (POINTER, "md5anim/other-content"),
    "alpha.md5anim": (md5anim().replace(b"MD5Version 10", b"MD5Version 6"), "md5anim/version"),
    "cut.bin": (mrtk()[:100], "mrtk/count-exceeds-file"),
    "notes.txt": (b"hello\n", "file/unrecognized"),
}


@pytest.fixture
def lint_to_code_entries_and_summary(animproof):
    """Writes the files. Calling it returns exit code, {file: its entry in the report}, and summary."""
    for name, (content, _) in FILES.items():
        write(name, content)
    write("clean.md5anim", md5anim())

    def lint_and_get_code_entries_and_summary(*words):
        result = animproof.run("lint", "--format=json", *words)
        report = json.loads(result.stdout)
        return result.returncode, {entry["file"]: entry for entry in report["files"]}, report["summary"]
    return lint_and_get_code_entries_and_summary


def file_fails_lint(lint_to_code_entries_and_summary, name, *words):
    """Returns true if the file fails the run by a finding of its rule."""
    code, entries, summary = lint_to_code_entries_and_summary(*words, name)
    return (code == 1 and FILES[name][1] in [f["rule"] for f in entries[name]["findings"]] and not entries[name]["valid"]
            and summary.get("incomplete") == 0)


def file_passes_unchecked(lint_to_code_entries_and_summary, name, *words):
    """Returns true if the run passes, and says that the file was not checked."""
    code, entries, summary = lint_to_code_entries_and_summary("--no-companions", *words, name)
    return code == 0 and not entries[name]["valid"] and summary["incomplete"] == 1 and summary["errors"] == 0


@pytest.mark.parametrize("name", FILES)
def test_only_ignoring_the_exact_id_turns_the_finding_off(animproof, lint_to_code_entries_and_summary, name):
    rule = FILES[name][1]
    family = rule.split("/")[0]
    for words in ("--select md5anim/number", "--select mrtk/flag", "--select policy --strict", "--ignore " + family, "--ignore *",
                  "--ignore %s?" % rule[:-1], "--ignore %s*" % rule, "--severity %s/*=off" % family, "--select " + rule):
        assert file_fails_lint(lint_to_code_entries_and_summary, name, *words.split()), words
    for words in ("--ignore " + rule, "--severity %s=off" % rule, "--select policy --ignore " + rule, "--severity %s=note" % rule):
        assert file_passes_unchecked(lint_to_code_entries_and_summary, name, *words.split()), words
    animproof.exits(0, "lint", "--ignore", rule, name, "clean.md5anim", "--output=junit=junit", "--output=sarif=sarif", "--output=markdown=markdown",
                    prints_first=b"2 files: 0 errors, 0 warnings, ", prints_last=b"1 file was not checked to its end, 1 animation without a mesh (animproof sets says why).\n")
    assert b"1 file was not checked to its end" in read("markdown")
    assert read("junit").count(b'<skipped message="the file was not checked to its end"/>') == 1
    assert b'tests="2" failures="0" errors="0" skipped="1"' in read("junit")
    notes = json.loads(read("sarif"))["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == ["the file was not checked to its end."]


def test_a_file_of_an_unknown_version_is_checked_to_its_end(lint_to_code_entries_and_summary):
    write("eleven.md5anim", md5anim().replace(b"MD5Version 10", b"MD5Version 11"))
    for words in (["--ignore", "md5anim/version", "eleven.md5anim"], ["--select", "md5anim/number", "clean.md5anim"]):
        code, entries, summary = lint_to_code_entries_and_summary("--no-companions", *words)
        assert code == 0 and entries[words[-1]]["valid"] and summary["incomplete"] == 0


def test_a_suppression_comment_and_a_baseline_act_as_ignoring_the_exact_id(animproof, lint_to_code_entries_and_summary):
    write("silent.md5anim", md5anim().replace(b"frameRate 24", b"frameRate x // animproof: ignore md5anim/integer"))
    assert file_passes_unchecked(lint_to_code_entries_and_summary, "silent.md5anim") and lint_to_code_entries_and_summary("--no-companions", "silent.md5anim")[2]["suppressed"] == 1
    animproof.exits(1, "lint", "--write-baseline", "known", "cut.md5anim")
    assert file_passes_unchecked(lint_to_code_entries_and_summary, "cut.md5anim", "--baseline", "known")


SELECTS = b"[path third-party/]\nselect = md5anim/frame-*\n"
ID, PATTERN = b"ignore = md5anim/other-content\n", b"ignore = md5anim/other-*, md5anim\n"


@pytest.mark.parametrize(("text", "wrong"), [
    (SELECTS, "ab"), (SELECTS + PATTERN, "ab"), (SELECTS + ID, ""), (SELECTS + b"[path deep/]\n" + ID, "a"),
    (SELECTS + ID + b"[path deep/]\nselect = md5anim/number\n", "b"), (b"[animproof]\n" + ID + SELECTS, "ab"),
    (b"[animproof]\n" + SELECTS[SELECTS.index(b"select"):], "ab")])
def test_a_selection_of_a_path_section_does_not_turn_the_finding_off_and_all_commands_agree(animproof, start_server, lint_to_code_entries_and_summary, text, wrong):
    """Ignoring the exact id in a section turns the rule off for the section's files; a later selection turns the rule on again."""
    write("t/third-party/a.md5anim", POINTER)
    write("t/third-party/deep/b.md5anim", POINTER)
    write("t/.animproof.ini", text)
    code, entries, summary = lint_to_code_entries_and_summary("t")
    assert "".join(sorted(path[-9] for path, entry in entries.items() if entry["findings"])) == wrong
    assert code == (1 if wrong else 0) and summary["incomplete"] == 2 - len(wrong) and not any(entry["valid"] for entry in entries.values())
    uri = real_uri("t/third-party/a.md5anim")
    client = start_server(POINTER.decode(), uri=uri)
    assert [one["code"] for one in client.check_and_get_diagnostics(uri)] == (["md5anim/other-content"] if "a" in wrong else [])
    animproof.exits(1 if wrong else 0, "fix", "t")
    reports = make_and_lint_shards(animproof, 2, ["t"])
    one = animproof.run("lint", "t", *all_report_format_options("one."))
    animproof.exits(one.returncode, "report", "merge", *reports, *all_report_format_options("merged."), prints_only=one.stdout)
    for form in ("json", "jsonl", "sarif", "junit", "markdown"):
        assert read("one." + form) == read("merged." + form), form


def test_the_configuration_of_the_folder_does_not_turn_the_finding_off(lint_to_code_entries_and_summary):
    write(".animproof.ini", b"[animproof]\nselect = md5anim/number\nignore = mrtk\n")
    for name in FILES:
        assert file_fails_lint(lint_to_code_entries_and_summary, name), name


def test_commands_that_lint_a_file_first_refuse_it(animproof, lint_to_code_entries_and_summary):
    for name in ("cut.md5anim", "pointer.md5anim", "alpha.md5anim", "cut.bin"):
        for words in (["format", "--check"], ["roundtrip"], ["convert", "--to=json", "-o", "out"]):
            animproof.exits(1, *words, name)
