"""Independent reader of id Tech 4 camera paths (.md5camera), written from shared/formats/md5camera.md."""

import re

from md5_joints import check_quaternion
from md5_reader import Md5Reader
from md5_result import set_severity_and_class

# Rules that only this format has.
set_severity_and_class("error", "invalid", "cut-count-range", "cuts-count", "camera-count", "cut-range", "cut-order", "fov-range")
set_severity_and_class("note", "info", "single-frame")

# Lengths of the shortest text of one frame and one cut.
BYTES_PER_FRAME = len("(0 0 0)(0 0 0)0")
BYTES_PER_CUT = len("0 ")
MAX_FOV = 180   # greatest field of view in degrees


class CameraReader(Md5Reader):
    FORMAT = "md5camera"
    HEADER = ((b"MD5Version", "version"), (b"commandline", "commandline"),
              (b"numFrames", "num_frames"), (b"frameRate", "frame_rate"), (b"numCuts", "num_cuts"))
    SECTIONS = (b"cuts", b"camera")
    IS_LAST_REPEATED = False
    COMMANDLINE_WORDS = re.compile(rb"(?<![0-9A-Za-z_])"
                                   rb"(?:(?:numFrames|frameRate|numCuts|cuts)(?![0-9A-Za-z_])|camera \{)")

    def __init__(self, data):
        super().__init__(data)
        self.frame_count = None     # None if not read or invalid
        self.cut_count = None  # None if not read or invalid
        self._previous_cut = None  # start frame of the previous cut; None before the first cut and after an invalid cut

    def read_header_value_token(self, key, path):
        if key == b"frameRate":
            return self.read_frame_rate_token(path)
        token, count = self.read_integer(path)
        if count is not None and key == b"numFrames":
            self.frame_count = self.count_if_valid(token, count, path, BYTES_PER_FRAME, "frame-count-range")
            if self.frame_count == 1:
                self.report_token("single-frame", token, path)
        elif count is not None:
            self.cut_count = self.count_if_valid(token, count, path, BYTES_PER_CUT, "cut-count-range", 0, self.frame_count)
        return token

    def read_section(self, keyword):
        if keyword.text == b"cuts":
            self.read_list(keyword, self.cut_count, self._read_cut, "cuts-count")
        else:
            self.read_list(keyword, self.frame_count, self._read_frame, "camera-count", "frames")

    def _read_cut(self, index):
        path = "cuts[%d]" % index
        token, cut = self.read_integer(path)
        previous, self._previous_cut = self._previous_cut, None
        if cut is None:
            return token
        if cut < 1 or (self.frame_count is not None and cut >= self.frame_count):
            self.report_token("cut-range", token, path)
            return token
        if previous is not None and cut <= previous:
            self.report_token("cut-order", token, path)
        self._previous_cut = cut
        return token

    def _read_frame(self, index):
        path = "frames[%d]" % index
        self.read_vector("frames[%d].position", index)
        opening, closing, values = self.read_vector("frames[%d].orientation", index)
        if None not in values:
            check_quaternion(self, values, opening.offset, closing.end, path)
        token, number = self.read_number(path + ".fov")
        if number and number.value is not None and not 0 < number.value < MAX_FOV:
            self.report_token("fov-range", token, path + ".fov")
        return token

    def are_blocks_complete(self):
        return self.has_seen_all_sections()

    def is_block_count_of_header_valid(self):
        return True

    def report_missing_blocks(self):
        """Reports a missing `camera` section. A missing `cuts` section was reported at `camera`, or where reading broke."""
        if self.SECTIONS[-1] not in self._seen:
            self.report_truncated_unless_comment_open("")


def lint(data):
    """The result of a camera path."""
    return CameraReader(data).read()
