"""[rule NAME] of .animproof.ini: rules over figures of `animproof stats`. They appear in commands and reports as other rules do, and
their examples are tested."""

import json
import os

import pytest
from cli_case import md5anim, md5mesh, write

RULE = "[rule few-joints]\nfigure = joints\nmost = %s\nmessage = skeletons are small\n"


@pytest.fixture
def lint_with_own_rules(animproof):
    """Calling it writes the configuration and lints the files; returns (file, rule, severity) of each finding of a rule that the
    configuration defines."""
    write("walk.md5anim", md5anim())
    write("body.md5mesh", md5mesh(["root", "hips"]))

    def lint_and_list_findings(configuration, *options, files=("walk.md5anim", "body.md5mesh")):
        write(".animproof.ini", configuration.encode())
        found = animproof.findings("--no-companions", *options, *files)
        return [(path, one["rule"], one["severity"]) for path, one in found if one["rule"].startswith("own/")]
    return lint_and_list_findings


def test_a_rule_checks_the_formats_that_have_its_figure(lint_with_own_rules):
    assert lint_with_own_rules(RULE % 2) == []
    assert lint_with_own_rules(RULE % 1) == [("walk.md5anim", "own/few-joints", "error"), ("body.md5mesh", "own/few-joints", "error")]
    assert lint_with_own_rules(RULE % 1 + "formats = md5mesh\nseverity = note\n") == [("body.md5mesh", "own/few-joints", "note")]


@pytest.mark.parametrize(("limit", "files"), [
    ("figure = bytes\nmost = 1K", 0), ("figure = bytes\nmost = 10", 2), ("figure = bytes\nleast = 1M", 2),
    ("figure = rate\none-of = 24, 30", 0), ("figure = rate\none-of = 25\n    30", 1), ("figure = duration\nleast = -1e0\nmost = +.5", 0)])
def test_limits_are_numbers_ranges_and_lists(lint_with_own_rules, limit, files):
    assert len(lint_with_own_rules("[rule a]\nmessage = m\n%s\n" % limit)) == files


def test_rules_are_selected_ignored_and_overridden_as_others_are(lint_with_own_rules):
    two = RULE % 1 + "formats = md5anim\n[rule b-1]\nfigure = bytes\nmost = 1\nmessage = m\nformats = md5anim\nseverity = warning\n"
    assert [one[1:] for one in lint_with_own_rules(two)] == [("own/few-joints", "error"), ("own/b-1", "warning")]
    assert [one[1:] for one in lint_with_own_rules(two, "--strict")] == [("own/few-joints", "error"), ("own/b-1", "error")]
    assert [one[1:] for one in lint_with_own_rules(two, "--ignore", "own/few-*", "--severity", "own/b-1=note")] == [("own/b-1", "note")]
    assert lint_with_own_rules(two, "--ignore", "own") == lint_with_own_rules(two, "--select", "md5anim") == []
    assert [one[1] for one in lint_with_own_rules(two, "--select", "own/b-1")] == ["own/b-1"]
    assert [one[1:] for one in lint_with_own_rules("[animproof]\nignore = own/few-joints\n[path walk.*]\nseverity = own/b-1=error\n" + two)] == [
        ("own/b-1", "error")]
    write("silent.md5anim", md5anim().replace(b"MD5Version 10", b"MD5Version 10 // animproof: ignore own/b-1"))
    assert [one[1] for one in lint_with_own_rules(two, files=["silent.md5anim"])] == ["own/few-joints"]


@pytest.mark.parametrize("form", ["sarif", "junit", "gcc", "html", "jsonl", "checkstyle"])
def test_each_report_has_findings_of_own_rules(animproof, lint_with_own_rules, form):
    lint_with_own_rules(RULE % 1)
    animproof.exits(1, "lint", "--format", form, "walk.md5anim", prints=b"own/few-joints")


def test_a_baseline_suppresses_a_finding_of_an_own_rule(animproof, lint_with_own_rules):
    lint_with_own_rules(RULE % 1)
    animproof.run("lint", "--no-companions", "--write-baseline", "known", "walk.md5anim")
    animproof.exits(0, "lint", "--no-companions", "--baseline", "known", "walk.md5anim")


def test_a_folder_may_define_a_rule_of_the_same_name(animproof, lint_with_own_rules):
    os.mkdir("a")
    write("a/run.md5anim", md5anim())
    write("a/.animproof.ini", b"[rule few-joints]\nfigure = bytes\nmost = 1\nmessage = files are empty\nseverity = note\n")
    lint_with_own_rules(RULE % 1)
    result = animproof.exits(1, "lint", "--no-companions", "--format", "gcc", "walk.md5anim", "a/run.md5anim").stdout.decode()
    assert "skeletons are small: the figure joints is 2" in result
    assert "files are empty: the figure bytes is" in result


