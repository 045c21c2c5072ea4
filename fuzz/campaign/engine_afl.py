"""Runs a target, or a program without instrumentation, with AFL++."""

import os
import shlex
import shutil
import subprocess
import time

import children
import schedule
import tree

LEAST_SLOT = 2.0  # seconds
SETTLED = 2.0  # seconds after which a file of the queue is taken for whole while AFL++ runs
POLL = 0.5  # seconds between looks at plot_data
MOST_KEPT = 1000  # crashes of a target: without instrumentation, AFL++ takes each for a new one
LIBDISLOCATOR = "/usr/lib/afl/libdislocator.so"


def number(text, kind=int):
    """A number of AFL++'s files; 0 where none is written, or not whole."""
    try:
        return kind(text)
    except (OverflowError, ValueError):
        return kind(0)


def shown_command(command):
    return " ".join(shlex.quote(word) for word in command)


class Slot(schedule.Slot):
    def __init__(self, run, target, worker, seconds):
        super().__init__(run, target, worker, seconds)
        self.out = run.campaign.folder_of("afl", target.name)
        self.instance = "worker%d" % worker
        self.log = run.campaign.place("logs", "%s-%d.log" % (target.name, worker))
        self.taken = set(tree.files_in(self.crashes))
        self.collected = set()

    def command(self):
        options = self.run.options
        afl = [tree.need_tool("afl-fuzz"), "-i", self.corpus, "-o", self.out, "-V", str(max(1, int(self.left()))),
               "-G", str(tree.MAX_LEN), "-t", str(100 * options.timeout)]  # fmt: skip
        if os.path.exists(self.target.dictionary):
            afl += ["-x", self.target.dictionary]
        if options.seed is not None:
            afl += ["-s", str(options.seed + self.worker + self.run.seed_of_task())]
        if options.runs:
            afl += ["-E", str(max(1, options.runs - self.progress.own_execs()))]
        if self.target.command:
            # Without instrumentation, instances know nothing of each other, and each has its own folder.
            afl[afl.index("-o") + 1] = self.results()
            return afl + ["-n", "-e", self.target.extension().lstrip("."), *self.run.extra, "--", *self.target.command]
        return afl + [*self.role(), *self.run.extra, "--", self.target.program(options.engine)]

    def role(self):
        """Of the workers of a machine one is the main instance: it takes in what other machines have shared."""
        if self.run.sync and self.run.mains.get(self.target.name) == self.worker:
            return ["-M", self.instance, "-F", self.corpus]
        return ["-S", self.instance]

    def results(self):
        """The folder that this instance writes."""
        return os.path.join(self.out, self.instance)

    def environment(self):
        more = {}
        if self.run.mutator:
            more["AFL_CUSTOM_MUTATOR_LIBRARY"] = self.run.mutator
            if len(self.target.seeds) == 1:  # otherwise it takes several formats, and the content decides
                more["ANIMPROOF_FORMAT"] = self.target.format
            more["ANIMPROOF_TARGET"] = self.target.name
        if self.target.command and self.run.options.dislocator and os.path.exists(LIBDISLOCATOR):
            more["AFL_PRELOAD"] = LIBDISLOCATOR
        if self.run.sync:
            more["AFL_SYNC_TIME"] = "1"  # minutes
        return children.environment(symbolise=False, aborts=True, **more)

    def look(self):
        """Takes the newest line of plot_data. AFL++ writes one a minute; files are counted in between."""
        path = os.path.join(self.results(), "plot_data")
        self.progress.seen(self.worker, 0, 0, 0, 0, len(tree.files_in(os.path.join(self.results(), "queue"))))
        try:
            with open(path, "rb") as file:
                file.seek(max(0, os.path.getsize(path) - 4096))
                lines = file.read().decode(errors="replace").splitlines()
        except OSError:
            return
        cells = [cell.strip() for cell in lines[-1].split(",")] if lines else []
        if len(cells) < 13 or not cells[0].isdigit():
            return
        rate, execs, edges = number(cells[10], float), number(cells[11]), number(cells[12])
        self.progress.seen(self.worker, execs - self.base, rate, edges, 0, number(cells[3]))

    def executions(self):
        """As the last state says; 0 where there is none."""
        try:
            with open(os.path.join(self.results(), "fuzzer_stats"), encoding="utf-8", errors="replace") as file:
                stats = dict(line.split(":", 1) for line in file if ":" in line)
            return {key.strip(): value.strip() for key, value in stats.items()}
        except OSError:
            return {}

    def collect(self, settled=0.0):
        """Copies what is new in the queue to the campaign's folder, named by content; not what was written just now."""
        for path in tree.files_in(os.path.join(self.results(), "queue")):
            if path in self.collected or os.path.getmtime(path) > time.time() - settled:
                continue
            self.collected.add(path)
            content = tree.read(path)
            kept = os.path.join(self.corpus, tree.name_of(content))
            if not os.path.exists(kept):
                shutil.copyfile(path, kept)

    def collect_crashes(self):
        """The same for crashes. AFL++ has no stacks: `triage` tells them apart."""
        for kind, folder in (("crash", "crashes"), ("timeout", "hangs")):
            for path in tree.files_in(os.path.join(self.results(), folder)):
                self.collect_crash(path, kind)

    def collect_crash(self, path, kind):
        if os.path.basename(path) == "README.txt":
            return
        kept = os.path.join(self.crashes, "%s-%s" % (kind, tree.name_of(tree.read(path))))
        if kept in self.taken or len(self.taken) >= MOST_KEPT:
            return
        self.taken.add(kept)
        self.progress.crashed(None, kind)
        shutil.copyfile(path, kept)

    def wait(self, process):
        shared = time.monotonic()
        while process.poll() is None:
            time.sleep(POLL)
            self.look()
            self.collect_crashes()
            if self.run.sync and time.monotonic() >= shared + self.run.sync.seconds:
                shared = time.monotonic()
                self.collect(SETTLED)
            self.stop_in_time(process)

    def work(self):
        if self.left() < LEAST_SLOT or self.run.stopping.is_set():
            return
        if self.run.sync:
            self.run.sync.prune_if_due(self.target)
        self.base = number(self.executions().get("execs_done", 0))
        self.progress.begin(self.worker)
        with open(self.log, "wb") as log:
            process = children.start_engine(self.command(), log, subprocess.STDOUT, self.environment())
            try:
                self.wait(process)
            finally:
                children.stop(process)
                self.finish()
        self.check_in_time()
        if process.returncode != 0 and not self.run.stopping.is_set():
            said = tree.read(self.log).decode(errors="replace")[-2500:]
            raise tree.Failure("%s\nends with %d:\n%s" % (shown_command(self.command()), process.returncode, said))

    def finish(self):
        stats = self.executions()
        if stats:
            execs = number(stats.get("execs_done", 0)) - self.base
            self.progress.seen(self.worker, execs, 0, number(stats.get("edges_found", 0)), 0,
                               number(stats.get("corpus_count", 0)))
        self.progress.end(self.worker)
        self.collect()
        self.collect_crashes()
