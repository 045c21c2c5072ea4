"""Independent reader of id Tech 4 meshes (.md5mesh), written from shared/formats/md5mesh.md."""

import re

import md5mesh_block
from content import mesh_rules
from md5_joints import JointList, check_quaternion, joint_count_if_valid_reporting_many
from md5_reader import Md5Reader
from md5_result import set_severity_and_class

# Rules that only this format has.
set_severity_and_class("error", "invalid", "joints-count", "mesh-count-range", "mesh-count", "element-count-range", "element-count",
        "element-index", "shader-unquoted", "vert-weights-range", "vert-no-weight", "tri-vertex-range",
        "weight-joint-range")
set_severity_and_class("warning", "suspicious", "weight-range", "weight-sum", "vert-unused", "mesh-empty", "mesh-name",
        "weights-apart", "winding")
set_severity_and_class("note", "info", "weight-unused", "tri-degenerate", "tri-duplicate", "vert-joint-repeated",
        "vert-weight-limit", "mesh-limit", "shader-empty", "shader-long")

# Lengths of the shortest text of one joint and one mesh.
BYTES_PER_JOINT = len('""0(0 0 0)(0 0 0)')
BYTES_PER_MESH = len("mesh{}")
MANY_MESHES = 32


class Mesh:
    """The findings of a mesh, and its joints, with which an animation is compared.

    joints: each md5_joints.Joint in file order. is_joint_list_complete: the list has as many joints as the header says.
    positions: x, y, z of each joint in float32; None for an invalid value. is_valid: the joints have no errors.
    model: the content of a file without errors, or None. reader: the MeshReader.
    """

    def __init__(self, reader):
        self.reader = reader
        self.result = reader.result
        self.joints = reader.joint_list.joints
        self.is_joint_list_complete = reader.joint_list.has_exactly(reader.joint_count)
        self.positions = reader.positions
        self.is_valid = reader.is_section_valid(b"joints")
        self.model = None if reader.has_error() else mesh_rules.Model(reader)
        if self.model:
            mesh_rules.check_weights_and_winding(reader, self.model)


class MeshReader(Md5Reader):
    FORMAT = "md5mesh"
    OTHER_VERSIONS = (b"6", b"11", b"12")
    HEADER = ((b"MD5Version", "version"), (b"commandline", "commandline"),
              (b"numJoints", "num_joints"), (b"numMeshes", "num_meshes"))
    SECTIONS = (b"joints", b"mesh")
    IS_REPEAT_A_BREAK = False
    COMMANDLINE_WORDS = re.compile(rb"(?<![0-9A-Za-z_])"
                                   rb"(?:(?:numJoints|numMeshes|joints)(?![0-9A-Za-z_])|mesh \{)")

    def __init__(self, data):
        super().__init__(data)
        self.joint_count = None     # None if not read or invalid
        self.joint_count_token = None
        self.mesh_count = None      # None if not read or invalid
        self.joint_list = JointList()
        self.positions = []
        self.orientations = []
        self.blocks = []  # each md5mesh_block.Block
        self._listed_joint_count = None  # number of joints in the list if it was read up to its closing brace; otherwise None
        self._are_blocks_broken = False

    def read_header_value_token(self, key, path):
        token, count = self.read_integer(path)
        if key == b"numJoints":
            self.joint_count_token = token
        if count is not None and key == b"numJoints":
            self.joint_count = joint_count_if_valid_reporting_many(self, token, count, path, BYTES_PER_JOINT)
        elif count is not None:
            self.mesh_count = self.count_if_valid(token, count, path, BYTES_PER_MESH, "mesh-count-range")
            if self.mesh_count is not None and count > MANY_MESHES:
                self.report_token("mesh-limit", token, path)
        return token

    def read_section(self, keyword):
        if keyword.text == b"joints":
            self._read_joint_list(keyword)
        else:
            self._read_block(keyword)

    def _read_joint_list(self, keyword):
        self.joint_list.read_section_and_check_parents(self, keyword, self.joint_count, self._read_joint, "joints-count")
        self._listed_joint_count = len(self.joint_list.joints)
        self.note_complete_section(keyword)

    def _read_joint(self, index):
        path = "joints[%d]" % index
        self.joint_list.read_name(self, path + ".name")
        self.joint_list.read_parent(self, path + ".parent")
        _, _, position = self.read_vector("joints[%d].position", index)
        self.positions.append(position)
        opening, closing, values = self.read_vector("joints[%d].orientation", index)
        self.orientations.append(values)
        if None not in values:
            check_quaternion(self, values, opening.offset, closing.end, path)
        return closing

    def _read_block(self, keyword):
        if self.mesh_count == len(self.blocks) and not self._are_blocks_broken:
            self.report_token("mesh-count", keyword, "meshes")
        number = len(self.blocks)
        self.enter_block(md5mesh_block.KEYWORDS)
        self.blocks.append(md5mesh_block.Block(self, number))
        self.blocks[number].read(keyword)
        self.leave_block()

    def joint_index_limit(self):
        """The number of joints that a weight may refer to; None if neither the header nor the list gives it."""
        known = [count for count in (self.joint_count, self._listed_joint_count) if count is not None]
        return max(known, default=None)

    def are_blocks_complete(self):
        if self.mesh_count is None:
            return bool(self.blocks)
        return bool(self.blocks) and len(self.blocks) >= self.mesh_count

    def is_block_count_of_header_valid(self):
        return self.mesh_count is not None

    def note_uncountable_blocks(self):
        self._are_blocks_broken = True

    def report_missing_blocks(self):
        if self.mesh_count is not None and not self._are_blocks_broken:
            self.report("mesh-count", len(self.data), len(self.data), "meshes")


def parse(data):
    """The Mesh of a file."""
    reader = MeshReader(data)
    reader.read()
    return Mesh(reader)


def lint(data):
    """The result of a mesh."""
    return parse(data).result
