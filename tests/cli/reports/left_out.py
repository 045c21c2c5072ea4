"""Reports name what they omit: skipped files with --verbose, in each format, and the number of rows beyond a table's limit."""

import json
import xml.etree.ElementTree

from cli_case import Case, md5anim, mrtk, write
from formats import REPORTS

case = Case()
write("all/clean.bin", mrtk())
write("all/jotted <&>.txt", b"nothing of it")
REASON = "neither the name nor the content is that of an animation file"


def report(form, *options):
    return case.exits(0, "lint", "--format", form, *options, "all").stdout.decode()


def check_report(holds, form, text):
    case.check(holds, "%s: %r" % (form, text[-600:]))


# With --verbose, each format has the skipped file and the reason, escaped for the format.
text = report("human", "--verbose")
check_report("all/jotted <&>.txt: skipped: %s\n" % REASON in text, "human", text)
text = report("github", "--verbose")
check_report("animproof: all/jotted <&>.txt: skipped: %s\n" % REASON in text, "github", text)
text = report("html", "--verbose")
check_report('data-name="all/jotted &lt;&amp;&gt;.txt"' in text and "skipped: %s</p>" % REASON in text, "html", text)
suite = xml.etree.ElementTree.fromstring(report("junit", "--verbose"))
skips = [(one.get("name") or one.get("classname"), one.find("skipped").get("message")) for one in suite.iter("testcase")
         if one.find("skipped") is not None]
check_report(len(skips) == 1 and skips[0][1] == REASON and "jotted <&>.txt" in skips[0][0], "junit", repr(skips))
check_report(any(one.get("skipped") == "1" for one in suite.iter()), "junit", "the suite counts what it skips")
log = json.loads(report("sarif", "--verbose"))["runs"][0]
notifications = [one for invocation in log["invocations"] for one in invocation.get("toolExecutionNotifications", [])]
check_report([one["message"]["text"] for one in notifications if one["level"] == "note"].count(REASON + ".") == 1, "sarif", repr(notifications))

# Without --verbose, no report names the skipped file, except JSON and JSONL.
for form in set(REPORTS) - {"json", "jsonl"}:
    text = report(form)
    check_report("jotted" not in text, form, text)

# A Markdown table has at most 1000 rows. The number of further findings and unreadable files follows the table.
WRONG = md5anim().replace(b"frameRate 24", b"frameRate  24,5")
for number in range(1005):
    write("%04d.md5anim" % number, WRONG)
names = ["%04d.md5anim" % number for number in range(1005)] + ["missing.md5anim"]
truth = json.loads(case.run("lint", "--format", "json", "--jobs", "1", *names).stdout)
found = sum(len(entry["findings"]) for entry in truth["files"])
text = case.run("lint", "--format", "markdown", "--jobs", "1", *names).stdout.decode()
rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
check_report(len(rows) == 1001 and all(line.endswith(" |") for line in rows), "markdown", "%d rows" % len(rows))
check_report("\n%d more entries are not in this table.\n" % (found + 1 - 1000) in text, "markdown", text)

case.finish()
