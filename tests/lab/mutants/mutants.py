"""Tests small wrong changes of the sources, one at a time, and lists those that no test notices (docs/evidence/mutants.md).

    mutants.py [--seconds N] [--count N] [--seed N] [-j N] [--only PATH] [--aim WORD] [--again] [--canaries]
               [--slow] [--check]

First come canaries, changes that some test must notice; the run fails if one is not noticed. Then changes are tested in a random
order from --seed, until --count changes are tested or --seconds are over. build/mutants/results.tsv keeps the outcomes, and the
next run continues. An outcome is "killed" if a test failed, "lived" if none did. --again tests the changes that lived again.
--only selects files by the start of their path. --aim selects the aim of changes: "rule" (condition, span, severity and name of a
rule), "message" and "text" (texts of findings), or "code".
"""

import argparse
import collections
import hashlib
import math
import os
import pathlib
import queue
import random
import sys
import threading
import time

import entered
import groups
import testing
import builds
from source import Change, Source

TARGETS = ("core/*/*.[ch]", "validators/*.[ch]", "validators/**/*.[ch]", "validators/**/*.inc", "corpus/defect/compare_findings.c",
           "corpus/cases/manifest.c", "cli/check/*.c", "cli/files/*.c", "cli/reporting/*.c",
           "cli/config/*.c", "cli/options/option_*.c", "cli/options/reading_options.c", "cli/shared/checked_file.c")
HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(builds.PLACE, "results.tsv")
# Weight of texts in tables of rules, which docs/formats/rules.md repeats, and of changes of headers included by more than MANY
# sources, which take long to compile.
RARE = 0.1
MANY = 20
Result = collections.namedtuple("Result", "id outcome path line where operator aim original text code by")


def one_line(text):
    return " ".join(text.split())[:160]


class Mutant:
    """A change with an id that does not depend on line numbers."""

    def __init__(self, source, change, nth, first=""):
        self.source, self.change, self.first = source, change, first
        self.original = source.text[change.offset:change.offset + change.length]
        start = source.text.rfind("\n", 0, change.offset) + 1
        self.code = source.text[start:source.text.find("\n", change.offset)].strip()
        self.id = hashlib.sha1("\0".join((change.path, change.where, self.code, change.operator, self.original, change.text,
                                          str(nth))).encode()).hexdigest()[:12]

    def result(self, outcome, by):
        change = self.change
        return Result(self.id, outcome, change.path, str(change.line), change.where, change.operator, change.aim,
                      one_line(self.original), one_line(change.text), one_line(self.code), by)


def all_mutants(only):
    """Yields every change of every target file."""
    texts = builds.read_matching_files(*TARGETS)
    for path, text in sorted(texts.items()):
        if not path.startswith(only) or "cli" in path and "sandbox" in path:
            continue
        source = Source(path, text)
        seen = collections.Counter()
        for change in source.changes():
            begin, end = text.rfind("\n", 0, change.offset) + 1, text.find("\n", change.offset)
            key = (change.where, text[begin:end].strip(), change.operator,
                    text[change.offset:change.offset + change.length], change.text)
            seen[key] += 1
            yield Mutant(source, change, seen[key])


def in_random_order(mutants, seed, base):
    """Returns the changes in the random order of the seed: each has a number computed from its id and the seed."""
    def number(mutant):
        chance = random.Random("%d %s" % (seed, mutant.id)).random()
        rare = len(base.needed_by.get(mutant.change.path, ())) > MANY \
            or mutant.change.path.endswith(".inc") and mutant.change.operator == "text"
        return chance / RARE if rare else chance
    return sorted(mutants, key=number)


def table_rows(name):
    """Returns the rows of a table in this folder, without the heading."""
    return [line.split("\t") for line in pathlib.Path(os.path.join(HERE, name)).read_text(encoding="utf-8").split("\n")[1:] if line]


def read_canaries():
    """Yields the planted changes. The original text of each must occur once in its file."""
    for path, original, text, _, first in table_rows("canaries.tsv"):
        content = next(iter(builds.read_matching_files(path).values()), "")
        if content.count(original) != 1:
            raise SystemExit("canaries.tsv: %s must contain this once, not %d times: %s" % (path, content.count(original), original))
        source = Source(path, content)
        at = content.index(original)
        line = content.count("\n", 0, at) + 1
        yield Mutant(source, Change(path, line, at, len(original), text, "canary", "", ""), 1, first)


def read_results():
    if not os.path.exists(RESULTS):
        return {}
    found = [Result(*line.split("\t")) for line in pathlib.Path(RESULTS).read_text(encoding="utf-8").split("\n")[1:] if line]
    return {one.id: one for one in found}       # a later row replaces an earlier one


def append_result(result):
    is_new = not os.path.exists(RESULTS)
    with open(RESULTS, "a", encoding="utf-8") as file:
        if is_new:
            file.write("\t".join(Result._fields) + "\n")
        file.write("\t".join(result) + "\n")


def read_equivalent_rows():
    return {tuple(row[:4]): row for row in table_rows("equivalent.tsv")}


def is_equivalent(result, equivalent):
    """Returns true if a row of equivalent.tsv describes the change. A row with an id describes one change of its line, a row with
    stars describes all changes of literals in its line."""
    row = equivalent.get((result.path, result.code, result.original, result.text))
    if row is None and result.operator == "literal":
        row = equivalent.get((result.path, result.code, "*", "*"))
    return row is not None and (len(row) < 6 or row[5] == result.id)


