"""animproof engines: answers as JSON follow the schema, for files, archives, companions and files that cannot be read."""

import os
import re
import zipfile

from cli_case import MD5ANIM, md5anim, md5mesh, moving_md5anim, mrtk, write
from schema_check import Checker

READERS = ["id", "iqm", "daemon", "fte", "vkquake", "ironwail", "q2pro", "darkradiant", "assimp5", "assimp6", "blender", "dsma"]


def answers_by_reader(entry):
    return {reader: one["answer"] for reader, one in entry["readers"].items()}


def test_the_output_is_as_the_schema_says(animproof):
    write("in/good.md5anim", MD5ANIM)
    write("in/bad.md5anim", md5anim(b"7"))
    write("in/take.bin", mrtk())
    write("in/notes.txt", b"hello")
    os.mkdir("scene")
    animproof.exits(0, "generate", "--format=memg", "--seed=3", "-o", "scene/motion.bin")
    checker = Checker("engines")
    for found in (animproof.json(3, "engines", "in", "scene", "absent"), animproof.json(1, "engines", "in/notes.txt")):
        assert checker.list_first_error(found) == [] and checker.list_first_error({**found, "more": 1})


def test_each_reader_has_an_answer_and_the_rule_that_decides(animproof):
    write("bad.md5anim", md5anim(b"7"))
    file = animproof.json(0, "engines", "bad.md5anim")["files"][0]
    assert sorted(file["readers"]) == sorted(READERS)
    assert file["readers"]["id"] == {"answer": "refuses", "because": ["md5anim/parent-order"]}
    found = animproof.json(0, "engines", "bad.md5anim")["summary"]
    assert found["files"] == 1 and found["load_in_all"] == 0 and found["readers"]["id"] == {"refuses": 1}


def test_other_formats_have_other_readers(animproof):
    write("take.bin", mrtk())
    os.mkdir("scene")
    animproof.exits(0, "generate", "--format=memg", "--seed=3", "-o", "scene/motion.bin")
    take, motion = animproof.json(0, "engines", "take.bin", "scene/motion.bin")["files"]
    assert answers_by_reader(take) == {"mrtk": "loads"} and answers_by_reader(motion) == {}


def test_the_mesh_of_an_animation_counts(animproof):
    write("in/walk.md5mesh", md5mesh(["origin", "hips", "chest"]))
    write("in/walk.md5anim", moving_md5anim(["origin", "hips", "tail"]))
    files = {file["file"]: file for file in animproof.json(0, "engines", "in")["files"]}
    assert files["in/walk.md5anim"]["readers"]["id"] == {"answer": "refuses", "because": ["md5anim/mesh-joint-name"]}
    assert answers_by_reader(files["in/walk.md5mesh"])["id"] == "loads"


def test_comments_and_configurations_hide_nothing(animproof):
    write("walk.md5anim", md5anim(b"7").replace(b"\nnumFrames", b" // animproof: ignore md5anim/parent-order\nnumFrames"))
    write(".animproof.ini", b"[animproof]\nignore = md5anim/*\n")
    assert answers_by_reader(animproof.json(0, "engines", "walk.md5anim")["files"][0])["id"] == "refuses"


def test_files_in_archives_have_answers(animproof):
    with zipfile.ZipFile("base.pk4", "w") as archive:
        archive.writestr("models/walk.md5anim", MD5ANIM)
    assert [file["file"].endswith("walk.md5anim") for file in animproof.json(0, "engines", "base.pk4")["files"]] == [True]


def test_required_readers_fail_a_run(animproof):
    write("bad.md5anim", md5anim(b"7"))
    write("good.md5anim", MD5ANIM)
    animproof.exits(1, "engines", "--require", "id", "bad.md5anim", "good.md5anim")
    animproof.exits(0, "engines", "--require", "id,daemon", "good.md5anim")
    animproof.exits(0, "engines", "--require", "iqm", "bad.md5anim")


def test_the_html_page_has_a_cell_for_each_reader_and_explains_each_rule(animproof):
    write("in/<bad>.md5anim", md5anim(b"7"))
    write("in/good.md5anim", MD5ANIM)
    write("in/take.bin", mrtk())
    write("in/notes.txt", b"hello")
    page = animproof.exits(1, "engines", "--format=html", "in", "in/notes.txt").stdout.decode()
    answers = {reader: one["answer"] for reader, one in animproof.json(0, "engines", "in/<bad>.md5anim")["files"][0]["readers"].items()}
    row = next(line for line in page.split("\n") if "&lt;bad&gt;.md5anim" in line)
    assert re.findall(r'<td class="(\w+)"', row) == [answers[reader] for reader in READERS]
    assert "<bad>" not in page and "in/notes.txt: the format is not recognized" in page
    links, anchors = set(re.findall(r'href="#([^"]*)"', page)), re.findall(r'<h3 id="([^"]*)"', page)
    assert links == set(anchors) == {"md5animparent-order"} and len(anchors) == 1
    assert page.count("<table>") == page.count("</table>") == 3 and page.endswith("</html>\n")


def test_an_html_page_without_answers_is_complete(animproof):
    write("notes.txt", b"hello")
    page = animproof.exits(1, "engines", "--format=html", "notes.txt").stdout.decode()
    assert page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n") and "0 of 0 files" in page
