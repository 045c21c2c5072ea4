"""Lists of shards: each file in one of them, about as many bytes in each, and few files elsewhere when one is added."""

import os
import re

from cli_case import Case, mrtk, mrtk_bad, read, write

case = Case()
FILES = 600
OPENING = 4096      # docs/use/cluster.md: what a file counts besides its bytes


def read_list(path):
    """(shard, shards, plan, {path: number}), as docs/use/cluster.md describes a list."""
    head, *lines = read(path).decode("utf-8", "surrogateescape").split("\n")
    mark, place, plan, entries, everything = head.split("\t")
    assert mark == "#animproof shard 1" and lines.pop() == ""
    unescaped = {"\\t": "\t", "\\n": "\n", "\\\\": "\\"}
    found = {}
    for line in lines:
        fields = [re.sub(r"\\[tn\\]", lambda one: unescaped[one.group()], field) for field in line.split("\t")]
        found[fields[-1]] = int(fields[0])
    case.check(len(found) == int(entries) <= int(everything), "%s says how many entries it has" % path)
    return *map(int, place.split("/")), plan, found


def split(count, folder, *words):
    """{path: shard} of all lists, and what was printed."""
    result = case.exits(0, "shard", "--count", str(count), "--output", folder, *words)
    whole, order, plans = {}, [], set()
    for index in range(count):
        shard, shards, plan, found = read_list("%s/%d" % (folder, index))
        case.check((shard, shards) == (index, count), "%s/%d says which it is" % (folder, index))
        case.check(list(found.values()) == sorted(found.values()), "entries are in their order")
        whole.update(dict.fromkeys(found, index))
        order += found.values()
        plans.add(plan)
    case.check(sorted(order) == list(range(len(order))) and len(whole) == len(order), "each entry is in one list")
    case.check(len(plans) == 1 and plans.pop().encode() in result.stdout, "all are of one plan")
    return whole, result.stdout.decode()


# About as many bytes in each: sizes from nothing to 6 MB, of which nothing is on the disk.
sizes = {}
for i in range(FILES):
    name = "tree/%03d.bin" % i
    sizes[name] = (i * 7919 % 1000) ** 2 * 6
    write(name, b"")
    os.truncate(name, sizes[name])
first, said = split(8, "first", "tree")
weights = [0] * 8
for name, shard in first.items():
    weights[shard] += sizes[name] + OPENING
share = sum(weights) / 8
case.check(len(first) == FILES and max(weights) <= share * 17 / 16 + max(sizes.values()), "balanced: %r" % weights)
lines = said.splitlines()
case.check(len(lines) == 9 and all(re.fullmatch(r"first/%d: \d+ files?, \d+ bytes" % i, lines[i]) for i in range(8)) and
           sum(int(line.split()[1]) for line in lines[:8]) == FILES and
           lines[8].startswith("%d files, %d bytes, plan " % (FILES, sum(sizes.values()))), "it says what each has: %r" % lines)

# Few files move: with one more, one less, and a shard more.
again, _ = split(8, "again", "tree")
case.check(again == first, "the same again")
write("tree/300-and-a-half.bin", mrtk())
more, _ = split(8, "more", "tree")
moved = sum(more[name] != shard for name, shard in first.items())
case.check(moved <= FILES / 20, "a file more moves %d of %d" % (moved, FILES))
os.remove("tree/300-and-a-half.bin")
os.remove("tree/500.bin")
less, _ = split(8, "less", "tree")
moved = sum(first[name] != shard for name, shard in less.items())
case.check(moved <= FILES / 20, "a file less moves %d of %d" % (moved, FILES))
nine, _ = split(9, "nine", "tree")
moved = sum(nine[name] != shard for name, shard in less.items())
case.check(FILES / 18 < moved < FILES / 4, "a shard more moves %d of %d" % (moved, FILES))

