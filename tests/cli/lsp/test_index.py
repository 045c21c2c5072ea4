"""animproof lsp: answers after changes of a document, for which the server must update the fields that it keeps of it."""

import re

import pytest
from cli_case import MD5ANIM, md5mesh, read
from lsp_client import A, lsp_range

B, M = "file:///absent/b.md5anim", "file:///absent/a.md5mesh"
COMMENT = 3  # index of the type in the legend of semantic tokens


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


def test_a_frame_with_comments_has_the_same_hover(client):
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


def answers_about(client, uri, text, language):
    """Returns the answers about some numbers of a text, and those about the whole text."""
    client.open(uri, text, language)
    document, lines = {"textDocument": {"uri": uri}}, text.split("\n")
    whole = {**document, "range": lsp_range(0, 0, len(lines), 0)}
    found = [client.symbols(uri), client.request("textDocument/inlayHint", whole), client.request("textDocument/foldingRange", document)]
    data = client.request("textDocument/semanticTokens/range", {**document, "range": lsp_range(0, 0, len(lines), 0)})["data"]
    words = [tuple(data[at:at + 4]) for at in range(0, len(data), 5)]
    found.append([word for word in words if word[3] != COMMENT])
    for number in range(0, len(lines), 7):
        for place in list(re.finditer(r"[-\d.]+", lines[number].split("/")[0]))[number % 3::3]:
            at = {**document, "position": {"line": number, "character": place.start()}}
            hover = client.request("textDocument/hover", at)
            found.append((number, place.start(), hover and (hover["contents"]["value"], hover["range"])))
            found += [client.request("textDocument/" + method, {**at, "context": {"includeDeclaration": True}})
                      for method in ("definition", "references", "documentHighlight")]
    client.close(uri)
    return found


@pytest.mark.parametrize(("name", "knobs", "entry"), [
    ("md5mesh", ("joints=5", "meshes=2", "vertices=40"), r"\t(vert|tri|weight) "), ("md5camera", ("frames=80", "cuts=2"), r"\t\("),
    ("md5anim", ("joints=70", "frames=2"), r"\t\(")])
def test_entries_that_are_read_at_once_have_the_answers_of_others(animproof, client, name, knobs, entry):
    animproof.exits(0, "generate", "--format=" + name, "--seed=5", *("--knob=" + one for one in (*knobs, "style=canonical")), "-o", "x." + name)
    lines = read("x." + name).decode().split("\n")
    entries = [number for number, line in enumerate(lines) if re.match(entry, line)]
    assert len(entries) > 70
    for number in entries[::5]:
        lines[number] += " // note"
    at_once = answers_about(client, "file:///absent/x." + name, "\n".join(lines), name)
    for number in entries:  # after a block comment, the next entry is read by itself
        lines[number] = lines[number].split(" //")[0] + " /**/"
    assert answers_about(client, "file:///absent/x." + name, "\n".join(lines), name) == at_once
