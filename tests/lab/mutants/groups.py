"""Runs slow tests on many changes at once. If the program with all changes of a group passes a test, no change of the group is taken
to be noticed by the test; a group that fails is halved."""

import testing
import builds
from entered import run_unit

AT_ONCE = 12
SLOWEST = 8     # seconds of CPU; run_slow_tests skips tests that take longer


def groups_of(mutants):
    """Divides the changes into groups of at most AT_ONCE. A group has no two changes in one function or in the data of one
    file.
    """
    groups = []
    for mutant in mutants:
        place = (mutant.change.path, mutant.change.where)
        for group, places in groups:
            if place not in places and len(group) < AT_ONCE:
                group.append(mutant)
                places.add(place)
                break
        else:
            groups.append(([mutant], {place}))
    return [group for group, _ in groups]


def compile_group(build, group):
    texts = {}
    for mutant in sorted(group, key=lambda one: -one.change.offset):
        change = mutant.change
        text = texts.get(change.path, mutant.source.text)
        texts[change.path] = text[:change.offset] + change.text + text[change.offset + change.length:]
    return build.compile(texts)


def does_group_fail(build, group, test):
    objects = compile_group(build, group)
    if test["command"] is None:
        build.link_or_raise(build.units, objects)
        return not run_unit(build.units, test["name"], 5 + 5 * test["seconds"])[0]
    build.link_or_raise(build.program, objects)
    return testing.fails_because_of_change(build, test)


def changes_killed_by_test(build, group, test):
    """Returns the changes of the group that alone make the test fail."""
    if not does_group_fail(build, group, test):
        return []
    if len(group) == 1:
        return list(group)
    middle = len(group) // 2
    return changes_killed_by_test(build, group[:middle], test) + changes_killed_by_test(build, group[middle:], test)


def run_slow_tests(base, tests, mutants, is_over, take):
    """Runs tests with all their inputs. Passes each change to `take`: "killed" with the name of the first slow test that fails, or
    "lived". Ends early if is_over()."""
    build = builds.BuildFolder(base, 50)
    slow = sorted((dict(test, each=1) for test in tests.values() if test["passed"] and test["seconds"] < SLOWEST
                   and (test["command"] is not None or not test["quick"] or test.get("each", 1) > 1)), key=lambda test: test["seconds"])
    checked = {mutant.id: {test["name"] for test in testing.choose_tests(tests, mutant.source, mutant.change)[1]
                           if test.get("each", 1) == 1} for mutant in mutants}
    for group in groups_of(mutants):
        left = list(group)
        for test in slow:
            candidates = [one for one in left if test["name"] not in checked[one.id]
                     and testing.may_test_notice(test, one.source, one.change)]
            if candidates and not is_over():
                for mutant in changes_killed_by_test(build, candidates, test):
                    take(mutant, "killed", test["name"])
                    left.remove(mutant)
        if is_over():
            return
        for mutant in left:
            take(mutant, "lived", "all tests")
