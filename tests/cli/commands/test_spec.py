"""Descriptions for Kaitai Struct and ImHex: equal to docs/formats/spec/, complete, and in agreement with `dump`.

Python reads both (tests/cli/lib/hexpat.py, ksy.py); `make test-spec` tests readers made by Kaitai's compiler."""

import re

import described
import hexpat
import ksy
import pytest
from cli_case import open_full_device, path_in_tree, read, read_text
from golden_files import EACH, every_nth

STEP = 6  # the patterns read one in STEP files of golden/, and all files of golden/reference/ and of the rule layout-published
READ_BY = {"ksy": ksy.Description, "hexpat": hexpat.Parser}


@pytest.fixture
def format_descriptions(animproof):
    """Returns {(format and layout, language): description}."""
    described.set_program(animproof.program)
    return {(key, language): read_text(path) for language in described.LANGUAGES for key, path in described.write_format_specs(language, ".").items()}


@pytest.fixture(scope="module")
def dumps_of_chosen_files(request):
    """Returns (path, dump) of each chosen file."""
    described.set_program(request.config.getoption("--program"))
    paths = described.golden_binary_files()
    return [(path, described.dump_as_json(path)) for path in every_nth(sorted({*paths[::STEP], *(path for path in paths if "/reference/" in path or "layout-published" in path)}))]


def test_options_that_do_not_change_the_description(animproof):
    default = animproof.exits(0, "spec", "mrtk", "--format=ksy").stdout
    for option in ("--mrtk-layout=auto", "--mrtk-layout=writer", "--max-memory=1"):
        animproof.exits(0, "spec", "mrtk", "--format=ksy", option, prints_only=default)
    animproof.exits(3, "spec", "memg", "--format=hexpat", stdout=open_full_device())


def test_spec_prints_the_files_of_docs_formats_spec(animproof, format_descriptions):
    """The first line of each file has the command and the version."""
    version = animproof.exits(0, "--version").stdout.decode().split()[1]
    for (key, language), text in format_descriptions.items():
        assert read_text(path_in_tree("docs/formats/spec", described.spec_file_name(key, language))) == text
        call = re.search(r"Made by `animproof (.*)` \(animproof (.*)\)\.$", text.split("\n")[0])
        assert call.group(2) == version
        animproof.exits(0, *call.group(1).split(), prints_only=text.encode())


def test_descriptions_have_the_names_and_enum_values_of_dump_and_the_summaries_of_rules(animproof, format_descriptions, dumps_of_chosen_files):
    rules = {rule["id"]: rule["summary"] for rule in animproof.json(0, "rules")["rules"]}
    for (key, language), text in format_descriptions.items():
        names = set(re.findall(r"- id: (\w+)" if language == "ksy" else r"^ +(?:le )?[\w:]+(?:<[^>]*>)? (\w+)(?:\[.*\])?;", text, re.MULTILINE))
        fields = [field for _, dump in dumps_of_chosen_files if described.format_and_layout_of_dump(dump) == key for field in dump["fields"]]
        shown = {re.sub(r"\[\d+\]", "", part) for field in fields for part in field["path"].split(".")}
        assert len(shown) > 10 or EACH > 1
        assert shown <= names, "fields that the %s description of %s lacks" % (language, key)
        named = {(rule, summary) for _, rule, summary in described.RULE_LINE.findall(text)}
        assert named <= set(rules.items()) and len(dict(named)) > 15
        values = {(int(value), re.sub("_mode$", "", name).replace("_", "").lower()) for value, name in (
            re.findall(r"^    (\d+): (\w+)", text, re.MULTILINE) if language == "ksy" else
            [pair[::-1] for pair in re.findall(r"^    (\w+) = (\d+)", text, re.MULTILINE)])}
        meant = {(field["value"], field["meaning"].lower()) for field in fields if re.fullmatch(r"\w+", field.get("meaning", ""))}
        assert meant <= values, "enum values that the %s description of %s lacks" % (language, key)


def test_descriptions_read_the_fields_that_dump_shows_and_refuse_broken_files(format_descriptions, dumps_of_chosen_files):
    outcomes = {True: 0, False: 0}
    parsed = {(key, language): READ_BY[language](text) for (key, language), text in format_descriptions.items()}
    for path, dump in dumps_of_chosen_files:
        for language in described.LANGUAGES:
            reader = hexpat.Reader(parsed[described.format_and_layout_of_dump(dump), language], read(path))
            refused = reader.run()
            outcomes[refused is None] += 1
            assert not list(described.compare_fields_with_dump(dump, reader.fields, refused)), "%s of %s" % (language, path)
    assert EACH > 1 or min(outcomes.values()) > 40, "files that are read to the end, and refused"


@pytest.mark.parametrize(("was", "becomes"), [("s32 rows;", "s32 in;"), ("Matrix basis", "Matrx basis"), ("3 * vertex_count", "3 * vertices"),
                                              ("Timestep<frame_count>", "Timestep"), ("};", "}"), ("import std.mem;\n", "")])
def test_the_reader_of_patterns_notices_errors_in_a_pattern(format_descriptions, was, becomes):
    pattern = format_descriptions[("memg", None), "hexpat"]
    assert was in pattern
    with pytest.raises(hexpat.InvalidPattern):
        hexpat.Parser(pattern.replace(was, becomes, 1))
