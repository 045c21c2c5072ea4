/* The canonical form as a fix. */
#include "core/files/sink.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"

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

/* Whether what is between two tokens of the joints is what exporters write after an entry: nothing, or a comment
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
static bool has_own_comments(ap_view input, const char *joints, ap_arena *arena)
{
    ap_token_walk walk;
    size_t end = 0, section = 0;
    ap_walk_tokens(&walk, input, arena);
    for (bool more = true; more;) {
        more = ap_next_token(&walk);
        const ap_token token = walk.token;
        const uint8_t *between = input.bytes + end;
        const size_t size = token.span.offset - end;
        const ap_view names = { input.bytes + section, token.span.offset - section };
        if (has_comment(between, size) && (section == 0 || !is_usual_comment(names, between, size)))
            return true;
        if (joints != NULL && ap_token_is(&walk.io, token, joints))
            section = token.span.offset;
        else if (token.kind == AP_TOKEN_CLOSE_BRACE)
            section = 0;
        end = ap_span_end(token.span);
    }
    return false;
}

/* The canonical form in the arena; bytes NULL where it could not be written. */
static ap_view canonical(const ap_fix_job *job)
{
    ap_store store;
    uint8_t *copy = NULL;
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    if (writer == NULL)
        return (ap_view){ NULL, 0 };
    ap_store_init(&store);
    ap_store_writer(&store, writer);
    const bool whole = job->format->write(job->input, job->options, job->arena, writer);
    if (whole && ap_writer_finish(writer)) {
        copy = ap_alloc(job->arena, store.size);
        if (copy != NULL)
            memcpy(copy, store.bytes, store.size);
    } else if (store.no_memory) {
        job->arena->failed = true;
    }
    const ap_view text = { copy, store.size };
    ap_store_free(&store);
    return text;
}

void ap_md5_fix_form(const ap_fix_job *job, const char *joints, const ap_rule *trailing, ap_fix *fix)
{
    fix->refused = "the file has errors that come first";
    if (job->findings->counts[AP_ERROR] > 0)
        return;
    fix->refused = "what follows the end would be lost";
    if (!job->unsafe && trailing != NULL && ap_findings_of(job->findings, trailing) > 0)
        return;
    fix->refused = "comments would be lost: --unsafe leaves them out";
    if (!job->unsafe && has_own_comments(job->input, joints, job->arena))
        return;
    fix->refused = "the file could not be written";
    const ap_view text = canonical(job);
    if (text.bytes != NULL)
        *fix = (ap_fix){ .span = { 0, job->input.size }, .text = text };
}
