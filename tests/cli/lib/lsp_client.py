"""A client of `animproof lsp`, as small as tests need: messages go out and come back over pipes."""

import json
import queue
import re
import threading
import urllib.parse

import commands


def message(value):
    """A message of the base protocol: an object, or the bytes of one."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def parse(output):
    """All messages in what a server has written; raises ValueError where it is anything else."""
    messages = []
    while output:
        head, mark, rest = output.partition(b"\r\n\r\n")
        name, _, length = head.partition(b": ")
        if not mark or name != b"Content-Length" or len(rest) < int(length):
            raise ValueError("not a message: %r" % output[:200])
        messages.append(json.loads(rest[:int(length)].decode("ascii")))
        output = rest[int(length):]
    return messages


def uri_of(path):
    return "file://" + urllib.parse.quote(path)


class Client:
    """A session with one server. Requests are answered in order, so an answer is what comes next with its id.

    As an editor does, it reads beside what it sends: a server that waits for a full pipe does not read.
    """

    def __init__(self, case, *arguments, capabilities=None, encodings=("utf-8",), **options):
        options.setdefault("stderr", commands.DEVNULL)
        self.process = case.start("lsp", *arguments, stdin=commands.PIPE, stdout=commands.PIPE, **options)
        self.case = case
        self.last_id = 0
        self.versions = {}
        self.found = {}   # uri: params of the last diagnostics
        self.notices = []
        self.received = queue.SimpleQueue()
        self.reader = threading.Thread(target=self.read_all, daemon=True)
        self.reader.start()
        asked = {"general": {"positionEncodings": list(encodings)}} if encodings else {}
        asked.update(capabilities or {})
        self.capabilities = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": asked})
        self.tell("initialized", {})

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive(self):
        """The next message; None where the server has ended."""
        body = self.received.get()
        return None if body is None else json.loads(body.decode("ascii"))

    def read_all(self):
        try:
            while (body := self.read()) is not None:
                self.received.put(body)
        finally:
            self.received.put(None)

    def read(self):
        """The next message's body; None at the end."""
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            length = int(line.partition(b": ")[2])
        return self.process.stdout.read(length)

    def tell(self, method, params):
        self.send(message({"jsonrpc": "2.0", "method": method, "params": params}))

    def answer(self, request):
        """The whole answer to the request with that id; what comes before it is kept."""
        while True:
            got = self.receive()
            if got is None:
                self.case.check(False, "the server has ended before it answered %r" % request)
                self.case.finish()
            if "method" not in got and got["id"] == request:
                return got
            if got.get("method") == "textDocument/publishDiagnostics":
                self.found[got["params"]["uri"]] = got["params"]
            else:
                self.notices.append(got)

    def ask_whole(self, method, params):
        self.last_id += 1
        self.send(message({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}))
        return self.answer(self.last_id)

    def ask(self, method, params):
        answer = self.ask_whole(method, params)
        self.case.check("result" in answer, "%s is answered: %r" % (method, answer))
        return answer.get("result")

    def open(self, uri, text, language="md5anim", version=1):
        """Opens a document; text may be bytes that are not UTF-8."""
        self.versions[uri] = version
        if isinstance(text, bytes):
            raw = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
                "uri": uri, "languageId": language, "version": version, "text": "@@"}}}).encode()
            escapes = {**{code: b"\\u%04x" % code for code in range(32)}, 34: b'\\"', 92: b"\\\\"}
            self.send(message(raw.replace(b"@@", b"".join(escapes.get(byte, bytes([byte])) for byte in text))))
        else:
            self.tell("textDocument/didOpen", {"textDocument": {
                "uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, uri, *changes):
        """Changes a document: each is a text, or (line, character, line, character, text)."""
        self.versions[uri] += 1
        items = [{"text": one} if isinstance(one, str) else {"text": one[4], "range": span(*one[:4])}
                 for one in changes]
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": items})

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def hover(self, uri, line, character):
        return self.ask("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character}})

    def symbols(self, uri):
        return self.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri):
        """What is found now: a request makes the server check the document before it answers."""
        self.hover(uri, 0, 0)
        return self.found[uri]["diagnostics"]

    def actions(self, uri, start, end, only=None):
        context = {"diagnostics": []}
        if only is not None:
            context["only"] = only
        return self.ask("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": span(*start, *end), "context": context})

    def end(self):
        """shutdown and exit; the exit status."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.finish()

    def finish(self):
        self.process.stdin.close()
        code = self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        return code


def span(line, character, end_line, end_character):
    return {"start": {"line": line, "character": character}, "end": {"line": end_line, "character": end_character}}


def units(text, encoding):
    """How many units of the encoding a text has."""
    return len(text.encode("utf-8")) if encoding == "utf-8" else len(text.encode("utf-16-le")) // 2


def apply(text, edits, encoding):
    """The text after the edits, of which there is one at most."""
    for edit in edits:
        lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)", text)
        lines.append(text[sum(map(len, lines)):])
        places = []
        for name in ("start", "end"):
            place = edit["range"][name]
            line = lines[place["line"]]
            column = 0
            while units(line[:column], encoding) < place["character"]:
                column += 1
            places.append(sum(map(len, lines[:place["line"]])) + column)
        text = text[:places[0]] + edit["newText"] + text[places[1]:]
    return text
