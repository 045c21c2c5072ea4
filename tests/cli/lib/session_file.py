"""Sessions: text files of commands with all that they print. conftest.py collects tests/cli/**/*.session, a case for each `#`.

    # lint refuses --fix, which other linters have, and names the command for it
    + walk.md5anim
    > MD5Version 10
    $ animproof lint --fix walk.md5anim
    ! animproof: lint: unknown option '--fix'; did you mean 'animproof fix walk.md5anim'?
    = 2

A case begins with `#` and a sentence that says what it tests, and runs in a new folder, where golden/ is that of the project. `+` names a
file, and `>` has its lines. `$` is a command: animproof with words as the shell splits them, without a shell. `|` has its standard
output, `!` its standard error, and `=` its exit code if that is not 0. Lines that are empty or begin with `;` are for readers.
`pytest --bless` writes what the program prints.
"""

import os
import shlex

MARKS = "#+>$|!=;"


class Command:
    """A command and what it must print. `line` is the index of its line, from 0; `end` that of the line after its expected
    output."""

    def __init__(self, line, words):
        self.line = line
        self.end = line + 1
        self.words = words
        self.expected = {"|": [], "!": []}
        self.code = 0


class Case:
    """A named list of steps: (path, lines) for a file, or a Command."""

    def __init__(self, line, name):
        self.line = line
        self.name = name
        self.steps = []


def parse_session_file(path):
    """Returns the cases of a file. Raises ValueError for a line that is not allowed in its place."""
    cases = []
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines):
        mark, text = line[:1], line[2:]
        if mark in ("", ";"):
            continue
        if mark not in MARKS or line[1:2] not in ("", " ") or (mark != "#" and not cases):
            raise ValueError("%s:%d: %r has no meaning here" % (path, number + 1, line))
        if mark == "#":
            cases.append(Case(number, text))
        else:
            add_session_line(cases[-1].steps, mark, text, number)
    return cases


def add_session_line(steps, mark, text, number):
    if mark == "+":
        steps.append((text, []))
    elif mark == ">":
        steps[-1][1].append(text)
    elif mark == "$":
        steps.append(Command(number, shlex.split(text)))
    else:
        steps[-1].end = number + 1
        if mark == "=":
            steps[-1].code = int(text)
        else:
            steps[-1].expected[mark].append(text)


def session_lines(mark, output):
    """Returns the lines of a session for an output. The output must end with a line break."""
    text = output.decode(errors="backslashreplace")
    assert text == "" or text.endswith("\n"), "the last line has no end: %r" % text[-80:]
    return [("%s %s" % (mark, line)).rstrip(" ") for line in text.split("\n")[:-1]]


def session_lines_of_result(result):
    """Returns the lines of a session after a command with this result."""
    return session_lines("|", result.stdout) + session_lines("!", result.stderr) + (["= %d" % result.returncode] if result.returncode else [])


def expected_lines(command):
    return [("%s %s" % (mark, line)).rstrip(" ") for mark in "|!" for line in command.expected[mark]] + (
        ["= %d" % command.code] if command.code else [])


def write_expected_output(path, results):
    """Replaces the outputs of the commands in a file; `results` has a result for each Command. Returns true if the file has changed."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    before = list(lines)
    for command in sorted(results, key=lambda one: -one.line):
        lines[command.line + 1:command.end] = session_lines_of_result(results[command])
    if lines != before:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return lines != before


def run_case(case, animproof, golden):
    """Runs a case in the current folder. Yields (command, result)."""
    os.symlink(golden, "golden")
    for step in case.steps:
        if isinstance(step, Command):
            assert step.words[0] == "animproof", "a command must be animproof"
            yield step, animproof(*step.words[1:])
        else:
            path, lines = step
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in lines))
