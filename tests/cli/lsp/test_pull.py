"""animproof lsp: diagnostics that the client requests (textDocument/diagnostic)."""

import time

import pytest
from cli_case import MD5ANIM, md5anim, md5mesh, write
from lsp_client import A, lsp_range, real_uri

GOOD, BAD = MD5ANIM.decode(), md5anim(b"7").decode()
PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


@pytest.fixture
def start_pulling(start_server):
    return lambda text, **options: start_server(text, capabilities=PULLS, **options)


def pull(client, uri=A, known=None):
    params = {"textDocument": {"uri": uri}}
    if known is not None:
        params["previousResultId"] = known
    return client.request("textDocument/diagnostic", params)


def test_a_client_that_requests_diagnostics_gets_no_others(start_pulling):
    client = start_pulling(BAD)
    assert client.capabilities["capabilities"]["diagnosticProvider"] == {
        "identifier": "animproof", "interFileDependencies": True, "workspaceDiagnostics": True}
    got = pull(client)
    assert got["kind"] == "full" and [one["code"] for one in got["items"]] == ["md5anim/parent-order"]
    client.change(A, GOOD)
    client.close(A)
    client.open(A, BAD)
    assert pull(client) == got and client.last_diagnostics == {} and client.other_messages == []


def test_a_client_that_waits_for_diagnostics_gets_those(start_server):
    client = start_server(BAD, capabilities={})
    assert "diagnosticProvider" not in client.capabilities["capabilities"]
    assert client.check_and_get_diagnostics(A) == pull(client)["items"], "the request is answered all the same"


def test_the_answer_is_unchanged_only_if_all_ranges_are(start_pulling):
    client = start_pulling(BAD)
    first = pull(client)
    assert pull(client, known=first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    client.change(A, (0, 12, 0, 12, " "), (0, 12, 0, 13, ""))
    assert pull(client, known=first["resultId"])["kind"] == "unchanged"
    client.change(A, (2, 0, 2, 0, "\n"))
    moved = pull(client, known=first["resultId"])
    assert moved["kind"] == "full" and moved["resultId"] != first["resultId"] and moved["items"][0]["range"] == lsp_range(11, 8, 11, 9)
    client.change(A, GOOD)
    none = pull(client, known=moved["resultId"])
    assert none["kind"] == "full" and none["items"] == [] and pull(client, known=none["resultId"])["kind"] == "unchanged"


@pytest.mark.parametrize("known", ["", "x", 5, None, [], "0" * 16, "\0", "x" * 100000], ids=lambda value: str(value)[:20])
def test_an_unknown_result_id_gets_the_whole_answer(start_pulling, known):
    client = start_pulling(BAD)
    answer = client.request("textDocument/diagnostic", {"textDocument": {"uri": A}, "previousResultId": known, "identifier": known})
    assert answer["kind"] == "full" and len(answer["items"]) == 1


@pytest.mark.parametrize("params", [None, {}, [], {"textDocument": 5}, {"textDocument": {"uri": "file:///other"}}], ids=str)
def test_a_document_that_is_not_open_is_refused(start_pulling, params):
    assert start_pulling(BAD).request_answer("textDocument/diagnostic", params)["error"]["code"] == -32602


def count_refresh_requests(client, wanted=1):
    """Returns the number of requests to pull again. The server sends one when no message waits."""
    sent = 0
    for _ in range(100 if wanted else 3):
        client.hover(A, 0, 0)
        time.sleep(0.01)
        sent += sum(one["method"] == "workspace/diagnostic/refresh" for one in client.other_messages)
        client.other_messages.clear()
        if sent >= wanted > 0:
            break
    return sent


def test_a_saved_file_asks_for_all_diagnostics_again(start_server, start_pulling):
    client = start_pulling(BAD)
    assert count_refresh_requests(client, 0) == 0
    client.notify("textDocument/didSave", {"textDocument": {"uri": A}})
    assert count_refresh_requests(client) == 1 and count_refresh_requests(client, 0) == 0
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert count_refresh_requests(client) == 1
    plain = start_server(BAD, capabilities={"textDocument": {"diagnostic": {}}})
    plain.notify("textDocument/didSave", {"textDocument": {"uri": A}})
    assert count_refresh_requests(plain, 0) == 0


def test_an_opened_mesh_asks_for_the_diagnostics_of_its_animation_again(start_pulling):
    mesh = md5mesh(["root", "hips"])
    write("walk.md5anim", MD5ANIM)
    write("walk.md5mesh", mesh)
    uri = real_uri("walk.md5anim")
    client = start_pulling(GOOD, uri=uri)
    before = pull(client, uri)
    client.open(real_uri("walk.md5mesh"), mesh.replace(b'"hips"\t0', b'"hips"\t-1'), language="md5mesh")
    client.open(A, GOOD)
    assert count_refresh_requests(client) == 1
    after = pull(client, uri, before["resultId"])
    assert after["kind"] == "full" and "md5anim/mesh-joint-parent" in [one["code"] for one in after["items"]]
