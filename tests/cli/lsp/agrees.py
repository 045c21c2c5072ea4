"""animproof lsp reports the findings of `animproof lint` for each golden text file, in both encodings of positions. Edits of a
document give the intended text."""

import json
import random
import re

from cli_case import MD5ANIM, Case, md5anim, read
from golden_files import golden, every_nth
from lsp_client import Client, apply_edits, message, uri_of

case = Case()
SEVERITIES = {"error": 1, "warning": 2, "note": 3}
LINE_END = re.compile(rb"\r\n|\r|\n")


def utf16_units(line):
    """Returns the number of UTF-16 code units of a line. A byte that is not part of a character counts as one unit."""
    return len(line.decode("utf-8", "surrogateescape").encode("utf-16-le", "surrogatepass")) // 2


def position_of(content, offset, utf16):
    """Returns line and character of a byte, from 0. A byte between CR and LF belongs to the end of the line."""
    if content[offset - 1:offset + 1] == b"\r\n" and offset > 0:
        offset -= 1
    ends = [found.end() for found in LINE_END.finditer(content) if found.end() <= offset]
    line = content[ends[-1] if ends else 0:offset]
    return len(ends), utf16_units(line) if utf16 else len(line)


def summaries_of(diagnostics):
    return sorted((one["code"], one["range"]["start"]["line"], one["range"]["start"]["character"], one["severity"],
                   one["message"]) for one in diagnostics)


