"""Archives: what is in one is linted as in a folder, and whatever is wrong with one is said and fails the run."""

import json
import os
import random
import struct
import zipfile

from cli_case import Case, md5anim, md5mesh, mrtk, mrtk_bad, read, write
from formats import REPORTS

case = Case()
CENTRAL, LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def pack(path, files, method=zipfile.ZIP_DEFLATED):
    """Files as (name or ZipInfo, content), in this order, names as they are."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)


def patched(source, path, change):
    content = bytearray(read(source))
    change(content)
    write(path, bytes(content))


def report_of(*arguments, code=0, **options):
    result = case.exits(code, "lint", "--format", "json", *arguments, **options)
    return json.loads(result.stdout) if result.stdout else {"files": [], "skipped": [], "summary": {}}


def errors_of(report):
    return {f["file"]: f["error"] for f in report["files"] if "error" in f}


def refused(path, words, *options, code=3):
    """The archive, or the one file in it, is an entry with an error in these words."""
    result = case.exits(code, "lint", "--format", "json", *options, path)
    errors = errors_of(json.loads(result.stdout))
    case.check(any(words in error for error in errors.values()), "%s: %r in %r" % (path, words, errors), result)


# What is in one is linted as in a folder: names, order, pairs, what is skipped.
FILES = [("models/walk.md5anim", md5anim(parent=b"7")), ("readme.txt", b"hello"), ("b.bin", mrtk()),
         ("models/", b""), ("models/hero.md5mesh", md5mesh(["root", "hips"])), ("a/b/c.md5anim", md5anim()),
         ("in.pk4", b"PK"), ("models/empty.md5anim", b"")]
os.mkdir("game")
pack("game/pak0.pk4", FILES)
report = report_of("game", code=1)
case.check([f["file"] for f in report["files"] if "mesh" not in f["file"]] ==
           ["game/pak0.pk4!" + n for n in ("a/b/c.md5anim", "b.bin", "models/empty.md5anim", "models/walk.md5anim")],
           "in the order of their names: %r" % [f["file"] for f in report["files"]])
found = {f["file"]: f for f in report["files"]}
walk = found["game/pak0.pk4!models/walk.md5anim"]
case.check(walk["companion"] == "game/pak0.pk4!models/hero.md5mesh" and walk["findings"] and
           (walk["findings"][0]["line"], walk["findings"][0]["column"]) == (11, 9), "pairs within: %r" % walk)
case.check(found["game/pak0.pk4!a/b/c.md5anim"]["alone"] == "its folder has no .md5mesh file", "its own folder alone")
skipped = {s["file"]: s["reason"] for s in report["skipped"]}
case.check(skipped["game/pak0.pk4!in.pk4"] == "an archive in an archive is not entered" and
           "game/pak0.pk4!readme.txt" in skipped, "skipped: %r" % skipped)
case.check(case.run("lint", "--format", "json", "game/pak0.pk4").stdout ==
           case.run("lint", "--format", "json", "game").stdout, "named, it is the same")
for name in ("a.PK3", "a.dpk", "a.zip"):
    pack(name, [("x.md5anim", md5anim())])
    case.check([f["file"] for f in report_of(name)["files"]] == [name + "!x.md5anim"], name)
outputs = ["--output=%s=%s" % (name, name) for name in REPORTS]
case.exits(1, "lint", *outputs, "game")
for name in set(REPORTS) - {"sarif", "sarif-github"}:  # which have URIs
    case.check(b"game/pak0.pk4!models/walk.md5anim" in read(name), "%s names it" % name)
pack("game/odd.zip", [("a b#%41?.bin", mrtk_bad())])
sarif = json.loads(case.run("lint", "--format", "sarif", "game/odd.zip").stdout)
uri = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
case.check(uri in ("game/odd.zip!a%20b%23%2541%3F.bin", "game/odd.zip%21a%20b%23%2541%3F.bin"), "URI: %r" % uri)
os.remove("game/odd.zip")

# Any number of threads says the same; a configuration excludes within.
for number in range(3):
    pack("game/more%d.pk4" % number, [("m%02d/%s" % (i, n), c) for i in range(40) for n, c in FILES])
texts = {case.run("lint", "--format", "json", "-j", jobs, "game").stdout for jobs in "124"}
case.check(len(texts) == 1 and len(texts.pop()) > 10000, "the report is that of -j1")
case.check(not any("m07/" in f["file"] for f in report_of("--exclude", "m07", "game", code=1)["files"]), "excluded")
case.closed_pipe(3, "lint", "--format", "gcc", "game")

# Archives that cannot be opened fail the run, named or met.
WHOLE = read("game/pak0.pk4")
for name, content in (("empty.zip", b""), ("text.zip", b"version https://git-lfs.github.com/spec/v1\n"),
                      ("cut.zip", WHOLE[:-10]), ("half.zip", WHOLE[:len(WHOLE) // 2])):
    write("broken/" + name, content)
    refused("broken/" + name, "not a zip archive, or is cut off")
case.check(len(errors_of(report_of("broken", code=3))) == 4, "each of them is an entry")
pack("broken/none.zip", [])
case.exits(3, "lint", "broken/none.zip")
case.exits(0, "lint", "--allow-empty", "broken/none.zip")
os.mkfifo("broken/fifo.zip")
refused("broken/fifo.zip", "not a regular file")

# Names that lead elsewhere, or that programs read in two ways.
for name, words in (("../x.md5anim", "leads out"), ("a/../../x.md5anim", "leads out"), ("/x.md5anim", "absolute"),
                    ("a\\x.md5anim", "backslash"), ("a\nx.md5anim", "control character")):
    pack("name.zip", [(zipfile.ZipInfo("_" * len(name)), md5anim())])
    patched("name.zip", "name.zip", lambda c, n=name: c.__setitem__(
        slice(0, None), bytes(c).replace(b"_" * len(n), n.encode())))
    refused("name.zip", words)
case.check(len(report_of("a.zip")["files"]) == 1, "two dots in a name are fine")
pack("dots.zip", [("a..b/..c.md5anim", md5anim())])
report_of("dots.zip")
link = zipfile.ZipInfo("link.md5anim")
link.create_system, link.external_attr = 3, 0o120777 << 16
pack("link.zip", [(link, b"x.md5anim"), ("x.md5anim", md5anim())])
case.check([s["reason"] for s in report_of("link.zip")["skipped"]] == ["a symbolic link is not followed"], "a link")
import warnings
warnings.simplefilter("ignore")
pack("twice.zip", [("x.md5anim", md5anim()), ("x.md5anim", md5anim(parent=b"7"))])
refused("twice.zip", "the same name as another file")

# Files that cannot be unpacked: other methods, encrypted, damaged, another size than the archive says.
pack("one.zip", [("x.md5anim", md5anim() * 20)])
pack("stored.zip", [("x.md5anim", md5anim())], zipfile.ZIP_STORED)


def everywhere(content, central, local, value):
    """A field of both headers."""
    for mark, at in ((CENTRAL, central), (LOCAL, local)):
        place = content.find(mark) + at
        content[place:place + len(value)] = value


for number, words in ((9, "Deflate64"), (12, "not supported"), (14, "not supported"), (93, "not supported")):
    patched("one.zip", "method.zip", lambda c, n=number: everywhere(c, 10, 8, struct.pack("<H", n)))
    refused("method.zip", words)
patched("one.zip", "locked.zip", lambda c: everywhere(c, 8, 6, b"\x01"))
refused("locked.zip", "encrypted")
patched("stored.zip", "crc.zip", lambda c: c.__setitem__(60, c[60] ^ 1))
refused("crc.zip", "CRC")
patched("one.zip", "bits.zip", lambda c: c.__setitem__(slice(60, 70), b"\xff" * 10))
refused("bits.zip", "damaged")
for size, words in ((10, "is longer than the size"), (9999999, "is shorter than the size")):
    patched("one.zip", "size.zip", lambda c, s=size: everywhere(c, 24, 22, struct.pack("<I", s)))
    refused("size.zip", words)

# Bombs: a file beyond the limit, files beyond a hundred times the archive, files that share their bytes.
pack("large.zip", [("x.md5anim", b"MD5Version 10 //" + bytes(5 << 20))])
refused("large.zip", "is larger than --max-input", "--max-input", "1M")
pack("ratio.zip", [("%d.md5anim" % i, b"MD5Version 10 //" + b" " * (900 << 10)) for i in range(20)])
errors = errors_of(report_of("--max-input", "1M", "ratio.zip", code=3))
case.check(0 < len(errors) < 20 and all("a hundred times" in e for e in errors.values()), "a ratio: %r" % errors)


def overlap(content):
    """All entries of the table show the first file."""
    at = content.find(CENTRAL)
    while at >= 0:
        content[at + 42:at + 46] = bytes(4)
        at = content.find(CENTRAL, at + 4)
    del content[1000:content.find(CENTRAL) - 0]
    end = content.rfind(b"PK\x05\x06")
    content[end + 16:end + 20] = struct.pack("<I", 1000)


pack("overlap.zip", [("%d.md5anim" % i, random.Random(i).randbytes(900)) for i in range(50)], zipfile.ZIP_STORED)
patched("overlap.zip", "overlap.zip", overlap)
refused("overlap.zip", "overlap")

# Many files, and a table for which there is no memory.
pack("many.zip", [("%06d.txt" % i, b"") for i in range(20000)], zipfile.ZIP_STORED)
case.check(report_of("many.zip", code=3)["summary"]["passed_over"] == 20000, "20,000 files that are none of ours")
refused("many.zip", "too many files for --max-memory", "--max-memory", "4M")

# Whatever is in the bytes, it ends, and by an exit code of its own.
pack("seed.zip", [("x.md5anim", md5anim()), ("y.md5mesh", md5mesh(["root", "hips"])), ("z.bin", mrtk())])
SEED = read("seed.zip")
chance = random.Random(1)
for number in range(600):
    content = bytearray(SEED)
    for _ in range(chance.choice((1, 1, 2, 8))):
        place = chance.choice((chance.randrange(len(content)), chance.randrange(SEED.find(CENTRAL), len(content))))
        content[place] = chance.choice((0, 1, 0xff, content[place] ^ 1 << chance.randrange(8)))
    if chance.randrange(8) == 0:
        del content[chance.randrange(len(content)):]
    write("mutants/%03d.zip" % number, bytes(content))
result = case.run("lint", "--format", "json", "-j", "2", "mutants")
case.check(result.returncode == 3 and len(json.loads(result.stdout)["files"]) > 600, "mutants", result)
case.finish()
