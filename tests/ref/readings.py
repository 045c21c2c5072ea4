"""The independent reader of each format, and what it finds in a file with its companion."""

import importlib

import md5mesh_reader
import obj_reader
from formats import FORMATS

READERS = {form: importlib.import_module(form + "_reader") for form in FORMATS}


def read(form, data, companion=None):
    """(Result of the file, Result of its companion; None without one): an .obj scene of memg, an .md5mesh of md5anim."""
    if companion is None:
        return READERS[form].lint(data), None
    if form == "memg":
        scene = obj_reader.parse(companion)
        return READERS[form].lint(data, scene), scene.findings
    mesh = md5mesh_reader.parse(companion)
    return READERS[form].lint(data, mesh), mesh.result
