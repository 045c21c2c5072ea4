"""animproof rules as text, JSON and Markdown; animproof explain; docs/formats/rules.md equals the output of the program."""

import re

import pytest
from cli_case import read_text_in_tree
from formats import FORMATS

TEXTS = ("summary", "points", "meaning", "source", "breaks", "how_to_fix")


@pytest.fixture
def all_rules(animproof):
    return animproof.json(0, "rules")["rules"]


def ids_of(rules):
    return [rule["id"] for rule in rules]


def collapse_whitespace(text):
    return re.sub(r"\s+", " ", text)


def test_each_rule_has_a_unique_id_a_class_of_its_severity_and_texts(all_rules):
    assert len(set(ids_of(all_rules))) == len(all_rules) > 100
    for rule in all_rules:
        assert re.fullmatch(r"(%s)/[a-z0-9-]+" % "|".join(("file", "policy", "obj", *FORMATS)), rule["id"])
        assert rule["class"] in {"error": ["malformed", "invalid"], "warning": ["suspicious"], "note": ["info"]}[rule["severity"]], rule["id"]
        for field in ("grade", *TEXTS):
            assert isinstance(rule[field], str) and rule[field], (rule["id"], field)
        assert rule["mend"] == rule["how_to_fix"], "the old member"
        assert rule["fix"] in ("safe", "unsafe", None)


def test_text_and_markdown_list_each_rule(animproof, all_rules):
    human = animproof.exits(0, "rules").stdout.decode()
    markdown = animproof.exits(0, "rules", "--format=markdown").stdout.decode()
    for rule in all_rules:
        name = rule["id"]
        assert re.search(r"^  %-8s %-11s %s +" % (rule["severity"], rule["class"], name), human, re.M), name
        assert markdown.count("\n### %s\n" % name) == 1, name
        assert markdown.count("\n| [%s](#%s) | " % (name, name.replace("/", ""))) == 1, name
    assert read_text_in_tree("docs/formats/rules.md") == markdown, "animproof rules --format markdown > docs/formats/rules.md"


def test_fixable_lists_the_rules_with_a_fix(animproof, all_rules):
    fixable = [rule["id"] for rule in all_rules if rule["fix"]]
    assert ids_of(animproof.json(0, "rules", "--fixable")["rules"]) == fixable and "md5anim/encoding" in fixable
    assert re.findall(r"^  \S+ +\S+ +(\S+/\S+)", animproof.exits(0, "rules", "--fixable").stdout.decode(), re.M) == fixable
    explained = re.split(r"^(\S+/\S+): ", animproof.exits(0, "explain", *ids_of(all_rules)).stdout.decode(), flags=re.M)
    assert explained[1::2] == ids_of(all_rules)
    for name, text in zip(explained[1::2], explained[2::2]):
        assert (re.search(r"\n {11}`animproof fix( --unsafe)?` ", text) is not None) == (name in fixable), name


def test_explain_prints_the_texts_of_each_rule(animproof, all_rules):
    output = animproof.exits(0, "explain", *ids_of(all_rules)).stdout.decode()
    text = collapse_whitespace(output)
    for rule in all_rules:
        for field in TEXTS:
            assert collapse_whitespace(rule[field]) in text, (rule["id"], field)
    assert max(map(len, output.splitlines())) <= 100, "columns"


def test_explain_of_a_format_or_a_pattern_prints_its_rules(animproof, all_rules):
    markers = [name for name in ids_of(all_rules) if name.startswith("mrtk/marker-")]
    for words, named in ((["mrtk"], [name for name in ids_of(all_rules) if name.startswith("mrtk/")]), (["mrtk/marker-*"], markers),
                         (["memg/rotation", "mrtk/marker-*", "mrtk/magic"], ["memg/rotation", *markers, "mrtk/magic"])):
        assert len(named) > 2
        animproof.exits(0, "explain", *words, prints_only=animproof.exits(0, "explain", *named).stdout)


def test_a_name_of_any_length_is_answered(animproof):
    animproof.exits(2, "explain", "x" * 100000, says=b"animproof rules", prints_only=b"")
