"""`// animproof: ignore RULE` silences findings on its own line, is counted, and is a finding itself where it silences none."""

import json
import os

from cli_case import Case, md5anim, mrtk_bad, write

case = Case()
BAD = '"hips" 7 0 0'.encode()
RULE = "md5anim/parent-range"


def report(content, *words, name="a.md5anim"):
    write(name, content)
    result = case.run("lint", "--format", "json", *words, name)
    whole = json.loads(result.stdout)
    entry = whole["files"][0]
    return (result.returncode, [(f["rule"], f["line"], f["column"]) for f in entry["findings"]],
            [(f["rule"], f["line"], f["message"]) for f in entry.get("silenced", [])], whole["summary"], entry)


broken = md5anim(parent=b"7")
_, plain, _, _, entry = report(broken)
RULE, LINE, _ = plain[0]
case.check(len(plain) == 1 and LINE == 11, "the file has one finding: %r" % plain)
MESSAGE, PATH = (entry["findings"][0][member] for member in ("message", "path"))


def commented(comment, where=BAD, content=broken):
    return content.replace(where, where + comment, 1)


# What silences: the id, a pattern, the format; among others; whatever the line ends with.
for comment in (" // animproof: ignore %s" % RULE, "\t// animproof:ignore %s" % RULE, " //animproof: ignore md5anim/parent-*",
                " // animproof: ignore md5anim", " // animproof: ignore %s  " % RULE, " // animproof: ignore  %s ," % RULE):
    for end in (b"\n", b"\r\n"):
        content = commented(comment.encode()).replace(b"\n", end)
        code, found, silenced, summary, entry = report(content)
        case.check((code, found, silenced) == (0, [], [(RULE, LINE, MESSAGE)]) and summary["silenced"] == 1
                   and summary["errors"] == 0 and entry["valid"], "%r: %r %r" % (comment, found, silenced))
code, found, silenced, summary, _ = report(commented(b" // animproof: ignore %s md5anim/number" % RULE.encode()))
case.check(found == [("file/unused-ignore", 11, 13 + len(" // animproof: ignore %s " % RULE) + 1)] or
           [f[0] for f in found] == ["file/unused-ignore"] and len(silenced) == 1, "two names: %r" % found)
case.check(report(commented(b" // animproof: ignore %s, md5anim/number" % RULE.encode()), "--ignore", "md5anim/number")[1] == [],
           "a rule that is off is not looked for")

# What does not: another line, another rule, a string, a block comment. Nothing else is hidden by it.
IGNORE = b" // animproof: ignore " + RULE.encode()
for content, unused in ((commented(IGNORE, b'"root" -1 0 0'), True), (b"// animproof: ignore md5anim/number\n" + broken, True),
                        (commented(IGNORE.replace(RULE.encode(), b"md5anim/number")), True),
                        (commented(b" /* // animproof: ignore %s */" % RULE.encode()), False),
                        (broken.replace(b'commandline ""', b'commandline "// animproof: ignore md5anim"'), False)):
    code, found, silenced, summary, _ = report(content)
    rules = [rule for rule, _, _ in found]
    case.check(code == 1 and RULE in rules and silenced == [] and ("file/unused-ignore" in rules) == unused, "%r" % found)
for comment, said in ((b" // animproof: ignore md5anim/parent-ordr", 'no rule is named "md5anim/parent-ordr"; did you mean md5anim/parent-order'),
                      (b" // animproof: ignore md5anim/number", 'no finding of "md5anim/number" is on this line'),
                      (b" // animproof: ignore \xff\x1b[m", 'no rule is named "\\xff\\x1b[m"'),
                      (b" // animproof: ignore", "a comment to the linter must be"),
                      (b" // animproof: ignroe x", "a comment to the linter must be"),
                      (b" // animproof: ignore" + b" md5anim/number" * 65, "with at most 64 rules")):
    _, found, _, _, entry = report(commented(comment, content=md5anim(), where=b'"root" -1 0 0'))
    messages = [f["message"] for f in entry["findings"] if f["rule"] == "file/unused-ignore"]
    case.check(any(said in message for message in messages), "%r: %r" % (comment, messages))
    case.check(all(f["severity"] == "note" for f in entry["findings"] if f["rule"] == "file/unused-ignore"), "a note")

