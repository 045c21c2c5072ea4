"""Selection and severity of rules: a file for each rule of each profile, each level of --severity, and long lists of rules."""

import importlib
import json

import md5_result
import pytest
from cli_case import path_in_tree, md5anim, md5mesh, mrtk_with_error, mrtk_with_note, read, rules_readers_and_profiles_of, write
from formats import MD5
from golden_files import every_nth

for reader in MD5:
    importlib.import_module(reader + "_reader")  # importing a reader registers its rules

# {rule: content} for each rule with a severity that a profile changes: the file has a warning or note of this rule and no error.
GOOD = md5anim()
ANIMATIONS = {
    "several-roots": md5anim(parent=b"-1"),
    "layout": GOOD.replace(b"hierarchy {\n", b"hierarchy\n{\n"),
    "number-exponent": GOOD.replace(b"( 1 1 1 )", b"( 1e0 1 1 )"),
    "joint-name-long": GOOD.replace(b'"hips"', b'"' + b"h" * 70 + b'"'),
    "line-length": GOOD.replace(b"bounds {\n", b"bounds {\n//" + b"x" * 600 + b"\n"),
    "blank": GOOD.replace(b"hierarchy {", b"hierarchy\f{"),
    "number-size": GOOD.replace(b"( 1 1 1 )", b"( 18446744073709551616.5 1 1 )"),
    "commandline-long": GOOD.replace(b'commandline ""', b'commandline "%s"' % (1024 * b"x")),
    "joint-name-duplicate": GOOD.replace(b'"hips"', b'"root"'),
    "start-index-order": GOOD.replace(b'"hips" 0 0 0', b'"hips" 0 0 1'),
    "frame-limit": GOOD.replace(b"numFrames 1\n", b"numFrames 1025\n").replace(b"\t( -1 -1 -1 ) ( 1 1 1 )\n",
                                                                               1025 * b"\t( -1 -1 -1 ) ( 1 1 1 )\n").replace(
        b"frame 0 {\n}\n", b"".join(b"frame %d {\n}\n\n" % frame for frame in range(1025))),
    "commandline-text": GOOD.replace(b'commandline ""', b'commandline "the bounds of it"'),
}
ANIMATIONS.update({
    "before-version": b"\n" + GOOD,
    "comment-block": GOOD.replace(b"bounds {\n", b"bounds {\n/* of it */\n"),
    "trailing-content": GOOD + b"\n" + GOOD,
    "frame-rate-fraction": GOOD.replace(b"frameRate 24", b"frameRate 24.5"),
    "joint-limit": GOOD.replace(b"numJoints 2", b"numJoints 128").replace(
        b"}\n\nbounds", b"".join(b'\t"joint%d" 0 0 0\n' % joint for joint in range(126)) + b"}\n\nbounds").replace(
        b"}\n\nframe 0", 126 * b"\t( 0 0 0 ) ( 0 0 0 )\n" + b"}\n\nframe 0"),
    "quaternion-length": GOOD.replace(b"( 0 0 0 ) ( 0 0 0 )\n}", b"( 0 0 0 ) ( 1.01 0 0 )\n}"),
})
BODY = md5mesh(["root", "hips", "neck"])
WIDE = md5mesh(["root", "hips", "neck", "head", "hand"])
BLOCK = BODY[BODY.index(b"mesh {"):]
MESHES = {
    "mesh-name": BODY.replace(b"\tshader", b'\tname "body"\n\tshader'),
    "mesh-limit": BODY.replace(b"numMeshes 1", b"numMeshes 33") + 32 * (b"\n" + BLOCK),
    "mesh-empty": BODY.replace(b"numMeshes 1", b"numMeshes 2")
    + b'\nmesh {\n\tshader "skin"\n\n\tnumverts 0\n\n\tnumtris 0\n\n\tnumweights 0\n}\n',
    "vert-unused": BODY.replace(b"numverts 3", b"numverts 4").replace(b"\n\n\tnumtris", b"\n\tvert 3 ( 1 1 ) 2 1\n\n\tnumtris"),
    "vert-weight-limit": WIDE[:WIDE.index(b"\tnumweights")].replace(b"vert 0 ( 0 0 ) 0 1", b"vert 0 ( 0 0 ) 0 5")
    + b"\tnumweights 5\n" + b"".join(b"\tweight %d %d 0.2 ( 0 0 0 )\n" % (at, at) for at in range(5)) + b"}\n",
    "weight-range": BODY.replace(b"weight 0 0 1 ", b"weight 0 0 1.5 "),
    "trailing-content": BODY + b"\n" + BODY,
    "several-roots": BODY.replace(b'"neck"\t1', b'"neck"\t-1'),
    "layout": BODY.replace(b"joints {", b"joints\n{"),
    "joint-name-long": BODY.replace(b'"neck"', b'"' + b"n" * 70 + b'"'),
    "joint-name-duplicate": BODY.replace(b'"neck"', b'"hips"'),
    "shader-empty": BODY.replace(b'"skin"', b'""'),
    "shader-long": BODY.replace(b'"skin"', b'"' + b"s" * 70 + b'"'),
}
CAMERA = read(path_in_tree("golden/md5camera/valid/cuts-3.md5camera"))
CAMERAS = {
    "before-version": b"\n" + CAMERA,
    "blank": CAMERA.replace(b"cuts {", b"cuts\f{"),
    "line-length": CAMERA.replace(b"cuts {\n", b"cuts {\n//" + b"x" * 600 + b"\n"),
    "trailing-content": CAMERA + b"\n" + CAMERA,
    "single-frame": b'MD5Version 10\ncommandline ""\n\nnumFrames 1\nframeRate 24\nnumCuts 0\n\ncuts {\n}\n\n'
                    b"camera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n",
}
FILES_BY_FORMAT = {"md5anim": ANIMATIONS, "md5mesh": MESHES, "md5camera": CAMERAS}


@pytest.fixture
def lint_and_list_severities(animproof):
    """Calling it returns the severity of each rule that lint reports."""
    def lint_and_get_severities(*arguments):
        report = json.loads(animproof.run("lint", "--format", "json", "--no-companions", *arguments).stdout)
        return {finding["rule"]: finding["severity"] for entry in report["files"] for finding in entry["findings"]}
    return lint_and_get_severities


def test_each_rule_of_a_profile_has_a_file():
    tried = {rule for files in FILES_BY_FORMAT.values() for rule in files}
    for profile, by_format in md5_result.PROFILES.items():
        assert tried.issuperset(rule for rules in by_format.values() for rule in rules), profile


@pytest.mark.parametrize("form", FILES_BY_FORMAT)
def test_a_profile_sets_the_severities_of_its_rules(animproof, lint_and_list_severities, form):
    for rule, content in every_nth(list(FILES_BY_FORMAT[form].items())):
        name = "%s.%s" % (rule, form)
        write(name, content)
        plain = lint_and_list_severities(name)
        assert plain["%s/%s" % (form, rule)] in ("warning", "note") and "error" not in plain.values(), name
        animproof.exits(0, "lint", "--no-companions", name)
        animproof.exits(0, "lint", "--no-companions", "--profile", "default", name)
        lower = [word for one in plain for word in ("--severity", one + "=warning")]
        for profile in set(md5_result.PROFILES) - {"default"}:
            levels = {found: md5_result.severity_in_profile(form, found.split("/")[1], profile) for found in plain}
            assert lint_and_list_severities("--profile", profile, name) == levels, name
            animproof.exits(1 if "error" in levels.values() else 0, "lint", "--no-companions", "--profile", profile, name)
            animproof.exits(0, "lint", "--no-companions", "--profile", profile, *lower, name)


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