# What is found is what lint finds: names of any bytes, what is ignored or excluded, what is named and not there.
write(b"odd/tab\tline\nback\\slash\xff.bin", mrtk_bad())
write("odd/old/x.bin", mrtk())
os.symlink("x", "odd/link")
whole, said = split(2, "odd-lists", "--exclude", "old", "odd", "none.bin")
case.check(set(whole) == {"odd/tab\tline\nback\\slash\udcff.bin", "odd/old", "odd/link", "none.bin"}, "found: %r" % whole)
case.check(said.endswith("; 2 entries that are not checked, such as ignored folders\n"), "what is not judged is counted: %r" % said)
result = case.run("lint", "--files-from", "odd-lists/%d" % whole["odd/tab\tline\nback\\slash\udcff.bin"], "--format", "gcc")
case.check(rb"tab\tline\nback\\slash\xff.bin" in result.stdout and result.returncode in (1, 3), "it is linted", result)

# More shards than files; lists of other plans; what cannot be.
split(300, "odd-lists", "odd")
result = case.exits(2, "shard", "-n", "2", "-o", "odd-lists", "odd")
case.check(b"more shards than 2" in result.stderr and read_list("odd-lists/299")[1] == 300, "lists of more shards stay", result)
write("odd/.animproof.ini", b"[nothing\n")
before = read_list("first/0")
case.exits(2, "shard", "-n", "8", "-o", "first", "odd")
case.check(read_list("first/0") == before, "what goes wrong leaves the lists as they were")
os.remove("odd/.animproof.ini")
write("file", b"")
for code, words in ((2, ["-o", "x", "odd"]), (2, ["-n", "2", "odd"]), (2, ["-n", "0", "-o", "x", "odd"]), (2, ["-n", "2", "-o", "x"]),
                    (2, ["-n", "5000", "-o", "x", "odd"]), (2, ["-n", "2", "-o", "x", "-"]), (3, ["-n", "2", "-o", "file", "odd"]),
                    (3, ["-n", "2", "-o", "file/x", "odd"])):
    case.check(case.exits(code, "shard", *words).stderr.startswith(b"animproof: "), "%r is refused in words" % words)
case.check(not os.path.exists("x"), "and nothing is written")

# A folder that could not be listed is told by shard, by its list, and by lint of that list.
os.makedirs("lists-of-nobody")
write("open/closed/a.bin", mrtk_bad())
os.chmod("open/closed", 0)
os.chmod("lists-of-nobody", 0o777)
result = case.run_as_nobody("shard", "-n", "1", "-o", "lists-of-nobody", "open")
if result is not None:
    case.check(result.returncode == 3 and b"animproof: open/closed: Permission denied" in result.stderr, "shard tells it", result)
    case.check(set(read_list("lists-of-nobody/0")[3]) == {"open/closed"}, "so does its list")
    case.exits(3, "lint", "--files-from", "lists-of-nobody/0", says=b"open/closed: Permission denied")  # and lint of that
os.chmod("open/closed", 0o755)

# A list is used as it is, or not at all; and lint of one leaves to report merge what needs all of them.
whole = read("first/0")
CHANGED = [whole[:-1], whole[: len(whole) // 2], whole.replace(b"\tmet\t", b"\tmeet\t", 1), whole + whole.splitlines(True)[1],
           whole.replace(b"0/8", b"9/8", 1), whole.replace(b"shard 1\t", b"shard 2\t", 1), whole.replace(b"met\ttree", b"met\tt\0ree", 1)]
for content in CHANGED:
    write("changed", content)
    result = case.exits(3, "lint", "--files-from", "changed", "--output", "jsonl=changed.jsonl")
    case.check(b"changed: " in result.stderr and not os.path.exists("changed.jsonl"), "a changed list", result)
for words in (["--baseline", "file"], ["--write-baseline", "new"], ["--fail-fast"], ["--statistics"], ["tree"], ["--mesh", "file"]):
    case.exits(2, "lint", "--files-from", "first/0", *words, says=b"first/0' is the list of a shard")
case.finish()
