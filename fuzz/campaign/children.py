"""Starts and stops child processes, each in its own process group so that it is stopped with its children."""

import os
import shutil
import signal
import subprocess
import time

import terminal
import tree

STOP_SECONDS = 5.0  # seconds between SIGINT and SIGKILL

# Lets AFL++ run without its screen, on any core, with any CPU governor and any core_pattern, and continue in an existing folder.
AFL_ENVIRONMENT = {
    "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_NO_AFFINITY": "1", "AFL_NO_UI": "1",
    "AFL_AUTORESUME": "1", "AFL_SKIP_CRASHES": "1", "AFL_FAST_CAL": "1",
    "AFL_FORKSRV_INIT_TMOUT": "20000",
}  # fmt: skip


def environment_of_program(symbolise, aborts=False, **more):
    """Returns the environment of a program under test. Without symbols, a crash report takes a tenth of the time. `aborts`:
    errors end the program with a signal or exit code that AFL++ counts as a crash, and leaks are not detected.
    """
    common = "symbolize=%d:abort_on_error=%d" % (symbolise, aborts)
    result = dict(os.environ, **AFL_ENVIRONMENT)
    result["ASAN_OPTIONS"] = common + ":print_legend=0:allocator_may_return_null=1:handle_abort=1"
    if aborts:
        result["ASAN_OPTIONS"] += ":detect_leaks=0"
    result["UBSAN_OPTIONS"] = common + ":print_stacktrace=1:halt_on_error=1"
    result["MSAN_OPTIONS"] = common + (":exit_code=86" if aborts else "")
    result.update(more)
    return result


def start_process(command, stdout, stderr, env, cwd=None):
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, env=env, cwd=cwd,
                                start_new_session=True)
    except OSError as error:
        raise tree.Failure("%s cannot be run: %s" % (terminal.escape_name(command[0]), error.strerror)) from error


def start_process_that_dies_with_this_one(command, stdout, stderr, env):
    """Starts a process that the kernel kills when this process ends, if setpriv exists (Debian always has it)."""
    setpriv = [shutil.which("setpriv"), "--pdeathsig", "KILL", "--"]
    return start_process((setpriv if setpriv[0] else []) + command, stdout, stderr, env)


def describe_status(status):
    """Returns an exit status as text, such as "exit 3" or "SIGSEGV"."""
    if status is None or status >= 0:
        return "exit %s" % status
    name = signal.Signals(-status).name if -status in signal.valid_signals() else "signal %d" % -status
    return name + " (Linux sends it when out of memory)" if -status == signal.SIGKILL else name


def send_signal(process, number):
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def stop_process(process):
    """Sends SIGINT to the process and its children, and SIGKILL as soon as the process has ended, or after STOP_SECONDS."""
    if process.poll() is None:
        send_signal(process, signal.SIGINT)
        deadline = time.monotonic() + STOP_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
    send_signal(process, signal.SIGKILL)
    process.wait()


def run_program(command, env, seconds, cwd=None):
    """Runs a command and returns (exit status, output). The status is None if the command was killed after `seconds`."""
    process = start_process(command, subprocess.PIPE, subprocess.STDOUT, env, cwd)
    try:
        output = process.communicate(timeout=seconds)[0]
        return process.returncode, output.decode(errors="replace")
    except subprocess.TimeoutExpired:
        send_signal(process, signal.SIGKILL)
        return None, process.communicate()[0].decode(errors="replace")
    except BaseException:
        stop_process(process)
        raise
