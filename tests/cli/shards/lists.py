"""animproof shard: each file is in one list, lists have about equal bytes, and an added file or shard moves few files."""

import os
import re

from cli_case import Case, mrtk, mrtk_bad, read, write

case = Case()
FILES = 600
FILE_COST = 4096      # bytes that each file counts in addition to its size (docs/use/cluster.md)


def read_list(path):
    """Reads a list as docs/use/cluster.md defines it. Returns (shard, number of shards, plan, {path: entry number})."""
    head, *lines = read(path).decode("utf-8", "surrogateescape").split("\n")
    mark, place, plan, entries, everything = head.split("\t")
    assert mark == "#animproof shard 1" and lines.pop() == ""
    unescaped = {"\\t": "\t", "\\n": "\n", "\\\\": "\\"}
    found = {}
    for line in lines:
        fields = [re.sub(r"\\[tn\\]", lambda one: unescaped[one.group()], field) for field in line.split("\t")]
        found[fields[-1]] = int(fields[0])
    case.check(len(found) == int(entries) <= int(everything), "the first line of %s has the number of entries" % path)
    return *map(int, place.split("/")), plan, found


def split(count, folder, *words):
    """Runs animproof shard. Returns {path: shard} of all lists, and the output."""
    result = case.exits(0, "shard", "--count", str(count), "--output", folder, *words)
    shard_of, order, plans = {}, [], set()
    for index in range(count):
        shard, shards, plan, found = read_list("%s/%d" % (folder, index))
        case.check((shard, shards) == (index, count), "the first line of %s/%d has the number of the shard" % (folder, index))
        case.check(list(found.values()) == sorted(found.values()), "the entries of a list are sorted by number")
        shard_of.update(dict.fromkeys(found, index))
        order += found.values()
        plans.add(plan)
    case.check(sorted(order) == list(range(len(order))) and len(shard_of) == len(order), "each entry is in exactly one list")
    case.check(len(plans) == 1 and plans.pop().encode() in result.stdout, "all lists have the same plan")
    return shard_of, result.stdout.decode()


# About equal bytes in each list. The sparse files have sizes from 0 to 6 MB and take no disk space.
sizes = {}
for i in range(FILES):
    name = "tree/%03d.bin" % i
    sizes[name] = (i * 7919 % 1000) ** 2 * 6
    write(name, b"")
    os.truncate(name, sizes[name])
first, said = split(8, "first", "tree")
weights = [0] * 8
for name, shard in first.items():
    weights[shard] += sizes[name] + FILE_COST
share = sum(weights) / 8
case.check(len(first) == FILES and max(weights) <= share * 17 / 16 + max(sizes.values()),
           "no list exceeds its share by more than 1/16 and one file: %r" % weights)
lines = said.splitlines()
case.check(len(lines) == 9 and all(re.fullmatch(r"first/%d: \d+ files?, \d+ bytes" % i, lines[i]) for i in range(8)) and
           sum(int(line.split()[1]) for line in lines[:8]) == FILES and
           lines[8].startswith("%d files, %d bytes, plan " % (FILES, sum(sizes.values()))), "the output has files and bytes of each list: %r" % lines)

# An added file, a removed file and an added shard move few files to other shards.
again, _ = split(8, "again", "tree")
case.check(again == first, "a second run gives equal lists")
write("tree/300-and-a-half.bin", mrtk())
more, _ = split(8, "more", "tree")
moved = sum(more[name] != shard for name, shard in first.items())
case.check(moved <= FILES / 20, "an added file moves %d of %d files" % (moved, FILES))
os.remove("tree/300-and-a-half.bin")
os.remove("tree/500.bin")
less, _ = split(8, "less", "tree")
moved = sum(first[name] != shard for name, shard in less.items())
case.check(moved <= FILES / 20, "a removed file moves %d of %d files" % (moved, FILES))
nine, _ = split(9, "nine", "tree")
moved = sum(nine[name] != shard for name, shard in less.items())
case.check(FILES / 18 < moved < FILES / 4, "an added shard moves %d of %d files" % (moved, FILES))

