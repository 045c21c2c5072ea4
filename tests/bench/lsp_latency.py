#!/usr/bin/env python3
"""How long `animproof lsp` takes from a change of a document to its diagnostics: lsp_latency.py PROGRAM [FILE]

Without a file, one of about 1.2 MB is generated. The best and the median of fifty changes are told, in milliseconds, and
the same for the outline and for the fixes that are offered.
"""

import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "cli", "lib"))
import commands  # noqa: E402  (the path is set above)
from lsp_client import Client, message, span  # noqa: E402

URI = "untitled:1"
GENERATE = ["generate", "--format=md5anim", "--seed=3", "--knob=joints=60", "--knob=frames=300"]


class Sessions:
    """What a Client needs of a test."""

    def __init__(self, program):
        self.program = program

    def start(self, *arguments, **options):
        return commands.start([self.program, *arguments], **options)

    def check(self, condition, what):
        if not condition:
            sys.exit(what)


def measure(what, run, times=50):
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(1000 * (time.perf_counter() - start))
    print("%-22s best %6.1f ms, median %6.1f ms" % (what, min(taken), statistics.median(taken)))


def main():
    program = os.path.abspath(sys.argv[1])
    if len(sys.argv) > 2:
        with open(sys.argv[2], "rb") as file:
            text = file.read()
    else:
        text = commands.run([program, *GENERATE], stdout=commands.PIPE, check=True).stdout
    client = Client(Sessions(program))
    client.open(URI, text)
    client.symbols(URI)
    middle = text.count(b"\n") // 2
    version = 1

    def change():
        nonlocal version
        version += 1
        client.send(message({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [{"range": span(middle, 1, middle, 1 + (version % 2)), "text": "1"}]}}))
        while (client.receive().get("params") or {}).get("version") != version:
            pass

    print("%d bytes" % len(text))
    measure("change to diagnostics", change)
    measure("hover", lambda: client.hover(URI, middle, 2))
    measure("symbols", lambda: client.symbols(URI))
    measure("code actions", lambda: client.actions(URI, (middle, 0), (middle, 9)))
    client.end()


if __name__ == "__main__":
    main()
