"""What reports leave out is said: files that were skipped, with --verbose, in each format; rows that a table has no room for."""

import json
import xml.etree.ElementTree

from cli_case import Case, md5anim, mrtk, write
from formats import REPORTS

case = Case()
write("all/clean.bin", mrtk())
write("all/jotted <&>.txt", b"nothing of it")
WHY = "neither the name nor the content is that of an animation file"


def report(form, *options):
    return case.exits(0, "lint", "--format", form, *options, "all").stdout.decode()


def check(holds, form, text):
    case.check(holds, "%s: %r" % (form, text[-600:]))


# Where it was asked for, each format has the file and the reason, escaped as its other texts are.
text = report("human", "--verbose")
check("all/jotted <&>.txt: skipped: %s\n" % WHY in text, "human", text)
text = report("github", "--verbose")
check("animproof: all/jotted <&>.txt: skipped: %s\n" % WHY in text, "github", text)
text = report("html", "--verbose")
check('data-name="all/jotted &lt;&amp;&gt;.txt"' in text and "skipped: %s</p>" % WHY in text, "html", text)
suite = xml.etree.ElementTree.fromstring(report("junit", "--verbose"))
skips = [(one.get("name") or one.get("classname"), one.find("skipped").get("message")) for one in suite.iter("testcase")
         if one.find("skipped") is not None]
check(len(skips) == 1 and skips[0][1] == WHY and "jotted <&>.txt" in skips[0][0], "junit", repr(skips))
check(any(one.get("skipped") == "1" for one in suite.iter()), "junit", "the suite counts what it skips")
log = json.loads(report("sarif", "--verbose"))["runs"][0]
told = [one for invocation in log["invocations"] for one in invocation.get("toolExecutionNotifications", [])]
check([one["message"]["text"] for one in told if one["level"] == "note"].count(WHY + ".") == 1, "sarif", repr(told))

# Otherwise none of them names it.
for form in set(REPORTS) - {"json", "jsonl"}:
    text = report(form)
    check("jotted" not in text, form, text)

# A table in Markdown has a thousand rows, whole ones; what has no row is counted, findings and files that cannot be read.
WRONG = md5anim().replace(b"frameRate 24", b"frameRate  24,5")
for number in range(1005):
    write("%04d.md5anim" % number, WRONG)
names = ["%04d.md5anim" % number for number in range(1005)] + ["missing.md5anim"]
truth = json.loads(case.run("lint", "--format", "json", "--jobs", "1", *names).stdout)
found = sum(len(entry["findings"]) for entry in truth["files"])
text = case.run("lint", "--format", "markdown", "--jobs", "1", *names).stdout.decode()
rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
check(len(rows) == 1001 and all(line.endswith(" |") for line in rows), "markdown", "%d rows" % len(rows))
check("\n%d more entries are not in this table.\n" % (found + 1 - 1000) in text, "markdown", text)

case.finish()
