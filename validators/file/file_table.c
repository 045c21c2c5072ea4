/* Rules about any file, whatever its format; rule.h describes the members. */
#include "validators/file/file_table.h"

const ap_rule ap_file_rules[FILE_RULES] = {
    [FILE_UNRECOGNIZED] = { .id = "file/unrecognized",
        .severity = AP_ERROR,
        .kind = AP_MALFORMED,
        .grade = AP_CHOICE,
        .summary = "the file is not of a format that can be checked",
        .points = "the file as a whole, from offset 0",
        .meaning =
            "The format of a named file follows from its extension (.md5anim), or else from its content. "
            "A file of no known format is not checked; without this finding it would seem to pass.",
        .source = "the project's choice: no published page describes files of other formats",
        .breaks = "none known: a loader given the wrong kind of file is expected to refuse it",
        .fix = "Check that the path names the intended file. If it does, compare its first bytes with the "
                "format's magic, endian indicator or MD5Version line: they are missing or damaged. "
                "--input-format checks the file as that format in any case." },
    [FILE_UNUSED_IGNORE] = { .id = "file/unused-ignore",
        .severity = AP_NOTE,
        .kind = AP_INFO,
        .grade = AP_CHOICE,
        .summary = "a comment suppresses a rule that has no finding on its line",
        .points = "the rule's name in the comment, or the whole comment if it names no rule",
        .meaning =
            "In md5 files, the comment \"// animproof: ignore RULE, RULE\" suppresses findings of these "
            "rules on its own line. An unused comment remains after the file was fixed, names a rule "
            "that does not exist, or is on the wrong line. It would hide the next defect on its line. "
            "Rules that are turned off are not reported as unused.",
        .source = "the project's choice: such comments are its own",
        .breaks = "none: every reader of the format skips comments",
        .fix = "Remove the name from the comment, or the comment from the file. If the message suggests "
                "another rule, write that name." },
};
