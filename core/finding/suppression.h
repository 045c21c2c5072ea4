/* Comments in a text, such as "// animproof: ignore RULE, RULE", that suppress findings on their own line.
   The first reading of a file notes the positions of these comments. If the file has one, it is read again, and then the findings
   are suppressed. */
#ifndef AP_SUPPRESSION_H
#define AP_SUPPRESSION_H

#include "core/finding/finding.h"

/* The first word of a suppression comment, after its slashes and blanks. */
#define AP_SUPPRESSION_PREFIX "animproof:"

/* One name in a suppression comment: a rule's id, or a pattern of ids. A comment with three names makes three. A comment without
   `ignore` or without names makes one without a pattern, and so do the names after the first AP_MOST_SUPPRESSING_NAMES. */
typedef struct ap_suppressing_name {
    ap_span line; /* line of the comment, without its end */
    ap_span
        word; /* the name; without a pattern: the whole comment, or the rest of a comment with too many names */
    const char *pattern; /* the name as a text, in the arena; NULL: suppresses nothing */
    bool used;           /* true once a finding was suppressed by this name */
} ap_suppressing_name;

enum {
    AP_MOST_SUPPRESSING_NAMES = 64 /* names in one comment; the rest of a longer comment becomes one entry
                                 without a pattern */
};

/* Returns true if the // comment at `bytes` may be a suppression comment: a fast test of two bytes, which rejects most comments
   before ap_record_if_suppression is called. `left`: bytes up to the end of the input. */
static inline bool ap_may_be_suppression(const uint8_t *bytes, size_t left)
{
    return left > sizeof AP_SUPPRESSION_PREFIX
           && (bytes[2] == 'a' || bytes[3] == 'a' || bytes[3] == ' ' || bytes[3] == '\t');
}

/* Records the position of the // comment at byte `at` if it is a suppression comment. A comment may be recorded twice. `findings`
   may be NULL. */
void ap_record_if_suppression(ap_findings *findings, ap_view input, size_t at);

/* Empties the list of findings for a second pass, and reads the names of the recorded comments into findings->suppressing_names.
   Returns false, without changing the list, if no comment was recorded or arena->failed was set; also returns false when out of
   memory. */
bool ap_clear_findings_and_read_suppressions(ap_findings *findings, ap_view input);

/* Returns true if a comment on the line with the span's first byte names the rule, and marks each such name as used. */
bool ap_find_and_mark_suppressions(const ap_findings *findings, const ap_rule *rule, ap_span span);

#endif
