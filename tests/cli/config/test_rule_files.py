"""rules = FILE of [animproof]: a file with a project's own rules, which several configurations share."""

import json
import os

import pytest
from cli_case import md5anim, read, write

RULE = b"[rule few-joints]\nfigure = joints\nmost = %d\nmessage = skeletons are small\n"
CONFIGURATION = b"[animproof]\nrules = team/own.ini\n"


@pytest.fixture
def animproof_in_tree(animproof):
    """The program, in a folder with a file and a configuration that takes a rule from team/own.ini."""
    write("walk.md5anim", md5anim())
    write("team/own.ini", RULE % 1)
    write(".animproof.ini", CONFIGURATION)
    return animproof


def lint_and_list_own_findings(animproof, *paths, options=()):
    found = animproof.findings("--no-companions", *options, *paths)
    return [(path, one["rule"], one["message"]) for path, one in found if one["rule"].startswith("own/")]


def test_the_rules_of_the_file_are_checked_and_its_lines_are_named(animproof_in_tree):
    animproof_in_tree.exits(1, "lint", "--format", "concise", "walk.md5anim", prints=b"the rule allows at most 1 (own.ini:1) [own/few-joints]")
    animproof_in_tree.exits(0, "config", "walk.md5anim", prints=b"  rules         team/own.ini ")
    result = animproof_in_tree.exits(0, "config", "walk.md5anim").stdout.decode()
    assert "/.animproof.ini:2\n  rule          few-joints   " in result
    assert "/team/own.ini:1\n" in result
    assert animproof_in_tree.exits(0, "rules", "own").stdout.decode().count("own/few-joints") == 1
    animproof_in_tree.exits(0, "explain", "own/few-joints", prints=b"skeletons are small")


def test_a_configuration_has_rules_besides_those_of_the_file(animproof_in_tree):
    write(".animproof.ini", CONFIGURATION + b"ignore = own/few-joints\n[rule small]\nfigure = bytes\nmost = 1\nmessage = m\n")
    assert [one[1] for one in lint_and_list_own_findings(animproof_in_tree, "walk.md5anim")] == ["own/small"]
    write(".animproof.ini", b"[rule small]\nfigure = bytes\nmost = 1\nmessage = m\n" + CONFIGURATION)
    assert [one[1] for one in lint_and_list_own_findings(animproof_in_tree, "walk.md5anim")] == ["own/small", "own/few-joints"]


def test_paths_are_relative_to_the_file_that_has_them(animproof_in_tree):
    os.mkdir("below")
    write("team/good.md5anim", md5anim())
    write("team/own.ini", RULE % 2 + b"pass = good.md5anim\n")
    animproof_in_tree.exits(0, "rules", "--test", prints=b"1 rule, 1 example: all as expected")
    os.chdir("below")
    animproof_in_tree.exits(0, "rules", "--test", prints=b"1 rule, 1 example: all as expected")
    assert lint_and_list_own_findings(animproof_in_tree, "../walk.md5anim") == []


def test_configurations_share_a_file_which_is_read_once(animproof_in_tree):
    for folder in ("team/a", "team/b"):
        write(folder + "/run.md5anim", md5anim())
        write(folder + "/.animproof.ini", b"[animproof]\nrules = own.ini\n")
        os.symlink("../own.ini", folder + "/own.ini")
    animproof_in_tree.exits(3, "lint", "team", says=b"team/a/.animproof.ini:2: rules: own.ini: a link leads out of the folder of the configuration")
    write("team/.animproof.ini", b"[animproof]\nrules = own.ini\n")
    os.remove("team/a/.animproof.ini")
    os.remove("team/b/.animproof.ini")
    assert [one[:2] for one in lint_and_list_own_findings(animproof_in_tree, "walk.md5anim", "team")] == [(name, "own/few-joints") for name in (
        "walk.md5anim", "team/a/run.md5anim", "team/b/run.md5anim")]
    sarif = json.loads(animproof_in_tree.run("lint", "--format", "sarif", "walk.md5anim", "team").stdout)
    assert [rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]].count("own/few-joints") == 1


def test_the_rules_of_a_shared_file_count_once_towards_the_limit(animproof_in_tree):
    """A file with 60 rules, a copy of it, and three configurations with one more rule each: these are 60 + 3 of at most 128
    rules."""
    files = ["walk.md5anim"]
    write("team/own.ini", b"".join(b"[rule n%d]\nfigure = joints\nmost = 1\nmessage = m\n" % i for i in range(60)))
    for folder, named in ((".", b"team/own.ini"), ("team", b"own.ini"), ("team/a", b"own.ini")):
        os.makedirs(folder, exist_ok=True)
        if folder == "team/a":
            write("team/a/own.ini", read("team/own.ini"))
        own = b"[rule of-%d]\nfigure = bytes\nmost = 1\nmessage = m\n" % len(files)
        write(folder + "/.animproof.ini", b"[animproof]\nrules = " + named + b"\nignore = own/n1*\n" + own)
        files.append(folder + "/run.md5anim")
        write(files[-1], md5anim())
    found = lint_and_list_own_findings(animproof_in_tree, *files)
    for number, path in enumerate(files):
        rules = [rule for name, rule, _ in found if name == path]
        assert len(rules) == 60 - 11 + 1 and "own/n2" in rules and "own/of-%d" % max(number, 1) in rules and "own/n1" not in rules


