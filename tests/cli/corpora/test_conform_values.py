"""values.json of a corpus equals an independent computation; animproof conform --values compares the values of loaders."""

import json
import os
import re

import commands
import pytest
import value_loader
from cli_case import corpus_cases, path_in_tree, md5anim, read_text, read_text_in_tree, write
from golden_files import every_nth
from loader_scripts import read_valid_report, write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content, write_values_and_hash

CLOSE = 1e-6   # greatest difference of values that count as equal, relative to the largest number of a case


def as_list(value):
    return value if isinstance(value, list) else [value]


def expected_values_by_thing_and_time(expected):
    """Returns {(thing, time): value} of the values that the format defines."""
    return {(row[expected["thing"]], time): value for row in expected["values"]
            for time, value in zip(expected["times"], row["values"]) if value is not None}


def test_values_json_has_exactly_the_values_of_a_second_computation(animproof):
    animproof.exits(0, "corpus", "build", "made", "--size=small")
    files = {one["id"]: one["file"] for one in corpus_cases("made")}
    cases = json.loads(read_text("made/values.json"))["cases"]
    for expected in every_nth(cases):
        name = expected["id"]
        assert name.startswith("y_"), name + " is a valid case"
        wanted = expected_values_by_thing_and_time(expected)
        found = {(one[expected["thing"]], one["at"]): one["value"]
                 for one in value_loader.values_at_times(os.path.join("made", files[name]), expected["times"])}
        assert set(found) == set(wanted), name
        size = max([1.0] + [abs(number) for value in wanted.values() for number in as_list(value)])
        off = max(abs(a - b) for key in wanted for a, b in zip(as_list(wanted[key]), as_list(found[key])))
        assert off <= CLOSE * size and expected["tolerance"] <= 1.001e-3 * size, name
    assert {expected["thing"] for expected in every_nth(cases)} == {"joint", "curve", "vertex"}
    assert any(len(one["times"]) == 5 for one in cases)


@pytest.mark.parametrize("command", ["%s {times} {}", "sh -c '%s \"$1\" \"$2\" > \"$3\"; echo talk' sh {times} {} {values}"], ids=["printed", "written"])
def test_the_second_computation_as_a_loader_prints_or_writes_right_values(animproof, conform, command):
    animproof.exits(0, "corpus", "build", "few", "--count=8", "--format=md5anim")
    conform(0, "--values", "--loader", "x=%s" % (command % path_in_tree("tests/ref/value_loader.py")), "--output", "json=few.json", "few",
            prints=[b"excused   wrong\n", b"values\n"])
    verdicts = [one["verdict"] for one in statuses_by_case_and_loader("few.json", "values").values()]
    assert verdicts.count("fine") > 3 and set(verdicts) <= {"fine", "not-compared"}


TWO = {"id": "y_two", "thing": "joint", "tolerance": 0.5, "times": [0, 0.25],
       "values": [{"joint": 0, "name": "ro\"ot", "values": [[1, 2, 3], [4, 5, 6]]}, {"joint": 7, "values": [None, [7, 8, 9]]}]}
CURVE = {"id": "y_curve", "thing": "curve", "tolerance": 0.25, "times": [-1.5],
         "values": [{"curve": "gaze.origin_x", "values": [2]}]}
LINES = ['{"at": 0, "joint": 0, "value": [1, 2, 3]}', '{"at": 0.25, "joint": 0, "value": [4, 5.5, 6]}',
         '{"at": 0.2500000004, "joint": 7, "value": [7, 8, 9], "more": 1}']
