"""values.json of a corpus equals an independent computation; animproof conform --values compares the values of loaders."""

import json
import os
import re

import commands
import value_loader
from cli_case import Case, in_tree, md5anim, read_text, write
from golden_files import every_nth
from loader_scripts import checked_report, script, statuses
from small_corpus import build, entry, with_values

CLOSE = 1e-6   # relative to the largest number of a case
REFERENCE = in_tree("tests/ref/value_loader.py")
case = Case()


def conform(code, *arguments, **options):
    return case.exits(code, "conform", *arguments, **options)


def as_list(value):
    return value if isinstance(value, list) else [value]


def defined_values(expected):
    """Returns {(thing, time): value} of the values that the format defines."""
    return {(row[expected["thing"]], time): value for row in expected["values"]
            for time, value in zip(expected["times"], row["values"]) if value is not None}


def test_second_computation():
    """Checks that values.json has exactly the values of a second computation."""
    case.exits(0, "corpus", "build", "made", "--size=small")
    files = {one["id"]: one for one in map(json.loads, read_text("made/manifest.jsonl").splitlines())}
    things = {}
    for expected in every_nth(json.loads(read_text("made/values.json"))["cases"]):
        name = expected["id"]
        case.check(name.startswith("y_"), name + " is a valid case")
        wanted = defined_values(expected)
        path = os.path.join("made", files[name]["file"])
        found = {(one[expected["thing"]], one["at"]): one["value"] for one in value_loader.values_of(path, expected["times"])}
        size = max([1.0] + [abs(number) for value in wanted.values() for number in as_list(value)])
        case.check(set(found) == set(wanted),
                   "%s: values.json has the values of the second computation: %r" % (name, sorted(set(found) ^ set(wanted), key=str)[:3]))
        off = max(abs(a - b) for key in wanted for a, b in zip(as_list(wanted[key]), as_list(found.get(key, wanted[key]))))
        case.check(off <= CLOSE * size and expected["tolerance"] <= 1.001e-3 * size, "%s: error %g of at most %g" % (name, off, size))
        things.setdefault(expected["thing"], []).append(name)
    case.check(set(things) == {"joint", "curve", "vertex"}, "values.json has joints, curves and vertices: %r" % things.keys())
    case.check(any(len(one["times"]) == 5 for one in json.loads(read_text("made/values.json"))["cases"]), "at least one case has five times")


def test_reference_loader():
    """The second computation as a loader that prints its values, and as a loader that writes them to a file."""
    case.exits(0, "corpus", "build", "few", "--count=8", "--format=md5anim")
    for name, command in (("printed", "%s {times} {}"), ("written", "sh -c '%s \"$1\" \"$2\" > \"$3\"; echo talk' sh {times} {} {values}")):
        result = conform(0, "--values", "--loader", "%s=%s" % (name, command % REFERENCE), "--output", "json=few.json", "few")
        found = statuses("few.json", "values")
        case.check(sum(one["verdict"] == "fine" for one in found.values()) > 3, "%s: values of more than 3 cases are compared" % name, result)
        case.check({one["verdict"] for one in found.values()} <= {"fine", "not-compared"}, "%s: all values are right" % name, result)
        case.check(b"excused   wrong\n" in result.stdout and b"values\n" in result.stdout, "the table has columns for values", result)


TWO = {"id": "y_two", "thing": "joint", "tolerance": 0.5, "times": [0, 0.25],
       "values": [{"joint": 0, "name": "ro\"ot", "values": [[1, 2, 3], [4, 5, 6]]}, {"joint": 7, "values": [None, [7, 8, 9]]}]}
CURVE = {"id": "y_curve", "thing": "curve", "tolerance": 0.25, "times": [-1.5],
         "values": [{"curve": "gaze.origin_x", "values": [2]}]}
LINES = ['{"at": 0, "joint": 0, "value": [1, 2, 3]}', '{"at": 0.25, "joint": 0, "value": [4, 5.5, 6]}',
         '{"at": 0.2500000004, "joint": 7, "value": [7, 8, 9], "more": 1}']
