"""animproof fix over folders: the files that lint checks there, by the configuration that holds for each."""

import os

from cli_case import MD5ANIM, Case, read, write

MARKED = b"\xef\xbb\xbf" + MD5ANIM


def fill(*names):
    for name in names:
        write(name, MARKED)


case = Case()
BIN = case.exits(0, "generate", "--format=mrtk", "--seed=1").stdout
fill("in/a.md5anim", "in/deep/er/b.md5anim")
write("in/zeros.bin", BIN + bytes(3))
write("in/other.txt", b"\xef\xbb\xbfMD5 in a text")
write("in/clean.md5anim", MD5ANIM)
os.symlink("../in/a.md5anim", "in/link.md5anim")
os.mkfifo("in/fifo.md5anim")

# A dry run says what it would do in each file, in the order of the names, and then altogether.
result = case.exits(1, "fix", "in")
case.check(result.stdout == b"""in/a.md5anim:1:1: would fix md5anim/encoding: writes plain text
in/deep/er/b.md5anim:1:1: would fix md5anim/encoding: writes plain text
in/zeros.bin:0x%x: would fix mrtk/trailing-bytes: cuts off the bytes after the last field
4 files: would fix 3 findings in 3; 0 not fixed, 0 without a fix
""" % len(BIN) and not result.stderr, "a dry run over a folder", result)
result = case.exits(1, "fix", "--diff", "in")
case.check(result.stdout.count(b"+++ in/") == 3 and b"4 files: would fix 3" in result.stderr, "a diff of a folder", result)
case.check(read("in/a.md5anim") == MARKED, "nothing was written")

# A file that was named too is fixed, and told of, once.
result = case.exits(1, "fix", "in", "in/a.md5anim", "in/a.md5anim")
case.check(result.stdout.count(b"in/a.md5anim:") == 1 and b"\n4 files:" in result.stdout, "named after it was met", result)
result = case.exits(1, "fix", "in/a.md5anim", "in")
case.check(result.stdout.count(b"in/a.md5anim:") == 1 and b"\n4 files:" in result.stdout, "named before", result)

# A configuration says which files and which rules; a command line says more.
write("in/.animproof.ini", b"[animproof]\nexclude = deep/\n[path a.*]\nignore = md5anim/encoding\n")
case.exits(1, "fix", "in", prints_first=b"in/zeros.bin:", prints=b"\n3 files: would fix 1 finding in 1;")  # exclude and ignore
case.exits(1, "fix", "in/deep/er/b.md5anim", prints=b"would fix")  # what is named is not excluded
result = case.exits(1, "fix", "--select=md5anim/encoding", "in")
case.check(b"in/a.md5anim:1:1: would fix" in result.stdout and b"zeros" not in result.stdout, "--select counts more", result)
case.check(case.exits(1, "fix", "--no-config", "in").stdout.count(b"would fix md5") == 2, "--no-config")
case.check(b"a.md5anim" not in case.exits(1, "fix", "--no-config", "--exclude=a.*", "in").stdout, "--exclude")
write("in/.animproof.ini", b"[animproof]\ninclude = *.txt\n")
write("in/taken.txt", MARKED)
case.check(b"in/taken.txt:1:1: would fix" in case.run("fix", "in").stdout, "a file that is included is one whatever its name")
os.remove("in/taken.txt")
write("in/.animproof.ini", b"[animproof]\nexclud = deep/\n")
result = case.exits(2, "fix", "-w", "in", "in/zeros.bin")
case.check(b".animproof.ini:2" in result.stderr and read("in/zeros.bin") == BIN + bytes(3), "a wrong configuration", result)
os.remove("in/.animproof.ini")

# Written, and then there is nothing to do; what is no file of a format stays.
result = case.exits(0, "fix", "-w", "in")
case.check(result.stdout.count(b"fixed m") == 3 and b"\n4 files: fixed 3 findings in 3; 0 " in result.stdout, "-w", result)
case.check(read("in/a.md5anim") == read("in/deep/er/b.md5anim") == MD5ANIM and read("in/zeros.bin") == BIN, "mended")
case.check(read("in/other.txt") == b"\xef\xbb\xbfMD5 in a text" and os.path.islink("in/link.md5anim"), "the rest stays")
case.exits(0, "fix", "-w", "in", prints_only=b"4 files: fixed 0 findings in 0; 0 not fixed, 0 without a fix\n")  # nothing to do
case.check(sorted(os.listdir("in")) == ["a.md5anim", "clean.md5anim", "deep", "fifo.md5anim", "link.md5anim", "other.txt",
                                        "zeros.bin"], "nothing else is left there")

# A folder in which there is nothing to fix, or which cannot be read.
write("empty/other.txt", b"hello")
case.check(b"nothing to fix" in case.exits(3, "fix", "empty").stderr, "no file of a format")
case.exits(3, "fix", "absent", "in")
fill("closed/a.md5anim", "closed/in/b.md5anim")
os.chmod("closed/in", 0o000)
result = case.run_as_nobody("fix", "closed")
if result is not None:
    case.check(result.returncode == 3 and b"closed/in: " in result.stderr and b"closed/a.md5anim:" in result.stdout,
               "a folder that cannot be listed", result)
os.chmod("closed/in", 0o755)

# One file that is too large for the limit does not end the run.
fill("two/a.md5anim", "two/c.md5anim")
write("two/b.md5anim", MARKED + b"// long\n" * 100000)
result = case.exits(4, "fix", "-w", "--max-memory=500K", "two")
case.check(b"two/b.md5anim: memory ran out" in result.stderr and read("two/c.md5anim") == MD5ANIM, "goes on", result)
case.finish()
