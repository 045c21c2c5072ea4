"""Measures how the work of each verb grows with its input: growth.py [OPTION...] PROGRAM

  --short      measure a fixed sample of families, at smaller sizes
  --wide       measure more families
  --size N     first of the three sizes
  --only TEXT  families with TEXT in their name
  --verb TEXT  verbs with TEXT in their name
  --all        print each measurement

PROGRAM is built with config=work: it counts its basic blocks and the bytes that the C library reads and writes, so the machine's
load does not matter. A family is inputs in which one quantity grows (growth_text.py, growth_other.py). Each verb that takes a
family reads its input at sizes N, 2N and 4N. The exponent of growth is log2((w4 - w2) / (w2 - w1)) of the work: 1 is linear, 2
quadratic; n log n is below MOST_EXPONENT. A greater exponent is measured again at twice the sizes, since a limit may lie between
two sizes. It is a failure unless the work is within the family's row of BUDGETS. Ends with `N passed, N failed`.
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

MOST_EXPONENT = 1.3     # from size 250 to 1,000, n log n has the exponent 1.15
FLAT = 0.05             # share of the work at size N; a smaller difference does not count as growth
STEP_LIMIT = 1 << 32    # work.c ends a run that takes more steps
EXIT_STEP_LIMIT = 99    # exit code of a run that takes more than STEP_LIMIT
LONGEST_SECONDS = 600   # time limit of a run, for a machine under load
SIZE, SHORT_SIZE = 300, 200
SHORT_SHARE = 5         # --short selects about one family in 5 by a hash, with one verb each, and all of FIXED

# Pairs of a verb and a family that may grow faster than MOST_EXPONENT: parts of their names, and the most steps that their
# largest run may then take. docs/evidence/sweeps.md has the reasons.
Budget = collections.namedtuple("Budget", "verb family steps")
BUDGETS = [
    Budget("", "folder: files and patterns", 1 << 27),
    Budget("", "folder: files and lines of .gitignore", 1 << 27),
    Budget("", "mrtk: two bytes missing", 1 << 31),  # both layouts search for the wrong count
    Budget("", "mrtk: text at the end", 1 << 31),    # both layouts search for the wrong count
    Budget("", "folder: nested folders", 1 << 23),   # the system limits paths, but to more than the measured sizes
]

# (verb, family) of pairs that once were quadratic or worse.
FIXED = [("convert to gltf", "md5mesh: shared weights"), ("convert to csv", "md5mesh: shared weights"), ("words", "words: times"),
          ("lint", "folder: nested folders"), ("lint", "folder: files with sections"),
          ("fix", "md5anim: frames, all the same"), ("lsp, code actions", "md5anim: frames, backwards"),
          ("lint", "folder: stars in a pattern")]

Result = collections.namedtuple("Result", "family verb works exponent failed")


def count_steps(program, folder, run):
    """Runs the program. Returns the number of its steps: basic blocks, and the work of calls of the C library (work.c)."""
    environment = {"PATH": os.environ["PATH"], "ANIMPROOF_WORK": folder + "/.work", "ANIMPROOF_WORK_MOST": str(STEP_LIMIT),
                   "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1"}
    pathlib.Path(folder + "/.stdin").write_bytes(run.stdin)
    with open(folder + "/.stdin", "rb") as stdin, open(folder + "/.out", "wb") as out:
        ended = subprocess.run([program, *run.words], stdin=stdin, stdout=out, stderr=out, cwd=folder, env=environment, check=False,
                               timeout=LONGEST_SECONDS)
    if ended.returncode < 0:
        raise RuntimeError("signal %d" % -ended.returncode)
    if ended.returncode == EXIT_STEP_LIMIT:
        raise RuntimeError("more than %d steps" % STEP_LIMIT)
    return int(pathlib.Path(folder + "/.work").read_text(encoding="ascii"))


def exponent_of(works):
    first, second = works[1] - works[0], works[2] - works[1]
    if second <= FLAT * works[0]:
        return 0.0
    return math.log2(second / first) if first > FLAT * works[0] else math.log2(works[2] / works[1])


def measure_steps(program, family, verb, first_size):
    """Runs the verb at the first size, twice that and four times that. Returns (work at each size, exponent of growth)."""
    works = []
    for factor in (1, 2, 4):
        folder = tempfile.mkdtemp(prefix="animproof-growth-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        try:
            family.write_files(folder, factor * first_size)
            works.append(count_steps(program, folder, verb.prepare(program, folder, family)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return works, exponent_of(works)


def budget_or_none(family, verb):
    return next((b for b in BUDGETS if b.verb in verb.name and b.family in family.name), None)


def measure_pair(program, family, verb, first_size):
    """Measures a verb on a family. Returns their Result."""
    try:
        works, exponent = measure_steps(program, family, verb, first_size)
        if exponent > MOST_EXPONENT:
            works, exponent = measure_steps(program, family, verb, 2 * first_size)
        budget = budget_or_none(family, verb)
        failed = exponent > MOST_EXPONENT and (budget is None or works[2] > budget.steps)
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
        return Result(family.name, verb.name, [], 0.0, str(error))
    return Result(family.name, verb.name, works, exponent, "grows" if failed else "")


def is_in_short_run(family, verb, verbs):
    """Returns true if --short measures the family with the verb."""
    number = int(hashlib.sha256(family.name.encode()).hexdigest(), 16)
    return (verb.name, family.name) in FIXED or (number % SHORT_SHARE == 0 and verb == verbs[number // SHORT_SHARE % len(verbs)])


def chosen_pairs(arguments):
    """Yields each (family, verb) that the options select."""
    for family in [*growth_text.FAMILIES, *growth_other.FAMILIES]:
        if arguments.only not in family.name or not (family.usual or arguments.wide):
            continue
        verbs = [verb for verb in growth_verbs.VERBS if family.kind in verb.kinds]
        for verb in verbs:
            if arguments.verb in verb.name and (not arguments.short or is_in_short_run(family, verb, verbs)):
                yield family, verb


def report_table(results):
    """Prints a row for each verb, as in docs/evidence/sweeps.md. Families with a budget have their own column of exponents."""
    print("| verb | families | exponent, median | greatest | of | with a budget |\n| --- | ---: | ---: | ---: | --- | --- |")
    budgeted = {result.family for result in results if any(b.family in result.family for b in BUDGETS)}
    for verb in dict.fromkeys(result.verb for result in results):
        of_verb = sorted((result.exponent, result.family) for result in results if result.verb == verb)
        free = [pair for pair in of_verb if pair[1] not in budgeted] or of_verb
        with_budget = ", ".join("%.1f" % exponent for exponent, family in of_verb if family in budgeted and exponent > MOST_EXPONENT)
        print("| %s | %d | %.2f | %.2f | %s | %s |" % (verb, len(of_verb), of_verb[len(of_verb) // 2][0], *free[-1], with_budget))
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
    work = list(chosen_pairs(arguments))
    results = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        for result in pool.map(lambda pair: measure_pair(program, *pair, size), work):
            results.append(result)
            if result.failed or arguments.all:
                works = " ".join("%d" % w for w in result.works) or result.failed
                print("%s %-60s %-22s %5.2f  %s" % ("FAILED:" if result.failed else "       ", result.family, result.verb, result.exponent, works),
                      flush=True)
    failed = sum(bool(result.failed) for result in results)
    report_table(results)
    print("growth.py: %d passed, %d failed" % (len(results) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
