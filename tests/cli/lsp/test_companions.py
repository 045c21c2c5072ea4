"""animproof lsp finds the mesh of an animation as lint does: in its folder, in other folders of the workspace, or by the
configuration. It reads the mesh as it is open in the editor, and fixes the boxes from its vertices."""

import os
import re

import pytest
from cli_case import md5mesh, moving_md5anim, read, write
from lsp_client import apply_edits, real_uri

A, B = ["origin", "hips", "chest"], ["origin", "hips", "tail"]
BOXES = re.compile(rb"\( -2 -2 -2 \) \( 2 2 2 \)")


@pytest.fixture
def start_workspace_server(start_client):
    """Writes an animation, and a mesh with its joints in another folder. Calling it starts a server for the workspace folders, and
    returns it with the animation open."""
    write("assets/anim/walk.md5anim", moving_md5anim(A))
    write("assets/mesh/hero.md5mesh", md5mesh(A))

    def start_server_and_open(*folders, path="assets/anim/walk.md5anim", **options):
        client = start_client(folders=[os.path.realpath(folder) for folder in folders] or None, **options)
        client.open(real_uri(path), read(path))
        return client
    return start_server_and_open


def companion_in_hover(client, path="assets/anim/walk.md5anim"):
    """Returns how the companion of a document was found, without the path of the test's folder."""
    text = client.hover(real_uri(path), 0, 0)["contents"]["value"].split("---")[-1].strip()
    return text.replace("\\", "").replace(os.path.realpath(".") + "/", "")


def diagnostic_rules(client, path="assets/anim/walk.md5anim"):
    return [one["code"] for one in client.check_and_get_diagnostics(real_uri(path))]


def test_the_mesh_of_another_folder_of_the_workspace_is_taken(start_workspace_server):
    write("assets/anim/walk.md5anim", moving_md5anim(A).replace(b'"chest"\t1', b'"chest"\t0'))
    client = start_workspace_server(".", "assets")
    assert companion_in_hover(client) == "with assets/mesh/hero.md5mesh (the only .md5mesh file below ../ with the same joint names)"
    assert diagnostic_rules(client) == ["md5anim/mesh-joint-parent"]
    alone = start_workspace_server("assets/anim")
    assert companion_in_hover(alone) == "alone: its folder has no .md5mesh file" and diagnostic_rules(alone) == []
    assert diagnostic_rules(start_workspace_server()) == []


def test_the_root_of_an_older_client_is_a_workspace_folder(start_workspace_server):
    client = start_workspace_server(root=os.path.realpath("assets"))
    assert companion_in_hover(client).startswith("with assets/mesh/hero.md5mesh")


def test_a_mesh_of_the_own_folder_and_of_the_configuration_come_first(start_workspace_server):
    client = start_workspace_server("assets")
    assert companion_in_hover(client).startswith("with assets/mesh/")
    write("assets/anim/own.md5mesh", md5mesh(A))
    assert companion_in_hover(client).startswith("with assets/mesh/"), "a folder is listed once"
    client.notify("textDocument/didSave", {"textDocument": {"uri": real_uri("assets/anim/own.md5mesh")}})
    assert companion_in_hover(client) == "with assets/anim/own.md5mesh (the only .md5mesh file of the folder with the same joint names)"
    write("assets/.animproof.ini", b"[path walk*]\nmesh = mesh/hero.md5mesh\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": real_uri("assets/.animproof.ini")}})
    assert companion_in_hover(client) == "with assets/mesh/hero.md5mesh (named in .animproof.ini:2)"
    os.remove("assets/mesh/hero.md5mesh")
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert companion_in_hover(client) == "with assets/mesh/hero.md5mesh (cannot be read; named in .animproof.ini:2)" and diagnostic_rules(client) == []


def test_the_open_text_of_a_mesh_is_read_instead_of_the_file(start_workspace_server):
    client, mesh = start_workspace_server("assets"), md5mesh(A)
    assert diagnostic_rules(client) == []
    client.open(real_uri("assets/mesh/hero.md5mesh"), mesh, language="md5mesh")
    assert companion_in_hover(client).startswith("with assets/mesh/hero.md5mesh")
    changed = mesh.replace(b'"chest"\t1', b'"chest"\t0')
    assert changed != mesh
    client.change(real_uri("assets/mesh/hero.md5mesh"), changed.decode())
    assert diagnostic_rules(client) == ["md5anim/mesh-joint-parent"], "the animation is linted again"
    client.close(real_uri("assets/mesh/hero.md5mesh"))
    assert diagnostic_rules(client) == [], "the saved file is read again"


def test_the_boxes_are_fixed_from_the_open_mesh(start_workspace_server, animproof):
    zero = BOXES.sub(b"( 0 0 0 ) ( 0 0 0 )", moving_md5anim(A))
    write("assets/anim/walk.md5anim", zero)
    client = start_workspace_server("assets")
    assert diagnostic_rules(client) == ["md5anim/bounds-zero"]

    def titles_and_fixed_texts(only):
        actions = client.fix_actions(real_uri("assets/anim/walk.md5anim"), (0, 0), (10 ** 6, 0), only=[only])
        return [one["title"] for one in actions], [
            apply_edits(zero.decode(), one["edit"]["changes"][real_uri("assets/anim/walk.md5anim")], "utf-8") for one in actions]

    titles, texts = titles_and_fixed_texts("quickfix")
    assert titles == ["Fix md5anim/bounds-zero: writes the boxes of the mesh's vertices (hero.md5mesh)"]
    animproof.exits(0, "fix", "-w", "assets")
    saved = read("assets/anim/walk.md5anim").decode()
    assert texts == [saved] != [zero.decode()] and titles_and_fixed_texts("source.fixAll")[1] == [saved]
    moved = md5mesh(A).replace(b"weight 0 0 1 ( 0 0 0 )", b"weight 0 0 1 ( 8 0 0 )")
    assert moved != md5mesh(A)
    client.open(real_uri("assets/mesh/hero.md5mesh"), moved, language="md5mesh")
    texts = titles_and_fixed_texts("quickfix")[1]
    assert len(texts) == 1 and texts != [saved], "the boxes are those of the vertices in the editor"


def test_without_a_mesh_no_boxes_are_offered(start_workspace_server):
    write("assets/anim/walk.md5anim", BOXES.sub(b"( 0 0 0 ) ( 0 0 0 )", moving_md5anim(B)))
    client = start_workspace_server("assets")
    assert companion_in_hover(client) == "alone: its folder has no .md5mesh file; none below ../ has the same joint names"
    assert diagnostic_rules(client) == ["md5anim/bounds-zero"] and client.fix_actions(real_uri("assets/anim/walk.md5anim"), (0, 0), (10 ** 6, 0)) == []


def test_a_file_that_git_ignores_is_not_taken(start_workspace_server):
    os.makedirs("assets/.git")
    write("assets/.gitignore", b"mesh/\n")
    assert companion_in_hover(start_workspace_server("assets")) == "alone: its folder has no .md5mesh file"
