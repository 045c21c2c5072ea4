"""Limits: what they drop is counted and said."""

import json
import os

from cli_case import Case, mrtk, mrtk_many, write

MANY = 100000

case = Case()
write("many.bin", mrtk_many(MANY))
write("clean.bin", mrtk())


def json_of(*arguments, code=0):
    return json.loads(case.exits(code, "lint", "--format", "json", *arguments).stdout)


report = json_of("many.bin")
found = report["files"][0]["findings"]
total = report["summary"]["warnings"]
case.check(total >= MANY, "all are counted")
case.check(sum(f["rule"] == "mrtk/time-order" for f in found) == 1000, "1000 of a rule by default")
case.check(report["summary"]["dropped"] == total - len(found), "the others are dropped, and counted")

report = json_of("many.bin", "--max-per-rule", "0")
case.check(len(report["files"][0]["findings"]) == 10000, "10000 of a file by default")
case.check(report["summary"]["dropped"] == total - 10000, "counted")

report = json_of("many.bin", "--max-per-rule", "0", "--max-findings", "0")
case.check(len(report["files"][0]["findings"]) == total, "no limit")
case.check(report["summary"]["dropped"] == 0, "nothing dropped")
offsets = [f["offset"] for f in report["files"][0]["findings"]]
case.check(offsets == sorted(offsets), "in the order of their offsets")

report = json_of("many.bin", "--max-findings", "1")
case.check(len(report["files"][0]["findings"]) == 1, "a limit of one")

# Dropped errors are errors still.
report = json_of("many.bin", "--max-findings", "1", "--severity", "mrtk/time-order=error", code=1)
case.check(report["files"][0]["valid"] is False and report["summary"]["errors"] == MANY, "dropped errors count")

for form in ("human", "concise"):
    case.exits(0, "lint", "--format", form, "--max-per-rule", "10", "many.bin",
               prints=(b"many.bin: %d more" % (MANY - 10), b" %d findings over a limit not shown" % (MANY - 10)))

# A rule that is broken again and again is shown three times by the human report, and folded.
result = case.exits(0, "lint", "many.bin")
case.check(result.stdout.count(b" [mrtk/time-order]\n") == 3, "three of a rule are shown", result)
case.check(b"\nmany.bin: and %d more mrtk/time-order (--max-per-rule 0 lists them)\n" % (MANY - 3) in result.stdout,
           "the others are folded", result)
result = case.exits(0, "lint", "--max-findings", "2", "many.bin")
case.check(result.stdout.count(b" [mrtk/time-order]\n") == 2, "a limit below the fold", result)
case.check(b"many.bin: %d more findings not shown" % (total - 2) in result.stdout, "is told as one")
result = case.exits(0, "lint", "--max-findings=0", "--max-per-rule", "0", "many.bin")
case.check(result.stdout.count(b" [mrtk/time-order]\n") == MANY, "0 shows all", result)
case.check(b" more mrtk/" not in result.stdout, "and folds nothing", result)
case.exits(0, "lint", "--max-findings=0", "--max-per-rule=0", "many.bin", stdout=open(os.devnull, "wb"))

# Memory: the file is given up, the others are not.
case.exits(4, "lint", "--max-memory", "1M", "--max-findings=0", "--max-per-rule=0", "many.bin", "clean.bin",
           says=b"animproof: many.bin: memory ran out", prints=b"1 file could not be read")  # counts it
result = case.exits(4, "lint", "--format=json", "--max-memory", "1048576", "--max-findings=0", "--max-per-rule=0", "many.bin", "clean.bin")
entries = json.loads(result.stdout)["files"]
case.check("error" in entries[0] and entries[0]["valid"] is False, "the entry has an error", result)
case.check("error" not in entries[1] and entries[1]["valid"] is True, "the next file is judged", result)

case.finish()
