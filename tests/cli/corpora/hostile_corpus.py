"""Hostile corpora: fifos, endless devices, links out of the corpus, and text with terminal escapes."""

import os
import resource

from cli_case import Case, md5anim, read
from loader_scripts import script
from small_corpus import build, entry, finding

case = Case()
HOSTILE = "\x1b[31m\x1b]0;title\x07\u202egnp\u2066"  # escapes for colours, a window title and reversed text
RAW_BYTES = (b"\x1b", b"\x07", "\u202e".encode(), "\u2066".encode())
accepting = script("takes.sh", "exit 0")


def replace(path, make):
    os.remove(path)
    make(path)


def check_refused(folder, words, of_verify=3):
    """Checks that `corpus verify` and `conform` refuse the corpus and print `words`. Each command has a time limit."""
    for command in (["corpus", "verify", folder], ["conform", "--loader", "x=%s {}" % accepting, folder]):
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
        check_refused(folder, words)

# A link inside the corpus is accepted as a file.
build("link", [entry("y_clean", md5anim())])
os.rename("link/md5anim/y_clean.md5anim", "link/md5anim/other")
os.symlink("other", "link/md5anim/y_clean.md5anim")
case.exits(0, "conform", "--loader", "x=%s {}" % accepting, "link")

# A file larger than any file of a corpus is refused, since hashing it would take minutes.
build("sparse", [entry("y_clean", md5anim())])
os.truncate("sparse/md5anim/y_clean.md5anim", (4 << 30) + 1)
check_refused("sparse", b"larger than 4 GiB")

# A line of 3 MB is read in any memory, or memory is reported; a line of more than 4 MiB is refused.
build("line", [entry("y_clean", md5anim(), reason="r" * 3000000)])
case.exits(0, "corpus", "verify", "line")
# Not with sanitizers, which map terabytes, and not with coverage: unoptimised code needs more stack than the limit leaves.
for kib in () if "/asan/" in case.program or "/coverage/" in case.program else range(8000, 32001, 1000):
    result = case.run("corpus", "verify", "line",
                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kib * 1024, kib * 1024)))
    fine = result.returncode == 0 or (result.returncode in (4, 127) and b"memory" in result.stderr)
    case.check(fine, "with %d KiB of address space the corpus is verified or memory is reported" % kib, result)
build("longer", [entry("y_clean", md5anim(), reason="r" * 5000000)])
check_refused("longer", b"manifest.jsonl:1: the line is longer than 4 MiB", of_verify=1)

# Text of the corpus reaches terminals and pages only escaped.
signs = [finding(HOSTILE, path=HOSTILE)]
build("signs", [entry("n_signs", md5anim(), expected=signs, reason=HOSTILE, source=HOSTILE, defect=HOSTILE, version=HOSTILE)],
      animproof=HOSTILE, size=HOSTILE)
os.rename("signs/md5anim/n_signs.md5anim", "signs/md5anim/" + HOSTILE)
build("names", [entry("n_names", md5anim(), file="md5anim/" + HOSTILE, expected=signs)])
for folder in ("signs", "names"):
    for command in (["corpus", "verify", folder], ["corpus", "verify", "--matrix", folder],
                    ["conform", "--loader", "x=%s {}" % accepting, folder, "--output", "markdown=report.md",
                     "--output", "html=report.html", "--output", "junit=report.xml"]):
        result = case.run(*command)
        said = result.stdout + result.stderr
        for name in ("report.md", "report.html", "report.xml"):
            if os.path.exists(name):
                said += read(name)
                os.remove(name)
        case.check(result.returncode in (1, 3), "%r ends with 1 or 3" % command, result)
        case.check(not any(raw in said for raw in RAW_BYTES[:2]), "the output of %r has no control characters" % command, result)
        case.check(not any(raw in result.stdout + result.stderr for raw in RAW_BYTES),
                   "the output of %r has no changes of text direction" % command, result)

case.finish()
