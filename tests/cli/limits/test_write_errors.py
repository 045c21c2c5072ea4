"""Reports that cannot be written: a message and exit 3, and no incomplete file."""

import os

import commands
import pytest
from cli_case import open_full_device, mrtk, mrtk_with_many_warnings, read, write
from formats import REPORTS

PAGES = ["rules", "explain mrtk/magic", "--help", "--version", "lint --help"]


@pytest.fixture
def make_file_without_and_file_with_many_findings(animproof):
    write("clean.bin", mrtk())
    write("many.bin", mrtk_with_many_warnings(5000))


@pytest.mark.parametrize(("form", "name"), [(form, name) for form in REPORTS for name in ("clean.bin", "many.bin")
                                            if (form, name) != ("gcc", "clean.bin")])  # a report without a line
def test_a_full_standard_output_is_reported(animproof, make_file_without_and_file_with_many_findings, form, name):
    animproof.exits(3, "lint", "--format", form, "--max-per-rule=0", name, stdout=open_full_device(),
                    says_only=b"animproof: standard output: No space left on device\n")


@pytest.mark.parametrize("form", REPORTS)
def test_a_full_report_file_is_reported_and_standard_output_is_complete(animproof, make_file_without_and_file_with_many_findings, form):
    complete = animproof.exits(0, "lint", "many.bin").stdout
    animproof.exits(3, "lint", "many.bin", "--output", form + "=/dev/full", says=b"animproof: /dev/full: No space left on device\n",
                    prints_only=complete)


@pytest.mark.parametrize("words", [*PAGES, "rules --format=json", "rules --format=markdown", "rules --format=html"])
def test_pages_need_space_on_standard_output(animproof, words):
    animproof.exits(3, *words.split(), stdout=open_full_device(), says=b"standard output: ")


@pytest.mark.parametrize("form", ["human", "json"])
def test_a_closed_pipe_ends_lint_and_a_report_in_a_file_is_complete(animproof, make_file_without_and_file_with_many_findings, form):
    animproof.check_closed_pipe(3, "lint", "--format", form, "many.bin")
    animproof.check_closed_pipe(3, "lint", "--format", form, "many.bin", "--output", "json=report.json")
    assert read("report.json")[-3:] == b"}}\n"


@pytest.mark.parametrize("words", PAGES)
def test_a_closed_pipe_ends_pages(animproof, words):
    animproof.check_closed_pipe(3, *words.split())


@pytest.mark.parametrize(("closing", "code"), [(">&-", 3), ("<&-", 0), ("2>&-", 0)])
def test_a_report_file_does_not_get_the_output_of_a_closed_stream(animproof, make_file_without_and_file_with_many_findings, closing, code):
    result = commands.run(["sh", "-c", '"$0" lint clean.bin --output json=report.json ' + closing, animproof.program],
                          stdout=commands.PIPE, stderr=commands.PIPE)
    animproof.check(result.returncode == code, "exit %d" % code, result)
    assert read("report.json").startswith(b'{"tool"')


@pytest.mark.parametrize("place", ["folder", "missing/report.json", "clean.bin/report.json"])
def test_a_path_at_which_no_file_can_be_written_is_named(animproof, make_file_without_and_file_with_many_findings, place):
    os.mkdir("folder")
    animproof.exits(3, "lint", "clean.bin", "--output", "json=" + place, prints_only=b"", says_first=b"animproof: " + place.encode())
    assert os.listdir("folder") == [], "a temporary file is left"


@pytest.mark.parametrize("name", ["report.json", "new"])
def test_a_killed_program_leaves_no_temporary_file_and_keeps_the_old_file(animproof, name):
    os.mkfifo("waiting")
    write("reports/report.json", b"before")
    running = animproof.start("lint", "waiting", "--output", "json=reports/" + name, stdout=commands.DEVNULL, stderr=commands.DEVNULL)
    with open("waiting", "wb"):  # opening succeeds when the program reads the fifo; its reports are open by then
        running.kill()
        running.wait()
    assert os.listdir("reports") == ["report.json"]
    assert read("reports/report.json") == b"before"


@pytest.mark.parametrize(("code", "words", "made"), [
    (0, ["clean.bin"], ["made.json"]), (1, ["many.bin", "--mrtk-layout=published"], [])], ids=["converted", "refused"])
def test_a_link_to_a_missing_file_is_kept_and_its_target_is_complete_or_not_created(animproof, make_file_without_and_file_with_many_findings, code, words, made):
    os.mkdir("elsewhere")
    os.symlink("elsewhere/made.json", "link.json")
    animproof.exits(code, "convert", *words, "--to=json", "-o", "link.json")
    assert os.path.islink("link.json") and os.listdir("elsewhere") == made


def test_if_one_report_cannot_be_opened_the_others_keep_their_content(animproof, make_file_without_and_file_with_many_findings):
    write("kept.json", b"kept")
    animproof.exits(3, "lint", "clean.bin", "--output", "json=kept.json", "--output", "jsonl=missing/x", leaves=("kept.json", b"kept"))
    assert sorted(os.listdir(".")) == ["clean.bin", "kept.json", "many.bin"], "a temporary file is left"
