#!/usr/bin/python3
"""Writes files for a test of the page's speed: large_files.py FOLDER

FOLDER/many has 40 copies of an animation. large.md5anim has 110 joints in 120 frames at 60 a second, and large.md5mesh has 20,000
vertices: a tube of 100 rings.
"""

import math
import os
import sys

import md5_texts
from cli_case import path_in_tree, write

sys.path.insert(0, path_in_tree("web"))
from examples import animation_text  # noqa: E402  (the path is set above)

JOINTS, FRAMES, RINGS, SIDES, Q_Y = 110, 120, 100, 200, 16


def large_animation():
    rows = ['"bone_%d" %d %d %d' % (joint, joint - 1, Q_Y, joint) for joint in range(JOINTS)]
    frames = [["%.6f" % (0.02 * math.sin(2 * math.pi * frame / FRAMES + joint / 9)) for joint in range(JOINTS)] for frame in range(FRAMES)]
    return md5_texts.animation_text(rows, ["( -200 -200 -200 ) ( 200 200 200 )"] * FRAMES,
                                    ["( 0 0 %g ) ( 0 0 0 )" % (joint > 0) for joint in range(JOINTS)], frames, JOINTS, 60)


def large_mesh():
    joints = ['"bone_%d" %d ( 0 0 %d ) ( 0 0 0 )' % (joint, joint - 1, joint) for joint in range(JOINTS)]
    verts, tris, weights = [], [], []
    for ring in range(RINGS):
        for side in range(SIDES):
            turn, number = 2 * math.pi * side / SIDES, len(verts)
            verts.append("( 0 0 ) %d 2" % (2 * number))
            for joint, up in ((ring, 0), (ring + 1, -1)):
                weights.append("%d 0.5 ( %.4f %.4f %g )" % (joint, 20 * math.cos(turn), 20 * math.sin(turn), up))
            if ring + 1 < RINGS:
                other = ring * SIDES + (side + 1) % SIDES
                tris += [(number, number + SIDES, other), (other, number + SIDES, other + SIDES)]
    return md5_texts.mesh_text(joints, verts, ["%d %d %d" % tri for tri in tris], weights, "tube")


def main():
    folder = sys.argv[1]
    os.makedirs(os.path.join(folder, "many"))
    files = {"many/walk-%02d.md5anim" % number: animation_text() for number in range(40)}
    files.update({"large.md5anim": large_animation(), "large.md5mesh": large_mesh()})
    for name, text in files.items():
        write(os.path.join(folder, name), text)


if __name__ == "__main__":
    main()
