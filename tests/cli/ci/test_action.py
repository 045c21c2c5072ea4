"""The step of the GitHub action, run as a script, and its problem matcher on real output of the program."""

import json
import os
import re

import commands
import pytest
from cli_case import ROOT, md5anim, mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, read_text_in_tree, write

# The command of the action's step, and the input that sets each environment variable.
ACTION = read_text_in_tree("action.yml")
STEP = re.search(r"^ +run: '(.*)'$", ACTION, re.MULTILINE).group(1)
GIVEN = dict(re.findall(r"^ +(ANIMPROOF_\w+): \$\{\{ inputs\.(\w+) \}\}$", ACTION, re.MULTILINE))
MATCHERS = [one["pattern"][0] for one in json.loads(read_text_in_tree(".github/animproof-matcher.json"))["problemMatcher"]]


@pytest.fixture
def make_action_test_files(animproof):
    """Makes two broken files with names that a shell or GitHub might execute, and a valid file."""
    write("a b/$(touch bad) ';\".md5anim", md5anim(parent=b"7"))
    write(b"a b/line\n::error::x\xff.bin", mrtk_with_error())
    write("good.bin", mrtk())


@pytest.fixture
def run_step(animproof, make_action_test_files):
    """Runs the command of the action's step as a GitHub runner does, and checks its exit code. Returns its standard output."""
    def check_exit_code_and_return_stdout(code, **inputs):
        inputs = {"program": animproof.program, "paths": ".", **inputs}
        environment = dict(os.environ, GITHUB_ACTION_PATH=ROOT, **{variable: inputs.get(name, "") for variable, name in GIVEN.items()})
        result = commands.run(["sh", "-e", "-c", STEP], env=environment, stdout=commands.PIPE, stderr=commands.PIPE)
        animproof.check(result.returncode == code, "exit %d of the step with %r" % (code, inputs), result)
        return result.stdout.decode()
    return check_exit_code_and_return_stdout


def test_each_input_is_passed_as_a_variable_not_pasted_into_the_script():
    assert "${{" not in STEP and set(GIVEN.values()) == set(re.findall(r"^  (\w+):$", ACTION.split("runs:")[0], re.MULTILINE))


def test_the_step_adds_the_matcher_and_no_file_name_becomes_a_command(run_step):
    said = run_step(1)
    matcher = os.path.join(ROOT, ".github/animproof-matcher.json")
    assert said.split("\n")[0] == "::add-matcher::" + matcher and os.path.isfile(matcher)
    assert "\n::" not in said and not os.path.exists("bad")


def test_the_inputs_choose_paths_and_options(run_step):
    run_step(0, paths="good.bin\n")
    run_step(1, paths="good.bin\na b")
    run_step(3, paths="missing")
    run_step(2, args="--no-such-option")
    run_step(0, args="--fail-on\nnever\n--output\njunit=it is.xml", paths="a b\n\ngood.bin")
    assert os.path.exists("it is.xml"), "options may have spaces"
    write("-odd.md5anim", md5anim())
    run_step(0, paths="-odd.md5anim")


@pytest.mark.parametrize("form", ["gcc", "concise"])
def test_each_line_of_a_finding_matches_one_pattern(animproof, make_action_test_files, form):
    """The groups of the pattern have the values of the finding in the JSON report."""
    write("noted.bin", mrtk_with_note())
    write("warned.bin", mrtk_with_warning())
    write("warned.md5anim", b"// made by hand\n" + md5anim())
    write("semi:3:4: x.md5anim", md5anim(parent=b"-3").replace(b"frame 0", b"frame 1"))
    expected = animproof.findings(".")
    assert {finding["severity"] for _, finding in expected} == {"error", "warning", "note"}
    lines = animproof.run("lint", "--format", form, "--quiet", ".").stdout.decode().splitlines()
    assert len(lines) == len(expected)
    for line, (name, finding) in zip(lines, expected):
        (pattern, match), = [(pattern, match) for pattern in MATCHERS if (match := re.match(pattern["regexp"], line))]
        part = {key: match.group(value) for key, value in pattern.items() if isinstance(value, int)}
        assert (part["severity"], part["code"]) == (finding["severity"], finding["rule"]) and finding["message"] in part["message"]
        assert "\n" in name or '"' in name or part["file"] == name
        assert "line" not in part or (int(part["line"]), int(part["column"])) == (finding["line"], finding["column"])
    clean = animproof.run("lint", "--format", form, "good.bin").stdout.decode().splitlines()
    assert not any(re.match(pattern["regexp"], line) for pattern in MATCHERS for line in clean)
