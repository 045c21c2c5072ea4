"""A rule that is selected alone has the findings that it has among all rules. lint then skips the work that only others need."""

import json
import os

import pytest
from golden_files import every_nth, golden


def lint_and_get_offsets_and_paths(animproof, path, rule, *words):
    """Returns the offsets and paths of the findings of the rule."""
    lines = animproof.run("lint", "--no-config", "--format=jsonl", *words, path).stdout.splitlines()
    return [(one["offset"], one["path"]) for one in map(json.loads, lines) if one.get("rule") == rule]


@pytest.mark.parametrize(("form", "extension", "options"), [
    ("md5mesh", "md5mesh", ["--no-companions"]), ("mrtk", "bin", ["--no-companions"]), ("md5anim", "md5anim", [])])
def test_a_rule_selected_alone_has_its_findings(animproof, form, extension, options):
    paths = golden("%s/bad/*__*.%s" % (form, extension))
    for path in every_nth([path for path in paths if "/md5mesh-" not in path]):    # md5mesh-RULE: the finding is in the mesh
        rule = "%s/%s" % (form, os.path.basename(path).split("__")[0])
        expected = lint_and_get_offsets_and_paths(animproof, path, rule, *options)
        assert expected and lint_and_get_offsets_and_paths(animproof, path, rule, *options, "--select", rule) == expected, path
