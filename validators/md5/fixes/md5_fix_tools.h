/* Helpers for functions that fix text files. */
#ifndef AP_MD5_FIX_TOOLS_H
#define AP_MD5_FIX_TOOLS_H

#include <string.h>

#include "core/text/lexer.h"
#include "validators/fixer.h"

static inline ap_view ap_view_of_string(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

/* Returns the input from byte `at` on. */
static inline ap_view ap_fix_input_from(const ap_fix_job *job, size_t at)
{
    return (ap_view){ job->input.bytes + at, job->input.size - at };
}

static inline ap_view ap_fix_input_at(const ap_fix_job *job, ap_span span)
{
    return (ap_view){ job->input.bytes + span.offset, span.length };
}

static inline bool ap_is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* Makes the fix replace everything from the finding to the end of the input, and returns the replacement
   to edit: a copy of the input from the finding on. Returns NULL when out of memory. */
uint8_t *ap_fix_replace_rest_by_editable_copy(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Makes the fix replace the span with the number. */
void ap_fix_replace_by_number(const ap_fix_job *job, ap_span span, size_t value, ap_fix *fix);

/* An iteration over the tokens of a text, without findings. */
typedef struct ap_token_reader {
    ap_io io;
    ap_lexer lexer;
    ap_token token;
} ap_token_reader;

/* Starts before the first token of `text`, which is the job's input or a part of it. Counts `text` as read for
   the job's limit. */
void ap_begin_reading_tokens(ap_token_reader *walk, const ap_fix_job *job, ap_view text);

/* Advances to the next token; returns false at the end. */
bool ap_read_next_token(ap_token_reader *walk);

/* Returns true if the bytes are the word, ignoring case. */
bool ap_is_word_in_any_case(ap_view bytes, const char *word);

#endif
