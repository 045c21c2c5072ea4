"""Runs tests on a changed program until one fails: first the fast tests that enter the changed function."""

import os
import subprocess
import threading

import entered
import builds

ORDER = ("cli/reports/test_reports.py", "cli/commands/test_rules_explain.py", "cli/commands/exit_codes.session", "golden.py check")
SANITIZED_BUDGET = 4    # seconds of CPU of all tests of a change, measured without sanitizers; with sanitizers tests take about four times as long
BUDGET = 12             # seconds of CPU of the commands for one change; groups.py runs the others on many changes at once


def may_test_notice(test, source, change):
    """False if the test cannot notice the change because it does not enter the changed function. True if unknown: for data,
    changed sources and slow tests."""
    if change.path.startswith("cli/") and test["command"] is None:     # unit tests do not link cli/
        return False
    if not test["quick"] or not change.path.endswith(".c") or change.path in test.get("changed_sources", ()):
        return True
    if not source.functions:    # a file without code is never entered
        return True
    entered_lines = test["entered"].get(change.path, ())
    lines = source.lines_of_function_around(change.line)
    if lines is None and test["command"] is None:   # a change of data, which a test may read without entering the file
        return True
    return bool(entered_lines) and (lines is None or any(lines[0] <= line <= lines[1] for line in entered_lines))


def choose_tests(tests, source, change, first=""):
    """Returns (unit tests, commands) that may notice the change, in the order in which they run. The test named `first` runs
    first, quick or not. Commands that exceed BUDGET together are left out, unless the change is a canary."""
    candidates = [test for test in tests.values() if (test["quick"] or (test["passed"] and test["name"] == first))
           and may_test_notice(test, source, change)]
    exact = {test["name"] for test in candidates if change.line in test["entered"].get(change.path, ())}
    most = max([len(test["entered"].get(change.path, ())) for test in candidates], default=0)

    def sort_key(test):
        ordered = test["name"] in ORDER
        # Tests that enter much of the file come before tests that enter little.
        share = (len(test["entered"].get(change.path, ())) + 1) / (most + 1)
        return (test["name"] != first, test["name"] not in exact, ORDER.index(test["name"]) if ordered else len(ORDER),
                test["seconds"] / share ** 2)

    units = sorted((test for test in candidates if test["command"] is None), key=sort_key)
    commands, spent = [], 0.0
    for test in sorted((test for test in candidates if test["command"] is not None), key=sort_key):
        spent += test["seconds"]
        if spent <= BUDGET or change.operator == "canary":
            commands.append(test)
    return units, commands


def first_failed_unit(build, objects, units, times=6):
    """Returns the name of the first unit test that fails, or None."""
    if not units:
        return None
    build.link_or_raise(build.units, objects)
    words = os.path.join(build.place, "tests.txt")
    for each in sorted({test.get("each", 1) for test in units}):
        with open(words, "w", encoding="ascii") as file:
            file.writelines("%s %g\n" % (test["name"], 0.05 * times + times * test["seconds"])
                            for test in units if test.get("each", 1) == each)
        run = subprocess.run([build.units, words], stdout=subprocess.PIPE, env=entered.every_nth_input_environment(each))
        if run.returncode:
            return run.stdout.decode().strip() or "a unit test that could not run"
    return None


plain_passes = {}   # {name of a failed command: whether it passes with the unchanged program}


def fails_because_of_change(build, test):
    """Returns true if the command fails twice, and passes with the unchanged program."""
    limit, each = 30 + 40 * test["seconds"], test.get("each", 1)
    for _ in range(2):
        if entered.run_command(test["command"], build.program, limit, each)[0]:
            return False
    if test["name"] not in plain_passes:
        plain_passes[test["name"]] = any(
            entered.run_command(test["command"], build.plain_program, limit, each)[0] for _ in range(2))
    return plain_passes[test["name"]]


def first_failed_command(build, objects, commands, stop):
    """Returns the name of the first command that fails because of the change, or None."""
    if not commands:
        return None
    build.link_or_raise(build.program, objects)
    for test in commands:
        if stop():
            return None
        if fails_because_of_change(build, test):
            return test["name"]
    return None


class SanitizedBuilds:
    """The sanitized objects, built once, and a build folder for each thread."""

    def __init__(self):
        self.lock = threading.Lock()
        self.base = None
        self.faulty = {}    # {test: whether it fails on the unchanged program}

    def sanitized_build_for(self, build):
        with self.lock:
            if self.base is None:
                self.base = builds.UnchangedBuild("asan")
        return builds.BuildFolder(self.base, "sanitized-" + os.path.basename(build.place))

    def passes_unchanged(self, build, test):
        """Returns true if the test passes with the unchanged objects."""
        with self.lock:
            if test["name"] not in self.faulty:
                self.faulty[test["name"]] = fails_sanitized(build, {}, test)
        return not self.faulty[test["name"]]


SANITIZED = SanitizedBuilds()


def fails_sanitized(build, objects, test):
    if test["command"] is None:
        return first_failed_unit(build, objects, [test], 60) is not None
    build.link_or_raise(build.program, objects)
    return not entered.run_command(test["command"], build.program, 60 + 60 * test["seconds"], test.get("each", 1))[0]


def first_failed_sanitized(plain, texts, tests):
    """Returns the name of the first test that fails or leaks with sanitizers, or None."""
    spent, left = 0.0, []
    for test in tests:
        spent += test["seconds"]
        if spent <= SANITIZED_BUDGET:
            left.append(test)
    if not left:
        return None
    build = SANITIZED.sanitized_build_for(plain)
    objects = build.compile(texts)
    units = [test for test in left if test["command"] is None]
    while objects is not None and units:
        name = first_failed_unit(build, objects, units, 60)
        test = next((test for test in units if test["name"] == name), None)
        if test is None:
            break
        if SANITIZED.passes_unchanged(build, test):
            return name + ", sanitized"
        units.remove(test)
    for test in left:
        if objects is not None and test["command"] is not None and fails_sanitized(build, objects, test) \
                and SANITIZED.passes_unchanged(build, test):
            return test["name"] + ", sanitized"
    return None


def outcome_of_change(build, tests, source, change, seen, stop, first=""):
    """Returns (outcome, test): killed, lived, same, copy or invalid; None if the time is over."""
    text = source.text[:change.offset] + change.text + source.text[change.offset + change.length:]
    same = build.digest_of_unchanged_objects(change.path)
    objects = build.compile({change.path: text})
    if objects is None:
        return "invalid", ""
    digest = build.digest_of(objects)
    if digest == same:
        return "same", ""
    if (change.path, digest) in seen:
        return "copy", ""
    seen.add((change.path, digest))
    units, commands = choose_tests(tests, source, change, first)
    by = (first_failed_unit(build, objects, units) or first_failed_command(build, objects, commands, stop)
          or first_failed_sanitized(build, {change.path: text}, units + (commands if change.path.startswith("cli/") else [])))
    if by is None and stop():
        return None
    return ("killed", by) if by else ("lived", "%d tests" % (len(units) + len(commands)))