@pytest.fixture
def make_folders_with_rules(animproof):
    """Makes the folders a, b and c with a file and a configuration each: a and b define the same two rules, c defines two others.
    Each file has a comment that ignores own/bytes-1, a rule of a and b."""
    for folder, most in (("a", 1), ("b", 1), ("c", 2)):
        os.mkdir(folder)
        text = md5anim().replace(b"MD5Version 10", b"MD5Version 10 // animproof: ignore own/bytes-1")
        write(folder + "/x.md5anim", text)
        write(folder + "/.animproof.ini", b"[rule bytes-%d]\nfigure = bytes\nmost = %d\nmessage = m\n[rule few-%d]\nfigure = joints\n"
              b"most = 1\nmessage = joints\nseverity = note\n" % (most, most, most))


def test_files_know_only_the_rules_of_their_configuration(animproof, make_folders_with_rules):
    """The findings do not depend on the order in which lint reads the configurations."""
    for order in ("abc", "cba", "c"):
        result = animproof.run("lint", "--no-companions", "--format", "gcc", *(folder + "/x.md5anim" for folder in order)).stdout.decode()
        unused = [line for line in result.splitlines() if "file/unused-ignore" in line]
        assert len(unused) == 1 and unused[0].startswith("c/") and "no rule is named" in unused[0], result


def test_reports_name_the_rules_of_all_configurations(animproof, make_folders_with_rules):
    files = ["a/x.md5anim", "b/x.md5anim", "c/x.md5anim"]
    sarif = json.loads(animproof.run("lint", "--no-companions", "--format", "sarif", *files).stdout)["runs"][0]
    listed = [rule["id"] for rule in sarif["tool"]["driver"]["rules"] if rule["id"].startswith("own/")]
    assert sorted(listed) == ["own/bytes-1", "own/bytes-2", "own/few-1", "own/few-2"]
    assert "own/" not in json.dumps(sarif["invocations"])
    counted = [line.split()[:3] for line in animproof.run("lint", "--no-companions", "--statistics", *files).stdout.decode().splitlines()
               if line.split()[2:3] and line.split()[2].startswith("own/")]
    assert sorted(counted) == [["1", "error", "own/bytes-2"], ["1", "note", "own/few-2"], ["2", "note", "own/few-1"]]


def test_a_run_reads_at_most_128_different_rules(animproof):
    for folder in ("a", "b", "c", "d"):
        os.mkdir(folder)
        write(folder + "/x.md5anim", md5anim())
        name = "a" if folder == "d" else folder
        write(folder + "/.animproof.ini",
              "".join("[rule %s%d]\nfigure = joints\nmost = 1\nmessage = m\n" % (name, i) for i in range(60)).encode())
    animproof.exits(1, "lint", "--no-companions", "a/x.md5anim", "b/x.md5anim", "d/x.md5anim")
    animproof.exits(2, "lint", "--no-companions", "a/x.md5anim", "b/x.md5anim", "c/x.md5anim",
                    says=b"c/.animproof.ini:1: the configurations have more than 128 different sections [rule NAME]")


def test_shards_report_own_rules_as_one_run_does(animproof, lint_with_own_rules):
    lint_with_own_rules(RULE % 1 + "severity = warning\n")
    animproof.exits(0, "shard", "--count", "2", "--output", "list", ".")
    lists = sorted(name for name in os.listdir(".") if name.startswith("list") and os.path.isfile(name)) or sorted(
        os.path.join("list", name) for name in os.listdir("list"))
    for number, name in enumerate(lists):
        animproof.run("lint", "--files-from", name, "--output", "jsonl=part%d.jsonl" % number)
    parts = ["part%d.jsonl" % number for number in range(len(lists))]
    assert animproof.run("report", "merge", "--format", "sarif", *parts).stdout == animproof.run("lint", "--format", "sarif", ".").stdout
    os.remove(".animproof.ini")
    animproof.exits(0, "report", "merge", "--format", "gcc", *parts, prints=b"warning: skeletons are small")


def test_rules_and_explain_show_the_rules_of_the_working_folder(animproof, lint_with_own_rules):
    lint_with_own_rules(RULE % 1)
    animproof.exits(0, "rules", prints=b"own/few-joints                   skeletons are small\n")
    animproof.exits(0, "rules", "own", prints=b"own: ")
    animproof.exits(2, "rules", "--no-config", "own", says=b"no rule is named 'own'")
    assert [one["id"] for one in animproof.json(0, "rules", "own")["rules"]] == ["own/few-joints"]
    animproof.exits(0, "explain", "own/few-joints", prints=b"allows at most")
    animproof.exits(2, "explain", "own/few-joint")
    animproof.exits(0, "rules", "--format", "markdown", prints_never=b"own/")
    write(".animproof.ini", b"[rule x]\n")
    animproof.exits(2, "rules", says=b"rule x needs the key figure")
    animproof.exits(0, "explain", "md5anim/joint-count")


