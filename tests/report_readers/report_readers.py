#!/usr/bin/env python3
"""Checks reports with programs that read them: JUnit with junitparser, GitLab with the rules of GitLab's page, SARIF with its
schema and Microsoft's multitool. `make test-report-readers` installs these programs; checks without their program are skipped.

report_readers.py PROGRAM; the environment variable SARIF_MULTITOOL is the path of the multitool.
"""

import collections
import glob
import json
import os

import commands
from cli_case import Case, md5anim, mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, read_text, write

try:
    import jsonschema
except ImportError:
    jsonschema = None
try:
    import junitparser
except ImportError:
    junitparser = None

# The members that GitLab requires in a report (GitLab's documentation, "Code Quality report format").
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "not": {"pattern": r"^(\./|/)"}},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}

case = Case()
os.mkdir("d")
NAMES = [b"d/bell\x07escape\x1b[31m", b"d/line\n::error::x", b"d/not\xff\xfeutf\xc3", b"d/quote\"'%s%n<&>", b"d/]]>",
         b"d/a::b,c:d%0A", b"d/\xc3\xbc \xe2\x80\xae"]
for name in NAMES:
    write(name, mrtk_with_error())
write("d/warned.bin", mrtk_with_warning())
write("d/noted.bin", mrtk_with_note())
write("d/clean.bin", mrtk())
write("d/parent.md5anim", md5anim(parent=b"7"))
write("d/control.md5anim", md5anim(parent=b"7").replace(b'"hips"', b'\t"h\x1b[31m\xff]]>"'))
write("d/twice.md5anim", md5anim().replace(b'"hips"', b'"root"'))
GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "golden")
PATHS = ["d", *sorted(os.path.relpath(path) for path in glob.glob(GOLDEN + "/*/bad/*[nm]"))]


def is_available_or_skipped(what, available):
    if not available:
        print("SKIPPED: report_readers.py: %s is not installed" % what)
    return available


outputs = ["--output=%s=%s" % (form, form) for form in ("json", "junit", "gitlab", "sarif", "sarif-github")]
known = case.run("help", "lint").stdout
outputs = [one for one in outputs if one.split("=")[1].encode() in known]
case.exits(1, "lint", *outputs, *PATHS)
with open("json", encoding="utf-8") as file:
    truth = json.load(file)
found = [(entry["file"], finding) for entry in truth["files"] for finding in entry["findings"]]
case.check(len(found) > 100 and len({finding["rule"] for _, finding in found}) > 100, "findings of many rules")

if is_available_or_skipped("junitparser", junitparser):
    suites = junitparser.JUnitXml.fromfile("junit")
    tests = [test for suite in suites for test in suite]
    failed = [test for test in tests if any(isinstance(one, junitparser.Failure) for one in test.result)]
    invalid = [entry for entry in truth["files"] if any(f["severity"] == "error" for f in entry["findings"])]
    case.check(len(tests) == len(truth["files"]), "junit: %d tests of %d files" % (len(tests), len(truth["files"])))
    case.check(len(failed) == len(invalid), "junit: %d failed, %d files have errors" % (len(failed), len(invalid)))
    for suite in suites:
        counted = collections.Counter(type(one) for test in suite for one in test.result)
        case.check((suite.tests, suite.failures, suite.errors) == (
            len(list(suite)), counted[junitparser.Failure], counted[junitparser.Error]), "junit: the suite's attributes equal its tests")

if is_available_or_skipped("jsonschema", jsonschema):
    with open("gitlab", encoding="utf-8") as file:
        problems = json.load(file)
    faults = [fault.message for fault in jsonschema.Draft7Validator(GITLAB).iter_errors(problems)]
    case.check(not faults, "gitlab: %r" % faults[:3])
    prints = collections.Counter(problem["fingerprint"] for problem in problems)
    case.check(len(problems) == len(found) and max(prints.values()) == 1, "gitlab: %d problems, %d findings, %r" % (
        len(problems), len(found), prints.most_common(1)))

multitool = os.environ.get("SARIF_MULTITOOL", "")


def broken_sarif_rules(path, kinds):
    """Validates a report with the multitool; returns the ids of the broken rules, or None if the multitool failed."""
    # DOTNET_EnableWriteXorExecute=1 would map a file of 256 GiB, more than the limit of commands.py.
    environment = dict(os.environ, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1", DOTNET_EnableWriteXorExecute="0")
    result = commands.run([multitool, "validate", path, "--rule-kind", kinds, "--level", "Error;Warning", "--output", "validated",
                           "--log", "ForceOverwrite"], env=environment, stdout=commands.PIPE, stderr=commands.STDOUT)
    case.check(os.path.exists("validated"), "%s: the multitool wrote its results" % path, result)
    if not os.path.exists("validated"):
        return None
    with open("validated", encoding="utf-8-sig") as results:
        broken = [one["ruleId"] for run in json.load(results)["runs"] for one in run.get("results", [])]
    os.remove("validated")
    return broken


if is_available_or_skipped("sarif-multitool", os.path.exists(multitool)):
    for form, kinds in (("sarif", "Sarif"), ("sarif-github", "Sarif;Ghas")):
        if os.path.exists(form):
            os.rename(form, form + ".sarif")
            broken = broken_sarif_rules(form + ".sarif", kinds)
            # SARIF2005 asks for a web address of the tool. The program has none, and names none.
            case.check(broken == ["SARIF2005"], "%s: %r" % (form, broken))
    text = read_text("sarif.sarif")
    kinds = {next(iter(fix["artifactChanges"][0]["replacements"][0]["deletedRegion"])) for one in json.loads(text)["runs"][0]["results"]
             for fix in one.get("fixes", [])}
    case.check(kinds == {"startLine", "byteOffset"}, "the report has fixes of texts and of binary files: %r" % kinds)
    write("wrong.sarif", text.replace('"ruleIndex": 0', '"ruleIndex": 9999').encode())
    case.check(broken_sarif_rules("wrong.sarif", "Sarif"), "the multitool refuses a wrong ruleIndex")
    with open(os.path.join(os.path.dirname(multitool), "sarif-2.1.0.json"), encoding="utf-8-sig") as file:
        schema = jsonschema.Draft7Validator(json.load(file)) if jsonschema else None
    for path in filter(os.path.exists, ("sarif.sarif", "sarif-github.sarif") if schema else ()):
        with open(path, encoding="utf-8") as file:
            faults = [fault.message for fault in schema.iter_errors(json.load(file))]
        case.check(not faults, "%s is not valid by the schema: %r" % (path, faults[:3]))
    wrong = json.loads(text.replace('"level": "error"', '"level": "fatal"', 1))
    case.check(schema is None or not schema.is_valid(wrong), "the schema refuses an unknown level")
case.finish()
