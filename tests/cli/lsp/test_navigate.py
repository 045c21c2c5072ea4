"""animproof lsp: definitions, references, highlights and folds."""

import pytest
from cli_case import MD5ANIM, md5mesh
from lsp_client import A, CAMERA_TEXT, lsp_range

MESH, CAMERA = "file:///absent/a.md5mesh", "file:///absent/a.md5camera"


class OpenDocument:
    """A text that is open in a server."""

    def __init__(self, client, uri, text):
        self.client, self.uri, self.lines = client, uri, text.split("\n")
        client.open(uri, text, uri.rpartition(".")[2])

    def word_range(self, line, index):
        """Returns the range of a word of a line. Lines and words are counted from 0."""
        words = self.lines[line].split()
        at = 0
        for word in words[:index]:
            at = self.lines[line].index(word, at) + len(word)
        at = self.lines[line].index(words[index], at)
        return lsp_range(line, at, line, at + len(words[index]))

    def request_at_word(self, what, line, index, **params):
        return self.client.request("textDocument/" + what, {
            "textDocument": {"uri": self.uri}, "position": self.word_range(line, index)["start"], **params})

    def definition_ranges(self, line, index):
        return [place["range"] for place in self.request_at_word("definition", line, index)]

    def references(self, line, index, declared=False):
        return [place["range"] for place in self.request_at_word("references", line, index, context={"includeDeclaration": declared})]


@pytest.fixture
def open_new_document(start_client):
    return lambda uri, text: OpenDocument(start_client(), uri, text)


@pytest.fixture
def open_mesh_document(open_new_document):
    return open_new_document(MESH, md5mesh(["root", "hips", "leg"]).decode())


@pytest.mark.parametrize(("place", "target"), [
    ((7, 1), (7, 0)), ((7, 0), (7, 0)), ((8, 1), (7, 0)), ((9, 1), (8, 0)), ((24, 2), (7, 0)), ((21, 3), (17, 1)),
    ((17, 6), (25, 1)), ((18, 3), (18, 1)), ((3, 1), (7, 0)), ((15, 1), (16, 1)), ((20, 1), (21, 1)), ((23, 1), (24, 1)), ((4, 1), (13, 1))],
    ids=["a root", "a joint", "a parent", "another parent", "a weight's joint", "a corner", "a first weight", "a vertex",
         "the number of joints", "of vertices", "of triangles", "of weights", "of meshes"])
def test_the_definition_of_a_number_of_a_mesh_is_what_it_refers_to(open_mesh_document, place, target):
    assert open_mesh_document.definition_ranges(*place) == [open_mesh_document.word_range(*target)]


def test_references_of_a_joint_are_its_children_and_weights(open_mesh_document):
    expected = [open_mesh_document.word_range(8, 1), open_mesh_document.word_range(24, 2), open_mesh_document.word_range(25, 2), open_mesh_document.word_range(26, 2)]
    assert open_mesh_document.references(7, 0) == expected and open_mesh_document.references(8, 1) == expected
    assert open_mesh_document.references(7, 0, declared=True) == [open_mesh_document.word_range(7, 0), *expected]
    assert open_mesh_document.references(9, 0) == []


def test_highlights_tell_the_definition_from_references(open_mesh_document):
    got = open_mesh_document.request_at_word("documentHighlight", 8, 0)
    assert got == [{"kind": 3, "range": open_mesh_document.word_range(8, 0)}, {"kind": 2, "range": open_mesh_document.word_range(9, 1)}]


def test_a_place_without_an_element_has_no_definition(open_mesh_document):
    assert open_mesh_document.definition_ranges(0, 1) == [] and open_mesh_document.definition_ranges(1, 1) == [] and open_mesh_document.definition_ranges(6, 0) == [] and open_mesh_document.references(6, 0) == []


def test_the_position_after_a_number_belongs_to_the_number(open_mesh_document):
    place = open_mesh_document.word_range(9, 1)["end"]
    got = open_mesh_document.client.request("textDocument/definition", {"textDocument": {"uri": MESH}, "position": place})
    assert [one["range"] for one in got] == [open_mesh_document.word_range(8, 0)]


def test_parents_and_counts_of_an_animation_and_a_camera(open_new_document):
    animation = open_new_document(A, MD5ANIM.decode())
    assert animation.definition_ranges(10, 1) == [animation.word_range(9, 0)] and animation.definition_ranges(4, 1) == [animation.word_range(9, 0)]
    assert animation.references(9, 0) == [animation.word_range(10, 1)]
    camera = open_new_document(CAMERA, CAMERA_TEXT)
    assert camera.definition_ranges(2, 1) == [camera.word_range(9, 1)] and camera.definition_ranges(4, 1) == [camera.word_range(6, 0)]


def test_numbers_that_refer_to_nothing_are_left_out(open_new_document):
    animation = open_new_document(A, MD5ANIM.decode().replace('"hips" 0', '"hips" 7').replace('"root" -1', '"root" x'))
    assert animation.references(10, 0) == [] and animation.definition_ranges(10, 1) == []


def test_sections_and_blocks_fold(open_mesh_document, open_new_document):
    folds = open_mesh_document.client.request("textDocument/foldingRange", {"textDocument": {"uri": MESH}})
    assert [(one["startLine"], one["endLine"]) for one in folds] == [(6, 9), (12, 26)]
    text = md5mesh(["root"]).decode()
    block = text[text.index("mesh {"):]
    blocks = open_new_document(MESH, text.replace("numMeshes 1", "numMeshes 2") + block)
    folds = blocks.client.request("textDocument/foldingRange", {"textDocument": {"uri": MESH}})
    assert [(one["startLine"], one["endLine"]) for one in folds] == [(6, 7), (10, 24), (26, 40)]
    animation = open_new_document(A, MD5ANIM.decode())
    folds = animation.client.request("textDocument/foldingRange", {"textDocument": {"uri": A}})
    assert [(one["startLine"], one["endLine"]) for one in folds] == [(8, 10), (13, 14), (17, 19)]


@pytest.mark.parametrize("method", ["definition", "references", "documentHighlight"])
def test_a_request_without_a_position_is_refused(start_server, method):
    answer = start_server(MD5ANIM.decode()).request_answer("textDocument/" + method, {"textDocument": {"uri": A}})
    assert answer["error"]["code"] == -32602 and "position" in answer["error"]["message"]