GOOD = "\n".join(LINES)
NO_NUMBERS = ("not-a-number", r'joint 0 \("ro"ot"\) at 0.25: line 2 has no three numbers')
NO_TRIPLES = [GOOD.replace("5.5, ", ""), GOOD.replace("[4, 5.5, 6]", "null")]
# {output of a loader: (verdict, start of the message or None)}
PRINTED = {
    GOOD: ("fine", None),
    "a word\n" + GOOD + '\n{"at": 0, "joint": 7, "value": "not asked for"}\n{"at": 9, "joint": 0, "value": null}': ("fine", None),
    GOOD.replace("5.5", "5.51"): ("off", r'joint 0 \("ro"ot"\) at 0.25: y is 5.51; expected 5, within 0.5'),
    GOOD.replace("8,", "-8,"): ("off", r"joint 7 at 0.25: y is -8; expected 8, within 0.5"),
    LINES[0]: ("missing", r'joint 0 \("ro"ot"\) at 0.25 is missing; 2 of 3 values are missing'),
    "\n".join(LINES[:2]): ("missing", "joint 7 at 0.25 is missing; 1 of 3 values are missing"),
    "": ("missing", "none of the 3 expected values was printed"),
    "words alone": ("missing", "none of the 3 expected values was printed"),
    GOOD.replace("5.5", "NaN"): ("not-a-number", "line 2 has a value that is not a number"),
    GOOD.replace("5.5", "-inf"): ("not-a-number", "line 2 has a value that is not a number"),
    GOOD.replace("5.5", "null"): NO_NUMBERS,
    **dict.fromkeys(NO_TRIPLES, NO_NUMBERS),
    GOOD.replace("5.5", '"5.5"'): NO_NUMBERS,
    GOOD[:-3]: ("malformed", "line 3 is not JSON: "),
    GOOD.replace("5.5", "5,5x"): ("malformed", "line 2 is not JSON: "),
    GOOD.replace("5.5", "1e999"): NO_NUMBERS,
}


@pytest.fixture
def options_of_printing_loaders(animproof):
    """Builds the corpus `two` and loaders l0, l1, ... which print the texts of PRINTED. Returns the options of the loaders."""
    build_small_corpus("two", [case_and_content("y_two", md5anim()), case_and_content("y_curve", b"x", "mrtk"), case_and_content("n_bad", b"bad"), case_and_content("y_other", b"other")])
    write_values_and_hash("two", json.dumps({"cases": [TWO, CURVE]}).encode())
    talk = write_script("talk.sh", 'case "$1" in *two.*) cat "$3";; *curve*) echo "{\\"at\\":$2,\\"curve\\":\\"gaze.origin_x\\",'
                  '\\"value\\":2.25}";; *bad*) exit 1;; esac')
    for number, text in enumerate(PRINTED):
        write("said-%d" % number, text)
    return ["--loader=l%d=%s {} {times} %s" % (number, talk, os.path.abspath("said-%d" % number)) for number in range(len(PRINTED))]


def test_each_output_of_a_loader_has_a_verdict_and_a_message(animproof, conform, options_of_printing_loaders):
    outputs = [word for name in ("json", "junit", "markdown", "html") for word in ("--output", "%s=two.%s" % (name, name))]
    result = conform(1, "--values", *options_of_printing_loaders, *outputs, "two",
                     prints=b"l3: y_two: wrong values: joint 7 at 0.25: y is -8; expected 8, within 0.5: a reason: y_two\n")
    report = read_valid_report(animproof, "two.json")
    found, status = statuses_by_case_and_loader("two.json", "values"), statuses_by_case_and_loader("two.json", "status")
    for number, (verdict, message) in enumerate(PRINTED.values()):
        loader = "l%d" % number
        one = found["y_two", loader]
        assert one["verdict"] == verdict and (one["message"] is None if message is None else re.match(message, one["message"])), one
        assert status["y_two", loader] == ("agrees" if verdict == "fine" else "wrong-values")
        assert [found[name, loader]["verdict"] for name in ("y_curve", "n_bad", "y_other")] == ["fine", "not-compared", "not-compared"]
    figures = {number: [found["y_two", "l%d" % number][name] for name in ("expected", "wrong", "at", "wanted", "found")] for number in range(len(PRINTED))}
    assert figures[2] == [3, 1, 0.25, 5, 5.51]
    without_number = {text: figures[number] for number, text in enumerate(PRINTED) if PRINTED[text] is NO_NUMBERS}
    assert without_number == {text: [3, 1, 0.25, 4 if text in NO_TRIPLES else 5, None] for text in without_number}
    for text in (read_text("two.markdown"), read_text("two.junit"), result.stdout.decode()):
        assert "joint 7 at 0.25: y is" in text.replace("\\", "")
    assert [report["loaders"][number]["counts"]["wrong-values"] for number in (0, 2)] == [0, 1]
    assert "'wrong-values': 'wrong values'" in read_text("two.html")


