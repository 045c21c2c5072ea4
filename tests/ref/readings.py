"""Reads a file, with or without its companion, with the independent reader of its format."""

import importlib

import md5mesh_reader
import obj_reader
from formats import FORMATS

READERS = {form: importlib.import_module(form + "_reader") for form in FORMATS}


def lint_file_and_companion(form, data, companion=None):
    """(Result of the file, Result of the companion or None). The companion is the .obj of memg or the .md5mesh of md5anim."""
    if companion is None:
        return READERS[form].lint(data), None
    if form == "memg":
        scene = obj_reader.parse(companion)
        return READERS[form].lint(data, scene), scene.result
    mesh = md5mesh_reader.parse(companion)
    return READERS[form].lint(data, mesh), mesh.result
