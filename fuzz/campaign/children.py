"""Starting an engine so that it can be ended: each in a process group of its own."""

import os
import shutil
import signal
import subprocess
import time

import terminal
import tree

PATIENCE = 5.0  # seconds between asking a process to stop and ending it

# One core is as good as another, the governor stays as it is, and crashes are found without core_pattern.
QUIET = {
    "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_NO_AFFINITY": "1", "AFL_NO_UI": "1",
    "AFL_AUTORESUME": "1", "AFL_SKIP_CRASHES": "1", "AFL_FAST_CAL": "1",
    "AFL_FORKSRV_INIT_TMOUT": "20000",
}  # fmt: skip


def environment(symbolise, aborts=False, **more):
    """Of a program under test. Not symbolising a stack makes a crash ten times as cheap."""
    common = "symbolize=%d:abort_on_error=%d" % (symbolise, aborts)
    result = dict(os.environ, **QUIET)
    result["ASAN_OPTIONS"] = common + ":print_legend=0:allocator_may_return_null=1:handle_abort=1"
    if aborts:
        result["ASAN_OPTIONS"] += ":detect_leaks=0"
    result["UBSAN_OPTIONS"] = common + ":print_stacktrace=1:halt_on_error=1"
    result["MSAN_OPTIONS"] = common + (":exit_code=86" if aborts else "")
    result.update(more)
    return result


def start(command, stdout, stderr, env, cwd=None):
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, env=env, cwd=cwd,
                                start_new_session=True)
    except OSError as error:
        raise tree.Failure("%s cannot be run: %s" % (terminal.name(command[0]), error.strerror)) from error


def start_engine(command, stdout, stderr, env):
    """As start(), and it ends when this process does, however that comes (setpriv is in every Debian)."""
    ends_with_this = [shutil.which("setpriv"), "--pdeathsig", "KILL", "--"]
    return start((ends_with_this if ends_with_this[0] else []) + command, stdout, stderr, env)


def ending(status):
    """An exit status in words."""
    if status is None or status >= 0:
        return "exit %s" % status
    name = signal.Signals(-status).name if -status in signal.valid_signals() else "signal %d" % -status
    return name + " (as Linux does when memory has run out)" if -status == signal.SIGKILL else name


def send(process, number):
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def stop(process):
    """Asks the process to end, and ends it with all its children when it does not."""
    if process.poll() is None:
        send(process, signal.SIGINT)
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
    send(process, signal.SIGKILL)
    process.wait()


def run_once(command, env, seconds, cwd=None):
    """(exit status, what it said); status None: it took longer than that, and was ended."""
    process = start(command, subprocess.PIPE, subprocess.STDOUT, env, cwd)
    try:
        said = process.communicate(timeout=seconds)[0]
        return process.returncode, said.decode(errors="replace")
    except subprocess.TimeoutExpired:
        send(process, signal.SIGKILL)
        return None, process.communicate()[0].decode(errors="replace")
    except BaseException:
        stop(process)
        raise
