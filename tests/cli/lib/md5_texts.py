"""Texts of md5 files, made from the lines of their sections. The header counts these lines."""

FLAT = "( 0 0 0 ) ( 0 0 0 )"  # a position and an orientation, or a box


def section(name, lines):
    return "\n%s {\n%s}\n" % (name, "".join("\t%s\n" % line for line in lines))


def animation_text(hierarchy, bounds, baseframe, frames, components, rate=24):
    """Returns an .md5anim; `frames` has the lines of each frame, `components` is the number of their values."""
    return ('MD5Version 10\ncommandline ""\n\nnumFrames %d\nnumJoints %d\nframeRate %d\nnumAnimatedComponents %d\n'
            % (len(frames), len(hierarchy), rate, components)
            + section("hierarchy", hierarchy) + section("bounds", bounds) + section("baseframe", baseframe)
            + "".join(section("frame %d" % number, lines) for number, lines in enumerate(frames)))


def numbered_lines(count, keyword, texts):
    return "\n\t%s %d\n" % (count, len(texts)) + "".join("\t%s %d %s\n" % (keyword, number, text) for number, text in enumerate(texts))


def mesh_text(joints, verts, tris, weights, shader="skin"):
    """Returns an .md5mesh of one mesh; `verts`, `tris` and `weights` are what follows their numbers."""
    return ('MD5Version 10\ncommandline ""\n\nnumJoints %d\nnumMeshes 1\n%s\nmesh {\n\tshader "%s"\n%s%s%s}\n' % (
        len(joints), section("joints", joints), shader, numbered_lines("numverts", "vert", verts), numbered_lines("numtris", "tri", tris),
        numbered_lines("numweights", "weight", weights)))
