"""Merged reports of shards equal the reports of one process, byte for byte: each format, messages, exit code, baselines."""

import json
import os
import re
import zipfile

from cli_case import Case, read, write
from formats import REPORTS
from golden_files import every_nth
from schema_check import Checker
from shards import make_shards, make_tree, outputs

CHECKER = Checker("report")

case = Case()
make_tree()


def compare(what, reports, paths, lint_options=(), report_options=(), path_options=()):
    """Compares lint of `paths` in one process with report merge of the shards' reports, with equal options for both."""
    one = case.run("lint", *path_options, *lint_options, *report_options, *paths, *outputs("one."))
    merged = case.run("report", "merge", *report_options, *reports, *outputs("merged."))
    case.check(one.returncode in (0, 1, 3), what + ": lint in one process ends with 0, 1 or 3", one)
    case.check(one.returncode == merged.returncode and one.stdout == merged.stdout and one.stderr == merged.stderr,
               "%s: exit code, output and messages equal those of one process" % what, merged)
    for name in REPORTS:
        case.check(os.path.exists("merged." + name) and read("one." + name) == read("merged." + name),
                   "%s: the %s report equals that of one process" % (what, name))
    return one


TREE = ["tree"]
for count in every_nth((3, 1, 8)):
    result = compare("%d shards" % count, make_shards(case, count, TREE), TREE)
case.check(result.returncode == 1 and len(json.loads(read("one.json"))["files"]) > 25, "the tree has findings and more than 25 files")
reports = make_shards(case, 5, TREE)
for path in reports:
    errors = [error for line in read(path).splitlines() for error in CHECKER.errors(json.loads(line), "#/$defs/line")]
    case.check(not errors, "each line of %s is valid by the schema: %r" % (path, errors[:3]))
compare("-v", reports, TREE, report_options=["-v"])
compare("--statistics", reports, TREE, report_options=["--statistics", "-q"])
compare("--fail-fast", reports, TREE, report_options=["--fail-fast"])
one = case.run("lint", "--write-baseline", "one.known", "tree")
merged = case.run("report", "merge", "--write-baseline", "merged.known", *reports)
case.check(read("one.known") == read("merged.known") and one.returncode == merged.returncode, "the merged baseline equals that of one process")
with open("known", "wb") as file:   # half of the findings, and one that no file has
    lines = read("one.known").splitlines(keepends=True)
    file.write(b"".join(lines[:1] + lines[1::2]) + lines[-1].replace(b"\tmemg/", b"\tmrtk/"))
compare("--baseline", reports, TREE, report_options=["--baseline", "known"])

# Reports with only the old names of renamed members, until version 0.2.0.
OLD_REPORTS = make_shards(case, 2, TREE, lint_options=["--max-findings", "3"])
for path in OLD_REPORTS:
    content = read(path)
    for new, old in ((rb'"truncated": \d+, ', b""), (rb'"suppressed": \d+, ', b""), (rb'"checked": true, ', b""),
                     (rb'"no_companion": "[^"]*", ', b""), (rb'^{"type": "suppressed"', b'{"type": "silenced"')):
        content = re.sub(new, old, content, flags=re.MULTILINE)
    case.check(b'"dropped": ' in content and b'"truncated"' not in content, "%s has old names" % path)
    write(path, content)
compare("old names", OLD_REPORTS, TREE, lint_options=["--max-findings", "3"])

# Rules, limits and path options are given to the command that uses them.
STRICT = ["--strict", "--severity", "mrtk/marker-order=note", "--ignore", "md5anim/mesh-*"]
compare("other rules", make_shards(case, 4, TREE, lint_options=STRICT), TREE, lint_options=STRICT)
for limits in every_nth((["--max-per-rule", "2"], ["--max-findings", "3"], ["--fail-on", "note", "--max-per-rule", "0"])):
    compare("limits", make_shards(case, 3, TREE, lint_options=limits), TREE, lint_options=limits, report_options=["--statistics"])
PATH_OPTIONS = ["--exclude", "deep", "--no-ignore", "--include", "*.txt"]
compare("path options", make_shards(case, 3, TREE, path_options=PATH_OPTIONS), TREE, path_options=PATH_OPTIONS)
compare("--no-companions", make_shards(case, 3, TREE, lint_options=["--no-companions"]), TREE, lint_options=["--no-companions"])

# Named paths: repeated, before and after their folder, a companion, a missing file.
NAMED_PATHS = ["tree/pairs/walk.md5anim", "tree/pairs/walk.md5mesh", "tree/bad.bin", "tree/deep/notes.txt", "tree", "tree/bad.bin",
         "tree/link.bin", "tree/few.bin", "tree/deep/notes.txt", "none.bin", "tree/scenes", "tree/pak.pk4"]
for count in every_nth((4, 1)):
    compare("named paths, %d shards" % count, make_shards(case, count, NAMED_PATHS), NAMED_PATHS)
write("list", "".join(name + "\n" for name in NAMED_PATHS))
compare("paths from a list", make_shards(case, 4, ["--files-from", "list"]), ["--files-from", "list"])

# Companions of one name in several archives are different files, in any distribution of the archives to shards.
PAKS = ["paks/%d.pk4" % i for i in range(6)]
os.makedirs("paks")
for path in PAKS:
    with zipfile.ZipFile(path, "w") as pak:
        for name in ("mapping-range__0.bin", "mapping-range__0.obj"):
            pak.writestr(name, read("tree/scenes/" + name))
one = compare("companions in archives", make_shards(case, 4, ["paks"]), ["paks"])
case.check(len([file for file in json.loads(read("one.json"))["files"] if file["file"].endswith("!mapping-range__0.obj")]) == len(PAKS),
           "the companion in each archive is reported", one)

# report merge decides for all shards together if there were no files to check.
os.makedirs("bare/folder")
write("bare/notes.txt", "nothing\n")
reports = make_shards(case, 2, ["bare"])
result = compare("nothing to check", reports, ["bare"])
case.check(result.returncode == 3, "a run with nothing to check gives exit 3", result)
compare("--allow-empty", reports, ["bare"], report_options=["--allow-empty"])
case.exits(3, "shard", "-n", "2", "-o", "none", "bare/folder")
reports = make_shards(case, 2, ["bare/folder"], path_options=["--allow-empty"])
case.check(case.run("report", "merge", *reports).returncode == 3, "merging reports without files gives exit 3")
case.exits(0, "report", "merge", "--allow-empty", *reports)
case.finish()
