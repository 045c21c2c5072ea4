"""A finding that prevents the check of a file is reported with any selection of rules. Only ignoring its exact id turns it off;
the summary and `valid` then say that the file was not checked."""

import json
import os

from cli_case import Case, md5anim, mrtk, read, write
from lsp_client import Client
from shards import make_shards, outputs

case = Case()
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 1\n"
FILES = {  # content, and the rule that reports why the file is not checked
    "empty.md5anim": (b"", "md5anim/truncated"),
    "cut.md5anim": (md5anim()[:150], "md5anim/truncated"),
    "pointer.md5anim": (POINTER, "md5anim/other-content"),
    "alpha.md5anim": (md5anim().replace(b"MD5Version 10", b"MD5Version 6"), "md5anim/version"),
    "cut.bin": (mrtk()[:100], "mrtk/count-exceeds-file"),
    "notes.txt": (b"hello\n", "file/unrecognized"),
}
for name, (content, _) in FILES.items():
    write(name, content)
write("clean.md5anim", md5anim())


def lint(*words):
    result = case.run("lint", "--format=json", *words)
    report = json.loads(result.stdout)
    return result.returncode, {entry["file"]: entry for entry in report["files"]}, report["summary"]


def check_fails(name, rule, *words):
    """Checks that the file fails the run by a finding of `rule`."""
    code, entries, summary = lint(*words, name)
    case.check(code == 1 and rule in [f["rule"] for f in entries[name]["findings"]] and not entries[name]["valid"]
               and summary.get("incomplete") == 0, "%s with %r fails the run by its rule: exit %d, %r" % (name, words, code, entries))


for name, (_, rule) in FILES.items():
    family = rule.split("/")[0]
    for words in (["--select", "md5anim/number"], ["--select", "mrtk/flag"], ["--select", "policy", "--strict"],
                  ["--ignore", family], ["--ignore", "*"], ["--ignore", rule[:-1] + "?"], ["--ignore", rule + "*"],
                  ["--severity", family + "/*=off"], ["--select", rule]):
        check_fails(name, rule, *words)

    # Ignoring the exact id turns the finding off: the run passes, and the report says that the file was not checked.
    for words in (["--ignore", rule], ["--severity", rule + "=off"], ["--select", "policy", "--ignore", rule],
                  ["--severity", rule + "=note"]):
        code, entries, summary = lint("--no-companions", *words, name)
        entry = entries[name]
        case.check(code == 0 and not entry["valid"] and summary["incomplete"] == 1 and summary["errors"] == 0,
                   "%s with %r passes and counts as unchecked: exit %d, %r" % (name, words, code, entry))
    result = case.run("lint", "--ignore", rule, name, "clean.md5anim", "--output=junit=junit", "--output=sarif=sarif",
                      "--output=markdown=markdown")
    case.check(result.stdout.startswith(b"2 files: 0 errors, 0 warnings, ")
               and result.stdout.endswith(b"1 file was not checked to its end, 1 animation without a mesh.\n"), "the summary of %s counts an unchecked file" % name, result)
    case.check(b"1 file was not checked to its end" in read("markdown"), "the markdown report counts %s as unchecked" % name)
    junit = read("junit")
    case.check(junit.count(b'<skipped message="the file was not checked to its end"/>') == 1
               and b'tests="2" failures="0" errors="0" skipped="1"' in junit, "the junit report skips %s as unchecked: %r" % (name, junit))
    notes = json.loads(read("sarif"))["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    case.check([note["message"]["text"] for note in notes] == ["the file was not checked to its end."],
               "a SARIF notification reports the unchecked file: %r" % notes)

# A file of an unknown version is checked to its end if its body can be read; without findings it is valid.
write("eleven.md5anim", md5anim().replace(b"MD5Version 10", b"MD5Version 11"))
for words in (["--ignore", "md5anim/version", "eleven.md5anim"], ["--select", "md5anim/number", "clean.md5anim"]):
    code, entries, summary = lint("--no-companions", *words)
    case.check(code == 0 and entries[words[-1]]["valid"] and summary["incomplete"] == 0,
               "lint %r finds the file valid and complete: %r" % (words, entries))

