"""Runs the program on terminals."""

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


def read_all(master, into):
    """Appends what comes from the terminal, until its other side is closed."""
    try:
        while piece := os.read(master, 65536):
            into.append(piece)
    except OSError:
        pass


def on_terminal(case, *arguments, columns=0, **environment):
    """The bytes, with CR LF at the ends of lines. columns 0: the terminal does not say how wide it is."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns else 0, columns, 0, 0))
    pieces = []
    reader = threading.Thread(target=read_all, args=(master, pieces))
    reader.start()
    case.run(*arguments, stdout=slave, env=environment)
    os.close(slave)
    reader.join()
    os.close(master)
    return b"".join(pieces)


class Terminal:
    """A run whose standard error is a terminal."""

    def __init__(self, case, *words):
        self.end, other = pty.openpty()
        with open("stdout", "wb") as out:
            self.run = case.start(*words, stdout=out, stderr=other, stdin=commands.DEVNULL)
        os.close(other)

    def finish(self):
        """(exit code, standard output, what the terminal got)"""
        said = []
        read_all(self.end, said)
        os.close(self.end)
        return self.run.wait(), read("stdout"), b"".join(said)


def open_when_read(path, seconds=200):
    """The writing end of a fifo as soon as the program has opened the other; None where it has not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:  # nobody reads it yet
                raise
        time.sleep(0.005)
    return None
