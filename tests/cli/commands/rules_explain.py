"""The registry as text, JSON and markdown; explain; docs/formats/rules.md is what the program prints."""

import json
import re

from cli_case import Case, text_of_tree
from formats import FORMATS

case = Case()
rules = json.loads(case.exits(0, "rules", "--format", "json").stdout)["rules"]
ids = [rule["id"] for rule in rules]
case.check(len(ids) == len(set(ids)) and len(ids) > 100, "ids are unique: %d" % len(ids))
for rule in rules:
    case.check(re.fullmatch(r"(%s)/[a-z0-9-]+" % "|".join(("file", "policy", "obj", *FORMATS)), rule["id"]), "id %r" % rule["id"])
    case.check(rule["severity"] in ("error", "warning", "note"), "severity of %s" % rule["id"])
    wanted = {"warning": ["suspicious"], "note": ["info"]}.get(rule["severity"], ["malformed", "invalid"])
    case.check(rule["class"] in wanted, "class of %s" % rule["id"])
    for field in ("grade", "summary", "points", "meaning", "source", "breaks", "how_to_fix"):
        case.check(isinstance(rule[field], str) and rule[field], "%s of %s" % (field, rule["id"]))
    case.check(rule["mend"] == rule["how_to_fix"], "the old name of how_to_fix of %s" % rule["id"])
    case.check(rule["fix"] in ("safe", "unsafe", None), "fix of %s" % rule["id"])

human = case.exits(0, "rules").stdout.decode()
markdown = case.exits(0, "rules", "--format=markdown").stdout.decode()
for rule in rules:
    case.check(re.search(r"^  %-8s %-11s %s +" % (rule["severity"], rule["class"], rule["id"]), human, re.M),
               "human lists %s" % rule["id"])
    case.check(markdown.count("\n### %s\n" % rule["id"]) == 1, "markdown has a section on %s" % rule["id"])
    case.check(markdown.count("\n| [%s](#%s) | " % (rule["id"], rule["id"].replace("/", ""))) == 1,
               "markdown lists %s" % rule["id"])

fixable = [rule["id"] for rule in rules if rule["fix"]]
listed = json.loads(case.exits(0, "rules", "--fixable", "--format", "json").stdout)["rules"]
case.check([rule["id"] for rule in listed] == fixable and "md5anim/encoding" in fixable, "fixable rules as JSON")
result = case.exits(0, "rules", "--fixable")
case.check(re.findall(r"^  \S+ +\S+ +(\S+/\S+)", result.stdout.decode(), re.M) == fixable, "fixable rules", result)
case.exits(2, "rules", "--fixable", "--format=markdown")
for name in ids:
    told = re.search(rb"\n {11}`animproof fix( --unsafe)?` ", case.exits(0, "explain", name).stdout)
    case.check((told is not None) == (name in fixable),
               "explain says whether animproof fix can fix %s" % name)

result = case.exits(0, "explain", *ids)
text = re.sub(r"\s+", " ", result.stdout.decode())
for rule in rules:
    for field in ("summary", "points", "meaning", "source", "breaks", "how_to_fix"):
        case.check(re.sub(r"\s+", " ", rule[field]) in text, "explain tells the %s of %s" % (field, rule["id"]))
case.check(max(len(line) for line in result.stdout.decode().splitlines()) <= 100, "explain's lines are short")

markers = [name for name in ids if name.startswith("mrtk/marker-")]
for words, named in ((["mrtk"], [name for name in ids if name.startswith("mrtk/")]), (["mrtk/marker-*"], markers),
                     (["memg/rotation", "mrtk/marker-*", "mrtk/magic"], ["memg/rotation", *markers, "mrtk/magic"])):
    case.check(len(named) > 2 and case.exits(0, "explain", *words).stdout == case.exits(0, "explain", *named).stdout,
               "a format, or a pattern, stands for its rules: %r" % words)

for wrong, right in (
    ("mrtk/boolean-valeu", b"mrtk/boolean-value"),
    ("parent-order", b"md5anim/parent-order"),
    ("memg/magic", b"mrtk/magic"),
    ("md5anim/parent", b"md5anim/parent-range"),
    ("MRTK/MAGIC", b"animproof rules"),
    ("", b"animproof rules"),
    ("/", b"animproof rules"),
    ("x" * 100000, b"animproof rules"),
):
    case.exits(2, "explain", wrong, says=right, prints_only=b"")
case.exits(2, "explain", "mrtk/magic", "none", "memg/rotation", prints=(b"mrtk/magic: error", b"memg/rotation: "))  # the others are told
case.exits(2, "lint", "--select", "mrtk/boolean-valeu", "x", says=b"did you mean mrtk/boolean-value?")  # lint suggests too

case.check(text_of_tree("docs/formats/rules.md") == markdown, "docs/formats/rules.md is stale: animproof rules --format markdown > docs/formats/rules.md")

case.finish()
