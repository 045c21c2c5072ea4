"""Directories and lists: order, skipped entries, files reached twice, link loops, unusual names."""

import json
import os
import socket

from cli_case import Case, mrtk, mrtk_bad, preloaded, read_text, write

case = Case()


def names_of(*arguments, code=0, **options):
    report = json.loads(case.exits(code, "lint", "--format", "json", *arguments, **options).stdout)
    return [entry["file"] for entry in report["files"]], report["summary"]


# Order: names are compared as bytes, and a directory's files come at the place of the directory.
os.makedirs("tree/empty")
for name in ("z.bin", "b.bin", "B.bin", "a/2.bin", "a/10.bin", "b/c/x.bin", "b/a.bin", "b-.bin", ".hidden.bin"):
    write("tree/" + name, mrtk())
expected = ["tree/" + n for n in (".hidden.bin", "B.bin", "a/10.bin", "a/2.bin", "b/a.bin", "b/c/x.bin", "b-.bin",
                                  "b.bin", "z.bin")]
names, summary = names_of("tree")
case.check(names == expected, "files are listed in the order of the bytes of their names: %r" % names)
case.check(names_of("tree/")[0] == expected, "a slash after a directory name changes nothing")

# A file that two arguments reach is checked once, at the place of the first argument.
write("tree/a/other", b"text")
os.symlink("2.bin", "tree/a/link")
names, summary = names_of("tree/b", "tree/a/2.bin", "tree/b")
case.check(names == ["tree/b/a.bin", "tree/b/c/x.bin", "tree/a/2.bin"], "a directory given twice is checked once: %r" % names)
for arguments, wanted in (
    (["tree/a", "tree/a/2.bin"], ["tree/a/10.bin", "tree/a/2.bin"]),
    (["tree/a", "./tree/../tree/a/2.bin"], ["tree/a/10.bin", "tree/a/2.bin"]),
    (["tree/a", "tree/a/link"], ["tree/a/10.bin", "tree/a/2.bin"]),
    (["tree/a/2.bin", "tree/a"], ["tree/a/2.bin", "tree/a/10.bin"]),
    (["tree/a/link", "tree/a"], ["tree/a/link", "tree/a/10.bin"]),
    (["tree/a/link", "tree/a/link", "tree/a/2.bin"], ["tree/a/link"]),
    (["tree/a", os.path.abspath("tree/a"), "./tree/a/"], ["tree/a/10.bin", "tree/a/2.bin"]),
    (["tree/b/c", "tree/b"], ["tree/b/c/x.bin", "tree/b/a.bin"]),
    (["tree/b", "tree/b/c"], ["tree/b/a.bin", "tree/b/c/x.bin"]),
):
    names, _ = names_of(*arguments)
    case.check(names == wanted, "files that %r reaches: %r" % (arguments, names))
names, summary = names_of("tree/a", "tree/a/other", code=1)
case.check("tree/a/other" in names and summary["skipped"] == 2, "a text file is skipped by the walk and checked when named")
names, summary = names_of("tree/a/other", "tree/a", "tree/a/other", code=1)
case.check(names == ["tree/a/other", "tree/a/10.bin", "tree/a/2.bin"] and summary["skipped"] == 1,
           "a text file named before its directory is checked once: %r" % names)
names, _ = names_of("--files-from=-", "tree/a", input=b"tree/a/2.bin\ntree/b\ntree/b/a.bin\n")
case.check(names == ["tree/a/10.bin", "tree/a/2.bin", "tree/b/a.bin", "tree/b/c/x.bin"],
           "files of a list and of arguments are checked once: %r" % names)
os.remove("tree/a/link")
os.remove("tree/a/other")
write("twins/a.bin", mrtk())
os.link("twins/a.bin", "twins/b.bin")
case.check(len(names_of("twins")[0]) == 2, "two hard links in a directory are checked as two files")
case.check(len(names_of("twins/a.bin", "twins/b.bin")[0]) == 1, "two hard links on the command line are checked as one file")

# More directories and named files than the program's initial capacity.
for i in range(300):
    write("wide/%03d/a.bin" % i, mrtk())
