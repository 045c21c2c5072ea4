"""Starts all commands of tests: default signals, a time limit, bounded files, no process left running.

A command runs in its own session, so that it can be ended with all processes it starts. A command that exceeds its limit is
ended, and the test fails with the command's name. The main thread must import this module before it starts other threads.
"""

import atexit
import os
import resource
import select
import signal
import subprocess
import sys
import threading

LONGEST = 300       # time limit of a command in seconds: far more than needed on a busy machine with sanitizers
LARGEST = 8 << 30   # most bytes of a file that a command writes, including holes
PIPE = subprocess.PIPE
STDOUT = subprocess.STDOUT
DEVNULL = subprocess.DEVNULL


class TimeLimitExceeded(Exception):
    """A command was ended because of its time limit; `output` is its standard output so far."""

    def __init__(self, command, limit, output=b""):
        super().__init__("took longer than %d seconds: %s" % (limit, " ".join(map(os.fsdecode, command))))
        self.output = output or b""


def give_commands_default_signals():
    """Lets commands get the default action for signals that this process ignores. `nohup make test &` in a script ignores SIGINT,
    SIGQUIT and SIGHUP, and commands inherit ignored signals.

    An empty handler keeps this process immune, and commands get the default action. Python itself restores SIGPIPE and SIGXFSZ.
    """
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def limit_file_size():
    """Limits the files that commands write to LARGEST bytes, and lets them dump no core: commands inherit both limits."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    least = LARGEST if most == resource.RLIM_INFINITY else min(most, LARGEST)
    resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


class Process(subprocess.Popen):
    """A running command. It is ended after `limit` seconds, or when this Python process ends.

    A command with its own limits or of another user cannot write the profile of make coverage, and writes none.
    """

    running = set()

    def __init__(self, command, limit=LONGEST, **options):
        if "LLVM_PROFILE_FILE" in os.environ and ("preexec_fn" in options or "user" in options):
            options["env"] = {**(options.get("env") or os.environ), "LLVM_PROFILE_FILE": os.devnull}
        super().__init__(command, start_new_session=True, **options)
        self.limit = limit
        Process.running.add(self)
        self.watch = threading.Timer(limit, self.end_at_time_limit)
        self.watch.daemon = True

    def end_at_time_limit(self):
        print("FAILED: %s" % TimeLimitExceeded(self.args, self.limit), flush=True)
        self.end()

    def end(self):
        """Ends the command and all processes of its group."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def wait_and_return_seconds_left(self, seconds):
        """Waits up to `seconds` for the end of the command. Returns the seconds that subprocess must still wait.

        subprocess itself would poll after 0.5 ms, 1 ms, 2 ms, ... 50 ms.
        """
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
            timeout = self.wait_and_return_seconds_left(timeout)
        code = super().wait(timeout)
        self.watch.cancel()
        Process.running.discard(self)
        return code


def start(command, limit=LONGEST, **options):
    process = Process(command, limit, **options)
    process.watch.start()
    return process


def run(command, limit=LONGEST, input=None, check=False, **options):
    """Runs a command as subprocess.run does. Raises TimeLimitExceeded after `limit` seconds."""
    if input is not None:
        options["stdin"] = PIPE
    options.setdefault("stdin", DEVNULL)
    process = Process(command, limit, **options)
    try:
        output, errors = process.communicate(input, timeout=limit)
    except subprocess.TimeoutExpired:
        process.end()
        raise TimeLimitExceeded(command, limit, process.communicate()[0]) from None
    except BaseException:
        process.end()
        process.wait()
        raise
    process.wait()
    result = subprocess.CompletedProcess(process.args, process.returncode, output, errors)
    if check:
        result.check_returncode()
    return result


def find_processes(variable):
    """Returns the ids of the processes with `variable` (NAME=VALUE) in their environment, in any session, except this process."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % pid, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if variable.encode() in words and int(pid) != os.getpid():
            found.append(int(pid))
    return found


def end_processes_and_list_commands(variable):
    """Ends the processes with `variable` in their environment. Returns their command lines."""
    ended = []
    for pid in find_processes(variable):
        try:
            with open("/proc/%d/cmdline" % pid, "rb") as file:
                line = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue
        if line:  # an empty command line is that of a zombie
            ended.append(line)
    return ended


def end_running_commands():
    for process in list(Process.running):
        process.end()


def exit_on_signal(number, _):
    sys.exit(128 + number)


atexit.register(end_running_commands)
give_commands_default_signals()
limit_file_size()
if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
    signal.signal(signal.SIGTERM, exit_on_signal)
