"""Manual pages have the texts of help and rules, and groff reads them without warnings."""

import os
import re
import shutil

import commands
import pytest
from cli_case import read_text


@pytest.fixture
def words_of_all_commands(animproof):
    """Returns the words of each command and subcommand."""
    def commands_completed_after(*words):
        lines = animproof.exits(0, "completions", "next", "--", *words, "").stdout.decode().splitlines()
        return [word for word in lines[1:] if word != "help" and not word.startswith("-")]

    found = [(one,) for one in commands_completed_after()] + [(group, part) for group in ("corpus", "fuzz", "report") for part in commands_completed_after(group)]
    assert len(found) > 20
    return found


def print_manual_page(animproof, *words):
    return animproof.exits(0, "manual", *words).stdout.decode()


def collapse_whitespace(text):
    return re.sub(r"\s+", " ", text).strip()


def without_markup(page):
    """Returns the text of a page without fonts and escapes, with one space between words."""
    return collapse_whitespace(re.sub(r"\\f[BIR]|\\&", "", page).replace("\\-", "-").replace("\\e", "\\"))


def test_pages_have_the_options_exit_codes_and_examples_of_the_help(animproof, words_of_all_commands):
    helps = [animproof.exits(0, *words, "--help").stdout.decode() for words in words_of_all_commands]
    for words, help_page in zip(words_of_all_commands, helps):
        page = print_manual_page(animproof, *words)
        text = without_markup(page)
        assert page.startswith(".TH animproof-%s 1 " % "-".join(words))
        if words[0] == "fuzz" and len(words) == 2:  # a Python script runs the subcommands of fuzz
            assert "animproof %s --help lists them" % " ".join(words) in text
        else:
            for option in re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", help_page, re.MULTILINE):
                assert " %s " % option in text, words
        exits = re.search(r"^Exit: (.*)", help_page, re.MULTILINE | re.DOTALL)
        for code, meaning in re.findall(r"(\d) (.*?)(?:[,;] (?=\d )|$)", collapse_whitespace(exits.group(1)) if exits else ""):
            assert ".TP %s %s" % (code, meaning) in text, words
        shown = re.findall(r"^  (animproof .*)\n      (.*(?:\n      .*)*)", help_page.partition("\nExamples\n")[2], re.MULTILINE)
        assert shown or words[0] not in ("lint", "fix", "convert")
        for call, meaning in shown:
            assert ".TP %s %s" % (call, collapse_whitespace(meaning)) in text, words
        assert not re.search(r"^[.'](?!(TH|SH|SS|TP|PP|br|B|BR)\b)", page, re.MULTILINE), "only known requests"
    page = without_markup(print_manual_page(animproof))
    assert page.count("?") >= 5 and "// animproof: ignore RULE" in page
    for option in set(re.findall(r"(--[a-z][a-z-]+)", page)) - {"--help", "--version"}:
        assert re.search(r"^  (-\w, )?%s\b" % option, "".join(helps), re.MULTILINE), option


def test_rules_7_has_the_texts_of_the_rules(animproof):
    page = without_markup(print_manual_page(animproof, "rules(7)"))
    for rule in animproof.json(0, "rules")["rules"]:
        assert all(collapse_whitespace(text) in page for text in (rule["id"], rule["meaning"], rule["breaks"])), rule["id"]


def test_manual_o_writes_all_pages_and_groff_reads_them_without_warnings(animproof, words_of_all_commands):
    animproof.exits(0, "manual", "-o", "pages")
    pages = os.listdir("pages")
    assert len(pages) == len(words_of_all_commands) + 2
    for words in words_of_all_commands:
        assert read_text("pages/animproof-%s.1" % "-".join(words)) == print_manual_page(animproof, *words)
    if shutil.which("groff") is None:
        pytest.skip("groff is missing")
    for name in pages:
        result = commands.run(["groff", "-man", "-Tutf8", "-ww", "-z", "pages/" + name], stdout=commands.PIPE, stderr=commands.STDOUT)
        assert (result.returncode, result.stdout) == (0, b""), name
