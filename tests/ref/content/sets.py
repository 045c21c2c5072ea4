"""Finds the mesh of each animation of a run, and files with another skeleton than their folder's ("Pairs" in
shared/formats/md5mesh.md, "Sets" in md5anim.md).

Paths are relative to the folder that was named, with slashes.
"""

import collections
import posixpath

ANIMATION, MESH = ".md5anim", ".md5mesh"
FEWEST_JOINTS = 3       # fewest joints of an animation for which a mesh in another folder is searched
FEWEST_FILES = 3        # fewest files that must share a skeleton for it to count as right if no mesh has it


class Member:
    """A file of a run. reader: its AnimReader or MeshReader after reading. mesh: of an animation, the Member of its
    mesh without errors."""

    def __init__(self, path, reader):
        self.path = path
        self.folder, name = posixpath.split(path)
        self.stem, self.extension = posixpath.splitext(name)
        self.reader = reader
        self.mesh = None
        self.is_named_like_mesh = False     # true for an animation with a file STEM.md5mesh in its folder

    def joints(self):
        return self.reader.joint_list.joints

    def joint_names(self):
        return [joint.name for joint in self.joints()]

    def skeleton(self):
        return tuple((joint.name, joint.parent) for joint in self.joints())


def find_mesh(animation, meshes):
    """The Member that is the mesh of an animation, or None."""
    for mesh in meshes:
        if (mesh.folder, mesh.stem) == (animation.folder, animation.stem):
            return mesh
    if not animation.joints():
        return None
    fitting = [mesh for mesh in meshes if mesh.joint_names() == animation.joint_names()]
    here = [mesh for mesh in fitting if mesh.folder == animation.folder]
    if here:
        return here[0] if len(here) == 1 else None
    if len(animation.joints()) < FEWEST_JOINTS:
        return None
    return _only_mesh_or_only_with_stem_prefix(animation, _meshes_below_nearest_ancestor(animation, fitting))


def _meshes_below_nearest_ancestor(animation, fitting):
    """The fitting meshes below the parent of the animation's folder or, if there is no such mesh, below the parent of that
    parent, but never above the folder that was named.
    """
    folder = animation.folder
    for _ in range(2):
        if not folder:
            return []
        folder = posixpath.dirname(folder)
        below = [mesh for mesh in fitting if not folder or (mesh.folder + "/").startswith(folder + "/")]
        if below:
            return below
    return []


def _only_mesh_or_only_with_stem_prefix(animation, meshes):
    if len(meshes) > 1:
        meshes = [mesh for mesh in meshes if _lower_ascii(animation.stem).startswith(_lower_ascii(mesh.stem))]
    return meshes[0] if len(meshes) == 1 else None


def _lower_ascii(stem):
    return "".join(chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter for letter in stem)


def check_folder(members):
    """Reports set-skeleton in files of one folder. members: the files of the folder that have no errors."""
    counts = collections.Counter(member.skeleton() for member in members)
    animations = [member for member in members if member.extension == ANIMATION]
    of_animations = {member.skeleton() for member in animations}
    of_meshes = {member.skeleton() for member in members if member.extension == MESH}
    of_animation_and_mesh = of_animations & of_meshes | {
        member.skeleton() for member in animations if member.mesh and member.mesh.skeleton() == member.skeleton()}
    for member in members:
        own = member.skeleton()
        if own in of_animation_and_mesh or member.is_named_like_mesh or (member.extension == MESH and own in of_animations):
            continue
        right = _find_intended_skeleton(own, of_animation_and_mesh, counts)
        if right is not None:
            _report_wrong_skeleton(member, right)


def _find_intended_skeleton(own, of_animation_and_mesh, counts):
    """Returns the skeleton that a file with the skeleton `own` should have; None if no skeleton is clearly right.

    A skeleton is considered if at least half of all joint names of this skeleton and `own` are in both. The right one is the most
    frequent of those in `of_animation_and_mesh`, the skeletons that an animation and a mesh share. Without such a skeleton, it
    is the most frequent of those that at least FEWEST_FILES files have, and more files than have `own`.
    """
    akin = [other for other in counts if _shares_half_of_names(own, other)]
    candidates = [other for other in akin if other in of_animation_and_mesh]
    if not candidates:
        candidates = [other for other in akin if counts[other] >= FEWEST_FILES and counts[other] > counts[own]]
    most = max((counts[other] for other in candidates), default=0)
    best = [other for other in candidates if counts[other] == most]
    return best[0] if len(best) == 1 else None


def _shares_half_of_names(one, other):
    a, b = {name for name, _ in one}, {name for name, _ in other}
    return 2 * len(a & b) >= len(a | b)


def _report_wrong_skeleton(member, right):
    own, reader = member.skeleton(), member.reader
    if len(own) != len(right):
        reader.report_token("set-skeleton", reader.joint_count_token, "num_joints")
        return
    for part, path in ((0, "name"), (1, "parent")):
        for joint, ours, theirs in zip(member.joints(), own, right):
            if ours[part] != theirs[part]:
                reader.report_token("set-skeleton", (joint.name_token, joint.parent_token)[part], path)
                return
