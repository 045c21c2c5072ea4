"""Measures programs: processor time and time by the clock, as medians with their spread."""

import os
import statistics
import subprocess
import time

from bench_inputs import BENCH

BILLION = 1e9


class Sample:
    """The seconds of several runs of a command, and the number of bytes (or files, or findings) processed in each run."""

    def __init__(self, seconds, amount):
        self.taken = seconds  # seconds of each run, in the order of the runs
        self.seconds = sorted(seconds)
        self.median = statistics.median(self.seconds)
        self.least = self.seconds[0]  # the run that other load of the machine slowed least
        self.amount = amount

    def rate(self):
        return self.amount / self.median

    def best_rate(self):
        return self.amount / self.least

    def spread(self):
        """Returns half of the interquartile range as a share of the median."""
        quarter = len(self.seconds) // 4
        middle = self.seconds[quarter:len(self.seconds) - quarter]
        return (middle[-1] - middle[0]) / 2 / self.median

    def as_json(self):
        return {"median_seconds": self.median, "seconds": self.seconds, "amount": self.amount, "rate": self.rate()}


def time_one_run(command, one_core=True):
    """Runs a program without output; returns (processor seconds, seconds by the clock)."""
    began = time.perf_counter()
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(command, stdin=null, stdout=null, stderr=null,
                                 preexec_fn=(lambda: os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})) if one_core else None)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    took = time.perf_counter() - began
    if child.returncode not in (0, 1):
        raise RuntimeError("%r: exit %d" % (command, child.returncode))
    return usage.ru_utime + usage.ru_stime, took


def measure_command(command, amount, times=5, clock=False):
    """Returns a Sample of processor seconds on one core or, with `clock`, of seconds by the clock on all cores."""
    time_one_run(command, not clock)  # loads the file into the page cache
    return Sample([time_one_run(command, not clock)[1 if clock else 0] for _ in range(times)], amount)


def measure_alternately(commands, amount, times=9, clock=False):
    """Measures several commands alternately, so that other load affects all; returns a Sample for each command."""
    seconds = [[] for _ in commands]
    for turn in range(times):
        for i in range(len(commands))[:: -1 if turn % 2 else 1]:  # alternates which command runs first
            seconds[i].append(time_one_run(commands[i], not clock)[1 if clock else 0])
    return [Sample(s, amount) for s in seconds]


def time_commands_at_once(commands):
    """Starts programs at once; returns the seconds by the clock until the last one ends."""
    began = time.perf_counter()
    with open(os.devnull, "r+b") as null:
        children = [subprocess.Popen(command, stdin=null, stdout=null, stderr=null) for command in commands]
        codes = [child.wait() for child in children]
    if any(code not in (0, 1) for code in codes):
        raise RuntimeError("%r: exit %r" % (commands, codes))
    return time.perf_counter() - began


def measure_one_and_two_threads(command, amount, times):
    """Measures by the clock, alternately: -j1, -j2, and two processes with -j1 at once. Returns a Sample for each."""
    alone, shared = command + ["-j1"], command + ["-j2"]
    ways = [[alone], [shared], [alone, alone]]
    seconds = [[time_commands_at_once(way) for way in ways] for _ in range(times + 1)][1:]  # the first round loads the page cache
    return [Sample([each[i] for each in seconds], amount * len(way)) for i, way in enumerate(ways)]


def run_yardstick_if_built(program, *arguments, amount):
    """Returns a Sample of the seconds that a program of build/bench prints; None if the program is not built."""
    program = os.path.join(BENCH, program)
    if not os.path.exists(program):
        return None
    result = subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE, check=True)
    return Sample([float(line) for line in result.stdout.split()], amount)


def run_yardsticks_together(count, program, *arguments, amount):
    """Runs `count` processes of a program at once; returns a Sample with the rate of all processes together."""
    command = [os.path.join(BENCH, program), *map(str, arguments)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(count)]
    texts = [child.communicate()[0] for child in children]
    if any(child.returncode != 0 for child in children):
        raise RuntimeError("%r failed" % command)
    return Sample([float(line) for text in texts for line in text.split()], amount * count)


def measure_anonymous_peak_and_seconds(command):
    """Returns (peak anonymous memory in bytes, polled from /proc every millisecond, seconds by the clock) of a program. Raises
    RuntimeError if it ends with an exit code above 1."""
    began = time.perf_counter()
    most = 0
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
        while child.poll() is None:
            try:
                with open("/proc/%d/status" % child.pid, encoding="ascii") as status:
                    for line in status:
                        if line.startswith("RssAnon:"):
                            most = max(most, 1024 * int(line.split()[1]))
            except OSError:
                pass
            time.sleep(0.001)
    if child.returncode not in (0, 1):
        raise RuntimeError("exit code %d of %s" % (child.returncode, " ".join(command)))
    return most, time.perf_counter() - began
