"""Slow tests on many changes at once: a group that passes a test has passed it with each; one that fails is halved."""

import judge
import workshop
from entered import run_unit

AT_ONCE = 12
SLOWEST = 8     # seconds of CPU


def groups_of(mutants):
    """Lists of up to AT_ONCE changes, no two of one function or of data of one file."""
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


def objects_of(shop, group):
    texts = {}
    for mutant in sorted(group, key=lambda one: -one.change.offset):
        change = mutant.change
        text = texts.get(change.path, mutant.source.text)
        texts[change.path] = text[:change.offset] + change.text + text[change.offset + change.length:]
    return shop.compile(texts)


def fails(shop, group, test):
    objects = objects_of(shop, group)
    if test["command"] is None:
        shop.link(shop.units, objects)
        return not run_unit(shop.units, test["name"], 5 + 5 * test["seconds"])[0]
    shop.link(shop.program, objects)
    return judge.is_blamed(shop, test)


def noticed(shop, group, test):
    """Those of the group that the test notices alone."""
    if not fails(shop, group, test):
        return []
    if len(group) == 1:
        return list(group)
    middle = len(group) // 2
    return noticed(shop, group[:middle], test) + noticed(shop, group[middle:], test)


def check_slowly(base, tests, mutants, is_over, take):
    """Hands on each change that a test notices which did not judge it alone, with the test's name, and each that lived."""
    shop = workshop.Workshop(base, 50)
    slow = sorted((test for test in tests.values() if test["passed"] and test["seconds"] < SLOWEST
                   and (test["command"] is not None or not test["quick"] or test.get("each", 1) > 1)), key=lambda test: test["seconds"])
    alone = {mutant.id: {test["name"] for test in judge.chosen(tests, mutant.source, mutant.change)[1]} for mutant in mutants}
    for group in groups_of(mutants):
        left = list(group)
        for test in slow:
            asked = [one for one in left if test["name"] not in alone[one.id]
                     and judge.may_notice(test, one.source, one.change)]
            if asked and not is_over():
                for mutant in noticed(shop, asked, test):
                    take(mutant, "killed", test["name"])
                    left.remove(mutant)
        if is_over():
            return
        for mutant in left:
            take(mutant, "lived", "all tests")
