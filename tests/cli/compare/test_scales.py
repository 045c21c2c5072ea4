"""Changes of an .md5scale, the scales of an animation's joints, between two versions of a folder, an archive or a revision."""

import os
import shutil
import signal

import commands
import pytest
from cli_case import moving_md5anim, preload_environment, write
from git_repository import Repository
from schema_check import Checker


# Preloaded into the program: stops it when it has mapped a file for the third time.
STOP_AT_MAPPING = b"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>

void *mmap64(void *at, size_t size, int access, int how, int file, off64_t from)
{
    static int files;
    void *(*real)(void *, size_t, int, int, int, off64_t) = dlsym(RTLD_NEXT, "mmap64");
    void *mapped = real(at, size, access, how, file, from);
    if (file >= 0 && ++files == 3)
        raise(SIGSTOP);
    return mapped;
}
"""


def write_scales_of_versions(old, new):
    """Writes the .md5scale of both versions next to an animation with the joints hips and hand."""
    for folder, content in (("old", old), ("new", new)):
        os.makedirs(folder, exist_ok=True)
        write(folder + "/walk.md5anim", moving_md5anim(["hips", "hand"]))
        write(folder + "/walk.md5scale", content)


@pytest.mark.parametrize("old, new, code, line", (
    ('{ "hips": { "0": 2 } }', '{ "hips": { "0": 3 } }', 0, 'seen: joint "hips": scaled by 3 instead of 2 in frame 0 [joint-scale]'),
    ('{ "hips": { "0": 2, "1": 2 } }', '{ "hips": { "0": 3, "1": 2.5 } }', 0,
     'seen: joint "hips": scaled by 3 instead of 2 in frame 0 (2 frames differ) [joint-scale]'),
    ('{ "hips": { "0": 2 } }', "{ }", 0, 'seen: joint "hips": scaled by 1 instead of 2 in frame 0 [joint-scale]'),
    ("{ }", '{ "hand": { "scale_positions": true } }', 0, 'seen: joint "hand": positions are scaled, too, by its scales [joint-scale]'),
    ('{ "hips": { "0": 2 } }', '{ "hip": { "0": 2 } }', 1,
     'breaks: joint "hip": the animation has no such joint, so its scales are ignored [joint-scale-name]'),
    ('{ "hips": { "0": 2 } }', '{"hips":{"0":2.0}}', 0, "bytes only: the bytes differ, and the contents are equal [spelling]"),
    ('{ "hips": { "0": 2 } }', '{ "hips": { "0": 2.000001 } }', 0, "bytes only: 1 number differs by rounding, at most 1e-06 [rounding]"),
    ('{ "hips": { "0": 2 } }', '{ "hips": { "0": 2, "0": 3 } }', 0, 'seen: joint "hips": scaled by 3 instead of 2 in frame 0 [joint-scale]')))
def test_an_edited_md5scale_names_the_joints_with_other_scales(animproof, old, new, code, line):
    write_scales_of_versions(old.encode(), new.encode())
    shown = animproof.exits(code, "compare", "old", "new").stdout.decode()
    assert "walk.md5scale: " + line in shown and "1 unchanged\n" in shown
    for folder in ("old", "new"):
        shutil.make_archive(folder, "zip", folder)
    assert animproof.exits(code, "compare", "old.zip", "new.zip").stdout.decode() == shown


def test_an_md5scale_that_cannot_be_read_is_named_with_its_first_mistake(animproof):
    write_scales_of_versions(b'{ "hips": { "0": 2 } }', b'{\n "hips": { "0": 2, } }')
    shown = animproof.exits(3, "compare", "old", "new").stdout.decode()
    assert "new/walk.md5scale: not compared: 2:20: " in shown and "[md5anim/scale-syntax]" in shown
    document = animproof.json(3, "compare", "new", "old")
    assert not Checker("compare").list_first_error(document) and document["summary"]["failed"] == 1


def test_the_largest_difference_of_a_joint_is_that_of_its_scales(animproof):
    write_scales_of_versions(b'{ "hips": { "0": 2, "1": 9 } }', b'{ "hips": { "0": 3, "1": 9.5 } }')
    change, = [one for file in animproof.json(0, "compare", "old", "new")["files"] for one in file.get("changes", ())]
    assert (change["largest"], change["places"]) == (1, 2)


def test_an_md5scale_is_compared_with_a_revision_and_its_unchanged_animation(animproof):
    repository = Repository(animproof)
    write_scales_of_versions(b'{ "hips": { "0": 2 } }', b"{ }")
    repository.commit()
    write("old/walk.md5scale", b'{ "hips": { "0": 3 }, "head": { "0": 2 } }')
    shown = animproof.exits(1, "lint", "--against=HEAD", "-q", ".", env=repository.environment).stdout.decode()
    assert shown.splitlines()[-2:] == [
        'old/walk.md5scale: seen: joint "hips": scaled by 3 instead of 2 in frame 0 [joint-scale]',
        'old/walk.md5scale: breaks: joint "head": the animation has no such joint, so its scales are ignored [joint-scale-name]']


def test_single_versions_are_compared_without_an_animation(animproof):
    write_scales_of_versions(b"{ }", b'{ "head": { "1": 2 } }')
    animproof.exits(0, "compare", "old/walk.md5scale", "new/walk.md5scale",
                    prints_first=b'new/walk.md5scale: seen: joint "head": scaled by 2 instead of 1 in frame 1 [joint-scale]\n')


def test_an_animation_that_shrinks_while_scales_are_compared_is_named(animproof):
    """Both animations are mapped while the folders are listed, and the new one again when the scales are compared."""
    write_scales_of_versions(b"{ }", b'{ "hand": { "0": 2 } }')
    for folder in ("old", "new"):
        write(folder + "/walk.md5anim", moving_md5anim(["hips", "hand"]) + b"\n" * 70000)
    program = animproof.start("compare", "old", "new", env=preload_environment("stop_at_mapping", STOP_AT_MAPPING),
                              stdout=commands.PIPE, stderr=commands.PIPE)
    assert os.WIFSTOPPED(os.waitpid(program.pid, os.WUNTRACED)[1])
    os.truncate("new/walk.md5anim", 100)
    program.send_signal(signal.SIGCONT)
    assert program.communicate()[1] == b"animproof: new/walk.md5anim: became shorter while it was read\n" and program.returncode == 3
