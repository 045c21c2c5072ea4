"""animproof lsp with hostile input: it answers with errors or not at all, continues, and ends at the exit message."""

import json
import random

import pytest
from cli_case import MD5ANIM, md5anim
from golden_files import EACH
from lsp_client import A, encode_message, lsp_range, notification_message, parse_messages, request_message

DOCUMENT = {"textDocument": {"uri": A}}


def message_body(method, params, number=None):
    value = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        value["id"] = number
    return json.dumps(value).encode()


START = request_message(1, "initialize", {"capabilities": {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}})
END = request_message("last", "shutdown") + notification_message("exit")
OPEN = {"uri": A, "languageId": "md5anim", "version": 1}
HOVER = dict(DOCUMENT, position={"line": 10, "character": 8})
SESSION = [
    message_body("textDocument/didOpen", {"textDocument": dict(OPEN, text=md5anim(b"7").decode())}),
    message_body("textDocument/didOpen", {"textDocument": dict(OPEN, text="\ufeff" + MD5ANIM.decode())}),
    message_body("textDocument/didChange", {"textDocument": {"uri": A, "version": 2}, "contentChanges": [
        {"range": lsp_range(9, 1, 9, 4), "text": '"\U0001f9b4"'}, {"range": lsp_range(3, 0, 4, 0), "text": "\r\n"}]}),
    message_body("textDocument/hover", HOVER, 2),
    message_body("textDocument/documentSymbol", DOCUMENT, 3),
    message_body("textDocument/foldingRange", DOCUMENT, 6),
    message_body("textDocument/definition", HOVER, 7),
    message_body("textDocument/references", HOVER, 8),
    message_body("textDocument/documentHighlight", HOVER, 9),
    message_body("textDocument/formatting", dict(DOCUMENT, options={"tabSize": 4}), 4),
    message_body("textDocument/codeAction", dict(DOCUMENT, range=lsp_range(0, 0, 30, 0), context={"only": ["quickfix", "source"]}), 5),
    message_body("textDocument/completion", dict(DOCUMENT, position={"line": 9, "character": 3}), 12),
    message_body("textDocument/completion", dict(DOCUMENT, position={"line": 3, "character": 2}), 13),
    message_body("textDocument/rangeFormatting", dict(DOCUMENT, range=lsp_range(0, 0, 12, 0), options={"tabSize": 4}), 14),
    message_body("workspace/symbol", {"query": "hip"}, 15),
    message_body("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": "file:///absent", "name": "a"}], "removed": [{"uri": "file:///absent"}]}}),
    message_body("textDocument/diagnostic", dict(DOCUMENT, previousResultId="0123456789abcdef"), 10),
    message_body("workspace/executeCommand", {"command": "animproof.explain", "arguments": ["md5anim/parent-order"]}, 11),
    message_body("workspace/didChangeWatchedFiles", {"changes": []}),
    message_body("textDocument/didClose", DOCUMENT),
]
WORDS = [b"{", b"}", b"[", b"]", b'"', b"\\", b",", b":", b"\\u0000", b"\\ud83e", b"\\udd80", b"\xff", b"\xf0\x9f\xa6\xb4", b"null", b"-1",
         b"1e999", b"18446744073709551616", b"9223372036854775807", b"\n", b"\r", b"frame 0 {", b"numJoints 2147483647", b"textDocument"]
# Values of other types and very large numbers, in place of each number.
HUGE = [-1, 2 ** 31, 2 ** 53, 2 ** 63 - 1, 2 ** 64, 10 ** 70, 1.5, 1e300, None, True, "1", [], {}]
LONG = MD5ANIM.decode().replace("hierarchy {\n", "hierarchy {\n" + '\t"\U0001f9b4" x ' * 20000, 1)


def send_and_read_messages(animproof, data):
    """Sends initialize, `data` and the end of a session. Checks that the server lives until the end, and returns its messages."""
    result = animproof.exits(0, "lsp", input=START + data + END)
    got = parse_messages(result.stdout)
    animproof.check(got[-1].get("id") == "last", "the server answers the last request", result)
    return got


