"""The step of the GitHub action, run as a script, and its problem matcher on real output of the program."""

import json
import os
import re

import commands
from cli_case import ROOT, Case, md5anim, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, text_of_tree, write

case = Case()


# The command of the action's step, and the environment variable of each input.
ACTION = text_of_tree("action.yml")
STEP = re.search(r"^ +run: '(.*)'$", ACTION, re.MULTILINE).group(1)
GIVEN = dict(re.findall(r"^ +(ANIMPROOF_\w+): \$\{\{ inputs\.(\w+) \}\}$", ACTION, re.MULTILINE))
case.check("${{" not in STEP and set(GIVEN.values()) == set(re.findall(r"^  (\w+):$", ACTION.split("runs:")[0], re.MULTILINE)),
           "each input is passed as a variable, not pasted into the script: %r" % GIVEN)


def run_step(code, **inputs):
    """Runs the command of the action's step as a GitHub runner does."""
    inputs.setdefault("program", case.program)
    environment = dict(os.environ, GITHUB_ACTION_PATH=ROOT)
    environment.update({variable: inputs.get(name, "." if name == "paths" else "") for variable, name in GIVEN.items()})
    result = commands.run(["sh", "-e", "-c", STEP], env=environment, stdout=commands.PIPE, stderr=commands.PIPE)
    case.check(result.returncode == code, "exit %d of the step with %r" % (code, inputs), result)
    return result


write("a b/$(touch bad) ';\".md5anim", md5anim(parent=b"7"))
write(b"a b/line\n::error::x\xff.bin", mrtk_bad())
write("good.bin", mrtk())
result = run_step(1)
first = result.stdout.decode().split("\n")[0]
case.check(first == "::add-matcher::%s/.github/animproof-matcher.json" % ROOT, "the step adds the matcher", result)
case.check(os.path.isfile(first[len("::add-matcher::"):]), "the matcher file exists")
case.check(not re.search(r"\n::", result.stdout.decode()), "no file name becomes a workflow command", result)
run_step(0, paths="good.bin\n")
run_step(1, paths="good.bin\na b")
run_step(3, paths="missing")
run_step(2, args="--no-such-option")
result = run_step(0, args="--fail-on\nnever\n--output\njunit=it is.xml", paths="a b\n\ngood.bin")
case.check(os.path.exists("it is.xml"), "options may have spaces", result)
write("-odd.md5anim", md5anim())
run_step(0, paths="-odd.md5anim")
case.check(not os.path.exists("bad"), "no part of a file name is run as a command")

# The matcher: each line of a finding matches one pattern; its groups are the values of the JSON report.
MATCHERS = {one["owner"]: one["pattern"][0] for one in json.loads(text_of_tree(".github/animproof-matcher.json"))["problemMatcher"]}
write("noted.bin", mrtk_noted())
write("warned.bin", mrtk_warned())
write("warned.md5anim", b"// made by hand\n" + md5anim())
write("semi:3:4: x.md5anim", md5anim(parent=b"-3").replace(b"frame 0", b"frame 1"))
report = json.loads(case.run("lint", "--format", "json", ".").stdout)
expected = [(entry["file"], finding) for entry in report["files"] for finding in entry["findings"]]
case.check({finding["severity"] for _, finding in expected} == {"error", "warning", "note"},
           "the files have findings of each severity: %r" % expected)
for format_name in ("gcc", "concise"):
    lines = case.run("lint", "--format", format_name, "--quiet", ".").stdout.decode().split("\n")[:-1]
    case.check(len(lines) == len(expected), "%s has one line for each finding" % format_name)
    for line, (name, finding) in zip(lines, expected):
        found = [(owner, re.match(pattern["regexp"], line)) for owner, pattern in MATCHERS.items()]
        found = [(MATCHERS[owner], match) for owner, match in found if match]
        case.check(len(found) == 1, "one pattern matches %r" % line)
        for pattern, match in found:
            part = {key: match.group(value) for key, value in pattern.items() if isinstance(value, int)}
            case.check(part["severity"] == finding["severity"] and part["code"] == finding["rule"]
                       and finding["message"] in part["message"], "severity, rule and message of %r: %r" % (line, part))
            if "\n" not in name and '"' not in name:
                case.check(part["file"] == name, "the file of %r: %r" % (line, part))
            if "line" in part:
                case.check((int(part["line"]), int(part["column"])) == (finding["line"], finding["column"]),
                           "line and column of %r" % line)
for name, format_name in (("good.bin", "gcc"), ("good.bin", "concise")):
    lines = case.run("lint", "--format", format_name, name).stdout.decode().split("\n")
    case.check(not any(re.match(pattern["regexp"], line) for pattern in MATCHERS.values() for line in lines),
               "no pattern matches the output of a clean run")
case.finish()
