"""Reads the header and the sequence of sections of .md5anim, .md5mesh and .md5camera, and resumes after faults.

A file is a header of key and value pairs, then sections. The last section of an animation and of a mesh is a repeated block
(`frame`, `mesh`). After a fault of the structure, tokens up to the next section keyword are skipped and not reported.
"""

import md5_file_type
import md5_lexer
from md5_grammar import StructureFault, ReadingEnded, Md5Grammar
from md5_lexer import END, STOPPED, STRING, UNTERMINATED, WORD
from md5_result import TextResult, set_severity_and_class, is_error

# The rules of more than one format are declared here. The reader of a format declares the rules of that format only.
set_severity_and_class("error", "malformed", "version-missing", "commandline", "header-key", "integer", "count-exceeds-file",
        "unexpected-token", "truncated", "number", "string-unterminated", "comment-unterminated", "encoding",
        "other-content", "merge-conflict", "decimal-comma", "keyword-comment")
set_severity_and_class("error", "invalid", "version", "frame-count-range", "joint-count-range", "frame-rate-range", "root-parent",
        "parent-order", "parent-range", "joint-name-empty", "joint-name-unquoted", "number-range", "number-wraps",
        "comment-slash", "comment-block-joined")
set_severity_and_class("warning", "suspicious", "commandline-long", "frame-rate-fraction", "joint-name-duplicate", "set-skeleton",
        "joint-name-long", "quaternion-length", "number-exponent", "number-size", "comment-block", "before-version",
        "layout", "line-length", "blank", "commandline-text", "trailing-content")
set_severity_and_class("note", "info", "several-roots", "joint-name-character", "quaternion-rounding", "joint-limit")

VERSION_KEY = b"MD5Version"
VERSION = b"10"
MAX_COMMANDLINE_BYTES = 1023
MAX_LINE_BYTES = 510
MOST_RATE = 2147483             # 2^31 / 1000: id Tech 4 multiplies milliseconds by the rate in 32 bits


