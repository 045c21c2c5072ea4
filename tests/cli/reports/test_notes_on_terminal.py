"""On a terminal the human formats count notes and do not list them. Other formats and other destinations have all notes."""

import pytest
from cli_case import md5anim, read, write
from on_terminal import output_on_terminal

NOTE = b"md5anim/frame-rate-high"
WARNING = b"md5anim/layout"


@pytest.fixture(autouse=True)
def make_reported_files(animproof):
    write("a.md5anim", md5anim().replace(b"frameRate 24", b"frameRate 1000").replace(b"bounds {", b"bounds\n{"))


def lint_on_terminal(animproof, *options):
    return output_on_terminal(animproof, "lint", "--no-config", *options, "a.md5anim", columns=120, TERM="xterm")


@pytest.mark.parametrize("name", ["human", "concise"])
def test_notes_are_counted_and_other_findings_are_listed(animproof, name):
    said = lint_on_terminal(animproof, "--format", name)
    assert NOTE not in said and WARNING in said and b"1 note" in said


@pytest.mark.parametrize("options", [["--notes"], ["--verbose"], ["--fail-on=note"]], ids=" ".join)
@pytest.mark.parametrize("name", ["human", "concise"])
def test_options_list_notes(animproof, name, options):
    said = lint_on_terminal(animproof, "--format", name, *options)
    assert NOTE in said and b"--notes lists" not in said


@pytest.mark.parametrize("name", ["json", "sarif", "gcc", "markdown"])
def test_other_formats_list_notes(animproof, name):
    assert NOTE in lint_on_terminal(animproof, "--format", name)


def test_the_summary_names_the_option(animproof):
    assert b"--notes lists notes" in lint_on_terminal(animproof)


def test_a_pipe_and_a_file_have_the_notes(animproof):
    piped = animproof.run("lint", "--no-config", "--output=human=report", "a.md5anim").stdout
    assert NOTE in piped
    assert NOTE in read("report")
