"""Selection and severity of rules: a file for each rule of each profile, each level of --severity, long lists of rules, and
suggestions for misspelt commands, options and values."""

import importlib
import json

import md5_result
from cli_case import Case, in_tree, md5anim, md5mesh, mrtk, mrtk_bad, mrtk_noted, read, write
from formats import FORMATS, MD5

for reader in MD5:
    importlib.import_module(reader + "_reader")  # importing a reader registers its rules
case = Case()
write("bad.bin", mrtk_bad())
write("noted.bin", mrtk_noted())
write("clean.bin", mrtk())

# One file for each rule with a severity that a profile changes: the file has a warning or note of this rule and no error.
GOOD = md5anim()
FILES = {
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
FILES.update({
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
CAMERA = read(in_tree("golden/md5camera/valid/cuts-3.md5camera"))
CAMERAS = {
    "before-version": b"\n" + CAMERA,
    "blank": CAMERA.replace(b"cuts {", b"cuts\f{"),
    "line-length": CAMERA.replace(b"cuts {\n", b"cuts {\n//" + b"x" * 600 + b"\n"),
    "trailing-content": CAMERA + b"\n" + CAMERA,
    "single-frame": b'MD5Version 10\ncommandline ""\n\nnumFrames 1\nframeRate 24\nnumCuts 0\n\ncuts {\n}\n\n'
                    b"camera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n",
}


def severities(*arguments):
    """Returns the severity of each rule that lint reports."""
    report = json.loads(case.run("lint", "--format", "json", *arguments).stdout)
    return {finding["rule"]: finding["severity"] for entry in report["files"] for finding in entry["findings"]}


known = {rule["id"] for rule in json.loads(case.run("rules", "--format", "json").stdout)["rules"]}
formats = {"md5anim": FILES, "md5mesh": MESHES, "md5camera": CAMERAS}
tried = {rule for files in formats.values() for rule in files}
for profile, by_format in md5_result.PROFILES.items():
    case.check(tried.issuperset(rule for rules in by_format.values() for rule in rules),
               "FILES, MESHES and CAMERAS have a file for each rule of the profile %s" % profile)
for form, rule, content in [(form, *file) for form, files in formats.items() for file in files.items()]:
    name, rule_id = "%s.%s" % (rule, form), "%s/%s" % (form, rule)
    write(name, content)
    plain = severities("--no-companions", name)
    case.check(plain.get(rule_id) in ("warning", "note") and "error" not in plain.values(),
               "the file for %s has the rule's warning or note and no error: %r" % (rule_id, plain))
    case.exits(0, "lint", "--no-companions", name)
    case.exits(0, "lint", "--no-companions", "--profile", "default", name)
    for profile in set(md5_result.PROFILES) - {"default"}:
        levels = {found: md5_result.level_of(form, found.split("/")[1], profile) for found in plain}
        found = severities("--no-companions", "--profile", profile, name)
        case.check(found == levels, "severities of the file for %s under the profile %s: %r, expected %r" % (rule_id, profile, found, levels))
        case.exits(1 if "error" in levels.values() else 0, "lint", "--no-companions", "--profile", profile, name)
        lower = [word for one in plain for word in ("--severity", one + "=warning")]
        case.exits(0, "lint", "--no-companions", "--profile", profile, *lower, name)
write("published.bin", mrtk_noted()[:-4])  # no list of markers
for profile, level in (("default", "warning"), ("doom3", "warning"), ("rerelease", "warning"), ("portable", "error")):
    found = severities("--profile", profile, "published.bin")
    case.check(found.get("mrtk/layout-published") == level, "severity of mrtk/layout-published under the profile %s: %r" % (profile, found))
case.check(severities("--profile", "portable", "noted.bin") == severities("noted.bin") != {},
           "a profile does not change other rules")
case.exits(1, "lint", "--profile", "portable", "bad.bin")

# Each level of --severity.
for level, code in (("error", 1), ("warning", 0), ("note", 0), ("off", 0)):
    found = severities("--severity", "mrtk/wrap-mode=" + level, "bad.bin")
    case.check(found == ({} if level == "off" else {"mrtk/wrap-mode": level}), "--severity mrtk/wrap-mode=%s: %r" % (level, found))
    case.exits(code, "lint", "--severity", "mrtk/wrap-mode=" + level, "bad.bin")
    found = severities("--severity", "mrtk/no-keys=" + level, "noted.bin")
    case.check(found.get("mrtk/no-keys") == (None if level == "off" else level), "--severity mrtk/no-keys=%s: %r" % (level, found))

# Lists of 41 rules: longer than the initial capacity of the program's list.
rules_41 = sorted(rule for rule in known if rule.startswith("md5"))[:40] + ["mrtk/wrap-mode"]
for option, found in (("--ignore", {}), ("--select", {"mrtk/wrap-mode": "error"})):
    one_by_one = [word for rule in rules_41 for word in (option, rule)]
    case.check(severities(*one_by_one, "bad.bin") == found, "the option %s given 41 times" % option)
    case.check(severities(option, ",".join(rules_41), "bad.bin") == found, "41 rules in one option %s" % option)
levels = [word for rule in rules_41 for word in ("--severity", rule + "=note")]
case.check(severities(*levels, "bad.bin") == {"mrtk/wrap-mode": "note"}, "--severity given 41 times")

# Suggestions for misspelt commands, options and values.
for arguments, said in (
    (["lnt", "x"], b"unknown command 'lnt'; did you mean 'lint'?"),
    (["check"], b"unknown command 'check'; did you mean 'lint'?"),
    (["validate"], b"unknown command 'validate'; did you mean 'lint'?"),
    (["roundtip"], b"unknown command 'roundtip'; did you mean 'roundtrip'?"),
    (["version"], b"unknown command 'version'; did you mean '--version'?"),
    (["--verion"], b"unknown option '--verion'; did you mean '--version'?"),
    (["-x"], b"unknown option '-x' ("),
    (["something"], b"unknown command 'something' ("),
    (["bad.bin"], b"'bad.bin' is not a command; did you mean 'animproof lint bad.bin'?"),
    (["lint", "--formt", "json", "x"], b"unknown option '--formt'; did you mean '--format'?"),
    (["lint", "--formt=json", "x"], b"unknown option '--formt'; did you mean '--format'?"),
    (["lint", "--max", "1", "x"], b"unknown option '--max'; did you mean one of '--max-findings', '--max-per-rule', '--max-memory', "
     b"'--max-input'? ("),
    (["lint", "--something", "x"], b"unknown option '--something' ("),
    (["lint", "-x", "x"], b"unknown option '-x' ("),
    (["dump", "--jsn", "x"], b"unknown option '--jsn'; did you mean '--json'?"),
    (["lint", "--profile", "dom3", "x"], b"'dom3' is not one of default, doom3, rerelease, portable; did you mean 'doom3'?"),
    (["lint", "--severity", "mrtk=warn", "x"], b"not one of error, warning, note, off; did you mean 'warning'?"),
    (["lint", "--input-format", "md5", "x"], b"'md5' is not one of %s; did you mean 'md5anim'?" % ", ".join(FORMATS).encode()),
    (["lint", "--mrtk-layout", "x", "x"], b"--mrtk-layout: 'x' is not one of auto, writer, published ("),
    (["lint", "--format", "xml", "x"], b"--format: 'xml' is not one of human, concise, json, jsonl, gcc,"),
):
    case.exits(2, *arguments, says=said, says_lines=1)
for spelling in ("-V", "--version"):
    case.check(case.exits(0, spelling).stdout.startswith(b"animproof "), "%s prints the version" % spelling)

case.finish()
