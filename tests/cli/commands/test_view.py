"""animproof view: the page web/page/page.html with files inside, complete or not written. Messages are in view.session."""

import base64
import json
import os
import re

from cli_case import md5mesh, moving_md5anim, path_in_tree, read, write

PAGE = path_in_tree("web/page/page.html")
INSIDE = re.compile(rb'(<script type="application/json" id="inside">)(.*?)(</script>)', re.S)


def test_the_page_has_each_file_with_its_content(animproof):
    """Files with any bytes and names are kept, and the rest of the page is unchanged. Base64 is written in parts of 48 KiB."""
    page = read(PAGE)
    assert [found[1] for found in INSIDE.findall(page)] == [b"[]"]
    files = {"large.bin": bytes(range(256)) * 700 + b"x", "empty.md5anim": b"", "a</script><b>": b"</script><!--"}
    for name, content in files.items():
        write(name, content)
    animproof.exits(0, "view", "--page", PAGE, *files, "-", "-o", "out.html", input=b"from a pipe")
    made = read("out.html")
    inside = INSIDE.search(made).group(2)
    assert INSIDE.sub(rb"\1[]\3", made) == page
    assert b"<" not in inside, "no file and no name adds markup to the page"
    assert {one["name"]: base64.b64decode(one["base64"]) for one in json.loads(inside)} == {**files, "standard input": b"from a pipe"}
    for out in ("out.html", "none.html"):
        animproof.exits(3, "view", "--page", PAGE, "large.bin", "missing.bin", "-o", out, says=b"missing.bin: No such file",
                        unwritten="none.html", leaves=("out.html", made))


def embedded_files_by_name(page):
    return {one["name"]: one for one in json.loads(INSIDE.search(read(page)).group(2))}


def test_the_page_has_the_mesh_of_each_animation_as_lint_finds_it(animproof):
    write("assets/anim/walk.md5anim", moving_md5anim(["origin", "hips", "chest"]))
    write("assets/mesh/hero.md5mesh", md5mesh(["origin", "hips", "chest"]))
    write("assets/mesh/fox.md5anim", moving_md5anim(["origin", "hips", "tail"]))
    animproof.exits(0, "view", "--page", PAGE, "assets", "-o", "out.html")
    files = embedded_files_by_name("out.html")
    assert len(files) == 3 and files["assets/anim/walk.md5anim"]["companion"] == "assets/mesh/hero.md5mesh"
    assert files["assets/anim/walk.md5anim"]["reason"] == "the only .md5mesh file below ../ with the same joint names"
    assert "companion" not in files["assets/mesh/fox.md5anim"]
    animproof.exits(0, "view", "--page", PAGE, os.path.realpath("assets"), "-o", "out.html")
    assert embedded_files_by_name("out.html")["anim/walk.md5anim"]["companion"] == "mesh/hero.md5mesh", "names of this machine are not shown"
    animproof.exits(0, "view", "--page", PAGE, "assets/anim", "-o", "out.html")
    assert "companion" not in embedded_files_by_name("out.html")["assets/anim/walk.md5anim"]


def test_the_page_of_a_named_animation_has_its_mesh(animproof):
    write("assets/walk.md5anim", moving_md5anim(["origin", "hips"]))
    write("assets/run.md5anim", moving_md5anim(["origin", "hips"]))
    write("assets/hero.md5mesh", md5mesh(["origin", "hips"]))
    both = ["assets/hero.md5mesh", "assets/walk.md5anim"]
    for paths, inside, added in ([["assets/walk.md5anim"], both, both[:1]], [["assets/walk.md5anim", "assets/hero.md5mesh"], both, []],
                                 [["assets", "assets/walk.md5anim"], [both[0], "assets/run.md5anim", both[1]], []],
                                 [["assets/walk.md5anim", "assets"], [both[0], "assets/run.md5anim", both[1]], None]):
        animproof.exits(0, "view", "--page", PAGE, *paths, "-o", "out.html")
        files = json.loads(INSIDE.search(read("out.html")).group(2))
        assert sorted(one["name"] for one in files) == inside, "each file is inside once"
        assert added is None or [one["name"] for one in files if one.get("added")] == added


def test_the_page_gets_the_mesh_that_the_configuration_names(animproof):
    write("assets/anim/walk.md5anim", moving_md5anim(["origin", "hips"]))
    write("assets/anim/run.md5anim", moving_md5anim(["origin", "hips"]))
    write("assets/hero.md5mesh", md5mesh(["origin", "hips"]))
    write("assets/.animproof.ini", b"[path anim/]\nmesh = hero.md5mesh\n")
    animproof.exits(0, "view", "--page", PAGE, "assets/anim", "-o", "out.html")
    files = embedded_files_by_name("out.html")
    assert sorted(files) == ["assets/anim/run.md5anim", "assets/anim/walk.md5anim", "assets/hero.md5mesh"]
    assert {one.get("companion") for one in files.values()} == {"assets/hero.md5mesh", None}
    animproof.exits(0, "view", "--page", PAGE, "assets", "-o", "out.html")
    assert len(embedded_files_by_name("out.html")) == 3, "no file is inside twice"
    os.remove("assets/hero.md5mesh")
    animproof.exits(3, "view", "--page", PAGE, "assets/anim", "-o", "gone.html", says=b"assets/hero.md5mesh: No such file", unwritten="gone.html")
