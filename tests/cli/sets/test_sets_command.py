"""animproof sets: each mesh has the animations that lint checks against it, each other file is alone with the reason, and figures
are those of stats."""

import json
import os
import zipfile

import pytest
from cli_case import MD5ANIM, md5anim, md5mesh, moving_md5anim, mrtk, read_text_in_tree, write
from schema_check import Checker

A, B, C = ["origin", "hips", "chest"], ["origin", "hips", "tail"], ["origin", "leg", "foot"]
TREE = {
    "in/wolf/wolf.md5mesh": md5mesh(A), "in/wolf/wolf.md5anim": moving_md5anim(A), "in/wolf/run.md5anim": moving_md5anim(A),
    "in/wolf/run.md5scale": b'{ "hips": { "0": 2 } }', "in/anim/foxWalk.md5anim": moving_md5anim(B), "in/mesh/FOX.md5mesh": md5mesh(B),
    "in/mesh/cat.md5mesh": md5mesh(B), "in/anim/owl.md5anim": moving_md5anim(B), "in/two/a.md5mesh": md5mesh(C),
    "in/two/b.md5mesh": md5mesh(C), "in/two/walk.md5anim": moving_md5anim(C), "in/take.bin": mrtk(), "in/readme.txt": b"hello",
}
SETS = {
    "in/wolf/wolf.md5mesh": [("in/wolf/wolf.md5anim", "name"), ("in/wolf/run.md5anim", "content")],
    "in/mesh/FOX.md5mesh": [("in/anim/foxWalk.md5anim", "other folder")],
}
ALONE = {
    "in/anim/owl.md5anim": ["in/mesh/FOX.md5mesh", "in/mesh/cat.md5mesh"],
    "in/two/walk.md5anim": ["in/two/a.md5mesh", "in/two/b.md5mesh"],
    "in/mesh/cat.md5mesh": None, "in/two/a.md5mesh": None, "in/two/b.md5mesh": None,
}


@pytest.fixture
def make_sets_tree(animproof):
    for path, content in TREE.items():
        write(path, content)


def files_and_reasons_by_companion(found):
    return {one["companion"]["file"]: [(file["file"], file["found_by"]) for file in one["files"]] for one in found["sets"]}


def companions_and_reasons(found):
    """Returns {file: (companion or None, reason)} of the files in a set, and of the animations without a mesh. The reason says
    why the file has this companion or none."""
    result = {file["file"]: (one["companion"]["file"], file["reason"]) for one in found["sets"] for file in one["files"]}
    result.update((one["file"], (None, one["reason"])) for one in found["alone"] if one["format"] == "md5anim")
    return result


def lint_and_list_companions(animproof, *words):
    files = animproof.json(None, "lint", *words)["files"]
    return {f["file"]: (f["companion"], f.get("companion_reason") or f.get("no_companion")) for f in files if f["format"] == "md5anim"}


def test_a_folder_has_each_mesh_with_its_animations_and_the_rest_alone(animproof, make_sets_tree):
    found = animproof.json(0, "sets", "in")
    assert files_and_reasons_by_companion(found) == SETS
    assert {one["file"]: one.get("candidates") for one in found["alone"]} == ALONE
    assert (found["skipped"], found["other_formats"]) == (2, 1), "the text and the .md5scale are skipped, the recording is of another format"
    assert companions_and_reasons(found) == lint_and_list_companions(animproof, "in")
    files = found["sets"][1]["files"]
    assert [file.get("sidecar") for file in files] == [None, "in/wolf/run.md5scale"]


def test_figures_are_those_of_stats(animproof, make_sets_tree):
    found = animproof.json(0, "sets", "in")
    figures = {one["file"]: one["figures"] for one in animproof.json(0, "stats", "in")["files"]}
    for one in found["sets"]:
        for file in [one["companion"], *one["files"]]:
            assert file["figures"] == figures[file["file"]], file["file"]


def test_the_output_is_as_the_schema_says(animproof, make_sets_tree):
    write("in/wolf/bad.md5anim", md5anim(b"7"))
    os.mkdir("scene")
    animproof.exits(0, "generate", "--format=memg", "--seed=3", "-o", "scene/motion.bin")
    schema = json.loads(read_text_in_tree("docs/sets.schema.json"))
    checker = Checker("sets")
    for found in (animproof.json(3, "sets", "in", "scene", "absent"), animproof.json(0, "sets", "in/wolf/run.md5anim")):
        assert checker.list_first_error(found) == [] and checker.list_first_error({**found, "more": 1})
    stats = json.loads(read_text_in_tree("docs/stats.schema.json"))["$defs"]
    for name in ("tool", "format", "name", "error"):
        assert schema["$defs"][name] == stats[name]


