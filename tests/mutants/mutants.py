"""Small wrong changes of the sources, one at a time, and which of them no test notices (docs/evidence/mutants.md).

    mutants.py [--seconds N] [--count N] [--seed N] [-j N] [--only PATH] [--aim WORD] [--again] [--canaries]

Canaries come first: changes that some test has to notice; one that lives fails the run. Then changes are drawn, by their
number of --seed, until --count of them have been judged or --seconds are over. build/mutants/results.tsv keeps what was
found: the next run goes on from there. --again judges those that lived once more. --only takes files whose path begins so,
--aim what decides a finding ("rule": its condition, span, severity and rule), what it says ("message", "text"), or other code.
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
import judge
import workshop
from source import Change, Source

TARGETS = ("core/*/*.[ch]", "validators/*.[ch]", "validators/**/*.[ch]", "validators/**/*.inc", "corpus/defect/compare_findings.c",
           "corpus/cases/manifest.c", "cli/check/*.c", "cli/files/*.c", "cli/reporting/*.c", "cli/shard/*.c",
           "cli/config/*.c", "cli/options/option_*.c", "cli/options/reading_options.c", "cli/shared/checked_file.c")
HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(workshop.PLACE, "results.tsv")
RARE = 0.1              # how often texts in tables of rules are drawn, which docs/formats/rules.md repeats, and changes of headers
MANY = 20               # that more sources include than this, and have to be compiled; all else is drawn alike
Result = collections.namedtuple("Result", "id outcome path line where operator aim original text code by")


def one_line(text):
    return " ".join(text.split())[:160]


class Mutant:
    """A change, with a name that stays when lines move."""

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
    """Every change of every target."""
    texts = workshop.texts_below(*TARGETS)
    for path, text in sorted(texts.items()):
        if not path.startswith(only) or "cli" in path and "sandbox" in path:
            continue
        source = Source(path, text)
        met = collections.Counter()
        for change in source.changes():
            begin, end = text.rfind("\n", 0, change.offset) + 1, text.find("\n", change.offset)
            told = (change.where, text[begin:end].strip(), change.operator,
                    text[change.offset:change.offset + change.length], change.text)
            met[told] += 1
            yield Mutant(source, change, met[told])


def drawn(mutants, seed, base):
    """All of them, in the order of the draw: a number each by its name and the seed."""
    def number(mutant):
        chance = random.Random("%d %s" % (seed, mutant.id)).random()
        rare = len(base.needed_by.get(mutant.change.path, ())) > MANY \
            or mutant.change.path.endswith(".inc") and mutant.change.operator == "text"
        return chance / RARE if rare else chance
    return sorted(mutants, key=number)


def rows(name):
    """The rows of a table beside this script, without the first, which names the columns."""
    return [line.split("\t") for line in pathlib.Path(os.path.join(HERE, name)).read_text(encoding="utf-8").split("\n")[1:] if line]


def canaries():
    """The planted changes; the text of each stands once in its file."""
    for path, original, text, _, first in rows("canaries.tsv"):
        content = next(iter(workshop.texts_below(path).values()), "")
        if content.count(original) != 1:
            raise SystemExit("canaries.tsv: %s has this %d times, and not once: %s" % (path, content.count(original), original))
        source = Source(path, content)
        at = content.index(original)
        line = content.count("\n", 0, at) + 1
        yield Mutant(source, Change(path, line, at, len(original), text, "canary", "", ""), 1, first)


def read_results():
    if not os.path.exists(RESULTS):
        return {}
    found = [Result(*line.split("\t")) for line in pathlib.Path(RESULTS).read_text(encoding="utf-8").split("\n")[1:] if line]
    return {one.id: one for one in found}       # a later row is the newer


def keep(result):
    is_new = not os.path.exists(RESULTS)
    with open(RESULTS, "a", encoding="utf-8") as file:
        if is_new:
            file.write("\t".join(Result._fields) + "\n")
        file.write("\t".join(result) + "\n")


def equivalent_rows():
    return {tuple(row[:4]): row for row in rows("equivalent.tsv")}


def is_equivalent(result, equivalent):
    """Whether a row is about the change; one with an id is about no other of its line, one with stars about all of a line."""
    row = equivalent.get((result.path, result.code, result.original, result.text))
    if row is None and result.operator == "literal":
        row = equivalent.get((result.path, result.code, "*", "*"))
    return row is not None and (len(row) < 6 or row[5] == result.id)


def interval(killed, counted):
    """The share, and Wilson's interval of 95 %, in percent."""
    if not counted:
        return 0.0, 0.0, 100.0
    z, share = 1.96, killed / counted
    middle = share + z * z / (2 * counted)
    half = z * math.sqrt(share * (1 - share) / counted + z * z / (4 * counted * counted))
    scale = 1 + z * z / counted
    return 100 * share, 100 * (middle - half) / scale, 100 * (middle + half) / scale


