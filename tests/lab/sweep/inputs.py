"""Prints the paths of the inputs of byte sweeps, one per line: inputs.py ANIMPROOF FOLDER

The inputs are all files of golden/ with a known extension, the documents of fuzz/documents, and files generated in FOLDER unless
it exists: files of every format from a fixed seed, and JSON documents of files without errors, of up to LARGEST_DOCUMENT bytes.
Of equal files one is printed.
"""

import hashlib
import os
import subprocess
import sys

from cli_case import ROOT, files_below, read
from fuzz_targets import EXTENSIONS

SEED = 7
GENERATED = 12  # number of files that are generated of each format; as many more with --wild
LARGEST_DOCUMENT = 16384  # bytes: a case of a document takes far longer than one of a file
INPUT_EXTENSIONS = (*sorted(set(EXTENSIONS.values())), ".obj", ".json")


def make_inputs(program, folder):
    """Generates files of every format, and converts these files and the valid files of golden/ to JSON documents."""
    def run(*arguments):
        return subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    os.makedirs(folder)
    for form in EXTENSIONS:
        for style in ((), ("--wild",)):
            output = os.path.join(folder, form + "".join(style)) + "/"
            run("generate", "--format", form, "--seed", str(SEED), "--count", str(GENERATED), *style, "-o", output).check_returncode()
    os.makedirs(os.path.join(folder, "documents"), exist_ok=True)
    for path in [*files_of(folder), *files_of(os.path.join(ROOT, "golden"))]:
        if path.endswith((".obj", ".json")) or "/bad/" in path:
            continue
        name = hashlib.sha256(os.path.relpath(path, ROOT).encode()).hexdigest()[:12]
        document = os.path.join(folder, "documents", os.path.basename(path) + "." + name + ".json")
        if run("convert", path, "--to=json", "-o", document).returncode == 0 and os.path.getsize(document) > LARGEST_DOCUMENT:
            os.remove(document)


def files_of(folder):
    return [path for path in files_below(folder) if path.endswith(INPUT_EXTENSIONS) and os.path.basename(path) != "manifest.json"]


def main():
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if not os.path.isdir(folder):
        make_inputs(program, folder + ".part")
        os.rename(folder + ".part", folder)
    seen = set()
    for inputs in (os.path.join(ROOT, "golden"), os.path.join(ROOT, "fuzz/documents"), folder):
        for path in files_of(inputs):
            content = hashlib.sha256(read(path) + os.path.splitext(path)[1].encode()).digest()
            if content not in seen:
                seen.add(content)
                print(os.path.relpath(path, ROOT))


if __name__ == "__main__":
    main()
