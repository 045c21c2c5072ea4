"""Runs the program on pseudo-terminals, and opens fifos for it."""

import errno
import fcntl
import os
import pty
import struct
import termios
import threading
import time

import commands
from cli_case import read


def read_terminal_output(master, into):
    """Appends the bytes from the terminal to `into` until the other side is closed."""
    try:
        while piece := os.read(master, 65536):
            into.append(piece)
    except OSError:
        pass


def output_on_terminal(case, *arguments, columns=0, **environment):
    """Returns the output on a terminal, with CR LF line ends. With columns=0 the terminal has no width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns else 0, columns, 0, 0))
    pieces = []
    reader = threading.Thread(target=read_terminal_output, args=(master, pieces))
    reader.start()
    case.run(*arguments, stdout=slave, env=environment)
    os.close(slave)
    reader.join()
    os.close(master)
    return b"".join(pieces)


class RunOnTerminal:
    """Runs the program with a terminal as standard error."""

    def __init__(self, case, *words):
        self.end, other = pty.openpty()
        with open("stdout", "wb") as out:
            self.run = case.start(*words, stdout=out, stderr=other, stdin=commands.DEVNULL)
        os.close(other)

    def finish(self):
        """Returns (exit code, standard output, output on the terminal)."""
        said = []
        read_terminal_output(self.end, said)
        os.close(self.end)
        return self.run.wait(), read("stdout"), b"".join(said)


def open_when_read_or_none(path, seconds=200):
    """Returns the writing end of a fifo once the program reads the fifo, or None if the program does not open the fifo within `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:  # ENXIO: the fifo has no reader yet
                raise
        time.sleep(0.005)
    return None
