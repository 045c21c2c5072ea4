#!/usr/bin/python3
"""Writes the files for the picture in README.md: figure.py FOLDER

walk.md5anim is a walking figure with one broken frame, in which a shin turns round; walk.md5mesh is its mesh, a box per bone.
"""

import math
import os
import sys

# (name, parent, position relative to the parent, box along the bone as (vector, half width), swing as (degrees, phase))
BONES = (("origin", -1, (0, 0, 0), None, None), ("hips", 0, (0, 0, 46), ((0, 0, 8), 7), None),
         ("chest", 1, (0, 0, 10), ((0, 0, 17), 9), (6, 0)), ("neck", 2, (0, 0, 18), ((0, 0, 4), 2.5), None),
         ("head", 3, (0, 0, 5), ((0, 0, 10), 5), (6, 0.5)),
         ("arm_l", 2, (0, 13, 16), ((0, 1, -15), 3), (28, 0)), ("forearm_l", 5, (0, 1, -16), ((0, 0, -14), 2.4), (-26, 0.1)),
         ("arm_r", 2, (0, -13, 16), ((0, -1, -15), 3), (28, 0.5)), ("forearm_r", 7, (0, -1, -16), ((0, 0, -14), 2.4), (-26, 0.6)),
         ("thigh_l", 1, (0, 5, 0), ((0, 0, -20), 4.5), (30, 0.5)), ("shin_l", 9, (0, 0, -21), ((0, 0, -19), 3.2), (34, 0.7)),
         ("foot_l", 10, (0, 0, -21), ((9, 0, -2), 3), None),
         ("thigh_r", 1, (0, -5, 0), ((0, 0, -20), 4.5), (30, 0)), ("shin_r", 12, (0, 0, -21), ((0, 0, -19), 3.2), (34, 0.2)),
         ("foot_r", 13, (0, 0, -21), ((9, 0, -2), 3), None))
FRAMES, SNAP = 24, (5, "shin_r", 150)
SIDES = ((0, 1, 3), (0, 3, 2), (4, 7, 5), (4, 6, 7), (0, 5, 1), (0, 4, 5), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3))
QY = 16  # flag of an animated y component of the orientation


def swing_angle(name, swing, frame):
    """Returns the rotation about y in degrees; knees and elbows bend in only one direction."""
    if (frame, name) == SNAP[:2]:
        return SNAP[2]
    turn = math.sin(2 * math.pi * (frame / FRAMES + swing[1]))
    return swing[0] * ((1 + turn) / 2 if name.startswith(("shin", "forearm")) else turn)


def animation_text():
    moving = [bone for bone in BONES if bone[4]]
    rows = ['\t"%s" %d %d %d' % (bone[0], bone[1], QY if bone[4] else 0, moving.index(bone) if bone[4] else 0) for bone in BONES]
    frames = ["frame %d {\n%s\n}\n" % (frame, "\n".join("\t%.6f" % math.sin(math.radians(swing_angle(bone[0], bone[4], frame)) / 2) for bone in moving))
              for frame in range(FRAMES)]
    return ('MD5Version 10\ncommandline ""\n\nnumFrames %d\nnumJoints %d\nframeRate 24\nnumAnimatedComponents %d\n\nhierarchy {\n%s\n}\n\n'
            "bounds {\n%s\n}\n\nbaseframe {\n%s\n}\n\n%s" % (
                FRAMES, len(BONES), len(moving), "\n".join(rows), "\n".join(["\t( -36 -22 0 ) ( 36 22 94 )"] * FRAMES),
                "\n".join("\t( %g %g %g ) ( 0 0 0 )" % bone[2] for bone in BONES), "\n".join(frames)))


def box_corners(end, half):
    """Yields the corners of a bone's box, relative to the joint."""
    up, across = ((half, 0, 0) if abs(end[2]) > abs(end[0]) else (0, 0, half)), (0, half, 0)
    for at in ((0, 0, 0), end):
        for x in (-1, 1):
            for y in (-1, 1):
                yield tuple(at[i] + x * up[i] + y * across[i] for i in range(3))


def mesh_text():
    joints, places, verts, tris, weights = [], [], [], [], []
    for index, (name, parent, offset, box, _) in enumerate(BONES):
        places.append(tuple(offset[i] + (places[parent][i] if parent >= 0 else 0) for i in range(3)))
        joints.append('\t"%s" %d ( %g %g %g ) ( 0 0 0 )' % (name, parent, *places[-1]))
        first = len(verts)
        for corner in box_corners(*box) if box else ():
            weights.append("\tweight %d %d 1 ( %g %g %g )" % (len(verts), index, *corner))
            verts.append("\tvert %d ( 0 0 ) %d 1" % (len(verts), len(verts)))
        tris += [(first + a, first + b, first + c) for a, b, c in SIDES] if box else []
    lines = ["\ttri %d %d %d %d" % (number, *tri) for number, tri in enumerate(tris)]
    return ('MD5Version 10\ncommandline ""\n\nnumJoints %d\nnumMeshes 1\n\njoints {\n%s\n}\n\nmesh {\n\tshader "figure"\n\n\tnumverts %d\n%s\n\n'
            "\tnumtris %d\n%s\n\n\tnumweights %d\n%s\n}\n" % (
                len(BONES), "\n".join(joints), len(verts), "\n".join(verts), len(lines), "\n".join(lines), len(weights), "\n".join(weights)))


os.makedirs(sys.argv[1], exist_ok=True)
for extension, text in (("md5anim", animation_text()), ("md5mesh", mesh_text())):
    with open(os.path.join(sys.argv[1], "walk." + extension), "w", encoding="ascii") as file:
        file.write(text)