class Run:
    """A pool of workshops over a list of mutants."""

    def __init__(self, base, tests, deadline, count):
        self.base, self.tests, self.deadline, self.left = base, tests, deadline, count
        self.lock = threading.Lock()
        self.seen = set()
        self.judged = []
        self.waiting = queue.SimpleQueue()

    def is_over(self):
        return time.time() > self.deadline

    def check_all(self, mutants, workers):
        for mutant in mutants:
            self.waiting.put(mutant)
        threads = [threading.Thread(target=self.work, args=(number,)) for number in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.judged

    def work(self, number):
        shop = workshop.Workshop(self.base, number)
        while not self.is_over() and self.left > 0:
            try:
                mutant = self.waiting.get_nowait()
            except queue.Empty:
                return
            found = judge.judge(shop, self.tests, mutant.source, mutant.change, self.seen, self.is_over,
                                mutant.first)
            if found is not None:
                self.take(mutant.result(*found))

    def take(self, result):
        with self.lock:
            self.judged.append(result)
            self.left -= result.outcome in ("killed", "lived")
            if result.operator != "canary":
                keep(result)
            if result.outcome == "lived":
                print("lived: %s:%s (%s, %s) %s -> %s" % (result.path, result.line, result.operator, result.id, result.original,
                                                          result.text), flush=True)


def report(results):
    """The figures, and those that lived."""
    equivalent = equivalent_rows()
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
    print("%d drawn: %d do not compile, %d make the same object, %d that of another change, %d equivalent" % (
        len(results), outcomes["invalid"], outcomes["same"], outcomes["copy"], len(excused)))
    print("mutants: %d of %d killed, %.1f %% (95 %%: %.1f to %.1f)" % (killed, len(counted), *interval(killed, len(counted))))


def read_options():
    parser = argparse.ArgumentParser()
    for name, start in (("seconds", 600), ("count", 10 ** 6), ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=start)
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="")
    parser.add_argument("--aim", default="", help="what changes are about: rule, message, text, code")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--canaries", action="store_true", help="nothing but these")
    parser.add_argument("--slow", action="store_true", help="slow tests on those that lived, many at once")
    parser.add_argument("--check", action="store_true", help="only whether the rows of both tables are about lines that there are")
    return parser.parse_args()


def check_tables():
    """A row about a line that is gone would let its change go unseen, or count it as noticed."""
    planted = len(list(canaries()))     # ends where one has lost its text
    held = [(path, code) for path, code, *_ in rows("equivalent.tsv")]
    texts = {path: [one_line(line) for line in text.split("\n")] for path, text in workshop.texts_below(*{path for path, _ in held}).items()}
    lost = ["equivalent.tsv: %s has no such line: %s" % row for row in held if one_line(row[1]) not in texts.get(row[0], [])]
    print("\n".join([*lost, "%d passed, %d failed" % (planted + len(held) - len(lost), len(lost))]))
    return 1 if lost else 0


def main():
    options = read_options()
    if options.check:
        return check_tables()
    base = workshop.Base()
    tests = entered.measure(base, print)
    deadline = time.time() + options.seconds    # what the tests enter has been measured by now
    planted = list(canaries())
    found = Run(base, tests, deadline + 600, len(planted)).check_all(planted, options.j)
    alive = [one for one in found if one.outcome != "killed"]
    print("canaries: %d of %d killed" % (len(found) - len(alive), len(planted)), flush=True)
    known = read_results()
    aimed = (one for one in all_mutants(options.only) if options.aim in ("", one.change.aim))
    order = drawn(aimed, options.seed, base)
    equivalent = equivalent_rows()
    lived = [one for one in order if one.id in known and known[one.id].outcome == "lived"
             and not is_equivalent(known[one.id], equivalent)]
    wanted = lived if options.again else [one for one in order if one.id not in known]
    run = Run(base, tests, deadline, options.count)
    if options.slow:
        groups.check_slowly(base, tests, lived, run.is_over, lambda one, outcome, by: run.take(one.result(outcome, by)))
    if not options.canaries:
        if not options.slow:
            run.check_all(wanted, options.j)
        known = read_results()
        report([known[one.id] for one in order if one.id in known])
    return 1 if alive or len(found) < len(planted) else 0


if __name__ == "__main__":
    sys.exit(main())