@pytest.mark.parametrize(("text", "said"), [
    (b"[rule a]\nfigure = joint\nmost = 1\nmessage = m\n", b"team/own.ini:2: unknown figure 'joint'; did you mean 'joints'?"),
    (b"# one\n\n[rule a]\nmost = 1\nmessage = m\n", b"team/own.ini:3: rule a needs the key figure, path or required-joints"),
    (b"[rule a]\nmos = 1\n", b"team/own.ini:2: unknown key 'mos'; did you mean 'most'?"),
    (b"[animproof]\nstrict = yes\n", b"team/own.ini:1: section [animproof] belongs in the configuration; a file that the key rules names has "
     b"only sections [rule NAME]"),
    (b"most = 1\n", b"team/own.ini:1: 'most' is before the first section"),
    (b"[rule a\n", b"team/own.ini:1: ']' is missing"),
    (b"\n[rule A]\n", b"team/own.ini:2: 'A' cannot name a rule"),
    (b"[rule here]\nfigure = joints\nmost = 1\nmessage = m\n", b"team/own.ini:1: the configuration has two sections [rule here]"),
    (b"[rule a]\nfigure = joints\nmost = x\nmessage = m\n", b"team/own.ini:3: most: 'x' is not a number"),
])
def test_errors_name_the_file_and_its_line(animproof_in_tree, text, said):
    write(".animproof.ini", CONFIGURATION + b"[rule here]\nfigure = bytes\nmost = 1\nmessage = m\n")
    write("team/own.ini", text)
    animproof_in_tree.exits(2, "lint", "walk.md5anim", says=said)
    animproof_in_tree.exits(2, "config", "walk.md5anim", says=said)


@pytest.mark.parametrize(("value", "code", "said"), [
    (b"gone.ini", 3, b".animproof.ini:2: rules: gone.ini: No such file or directory"),
    (b"team", 3, b".animproof.ini:2: rules: team: "),
    (b"", 2, b".animproof.ini:2: rules: the name of a file is missing"),
    (b"../own.ini", 2, b".animproof.ini:2: rules: '../own.ini' is not below the folder of this configuration"),
    (b"/etc/passwd", 2, b".animproof.ini:2: rules: '/etc/passwd' is not below the folder of this configuration"),
    (b"out.ini", 3, b".animproof.ini:2: rules: out.ini: a link leads out of the folder of the configuration"),
    (b"team/own.ini\nrules = team/own.ini", 2, b".animproof.ini:3: rules is set twice in this section"),
    (b"team/long.ini", 3, b".animproof.ini:2: rules: team/long.ini: larger than 1 MiB"),
])
def test_wrong_values_are_refused(animproof_in_tree, value, code, said):
    os.symlink("/etc/hostname", "out.ini")
    write("team/long.ini", b"#" * (1 << 20) + b"\n")
    write(".animproof.ini", b"[animproof]\nrules = " + value + b"\n")
    animproof_in_tree.exits(code, "lint", "walk.md5anim", says=said)


def test_a_section_of_paths_has_no_file_with_rules(animproof_in_tree):
    write(".animproof.ini", b"[path team/]\nrules = team/own.ini\n")
    animproof_in_tree.exits(2, "lint", "walk.md5anim", says=b".animproof.ini:2: rules belongs in [animproof]")


def test_a_configuration_of_an_option_names_any_file(animproof_in_tree):
    os.mkdir("game")
    write("game/ci.ini", b"[animproof]\nrules = ../team/own.ini\n")
    assert len(lint_and_list_own_findings(animproof_in_tree, "walk.md5anim", options=["--config", "game/ci.ini"])) == 1
    write("team/own.ini", b"[rule a]\n")
    animproof_in_tree.exits(2, "lint", "--config", "game/ci.ini", "walk.md5anim", says=b"game/../team/own.ini:1: rule a needs")


def test_files_of_a_tree_elsewhere_have_the_rules_of_its_configuration(animproof_in_tree):
    os.mkdir("elsewhere")
    folder = os.getcwd()
    os.chdir("elsewhere")
    assert [one[1] for one in lint_and_list_own_findings(animproof_in_tree, folder + "/walk.md5anim")] == ["own/few-joints"]


def test_64_sections_are_allowed_in_both_files_together(animproof_in_tree):
    section = b"[rule %s-%d]\nfigure = joints\nmost = 9\nmessage = m\n"
    write(".animproof.ini", CONFIGURATION + b"".join(section % (b"a", i) for i in range(32)))
    write("team/own.ini", b"".join(section % (b"b", i) for i in range(32)))
    assert lint_and_list_own_findings(animproof_in_tree, "walk.md5anim") == []
    write("team/own.ini", b"".join(section % (b"b", i) for i in range(33)))
    animproof_in_tree.exits(2, "lint", "walk.md5anim", says=b"team/own.ini:129: more than 64 sections [rule NAME]")
