#!/usr/bin/python3
"""Holds the C parsers against the independent readers on files that are broken on the spot.

    compare.py ANIMPROOF FOLDER... [--files N] [--seed S] [--keep DIR]

Runs under python3, and three times as fast under pypy3, which draws the same files.

Takes every sample below the folders as it is, then N mutated ones a format, all from the seed; of memg also N that
are written with a mistake that the format's page explains. Verdict, rules,
severities, offsets, lengths, lines and columns must agree, finding by finding; paths too, but for findings of the lexer, which
belong to no field. So must a scene (.obj) and a mesh (.md5mesh), broken likewise, beside the file they belong to
("memg+obj", "md5anim+md5mesh").
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cli/lib"))
import commands  # noqa: E402  (the path is set above)
import readings  # noqa: E402
from memg_mistaken import mistaken  # noqa: E402
from mutate import mutate, scaled  # noqa: E402

BATCH = 1000
LARGEST = 40000
IN_MEMORY = "/dev/shm"  # where files cost least, if there is such a folder
COMPANIONS = {"memg+obj": (".bin", ".obj", "--obj"), "md5anim+md5mesh": (".md5anim", ".md5mesh", "--mesh")}
NO_PATH = ("unexpected-token", "truncated", "string-unterminated", "comment-", "encoding", "before-version", "layout",
           "count", "frame-missing", "header-key", "trailing-content", "version", "no-keys", "quaternion", "number",
           "frame-", "integer", "keyword-comment", "blank", "line-length")


def format_of(path, data):
    ending = os.path.splitext(path)[1][1:]
    if ending in readings.READERS:
        return ending
    if not path.endswith(".bin"):
        return None
    return "memg" if "memg" in path else "mrtk"


def samples(folders):
    """The samples of each format, in the order of their names."""
    found = {name: [] for name in readings.READERS}
    for folder in folders:
        for place, folders_below, names in os.walk(folder):
            folders_below.sort()
            for name in sorted(names):
                path = os.path.join(place, name)
                data = pathlib.Path(path).read_bytes()
                kind = format_of(path, data)
                if kind and len(data) <= LARGEST:
                    found[kind].append(data)
    return found


def companions(folders, kind):
    """The pairs (file, companion) of one kind: they have the same name up to its ending."""
    pairs = []
    for folder in folders:
        for place, folders_below, names in os.walk(folder):
            folders_below.sort()
            for name in sorted(names):
                stem, ending = os.path.splitext(os.path.join(place, name))
                main = stem + COMPANIONS[kind][0]
                if ending == COMPANIONS[kind][1] and os.path.exists(main):
                    with open(main, "rb") as file, open(stem + ending, "rb") as companion:
                        pairs.append((file.read(), companion.read()))
    return pairs


def key(finding, of_text):
    name = finding["rule"].split("/")[1]
    path = "" if of_text and name.startswith(NO_PATH) else finding["path"]
    if name in ("no-keys", "layout-published"):
        path = ""
    return (*(finding[member] or 0 for member in ("offset", "line", "column", "rule", "severity", "length")), path)


def of_c(animproof, kind, paths):
    """What the program says of each file: path -> list of findings."""
    command = [animproof, "lint", "--no-config", "--jobs", "1", "--format", "json", "--input-format", kind, "--max-findings", "0",
               "--max-per-rule", "0", *paths]
    run = commands.run(command, stdout=commands.PIPE, stderr=commands.PIPE)
    if run.returncode not in (0, 1):
        raise SystemExit("animproof ended with %d: %s" % (run.returncode, run.stderr.decode(errors="replace")[-800:]))
    return {entry["file"]: entry for entry in json.loads(run.stdout)["files"]}


def first_error(findings):
    return min((f["offset"] for f in findings if f["severity"] == "error"), default=None)


def differences(theirs, ours, of_text):
    a = sorted(key(f, of_text) for f in theirs)
    b = sorted(key(f, of_text) for f in ours)
    if a == b:
        return
    if first_error(theirs) != first_error(ours):
        yield "first error: reader %s, program %s" % (first_error(theirs), first_error(ours))
    for item in a:
        if item not in b or a.count(item) > b.count(item):
            yield "only the reader: %s" % (item,)
    for item in b:
        if item not in a or b.count(item) > a.count(item):
            yield "only the program: %s" % (item,)


class Comparison:
    """Runs batches of files through both sides and counts."""

    def __init__(self, animproof, keep):
        self.animproof = animproof
        self.keep = keep
        self.compared = 0
        self.samples = 0    # of these, files that were not mutated
        self.findings = 0   # the readers'
        self.disagreed = 0

    def batch(self, kind, files, folder):
        paths = []
        for number, data in enumerate(files):
            paths.append(os.path.join(folder, "%s-%06d" % (kind, number)))
            pathlib.Path(paths[-1]).write_bytes(data)
        said = of_c(self.animproof, kind, paths)
        for path, data in zip(paths, files):
            self.file(kind, data, said[path])

    def file(self, kind, data, entry):
        result, _ = readings.read(kind, data)
        self.findings += len(result.findings)
        found = list(differences(result.listed(), entry["findings"], kind.startswith("md5")))
        if kind == "mrtk" and result.layout != entry["layout"]:
            found.append("layout: reader %s, program %s" % (result.layout, entry["layout"]))
        self.count(kind, data, found)

    def count(self, kind, data, found):
        self.compared += 1
        if not found:
            return
        self.disagreed += 1
        if self.disagreed > 20:
            return
        print("%s, %d bytes:" % (kind, len(data)))
        for line in found[:8]:
            print("    " + line)
        if self.keep:
            name = os.path.join(self.keep, "%03d.%s" % (self.disagreed, kind.split("+")[-1]))
            pathlib.Path(name).write_bytes(data)

    def pair(self, kind, data, companion, folder):
        """A file and its companion, both sides."""
        paths = [os.path.join(folder, "file"), os.path.join(folder, "companion")]
        for path, content in zip(paths, (data, companion)):
            pathlib.Path(path).write_bytes(content)
        said = of_c(self.animproof, kind.split("+")[0], [COMPANIONS[kind][2], paths[1], paths[0]])
        found = []
        for path, result in zip(paths, readings.read(kind.split("+")[0], data, companion)):
            self.findings += len(result.findings)
            of_text = not (kind == "memg+obj" and path == paths[0])
            found += differences(result.listed(), said[path]["findings"], of_text)
        self.count(kind, companion, found)


def mistakes(chance, originals, count):
    """Files written with a mistake that has a name, a third of them broken besides."""
    files = [mistaken(chance, chance.choice(originals)) for _ in range(count)]
    return (mutate(chance, data, False) if chance.random() < 0.3 else data for data in files if data)


def drawn(kind, originals, options):
    """The mutated files of a format, one after the other: the same for the same seed and originals."""
    chance = random.Random("%s %d" % (kind, options.seed))
    small = [data for data in originals if len(data) <= 6000]
    for _ in range(options.files):
        yield mutate(chance, chance.choice(small), kind.startswith("md5"))
    if kind == "memg":
        yield from mistakes(chance, small, options.files)


def scratch():
    return tempfile.TemporaryDirectory(dir=IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None)


def compare_files(comparison, kind, originals, options):
    files = itertools.chain(originals, drawn(kind, originals, options))
    comparison.samples += len(originals)
    print("%s: drawn from %d samples, crc32 %08x" % (kind, len(originals), zlib.crc32(b"".join(originals))))
    with scratch() as folder:
        for batch in iter(lambda: list(itertools.islice(files, BATCH)), []):
            comparison.batch(kind, batch, folder)


def mutate_pair(chance, kind, data, companion):
    if kind == "md5anim+md5mesh" and chance.randrange(2):
        data = scaled(chance, data)
        if chance.randrange(2):
            return data, companion
    return data, mutate(chance, companion, True)


def compare_pairs(comparison, kind, options):
    chance = random.Random("%s %d" % (kind, options.seed))
    pairs = companions(options.folders, kind)
    mutated = [mutate_pair(chance, kind, *chance.choice(pairs)) for _ in range(options.files // 4)]
    comparison.samples += len(pairs)
    with scratch() as folder:
        for data, companion in pairs + mutated:
            comparison.pair(kind, data, companion, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("animproof")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--files", type=int, default=1000, help="mutated files a format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formats", default=",".join([*readings.READERS, *COMPANIONS]))
    parser.add_argument("--keep", help="a folder for the files on which the two disagree")
    options = parser.parse_args()
    found = samples(options.folders)
    comparison = Comparison(options.animproof, options.keep)
    for kind in options.formats.split(","):
        if kind in COMPANIONS:
            compare_pairs(comparison, kind, options)
        elif found[kind]:
            compare_files(comparison, kind, found[kind], options)
        else:
            raise SystemExit("no sample of %s below %s" % (kind, ", ".join(options.folders)))
    print("compared: %d mutated files, %d findings of the readers" % (comparison.compared - comparison.samples, comparison.findings))
    print("readers: %d passed, %d failed" % (comparison.compared - comparison.disagreed, comparison.disagreed))
    return 1 if comparison.disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
