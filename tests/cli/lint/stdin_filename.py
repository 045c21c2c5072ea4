"""--stdin-filename: lint, format, fix, roundtrip and view treat standard input as the file with this name."""

import json
import os

from cli_case import MD5ANIM, Case, read, write

case = Case()
os.makedirs("in/deep")
MARKED = b"\xef\xbb\xbf" + MD5ANIM
AS = ["--stdin-filename", "in/deep/new.md5anim", "-"]


def lint_concisely(code, *words, **options):
    return case.exits(code, "lint", "--format=concise", *words, **options).stdout


# The extension of the name sets the format, and reports show the name.
case.check(lint_concisely(1, "-", input=b"hello").startswith(b"-:0x0: error: "), "without --stdin-filename the report shows '-'")
said = lint_concisely(1, *AS, input=b"hello")
case.check(said.startswith(b"in/deep/new.md5anim:1:1: error") and b"[md5anim/other-content]" in said,
           "the report shows the name, and the extension sets the format")
case.check(lint_concisely(1, *AS, "--input-format=mrtk", input=b"hello").endswith(b"\n") and b"[mrtk/" in
           lint_concisely(1, *AS, "--input-format=mrtk", input=b"hello"), "--input-format overrides the extension")
report = json.loads(case.exits(1, "lint", "--format=json", *AS, input=b"hello").stdout)
case.check([file["file"] for file in report["files"]] == ["in/deep/new.md5anim"], "JSON shows the name")
result = case.exits(1, "fix", "--stdin-filename=in/deep/new.md5anim", "-", "--diff", input=MARKED)
case.check(result.stdout.startswith(b"--- in/deep/new.md5anim\n") and b"in/deep/new.md5anim:1:1: would fix" in result.stderr, "fix shows the name", result)
case.exits(1, "format", "--check", *AS, input=MD5ANIM, prints_only=b"in/deep/new.md5anim\n")  # format shows the name
case.check(case.exits(0, "format", *AS, input=MD5ANIM).stdout == case.exits(0, "format", "-", input=MD5ANIM).stdout,
           "format prints the same form with and without a name")
case.check(case.exits(0, "roundtrip", *AS, input=MD5ANIM).stdout.startswith(b"in/deep/new.md5anim: same values"), "roundtrip shows the name")

# A file of this name on the disk is neither read nor changed.
write("in/deep/new.md5anim", b"something else")
case.check(lint_concisely(0, *AS, input=MD5ANIM) == b"1 file: 0 errors, 0 warnings.\n", "standard input is linted, not the file of this name")
os.remove("in/deep/new.md5anim")
for name in ("absent/new.md5anim", os.path.join(case.directory, "absent/er/new.md5anim"), "new.md5anim"):
    lint_concisely(0, "--stdin-filename", name, "-", input=MD5ANIM)

# Companions are searched in the folder of the name.
case.exits(0, "generate", "--format=md5anim", "--seed=1", "-o", "in/deep/pair.md5anim")
case.exits(0, "generate", "--format=md5mesh", "--seed=2", "-o", "in/deep/pair.md5mesh")
PAIR = read("in/deep/pair.md5anim")
named = lint_concisely(1, "in/deep/pair.md5anim")
case.check(b"[md5anim/mesh-joint-" in named, "the file and its mesh do not match")
case.check(lint_concisely(1, "--stdin-filename", "in/deep/pair.md5anim", "-", input=PAIR) == named,
           "standard input is checked with the companion of its name")
lint_concisely(0, "--stdin-filename", "in/pair.md5anim", "-", input=PAIR)
lint_concisely(0, "--no-companions", "--stdin-filename", "in/deep/pair.md5anim", "-", input=PAIR)
os.remove("in/deep/pair.md5anim")
case.check(lint_concisely(1, "--stdin-filename", "in/deep/pair.md5anim", "-", input=PAIR) == named,
           "a companion is found although the file of the name is missing")

# The configuration is that of the name's folder.
write("in/.animproof.ini", b"[animproof]\nexclude = deep/\n[path deep/]\nignore = md5anim/encoding\n")
case.check(b"[md5anim/encoding]" in lint_concisely(1, "-", input=MARKED), "standard input without a name uses no configuration")
lint_concisely(0, *AS, input=MARKED)
case.check(b"[md5anim/encoding]" in lint_concisely(1, "--no-config", *AS, input=MARKED), "--no-config ignores the configuration of the name's folder")
case.exits(0, "fix", *AS, input=MARKED)
write("in/.animproof.ini", b"[animproof]\nexclude = deep/\nforce-exclude = yes\n")
case.exits(3, "lint", *AS, input=MARKED, says=b"nothing to check: 1 file was skipped")  # excluded
case.exits(0, "lint", "--allow-empty", *AS, input=MARKED)
case.exits(3, "fix", *AS, input=MARKED)
result = case.exits(0, "format", "--allow-empty", *AS, input=MD5ANIM)
case.check(result.stdout == MD5ANIM, "format prints an excluded file unchanged, since an editor uses the output", result)
result = case.exits(3, "format", *AS, "-o", "out.md5anim", input=MD5ANIM)
case.check(read("out.md5anim") == MD5ANIM, "format -o writes an excluded file unchanged")
case.check(case.exits(0, "format", "--check", "--allow-empty", *AS, input=MD5ANIM).stdout == b"", "format --check lists no excluded file")
write("in/.animproof.ini", b"[animproof]\nexclud = deep/\n")
for command in ("lint", "format", "fix"):
    case.check(b"in/.animproof.ini:2" in case.exits(2, command, *AS, input=MARKED).stderr, "a wrong configuration is reported by " + command)
os.remove("in/.animproof.ini")

# Wrong usage of --stdin-filename.
for command in (["lint"], ["format", "--check"], ["fix"], ["roundtrip"]):
    case.exits(2, *command, "--stdin-filename=x.md5anim", "in", says=b"--stdin-filename needs '-' among the paths")
    for name in ("", "in/"):
        case.exits(2, *command, "--stdin-filename=" + name, "-", input=MARKED)
case.finish()
