"""Independent reader of id Tech 4 animations (.md5anim), written from shared/formats/md5anim.md."""

import re

from md5_joints import JointList, check_quaternion, joint_count_if_valid_reporting_many
from md5_reader import Md5Reader
from md5_result import set_severity_and_class
from content.clip import Clip
from content.comments import check_comments
from content.anim_rules import report_first_box_not_around_joints, report_if_frame_rate_high, check_position_jump, span_of_first_too_long_rotation
from content.pair_rules import check_mesh_bounds_if_possible, check_mesh_pose, check_mesh_rotation, report_if_mesh_scaled
from md5anim_motion import check_motion
from md5anim_values import ALL_FLAGS, JointComponents, FrameQuaternions, check_range_and_order_of_starts, total_component_count
from content.votes import agreed_joint_and_frame_counts

# Rules that only this format has.
set_severity_and_class("error", "invalid", "component-count-range", "component-sum", "hierarchy-count", "bounds-count",
        "baseframe-count", "flags-range", "start-index-range", "frame-missing", "frame-surplus", "frame-index",
        "frame-values", "mesh-joint-count", "mesh-joint-name", "mesh-joint-parent", "joint-count", "frame-count",
        "rotation-values")
set_severity_and_class("warning", "suspicious", "start-index-order", "bounds-inverted", "mesh-scale", "rotation-jump", "bounds-joints",
        "mesh-bounds", "mesh-pose", "mesh-rotation", "comment-parent", "comment-flags", "position-jump")
set_severity_and_class("error", "malformed", "scale-syntax")
set_severity_and_class("warning", "suspicious", "scale-joint", "scale-frame")
set_severity_and_class("note", "info", "bounds-zero", "nothing-moves", "frame-limit", "frame-rate-high")

# Lengths of the shortest text of one frame, joint and component.
BYTES_PER_FRAME = len("(0 0 0)(0 0 0)") + len("frame 0{}")
BYTES_PER_JOINT = len('""0 0 0') + len("(0 0 0)(0 0 0)")
BYTES_PER_COMPONENT = len("0 ")
COMPONENTS_PER_JOINT = 6
MANY_FRAMES = 1024


