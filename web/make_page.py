#!/usr/bin/python3
"""Build the page: make_page.py MODULE OUT. Inserts style, scripts, examples and module into web/page/page.html.

The content security policy allows only the page's own scripts, by their hashes, and no network access.
"""

import base64
import hashlib
import json
import os
import sys

from examples import EXAMPLES, content_of_file

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")
ENGINE = ["module.js", "outermost.js", "desk.js"]     # scripts that the page and its worker run
SCRIPT = ["parts.js", "ranks.js", "host.js", "drop.js", "list.js", "bytes.js", "findings.js", "camera.js", "controls.js", "raster.js", "paint.js",
          "picture.js", "player.js", "joints.js", "compare.js", "curves.js", "viewer.js", "main.js"]


def read_file(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def join_scripts(names):
    return "'use strict';\n" + "".join(read_file(name) for name in names)


def content_security_policy(scripts):
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts]
    allowed = " ".join("'sha256-%s'" % one for one in hashes)
    return ("default-src 'none'; script-src %s 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; "
            "base-uri 'none'; form-action 'none'" % allowed)


def examples_as_json():
    return json.dumps([{"title": title, "files": [{"name": name, "base64": base64.b64encode(content_of_file(make)).decode()} for name, make in files]}
                       for title, files in EXAMPLES]).replace("<", "\\u003c")


def main():
    module, out = sys.argv[1:]
    with open(module, "rb") as file:
        wasm = base64.b64encode(file.read()).decode()
    engine, rest = join_scripts(ENGINE), join_scripts(SCRIPT)
    page = read_file("page.html")
    for mark, text in (("@csp@", content_security_policy([engine, rest])), ("@style@", read_file("style.css")), ("@wasm@", wasm), ("@examples@", examples_as_json()),
                       ("@engine@", engine), ("@script@", rest)):
        before, after = page.split(mark)
        page = before + text + after
    os.makedirs(os.path.dirname(out) or ".", exist_ok=True)
    with open(out + ".new", "w", encoding="utf-8") as file:
        file.write(page)
    os.replace(out + ".new", out)


if __name__ == "__main__":
    main()
