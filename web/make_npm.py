#!/usr/bin/python3
"""Makes the folder of the npm package: make_npm.py MODULE OUT. `npm pack` makes the tarball of it.

animproof.js is web/page/module.js, which wraps the exports of the module, and web/npm/package_functions.js.
"""

import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
COPIED = ("animproof.d.ts", "read_address.js", "read_file.js", "README.md")


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def main():
    module, out = sys.argv[1:]
    version = re.search(r'^#define AP_VERSION "(.*)"$', read("core/base/version.h"), re.MULTILINE).group(1)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for name in COPIED:
        shutil.copyfile(os.path.join(HERE, "npm", name), os.path.join(out, name))
    shutil.copyfile(module, os.path.join(out, "animproof.wasm"))
    shutil.copyfile(os.path.join(ROOT, "LICENSE"), os.path.join(out, "LICENSE"))
    functions = read("web/npm/package_functions.js").split("\n", 1)[1]
    for name, text in (("package.json", read("web/npm/package.json")), ("animproof.js", read("web/page/module.js") + "\n" + functions)):
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text.replace("@version@", version))


if __name__ == "__main__":
    main()
