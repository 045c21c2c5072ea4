#!/usr/bin/python3
"""What the pages of docs/start/ show is what happens: page_sessions.py [--bless] ANIMPROOF [PAGE...]

A block ```console is a session of a shell: lines after "$ " are commands ("> " goes on with one), the others what they
print. The blocks of a page are one session, in an empty folder with the source tree's folders linked into it. A command ends
with 0 unless the next asks for `$?`. A line `[...]` stands for any lines. With --bless, what was printed is written.
"""

import os
import re
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
import commands  # noqa: E402  (the path is set above)

PAGES = os.path.join(ROOT, "docs", "start")
LINKED = ("core", "corpus", "docs", "fuzz", "golden", "tests", "validators")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY = "[...]"
MARK = "\1end %d %d\n"


def steps_of(block):
    """[(Command, the lines that the page shows after it)]"""
    steps = []
    for line in block.splitlines():
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
            os.symlink(os.path.join(ROOT, name), os.path.join(tree, name))
        script = "".join("%s\nstatus=$?\nprintf '\\001end %d %%d\\n' $status\n(exit $status)\n" % (command, number)
                         for number, (command, _) in enumerate(steps))
        environment = {"PATH": os.path.join(folder, "bin") + ":/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
                       "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        output = commands.run(["bash", "-c", script], cwd=tree, env=environment, stdin=commands.DEVNULL,
                              stdout=commands.PIPE, stderr=commands.STDOUT).stdout.decode("utf-8")
        parts = re.split("\1end [0-9]+ ([0-9]+)\n", output)
        return list(zip(parts[0::2], map(int, parts[1::2])))
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
        if status != 0 and not asked:
            yield "%s: ended with %d, and the page does not say so\n%s" % (command, status, said)
        elif not agrees(shown, said):
            yield "%s: printed\n%sand the page says\n%s" % (command, said, "\n".join(shown))


def blessed(page, printed):
    """The page with what was printed. Lines that a page leaves out by hand ("[...]") stay left out."""
    left = iter(printed)

    def block(match):
        lines = []
        for command, shown in steps_of(match.group(1)):
            said = next(left)[0]
            lines.append("$ " + command.replace("\n", "\n> ").replace("> \n", ">\n"))
            lines += shown if ANY in shown and agrees(shown, said) else said.splitlines()
        return "```console\n%s\n```" % "\n".join(lines)

    return BLOCK.sub(block, page)


def main():
    words = sys.argv[1:]
    bless = words[0] == "--bless"
    program, *pages = words[1:] if bless else words
    passed = failed = 0
    for path in pages or sorted(os.path.join(PAGES, name) for name in os.listdir(PAGES)):
        with open(path, encoding="utf-8") as file:
            page = file.read()
        steps = [step for block in BLOCK.findall(page) for step in steps_of(block)]
        printed = printed_by(steps, program)
        if bless:
            page = blessed(page, printed)
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
            continue
        faults = list(faults_of(steps, printed))
        for fault in faults:
            print("%s: %s" % (os.path.relpath(path, ROOT), fault))
        passed, failed = passed + len(steps) - len(faults), failed + len(faults)
        if not steps:
            print("%s: no session" % path)
            failed += 1
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