def test_examples_of_rules_are_tested(animproof, lint_with_own_rules):
    os.mkdir("sub")
    lint_with_own_rules(RULE % 1 + "pass = body.md5mesh\nfail = walk.md5anim\n[rule b]\nfigure = bytes\nmost = 1\nmessage = m\n")
    animproof.prints(b"own/few-joints: body.md5mesh has a finding, but is an example that passes\n"
                     b"2 rules, 2 examples: 1 not as expected; 1 rule has no example\n", "rules", "--test", code=1)
    animproof.exits(0, "rules", "--test", "own/b", prints=b"1 rule, 0 examples: all as expected; 1 rule has no example\n")
    lint_with_own_rules(RULE % 2 + "formats = md5anim\npass = walk.md5anim, body.md5mesh\nfail = walk.md5anim\n")
    animproof.prints(b"own/few-joints: body.md5mesh is not checked by the rule: it has another format, or an error\n"
                     b"own/few-joints: walk.md5anim has no finding, but is an example that fails\n"
                     b"1 rule, 3 examples: 2 not as expected\n", "rules", "--test", code=1)
    lint_with_own_rules(RULE % 2 + "pass = gone.md5anim\n")
    animproof.exits(3, "rules", "--test", says=b"gone.md5anim")
    os.chdir("sub")
    write("../.animproof.ini", (RULE % 2 + "pass = walk.md5anim\n").encode())
    animproof.exits(0, "rules", "--test", prints=b"1 rule, 1 example: all as expected\n")
    animproof.exits(2, "rules", "--test", "--fixable")
    animproof.exits(2, "rules", "--test", "--no-config")


def test_values_are_examples_too(animproof, lint_with_own_rules):
    lint_with_own_rules(RULE % 2 + "passes = 2, -1\nfails = 3\n")
    animproof.exits(0, "rules", "--test", prints=b"1 rule, 3 examples: all as expected\n")
    lint_with_own_rules(RULE % 2 + "passes = 2, 3\n    4\n")
    animproof.prints(b"own/few-joints: no example fails\nown/few-joints: the value 3 is not allowed, but is an example that passes\n"
                     b"own/few-joints: the value 4 is not allowed, but is an example that passes\n"
                     b"1 rule, 3 examples: 2 not as expected\n", "rules", "--test", code=1)
    lint_with_own_rules("[rule n]\npath = joints[*].name\nformats = md5mesh\nmatches = L_*\nmessage = m\npasses = L_arm\nfails = l_arm, L_leg\n"
        "[rule b]\nfigure = bytes\nmost = 1K\nmessage = m\nfails = 2K\n")
    animproof.prints(b"own/n: the value L_leg is allowed, but is an example that fails\nown/b: no example passes\n"
                     b"2 rules, 4 examples: 1 not as expected\n", "rules", "--test", code=1)


def test_config_prints_the_lines_of_rules(animproof, lint_with_own_rules):
    lint_with_own_rules("[policy]\n" + RULE % 1)
    lines = [line.split() for line in animproof.exits(0, "config", "walk.md5anim").stdout.decode().splitlines()]
    assert ["rule", "few-joints", os.path.realpath(".animproof.ini") + ":2"] in lines
    animproof.exits(0, "config", "--no-config", "walk.md5anim", prints_never=b"few-joints")


A = "[rule a]\nmessage = m\nfigure = rate\n"


