"""Reports of shards, put together, are those of one process: each format byte for byte, messages, exit code, baselines."""

import json
import os
import zipfile

from cli_case import Case, read, write
from formats import REPORTS
from golden_files import some
from schema_check import Checker
from shards import make_shards, make_tree, outputs

CHECKER = Checker("report")

case = Case()
make_tree()


def compare(what, reports, paths, linting=(), telling=(), choosing=()):
    """One process and its shards, told in the same way."""
    one = case.run("lint", *choosing, *linting, *telling, *paths, *outputs("one."))
    merged = case.run("report", "merge", *telling, *reports, *outputs("merged."))
    case.check(one.returncode in (0, 1, 3), what + ": one process", one)
    case.check(one.returncode == merged.returncode and one.stdout == merged.stdout and one.stderr == merged.stderr,
               "%s: exit code, output and messages are one process's" % what, merged)
    for name in REPORTS:
        case.check(os.path.exists("merged." + name) and read("one." + name) == read("merged." + name), "%s: %s is one process's" % (what, name))
    return one


TREE = ["tree"]
for count in some((3, 1, 8)):
    result = compare("%d shards" % count, make_shards(case, count, TREE), TREE)
case.check(result.returncode == 1 and len(json.loads(read("one.json"))["files"]) > 25, "there is something to compare")
reports = make_shards(case, 5, TREE)
for path in reports:
    errors = [error for line in read(path).splitlines() for error in CHECKER.errors(json.loads(line), "#/$defs/line")]
    case.check(not errors, "%s holds to the schema: %r" % (path, errors[:3]))
compare("-v", reports, TREE, telling=["-v"])
compare("--statistics", reports, TREE, telling=["--statistics", "-q"])
compare("--fail-fast", reports, TREE, telling=["--fail-fast"])
one = case.run("lint", "--write-baseline", "one.known", "tree")
merged = case.run("report", "merge", "--write-baseline", "merged.known", *reports)
case.check(read("one.known") == read("merged.known") and one.returncode == merged.returncode, "--write-baseline")
with open("known", "wb") as file:   # some are known, and some of those are no more
    lines = read("one.known").splitlines(keepends=True)
    file.write(b"".join(lines[:1] + lines[1::2]) + lines[-1].replace(b"\tmemg/", b"\tmrtk/"))
compare("--baseline", reports, TREE, telling=["--baseline", "known"])

# Rules, limits and what is chosen are given where they take effect.
STRICT = ["--strict", "--severity", "mrtk/marker-order=note", "--ignore", "md5anim/mesh-*"]
compare("other rules", make_shards(case, 4, TREE, linting=STRICT), TREE, linting=STRICT)
for limits in some((["--max-per-rule", "2"], ["--max-findings", "3"], ["--fail-on", "note", "--max-per-rule", "0"])):
    compare("limits", make_shards(case, 3, TREE, linting=limits), TREE, linting=limits, telling=["--statistics"])
CHOICE = ["--exclude", "deep", "--no-ignore", "--include", "*.txt"]
compare("what is chosen", make_shards(case, 3, TREE, choosing=CHOICE), TREE, choosing=CHOICE)
compare("alone", make_shards(case, 3, TREE, linting=["--no-companions"]), TREE, linting=["--no-companions"])

# Paths that are named: twice, before and after the folder they are in, as a companion, and one that is not there.
NAMED = ["tree/pairs/walk.md5anim", "tree/pairs/walk.md5mesh", "tree/bad.bin", "tree/deep/notes.txt", "tree", "tree/bad.bin",
         "tree/link.bin", "tree/few.bin", "tree/deep/notes.txt", "none.bin", "tree/scenes", "tree/pak.pk4"]
for count in some((4, 1)):
    compare("named, %d shards" % count, make_shards(case, count, NAMED), NAMED)
write("list", "".join(name + "\n" for name in NAMED))
compare("listed", make_shards(case, 4, ["--files-from", "list"]), ["--files-from", "list"])

# Companions in archives: each archive's are others, whichever shard has it.
PAKS = ["paks/%d.pk4" % i for i in range(6)]
os.makedirs("paks")
for path in PAKS:
    with zipfile.ZipFile(path, "w") as pak:
        for name in ("mapping-range__0.bin", "mapping-range__0.obj"):
            pak.writestr(name, read("tree/scenes/" + name))
one = compare("companions in archives", make_shards(case, 4, ["paks"]), ["paks"])
case.check(len([file for file in json.loads(read("one.json"))["files"] if file["file"].endswith("!mapping-range__0.obj")]) == len(PAKS),
           "each archive's companion is reported", one)

# Nothing to check is judged by the whole.
os.makedirs("bare/folder")
write("bare/notes.txt", "nothing\n")
reports = make_shards(case, 2, ["bare"])
result = compare("nothing to check", reports, ["bare"])
case.check(result.returncode == 3, "nothing to check is exit 3", result)
compare("nothing is accepted", reports, ["bare"], telling=["--allow-empty"])
case.exits(3, "shard", "-n", "2", "-o", "none", "bare/folder")
reports = make_shards(case, 2, ["bare/folder"], choosing=["--allow-empty"])
case.check(case.run("report", "merge", *reports).returncode == 3, "nothing was found")
case.exits(0, "report", "merge", "--allow-empty", *reports)
case.finish()
