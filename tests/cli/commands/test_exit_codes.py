"""Exit codes for streams, other users and unusual paths, which a session file cannot test. exit_codes.session has the other exit codes."""

import os

import pytest
from cli_case import md5anim, mrtk, write


@pytest.mark.parametrize("words", ["--help", "-h", "help", "lint --help", "lint -h", "rules --help", "explain --help", "--version"])
def test_help_and_version_go_to_standard_output(animproof, words):
    animproof.exits(0, *words.split(), prints=b"animproof", says_only=b"")


def test_paths_that_cannot_be_opened_give_exit_3(animproof):
    os.symlink("loop", "loop")
    for path in ("x" * 300, "x/" * 3000, "loop"):
        animproof.exits(3, "lint", path)


def test_files_without_read_permission_are_reported(animproof):
    for name in ("secret.bin", "clean.bin", "closed/inside.bin"):
        write(name, mrtk())
    os.chmod("secret.bin", 0)
    os.chmod("closed", 0)
    result = animproof.run_as_nobody_or_none("lint", "secret.bin", "clean.bin", "closed/inside.bin")
    os.chmod("closed", 0o700)
    assert result is None or (result.returncode == 3 and result.stdout.startswith(b"3 files: 0 errors") and result.stderr ==
                              b"animproof: secret.bin: Permission denied\nanimproof: closed/inside.bin: Permission denied\n")


def test_of_several_causes_the_first_of_4_2_3_1_gives_the_exit_code(animproof):
    write("bad.md5anim", md5anim(b"7"))
    animproof.exits(4, "lint", "bad.md5anim", "missing.bin", "-", "--max-input", "2999", input=bytes(3000), says=b"animproof: -: ",
                    prints=b"bad.md5anim:11")
    animproof.exits(1, "lint", "-", "--max-input", "3000", input=bytes(3000))
