"""Companions that lint finds by itself: which file is the companion, what reports say, and which findings are reported once."""

import glob
import json
import os
import shutil

import pytest
from cli_case import GOLDEN, md5anim, md5mesh, write


def companions_or_reasons_in_report(report):
    """Returns for each file its companion, or the reason why it has none."""
    return {f["file"]: f["companion"] or f["no_companion"] for f in report["files"] if "companion" in f}


def rules_found_in_file(report, name):
    return [finding["rule"] for f in report["files"] if f["file"] == name for finding in f["findings"]]


@pytest.fixture
def animation_with_two_meshes(animproof):
    """Makes an animation, a mesh with its stem but with other joint names, and a mesh with its joint names."""
    write("stem/walk.md5anim", md5anim())
    write("stem/walk.md5mesh", md5mesh(["root", "tail"]))
    write("stem/other.md5mesh", md5mesh(["root", "hips"]))


def test_a_mesh_with_the_stem_of_the_animation_is_chosen_first(animproof, animation_with_two_meshes):
    for name in ("walk.md5mesh", "walk.MD5MESH", "walk.Md5Mesh"):
        os.rename(glob.glob("stem/walk.[mM]*[hH]")[0], "stem/" + name)
        report = animproof.json(1, "lint", "stem")
        assert companions_or_reasons_in_report(report) == {"stem/walk.md5anim": "stem/" + name}
        assert rules_found_in_file(report, "stem/walk.md5anim") == ["md5anim/mesh-joint-name"]
    sarif = json.loads(animproof.run("lint", "--format", "sarif", "stem").stdout)
    assert sarif["runs"][0]["results"][0]["properties"]["companion"] == "stem/walk.Md5Mesh"
    animproof.exits(1, "lint", "-v", "stem", prints=b"with stem/walk.Md5Mesh (the same name)\n")
    report = animproof.json(0, "lint", "--no-companions", "stem")
    assert companions_or_reasons_in_report(report) == {} and not rules_found_in_file(report, "stem/walk.md5anim")
    assert companions_or_reasons_in_report(animproof.json(0, "lint", "--mesh", "stem/other.md5mesh", "stem")) == {"stem/walk.md5anim": "stem/other.md5mesh"}


def test_without_such_a_mesh_the_only_mesh_with_the_same_joint_names_is_chosen(animproof):
    write("joints/run.md5anim", md5anim())
    write("joints/turned.md5mesh", md5mesh(["hips", "root"]))
    assert companions_or_reasons_in_report(animproof.json(0, "lint", "joints")) == {
        "joints/run.md5anim": "no .md5mesh file in its folder has the same name or the same joint names; "
        "other folders are not searched: the file's joint names are unknown or too few"}
    write("joints/fits.md5mesh", md5mesh(["root", "hips"]))
    write("joints/walk.md5anim", md5anim(parent=b"7"))
    assert companions_or_reasons_in_report(animproof.json(1, "lint", "joints")) == {"joints/%s.md5anim" % name: "joints/fits.md5mesh" for name in ("run", "walk")}
    write("joints/fits-too.md5mesh", md5mesh(["root", "hips"]))
    assert set(companions_or_reasons_in_report(animproof.json(1, "lint", "joints")).values()) == {
        "2 .md5mesh files in its folder have the same joint names, and none has the same name"}
    write("joints/broken.md5anim", b"MD5Version 10\n")
    assert "are unknown" in companions_or_reasons_in_report(animproof.json(1, "lint", "joints"))["joints/broken.md5anim"]
    write("lone/walk.md5anim", md5anim())
    assert companions_or_reasons_in_report(animproof.json(0, "lint", "lone")) == {"lone/walk.md5anim": "its folder has no .md5mesh file"}
    animproof.exits(0, "lint", "-v", "lone", prints=b", alone: its folder has no .md5mesh file\n", prints_never=b"24 bytes")


def test_the_findings_of_a_mesh_with_several_animations_are_reported_once(animproof, animation_with_two_meshes):
    for number in range(40):
        write("many/%02d.md5anim" % number, md5anim().replace(b"hips", b"a b"))
    write("many/hero.md5mesh", md5mesh(["root", "a b"]).replace(b'"a b"\t0', b'"a b"\t7'))
    for words in (["-j1", "many"], ["-j3", "many"], ["many/03.md5anim", "many/05.md5anim"], ["many/03.md5anim", "many"]):
        report = animproof.json(1, "lint", *words)
        assert len(rules_found_in_file(report, "many/hero.md5mesh")) > 0, words
        assert [f["file"] for f in report["files"]].count("many/hero.md5mesh") == 1, words
    assert len({animproof.exits(1, "lint", "--format", "json", "-j", jobs, "many", "stem").stdout for jobs in "124"}) == 1
    animproof.exits(1, "lint", "--write-baseline", "known.txt", "many")
    animproof.exits(0, "lint", "--baseline", "known.txt", "many")
    assert companions_or_reasons_in_report(animproof.json(1, "lint", "03.md5anim", cwd="many")) == {"03.md5anim": "hero.md5mesh"}


@pytest.mark.parametrize(("make", "code"), [
    (lambda path: os.symlink("nothing", path), 3), (os.mkdir, 0), (os.mkfifo, 0), (lambda path: os.symlink("../waits", path), 0)],
    ids=["link to nothing", "folder", "fifo", "link to a fifo"])