# Entries of the lists are those of lint: unusual names, ignored and excluded folders, missing named files.
write(b"odd/tab\tline\nback\\slash\xff.bin", mrtk_bad())
write("odd/old/x.bin", mrtk())
os.symlink("x", "odd/link")
shard_of, said = split(2, "odd-lists", "--exclude", "old", "odd", "none.bin")
case.check(set(shard_of) == {"odd/tab\tline\nback\\slash\udcff.bin", "odd/old", "odd/link", "none.bin"}, "the lists have all entries: %r" % shard_of)
case.check(said.endswith("; 2 entries that are not checked, such as ignored folders\n"),
           "the output counts the entries that lint does not check: %r" % said)
result = case.run("lint", "--files-from", "odd-lists/%d" % shard_of["odd/tab\tline\nback\\slash\udcff.bin"], "--format", "gcc")
case.check(rb"tab\tline\nback\\slash\xff.bin" in result.stdout and result.returncode in (1, 3),
           "lint of a list checks a file with unusual bytes in its name", result)

# More shards than files; existing lists of another run; wrong usage.
split(300, "odd-lists", "odd")
result = case.exits(2, "shard", "-n", "2", "-o", "odd-lists", "odd")
case.check(b"more shards than 2" in result.stderr and read_list("odd-lists/299")[1] == 300, "lists of more shards are not overwritten", result)
write("odd/.animproof.ini", b"[nothing\n")
before = read_list("first/0")
case.exits(2, "shard", "-n", "8", "-o", "first", "odd")
case.check(read_list("first/0") == before, "a failing run keeps the existing lists")
os.remove("odd/.animproof.ini")
write("file", b"")
for code, words in ((2, ["-o", "x", "odd"]), (2, ["-n", "2", "odd"]), (2, ["-n", "0", "-o", "x", "odd"]), (2, ["-n", "2", "-o", "x"]),
                    (2, ["-n", "5000", "-o", "x", "odd"]), (2, ["-n", "2", "-o", "x", "-"]), (3, ["-n", "2", "-o", "file", "odd"]),
                    (3, ["-n", "2", "-o", "file/x", "odd"])):
    case.check(case.exits(code, "shard", *words).stderr.startswith(b"animproof: "), "%r is refused with a message" % words)
case.check(not os.path.exists("x"), "a refused run writes no lists")

# A folder that cannot be listed is reported by animproof shard, is an entry of the list, and is reported by lint of the list.
os.makedirs("lists-of-nobody")
write("open/closed/a.bin", mrtk_bad())
os.chmod("open/closed", 0)
os.chmod("lists-of-nobody", 0o777)
result = case.run_as_nobody("shard", "-n", "1", "-o", "lists-of-nobody", "open")
if result is not None:
    case.check(result.returncode == 3 and b"animproof: open/closed: Permission denied" in result.stderr,
               "animproof shard reports the closed folder", result)
    case.check(set(read_list("lists-of-nobody/0")[3]) == {"open/closed"}, "the list has the closed folder as an entry")
    case.exits(3, "lint", "--files-from", "lists-of-nobody/0", says=b"open/closed: Permission denied")
os.chmod("open/closed", 0o755)

# A changed list is refused. Options that need all files are left to report merge.
list_bytes = read("first/0")
CHANGED = [list_bytes[:-1], list_bytes[: len(list_bytes) // 2], list_bytes.replace(b"\twalked\t", b"\twalk\t", 1),
           list_bytes + list_bytes.splitlines(True)[1], list_bytes.replace(b"0/8", b"9/8", 1),
           list_bytes.replace(b"shard 1\t", b"shard 2\t", 1), list_bytes.replace(b"walked\ttree", b"walked\tt\0ree", 1)]
for content in CHANGED:
    write("changed", content)
    result = case.exits(3, "lint", "--files-from", "changed", "--output", "jsonl=changed.jsonl")
    case.check(b"changed: " in result.stderr and not os.path.exists("changed.jsonl"), "a changed list is refused and no report is written", result)
write("old-list", list_bytes.replace(b"\twalked\t", b"\tmet\t"))  # "met" is the old name of "walked", read until version 0.2.0
case.check(case.run("lint", "--files-from", "old-list").stdout == case.run("lint", "--files-from", "first/0").stdout, "lint reads met as walked")
for words in (["--baseline", "file"], ["--write-baseline", "new"], ["--fail-fast"], ["--statistics"], ["tree"], ["--mesh", "file"]):
    case.exits(2, "lint", "--files-from", "first/0", *words, says=b"first/0' is the list of a shard")
case.finish()
