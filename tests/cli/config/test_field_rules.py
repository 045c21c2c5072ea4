"""[rule NAME] of .animproof.ini with the key path: limits and patterns for the values of fields, and for their number. The fields are
those that `animproof dump --path` prints."""

import fnmatch
import glob
import json
import math
import re

import pytest
from cli_case import md5anim, md5mesh, moving_md5anim, mrtk, path_in_tree, write

FILES = {"md5anim": "x.md5anim", "md5mesh": "x.md5mesh", "md5camera": "x.md5camera", "mrtk": "x.bin", "memg": "g.bin"}

KNOBS = {"md5anim": ("--knob", "frames=5", "--knob", "joints=6")}


@pytest.fixture
def lint_with_field_rule(animproof):
    """Calling it writes a rule with the keys and lints the file; returns the findings of the rule."""
    def lint_and_list_findings(path, keys, name, *options):
        write(".animproof.ini", b"[rule r]\npath = %s\nmessage = m\n%s\n" % (path.encode(), keys.encode()))
        return [one for _, one in animproof.findings("--no-companions", *options, name) if one["rule"] == "own/r"]
    return lint_and_list_findings


def number_or_nan_of_dump_field(field):
    """Returns the value of a field that dump prints; NaN for a text."""
    value = field["value"]
    if isinstance(value, str) and value.startswith("0x"):
        return float(int(value, 16))
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def dump_finite_fields(animproof, file_name, field_path):
    fields = json.loads(animproof.run("dump", "--json", "--path", field_path, file_name).stdout)["fields"]
    return [field for field in fields if math.isfinite(number_or_nan_of_dump_field(field))]


@pytest.mark.parametrize(("form", "path"), [
    ("md5anim", "frames[*].values[*]"), ("md5anim", "frames[3]"), ("md5anim", "bounds[*].m*.x"), ("md5anim", "num_joints"),
    ("md5anim", "frames[*].values[* T*]"), ("md5anim", "baseframe[origin].orientation"), ("md5anim", "hierarchy[2].parent"),
    ("md5mesh", "meshes[*].weights[*].bias"), ("md5mesh", "joints[*].position"), ("md5mesh", "*"), ("md5camera", "frames[*].fov"),
    ("mrtk", "*.time"), ("mrtk", "camera.position_*.keys[*].value"), ("mrtk", "camera.*.pre_wrap"), ("mrtk", "has_*"), ("mrtk", "magic"),
    ("mrtk", "markers[*]"), ("memg", "groups[*].mean"), ("memg", "transforms[1]"), ("memg", "groups[*].basis.values[*]"),
    ("memg", "groups[*].mapping"), ("memg", "framerate")])
