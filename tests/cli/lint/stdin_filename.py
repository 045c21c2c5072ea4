"""--stdin-filename: standard input as the file of that name, for lint, format, fix, roundtrip and view."""

import json
import os

from cli_case import MD5ANIM, Case, read, write

case = Case()
os.makedirs("in/deep")
MARKED = b"\xef\xbb\xbf" + MD5ANIM
AS = ["--stdin-filename", "in/deep/new.md5anim", "-"]


def concise(code, *words, **options):
    return case.exits(code, "lint", "--format=concise", *words, **options).stdout


# The end of the name says the format, and reports have the name.
case.check(concise(1, "-", input=b"hello").startswith(b"-:0x0: error: "), "without a name")
said = concise(1, *AS, input=b"hello")
case.check(said.startswith(b"in/deep/new.md5anim:1:1: error") and b"[md5anim/other-content]" in said, "with one")
case.check(concise(1, *AS, "--input-format=mrtk", input=b"hello").endswith(b"\n") and b"[mrtk/" in
           concise(1, *AS, "--input-format=mrtk", input=b"hello"), "--input-format counts more")
report = json.loads(case.exits(1, "lint", "--format=json", *AS, input=b"hello").stdout)
case.check([file["file"] for file in report["files"]] == ["in/deep/new.md5anim"], "the name in JSON")
result = case.exits(1, "fix", "--stdin-filename=in/deep/new.md5anim", "-", "--diff", input=MARKED)
case.check(result.stdout.startswith(b"--- in/deep/new.md5anim\n") and b"in/deep/new.md5anim:1:1: would fix" in result.stderr, "fix", result)
case.exits(1, "format", "--check", *AS, input=MD5ANIM, prints_only=b"in/deep/new.md5anim\n")  # format
case.check(case.exits(0, "format", *AS, input=MD5ANIM).stdout == case.exits(0, "format", "-", input=MD5ANIM).stdout, "format prints the form")
case.check(case.exits(0, "roundtrip", *AS, input=MD5ANIM).stdout.startswith(b"in/deep/new.md5anim: same values"), "roundtrip")

# A file of that name on the disk does not count, and stays as it is.
write("in/deep/new.md5anim", b"something else")
case.check(concise(0, *AS, input=MD5ANIM) == b"1 file: 0 errors, 0 warnings.\n", "the bytes are those of standard input")
os.remove("in/deep/new.md5anim")
for name in ("absent/new.md5anim", os.path.join(case.directory, "absent/er/new.md5anim"), "new.md5anim"):
    concise(0, "--stdin-filename", name, "-", input=MD5ANIM)

# Companions are those beside the name.
case.exits(0, "generate", "--format=md5anim", "--seed=1", "-o", "in/deep/pair.md5anim")
case.exits(0, "generate", "--format=md5mesh", "--seed=2", "-o", "in/deep/pair.md5mesh")
PAIR = read("in/deep/pair.md5anim")
named = concise(1, "in/deep/pair.md5anim")
case.check(b"[md5anim/mesh-joint-" in named, "the file and its mesh do not fit")
case.check(concise(1, "--stdin-filename", "in/deep/pair.md5anim", "-", input=PAIR) == named, "as the file of that name")
concise(0, "--stdin-filename", "in/pair.md5anim", "-", input=PAIR)
concise(0, "--no-companions", "--stdin-filename", "in/deep/pair.md5anim", "-", input=PAIR)
os.remove("in/deep/pair.md5anim")
case.check(concise(1, "--stdin-filename", "in/deep/pair.md5anim", "-", input=PAIR) == named, "also where the file is not there")

# The configuration is that of the name.
write("in/.animproof.ini", b"[animproof]\nexclude = deep/\n[path deep/]\nignore = md5anim/encoding\n")
case.check(b"[md5anim/encoding]" in concise(1, "-", input=MARKED), "the working folder has none")
concise(0, *AS, input=MARKED)
case.check(b"[md5anim/encoding]" in concise(1, "--no-config", *AS, input=MARKED), "--no-config")
case.exits(0, "fix", *AS, input=MARKED)
write("in/.animproof.ini", b"[animproof]\nexclude = deep/\nforce-exclude = yes\n")
case.exits(3, "lint", *AS, input=MARKED, says=b"nothing to check: 1 file was skipped")  # excluded
case.exits(0, "lint", "--allow-empty", *AS, input=MARKED)
case.exits(3, "fix", *AS, input=MARKED)
result = case.exits(0, "format", "--allow-empty", *AS, input=MD5ANIM)
case.check(result.stdout == MD5ANIM, "an editor takes what comes out: an excluded file comes out as it is", result)
result = case.exits(3, "format", *AS, "-o", "out.md5anim", input=MD5ANIM)
case.check(read("out.md5anim") == MD5ANIM, "also with -o")
case.check(case.exits(0, "format", "--check", "--allow-empty", *AS, input=MD5ANIM).stdout == b"", "--check has nothing to say of it")
write("in/.animproof.ini", b"[animproof]\nexclud = deep/\n")
for command in ("lint", "format", "fix"):
    case.check(b"in/.animproof.ini:2" in case.exits(2, command, *AS, input=MARKED).stderr, "a wrong configuration: " + command)
os.remove("in/.animproof.ini")

# Wrong usage.
for command in (["lint"], ["format", "--check"], ["fix"], ["roundtrip"]):
    case.exits(2, *command, "--stdin-filename=x.md5anim", "in", says=b"--stdin-filename needs '-' among the paths")
    for name in ("", "in/"):
        case.exits(2, *command, "--stdin-filename=" + name, "-", input=MARKED)
case.finish()