def test_the_server_survives_messages_with_random_changes(animproof):
    choices = random.Random(14)
    sent = []
    for _ in range(max(300, 1200 // EACH)):
        sent.append(choices.choice(SESSION))
        data = bytearray(choices.choice(SESSION))
        for _ in range(choices.randrange(1, 6)):
            at = choices.randrange(len(data) + 1)
            data[at:at + choices.choice((0, 0, 1, 4, 40))] = choices.choice(WORDS + [bytes([choices.randrange(256)])])
        sent.append(bytes(data))
    send_and_read_messages(animproof, b"".join(map(encode_message, sent)))


def test_requests_with_wrong_numbers_are_refused_or_answered(animproof):
    sent = []
    for number in HUGE:
        sent += [SESSION[0], message_body("textDocument/didChange", {"textDocument": {"uri": A, "version": number}, "contentChanges": [
            {"range": lsp_range(0, 0, 1, 0), "text": "a"}]})]
        for place in range(4):
            places = [1, 1, 1, 1]
            places[place] = number
            sent += [SESSION[0], message_body("textDocument/didChange", {"textDocument": {"uri": A, "version": 1}, "contentChanges": [
                {"range": lsp_range(*places), "text": "a"}]}), message_body("textDocument/codeAction", dict(DOCUMENT, range=lsp_range(*places)), 7)]
        sent += [SESSION[0], message_body("textDocument/hover", dict(DOCUMENT, position={"line": number, "character": number}), 7),
                 message_body("textDocument/hover", dict(DOCUMENT, position=number), 7), message_body("textDocument/hover", number, 7),
                 message_body("textDocument/didOpen", {"textDocument": dict(OPEN, text=number)}), message_body("textDocument/didClose", number),
                 message_body("textDocument/codeAction", dict(DOCUMENT, range=lsp_range(0, 0, 9, 9), context=number), 7)]
    got = send_and_read_messages(animproof, b"".join(map(encode_message, sent)))
    answers = [one for one in got if one.get("id") == 7]
    assert len(answers) == 8 * len(HUGE) and all("result" in one or one["error"]["code"] == -32602 for one in answers)


@pytest.mark.parametrize("seed", range(12))
def test_a_random_stream_ends_the_server_with_0_or_1(animproof, seed):
    choices = random.Random(seed)
    parts = [b"Content-Length: ", b"content-length:", b"\r\n", b"\n", b"\r\n\r\n", b"5", b"0", b"70000000", b"9" * 30, b"{}", START, b"\0",
             b"x" * 2000, SESSION[0], encode_message(SESSION[3]), bytes(choices.randrange(256) for _ in range(40))]
    result = animproof.run("lsp", input=START + b"".join(choices.choice(parts) for _ in range(60)) + END)
    parse_messages(result.stdout)
    assert result.returncode in (0, 1)


def test_a_message_that_is_too_long_is_skipped(animproof):
    send_and_read_messages(animproof, b"Content-Length: 70000000\r\n\r\n" + bytes(70000000))


def test_a_stream_that_is_cut_ends_the_server_with_1(animproof):
    stream = START + encode_message(SESSION[0])
    for cut in range(0, len(stream), 37):
        animproof.exits(1, "lsp", input=stream[:cut])


def test_a_message_in_pieces_is_answered(client):
    data = encode_message(SESSION[0]) + request_message("pieces", "textDocument/hover", HOVER)
    for at in range(0, len(data), 11):
        client.send(data[at:at + 11])
    assert client.wait_for_answer_and_store_others("pieces")["result"] is not None


def test_each_document_over_the_limit_of_512_is_reported(client):
    for number in range(600):
        client.notify("textDocument/didOpen", {"textDocument": dict(OPEN, uri="untitled:%d" % number, text="MD5Version 10")})
    client.symbols("untitled:0")
    said = [one["params"]["message"] for one in client.other_messages if one["method"] == "window/showMessage"]
    assert len(said) == 600 - 512 and "too many documents" in said[0]


@pytest.mark.parametrize("text", [LONG, "frame 0 {" * 5000, "// " + "\U0001f9b4" * 100000, "\r" * 50000, '"' * 50001],
                         ids=["joints", "nested", "comment", "lines", "quotes"])
def test_the_server_survives_long_documents(animproof, text):
    sent = [message_body("textDocument/didOpen", {"textDocument": dict(OPEN, text=text)}), *SESSION[2:7]]
    send_and_read_messages(animproof, b"".join(map(encode_message, sent)))
