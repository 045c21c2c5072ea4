"""Lists what byte sweeps take, a path a line: inputs.py ANIMPROOF FOLDER

These are the files of golden/ of every format, their scenes, the documents of fuzz/documents and golden/, and what is made
into FOLDER: files of every format from a fixed seed, and a JSON document of each file that has no error. Each content once.
"""

import hashlib
import os
import subprocess
import sys

from fuzz_targets import EXTENSIONS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SEED, MADE = 7, 12  # of each format, and as many --wild ones
LARGEST_DOCUMENT = 16384  # bytes: the way from a document costs far more than that from a file
ENDINGS = (*sorted(set(EXTENSIONS.values())), ".obj", ".json")


def make(program, folder):
    """Files of every format, and documents of them and of golden/'s valid ones."""
    def run(*arguments):
        return subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    os.makedirs(folder)
    for form in EXTENSIONS:
        for style in ((), ("--wild",)):
            place = os.path.join(folder, form + "".join(style)) + "/"
            run("generate", "--format", form, "--seed", str(SEED), "--count", str(MADE), *style, "-o", place).check_returncode()
    os.makedirs(os.path.join(folder, "documents"), exist_ok=True)
    for path in [*files_of(folder), *files_of(os.path.join(ROOT, "golden"))]:
        if path.endswith((".obj", ".json")) or "/bad/" in path:
            continue
        name = hashlib.sha256(os.path.relpath(path, ROOT).encode()).hexdigest()[:12]
        document = os.path.join(folder, "documents", os.path.basename(path) + "." + name + ".json")
        if run("convert", path, "--to=json", "-o", document).returncode == 0 and os.path.getsize(document) > LARGEST_DOCUMENT:
            os.remove(document)


def files_of(folder):
    for place, inner, names in os.walk(folder):
        inner.sort()
        for name in sorted(names):
            if name.endswith(ENDINGS) and name != "manifest.json":
                yield os.path.join(place, name)


def main():
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if not os.path.isdir(folder):
        make(program, folder + ".part")
        os.rename(folder + ".part", folder)
    seen = set()
    for place in (os.path.join(ROOT, "golden"), os.path.join(ROOT, "fuzz/documents"), folder):
        for path in files_of(place):
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read() + os.path.splitext(path)[1].encode()).digest()
            if content not in seen:
                seen.add(content)
                print(os.path.relpath(path, ROOT))


if __name__ == "__main__":
    main()
