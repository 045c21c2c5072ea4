#!/usr/bin/python3
"""What the pages show is what happens: page_sessions.py [--bless] ANIMPROOF [PAGE...]

A block ```console is a session of a shell: lines after "$ " are commands ("> " goes on with one), the others what they
print. The blocks of a page are one session, in an empty folder with the source tree's folders linked into it; it is shown as
/home/me/animproof. A command ends with 0 unless the next asks for `$?`. A line `[...]` stands for any lines. A comment
<!-- $ COMMAND --> is run at its place, and not shown. With --bless, what was printed is written.

A block ```sh has commands alone, one a line, and what they print is not compared. They end with 0, or with 1: findings.

A command in a block of code without a language is not run: tests/pages/not_run.tsv says why not, and has no other line.
"""

import fnmatch
import os
import re
import shutil
import sys
import tempfile

import commands
from cli_case import ROOT, Count, in_tree, pages_of_tree, read_text, text_of_tree, write

STARTS = "docs/start/"  # these have a session each
NOT_RUN = "tests/pages/not_run.tsv"
LINKED = ("core", "corpus", "docs", "examples", "fuzz", "golden", "tests", "validators")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PART = re.compile(BLOCK.pattern + r"|^<!-- (\$ .*?) -->$|^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^( *)```([a-z]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?((?:\w+=\S+ )*(?:animproof|make|git|cc|gcc|docker|apt-get|python3|[\w.-]+/[\w./-]+) .*)$", re.MULTILINE)
ANY = "[...]"
MARK = "\1end %d %d\n"


def steps_of(part):
    """[(Command, the lines that the page shows after it)] of a match of PART; None where it shows none."""
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


def printed_by(steps, program):
    """[(What each command printed, its exit code)]: of one shell."""
    folder = tempfile.mkdtemp(prefix="animproof-session-")
    try:
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(os.path.abspath(program), os.path.join(folder, "bin", "animproof"))
        tree = os.path.join(folder, "animproof")
        os.mkdir(tree)
        for name in LINKED:
            os.symlink(in_tree(name), os.path.join(tree, name))
        script = "".join("%s\nstatus=$?\nprintf '\\001end %d %%d\\n' $status\n(exit $status)\n" % (command, number)
                         for number, (command, _) in enumerate(steps))
        environment = {"PATH": os.path.join(folder, "bin") + ":/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
                       "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
                       "ASAN_OPTIONS": "symbolize=0"}  # no page shows the stack of a crash, and each would take 0.1 s
        output = commands.run(["bash", "-c", script], cwd=tree, env=environment, stdin=commands.DEVNULL,
                              stdout=commands.PIPE, stderr=commands.STDOUT).stdout.decode("utf-8")
        parts = re.split("\1end [0-9]+ ([0-9]+)\n", output)
        return [(said.replace(folder, "/home/me"), int(status)) for said, status in zip(parts[0::2], parts[1::2])]
    finally:
        shutil.rmtree(folder)


def agrees(shown, printed):
    pattern = "".join("(?:.*\n)*?" if line == ANY else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, printed) is not None


def faults_of(steps, printed):
    for number, (command, shown) in enumerate(steps):
        if number >= len(printed):
            yield "%s: did not run" % command
            return
        said, status = printed[number]
        asked = number + 1 < len(steps) and "$?" in steps[number + 1][0]
        if status != 0 and not asked and (shown is not None or status != 1):
            yield "%s: ended with %d, and the page does not say so\n%s" % (command, status, said)
        elif shown is not None and not agrees(shown, said):
            yield "%s: printed\n%sand the page says\n%s" % (command, said, "\n".join(shown))


def blessed(page, printed):
    """The page with what was printed. Lines that a page leaves out by hand ("[...]") stay left out."""
    left = iter(printed)

    def block(match):
        lines = []
        for command, shown in steps_of(match):
            said = next(left)[0]
            if match.group(1) is None:
                continue
            lines.append("$ " + command.replace("\n", "\n> ").replace("> \n", ">\n"))
            lines += shown if ANY in shown and agrees(shown, said) else said.splitlines()
        return "```console\n%s\n```" % "\n".join(lines) if lines else match.group(0)

    return PART.sub(block, page)


def faults_of_commands(pages):
    """Commands in blocks that are no session and that the list has not, and lines of the list that no command needs."""
    rows = [line.split("\t") for line in text_of_tree(NOT_RUN).splitlines() if line and not line.startswith("#")]
    needed = set()
    for name in pages:
        for _, language, block in FENCED.findall(text_of_tree(name)):
            for command in COMMAND.findall(block) if language == "" else []:
                fitting = [number for number, row in enumerate(rows) if row[0] == name and fnmatch.fnmatchcase(command, row[1])]
                needed.update(fitting)
                if not fitting:
                    yield "%s: not run, and %s does not say why: %s" % (name, NOT_RUN, command)
    for number, row in enumerate(rows):
        if number not in needed or len(row) != 3:
            yield "%s: no command needs the line: %s" % (NOT_RUN, " ".join(row))


def main():
    words = sys.argv[1:]
    bless = words[0] == "--bless"
    program, *pages = words[1:] if bless else words
    count = Count()
    for path in pages or map(in_tree, pages_of_tree()):
        page = read_text(path)
        steps = [step for part in PART.finditer(page) for step in steps_of(part)]
        if not steps and not path.startswith(in_tree(STARTS)):
            continue
        printed = printed_by(steps, program)
        if bless:
            write(path, blessed(page, printed))
            continue
        faults = list(faults_of(steps, printed))
        for fault in faults + [None] * (len(steps) - len(faults)):
            count.check(fault is None, "%s: %s" % (os.path.relpath(path, ROOT), fault))
        count.check(steps, "%s: no session" % path)
    for fault in faults_of_commands(pages_of_tree()) if not pages and not bless else []:
        count.check(False, fault)
    count.finish()


main()
