"""`fuzz compare`: trials of the structure-aware mutator against bytes alone and bytes with a dictionary."""

import json
import os
import queue
import random
import threading

import kept
import terminal
import trial
import trial_numbers as numbers
import trial_page
import tree

TRIALS = os.path.join(tree.BUILD, "fuzz", "trials")
SEEDS = 2 ** 31 - 1  # libFuzzer's -seed


def program_at(path):
    if not os.access(path, os.X_OK):
        raise tree.Failure("there is no program %s" % terminal.name(path))
    return os.path.abspath(path)


def subject_of(text, form):
    """NAME=STRUCTURED,PLAIN: two programs, built with libFuzzer, with the mutator and without."""
    name, _, programs = text.partition("=")
    structured, _, plain = programs.partition(",")
    if not plain:
        raise tree.Failure("--program is NAME=FILE,FILE: with the mutator, and without it", 2)
    kept.check_name("a subject", name)
    return trial.Subject(name, form, program_at(structured), program_at(plain))


def build(subjects):
    tree.make("-j2", "config=" + tree.own_config(), "fuzz-data")
    programs = [path for subject in subjects for path in (subject.structured, subject.plain)]
    tree.make("-j2", "config=libfuzzer-fast", *[os.path.relpath(path, tree.ROOT) for path in programs])


def read_rows(path):
    """Trials that were made before; a last line that something ended while it was written is left out."""
    rows = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    rows.append(json.loads(line))
    return rows


def missing(rows, subjects, options):
    """(subject, way) of each trial that is still to be made, in random order: load hits all alike."""
    wanted = []
    for subject in subjects:
        for way in trial.WAYS:
            there = len(numbers.edges_of(rows, subject.name, way))
            wanted += [(subject, way)] * max(0, options.trials - there)
    random.shuffle(wanted)
    return wanted


class Trials:
    """Makes trials, some at once, and keeps each as soon as it is done."""

    def __init__(self, path, wanted, seconds):
        self.path, self.seconds = path, seconds
        self.waiting = queue.SimpleQueue()
        for each in wanted:
            self.waiting.put(each)
        self.lock = threading.Lock()
        self.failure = None
        self.left = len(wanted)

    def keep(self, row):
        with self.lock:
            self.left -= 1
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            tree.tell("%s, %s: %d edges; %d trials are left" % (row["subject"], row["way"], row["edges"], self.left))

    def work(self):
        while self.failure is None:
            try:
                subject, way = self.waiting.get_nowait()
            except queue.Empty:
                return
            try:
                self.keep(trial.run(subject, way, random.randrange(1, SEEDS), self.seconds))
            except (tree.Failure, OSError) as problem:
                self.failure = problem

    def make(self, jobs):
        workers = [threading.Thread(target=self.work) for _ in range(jobs)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            self.failure = tree.Failure("stopped; the same command makes the trials that are missing", 130)
            for worker in workers:
                worker.join()
        if self.failure is not None:
            raise self.failure


def cut_torn(path):
    """Takes away a last line without its end."""
    if os.path.exists(path):
        content = tree.read(path)
        with open(path, "r+b") as file:
            file.truncate(content.rfind(b"\n") + 1)


def write_page(page, made, plot):
    with open(page, encoding="utf-8") as file:
        was = file.read()
    try:
        text = trial_page.put_in(was, made)
    except ValueError as error:
        raise tree.Failure("%s: %s" % (terminal.name(page), error)) from error
    tree.write_atomically(trial_page.path_of_plot(page), plot)
    tree.write_atomically(page, text)


def command_compare(options):
    own = [trial.own_subject(form) for form in options.formats]
    subjects = own + [subject_of(text, options.format) for text in options.program or []]
    numbers.load_statistics()
    if options.build and own:
        build(own)
    kept.check_name("a comparison", options.name)
    os.makedirs(TRIALS, exist_ok=True)
    path = os.path.join(TRIALS, options.name + ".jsonl")
    cut_torn(path)
    rows = read_rows(path)
    others = {row["asked"] for row in rows} - {options.seconds}
    if others:
        raise tree.Failure("%s has trials of %g seconds; give it another --name" % (options.name, others.pop()), 2)
    Trials(path, missing(rows, subjects, options), options.seconds).make(options.jobs)
    rows = read_rows(path)
    names = [subject.name for subject in subjects]
    made = trial_page.text(rows, names, options)
    tree.say(made)
    if options.page:
        write_page(options.page, made, trial_page.plots(rows, names, options.seconds))
    behind = [name for name in names if not numbers.wins(rows, name)]
    if behind:
        tree.tell("the structured mutator does not reach significantly more: " + ", ".join(behind))
    return 1 if behind else 0
