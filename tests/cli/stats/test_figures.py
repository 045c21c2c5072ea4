"""animproof stats: each figure equals the one that tests compute from the file alone."""

import importlib
import json
import math
import os
import re

import pytest
from cli_case import read
from formats import EXTENSIONS, FORMATS
from golden_files import every_nth, golden
from schema_check import Checker

FIGURES = {form: importlib.import_module(form + "_figures") for form in FORMATS}
TOLERANCE = 1e-6  # relative error; both sides compute in float64, by other formulas for rotations
LARGEST = 40000  # bytes; larger files are not compared


def figures_of(form, path):
    """Returns the figures of a valid file, computed from the file alone. Those of a recording (mrtk) do not include its markers."""
    data = read(path)
    return {"bytes": len(data), **FIGURES[form].figures(data)}


@pytest.fixture
def listed_figures(animproof):
    return animproof.json(0, "stats", "--list")["list"]


@pytest.mark.parametrize("form", FORMATS)
def test_figures_of_valid_files(animproof, form):
    paths = every_nth([path for path in golden("%s/valid/*%s" % (form, EXTENSIONS[form]))[::5] if os.path.getsize(path) < LARGEST])
    compared = 0
    for path, row in zip(paths, animproof.json(0, "stats", *paths)["files"]):
        try:
            wanted = figures_of(form, path)
        except (IndexError, ValueError, AssertionError, KeyError, UnicodeDecodeError):
            continue  # a spelling or a layout that the plain parsers do not know
        compared += 1
        assert row["figures"].keys() - wanted.keys() == ({"markers"} if form == "mrtk" else set()), "figures that are not computed"
        for name, value in wanted.items():
            found = row["figures"][name]
            assert (found is None) == (value is None), (path, name, found, value)
            assert value is None or math.isclose(found, value, rel_tol=TOLERANCE, abs_tol=TOLERANCE), (path, name, found, value)
    assert compared >= len(paths) / 2 > 0, "most files are compared"


def test_figures_agree_with_the_converted_json_and_with_format_prune(animproof):
    for path in golden("mrtk/valid/markers-*.bin"):
        fields = json.loads(animproof.exits(0, "convert", path, "--to=json", "-o", "-").stdout)["fields"]
        assert animproof.json(0, "stats", path)["files"][0]["figures"]["markers"] == fields.get("marker_count", 0), path
    for path in every_nth(golden("md5anim/valid/joints-*.md5anim")):
        pruned = animproof.exits(0, "format", "--prune", path).stdout
        left = int(re.search(rb"^numAnimatedComponents (\d+)", pruned, re.M).group(1))
        figures = animproof.json(0, "stats", path)["files"][0]["figures"]
        assert figures["animated"] - figures["prunable"] == left, path


def test_the_output_is_as_the_schema_says(animproof):
    checker = Checker("stats")
    paths = golden("md5*/valid/joints-*", "md5*/bad/count-*", "mrtk/bad/f*", "memg/valid/*l*.bin", "md5camera/valid/frames-*")
    document = animproof.json(3, "stats", "--allow-empty", *paths, animproof.absent_path())
    assert checker.list_first_error(document) == [] and len(document["files"]) > 20
    assert {None} < {entry["format"] for entry in document["files"]}
    assert any("rule" in entry.get("error", {}) for entry in document["files"])
    assert checker.list_first_error(animproof.json(0, "stats", "--list"), "#/$defs/list") == []
    assert checker.list_first_error({**document, "more": 1}) and checker.list_first_error({**document, "skipped": -1})


def test_each_figure_has_a_sentence_and_one_unit_in_all_formats(listed_figures):
    units = {}
    for one in listed_figures:
        assert re.fullmatch("[a-z]+(-[a-z]+)*", one["name"]) and one["text"]
        assert units.setdefault(one["name"], one["unit"]) == one["unit"], one["name"]