def test_a_companion_that_cannot_be_read_fails_the_run_but_a_folder_or_fifo_is_none(animproof, make, code):
    """No command opens a fifo that it found as a companion, since it would wait for a writer."""
    os.mkfifo("waits")
    write("closed/walk.md5anim", md5anim())
    make("closed/walk.md5mesh")
    animproof.exits(code, "lint", "-v", "closed/walk.md5anim", limit=20, says=b"closed/walk.md5mesh: No such file" if code else b"",
                    prints=b"" if code else b"alone: its folder has no .md5mesh file")
    if code == 0:
        animproof.exits(0, "convert", "closed/walk.md5anim", "--to", "gltf", "-o", "walk.gltf", limit=20)


def test_a_scene_is_found_only_by_its_stem_and_the_pair_gets_the_findings_of_both_files(animproof):
    os.mkdir("scene")
    for path in glob.glob(os.path.join(GOLDEN, "memg/bad/obj-group-without-motion__*")):
        if path.endswith((".bin", ".obj")):
            shutil.copy(path, "scene")
    names = sorted("scene/" + name[:-4] for name in os.listdir("scene") if name.endswith(".bin"))
    write("scene/alone.obj", b"")
    report = animproof.json(1, "lint", "scene")
    assert len(names) > 0
    assert report["skipped"] == [{"file": "scene/alone.obj", "reason": "it is a companion, which is linted only together with its file"}]
    for name in names:
        assert companions_or_reasons_in_report(report)[name + ".bin"] == name + ".obj"
        given = animproof.json(1, "lint", "--obj", name + ".obj", name + ".bin")
        assert rules_found_in_file(report, name + ".obj") == rules_found_in_file(given, name + ".obj") != []
    shutil.copy(names[0] + ".bin", names[0] + ".memg")  # each of two motions gets its own findings for the shared scene
    assert len(rules_found_in_file(animproof.json(1, "lint", "scene"), names[0] + ".obj")) == 2 * len(rules_found_in_file(report, names[0] + ".obj"))


def test_only_an_md5scale_without_an_animation_is_listed_as_skipped(animproof):
    os.makedirs("deep/more")
    for name, scale in (("clean", b'{ "hips": { "0": 2 } }'), ("wrong", b'{ "no": { "0": 2 } }'), ("alone", b"{ }")):
        write("deep/more/%s.md5scale" % name, scale)
        if name != "alone":
            write("deep/more/%s.md5anim" % name, md5anim())
    shutil.make_archive("pack", "zip", "deep")
    for folder in ("deep", "./deep/", ".", "pack.zip"):
        report = animproof.json(0, "lint", folder)
        assert [row["file"].split("/")[-1] for row in report["skipped"]] == ["alone.md5scale"] * (2 if folder == "." else 1)
        assert report["summary"]["skipped"] == len(report["skipped"])
    animproof.exits(0, "lint", "-v", "deep", prints=b"deep/more/alone.md5scale: skipped: it is a companion, which is linted only together with its file\n")
    for count in range(1, 6):
        animproof.exits(0, "shard", "--count=%d" % count, "-o", "lists", "deep", "pack.zip")
        reports = ["%d.jsonl" % i for i in range(count)]
        for i, name in enumerate(reports):
            animproof.run("lint", "--files-from=lists/%d" % i, "--output=jsonl=" + name)
        for form in ("human", "json"):
            whole = animproof.exits(0, "lint", "-v", "--format", form, "deep", "pack.zip").stdout
            assert animproof.exits(0, "report", "merge", "-v", "--format", form, *reports).stdout == whole
        shutil.rmtree("lists")


def test_a_motion_with_the_extension_of_a_scene_is_not_its_own_companion(animproof):
    shutil.copy(sorted(glob.glob(os.path.join(GOLDEN, "memg/bad/obj-group-without-motion__*.bin")))[0], "odd.obj")
    report = animproof.json(None, "lint", "odd.obj")
    assert [(f["file"], f["companion"]) for f in report["files"]] == [("odd.obj", None)]


def test_a_mesh_without_findings_that_animations_need_is_checked_by_the_rules_of_the_project_too(animproof):
    mesh = md5mesh(["root", "hips"])
    for case, (configuration, content, rules) in {
            "clean": (b"", mesh, []),
            "policy": (b"[policy]\njoint-names = root\n", mesh, ["policy/joint-name"]),
            "own": (b"[rule x]\nformats = md5mesh\npath = joints[*].name\nmatches = root\nmessage = only root\n", mesh, ["own/x"]),
            "comment": (b"", mesh.replace(b"numtris 1", b"numtris 1 // animproof: ignore md5mesh/winding"), ["file/unused-ignore"])}.items():
        write("rules.ini", b"[animproof]\nignore = md5anim, policy/frame-rate\n" + configuration)
        for name in ("a.md5anim", "z.md5anim"):  # the mesh is read as their companion before and after its own check
            write(os.path.join(case, name), md5anim())
        write(os.path.join(case, "m.md5mesh"), content)
        one, both, apart = (animproof.json(1 if case in ("policy", "own") else 0, "lint", "--config", "rules.ini", *words, case)
                            for words in (("-j1",), ("-j2",), ("--no-companions",)))
        assert both == one, case
        assert rules_found_in_file(one, case + "/m.md5mesh") == rules_found_in_file(apart, case + "/m.md5mesh") == rules, case
