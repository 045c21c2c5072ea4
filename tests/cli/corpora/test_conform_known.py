"""animproof conform with a list of known failures, and compared with an earlier report."""

import json
import os
import xml.etree.ElementTree as ElementTree

import commands
import pytest
from cli_case import read_text, write
from loader_scripts import HOSTILE_CASES, HOSTILE_LOADER, read_valid_report, write_script
from small_corpus import build_small_corpus, case_and_content


@pytest.fixture
def conform_with_known_failures(animproof, conform):
    """Builds the corpus `known`. Calling it runs conform with known.txt as list of known failures, after writing the text to it, if one is
    given."""
    build_small_corpus("known", HOSTILE_CASES)
    arguments = ["--loader", "odd=%s {}" % write_script("odd.sh", HOSTILE_LOADER), "--output", "json=known.json", "--output", "junit=known.xml", "known"]

    def conform_with_list(code, text, **expected):
        if text is not None:
            write("known.txt", text)
        return conform(code, *arguments, "--known-failures", "known.txt", **expected)
    return conform_with_list


def ids_of_excused_cases(animproof):
    return [one["id"] for one in read_valid_report(animproof, "known.json")["cases"] if one["results"][0]["excused"]]


def test_a_failure_that_the_list_names_is_excused(animproof, conform_with_known_failures):
    conform_with_known_failures(0, "# those we know\n\nodd y_refused # comment\n\todd  n_acc*\r\no* i_cra?h\n", prints=b"0 disagreements, 3 excused.\n", says_only=b"")
    assert ids_of_excused_cases(animproof) == ["y_refused", "n_accepted", "i_crash"]
    assert ElementTree.parse("known.xml").getroot().get("skipped") == "3"


def test_a_pattern_may_match_passing_cases_and_a_line_that_excuses_no_case_is_reported(animproof, conform_with_known_failures):
    conform_with_known_failures(0, "odd y_*\nodd n_accepted\nodd i_*\nodd n_ref*\nodd x_unknown\nother y_*\n", prints=b"0 disagreements, 3 excused.\n",
          says_only=b"animproof: known.txt: line 4: odd n_ref* is not needed: all matching cases pass\n"
          b"animproof: known.txt: line 5: odd x_unknown matches no result of this run\n"
          b"animproof: known.txt: line 6: other y_* matches no result of this run\n")
    assert ids_of_excused_cases(animproof) == ["y_refused", "n_accepted", "i_crash"]


def test_a_passing_case_that_is_excused_by_name_fails_the_run(animproof, conform_with_known_failures):
    conform_with_known_failures(1, "odd y_accepted\nodd *\nodd i_refused\n", prints=[
        b"odd: y_accepted: passes, but is listed as a known failure: ", b"odd: i_refused: passes, but is listed as a known failure: ",
        b"0 disagreements, 3 excused, 2 excused but passing.\n"])
    assert [(one["case"], one["status"]) for one in read_valid_report(animproof, "known.json")["failures"]] == [
        ("y_accepted", "agrees"), ("i_refused", "may-differ")]


def test_a_malformed_or_large_list_is_refused(conform_with_known_failures):
    for line in ("odd\n", "odd y_a b\n", "odd y_\0*\n"):
        conform_with_known_failures(2, "\n" + line, says=b"known.txt: line 2: ")
    conform_with_known_failures(1, b"#" * (1 << 20))
    conform_with_known_failures(2, b"#" * ((1 << 20) + 1), says_only=b"animproof: known.txt: larger than 1 MiB, the limit for a list of known failures\n")
    os.remove("known.txt")
    conform_with_known_failures(3, None)


def test_a_list_may_come_through_a_pipe_but_not_from_a_device_or_folder(conform, conform_with_known_failures):
    arguments = ["--loader", "odd=%s {}" % os.path.abspath("odd.sh"), "known", "--known-failures"]
    reading, writing = os.pipe()
    os.write(writing, b"odd y_refused\nodd n_accepted\nodd i_crash")
    os.close(writing)
    conform(0, *arguments, "/dev/fd/%d" % reading, pass_fds=[reading])
    os.close(reading)
    with commands.start(["/usr/bin/yes", "#"], stdout=commands.PIPE, stderr=commands.DEVNULL) as endless:
        conform(2, *arguments, "/dev/stdin", stdin=endless.stdout,
                says_only=b"animproof: /dev/stdin: larger than 1 MiB, the limit for a list of known failures\n")
        endless.stdout.close()
    for path, why in (("/dev/zero", b"not a file or a pipe"), ("/dev/full", b"not a file or a pipe"), (".", b"Is a directory")):
        conform(3, *arguments, path, says_only=b"animproof: %s: %s\n" % (path.encode(), why), prints_only=b"")


