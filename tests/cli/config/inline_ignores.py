"""`// animproof: ignore RULE` suppresses findings on its line, which reports count; an unused comment is a finding."""

import json
import os

from cli_case import Case, md5anim, mrtk_bad, write

case = Case()
BAD = '"hips" 7 0 0'.encode()
RULE = "md5anim/parent-range"


def report(content, *words, name="a.md5anim"):
    write(name, content)
    result = case.run("lint", "--format", "json", *words, name)
    report = json.loads(result.stdout)
    entry = report["files"][0]
    return (result.returncode, [(f["rule"], f["line"], f["column"]) for f in entry["findings"]],
            [(f["rule"], f["line"], f["message"]) for f in entry.get("suppressed", [])], report["summary"], entry)


broken = md5anim(parent=b"7")
_, plain, _, _, entry = report(broken)
RULE, LINE, _ = plain[0]
case.check(len(plain) == 1 and LINE == 11, "the file has one finding: %r" % plain)
MESSAGE, PATH = (entry["findings"][0][member] for member in ("message", "path"))


def with_comment(comment, where=BAD, content=broken):
    return content.replace(where, where + comment, 1)


# Comments that suppress: with the id, a pattern or the format, in lists, with each kind of line end.
for comment in (" // animproof: ignore %s" % RULE, "\t// animproof:ignore %s" % RULE, " //animproof: ignore md5anim/parent-*",
                " // animproof: ignore md5anim", " // animproof: ignore %s  " % RULE, " // animproof: ignore  %s ," % RULE):
    for end in (b"\n", b"\r\n"):
        content = with_comment(comment.encode()).replace(b"\n", end)
        code, found, suppressed, summary, entry = report(content)
        case.check((code, found, suppressed) == (0, [], [(RULE, LINE, MESSAGE)]) and summary["suppressed"] == 1
                   and summary["errors"] == 0 and entry["valid"], "the comment %r suppresses the finding: %r %r" % (comment, found, suppressed))
code, found, suppressed, summary, _ = report(with_comment(b" // animproof: ignore %s md5anim/number" % RULE.encode()))
case.check(found == [("file/unused-ignore", 11, 13 + len(" // animproof: ignore %s " % RULE) + 1)] or
           [f[0] for f in found] == ["file/unused-ignore"] and len(suppressed) == 1,
           "a list without a comma is one unknown name after the first: %r" % found)
case.check(report(with_comment(b" // animproof: ignore %s, md5anim/number" % RULE.encode()), "--ignore", "md5anim/number")[1] == [],
           "a comment for a rule that is off is not reported as unused")

# Comments that do not suppress: on another line, for another rule, in a string, in a block comment. They hide no finding.
IGNORE = b" // animproof: ignore " + RULE.encode()
for content, unused in ((with_comment(IGNORE, b'"root" -1 0 0'), True), (b"// animproof: ignore md5anim/number\n" + broken, True),
                        (with_comment(IGNORE.replace(RULE.encode(), b"md5anim/number")), True),
                        (with_comment(b" /* // animproof: ignore %s */" % RULE.encode()), False),
                        (broken.replace(b'commandline ""', b'commandline "// animproof: ignore md5anim"'), False)):
    code, found, suppressed, summary, _ = report(content)
    rules = [rule for rule, _, _ in found]
    case.check(code == 1 and RULE in rules and suppressed == [] and ("file/unused-ignore" in rules) == unused,
               "the finding is not suppressed: %r" % found)
for comment, said in ((b" // animproof: ignore md5anim/parent-ordr", 'no rule is named "md5anim/parent-ordr"; did you mean md5anim/parent-order'),
                      (b" // animproof: ignore md5anim/number", 'no finding of "md5anim/number" is on this line'),
                      (b" // animproof: ignore \xff\x1b[m", 'no rule is named "\\xff\\x1b[m"'),
                      (b" // animproof: ignore", "a comment to the linter must be"),
                      (b" // animproof: ignroe x", "a comment to the linter must be"),
                      (b" // animproof: ignore" + b" md5anim/number" * 65, "with at most 64 rules")):
    _, found, _, _, entry = report(with_comment(comment, content=md5anim(), where=b'"root" -1 0 0'))
    messages = [f["message"] for f in entry["findings"] if f["rule"] == "file/unused-ignore"]
    case.check(any(said in message for message in messages), "the message for the unused comment %r: %r" % (comment, messages))
    case.check(all(f["severity"] == "note" for f in entry["findings"] if f["rule"] == "file/unused-ignore"), "an unused comment is a note")

