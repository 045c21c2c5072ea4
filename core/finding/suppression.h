/* Comments in a text, such as "// animproof: ignore RULE, RULE", that suppress findings on their own line.
   The first reading of a file notes the positions of these comments. If the file has one, it is read again, and then the findings
   are suppressed. */
#ifndef AP_SUPPRESSION_H
#define AP_SUPPRESSION_H

#include "core/finding/finding.h"

/* The first word of a suppression comment, after its slashes and blanks. */
#define AP_SUPPRESSION_PREFIX "animproof:"

/* One name in a suppression comment: a rule's id, or a pattern of ids. */
typedef struct ap_suppression {
    ap_span line;        /* line of the comment, without its end */
    ap_span word;        /* the name; the whole comment if it has no valid names */
    const char *pattern; /* the name as a text; NULL if the comment has no valid names */
    bool used;           /* true once a finding was suppressed by this name */
} ap_suppression;

enum {
    AP_MOST_SUPPRESSIONS = 64 /* names in one comment; the rest of a longer comment becomes one entry
                                 without a pattern */
};

/* Returns true if the // comment at `bytes` may be a suppression comment: a fast test before
   ap_record_suppression. `left`: bytes up to the end of the input. */
static inline bool ap_may_be_suppression(const uint8_t *bytes, size_t left)
{
    return left > sizeof AP_SUPPRESSION_PREFIX + 2 && (bytes[2] == 'a' || bytes[3] == 'a');
}

/* Records the position of the // comment at byte `at` if it is a suppression comment. A comment may be recorded twice. `findings`
   may be NULL. */
void ap_record_suppression(ap_findings *findings, ap_view input, size_t at);

/* Reads the recorded comments into `suppressions`, and empties the list for a second pass. Returns false if no comment was noted,
   or when out of memory (arena->failed). */
bool ap_read_suppressions(ap_findings *findings, ap_view input);

/* Returns true if a comment on the line of the span suppresses findings of the rule, and marks that
   suppression as used. */
bool ap_is_suppressed(const ap_findings *findings, const ap_rule *rule, ap_span span);

#endif
