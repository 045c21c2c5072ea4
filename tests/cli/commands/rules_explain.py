"""animproof rules as text, JSON and Markdown; animproof explain; docs/formats/rules.md equals the output of the program."""

import json
import re

from cli_case import Case, text_of_tree
from formats import FORMATS

case = Case()
rules = json.loads(case.exits(0, "rules", "--format", "json").stdout)["rules"]
ids = [rule["id"] for rule in rules]
case.check(len(ids) == len(set(ids)) and len(ids) > 100, "more than 100 rules have unique ids: %d" % len(ids))
for rule in rules:
    case.check(re.fullmatch(r"(%s)/[a-z0-9-]+" % "|".join(("file", "policy", "obj", *FORMATS)), rule["id"]),
               "the id %r begins with a format" % rule["id"])
    case.check(rule["severity"] in ("error", "warning", "note"), "the severity of %s is error, warning or note" % rule["id"])
    wanted = {"warning": ["suspicious"], "note": ["info"]}.get(rule["severity"], ["malformed", "invalid"])
    case.check(rule["class"] in wanted, "the class of %s matches its severity" % rule["id"])
    for field in ("grade", "summary", "points", "meaning", "source", "breaks", "how_to_fix"):
        case.check(isinstance(rule[field], str) and rule[field], "the member %s of %s is a text" % (field, rule["id"]))
    case.check(rule["mend"] == rule["how_to_fix"], "the old member mend of %s equals how_to_fix" % rule["id"])
    case.check(rule["fix"] in ("safe", "unsafe", None), "the member fix of %s is safe, unsafe or null" % rule["id"])

human = case.exits(0, "rules").stdout.decode()
markdown = case.exits(0, "rules", "--format=markdown").stdout.decode()
for rule in rules:
    case.check(re.search(r"^  %-8s %-11s %s +" % (rule["severity"], rule["class"], rule["id"]), human, re.M),
               "the text output lists %s" % rule["id"])
    case.check(markdown.count("\n### %s\n" % rule["id"]) == 1, "the Markdown output has one section on %s" % rule["id"])
    case.check(markdown.count("\n| [%s](#%s) | " % (rule["id"], rule["id"].replace("/", ""))) == 1,
               "the Markdown table lists %s once" % rule["id"])

fixable = [rule["id"] for rule in rules if rule["fix"]]
listed = json.loads(case.exits(0, "rules", "--fixable", "--format", "json").stdout)["rules"]
case.check([rule["id"] for rule in listed] == fixable and "md5anim/encoding" in fixable, "--fixable lists the rules with a fix as JSON")
result = case.exits(0, "rules", "--fixable")
case.check(re.findall(r"^  \S+ +\S+ +(\S+/\S+)", result.stdout.decode(), re.M) == fixable, "--fixable lists the rules with a fix as text", result)
case.exits(2, "rules", "--fixable", "--format=markdown")
for name in ids:
    told = re.search(rb"\n {11}`animproof fix( --unsafe)?` ", case.exits(0, "explain", name).stdout)
    case.check((told is not None) == (name in fixable),
               "explain says whether animproof fix can fix %s" % name)

result = case.exits(0, "explain", *ids)
text = re.sub(r"\s+", " ", result.stdout.decode())
for rule in rules:
    for field in ("summary", "points", "meaning", "source", "breaks", "how_to_fix"):
        case.check(re.sub(r"\s+", " ", rule[field]) in text, "explain prints the member %s of %s" % (field, rule["id"]))
case.check(max(len(line) for line in result.stdout.decode().splitlines()) <= 100, "lines of explain have at most 100 columns")

markers = [name for name in ids if name.startswith("mrtk/marker-")]
for words, named in ((["mrtk"], [name for name in ids if name.startswith("mrtk/")]), (["mrtk/marker-*"], markers),
                     (["memg/rotation", "mrtk/marker-*", "mrtk/magic"], ["memg/rotation", *markers, "mrtk/magic"])):
    case.check(len(named) > 2 and case.exits(0, "explain", *words).stdout == case.exits(0, "explain", *named).stdout,
               "explain of a format or a pattern prints its rules: %r" % words)

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
case.exits(2, "explain", "mrtk/magic", "none",
"memg/rotation", prints=(b"mrtk/magic: error", b"memg/rotation: "))  # known rules are explained although one is unknown
case.exits(2, "lint", "--select", "mrtk/boolean-valeu", "x", says=b"did you mean mrtk/boolean-value?")

case.check(text_of_tree("docs/formats/rules.md") == markdown, "docs/formats/rules.md is stale: animproof rules --format markdown > docs/formats/rules.md")

case.finish()