def test_a_motion_belongs_to_its_scene(animproof):
    os.mkdir("scene")
    animproof.exits(0, "generate", "--format=memg", "--seed=3", "-o", "scene/motion.bin")
    found = animproof.json(0, "sets", "scene")
    assert files_and_reasons_by_companion(found) == {"scene/motion.obj": [("scene/motion.bin", "name")]}
    assert found["sets"][0]["companion"] == {"kind": "obj", "visited": False, "file": "scene/motion.obj", "format": None, "figures": {}}
    os.remove("scene/motion.obj")
    assert animproof.json(0, "sets", "scene")["alone"][0]["reason"] == "its folder has no .obj file with the same name"


def test_the_configuration_names_the_mesh(animproof, make_sets_tree):
    write("in/.animproof.ini", b"[path owl*]\nmesh = mesh/cat.md5mesh\n")
    found = animproof.json(0, "sets", "in")
    assert files_and_reasons_by_companion(found)["in/mesh/cat.md5mesh"] == [("in/anim/owl.md5anim", "configuration")]
    assert companions_and_reasons(found)["in/anim/owl.md5anim"][1] == "named in .animproof.ini:2"


def test_a_mesh_that_is_not_named_is_measured(animproof, make_sets_tree):
    found = animproof.json(0, "sets", "in/wolf/run.md5anim")
    companion = found["sets"][0]["companion"]
    assert (companion["file"], companion["visited"], companion["figures"]["joints"]) == ("in/wolf/wolf.md5mesh", False, 3)
    write("in/wolf/wolf.md5mesh", md5mesh(A).replace(b"numverts", b"numvert"))
    found = animproof.json(1, "sets", "in/wolf/wolf.md5anim")
    assert found["sets"][0]["companion"]["error"]["rule"].startswith("md5mesh/")
    os.remove("in/wolf/wolf.md5mesh")
    os.mkdir("in/wolf/wolf.md5mesh")
    assert animproof.json(0, "sets", "in/wolf/wolf.md5anim")["sets"] == []


def test_a_path_may_have_other_spellings(animproof, make_sets_tree):
    for mesh, animation in (("./in//wolf/wolf.md5mesh", "in/wolf/run.md5anim"), ("in/wolf/wolf.md5mesh", "././in/wolf/run.md5anim"),
                            ("in/wolf/./wolf.md5mesh", "in/wolf//run.md5anim")):
        for words in ((mesh, animation), (animation, mesh)):
            found = animproof.json(0, "sets", *words)
            (one,), alone = found["sets"], found["alone"]
            assert alone == [] and [file["file"] for file in one["files"]] == [animation], words
    faster = moving_md5anim(A).replace(b"frameRate 24", b"frameRate 48")
    found = animproof.json(0, "sets", "in/wolf/run.md5anim", "--stdin-filename=in/wolf/run.md5anim", "-", input=faster)
    assert [file["figures"]["rate"] for file in found["sets"][0]["files"]] == [48], "of two files with one name, the last is printed"


def test_archives_lists_shards_and_standard_input_have_the_same_sets(animproof, make_sets_tree):
    with zipfile.ZipFile("pack.pk4", "w", zipfile.ZIP_DEFLATED) as pack:
        for path in sorted(TREE):
            pack.write(path)
    packed = files_and_reasons_by_companion(animproof.json(0, "sets", "pack.pk4"))
    assert {mesh.replace("pack.pk4!", ""): [(file.replace("pack.pk4!", ""), by) for file, by in files] for mesh, files in packed.items()} == SETS
    write("list", "in\n")
    assert files_and_reasons_by_companion(animproof.json(0, "sets", "--files-from", "list")) == SETS
    animproof.exits(0, "shard", "--count=2", "-o", "lists", "in")
    merged = {}
    for shard in ("lists/0", "lists/1"):
        found = animproof.json(0, "sets", "--files-from", shard)
        for mesh, files in files_and_reasons_by_companion(found).items():
            merged.setdefault(mesh, []).extend(files)
        animproof.exits(2, "sets", "--files-from", shard, "in", says=b"is the list of a shard: no other path can be given")
    assert {mesh: sorted(files) for mesh, files in merged.items()} == {mesh: sorted(files) for mesh, files in SETS.items()}
    found = animproof.json(0, "sets", "--stdin-filename=in/wolf/new.md5anim", "-", input=moving_md5anim(A))
    assert files_and_reasons_by_companion(found) == {"in/wolf/wolf.md5mesh": [("in/wolf/new.md5anim", "content")]}
    assert animproof.json(0, "sets", "-", input=MD5ANIM)["alone"][0]["reason"] == "standard input has no folder to search"