# Wherever a comment is read: within a frame, after the last one, in the header, and where a fast path reads.
frames = md5anim().replace(b"numAnimatedComponents 0", b"numAnimatedComponents 1").replace(b'"root" -1 0 0', b'"root" -1 1 0')
frames = frames.replace(b"frame 0 {\n}", b"frame 0 {\n\tnan\n}")
_, before, _, _, _ = report(frames)
case.check(len(before) == 1, "one finding in a frame: %r" % before)
_, found, silenced, _, _ = report(frames.replace(b"nan", b"nan // animproof: ignore " + before[0][0].encode()))
case.check(found == [] and len(silenced) == 1, "in a frame: %r %r" % (found, silenced))
_, found, _, _, _ = report(md5anim() + b"// animproof: ignore md5anim/number\n")
case.check(found == [("file/unused-ignore", 25, 22)], "after the last frame: %r" % found)
many = md5anim(parent=b"0")
joints = b"".join(b'\t"joint%d" 0 0 0 // animproof: ignore md5anim/number\n' % i for i in range(2000))
many = many.replace(b"numJoints 2", b"numJoints 2002").replace(b'"hips" 0 0 0\n', b'"hips" 0 0 0\n' + joints)
many = many.replace(b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2, b"\t( 0 0 0 ) ( 0 0 0 )\n" * 2002)
_, found, _, summary, _ = report(many, "--max-per-rule", "0")
case.check(sum(f[0] == "file/unused-ignore" for f in found) == 2000, "each of many: %d" % len(found))
for portable in ("", "1"):
    result = case.run("lint", "a.md5anim", env={"ANIMPROOF_PORTABLE": portable} if portable else {})
    case.check(b"2001 notes" in result.stdout, "with and without AVX2", result)

# Limits count what is left; what is silenced is kept up to one as well, and counted beyond it.
twice = broken.replace(BAD, BAD + IGNORE).replace(b'"root" -1 0 0', b'"root" 9 0 0')
_, found, silenced, summary, _ = report(twice, "--max-per-rule", "1", "--max-findings", "1")
case.check(len(found) == 1 and len(silenced) == 1 and summary["dropped"] == 0, "limits: %r %r" % (found, summary))
write("b.md5anim", commented(IGNORE))
case.exits(0, "lint", "b.md5anim", prints_only=b"1 file: 0 errors, 0 warnings, 1 suppressed by a comment.\n")  # the summary

# Every report; a baseline does not have it; a mesh is asked once only.
sarif = json.loads(case.exits(0, "lint", "--format", "sarif", "b.md5anim").stdout)["runs"][0]["results"]
case.check([one["suppressions"] for one in sarif] == [[{"kind": "inSource"}]] and sarif[0]["ruleId"] == RULE, "SARIF: %r" % sarif)
lines = [json.loads(line) for line in case.exits(0, "lint", "--format", "jsonl", "b.md5anim").stdout.splitlines()]
case.check([line["type"] for line in lines] == ["file", "silenced", "summary"], "jsonl: %r" % lines)
case.exits(0, "lint", "--write-baseline", "known", "b.md5anim")
case.check(RULE.encode() not in open("known", "rb").read(), "not in a baseline")
sarif = json.loads(case.exits(0, "lint", "--baseline", "known", "--format", "sarif", "b.md5anim").stdout)["runs"][0]["results"]
case.check(len(sarif) == 1 and "baselineState" not in sarif[0], "with a baseline: %r" % sarif)
write("m.md5mesh", b'MD5Version 10\ncommandline ""\n\nnumJoints 1\nnumMeshes 0\n\njoints {\n\t"root" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n')
with_mesh = [case.run("lint", "--format", "concise", "--mesh", "m.md5mesh", name).stdout.splitlines() for name in ("b.md5anim", "a.md5anim")]
write("c.md5anim", md5anim())
of_mesh = [line for line in case.run("lint", "--format", "concise", "--mesh", "m.md5mesh", "c.md5anim").stdout.splitlines() if line.startswith(b"m.md5mesh")]
case.check([line for line in with_mesh[0] if line.startswith(b"m.md5mesh")] == of_mesh, "the mesh's findings once: %r" % with_mesh)
write("x.bin", mrtk_bad() + b"// animproof: ignore mrtk")
case.exits(1, "lint", "x.bin")

# A comment makes no error good for who needs a file without errors: it is refused, with the finding.
told = b": error: " + MESSAGE.encode() + b" [" + RULE.encode() + b"] (" + PATH.encode() + b")\n"
for words in (["format", "--check"], ["format"], ["roundtrip"], ["convert", "--to", "json", "-o", "made.json"],
              ["convert", "--to", "gltf", "-o", "made.gltf"]):
    result = case.exits(1, *words, "b.md5anim")
    case.check(told in result.stdout + result.stderr, "%r says why" % words, result)
case.check(not os.path.exists("made.json") and not os.path.exists("made.gltf"), "nothing is made of it")

# Comments that nobody would write.
write("d.md5anim", commented(b" // animproof: ignore " + b"x" * 1000000) + b"// animproof:\n" * 100000)
case.exits(1, "lint", "--max-memory", "64M", "d.md5anim", prints=b"file/unused-ignore")  # a hundred thousand
case.exits(0, "explain", "file/unused-ignore")

case.finish()
