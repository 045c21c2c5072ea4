"""animproof lsp: semantic tokens and inlay hints."""

import pytest
from cli_case import MD5ANIM, md5mesh
from lsp_client import A, lsp_range

M, B = "file:///absent/a.md5mesh", "file:///absent/a.bin"
MOVING = (MD5ANIM.decode().replace("Components 0", "Components 9").replace('"root" -1 0 0', '"root" -1 63 0')
          .replace('"hips" 0 0 0', '"hips" 0 14 6').replace("frame 0 {", "frame 0 {\n\t1 2 3 0.1 0.2 0.3\n\t4 5 0.25"))


@pytest.fixture
def client(start_client):
    return start_client(encodings=("utf-16",))


def tokens(client, uri, text, where=None):
    """Returns [(line, text, type)] of the tokens, and checks that each has a length and no modifiers."""
    legend = client.capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    params = {"textDocument": {"uri": uri}, **({"range": where} if where else {})}
    data = client.request("textDocument/semanticTokens/" + ("range" if where else "full"), params)["data"]
    lines, line, character, found = text.split("\n"), 0, 0, []
    for at in range(0, len(data), 5):
        character = data[at + 1] + (character if data[at] == 0 else 0)
        line += data[at]
        units = lines[line].encode("utf-16-le")[2 * character:2 * (character + data[at + 2])]
        assert data[at + 2] > 0 and data[at + 4] == 0
        found.append((line, units.decode("utf-16-le"), legend[data[at + 3]]))
    return found


def hints(client, uri, where):
    got = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": where})
    return [(one["position"]["line"], one["position"]["character"], one["label"]) for one in got]


def test_tokens_of_a_mesh(client):
    text = md5mesh(["root", "h\u00e4nd\U0001f9b4"]).decode().replace("numJoints", "/* a\nb */ numJoints // c\"\n", 1)
    client.open(M, text, "md5mesh")
    found = tokens(client, M, text)
    words = {word: kind for _, word, kind in found}
    assert words["numJoints"] == "keyword" and words["/* a"] == "comment" and words["b */"] == "comment" and words['// c"'] == "comment"
    assert words['"h\u00e4nd\U0001f9b4"'] == "string" and words["mesh"] == "keyword" and words["10"] == "number"
    line = next(number for number, one in enumerate(text.split("\n")) if one.startswith("\tweight 0"))
    assert [one[1:] for one in found if one[0] == line][:4] == [("weight", "keyword"), ("0", "number"), ("0", "variable"), ("1", "number")]
    count = next(number for number, one in enumerate(text.split("\n")) if one.startswith("\tnumverts"))
    assert [one[1:] for one in found if one[0] == count][1][1] == "parameter"
    assert tokens(client, M, text, lsp_range(line, 0, line + 1, 0)) == [one for one in found if one[0] == line]


def test_tokens_of_a_broken_text_go_on_after_the_error(client):
    text = MD5ANIM.decode().replace("bounds {", 'bounds ? "x', 1) + "/* never closed \" }"
    client.open(A, text)
    found = tokens(client, A, text)
    assert (13, '"x', "string") in found and found[-1][2] == "comment" and (13, "bounds", "keyword") in found


def test_a_comment_of_slash_star_slash_is_complete(client):
    text = MD5ANIM.decode().replace("numJoints", "/*/ numJoints")
    client.open(A, text)
    assert [one[1:] for one in tokens(client, A, text) if one[0] == 4] == [("/*/", "comment"), ("numJoints", "keyword"), ("2", "parameter")]


def test_a_range_that_begins_in_a_comment_has_its_rest(client):
    text = MD5ANIM.decode().replace("hierarchy {", "/* one\ntwo\nthree */ hierarchy {")
    client.open(A, text)
    assert tokens(client, A, text, lsp_range(9, 0, 10, 5)) == [(9, "two", "comment"), (10, "three */", "comment")]


def test_hints_name_the_joints_of_rows_and_some_components(client):
    client.open(A, MOVING)
    assert hints(client, A, lsp_range(0, 0, 99, 0)) == [(23, 18, "root"), (24, 9, "hips Ty Tz Qx")]
    assert hints(client, A, lsp_range(24, 0, 24, 9)) == [(24, 9, "hips Ty Tz Qx")]
    client.open(A, MOVING.replace("0.3\n\t4", "0.3 4"))
    assert hints(client, A, lsp_range(0, 0, 99, 0)) == [(23, 27, "root, hips Ty Tz Qx")]


def test_hints_name_the_joints_of_weights(client):
    text = md5mesh(["root", "hips", "leg"]).decode()
    client.open(M, text, "md5mesh")
    found = hints(client, M, lsp_range(0, 0, 99, 0))
    first = next(number for number, one in enumerate(text.split("\n")) if one.startswith("\tweight 0"))
    assert [one[2] for one in found] == ["root"] * len(found) and [one[0] for one in found] == [first + i for i in range(3)]
    client.change(M, text.replace("\tweight 0 0 ", "\tweight 0 77 "))
    assert len(hints(client, M, lsp_range(0, 0, 99, 0))) == 2, "no hint for a joint that is missing"


@pytest.mark.parametrize("where", [lsp_range(10 ** 12, 0, 10 ** 18, 10 ** 18), lsp_range(9, 0, 2, 0), lsp_range(0, 0, 0, 0)])
def test_ranges_outside_of_the_text_are_empty(client, where):
    client.open(A, MOVING)
    assert hints(client, A, where) == [] and tokens(client, A, MOVING, where) == []


@pytest.mark.parametrize("method", ["inlayHint", "semanticTokens/range"])
def test_a_request_without_a_range_is_refused(client, method):
    client.open(A, MOVING)
    answer = client.request_answer("textDocument/" + method, {"textDocument": {"uri": A}})
    assert answer["error"]["code"] == -32602


def test_binary_and_unknown_documents_have_no_hints(client):
    client.open(B, b"\xc6\x42\x9e\x0f" + bytes(40), "plaintext")
    assert hints(client, B, lsp_range(0, 0, 9, 0)) == []
    assert client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": B}})["data"] is not None
    answer = client.request_answer("textDocument/semanticTokens/full", {"textDocument": {"uri": "file:///other"}})
    assert answer["error"]["code"] == -32602
