"""animproof format: canonical .md5anim files, compared with the tests' own parser; outputs that cannot be written."""

import os
import re
import resource
import signal
import stat

from animation import Animation
from cli_case import MD5ANIM, Case, full_device, md5anim, mrtk, mrtk_bad, read, write
from golden_files import EACH, golden, samples, every_nth


# Numbers from 2^32 on are spelled with a point, numbers from 2^64 on with an exponent.
NUMBER = rb"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?|[1-9][0-9]{9,19}\.0|[1-9](?:\.[0-9]*[1-9])?e[1-9][0-9])"
HUGE = re.compile(rb"[0-9]{20}|e\+?[1-9]")     # numbers that may be 2^64 or more
VECTOR = rb"\( " + b" ".join([NUMBER] * 3) + rb" \)"
FORM = re.compile(rb'MD5Version 10\ncommandline "[^"\n]*"\nnumFrames \d+\nnumJoints \d+\nframeRate ' + NUMBER
                  + rb'\nnumAnimatedComponents \d+\n\n'
                  rb'hierarchy \{\n(?:\t"[^"\n]*" -?\d+ \d+ \d+(?: // [^"\n]*)?\n)+\}\n\n'
                  rb'bounds \{\n(?:\t' + VECTOR + b" " + VECTOR + rb'\n)+\}\n\n'
                  rb'baseframe \{\n(?:\t' + VECTOR + b" " + VECTOR + rb'\n)+\}\n'
                  rb'(?:\nframe \d+ \{\n(?:\t' + NUMBER + rb'(?: ' + NUMBER + rb')*\n)*\}\n)+')


def has_right_starts(text):
    entries = [line.split(b'"')[2].split() for line in text.split(b"}")[0].split(b"{")[1].strip().splitlines()] \
        if b"{" not in text.split(b"hierarchy")[0] else []
    at = 0
    for _, flags, start, *_ in entries:
        if int(start) != (0 if int(flags) == 0 else at):
            return False
        at += bin(int(flags)).count("1")
    return True


def rules_of_lint(program_case, path):
    lint = program_case.run("lint", "--no-companions", "--format=concise", "-q", path)
    return lint.returncode, set(re.findall(rb"\[(md5anim/[a-z-]+)\] *(?:\(|$)", lint.stdout, re.MULTILINE)), lint


case = Case()

# Golden files and samples.
canonical_count = 0
paths = golden("md5anim/valid/*.md5anim", "md5anim/bad/*.md5anim", "reference/md5anim/*.md5anim")
for path in every_nth(paths + samples("md5anim/*/*.md5anim")):
    code, before, lint = rules_of_lint(case, path)
    result = case.exits(code, "format", path)
    if code != 0:
        case.check(result.stdout == b"" and result.stderr == lint.stdout, "format prints the findings of lint for " + path, result)
        continue
    canonical_count += 1
    case.check(re.fullmatch(rb"(.*(left out|kept: a form feed|pose changes in Doom 3).*\n)*", result.stderr),
               "format prints no other messages for " + path,
               result)
    write("canonical.md5anim", result.stdout)
    code, after, _ = rules_of_lint(case, "canonical.md5anim")
    if HUGE.search(read(path)):
        after -= {b"md5anim/number-exponent"}   # an exponent is the only notation that all readers read alike
    case.check(code == 0 and after <= before, "the canonical form of %s has no new finding: %r" % (path, after - before))
    case.check(case.run("format", "canonical.md5anim").stdout == result.stdout, "formatting the canonical form changes nothing: " + path)
    case.check(case.run("format", "--check", "canonical.md5anim").returncode == 0, "--check accepts the canonical form of " + path)
    case.check(FORM.fullmatch(result.stdout) is not None, "the canonical form matches the pattern FORM: " + path)
    case.check(has_right_starts(result.stdout), "start indices count the components of " + path)
    case.check(Animation(read(path)).all() == Animation(result.stdout).all(), "the canonical form keeps the values of " + path)
