#!/usr/bin/python3
"""Checks that an installed program can write the page: web_installed.py

Installs with a temporary PREFIX, and again with a DESTDIR. `view` of both programs, and of the first after its folder was
moved, must write build/web/index.html with a file inside.
"""

import base64
import os
import re
import subprocess
import sys
import tempfile

from cli_case import ROOT, read, read_text

FILE = os.path.join(ROOT, "golden/md5anim/bad/parent-order__self.md5anim")
INSIDE = re.compile(r'(<script type="application/json" id="inside">)\[(.*?)\](</script>)', re.DOTALL)


def install(*words):
    subprocess.run(["make", "-s", "install", *words], cwd=ROOT, check=True, env={**os.environ, "MAKEFLAGS": ""})


def page_faults(prefix, page, what):
    """Runs `view` of the program below a prefix; returns the faults of the page."""
    out = prefix + ".html"
    run = subprocess.run([prefix + "/bin/animproof", "view", FILE, "-o", out], cwd="/", check=False, stderr=subprocess.PIPE)
    if run.returncode != 0:
        return ["%s: exit %d: %s" % (what, run.returncode, run.stderr.decode())]
    made = read_text(out)
    inside = INSIDE.search(made).group(2)
    found = [] if INSIDE.sub(r"\1[]\3", made) == page else ["%s: the page differs from build/web/index.html" % what]
    if base64.b64encode(read(FILE)).decode() not in inside:
        found.append("%s: the page does not contain the file" % what)
    return found


def main():
    with tempfile.TemporaryDirectory(prefix="animproof-installed-") as folder:
        prefix, moved, stage = (os.path.join(folder, name) for name in ("usr", "moved", "stage"))
        install("PREFIX=" + prefix)
        page = read_text(os.path.join(ROOT, "build/web/index.html"))
        found = page_faults(prefix, page, "PREFIX")
        os.rename(prefix, moved)
        found += page_faults(moved, page, "moved PREFIX")
        install("PREFIX=/opt/it", "DESTDIR=" + stage)
        found += page_faults(stage + "/opt/it", page, "DESTDIR")
    print("web installed: 3 installations, %d faults" % len(found))
    print("\n".join(found[:5]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
