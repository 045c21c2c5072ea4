"""`animproof fuzz`: finds the campaign program beside the sources, or where ANIMPROOF_FUZZ says."""

import os
import shutil
import sys

from cli_case import Case, in_tree, write


def script(path, text, mode=0o755):
    write(path, "#!/bin/sh\n" + text)
    os.chmod(path, mode)
    return os.path.abspath(path)


def found_beside(case):
    """The program in build/ and in build/CONFIG/ finds the campaign program; one in a deeper folder or outside of the tree does not.

    The program searches its own folder and two folders above it: "apart/from/tree" keeps these inside the test's own folder.
    """
    os.makedirs("tree/fuzz/campaign")
    script("tree/fuzz/campaign/campaign", 'echo "got $*"\nexit 7\n')
    for folder, code in (("tree/build", 7), ("tree/build/check", 7), ("tree/build/a/b", 3), ("apart/from/tree", 3)):
        os.makedirs(folder, exist_ok=True)
        copy = os.path.join(folder, "animproof")
        shutil.copy(case.program, copy)
        was, case.program = case.program, os.path.abspath(copy)
        result = case.exits(code, "fuzz", "run", "--jobs", "2", env={"ANIMPROOF_FUZZ": ""})
        case.check(result.stdout == (b"got run --jobs 2\n" if code == 7 else b""), "arguments, from " + folder, result)
        case.check((b"campaign program was not found" in result.stderr) == (code == 3), "told, from " + folder, result)
        case.program = was


def named(case):
    program = script("named", 'echo "lints with $ANIMPROOF_PROGRAM"\nexit 5\n')
    case.exits(5, "fuzz", "list", env={"ANIMPROOF_FUZZ": program}, prints=case.program.encode())  # the program tells where it is
    absent = case.absent_path()
    case.exits(3, "fuzz", "list", env={"ANIMPROOF_FUZZ": absent}, says=absent.encode() + b": cannot be run")
    plain = script("plain", "exit 0\n", 0o644)
    if os.geteuid() != 0 or not os.access(plain, os.X_OK):
        case.exits(3, "fuzz", "list", env={"ANIMPROOF_FUZZ": plain})


def usage(case):
    case.exits(2, "fuzz")
    result = case.exits(0, "fuzz", "--help")
    case.check(b"ANIMPROOF_FUZZ" in result.stdout, "help", result)
    listed = result.stdout.decode().split()
    for name in ("run", "triage", "cmin", "gather", "replay", "report", "planted", "list"):
        case.check(name in listed and b"\n  %s " % name.encode() in result.stdout, "a line for " + name, result)
    case.exits(0, "fuzz", "--help", env={"ANIMPROOF_FUZZ": case.absent_path()})
    case.exits(2, "fuzz", "no-such-command", env={"ANIMPROOF_FUZZ": ""})
    program = script("helps", 'echo "asked $*"\n')
    for words in (["--help", "run"], ["-h", "run"], ["help", "run"]):
        case.exits(0, "fuzz", *words, env={"ANIMPROOF_FUZZ": program}, prints_only=b"asked run --help\n")


def escapes(case):
    """The campaign program escapes names as this one does."""
    sys.path.insert(0, in_tree("fuzz/campaign"))
    sys.dont_write_bytecode = True
    import terminal  # noqa: PLC0415 - the path is set above

    odd = "".join(map(chr, [*range(1, 0x3200), *range(0xfd00, 0x10000), *range(0x1bc90, 0x1bcb0), *range(0x1d160, 0x1d180),
                                *range(0xdfff0, 0xe1010), 0x1f600, 0x10ffff, 0xdc80, 0xdcff]))
    path = case.absent_path(odd)
    result = case.exits(3, "lint", path)
    case.check(terminal.name(path).encode() in result.stderr, "names as core/base/terminal_text.c escapes them")
    case.check(terminal.lines("a\nb\t\\") == "a\nb\\t\\", "lines stay lines")


def main():
    case = Case()
    escapes(case)
    found_beside(case)
    named(case)
    usage(case)
    case.finish()


if __name__ == "__main__":
    main()
