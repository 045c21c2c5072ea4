"""Names of files and joints with characters that are invisible or change text direction: all output escapes these characters."""

import json
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree

from cli_case import Case, md5anim, mrtk_bad, read, write
from formats import REPORTS
from hidden_text import HIDDEN, HIDDEN_SET, split_hidden, escaped
from lsp_client import Client, uri_of

EXACT = {"json", "jsonl", "sarif", "sarif-github", "gitlab"}  # formats with escapes that a parser turns back into the character

case = Case()
NAMES = ["d/%d%s" % (number, text) for number, text in enumerate(split_hidden(200))]
for name in NAMES:
    write(name, mrtk_bad())
# Joint names of at most 60 bytes of hidden characters: messages quote 64 bytes of a name.
JOINTS = ["".join(text) for text in split_hidden(60)]
JOINED = md5anim().replace(b"numJoints 2", b"numJoints %d" % (len(JOINTS) + 1)).replace(
    b'\t"hips" 0 0 0\n', b"".join(b'\t"%s" 0 0 0\n' % text.encode() for text in JOINTS))
JOINED = re.sub(rb"(baseframe \{\n\t[^\n]*\n)(\t[^\n]*\n)", lambda found: found[1] + found[2] * len(JOINTS), JOINED)
write("j/joints.md5anim", JOINED)
write("j/far.md5anim", md5anim(parent=b"7").replace(b'"hips"', '"h\u202e\u00ad\U000e0041"'.encode()))


def hidden_in(output):
    return sorted({hex(ord(one)) for one in output.decode("utf-8", "replace") if one in HIDDEN_SET})


def names_in(form, text):
    """Returns the file names that a parser reads from a report."""
    if form == "json":
        return [entry["file"] for entry in json.loads(text)["files"]]
    if form == "jsonl":
        return [line["file"] for line in map(json.loads, text.splitlines()) if line["type"] == "file"]
    if form == "gitlab":
        return [entry["location"]["path"] for entry in json.loads(text)]
    if form in ("sarif", "sarif-github"):
        return [urllib.parse.unquote(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                for result in json.loads(text)["runs"][0]["results"]]
    return [one.get("name" if form == "checkstyle" else "file") for one in ElementTree.fromstring(text).iter("file" if form == "checkstyle" else "testcase")]


case.check(len(HIDDEN) > 4096 and len(NAMES) > 60 and len(JOINTS) > 200, "enough names for the test: %d files, %d joints" % (len(NAMES), len(JOINTS)))
for form in REPORTS:
    result = case.exits(1, "lint", "--no-config", "--format", form, "--max-per-rule=0", "--max-findings=0", "d", "j")
    case.check(not hidden_in(result.stdout), "the %s report has no raw hidden characters: %r" % (form, hidden_in(result.stdout)[:5]))
    text = result.stdout.decode()
    plain = text.replace("\\\\u{", "\\u{")
    if form in EXACT | {"junit", "checkstyle"}:
        found = names_in(form, text)
        case.check(set(NAMES) <= set(found),
                   "a parser reads the file names from the %s report; missing: %r" % (form, sorted(set(NAMES) - set(found))[:2]))
    if form not in EXACT | {"checkstyle"}:
        missing = [name for name in NAMES if escaped(name) not in plain]
        case.check(not missing, "the %s report shows escaped file names; missing: %r" % (form, missing[:2]))
    missing = [text for text in JOINTS if escaped(text) not in plain]
    case.check(not missing, "the %s report shows escaped joint names; missing: %r" % (form, missing[:2]))
for form in ("human", "concise", "github", "html", "junit", "markdown"):
    result = case.exits(3, "lint", "--no-config", "--format", form, "--verbose", "d", "j", case.absent_path("a\u202e\u00ad"))
    case.check(not hidden_in(result.stdout + result.stderr), "the verbose %s report of a missing file has no raw hidden characters" % form, result)

# Other commands, and messages on standard error.
HIDDEN_PATH = "d/odd\u202e\u00ad\u2028\U000e0041"
ESCAPED_PATH = escaped(HIDDEN_PATH)
write(HIDDEN_PATH + ".md5anim", md5anim().replace(b'"hips"', '"h\u202e\u00ad"'.encode()))
write("mesh\u202e.md5mesh", b"x")
for words in (["dump", HIDDEN_PATH + ".md5anim"], ["format", "--check", HIDDEN_PATH + ".md5anim"], ["roundtrip", HIDDEN_PATH + ".md5anim"],
              ["lint", HIDDEN_PATH + "/x"],
              ["lint", "--mesh", "mesh\u202e\u00ad", HIDDEN_PATH + ".md5anim"], ["lint", "--bad\u202e\u00ad"], ["explain", "bad\u202e\u00ad"],
              ["bad\u202e\u00ad"], ["config", HIDDEN_PATH + ".md5anim"], ["lint", "--baseline", HIDDEN_PATH + ".txt", HIDDEN_PATH + ".md5anim"],
              ["corpus", "build", "--size", "small", HIDDEN_PATH + "/corpus"]):
    result = case.run(*words)
    output = result.stdout + result.stderr
    case.check(result.returncode in (0, 1, 2, 3) and not hidden_in(output), "the output of %r has no raw hidden characters" % words, result)
    case.check(b"\\u{" in output or words[0] in ("roundtrip", "format", "config"), "the output of %r has escapes" % words, result)
case.exits(0, "lint", "--write-baseline", "known.txt", "--fail-on=never", "d")
case.check(not hidden_in(read("known.txt")), "a baseline has escaped names")
result = case.exits(0, "lint", "--baseline", "known.txt", "d")
case.check(result.stdout.startswith(b"%d files: 0 errors" % (len(NAMES) + 1)), "a baseline with escaped names matches the files", result)

# Converted files keep the characters, as JSON escapes or raw in CSV.
for form in ("json", "gltf"):
    result = case.exits(0, "convert", "--to", form, HIDDEN_PATH + ".md5anim", "-o", "-")
    case.check(not hidden_in(result.stdout) and b"h\\u202e\\u00ad" in result.stdout,
               "convert --to %s keeps the characters as JSON escapes" % form, result)
case.exits(0, "convert", "--to", "csv", HIDDEN_PATH + ".md5anim", "-o", "-", prints='"h\u202e\u00ad"'.encode())  # CSV has raw names

# The outline and the diagnostics of the language server.
client = Client(case)
uri = uri_of(case.absent_path("h.md5anim"))
client.open(uri, md5anim(parent=b"7").replace(b'"hips"', '"h\u202e\u00ad"'.encode()).decode())
outline = json.dumps(client.symbols(uri), ensure_ascii=False)
case.check("h\\\\u{202e}\\\\u{ad}" in outline and not hidden_in(outline.encode()), "the outline shows an escaped joint name: %s" % outline)
case.check(not hidden_in(json.dumps(client.diagnostics(uri), ensure_ascii=False).encode()), "diagnostics have no raw hidden characters")
case.check(client.end() == 0, "the server ends with 0")
case.finish()
