"""animproof lsp: answers after changes, which the fields that the server keeps of a document must follow."""

import pytest
from cli_case import MD5ANIM, md5mesh
from lsp_client import Client

A, B, M = "file:///absent/a.md5anim", "file:///absent/b.md5anim", "file:///absent/a.md5mesh"


@pytest.fixture
def client(animproof):
    opened = Client(animproof)
    yield opened
    assert opened.end() == 0


def line_of_definition(client, uri, line, character):
    got = client.request("textDocument/definition", {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
    return [one["range"]["start"]["line"] for one in got]


def test_answers_follow_each_edit(client):
    client.open(A, MD5ANIM.decode())
    assert line_of_definition(client, A, 10, 8) == [9]
    client.change(A, (0, 0, 0, 0, "\n\n"))
    assert line_of_definition(client, A, 12, 8) == [11]
    folds = client.request("textDocument/foldingRange", {"textDocument": {"uri": A}})
    assert [one["startLine"] for one in folds] == [10, 15, 19]
    client.change(A, (0, 0, 1, 0, ""), (0, 0, 0, 0, "\r"))
    assert line_of_definition(client, A, 11, 8) == [10], "CR LF ends one line"
    client.change(A, "")
    assert line_of_definition(client, A, 0, 0) == [] and client.symbols(A) == []


def test_answers_follow_documents_that_are_closed_and_opened_again(client):
    client.open(A, MD5ANIM.decode())
    client.open(B, "\n" + MD5ANIM.decode())
    assert line_of_definition(client, A, 10, 8) == [9] and line_of_definition(client, B, 11, 8) == [10]
    client.close(A)
    client.open(B, "\n\n" + MD5ANIM.decode())
    assert line_of_definition(client, B, 12, 8) == [11]
    client.open(A, "\n\n\n" + MD5ANIM.decode())
    assert line_of_definition(client, A, 13, 8) == [12]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CR LF", "CR"])
def test_positions_agree_for_every_end_of_lines(client, end):
    client.open(A, MD5ANIM.decode().replace("\n", end))
    assert line_of_definition(client, A, 10, 8) == [9] and line_of_definition(client, A, 4, 11) == [9]


def test_positions_outside_of_the_text_are_its_end(client):
    client.open(A, MD5ANIM.decode())
    for line, character in ((10 ** 12, 3), (10 ** 18, 10 ** 18), (0, 10 ** 18)):
        assert client.hover(A, line, character) is None or line == 0
        assert line_of_definition(client, A, line, character) == []


def test_a_frame_with_an_unusual_number_has_the_same_hover(client):
    text = MD5ANIM.decode().replace("Components 0", "Components 3").replace('"hips" 0 0 0', '"hips" 0 7 0').replace("frame 0 {", "frame 0 {\n\t1 -2 3")
    client.open(A, text)
    plain = [client.hover(A, 23, column)["contents"]["value"] for column in (1, 3, 6)]
    assert "Ty" in plain[1] and "hips" in plain[1]
    client.open(A, text.replace("{\n\t1 -2", "{ // read number by number\n\t1 // one\n -2"))
    assert [client.hover(A, *place)["contents"]["value"] for place in ((23, 1), (24, 1), (24, 4))] == plain


def test_a_broken_document_keeps_what_comes_before_the_error(client):
    text = md5mesh(["root", "hips", "leg"]).decode()
    client.open(M, text[:text.index("numtris")], "md5mesh")
    assert line_of_definition(client, M, 9, 7) == [8]
    client.change(M, "\0\1\2")
    assert line_of_definition(client, M, 0, 1) == []
