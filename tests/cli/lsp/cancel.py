"""animproof lsp: a request for fixes can be cancelled while the server answers it; a message reports untried fixes."""

from cli_case import MD5ANIM, Case
from lsp_client import Client, message, span

CANCELLED = -32800
URI = "file:///tmp/a.md5anim"
case = Case()


def request(name, uri=URI):
    return message({"jsonrpc": "2.0", "id": name, "method": "textDocument/codeAction", "params": {
        "textDocument": {"uri": uri}, "range": span(0, 0, 1000000, 0), "context": {"diagnostics": []}}})


def cancel(name):
    return message({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": name}})


def notice(text):
    return message({"jsonrpc": "2.0", "method": "unknown", "params": {"text": text}})


TEXT = MD5ANIM.decode().replace("( -1 -1 -1 )", "( +1 -1 -1 )")
client = Client(case)
client.open(URI, TEXT)
all_actions = client.actions(URI, (0, 0), (1000, 0))
case.check(len(all_actions) == 2, "the document has a quick fix and a fix of all findings: %r" % all_actions)

# A request and its cancellation are sent at once, so that the cancellation waits while the server answers. The next request is
# answered. Each row: the messages sent, the ids of the answers in order, the ids that are cancelled.
for sent, asked, cancelled in (
        (request(100) + cancel(100), [100], {100}),
        (request(101) + cancel(100) + cancel("101"), [101], set()),
        (request("a") + cancel("a"), ["a"], {"a"}),
        (request("b") + cancel(98), ["b"], set()),
        (request(102) + notice("$/cancelRequest") + notice("x" * 70000) + cancel(102), [102], None),
        (request(103) + request(104) + cancel(104), [103, 104], {104}),
        (request(105) + b"Content-Length: 7\r\n\r\nnotjson" + cancel(105), [105], {105})):
    client.send(sent)
    for name in asked:
        answer = client.answer(name)
        if cancelled is None:  # the cancellation does not fit into the pipe and may come too late
            case.check("result" in answer or answer["error"]["code"] == CANCELLED, "request %r is answered or cancelled: %r" % (name, answer))
        elif name in cancelled:
            case.check(answer.get("error", {}).get("code") == CANCELLED, "request %r is cancelled: %r" % (name, answer))
        else:
            case.check(answer.get("result") == all_actions, "request %r is answered: %r" % (name, answer))
    client.hover(URI, 0, 0)
case.check(client.actions(URI, (0, 0), (1000, 0)) == all_actions, "the request after all cancellations is answered")

# The time limit allows eight fixes, each with two lints of the document. The rest allows four lints, too few for all fixes of
# the five rules.
frames = 48000
parts = MD5ANIM.decode().replace("numFrames 1\n", "numFrames %d\n" % frames).partition("frame 0 {")
long = parts[0].replace("\t( -1 -1 -1 ) ( 1 1 1 )\n", "\t( -1 -1 -1 ) ( 1 1 1 )\n" * (frames - 9) + "\t( +1 -1 -1 ) ( 1 1 1 )\n" * 9)
long += "".join("frame %d {\n}\n\n" % index for index in range(frames))
long = long.replace("MD5Version", "md5version").replace("numFrames ", "numFrames 1").replace('"root" -1', 'root -1').replace(
    "frame 0 {", "frame 0/* x */{")
client.notices.clear()
client.open(URI + "2", long)
found = client.actions(URI + "2", (0, 0), (1000000, 0))
messages = [one["params"]["message"] for one in client.notices if one["method"] == "window/showMessage"]
case.check(len(found) > 0, "the server offers the fixes that it tried")
client.hover(URI + "2", 0, 0)  # the message comes after the answer
messages += [one["params"]["message"] for one in client.notices if one["method"] == "window/showMessage"]
case.check(any("some fixes were not tried" in text for text in messages), "a message reports that some fixes were not tried: %r" % messages)
case.check(client.end() == 0, "the session ends with 0")
case.finish()
