#!/usr/bin/python3
"""Writes the examples of the page, one of each format: examples.py FOLDER

walk.md5anim is a walking figure with one broken frame, in which a shin turns round; walk.md5mesh is its mesh, a box per bone.
shot.md5camera goes round a place and has a cut. hand.bin is an MRTK recording of a hand that opens and closes. wave.bin is a MEMG
motion, and wave.obj its scene.
"""

import math
import os
import struct
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
                FRAMES, len(BONES), len(moving), "\n".join(rows), "\n".join(["\t( -36 -22 -4 ) ( 36 22 94 )"] * FRAMES),
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
        # the corners of a box that points up are mirrored: its sides must turn the other way to face outwards
        tris += [(first + a, first + c, first + b) if box[0][2] > 0 else (first + a, first + b, first + c) for a, b, c in SIDES] if box else []
    lines = ["\ttri %d %d %d %d" % (number, *tri) for number, tri in enumerate(tris)]
    return ('MD5Version 10\ncommandline ""\n\nnumJoints %d\nnumMeshes 1\n\njoints {\n%s\n}\n\nmesh {\n\tshader "figure"\n\n\tnumverts %d\n%s\n\n'
            "\tnumtris %d\n%s\n\n\tnumweights %d\n%s\n}\n" % (
                len(BONES), "\n".join(joints), len(verts), "\n".join(verts), len(lines), "\n".join(lines), len(weights), "\n".join(weights)))


def camera_text():
    """A camera that goes 53 degrees round the origin, and after a cut at frame 35 comes nearer along the x axis."""
    rows = []
    for frame in range(60):
        turn = math.radians(200 + 1.5 * frame) if frame < 36 else math.radians(180)
        away = 120 if frame < 36 else 160 - 2 * (frame - 36)
        height = 50 if frame < 36 else 40
        # the camera looks along +x; it is turned about z to look at the origin
        rows.append("\t( %.4f %.4f %.4f ) ( 0 0 %.6f ) %.4f" % (
            away * math.cos(turn), away * math.sin(turn), height, math.sin((turn + math.pi) / 2) * (1 if math.cos((turn + math.pi) / 2) < 0 else -1),
            70 if frame < 36 else 55))
    return ('MD5Version 10\ncommandline ""\n\nnumFrames 60\nframeRate 24\nnumCuts 1\n\ncuts {\n\t35\n}\n\ncamera {\n%s\n}\n' % "\n".join(rows))


FINGERS = ((-0.035, 0.03, 4, 0.9), (-0.022, 0.085, 5, 0.2), (0.0, 0.09, 5, 0), (0.02, 0.085, 5, -0.1), (0.038, 0.075, 5, -0.25))  # x, length, joints, spread


def hand_joints(bend):
    """Returns the positions of the 27 joints of a hand, in metres; `bend` is 0 for an open hand and 1 for a fist."""
    joints = [(0, 0, 0), (0, 0, 0), (0, 0, 0.045)]
    for x, length, count, spread in FINGERS:
        side, ahead, down, angle = 0.4 * x, 0.025, 0.0, 0.0
        joints.append((side, down, ahead))
        for joint in range(1, count):
            part = (0.06 if joint == 1 and count == 5 else length * (0.42, 0.42, 0.32, 0.26)[joint - 1])
            angle += (0.1 if joint == 1 else 1.25) * bend * (0.5 if count == 4 else 1)
            side += part * (math.sin(spread) if count == 4 else (0.6 * x / 0.06 if joint == 1 else math.sin(spread) / 2))
            ahead += part * math.cos(angle) * (math.cos(spread) if count == 4 else 1)
            down -= part * math.sin(angle)
            joints.append((side, down, ahead))
    return joints