paths = every_nth([path for path in golden("*/*/*") if path.endswith(tuple(".md5" + kind for kind in ("anim", "mesh", "camera")))])
report = json.loads(case.run("lint", "--no-config", "--no-companions", "--format=json", *paths).stdout)
case.check(len(report["files"]) > len(paths) // 3, "golden/ has text files for this test")
for encoding in ("utf-8", "utf-16"):
    client = Client(case, "--no-config", "--max-findings=10000", encodings=("utf-32", encoding))
    case.check(client.capabilities["capabilities"]["positionEncoding"] == encoding, "the server uses the encoding " + encoding)
    for entry in report["files"]:
        content = read(entry["file"])
        uri = uri_of(entry["file"])
        client.open(uri, content)
        wanted = [(f["rule"], *position_of(content, f["offset"], encoding == "utf-16"), SEVERITIES[f["severity"]], f["message"])
                  for f in entry["findings"]]
        found = summaries_of(client.diagnostics(uri))
        case.check(found == sorted(wanted), "diagnostics of %s in %s: %r, expected %r" % (entry["file"], encoding, found, wanted))
        if encoding == "utf-8":
            case.check([(line + 1, at + 1) for _, line, at, _, _ in sorted(wanted)] == [
                (f["line"], f["column"]) for f in sorted(entry["findings"], key=lambda f: (
                    f["rule"], f["line"], f["column"], SEVERITIES[f["severity"]], f["message"]))],
                       entry["file"] + ": diagnostics have the lines and columns of lint")
        client.close(uri)
    case.check(client.end() == 0, "the server ends with 0")

# Positions after characters of two UTF-16 units, and after bytes that are not UTF-8.
JOINT = '"\U0001f9b4\u00e9"'
text = MD5ANIM.decode().replace('"hips" 0 ', JOINT + " 7 ")
uri = uri_of(case.directory + "/a.md5anim")
for encodings, before in (((), 1 + 5 + 1), (("utf-8",), 1 + 8 + 1), (("utf-16", "utf-8"), 1 + 8 + 1), (("utf-32",), 1 + 5 + 1)):
    client = Client(case, encodings=encodings)
    client.open(uri, text)
    found = [one for one in client.diagnostics(uri) if one["code"] == "md5anim/parent-order"][0]["range"]["start"]
    case.check(found == {"line": 10, "character": before}, "the position after a joint name with an emoji: %r" % found)
    client.change(uri, (10, before, 10, before + 1, "0"))
    case.check("md5anim/parent-order" not in [one["code"] for one in client.diagnostics(uri)], "an edit after the emoji replaces the right character")
    client.end()
client = Client(case, encodings=())
client.open(uri, text.encode().replace("\U0001f9b4".encode(), b"\xff\xc3"))
case.check(("md5anim/parent-order", 10, 7) in [one[:3] for one in summaries_of(client.diagnostics(uri))], "the position after bytes that are not UTF-8")
client.open(uri, text.replace("\U0001f9b4", "\ud83e"))  # an escaped half of a surrogate pair, which an editor may send
case.check(("md5anim/parent-order", 10, 6) in [one[:3] for one in summaries_of(client.diagnostics(uri))], "the position after half of a surrogate pair")
client.open(uri, text)
client.change(uri, (10, 3, 10, 3, "x"))  # a position inside a surrogate pair means the position before the pair
case.check(client.symbols(uri)[6]["children"][0]["name"] == "root", "an edit inside a surrogate pair keeps the document readable")
client.end()

# Edits give the diagnostics that sending the whole text gives.
PIECES = ["", "x", "7", " ", "{", "}", '"', "\n", "\r", "\r\n", "\U0001f9b4", "\u00e9", "// c", "-1 0 0", "frame 0 {\n}\n", "( 1"]


def apply_change(text, change, utf16):
    """Returns the text after a change, as the protocol defines the change."""
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
    choices = random.Random(seed)
    utf16 = seed % 2 == 1
    client = Client(case, encodings=() if utf16 else ("utf-8",))
    text = [MD5ANIM.decode(), md5anim(b"7").decode().replace("\n", "\r\n"), text, MD5ANIM.decode().replace("\n", "\r")][seed]
    client.open(uri, text)
    client.open(other, "")
    for step in range(25):
        changes = []
        for _ in range(choices.randrange(1, 5)):
            line, end = choices.randrange(28), choices.randrange(28)
            changes.append((line, choices.randrange(20), choices.choice((line, line, end)), choices.randrange(20),
                            choices.choice(PIECES)))
            text = apply_change(text, changes[-1], utf16)
        client.change(uri, *changes)
        client.change(other, text)
        equal = client.diagnostics(uri) == client.diagnostics(other) and client.symbols(uri) == client.symbols(other)
        case.check(equal, "edits give the diagnostics of the whole text: seed %d, step %d: %r" % (seed, step, text))
        if choices.randrange(5) == 0:
            text = MD5ANIM.decode()
            client.change(uri, text)
    client.end()

# A line feed inserted after a carriage return joins it to one line end, which changes the numbers of later lines.
client = Client(case)
text = MD5ANIM.decode().replace("\n", "\r")
changes = [(9, 0, 9, 0, "\n"), (10, 8, 10, 9, "7"), (8, 0, 8, 0, "\n"), (9, 0, 9, 0, "x")]
client.open(uri, text)
for change in changes:
    text = apply_change(text, change, False)
client.open(other, text)
client.change(uri, *changes)
case.check(client.diagnostics(uri) == client.diagnostics(other) and client.symbols(uri) == client.symbols(other),
           "line feeds after carriage returns give the diagnostics of the whole text")
client.end()

# Several messages sent at once cause one lint of the document.
client = Client(case)
client.open(uri, MD5ANIM.decode())
client.diagnostics(uri)
client.send(b"".join(message({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
    "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": "x"}]}}) for version in range(2, 18)))
got = client.receive()
case.check(got["params"].get("version") == 17, "the first diagnostics are those of the last change: %r" % got)
client.end()

# Each offered fix removes its finding and adds no error.
client = Client(case, "--no-config")
fixed = 0
for path in every_nth(golden("md5anim/bad/*.md5anim")):
    content = read(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        continue
    uri = uri_of(path)
    client.open(uri, text)
    before = client.diagnostics(uri)
    for action in client.actions(uri, (0, 0), (10 ** 6, 0)):
        client.change(uri, apply_edits(text, action["edit"]["changes"][uri], "utf-8"))
        after = client.diagnostics(uri)
        client.change(uri, text)
        fixed += 1
        rules, left = ([one["code"] for one in found] for found in (before, after))
        gone = [rule for rule in rules if left.count(rule) < rules.count(rule)]
        wanted = [one["code"] for one in action.get("diagnostics", [])] or gone[:1]
        errors = [sum(one["severity"] == 1 for one in found) for found in (before, after)]
        case.check(wanted and wanted[0] in gone and errors[1] <= errors[0],
                   "the fix of %s, %s, removes its finding and adds no error: before %r, after %r" % (path, action["title"], before, after))
    client.close(uri)
case.check(fixed > 3, "the number of tested fixes: %d" % fixed)
client.end()
case.finish()
