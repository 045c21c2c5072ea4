"""Selection and severity of rules: files of golden/ for each rule of each profile, each level of --severity, and long lists of rules."""

import importlib

import md5_result
import pytest
from cli_case import md5mesh, mrtk_with_error, mrtk_with_note, rules_readers_and_profiles_of, write
from formats import MD5
from golden_files import golden

for reader in MD5:
    importlib.import_module(reader + "_reader")  # importing a reader registers its rules

BODY = md5mesh(["root", "hips", "neck"])
MESHES_33 = BODY.replace(b"numMeshes 1", b"numMeshes 33") + 32 * (b"\n" + BODY[BODY.index(b"mesh {"):])


@pytest.fixture
def lint_and_list_severities_by_file(animproof):
    """Calling it returns {file: {rule: severity}} of the files with findings."""
    def lint_and_get_severities_by_file(*arguments):
        report = animproof.json(None, "lint", "--no-companions", "--max-findings=0", *arguments)
        return {entry["file"]: {one["rule"]: one["severity"] for one in entry["findings"]} for entry in report["files"] if entry["findings"]}
    return lint_and_get_severities_by_file


@pytest.fixture
def lint_and_list_severities(lint_and_list_severities_by_file):
    """Calling it with one file returns the severity of each rule that lint reports."""
    return lambda *arguments: {rule: level for found in lint_and_list_severities_by_file(*arguments).values() for rule, level in found.items()}


@pytest.mark.parametrize("form", MD5)
def test_a_profile_sets_the_severities_of_its_rules(animproof, lint_and_list_severities_by_file, form):
    write("limit.md5mesh", MESHES_33)
    paths = golden("%s/bad/*.%s" % (form, form)) + (["limit.md5mesh"] if form == "md5mesh" else [])
    plain = {path: found for path, found in lint_and_list_severities_by_file(*paths).items() if "error" not in found.values()}
    rules = {rule for found in plain.values() for rule in found}
    changed = [by_format.get(form, ()) for by_format in (*md5_result.PROFILES.values(), *md5_result.PROFILE_WARNINGS.values())]
    assert {"%s/%s" % (form, rule) for one in changed for rule in one} <= rules, "each rule of a profile has a file"
    lower = [word for rule in rules for word in ("--severity", rule + "=warning")]
    for profile in md5_result.PROFILES:
        expected = {path: {rule: md5_result.severity_in_profile(form, rule.split("/")[1], profile) for rule in found} for path, found in plain.items()}
        assert lint_and_list_severities_by_file("--profile", profile, *plain) == expected, profile
        failing = [path for path, found in expected.items() if "error" in found.values()]
        assert (failing == []) == (form not in md5_result.PROFILES[profile])
        for path in failing:
            animproof.exits(1, "lint", "--no-companions", "--profile", profile, path)
        animproof.exits(0, "lint", "--no-companions", "--profile", profile, *(set(plain) - set(failing)))
        animproof.exits(0, "lint", "--no-companions", "--profile", profile, *lower, *plain)


def test_the_portable_profile_makes_layout_published_an_error_and_changes_no_other_rule_of_mrtk(animproof, lint_and_list_severities):
    write("bad.bin", mrtk_with_error())
    write("noted.bin", mrtk_with_note())
    write("published.bin", mrtk_with_note()[:-4])  # a file of the published layout, without a list of markers
    for profile, level in (("default", "warning"), ("doom3", "warning"), ("rerelease", "warning"), ("portable", "error")):
        assert lint_and_list_severities("--profile", profile, "published.bin")["mrtk/layout-published"] == level, profile
    assert lint_and_list_severities("--profile", "portable", "noted.bin") == lint_and_list_severities("noted.bin") != {}
    animproof.exits(1, "lint", "--profile", "portable", "bad.bin")


@pytest.mark.parametrize(("level", "code"), [("error", 1), ("warning", 0), ("note", 0), ("off", 0)])
def test_the_option_severity_sets_each_level(animproof, lint_and_list_severities, level, code):
    write("bad.bin", mrtk_with_error())
    write("noted.bin", mrtk_with_note())
    assert lint_and_list_severities("--severity", "mrtk/wrap-mode=" + level, "bad.bin") == ({} if level == "off" else {"mrtk/wrap-mode": level})
    animproof.exits(code, "lint", "--severity", "mrtk/wrap-mode=" + level, "bad.bin")
    assert lint_and_list_severities("--severity", "mrtk/no-keys=" + level, "noted.bin").get("mrtk/no-keys") == (None if level == "off" else level)


def test_lists_of_rules_may_be_longer_than_their_first_capacity(animproof, lint_and_list_severities):
    write("bad.bin", mrtk_with_error())
    rules = sorted(rule["id"] for rule in rules_readers_and_profiles_of(animproof.program)["rules"] if rule["id"].startswith("md5"))[:40] + ["mrtk/wrap-mode"]
    for option, found in (("--ignore", {}), ("--select", {"mrtk/wrap-mode": "error"})):
        assert lint_and_list_severities(*(word for rule in rules for word in (option, rule)), "bad.bin") == found, option
        assert lint_and_list_severities(option, ",".join(rules), "bad.bin") == found, option
    assert lint_and_list_severities(*(word for rule in rules for word in ("--severity", rule + "=note")), "bad.bin") == {"mrtk/wrap-mode": "note"}


def test_the_version_is_printed(animproof):
    for spelling in ("-V", "--version"):
        animproof.exits(0, spelling, prints_first=b"animproof ")
