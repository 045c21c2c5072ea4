/* What can be wrong with the .obj scene of a motion file; see rule.h for the fields. */
#include "validators/memg/obj/obj_table.h"

const ap_rule ap_obj_rules[OBJ_RULES] = {
    [OBJ_NUL] = { .id = "obj/nul",
        .severity = AP_ERROR,
        .kind = AP_MALFORMED,
        .grade = AP_CHOICE,
        .summary = "the file holds a NUL byte",
        .points = "the NUL byte, length 1",
        .meaning = "An .obj is text, and a NUL has no meaning in it; it usually means a binary file, UTF-16, "
                   "or a block that was never written.",
        .source = "the project's strict reading of the Wavefront text, which the page calls \"a standard "
                  ".obj file\"",
        .breaks = "none known",
        .mend = "Save the file as plain text without NUL, or restore it." },
    [OBJ_STATEMENT] = { .id = "obj/statement",
        .severity = AP_ERROR,
        .kind = AP_MALFORMED,
        .grade = AP_DERIVED,
        .summary = "a statement is unknown or has the wrong arguments",
        .points = "the statement, from its keyword to its last token",
        .meaning = "Unknown keyword; v without 3, 4, 6 or 7 numbers, vt without 1 to 3, vn without 3; a face "
                   "with fewer than 3 references or with mixed forms (v, v/vt, v//vn, v/vt/vn); a backslash "
                   "at the end of the file. A wrong v, vt or vn still counts as one, a wrong face still as a "
                   "face of its groups.",
        .source = "the Wavefront text; \"the .obj file also provides mesh connectivity\"",
        .breaks = "none known for this; some known readers overflow on faces of more than 16 corners, which "
                  "are legal",
        .mend = "Correct or remove the statement." },
    [OBJ_NUMBER] = { .id = "obj/number",
        .severity = AP_ERROR,
        .kind = AP_MALFORMED,
        .grade = AP_DERIVED,
        .summary = "a token is no finite decimal number, whole index or reference",
        .points = "the token",
        .meaning = "Numbers are decimal with an optional sign and exponent: no inf, nan or hexadecimal. "
                   "Indices are an optional sign and digits, of any length.",
        .source = "the Wavefront text",
        .breaks = "none known",
        .mend = "Write the number in decimal, with a point and not a comma." },
    [OBJ_INDEX_RANGE] = { .id = "obj/index-range",
        .severity = AP_ERROR,
        .kind = AP_INVALID,
        .grade = AP_DERIVED,
        .summary = "a face refers to a vertex, texture coordinate or normal that does not exist",
        .points = "the index, within a reference that has several",
        .meaning = "An index is 0, goes back past the beginning, or is above all that the whole file "
                   "defines. Indices begin at 1; negative ones count back from the current end. The vt and "
                   "vn indices are checked like v.",
        .source = "\"Note that .obj vertices are 1-indexed.\"; the Wavefront text",
        .breaks = "some known readers accept index 0",
        .mend = "Correct the index; if every index is one too low, the file was written 0-based." },
    [OBJ_BYTE_ORDER_MARK] = { .id = "obj/byte-order-mark",
        .severity = AP_WARNING,
        .kind = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "the file begins with a UTF-8 byte order mark",
        .points = "offset 0, length 3",
        .meaning = "The mark is skipped here, but a reader that does not know it takes it as part of the "
                   "first keyword.",
        .source = "the project's choice: the Wavefront text knows no byte order mark",
        .breaks = "none known",
        .mend = "Save the file without the mark." },
    [OBJ_FORWARD_REFERENCE] = { .id = "obj/forward-reference",
        .severity = AP_WARNING,
        .kind = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "a face refers to what only a later statement defines",
        .points = "the index, within a reference that has several",
        .meaning = "A positive index is past what exists so far, but a later statement defines it; each is "
                   "reported. A reader that works in one pass cannot resolve it.",
        .source = "the project's choice; indices past all definitions are obj/index-range",
        .breaks = "none known",
        .mend = "Move the v, vt and vn statements before the faces that use them." },
    [OBJ_LINE_ENDING] = { .id = "obj/line-ending",
        .severity = AP_WARNING,
        .kind = AP_SUSPICIOUS,
        .grade = AP_CHOICE,
        .summary = "a line ends in CR without LF",
        .points = "the first such CR, length 1; once a file",
        .meaning = "LF and CRLF are the line endings of an .obj. A CR alone is taken as one too, but a "
                   "reader that knows only LF sees one long line.",
        .source = "the project's choice: LF or CRLF",
        .breaks = "none known for a CR alone; some known readers keep the CR of CRLF in a group's name",
        .mend = "Save the file with LF line endings." },
};
