"""compare: files that were moved and edited are paired with their old versions, the most similar pair first."""

import os

import pytest
from cli_case import read, write
from compare_model import make_edited_model
from formats import BINARY, EXTENSIONS
from golden_files import EACH


def edit_that_sets_positions(smallest):
    """Returns the edit that gives each joint other positions in each frame; `smallest` is the smallest coordinate."""
    return "[frame['values'].__setitem__(i, i / 8 + n + %d) for n, frame in enumerate(f['frames']) for i in range(42) if i %% 6 < 3]" % smallest


def output_lines_of_compare(animproof, *words):
    os.makedirs("old", exist_ok=True)
    os.makedirs("new", exist_ok=True)
    return animproof.run("compare", "-q", *words, "old", "new").stdout.decode().splitlines()


def test_an_edit_of_a_moved_animation_follows_its_old_path(animproof):
    make_edited_model(animproof, "md5anim", "pass", "old/walk.md5anim")
    make_edited_model(animproof, "md5anim", 'f["hierarchy"][2]["name"] = "spine1"; f["frame_rate"] = 30', "new/moves/stride.md5anim")
    assert output_lines_of_compare(animproof) == [
        'moves/stride.md5anim: breaks: moved from "walk.md5anim" [file-moved]',
        'moves/stride.md5anim: breaks: joint 2 renamed from "spine" to "spine1" [joint-renamed]',
        "moves/stride.md5anim: seen: 30 frames a second instead of 24: 5 frames take 0.1333 s instead of 0.1667 s [frame-rate]"]
    document = animproof.json(1, "compare", "old", "new")
    assert document["summary"]["moved"] == document["summary"]["breaks"] == 1
    assert {key: document["files"][0][key] for key in ("status", "old", "new", "format", "impact")} == {
        "status": "moved", "old": "old/walk.md5anim", "new": "new/moves/stride.md5anim", "format": "md5anim", "impact": "breaks"}


@pytest.mark.parametrize("base, extension", EXTENSIONS.items(), ids=EXTENSIONS)
def test_each_format_is_paired_after_a_small_edit(animproof, base, extension):
    make_edited_model(animproof, base, "pass", "old/a" + extension)
    text = read("old/a" + extension)
    os.mkdir("new")
    if extension in BINARY:
        at = len(text) // 2 // 4 * 4
        write("new/b" + extension, text[:at] + bytes([text[at] ^ 1]) + text[at + 1:])
    else:
        write("new/b" + extension, text.replace(b"\n", b"  // edited\n", 1))
    assert output_lines_of_compare(animproof)[0] == 'b%s: breaks: moved from "a%s" [file-moved]' % (extension, extension)


def test_the_most_alike_belong_together_and_equal_bytes_come_first(animproof):
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(0), "old/a.md5anim")
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(10), "old/b.md5anim")
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(20), "old/c.md5anim")
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(10) + '; f["frame_rate"] = 30', "new/x.md5anim")
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(0) + '; f["frame_rate"] = 60', "new/y.md5anim")
    write("new/z.md5anim", read("old/b.md5anim"))
    moved = [line for line in output_lines_of_compare(animproof) if "file-" in line]
    assert 'y.md5anim: breaks: moved from "a.md5anim" [file-moved]' in moved and 'z.md5anim: breaks: moved from "b.md5anim" [file-moved]' in moved
    assert moved[-2:] == ['y.md5anim: breaks: moved from "a.md5anim" [file-moved]', 'z.md5anim: breaks: moved from "b.md5anim" [file-moved]']


def test_other_files_and_other_formats_are_gone_and_new(animproof):
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(0), "old/a.md5anim")
    make_edited_model(animproof, "md5mesh", "pass", "old/m.md5mesh")
    make_edited_model(animproof, "md5anim", edit_that_sets_positions(50) + "; [joint.update(name='j%d' % i) for i, joint in enumerate(f['hierarchy'])]"
         + "; [box['min'].update(x=-7 - i) for i, box in enumerate(f['bounds'])]; [row['position'].update(x=i + 0.25) for i, row in enumerate(f['baseframe'])]",
         "new/b.md5anim")
    make_edited_model(animproof, "mrtk", "pass", "new/m.bin")
    assert [line.split(" [")[1] for line in output_lines_of_compare(animproof)] == ["file-removed]", "file-added]", "file-added]", "file-removed]"]


@pytest.mark.skipif(EACH > 1, reason="a slow build: the limit does not depend on the build")
def test_many_files_that_moved_are_tried_up_to_a_limit(animproof):
    make_edited_model(animproof, "md5anim", "pass", "old/a.md5anim")
    text = read("old/a.md5anim")
    os.mkdir("new")
    for i in range(1010):
        write("old/f%04d.md5anim" % i, text.replace(b"made by hand", b"number %d" % i))
        write("new/g%04d.md5anim" % i, text.replace(b"made by hand", b"other %d" % i))
    os.remove("old/a.md5anim")
    kinds = [line.split(" [")[-1] for line in output_lines_of_compare(animproof)]
    assert kinds.count("file-moved]") == 1000 and kinds.count("file-removed]") == kinds.count("file-added]") == 10
