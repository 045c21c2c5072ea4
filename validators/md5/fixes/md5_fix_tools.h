/* What fixers of texts have in common. */
#ifndef AP_MD5_FIX_TOOLS_H
#define AP_MD5_FIX_TOOLS_H

#include <string.h>

#include "core/text/lexer.h"
#include "validators/fixer.h"

static inline ap_view ap_fix_literal(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

/* The input from byte `at` on. */
static inline ap_view ap_fix_rest(const ap_fix_job *job, size_t at)
{
    return (ap_view){ job->input.bytes + at, job->input.size - at };
}

static inline ap_view ap_fix_token(const ap_fix_job *job, ap_span span)
{
    return (ap_view){ job->input.bytes + span.offset, span.length };
}

static inline bool ap_is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* A copy of the input from the finding on, which the fix puts in its place; NULL when memory has run out. */
uint8_t *ap_fix_copy_rest(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Puts the number in the place of the span. */
void ap_fix_put_number(const ap_fix_job *job, ap_span span, size_t value, ap_fix *fix);

/* The tokens of a text, without findings. */
typedef struct ap_token_walk {
    ap_io io;
    ap_lexer lexer;
    ap_token token;
} ap_token_walk;

/* Begins at the start of the text, which is the job's input or a part of it, and counts as reading it. */
void ap_walk_tokens(ap_token_walk *walk, const ap_fix_job *job, ap_view text);

/* To the next token; false at the end. */
bool ap_next_token(ap_token_walk *walk);

/* Whether the bytes are the word, in whatever case. */
bool ap_is_word_in_any_case(ap_view bytes, const char *word);

#endif