def hand_bytes():
    """An MRTK recording of version 1.1: a camera at rest, and a right hand that is tracked all the time."""
    times = [frame / 12 for frame in range(25)]
    poses = [[(0.15 + x, 1.35 + y + 0.03 * math.sin(math.pi * time), 0.4 + z) for x, y, z in hand_joints((1 - math.cos(math.pi * time)) / 2)] for time in times]

    def curve(values):
        return struct.pack("<iii", 8, 8, len(values)) + b"".join(struct.pack("<ff", time, value) for time, value in zip(times, values))

    def at_rest(*values):
        return b"".join(curve([value, value]) for value in values)
    one, none = struct.pack("<iii", 8, 8, 1) + struct.pack("<ff", 0, 1), struct.pack("<iii", 8, 8, 0)
    out = struct.pack("<Qii", 0x6a8faf6e0f9e42c6, 1, 1) + bytes([1, 1, 0]) + at_rest(0, 1.6, 0, 0, 0, 0, 1)
    out += none + one + none + none + none * 7 * 27
    for joint in range(27):
        for axis in range(3):
            out += curve([pose[joint][axis] for pose in poses])
        out += at_rest(0, 0, 0, 1)
    return out + struct.pack("<i", 0)


GRID = 13  # vertices on a side of the waving sheet


def flat_sheet_vertices():
    return [(x / 2 - (GRID - 1) / 4, 1.0, y / 2 - (GRID - 1) / 4) for y in range(GRID) for x in range(GRID)]


def wave_bytes():
    """A MEMG motion of 48 timesteps: the sum of two modes of a sheet is a wave that runs outwards."""
    vertices, steps, name = flat_sheet_vertices(), 48, b"sheet"
    out = struct.pack("<4i", 1, 30, 1, steps) + struct.pack("<12d", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0) * steps
    out += struct.pack("<i", len(name)) + name + struct.pack("<i", len(vertices))
    out += struct.pack("<%di" % len(vertices), *range(1, len(vertices) + 1))
    out += struct.pack("<%dd" % (3 * len(vertices)), *(number for vertex in vertices for number in vertex)) + struct.pack("<i", 0)
    out += struct.pack("<2i", 3 * len(vertices), 2)
    for mode in (math.cos, math.sin):
        for x, _, z in vertices:
            out += struct.pack("<3d", 0, 0.4 * mode(2 * math.hypot(x, z)) / (1 + math.hypot(x, z) / 2), 0)
    out += struct.pack("<2i", 2, steps)
    for step in range(steps):
        out += struct.pack("<2d", math.cos(2 * math.pi * step / 24), math.sin(2 * math.pi * step / 24))
    return out


def scene_text():
    rows = ["v %g %g %g" % vertex for vertex in flat_sheet_vertices()] + ["g sheet"]
    for y in range(GRID - 1):
        for x in range(GRID - 1):
            at = y * GRID + x + 1
            rows += ["f %d %d %d" % (at, at + GRID, at + 1), "f %d %d %d" % (at + 1, at + GRID, at + GRID + 1)]
    return "\n".join(rows) + "\n"


# The examples: a title, and the files with their content. The file with a finding comes first.
EXAMPLES = (
    ("A walk with a shin that snaps (.md5anim with .md5mesh)", (("walk.md5anim", animation_text), ("walk.md5mesh", mesh_text))),
    ("A mesh (.md5mesh)", (("walk.md5mesh", mesh_text),)),
    ("A camera path with a cut (.md5camera)", (("shot.md5camera", camera_text),)),
    ("A hand (MRTK .bin)", (("hand.bin", hand_bytes),)),
    ("A waving sheet (MEMG .bin with .obj)", (("wave.bin", wave_bytes), ("wave.obj", scene_text))),
)


def content_of_file(make):
    made = make()
    return made if isinstance(made, bytes) else made.encode("ascii")


def write_examples(folder):
    os.makedirs(folder, exist_ok=True)
    for _, files in EXAMPLES:
        for name, make in files:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content_of_file(make))


if __name__ == "__main__":
    write_examples(sys.argv[1])
