"""Shards of a corpus: merged, they equal the corpus of one build byte for byte; a missing or changed shard is named."""

import filecmp
import json
import os
import shutil

from cli_case import Case

case = Case()
SHARDS = 3


def files_of(folder):
    return sorted(os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names)


def build(folder, *words):
    return case.exits(0, "corpus", "build", *words, folder)


def check_refused(what, said, parts, code=3):
    """Checks that `corpus merge` refuses the parts with the message `said`. `what` describes the parts to the reader."""
    case.exits(code, "corpus", "merge", "never", *parts, says=said.encode(), unwritten="never/corpus.json")
    shutil.rmtree("never", ignore_errors=True)


# 40 cases cannot be divided evenly by 3. The number of cases of a small corpus follows from its formats.
for words in (["--format", "memg", "--count", "40"], ["--format", "md5camera", "--size", "small", "--seed", "7"]):
    names = ["part%d" % i for i in range(SHARDS)]
    for index, name in enumerate(names):
        build(name, "--shard", "%d/%d" % (index, SHARDS), *words)
        case.check(b" 0 wrong" in case.exits(0, "corpus", "verify", name).stdout, "a shard is a valid corpus")
    build("whole", *words)
    case.exits(0, "corpus", "merge", "merged", names[2], names[0], names[1])
    same, different, unreadable = filecmp.cmpfiles("whole", "merged", files_of("whole"), shallow=False)
    case.check(files_of("whole") == files_of("merged") and not different and not unreadable and len(same) > 20,
               "merged shards equal the corpus of one build")
    shard_ids = [json.loads(line)["id"] for name in names for line in open(name + "/manifest.jsonl", encoding="utf-8")]
    all_ids = [json.loads(line)["id"] for line in open("whole/manifest.jsonl", encoding="utf-8")]
    case.check(sorted(shard_ids) == sorted(all_ids) and len(set(shard_ids)) == len(shard_ids), "each case is in one shard")
    if words[1] != "memg":
        break
    shutil.rmtree("whole")
    shutil.rmtree("merged")
    for name in names:
        shutil.move(name, "memg-" + name)

check_refused("a shard is missing", "part2: a shard before this one is missing", ["part0", "part2"])
check_refused("the last shard is missing", "part1: a shard after this one is missing", ["part0", "part1"])
check_refused("a shard is given twice", "is given twice", [*names, "part1"])
check_refused("a shard of another corpus", "is a shard of another corpus", ["part0", "part1", "memg-part2"])
check_refused("a corpus that is not a shard", "whole: is not a shard of a corpus", ["part0", "whole"])
check_refused("a shard that does not exist", "none: ", ["part0", "none"])
check_refused("no shards are given", "a new folder and at least one shard are needed", [], code=2)
name = "part1/" + json.loads(open("part1/manifest.jsonl", encoding="utf-8").readline())["file"]
with open(name, "ab") as file:
    file.write(b"\n")
check_refused("a file of a shard was changed", "was changed after it was written", names)
os.remove(name)
check_refused("a file of a shard is missing", "part1: ", names)
for value in ("3/3", "1", "x/3", "1/", "-1/3", "1/0", "1/9999"):
    case.exits(2, "corpus", "build", "--shard", value, "never", says=b"is not I/N", unwritten="never")
case.finish()
