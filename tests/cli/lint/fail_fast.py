"""lint --fail-fast: a run ends with the first file, in the report's order, that has a finding at its fail-on level."""

import json
import os

from cli_case import Case, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, read, write

case = Case()
for i in range(400):
    write("d/%03d.bin" % i, mrtk_bad() if i in (210, 211, 399) else mrtk_warned() if i % 50 == 7 else
          mrtk_noted() if i == 3 else mrtk())


def files(code, *options):
    """The entries of the report; every number of jobs and every report must tell the same."""
    told = {}
    for jobs in ("1", "2", "7"):
        result = case.exits(code, "lint", "--fail-fast", "-j", jobs, "--format", "json", "--output", "human=report",
                            *options, "d")
        told[jobs] = (result.stdout, result.stderr, read("report"))
    case.check(told["1"] == told["2"] == told["7"], "whatever -j is: %r" % (options,))
    document = json.loads(told["1"][0])
    early = document["summary"].get("ended_early", False)
    case.check(early == (b"Files after the first failing file were not checked" in told["1"][2]), "both say so")
    case.check(document["summary"]["files"] == len(document["files"]), "the summary counts what was told")
    return [entry["file"] for entry in document["files"]], early


names = ["d/%03d.bin" % i for i in range(400)]
case.check(files(1) == (names[:211], True), "ends with the first error, which is told")
case.check(files(1, "--fail-on", "warning") == (names[:8], True), "with the first warning")
case.check(files(1, "--fail-on", "note") == (names[:4], True), "with the first note")
case.check(files(0, "--fail-on", "never") == (names, False), "never")
case.check(files(0, "--ignore", "mrtk/wrap-mode") == (names, False), "a run without failures is whole")
case.check(files(1, "--statistics")[0] == names[:211], "with statistics")

# The level is that of the file, and what a baseline knows ends nothing.
write(".animproof.ini", b"[path 007.bin]\nfail-on = warning\n")
case.check(files(1) == (names[:8], True), "the level of the file's own settings")
os.remove(".animproof.ini")
case.exits(1, "lint", "--write-baseline", "known", "d/210.bin", "d/399.bin")
case.check(files(1, "--baseline", "known") == (names[:212], True), "the first that is not known")
report = json.loads(case.exits(1, "lint", "--fail-fast", "--baseline", "known", "--format", "json", "d").stdout)
case.check(report["summary"]["fixed"] == 0, "what was not checked is not fixed")

# A list of files is not read on; a file that cannot be read ends nothing.
result = case.exits(3, "lint", "--fail-fast", "--format", "concise", "missing", "d/210.bin", "d/211.bin")
case.check(b"d/210.bin" in result.stdout and b"d/211.bin" not in result.stdout, "after one that is not there", result)
sarif = json.loads(case.exits(1, "lint", "--fail-fast", "--format", "sarif", "d").stdout)
notes = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]
case.check(any("--fail-fast" in note["message"]["text"] for note in notes), "SARIF says so: %r" % notes)

# What needs all files.
case.exits(2, "lint", "--fail-fast", "--write-baseline", "other", "d")
case.exits(2, "lint", "--fail-fast", "--watch", "d")
case.check(not os.path.exists("other"), "no baseline of a part")
case.finish()
