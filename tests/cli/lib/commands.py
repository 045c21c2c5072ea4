"""The one place that starts commands of tests: default signals, a time limit, bounded files, nothing left running.

A command runs in a session of its own, so that all that it starts can be ended. What takes longer than its limit is
ended, and the test fails with the command's name. This module is imported by the main thread, before others begin.
"""

import atexit
import os
import resource
import select
import signal
import subprocess
import sys
import threading

LONGEST = 300       # seconds for one command: far more than any takes, on a busy machine and with sanitizers
LARGEST = 8 << 30   # bytes of one file, holes included
PIPE = subprocess.PIPE
STDOUT = subprocess.STDOUT
DEVNULL = subprocess.DEVNULL


class TooLong(Exception):
    """A command was ended because of its limit; `output` is what it had said on standard output."""

    def __init__(self, command, limit, output=b""):
        super().__init__("took longer than %d seconds: %s" % (limit, " ".join(map(os.fsdecode, command))))
        self.output = output or b""


def give_default_signals():
    """`nohup make test &` of a script ignores SIGINT, SIGQUIT and SIGHUP, and commands inherit what is ignored.

    A handler that does nothing keeps this process as deaf as it was; a command gets the default. Python itself gives
    SIGPIPE and SIGXFSZ back.
    """
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def limit_files():
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    least = LARGEST if most == resource.RLIM_INFINITY else min(most, LARGEST)
    resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


class Process(subprocess.Popen):
    """A command that runs beside the test. It is ended after `limit` seconds, or with the test.

    Under limits of its own, or as another user, it cannot write a profile of make coverage, and writes none.
    """

    running = set()

    def __init__(self, command, limit=LONGEST, **options):
        if "LLVM_PROFILE_FILE" in os.environ and ("preexec_fn" in options or "user" in options):
            options["env"] = {**(options.get("env") or os.environ), "LLVM_PROFILE_FILE": os.devnull}
        super().__init__(command, start_new_session=True, **options)
        self.limit = limit
        self.is_too_long = False
        Process.running.add(self)
        self.watch = threading.Timer(limit, self.end_late)
        self.watch.daemon = True

    def end_late(self):
        self.is_too_long = True
        print("FAILED: %s" % TooLong(self.args, self.limit), flush=True)
        self.end()

    def end(self):
        """Ends the command and all that it left in its session's group."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def watch_end(self, seconds):
        """Waits at most so long for the end, and returns how long there is to wait; subprocess itself would look for it after 0.5 ms, 1 ms, 2 ms, ... 50 ms."""
        try:
            descriptor = os.pidfd_open(self.pid)
        except (AttributeError, OSError):  # an old kernel, or a sandbox
            return seconds
        with open(descriptor, "rb", buffering=0):
            watched = select.poll()
            watched.register(descriptor, select.POLLIN)
            watched.poll(1000 * max(0, seconds))
        return 0

    def wait(self, timeout=None):
        if timeout is not None and self.returncode is None:
            timeout = self.watch_end(timeout)
        code = super().wait(timeout)
        self.watch.cancel()
        Process.running.discard(self)
        return code


def start(command, limit=LONGEST, **options):
    process = Process(command, limit, **options)
    process.watch.start()
    return process


def run(command, limit=LONGEST, input=None, check=False, **options):
    """subprocess.run; raises TooLong."""
    if input is not None:
        options["stdin"] = PIPE
    options.setdefault("stdin", DEVNULL)
    process = Process(command, limit, **options)
    try:
        output, errors = process.communicate(input, timeout=limit)
    except subprocess.TimeoutExpired:
        process.end()
        raise TooLong(command, limit, process.communicate()[0]) from None
    except BaseException:
        process.end()
        process.wait()
        raise
    process.wait()
    result = subprocess.CompletedProcess(process.args, process.returncode, output, errors)
    if check:
        result.check_returncode()
    return result


def marked(mark):
    """Processes whose environment has NAME=VALUE, whatever sessions they went to; not this one."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % pid, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words and int(pid) != os.getpid():
            found.append(int(pid))
    return found


def end_marked(mark):
    """Ends them; their command lines."""
    ended = []
    for pid in marked(mark):
        try:
            with open("/proc/%d/cmdline" % pid, "rb") as file:
                line = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue
        if line:  # otherwise it has ended, and waits for its parent
            ended.append(line)
    return ended


def end_all():
    for process in list(Process.running):
        process.end()


def end_by_signal(number, _):
    sys.exit(128 + number)


atexit.register(end_all)
give_default_signals()
limit_files()
if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
    signal.signal(signal.SIGTERM, end_by_signal)
