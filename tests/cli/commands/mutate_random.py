"""animproof mutate without --defect: changes that chance picks, the same ones from the same seed."""

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


def kinds(result):
    """What is told on standard error, a line a file: animproof: PATH: KIND."""
    lines = result.stderr.decode().splitlines()
    told = [line.rpartition(": ") for line in lines]
    case.check(all(head.startswith("animproof: ") and kind in KINDS for head, _, kind in told), "kinds", result)
    return [kind for _, _, kind in told]


def folder(path):
    return {os.path.basename(name): read(name) for name in glob.glob(path + "/*")}


# The same from the same seed, to a file or to standard output; another one from another seed.
for path in ("camera.bin", "bad.bin", "walk.md5anim", memg):
    one = case.exits(0, "mutate", "--seed", "5", path)
    again = case.exits(0, "mutate", path, "-o", "again", "--seed", "5")
    case.check(one.stdout == read("again") and kinds(one) == kinds(again) and len(kinds(one)) == 1, "again", again)
    case.check(again.stderr.startswith(b"animproof: again: "), "says which", again)
    case.check(len({case.run("mutate", "--seed", str(seed), path).stdout for seed in range(12)}) > 8, "seeds: " + path)
    case.exits(0, "mutate", "--seed", "5", "-", input=read(path))

# Several: into a directory, numbered; the first is what one alone is.
result = case.exits(0, "mutate", "--seed", "7", "--count", "200", "-o", "many", "walk.md5anim")
many = folder("many")
case.check(sorted(many) == ["md5anim-7-%06d.md5anim" % number for number in range(1, 201)], "names")
case.check(many["md5anim-7-000001.md5anim"] == case.run("mutate", "--seed", "7", "walk.md5anim").stdout, "the first")
case.check(set(kinds(result)) == KINDS - {"splice"}, "all kinds but one: %s" % set(kinds(result)))
case.check(len(set(many.values())) > 120, "%d differ" % len(set(many.values())))
sizes = [len(content) for content in many.values()]
case.check(min(sizes) < len(md5anim()) - 50 and max(sizes) > len(md5anim()) + 50, "sizes %d..%d" % (min(sizes), max(sizes)))
case.check(max(sizes) < 4 * len(md5anim()) + 65536, "sizes end")
lints = [case.run("lint", "many/" + name).returncode for name in sorted(many)[:60]]
case.check(2 < lints.count(0) < 55 and set(lints) <= {0, 1}, "some valid, some not: %d" % lints.count(0))
case.exits(0, "mutate", "--seed", "7", "-o", "many/", "camera.bin")
case.check(os.path.exists("many/mrtk-7-000001.bin"), "a directory is a place for one as well")

# Records of another file
result = case.exits(0, "mutate", "--seed", "1", "--count", "300", "--splice", "other.md5anim", "-o", "spliced/", "walk.md5anim")
spliced = [content for content in folder("spliced").values() if b"only_here" in content or b"( 7 7 7 )" in content]
case.check("splice" in kinds(result) and len(spliced) > 2, "%d have something of the other" % len(spliced))

# Broken input is input, too, and so is nothing at all; what is no file of a format is none.
write("cut.bin", read("camera.bin")[:40])
for path in ("cut.bin", "InputAnimation.bin"):
    kinds(case.exits(0, "mutate", "--seed", "2", "--count", "20", "-o", "broken/", path))
write("text.txt", b"neither this nor that\n")
case.exits(1, "mutate", "--seed", "2", "text.txt", "-o", "none", says=b"--input-format", unmade="none")  # unknown
case.exits(0, "mutate", "--seed", "2", "--input-format", "md5anim", "text.txt")

# The world
case.exits(3, "mutate", "--seed", "2", "missing.bin")
case.exits(3, "mutate", "--seed", "2", "camera.bin", "--splice", "missing.bin")
case.exits(3, "mutate", "--seed", "2", "camera.bin", "-o", "missing/out.bin")
write("file", b"")
case.exits(3, "mutate", "--seed", "2", "camera.bin", "--count", "2", "-o", "file")
result = case.exits(4, "mutate", "--seed", "2", "camera.bin", "-o", "none", "--max-memory=4K")
case.check(b"--max-memory" in result.stderr and not os.path.exists("none"), "memory", result)
case.exits(4, "mutate", "--seed", "2", "-", "--max-input=100", input=read("camera.bin"))

# Usage
for arguments in (["camera.bin"], ["--seed", "1"], ["--seed", "1", "camera.bin", "bad.bin"], ["--seed", "x", "camera.bin"],
                  ["--seed", "1", "--count", "2", "camera.bin"], ["--seed", "1", "--count", "0", "-o", "x", "camera.bin"],
                  ["--seed", "1", "--expect", "x", "camera.bin"], ["--seed", "1", "--obj", "x", "camera.bin"],
                  ["--seed", "1", "--defect", "time-order_equal", "--count", "2", "-o", "x", "camera.bin"],
                  ["--seed", "1", "--defect", "time-order_equal", "--splice", "bad.bin", "camera.bin"]):
    case.exits(2, "mutate", *arguments, says_first=b"animproof: mutate: ")

case.finish()
