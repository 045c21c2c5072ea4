"""The figures of a valid .md5mesh, computed from the file alone."""

import re

from box_extents import box_extents_of_points
from gltf_files import Mesh


def figures(data):
    mesh = Mesh(data)
    weights = [vertex for block in mesh.blocks for vertex in block]
    text = re.sub(rb"//[^\n]*|/\*.*?\*/", b"", data, flags=re.DOTALL)
    sums = {name: sum(map(int, re.findall(rb"\b%s\s+(\d+)" % key, text)))
            for name, key in (("triangles", b"numtris"), ("weights", b"numweights"))}
    points = [point for block in mesh.blocks for point in mesh.vertices(block, mesh.places, mesh.turns)]
    return {
        "joints": len(mesh.places), "meshes": len(mesh.blocks), "vertices": len(weights), **sums,
        "influences": max(map(len, weights), default=0),
        "mean-influences": sum(map(len, weights)) / len(weights) if weights else None,
        "materials": len(set(re.findall(rb'\bshader\s*("[^"]*")', text))),
        **(box_extents_of_points(points) if points else dict.fromkeys(("extent-x", "extent-y", "extent-z")))}
