"""The sandbox of commands: a preloaded library tries operations at the end of a command, forbidden or not (lib/escape.c).

The test needs a kernel with Landlock. Without Landlock it checks the message of --verbose, and skips.
"""

import contextlib
import errno
import os
import socket

import pytest
from cli_case import MD5ANIM, preload_environment, write

REFUSED = errno.EACCES
SANDBOXED = {"named": 0, "other": REFUSED, "make": REFUSED, "change": REFUSED, "remove": REFUSED, "folder": REFUSED, "report": REFUSED,
             "connect": REFUSED, "rights": 1, "execute": REFUSED}
UNRESTRICTED = {"named": 0, "other": 0, "make": 0, "change": 0, "remove": 0, "report": 0, "connect": 0, "rights": 0}


@pytest.fixture(scope="module")
def preloading_environment(tmp_path_factory):
    with contextlib.chdir(tmp_path_factory.mktemp("library")):
        return preload_environment("escape")


@pytest.fixture
def run_with_escape_attempts(animproof, preloading_environment):
    """Makes files in canonical form. Calling it runs a command with the library, and compares the error number of each operation,
    or 0 if the operation succeeded, with the expected one. Returns the result of the command."""
    write("source.md5anim", MD5ANIM)
    for path in ("in/a.md5anim", "elsewhere/b.md5anim"):
        os.makedirs(os.path.dirname(path))
        animproof.exits(0, "format", "-o", path, "source.md5anim")
    os.mkdir("reports")
    said = animproof.run("lint", "-v", "in/a.md5anim").stderr.decode()
    if "/asan/" in animproof.program:
        assert "animproof: not sandboxed: " in said
        pytest.skip("a sanitizer needs other files")
    elif "sandboxed by Landlock: only the named files, no network" not in said:
        assert "animproof: not sandboxed: " in said or "sandboxed by Landlock" in said
        pytest.skip(said.split("\n", maxsplit=1)[0])

    def run_and_compare_errors(words, expected, says_only=b"", **more_expected):
        with socket.create_server(("127.0.0.1", 0)) as server, open("attempts", "wb+") as listener:
            environment = {**preloading_environment, "READ": "in/a.md5anim", "ALSO_READ": "elsewhere/b.md5anim", "MAKE": "in/made",
                           "REPORT": "reports/other", "PORT": str(server.getsockname()[1]), "LISTENER": str(listener.fileno())}
            result = animproof.exits(0, *words.split(), env=environment, pass_fds=[listener.fileno()], says_only=says_only)
            listener.seek(0)
            lines = dict(line.split() for line in listener.read().decode().splitlines())
        assert {name: int(number) for name, number in lines.items() if name in expected} == {**expected, **more_expected}
        return result
    return run_and_compare_errors


@pytest.mark.parametrize("command", ["lint in/a.md5anim", "lint -j2 in/a.md5anim", "dump in/a.md5anim", "roundtrip in/a.md5anim",
                                     "format in/a.md5anim", "format --diff in/a.md5anim", "lint in", "roundtrip in", "stats in", "sets in",
                                     "compare in/a.md5anim in/a.md5anim"])
def test_a_command_reads_only_the_named_files(run_with_escape_attempts, command):
    run_with_escape_attempts(command, SANDBOXED)


def test_format_check_reads_only_the_named_files(run_with_escape_attempts):
    run_with_escape_attempts("format --check in", SANDBOXED, says_only=b"1 file: 0 not in canonical form, 1 in canonical form\n")


@pytest.mark.parametrize("option", ["--output json=reports/new", "--write-baseline reports/new"])
def test_a_report_is_written_to_its_folder(run_with_escape_attempts, option):
    run_with_escape_attempts("lint in " + option, SANDBOXED, report=0)
    assert os.path.exists("reports/new")


def test_lint_reads_all_files_with_a_list(run_with_escape_attempts):
    write("list", "in/a.md5anim\n")
    run_with_escape_attempts("lint --files-from list", SANDBOXED, other=0)


def test_a_command_without_files_has_no_sandbox(run_with_escape_attempts):
    run_with_escape_attempts("rules", UNRESTRICTED)


@pytest.mark.parametrize("path", ["kept/lost", "kept/not/lost"])
def test_a_missing_path_next_to_a_configuration_is_reported_as_missing(animproof, path):
    write("kept/.animproof.ini", "[animproof]\nstrict = yes\n")
    animproof.exits(3, "lint", path, says_only=b"animproof: %s: No such file or directory\n" % path.encode())
