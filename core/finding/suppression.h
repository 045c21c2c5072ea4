/* Comments in a text that silence findings on their own line: // animproof: ignore RULE, RULE

   A first reading notes where such comments are. Where there are any, a second one is done with what they silence. */
#ifndef AP_SUPPRESSION_H
#define AP_SUPPRESSION_H

#include "core/finding/finding.h"

/* What every such comment begins with, after its slashes and blanks. */
#define AP_ADDRESS "animproof:"

/* One name in such a comment: a rule's id, or a pattern of ids. */
typedef struct ap_suppression {
    ap_span line;        /* without its end */
    ap_span word;        /* the name; of a comment that says something else, the comment */
    const char *pattern; /* the name as a text; NULL: the comment says something else */
    bool used;           /* a finding was silenced by it */
} ap_suppression;

enum { AP_MOST_SILENCERS = 64 /* in a comment; the others are one, which says something else */ };

/* Whether the comment at byte `at` may begin so. */
static inline bool ap_may_address(const uint8_t *bytes, size_t left)
{
    return left > sizeof AP_ADDRESS + 2 && (bytes[2] == 'a' || bytes[3] == 'a');
}

/* Notes a // comment at byte `at` if it begins so; the same one may be noted again. findings may be NULL. */
void ap_note_address(ap_findings *findings, ap_view input, size_t at);

/* Makes the notes into silencers, for a reading from the beginning: the list is empty afterwards. False where there are
   none, or no memory (arena->failed). */
bool ap_begin_suppression(ap_findings *findings, ap_view input);

/* Whether one of the list's silencers is for this finding; it is used then. */
bool ap_is_suppressed(const ap_findings *findings, const ap_rule *rule, ap_span span);

#endif
