"""The keys mesh and obj of a configuration: to which files they apply, what the reports say, and which files may not be named."""

import os
import zipfile

import pytest
from cli_case import md5mesh, moving_md5anim, write

MESH = b"meshes/hero.md5mesh"
A, B = ["origin", "hips", "chest"], ["origin", "hips", "tail"]


def write_configuration(*lines, path=".animproof.ini"):
    write(path, "\n".join(lines) + "\n")


@pytest.fixture
def lint_and_list_companions_with_reasons(animproof):
    """Makes two animations, and a mesh that fits only one of them by its joints. Calling it returns {file: (companion, reason)};
    the reason says how lint found the companion, or why the file has none (None)."""
    write("anim/hero.md5anim", moving_md5anim(A))
    write("anim/still/fox.md5anim", moving_md5anim(B))
    write("meshes/hero.md5mesh", md5mesh(A))

    def lint_and_get_companions_with_reasons(code, *arguments):
        report = animproof.json(code, "lint", *arguments)
        return {f["file"]: (f["companion"], f.get("companion_reason") or f["no_companion"]) for f in report["files"] if "companion" in f}
    return lint_and_get_companions_with_reasons


HERO, FOX = "anim/hero.md5anim", "anim/still/fox.md5anim"
NONE = "its folder has no .md5mesh file"


def test_a_section_names_the_mesh_of_its_files(animproof, lint_and_list_companions_with_reasons):
    assert lint_and_list_companions_with_reasons(0, "anim") == {HERO: (None, NONE), FOX: (None, NONE)}
    write_configuration("[path hero*]", "mesh = meshes/hero.md5mesh")
    named = (MESH.decode(), "named in .animproof.ini:2")
    assert lint_and_list_companions_with_reasons(0, "anim") == {HERO: named, FOX: (None, NONE)}
    assert lint_and_list_companions_with_reasons(0, "-j2", "anim/hero.md5anim", "meshes") == {HERO: named}
    animproof.exits(0, "lint", "-v", "anim", prints=b"hero.md5anim: md5anim 10, ")
    animproof.exits(0, "lint", "-v", "anim", prints=b", with meshes/hero.md5mesh (named in .animproof.ini:2)\n")
    os.chdir("anim")
    assert lint_and_list_companions_with_reasons(0, "hero.md5anim")["hero.md5anim"][1] == "named in .animproof.ini:2"


def test_a_named_mesh_is_checked_with_any_joints_and_comes_before_the_others(animproof, lint_and_list_companions_with_reasons):
    write("anim/hero.md5mesh", md5mesh(A))
    write_configuration("[animproof]", "mesh = gone.md5mesh", "[path anim/]", "mesh = meshes/hero.md5mesh")
    assert set(lint_and_list_companions_with_reasons(1, "anim").values()) == {(MESH.decode(), "named in .animproof.ini:4")}
    animproof.exits(1, "lint", "anim", prints=b"[md5anim/mesh-joint-name]")
    write("other.md5mesh", md5mesh(B))
    assert lint_and_list_companions_with_reasons(1, "--mesh", "other.md5mesh", "anim")[FOX] == ("other.md5mesh", "named by --mesh")
    assert lint_and_list_companions_with_reasons(0, "--no-companions", "anim") == {}
    assert lint_and_list_companions_with_reasons(0, "--no-config", "anim")[HERO][1] == "the same name"


def test_the_findings_of_a_named_mesh_are_reported_once(animproof, lint_and_list_companions_with_reasons):
    write("meshes/hero.md5mesh", md5mesh(A).replace(b"weight 0 0 1", b"weight 0 9 1"))
    write_configuration("[path hero*]", "mesh = meshes/hero.md5mesh")
    for paths in (["anim"], ["."], ["anim", "meshes"]):
        report = animproof.exits(1, "lint", "--format", "concise", *paths).stdout
        assert report.count(b"[md5mesh/weight-joint-range]") == 1, paths


