"""animproof conform: its JSON, JUnit, HTML and Markdown reports, and the escapes of hostile text in them."""

import json
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree

import commands
import pytest
from cli_case import LIB, read_text, write
from hidden_text import HIDDEN, HIDDEN_SET, escape_hidden_characters, hidden_characters_in_texts
from loader_scripts import HOSTILE_CASES, HOSTILE_LOADER, HOSTILE_TEXT, read_valid_report, write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content, finding_entry

FORMATS = ("html", "json", "junit", "markdown")
OUTPUTS = [word for name in FORMATS for word in ("--output", "%s=out.%s" % (name, name))]


@pytest.fixture
def result_and_report(animproof, conform):
    """Rates a loader on all files, and one on the .mrtk files. Returns the result of conform and the JSON report."""
    build_small_corpus("all", HOSTILE_CASES)
    odd = write_script("odd.sh", HOSTILE_LOADER)
    result = conform(1, "--loader", "odd=%s {}" % odd, "--loader", "mrtk-only=%s {}" % odd, "--loader-format", "mrtk-only=mrtk", *OUTPUTS, "all")
    return result, read_valid_report(animproof, "out.json")


def test_the_terminal_shows_no_raw_escapes_and_names_the_most_severe_finding(result_and_report):
    said = result_and_report[0].stdout
    assert b"\x1b" not in said and b"\xe2\x80\xae" not in said
    assert b"odd: n_accepted: should have refused: mrtk/<b> at 0x4000000000000000: " in said


def test_json_has_the_texts_of_the_manifest_and_the_output_of_loaders(result_and_report):
    report = result_and_report[1]
    first = report["cases"][0]
    assert first["reason"] == HOSTILE_TEXT and first["expected"] == []
    assert first["results"][0]["output"] == (
        "</script><b>\ufffd\ufffd\ufffd[31m &amp; \"all/md5anim/y_accepted.md5anim\" | \u00e9 \ufffe ]]>\n")
    assert report["summary"] == {"cases": 6, "cases_run": 6, "runs": 7, "excused": 0, "excused_without_need": 0, "failed": 4}
    assert [loader["formats"] for loader in report["loaders"]] == [None, ["mrtk"]]


def test_junit_has_a_suite_for_each_loader_with_the_cases_of_its_formats(result_and_report):
    root = ElementTree.parse("out.junit").getroot()
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["odd", "mrtk-only"]
    wanted = {"agrees": [], "may-differ": [], "crash": ["error"], "should-have-accepted": ["failure"], "should-have-refused": ["failure"]}
    assert [(test.get("name"), [child.tag for child in test if child.tag != "system-out"]) for test in suites[0]] == [
        (one["id"], wanted[one["results"][0]["status"]]) for one in result_and_report[1]["cases"]]
    assert [suites[0].get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "2", "1", "0"]
    assert root.get("tests") == "7" and len(suites[1]) == 1


def test_the_page_contains_the_json_report_and_needs_no_other_file(result_and_report):
    text = read_text("out.html")
    inside = re.search(r'<script type="application/json" id="data">\n(.*?)</script>', text, re.S)
    assert json.loads(inside.group(1)) == result_and_report[1]
    assert text.count("<script") == 2 and text.count("</script") == 2, "no text of a case becomes markup"
    assert re.search(r"https?:|//[a-z]|src=|href=|url\(|@import", text) is None
    assert all('"id": "%s"' % one["id"] in text for one in result_and_report[1]["cases"])


def test_markdown_has_counts_and_a_row_for_each_failure(result_and_report):
    page = read_text("out.markdown")
    assert "| `n_accepted` | should have refused | accepted | mrtk/\\<b\\> | " in page
    assert "| odd | 6 | 2 | 1 | 1 | 1 | 0 | 0 | 1 | 0 |" in page
    assert all(line.count(" | ") == 4 for line in page.splitlines() if line.startswith("| `")), "no text of a case breaks a row"


def test_crashes_and_the_rules_with_most_failures_come_first(result_and_report):
    result, report = result_and_report
    wanted = [("odd", "i_crash", "crash", "memg/names"), ("odd", "y_refused", "should-have-accepted", "(valid files)"),
              ("odd", "n_accepted", "should-have-refused", "mrtk/<b>"), ("mrtk-only", "n_accepted", "should-have-refused", "mrtk/<b>")]
    assert [tuple(one[name] for name in ("loader", "case", "status", "rule")) for one in report["failures"]] == wanted
    assert re.findall(r"^(?:odd|mrtk-only): (\S+): ", result.stdout.decode(), re.MULTILINE) == [one[1] for one in wanted]
    assert (b"\nrule                  odd   mrtk-only\n"
            b"mrtk/<b>           0 of 1      0 of 1\n"
            b"(valid files)      2 of 3           -\n"
            b"memg/names         0 of 1           -\n\n") in result.stdout
    assert [(one["rule"], [(of["loader"], of["fine"], of["runs"]) for of in one["loaders"]]) for one in report["rules"]] == [
        ("mrtk/<b>", [("odd", 0, 1), ("mrtk-only", 0, 1)]), ("(valid files)", [("odd", 2, 3)]),
        ("memg/names", [("odd", 0, 1)]), ("memg/count", [("odd", 1, 1)])]
    page = read_text("out.markdown")
    assert ("| rule | odd | mrtk-only |\n| --- | ---: | ---: |\n| mrtk/\\<b\\> | 0 of 1 | 0 of 1 |\n"
            "| (valid files) | 2 of 3 | - |\n| memg/names | 0 of 1 | - |\n\n## odd") in page
    assert page.index("`i_crash`") < page.index("`y_refused`")


