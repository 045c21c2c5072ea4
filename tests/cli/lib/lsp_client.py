"""A minimal client of `animproof lsp` for tests: it sends and receives messages over pipes."""

import json
import os
import queue
import re
import threading
import urllib.parse

import commands

A = "file:///absent/a.md5anim"  # a document that is not a file
CAMERA_TEXT = """MD5Version 10
commandline ""
numFrames 3
frameRate 24
numCuts 1
cuts {
\t1
}
camera {
\t( 0 0 0 ) ( 0 0 0 ) 90
\t( 0 0 0 ) ( 0 0 0 ) 90
\t( 0 0 0 ) ( 0 0 0 ) 90
}
"""


def encode_message(value):
    """Returns a message of the base protocol; `value` is an object or the bytes of the body."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request_message(number, method, params=None):
    return encode_message({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def notification_message(method, params=None):
    return encode_message({"jsonrpc": "2.0", "method": method, "params": params})


def parse_messages(output):
    """Returns all messages of a server's output. Raises ValueError if the output contains anything else."""
    messages = []
    while output:
        head, mark, rest = output.partition(b"\r\n\r\n")
        name, _, length = head.partition(b": ")
        if not mark or name != b"Content-Length" or len(rest) < int(length):
            raise ValueError("not a message: %r" % output[:200])
        messages.append(json.loads(rest[:int(length)].decode("ascii")))
        output = rest[int(length):]
    return messages


def uri_of(absolute_path):
    return "file://" + urllib.parse.quote(absolute_path)


def real_uri(path):
    return uri_of(os.path.realpath(path))


class Client:
    """A session with one server, which answers requests in order.

    A thread reads while the client sends, as in an editor: a server with a full output pipe stops reading its input.
    """

    def __init__(self, case, *arguments, capabilities=None, encodings=("utf-8",), folders=None, root=None, **options):
        options.setdefault("stderr", commands.DEVNULL)
        self.process = case.start("lsp", *arguments, stdin=commands.PIPE, stdout=commands.PIPE, **options)
        self.case = case
        self.last_id = 0
        self.versions = {}
        self.last_diagnostics = {}   # parameters of the last diagnostics of each document, by URI
        self.other_messages = []     # all other messages that came before an awaited answer
        self.received = queue.SimpleQueue()
        self.reader = threading.Thread(target=self.read_all, daemon=True)
        self.reader.start()
        asked = {"general": {"positionEncodings": list(encodings)}} if encodings else {}
        asked.update(capabilities or {})
        workspace = {} if folders is None else {"workspaceFolders": [{"uri": uri_of(path), "name": path} for path in folders]}
        self.capabilities = self.request("initialize", {"processId": None, "rootUri": root and uri_of(root), "capabilities": asked, **workspace})
        self.notify("initialized", {})

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive_or_none(self):
        """Returns the next message, or None if the server has ended."""
        body = self.received.get()
        return None if body is None else json.loads(body.decode("ascii"))

    def read_all(self):
        try:
            while (body := self.read()) is not None:
                self.received.put(body)
        finally:
            self.received.put(None)

    def read(self):
        """Returns the body of the next message, or None at the end of the output."""
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            length = int(line.partition(b": ")[2])
        return self.process.stdout.read(length)

    def notify(self, method, params):
        self.send(notification_message(method, params))

    def wait_for_answer_and_store_others(self, request_id):
        """Returns the complete answer to the request with this id. Stores the messages before it."""
        while True:
            got = self.receive_or_none()
            if got is None:
                self.case.check(False, "the server has ended before it answered %r" % request_id)
                self.case.finish()
            if "method" not in got and got["id"] == request_id:
                return got
            if got.get("method") == "textDocument/publishDiagnostics":
                self.last_diagnostics[got["params"]["uri"]] = got["params"]
            else:
                self.other_messages.append(got)

    def request_answer(self, method, params):
        self.last_id += 1
        self.send(request_message(self.last_id, method, params))
        return self.wait_for_answer_and_store_others(self.last_id)

    def request(self, method, params):
        answer = self.request_answer(method, params)
        self.case.check("result" in answer, "%s is answered: %r" % (method, answer))
        return answer.get("result")

    def open(self, uri, text, language="md5anim", version=1):
        """Opens a document. `text` may be bytes that are not UTF-8."""
        self.versions[uri] = version
        if isinstance(text, bytes):
            raw = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
                "uri": uri, "languageId": language, "version": version, "text": "@@"}}}).encode()
            escapes = {**{code: b"\\u%04x" % code for code in range(32)}, 34: b'\\"', 92: b"\\\\"}
            self.send(encode_message(raw.replace(b"@@", b"".join(escapes.get(byte, bytes([byte])) for byte in text))))
        else:
            self.notify("textDocument/didOpen", {"textDocument": {
                "uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, *changes):
        """Changes a document. Each change is a text, or (line, character, end line, end character, text)."""
        self.versions[uri] += 1
        items = [{"text": one} if isinstance(one, str) else {"text": one[4], "range": lsp_range(*one[:4])}
                 for one in changes]
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": items})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def hover(self, uri, line, character):
        return self.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character}})

    def symbols(self, uri):
        return self.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})

    def check_and_get_diagnostics(self, uri):
        """Returns the present diagnostics. The hover request makes the server check the document before it answers."""
        self.hover(uri, 0, 0)
        return self.last_diagnostics[uri]["diagnostics"]

    def fix_actions(self, uri, start, end, only=None):
        """Returns the code actions that fix findings."""
        return [one for one in self.all_actions(uri, start, end, only) if one["title"].startswith("Fix ")]

    def all_actions(self, uri, start, end, only=None):
        context = {"diagnostics": []}
        if only is not None:
            context["only"] = only
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": lsp_range(*start, *end), "context": context})

    def end(self):
        """Sends shutdown and exit. Returns the exit status of the server."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.finish()

    def finish(self):
        self.process.stdin.close()
        code = self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        return code


def lsp_range(line, character, end_line, end_character):
    return {"start": {"line": line, "character": character}, "end": {"line": end_line, "character": end_character}}


def count_units(text, encoding):
    """Returns the length of a text in code units of the encoding."""
    return len(text.encode("utf-8")) if encoding == "utf-8" else len(text.encode("utf-16-le")) // 2


def apply_edits(text, edits, encoding):
    """Returns the text after the edits; there must be at most one edit."""
    for edit in edits:
        lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)", text)
        lines.append(text[sum(map(len, lines)):])
        places = []
        for name in ("start", "end"):
            place = edit["range"][name]
            line = lines[place["line"]]
            column = 0
            while count_units(line[:column], encoding) < place["character"]:
                column += 1
            places.append(sum(map(len, lines[:place["line"]])) + column)
        text = text[:places[0]] + edit["newText"] + text[places[1]:]
    return text
