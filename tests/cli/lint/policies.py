#!/usr/bin/env python3
"""Which rules are on and how severe: each row of each profile, each level of --severity, long lists of rules; and what
is suggested for a word that is not known."""

import json
import os
import re
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "lib"))
from cli_case import Case, md5anim, md5mesh, mrtk, mrtk_bad, mrtk_noted, write

case = Case()
write("bad.bin", mrtk_bad())
write("noted.bin", mrtk_noted())
write("clean.bin", mrtk())

# A file for each rule of a profile: of this rule alone it has a warning, and nothing worse of any.
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
BODY = md5mesh(["root", "hips", "neck"])
MESHES = {
    "mesh-name": BODY.replace(b"\tshader", b'\tname "body"\n\tshader'),
    "mesh-limit": BODY.replace(b"numMeshes 1", b"numMeshes 33") + 32 * (b"\n" + BODY[BODY.index(b"mesh {"):]),
    "vert-unused": BODY.replace(b"numverts 3", b"numverts 4").replace(b"\n\n\tnumtris", b"\n\tvert 3 ( 1 1 ) 2 1\n\n\tnumtris"),
    "joint-name-long": BODY.replace(b'"neck"', b'"' + b"n" * 70 + b'"'),
    "joint-name-duplicate": BODY.replace(b'"neck"', b'"hips"'),
    "shader-long": BODY.replace(b'"skin"', b'"' + b"s" * 70 + b'"'),
}
# Which of them each profile makes an error: by the format's page, not by the program.
QUAKE = {"commandline-long", "joint-name-long", "joint-name-duplicate", "start-index-order"}
RAISED = {"doom3": {"several-roots"}, "rerelease": QUAKE, "portable": set(FILES) - QUAKE - {"frame-limit"} | {"joint-name-long"}}
OF_ANIMATIONS = {"doom3": set(), "rerelease": {"frame-limit"}, "portable": set()}
OF_MESHES = {"doom3": set(), "rerelease": {"mesh-name", "mesh-limit"}, "portable": {"mesh-name", "vert-unused"}}
with open(os.path.join(HERE, "..", "..", "validators", "naming", "profile.c"), encoding="utf-8") as file:
    rows = set(re.findall(r'\{ "(\w+)", "(md5\*|md5anim|md5mesh)/([\w-]+)", AP_ERROR \}', file.read()))
case.check(rows == {(profile, formats, rule) for formats, raised in (("md5*", RAISED), ("md5anim", OF_ANIMATIONS), ("md5mesh", OF_MESHES))
                    for profile, rules in raised.items() for rule in rules},
           "the rows of validators/naming/profile.c are those that are tested here: %r" % rows)


def severities(*arguments):
    """rule -> severity of what is found."""
    report = json.loads(case.run("lint", "--format", "json", *arguments).stdout)
    return {finding["rule"]: finding["severity"] for entry in report["files"] for finding in entry["findings"]}


known = {rule["id"] for rule in json.loads(case.run("rules", "--format", "json").stdout)["rules"]}
for form, rule, content in [("md5anim", *file) for file in FILES.items()] + [("md5mesh", *file) for file in MESHES.items()]:
    name, whole = "%s.%s" % (rule, form), "%s/%s" % (form, rule)
    write(name, content)
    plain = severities("--no-companions", name)
    case.check(plain.get(whole) in ("warning", "note") and "error" not in plain.values(), "%s: %r" % (whole, plain))
    case.exits(0, "lint", "--no-companions", name)
    case.exits(0, "lint", "--no-companions", "--profile", "default", name)
    for profile in RAISED:
        raised = RAISED[profile] | {"md5anim": OF_ANIMATIONS, "md5mesh": OF_MESHES}[form][profile]
        found = severities("--no-companions", "--profile", profile, name)
        case.check((found.get(whole) == "error") == (rule in raised), "%s under %s: %r" % (whole, profile, found))
        case.exits(1 if rule in raised else 0, "lint", "--no-companions", "--profile", profile, name)
        case.exits(0, "lint", "--no-companions", "--profile", profile, "--severity", whole + "=warning", name)
write("rounded.md5anim", GOOD.replace(b"frameRate 24", b"frameRate 24.5"))
case.check(severities("--profile", "portable", "rounded.md5anim") == severities("rounded.md5anim") != {},
           "a profile leaves other rules alone")
case.exits(1, "lint", "--profile", "portable", "bad.bin")

# Each level.
for level, code in (("error", 1), ("warning", 0), ("note", 0), ("off", 0)):
    found = severities("--severity", "mrtk/wrap-mode=" + level, "bad.bin")
    case.check(found == ({} if level == "off" else {"mrtk/wrap-mode": level}), "%s: %r" % (level, found))
    case.exits(code, "lint", "--severity", "mrtk/wrap-mode=" + level, "bad.bin")
    found = severities("--severity", "mrtk/no-keys=" + level, "noted.bin")
    case.check(found.get("mrtk/no-keys") == (None if level == "off" else level), "%s: %r" % (level, found))

# More rules than the list has room for at first.
many = sorted(rule for rule in known if rule.startswith("md5"))[:40] + ["mrtk/wrap-mode"]
for option, found in (("--ignore", {}), ("--select", {"mrtk/wrap-mode": "error"})):
    one_by_one = [word for rule in many for word in (option, rule)]
    case.check(severities(*one_by_one, "bad.bin") == found, "40 times %s" % option)
    case.check(severities(option, ",".join(many), "bad.bin") == found, "40 rules of one %s" % option)
levels = [word for rule in many for word in ("--severity", rule + "=note")]
case.check(severities(*levels, "bad.bin") == {"mrtk/wrap-mode": "note"}, "40 times --severity")

# What was meant.
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
    (["lint", "--input-format", "md5", "x"], b"'md5' is not one of mrtk, memg, md5anim, md5mesh, md5camera; did you mean 'md5anim'?"),
    (["lint", "--mrtk-layout", "x", "x"], b"--mrtk-layout: 'x' is not one of auto, writer, published ("),
    (["lint", "--format", "xml", "x"], b"--format: 'xml' is not one of human, concise, json, jsonl, gcc,"),
):
    result = case.exits(2, *arguments)
    case.check(said in result.stderr and result.stderr.count(b"\n") == 1, "%r" % arguments, result)
for spelling in ("-V", "--version"):
    case.check(case.exits(0, spelling).stdout.startswith(b"animproof "), "the version by %s" % spelling)

case.finish()
