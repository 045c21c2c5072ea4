"""Proves properties of the sources with Frama-C: prove.py [--jobs N] [--show] [SOURCE...], or prove.py --check

tests/lab/proofs/functions.tsv lists functions with their source and method. `wp`: for any input that the contract allows, no
arithmetic overflows, no access is out of bounds, and the contract holds. `eva`: the source is a program with arbitrary input, and
no run of it raises an alarm. Fails if a listed function is not proved; --show lists the goals that are not proved. Provers have
a limit of steps, and a long limit of time, so that a busy machine proves as much. --check runs no prover, and only checks that the
listed functions exist.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

from cli_case import ROOT, CheckCounter, read_text, read_text_in_tree

LIST = os.path.join(ROOT, "tests/lab/proofs/functions.tsv")
PLACE = os.path.join(ROOT, "build/proofs")
STEPS = "2000000"       # limit of steps: ten times the steps of the most difficult goal
SECONDS = "120"         # time limit of one goal in seconds, if the limit of steps does not end it
LONGEST = 1800          # time limit of a source in seconds

COMMON = ["-machdep", "gcc_x86_64", "-warn-special-float", "none"]
CPP = "-I. -D_GNU_SOURCE -include tests/lab/proofs/prelude.h"
WP = ["-wp", "-wp-rte", "-wp-prover", "z3,cvc4", "-wp-steps", STEPS, "-wp-timeout", SECONDS, "-wp-cache", "none"]
EVA = ["-eva", "-eva-precision", "2", "-eva-slevel", "5000", "-eva-split-limit", "500"]
SPLIT_OPTIONS = ["-eva-split-return", "full", "-eva-interprocedural-splits"]    # used if a program has no file NAME.options

Result = collections.namedtuple("Result", "goals proved wrong")   # wrong: messages


def listed_functions():
    """Returns {(source, how): [function]} in the order of the list."""
    found = collections.OrderedDict()
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                source, how, function = line.split()
                found.setdefault((source, how), []).append(function)
    return found


def run_frama_c(words):
    """Runs frama-c. Returns its output and exit status."""
    environment = dict(os.environ, WHY3CONFIG=os.path.join(PLACE, "why3.conf"))
    ended = subprocess.run(["frama-c", *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, timeout=LONGEST, check=False)
    return ended.stdout, ended.returncode


def detect_provers():
    os.makedirs(PLACE, exist_ok=True)
    path = os.path.join(PLACE, "why3.conf")
    if not os.path.exists(path):
        subprocess.run(["why3", "--config", path, "config", "detect"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def function_of_goal(goal, functions):
    """Returns the function of a goal: the one with the longest name with which the goal's name begins."""
    fitting = [one for one in functions if re.sub(r"^typed_(ref_|cast_)*", "", goal).startswith(one + "_")]
    return max(fitting, key=len, default=None)


def prove_wp(source, functions, jobs):
    said, status = run_frama_c([*COMMON, "-cpp-extra-args=-DAP_PROVE_TYPED " + CPP, *WP, "-wp-par", str(jobs),
                        "-wp-fct", ",".join(functions), source])
    results = {function: Result(0, 0, []) for function in functions}
    for verdict, goal, rest in re.findall(r"^\[wp\] \[([^\]]+)\] Goal (\S+)(.*)$", said, re.M):
        function = function_of_goal(goal, functions)
        if function is None:
            return {source: Result(1, 0, ["goal %s belongs to no listed function" % goal])}
        valid = "Valid" in rest
        before = results[function]
        results[function] = Result(before.goals + 1, before.proved + valid,
                                   before.wrong + ([] if valid else ["%s: %s" % (goal, verdict)]))
    for function, one in results.items():
        if one.goals == 0:
            results[function] = Result(1, 0, ["no goal: the function does not exist or has no contract"])
    if status != 0:
        results[source] = Result(1, 0, [said[-1500:]])
    return results


def words_of_file(source, extension, otherwise):
    """Returns the words of the file NAME.extension next to a program, or `otherwise` if the file does not exist."""
    path = os.path.join(ROOT, source[:-1] + extension)
    if not os.path.exists(path):
        return otherwise
    return read_text(path).split()


def prove_eva(source, functions, proved_by_wp):
    """Runs EVA on a program. Returns {function, or source for alarms: Result}. Each function and each alarm is a goal; alarms
    count as not proved. A postcondition that WP proved is not an alarm. A call of a function without code and contract is one,
    since EVA would guess what the function does.
    """
    said, status = run_frama_c([*COMMON, "-cpp-extra-args=" + CPP, *EVA, *words_of_file(source, "options", SPLIT_OPTIONS), source,
                        *words_of_file(source, "sources", [])])
    alarms = []
    for alarm in re.findall(r"^\[eva:alarm\] (.*(?:\n  .*)*)", said, re.M):
        promise = re.search(r"function (\w+?)(_\d+)?: postcondition got status unknown", alarm)
        if promise is None or promise.group(1) not in proved_by_wp:
            alarms.append(alarm)
    alarms += re.findall(r"^  (Neither code nor specification for function \w+)", said, re.M)
    results = {}
    for function in functions:
        seen = "Values at end of function %s:" % function in said
        results[function] = Result(1, int(seen), [] if seen else ["the function is not reached, or never returns"])
    if status != 0 or alarms or "ANALYSIS SUMMARY" not in said:
        results[source] = Result(max(1, len(alarms)), 0, alarms or [said[-1500:]])
    return results


def text_of_program(source):
    """Returns the text of a program: of its source, of the files in NAME.sources, and of the project's files that these include."""
    paths, texts = [source, *words_of_file(source, "sources", [])], []
    for path in paths:      # `paths` grows in the loop
        texts.append(read_text_in_tree(path))
        paths += [one for one in re.findall(r'^#include "(.+)"', texts[-1], re.M) if one not in paths]
    return "\n".join(texts)


def check_list():
    """Fails if a listed function is not defined in its program, as after a change of its name."""
    count = CheckCounter()
    count.check(listed_functions(), "functions.tsv lists no function")
    for (source, _), functions in listed_functions().items():
        text = text_of_program(source)
        for function in functions:
            count.check(re.search(r"^\w[^;{}#]*\b%s\([^;{}#]*\)\n\{" % function, text, re.M),
                        "functions.tsv: %s must be defined in %s or in a file that belongs to it" % (function, source))
    count.finish()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("sources", nargs="*")
    given = parser.parse_args()
    if given.check:
        check_list()
    detect_provers()
    goals = proved = functions_proved = functions_all = 0
    proved_by_wp = {function for (_, how), functions in listed_functions().items() if how == "wp" for function in functions}
    for (source, how), functions in listed_functions().items():
        if given.sources and source not in given.sources:
            continue
        results = prove_wp(source, functions, given.jobs) if how == "wp" else prove_eva(source, functions, proved_by_wp)
        here = Result(sum(one.goals for one in results.values()), sum(one.proved for one in results.values()), [])
        print("%s (%s): %d of %d goals, %d functions" % (source, how, here.proved, here.goals, len(functions)), flush=True)
        for function, one in results.items():
            fine = one.proved == one.goals
            functions_proved += fine
            functions_all += 1
            if not fine or given.show:
                print("    %s: %d of %d" % (function, one.proved, one.goals), *one.wrong, sep="\n        ")
        goals += here.goals
        proved += here.proved
    print("goals: %d of %d proved; functions: %d of %d" % (proved, goals, functions_proved, functions_all))
    return 0 if goals > 0 and proved == goals else 1


if __name__ == "__main__":
    sys.exit(main())
