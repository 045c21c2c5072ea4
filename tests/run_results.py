"""Results of tests/run.py: counts, a table, commands that repeat failures alone, and JUnit files."""

import collections
import os
import re
import shlex
import xml.etree.ElementTree

PYTHON = "/usr/bin/python3"
JUNIT = "build/junit"
BRIEF_LINES = 12    # lines of a failed command that are printed again at the end
BRIEF_WIDTH = 400   # columns of such a line
MOST_REPEATS = 10   # commands that repeat cases of one failed command

# Words of commands, Criterion, sanitizers, compilers and Python in lines that report a failure.
FAILURE_WORDS = re.compile(r"FAIL|Assert|\bassert|[Ee]rror\b|ERROR|Error:|Sanitizer:|CRASH|Unexpected|: exit |No space|expected")

# passed, failed: numbers of checks. output: the output of a failed command; None if the command passed. took: seconds.
# user, system: seconds of CPU time.
EndedCommand = collections.namedtuple("EndedCommand", "command passed failed output took user system")


class EndedPart:
    """A part that has ended: its name and the EndedCommand of each command."""

    def __init__(self, name, ended):
        self.name = name
        self.ended = ended
        self.passed = sum(one.passed for one in ended)
        self.failed = sum(one.failed for one in ended)
        self.cpu = sum(one.user + one.system for one in ended)
        self.took = max(one.took for one in ended)


def parse_counts(output):
    """Returns (passed, failed) from the last line with counts; None if the output has no counts."""
    criterion = re.findall(r"Tested: .*?(\d+) .*?Passing: .*?(\d+) ", re.sub(r"\x1b\[[0-9;]*m", "", output))
    if criterion:
        tested, passing = map(int, criterion[-1])
        return passing, tested - passing
    plain = re.findall(r"(\d+) passed, (\d+) failed", output)
    return tuple(map(int, plain[-1])) if plain else None


def is_criterion(command):
    return command[0].endswith("unit-tests")


def is_pytest(command):
    return command[1:3] == ["-m", "pytest"]


def junit_option(command, path):
    """Returns [the option with which a command writes its own JUnit file], or [] if the command has no such option."""
    return ["--xml=" + path] if is_criterion(command) else ["--junitxml=" + path] if is_pytest(command) else []


def prepare_junit_files(names, all_parts):
    """Returns {part: the path of its JUnit file}. Removes what earlier runs wrote: everything before a run of all parts."""
    os.makedirs(JUNIT, exist_ok=True)
    paths = {name: "%s/%s.xml" % (JUNIT, re.sub(r"[^\w.-]+", "-", name).strip("-")[:100]) for name in names}
    for path in [os.path.join(JUNIT, name) for name in os.listdir(JUNIT)] if all_parts else paths.values():
        if os.path.exists(path):
            os.remove(path)
    return paths


def write_junit(part, path):
    """Writes a JUnit file for a part with commands that write none: a test case for each command."""
    suite = xml.etree.ElementTree.Element("testsuite", name=part.name, tests=str(len(part.ended)), time="%.3f" % part.took,
                                          failures=str(sum(one.failed > 0 for one in part.ended)), errors="0")
    for one in part.ended:
        case = xml.etree.ElementTree.SubElement(suite, "testcase", classname=part.name, name=shlex.join(one.command),
                                                assertions=str(one.passed + one.failed), time="%.3f" % one.took)
        if one.failed:
            failure = xml.etree.ElementTree.SubElement(case, "failure", message="%d of %d failed" % (
                one.failed, one.passed + one.failed))
            failure.text = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]", "?", one.output)
    xml.etree.ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def failure_lines(output):
    """Returns the lines of a failed command with FAILURE_WORDS, and its first and last lines."""
    lines = [line for line in output.split("\n") if line.strip()]
    failures = [number for number, line in enumerate(lines) if FAILURE_WORDS.search(line)][:BRIEF_LINES]
    chosen = sorted({*failures, *range(max(0, len(lines) - BRIEF_LINES // 2), len(lines))} - {0})
    return lines[0] + "\n" + "".join("    %s\n" % lines[number][:BRIEF_WIDTH] for number in chosen)


def commands_that_repeat_failures(part, failed, environment):
    """Returns commands that run only what failed in a command: its failed cases, or else the part or the script. Sanitized tests
    get their share of inputs, because all inputs take minutes."""
    before = "".join("%s=%s " % item for item in environment.items() if item[0] == "ANIMPROOF_TEST_EACH")
    if is_criterion(failed.command):
        cases = re.findall(r"^\[FAIL\] (\S+)::([^\s:]+)", failed.output, re.MULTILINE)
        repeated = [shlex.join([failed.command[0], "--filter", "%s/%s" % case]) for case in cases]
    elif is_pytest(failed.command):
        cases = re.findall(r"^(?:FAILED|ERROR) (\S+?::.*?)(?: - .*)?$", failed.output, re.MULTILINE)
        program = failed.command[failed.command.index("--program"):][:2]
        repeated = [shlex.join([PYTHON, "-m", "pytest", case, *program]) for case in cases]
    else:
        repeated = []
    script = next((word for word in failed.command if word.endswith(".py")), None)
    only = part.name if len(part.ended) == 1 or script is None else script
    return [before + command for command in repeated[:MOST_REPEATS]] or ["make test ONLY=" + shlex.quote(only)]


def print_table(parts):
    width = max(len(part.name) for part in parts)
    print("\n%-*s %8s %6s %9s %7s" % (width, "part", "passed", "failed", "CPU time", "time"))
    for part in sorted(parts, key=lambda part: -part.cpu):
        print("%-*s %8d %6d %7.1f s %5.0f s" % (width, part.name, part.passed, part.failed, part.cpu, part.took))


def print_results(parts, environment_of):
    """Prints a table of the parts, what failed, the commands that repeat it, and the counts. Returns the exit status."""
    print_table(parts)
    failed = [(part, one) for part in parts for one in part.ended if one.output]
    if failed:
        print("\nFailed:\n" + "".join(failure_lines(one.output) for _, one in failed), end="")
        print("\nRepeat alone:")
        for part, one in failed:
            print("".join("    %s\n" % command for command in commands_that_repeat_failures(part, one, environment_of(one.command))), end="")
    total = sum(part.passed for part in parts), sum(part.failed for part in parts)
    print("%d passed, %d failed" % total)
    return 1 if total[1] else 0
