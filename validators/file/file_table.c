/* Rules about any file, whatever its format; rule.h describes the members. */
#include "validators/file/file_table.h"

const ap_rule ap_file_rules[FILE_RULES] = {
    [FILE_UNRECOGNIZED] = { .id = "file/unrecognized",
        .severity = AP_ERROR,
        .kind = AP_MALFORMED,
        .grade = AP_CHOICE,
        .summary = "the file is not of a format that can be checked",
        .points = "the file as a whole, from offset 0",
        .meaning = "A file that is named is checked as its extension says (.md5anim), or as its content "
                   "resembles one of the formats. One that does not was not checked at all, and silence "
                   "would look like a pass.",
        .source = "the project's choice: no published page says what other files hold",
        .breaks = "none known: a loader given the wrong kind of file is expected to refuse it",
        .mend = "Check that the path names the intended file. If it does, compare its first bytes with the "
                "format's magic, endian indicator or MD5Version line: they are missing or damaged. "
                "--input-format checks it as one of the formats all the same." },
    [FILE_UNUSED_IGNORE] = { .id = "file/unused-ignore",
        .severity = AP_NOTE,
        .kind = AP_INFO,
        .grade = AP_CHOICE,
        .summary = "a comment is to silence findings, and there are none of that rule on its line",
        .points = "the rule's name in the comment, or a comment that names none",
        .meaning = "In md5 files, the comment \"// animproof: ignore RULE, RULE\" silences findings of these "
                   "rules on its own line. One that silences nothing was left when the file was mended, or "
                   "names a rule that does not exist, or is on another line than what it is about. It would "
                   "hide the next defect there. A rule that is turned off is not looked for.",
        .source = "the project's choice: such comments are its own",
        .breaks = "none: every reader of the format skips comments",
        .mend = "Take the name out of the comment, or the comment out of the file; where the message names "
                "another rule, that one may be meant." },
};
