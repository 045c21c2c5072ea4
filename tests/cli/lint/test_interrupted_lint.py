"""Ctrl-C at a terminal: lint prints how many files it has checked, then ends by the signal. The progress line counts skipped
files too."""

import os
import re
import signal
import time

import commands
import pytest
from cli_case import mrtk, write
from on_terminal import RunOnTerminal, open_when_read_or_none

COUNTS = rb"animproof: interrupted: ([01])(?: of \d+)? files? (?:was|were) checked"


@pytest.fixture
def make_files_and_fifo(animproof):
    """Makes a valid file, 2000 text files, and a fifo. Reading the fifo does not end until the test closes it."""
    write("a.bin", mrtk())
    for i in range(2000):
        write("others/%04d.txt" % i, b"nothing\n")
    os.mkfifo("fifo")


@pytest.mark.parametrize("words", [["-j1"], ["-j4"], ["-j2", "--progress=never"], ["-j1", "--format=json"]])
def test_an_interrupted_run_prints_its_counts_on_a_terminal(animproof, make_files_and_fifo, words):
    lint = RunOnTerminal(animproof, "lint", "--no-companions", *words, "a.bin", "others", "fifo")
    writer = open_when_read_or_none("fifo")
    assert writer is not None
    time.sleep(0.2)  # meanwhile lint checks the arguments before the fifo
    lint.run.send_signal(signal.SIGINT)
    code, _, said = lint.finish()
    os.close(writer)
    assert code == -signal.SIGINT and re.search(COUNTS, said), said[-300:]


def test_without_a_terminal_the_signal_ends_the_run_without_a_message(animproof, make_files_and_fifo):
    lint = animproof.start("lint", "-j1", "fifo", stdout=commands.PIPE, stderr=commands.PIPE)
    writer = open_when_read_or_none("fifo")
    assert len(os.listdir("/proc/%d/task" % lint.pid)) == 1, "no thread waits for SIGINT"
    lint.send_signal(signal.SIGINT)
    _, err = lint.communicate()
    os.close(writer)
    assert (lint.returncode, err) == (-signal.SIGINT, b"")


def test_a_complete_run_is_not_called_interrupted(animproof):
    write("a.bin", mrtk())
    write("b.txt", b"nothing\n")
    code, _, said = RunOnTerminal(animproof, "lint", "-j2", "a.bin", "b.txt").finish()
    assert code == 1 and b"interrupted" not in said


def test_the_progress_line_of_a_walk_counts_files_of_no_format_and_is_erased(animproof, make_files_and_fifo):
    for i in range(60):  # adds files until the walk is slow enough for a progress line
        code, _, said = RunOnTerminal(animproof, "lint", "-j1", "--allow-empty", *["others/." + "/." * n for n in range(40)], "others").finish()
        if b" looked at" in said:
            break
        os.makedirs("others/%d" % i)
        for j in range(4000):
            os.link("others/0000.txt", "others/%d/%d.txt" % (i, j))
    assert code == 0 and re.search(rb"\r0 (?:of 0 )?files, .*; \d+ looked at", said), said[-200:]
    assert said.endswith(b"\r\x1b[K")
