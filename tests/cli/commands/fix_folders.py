"""animproof fix on folders fixes the files that lint checks there, each by its own configuration."""

import os

from cli_case import MD5ANIM, Case, read, write

MARKED = b"\xef\xbb\xbf" + MD5ANIM


def write_marked(*names):
    for name in names:
        write(name, MARKED)


case = Case()
BIN = case.exits(0, "generate", "--format=mrtk", "--seed=1").stdout
write_marked("in/a.md5anim", "in/deep/er/b.md5anim")
write("in/zeros.bin", BIN + bytes(3))
write("in/other.txt", b"\xef\xbb\xbfMD5 in a text")
write("in/clean.md5anim", MD5ANIM)
os.symlink("../in/a.md5anim", "in/link.md5anim")
os.mkfifo("in/fifo.md5anim")

# A dry run prints the fixes of each file in order of names, and a summary.
result = case.exits(1, "fix", "in")
case.check(result.stdout == b"""in/a.md5anim:1:1: would fix md5anim/encoding: writes plain text
in/deep/er/b.md5anim:1:1: would fix md5anim/encoding: writes plain text
in/zeros.bin:0x%x: would fix mrtk/trailing-bytes: cuts off the bytes after the last field
4 files: would fix 3 findings in 3; 0 not fixed, 0 without a fix
""" % len(BIN) and not result.stderr, "a dry run on a folder prints fixes and summary", result)
result = case.exits(1, "fix", "--diff", "in")
case.check(result.stdout.count(b"+++ in/") == 3 and b"4 files: would fix 3" in result.stderr, "--diff on a folder prints a diff of each file", result)
case.check(read("in/a.md5anim") == MARKED, "dry runs do not change files")

# A file that is also named is fixed and reported once.
result = case.exits(1, "fix", "in", "in/a.md5anim", "in/a.md5anim")
case.check(result.stdout.count(b"in/a.md5anim:") == 1 and b"\n4 files:" in result.stdout, "a file named after its folder is reported once", result)
result = case.exits(1, "fix", "in/a.md5anim", "in")
case.check(result.stdout.count(b"in/a.md5anim:") == 1 and b"\n4 files:" in result.stdout, "a file named before its folder is reported once", result)

# The configuration chooses files and rules; options of the command line override it.
write("in/.animproof.ini", b"[animproof]\nexclude = deep/\n[path a.*]\nignore = md5anim/encoding\n")
case.exits(1, "fix", "in", prints_first=b"in/zeros.bin:", prints=b"\n3 files: would fix 1 finding in 1;")
case.exits(1, "fix", "in/deep/er/b.md5anim", prints=b"would fix")  # a named file is not excluded
result = case.exits(1, "fix", "--select=md5anim/encoding", "in")
case.check(b"in/a.md5anim:1:1: would fix" in result.stdout and b"zeros" not in result.stdout, "--select overrides the configuration", result)
case.check(case.exits(1, "fix", "--no-config", "in").stdout.count(b"would fix md5") == 2, "--no-config ignores the configuration")
case.check(b"a.md5anim" not in case.exits(1, "fix", "--no-config", "--exclude=a.*", "in").stdout, "--exclude excludes files")
write("in/.animproof.ini", b"[animproof]\ninclude = *.txt\n")
write("in/taken.txt", MARKED)
case.check(b"in/taken.txt:1:1: would fix" in case.run("fix", "in").stdout, "an included file is fixed with any name")
os.remove("in/taken.txt")
write("in/.animproof.ini", b"[animproof]\nexclud = deep/\n")
result = case.exits(2, "fix", "-w", "in", "in/zeros.bin")
case.check(b".animproof.ini:2" in result.stderr and read("in/zeros.bin") == BIN + bytes(3),
           "a wrong configuration ends the run before a file is written", result)
os.remove("in/.animproof.ini")

# --write fixes the folder; a second run has nothing to fix; files of no format are not changed.
result = case.exits(0, "fix", "-w", "in")
case.check(result.stdout.count(b"fixed m") == 3 and b"\n4 files: fixed 3 findings in 3; 0 " in result.stdout,
           "fix -w prints three fixes and the summary", result)
case.check(read("in/a.md5anim") == read("in/deep/er/b.md5anim") == MD5ANIM and read("in/zeros.bin") == BIN, "fix -w restores the files")
case.check(read("in/other.txt") == b"\xef\xbb\xbfMD5 in a text" and os.path.islink("in/link.md5anim"), "other files and links are not changed")
case.exits(0, "fix", "-w", "in", prints_only=b"4 files: fixed 0 findings in 0; 0 not fixed, 0 without a fix\n")  # nothing is left to fix
case.check(sorted(os.listdir("in")) == ["a.md5anim", "clean.md5anim", "deep", "fifo.md5anim", "link.md5anim", "other.txt",
                                        "zeros.bin"], "no temporary file is left")

# A folder without files to fix, and a folder that cannot be read.
write("empty/other.txt", b"hello")
case.check(b"nothing to fix" in case.exits(3, "fix", "empty").stderr, "a folder without files of a format is reported")
case.exits(3, "fix", "absent", "in")
write_marked("closed/a.md5anim", "closed/in/b.md5anim")
os.chmod("closed/in", 0o000)
result = case.run_as_nobody("fix", "closed")
if result is not None:
    case.check(result.returncode == 3 and b"closed/in: " in result.stderr and b"closed/a.md5anim:" in result.stdout,
               "a folder that cannot be listed is reported, other files are fixed", result)
os.chmod("closed/in", 0o755)

# A file that exceeds --max-memory does not end the run.
write_marked("two/a.md5anim", "two/c.md5anim")
write("two/b.md5anim", MARKED + b"// long\n" * 100000)
result = case.exits(4, "fix", "-w", "--max-memory=500K", "two")
case.check(b"two/b.md5anim: memory ran out" in result.stderr and read("two/c.md5anim") == MD5ANIM,
           "files after the one that exceeds the memory are fixed", result)
case.finish()
