"""Measures how the work of each verb grows with its input: growth.py [--short] [--size N] [--only TEXT] [--verb TEXT] [--all] [--wide] PROGRAM

PROGRAM is built with config=work: it counts its basic blocks and the bytes that the C library touches, so the machine's load
does not matter. A family is inputs in which one thing grows (growth_text.py, growth_other.py). Each family is given to each
verb that takes it, at sizes N, 2N and 4N. The exponent of growth is log2((w4 - w2) / (w2 - w1)) of the work: 1 is linear, 2
quadratic; n log n is below MOST. What exceeds that is measured again at twice the sizes, since a limit may lie between two of
them, and is a failure unless BUDGETS states the most work that it may take. --short takes a draw at smaller sizes. --wide takes
more families. --all lists each measurement. Ends with `N passed, N failed`.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import growth_other
import growth_text
import growth_verbs

MOST = 1.3            # an exponent: n log n from 250 to 1,000 is 1.15
FLAT = 0.05           # of the work at size N: what differs by less does not grow
MOST_STEPS = 1 << 32  # a run that takes more is ended
TOO_MUCH = 99         # its exit code then
LONGEST = 600         # seconds, for a machine that is loaded
SIZE, SHORT_SIZE = 300, 200
SHORT_SHARE = 5       # --short takes about one family in 5, by a hash, with one verb each, and all of MENDED

# Words of a verb and of a family, and the most steps that they may take at any size: docs/evidence/sweeps.md says why.
Budget = collections.namedtuple("Budget", "verb family steps")
BUDGETS = [
    Budget("", "folder: files and patterns", 1 << 27),
    Budget("", "folder: files and lines of .gitignore", 1 << 27),
    Budget("", "mrtk: two bytes missing", 1 << 31),  # a count is searched, in each reading
    Budget("", "mrtk: text at the end", 1 << 31),
    Budget("", "folder: nested folders", 1 << 23),  # at the sizes that are measured
]

# Pairs that once were quadratic or worse: (verb, family).
MENDED = [("convert to gltf", "md5mesh: shared weights"), ("convert to csv", "md5mesh: shared weights"), ("words", "words: times"),
          ("lint", "folder: nested folders"), ("lint", "folder: files with sections"),
          ("fix", "md5anim: frames, all the same"), ("lsp, code actions", "md5anim: frames, backwards"),
          ("lint", "folder: stars in a pattern")]

Result = collections.namedtuple("Result", "family verb works exponent failed")


def work_of(program, folder, run):
    """The steps that a run takes."""
    environment = {"PATH": os.environ["PATH"], "ANIMPROOF_WORK": folder + "/.work", "ANIMPROOF_WORK_MOST": str(MOST_STEPS),
                   "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1"}
    pathlib.Path(folder + "/.stdin").write_bytes(run.stdin)
    with open(folder + "/.stdin", "rb") as stdin, open(folder + "/.out", "wb") as out:
        ended = subprocess.run([program, *run.words], stdin=stdin, stdout=out, stderr=out, cwd=folder, env=environment, check=False,
                               timeout=LONGEST)
    if ended.returncode < 0:
        raise RuntimeError("signal %d" % -ended.returncode)
    if ended.returncode == TOO_MUCH:
        raise RuntimeError("more than %d steps" % MOST_STEPS)
    return int(pathlib.Path(folder + "/.work").read_text(encoding="ascii"))


def exponent_of(works):
    first, second = works[1] - works[0], works[2] - works[1]
    if second <= FLAT * works[0]:
        return 0.0
    return math.log2(second / first) if first > FLAT * works[0] else math.log2(works[2] / works[1])


def measure(program, family, verb, size):
    """The work at three sizes, and how it grows."""
    works = []
    for factor in (1, 2, 4):
        folder = tempfile.mkdtemp(prefix="animproof-growth-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        try:
            family.make(folder, factor * size)
            works.append(work_of(program, folder, verb.prepare(program, folder, family)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return works, exponent_of(works)


def budget_of(family, verb):
    return next((b for b in BUDGETS if b.verb in verb.name and b.family in family.name), None)


def judge(program, family, verb, size):
    try:
        works, exponent = measure(program, family, verb, size)
        if exponent > MOST:
            works, exponent = measure(program, family, verb, 2 * size)
        budget = budget_of(family, verb)
        failed = exponent > MOST and (budget is None or works[2] > budget.steps)
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
        return Result(family.name, verb.name, [], 0.0, str(error))
    return Result(family.name, verb.name, works, exponent, "grows" if failed else "")


def is_drawn(family, verb, verbs):
    """--short: the same draw each time."""
    number = int(hashlib.sha256(family.name.encode()).hexdigest(), 16)
    return (verb.name, family.name) in MENDED or (number % SHORT_SHARE == 0 and verb == verbs[number // SHORT_SHARE % len(verbs)])


def chosen(arguments):
    """Each family with the verbs that it is given to."""
    for family in [*growth_text.FAMILIES, *growth_other.FAMILIES]:
        if arguments.only not in family.name or not (family.usual or arguments.wide):
            continue
        verbs = growth_verbs.of(family)
        for verb in verbs:
            if arguments.verb in verb.name and (not arguments.short or is_drawn(family, verb, verbs)):
                yield family, verb


def report_table(results):
    """Prints a row for each verb, as in docs/evidence/sweeps.md; exponents of families with a budget have a column of their own."""
    print("| verb | families | exponent, median | greatest | of | with a budget |\n| --- | ---: | ---: | ---: | --- | --- |")
    budgeted = {result.family for result in results if any(b.family in result.family for b in BUDGETS)}
    for verb in dict.fromkeys(result.verb for result in results):
        of_verb = sorted((result.exponent, result.family) for result in results if result.verb == verb)
        free = [pair for pair in of_verb if pair[1] not in budgeted] or of_verb
        told = ", ".join("%.1f" % exponent for exponent, family in of_verb if family in budgeted and exponent > MOST)
        print("| %s | %d | %.2f | %.2f | %s | %s |" % (verb, len(of_verb), of_verb[len(of_verb) // 2][0], *free[-1], told))
    print("%d families, %d pairs of a family and a verb" % (len({result.family for result in results}), len(results)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--size", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--verb", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("program")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    size = arguments.size or (SHORT_SIZE if arguments.short else SIZE)
    work = list(chosen(arguments))
    results = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        for result in pool.map(lambda pair: judge(program, *pair, size), work):
            results.append(result)
            if result.failed or arguments.all:
                told = " ".join("%d" % w for w in result.works) or result.failed
                print("%s %-60s %-22s %5.2f  %s" % ("FAILED:" if result.failed else "       ", result.family, result.verb, result.exponent, told),
                      flush=True)
    failed = sum(bool(result.failed) for result in results)
    report_table(results)
    print("growth.py: %d passed, %d failed" % (len(results) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
