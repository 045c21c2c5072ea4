"""report merge names a shard's report that is missing, truncated, repeated, of another run or damaged, and writes no report."""

import os
import random

from cli_case import Case, mrtk, read, write
from golden_files import every_nth
from shards import make_shards, make_tree

case = Case()
make_tree()
COUNT = 4
reports = make_shards(case, COUNT, ["tree"])
originals = {}
for path in reports:
    originals[path] = read(path)


def check_refused(what, said, paths=tuple(reports), begun=False):
    """Checks exit 3, the message, and that no report is written. With `begun`, standard output may have all but its summary."""
    result = case.exits(3, "report", "merge", "--output", "json=all.json", *paths)
    case.check(said.encode() in result.stderr and (b" files: " not in result.stdout if begun else result.stdout == b"") and
               not os.path.exists("all.json"), "report merge refuses reports: " + what, result)


def check_changed(path, content, what, said, begun=False):
    write(path, content)
    check_refused(what, said, begun=begun)
    write(path, originals[path])


case.exits(1, "report", "merge", *reports)
check_refused("two reports are missing, the first is named", "shard 1 of 4 is missing", [reports[0], reports[3]])
check_refused("two reports are missing, the second is named", "shard 2 of 4 is missing", [reports[0], reports[3]])
check_refused("a report is given twice", "2.jsonl: has shard 2, and so has shards/2.jsonl", [*reports, reports[2]])
check_refused("a report does not exist", "shards/9.jsonl: No such file", [*reports, "shards/9.jsonl"])
case.exits(2, "report", "merge")
result = case.exits(2, "report", "merge", "--output", "json=" + reports[1], *reports)
case.check(b"is an input of this run; choose another file" in result.stderr, "report merge does not overwrite an input", result)

# Truncated after a line, within a line, within the first line; a missing line; two swapped entries.
whole = originals[reports[1]]
lines = whole.splitlines(keepends=True)
for end in (0, 10, len(lines[0]), len(whole) // 2, whole.rindex(b"\n{") + 1, len(whole) - 1):
    reason = ": is not the report of a shard" if end < len(lines[0]) else ": is incomplete"
    check_changed(reports[1], whole[:end], "a report is truncated at byte %d" % end, reports[1] + reason)
check_changed(reports[1], b"".join(lines[:3] + lines[4:]), "a line of a report is missing", reports[1] + ": ", begun=True)
files = [i for i, line in enumerate(lines) if line.startswith(b'{"type": "file"')]
swapped = lines[:files[0]] + lines[files[1]:files[2]] + lines[files[0]:files[1]] + lines[files[2]:]
check_changed(reports[1], b"".join(swapped), "two entries of a report are swapped", "are not in their order", begun=True)
check_changed(reports[1], originals[reports[1]].replace(b'"version": "', b'"version": "9', 1), "a report of another version of animproof", "was written by version 9")
check_changed(reports[1], originals[reports[1]].replace(b'"shards": 4', b'"shards": 5'), "a report with another number of shards", "of another plan")
entry = lines[files[1]].replace(b'"at": ', b'"at": 99999', 1)
check_changed(reports[1], b"".join(lines[:files[1]] + [entry] + lines[files[2]:]), "an entry with another number", reports[1], begun=True)


# Changed members that no program of this version writes: another type, an unknown name, too many entries.
def check_replaced(old, new):
    path = next(path for path in reports if old in originals[path])
    check_changed(path, originals[path].replace(old, new, 1), "%r is written instead of %r" % (new[:40], old), path + ": ", begun=True)


for old, new in (
        (b'"rule": "mrtk/', b'"rule": "none/'), (b'"message": "', b'"message": 7, "m": "'), (b'"severity": "error"', b'"severity": "grave"'),
        (b'"role": "companion"', b'"role": "stranger"'), (b'"plan": "', b'"plan": "x'), (b'"plan": "', b'"plan": "0'), (b'"plan": "', b'"plan": "", "p": "'),
        (b'"message": "', b'"message": "\\u0000'),
        (b'"rules": [', b'"rules": [' + 600 * b'{"rule": "mrtk/flag", "severity": "error", "count": 1}, '),
        (b'"bytes": "', b'"bytes": "x'), (b'"bytes": "', b'"bytes": "0'), (b'"bytes": "', b'"bytes": 1, "b": "'),
        (b'"offset": ', b'"offset": -1'), (b'"part": {', b'"part": {"other": 1, ')):
    check_replaced(old, new)


unended = b"".join(lines[:-1]) + lines[-1].split(b', "shard_lines"')[0] + b"}\n"
check_changed(reports[1], unended, "a report of a run that did not end", "not all of the shard was linted")
entries = read("shards/lists/1").splitlines(keepends=True)
write("cut", b"".join(entries[:-1]))
result = case.run("lint", "--format", "jsonl", "--files-from", "cut")
case.check(result.returncode == 3 and b"shard_lines" not in result.stdout, "a run with a truncated list writes no last line", result)

# Reports of another run, with other rules, and of a run without shards.
write("tree/clean/one-more.bin", mrtk())
foreign = make_shards(case, COUNT, ["tree"], folder="foreign")
check_refused("a report of another plan", "is of another plan than shards/0.jsonl", [*reports[:3], foreign[3]])
os.remove("tree/clean/one-more.bin")
case.run("lint", "--strict", "--files-from", "shards/lists/2", "--output", "jsonl=strict.jsonl")
check_refused("a report with other rules", "strict.jsonl: was linted with other rules than", [reports[0], reports[1], "strict.jsonl", reports[3]])
case.run("lint", "--output", "jsonl=plain.jsonl", "tree")
check_refused("the report of a run without shards", "plain.jsonl: is not the report of a shard", [*reports, "plain.jsonl"])

# Random damage: an exit code of 0, 1 or 3, and a message with exit 3.
choices = random.Random(7)
for turn in every_nth(range(60)):
    path = choices.choice(reports)
    damaged = bytearray(originals[path])
    for _ in range(choices.choice([1, 1, 3])):
        at = choices.randrange(len(damaged))
        damaged[at:at + choices.choice([0, 1, 1, 9])] = choices.choice([b"", b"9", b'"', b"}", b"\0", b"-1", b"\xff", b"null"])
    write(path, damaged)
    result = case.run("report", "merge", "-v", "--output", "sarif=all.sarif", *reports)
    case.check(result.returncode in (0, 1, 3) and (result.returncode < 3 or b"animproof: " in result.stderr),
               "random damage %d ends with a documented exit code" % turn, result)
    write(path, originals[path])
case.finish()
