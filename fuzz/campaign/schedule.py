"""Divides the time of the workers between the targets, and prints the progress of a run."""

import shutil
import sys
import time

import children
import tree

GRACE = 20.0  # seconds from the end of a process's time until it is killed
PLAIN_SECONDS = 15.0  # seconds between progress lines if standard error is not a terminal


def divide_time(names, jobs, seconds):
    """Returns a list of (target, seconds) for each worker; every target gets an equal share of the total time.

    The shares are put end to end and cut at the end of each worker's time. A share that is cut runs at the end of one
    worker's time and at the start of the next worker's. A target runs twice at once only if there are more workers than targets.
    """
    share = seconds * jobs / len(names)
    plans, plan, left = [], [], seconds
    for name in names:
        need = share
        while need > 1e-6:
            part = min(need, left)
            plan.append((name, part))
            need, left = need - part, left - part
            if left <= 1e-6:
                plans.append(plan)
                plan, left = [], seconds
    if plan:
        plans.append(plan)
    return plans


class Slot:
    """A span of time in which one worker runs one target. Each engine implements work()."""

    def __init__(self, run, target, worker, seconds):
        self.run, self.target, self.worker = run, target, worker
        self.progress = run.progress[target.name]
        self.deadline = time.monotonic() + seconds
        self.corpus = run.campaign.ensure_folder("corpus", target.name)
        self.crashes = run.campaign.ensure_folder("crashes", target.name)
        self.late = False  # True if a process was killed GRACE seconds after the end of its time

    def seconds_left(self):
        return self.deadline - time.monotonic()

    def stop_if_late_or_run_stops(self, process):
        """Stops the process if the run stops, or GRACE seconds after the end of its time."""
        if self.run.stopping.is_set() or self.seconds_left() < -GRACE:
            self.late = self.late or not self.run.stopping.is_set()
            children.stop_process(process)

    def fail_if_late(self):
        if self.late:
            raise tree.Failure("%s was killed: it did not end within %d s after its time" % (self.target.name, GRACE))


def format_minutes_and_seconds(seconds):
    return "%d:%02d" % (int(seconds) // 60, int(seconds) % 60)


class ProgressLine:
    """Prints progress: on a terminal one line that is overwritten, else a line for each target every PLAIN_SECONDS."""

    def __init__(self, run, seconds):
        self.run, self.seconds = run, seconds
        self.start = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.next = self.start + 1.0

    def status_text(self, progress):
        faults = progress.count_distinct_faults()
        return "%s %s/s, %d edges, %d files, %d crashes%s" % (
            progress.target.name, format(int(progress.rate()), ","), progress.edges, progress.corpus,
            progress.crashes, " (%d faults)" % faults if faults else "")  # fmt: skip

    def show(self):
        now = time.monotonic()
        running = [each for each in self.run.progress.values() if each.running]
        head = "%s of %s" % (format_minutes_and_seconds(now - self.start), format_minutes_and_seconds(self.seconds))
        if self.terminal:
            width = shutil.get_terminal_size().columns - 1
            line = "  ".join([head] + [self.status_text(each) for each in running])
            sys.stderr.write("\r%s\x1b[K" % line[:width])
            sys.stderr.flush()
        elif now >= self.next:
            self.next = now + PLAIN_SECONDS
            for each in running:
                print("%s  %s" % (head, self.status_text(each)), file=sys.stderr, flush=True)

    def clear(self):
        if self.terminal:
            sys.stderr.write("\r\x1b[K")