class AnimReader(Md5Reader):
    FORMAT = "md5anim"
    HEADER = ((b"MD5Version", "version"), (b"commandline", "commandline"),
              (b"numFrames", "num_frames"), (b"numJoints", "num_joints"),
              (b"frameRate", "frame_rate"),
              (b"numAnimatedComponents", "num_animated_components"))
    SECTIONS = (b"hierarchy", b"bounds", b"baseframe", b"frame")
    COMMANDLINE_WORDS = re.compile(rb"(?<![0-9A-Za-z_])(?:numFrames|numJoints|frameRate|numAnimatedComponents"
                                   rb"|hierarchy|bounds|baseframe)(?![0-9A-Za-z_])")

    def __init__(self, data):
        super().__init__(data)
        # Header values: None if not read or invalid.
        self.frame_count = None
        self.joint_count = None
        self.component_count = None
        self.frame_count_token = None
        self.joint_count_token = None
        self.component_count_token = None
        self.joint_list = JointList()
        self.animated = []                  # the JointComponents of each joint of the hierarchy
        self.are_bounds_zero = True
        self.frame_quaternions = None  # None unless the hierarchy is complete
        self.base_orientations = None  # (first token, last token, values) of each joint; None unless the baseframe is complete
        self.base_positions = []  # (first token, last token, values) of each joint
        self.boxes = []                     # (first token, last token, low, high) of each frame
        self.frames = []                    # (token, float32) of each value of each complete frame
        self._votes = None                  # (joints, frames) that the sections hold; None for an unknown number
        self.position = 0                   # expected index of the next frame block
        self.blocks = 0                     # number of frame blocks that have begun
        self.previous_index = None          # index of the previous block; None if unknown
        self.is_previous_unknown = False  # true if the index of the previous block is not an integer
        self.is_index_trusted = False  # true after a fault: the index of the next block is taken as correct
        self.has_lost_frames = False  # true after a fault that prevents counting the blocks

    # -- header ---------------------------------------------------------------------------

    def read_header_value_token(self, key, path):
        if key == b"frameRate":
            return self.read_frame_rate_token(path)
        token, count = self.read_integer(path)
        if count is None:
            return token
        if key == b"numFrames":
            self.frame_count_token = token
            count = self._actual_count("frame-count", token, count, path)
            self.frame_count = self.count_if_valid(token, count, path, BYTES_PER_FRAME, "frame-count-range")
            if self.frame_count is not None and count > MANY_FRAMES:
                self.report_token("frame-limit", token, path)
        elif key == b"numJoints":
            self.joint_count_token = token
            count = self._actual_count("joint-count", token, count, path)
            self.joint_count = joint_count_if_valid_reporting_many(self, token, count, path, BYTES_PER_JOINT)
        else:
            most = None if self.joint_count is None else COMPONENTS_PER_JOINT * self.joint_count
            self.component_count_token = token
            self.component_count = self.count_if_valid(token, count, path, BYTES_PER_COMPONENT, "component-count-range", 0, most)
        return token

    def _actual_count(self, rule, token, count, path):
        """Returns the count on which two sections agree, and reports a header that has another count. If no two sections agree,
        returns the header's count.
        """
        if self._votes is None:
            self._votes = agreed_joint_and_frame_counts(self.data)
        voted = self._votes[rule == "frame-count"]
        if voted is None or voted == count:
            return count
        self.report_token(rule, token, path)
        return voted

    # -- sections -------------------------------------------------------------------------

    def read_section(self, keyword):
        {b"hierarchy": self._read_hierarchy, b"bounds": self._read_bounds,
         b"baseframe": self._read_baseframe, b"frame": self._read_frame}[keyword.text](keyword)

    def _read_hierarchy(self, keyword):
        try:
            self.joint_list.read_section_and_check_parents(self, keyword, self.joint_count, self._read_joint,
                                      "hierarchy-count")
            self._check_component_sum()
        finally:
            # Also checks the joints before a fault: each start index can be checked alone.
            if not self.joint_list.is_miscounted:
                check_range_and_order_of_starts(self, self.animated, self.component_count)
        self.note_complete_section(keyword)
        if self.component_count is not None and self.joint_list.is_complete:
            self.frame_quaternions = FrameQuaternions(self.animated, self.component_count)

    def _read_joint(self, index):
        path = "hierarchy[%d]" % index
        self.joint_list.read_name(self, path + ".name")
        joint = JointComponents()
        self.animated.append(joint)
        self.joint_list.read_parent(self, path + ".parent")
        token, flags = self.read_integer(path + ".flags")
        if flags is not None and flags & ~ALL_FLAGS:
            self.report_token("flags-range", token, path + ".flags")
        elif flags is not None:
            joint.flags = flags
        joint.flags_token = token
        joint.start_token, joint.start = self.read_integer(path + ".start_index")
        return joint.start_token

    def _check_component_sum(self):
        total = total_component_count(self.animated)
        if (self.component_count is None or total is None
                or not self.joint_list.has_exactly(self.joint_count)):
            return
        if total != self.component_count:
            self.report_token("component-sum", self.component_count_token,
                              "num_animated_components")
            self.component_count = None

    def _read_bounds(self, keyword):
        opening, closing, count = self.read_list(keyword, self.frame_count, self._read_box,
                                                 "bounds-count")
        if count and self.are_bounds_zero:
            self.report("bounds-zero", opening.offset, closing.end, "bounds")

    def _read_box(self, index):
        path = "bounds[%d]" % index
        first, _, low = self.read_vector("bounds[%d].min", index)

        def check_box_is_not_inverted(axis, token, high_value):
            low_value = low["xyz".index(axis)]
            if low_value is not None and high_value is not None and low_value > high_value:
                self.report_token("bounds-inverted", token, "%s.max.%s" % (path, axis))

        _, closing, high = self.read_vector("bounds[%d].max", index, check_box_is_not_inverted)
        if any(value != 0 for value in low + high):
            self.are_bounds_zero = False
        self.boxes.append((first, closing, low, high))
        return closing

    def _read_baseframe(self, keyword):
        orientations = []

        def read_entry(index):
            self.base_positions.append(self.read_vector("baseframe[%d].position", index))
            opening, closing, values = self.read_vector("baseframe[%d].orientation", index)
            orientations.append((opening, closing, values))
            if None not in values:
                check_quaternion(self, values, opening.offset, closing.end,
                                 "baseframe[%d]" % index)
            return closing

        _, _, count = self.read_list(keyword, self.joint_count, read_entry, "baseframe-count")
        if self.joint_count in (None, count):
            self.base_orientations = orientations
            self.note_complete_section(keyword)

    # -- frames ---------------------------------------------------------------------------

    def are_blocks_complete(self):
        if self.frame_count is None:
            return self.blocks > 0          # without a count any block may be the last
        return (self.position if self.has_lost_frames else self.blocks) >= self.frame_count

    def is_block_count_of_header_valid(self):
        return self.frame_count is not None

    def note_uncountable_blocks(self):
        self.is_index_trusted = True
        self.has_lost_frames = True

    def report_missing_blocks(self):
        if (self.frame_count is not None and self.blocks < self.frame_count
                and not self.has_lost_frames):
            self.report("frame-missing", len(self.data), len(self.data), "frames")

    def _read_frame(self, keyword):
        if (self.frame_count is not None and self.blocks >= self.frame_count
                and not self.has_lost_frames):
            self.report_once("frame-surplus", "frame-surplus", keyword.offset, keyword.end,
                             "frames[%d]" % self.position)
        try:
            self._read_frame_index()
            path = "frames[%d]" % self.position
            self.open_brace(keyword, path)
            values = self._read_frame_values(path)
            if values is not None and self.frame_quaternions:
                self.frame_quaternions.check_frame(self, self.position, values, self.base_orientations)
                self.frames.append(values)
        finally:
            self.position += 1
            self.blocks += 1

    def _read_frame_index(self):
        path = "frames[%d]" % self.position
        previous, self.previous_index = self.previous_index, None
        token, index = self.read_integer(path)
        if index is None:
            self.is_previous_unknown = True
            return
        if self.is_index_trusted or self.is_resumed_at_block:
            self.is_index_trusted = False
            if index >= 0:      # a negative index is not a position: keep the expected position
                self.position = index
        elif index != self.position and not self._is_next_frame_index(previous, index):
            self.report_token("frame-index", token, path)
        self.previous_index = index
        self.is_previous_unknown = False

    def _is_next_frame_index(self, previous, index):
        """Returns true if the index is that of the previous block plus 1, or if the previous block's index is not an integer."""
        if previous is None:
            return self.is_previous_unknown
        return index == previous + 1

    def _read_frame_values(self, path):
        """[(token, float32) of each value]; None if a value is invalid or the number of values is wrong."""
        values, surplus = [], None
        is_number_count_known = is_valid = True
        try:
            while self.lexer.peek().kind != "}":
                token, number = self.read_number("frames[%d].values[%d]",
                                                 self.position, len(values))
                if len(values) == self.component_count:
                    surplus = token
                is_number_count_known = is_number_count_known and number is not None
                is_valid = is_valid and number is not None and number.value is not None
                values.append((token, number.value if number else None))
            closing = self.take_peeked_closing_brace()
        finally:
            if surplus and is_number_count_known:
                self.report_token("frame-values", surplus,
                                  "%s.values[%d]" % (path, self.component_count))
        is_short = self.component_count is not None and len(values) < self.component_count
        if is_short and is_number_count_known:
            self.report_token("frame-values", closing, path)
        return values if is_valid and len(values) == self.component_count else None

    # -- content --------------------------------------------------------------------------

    def check_motion(self):
        """Checks the motion of a file without errors. Returns at once if a quaternion is too long."""
        if not self.has_reported("quaternion-length") and self.frame_quaternions:
            check_motion(self, self.frame_count_token, [[value for _, value in frame] for frame in self.frames],
                         sorted(self.frame_quaternions.turns.items()))

    def check_content_if_rotations_valid(self, model):
        """Checks what the values mean. model: the content of the mesh, or None. Returns false if a quaternion of the
        baseframe or of a frame cannot be a rotation.
        """
        clip = Clip(self)
        check_comments(self, self.data)
        wrong = span_of_first_too_long_rotation(clip)
        if wrong:
            self.result.drop_and_return_whether_found("md5anim/quaternion-length")
            self.report("rotation-values", *wrong)
            return False
        report_if_frame_rate_high(self)
        if model is None or not check_mesh_bounds_if_possible(self, clip, model):
            report_first_box_not_around_joints(self, clip)
        if model is not None:
            is_scaled = self.has_reported("mesh-scale")
            if not check_mesh_pose(self, clip, model, is_scaled) and not is_scaled:
                check_mesh_rotation(self, clip, model)
        if not self.has_reported("quaternion-length"):
            check_position_jump(self, clip)
        return True

    # -- against the mesh -----------------------------------------------------------------

    def compare_with_mesh(self, mesh):
        """Compares the joints with those of the mesh. Returns true if they are the same, false if they differ or if the
        animation's or the mesh's list is incomplete."""
        if not (self.joint_list.has_exactly(self.joint_count) and mesh.is_joint_list_complete):
            return False
        if self.joint_count != len(mesh.joints):
            self.report_token("mesh-joint-count", self.joint_count_token, "num_joints")
            return False
        is_same = True
        for index, (ours, theirs) in enumerate(zip(self.joint_list.joints, mesh.joints)):
            path = "hierarchy[%d]" % index
            if ours.name != theirs.name:
                self.report_token("mesh-joint-name", ours.name_token, path + ".name")
                is_same = False
            elif None not in (ours.parent, theirs.parent) and ours.parent != theirs.parent:
                self.report_token("mesh-joint-parent", ours.parent_token, path + ".parent")
                is_same = False
        if is_same and mesh.is_valid and self.is_section_valid(b"hierarchy", b"baseframe"):
            report_if_mesh_scaled(self, mesh.joints, mesh.positions, self.base_positions)
        return is_same


def lint(data, mesh=None):
    """The result of an animation. mesh: what md5mesh_reader.parse returned, or None."""
    reader = AnimReader(data)
    reader.read()
    return run_final_checks(reader, mesh)


def run_final_checks(reader, mesh=None):
    """Makes the checks that need the complete file. Returns the result."""
    can_check_motion = not reader.has_error()
    is_same = mesh is not None and not reader.is_other_content and reader.compare_with_mesh(mesh)
    if not reader.has_error():
        can_check_motion = reader.check_content_if_rotations_valid(mesh.model if is_same else None)
    if can_check_motion:
        reader.check_motion()
    return reader.result
