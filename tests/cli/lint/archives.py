"""lint reads archives as folders. A damaged archive or a damaged file in an archive is reported and fails the run."""

import json
import os
import random
import struct
import zipfile

from cli_case import Case, md5anim, md5mesh, mrtk, mrtk_bad, read, write
from formats import REPORTS

case = Case()
CENTRAL, LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def write_zip(path, files, method=zipfile.ZIP_DEFLATED):
    """Writes a zip file. `files` are pairs of a name or ZipInfo and a content; names and their order are kept."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)


def write_changed(source, path, change):
    content = bytearray(read(source))
    change(content)
    write(path, bytes(content))


def report_of(*arguments, code=0, **options):
    result = case.exits(code, "lint", "--format", "json", *arguments, **options)
    return json.loads(result.stdout) if result.stdout else {"files": [], "skipped": [], "summary": {}}


def errors_by_file(report):
    return {f["file"]: f["error"] for f in report["files"] if "error" in f}


def check_refused(path, words, *options, code=3):
    """Checks that `path` or the single file inside the archive `path` gets an error message that contains `words`."""
    result = case.exits(code, "lint", "--format", "json", *options, path)
    errors = errors_by_file(json.loads(result.stdout))
    case.check(any(words in error for error in errors.values()), "%s: %r in %r" % (path, words, errors), result)


# A file in an archive is linted as a file in a folder: names, order, companions and skipped files are alike.
FILES = [("models/walk.md5anim", md5anim(parent=b"7")), ("readme.txt", b"hello"), ("b.bin", mrtk()),
         ("models/", b""), ("models/hero.md5mesh", md5mesh(["root", "hips"])), ("a/b/c.md5anim", md5anim()),
         ("in.pk4", b"PK"), ("models/empty.md5anim", b"")]
os.mkdir("game")
write_zip("game/pak0.pk4", FILES)
report = report_of("game", code=1)
case.check([f["file"] for f in report["files"] if "mesh" not in f["file"]] ==
           ["game/pak0.pk4!" + n for n in ("a/b/c.md5anim", "b.bin", "models/empty.md5anim", "models/walk.md5anim")],
           "files of an archive are listed in the order of their names: %r" % [f["file"] for f in report["files"]])
found = {f["file"]: f for f in report["files"]}
walk = found["game/pak0.pk4!models/walk.md5anim"]
case.check(walk["companion"] == "game/pak0.pk4!models/hero.md5mesh" and walk["findings"] and
           (walk["findings"][0]["line"], walk["findings"][0]["column"]) == (11, 9), "the companion is the mesh of the same archive folder: %r" % walk)
case.check(found["game/pak0.pk4!a/b/c.md5anim"]["no_companion"] == "its folder has no .md5mesh file; other folders are not searched: its joint names are unknown or too few", "companions are searched only in the archive folder of the file")
skipped = {s["file"]: s["reason"] for s in report["skipped"]}
case.check(skipped["game/pak0.pk4!in.pk4"] == "an archive in an archive is not entered" and
           "game/pak0.pk4!readme.txt" in skipped, "an archive in an archive and a text file are skipped: %r" % skipped)
case.check(case.run("lint", "--format", "json", "game/pak0.pk4").stdout ==
           case.run("lint", "--format", "json", "game").stdout, "an archive given on the command line gives the report of its folder")
for name in ("a.PK3", "a.dpk", "a.zip"):
    write_zip(name, [("x.md5anim", md5anim())])
    case.check([f["file"] for f in report_of(name)["files"]] == [name + "!x.md5anim"], "%s is read as an archive" % name)
outputs = ["--output=%s=%s" % (name, name) for name in REPORTS]
case.exits(1, "lint", *outputs, "game")
for name in set(REPORTS) - {"sarif", "sarif-github"}:  # these write file names as URIs
    case.check(b"game/pak0.pk4!models/walk.md5anim" in read(name), "the %s report names the file in the archive" % name)
write_zip("game/odd.zip", [("a b#%41?.bin", mrtk_bad())])
sarif = json.loads(case.run("lint", "--format", "sarif", "game/odd.zip").stdout)
uri = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
case.check(uri in ("game/odd.zip!a%20b%23%2541%3F.bin", "game/odd.zip%21a%20b%23%2541%3F.bin"), "SARIF escapes the file name in a URI: %r" % uri)
os.remove("game/odd.zip")

# The number of threads does not change the report. An exclude pattern of the configuration holds inside archives.
for number in range(3):
    write_zip("game/more%d.pk4" % number, [("m%02d/%s" % (i, n), c) for i in range(40) for n, c in FILES])
texts = {case.run("lint", "--format", "json", "-j", jobs, "game").stdout for jobs in "124"}
case.check(len(texts) == 1 and len(texts.pop()) > 10000, "-j2 and -j4 give the report of -j1")
case.check(not any("m07/" in f["file"] for f in report_of("--exclude", "m07", "game", code=1)["files"]), "--exclude excludes a folder of an archive")
case.check_closed_pipe(3, "lint", "--format", "gcc", "game")

# An archive that cannot be opened fails the run, whether the command line or a folder names the archive.
VALID = read("game/pak0.pk4")
for name, content in (("empty.zip", b""), ("text.zip", b"version https://git-lfs.github.com/spec/v1\n"),
                      ("cut.zip", VALID[:-10]), ("half.zip", VALID[:len(VALID) // 2])):
    write("broken/" + name, content)
    check_refused("broken/" + name, "not a zip archive, or is cut off")
case.check(len(errors_by_file(report_of("broken", code=3))) == 4, "each damaged archive of a folder is an entry of the report")
write_zip("broken/none.zip", [])
case.exits(3, "lint", "broken/none.zip")
case.exits(0, "lint", "--allow-empty", "broken/none.zip")
os.mkfifo("broken/fifo.zip")
check_refused("broken/fifo.zip", "not a regular file")

# File names in archives that lead outside of the archive, or that programs read in two ways, are refused.
for name, words in (("../x.md5anim", "leads out"), ("a/../../x.md5anim", "leads out"), ("/x.md5anim", "absolute"),
                    ("a\\x.md5anim", "backslash"), ("a\nx.md5anim", "control character")):
    write_zip("name.zip", [(zipfile.ZipInfo("_" * len(name)), md5anim())])
    write_changed("name.zip", "name.zip", lambda c, n=name: c.__setitem__(
        slice(0, None), bytes(c).replace(b"_" * len(n), n.encode())))
    check_refused("name.zip", words)
case.check(len(report_of("a.zip")["files"]) == 1, "a.zip still has one checked file")
write_zip("dots.zip", [("a..b/..c.md5anim", md5anim())])
report_of("dots.zip")
link = zipfile.ZipInfo("link.md5anim")
link.create_system, link.external_attr = 3, 0o120777 << 16
write_zip("link.zip", [(link, b"x.md5anim"), ("x.md5anim", md5anim())])
case.check([s["reason"] for s in report_of("link.zip")["skipped"]] == ["a symbolic link is not followed"], "a symbolic link in an archive is skipped")
import warnings
warnings.simplefilter("ignore")
write_zip("twice.zip", [("x.md5anim", md5anim()), ("x.md5anim", md5anim(parent=b"7"))])
check_refused("twice.zip", "the same name as another file")

# Files that cannot be unpacked: unsupported methods, encryption, damaged data, a size other than the size in the table.
write_zip("one.zip", [("x.md5anim", md5anim() * 20)])
write_zip("stored.zip", [("x.md5anim", md5anim())], zipfile.ZIP_STORED)


def set_in_both_headers(content, central, local, value):
    """Writes `value` into the first central header at offset `central` and into the first local header at `local`."""
    for mark, at in ((CENTRAL, central), (LOCAL, local)):
        place = content.find(mark) + at
        content[place:place + len(value)] = value


for number, words in ((9, "Deflate64"), (12, "not supported"), (14, "not supported"), (93, "not supported")):
    write_changed("one.zip", "method.zip", lambda c, n=number: set_in_both_headers(c, 10, 8, struct.pack("<H", n)))
    check_refused("method.zip", words)
write_changed("one.zip", "locked.zip", lambda c: set_in_both_headers(c, 8, 6, b"\x01"))
check_refused("locked.zip", "encrypted")
write_changed("stored.zip", "crc.zip", lambda c: c.__setitem__(60, c[60] ^ 1))
check_refused("crc.zip", "CRC")
write_changed("one.zip", "bits.zip", lambda c: c.__setitem__(slice(60, 70), b"\xff" * 10))
check_refused("bits.zip", "damaged")
for size, words in ((10, "is longer than the size"), (9999999, "is shorter than the size")):
    write_changed("one.zip", "size.zip", lambda c, s=size: set_in_both_headers(c, 24, 22, struct.pack("<I", s)))
    check_refused("size.zip", words)

# Zip bombs: one file above the limit, files larger than a hundred times the archive, files that share their bytes.
write_zip("large.zip", [("x.md5anim", b"MD5Version 10 //" + bytes(5 << 20))])
check_refused("large.zip", "is larger than --max-input", "--max-input", "1M")
write_zip("ratio.zip", [("%d.md5anim" % i, b"MD5Version 10 //" + b" " * (900 << 10)) for i in range(20)])
errors = errors_by_file(report_of("--max-input", "1M", "ratio.zip", code=3))
case.check(0 < len(errors) < 20 and all("a hundred times" in e for e in errors.values()), "some of the files are refused for their ratio: %r" % errors)


def make_entries_overlap(content):
    """Makes all entries of the central directory point to the first file."""
    at = content.find(CENTRAL)
    while at >= 0:
        content[at + 42:at + 46] = bytes(4)
        at = content.find(CENTRAL, at + 4)
    del content[1000:content.find(CENTRAL) - 0]
    end = content.rfind(b"PK\x05\x06")
    content[end + 16:end + 20] = struct.pack("<I", 1000)


write_zip("overlap.zip", [("%d.md5anim" % i, random.Random(i).randbytes(900)) for i in range(50)], zipfile.ZIP_STORED)
write_changed("overlap.zip", "overlap.zip", make_entries_overlap)
check_refused("overlap.zip", "overlap")

# Many files in one archive, and a central directory that does not fit in --max-memory.
write_zip("many.zip", [("%06d.txt" % i, b"") for i in range(20000)], zipfile.ZIP_STORED)
case.check(report_of("many.zip", code=3)["summary"]["skipped"] == 20000, "20,000 text files are skipped")
check_refused("many.zip", "too many files for --max-memory", "--max-memory", "4M")

# Random damage: every run ends with a documented exit code.
write_zip("seed.zip", [("x.md5anim", md5anim()), ("y.md5mesh", md5mesh(["root", "hips"])), ("z.bin", mrtk())])
SEED = read("seed.zip")
choices = random.Random(1)
for number in range(600):
    content = bytearray(SEED)
    for _ in range(choices.choice((1, 1, 2, 8))):
        place = choices.choice((choices.randrange(len(content)), choices.randrange(SEED.find(CENTRAL), len(content))))
        content[place] = choices.choice((0, 1, 0xff, content[place] ^ 1 << choices.randrange(8)))
    if choices.randrange(8) == 0:
        del content[choices.randrange(len(content)):]
    write("mutants/%03d.zip" % number, bytes(content))
result = case.run("lint", "--format", "json", "-j", "2", "mutants")
case.check(result.returncode == 3 and len(json.loads(result.stdout)["files"]) > 600, "600 randomly damaged archives are reported with exit 3", result)
case.finish()
