"""Corpora that a stranger made: files that are waited for, read for ever or lead elsewhere, and text for terminals."""

import os
import resource

from cli_case import Case, md5anim, read
from loader_scripts import script
from small_corpus import build, case as entry, finding

case = Case()
SIGNS = "\x1b[31m\x1b]0;title\x07\u202egnp\u2066"  # colours, a title, text that runs backwards
RAW = (b"\x1b", b"\x07", "\u202e".encode(), "\u2066".encode())
takes = script("takes.sh", "exit 0")


def replace(path, make):
    os.remove(path)
    make(path)


def both(folder, words, of_verify=3):
    """What `corpus verify` and `conform` say; neither may hang (each command has a limit) or take the corpus."""
    for command in (["corpus", "verify", folder], ["conform", "--loader", "x=%s {}" % takes, folder]):
        case.exits(of_verify if command[0] == "corpus" else 3, *command, says=words)


PLACES = ("manifest.jsonl", "corpus.json", "md5anim/y_clean.md5anim")
MAKERS = {
    "fifo": (os.mkfifo, b"not a regular file"),
    "zeros": (lambda path: os.symlink("/dev/zero", path), b"the path leads out of the corpus"),
    "above": (lambda path: os.symlink("../" * 12 + "etc/passwd", path), b"the path leads out of the corpus"),
    "folder": (os.mkdir, b"not a regular file"),
}
for what, (make, words) in MAKERS.items():
    for number, place in enumerate(PLACES):
        folder = "%s-%d" % (what, number)
        build(folder, [entry("y_clean", md5anim())])
        replace(os.path.join(folder, place), make)
        both(folder, words)

# A link that stays within the corpus is a file like others.
build("link", [entry("y_clean", md5anim())])
os.rename("link/md5anim/y_clean.md5anim", "link/md5anim/other")
os.symlink("other", "link/md5anim/y_clean.md5anim")
case.exits(0, "conform", "--loader", "x=%s {}" % takes, "link")

# Larger than any file of a corpus: it would be hashed for minutes.
build("sparse", [entry("y_clean", md5anim())])
os.truncate("sparse/md5anim/y_clean.md5anim", (4 << 30) + 1)
both("sparse", b"larger than 4 GiB")

# Long lines: one of 3 MB is read, in whatever memory there is, and one of more than 4 MiB refused.
build("line", [entry("y_clean", md5anim(), reason="r" * 3000000)])
case.exits(0, "corpus", "verify", "line")
# With a sanitizer it maps terabytes; what is not optimised needs more stack than a process has at first, and none can be had then.
for kib in () if "/asan/" in case.program or "/coverage/" in case.program else range(8000, 32001, 1000):
    result = case.run("corpus", "verify", "line",
                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kib * 1024, kib * 1024)))
    fine = result.returncode == 0 or (result.returncode in (4, 127) and b"memory" in result.stderr)
    case.check(fine, "%d KiB of address space" % kib, result)
build("longer", [entry("y_clean", md5anim(), reason="r" * 5000000)])
both("longer", b"manifest.jsonl:1: the line is longer than 4 MiB", of_verify=1)

# Text of the corpus reaches no terminal and no page as it is.
signs = [finding(SIGNS, path=SIGNS)]
build("signs", [entry("n_signs", md5anim(), expected=signs, reason=SIGNS, source=SIGNS, defect=SIGNS, version=SIGNS)],
      animproof=SIGNS, size=SIGNS)
os.rename("signs/md5anim/n_signs.md5anim", "signs/md5anim/" + SIGNS)
build("names", [entry("n_names", md5anim(), file="md5anim/" + SIGNS, expected=signs)])
for folder in ("signs", "names"):
    for command in (["corpus", "verify", folder], ["corpus", "verify", "--matrix", folder],
                    ["conform", "--loader", "x=%s {}" % takes, folder, "--output", "markdown=report.md",
                     "--output", "html=report.html", "--output", "junit=report.xml"]):
        result = case.run(*command)
        said = result.stdout + result.stderr
        for name in ("report.md", "report.html", "report.xml"):
            if os.path.exists(name):
                said += read(name)
                os.remove(name)
        case.check(result.returncode in (1, 3), "%r ends" % command, result)
        case.check(not any(raw in said for raw in RAW[:2]), "%r sends no control characters" % command, result)
        case.check(not any(raw in result.stdout + result.stderr for raw in RAW), "%r turns no line" % command, result)

case.finish()
