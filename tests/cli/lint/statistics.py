"""lint --statistics: the number of findings of each rule, sorted by severity, then by count."""

import json

from cli_case import GOLDEN, Case, md5anim, mrtk, mrtk_bad, mrtk_many, mrtk_noted, mrtk_warned, write
from schema_check import Checker

case = Case()
for name, content in (("clean", mrtk()), ("bad", mrtk_bad()), ("many", mrtk_many(5)), ("noted", mrtk_noted()),
                      ("warned", mrtk_warned()), ("sub/bad", mrtk_bad())):
    write("d/%s.bin" % name, content)
write("d/parent.md5anim", md5anim(parent=b"7"))


def statistics_rows(*options, code=1):
    document = json.loads(case.exits(code, "lint", "--statistics", "--format", "json", *options, "d").stdout)
    case.check(not Checker("report").errors(document), "the report is valid by its schema: %r" % document["statistics"])
    return [(row["severity"], row["rule"], row["count"]) for row in document["statistics"]], document


listed, document = statistics_rows()
found = [(f["severity"], f["rule"]) for entry in document["files"] for f in entry["findings"]]
order = {"error": 0, "warning": 1, "note": 2}
wanted = sorted(((s, r, found.count((s, r))) for s, r in set(found)), key=lambda row: (order[row[0]], -row[2], row[1]))
case.check(listed == wanted and listed[:2] == [("error", "mrtk/wrap-mode", 2), ("error", "md5anim/parent-order", 1)],
           "the statistics list each rule with its count, in order: %r" % listed)
case.check(statistics_rows("-j1") == statistics_rows("-j3"), "-j1 and -j3 give equal statistics")

# All golden files: findings of a pair of files are counted too.
golden = GOLDEN
for options in ((), ("--max-per-rule", "1")):
    report = json.loads(case.exits(1, "lint", "--no-config", "--statistics", "--format", "json", *options, golden).stdout)
    for severity in order:
        total = sum(row["count"] for row in report["statistics"] if row["severity"] == severity)
        case.check(total == report["summary"][severity + "s"] > 0,
                   "the statistics and the summary count %d findings of severity %s" % (total, severity))

# Findings over a limit are counted; known and suppressed findings are not; a rule with two severities has two rows.
case.check(statistics_rows("--max-per-rule", "1")[0] == wanted, "findings over --max-per-rule are counted")
case.check(statistics_rows("--ignore", "mrtk/wrap-mode")[0] == wanted[1:], "a rule that is turned off is not counted")
case.exits(1, "lint", "--write-baseline", "known", "--select", "mrtk/time-order,md5anim", "d")
left = [row for row in wanted if row[1] not in ("mrtk/time-order", "md5anim/parent-order")]
case.check(statistics_rows("--baseline", "known")[0] == left, "findings in the baseline are not counted")
write(".animproof.ini", b"[path sub/]\nseverity = mrtk/wrap-mode=note\n")
listed = statistics_rows("--config", ".animproof.ini")[0]
case.check(("error", "mrtk/wrap-mode", 1) in listed and ("note", "mrtk/wrap-mode", 1) in listed,
           "a rule with two severities has two rows: %r" % listed)

# In human and concise reports the statistics follow the summary, and are printed without a summary too.
result = case.exits(1, "lint", "--no-config", "--statistics", "--select", "mrtk/wrap-mode,mrtk/time-order", "d")
tail = result.stdout.split(b"explain RULE tells more.\n")[1]
case.check([line.split()[:3] for line in tail.splitlines()]
           == [[], [b"2", b"error", b"mrtk/wrap-mode"], [b"5", b"warning", b"mrtk/time-order"]], "the human report ends with the statistics", result)
for form in ("human", "concise"):
    case.exits(1, "lint", "--no-config", "-q", "--statistics", "--format", form, "--select",
               "mrtk/wrap-mode,mrtk/time-order", "d", prints_last=tail)
lines = case.exits(1, "lint", "--statistics", "--format", "jsonl", "d").stdout.splitlines()
case.check(json.loads(lines[-1])["statistics"] == json.loads(
    case.exits(1, "lint", "--statistics", "--format", "json", "d").stdout)["statistics"], "the last line of jsonl has the statistics")
case.check(b"statistics" not in case.exits(1, "lint", "--format", "json", "d").stdout, "without --statistics a report has no statistics")
case.exits(0, "lint", "--statistics", "d/clean.bin", prints_only=b"1 file: 0 errors, 0 warnings.\n")  # no findings, no statistics

# Report formats without statistics refuse the option.
case.exits(2, "lint", "--statistics", "--format", "sarif", "d", says=b"--statistics needs a human, concise, json or jsonl report")
case.exits(1, "lint", "--statistics", "--format", "sarif", "--output", "json=report", "d")

# A finding in the baseline is not counted among the findings over --max-per-rule.
write("many.bin", mrtk_many(9))
case.exits(0, "lint", "--no-config", "--write-baseline", "known", "--max-per-rule", "5", "many.bin")
result = case.exits(0, "lint", "--no-config", "--baseline", "known", "many.bin")
case.check(b": and 1 more mrtk/time-order " in result.stdout, "the note of omitted findings counts only new findings", result)
case.finish()