def test_the_list_that_a_run_writes_excuses_each_of_its_failures(conform, conform_with_known_failures):
    write("of-before.txt", b"as it was")
    odd = os.path.abspath("odd.sh")
    arguments = ["--loader", "odd=%s {}" % odd, "--loader", "other=%s {}" % odd, "known"]
    conform(1, "--write-known-failures", "list.txt", *arguments)
    lines = ["%s %s" % (name, row) for name in ("odd", "other") for row in (
        "y_refused # should have accepted: (valid files)", "n_accepted # should have refused: mrtk/<b>", "i_crash # crash: memg/names")]
    assert read_text("list.txt").split("\n")[1:] == [*lines, ""]
    conform(0, "--known-failures", "list.txt", "--write-known-failures", "list.txt", *arguments, prints=b": 0 disagreements, 6 excused.\n", says_only=b"")
    assert read_text("list.txt").split("\n")[1:] == [*lines, ""]
    conform(3, "--write-known-failures", "of-before.txt", "--loader", "x=./absent {}", "known", leaves=("of-before.txt", b"as it was"))
    conform(3, "--write-known-failures", "absent/list.txt", *arguments)


OLD = 'case "$1" in *y_mended*|*y_still*) exit 1;; *n_mended*) exit 7;; esac'
NEW = 'case "$1" in *y_broken*) exit 1;; *i_broken*) kill -SEGV $$;; *y_still*) exit 9;; *n_mended*) exit 1;; esac'


@pytest.fixture
def compare_with_old_report(conform):
    """Rates loaders into old.json. Calling it runs other loaders and compares their results with old.json."""
    build_small_corpus("all", [case_and_content(name, name.encode()) for name in ("y_fine", "y_broken", "y_mended", "n_mended", "i_broken", "y_still")]
          + [case_and_content("y_other", b"other", "mrtk")])
    old = write_script("old.sh", OLD)
    conform(1, "--loader", "a=%s {}" % old, "--loader", "gone=%s {}" % old, "--loader-format", "a=md5anim", "--output", "json=old.json", "all")
    new = write_script("new.sh", NEW)

    def conform_and_compare(code, *words, loaders=(("a", new), ("new", new)), **expected):
        return conform(code, "--compare", "old.json", *(word for pair in loaders for word in ("--loader", "%s=%s {}" % pair)), *words, "all", **expected)
    return conform_and_compare


def test_newly_broken_and_newly_fixed_cases_are_listed(animproof, compare_with_old_report):
    compare_with_old_report(1, *(word for name in ("json", "junit", "markdown", "html") for word in ("--output", "%s=new.%s" % (name, name))), prints_last=(
        b"\nSince old.json:\na: 2 newly broken, 2 newly fixed\n"
        b"a: y_broken: newly broken: should have accepted, was agrees\na: i_broken: newly broken: crash, was may differ\n"
        b"a: y_mended: newly fixed: agrees, was should have accepted\na: n_mended: newly fixed: agrees, was crash\n"
        b"new: 0 newly broken, 0 newly fixed\n"))
    assert read_valid_report(animproof, "new.json")["compared"] == [
        {"loader": "a", "newly_broken": ["y_broken", "i_broken"], "newly_fixed": ["y_mended", "n_mended"]},
        {"loader": "new", "newly_broken": [], "newly_fixed": []}]
    assert "| a | `i_broken` | newly broken | may differ | crash |\n" in read_text("new.markdown")
    assert read_text("new.junit").count('message="newly broken: ') == 2


def test_only_newly_broken_cases_that_are_not_known_fail_the_run(conform, compare_with_old_report):
    write("known", b"a y_broken\na i_broken\n")
    compare_with_old_report(0, "--known-failures", "known")
    old = os.path.abspath("old.sh")
    compare_with_old_report(0, loaders=[("a", old)])
    compare_with_old_report(0, loaders=[("unknown", old)])
    conform(1, "--loader", "a=%s {}" % old, "all")


def test_the_compared_report_may_be_replaced_by_the_new_one(compare_with_old_report):
    compare_with_old_report(0, "--output", "json=old.json", loaders=[("gone", os.path.abspath("old.sh"))])
    assert [one["name"] for one in json.loads(read_text("old.json"))["loaders"]] == ["gone"]


def test_a_file_that_is_not_a_report_of_the_corpus_is_refused_in_one_sentence(conform, compare_with_old_report):
    build_small_corpus("more", [case_and_content("y_fine", b"1")])

    def check_old_report_refused(code, words, text=None, name="old.json", corpus="all"):
        if text is not None:
            write("old.json", text)
        conform(code, "--compare", name, "--loader", "a=true {}", "--output", "json=never.json", corpus,
                says_first=b"animproof: " + name.encode() + b": ", says=words, says_lines=1, prints_only=b"", unwritten="never.json")

    good = read_text("old.json")
    check_old_report_refused(3, b"No such file", name="absent.json")
    check_old_report_refused(3, b"not a regular file", name="all")
    check_old_report_refused(2, b"another corpus", good, corpus="more")
    for broken in ("", "NaN", good[:-40], good[:len(good) // 2], "\x00", b"\xff\xfe"):
        check_old_report_refused(2, b"", broken)
    for text in ("{}", "[]", "7", '{"cases": [], "corpus": {}}'):
        check_old_report_refused(2, b"not a JSON report of animproof conform", text)
    for old, new in (('"id": "y_still"', '"id": "y_moved"'), ('"status": "may-differ"', '"status": "fine"'), ('"status": "crash"', '"status": "no"')):
        assert old in good
        check_old_report_refused(2, b"the report's cases differ from those of the corpus", good.replace(old, new))
    write("old.json", b"")
    os.truncate("old.json", (512 << 20) + 1)
    check_old_report_refused(2, b"larger than 512 MiB, the limit for a report")