GOOD = "\n".join(LINES)
# Output of a loader, the verdict, and the start of the message.
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
    GOOD.replace("5.5", "null"): ("not-a-number", r'joint 0 \("ro"ot"\) at 0.25: line 2 has no three numbers'),
    GOOD.replace("5.5, ", ""): ("not-a-number", r'joint 0 \("ro"ot"\) at 0.25: line 2 has no three numbers'),
    GOOD.replace("5.5", '"5.5"'): ("not-a-number", r'joint 0 \("ro"ot"\) at 0.25: line 2 has no three numbers'),
    GOOD[:-3]: ("malformed", "line 3 is not JSON: "),
    GOOD.replace("5.5", "5,5x"): ("malformed", "line 2 is not JSON: "),
    GOOD.replace("5.5", "1e999"): ("not-a-number", r'joint 0 \("ro"ot"\) at 0.25: line 2 has no three numbers'),
}


def test_ratings_of_values():
    build("two", [entry("y_two", md5anim()), entry("y_curve", b"x", "mrtk"), entry("n_bad", b"bad"), entry("y_other", b"other")])
    with_values("two", json.dumps({"cases": [TWO, CURVE]}).encode())
    talk = script("talk.sh", 'case "$1" in *two.*) cat "$3";; *curve*) echo "{\\"at\\":$2,\\"curve\\":\\"gaze.origin_x\\",'
                  '\\"value\\":2.25}";; *bad*) exit 1;; esac')
    loaders = []
    for number, text in enumerate(PRINTED):
        write("said-%d" % number, text.encode())
        loaders += ["--loader", "l%d=%s {} {times} %s" % (number, talk, os.path.abspath("said-%d" % number))]
    outputs = [word for name in ("json", "junit", "markdown", "html") for word in ("--output", "%s=two.%s" % (name, name))]
    result = conform(1, "--values", *loaders, *outputs, "two")
    report = checked_report(case, "two.json")
    found, status = statuses("two.json", "values"), statuses("two.json", "status")
    for number, (verdict, message) in enumerate(PRINTED.values()):
        one = found["y_two", "l%d" % number]
        case.check(one["verdict"] == verdict and (one["message"] is None if message is None else re.match(message, one["message"])),
                   "output %d has the verdict %s: %r" % (number, verdict, one))
        case.check(status["y_two", "l%d" % number] == ("agrees" if verdict == "fine" else "wrong-values"),
                   "the status of output %d follows from the verdict" % number)
        case.check(found["y_curve", "l%d" % number]["verdict"] == "fine", "the curve has the right value")
        case.check({found[name, "l%d" % number]["verdict"] for name in ("n_bad", "y_other")} == {"not-compared"},
                   "cases without values are not compared")
    off = found["y_two", "l2"]
    case.check((off["expected"], off["wrong"], off["at"], off["wanted"], off["found"]) == (3, 1, 0.25, 5, 5.51),
               "JSON has time, expected and found value of the first wrong value: %r" % off)
    for name, text in (("json", read_text("two.markdown")), ("junit", read_text("two.junit")), ("terminal", result.stdout.decode())):
        case.check("joint 7 at 0.25: y is" in text.replace("\\", ""), "the message on the wrong value is in " + name)
    case.check(b"l3: y_two: wrong values: joint 7 at 0.25: y is -8; expected 8, within 0.5: a reason: y_two\n" in result.stdout,
               "the terminal output has a line for the wrong value", result)
    count = {loader["name"]: loader["counts"]["wrong-values"] for loader in report["loaders"]}
    case.check(count["l0"] == 0 and count["l2"] == 1, "JSON counts cases with wrong values: %r" % count)
    case.check("'wrong-values': 'wrong values'" in read_text("two.html"), "the page has a name for the status wrong-values")
    write("list", b"l2 y_two\n")
    case.check(b"0 disagreements, 1 excused." in conform(0, "--values", *loaders[4:6], "--known-failures", "list", "two").stdout,
               "wrong values can be excused")
    case.check("values" not in json.dumps(json.loads(json_without(loaders[4:6]))), "without --values JSON has no values")


def json_without(loader):
    conform(0, *loader, "--output", "json=without.json", "two")
    return read_text("without.json").replace("two", "")


