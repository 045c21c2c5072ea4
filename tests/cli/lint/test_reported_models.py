"""Faults between the files of a model, rebuilt from what users of engines reported: the first finding of a file names its fault."""

import zipfile

import pytest
from cli_case import md5mesh, moving_md5anim, write

OGRE = ["ogre", "leg_left", "leg_right", "head", "arm", "rocket"]
EYES = ["eyes", "lid", "iris"]
MARINE = ["origin", "hips", "spine", "chest", "head", "arm", "hand"]


def lint_and_get_first_finding_of_each_file(animproof, path, code):
    """Returns (file, rule, message) of the first finding of each file that has one."""
    files = animproof.json(code, "lint", path)["files"]
    return [(one["file"], one["findings"][0]["rule"], one["findings"][0]["message"]) for one in files if one["findings"]]


def test_an_animation_with_another_number_of_joints(animproof):
    """Novum/vkQuake#980: "progs/ogre_rocket.md5anim has incorrect joint count"."""
    write("progs/ogre_rocket.md5mesh", md5mesh(OGRE))
    write("progs/ogre_rocket.md5anim", moving_md5anim(OGRE[:-1]))
    assert lint_and_get_first_finding_of_each_file(animproof, "progs", 1) == [
        ("progs/ogre_rocket.md5anim", "md5anim/mesh-joint-count", "num_joints is 5; it must be 6: the mesh has 6 joints")]
    animproof.exits(0, "sets", "progs", prints=b"ogre_rocket.md5anim: 5 joints, the md5mesh has 6\n")


def check_finding_of_renamed_joint(found, path):
    (file, rule, message), = found
    assert (file, rule) == (path, "md5anim/mesh-joint-name") and '"iris"' in message and '"pupil"' in message


def test_an_animation_with_a_renamed_joint(animproof):
    """andrei-drexler/ironwail#521: "progs/eyes.md5anim: bone was renamed"."""
    write("progs/eyes.md5mesh", md5mesh(EYES))
    write("progs/eyes.md5anim", moving_md5anim(["eyes", "lid", "pupil"]))
    check_finding_of_renamed_joint(lint_and_get_first_finding_of_each_file(animproof, "progs", 1), "progs/eyes.md5anim")


@pytest.mark.parametrize("packed", [False, True])
def test_a_pack_whose_mesh_renames_a_joint_of_the_pack_below_is_reported(animproof, packed):
    """andrei-drexler/ironwail#356: a pack "causes Ironwail to instantly crash, citing that bones were renamed"."""
    pack = {"progs/eyes.md5mesh": md5mesh(["eyes", "lid", "pupil"])}
    base = {"progs/eyes.md5mesh": md5mesh(EYES), "progs/eyes.md5anim": moving_md5anim(EYES)}
    for files, name in ((base, "base.pk4"), (pack, "pack.pk4")):
        with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, content in files.items():
                archive.writestr(path, content)
    for name in ("base.pk4", "pack.pk4"):
        with zipfile.ZipFile(name) as archive:
            archive.extractall("all")
    if packed:
        with zipfile.ZipFile("all.pk4", "w") as archive:
            for path in base:
                archive.write("all/" + path, path)
    path = "all.pk4!progs/eyes.md5anim" if packed else "all/progs/eyes.md5anim"
    check_finding_of_renamed_joint(lint_and_get_first_finding_of_each_file(animproof, "all.pk4" if packed else "all", 1), path)


def test_a_gib_model_with_another_number_of_joints(animproof):
    """glKarin/com.n0n3m4.diii4a#319: "gib model '...skeleton.md5mesh' has different number of joints than model"."""
    write("marine/marine.md5mesh", md5mesh(MARINE))
    write("marine/walk.md5anim", moving_md5anim(MARINE))
    write("marine/skeleton.md5mesh", md5mesh(MARINE[:-1]))
    (file, rule, message), = lint_and_get_first_finding_of_each_file(animproof, "marine", 0)
    assert (file, rule) == ("marine/skeleton.md5mesh", "md5mesh/set-skeleton") and message.startswith("num_joints is 6; 2 files of its folder"), message


def test_scales_of_a_joint_that_the_animation_lacks(animproof):
    """skullernet/q2pro#347: scales of joints that have no effect."""
    write("md5/gun.md5mesh", md5mesh(MARINE))
    write("md5/gun.md5anim", moving_md5anim(MARINE))
    write("md5/gun.md5scale", b'{ "Hand": { "0": 2, "scale_positions": true } }')
    (file, rule, message), = lint_and_get_first_finding_of_each_file(animproof, "md5", 0)
    assert (file, rule) == ("md5/gun.md5scale", "md5anim/scale-joint") and '"Hand"' in message