def test_people_read_reasons_candidates_and_differences(animproof, make_sets_tree):
    write("in/wolf/wolf.md5anim", moving_md5anim(A + ["tail"]))
    text = animproof.exits(0, "sets", "in").stdout.decode()
    for part in ("in/wolf/wolf.md5mesh: 3 joints, 3 vertices, 1.00 x 1.00 x 0.00\n", "  found: the same name:\n",
                 "wolf.md5anim: 4 joints, the md5mesh has 3\n", " run.md5anim, with run.md5scale\n", "  no file has it as its companion:\n    in/mesh/cat.md5mesh\n",
                 "    in/anim/owl.md5anim\n      candidates: in/mesh/FOX.md5mesh, in/mesh/cat.md5mesh\n", "2 sets of 3 files, 5 files alone\n"):
        assert part in text, text


def test_unreadable_and_faulty_files_are_listed(animproof, make_sets_tree):
    write("in/wolf/bad.md5anim", md5anim(b"7"))
    found = animproof.json(3, "sets", "in/wolf", "absent.md5anim")
    alone = {one["file"]: one for one in found["alone"]}
    assert alone["absent.md5anim"]["error"] == {"message": "No such file or directory"}
    assert alone["in/wolf/bad.md5anim"]["error"]["rule"] == "md5anim/parent-order"
    animproof.exits(1, "sets", "in/wolf", prints=b"bad.md5anim:11:9: md5anim/parent-order: ")
    animproof.exits(4, "sets", "--max-memory=1K", "in/wolf/run.md5anim", says=b"memory ran out")
    animproof.exits(4, "sets", "--max-input=9", "-", input=MD5ANIM, says=b"animproof: -: ")


def test_many_meshes_that_fit_are_counted_and_some_named(animproof):
    for i in range(40):
        write("in/%02d.md5mesh" % i, md5mesh(A))
    write("in/walk.md5anim", moving_md5anim(A))
    found = animproof.json(0, "sets", "in")
    entry, = [one for one in found["alone"] if one["format"] == "md5anim"]
    assert entry["candidate_count"] == 40 and entry["candidates"] == ["in/%02d.md5mesh" % i for i in range(16)]
    animproof.exits(0, "sets", "in", prints=b"15.md5mesh and 24 more\n")


def test_gib_models_and_levels_of_detail_are_compared_with_their_mesh(animproof):
    for name, joints in (("marine", A), ("marine_gib", A[:2]), ("marine_GIBS2", B), ("ogre-lod0", A), ("ogre-lod1", A), ("ogre-lod2", A[:2]),
                         ("gib", A), ("_gib", A), ("marine_gibbon", B), ("marine_lodge", B), ("marinegib", B), ("dog.lod1", A[:2])):
        write("in/%s.md5mesh" % name, md5mesh(joints))
    write("in/dog/dog.md5mesh", md5mesh(A))
    found = {one["file"][3:-8]: (one["variant_of"][3:-8], one["same_joints"]) for one in animproof.json(0, "sets", "in")["alone"] if "variant_of" in one}
    assert found == {"marine_gib": ("marine", False), "marine_GIBS2": ("marine", False), "ogre-lod1": ("ogre-lod0", True),
                     "ogre-lod2": ("ogre-lod0", False)}
    animproof.exits(0, "sets", "in", prints=[b"/marine_gib.md5mesh: other joints than marine.md5mesh, which has 3, not 2\n",
                                            b"/marine_GIBS2.md5mesh: other joints than marine.md5mesh\n",
                                            b"/ogre-lod1.md5mesh: the joints of ogre-lod0.md5mesh\n"])


R = ["origin", "hips", "chest1"]


def skeleton_differences_by_file(found):
    return {one["file"]: (one["differs_from"], one["difference"]) for one in [*found["alone"], *(file for one in found["sets"] for file in one["files"])]
            if "difference" in one}


