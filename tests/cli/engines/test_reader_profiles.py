"""Profiles with the name of a reader give findings the severity of what that reader does with such files."""

import pytest
from cli_case import md5anim, rules_readers_and_profiles_of, write

READERS = ("id", "iqm", "daemon", "fte", "vkquake", "ironwail", "q2pro", "darkradiant", "assimp", "blender", "dsma")


def severity_by_rule(animproof, *words):
    return {finding["rule"]: finding["severity"] for _, finding in animproof.findings("--no-companions", *words)}


@pytest.mark.parametrize("reader", READERS)
def test_each_reader_has_a_profile_that_says_what_the_reader_does(animproof, reader):
    write("bad.md5anim", md5anim(b"7"))
    levels = {rule["id"]: rule["profiles"][reader] for rule in rules_readers_and_profiles_of(animproof.program)["rules"]}
    found = severity_by_rule(animproof, "--profile", reader, "bad.md5anim")
    assert found and found == {rule: levels[rule] for rule in found}
    animproof.exits(1 if "error" in found.values() else 0, "lint", "--no-companions", "--profile", reader, "bad.md5anim")


def test_a_reader_that_loads_the_file_makes_a_note_of_an_error(animproof):
    write("bad.md5anim", md5anim(b"7"))
    default = severity_by_rule(animproof, "bad.md5anim")
    assert default["md5anim/parent-order"] == "error"
    assert severity_by_rule(animproof, "--profile", "iqm", "bad.md5anim")["md5anim/parent-order"] == "note"
    assert severity_by_rule(animproof, "--profile", "assimp", "bad.md5anim")["md5anim/parent-order"] == "warning"


def test_a_configuration_names_the_profile_of_a_reader(animproof):
    write("bad.md5anim", md5anim(b"7"))
    write(".animproof.ini", b"[animproof]\nprofile = iqm\n")
    assert severity_by_rule(animproof, "bad.md5anim")["md5anim/parent-order"] == "note"
    assert severity_by_rule(animproof, "--profile", "id", "bad.md5anim")["md5anim/parent-order"] == "error"


def test_the_severity_of_one_rule_is_set_after_the_profile(animproof):
    write("bad.md5anim", md5anim(b"7"))
    assert severity_by_rule(animproof, "--profile", "iqm", "--severity", "md5anim/parent-order=error", "bad.md5anim")["md5anim/parent-order"] == "error"
