"""`animproof fuzz` runs the campaign program of the source tree, or the program in ANIMPROOF_FUZZ."""

import os
import shutil
import sys

import pytest
from cli_case import path_in_tree, write


def write_script(path, text, mode=0o755):
    write(path, "#!/bin/sh\n" + text)
    os.chmod(path, mode)
    return os.path.abspath(path)


@pytest.mark.parametrize(("folder", "found"), [("tree/build", True), ("tree/build/check", True), ("tree/build/a/b", False), ("apart/from/tree", False)])
def test_a_program_in_build_or_a_folder_of_build_finds_the_campaign_program(animproof, folder, found):
    """The program searches its own folder and two folders above it: "apart/from/tree" keeps these inside the test's own folder."""
    write_script("tree/fuzz/campaign/campaign", 'echo "got $*"\nexit 7\n')
    os.makedirs(folder)
    animproof.program = shutil.copy(animproof.program, os.path.abspath(os.path.join(folder, "animproof")))
    result = animproof.exits(7 if found else 3, "fuzz", "run", "--jobs", "2", env={"ANIMPROOF_FUZZ": ""},
                             prints_only=b"got run --jobs 2\n" if found else b"")
    assert (b"campaign program was not found" in result.stderr) != found


def test_the_program_in_animproof_fuzz_runs_instead(animproof):
    program = write_script("named", 'echo "lints with $ANIMPROOF_PROGRAM"\nexit 5\n')
    animproof.exits(5, "fuzz", "list", env={"ANIMPROOF_FUZZ": program}, prints=animproof.program.encode())
    absent = animproof.absent_path()
    animproof.exits(3, "fuzz", "list", env={"ANIMPROOF_FUZZ": absent}, says=absent.encode() + b": cannot be run")
    plain = write_script("plain", "exit 0\n", 0o644)
    if os.geteuid() != 0 or not os.access(plain, os.X_OK):
        animproof.exits(3, "fuzz", "list", env={"ANIMPROOF_FUZZ": plain})


def test_the_help_lists_the_commands_and_needs_no_campaign_program(animproof):
    absent = {"ANIMPROOF_FUZZ": animproof.absent_path()}
    animproof.exits(2, "fuzz")
    animproof.exits(0, "fuzz", "--help", env=absent, prints=[b"ANIMPROOF_FUZZ"] + [
        b"\n  %s " % name for name in (b"run", b"triage", b"cmin", b"gather", b"replay", b"report", b"planted", b"list")])
    animproof.exits(2, "fuzz", "no-such-command", env={"ANIMPROOF_FUZZ": ""})
    program = write_script("helps", 'echo "asked $*"\n')
    for words in (["--help", "run"], ["-h", "run"], ["help", "run"]):
        animproof.exits(0, "fuzz", *words, env={"ANIMPROOF_FUZZ": program}, prints_only=b"asked run --help\n")


def test_the_campaign_program_escapes_names_as_animproof_does(animproof, monkeypatch):
    monkeypatch.syspath_prepend(path_in_tree("fuzz/campaign"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import terminal  # noqa: PLC0415 - the path is set above

    unusual = "".join(map(chr, [*range(1, 0x3200), *range(0xfd00, 0x10000), *range(0x1bc90, 0x1bcb0), *range(0x1d160, 0x1d180),
                                *range(0xdfff0, 0xe1010), 0x1f600, 0x10ffff, 0xdc80, 0xdcff]))
    path = animproof.absent_path(unusual)
    animproof.exits(3, "lint", path, says=terminal.escape_name(path).encode())
    assert terminal.escape_lines("a\nb\t\\") == "a\nb\\t\\", "line breaks are kept"