def test_an_animation_of_a_set_says_how_its_skeleton_differs(animproof):
    write("in/eyes.md5mesh", md5mesh(A))
    write("in/eyes.md5anim", moving_md5anim(R))
    write("in/look.md5anim", moving_md5anim(A).replace(b'"chest"\t1', b'"chest"\t0'))
    write("in/root.md5anim", moving_md5anim(A).replace(b'"chest"\t1', b'"chest"\t-1'))
    write("in/walk.md5anim", moving_md5anim(A))
    found = animproof.json(0, "sets", "in")
    assert Checker("sets").list_first_error(found) == [] and skeleton_differences_by_file(found) == {
        "in/eyes.md5anim": ("in/eyes.md5mesh", 'joint 2 is "chest1", not "chest"'),
        "in/look.md5anim": ("in/eyes.md5mesh", 'joint 2 "chest" is below "origin", not below "hips"'),
        "in/root.md5anim": ("in/eyes.md5mesh", 'joint 2 "chest" is below no joint, not below "hips"')}
    animproof.exits(0, "sets", "in", prints=[b'eyes.md5anim: joint 2 is "chest1", not "chest" as in eyes.md5mesh\n', b" walk.md5anim\n"])


@pytest.mark.parametrize("files, differences", [
    ({"a.md5anim": A, "b.md5anim": R}, {"a.md5anim": ("b.md5anim", 'joint 2 is "chest", not "chest1"'),
                                        "b.md5anim": ("a.md5anim", 'joint 2 is "chest1", not "chest"')}),
    ({"a.md5anim": A, "b.md5anim": A, "c.md5anim": R, "far/d.md5anim": A, "e.md5anim": C + ["toe"]},
     {"c.md5anim": ("a.md5anim", 'joint 2 is "chest1", not "chest"')}),
    ({"a.md5anim": A, "b.md5anim": A, "ogre.md5mesh": A + ["tail"]},
     {"a.md5anim": ("ogre.md5mesh", "3 joints, not 4"), "b.md5anim": ("ogre.md5mesh", "3 joints, not 4"),
      "ogre.md5mesh": ("a.md5anim", "4 joints, not 3")}),
    ({"a.md5anim": A, "c.md5anim": R, "ogre.md5mesh": A}, {"c.md5anim": ("ogre.md5mesh", 'joint 2 is "chest1", not "chest"')}),
    ({"ogre.md5mesh": A, "troll.md5mesh": A, "walk.md5anim": A, "gun.md5mesh": R}, {"gun.md5mesh": ("walk.md5anim", 'joint 2 is "chest1", not "chest"')}),
    ({"ogre.md5mesh": A, "ogre_gib.md5mesh": A[:2]}, {"ogre.md5mesh": ("ogre_gib.md5mesh", "3 joints, not 2"),
                                                   "ogre_gib.md5mesh": ("ogre.md5mesh", "2 joints, not 3")}),
])
def test_a_file_that_is_alone_says_how_it_differs_from_one_of_its_folder(animproof, files, differences):
    for name, joints in files.items():
        write("in/" + name, (md5mesh if name.endswith("mesh") else moving_md5anim)(joints))
    found = animproof.json(0, "sets", "in")
    assert skeleton_differences_by_file(found) == {"in/" + file: ("in/" + other, text) for file, (other, text) in differences.items()}
    assert Checker("sets").list_first_error(found) == []


def test_names_of_joints_are_quoted_and_huge_skeletons_are_not_compared(animproof):
    write("in/a.md5anim", moving_md5anim(A))
    write("in/b.md5anim", moving_md5anim(A).replace(b"chest", "t\u00eate\u202e\x1b[1m".encode()))
    animproof.exits(0, "sets", "in", prints=b'joint 2 is "t\xc3\xaate\\u{202e}\\x1b[1m", not "chest" as in a.md5anim\n')
    many = ["joint%05d" % number for number in range(5000)]
    write("huge/a.md5anim", moving_md5anim(many))
    write("huge/b.md5anim", moving_md5anim([*many[:-1], "other"]))
    assert skeleton_differences_by_file(animproof.json(0, "sets", "huge")) == {}


@pytest.mark.parametrize("words, message", [
    ([], b"no files given"), (["--format=csv", "x"], b"--format"), (["--null", "x"], b"--null needs --files-from"),
    (["--stdin-filename=x", "y"], b"needs '-'"), (["--mesh=x", "y"], b"--mesh")])
def test_wrong_usage_is_refused(animproof, words, message):
    animproof.exits(2, "sets", *words, prints_only=b"", says=message)


def test_nothing_to_put_into_sets_fails(animproof):
    write("other/f.txt", b"hello")
    animproof.exits(3, "sets", "other", says=b"nothing to put into sets")
    animproof.exits(0, "sets", "--allow-empty", "other", prints_only=b"")
    write("other/a.bin", mrtk())
    animproof.exits(3, "sets", "other", says=b"1 file is of other formats")
    assert animproof.json(0, "sets", "other/a.bin")["alone"][0]["reason"] == "files of its format belong to no set"