@pytest.mark.parametrize(("text", "said"), [
    ("[rule]\n", ":1: unknown section 'rule'"),
    ("[rule A]\n", ":1: 'A' cannot name a rule"),
    ("[rule %s]\n" % ("a" * 49), ":1: "),
    ("[rule a]\n\n[rule a]\n", ":3: the configuration has two sections [rule a]"),
    ("".join("[rule a%d]\n" % i for i in range(65)), ":65: more than 64 sections [rule NAME]"),
    ("[rule a]\nfigure = rate\nmost = 1\n", ":1: rule a needs the key message"),
    ("[rule a]\nmessage = m\nmost = 1\n", ":1: rule a needs the key figure, path or required-joints"),
    (A, ":1: rule a needs least, most or one-of"),
    (A + "most = 1\nmost = 2\n", ":5: most is set twice in this section"),
    (A + "most = 1\none-of = 2\n", ":1: rule a has both one-of and a limit"),
    (A + "most = 1\nleast = 2\n", ":4: least is greater than most"),
    (A + "most = fast\n", ":4: most: 'fast' is not a number"),
    (A + "most = 1e999\n", ":4: most: '1e999' is not a number"),
    (A + "most = nan\n", ":4: most: 'nan' is not a number"),
    (A + "one-of = 1, 2\n    0x3\n", ":5: one-of: '0x3' is not a number"),
    (A + "one-of = %s\n" % ",".join("123456789012345678901234567890123"), ":4: one-of: more than 32 values"),
    (A + "most = 1\npasses = fast\n", ":5: passes: 'fast' is not a number"),
    (A + "most = 1\nfails = 1\n    nan\n", ":6: fails: 'nan' is not a number"),
    ("[rule a]\nmessage = m\nrequired-joints = x\nfails = 1\n", ":4: rule a has fails with required-joints; its examples are files"),
    (A + "severity = off\n", ":4: severity: 'off' is not one of"),
    (A + "mots = 1\n", ":4: unknown key 'mots'; did you mean 'most'?"),
    (A + "formats = md5anin\n", ":4: unknown format 'md5anin'; did you mean 'md5anim'?"),
    (A + "formats = md5anim, md5mesh\n", ":4: md5mesh has no figure rate"),
    ("[rule a]\nmessage = m\nfigure = jionts\n", ":3: unknown figure 'jionts'; did you mean 'joints'?"),
    (A + "most = 1\n[severity]\nown/b = note\n", ":6: no section defines the rule own/b"),
    ("[animproof]\nignore = own/x\n", ":2: no section defines the rule own/x"),
])
def test_wrong_rules_name_their_line(animproof, lint_with_own_rules, text, said):
    write(".animproof.ini", text.encode())
    animproof.exits(2, "lint", "walk.md5anim", says=said.encode())


def test_64_rules_are_allowed(lint_with_own_rules):
    assert lint_with_own_rules("".join("[rule a%d]\nfigure = joints\nmost = 1\nmessage = m\n" % i for i in range(64)), files=["walk.md5anim"]) == [
        ("walk.md5anim", "own/a%d" % i, "error") for i in range(64)]


def test_the_command_line_names_only_rules_of_the_working_folder(animproof, lint_with_own_rules):
    lint_with_own_rules(RULE % 1)
    for option in ("--select", "--ignore"):
        animproof.exits(2, "lint", option, "own/few", "walk.md5anim", says=b"the configuration of the working folder defines no rule 'own/few'")
    animproof.exits(2, "lint", "--no-config", "--severity", "own/few-joints=note", "walk.md5anim", says=b"defines no rule")
    write("other.ini", b"[animproof]\n")
    animproof.exits(2, "lint", "--config", "other.ini", "--select", "own/few-joints", "walk.md5anim", says=b"lint: other.ini defines no rule 'own/few-joints'")
    animproof.exits(2, "rules", "--test", "--config", "other.ini", says=b"--test: other.ini defines no rule (")


def complete_next_word(animproof, *words):
    return animproof.exits(0, "completions", "next", "--", *words).stdout.decode().split()


def test_rules_complete_where_ids_of_rules_do(animproof, lint_with_own_rules):
    lint_with_own_rules(RULE % 1 + "[rule small]\nfigure = bytes\nmost = 1\nmessage = m\n")
    both = ["words", "own/few-joints", "own/small"]
    for words in (["explain"], ["rules"], ["lint", "--ignore"], ["lint", "--select"], ["config", "--ignore"], ["lint", "-q", "--ignore"]):
        assert complete_next_word(animproof, *words, "own/") == both
    assert complete_next_word(animproof, "lint", "--severity", "own/s") == ["words", "own/small="]
    assert complete_next_word(animproof, "lint", "--ignore=own/few-joints,own/s") == ["words", "--ignore=own/few-joints,own/small"]
    assert "own/small" in complete_next_word(animproof, "explain", "")
    assert complete_next_word(animproof, "lint", "--no-config", "--ignore", "own/") == ["words"]
    write("ci.ini", b"[rule other]\nfigure = bytes\nmost = 1\nmessage = m\n")
    for option in (["--config", "ci.ini"], ["--config=ci.ini"]):
        assert complete_next_word(animproof, "lint", *option, "--ignore", "own/") == ["words", "own/other"]


@pytest.mark.parametrize("configuration", [b"[rule a]\n", b"\0", b""])
def test_a_configuration_with_an_error_completes_no_rule(animproof, configuration):
    write(".animproof.ini", configuration)
    assert complete_next_word(animproof, "explain", "own/") == ["words"]
    assert complete_next_word(animproof, "lint", "--config", "gone.ini", "--ignore", "own/") == ["words"]
    assert complete_next_word(animproof, "lint", "--config", "") == ["files"]


def test_init_completes_folders(animproof):
    assert complete_next_word(animproof, "init", "") == ["folders"]