def test_wrong_values_can_be_excused_and_are_not_compared_without_the_option(conform, options_of_printing_loaders):
    write("list", b"l2 y_two\n")
    conform(0, "--values", options_of_printing_loaders[2], "--known-failures", "list", "two", prints=b"0 disagreements, 1 excused.")
    conform(0, options_of_printing_loaders[2], "--output", "json=without.json", "two")
    assert '"values"' not in read_text("without.json")


def test_a_loader_that_prints_more_than_64_mib_is_reported(conform):
    build_small_corpus("long", [case_and_content("y_two", md5anim())])
    write_values_and_hash("long", json.dumps({"cases": [TWO]}).encode())
    conform(1, "--values", "--timeout", "60", "--loader", "x=%s {}" % write_script("long.sh", "yes '%s' | head -c 70000000" % LINES[0]), "long",
            prints=b"y_two: wrong values: the loader printed more than 64 MiB for one file, the limit: ")


def test_an_invalid_values_json_is_refused_in_one_sentence(animproof, conform):
    good = json.dumps({"cases": [TWO]}).encode()

    def check_values_refused(code, words, text=None, **about):
        build_small_corpus("broken", [case_and_content("y_two", md5anim())], **about)
        if text is not None:
            write_values_and_hash("broken", text)
        conform(code, "--values", "--loader", "x=true {}", "broken",
                says_first=b"animproof: broken: values.json: " + words, says_lines=1, prints_only=b"")

    check_values_refused(3, b"not in this corpus, which was built without values")
    check_values_refused(3, b"No such file", values_sha256="0" * 64)
    for text in (b"", b"[", good[:-9], b"nan"):
        check_values_refused(3, b"", text)
    check_values_refused(3, b'"cases" must be an array', b"{}")
    check_values_refused(3, b"the cases are not those of the manifest", good.replace(b"y_two", b"y_six"))
    for old, new in ((b"joint\",", b"bone\","), (b"[0, 0.25]", b"[]"), (b"[0, 0.25]", b"[0, 1, 2, 3, 4, 5]"), (b"3], [4", b"3, 4], [4"),
                     (b'"joint": 7', b'"joint": 0'), (b"0.5", b'"x"'), (b'"y_two"', b"7"), (b"[null, ", b"[")):
        assert old in good
        check_values_refused(3, b"case 1 is invalid", good.replace(old, new))
    build_small_corpus("broken", [case_and_content("y_two", md5anim())])
    write_values_and_hash("broken", good)
    write("broken/values.json", good + b" ")
    said = b"values.json: the hash of the file is not the one in corpus.json\n"
    conform(1, "--values", "--loader", "x=true {}", "broken", says=said)
    animproof.exits(1, "corpus", "verify", "broken", prints=said)
    os.truncate("broken/values.json", (256 << 20) + 1)
    conform(3, "--values", "--loader", "x=true {}", "broken", says=b"values.json: larger than 256 MiB\n")
    conform(0, "--loader", "x=true {}", "broken")  # without --values the file is not read


@pytest.mark.parametrize(("kind", "command"), [("c", "./example"), ("python", "/usr/bin/python3 example.python")])
def test_the_examples_of_the_page_work_unchanged(conform, kind, command):
    text, = [block for block in re.findall(r"```%s\n(.*?)```" % kind, read_text_in_tree("docs/use/loaders.md"), re.DOTALL) if "argv" in block]
    write("example." + kind, text)
    if kind == "c":
        commands.run(["cc", "-o", "example", "example.c"], check=True)
    said = commands.run([*command.split(), "0,0.5", "x"], stdout=commands.PIPE).stdout.decode().splitlines()
    assert [json.loads(line)["at"] for line in said] == [0, 0, 0.5, 0.5]
    things = dict(TWO, times=[0, 0.5], values=[{"joint": joint, "values": [[joint, 2 * time, 0] for time in (0, 0.5)]} for joint in (0, 1)])
    build_small_corpus("rated", [case_and_content("y_two", md5anim())])
    write_values_and_hash("rated", json.dumps({"cases": [things]}).encode())
    conform(0, "--values", "--loader", "mine=%s {times} {}" % command, "rated")
