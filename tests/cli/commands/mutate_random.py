"""animproof mutate without --defect: random changes, equal for equal seeds."""

import glob
import os

from cli_case import Case, md5anim, mrtk, mrtk_bad, read, write
from golden_files import golden

KINDS = {"count", "enum", "number", "name", "duplicate", "delete", "reorder", "splice", "cut", "bytes"}

case = Case()
write("camera.bin", mrtk(times=(0.0, 1.0, 2.0), markers=[(0.0, b"a"), (1.0, b"b")]))
write("bad.bin", mrtk_bad())
write("walk.md5anim", md5anim())
write("other.md5anim", md5anim().replace(b'"hips"', b'"only_here"').replace(b"( 1 1 1 )", b"( 7 7 7 )"))
write("InputAnimation.bin", b"")
memg, = golden("memg/valid/groups-1.bin")


def kinds_of(result):
    """Returns the kinds of changes on standard error, one for each line `animproof: PATH: KIND`."""
    lines = result.stderr.decode().splitlines()
    told = [line.rpartition(": ") for line in lines]
    case.check(all(head.startswith("animproof: ") and kind in KINDS for head, _, kind in told), "each line names a known kind of change", result)
    return [kind for _, _, kind in told]


def files_in(path):
    return {os.path.basename(name): read(name) for name in glob.glob(path + "/*")}


# A seed gives equal output each time, to a file or to standard output. Other seeds give other output.
for path in ("camera.bin", "bad.bin", "walk.md5anim", memg):
    one = case.exits(0, "mutate", "--seed", "5", path)
    again = case.exits(0, "mutate", path, "-o", "again", "--seed", "5")
    case.check(one.stdout == read("again") and kinds_of(one) == kinds_of(again) and len(kinds_of(one)) == 1,
               "a second run with the seed gives equal output", again)
    case.check(again.stderr.startswith(b"animproof: again: "), "the message names the output file", again)
    case.check(len({case.run("mutate", "--seed", str(seed), path).stdout for seed in range(12)}) > 8,
               "12 seeds give more than 8 different files from " + path)
    case.exits(0, "mutate", "--seed", "5", "-", input=read(path))

# Several files: numbered, in a folder. The first is the file that --count=1 gives.
result = case.exits(0, "mutate", "--seed", "7", "--count", "200", "-o", "many", "walk.md5anim")
many = files_in("many")
case.check(sorted(many) == ["md5anim-7-%06d.md5anim" % number for number in range(1, 201)], "the files are numbered")
case.check(many["md5anim-7-000001.md5anim"] == case.run("mutate", "--seed", "7", "walk.md5anim").stdout, "the first file equals that of --count=1")
case.check(set(kinds_of(result)) == KINDS - {"splice"}, "all kinds of changes except splice occur: %s" % set(kinds_of(result)))
case.check(len(set(many.values())) > 120, "more than 120 files differ: %d" % len(set(many.values())))
sizes = [len(content) for content in many.values()]
case.check(min(sizes) < len(md5anim()) - 50 and max(sizes) > len(md5anim()) + 50,
           "some files are smaller, some larger: %d to %d bytes" % (min(sizes), max(sizes)))
case.check(max(sizes) < 4 * len(md5anim()) + 65536, "no file grows without limit")
lints = [case.run("lint", "many/" + name).returncode for name in sorted(many)[:60]]
case.check(2 < lints.count(0) < 55 and set(lints) <= {0, 1}, "some files are valid, some are not: %d valid" % lints.count(0))
case.exits(0, "mutate", "--seed", "7", "-o", "many/", "camera.bin")
case.check(os.path.exists("many/mrtk-7-000001.bin"), "one file may be written into a folder")

# --splice inserts records of another file.
result = case.exits(0, "mutate", "--seed", "1", "--count", "300", "--splice", "other.md5anim", "-o", "spliced/", "walk.md5anim")
spliced = [content for content in files_in("spliced").values() if b"only_here" in content or b"( 7 7 7 )" in content]
case.check("splice" in kinds_of(result) and len(spliced) > 2, "some files have records of the other file: %d" % len(spliced))

# Broken and empty files are changed too. A file of no format is refused.
write("cut.bin", read("camera.bin")[:40])
for path in ("cut.bin", "InputAnimation.bin"):
    kinds_of(case.exits(0, "mutate", "--seed", "2", "--count", "20", "-o", "broken/", path))
write("text.txt", b"neither this nor that\n")
case.exits(1, "mutate", "--seed", "2", "text.txt", "-o", "none", says=b"--input-format", unwritten="none")
case.exits(0, "mutate", "--seed", "2", "--input-format", "md5anim", "text.txt")

# Missing files, folders that cannot be created, limits.
case.exits(3, "mutate", "--seed", "2", "missing.bin")
case.exits(3, "mutate", "--seed", "2", "camera.bin", "--splice", "missing.bin")
case.exits(3, "mutate", "--seed", "2", "camera.bin", "-o", "missing/out.bin")
write("file", b"")
case.exits(3, "mutate", "--seed", "2", "camera.bin", "--count", "2", "-o", "file")
result = case.exits(4, "mutate", "--seed", "2", "camera.bin", "-o", "none", "--max-memory=4K")
case.check(b"--max-memory" in result.stderr and not os.path.exists("none"), "too little memory is reported", result)
case.exits(4, "mutate", "--seed", "2", "-", "--max-input=100", input=read("camera.bin"))

# Wrong usage.
for arguments in (["camera.bin"], ["--seed", "1"], ["--seed", "1", "camera.bin", "bad.bin"], ["--seed", "x", "camera.bin"],
                  ["--seed", "1", "--count", "2", "camera.bin"], ["--seed", "1", "--count", "0", "-o", "x", "camera.bin"],
                  ["--seed", "1", "--expect", "x", "camera.bin"], ["--seed", "1", "--obj", "x", "camera.bin"],
                  ["--seed", "1", "--defect", "time-order_equal", "--count", "2", "-o", "x", "camera.bin"],
                  ["--seed", "1", "--defect", "time-order_equal", "--splice", "bad.bin", "camera.bin"]):
    case.exits(2, "mutate", *arguments, says_first=b"animproof: mutate: ")

case.finish()
