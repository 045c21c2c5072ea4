"""Meshes in other folders: which one an animation gets, what the reports say, and that threads, shards and archives agree."""

import json
import os
import zipfile

import pytest
from cli_case import md5mesh, moving_md5anim, write
from shards import make_and_lint_shards

A, B, TWO = ["origin", "hips", "chest"], ["origin", "hips", "tail"], ["origin", "hips"]


def write_all_files(files):
    for path, content in files.items():
        write(path, content)


def lint_and_list_companions(animproof, *arguments, code=0):
    report = animproof.json(code, "lint", *arguments)
    return {f["file"]: f.get("companion") or f["no_companion"] for f in report["files"] if "companion" in f}


ALONE = "its folder has no .md5mesh file"
TREE = {
    "assets/anim/deerWalk.md5anim": moving_md5anim(A), "assets/mesh/deer.md5mesh": md5mesh(A),
    "assets/anim/foxWalk.md5anim": moving_md5anim(B), "assets/mesh/FOX.md5mesh": md5mesh(B), "assets/mesh/wolf.MD5MESH": md5mesh(B),
    "assets/anim/owl.md5anim": moving_md5anim(B), "assets/anim/two.md5anim": moving_md5anim(TWO), "assets/mesh/bat.md5mesh": md5mesh(TWO),
    "assets/deep/er/foxRun.md5anim": moving_md5anim(B), "assets/deep/er/still/foxRun.md5anim": moving_md5anim(B),
    "assets/top.md5anim": moving_md5anim(A),
}
PAIRS = {
    "assets/anim/deerWalk.md5anim": "assets/mesh/deer.md5mesh",
    "assets/anim/foxWalk.md5anim": "assets/mesh/FOX.md5mesh",
    "assets/anim/owl.md5anim": ALONE + "; 2 below ../ have the same joint names, and no single one has a name that begins the file's",
    "assets/anim/two.md5anim": ALONE + "; other folders are not searched: the file's joint names are unknown or too few",
    "assets/deep/er/foxRun.md5anim": "assets/mesh/FOX.md5mesh",
    "assets/deep/er/still/foxRun.md5anim": ALONE + "; none below ../../ has the same joint names",
    "assets/top.md5anim": ALONE + "; ../ is not searched, because it is outside the folders on the command line",
}


def test_a_mesh_below_the_parent_or_the_folder_above_is_taken(animproof):
    write_all_files(TREE)
    assert lint_and_list_companions(animproof, "assets") == PAIRS
    assert lint_and_list_companions(animproof, "assets/") == PAIRS
    write("paths", "assets\n")
    assert lint_and_list_companions(animproof, "--files-from", "paths") == PAIRS


def test_the_parent_comes_before_the_folder_above_it(animproof):
    write_all_files({"a/b/anim/x.md5anim": moving_md5anim(A), "a/b/mesh/far/y.md5mesh": md5mesh(A), "a/x.md5mesh": md5mesh(A)})
    assert lint_and_list_companions(animproof, "a") == {"a/b/anim/x.md5anim": "a/b/mesh/far/y.md5mesh"}
    write("a/b/z.md5mesh", md5mesh(A))  # several meshes below the parent fit, so the folder above it is not searched
    assert lint_and_list_companions(animproof, "a")["a/b/anim/x.md5anim"].startswith(ALONE + "; 2 below ../ have")


def test_a_mesh_of_the_own_folder_comes_first(animproof):
    write_all_files({"a/anim/x.md5anim": moving_md5anim(A), "a/mesh/x.md5mesh": md5mesh(A), "a/anim/own.md5mesh": md5mesh(A)})
    assert lint_and_list_companions(animproof, "a") == {"a/anim/x.md5anim": "a/anim/own.md5mesh"}
    write("a/anim/own-too.md5mesh", md5mesh(A))
    assert lint_and_list_companions(animproof, "a") == {"a/anim/x.md5anim": "2 .md5mesh files in its folder have the same joint names, and none has the same name"}
    os.remove("a/anim/own-too.md5mesh")
    write("a/anim/own.md5mesh", md5mesh(B))
    assert lint_and_list_companions(animproof, "a") == {"a/anim/x.md5anim": "a/mesh/x.md5mesh"}


def test_the_begin_of_a_name_decides_only_between_meshes_of_other_folders(animproof):
    write_all_files({"a/anim/HeroWalk.md5anim": moving_md5anim(A), "a/mesh/hero.md5mesh": md5mesh(A), "a/mesh/wolf.md5mesh": md5mesh(A)})
    assert lint_and_list_companions(animproof, "a") == {"a/anim/HeroWalk.md5anim": "a/mesh/hero.md5mesh"}
    write("a/mesh/herow.md5mesh", md5mesh(A))  # the names of two meshes are beginnings of the animation's name
    assert lint_and_list_companions(animproof, "a")["a/anim/HeroWalk.md5anim"].startswith(ALONE + "; 3 below ../ have")
    write("a/anim/hero.md5mesh", md5mesh(A))
    assert lint_and_list_companions(animproof, "a") == {"a/anim/HeroWalk.md5anim": "a/anim/hero.md5mesh"}
    write("a/anim/wolf.md5mesh", md5mesh(A))
    assert lint_and_list_companions(animproof, "a")["a/anim/HeroWalk.md5anim"] == (
        "2 .md5mesh files in its folder have the same joint names, and none has the same name")


