"""Whether any test notices a change: fast tests that enter the changed function first, and an end at the first that fails."""

import os
import subprocess
import threading

import entered
import workshop

ORDER = ("cli/reports/reports.py", "cli/commands/rules_explain.py", "cli/commands/exit_codes.py", "golden.py check")
SANITIZED_BUDGET = 4    # seconds of CPU that tests took without sanitizers; with them each takes some four times as much
BUDGET = 12             # seconds of CPU for the commands that judge one change; others judge many at once (groups.py)


def lines_around(source, change):
    """The lines of the changed function; None of what is in no function."""
    return source.lines_of(change.line)


def may_notice(test, source, change):
    """Whether a test enters the changed function; of what is no code or was another source, and of slow tests, it is not known."""
    if change.path.startswith("cli/") and test["command"] is None:     # unit tests have nothing of it
        return False
    if not test["quick"] or not change.path.endswith(".c") or change.path in test.get("moved", ()):
        return True
    if not source.functions:    # nobody enters a file of data
        return True
    entered_lines = test["entered"].get(change.path, ())
    lines = lines_around(source, change)
    if lines is None and test["command"] is None:   # data, which a test may read without entering its file
        return True
    return bool(entered_lines) and (lines is None or any(lines[0] <= line <= lines[1] for line in entered_lines))


def chosen(tests, source, change, first=""):
    """Quick tests that may notice the change, units and commands, in the order in which they are run; `first` is the name of
    one that is run first, quick or not."""
    may = [test for test in tests.values() if (test["quick"] or (test["passed"] and test["name"] == first))
           and may_notice(test, source, change)]
    exact = {test["name"] for test in may if change.line in test["entered"].get(change.path, ())}
    most = max([len(test["entered"].get(change.path, ())) for test in may], default=0)

    def rank(test):
        told = test["name"] in ORDER
        share = (len(test["entered"].get(change.path, ())) + 1) / (most + 1)    # whose matter the file is comes before who passes by
        return (test["name"] != first, test["name"] not in exact, ORDER.index(test["name"]) if told else len(ORDER),
                test["seconds"] / share ** 2)

    units = sorted((test for test in may if test["command"] is None), key=rank)
    commands, spent = [], 0.0
    for test in sorted((test for test in may if test["command"] is not None), key=rank):
        spent += test["seconds"]
        if spent <= BUDGET or change.operator == "canary":
            commands.append(test)
    return units, commands


def fails_of_units(shop, objects, units, times=6):
    """The first unit test that fails, or None."""
    if not units:
        return None
    shop.link(shop.units, objects)
    words = os.path.join(shop.place, "tests.txt")
    for each in sorted({test.get("each", 1) for test in units}):
        with open(words, "w", encoding="ascii") as file:
            file.writelines("%s %g\n" % (test["name"], 0.05 * times + times * test["seconds"])
                            for test in units if test.get("each", 1) == each)
        run = subprocess.run([shop.units, words], stdout=subprocess.PIPE, env=entered.sampled(each))
        if run.returncode:
            return run.stdout.decode().strip() or "the tests themselves"
    return None


plain_passes = {}   # of a command that failed: whether it passes with the unchanged program, here and today


def is_blamed(shop, test):
    """Whether a command fails, twice, for what was changed: with the unchanged program it passes."""
    limit = 30 + 40 * test["seconds"]
    for _ in range(2):
        if entered.run_command(test["command"], shop.program, limit)[0]:
            return False
    if test["name"] not in plain_passes:
        plain_passes[test["name"]] = any(
            entered.run_command(test["command"], shop.plain_program, limit)[0] for _ in range(2))
    return plain_passes[test["name"]]


def fails_of_commands(shop, objects, commands, stop):
    """The first command that fails for what was changed, or None."""
    if not commands:
        return None
    shop.link(shop.program, objects)
    for test in commands:
        if stop():
            return None
        if is_blamed(shop, test):
            return test["name"]
    return None


class Sanitized:
    """The objects with sanitizers, made once, and a workshop for each that asks."""

    def __init__(self):
        self.lock = threading.Lock()
        self.base = None
        self.faulty = {}    # test -> whether it fails on the unchanged program, too

    def shop_of(self, shop):
        with self.lock:
            if self.base is None:
                self.base = workshop.Base("asan")
        return workshop.Workshop(self.base, "sanitized-" + os.path.basename(shop.place))

    def is_blamed(self, shop, test):
        """Whether a test that fails passes with the unchanged objects."""
        with self.lock:
            if test["name"] not in self.faulty:
                self.faulty[test["name"]] = fails_sanitized(shop, {}, test)
        return not self.faulty[test["name"]]


SANITIZED = Sanitized()


def fails_sanitized(shop, objects, test):
    if test["command"] is None:
        return fails_of_units(shop, objects, [test], 60) is not None
    shop.link(shop.program, objects)
    return not entered.run_command(test["command"], shop.program, 60 + 60 * test["seconds"])[0]


def fails_of_sanitized(plain, texts, tests):
    """The first test that fails with sanitizers, or leaks, or None."""
    spent, left = 0.0, []
    for test in tests:
        spent += test["seconds"]
        if spent <= SANITIZED_BUDGET:
            left.append(test)
    if not left:
        return None
    shop = SANITIZED.shop_of(plain)
    objects = shop.compile(texts)
    units = [test for test in left if test["command"] is None]
    while objects is not None and units:
        name = fails_of_units(shop, objects, units, 60)
        test = next((test for test in units if test["name"] == name), None)
        if test is None:
            break
        if SANITIZED.is_blamed(shop, test):
            return name + ", sanitized"
        units.remove(test)
    for test in left:
        if objects is not None and test["command"] is not None and fails_sanitized(shop, objects, test) \
                and SANITIZED.is_blamed(shop, test):
            return test["name"] + ", sanitized"
    return None


def judge(shop, tests, source, change, seen, stop, first=""):
    """(outcome, what noticed it): killed, lived, same, copy, invalid; or None where the time is over."""
    text = source.text[:change.offset] + change.text + source.text[change.offset + change.length:]
    same = shop.unchanged(change.path)
    objects = shop.compile({change.path: text})
    if objects is None:
        return "invalid", ""
    digest = shop.digest_of(objects)
    if digest == same:
        return "same", ""
    if (change.path, digest) in seen:
        return "copy", ""
    seen.add((change.path, digest))
    units, commands = chosen(tests, source, change, first)
    by = (fails_of_units(shop, objects, units) or fails_of_commands(shop, objects, commands, stop)
          or fails_of_sanitized(shop, {change.path: text}, units + (commands if change.path.startswith("cli/") else [])))
    if by is None and stop():
        return None
    return ("killed", by) if by else ("lived", "%d tests" % (len(units) + len(commands)))