def test_files_of_formats_that_no_loader_reads_are_not_counted(animproof, conform):
    build_small_corpus("taken", HOSTILE_CASES)
    conform(1, "--loader", "mrtk-only=%s {}" % write_script("odd.sh", HOSTILE_LOADER), "--loader-format", "mrtk-only=mrtk", *OUTPUTS, "taken",
            prints_last=b"\n1 loader on 1 file: 1 disagreement.\n")
    summary = read_valid_report(animproof, "out.json")["summary"]
    assert (summary["cases"], summary["cases_run"]) == (6, 1)
    assert "\n1 file (size small, " in read_text("out.markdown")
    assert "<h1>1 loader on 1 file: 1 disagreement</h1>" in read_text("out.html")


def test_a_failing_case_keeps_beginning_and_end_of_a_long_output_and_an_agreeing_case_less(conform):
    build_small_corpus("long", [case_and_content("y_long", b"1"), case_and_content("n_long", b"2")])
    talker = write_script("talker.sh", "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; echo the end")
    conform(1, "--loader", "t=%s {}" % talker, "--output", "json=long.json", "long")
    said = statuses_by_case_and_loader("long.json", "output")
    total_bytes = sum(len("line %d\n" % i) for i in range(2000)) + len("the end\n")
    assert statuses_by_case_and_loader("long.json", "left_out") == {("y_long", "t"): total_bytes - 512, ("n_long", "t"): total_bytes - 4096 - 512}
    assert said["n_long", "t"].startswith("line 0\n") and said["n_long", "t"].endswith("line 1999\nthe end\n")
    assert "[... %d bytes left out ...]" % (total_bytes - 4096 - 512) in said["n_long", "t"]
    assert len(said["y_long", "t"]) < 600


SOME = "a\u202eb\u200bc\u00ad\U000e0041d"
PIECES = hidden_characters_in_texts(1000)


def check_no_hidden_characters(text, where):
    """Checks that a text has no hidden characters, and returns it."""
    assert not {"U+%04X" % ord(one) for one in text if one in HIDDEN_SET}, where
    return text


def text_of_page_or_expected_without_node(page):
    """Returns the text that the script of the page shows. Without node, returns the escaped SOME."""
    if shutil.which("node") is None:
        print("SKIPPED: no node to run the page")
        return escape_hidden_characters(SOME)
    write("page.js", page[page.rindex("<script>") + len("<script>"):page.rindex("</script>")])
    write("page.json", re.search(r'<script type="application/json" id="data">\n(.*?)</script>', page, re.S).group(1))
    return commands.run(["node", os.path.join(LIB, "page_stub.js"), "page.js", "page.json"], stdout=commands.PIPE, check=True).stdout.decode()


def cases_with_hidden_text():
    """Yields cases that have all hidden characters in each text of the manifest."""
    for number, piece in enumerate(PIECES):
        yield case_and_content("y_%02d" % number, b"%d" % number, reason=piece + "!", source=piece, defect=piece, version=piece, layout=piece)
        yield case_and_content("n_%02d" % number, b"n%d" % number, reason=piece + "!", expected=[finding_entry("md5anim/" + piece, 1, 2, piece)])
    yield case_and_content("y_format", b"f", "mrtk", format=SOME)


def test_invisible_characters_and_changes_of_text_direction_are_escaped(conform):
    build_small_corpus("corpus-" + SOME, list(cases_with_hidden_text()), size=SOME, animproof=SOME)
    write("printed", PIECES[0])
    write("known-" + SOME, "other y_%s\n" % SOME)
    printing = write_script("prints.sh", "cat printed; echo; echo '==1==ERROR: AddressSanitizer: %s'; exit 1" % SOME)
    result = conform(1, "--loader", "p=%s {}" % printing, "--show", "0", "--known-failures", "known-" + SOME, "--write-known-failures", "out.list",
                     *OUTPUTS, "corpus-" + SOME)
    table = check_no_hidden_characters(result.stdout.decode(), "the table")
    assert "    ERROR: AddressSanitizer: %s\n" % escape_hidden_characters(SOME) in table and "!\n" in table and escape_hidden_characters(PIECES[-1]) + "!\n" in table
    assert escape_hidden_characters("known-" + SOME) in check_no_hidden_characters(result.stderr.decode(), "standard error")
    for form in (*FORMATS, "list"):
        check_no_hidden_characters(read_text("out." + form), form)
    report = json.loads(read_text("out.json"))
    assert "".join(one["source"] for one in report["cases"] if one["source"]) == "".join(HIDDEN), "a parser reads all characters from JSON"
    assert statuses_by_case_and_loader("out.json", "output")["y_00", "p"].startswith(PIECES[0][:20])
    assert escape_hidden_characters(SOME) in check_no_hidden_characters(text_of_page_or_expected_without_node(read_text("out.html")), "the text of the page")
    result = conform(3, "--loader", "p=./none-%s {}" % SOME, "corpus-" + SOME, says=escape_hidden_characters(SOME).encode())
    check_no_hidden_characters(result.stderr.decode(), "a loader that cannot be started")