class Md5Reader(Md5Grammar):
    FORMAT = None
    HEADER = ()                 # (keyword, path) in file order; the first two are version and command line
    SECTIONS = ()               # keywords in file order
    IS_LAST_REPEATED = True  # true if the last section is a repeated block
    IS_REPEAT_A_BREAK = True  # true if a section that comes a second time prevents counting the blocks
    OTHER_VERSIONS = (b"6",)    # versions with another grammar: the rest of such a file is not read
    COMMANDLINE_WORDS = None    # regular expression for words in a command line that some readers take for keywords

    def __init__(self, data):
        keywords = frozenset([key for key, _ in self.HEADER]) | frozenset(self.SECTIONS)
        super().__init__(data, TextResult(self.FORMAT), keywords)
        # true if the file has another type or a merge conflict: then no other finding is reported
        self.is_other_content = False
        self._expected = 0                  # index in SECTIONS of the section that should come next
        self._seen = set()  # keywords of sections that have begun
        self._resumed = False  # true if the next section keyword was found by skipping: then its order is not checked
        self.is_resumed_at_block = False  # true if the keyword of the current block was found by skipping
        self._among_blocks = False  # true while blocks are read: a fault then prevents counting the blocks
        self._is_key_resumed = False  # true if the next header key was found by skipping: then its line is not checked
        self._section_spans = {}            # (offset, end) of each complete section, by keyword
        self.frame_rate_token = None
        self.frame_rate = None              # frame rate; None if not read or invalid
        self._header_end = None             # offset after the last header value that was read
        # start of the range in which line lengths are checked: offset of the first section's keyword
        self._lines_from = None
        # end of the range in which line lengths are checked: offset of the last block's closing brace; None for the end of the
        # file
        self._lines_to = None

    # -- methods that each format implements ----------------------------------------------

    def read_header_value_token(self, key, path):
        """Reads and checks a value of the header other than version and command line. Returns its token."""
        raise NotImplementedError

    def read_section(self, keyword):
        raise NotImplementedError

    def are_blocks_complete(self):
        """Returns true if the file may end after the block that was just read."""
        raise NotImplementedError

    def is_block_count_of_header_valid(self):
        """Returns true if the header gives a valid number of blocks."""
        raise NotImplementedError

    def note_uncountable_blocks(self):
        """Records that blocks can no longer be counted. Formats with IS_LAST_REPEATED implement this."""
        raise NotImplementedError

    def report_missing_blocks(self):
        raise NotImplementedError

    # -- the file -------------------------------------------------------------------------

    def read(self):
        if self.data[:2] not in md5_lexer.UTF16_MARKS:
            alone = md5_file_type.find_wrong_file_type(self.data, self.FORMAT)
            if alone:
                self.report(*alone)
                self.is_other_content = True
                return self.result
        if not self.lexer.skip_utf8_mark_or_refuse_utf16():
            return self.result
        try:
            self._read_start()
            self._read_header()
            self._read_body()
        except ReadingEnded:
            pass
        if self.lexer.unusual_blanks:
            first = self.lexer.unusual_blanks[0]
            self.report("blank", first, first + 1)
        if self._lines_from is not None:
            self._check_line_lengths(self.lexer.lines)
        return self.result

    def _check_line_lengths(self, lines):
        """Reports the first long line from the first section's keyword to the last block's closing brace."""
        end = len(self.data) if self._lines_to is None else self._lines_to
        found = lines.span_of_first_long_line(MAX_LINE_BYTES, self._lines_from, end) if self._lines_from <= end else None
        if found:
            self.report("line-length", *found)

    def _read_start(self):
        """Checks the bytes before the version keyword. An empty file or a part of the keyword ends reading."""
        token = self.lexer.peek()
        is_unfinished = (token.kind == WORD and token.end == len(self.data)
                         and token.text != VERSION_KEY and VERSION_KEY.startswith(token.text))
        if token.kind == END and not self.lexer.comment_open:
            self._drop_findings_except_mark()
            if token.blank_nul is not None:     # a NUL is not a blank of the grammar: it replaces lost content
                self.report("encoding", token.blank_nul, token.blank_nul + 1)
            self.report_truncated_unless_comment_open("")
            raise ReadingEnded
        if is_unfinished:
            self._drop_findings_except_mark()
            self.report_token("version-missing", token, "version")
            raise ReadingEnded
        if token.is_word((VERSION_KEY,)):
            begin = len(md5_lexer.UTF8_MARK) if self.data.startswith(md5_lexer.UTF8_MARK) else 0
            if begin < token.offset:
                self.report("before-version", begin, token.offset)

    def _drop_findings_except_mark(self):
        self.result.findings = [finding for finding in self.result.findings
                                if finding.rule.endswith("/encoding") and finding.offset == 0
                                and finding.length == len(md5_lexer.UTF8_MARK)]
        self.lexer.unusual_blanks = []

    # -- header ---------------------------------------------------------------------------

    def _read_header(self):
        index = 0
        while index < len(self.HEADER):
            key, path = self.HEADER[index]
            token = self.lexer.peek()
            if not token.is_word((key,)):
                self._report_missing_key(index, token)
                index = self._resume_header(index)
                continue
            self.lexer.take()
            if not self._is_key_resumed:
                self.check_first_on_line(token)
            self._is_key_resumed = False
            self._header_end = None
            try:
                value = self._read_header_value_token(index, key, path)
                self._header_end = value.end
                self.check_entry_on_one_line(token, value)
                index += 1
            except StructureFault:
                index = self._resume_header(index + 1)

    def _read_header_value_token(self, index, key, path):
        if index == 0:
            return self._read_version_token()
        if index == 1:
            return self._read_commandline_token()
        return self.read_header_value_token(key, path)

    def _report_missing_key(self, index, token):
        path = self.HEADER[index][1]
        if token.kind in (END, UNTERMINATED):
            try:
                self.report_and_stop(token, path)
            except StructureFault:
                return
        if index == 0:
            self.report_token("version-missing", token, path)
        elif index == 1:
            self.report_token("commandline", token, path)
        else:
            self._report_header_key(token, path)

    def _report_header_key(self, token, path):
        self.report_once("header-key", "header-key", token.offset, token.end, path)

    def _resume_header(self, index):
        """Skips to the expected key, a later key or a section. Returns the key's index in HEADER, or len(HEADER) at a section."""
        later_keys = [key for key, _ in self.HEADER[index:]]
        token = self._skip_to_word_or_end_reading(set(later_keys) | set(self.SECTIONS))
        if token.text in later_keys:
            self._is_key_resumed = True
            return index + later_keys.index(token.text)
        self._resumed = True
        return len(self.HEADER)

    def _read_version_token(self):
        token = self.lexer.peek()
        if token.kind in (END, UNTERMINATED):
            self.report_and_stop(token, "version")
        if token.is_word(self.keywords):
            # The version is missing. The token stays unread, since it is a keyword.
            self.report_token("version", token, "version")
            raise StructureFault
        # Any other token is taken as the version, such as a lone sign or a parenthesis.
        token = self.lexer.take()
        if token.kind in ("(", ")") and self.lexer.touches_previous_or_next_token(token):
            self.report_layout("parenthesis", token.offset, token.end)
        if token.kind != WORD or token.text != VERSION:
            self.report_token("version", token, "version")
            if token.kind == WORD and token.text in self.OTHER_VERSIONS:
                raise ReadingEnded
        return token

    def _read_commandline_token(self):
        token = self.lexer.peek()
        if token.kind in (END, UNTERMINATED):
            self.report_and_stop(token, "commandline")
        if token.kind != STRING:
            self.report_token("commandline", token, "commandline")
            raise StructureFault
        self.lexer.take()
        if token.follows_directly:
            self.report_layout("key string", token.offset, token.end)
        if len(token.content) > MAX_COMMANDLINE_BYTES:
            self.report_token("commandline-long", token, "commandline")
        if token.content.endswith(b"\\") or self.COMMANDLINE_WORDS.search(token.content):
            self.report_token("commandline-text", token, "commandline")
        return token

    def read_frame_rate_token(self, path):
        token = self.take_value(path)
        rate = md5_lexer.parse_integer(token.text)
        if rate is None:
            rate = md5_lexer.parse_decimal_with_point(token.text)
            rule = "integer" if rate is None else "frame-rate-fraction"
            self.report_token(rule, token, path)
        if rate is not None and not 1 <= rate <= MOST_RATE:
            self.report_token("frame-rate-range", token, path)
        elif rate is not None:
            self.frame_rate_token, self.frame_rate = token, rate
        return token

    # -- sections -------------------------------------------------------------------------

    def _read_body(self):
        while True:
            is_complete = self.are_blocks_complete() and not self._resumed
            token = self.lexer.peek(hold_nul=is_complete and self.is_block_count_of_header_valid(),
                                    after_last_block=is_complete)
            if is_complete and self._is_trailing(token):
                self._report_trailing(token)
                return
            if token.kind == END:
                self._report_end_between_sections()
                return
            self.lexer.report_held_nul()
            try:
                self._read_at_section(token)
            except StructureFault:
                self._skip_to_next_section(self._among_blocks)

    def _is_trailing(self, token):
        """Returns true if the token, or a NUL before it, comes after the end of the file's content."""
        is_block = self.IS_LAST_REPEATED and token.is_word(self.SECTIONS[-1:])
        if token.kind == STOPPED or self._is_ended_by_nul(token):
            return True
        is_section = token.is_word(self.SECTIONS) and token.text not in self._seen
        return token.kind != END and not is_block and not is_section

    def _is_ended_by_nul(self, token):
        return token.blank_nul is not None and self.is_block_count_of_header_valid()

    def _report_trailing(self, token):
        start = token.offset
        if self._is_ended_by_nul(token):
            start = token.blank_nul
        # Removes the faults in the trailing content: to get the token, the lexer has read blanks and comments after the NUL.
        self.lexer.unusual_blanks = [offset for offset in self.lexer.unusual_blanks if offset < start]
        if self._is_ended_by_nul(token):
            self.result.findings = [finding for finding in self.result.findings
                                    if finding.offset < start]
        self.report("trailing-content", start, len(self.data))

    def _report_end_between_sections(self):
        if self.lexer.comment_open or self.are_blocks_complete():
            return
        if (self._expected == len(self.SECTIONS) - 1 or not self.IS_LAST_REPEATED
                or self.SECTIONS[-1] in self._seen):
            self.report_missing_blocks()
        else:
            self.report_truncated_unless_comment_open(self.SECTIONS[self._expected].decode("ascii"))

    def _read_at_section(self, token):
        """Reads the section that the token begins. Reports a token that is not a section's keyword."""
        last = len(self.SECTIONS) - 1
        block = last if self.IS_LAST_REPEATED else None
        self._among_blocks = self._expected == block
        is_after_block = self.IS_LAST_REPEATED and self.SECTIONS[-1] in self._seen
        if not token.is_word(self.SECTIONS):
            self._among_blocks |= is_after_block
            self._report_and_raise_between_sections(token)
        kind = self.SECTIONS.index(token.text)
        if kind != self._expected and not self._resumed:
            self.report_once("out of place", "unexpected-token", token.offset, token.end)
        is_resumed, self._resumed = self._resumed, False
        self.is_resumed_at_block = is_resumed and kind == block
        if kind == 0 and not is_resumed:
            self._check_header_end(token)
        self._among_blocks |= kind == block
        self.lexer.take()
        if kind != block and token.text in self._seen:
            self._among_blocks = (self._among_blocks or is_after_block) and self.IS_REPEAT_A_BREAK
            raise StructureFault    # skips a section that comes a second time
        self._seen.add(token.text)
        # A format without repeated blocks expects no section after its last one.
        self._expected = min(kind + 1, last) if self.IS_LAST_REPEATED else kind + 1
        if not is_resumed:
            self.check_first_on_line(token)
        if kind == 0:
            self._lines_from = token.offset
        if kind == block or block is None:
            self._read_section_and_note_last_end(token)
        else:
            self.read_section(token)

    def note_complete_section(self, keyword):
        """Records that the keyword's section was read up to its closing brace."""
        self._section_spans[keyword.text] = (keyword.offset, self.lexer.token_end)

    def is_section_valid(self, *keywords):
        """Returns true if each section was read up to its closing brace and has no errors."""
        spans = [self._section_spans.get(keyword) for keyword in keywords]
        return None not in spans and not any(
            start <= finding.offset < end and is_error(finding.rule.split("/")[1])
            for finding in self.result.findings for start, end in spans)

    def has_seen_all_sections(self):
        return len(self._seen) == len(self.SECTIONS)

    def _read_section_and_note_last_end(self, keyword):
        """Reads a section or block that may be the last one. If the file may end after it, lines are checked for their length up
        to its end."""
        is_last_found = self.is_block_count_of_header_valid() and self._lines_to is not None
        if not is_last_found:
            self._lines_to = None
        self.read_section(keyword)
        if not is_last_found and (self.are_blocks_complete() or not self.is_block_count_of_header_valid()):
            self._lines_to = self.lexer.token_end - 1

    def _check_header_end(self, token):
        if (self._header_end is not None
                and self.data[self._header_end:token.offset] in (b"\n", b"\r")):
            self.report_layout("header end", token.offset, token.end)

    def _report_and_raise_between_sections(self, token):
        path = b" ".join(self.SECTIONS[self._expected:][:1]).decode("ascii")
        is_header_key = token.is_word([key for key, _ in self.HEADER])
        if self._expected == 0 and is_header_key:
            self._report_header_key(token, path)
            raise StructureFault
        self.report_and_stop(token, path)

    def _skip_to_next_section(self, among_blocks):
        if among_blocks:
            self.note_uncountable_blocks()
        self._skip_to_word_or_end_reading(set(self.SECTIONS))
        self.leave_block()
        self._resumed = True

    def _skip_to_word_or_end_reading(self, words):
        token = self.lexer.skip_to(words | {VERSION_KEY})
        if token.kind == END or token.text not in words:
            raise ReadingEnded     # the end of the file, or the start of a second file appended to the first
        return token
