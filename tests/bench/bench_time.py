"""Times of programs: the processor's seconds, and those of the clock, as medians with their spread."""

import os
import statistics
import subprocess
import time

from bench_inputs import BENCH

BILLION = 1e9


class Sample:
    """Seconds of several times, and how many bytes (or files, or findings) each of them was about."""

    def __init__(self, seconds, amount):
        self.taken = seconds  # in the order in which they were measured
        self.seconds = sorted(seconds)
        self.median = statistics.median(self.seconds)
        self.least = self.seconds[0]  # by the clock, what the machine's other work disturbed least
        self.amount = amount

    def rate(self):
        return self.amount / self.median

    def best_rate(self):
        return self.amount / self.least

    def spread(self):
        """Half of the range of the middle half, as a share of the median."""
        quarter = len(self.seconds) // 4
        middle = self.seconds[quarter:len(self.seconds) - quarter]
        return (middle[-1] - middle[0]) / 2 / self.median

    def as_json(self):
        return {"median_seconds": self.median, "seconds": self.seconds, "amount": self.amount, "rate": self.rate()}


def run_once(command, one_core=True):
    """(processor's seconds, seconds by the clock, most kilobytes of resident memory) of a program that says nothing."""
    began = time.perf_counter()
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(command, stdin=null, stdout=null, stderr=null,
                                 preexec_fn=(lambda: os.sched_setaffinity(0, {pick_core()})) if one_core else None)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    took = time.perf_counter() - began
    if child.returncode not in (0, 1):
        raise RuntimeError("%r: exit %d" % (command, child.returncode))
    return usage.ru_utime + usage.ru_stime, took, usage.ru_maxrss


def pick_core():
    return max(os.sched_getaffinity(0))


def measure(command, amount, times=5, clock=False):
    """A sample of processor's seconds on one core, or of the clock's on all."""
    run_once(command, not clock)  # the file comes into the page cache
    return Sample([run_once(command, not clock)[1 if clock else 0] for _ in range(times)], amount)


def measure_each(commands, amount, times=9, clock=False):
    """The same for several commands in turn, so that each meets the same neighbours."""
    seconds = [[] for _ in commands]
    for turn in range(times):
        for i in range(len(commands))[:: -1 if turn % 2 else 1]:  # each begins as often as the last one
            seconds[i].append(run_once(commands[i], not clock)[1 if clock else 0])
    return [Sample(s, amount) for s in seconds]


def run_together(commands):
    """Seconds by the clock until the last of the programs, all begun at once, has ended."""
    began = time.perf_counter()
    with open(os.devnull, "r+b") as null:
        children = [subprocess.Popen(command, stdin=null, stdout=null, stderr=null) for command in commands]
        codes = [child.wait() for child in children]
    if any(code not in (0, 1) for code in codes):
        raise RuntimeError("%r: exit %r" % (commands, codes))
    return time.perf_counter() - began


def measure_two(command, amount, times):
    """By the clock, in turn: -j1, -j2, and two programs with -j1 at once, which is what the machine's cores give."""
    alone, shared = command + ["-j1"], command + ["-j2"]
    ways = [[alone], [shared], [alone, alone]]
    seconds = [[run_together(way) for way in ways] for _ in range(times + 1)][1:]  # the first one reads the file
    return [Sample([each[i] for each in seconds], amount * len(way)) for i, way in enumerate(ways)]


def printed(program, *arguments, amount):
    """A sample of what one of the measuring programs of build/bench prints; None where it is not there."""
    program = os.path.join(BENCH, program)
    if not os.path.exists(program):
        return None
    result = subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE, check=True)
    return Sample([float(line) for line in result.stdout.split()], amount)


def printed_together(count, program, *arguments, amount):
    """The same of so many that run at once, each with bytes of its own: what they do together."""
    command = [os.path.join(BENCH, program), *map(str, arguments)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(count)]
    texts = [child.communicate()[0] for child in children]
    if any(child.returncode != 0 for child in children):
        raise RuntimeError("%r failed" % command)
    return Sample([float(line) for text in texts for line in text.split()], amount * count)


def peak_anonymous(command):
    """The most anonymous memory that a program held, in bytes, as /proc shows it from time to time; and seconds."""
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
    return most, time.perf_counter() - began
