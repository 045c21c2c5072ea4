"""Ctrl-C at a terminal says how far a run of lint has come before it ends by the signal; the line of progress counts files that
are skipped, too."""

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
os.mkfifo("fifo")  # a file that is named and never comes to its end

for words in (["-j1"], ["-j4"], ["-j2", "--progress=never"], ["-j1", "--format=json"]):
    lint = Terminal(case, "lint", "--no-companions", *words, "a.bin", "others", "fifo")
    writer = open_when_read("fifo")
    case.check(writer is not None, "%r reads the fifo" % words)
    tasks = len(os.listdir("/proc/%d/task" % lint.run.pid))
    time.sleep(0.2)  # what comes before the fifo is reported meanwhile; how much, the message says
    lint.run.send_signal(signal.SIGINT)
    code, out, said = lint.finish()
    os.close(writer)
    told = re.search(rb"animproof: interrupted: (\d)(?: of \d+)? files? (?:was|were) checked, (\d+) others? (?:was |were )?skipped", said) \
        or re.search(rb"animproof: interrupted: (\d)(?: of \d+)? files? (?:was|were) checked", said)
    case.check(code == -signal.SIGINT and told is not None and int(told.group(1)) <= 1, "%r: %d, %r, %d tasks" % (words, code, said[-300:], tasks))

# If standard error is no terminal, the signal ends the run as it ends other programs; an ignored signal does not end it.
lint = case.start("lint", "-j1", "fifo", stdout=commands.PIPE, stderr=commands.PIPE)
writer = open_when_read("fifo")
case.check(len(os.listdir("/proc/%d/task" % lint.pid)) == 1, "no thread waits for Ctrl-C")
lint.send_signal(signal.SIGINT)
out, err = lint.communicate()
os.close(writer)
case.check(lint.returncode == -signal.SIGINT and err == b"", "without a terminal: %r" % err)

# A run that is not interrupted ends as usual, and a walk over files of no format counts them.
code, out, said = Terminal(case, "lint", "-j2", "a.bin", "b.txt").finish()
case.check(code == 1 and b"interrupted" not in said, "not interrupted: %d, %r" % (code, said))
for i in range(60):  # more files of no format, until the walk takes longer than a line waits to be drawn
    code, out, said = Terminal(case, "lint", "-j1", "--allow-empty", *["others/." + "/." * n for n in range(40)], "others").finish()
    if b" looked at" in said:
        break
    os.makedirs("others/%d" % i)
    for j in range(4000):
        os.link("others/0000.txt", "others/%d/%d.txt" % (i, j))
case.check(code == 0 and re.search(rb"\r0 (?:of 0 )?files, .*; \d+ looked at", said) is not None, "files of no format: %r" % said[-200:])
case.check(said.endswith(b"\r\x1b[K"), "the line is gone at the end: %r" % said[-100:])

case.finish()