@pytest.mark.parametrize("named", [["assets/anim"], ["assets/anim", "assets/mesh"],
                                   ["assets/anim/deerWalk.md5anim", "assets/mesh/deer.md5mesh"]], ids=str)
def test_no_folder_above_the_named_one_is_searched(animproof, named):
    write_all_files(TREE)
    assert lint_and_list_companions(animproof, *named)["assets/anim/deerWalk.md5anim"].startswith(ALONE)


def test_an_excluded_mesh_is_not_taken(animproof):
    write_all_files(TREE)
    assert lint_and_list_companions(animproof, "--exclude", "mesh", "assets")["assets/anim/deerWalk.md5anim"] == ALONE
    assert lint_and_list_companions(animproof, "--exclude", "wolf*", "assets")["assets/anim/owl.md5anim"] == "assets/mesh/FOX.md5mesh"
    write_all_files({"assets/.git/HEAD": b"", "assets/.gitignore": b"deer.md5mesh\n"})
    assert "none below ../" in lint_and_list_companions(animproof, "assets")["assets/anim/deerWalk.md5anim"]
    assert lint_and_list_companions(animproof, "--no-companions", "assets") == {}


def test_archives_pair_as_folders_do(animproof):
    write_all_files(TREE)
    os.makedirs("in")
    with zipfile.ZipFile("in/pak.pk4", "w") as pak:
        for path, content in TREE.items():
            pak.writestr(path, content)
    pairs = {path: found.replace("in/pak.pk4!", "") for path, found in lint_and_list_companions(animproof, "in").items()}
    inside = dict(PAIRS)
    inside["assets/top.md5anim"] = "assets/mesh/deer.md5mesh"  # the archive itself is above assets/
    assert pairs == {"in/pak.pk4!" + path: found for path, found in inside.items()}
    assert "deer.md5mesh" in lint_and_list_companions(animproof, "-j3", "in/pak.pk4", "assets")["in/pak.pk4!assets/anim/deerWalk.md5anim"]


def test_threads_and_shards_agree(animproof):
    files = {}
    for number in range(40):
        names = [*A, "j%d" % number]
        files["tree/%02d/anim/walk.md5anim" % number] = moving_md5anim(names)
        files["tree/%02d/mesh/%d.md5mesh" % (number, number)] = md5mesh(names if number % 3 else names[::-1])
    write_all_files(files)
    one = animproof.exits(0, "lint", "--format", "json", "-j1", "tree").stdout
    for jobs in ("2", "4"):
        assert animproof.exits(0, "lint", "--format", "json", "-j" + jobs, "tree").stdout == one
    reports = make_and_lint_shards(animproof, 5, ["tree"])
    assert animproof.exits(0, "report", "merge", "--format", "json", *reports).stdout == one
    assert one.count(b'"companion_reason"') == 26


def test_reports_say_how_the_mesh_was_found(animproof):
    write_all_files(TREE)
    human = animproof.exits(0, "lint", "-v", "assets").stdout
    assert b"with assets/mesh/deer.md5mesh (the only .md5mesh file below ../ with the same joint names)\n" in human
    assert (b"with assets/mesh/FOX.md5mesh (of 2 .md5mesh files below ../../ with the same joint names, the only one with a name that "
            b"begins the file's)\n") in human
    assert b"two.md5anim:5:11: warning: num_joints is 2; 2 files of its folder have nearly the same skeleton" in human
    assert b"11 files: 0 errors, 1 warning, 4 animations without a mesh (animproof sets says why)." in human
    write("assets/anim/deerWalk.md5anim", moving_md5anim(A).replace(b'"chest"\t1', b'"chest"\t0'))
    sarif = json.loads(animproof.exits(1, "lint", "--format", "sarif", "assets").stdout)["runs"][0]["results"]
    assert [(r["ruleId"], r["properties"]["companion"], r["properties"]["companion_reason"]) for r in sarif
            if r["ruleId"] != "md5anim/set-skeleton"] == [
        ("md5anim/mesh-joint-parent", "assets/mesh/deer.md5mesh", "the only .md5mesh file below ../ with the same joint names")]
    given = animproof.exits(1, "lint", "-v", "--mesh", "assets/mesh/bat.md5mesh", "assets/anim").stdout
    assert b"with assets/mesh/bat.md5mesh (named by --mesh)\n" in given


def test_a_mesh_with_errors_is_named_as_such(animproof):
    write_all_files({"a/anim/x.md5anim": moving_md5anim(A), "a/mesh/x.md5mesh": md5mesh(A).replace(b"weight 0 0 1", b"weight 0 9 1")})
    human = animproof.exits(1, "lint", "-v", "--severity", "md5mesh/weight-joint-range=note", "--fail-on", "note", "a").stdout
    assert b"; the companion has errors, so rules that need a complete companion are not checked)\n" in human


def test_a_mesh_that_is_cut_off_is_no_candidate(animproof):
    write_all_files({"a/anim/x.md5anim": moving_md5anim(A), "a/mesh/good.md5mesh": md5mesh(A), "a/mesh/cut.md5mesh": md5mesh(A)[:90]})
    assert lint_and_list_companions(animproof, "a", code=1) == {"a/anim/x.md5anim": "a/mesh/good.md5mesh"}
