"""animproof lsp: diagnostics of all files of the workspace (workspace/diagnostic)."""

import os

import pytest
from cli_case import MD5ANIM, md5anim, md5mesh, write
from lsp_client import A, real_uri

PULLS = {"textDocument": {"diagnostic": {}}}
GOOD, BAD = MD5ANIM, md5anim(b"7")


@pytest.fixture
def client(start_client):
    for name, content in {"w/bad.md5anim": BAD, "w/deep/good.md5anim": GOOD, "w/deep/a.txt": b"x", "w/out.md5anim": BAD, "other.md5anim": BAD,
                          "w/.animproof.ini": b"[animproof]\nexclude = out.md5anim\n"}.items():
        write(name, content)
    return start_client(capabilities=PULLS, folders=[os.path.realpath("w")])


def pull(client, known=()):
    """Returns kind, version and rules of each report by file name, and the result ids."""
    got = client.request("workspace/diagnostic", {"previousResultIds": [{"uri": uri, "value": value} for uri, value in known]})["items"]
    reports = {os.path.basename(one["uri"]): (one["kind"], one["version"], [item["code"] for item in one.get("items", [])]) for one in got}
    assert len(reports) == len(got) and all(("items" in one) == (one["kind"] == "full") for one in got)
    return reports, [(one["uri"], one["resultId"]) for one in got]


def test_files_that_are_open_and_files_that_are_not_are_reported(client):
    client.open(real_uri("w/deep/good.md5anim"), BAD.decode(), version=3)
    client.open(A, GOOD.decode())
    reports, known = pull(client)
    assert reports == {"bad.md5anim": ("full", None, ["md5anim/parent-order"]), "good.md5anim": ("full", 3, ["md5anim/parent-order"]),
                       "a.md5anim": ("full", 1, [])}
    assert client.request("textDocument/diagnostic", {"textDocument": {"uri": known[-2][0]}})["resultId"] == known[-2][1]


def test_what_the_client_has_already_is_unchanged(client):
    reports, known = pull(client)
    assert reports == {"bad.md5anim": ("full", None, ["md5anim/parent-order"]), "good.md5anim": ("full", None, [])}
    assert pull(client, known) == ({"bad.md5anim": ("unchanged", None, []), "good.md5anim": ("unchanged", None, [])}, known)
    assert pull(client, known[::-1])[1] == known, "in any order"
    assert {kind for kind, _, _ in pull(client)[0].values()} == {"full"}
    wrong = [(uri, "0" * 16) for uri, _ in known]
    assert {kind for kind, _, _ in pull(client, wrong)[0].values()} == {"full"}


def test_a_file_that_changes_is_reported_again(client):
    _, known = pull(client)
    write("w/deep/good.md5anim", BAD)
    os.utime("w/deep/good.md5anim", (1, 1))
    reports, known = pull(client, known)
    assert reports == {"bad.md5anim": ("unchanged", None, []), "good.md5anim": ("full", None, ["md5anim/parent-order"])}
    client.open(real_uri("w/deep/good.md5anim"), GOOD.decode())
    assert pull(client, known)[0]["good.md5anim"] == ("full", 1, [])
    client.close(real_uri("w/deep/good.md5anim"))
    assert pull(client, known)[0]["good.md5anim"] == ("unchanged", None, [])


def test_a_mesh_that_is_open_changes_the_report_of_its_animation(client):
    mesh = md5mesh(["root", "hips"]).decode()
    write("w/deep/good.md5mesh", mesh.encode())
    _, known = pull(client)
    client.open(real_uri("w/deep/good.md5mesh"), mesh.replace('"hips"\t0', '"hips"\t-1'), "md5mesh")
    assert pull(client, known)[0]["good.md5anim"][2] == ["md5anim/mesh-joint-parent"]


def test_a_removed_workspace_folder_is_no_longer_reported(client):
    folder = {"uri": real_uri("w"), "name": "w"}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
    assert pull(client)[0] == {}


@pytest.mark.parametrize("known", [None, 5, {}, [], [5], [{}], [{"uri": 5, "value": []}], [{"uri": "x"}]], ids=str)
def test_wrong_result_ids_get_the_whole_answer(client, known):
    got = client.request("workspace/diagnostic", {"previousResultIds": known} if known is not None else {})["items"]
    assert [one["kind"] for one in got] == ["full", "full"]


def test_no_file_is_reported_when_the_selected_own_rule_is_gone(start_client):
    write("a.md5anim", GOOD)
    write(".animproof.ini", b"[rule few]\nfigure = bytes\nmost = 1\nmessage = too large\n")
    client = start_client("--select", "own/few", capabilities=PULLS, folders=[os.path.realpath(".")])
    assert pull(client)[0] == {"a.md5anim": ("full", None, ["own/few"])}
    os.remove(".animproof.ini")
    assert pull(client)[0] == {}