def share_with_interval(killed, counted):
    """Returns the share killed / counted and the ends of its 95 % Wilson interval, all in percent."""
    if not counted:
        return 0.0, 0.0, 100.0
    z, share = 1.96, killed / counted
    middle = share + z * z / (2 * counted)
    half = z * math.sqrt(share * (1 - share) / counted + z * z / (4 * counted * counted))
    scale = 1 + z * z / counted
    return 100 * share, 100 * (middle - half) / scale, 100 * (middle + half) / scale


class MutantRun:
    """Threads with build folders that test a list of mutants."""

    def __init__(self, base, tests, deadline, count):
        self.base, self.tests, self.deadline, self.left = base, tests, deadline, count
        self.lock = threading.Lock()
        self.seen = set()
        self.results = []
        self.waiting = queue.SimpleQueue()

    def is_over(self):
        return time.time() > self.deadline

    def check_all_and_get_results(self, mutants, workers):
        for mutant in mutants:
            self.waiting.put(mutant)
        threads = [threading.Thread(target=self.run_worker, args=(number,)) for number in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.results

    def run_worker(self, number):
        build = builds.BuildFolder(self.base, number)
        while not self.is_over() and self.left > 0:
            try:
                mutant = self.waiting.get_nowait()
            except queue.Empty:
                return
            found = testing.outcome_of_change(build, self.tests, mutant.source, mutant.change, self.seen, self.is_over,
                                mutant.first)
            if found is not None:
                self.add_result(mutant.result(*found))

    def add_result(self, result):
        with self.lock:
            self.results.append(result)
            self.left -= result.outcome in ("killed", "lived")
            if result.operator != "canary":
                append_result(result)
            if result.outcome == "lived":
                print("lived: %s:%s (%s, %s) %s -> %s" % (result.path, result.line, result.operator, result.id, result.original,
                                                          result.text), flush=True)


def report_results(results):
    """Prints the figures and the changes that lived."""
    equivalent = read_equivalent_rows()
    lived = [one for one in results if one.outcome == "lived"]
    excused = [one for one in lived if is_equivalent(one, equivalent)]
    counted = [one for one in results if one.outcome in ("killed", "lived") and one not in excused]
    for one in sorted(lived, key=lambda one: (one.path, int(one.line))):
        if one not in excused:
            print("%s:%s: %s: %s -> %s\n    %s" % (one.path, one.line, one.operator, one.original, one.text, one.code))
    for title, group in (("operator", lambda one: one.operator), ("aim", lambda one: one.aim)):
        for name in sorted({group(one) for one in counted}):
            part = [one for one in counted if group(one) == name]
            killed = sum(one.outcome == "killed" for one in part)
            print("%-9s %-11s %4d of %4d killed  %5.1f %%" % (title, name, killed, len(part), 100 * killed / len(part)))
    killed = sum(one.outcome == "killed" for one in counted)
    outcomes = collections.Counter(one.outcome for one in results)
    print("%d changes: %d do not compile, %d give the unchanged object, %d the object of another change, %d are equivalent" % (
        len(results), outcomes["invalid"], outcomes["same"], outcomes["copy"], len(excused)))
    print("mutants: %d of %d killed, %.1f %% (95 %%: %.1f to %.1f)" % (killed, len(counted), *share_with_interval(killed, len(counted))))


def read_options():
    parser = argparse.ArgumentParser()
    for name, start in (("seconds", 600), ("count", 10 ** 6), ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=start)
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="")
    parser.add_argument("--aim", default="", help="aim of the changes: rule, message, text or code")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--canaries", action="store_true", help="only the canaries")
    parser.add_argument("--slow", action="store_true", help="run slow tests on the changes that lived, many at once")
    parser.add_argument("--check", action="store_true", help="only check that the lines named by both tables exist")
    return parser.parse_args()


def check_tables():
    """Fails if a row's line does not exist any more: its change would not be found, or a wrong one would be excused."""
    planted = len(list(read_canaries()))     # read_canaries() exits if the text of a canary is missing
    held = [(path, code) for path, code, *_ in table_rows("equivalent.tsv")]
    texts = {path: [one_line(line) for line in text.split("\n")] for path, text in builds.read_matching_files(*{path for path, _ in held}).items()}
    lost = ["equivalent.tsv: %s must contain the line: %s" % row for row in held if one_line(row[1]) not in texts.get(row[0], [])]
    print("\n".join([*lost, "%d passed, %d failed" % (planted + len(held) - len(lost), len(lost))]))
    return 1 if lost else 0


def main():
    options = read_options()
    if options.check:
        return check_tables()
    base = builds.UnchangedBuild()
    tests = entered.measure_all_tests(base, print)
    deadline = time.time() + options.seconds    # the time limit does not include measuring the tests
    planted = list(read_canaries())
    found = MutantRun(base, tests, deadline + 600, len(planted)).check_all_and_get_results(planted, options.j)
    alive = [one for one in found if one.outcome != "killed"]
    print("canaries: %d of %d killed" % (len(found) - len(alive), len(planted)), flush=True)
    known = read_results()
    aimed = (one for one in all_mutants(options.only) if options.aim in ("", one.change.aim))
    order = in_random_order(aimed, options.seed, base)
    equivalent = read_equivalent_rows()
    lived = [one for one in order if one.id in known and known[one.id].outcome == "lived"
             and not is_equivalent(known[one.id], equivalent)]
    wanted = lived if options.again else [one for one in order if one.id not in known]
    run = MutantRun(base, tests, deadline, options.count)
    if options.slow:
        groups.run_slow_tests(base, tests, lived, run.is_over, lambda one, outcome, by: run.add_result(one.result(outcome, by)))
    if not options.canaries:
        if not options.slow:
            run.check_all_and_get_results(wanted, options.j)
        known = read_results()
        report_results([known[one.id] for one in order if one.id in known])
    return 1 if alive or len(found) < len(planted) else 0


if __name__ == "__main__":
    sys.exit(main())
