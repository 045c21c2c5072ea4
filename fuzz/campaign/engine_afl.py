"""Implements fuzzing of a target, or of a program without instrumentation, with AFL++."""

import os
import shlex
import shutil
import subprocess
import time

import children
import schedule
import tree

LEAST_SLOT = 2.0  # seconds
SETTLED = 2.0  # seconds without a change after which a file of AFL++'s queue counts as complete
POLL = 0.5  # seconds between two reads of plot_data
MOST_KEPT = 1000  # most crashes kept for a target: without instrumentation, AFL++ reports each crash as a new one
LIBDISLOCATOR = "/usr/lib/afl/libdislocator.so"


def parse_number_or_0(text, kind=int):
    """Parses a number in a file of AFL++; returns 0 if the text is not a number, such as in a half-written file."""
    try:
        return kind(text)
    except (OverflowError, ValueError):
        return kind(0)


def quoted_command(command):
    return " ".join(shlex.quote(word) for word in command)


class Slot(schedule.Slot):
    def __init__(self, run, target, worker, seconds):
        super().__init__(run, target, worker, seconds)
        self.out = run.campaign.ensure_folder("afl", target.name)
        self.instance = "worker%d" % worker
        self.log = run.campaign.make_path_and_folders("logs", "%s-%d.log" % (target.name, worker))
        self.taken = set(tree.files_in(self.crashes))  # paths of the crashes in the campaign's folder
        self.collected = set()  # paths of the files of AFL++'s queue that are in the corpus

    def command(self):
        options = self.run.options
        afl = [tree.need_tool("afl-fuzz"), "-i", self.corpus, "-o", self.out, "-V", str(max(1, int(self.seconds_left()))),
               "-G", str(tree.MAX_LEN), "-t", str(1000 * options.timeout)]  # fmt: skip
        if os.path.exists(self.target.dictionary):
            afl += ["-x", self.target.dictionary]
        if options.seed is not None:
            afl += ["-s", str(options.seed + self.worker + self.run.seed_of_task())]
        if options.runs:
            afl += ["-E", str(max(1, options.runs - self.progress.execs_of_this_run()))]
        if self.target.command:
            # Instances with -n (without instrumentation) cannot share one output folder.
            afl[afl.index("-o") + 1] = self.output_folder()
            return afl + ["-n", "-e", self.target.input_extension().lstrip("."), *self.run.engine_options, "--", *self.target.command]
        return afl + [*self.role_options(), *self.run.engine_options, "--", self.target.program(options.engine)]

    def role_options(self):
        """Returns the options of an instance: with --sync, -M for the target's main instance, which imports inputs of other
        machines; -S for all other instances.
        """
        if self.run.sync and self.run.mains.get(self.target.name) == self.worker:
            return ["-M", self.instance, "-F", self.corpus]
        return ["-S", self.instance]

    def output_folder(self):
        """Returns the path of the folder that this instance writes."""
        return os.path.join(self.out, self.instance)

    def environment(self):
        more = {}
        if self.run.mutator:
            more["AFL_CUSTOM_MUTATOR_LIBRARY"] = self.run.mutator
            if len(self.target.seeds) == 1:  # several seed folders mean several formats
                more["ANIMPROOF_FORMAT"] = self.target.format
            more["ANIMPROOF_TARGET"] = self.target.name
        if self.target.command and self.run.options.dislocator and os.path.exists(LIBDISLOCATOR):
            more["AFL_PRELOAD"] = LIBDISLOCATOR
        if self.run.sync:
            more["AFL_SYNC_TIME"] = "1"  # minutes
        return children.environment_of_program(symbolise=False, aborts=True, **more)

    def read_progress(self):
        """Reads the last line of plot_data, and counts the files of the queue, because AFL++ extends plot_data only now and
        then.
        """
        path = os.path.join(self.output_folder(), "plot_data")
        self.progress.update(self.worker, 0, 0, 0, 0, len(tree.files_in(os.path.join(self.output_folder(), "queue"))))
        try:
            with open(path, "rb") as file:
                file.seek(max(0, os.path.getsize(path) - 4096))
                lines = file.read().decode(errors="replace").splitlines()
        except OSError:
            return
        cells = [cell.strip() for cell in lines[-1].split(",")] if lines else []
        if len(cells) < 13 or not cells[0].isdigit():
            return
        rate, execs, edges = parse_number_or_0(cells[10], float), parse_number_or_0(cells[11]), parse_number_or_0(cells[12])
        self.progress.update(self.worker, execs - self.base, rate, edges, 0, parse_number_or_0(cells[3]))

    def read_stats(self):
        """Returns {name: value} of the fuzzer_stats file; empty if the file does not exist."""
        try:
            with open(os.path.join(self.output_folder(), "fuzzer_stats"), encoding="utf-8", errors="replace") as file:
                stats = dict(line.split(":", 1) for line in file if ":" in line)
            return {key.strip(): value.strip() for key, value in stats.items()}
        except OSError:
            return {}

    def collect_queue(self, settled=0.0):
        """Copies new files of AFL++'s queue to the corpus, named by their hashes. Skips files that changed in the last
        `settled` seconds.
        """
        for path in tree.files_in(os.path.join(self.output_folder(), "queue")):
            if path in self.collected or os.path.getmtime(path) > time.time() - settled:
                continue
            self.collected.add(path)
            content = tree.read_file(path)
            kept = os.path.join(self.corpus, tree.hash_name_of_content(content))
            if not os.path.exists(kept):
                shutil.copyfile(path, kept)

    def collect_crashes(self):
        """Copies new crashes and hangs to the campaign's folder. AFL++ writes no stacks: `triage` groups crashes by cause."""
        for kind, folder in (("crash", "crashes"), ("timeout", "hangs")):
            for path in tree.files_in(os.path.join(self.output_folder(), folder)):
                self.collect_crash(path, kind)

    def collect_crash(self, path, kind):
        if os.path.basename(path) == "README.txt":
            return
        kept = os.path.join(self.crashes, "%s-%s" % (kind, tree.hash_name_of_content(tree.read_file(path))))
        if kept in self.taken or len(self.taken) >= MOST_KEPT:
            return
        self.taken.add(kept)
        self.progress.count_crash_and_ask_to_store(None, kind)
        shutil.copyfile(path, kept)

    def wait(self, process):
        shared = time.monotonic()
        while process.poll() is None:
            time.sleep(POLL)
            self.read_progress()
            self.collect_crashes()
            if self.run.sync and time.monotonic() >= shared + self.run.sync.seconds:
                shared = time.monotonic()
                self.collect_queue(SETTLED)
            self.stop_if_late_or_run_stops(process)

    def work(self):
        if self.seconds_left() < LEAST_SLOT or self.run.stopping.is_set():
            return
        if self.run.sync:
            self.run.sync.prune_if_corpus_has_doubled(self.target)
        self.base = parse_number_or_0(self.read_stats().get("execs_done", 0))  # executions before this slot
        self.progress.record_process_start(self.worker)
        with open(self.log, "wb") as log:
            process = children.start_process_that_dies_with_this_one(self.command(), log, subprocess.STDOUT, self.environment())
            try:
                self.wait(process)
            finally:
                children.stop_process(process)
                self.record_end_and_collect_files()
        self.fail_if_late()
        if process.returncode != 0 and not self.run.stopping.is_set():
            output = tree.read_file(self.log).decode(errors="replace")[-2500:]
            raise tree.Failure("%s\nends with %d:\n%s" % (quoted_command(self.command()), process.returncode, output))

    def record_end_and_collect_files(self):
        stats = self.read_stats()
        if stats:
            execs = parse_number_or_0(stats.get("execs_done", 0)) - self.base
            self.progress.update(self.worker, execs, 0, parse_number_or_0(stats.get("edges_found", 0)), 0,
                               parse_number_or_0(stats.get("corpus_count", 0)))
        self.progress.record_process_end(self.worker)
        self.collect_queue()
        self.collect_crashes()
