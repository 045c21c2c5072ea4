"""Limits on findings and memory: reports count what a limit omits."""

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
case.check(total >= MANY, "the summary counts all findings")
case.check(sum(f["rule"] == "mrtk/time-order" for f in found) == 1000, "by default 1000 findings of a rule are listed")
case.check(report["summary"]["truncated"] == total - len(found), "the summary counts the omitted findings")

report = json_of("many.bin", "--max-per-rule", "0")
case.check(len(report["files"][0]["findings"]) == 10000, "by default 10000 findings of a file are listed")
case.check(report["summary"]["truncated"] == total - 10000, "the summary counts the findings over 10000")

report = json_of("many.bin", "--max-per-rule", "0", "--max-findings", "0")
case.check(len(report["files"][0]["findings"]) == total, "limits of 0 list all findings")
case.check(report["summary"]["truncated"] == 0, "limits of 0 omit no findings")
offsets = [f["offset"] for f in report["files"][0]["findings"]]
case.check(offsets == sorted(offsets), "findings are sorted by offset")

report = json_of("many.bin", "--max-findings", "1")
case.check(len(report["files"][0]["findings"]) == 1, "--max-findings 1 lists one finding")

# Omitted errors still count as errors.
report = json_of("many.bin", "--max-findings", "1", "--severity", "mrtk/time-order=error", code=1)
case.check(report["files"][0]["valid"] is False and report["summary"]["errors"] == MANY, "omitted errors fail the file and are counted")

for form in ("human", "concise"):
    case.exits(0, "lint", "--format", form, "--max-per-rule", "10", "many.bin",
               prints=(b"many.bin: %d more" % (MANY - 10), b" %d findings over a limit not shown" % (MANY - 10)))

# The human report shows three findings of one rule and the number of the others.
result = case.exits(0, "lint", "many.bin")
case.check(result.stdout.count(b" [mrtk/time-order]\n") == 3, "the human report shows three findings of one rule", result)
case.check(b"\nmany.bin: and %d more mrtk/time-order (--max-per-rule 0 lists them)\n" % (MANY - 3) in result.stdout,
           "the human report has the number of the other findings of the rule", result)
result = case.exits(0, "lint", "--max-findings", "2", "many.bin")
case.check(result.stdout.count(b" [mrtk/time-order]\n") == 2, "--max-findings 2 shows two findings", result)
case.check(b"many.bin: %d more findings not shown" % (total - 2) in result.stdout, "the number of omitted findings is printed once")
result = case.exits(0, "lint", "--max-findings=0", "--max-per-rule", "0", "many.bin")
case.check(result.stdout.count(b" [mrtk/time-order]\n") == MANY, "limits of 0 show all findings in the human report", result)
case.check(b" more mrtk/" not in result.stdout, "limits of 0 print no number of other findings", result)
case.exits(0, "lint", "--max-findings=0", "--max-per-rule=0", "many.bin", stdout=open(os.devnull, "wb"))

# Memory: a file that exceeds --max-memory is reported as unreadable, and the next file is checked.
case.exits(4, "lint", "--max-memory", "1M", "--max-findings=0", "--max-per-rule=0", "many.bin", "clean.bin",
           says=b"animproof: many.bin: memory ran out", prints=b"1 file could not be read")
result = case.exits(4, "lint", "--format=json", "--max-memory", "1048576", "--max-findings=0", "--max-per-rule=0", "many.bin", "clean.bin")
entries = json.loads(result.stdout)["files"]
case.check("error" in entries[0] and entries[0]["valid"] is False, "the file that exceeds --max-memory has an error", result)
case.check("error" not in entries[1] and entries[1]["valid"] is True, "the next file is checked", result)

case.finish()