# A suppression comment and a baseline act as ignoring the exact id does.
write("silent.md5anim", md5anim().replace(b"frameRate 24", b"frameRate x // animproof: ignore md5anim/integer"))
code, entries, summary = lint("--no-companions", "silent.md5anim")
case.check(code == 0 and not entries["silent.md5anim"]["valid"] and summary["incomplete"] == summary["suppressed"] == 1,
           "a file with a suppressed finding is unchecked: %r" % entries)
case.exits(1, "lint", "--write-baseline", "known", "cut.md5anim")
code, entries, summary = lint("--baseline", "known", "cut.md5anim")
case.check(code == 0 and not entries["cut.md5anim"]["valid"] and summary["incomplete"] == 1, "a file with a known finding is unchecked: %r" % entries)

# [path] sections: a selection does not turn the rule off, ignoring its id does for the section's files, and a later selection
# turns the rule on again.
write("t/third-party/a.md5anim", POINTER)
write("t/third-party/deep/b.md5anim", POINTER)
SELECTS = b"[path third-party/]\nselect = md5anim/frame-*\n"
ID, PATTERN = b"ignore = md5anim/other-content\n", b"ignore = md5anim/other-*, md5anim\n"
for text, wrong in ((SELECTS, "ab"), (SELECTS + PATTERN, "ab"), (SELECTS + ID, ""),
                    (SELECTS + b"[path deep/]\n" + ID, "a"), (SELECTS + ID + b"[path deep/]\nselect = md5anim/number\n", "b"),
                    (b"[animproof]\n" + ID + SELECTS, "ab"), (b"[animproof]\n" + SELECTS[SELECTS.index(b"select"):], "ab")):
    write("t/.animproof.ini", text)
    code, entries, summary = lint("t")
    found = "".join(sorted(path[-9] for path, entry in entries.items() if entry["findings"]))
    case.check(code == (1 if wrong else 0) and found == wrong and summary["incomplete"] == 2 - len(wrong)
               and not any(entry["valid"] for entry in entries.values()), "findings with the configuration %r: exit %d, %r" % (text, code, found))

    # The language server, `fix` and merged reports of shards agree.
    client = Client(case)
    uri = "file://" + os.path.abspath("t/third-party/a.md5anim")
    client.open(uri, POINTER.decode())
    codes = [one["code"] for one in client.diagnostics(uri)]
    case.check(codes == (["md5anim/other-content"] if "a" in wrong else []),
               "diagnostics of the language server with the configuration %r: %r" % (text, codes))
    client.end()
    case.exits(1 if wrong else 0, "fix", "t")
    reports = make_shards(case, 2, ["t"])
    one = case.run("lint", "t", *outputs("one."))
    merged = case.run("report", "merge", *reports, *outputs("merged."))
    case.check((one.returncode, one.stdout) == (merged.returncode, merged.stdout),
               "the merged report with the configuration %r is that of one run" % text, merged)
    for form in ("json", "jsonl", "sarif", "junit", "markdown"):
        with open("one." + form, "rb") as file, open("merged." + form, "rb") as other:
            case.check(file.read() == other.read(), "the merged report with the configuration %r is that of one run: %s" % (text, form))
os.remove("t/.animproof.ini")
write(".animproof.ini", b"[animproof]\nselect = md5anim/number\nignore = mrtk\n")
for name, (_, rule) in FILES.items():
    check_fails(name, rule)

# Commands that lint a file first use no configuration, and refuse the file.
for name in ("cut.md5anim", "pointer.md5anim", "alpha.md5anim", "cut.bin"):
    for words in (["format", "--check"], ["roundtrip"], ["convert", "--to=json", "-o", "out"]):
        case.exits(1, *words, name)

case.finish()
