"""Implements fuzzing of a target with libFuzzer. A crash ends the libFuzzer process: the crash is stored, and a new process
continues.
"""

import collections
import os
import queue
import re
import subprocess
import threading

import children
import crash_signature
import schedule
import tree

STATUS = re.compile(r"^#(\d+)\s+\S+\s+cov: (\d+) ft: (\d+) corp: (\d+)\S*.*?exec/s: (\d+)")
COUNTED = re.compile(r"^stat::number_of_executed_units:\s*(\d+)")
ARTIFACT = re.compile(r"Test unit written to (\S*/(crash|timeout|oom|leak)-[0-9a-f]+)")
NO_LEAKS = "LeakSanitizer has encountered a fatal error"
KEPT_LINES = 400  # last lines of the output of a process
LEAST_SLOT = 1.0  # seconds


class ProcessOutput:
    """Parses the output of one libFuzzer process: keeps its last lines, its number of executions and the path of its crash."""

    def __init__(self, slot):
        self.slot = slot
        self.lines = collections.deque(maxlen=KEPT_LINES)
        self.artifact = None
        self.execs = 0

    def read_line(self, line):
        """Updates the progress and the crash's path from a line of libFuzzer's output."""
        status = STATUS.match(line)
        if status:
            execs, edges, features, corpus, rate = map(int, status.groups())
            self.execs = max(self.execs, execs)
            self.slot.progress.update(self.slot.worker, execs, rate, edges, features, corpus)
            return
        counted = COUNTED.match(line)
        if counted:
            self.execs = int(counted.group(1))
            self.slot.progress.update(self.slot.worker, self.execs, 0, 0, 0, 0)
        artifact = ARTIFACT.search(line)
        if artifact:
            self.artifact = artifact.group(1)
        self.lines.append(line)

    def text(self):
        return "\n".join(self.lines) + "\n"


class Slot(schedule.Slot):
    processes = 0  # processes run so far in this slot

    def command(self):
        options = self.run.options
        command = [
            self.target.program(options.engine), "-max_len=%d" % tree.MAX_LEN, "-timeout=%d" % options.timeout,
            "-rss_limit_mb=2048", "-print_final_stats=1", "-print_funcs=0", "-verbosity=1",
            "-max_total_time=%d" % max(1, int(self.seconds_left())), "-artifact_prefix=" + self.crashes + "/",
        ]  # fmt: skip
        if os.path.exists(self.target.dictionary):
            command.append("-dict=" + self.target.dictionary)
        if options.seed is not None:
            command.append("-seed=%d" % (1 + options.seed + self.processes + 1000 * self.worker + self.run.seed_of_task()))
        if options.runs:
            command.append("-runs=%d" % max(1, options.runs - self.progress.execs_of_this_run()))
        if self.run.is_leak_detection_off:
            command.append("-detect_leaks=0")
        return command + self.run.engine_options + [self.corpus]

    def is_slot_over(self):
        enough = self.run.options.runs and self.progress.execs_of_this_run() >= self.run.options.runs
        return self.run.stopping.is_set() or self.seconds_left() < LEAST_SLOT or enough

    def read_output(self, process, session):
        """Reads the process's output until it ends; stops the process if the run stops, or if it is late
        (stop_if_late_or_run_stops).
        """
        lines = queue.Queue()

        def pass_on():
            for line in process.stderr:
                lines.put(line.decode(errors="replace").rstrip("\n"))
            lines.put(None)

        reader = threading.Thread(target=pass_on, daemon=True)
        reader.start()
        while True:
            try:
                line = lines.get(timeout=0.25)
                if line is None:
                    break
                session.read_line(line)
            except queue.Empty:
                pass
            self.stop_if_late_or_run_stops(process)
        process.wait()
        reader.join()

    def run_process(self):
        """Runs one libFuzzer process until it ends; returns its ProcessOutput and its exit status."""
        session = ProcessOutput(self)
        env = children.environment_of_program(symbolise=False)
        self.progress.record_process_start(self.worker)
        process = children.start_process_that_dies_with_this_one(self.command(), subprocess.DEVNULL, subprocess.PIPE, env)
        try:
            self.read_output(process, session)
        finally:
            children.stop_process(process)
            self.progress.record_process_end(self.worker)
        self.processes += 1
        return session, process.returncode

    def count_crash_and_store_if_wanted(self, session):
        """Counts a crash and stores it with its report, unless enough crashes of its fault are stored. Removes the crashing input
        from the corpus.
        """
        signature = crash_signature.signature_of_crash_or_none(session.text())
        name = os.path.basename(session.artifact)
        wanted = self.progress.count_crash_and_ask_to_store(signature, name.partition("-")[0])
        if not wanted:
            os.remove(session.artifact)
        else:
            with open(session.artifact + ".log", "w", encoding="utf-8") as file:
                file.write("signature: %s\nengine: %s\n%s" % (signature, self.run.options.engine, session.text()))
            if self.progress.faults.get(signature.key() if signature else "?") == 1:
                self.run.report_crash(self.target, signature, name)
        if self.run.sync:
            self.run.sync.record_crash(self.target.name, name.partition("-")[2])
        in_corpus = os.path.join(self.corpus, name.partition("-")[2])
        if os.path.exists(in_corpus):
            os.remove(in_corpus)

    def work(self):
        if self.run.sync and not self.is_slot_over():
            self.run.sync.prune_if_corpus_has_doubled(self.target)
        failures, ended_badly = 0, []
        while not self.is_slot_over():
            session, status = self.run_process()
            if session.artifact and os.path.exists(session.artifact):
                self.count_crash_and_store_if_wanted(session)
                failures = 0
            elif NO_LEAKS in session.text():
                self.run.is_leak_detection_off = True
                tree.print_message("leak detection is off: LeakSanitizer cannot use ptrace here")
            elif status != 0 and not self.run.stopping.is_set():
                failures += 1
                ended_badly.append(status)
                if failures > 2:
                    raise tree.Failure("%s ends with %d:\n%s" % (self.target.name, status, session.text()[-2000:]))
        self.fail_if_late()
        if ended_badly:
            raise tree.Failure("%s failed %d times without a crashing input: %s" % (
                self.target.name, len(ended_badly), ", ".join(sorted(set(map(children.describe_status, ended_badly))))))  # fmt: skip
