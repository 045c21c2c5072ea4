"""`animproof fuzz` runs the campaign program of the source tree, or the program in ANIMPROOF_FUZZ."""

import os
import shutil
import sys

from cli_case import Case, in_tree, write


def write_script(path, text, mode=0o755):
    write(path, "#!/bin/sh\n" + text)
    os.chmod(path, mode)
    return os.path.abspath(path)


def check_search_in_tree(case):
    """The program finds the campaign program from build/ and build/CONFIG/, but not from deeper folders or outside of the tree.

    The program searches its own folder and two folders above it: "apart/from/tree" keeps these inside the test's own folder.
    """
    os.makedirs("tree/fuzz/campaign")
    write_script("tree/fuzz/campaign/campaign", 'echo "got $*"\nexit 7\n')
    for folder, code in (("tree/build", 7), ("tree/build/check", 7), ("tree/build/a/b", 3), ("apart/from/tree", 3)):
        os.makedirs(folder, exist_ok=True)
        copy = os.path.join(folder, "animproof")
        shutil.copy(case.program, copy)
        was, case.program = case.program, os.path.abspath(copy)
        result = case.exits(code, "fuzz", "run", "--jobs", "2", env={"ANIMPROOF_FUZZ": ""})
        case.check(result.stdout == (b"got run --jobs 2\n" if code == 7 else b""),
                   "the campaign program gets the arguments, called from " + folder, result)
        case.check((b"campaign program was not found" in result.stderr) == (code == 3),
                   "a missing campaign program is reported from " + folder, result)
        case.program = was


def check_named_program(case):
    program = write_script("named", 'echo "lints with $ANIMPROOF_PROGRAM"\nexit 5\n')
    case.exits(5, "fuzz", "list", env={"ANIMPROOF_FUZZ": program}, prints=case.program.encode())  # the path of animproof is in ANIMPROOF_PROGRAM
    absent = case.absent_path()
    case.exits(3, "fuzz", "list", env={"ANIMPROOF_FUZZ": absent}, says=absent.encode() + b": cannot be run")
    plain = write_script("plain", "exit 0\n", 0o644)
    if os.geteuid() != 0 or not os.access(plain, os.X_OK):
        case.exits(3, "fuzz", "list", env={"ANIMPROOF_FUZZ": plain})


def check_help_and_usage(case):
    case.exits(2, "fuzz")
    result = case.exits(0, "fuzz", "--help")
    case.check(b"ANIMPROOF_FUZZ" in result.stdout, "the help names ANIMPROOF_FUZZ", result)
    listed = result.stdout.decode().split()
    for name in ("run", "triage", "cmin", "gather", "replay", "report", "planted", "list"):
        case.check(name in listed and b"\n  %s " % name.encode() in result.stdout, "the help has a line for " + name, result)
    case.exits(0, "fuzz", "--help", env={"ANIMPROOF_FUZZ": case.absent_path()})
    case.exits(2, "fuzz", "no-such-command", env={"ANIMPROOF_FUZZ": ""})
    program = write_script("helps", 'echo "asked $*"\n')
    for words in (["--help", "run"], ["-h", "run"], ["help", "run"]):
        case.exits(0, "fuzz", *words, env={"ANIMPROOF_FUZZ": program}, prints_only=b"asked run --help\n")


def check_escaped_names(case):
    """Checks that the campaign program escapes names as animproof does."""
    sys.path.insert(0, in_tree("fuzz/campaign"))
    sys.dont_write_bytecode = True
    import terminal  # noqa: PLC0415 - the path is set above

    unusual = "".join(map(chr, [*range(1, 0x3200), *range(0xfd00, 0x10000), *range(0x1bc90, 0x1bcb0), *range(0x1d160, 0x1d180),
                                *range(0xdfff0, 0xe1010), 0x1f600, 0x10ffff, 0xdc80, 0xdcff]))
    path = case.absent_path(unusual)
    result = case.exits(3, "lint", path)
    case.check(terminal.name(path).encode() in result.stderr, "terminal.py escapes names as core/base/terminal_text.c does")
    case.check(terminal.lines("a\nb\t\\") == "a\nb\\t\\", "terminal.lines keeps line breaks")


def main():
    case = Case()
    check_escaped_names(case)
    check_search_in_tree(case)
    check_named_program(case)
    check_help_and_usage(case)
    case.finish()


if __name__ == "__main__":
    main()
