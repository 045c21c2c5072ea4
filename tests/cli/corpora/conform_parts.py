#!/usr/bin/env python3
"""animproof conform --shard and --merge: the reports of all shards together are those of one run, byte for byte."""

import json
import os
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "lib"))

from cli_case import Case, write                      # noqa: E402  (the path is set above)
from loader_scripts import script                     # noqa: E402
from schema_check import Checker                      # noqa: E402
from small_corpus import build, case as entry, with_values  # noqa: E402

COUNT = 3
FORMATS = ("json", "html", "junit", "markdown")
with open(os.path.join(HERE, "..", "..", "docs", "conform.schema.json"), encoding="utf-8") as schema_file:
    CHECKER = Checker(json.load(schema_file))
case = Case()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def conform(code, *words):
    return case.exits(code, "conform", *words)


def outputs(name):
    return [word for form in FORMATS for word in ("--output", "%s=%s.%s" % (form, name, form))]


def merging(names):
    return [word for name in names for word in ("--merge", name + ".json")]


def shards(name, code, words):
    """The reports of all shards; each has those of its cases alone."""
    for index in range(COUNT):
        result = case.run("conform", "--shard", "%d/%d" % (index, COUNT), "--output", "json=%s%d.json" % (name, index), *words)
        case.check(result.returncode in (0, code), "shard %d" % index, result)
        report = json.loads(read("%s%d.json" % (name, index)))
        case.check(not CHECKER.errors(report) and report["shard"] == {"index": index, "count": COUNT}, "the schema: %r" % (
            CHECKER.errors(report)[:3]))  # fmt: skip
        case.check(all(bool(each["results"]) <= (at % COUNT == index) for at, each in enumerate(report["cases"])), "its own cases")
    return ["%s%d" % (name, index) for index in range(COUNT)]


def same(name, code, words, merge_words=()):
    """One run and all shards say the same, with the same exit code."""
    one = conform(code, *outputs("one"), *words, *merge_words)
    names = shards(name, code, words)
    merged = conform(code, *outputs("merged"), *words, *merge_words, *merging(reversed(names)))
    case.check(merged.stdout == one.stdout and merged.stdout, "%s: the table" % name, merged)
    for form in FORMATS:
        case.check(read("merged." + form) == read("one." + form), "%s: the same %s" % (name, form))
    return names


# A loader that agrees, refuses, crashes, is killed, prints what is no text, and one that takes few files.
build("all", [entry("%s_%d" % (kind, number), b"%s%d" % (kind.encode(), number)) for number in range(4) for kind in "nyi"]
      + [entry("y_other", b"other", "mrtk")])
odd = script("odd.sh", """case "$1" in *n_1*|*y_2*) exit 0;; *y_1*) kill -SEGV $$;; *i_3*) exit 9;; *n_3*) kill -KILL $$;; *y_3*) exit 1;; esac
printf 'a\\377<b "\\n'; case "$1" in */n_*) exit 1;; esac""")
fine = script("fine.sh", 'case "$1" in */n_*) exit 1;; esac')
answers = script("answers.sh", """while IFS='	' read -r file rest; do case "$file" in *n_2*) exit 0;; */n_*) echo refuse;; *) echo accept;; esac; done""")
LONG = "x" * 3000  # a command is as long as its user likes
LOADERS = ["--loader", "odd=%s {} %s" % (odd, LONG), "--loader", "fine=%s {}" % fine, "--batch", "batch=%s" % answers,
           "--loader-format", "fine=mrtk", "all"]  # fmt: skip
write("known", b"odd y_1\nodd n_*\n")
parts = same("plain", 1, LOADERS)
same("known", 1, LOADERS, ["--known-failures", "known"])
conform(1, "--output", "json=old.json", "--loader", "odd=%s {}" % fine, "all", "--loader", "fine=%s {}" % fine,
        "--batch", "batch=%s" % answers)  # fmt: skip
same("compared", 1, LOADERS, ["--compare", "old.json"])

