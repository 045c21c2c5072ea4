"""`fuzz compare`: compares the structure-aware mutator with libFuzzer's own mutations, without and with a dictionary."""

import json
import os
import queue
import random
import threading

import campaign_files
import terminal
import tree
import trial
import trial_numbers as numbers
import trial_page

TRIALS = os.path.join(tree.BUILD, "fuzz", "trials")
GREATEST_SEED = 2 ** 31 - 1  # the largest value of libFuzzer's -seed


def absolute_path_of_program(path):
    if not os.access(path, os.X_OK):
        raise tree.Failure("there is no program %s" % terminal.escape_name(path))
    return os.path.abspath(path)


def parse_subject(text, form):
    """Parses --program NAME=STRUCTURED,PLAIN: a loader built with libFuzzer, with the mutator and without it."""
    name, _, programs = text.partition("=")
    structured, _, plain = programs.partition(",")
    if not plain:
        raise tree.Failure("--program is NAME=FILE,FILE: with the mutator, and without it", 2)
    campaign_files.check_name("a subject", name)
    return trial.Subject(name, form, absolute_path_of_program(structured), absolute_path_of_program(plain))


def build_subjects(subjects):
    tree.run_make("-j2", "config=" + tree.own_config(), "fuzz-data")
    programs = [path for subject in subjects for path in (subject.structured, subject.plain)]
    tree.run_make("-j2", "config=libfuzzer-fast", *[os.path.relpath(path, tree.ROOT) for path in programs])


def read_rows(path):
    """Returns the trials that earlier calls stored. Ignores a last line without a newline, which an interrupted call leaves."""
    rows = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    rows.append(json.loads(line))
    return rows


def missing_trials(rows, subjects, options):
    """Returns (subject, way) for each trial that is still to run, in random order, so that other load of the machine slows all
    ways alike.
    """
    wanted = []
    for subject in subjects:
        for way in trial.WAYS:
            done = len(numbers.edges_of(rows, subject.name, way))
            wanted += [(subject, way)] * max(0, options.trials - done)
    random.shuffle(wanted)
    return wanted


class Trials:
    """Runs trials on several threads, and writes the row of each trial when it ends."""

    def __init__(self, path, wanted, seconds):
        self.path, self.seconds = path, seconds
        self.waiting = queue.SimpleQueue()
        for each in wanted:
            self.waiting.put(each)
        self.lock = threading.Lock()
        self.failure = None
        self.left = len(wanted)

    def store(self, row):
        with self.lock:
            self.left -= 1
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            tree.print_message("%s, %s: %d edges; %d trials to go" % (row["subject"], row["way"], row["edges"], self.left))

    def work(self):
        while self.failure is None:
            try:
                subject, way = self.waiting.get_nowait()
            except queue.Empty:
                return
            try:
                self.store(trial.run_trial(subject, way, random.randrange(1, GREATEST_SEED), self.seconds))
            except (tree.Failure, OSError) as problem:
                self.failure = problem

    def run_all(self, jobs):
        workers = [threading.Thread(target=self.work) for _ in range(jobs)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            self.failure = tree.Failure("interrupted; the same command runs the remaining trials", 130)
            for worker in workers:
                worker.join()
        if self.failure is not None:
            raise self.failure


def cut_incomplete_line(path):
    """Removes a last line without a newline, which an interrupted call leaves."""
    if os.path.exists(path):
        content = tree.read_file(path)
        with open(path, "r+b") as file:
            file.truncate(content.rfind(b"\n") + 1)


def write_page(page, made, plot):
    with open(page, encoding="utf-8") as file:
        was = file.read()
    try:
        text = trial_page.replace_between_marks(was, made)
    except ValueError as error:
        raise tree.Failure("%s: %s" % (terminal.escape_name(page), error)) from error
    tree.write_atomically(trial_page.path_of_plot(page), plot)
    tree.write_atomically(page, text)


def command_compare(options):
    own = [trial.own_subject(form) for form in options.formats]
    subjects = own + [parse_subject(text, options.format) for text in options.program or []]
    numbers.load_statistics()
    if options.build and own:
        build_subjects(own)
    campaign_files.check_name("a comparison", options.name)
    os.makedirs(TRIALS, exist_ok=True)
    path = os.path.join(TRIALS, options.name + ".jsonl")
    cut_incomplete_line(path)
    rows = read_rows(path)
    others = {row["asked"] for row in rows} - {options.seconds}
    if others:
        raise tree.Failure("%s has trials of %g seconds; give it another --name" % (options.name, others.pop()), 2)
    Trials(path, missing_trials(rows, subjects, options), options.seconds).run_all(options.jobs)
    rows = read_rows(path)
    names = [subject.name for subject in subjects]
    made = trial_page.compose_text(rows, names, options)
    tree.print_result(made)
    if options.page:
        write_page(options.page, made, trial_page.draw_plots(rows, names, options.seconds))
    lost = [name for name in names if not numbers.structured_wins(rows, name)]
    if lost:
        tree.print_message("the structure-aware mutator does not reach significantly more edges of: " + ", ".join(lost))
    return 1 if lost else 0
