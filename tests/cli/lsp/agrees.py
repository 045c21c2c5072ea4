"""animproof lsp says of each golden text file what `animproof lint` says, in either encoding of positions, and a document
that was edited piece by piece is the document that was meant."""

import json
import random
import re

from cli_case import MD5ANIM, Case, md5anim, read
from golden_files import golden, some
from lsp_client import Client, apply, message, uri_of

case = Case()
SEVERITIES = {"error": 1, "warning": 2, "note": 3}
LINE_END = re.compile(rb"\r\n|\r|\n")


def utf16_units(line):
    """Units of UTF-16; a byte that is no character is one."""
    return len(line.decode("utf-8", "surrogateescape").encode("utf-16-le", "surrogatepass")) // 2


def place(content, offset, utf16):
    """Line and character of a byte, from 0. Between CR and LF is the line's end."""
    if content[offset - 1:offset + 1] == b"\r\n" and offset > 0:
        offset -= 1
    ends = [found.end() for found in LINE_END.finditer(content) if found.end() <= offset]
    line = content[ends[-1] if ends else 0:offset]
    return len(ends), utf16_units(line) if utf16 else len(line)


def told(diagnostics):
    return sorted((one["code"], one["range"]["start"]["line"], one["range"]["start"]["character"], one["severity"],
                   one["message"]) for one in diagnostics)


