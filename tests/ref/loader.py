#!/usr/bin/python3
"""An independent reader as a loader for `animproof conform`: loader.py FILE [COMPANION]

Exit 0 when the reader finds no error in the file, 1 when it finds one, and then names the findings. The companion is
the .obj scene of a memg file or the .md5mesh of an md5anim file; "" stands for none. Everything else is exit 2: Python
itself exits with 1 for an exception, which would look like a refusal.
"""

import importlib
import os
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import md5anim_reader   # noqa: E402  (the path is set above)
import md5mesh_reader   # noqa: E402
import memg_reader      # noqa: E402
import mrtk_reader      # noqa: E402
import obj_reader       # noqa: E402

SHOWN = 20


def kind_of(path, data):
    ending = os.path.splitext(path)[1][1:]
    if ending != "bin":
        return ending
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    if folder in ("mrtk", "memg"):  # a corpus has a folder a format
        return folder
    return "mrtk" if data.startswith(mrtk_reader.MAGIC) else "memg"


def read(path):
    with open(path, "rb") as file:
        return file.read()


def findings_of(path, companion):
    data = read(path)
    kind = kind_of(path, data)
    beside = read(companion) if companion else None
    if kind == "mrtk":
        return mrtk_reader.lint(data).as_dict()["findings"]
    if kind == "memg":
        scene = obj_reader.parse(beside) if beside is not None else None
        found = memg_reader.lint(data, scene=scene).as_dict()["findings"]
        return found + (scene.findings.as_dict()["findings"] if scene else [])
    if kind != "md5anim" or beside is None:
        return importlib.import_module(kind + "_reader").lint(data).as_dict()["findings"]
    mesh = md5mesh_reader.parse(beside)
    return md5anim_reader.lint(data, mesh=mesh).as_dict()["findings"] + mesh.result.as_dict()["findings"]


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    errors = [one for one in findings_of(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "")
              if one["severity"] == "error"]
    for one in errors[:SHOWN]:
        print("0x%x: %s %s" % (one["offset"], one["rule"], one["path"]))
    return 1 if errors else 0


if __name__ == "__main__":
    try:
        CODE = main()
    except BaseException:  # a MemoryError, too
        traceback.print_exc()
        CODE = 2
    sys.exit(CODE)