def test_files_of_an_archive_have_the_mesh_of_its_configuration(lint_and_list_companions_with_reasons):
    with zipfile.ZipFile("pak.pk4", "w") as pak:
        pak.writestr("models/hero.md5anim", moving_md5anim(A))
    write_configuration("[path pak.pk4]", "mesh = meshes/hero.md5mesh")
    assert lint_and_list_companions_with_reasons(0, "pak.pk4") == {"pak.pk4!models/hero.md5anim": (MESH.decode(), "named in .animproof.ini:2")}


def test_a_mesh_that_cannot_be_read_is_an_error_of_the_run(animproof, lint_and_list_companions_with_reasons):
    write_configuration("[path hero*]", "mesh = meshes/gone.md5mesh")
    for command in (["lint"], ["fix"]):
        animproof.exits(3, *command, "anim", says=b"meshes/gone.md5mesh: No such file or directory (named in .animproof.ini:2)\n")
    animproof.exits(0, "lint", "anim/still", says_never=b"gone")


@pytest.mark.parametrize("file", ["/etc/hosts", "../secret", "a/../../secret", ".."])
def test_a_found_configuration_names_only_files_below_its_folder(animproof, lint_and_list_companions_with_reasons, file):
    write("project/hero.md5anim", moving_md5anim(A))
    write("secret", b"TOKEN_abc = 1\n")
    write_configuration("[path hero*]", "mesh = " + file, path="project/.animproof.ini")
    animproof.exits(2, "lint", "project", says=b"/project/.animproof.ini:2: mesh: '" + file.encode()
                    + b"' is not below the folder of this configuration; only a configuration that --config names may name other files\n",
                    says_never=b"TOKEN", prints_never=b"TOKEN")


def test_a_link_that_leads_out_of_the_folder_is_not_followed(animproof, lint_and_list_companions_with_reasons):
    write("project/hero.md5anim", moving_md5anim(A))
    write("secret", b"TOKEN_abc = 1\n")
    os.symlink("../secret", "project/hero.mesh")
    write_configuration("[path hero*]", "mesh = hero.mesh", path="project/.animproof.ini")
    animproof.exits(3, "lint", "project", says=b"project/hero.mesh: a link leads out of the folder of the configuration (named in .animproof.ini:2)\n",
                    prints_never=b"TOKEN")


def test_a_configuration_of_an_option_may_name_any_file(lint_and_list_companions_with_reasons):
    write_configuration("[path hero*]", "mesh = ../meshes/hero.md5mesh", path="ci/project.ini")
    path = "ci/../meshes/hero.md5mesh"
    assert lint_and_list_companions_with_reasons(0, "--config", "ci/project.ini", "ci", "--allow-empty") == {}
    write("ci/hero.md5anim", moving_md5anim(A))
    assert lint_and_list_companions_with_reasons(0, "--config", "ci/project.ini", "ci") == {"ci/hero.md5anim": (path, "named in project.ini:2")}


@pytest.mark.parametrize(("lines", "said"), [
    (["[animproof]", "mesh ="], b":2: mesh: the name of a file is missing"),
    (["[path a]", "mesh = x", "mesh = y"], b":3: mesh is set twice in this section"),
    (["[path a]", "mehs = x"], b":2: unknown key 'mehs'; did you mean 'mesh'?"),
], ids=str)
def test_wrong_values_are_refused(animproof, lint_and_list_companions_with_reasons, lines, said):
    write_configuration(*lines)
    animproof.exits(2, "lint", "anim", says=said)


def test_config_prints_the_mesh_of_a_file(animproof, lint_and_list_companions_with_reasons):
    write_configuration("[path hero*]", "mesh = meshes/hero.md5mesh", "obj = scene.obj")
    printed = animproof.exits(0, "config", HERO).stdout
    assert b"\n  mesh          meshes/hero.md5mesh %s:2\n" % os.path.realpath(".animproof.ini").encode() in printed
    animproof.exits(0, "config", FOX, prints_never=b"mesh ")


def test_fix_takes_the_named_mesh(animproof, lint_and_list_companions_with_reasons):
    write_configuration("[path hero*]", "mesh = meshes/hero.md5mesh")
    animproof.exits(0, "fix", "-v", "anim", prints=b"anim/hero.md5anim: with meshes/hero.md5mesh (named in .animproof.ini:2)\n")
