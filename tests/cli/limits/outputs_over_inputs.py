"""A report never overwrites an input file or another report of the run: exit 2, and every file keeps its content."""

import os

from cli_case import Case, md5anim, mrtk, read, write
from loader_scripts import script
from small_corpus import build, entry

case = Case()
os.mkdir("assets")
write("clip.bin", mrtk())
write("scene.obj", b"v 0 0 0\n")
write("list", b"clip.bin\n")
write("assets/met.bin", mrtk())
os.symlink("clip.bin", "link.bin")
os.link("clip.bin", "hard.bin")
build("corpus", [entry("y_clean", md5anim())])
KEPT = ("clip.bin", "scene.obj", "list", "assets/met.bin", "corpus/manifest.jsonl", "corpus/corpus.json",
        "corpus/md5anim/y_clean.md5anim")
BEFORE = {name: open(name, "rb").read() for name in KEPT}
accepting_loader = script("takes.sh", "exit 0")


def check_refused(*arguments, says=b"is an input of this run; choose another file"):
    case.exits(2, *arguments, says=says)
    for name in KEPT:
        case.check(read(name) == BEFORE[name], "%s keeps its content after %r" % (name, arguments))


for name in ("clip.bin", "./clip.bin", "assets/../clip.bin", "link.bin", "hard.bin", os.path.abspath("clip.bin")):
    check_refused("lint", "--output", "json=" + name, "clip.bin")
check_refused("lint", "--output", "json=scene.obj", "--obj", "scene.obj", "clip.bin")
check_refused("lint", "--output", "json=list", "--files-from", "list")
check_refused("lint", "--output", "json=clip.bin", "--files-from", "list")        # an input from a list
check_refused("lint", "--output", "json=assets/met.bin", "assets")                # an input from a directory walk
for one, other in (("a.json", "./a.json"), ("a.json", "assets/../a.json")):
    check_refused("lint", "--output", "json=" + one, "--output", "jsonl=" + other, "clip.bin", says=b"are the same file")
for name in ("manifest.jsonl", "corpus.json", "md5anim/y_clean.md5anim"):
    check_refused("conform", "--loader", "x=%s {}" % accepting_loader, "--output", "json=corpus/" + name, "corpus")
check_refused("conform", "--loader", "x=%s {}" % accepting_loader, "--output", "json=r", "--output", "html=./r", "corpus",
        says=b"are the same file")

# A device and a file that is not an input may be written.
case.exits(0, "lint", "--output", "json=/dev/null", "clip.bin")
case.exits(0, "lint", "--output", "json=report.json", "clip.bin")
case.exits(0, "lint", "--output", "json=report.json", "clip.bin")
case.exits(0, "lint", "--output", "json=assets/report.json", "assets")
case.exits(0, "lint", "--output", "json=assets/report.json", "assets")
case.exits(0, "conform", "--loader", "x=%s {}" % accepting_loader, "--output", "json=corpus/report.json", "corpus")

case.finish()
