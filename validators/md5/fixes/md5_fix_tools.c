#include "validators/md5/fixes/md5_fix_tools.h"

#include <stdio.h>
#include <strings.h>

enum { NUMBER_BYTES = 24 };

uint8_t *ap_fix_replace_rest_by_editable_copy(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view rest = ap_fix_input_from(job, finding->span.offset);
    uint8_t *copy = ap_alloc(job->arena, rest.size);
    if (copy == NULL)
        return NULL;
    ap_count_bytes_read_by_fixer(job, rest.size);
    memcpy(copy, rest.bytes, rest.size);
    fix->span = (ap_span){ finding->span.offset, rest.size };
    fix->text = (ap_view){ copy, rest.size };
    return copy;
}

void ap_fix_replace_by_number(const ap_fix_job *job, ap_span span, size_t value, ap_fix *fix)
{
    char *text = ap_alloc(job->arena, NUMBER_BYTES);
    if (text == NULL)
        return;
    snprintf(text, NUMBER_BYTES, "%zu", value);
    *fix = (ap_fix){ .span = span, .text = ap_view_of_string(text) };
}

void ap_begin_reading_tokens(ap_token_reader *walk, const ap_fix_job *job, ap_view text)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    ap_count_bytes_read_by_fixer(job, text.size);
    ap_io_init(&walk->io, text, NULL, job->arena, NULL);
    ap_lexer_init(&walk->lexer, &walk->io, &no_rules, 0);
    walk->lexer.silent = true;
}

bool ap_read_next_token(ap_token_reader *walk)
{
    ap_lexer_read_token(&walk->lexer, &walk->token);
    return walk->token.kind != AP_TOKEN_END;
}

bool ap_is_word_in_any_case(ap_view bytes, const char *word)
{
    return bytes.size == strlen(word) && strncasecmp((const char *)bytes.bytes, word, bytes.size) == 0;
}
