"""animproof lsp: completion of keywords, of names between quotes, and of rules in suppression comments."""

import pytest
from cli_case import MD5ANIM, md5mesh, write
from lsp_client import A, CAMERA_TEXT, real_uri

ANIM, MESH = MD5ANIM.decode(), md5mesh(["root", "hips", "chest"]).decode()
URIS = {name: "file:///absent/a." + name for name in ("md5anim", "md5mesh", "md5camera")}
TEXTS = {"md5anim": ANIM, "md5mesh": MESH, "md5camera": CAMERA_TEXT}


def completion_items(client, text, uri=A, rest=""):
    """Returns the items at the end of the text, before the rest of the document."""
    client.open(uri, text + rest, uri.rpartition(".")[2])
    lines = text.replace("\r\n", "\n").split("\n")
    got = client.request("textDocument/completion", {
        "textDocument": {"uri": uri}, "position": {"line": len(lines) - 1, "character": len(lines[-1].encode())}})
    return got["items"]


def completion_labels(*arguments, **options):
    return [one["label"] for one in completion_items(*arguments, **options)]


def test_the_server_says_which_characters_begin_a_completion(client):
    assert client.capabilities["capabilities"]["completionProvider"] == {"triggerCharacters": ['"', ":", ","]}


@pytest.mark.parametrize(("name", "keyword"), [(name, line.split()[0]) for name, text in TEXTS.items() for line in text.split("\n")
                                               if line and line.strip()[0].isalpha()])
def test_each_keyword_is_offered_where_it_is(client, name, keyword):
    lines = TEXTS[name].split("\n")
    index = next(i for i, line in enumerate(lines) if line.split()[:1] == [keyword])
    before = "".join(line + "\n" for line in lines[:index]) + lines[index].partition(keyword)[0]
    for typed in range(len(keyword)):
        got = completion_items(client, before + keyword[:typed], URIS[name], rest=lines[index].partition(keyword)[2] + "\n")
        assert keyword in [one["label"] for one in got] and len(got) <= 2, (before, typed, got)
        edit = next(one["textEdit"] for one in got if one["label"] == keyword)
        column = len(before.rpartition("\n")[2])
        assert edit == {"newText": keyword, "range": {"start": {"line": index, "character": column}, "end": {"line": index, "character": column + typed}}}


@pytest.mark.parametrize("text", [
    "MD5Version 10\ncommandline ", ANIM.partition("frameRate 24")[0] + "frameRate ", ANIM.partition("\t( -1")[0] + "\t",
    ANIM.partition("\t( 0 0 0 )")[0] + "\t( 0 ", ANIM + "\n", "MD5Version 10 ", ANIM.replace("frame 0", "frame ").partition("{\n}")[0]],
    ids=["a text", "a count", "a box", "a number", "the end", "a version", "an index"])
def test_no_keyword_is_offered_where_none_is_expected(client, text):
    assert completion_labels(client, text) == []


def test_keywords_are_offered_after_errors(client):
    broken = ANIM.replace('"hips" 0', '"hips" x (').partition("bounds")[0]
    assert completion_labels(client, broken) == ["frame", "baseframe", "bounds"]
    assert completion_labels(client, broken + "bou") == ["bounds"]
    assert completion_labels(client, ANIM.partition("numFrames")[0] + "numJoints x\nfr") == ["frameRate"]
    mesh = MESH.replace("numtris 1", "numtris x").partition("numweights")[0]
    assert "numweights" in completion_labels(client, mesh, URIS["md5mesh"])
    assert "MD5Version" in completion_labels(client, "") and completion_labels(client, "MD5") == ["MD5Version"]


def test_the_names_of_the_mesh_are_offered_for_joints(client):
    write("walk.md5mesh", MESH.encode())
    start = ANIM.partition('"hips"')[0]
    uri = real_uri("walk.md5anim")
    got = completion_items(client, start + '"', uri, rest="\n}\n")
    assert [one["label"] for one in got] == ["hips", "chest"], "the joints that the animation lacks, in the order of the mesh"
    assert [one["textEdit"]["newText"] for one in got] == ['hips"', 'chest"'] and got[0]["sortText"] < got[1]["sortText"]
    inside = completion_items(client, start + '"ch', uri, rest='xx" 0 0 0\n}\n')
    assert inside[1]["textEdit"] == {"newText": "chest", "range": {"start": {"line": 10, "character": 2}, "end": {"line": 10, "character": 6}}}
    client.open(real_uri("walk.md5mesh"), MESH.replace("chest", "tail"), "md5mesh")
    assert completion_labels(client, start + '"', uri) == ["hips", "tail"], "the mesh as it is open in the editor"


def test_the_names_of_open_documents_are_offered_without_a_mesh(client):
    client.open(URIS["md5mesh"], MESH, "md5mesh")
    start = ANIM.partition('"hips"')[0]
    assert completion_labels(client, start + '"') == ["hips", "chest"]
    assert completion_labels(client, MESH.partition('"hips"')[0] + '"', "file:///absent/b.md5mesh") == ["hips", "chest"]