case.check(canonical_count > 5 // EACH, "more than 5 files were formatted")
os.remove("canonical.md5anim")

CANONICAL = MD5ANIM.replace(b'""\n\n', b'""\n').replace(b'"hips" 0 0 0', b'"hips" 0 0 0 // root')
write("odd.md5anim", MD5ANIM)
write("canonical.md5anim", CANONICAL)
write("bad.md5anim", md5anim(b"7"))

# Output to standard output and to a file; input from standard input.
case.check(case.exits(0, "format", "odd.md5anim").stdout == CANONICAL, "format prints the canonical form")
case.check(case.exits(0, "format", "-", input=MD5ANIM).stdout == CANONICAL, "format - reads standard input")
case.exits(0, "format", "odd.md5anim", "-o", "out.md5anim", prints_only=b"", leaves=("out.md5anim", CANONICAL))
case.exits(0, "format", "odd.md5anim", "--output=odd-too.md5anim")
os.remove("odd-too.md5anim")
case.check(read("odd.md5anim") == MD5ANIM, "the input file is not changed")

# Joints that share components with joint 0: id's reader moves joint 0, and with it these joints.
SHARED = MD5ANIM.replace(b"numAnimatedComponents 0", b"numAnimatedComponents 4").replace(
    b'"root" -1 0 0', b'"root" -1 3 0').replace(b'"hips" 0 0 0', b'"hips" 0 3 1').replace(
        b"frame 0 {\n", b"frame 0 {\n\t1 2 3 4\n")
for start, told in ((b"1", True), (b"2", False)):
    write("shared.md5anim", SHARED.replace(b"0 3 1", b"0 3 " + start))
    result = case.exits(0, "format", "shared.md5anim")
    case.check((b"the pose changes in Doom 3" in result.stderr) == told,
               "a message reports joints that share components with joint 0: start " + start.decode(), result)
os.remove("shared.md5anim")

# --check and --diff.
case.exits(1, "format", "--check", "canonical.md5anim", "odd.md5anim", prints_only=b"odd.md5anim\n", says_only=b"")  # --check prints the names
case.exits(0, "format", "-c", "canonical.md5anim", prints_only=b"")
case.exits(1, "format", "--check", "bad.md5anim", "odd.md5anim",
           prints_only=b"odd.md5anim\n", says_first=b"bad.md5anim:11:9: error: ")
result = case.exits(1, "format", "--diff", "canonical.md5anim", "odd.md5anim")
case.check(result.stdout == b"""--- odd.md5anim
+++ odd.md5anim\tcanonical
@@ -1,6 +1,5 @@
 MD5Version 10
 commandline ""
-
 numFrames 1
 numJoints 2
 frameRate 24
@@ -8,7 +7,7 @@
 
 hierarchy {
 \t"root" -1 0 0
-\t"hips" 0 0 0
+\t"hips" 0 0 0 // root
 }
 
 bounds {
""", "--diff prints a unified diff", result)
result = case.exits(1, "format", "--diff", "-", input=MD5ANIM[:-1].replace(b"}\n\nframe", b"}\nframe"))
case.check(result.stdout.endswith(b"-}\n\\ No newline at end of file\n+}\n"), "the diff marks a missing newline at the end of the file", result)
case.exits(1, "format", "--diff", "--check", "odd.md5anim", prints_first=b"--- ", prints_last=b"odd.md5anim\n")


def apply_diff(before, after, name):
    """Returns `before` with the diff `after` applied, and checks the context lines. The patch program may be missing."""
    lines, out, at = before.split(b"\n"), [], 0
    for hunk in re.split(rb"^(?=@@ )", after, flags=re.MULTILINE)[1:]:
        head, *body = hunk.split(b"\n")
        first, count = re.match(rb"@@ -(\d+)(?:,(\d+))? ", head).groups()
        start = int(first) - (count != b"0")
        out += lines[at:start]
        at = start
        for line in body[:-1]:
            if line[:1] in (b" ", b"-"):
                case.check(lines[at] == line[1:], "the diff with %s has the context of line %d" % (name, at))
                at += 1
            if line[:1] in (b" ", b"+"):
                out.append(line[1:])
    return b"\n".join(out + lines[at:])


def long_animation(frames, every):
    """Returns a canonical animation in which one frame in `every` is not canonical."""
    text = [b'MD5Version 10\ncommandline ""\nnumFrames %d\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 2\n\n'
            b'hierarchy {\n\t"root" -1 3 0\n}\n\nbounds {\n' % frames]
    text += [b"\t( 0 0 0 ) ( 1 1 %d )\n" % frame for frame in range(frames)]
    text += [b"}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n}\n"]
    for frame in range(frames):
        spelling = b"\t%d.0 1\n" if every and frame % every == 0 else b"\t%d 1\n"
        text.append(b"\nframe %d {\n" % frame + spelling % (frame % 7) + b"}\n")
    return b"".join(text)


for every in (1, 3, 50, 3000):
    text = long_animation(3000, every)
    write("long.md5anim", text)
    result = case.exits(1, "format", "--diff", "long.md5anim")
    case.check(apply_diff(text, result.stdout, "every %d" % every) == long_animation(3000, 0),
               "the diff of every frame in %d gives the canonical form" % every)
    changed = len(re.findall(rb"^[-+](?![-+])", result.stdout, re.MULTILINE))
    case.check(changed == 2 * (3000 // every), "the diff changes only the lines that differ: %d" % changed)
os.remove("long.md5anim")

# --write replaces files: permissions are kept, links are kept, canonical files are not written.
os.chmod("odd.md5anim", 0o640)
os.symlink("odd.md5anim", "link.md5anim")
before = os.stat("canonical.md5anim")
case.exits(0, "format", "-w", "canonical.md5anim", "link.md5anim", prints_only=b"", says_only=b"")
case.check(read("odd.md5anim") == CANONICAL, "format -w writes the canonical form")
case.check(stat.S_IMODE(os.stat("odd.md5anim").st_mode) == 0o640, "format -w keeps the permissions")
case.check(os.path.islink("link.md5anim"), "format -w keeps a link")
after = os.stat("canonical.md5anim")
case.check((before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns), "format -w does not write a canonical file")
write("odd.md5anim", MD5ANIM)
result = case.exits(1, "format", "--write", "bad.md5anim", "odd.md5anim")
case.check(read("bad.md5anim") == md5anim(b"7") and read("odd.md5anim") == CANONICAL,
           "a file with errors is not changed, the others are formatted", result)
write("two.md5anim", CANONICAL + MD5ANIM)
case.exits(0, "format", "-w", "two.md5anim", says=b"left out", leaves=("two.md5anim", CANONICAL))  # a file appended to the first is omitted
FEED = MD5ANIM.replace(b'commandline ""', b'commandline "a\x0cb"')
write("feed.md5anim", FEED)
result = case.exits(0, "format", "-w", "feed.md5anim")
case.check(b'commandline "a\x0cb"' in read("feed.md5anim") and result.stderr.count(b"kept: a form feed in a string") == 1,
           "a form feed in a string is kept and reported", result)
write("feed.md5anim", MD5ANIM.replace(b"numFrames", b"// a\x0cb\nnumFrames"))
result = case.exits(0, "format", "-w", "feed.md5anim")
case.check(b"\x0c" not in read("feed.md5anim") and result.stderr == b"", "a form feed in a comment is removed with the comment", result)

# Output that cannot be written: a message and exit 3, and the existing file keeps its content.
write("odd.md5anim", MD5ANIM)
case.exits(3, "format", "odd.md5anim", stdout=full_device(), says=b"standard output: No space left")
case.exits(3, "format", "--diff", "odd.md5anim", stdout=full_device())
case.exits(3, "format", "--check", "odd.md5anim", stdout=full_device())
case.check_closed_pipe(3, "format", "odd.md5anim")
os.mkdir("folder")
for out in ("folder", "missing/out", "odd.md5anim/out"):
    case.exits(3, "format", "odd.md5anim", "-o", out, says_first=b"animproof: " + out.encode())
case.check(b"nothing to format" in case.exits(3, "format", "-w", "folder").stderr, "an empty folder is reported")
for name in ("missing.md5anim", "/dev/null"):
    case.exits(3, "format", "-w", name, says=name.encode())
os.mkfifo("fifo")
case.exits(3, "format", "-w", "fifo")
os.remove("fifo")

write("long.md5anim", long_animation(3000, 1))
names = sorted(os.listdir("."))


def limit_file_size(ignore):
    """Simulates a full disk: writing beyond 20 kB fails, or kills the program unless `ignore` is set."""
    def prepare():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignore else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
    return prepare


for arguments in (["-w", "long.md5anim"], ["long.md5anim", "-o", "canonical.md5anim"]):
    case.exits(3, "format", *arguments, preexec_fn=limit_file_size(True), says=b"File too large")
    case.check(sorted(os.listdir(".")) == names, "a failed write leaves no temporary file")
    case.exits(-signal.SIGXFSZ, "format", *arguments, preexec_fn=limit_file_size(False), restore_signals=False)
    case.check(read("long.md5anim") == long_animation(3000, 1) and read("canonical.md5anim") == CANONICAL,
               "a killed program keeps the existing files")
    for name in set(os.listdir(".")) - set(names):
        os.remove(name)

# Wrong usage, and files of other formats.
write("clean.bin", mrtk())
case.exits(2, "format", "clean.bin", says=(b"md5anim", b"mrtk"))  # the message names the supported format
case.exits(1, "format", "--input-format=md5anim", "clean.bin")
write("bad.bin", mrtk_bad())
result = case.exits(1, "format", "bad.bin")
write("text", b"hello")
case.exits(1, "format", "text")
for arguments in ([], ["odd.md5anim", "canonical.md5anim"], ["-w", "-"], ["-w", "-c", "odd.md5anim"],
                  ["-w", "-d", "odd.md5anim"], ["-w", "-o", "x", "odd.md5anim"], ["-c", "-o", "x", "odd.md5anim"],
                  ["--nonsense", "odd.md5anim"], ["-o"], ["--max-memory=x", "odd.md5anim"]):
    case.exits(2, "format", *arguments)
case.exits(4, "format", "--max-memory=10K", "odd.md5anim")
case.check(b"usage: animproof format" in case.exits(0, "format", "--help").stdout, "--help prints the usage")
case.check(read("odd.md5anim") == MD5ANIM, "the input file is not changed")

# A file name with unusual bytes is escaped.
name = b"a\nb\xff.md5anim"
write(name, MD5ANIM)
case.exits(1, "format", "--check", "--diff", name,
           prints=b"--- a\\nb\\xff.md5anim\n", prints_last=b"\na\\nb\\xff.md5anim\n")

# roundtrip of a text file.
case.exits(0, "roundtrip", "odd.md5anim", prints=b"canonical form unchanged")

case.finish()