# Comments are read everywhere: within a frame, after the last frame, in the header, and on the fast path.
frames = md5anim().replace(b"numAnimatedComponents 0", b"numAnimatedComponents 1").replace(b'"root" -1 0 0', b'"root" -1 1 0')
frames = frames.replace(b"frame 0 {\n}", b"frame 0 {\n\tnan\n}")
_, before, _, _, _ = report(frames)
case.check(len(before) == 1, "the frame has one finding: %r" % before)
_, found, suppressed, _, _ = report(frames.replace(b"nan", b"nan // animproof: ignore " + before[0][0].encode()))
case.check(found == [] and len(suppressed) == 1, "a comment in a frame suppresses the finding: %r %r" % (found, suppressed))
_, found, _, _, _ = report(md5anim() + b"// animproof: ignore md5anim/number\n")
case.check(found == [("file/unused-ignore", 25, 22)], "an unused comment after the last frame is reported: %r" % found)
many = md5anim(parent=b"0")
joints = b"".join(b'\t"joint%d" 0 0 0 // animproof: ignore md5anim/number\n' % i for i in range(2000))
many = many.replace(b"numJoints 2", b"numJoints 2002").replace(b'"hips" 0 0 0\n', b'"hips" 0 0 0\n' + joints)
many = many.replace(b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2, b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2002)
_, found, _, summary, _ = report(many, "--max-per-rule", "0")
case.check(sum(f[0] == "file/unused-ignore" for f in found) == 2000, "each of 2000 unused comments is reported: %d" % len(found))
for portable in ("", "1"):
    result = case.run("lint", "a.md5anim", env={"ANIMPROOF_PORTABLE": portable} if portable else {})
    case.check(b"2001 notes" in result.stdout, "with and without AVX2, the unused comments are counted", result)

# Limits count the findings that are not suppressed. Suppressed findings are listed up to a limit and counted beyond it.
twice = broken.replace(BAD, BAD + IGNORE).replace(b'"root" -1 0 0', b'"root" 9 0 0')
_, found, suppressed, summary, _ = report(twice, "--max-per-rule", "1", "--max-findings", "1")
case.check(len(found) == 1 and len(suppressed) == 1 and summary["truncated"] == 0,
           "one finding and one suppressed finding are listed: %r %r" % (found, summary))
write("b.md5anim", with_comment(IGNORE))
case.exits(0, "lint", "b.md5anim", prints_only=b"1 file: 0 errors, 0 warnings, 1 suppressed by a comment.\n")

# Suppressed findings in each report; a baseline omits them; the findings of a companion are reported once.
sarif = json.loads(case.exits(0, "lint", "--format", "sarif", "b.md5anim").stdout)["runs"][0]["results"]
case.check([one["suppressions"] for one in sarif] == [[{"kind": "inSource"}]] and sarif[0]["ruleId"] == RULE,
           "SARIF marks the finding as suppressed in the source: %r" % sarif)
lines = [json.loads(line) for line in case.exits(0, "lint", "--format", "jsonl", "b.md5anim").stdout.splitlines()]
case.check([line["type"] for line in lines] == ["file", "suppressed", "silenced", "summary"],
           "jsonl has a line for the suppressed finding, and one with the old type: %r" % lines)
case.check({**lines[1], "type": ""} == {**lines[2], "type": ""}, "both lines are equal but for the type")
entry = json.loads(case.exits(0, "lint", "--format", "json", "b.md5anim").stdout)["files"][0]
case.check(entry["suppressed"] == entry["silenced"] != [], "the list of suppressed findings has its old name too")
case.exits(0, "lint", "--write-baseline", "known", "b.md5anim")
case.check(RULE.encode() not in open("known", "rb").read(), "a baseline omits suppressed findings")
sarif = json.loads(case.exits(0, "lint", "--baseline", "known", "--format", "sarif", "b.md5anim").stdout)["runs"][0]["results"]
case.check(len(sarif) == 1 and "baselineState" not in sarif[0], "with a baseline, a suppressed finding has no state: %r" % sarif)
write("m.md5mesh", b'MD5Version 10\ncommandline ""\n\nnumJoints 1\nnumMeshes 0\n\njoints {\n\t"root" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n')
with_mesh = [case.run("lint", "--format", "concise", "--mesh", "m.md5mesh", name).stdout.splitlines() for name in ("b.md5anim", "a.md5anim")]
write("c.md5anim", md5anim())
of_mesh = [line for line in case.run("lint", "--format", "concise", "--mesh", "m.md5mesh", "c.md5anim").stdout.splitlines() if line.startswith(b"m.md5mesh")]
case.check([line for line in with_mesh[0] if line.startswith(b"m.md5mesh")] == of_mesh,
           "the mesh's findings do not change with the suppressed finding: %r" % with_mesh)
write("x.bin", mrtk_bad() + b"// animproof: ignore mrtk")
case.exits(1, "lint", "x.bin")

# Commands that need a file without errors refuse a suppressed error, and print the finding.
message_line = b": error: " + MESSAGE.encode() + b" [" + RULE.encode() + b"] (" + PATH.encode() + b")\n"
for words in (["format", "--check"], ["format"], ["roundtrip"], ["convert", "--to", "json", "-o", "made.json"],
              ["convert", "--to", "gltf", "-o", "made.gltf"]):
    result = case.exits(1, *words, "b.md5anim")
    case.check(message_line in result.stdout + result.stderr, "%r prints the suppressed finding" % words, result)
case.check(not os.path.exists("made.json") and not os.path.exists("made.gltf"), "no output is written")

# Extreme comments: 1 MB long, and 100,000 of them.
write("d.md5anim", with_comment(b" // animproof: ignore " + b"x" * 1000000) + b"// animproof:\n" * 100000)
case.exits(1, "lint", "--max-memory", "64M", "d.md5anim", prints=b"file/unused-ignore")  # 100,000 unused comments
case.exits(0, "explain", "file/unused-ignore")

case.finish()
