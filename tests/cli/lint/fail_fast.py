"""lint --fail-fast: a run ends at the first file, in report order, with a finding at or above its fail-on level."""

import json
import os

from cli_case import Case, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, read, write

case = Case()
for i in range(400):
    write("d/%03d.bin" % i, mrtk_bad() if i in (210, 211, 399) else mrtk_warned() if i % 50 == 7 else
          mrtk_noted() if i == 3 else mrtk())


def check_and_list(code, *options):
    """Returns the files of the report and the member ended_early. Checks that -j1, -j2 and -j7 give equal reports."""
    outputs = {}
    for jobs in ("1", "2", "7"):
        result = case.exits(code, "lint", "--fail-fast", "-j", jobs, "--format", "json", "--output", "human=report",
                            *options, "d")
        outputs[jobs] = (result.stdout, result.stderr, read("report"))
    case.check(outputs["1"] == outputs["2"] == outputs["7"], "-j1, -j2 and -j7 give equal reports: %r" % (options,))
    document = json.loads(outputs["1"][0])
    early = document["summary"].get("ended_early", False)
    case.check(early == (b"Files after the first failing file were not checked" in outputs["1"][2]), "both reports say whether the run ended early")
    case.check(document["summary"]["files"] == len(document["files"]), "the summary counts the listed files")
    return [entry["file"] for entry in document["files"]], early


names = ["d/%03d.bin" % i for i in range(400)]
case.check(check_and_list(1) == (names[:211], True), "the run ends at the first error and reports the error")
case.check(check_and_list(1, "--fail-on", "warning") == (names[:8], True), "--fail-on warning ends the run at the first warning")
case.check(check_and_list(1, "--fail-on", "note") == (names[:4], True), "--fail-on note ends the run at the first note")
case.check(check_and_list(0, "--fail-on", "never") == (names, False), "--fail-on never checks all files")
case.check(check_and_list(0, "--ignore", "mrtk/wrap-mode") == (names, False), "a run without failing files checks all files")
case.check(check_and_list(1, "--statistics")[0] == names[:211], "--statistics does not change the end of the run")

# Each file has its own fail-on level. Findings in the baseline do not end the run.
write(".animproof.ini", b"[path 007.bin]\nfail-on = warning\n")
case.check(check_and_list(1) == (names[:8], True), "the fail-on level of a [path] section holds for its files")
os.remove(".animproof.ini")
case.exits(1, "lint", "--write-baseline", "known", "d/210.bin", "d/399.bin")
case.check(check_and_list(1, "--baseline", "known") == (names[:212], True), "the run ends at the first new finding")
report = json.loads(case.exits(1, "lint", "--fail-fast", "--baseline", "known", "--format", "json", "d").stdout)
case.check(report["summary"]["fixed"] == 0, "known findings of unchecked files are not counted as fixed")

# Arguments after the first failing file are not checked. A missing file does not end the run.
result = case.exits(3, "lint", "--fail-fast", "--format", "concise", "missing", "d/210.bin", "d/211.bin")
case.check(b"d/210.bin" in result.stdout and b"d/211.bin" not in result.stdout, "a missing file does not end the run", result)
sarif = json.loads(case.exits(1, "lint", "--fail-fast", "--format", "sarif", "d").stdout)
notes = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]
case.check(any("--fail-fast" in note["message"]["text"] for note in notes), "a SARIF notification names --fail-fast: %r" % notes)

# Options that need all files are refused.
case.exits(2, "lint", "--fail-fast", "--write-baseline", "other", "d")
case.exits(2, "lint", "--fail-fast", "--watch", "d")
case.check(not os.path.exists("other"), "no incomplete baseline is written")
case.finish()