each = ["wide/%03d/a.bin" % i for i in range(300)]
case.check(names_of(*each, *each, "wide", "wide", *reversed(each))[0] == each, "300 named files keep their order before their directories")
case.check(names_of("wide", *each, "wide")[0] == each, "300 named files after their directories are checked once")

# Skipped entries of a walk: other files, links, fifos, sockets. A fifo is not opened.
write("tree/notes.txt", b"text")
write("tree/empty.dat", b"")
write("tree/other.bin", b"text")
os.symlink(".", "tree/loop")
os.symlink("../..", "tree/a/up")
os.symlink("b.bin", "tree/link.bin")
os.symlink("missing", "tree/broken.bin")
os.mkfifo("tree/fifo")
local = socket.socket(socket.AF_UNIX)
local.bind("tree/socket")
LINK = "a symbolic link is not followed"
OTHER = "neither the name nor the content is that of an animation file"
skipped = [
    ("tree/a/up", LINK), ("tree/broken.bin", LINK), ("tree/empty.dat", "the file is empty"),
    ("tree/fifo", "a fifo in a directory is not read"), ("tree/link.bin", LINK), ("tree/loop", LINK),
    ("tree/notes.txt", OTHER), ("tree/other.bin", "the content is neither mrtk nor memg"),
    ("tree/socket", "a socket is not read"),
]
for jobs in ("-j1", "-j3"):
    result = case.exits(0, "lint", jobs, "--format", "json", "tree", "--output=jsonl=lines", "--output=human=text", "-v")
    report = json.loads(result.stdout)
    case.check([entry["file"] for entry in report["files"]] == expected, "the walk lists the files of known formats")
    case.check([(s["file"], s["reason"]) for s in report["skipped"]] == skipped,
               "JSON lists the skipped entries with reasons: %r" % report["skipped"])
    case.check(report["summary"]["skipped"] == report["summary"]["passed_over"] == 9, "the summary counts the skipped entries: %r" % report["summary"])
    with open("lines", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    case.check([(s["file"], s["reason"]) for s in lines if s["type"] == "skipped"] == skipped, "jsonl lists the skipped entries with reasons")
    said = read_text("text")
    case.check([tuple(line.split(": skipped: ")) for line in said.split("\n") if ": skipped: " in line] == skipped,
               "the human report lists the skipped entries with reasons: %r" % said)
case.exits(0, "lint", "tree", prints_only=b"9 files: 0 errors, 0 warnings, 9 other files skipped.\n")  # skipped files are counted

# Such entries named on the command line.
case.exits(1, "lint", "tree/notes.txt")
names, _ = names_of("tree/loop")
case.check(names[0] == "tree/loop/.hidden.bin" and len(names) == 9, "a named link to a directory is followed")
case.check(names_of("tree/link.bin")[0] == ["tree/link.bin"], "a named link to a file is followed")
case.exits(3, "lint", "tree/socket", says=b"is a socket")  # a socket is refused
case.exits(3, "lint", "tree/broken.bin")
local.close()

# A run without files to check fails, since its output looks like that of a clean run.
os.mkdir("none")
NOTHING = b"animproof: nothing to check: no file was found (--allow-empty accepts that)\n"
case.exits(3, "lint", "none", says_only=NOTHING, prints_only=b"0 files: 0 errors, 0 warnings.\n")  # an empty directory
case.exits(0, "lint", "none", "--allow-empty")
write("none/a.txt", b"text")
result = case.exits(3, "lint", "none", "-q")
case.check(result.stdout == b"" and result.stderr == b"animproof: nothing to check: 1 file was skipped "
           b"(--verbose says why, --allow-empty accepts that)\n", "a directory with only a text file fails the run", result)
case.exits(0, "lint", "none", "tree/a")
case.check(case.exits(0, "lint", "none", "--allow-empty").stderr == b"", "--allow-empty prints no message")

# File systems that do not give the type of an entry: the program reads the type itself.
unknown = preloaded("unknown", b"""
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
struct dirent *readdir(DIR *directory) /* the compiler gives it the symbol readdir64 */
{
    struct dirent *(*next)(DIR *) = (struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir64");
    struct dirent *entry = next(directory);
    if (entry != 0)
        entry->d_type = DT_UNKNOWN;
    else
        fputs("asked. ", stderr);
    return entry;
}
""")
plain = case.exits(0, "lint", "--format", "json", "tree")
asked = case.exits(0, "lint", "--format", "json", "tree", env=unknown)
case.check(asked.stderr.startswith(b"asked. "), "the program calls the preloaded readdir", asked)
case.check(plain.stdout == asked.stdout, "entries of unknown type do not change the report", asked)
os.remove("tree/other.bin")

# Directories nested deeper than the longest possible path.
start = os.getcwd()
depth = 0
for depth in range(1500):
    os.mkdir("deep%d" % (depth % 10))
    os.chdir("deep%d" % (depth % 10))
write("bottom.bin", mrtk_bad())
os.chdir(start)
names, summary = names_of("deep0", code=3)
case.check(summary["unreadable"] == 1 and len(names) == 1, "a path that is too long is reported as unreadable: %r" % summary)

# A directory that cannot be listed, and a directory with names but no access to its files (root can read both).
os.mkdir("tree/closed", 0)
write("tree/names/a.bin", mrtk())
os.chmod("tree/names", 0o444)
for jobs in ("-j1", "-j3"):
    result = case.run_as_nobody("lint", jobs, "--format=json", "tree")
    if result is not None:
        report = json.loads(result.stdout)
        errors_by_file = {entry["file"]: entry["error"] for entry in report["files"] if "error" in entry}
        case.check(result.returncode == 3 and errors_by_file == {"tree/closed": "Permission denied",
                                                       "tree/names/a.bin": "Permission denied"},
                   "unlisted and closed directories are reported: %r" % errors_by_file, result)
        case.check(report["summary"]["unreadable"] == 2 and len(report["files"]) == 11, "the other files are checked", result)
os.chmod("tree/closed", 0o700)
os.rmdir("tree/closed")
os.chmod("tree/names", 0o700)
os.remove("tree/names/a.bin")
os.rmdir("tree/names")

# Lists of paths.
write("list.txt", b"tree/a/2.bin\n\ntree/b\ntree/missing.bin")
names, summary = names_of("--files-from", "list.txt", code=3)
case.check(names == ["tree/a/2.bin", "tree/b/a.bin", "tree/b/c/x.bin", "tree/missing.bin"], "the files of a list: %r" % names)
names, _ = names_of("--files-from", "-", "tree/z.bin", input=b"tree/b.bin\n")
case.check(names == ["tree/z.bin", "tree/b.bin"], "a list on standard input comes after named files: %r" % names)
names, _ = names_of("--files-from=-", "--null", input=b"tree/b.bin\0tree/z.bin")
case.check(names == ["tree/b.bin", "tree/z.bin"], "--null reads a list separated by NUL bytes: %r" % names)
names, _ = names_of("--files-from0=-", input=b"tree/b.bin\0tree/z.bin")
case.check(names == ["tree/b.bin", "tree/z.bin"], "--files-from0 reads a list separated by NUL bytes: %r" % names)
write("new\nline.bin", mrtk())
write("list0", b"new\nline.bin\0")
case.check(names_of("--files-from0", "list0")[0] == ["new\nline.bin"], "a list file separated by NUL bytes may have a name with a line break")
names, _ = names_of("--files-from=-", "-0", input=b"new\nline.bin\0")
case.check(names == ["new\nline.bin"], "a list on standard input may have a name with a line break: %r" % names)
case.exits(3, "lint", "--files-from=-", input=b"tree/b.bin\0tree/z.bin", says=b"--null")  # NUL bytes need --null
case.exits(3, "lint", "--files-from=-", input=b"", prints_only=b"0 files: 0 errors, 0 warnings.\n", says_only=NOTHING)  # an empty list
write("-", mrtk_bad())
names, _ = names_of("--files-from=-", input=b"-\n", code=1)
case.check(names == ["-"], "in a list, '-' is the name of a file")
names, _ = names_of("--files-from=-", input=b"x" * 10000000, code=3)
case.check(len(names) == 1, "a path of 10 MB in a list is one unreadable entry")

case.finish()
