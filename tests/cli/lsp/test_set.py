"""animproof lsp: skeletons that differ from those of the folder are reported as by lint."""

import os
import shutil

import pytest
from cli_case import path_in_tree, read, write
from lsp_client import real_uri

SETS = path_in_tree("tests", "lab", "coverage", "sets")
ODD, MESH = "served/count.md5anim", "served/name.md5mesh"


@pytest.fixture(autouse=True)
def copy_folder_served(animproof):
    shutil.copytree(os.path.join(SETS, "served"), "served")


def set_skeleton_messages(client, path, text=None):
    client.open(real_uri(path), read(path) if text is None else text, path.rpartition(".")[2])
    return [one["message"] for one in client.check_and_get_diagnostics(real_uri(path)) if one["code"].endswith("/set-skeleton")]


def test_the_findings_are_those_of_lint(client, animproof):
    lines = animproof.run("lint", "--format", "gcc", "served").stdout.decode().split("\n")
    for name in sorted(os.listdir("served")):
        path = "served/" + name
        shown = "\n".join(line for line in lines if line.startswith(path + ":"))
        found = set_skeleton_messages(client, path)
        assert len(found) == shown.count("set-skeleton]") and all(message in shown for message in found), path
        assert bool(found) == (path in (ODD, MESH)), path


def test_the_text_of_the_editor_is_compared_with_the_saved_files(client):
    good = read("served/walk.md5anim")
    assert len(set_skeleton_messages(client, ODD)) == 1 and set_skeleton_messages(client, ODD, good) == []
    write(ODD, good)
    client.notify("textDocument/didSave", {"textDocument": {"uri": real_uri(ODD)}})
    assert set_skeleton_messages(client, MESH) != [] and set_skeleton_messages(client, ODD) == []


def test_a_large_folder_or_a_missing_one_is_not_compared(client):
    for number in range(128):
        write("served/x%d.md5anim" % number, b"")
    assert set_skeleton_messages(client, ODD) == []
    text = read(ODD)
    shutil.rmtree("served")
    client.notify("textDocument/didSave", {"textDocument": {"uri": real_uri(ODD)}})
    assert set_skeleton_messages(client, ODD, text) == []


def test_a_rule_that_is_off_is_not_reported(start_client):
    assert set_skeleton_messages(start_client("--ignore", "md5anim/set-skeleton"), ODD) == []
