/* What can be wrong with a named file before its format is known; see rule.h for the fields. */
#include "validators/file_table.h"

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
};
