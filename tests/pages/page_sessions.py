#!/usr/bin/python3
"""Runs the commands on the pages and compares their output: page_sessions.py [--bless] ANIMPROOF [PAGE...]

A block ```console is a session of a shell. A line "$ COMMAND" is a command, "> " continues it, and the other lines are its output.
All blocks of a page are one session, in an empty folder with links to the source tree's folders; output shows the folder as
/home/me/animproof. A command must exit 0 unless the next command prints `$?`. A line [...] matches any lines. A comment
<!-- $ COMMAND --> is run, and not shown on the page. With --bless, the output is written to the page.

A block ```sh has only commands, one a line. Their output is not compared; they must exit 0, or 1 for findings.

A command in a block without a language is not run. tests/pages/not_run.tsv must have a row with the reason, and no other rows.
"""

import fnmatch
import os
import re
import shutil
import sys
import tempfile

import commands
from cli_case import ROOT, CheckCounter, path_in_tree, markdown_pages_in_tree, read_text, read_text_in_tree, write

STARTS = "docs/start/"  # each page below must have a session
NOT_RUN = "tests/pages/not_run.tsv"
LINKED = ("core", "corpus", "docs", "examples", "fuzz", "golden", "tests", "validators")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PART = re.compile(BLOCK.pattern + r"|^<!-- (\$ .*?) -->$|^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^( *)```([a-z]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?((?:\w+=\S+ )*(?:animproof|make|git|cc|gcc|docker|apt-get|python3|[\w.-]+/[\w./-]+) .*)$", re.MULTILINE)
ANY = "[...]"


def commands_and_outputs_of(part):
    """Returns [(command, lines of output on the page)] of a match of PART; the lines are None if the output is not compared."""
    session, prepared, plain = part.groups()
    if session is None:
        commands_of = [prepared[2:]] if prepared else re.sub(r"\\\n", " ", plain).splitlines()
        return [(command, [] if prepared else None) for command in commands_of]
    steps = []
    for line in session.splitlines():
        if line.startswith("$ "):
            steps.append(([line[2:]], []))
        elif (line.startswith("> ") or line == ">") and steps and not steps[-1][1]:
            steps[-1][0].append(line[2:])
        else:
            steps[-1][1].append(line)
    return [("\n".join(command), shown) for command, shown in steps]


def outputs_and_exit_codes_of_session(steps, program):
    """Runs the commands in one shell; returns [(output, exit code)]."""
    folder = tempfile.mkdtemp(prefix="animproof-session-")
    try:
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(os.path.abspath(program), os.path.join(folder, "bin", "animproof"))
        tree = os.path.join(folder, "animproof")
        os.mkdir(tree)
        for name in LINKED:
            os.symlink(path_in_tree(name), os.path.join(tree, name))
        script = "".join("%s\nstatus=$?\nprintf '\\001end %d %%d\\n' $status\n(exit $status)\n" % (command, number)
                         for number, (command, _) in enumerate(steps))
        environment = {"PATH": os.path.join(folder, "bin") + ":/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
                       "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
                       "ASAN_OPTIONS": "symbolize=0"}  # symbolising a stack takes 0.1 s, and no page shows a stack
        output = commands.run(["bash", "-c", script], cwd=tree, env=environment, stdin=commands.DEVNULL,
                              stdout=commands.PIPE, stderr=commands.STDOUT).stdout.decode("utf-8")
        parts = re.split("\1end [0-9]+ ([0-9]+)\n", output)
        return [(text.replace(folder, "/home/me"), int(status)) for text, status in zip(parts[0::2], parts[1::2])]
    finally:
        shutil.rmtree(folder)


def output_matches(shown, printed):
    pattern = "".join("(?:.*\n)*?" if line == ANY else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, printed) is not None


def faults_of_session(steps, outputs_and_codes):
    for number, (command, shown) in enumerate(steps):
        if number >= len(outputs_and_codes):
            yield "%s: did not run" % command
            return
        output, status = outputs_and_codes[number]
        asked = number + 1 < len(steps) and "$?" in steps[number + 1][0]
        if status != 0 and not asked and (shown is not None or status != 1):
            yield "%s: exit code %d, which the page does not show\n%s" % (command, status, output)
        elif shown is not None and not output_matches(shown, output):
            yield "%s: printed\n%sbut the page shows\n%s" % (command, output, "\n".join(shown))


def replace_output_in_page(page, outputs_and_codes):
    """Returns the page with the printed output. Output with a line [...] is kept if it matches."""
    left = iter(outputs_and_codes)

    def replace_block(match):
        lines = []
        for command, shown in commands_and_outputs_of(match):
            output = next(left)[0]
            if match.group(1) is None:
                continue
            lines.append("$ " + command.replace("\n", "\n> ").replace("> \n", ">\n"))
            lines += shown if ANY in shown and output_matches(shown, output) else output.splitlines()
        return "```console\n%s\n```" % "\n".join(lines) if lines else match.group(0)

    return PART.sub(replace_block, page)


def faults_of_not_run_table(pages):
    """Yields commands in blocks without a language that have no row in NOT_RUN, and rows of NOT_RUN without a command."""
    rows = [line.split("\t") for line in read_text_in_tree(NOT_RUN).splitlines() if line and not line.startswith("#")]
    needed = set()
    for name in pages:
        for _, language, block in FENCED.findall(read_text_in_tree(name)):
            for command in COMMAND.findall(block) if language == "" else []:
                fitting = [number for number, row in enumerate(rows) if row[0] == name and fnmatch.fnmatchcase(command, row[1])]
                needed.update(fitting)
                if not fitting:
                    yield "%s: the command is not run, and %s has no row for it: %s" % (name, NOT_RUN, command)
    for number, row in enumerate(rows):
        if number not in needed or len(row) != 3:
            yield "%s: no command matches the row, or the row has not three cells: %s" % (NOT_RUN, " ".join(row))


def main():
    words = sys.argv[1:]
    bless = words[0] == "--bless"
    program, *pages = words[1:] if bless else words
    count = CheckCounter()
    for path in pages or map(path_in_tree, markdown_pages_in_tree()):
        page = read_text(path)
        steps = [step for part in PART.finditer(page) for step in commands_and_outputs_of(part)]
        if not steps and not path.startswith(path_in_tree(STARTS)):
            continue
        outputs_and_codes = outputs_and_exit_codes_of_session(steps, program)
        if bless:
            write(path, replace_output_in_page(page, outputs_and_codes))
            continue
        faults = list(faults_of_session(steps, outputs_and_codes))
        for fault in faults + [None] * (len(steps) - len(faults)):
            count.check(fault is None, "%s: %s" % (os.path.relpath(path, ROOT), fault))
        count.check(steps, "%s: the page has no session" % path)
    for fault in faults_of_not_run_table(markdown_pages_in_tree()) if not pages and not bless else []:
        count.check(False, fault)
    count.finish()


main()