paths = some([path for path in golden("*/*/*") if path.endswith(tuple(".md5" + kind for kind in ("anim", "mesh", "camera")))])
report = json.loads(case.run("lint", "--no-config", "--no-companions", "--format=json", *paths).stdout)
case.check(len(report["files"]) > len(paths) // 3, "golden files of text formats")
for encoding in ("utf-8", "utf-16"):
    client = Client(case, "--no-config", "--max-findings=10000", encodings=("utf-32", encoding))
    case.check(client.capabilities["capabilities"]["positionEncoding"] == encoding, "the encoding is " + encoding)
    for judged in report["files"]:
        content = read(judged["file"])
        uri = uri_of(judged["file"])
        client.open(uri, content)
        wanted = [(f["rule"], *place(content, f["offset"], encoding == "utf-16"), SEVERITIES[f["severity"]], f["message"])
                  for f in judged["findings"]]
        found = told(client.diagnostics(uri))
        case.check(found == sorted(wanted), "%s, %s: %r and not %r" % (judged["file"], encoding, found, wanted))
        if encoding == "utf-8":
            case.check([(line + 1, at + 1) for _, line, at, _, _ in sorted(wanted)] == [
                (f["line"], f["column"]) for f in sorted(judged["findings"], key=lambda f: (
                    f["rule"], f["line"], f["column"], SEVERITIES[f["severity"]], f["message"]))],
                       judged["file"] + ": lines and columns of lint")
        client.close(uri)
    case.check(client.end() == 0, "the end")

# Characters that take two units, and bytes that are none: places after them on the line.
JOINT = '"\U0001f9b4\u00e9"'
text = MD5ANIM.decode().replace('"hips" 0 ', JOINT + " 7 ")
uri = uri_of(case.directory + "/a.md5anim")
for encodings, before in (((), 1 + 5 + 1), (("utf-8",), 1 + 8 + 1), (("utf-16", "utf-8"), 1 + 8 + 1), (("utf-32",), 1 + 5 + 1)):
    client = Client(case, encodings=encodings)
    client.open(uri, text)
    found = [one for one in client.diagnostics(uri) if one["code"] == "md5anim/parent-order"][0]["range"]["start"]
    case.check(found == {"line": 10, "character": before}, "after a joint of a bone: %r" % found)
    client.change(uri, (10, before, 10, before + 1, "0"))
    case.check("md5anim/parent-order" not in [one["code"] for one in client.diagnostics(uri)], "an edit after it")
    client.end()
client = Client(case, encodings=())
client.open(uri, text.encode().replace("\U0001f9b4".encode(), b"\xff\xc3"))
case.check(("md5anim/parent-order", 10, 7) in [one[:3] for one in told(client.diagnostics(uri))], "bytes that are not UTF-8")
client.open(uri, text.replace("\U0001f9b4", "\ud83e"))  # half a pair, escaped, as an editor may cut it
case.check(("md5anim/parent-order", 10, 6) in [one[:3] for one in told(client.diagnostics(uri))], "half of a pair")
client.open(uri, text)
client.change(uri, (10, 3, 10, 3, "x"))  # inside the pair: before it
case.check(client.symbols(uri)[6]["children"][0]["name"] == "root", "inside of a pair")
client.end()

# Editing piece by piece is the same as sending all.
PIECES = ["", "x", "7", " ", "{", "}", '"', "\n", "\r", "\r\n", "\U0001f9b4", "\u00e9", "// c", "-1 0 0", "frame 0 {\n}\n", "( 1"]


def model(text, change, utf16):
    """The text after a change, by the protocol's words."""
    if isinstance(change, str):
        return change
    lines = re.split("(\r\n|\r|\n)", text) + [""]
    offsets = []
    for line, character in (change[:2], change[2:4]):
        if line * 2 >= len(lines) - 1:
            offsets.append(len(text))
            continue
        used = at = 0
        for one in lines[line * 2]:
            size = (2 if one > "\uffff" else 1) if utf16 else len(one.encode())
            if used + size > character:
                break
            used += size
            at += 1
        offsets.append(sum(map(len, lines[:line * 2])) + at)
    return text[:min(offsets)] + change[4] + text[max(offsets):]


other = uri_of(case.directory + "/b.md5anim")
for seed in range(4):
    chosen = random.Random(seed)
    utf16 = seed % 2 == 1
    client = Client(case, encodings=() if utf16 else ("utf-8",))
    text = [MD5ANIM.decode(), md5anim(b"7").decode().replace("\n", "\r\n"), text, MD5ANIM.decode().replace("\n", "\r")][seed]
    client.open(uri, text)
    client.open(other, "")
    for step in range(25):
        changes = []
        for _ in range(chosen.randrange(1, 5)):
            line, end = chosen.randrange(28), chosen.randrange(28)
            changes.append((line, chosen.randrange(20), chosen.choice((line, line, end)), chosen.randrange(20),
                            chosen.choice(PIECES)))
            text = model(text, changes[-1], utf16)
        client.change(uri, *changes)
        client.change(other, text)
        same = client.diagnostics(uri) == client.diagnostics(other) and client.symbols(uri) == client.symbols(other)
        case.check(same, "edits of seed %d, step %d: %r" % (seed, step, text))
        if chosen.randrange(5) == 0:
            text = MD5ANIM.decode()
            client.change(uri, text)
    client.end()

# A line feed after a return alone makes one line end of the two: later lines have other numbers.
client = Client(case)
text = MD5ANIM.decode().replace("\n", "\r")
changes = [(9, 0, 9, 0, "\n"), (10, 8, 10, 9, "7"), (8, 0, 8, 0, "\n"), (9, 0, 9, 0, "x")]
client.open(uri, text)
for change in changes:
    text = model(text, change, False)
client.open(other, text)
client.change(uri, *changes)
case.check(client.diagnostics(uri) == client.diagnostics(other) and client.symbols(uri) == client.symbols(other),
           "returns that become line ends of two bytes")
client.end()

# What is written at once is linted once.
client = Client(case)
client.open(uri, MD5ANIM.decode())
client.diagnostics(uri)
client.send(b"".join(message({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
    "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": "x"}]}}) for version in range(2, 18)))
got = client.receive()
case.check(got["params"].get("version") == 17, "changes in a row: %r" % got)
client.end()

# Each fix that is offered takes its finding away, and adds no error.
client = Client(case, "--no-config")
fixed = 0
for path in some(golden("md5anim/bad/*.md5anim")):
    content = read(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        continue
    uri = uri_of(path)
    client.open(uri, text)
    before = client.diagnostics(uri)
    for action in client.actions(uri, (0, 0), (10 ** 6, 0)):
        client.change(uri, apply(text, action["edit"]["changes"][uri], "utf-8"))
        after = client.diagnostics(uri)
        client.change(uri, text)
        fixed += 1
        rules, left = ([one["code"] for one in found] for found in (before, after))
        gone = [rule for rule in rules if left.count(rule) < rules.count(rule)]
        wanted = [one["code"] for one in action.get("diagnostics", [])] or gone[:1]
        errors = [sum(one["severity"] == 1 for one in found) for found in (before, after)]
        case.check(wanted and wanted[0] in gone and errors[1] <= errors[0],
                   "%s: %s: %r, then %r" % (path, action["title"], before, after))
    client.close(uri)
case.check(fixed > 3, "files with a fix: %d" % fixed)
client.end()
case.finish()
