#include "validators/md5anim/md5anim_form_fix.h"

#include <string.h>

#include "core/files/sink.h"
#include "core/text/lexer.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_table.h"

/* Whether the bytes between two tokens are a comment, or more than one. */
static bool has_comment(const uint8_t *bytes, size_t size)
{
    return memchr(bytes, '/', size) != NULL;
}

/* Whether the text has the word in quotes. */
static bool has_name(ap_view text, const uint8_t *word, size_t size)
{
    for (size_t at = 0; at + size + 2 <= text.size; at++) {
        const uint8_t *quote = memchr(text.bytes + at, '"', text.size - at);
        if (quote == NULL)
            return false;
        at = (size_t)(quote - text.bytes);
        if (at + size + 2 <= text.size && memcmp(quote + 1, word, size) == 0 && quote[size + 1] == '"')
            return true;
    }
    return false;
}

/* Whether what is between two tokens of the hierarchy is what exporters write after an entry: nothing, or a comment
   with the name of the parent and the letters of the flags. */
static bool is_usual_comment(ap_view names, const uint8_t *bytes, size_t size)
{
    size_t at = 0, end;
    while (at < size && bytes[at] != '/')
        at++;
    if (at + 1 >= size || bytes[at + 1] != '/')
        return false;
    for (at += 2; at < size && (bytes[at] == ' ' || bytes[at] == '\t'); at++) {
    }
    for (end = at; end < size && !ap_is_blank(bytes[end]); end++) {
    }
    const bool known = at == end || bytes[at] == '(' || has_name(names, bytes + at, end - at);
    for (at = end; at < size && bytes[at] != '\n' && bytes[at] != '\r'; at++) {
        if (strchr(" \t()TQxyz", bytes[at]) == NULL)
            return false;
    }
    return known && !has_comment(bytes + at, size - at);
}

/* Whether the file has comments that are not made of its values. */
static bool has_own_comments(ap_view input, ap_arena *arena)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    ap_io io;
    ap_lexer lexer;
    ap_token token;
    size_t end = 0, hierarchy = 0;
    ap_io_init(&io, input, NULL, arena, NULL);
    ap_lexer_init(&lexer, &io, &no_rules, 0);
    lexer.silent = true;
    do {
        token = ap_lexer_next(&lexer);
        const uint8_t *between = input.bytes + end;
        const size_t size = token.span.offset - end;
        const ap_view names = { input.bytes + hierarchy, token.span.offset - hierarchy };
        if (has_comment(between, size) && (hierarchy == 0 || !is_usual_comment(names, between, size)))
            return true;
        if (ap_token_is(&io, token, "hierarchy"))
            hierarchy = token.span.offset;
        else if (token.kind == AP_TOKEN_CLOSE_BRACE)
            hierarchy = 0;
        end = ap_span_end(token.span);
    } while (token.kind != AP_TOKEN_END);
    return false;
}

void ap_md5anim_fix_form(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_store store;
    (void)finding;
    fix->refused = "the file has errors that come first";
    if (job->findings->counts[AP_ERROR] > 0)
        return;
    fix->refused = "what follows the last frame would be lost";
    if (!job->unsafe && ap_findings_of(job->findings, AP_MD5ANIM_RULE(TRAILING_CONTENT)) > 0)
        return;
    fix->refused = "comments would be lost: --unsafe leaves them out";
    if (!job->unsafe && has_own_comments(job->input, job->arena))
        return;
    fix->refused = "the file could not be written";
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    if (writer == NULL)
        return;
    ap_store_init(&store);
    ap_store_writer(&store, writer);
    const bool whole = ap_md5anim_write_file(job->input, job->options, job->arena, writer);
    if (whole && ap_writer_finish(writer)) {
        uint8_t *copy = ap_alloc(job->arena, store.size);
        if (copy != NULL)
            memcpy(copy, store.bytes, store.size);
        *fix = (ap_fix){ .span = { 0, job->input.size }, .text = { copy, store.size } };
    } else if (store.no_memory) {
        job->arena->failed = true;
    }
    ap_store_free(&store);
}
