"""Exit codes and messages: 0 clean, 1 findings, 2 usage, 3 unreadable, 4 limit; of several, the first of 4, 2, 3, 1 counts."""

import os

from cli_case import Case, md5anim, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, write

case = Case()
write("clean.bin", mrtk())
write("bad.bin", mrtk_bad())
write("warned.bin", mrtk_warned())
write("noted.bin", mrtk_noted())
write("clean.md5anim", md5anim())
write("other.bin", b"neither of them\n")
write("empty.bin", b"")

# Findings.
result = case.exits(0, "lint", "clean.bin", "clean.md5anim")
case.check(result.stdout == b"2 files: 0 errors, 0 warnings.\n" and result.stderr == b"", "two clean files give only the summary", result)
case.exits(1, "lint", "bad.bin")
case.exits(0, "lint", "warned.bin", "noted.bin")
case.exits(1, "lint", "warned.bin", "--strict")
case.exits(1, "lint", "--fail-on", "warning", "warned.bin")
case.exits(0, "lint", "--fail-on=warning", "noted.bin")
case.exits(1, "lint", "--fail-on=note", "noted.bin")
case.exits(0, "lint", "--fail-on=never", "bad.bin")
case.exits(0, "lint", "--severity", "mrtk/wrap-mode=warning", "bad.bin")
case.exits(0, "lint", "--ignore", "mrtk/wrap-mode", "bad.bin")
case.exits(0, "lint", "--ignore", "mrtk", "bad.bin")
case.exits(0, "lint", "--ignore", "memg,mrtk/wrap-*", "bad.bin")
case.exits(0, "lint", "--select", "mrtk/magic", "bad.bin")
case.exits(1, "lint", "--select", "mrtk/magic,mrtk/wrap-mode", "bad.bin")
case.exits(1, "lint", "--severity", "mrtk/no-keys=error", "noted.bin")
case.exits(0, "lint", "--strict", "--severity", "mrtk/marker-order=warning", "warned.bin")
case.exits(1, "lint", "other.bin")
case.exits(1, "lint", "empty.bin")
case.exits(1, "lint", "--input-format", "mrtk", "empty.bin")

# Wrong usage: one line on standard error, no output.
for arguments in (
    [],
    ["unknown"],
    ["--unknown"],
    ["lint"],
    ["lint", "--unknown", "clean.bin"],
    ["lint", "-x", "clean.bin"],
    ["lint", "clean.bin", "--format"],
    ["lint", "--format", "xml", "clean.bin"],
    ["lint", "--quiet=yes", "clean.bin"],
    ["lint", "--color", "maybe", "clean.bin"],
    ["lint", "--output", "json", "clean.bin"],
    ["lint", "--output", "json=", "clean.bin"],
    ["lint", "--output", "json=-", "clean.bin"],
    ["lint", "--output", "xml=o", "clean.bin"],
    ["lint", "--output", "json=o", "--output", "jsonl=o", "clean.bin"],
    ["lint", "--select", "mrtk/none", "clean.bin"],
    ["lint", "--ignore", "mrtk/none", "clean.bin"],
    ["lint", "--ignore", "", "clean.bin"],
    ["lint", "--severity", "mrtk/magic", "clean.bin"],
    ["lint", "--severity", "mrtk/magic=bad", "clean.bin"],
    ["lint", "--severity", "mrtk/none=error", "clean.bin"],
    ["lint", "--fail-on", "off", "clean.bin"],
    ["lint", "--max-findings", "-1", "clean.bin"],
    ["lint", "--max-findings", "", "clean.bin"],
    ["lint", "--max-per-rule", "1k", "clean.bin"],
    ["lint", "--max-per-rule", "99999999999999999999", "clean.bin"],
    ["lint", "--max-memory", "1X", "clean.bin"],
    ["lint", "--max-memory", "99999999999G", "clean.bin"],
    ["lint", "--max-input", "K", "clean.bin"],
    ["lint", "--profile", "quake", "clean.bin"],
    ["lint", "--input-format", "bvh", "clean.bin"],
    ["lint", "--mrtk-layout", "other", "clean.bin"],
    ["lint", "--memg-order", "other", "clean.bin"],
    ["lint", "--null", "clean.bin"],
    ["lint", "-", "-"],
    ["lint", "-", "--files-from", "-"],
    ["rules", "--format", "xml"],
    ["rules", "no-rule"],
    ["rules", "--unknown"],
    ["explain"],
    ["explain", "--unknown"],
):
    case.exits(2, *arguments, prints_only=b"", says_first=b"animproof: ", says_lines=1)
case.check(not os.path.exists("o"), "wrong usage writes no report")

# Options may follow paths; "--" ends the options.
case.exits(1, "lint", "bad.bin", "--fail-on", "error", "clean.bin")
write("--strict", mrtk_bad())
case.exits(1, "lint", "--", "--strict")

# Help and version go to standard output.
for arguments in (["--help"], ["-h"], ["help"], ["lint", "--help"], ["lint", "-h"], ["rules", "--help"],
                  ["explain", "--help"], ["--version"]):
    case.exits(0, *arguments, prints=b"animproof", says_only=b"")

# Unreadable files.
result = case.exits(3, "lint", "missing.bin", "bad.bin")
case.check(b"animproof: missing.bin: No such file or directory\n" == result.stderr, "the message names the missing file", result)
case.check(b"bad.bin:0x13: error: camera.position_x.pre_wrap " in result.stdout, "files after an unreadable file are checked", result)
case.check(b"1 file could not be read" in result.stdout, "the summary counts the unreadable file", result)
case.exits(3, "lint", "clean.bin/x")
case.exits(3, "lint", "x" * 300)
case.exits(3, "lint", "x/" * 3000)
case.exits(3, "lint", "")
os.symlink("loop", "loop")
case.exits(3, "lint", "loop")
for device in ("/dev/zero", "/dev/null"):
    case.exits(3, "lint", device, says=b"is a character device")
case.exits(3, "lint", "--obj", "missing.obj", "clean.bin")
case.exits(3, "lint", "--mesh", "missing.md5mesh", "clean.md5anim")
case.exits(3, "lint", "--files-from", "missing.txt")
case.exits(3, "lint", "--files-from", ".")
write("secret.bin", mrtk())
os.chmod("secret.bin", 0)
write("closed/inside.bin", mrtk())
os.chmod("closed", 0)
result = case.run_as_nobody("lint", "secret.bin", "clean.bin", "closed/inside.bin")
case.check(result is None or (result.returncode == 3 and result.stderr
           == b"animproof: secret.bin: Permission denied\nanimproof: closed/inside.bin: Permission denied\n"
           and result.stdout.startswith(b"3 files: 0 errors")), "files without read permission are reported", result)
os.chmod("closed", 0o700)

# Of several causes, the first of 4, 2, 3, 1 gives the exit code.
write("long.bin", bytes(3000))
with open("long.bin", "rb") as stream:
    result = case.exits(4, "lint", "bad.bin", "missing.bin", "-", "--max-input", "2999", stdin=stream)
case.check(b"animproof: -: " in result.stderr, "the message names standard input, which exceeds its limit", result)
case.check(b"bad.bin:0x13" in result.stdout, "the findings of the other files are reported", result)
with open("long.bin", "rb") as stream:
    case.exits(1, "lint", "-", "--max-input", "3000", stdin=stream)

case.finish()
