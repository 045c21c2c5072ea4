"""Independent reader of the part of an .md5mesh that an .md5anim is judged by.

Header and joints are read as strictly as an animation's; of the mesh blocks only the braces count.
"""

import re

from md5_joints import JointList, judge_joint_count, judge_quaternion
from md5_lexer import END, UNTERMINATED
from md5_reader import Md5Reader

# The shortest text one counted thing can have.
BYTES_PER_JOINT = len('""0(0 0 0)(0 0 0)')
BYTES_PER_MESH = len("mesh{}")


class Mesh:
    """joints: md5_joints.Joint in order; is_joint_list_sound: whole, and as many as announced."""

    def __init__(self, result, joints, is_joint_list_sound):
        self.result = result
        self.joints = joints
        self.is_joint_list_sound = is_joint_list_sound


class MeshReader(Md5Reader):
    FORMAT = "md5mesh"
    HEADER = ((b"MD5Version", "version"), (b"commandline", "commandline"),
              (b"numJoints", "num_joints"), (b"numMeshes", "num_meshes"))
    SECTIONS = (b"joints", b"mesh")
    COMMANDLINE_WORDS = re.compile(rb"(?<![0-9A-Za-z_])"
                                   rb"(?:(?:numJoints|numMeshes|joints)(?![0-9A-Za-z_])|mesh \{)")

    def __init__(self, data, profile):
        super().__init__(data, profile)
        self.joint_count = None     # None when not read or not sound
        self.mesh_count = None
        self.joint_list = JointList()
        self._blocks = 0
        self._are_blocks_broken = False

    def read_header_value(self, key, path):
        token, count = self.read_integer(path)
        if count is None:
            return token
        is_joints = key == b"numJoints"
        if is_joints and count < 1:
            self.report_token("joint-count-range", token, path)
        elif count < 1:
            self.report_token("mesh-count-range", token, path)
        elif count * (BYTES_PER_JOINT if is_joints else BYTES_PER_MESH) > len(self.data):
            self.report_token("count-exceeds-file", token, path)
        elif is_joints:
            self.joint_count = count
            judge_joint_count(self, token, count, path)
        else:
            self.mesh_count = count
        return token

    def read_section(self, keyword):
        if keyword.text == b"joints":
            self.joint_list.read_with(self, keyword, self.joint_count, self._read_joint,
                                      "joints-count")
        else:
            if self.mesh_count == self._blocks and not self._are_blocks_broken:
                self.report_token("mesh-count", keyword, "meshes")
            self._blocks += 1
            self._read_mesh_block()

    def _read_joint(self, index):
        path = "joints[%d]" % index
        self.joint_list.read_name(self, path + ".name")
        self.joint_list.read_parent(self, path + ".parent")
        self.read_vector("joints[%d].position", index)
        opening, closing, values = self.read_vector("joints[%d].orientation", index)
        if None not in values:
            judge_quaternion(self, values, opening.offset, closing.end, path)
        return closing

    def _read_mesh_block(self):
        path = "meshes[%d]" % (self._blocks - 1)
        token = self.lexer.peek()
        if token.kind != "{":
            self.reject(token, path)
        depth = 0
        while True:
            token = self.lexer.peek()
            if token.kind in (END, UNTERMINATED):
                self.reject(token, path)
            self.lexer.take()
            depth += {"{": 1, "}": -1}.get(token.kind, 0)
            if depth == 0:
                return

    def are_blocks_complete(self):
        if self.mesh_count is None:
            return self._blocks > 0
        return self._blocks > 0 and self._blocks >= self.mesh_count

    def are_blocks_counted(self):
        return self.mesh_count is not None

    def note_break_among_blocks(self):
        self._are_blocks_broken = True

    def report_missing_blocks(self):
        if self.mesh_count is not None and not self._are_blocks_broken:
            self.report("mesh-count", len(self.data), len(self.data), "meshes")


def parse(data, profile="default"):
    """A Mesh: the findings on the file, and its joints."""
    reader = MeshReader(data, profile)
    result = reader.read()
    return Mesh(result, reader.joint_list.joints,
                reader.joint_list.has_exactly(reader.joint_count))