def test_too_much_output():
    """A loader that prints more than the limit: memory does not grow, and one sentence reports it."""
    build("long", [entry("y_two", md5anim())])
    with_values("long", json.dumps({"cases": [TWO]}).encode())
    line = script("long.sh", "yes '%s' | head -c 70000000" % LINES[0])
    result = conform(1, "--values", "--timeout", "60", "--loader", "x=%s {}" % line, "long")
    case.check(b"y_two: wrong values: the loader printed more than 64 MiB for one file, the limit: " in result.stdout,
               "output beyond 64 MiB is reported", result)


def test_invalid_values_json():
    """An invalid values.json is reported in one sentence."""
    good = json.dumps({"cases": [TWO]}).encode()

    def check_refused(code, words, text=None, **about):
        build("broken", [entry("y_two", md5anim())], **about)
        if text is not None:
            with_values("broken", text)
        conform(code, "--values", "--loader", "x=true {}", "broken",
                says_first=b"animproof: broken: values.json: " + words, says_lines=1, prints_only=b"")

    check_refused(3, b"not in this corpus, which was built without values")
    check_refused(3, b"No such file", values_sha256="0" * 64)
    for text in (b"", b"[", good[:-9], b"nan"):
        check_refused(3, b"", text)
    check_refused(3, b'"cases" must be an array', b"{}")
    check_refused(3, b"the cases are not those of the manifest", good.replace(b"y_two", b"y_six"))
    for old, new in ((b"joint\",", b"bone\","), (b"[0, 0.25]", b"[]"), (b"[0, 0.25]", b"[0, 1, 2, 3, 4, 5]"), (b"3], [4", b"3, 4], [4"),
                     (b'"joint": 7', b'"joint": 0'), (b"0.5", b'"x"'), (b'"y_two"', b"7"), (b"[null, ", b"[")):
        case.check(good.replace(old, new) != good, "values.json contains %r" % old)
        check_refused(3, b"case 1 is invalid", good.replace(old, new))
    build("broken", [entry("y_two", md5anim())])
    with_values("broken", good)
    write("broken/values.json", good + b" ")
    result = conform(1, "--values", "--loader", "x=true {}", "broken")
    case.check(b"values.json: the hash of the file is not the one in corpus.json\n" in result.stderr,
               "a values.json with another hash is refused", result)
    case.check(b"values.json: the hash of the file is not the one in corpus.json\n" in case.exits(1, "corpus", "verify", "broken").stdout,
               "corpus verify reports a values.json with another hash")
    os.truncate("broken/values.json", (256 << 20) + 1)
    conform(3, "--values", "--loader", "x=true {}", "broken", says=b"values.json: larger than 256 MiB\n")
    conform(0, "--loader", "x=true {}", "broken")  # without --values the file is not read


def test_examples_of_the_page():
    """The examples of docs/use/loaders.md, in C and in Python, work unchanged."""
    page = read_text(in_tree("docs/use/loaders.md"))
    for kind, compile_it in (("c", ["cc", "-o", "example", "example.c"]), ("python", None)):
        text, = [block for block in re.findall(r"```%s\n(.*?)```" % kind, page, re.DOTALL) if "argv" in block]
        write("example." + kind, text.encode())
        if compile_it:
            commands.run(compile_it, check=True)
        command = "./example" if compile_it else "/usr/bin/python3 example.python"
        said = commands.run([*command.split(), "0,0.5", "x"], stdout=commands.PIPE).stdout.decode().splitlines()
        case.check([json.loads(line)["at"] for line in said] == [0, 0, 0.5, 0.5], "the %s example prints a line for each value: %r" % (kind, said))
        things = [dict(TWO, id="y_two", times=[0, 0.5], values=[
            {"joint": joint, "values": [[joint, 2 * time, 0] for time in (0, 0.5)]} for joint in (0, 1)])]
        build("example-" + kind, [entry("y_two", md5anim())])
        with_values("example-" + kind, json.dumps({"cases": things}).encode())
        conform(0, "--values", "--loader", "mine=%s {times} {}" % command, "example-" + kind)


for test in (test_second_computation, test_reference_loader, test_ratings_of_values, test_too_much_output, test_invalid_values_json, test_examples_of_the_page):
    test()
case.finish()
