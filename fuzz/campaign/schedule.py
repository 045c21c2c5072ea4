"""Dividing the time of some workers over the targets, and the line that says how it goes."""

import shutil
import sys
import time

import children
import tree

GRACE = 20.0  # seconds beyond its time that a process gets
PLAIN_SECONDS = 15.0  # between lines where there is no terminal


def divide(names, jobs, seconds):
    """For each worker a list of (name, seconds): every target gets the same share of all the time.

    The shares are put end to end and cut where a worker's time is over. A target that is cut runs at the end of one
    worker's time and at the beginning of the next one's; it meets itself only where there are fewer targets than workers.
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
    """A stretch of time of one worker that belongs to a target. The engines say how it is used."""

    def __init__(self, run, target, worker, seconds):
        self.run, self.target, self.worker = run, target, worker
        self.progress = run.progress[target.name]
        self.deadline = time.monotonic() + seconds
        self.corpus = run.campaign.folder_of("corpus", target.name)
        self.crashes = run.campaign.folder_of("crashes", target.name)
        self.late = False  # whether a process had to be ended, as its time was long over

    def left(self):
        return self.deadline - time.monotonic()

    def stop_in_time(self, process):
        """Ends a process when all is to stop, or its time is long over."""
        if self.run.stopping.is_set() or self.left() < -GRACE:
            self.late = self.late or not self.run.stopping.is_set()
            children.stop(process)

    def check_in_time(self):
        if self.late:
            raise tree.Failure("%s did not end %d s after its time, and was ended" % (self.target.name, GRACE))


def clock(seconds):
    return "%d:%02d" % (int(seconds) // 60, int(seconds) % 60)


class Live:
    """On a terminal one line that is written anew; otherwise a line for each running target now and then."""

    def __init__(self, run, seconds):
        self.run, self.seconds = run, seconds
        self.start = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.next = self.start + 1.0

    def about(self, progress):
        faults = progress.told_apart()
        return "%s %s/s, %d edges, %d files, %d crashes%s" % (
            progress.target.name, format(int(progress.rate()), ","), progress.edges, progress.corpus,
            progress.crashes, " (%d faults)" % faults if faults else "")  # fmt: skip

    def show(self):
        now = time.monotonic()
        running = [each for each in self.run.progress.values() if each.running]
        head = "%s of %s" % (clock(now - self.start), clock(self.seconds))
        if self.terminal:
            width = shutil.get_terminal_size().columns - 1
            line = "  ".join([head] + [self.about(each) for each in running])
            sys.stderr.write("\r%s\x1b[K" % line[:width])
            sys.stderr.flush()
        elif now >= self.next:
            self.next = now + PLAIN_SECONDS
            for each in running:
                print("%s  %s" % (head, self.about(each)), file=sys.stderr, flush=True)

    def clear(self):
        if self.terminal:
            sys.stderr.write("\r\x1b[K")
