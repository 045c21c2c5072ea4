"""animproof lsp: renaming a joint in a file, its mesh and its animations."""

import os

import pytest
from cli_case import MD5ANIM, md5mesh, read, write
from lsp_client import A, apply_edits, lsp_range, real_uri

MESH = md5mesh(["root", "hips"]).decode().replace('"hips"\t0 ( 0 0 0 ) ( 0 0 0 )', '"hips"\t0 ( 0 0 0 ) ( 0 0 0 )\t\t// root')
ANIM = MD5ANIM.decode().replace('"hips" 0 0 0', '"hips" 0 0 0\t// root')
VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}


def position_params(uri, line, character):
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def answer_to_rename(client, uri, place, name):
    return client.request_answer("textDocument/rename", {**position_params(uri, *place), "newName": name})


def message_of_refused_rename(client, uri, place, name):
    answer = answer_to_rename(client, uri, place, name)
    assert answer["error"]["code"] == -32803
    return answer["error"]["message"]


def place_of(text, part, after=0):
    """Returns line and character of a part of the text, `after` characters further."""
    before = text[:text.index(part)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1 + after


def apply_all(text, edits):
    for edit in reversed(edits):
        text = apply_edits(text, [edit], "utf-8")
    return text


@pytest.mark.parametrize(("text", "part", "after", "named", "word"), [
    (ANIM, '"hips"', 1, "hips", "hips"), (ANIM, '"hips"', 5, "hips", "hips"), (ANIM, '"hips" 0', 7, "root", "0"),
    (ANIM, "// root", 3, "root", "root"), (ANIM, "// root", 7, "root", "root"), (MESH, '"hips"\t0', 7, "root", "0"),
    (MESH, "// root", 4, "root", "root"), (MESH, "weight 2 0", 9, "root", "0")])
def test_a_joint_is_found_wherever_it_is_named(client, text, part, after, named, word):
    uri = "file:///absent/a." + ("md5anim" if text is ANIM else "md5mesh")
    client.open(uri, text, "md5anim" if text is ANIM else "md5mesh")
    line, character = place_of(text, part, after)
    got = client.request("textDocument/prepareRename", position_params(uri, line, character))
    assert got["placeholder"] == named and got["range"]["start"]["line"] == line
    start_of_word, end_of_word = got["range"]["start"]["character"], got["range"]["end"]["character"]
    assert text.split("\n")[line][start_of_word:end_of_word] == word and start_of_word <= character <= end_of_word


@pytest.mark.parametrize(("part", "after"), [("MD5Version", 1), ("numJoints 2", 10), ('"root" -1', 8), ("( -1 -1", 3), ("// root", 1)])
def test_no_joint_is_found_elsewhere(start_server, part, after):
    client = start_server(ANIM)
    answer = client.request_answer("textDocument/prepareRename", position_params(A, *place_of(ANIM, part, after)))
    assert answer["error"] == {"code": -32803, "message": "no joint is named at this position"}
    assert message_of_refused_rename(client, A, place_of(ANIM, part, after), "x") == "no joint is named at this position"


def test_the_mesh_and_all_animations_of_a_set_are_renamed(animproof, start_client):
    for name, text in {"w/models/hero.md5mesh": MESH, "w/models/walk.md5anim": ANIM, "w/models/run.md5anim": ANIM.replace("hierarchy {", "hierarchy {\n"),
                       "w/other/ogre.md5mesh": MESH.replace('"hips"', '"tail"'), "w/other/ogre.md5anim": ANIM.replace('"hips"', '"tail"')}.items():
        os.makedirs(os.path.dirname(name), exist_ok=True)
        write(name, text.encode())
    client, files = start_client(folders=[os.path.realpath("w")], capabilities=VERSIONED), {}
    client.open(real_uri("w/models/walk.md5anim"), ANIM, version=7)
    for one in answer_to_rename(client, real_uri("w/models/walk.md5anim"), place_of(ANIM, '"hips" 0', 7), "origin")["result"]["documentChanges"]:
        files[one["textDocument"]["uri"]] = one["textDocument"]["version"], one["edits"]
    assert {uri: version for uri, (version, _) in files.items()} == {
        real_uri("w/models/walk.md5anim"): 7, real_uri("w/models/run.md5anim"): None, real_uri("w/models/hero.md5mesh"): None}
    for name in ("w/models/walk.md5anim", "w/models/run.md5anim", "w/models/hero.md5mesh"):
        before = read(name).decode()
        after = apply_all(before, files[real_uri(name)][1])
        assert after == before.replace("root", "origin") and len(files[real_uri(name)][1]) == 2
        write(name, after.encode())
    animproof.exits(0, "lint", "--strict", "--ignore=*/commandline*", "w/models")


def test_open_documents_are_renamed_as_the_editor_has_them(start_server):
    write("a.md5mesh", MESH.encode())
    write("a.md5anim", ANIM.encode())
    client = start_server("\n" + ANIM, uri=real_uri("a.md5anim"))
    client.open(real_uri("a.md5mesh"), MESH, "md5mesh")
    changes = answer_to_rename(client, real_uri("a.md5mesh"), place_of(MESH, '"hips"', 2), "h\u00fcfte")["result"]["changes"]
    line, character = place_of("\n" + ANIM, '"hips"', 1)
    assert changes[real_uri("a.md5anim")] == [{"range": lsp_range(line, character, line, character + 4), "newText": "h\u00fcfte"}]
    assert sorted(changes) == sorted([real_uri("a.md5anim"), real_uri("a.md5mesh")])


@pytest.mark.parametrize(("name", "why"), [
    ("", "a joint's name cannot be empty"), ('a"b', "a joint's name cannot contain a quote, because quotes enclose it"),
    ("a\nb", "a joint's name cannot contain a line end, a tab or another control character"),
    ("hips", 'walk.md5anim has a joint "hips" already'), ("tail", 'walk.md5mesh has a joint "tail" already')])
def test_a_name_that_cannot_be_given_is_refused(start_server, name, why):
    write("walk.md5mesh", md5mesh(["root", "hips", "tail"]))
    write("walk.md5anim", ANIM.encode())
    client = start_server(ANIM, uri=real_uri("walk.md5anim"))
    assert message_of_refused_rename(client, real_uri("walk.md5anim"), place_of(ANIM, '"root"', 1), name) == "not renamed: " + why


def test_a_name_of_two_joints_is_refused(start_server):
    client = start_server(ANIM.replace('"hips"', '"root"'))
    assert message_of_refused_rename(client, A, (9, 3), "x") == (
        "not renamed: 2 joints of a.md5anim have this name; change one of the names in the text first")


def test_a_file_that_is_not_utf_8_is_refused(start_server):
    write("a.md5mesh", MESH.encode().replace(b'"skin"', b'"sk\xffn"'))
    client = start_server(ANIM, uri=real_uri("a.md5anim"))
    assert message_of_refused_rename(client, real_uri("a.md5anim"), (9, 3), "x") == "not renamed: a.md5mesh has bytes that are not UTF-8"


@pytest.mark.parametrize("params", [{}, {"newName": 5}, {"newName": "x"}, {"newName": "x", "textDocument": {"uri": "file:///other"}}], ids=str)
def test_wrong_params_are_refused(start_server, params):
    assert start_server(ANIM).request_answer("textDocument/rename", {"textDocument": {"uri": A}, **params})["error"]["code"] == -32602
