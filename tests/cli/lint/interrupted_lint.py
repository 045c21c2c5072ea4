"""Ctrl-C at a terminal: lint prints how many files it has checked, then ends by the signal. The progress line counts skipped
files too."""

import os
import re
import signal
import time

import commands
from cli_case import Case, mrtk, write
from on_terminal import Terminal, open_when_read

case = Case()
write("a.bin", mrtk())
write("b.txt", b"nothing\n")
for i in range(2000):
    write("others/%04d.txt" % i, b"nothing\n")
os.mkfifo("fifo")  # reading the fifo does not end until the test closes it

for words in (["-j1"], ["-j4"], ["-j2", "--progress=never"], ["-j1", "--format=json"]):
    lint = Terminal(case, "lint", "--no-companions", *words, "a.bin", "others", "fifo")
    writer = open_when_read("fifo")
    case.check(writer is not None, "lint with %r reads the fifo" % words)
    tasks = len(os.listdir("/proc/%d/task" % lint.run.pid))
    time.sleep(0.2)  # meanwhile lint checks the arguments before the fifo
    lint.run.send_signal(signal.SIGINT)
    code, out, said = lint.finish()
    os.close(writer)
    said_counts = re.search(rb"animproof: interrupted: (\d)(?: of \d+)? files? (?:was|were) checked, (\d+) others? (?:was |were )?skipped", said) \
        or re.search(rb"animproof: interrupted: (\d)(?: of \d+)? files? (?:was|were) checked", said)
    case.check(code == -signal.SIGINT and said_counts is not None and int(said_counts.group(1)) <= 1,
               "%r ends by SIGINT with its counts: %d, %r, %d threads" % (words, code, said[-300:], tasks))

# If standard error is not a terminal, SIGINT ends the run without a message. An ignored SIGINT does not end the run.
lint = case.start("lint", "-j1", "fifo", stdout=commands.PIPE, stderr=commands.PIPE)
writer = open_when_read("fifo")
case.check(len(os.listdir("/proc/%d/task" % lint.pid)) == 1, "without a terminal, no thread waits for SIGINT")
lint.send_signal(signal.SIGINT)
out, err = lint.communicate()
os.close(writer)
case.check(lint.returncode == -signal.SIGINT and err == b"", "without a terminal, SIGINT ends the run without a message: %r" % err)

# A complete run prints no message of interruption. The progress line of a walk counts files of no format.
code, out, said = Terminal(case, "lint", "-j2", "a.bin", "b.txt").finish()
case.check(code == 1 and b"interrupted" not in said, "a complete run does not print that it was interrupted: %d, %r" % (code, said))
for i in range(60):  # adds files until the walk is slow enough for a progress line
    code, out, said = Terminal(case, "lint", "-j1", "--allow-empty", *["others/." + "/." * n for n in range(40)], "others").finish()
    if b" looked at" in said:
        break
    os.makedirs("others/%d" % i)
    for j in range(4000):
        os.link("others/0000.txt", "others/%d/%d.txt" % (i, j))
case.check(code == 0 and re.search(rb"\r0 (?:of 0 )?files, .*; \d+ looked at", said) is not None, "the line counts files of no format: %r" % said[-200:])
case.check(said.endswith(b"\r\x1b[K"), "the progress line is erased at the end: %r" % said[-100:])

case.finish()