def test_the_worst_field_of_those_that_dump_prints_is_reported(animproof, lint_with_field_rule, form, path):
    animproof.run("generate", "--format", form, "--seed", "11", *KNOBS.get(form, ()), "-o", FILES[form])
    fields = dump_finite_fields(animproof, FILES[form], path)
    values = sorted(number_or_nan_of_dump_field(field) for field in fields)
    assert values or path == "markers[*]"
    for limit in sorted({values[len(values) // 2], values[0], values[-1], values[-1] / 3}) if values else []:
        above = [field for field in fields if number_or_nan_of_dump_field(field) > limit]
        found = lint_with_field_rule(path, "formats = %s\nmost = %r" % (form, limit), FILES[form])
        assert len(found) == (1 if above else 0)
        for one in found:
            worst = max(above, key=number_or_nan_of_dump_field)
            assert (one["offset"], one["length"], one["path"]) == (worst["offset"], worst["length"], worst["path"])
            more = re.search(r"; (\d+) other field", one["message"])
            assert (int(more.group(1)) if more else 0) == len(above) - 1
    counted = lint_with_field_rule(path, "formats = %s\ncount = yes\nleast = 1000000" % form, FILES[form])
    every = json.loads(animproof.run("dump", "--json", "--path", path, FILES[form]).stdout)["fields"]
    assert " the file has %d field" % len(every) in counted[0]["message"] and counted[0]["offset"] == 0


def test_the_first_of_several_equal_fields_is_reported(animproof, lint_with_field_rule):
    write("x.md5mesh", md5mesh(["root", "hips", "chest"]))
    found = lint_with_field_rule("joints[*].name", "formats = md5mesh\nmatches = root, *z", "x.md5mesh")
    assert [(one["path"], one["found"], one["joint"]) for one in found] == [("joints[1].name", '"hips"', "hips")]
    assert found[0]["message"] == ('m: joints[1 hips].name is "hips", and the rule allows values like "root" or "*z" (.animproof.ini:1); '
                                   "1 other field breaks the rule too")
    assert lint_with_field_rule("joints[*].name", "formats = md5mesh\nmatches = r?ot, hips, chest", "x.md5mesh") == []
    found = lint_with_field_rule("joints[*].parent", "formats = md5mesh\none-of = -1, 0", "x.md5mesh")
    assert [(one["path"], one["found"], one["expected"]) for one in found] == [("joints[2].parent", "1", "-1 or 0")]
    found = lint_with_field_rule("joints[*].parent", "formats = md5mesh\nleast = -1\nmost = -1", "x.md5mesh")
    assert "joints[2 chest].parent is 1, and the rule allows only -1 (" in found[0]["message"]


def test_a_path_may_name_joints(lint_with_field_rule):
    write("x.md5anim", moving_md5anim(["origin", "left arm"]))
    for path, joint in (("frames[*].values[origin T*]", "origin"), ("frames[1].values[0 origin *]", "origin"),
                        ('hierarchy["left arm"].parent', "left arm"), ("baseframe[*arm*].position", "left arm")):
        found = lint_with_field_rule(path, "formats = md5anim\nleast = 1e6", "x.md5anim")
        assert [one["joint"] for one in found] == [joint], path
    assert lint_with_field_rule("frames[*].values[chest T*]", "formats = md5anim\nleast = 1e6", "x.md5anim") == []


def test_counts_are_at_the_first_field_above_the_limit(lint_with_field_rule):
    write("x.md5mesh", md5mesh(["root", "L_a", "R_a", "L_b"]))
    count = "formats = md5mesh\ncount = yes\nmatches = L_*\n"
    assert lint_with_field_rule("joints[*].name", count + "one-of = 0, 2", "x.md5mesh") == []
    found = lint_with_field_rule("joints[*].name", count + "most = 1", "x.md5mesh")
    assert [(one["path"], one["found"]) for one in found] == [("joints[3].name", "2")]
    assert "the file has 2 fields with the path joints[*].name like \"L_*\", and the rule allows at most 1 (" in found[0]["message"]
    found = lint_with_field_rule("joints[*].name", count + "most = 0", "x.md5mesh")
    assert found[0]["path"] == "joints[1].name"
    found = lint_with_field_rule("joints[*].name", count + "least = 3", "x.md5mesh")
    assert [(one["path"], one["offset"]) for one in found] == [("", 0)]
    assert lint_with_field_rule("meshes[*].name", "formats = md5mesh\ncount = yes\nmost = 0", "x.md5mesh") == []


def test_enums_match_by_number_and_name(lint_with_field_rule):
    write("x.bin", mrtk())
    for pattern, findings in (("ClampForever", 0), ("8", 0), ("Loop", 1), ("8*", 0), ("8 *", 1)):
        assert len(lint_with_field_rule("*.pre_wrap", "formats = mrtk\nmatches = " + pattern, "x.bin")) == findings, pattern
    assert lint_with_field_rule("*.pre_wrap", "formats = mrtk\nmost = 7", "x.bin")[0]["found"] == "8 (ClampForever)"


def test_names_of_binary_files_match(animproof, lint_with_field_rule):
    animproof.run("generate", "--format", "memg", "--seed", "11", "-o", "g.bin")
    names = [field["value"] for field in json.loads(animproof.run("dump", "--json", "--path", "*.name", "g.bin").stdout)["fields"]]
    found = lint_with_field_rule("groups[*].name", "formats = memg\nmatches = %s*" % names[0][:3], "g.bin")
    assert [one["found"] for one in found] == ['"%s"' % name for name in names if not fnmatch.fnmatchcase(name, names[0][:3] + "*")][:1]


def test_numbers_that_are_not_finite_and_texts_are_not_compared(lint_with_field_rule):
    write("x.bin", mrtk(times=(0.0, math.inf)))
    assert lint_with_field_rule("*.time", "formats = mrtk\nmost = 1e9", "x.bin") == []
    write("x.md5mesh", md5mesh(["root"]))
    assert lint_with_field_rule("joints[*].name", "formats = md5mesh\nmost = -1", "x.md5mesh") == []


def test_a_file_that_is_not_read_to_its_end_is_not_checked(lint_with_field_rule):
    write("x.md5anim", md5anim()[:-20])
    assert lint_with_field_rule("num_joints", "formats = md5anim\nmost = 0", "x.md5anim") == []


def test_a_comment_suppresses_the_finding_of_its_line(lint_with_field_rule):
    write("x.md5anim", md5anim().replace(b"numJoints 2", b"numJoints 2 // animproof: ignore own/r"))
    assert lint_with_field_rule("num_joints", "formats = md5anim\nmost = 0", "x.md5anim") == []
    assert lint_with_field_rule("num_frames", "formats = md5anim\nmost = 0", "x.md5anim")[0]["path"] == "num_frames"


def test_other_formats_and_rules_that_are_off_have_no_findings(lint_with_field_rule):
    write("x.md5mesh", md5mesh(["root"]))
    assert lint_with_field_rule("num_joints", "formats = md5anim, md5camera\nmost = 0", "x.md5mesh") == []
    assert len(lint_with_field_rule("num_joints", "formats = md5anim, md5mesh\nmost = 0", "x.md5mesh")) == 1
    assert lint_with_field_rule("num_joints", "formats = md5mesh\nmost = 0", "x.md5mesh", "--ignore", "own/r") == []


def test_examples_need_a_field_with_the_path(animproof):
    write("x.md5anim", md5anim())
    rule = b"[rule r]\nformats = md5anim\nmost = 9\nmessage = m\npass = x.md5anim\npath = %s\n"
    for path, code in ((b"num_joints", 0), (b"hierarchy[hisp].name", 1), (b"frames[99]", 1)):
        write(".animproof.ini", rule % path)
        result = animproof.exits(code, "rules", "--test")
        assert (b"own/r: x.md5anim has no field with the path %s\n" % path in result.stdout) == (code == 1)
    write(".animproof.ini", rule % b"frames[99]" + b"count = yes\n")
    animproof.exits(0, "rules", "--test")


def test_explain_names_path_and_limit(animproof):
    write(".animproof.ini", b"[rule r]\nformats = md5anim\npath = hierarchy[*].name\nmatches = a*, b\nmessage = m\n"
          b"[rule s]\nformats = md5anim\npath = hierarchy[*].name\ncount = yes\nmatches = a*\nmost = 3\nmessage = m\n")
    text = " ".join(animproof.exits(0, "explain", "own/r", "own/s").stdout.decode().split())
    assert 'It checks the fields with the path hierarchy[*].name in files of the format md5anim, and allows values like "a*" or "b".' in text
    assert 'the number of fields with the path hierarchy[*].name and a value like "a*" in files' in text
    assert "Points at the value of the field Meaning" in text


P = "[rule a]\nmessage = m\nformats = md5anim\npath = num_joints\n"


@pytest.mark.parametrize(("text", "said"), [
    ("[rule a]\nmessage = m\npath = num_joints\nmost = 1\n", ":3: rule a needs the key formats, since each format has its own paths"),
    (P + "figure = joints\nmost = 1\n", ":1: rule a has both figure and path; it needs one of them"),
    ("[rule a]\nmessage = m\nfigure = joints\nmost = 1\ncount = yes\n", ":1: rule a has count without path"),
    ("[rule a]\nmessage = m\nfigure = joints\nmost = 1\nmatches = x\n", ":1: rule a has matches without path"),
    (P, ":1: rule a needs least, most, one-of or matches"),
    (P + "count = yes\nmatches = x\n", ":1: rule a needs least, most or one-of"),
    (P + "matches = x\nmost = 1\n", ":1: rule a has both matches and limits; it needs one of them, or count"),
    (P + "matches = x\none-of = 1\n", ":1: rule a has both matches and limits"),
    (P + "most = 1\none-of = 1\n", ":1: rule a has both one-of and a limit"),
    (P + "most = 1\nleast = 1.5\n", ":5: least is greater than most"),
    (P + "most = 1K\n", ":5: most: '1K' is not a number"),
    (P + "count = 3\nmost = 1\n", ":5: "),
    (P + "path = x\nmost = 1\n", ":5: path is set twice in this section"),
    (P + "matches = %s\n" % ",".join("x%d" % i for i in range(33)), ":5: matches: more than 32 values"),
    (P.replace("md5anim", "md5anim, md5anim") + "most = 1\n", ":3: formats: md5anim is named twice"),
    (P.replace("md5anim", "md5anin") + "most = 1\n", ":3: unknown format 'md5anin'; did you mean 'md5anim'?"),
] + [(P.replace("num_joints", path) + "most = 1\n", ":4: path: '%s' is not a pattern of field paths" % path) for path in (
    "camera.position_?", "frames[*", "frames[].values", "frames..values", ".frames", "frames.", "frames values", "[3]", "frames[*]values", "a/b", "frames]")] + [
    (P.replace("num_joints", "x" * 129) + "most = 1\n", ":4: path: longer than 128 bytes"),
])
def test_wrong_rules_name_their_line(animproof, text, said):
    write("x.md5anim", md5anim())
    write(".animproof.ini", text.encode())
    animproof.exits(2, "lint", "x.md5anim", says=said.encode())


def test_a_path_of_128_bytes_is_allowed(lint_with_field_rule):
    write("x.md5anim", md5anim())
    assert lint_with_field_rule("num_joints" + "*" * 118, "formats = md5anim\nmost = 0", "x.md5anim")[0]["path"] == "num_joints"


@pytest.mark.parametrize("form", FILES)
def test_each_path_of_a_golden_file_is_known(animproof, form):
    """The paths of some golden files, in configurations of 64 rules."""
    paths = set()
    for name in sorted(glob.glob(path_in_tree("golden", form, "*", "*")))[::29]:
        if not name.endswith((".tsv", ".obj")):
            result = animproof.run("dump", "--json", "--input-format", form, name)
            fields = json.loads(result.stdout)["fields"] if result.returncode in (0, 1) and result.stdout else []
            paths.update(re.sub(r'\[(?:[^"\]]|"(?:\\.|[^"\\])*")*\]', "[9999]", field["path"]) for field in fields if field.get("path"))
    paths = sorted(path for path in paths if len(path) <= 128)
    assert len(paths) > 10
    for at in range(0, len(paths), 64):
        rules = "".join("[rule r%d]\nformats = %s\npath = %s\nmatches = *\nmessage = m\n" % (i, form, path)
                        for i, path in enumerate(paths[at:at + 64]))
        write(".animproof.ini", rules.encode())
        animproof.exits(0, "config", "x")


@pytest.mark.parametrize(("formats", "path"), [
    ("md5anim", "frames[*].value[*]"), ("md5anim, md5camera", "meshes[*].verts[*].u"), ("mrtk", "Magic"), ("md5mesh", "verts[*].u"), ("memg", "groups.mean")])
def test_every_command_refuses_a_path_that_no_field_has(animproof, formats, path):
    write("walk.md5anim", md5anim())
    write(".animproof.ini", ("[rule r]\nmessage = m\nformats = %s\npath = %s\nleast = 0\n" % (formats, path)).encode())
    said = b".animproof.ini:4: path: no field of %s has a path like '%s'" % (b"these formats" if "," in formats else formats.encode(), path.encode())
    commands = [["lint", "walk.md5anim"], ["fix", "walk.md5anim"], ["config", "walk.md5anim"], ["rules", "own"], ["rules", "--test"],
                ["explain", "own/r"]]
    for command in commands if formats == "memg" else commands[:1]:  # memg takes the least time
        animproof.exits(2, *command, says=said)


def test_a_path_of_one_of_the_formats_is_enough(lint_with_field_rule):
    write("x.md5anim", md5anim())
    assert lint_with_field_rule("hierarchy[*].name", "formats = md5mesh, md5anim\nmatches = *", "x.md5anim") == []