# Where all agree, the whole does; what loaders compute comes along; the programs need not be there.
same("agreed", 0, ["--loader", "fine=%s {}" % fine, "all"])
build("valued", [entry("y_%d" % number, b"%d" % number) for number in range(5)])
with_values("valued", json.dumps({"cases": [
    {"id": "y_%d" % number, "thing": "joint", "times": [0, 0.1], "tolerance": 0.001,
     "values": [{"joint": 0, "name": "a\"b", "values": [[0.1, 2, 3.25], [0, 0, 1e-7]]}]} for number in range(5)]}).encode())
prints = script("prints.sh", """case "$1" in *y_1*) echo '{"at": 0, "joint": 0, "value": [0.3, 2, 3.25]}';; *y_2*) echo '{x';;
*y_3*) echo '{"at": 0, "joint": 0, "value": [null, 2, 3.25]}';; *y_4*) exit 1;;
*) echo '{"at": 0, "joint": 0, "value": [0.1, 2, 3.25]}'; echo '{"at": 0.1, "joint": 0, "value": [0, 0, 0]}';; esac""")
if case.run("conform", "--values", "--loader", "v=%s {}" % prints, "valued").returncode == 1:
    same("valued", 1, ["--values", "--loader", "v=%s {}" % prints, "valued"])
else:
    case.check(False, "values are compared")
same("held", 1, ["--sandbox", "--sandbox-read", ".", *LOADERS])
os.rename(odd, odd + ".gone")
conform(1, *LOADERS, *merging(parts))
os.rename(odd + ".gone", odd)


def refused(code, said, names, words=LOADERS):
    """Nothing is written that looks whole."""
    if os.path.exists("no.json"):
        os.remove("no.json")
    result = conform(code, "--output", "json=no.json", *words, *merging(names))
    case.check(said in result.stderr and result.stdout == b"" and not os.path.exists("no.json"), "says %r" % said, result)


# Missing, doubled, of another number of shards, cut, foreign.
conform(1, "--shard", "0/2", "--output", "json=half.json", *LOADERS)
refused(2, b"half.json: it is of a run with other loaders, limits or shards\n", [parts[1], "half"])
refused(2, b"plain0.json: it is of a run with other loaders, limits or shards\n", parts, LOADERS[2:])
refused(3, b"shard 1 of 3 is missing\n", [parts[0], parts[2]])
refused(3, b"plain2.json: has shard 2, and so has plain2.json\n", [parts[2], parts[2]])
refused(3, b"none.json: No such file", ["none"])
refused(3, b"one.json: is not a whole JSON report of a shard of conform\n", ["one"])
whole = read("plain1.json")
for end in (0, 10, len(whole) // 2, len(whole) - 2):
    write("cut.json", whole[:end])
    refused(3, b"cut.json: is not a whole JSON report", ["cut"])
report = json.loads(whole)
for change, code, said in (
    (lambda r: r["shard"].update(count=4), 3, b"is not a whole"),
    (lambda r: r["shard"].update(index=3), 3, b"is not a whole"),
    (lambda r: r["tool"].update(version="9"), 2, b"another version"),
    (lambda r: r["corpus"].update(manifest_sha256="0" * 64), 2, b"another corpus"),
    (lambda r: r["limits"].update(timeout_ms=1), 2, b"other loaders, limits or shards"),
    (lambda r: r["loaders"][0].update(command="other {}"), 2, b"other loaders, limits or shards"),
    (lambda r: r["cases"].pop(), 3, b"is not a whole"),
    (lambda r: r["cases"][1]["results"].pop(), 3, b"is not a whole"),
    (lambda r: r["cases"][0]["results"].append(r["cases"][1]["results"][0]), 3, b"is not a whole"),
    (lambda r: r["cases"][1]["results"][0].update(status="well"), 3, b"is not a whole"),
):  # fmt: skip
    changed = json.loads(whole)
    change(changed)
    write("changed.json", json.dumps(changed).encode())
    refused(code, said, ["changed"])
conform(2, "--shard", "0/2", *LOADERS, *merging(parts))
conform(2, "--shard", "0/2", "--known-failures", "known", *LOADERS)
for text in ("2/2", "1", "x/2", "0/0", "0/5000"):
    conform(2, "--shard", text, *LOADERS)
case.finish()
