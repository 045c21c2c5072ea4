"""animproof lsp: a request for fixes can be cancelled while it is answered, and says where it was not looked for all of them."""

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
whole = client.actions(URI, (0, 0), (1000, 0))
case.check(len(whole) == 2, "a fix, and all of them: %r" % whole)

# The request and what cancels it come at once, so that one waits while the other is answered; then the next is answered.
# (what is sent, the ids that are answered in order, those that are cancelled)
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
        if cancelled is None:  # what does not fit into a pipe may come too late
            case.check("result" in answer or answer["error"]["code"] == CANCELLED, "%r is answered: %r" % (name, answer))
        elif name in cancelled:
            case.check(answer.get("error", {}).get("code") == CANCELLED, "%r is cancelled: %r" % (name, answer))
        else:
            case.check(answer.get("result") == whole, "%r is answered: %r" % (name, answer))
    client.hover(URI, 0, 0)
case.check(client.actions(URI, (0, 0), (1000, 0)) == whole, "the next request is answered")

# Eight fixes use up the budget: each lints the document twice. The rest of the budget suffices to lint it four times, which is
# not enough for all fixes of five rules.
frames = 48000
parts = MD5ANIM.decode().replace("numFrames 1\n", "numFrames %d\n" % frames).partition("frame 0 {")
long = parts[0].replace("\t( -1 -1 -1 ) ( 1 1 1 )\n", "\t( -1 -1 -1 ) ( 1 1 1 )\n" * (frames - 9) + "\t( +1 -1 -1 ) ( 1 1 1 )\n" * 9)
long += "".join("frame %d {\n}\n\n" % index for index in range(frames))
long = long.replace("MD5Version", "md5version").replace("numFrames ", "numFrames 1").replace('"root" -1', 'root -1').replace(
    "frame 0 {", "frame 0/* x */{")
client.notices.clear()
client.open(URI + "2", long)
found = client.actions(URI + "2", (0, 0), (1000000, 0))
told = [one["params"]["message"] for one in client.notices if one["method"] == "window/showMessage"]
case.check(len(found) > 0, "some fixes are offered")
client.hover(URI + "2", 0, 0)  # the message comes after the answer
told += [one["params"]["message"] for one in client.notices if one["method"] == "window/showMessage"]
case.check(any("some fixes were not tried" in text for text in told), "that is said: %r" % told)
case.check(client.end() == 0, "the session ends")
case.finish()