def test_the_shaders_of_all_documents_are_offered(client):
    client.open(URIS["md5mesh"], MESH.replace('"skin"', '"models/skin"'), "md5mesh")
    other = MESH.partition("mesh {")[0].replace("numMeshes 1", "numMeshes 2")
    text = other + "mesh {" + MESH.partition("mesh {")[2] + '\nmesh {\n\tshader "'
    assert completion_labels(client, text, "file:///absent/b.md5mesh") == ["skin", "models/skin"]


@pytest.mark.parametrize("text", ['MD5Version 10\ncommandline "', ANIM + '"', '"', 'frame "', "\"\"\""], ids=["commandline", "end", "start", "no name", "three"])
def test_no_names_are_offered_for_other_texts(client, text):
    client.open(URIS["md5mesh"], MESH, "md5mesh")
    assert completion_labels(client, text) == []


@pytest.mark.parametrize("typed", ["", "a", "animproof:", "animproof: ignore", "animproof: ign"])
def test_the_words_of_a_suppression_comment_are_offered(client, typed):
    got = completion_items(client, ANIM.replace("frameRate 24", "frameRate 24 // " + typed).partition("\nnumAnim")[0], rest="\nnumAnim")
    assert [one["textEdit"]["newText"] for one in got] == ["animproof: ignore "]
    assert got[0]["textEdit"]["range"]["start"] == {"line": 5, "character": 16}


@pytest.mark.parametrize("typed", ["", "md5anim/fr", "md5anim/layout, ", "md5anim/layout,md5anim/", "md5anim/layout "])
def test_rules_are_offered_in_a_suppression_comment(client, typed):
    text = ANIM.replace("frameRate 24", "frameRate 2400 // animproof: ignore " + typed)
    got = completion_items(client, text.partition("\nnumAnim")[0], rest="\nnumAnim" + text.partition("\nnumAnim")[2])
    first = min(got, key=lambda one: one["sortText"])
    assert first["label"] == "md5anim/frame-rate-high" and first["detail"] == "note" and first["documentation"]
    names = [one["label"] for one in got]
    assert len(names) == len(set(names)) > 80 and {name.partition("/")[0] for name in names} >= {"md5anim", "file"}
    assert not [name for name in names if name.startswith(("md5mesh/", "mrtk/"))]
    start = first["textEdit"]["range"]["start"]["character"]
    assert text.split("\n")[5][start:].strip() in ("", "md5anim/fr", "md5anim/") and text.split("\n")[5][start - 1] in " ,"


@pytest.mark.parametrize("comment", ["// x", "// ignore ", "// animproof:ignore ", "// animproof: off ", "/* animproof: ignore "])
def test_other_comments_are_left_alone(client, comment):
    assert completion_labels(client, ANIM.replace("frameRate 24", "frameRate 24 " + comment).partition("\nnumAnim")[0]) == []


def test_a_rule_that_is_off_is_not_offered(start_client):
    names = completion_labels(start_client("--ignore", "md5anim/layout"), "// animproof: ignore ")
    assert "md5anim/number" in names and "md5anim/layout" not in names


@pytest.mark.parametrize("params", [None, {}, {"textDocument": {"uri": A}}, {"textDocument": {"uri": A}, "position": {"line": -1, "character": 0}},
                                    {"textDocument": {"uri": "file:///other"}, "position": {"line": 0, "character": 0}}], ids=str)
def test_wrong_params_are_refused(client, params):
    client.open(A, ANIM)
    assert client.request_answer("textDocument/completion", params)["error"]["code"] == -32602


@pytest.mark.parametrize("text", ["\"", "/", "//", "\\", "\"" * 9, "//\"", "\r", "\0", "frame\0", "{", "}" * 50, "// animproof: ignore \0", b"\"\xff", b"\xff\xfe"])
def test_any_text_is_answered_at_each_position(client, text):
    client.open(A, text.encode("latin-1") if isinstance(text, str) else text)
    for character in range(12):
        for line in range(3):
            got = client.request("textDocument/completion", {"textDocument": {"uri": A}, "position": {"line": line, "character": character}})
            assert got["items"] is not None
    client.open(URIS["md5mesh"], "x", "md5mesh")
    client.open("file:///a.bin", "x", "bin")
    assert client.request("textDocument/completion", {"textDocument": {"uri": "file:///a.bin"}, "position": {"line": 0, "character": 1}})["items"] == []


def test_a_file_of_a_megabyte_is_completed(client):
    frames = 30000
    long = ANIM.partition("frame 0")[0].replace("numFrames 1", "numFrames %d" % frames).replace(
        "\t( -1 -1 -1 ) ( 1 1 1 )\n", "\t( -1 -1 -1 ) ( 1 1 1 )\n" * frames) + "".join("frame %d {\n}\n" % index for index in range(frames - 1))
    client.open(A, long)
    position = {"textDocument": {"uri": A}, "position": {"line": long.count("\n"), "character": 0}}
    assert [one["label"] for one in client.request("textDocument/completion", position)["items"]] == ["frame"]
