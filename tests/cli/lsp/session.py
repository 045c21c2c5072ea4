"""animproof lsp: its answers in the order of a session, by the Language Server Protocol 3.17."""

import os

from cli_case import MD5ANIM, Case, full_device, md5anim, write
from lsp_client import Client, apply_edits, message, parse, span, uri_of

case = Case()
GOOD = MD5ANIM.decode()
BAD = md5anim(b"7").decode()
HOME = uri_of(case.directory)
A, B = HOME + "/a.md5anim", HOME + "/b%20%C3%A9.md5anim"


def request(number, method, params=None):
    return message({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def notice(method, params=None):
    return message({"jsonrpc": "2.0", "method": method, "params": params})


def session(*messages):
    """Sends all messages at once and closes the input. Returns the result of the server and its messages."""
    result = case.run("lsp", input=b"".join(messages))
    return result, parse(result.stdout)


# Start and end of a session.
START = request(1, "initialize", {"capabilities": {}})
result, got = session(START, request(2, "shutdown"), notice("exit"))
case.check(result.returncode == 0 and [one["id"] for one in got] == [1, 2] and got[1]["result"] is None
           and not result.stderr, "a session of initialize, shutdown and exit", result)
case.check(session(START, notice("exit"))[0].returncode == 1, "exit without shutdown ends the server with 1")
case.check(session(START)[0].returncode == 1 and session()[0].returncode == 1, "a closed input without shutdown ends the server with 1")
case.check(session(START, request(2, "shutdown"))[0].returncode == 0, "a closed input after shutdown ends the server with 0")
case.check(session(notice("exit"), START)[0].stdout == b"", "the server does not answer after exit")
for number, (sent, code) in enumerate((
        (request(7, "textDocument/hover", {}), -32002), (START + START, -32600), (START + request(7, "nothing"), -32601),
        (START + request(7, "$/own"), -32601), (START + request(7, "shutdown") + request(8, "shutdown"), -32600),
        (START + message(b"{\"jsonrpc\": \"2.0\", \"id\": 5"), -32700), (START + message(b"\x80"), -32700),
        (START + message(b"[]"), -32600), (START + message(b"17"), -32600), (START + message(b""), -32700),
        (START + message({"id": 3, "method": "shutdown"}), -32600), (START + message({"jsonrpc": "2.0", "id": 3}), -32600),
        (START + message({"jsonrpc": "2.0", "id": {}, "method": "shutdown"}), -32600),
        (START + message({"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}), -32600),
        (START + message({"jsonrpc": "2.0", "id": 3, "method": 4}), -32600),
        (START + message(b"[" * 70 + b"]" * 70), -32700),
        (START + request(9, "textDocument/hover", {}), -32602), (START + request(9, "textDocument/hover"), -32602),
        (START + request(9, "textDocument/hover", [1]), -32602),
        (START + request(9, "textDocument/codeAction", {"textDocument": {"uri": A}}), -32602),
        (START + b"Content-Length: 1000000000\r\n\r\n" + bytes(100), -32600),
        (START + b"Content-Length: 99999999999999999999999999\r\n\r\n", -32600),
        (START + b"Length: 2\r\n\r\n{}", -32700), (START + b"Content-Length: -2\r\n\r\n{}", -32700),
        (START + b"Content-Length: 0x2\r\n\r\n{}", -32700), (START + b"Content-Length: \r\n\r\n{}", -32700),
        (START + b"x" * 5000 + b"\n\n", -32700))):
    result, got = session(sent)
    case.check(result.returncode in (0, 1) and got and got[-1].get("error", {}).get("code") == code
               and got[-1]["error"]["message"], "the answer is the error %d (row %d)" % (code, number), result)
result, got = session(START, message({"jsonrpc": "2.0", "id": "a\"\u20ac", "method": "x"}))
case.check(got[-1]["id"] == "a\"\u20ac", "an id may be a string", result)

# Headers: additional and lower-case headers, a valid header after a broken one; an error ends with the refused message.
quiet = notice("$/cancelRequest", {"id": 1}) + notice("$/setTrace", {"value": "off"}) + notice("unknown")
answer = message({"jsonrpc": "2.0", "id": "client/registerCapability", "result": None})
after = request(5, "shutdown").replace(b"Content-Length", b"Content-Type: application/vscode-jsonrpc\r\ncontent-length")
for before, answers in ((b"", 2), (quiet, 2), (answer, 2), (b"junk\r\n\r\n", 3), (b"{}\n\nContent-Length: x\n\n\n", 3),
                        (b"Content-Length: 99000000\r\n\r\n" + bytes(99000000), 3), (b"{\"broken\": 1}", 2),
                        (message(b"{}{}") + b"more", 3)):
    result, got = session(START, before, after, notice("exit"))
    case.check(len(got) == answers and got[-1].get("id") == 5, "the server answers the next request after %r" % before[:40], result)
lost = request(4, "textDocument/hover", {}).replace(b"Length: ", b"Length: 1")  # the server reads the next messages as part of this one
result, got = session(START, lost, request(5, "shutdown"), request(6, "shutdown"), request(7, "shutdown"), notice("exit"))
case.check(result.returncode == 0 and got[-1].get("id") == 7, "the server recovers from a wrong Content-Length", result)

# Diagnostics: the findings of lint, with the version of the document, after each change.
client = Client(case)
case.check(client.capabilities["capabilities"]["positionEncoding"] == "utf-8", "the server chooses utf-8 if the client offers it")
client.open(A, BAD, version=41)
found = client.diagnostics(A)
case.check(found == [{
    "range": span(10, 8, 10, 9), "severity": 1, "code": "md5anim/parent-order", "source": "animproof",
    "message": 'joint "hips", parent is 7; it must be less than 1: a parent comes before its children'}],
    "the diagnostic of the finding: %r" % found)
case.check(client.found[A]["version"] == 41, "diagnostics have the version of the document")
client.change(A, (10, 8, 10, 9, "0"))
case.check(client.diagnostics(A) == [] and client.found[A]["version"] == 42, "a change that fixes the finding removes the diagnostic")
client.change(A, (10, 8, 10, 9, ""), (10, 8, 10, 8, "0"), (0, 0, 0, 0, "\n"), (0, 0, 1, 0, ""))
case.check(client.diagnostics(A) == [], "the changes of one message apply in order")
client.change(A, BAD)
case.check(len(client.diagnostics(A)) == 1, "a change may replace the whole text")
client.change(A, (10, 99, 10, 99, "//"), (999, 0, 999, 5, "x"), (11, 0, 10, 99, ""))
case.check([one["code"] for one in client.diagnostics(A)][:1] == ["md5anim/parent-order"],
           "positions after the end of a line or of the text mean its end")
client.open(B, GOOD)
case.check(client.diagnostics(B) == [] and len(client.found) == 2, "the server keeps two documents")
client.close(A)
case.check(client.request_answer("textDocument/hover", {"textDocument": {"uri": A}, "position": {"line": 0, "character": 0}})
           ["error"]["code"] == -32602 and client.found[A]["diagnostics"] == [], "requests on a closed document are refused")
client.notify("textDocument/didChange", {"textDocument": {"uri": B, "version": 9}, "contentChanges": [{"text": 5}]})
case.check(client.request_answer("textDocument/documentSymbol", {"textDocument": {"uri": B}})["error"]["code"] == -32602
           and client.notices[-1]["method"] == "window/showMessage", "after an invalid change the server drops the document and shows a message")

# The format of a document: by name, by language, by content.
for uri, text, language, rules in (
        ("untitled:1", BAD, "md5anim", ["md5anim/parent-order"]), ("untitled:2", BAD, "plaintext", ["md5anim/parent-order"]),
        (HOME + "/a.txt", "hello", "plaintext", ["file/unrecognized"]), (HOME + "/x.md5anim", "", "x", ["md5anim/truncated"]),
        (HOME + "/x.bin", MD5ANIM[:4].decode(), "md5anim", None), ("file://far/a.md5anim", BAD, "", ["md5anim/parent-order"]),
        ("file:///%zz.md5anim", BAD, "", ["md5anim/parent-order"]), ("file:///a%00.md5anim", BAD, "", ["md5anim/parent-order"])):
    client.open(uri, text, language)
    codes = [one["code"] for one in client.diagnostics(uri)]
    case.check(rules is None or codes == rules, "diagnostics of %s: %r" % (uri, codes))
    client.close(uri)

# Hover: the text of the finding's rule, or the field.
client.open(A, BAD)
hover = client.hover(A, 10, 8)
case.check("md5anim/parent-order" in hover["contents"]["value"] and "**Fix:**" in hover["contents"]["value"]
           and hover["contents"]["kind"] == "markdown" and hover["range"] == span(10, 8, 10, 9),
           "the hover on a finding shows its rule and fix: %r" % hover)
case.check(client.hover(A, 7, 0) is None and client.hover(A, 999, 0) is None, "there is no hover on an empty line or after the last line")
moving = GOOD.replace("Components 0", "Components 3").replace('"hips" 0 0', '"hips" 0 44').replace("frame 0 {\n", "frame 0 {\n\t1 .2 .5\n")
client.open(A, moving)
case.check(client.diagnostics(A) == [], "the document with a moving joint has no findings")
for line, character, words in (
        (10, 8, 'hierarchy[1].parent: the parent is joint 0, "root"'), (6, 22, "num_animated_components"),
        (19, 3, 'baseframe[1].position.x: of joint 1, "hips"'),
        (23, 1, 'frames[0].values[0]: z of the position of joint 1, "hips"'),
        (23, 4, 'frames[0].values[1]: x of the rotation of joint 1, "hips"'),
        (23, 6, 'frames[0].values[2]: z of the rotation of joint 1, "hips"')):
    value = (client.hover(A, line, character) or {"contents": {"value": ""}})["contents"]["value"]
    case.check(value.replace("\\", "") == words, "the hover at %d:%d is %r" % (line, character, value))

# The outline (document symbols).
symbols = client.symbols(A)
names = [one["name"] for one in symbols]
case.check(names[-4:] == ["hierarchy", "bounds", "baseframe", "frames"] and len(names) == 10, "the outline has the sections of the file: %r" % names)
joints = symbols[6]["children"]
case.check([joints[0]["name"], joints[0]["children"][0]["name"]] == ["root", "hips"] and len(joints) == 1
           and symbols[6]["range"] == span(8, 0, 11, 1), "the outline nests joints below their parents: %r" % symbols[6])
case.check(symbols[9]["range"] == span(22, 0, 24, 1) and symbols[0]["detail"] == "10", "the outline has the range of the frames: %r" % symbols[9])


def inside(outer, inner):
    ends = [(place["line"], place["character"]) for place in (outer["start"], inner["start"], inner["end"], outer["end"])]
    return ends == sorted(ends)


def with_children(some):
    for one in some:
        yield one
        yield from with_children(one.get("children", []))


def generated_animation(joints, frames):
    made = case.exits(0, "generate", "--format=md5anim", "--seed=5", "--knob=joints=%d" % joints, "--knob=frames=%d" % frames)
    return made.stdout.decode()


MOVIE = generated_animation(30, 250)
client.open(B, MOVIE)
symbols = client.symbols(B)
case.check([one["name"] for one in symbols[-1]["children"]] == ["frames[0..99]", "frames[100..199]", "frames[200..249]"]
           and len(symbols[-1]["children"][2]["children"]) == 50, "the outline groups frames by hundreds")
case.check(all(inside(one["range"], one["selectionRange"]) for one in with_children(symbols)), "the selection of each symbol is inside its range")
case.check(len(list(with_children(symbols[6]["children"]))) == 30, "the outline has all joints")
chain = GOOD.replace("numJoints 2", "numJoints 300").replace('\t"hips" 0 0 0\n', "".join(
    '\t"j%d" %d 0 0\n' % (i, i - 1) for i in range(1, 300)))
client.open(B, chain)
symbols = client.symbols(B)
case.check(len(list(with_children(symbols[6]["children"]))) == 300, "the outline has a chain of 300 joints")
many = GOOD + "".join("frame %d { }\n" % i for i in range(1, 100000))
client.open(B, many)
symbols = client.symbols(B)
case.check(len(list(with_children(symbols))) < 1000 and symbols[-1]["detail"] == "100000", "the outline of 100000 frames has fewer than 1000 symbols")

# Formatting.
OPTIONS = {"tabSize": 4, "insertSpaces": True}
loose = GOOD.replace("\t( 0 0 0 ) ( 0 0 0 )\n", "\t( 0 0 0.0 ) ( 0 0 -0.50 )\n", 1)
client.open(A, loose)
edits = client.request("textDocument/formatting", {"textDocument": {"uri": A}, "options": OPTIONS})
write("loose.md5anim", loose.encode())
wanted = case.exits(0, "format", "loose.md5anim").stdout.decode()
case.check(apply_edits(loose, edits, "utf-8") == wanted and len(edits) == 1 and edits[0]["range"] == span(2, 0, 19, 0),
           "formatting gives the output of animproof format in one edit: %r" % edits)
client.open(A, wanted)
case.check(client.request("textDocument/formatting", {"textDocument": {"uri": A}, "options": OPTIONS}) == [],
           "formatting a canonical document needs no edits")
silenced = BAD.replace('"hips" 7 0 0', '"hips" 7 0 0 // animproof: ignore md5anim')
for text, words in ((BAD, "1 error"), (silenced, "1 error"), (GOOD.replace("hips", "hi\xffps").encode("latin-1"), "")):
    client.open(A, text)
    answer = client.request_answer("textDocument/formatting", {"textDocument": {"uri": A}, "options": OPTIONS})
    case.check(isinstance(text, bytes) or answer["error"]["code"] == -32803 and words in answer["error"]["message"],
               "formatting a document with errors is refused: %r" % answer)

# Fixes: of one finding, of all findings, and only of the requested kinds.
marked = "\ufeff" + GOOD
client.open(A, marked)
actions = client.actions(A, (0, 0), (0, 0))
case.check([one["kind"] for one in actions] == ["quickfix", "source.fixAll"]
           and actions[0]["diagnostics"] == client.diagnostics(A)
           and all(apply_edits(marked, one["edit"]["changes"][A], "utf-8") == GOOD for one in actions),
           "the quick fix and the fix of all findings give the right text: %r" % actions)
case.check([one["kind"] for one in client.actions(A, (0, 0), (99, 0), ["quickfix"])] == ["quickfix"]
           and [one["kind"] for one in client.actions(A, (99, 0), (0, 0), ["source.fixAll"])] == ["source.fixAll"]
           and client.actions(A, (0, 0), (9, 0), ["refactor"]) == [] and client.actions(A, (9, 0), (9, 0)) == [],
           "only fixes of the requested kind and range are offered")
client.open(A, GOOD + "more\n")
case.check(client.actions(A, (0, 0), (99, 0)) == [], "a fix that would lose data is not offered")
case.check(client.end() == 0, "the server ends with 0")

# A client with versioned edits and related places.
client = Client(case, capabilities={
    "workspace": {"workspaceEdit": {"documentChanges": True}, "didChangeWatchedFiles": {"dynamicRegistration": True}},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
client.open(A, marked, version=3)
change = client.actions(A, (0, 0), (0, 0))[0]["edit"]["documentChanges"][0]
case.check(change["textDocument"] == {"uri": A, "version": 3} and apply_edits(marked, change["edits"], "utf-8") == GOOD,
           "the edit of a fix has the version of the document")
case.check(client.notices[0]["method"] == "client/registerCapability"
           and client.notices[0]["params"]["registrations"][0]["registerOptions"]["watchers"][0]["globPattern"]
           == "**/.animproof.ini", "the server asks the client to watch .animproof.ini")
client.open(A, GOOD.replace('"hips"', '"root"'))
related = [one for one in client.diagnostics(A) if "relatedInformation" in one]
case.check(len(related) == 1 and related[0]["relatedInformation"][0]["location"] == {"uri": A, "range": span(9, 1, 9, 7)},
           "a diagnostic has its related place: %r" % related)

# The configuration may change during the session. A wrong configuration is reported once.
client.open(A, BAD)
write(".animproof.ini", b"[animproof]\nignore = md5anim/parent-order\n")
client.notify("workspace/didChangeWatchedFiles", {"changes": []})
case.check(client.diagnostics(A) == [], "a rule that the configuration ignores gives no diagnostic")
write(".animproof.ini", b"[severity]\nmd5anim/parent-order = note\n")
client.notify("textDocument/didSave", {"textDocument": {"uri": A}})
case.check(client.diagnostics(A)[0]["severity"] == 3, "the severity of the configuration is that of the diagnostic")
write(".animproof.ini", b"[animproof]\nexclude = a.*\n")
client.notify("textDocument/didSave", {"textDocument": {"uri": A}})
case.check(client.diagnostics(A) == [] and client.symbols(A) == [], "a file that the configuration excludes has no diagnostics and no outline")
write(".animproof.ini", b"[animproof]\nignroe = md5anim\n")
message_count = len(client.notices)
for _ in range(2):
    client.notify("textDocument/didSave", {"textDocument": {"uri": A}})
    case.check(len(client.diagnostics(A)) == 1, "a wrong configuration is not used")
case.check([one["method"] for one in client.notices[message_count:]] == ["window/showMessage"]
           and ".animproof.ini:2: " in client.notices[-1]["params"]["message"], "a wrong configuration is reported once: %r" % client.notices[message_count:])
os.remove(".animproof.ini")
case.check(client.end() == 0, "the second server ends with 0")

# Limits are reported.
many = GOOD.replace("numFrames 1", "numFrames 1500") + "".join("frame %d { x }\n" % i for i in range(1, 1500))
client = Client(case, "--max-findings=5")
client.open(A, many)
found = client.diagnostics(A)
case.check(len(found) == 6 and "more findings are not shown" in found[-1]["message"],
           "the last diagnostic reports the findings over the limit: %r" % found[-1:])
client.end()
client = Client(case, "--max-memory=2000")
client.open(A, BAD)
case.check("memory ran out" in client.diagnostics(A)[-1]["message"], "a diagnostic reports that memory ran out")
client.end()

# The command line of lsp.
case.exits(0, "lsp", "--stdio", input=START + request(2, "shutdown") + notice("exit"))
for code, arguments in ((2, ["a.md5anim"]), (2, ["--ignore=none"]), (2, ["--config=a", "--no-config"])):
    result = case.exits(code, "lsp", *arguments)
    case.check(result.stderr and not result.stdout, "wrong usage prints a message: %r" % arguments, result)
case.exits(3, "lsp", input=START, stdout=full_device())
case.finish()
