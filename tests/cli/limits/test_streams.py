"""Standard input, fifos, and files that change during a run."""

import json
import os

import commands
import pytest
from cli_case import mrtk, mrtk_with_error, mrtk_with_many_warnings, write


@pytest.fixture
def lint_fifo(animproof):
    """Makes a fifo. Calling it lints the fifo, calls `before_writing`, and writes the pieces into the fifo. Returns the result of lint."""
    os.mkfifo("fifo")

    def lint_while_writing(*words, pieces, before_writing=lambda: None):
        program = animproof.start("lint", *words, "fifo", stdout=commands.PIPE, stderr=commands.PIPE)
        with open("fifo", "wb", buffering=0) as fifo:
            before_writing()
            for piece in pieces:
                fifo.write(piece)
        program.stdout_bytes, program.stderr_bytes = program.communicate(timeout=300)
        return program
    return lint_while_writing


def test_standard_input_is_a_pipe_or_a_file_or_the_rest_of_a_file(animproof):
    animproof.exits(1, "lint", "-", input=mrtk_with_error(), prints_first=b"-:0x13: error: camera.position_x.pre_wrap ")
    animproof.exits(1, "lint", "-", input=b"", prints=(b"file/unrecognized", b"empty"))
    write("bad.bin", mrtk_with_error())
    with open("bad.bin", "rb") as file:
        animproof.exits(1, "lint", "-", stdin=file)
    write("offset.bin", b"junk" + mrtk())
    with open("offset.bin", "rb", buffering=0) as file:
        file.seek(4)
        animproof.exits(0, "lint", "-", stdin=file)


def test_a_stream_larger_than_the_first_buffer_is_read_up_to_max_input(animproof):
    large = mrtk_with_many_warnings(200000)  # a file of 1.6 MB
    assert animproof.json(0, "lint", "-", input=large)["files"][0]["size"] == len(large)
    animproof.exits(0, "lint", "--max-input", str(len(large)), "-", input=large)
    animproof.exits(4, "lint", "--max-input", str(len(large) - 1), "-", input=large, says=b"is longer than")
    animproof.exits(0, "lint", "--max-input=0", "-", input=large)


def test_a_fifo_is_read_to_its_end(lint_fifo):
    program = lint_fifo(pieces=[mrtk_with_error()[:10], mrtk_with_error()[10:]])
    assert program.returncode == 1 and b"fifo:0x13" in program.stdout_bytes, program.stderr_bytes


def test_a_scene_that_shrinks_after_it_was_read_is_reported(lint_fifo):
    """lint waits for the fifo until the scene has shrunk."""
    write("scene.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\ng part\nf 1 2 3\n" + b"# filling\n" * 20000)
    program = lint_fifo("--format=json", "--obj", "scene.obj", pieces=[mrtk()], before_writing=lambda: os.truncate("scene.obj", 100))
    assert program.returncode == 3
    assert program.stderr_bytes == b"animproof: scene.obj: became shorter while it was read\n"
    entries = {entry["file"]: entry for entry in json.loads(program.stdout_bytes)["files"]}
    assert entries["fifo"]["valid"] and "error" in entries["scene.obj"], "the motion is checked without the scene"


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no /proc")
def test_a_file_of_proc_is_read_although_its_size_is_0(animproof):
    animproof.exits(1, "lint", "/proc/self/status", prints=b"[4e 61 6d 65 3a 09 ")  # the excerpt has the first bytes of the file
