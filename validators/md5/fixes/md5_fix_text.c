/* Fixes the encoding, the text before MD5Version, and comments that readers read differently. */
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"

static bool has_nul_in_string(const ap_fix_job *job)
{
    ap_token_reader walk;
    bool has = false;
    ap_begin_reading_tokens(&walk, job, job->input);
    while (!has && ap_read_next_token(&walk)) {
        const ap_span span = walk.token.span;
        has = walk.token.kind == AP_TOKEN_STRING
              && memchr(job->input.bytes + span.offset, '\0', span.length) != NULL;
    }
    return has;
}

void ap_md5_fix_byte_order_mark_cr_or_nul(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const uint8_t first = job->input.bytes[finding->span.offset];
    if (first != '\r' && first != '\0') {
        fix->span = finding->span;
        if (finding->span.length != 3)
            fix->refused = "UTF-16 text must be saved again as ASCII";
        return;
    }
    if (first == '\0' && has_nul_in_string(job)) {
        fix->refused = "the character that a NUL replaced in a string is unknown";
        return;
    }
    uint8_t *bytes = ap_fix_replace_rest_by_editable_copy(job, finding, fix);
    for (size_t i = 0; bytes != NULL && i < fix->text.size; i++) {
        const bool lone = bytes[i] == '\r' && (i + 1 == fix->text.size || bytes[i + 1] != '\n');
        if (first == '\0' ? bytes[i] == '\0' : lone)
            bytes[i] = first == '\0' ? ' ' : '\n';
    }
}

void ap_md5_fix_before_version(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    fix->span = finding->span;
    for (size_t i = 0; i < finding->span.length && !job->unsafe; i++) {
        if (!ap_is_blank_other_than_nul(job->input.bytes[finding->span.offset + i]))
            fix->refused = "a comment would be lost: --unsafe removes it";
    }
}

static void set_fix_to_blank(ap_span span, ap_fix *fix)
{
    *fix = (ap_fix){ .span = span, .text = ap_view_of_string(" ") };
}

/* Separates a comment from the keyword directly before it or from the text directly after it. If text follows directly, id's
   reader skips one byte too many after the comment; all other readers continue directly after it. */
void ap_md5_fix_by_inserting_blank(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)job;
    set_fix_to_blank((ap_span){ finding->span.offset, 0 }, fix);
}

/* Replaces the three bytes slash, star, slash by a blank. id's reader and this program's lexer read them as a complete comment;
   other readers take them for the beginning of a comment. */
void ap_md5_fix_by_blank(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)job;
    set_fix_to_blank(finding->span, fix);
}

/* Block comments */

/* A copy of a text in which the block comments are being replaced. */
typedef struct comment_copy {
    ap_view from;
    uint8_t *to;
    size_t at, used;
} comment_copy;

static void copy_until(comment_copy *c, size_t end)
{
    memcpy(c->to + c->used, c->from.bytes + c->at, end - c->at);
    c->used += end - c->at;
    c->at = end;
}

/* Returns true if only blanks follow `at` on its line. */
static bool is_rest_of_line_blank(ap_view text, size_t at)
{
    while (at < text.size && (text.bytes[at] == ' ' || text.bytes[at] == '\t' || text.bytes[at] == '\r'))
        at++;
    return at == text.size || text.bytes[at] == '\n';
}

/* Copies the block comment that ends before offset `end` as line comments, one for each of its lines. */
static void copy_as_line_comments(comment_copy *c, size_t end)
{
    memcpy(c->to + c->used, "//", 2);
    c->used += 2;
    for (c->at += 2; c->at < end - 2; c->at++) {
        const uint8_t byte = c->from.bytes[c->at];
        c->to[c->used++] = byte;
        if (byte == '\n') {
            memcpy(c->to + c->used, "//", 2);
            c->used += 2;
        }
    }
    c->at = end;
}

/* Returns the offset after the string or line comment that begins at `at`, or 0 if neither begins there. A line end ends both.
   `at` must not be the last byte. */
static size_t end_of_string_or_line_comment_or_0(ap_view text, size_t at)
{
    const uint8_t *bytes = text.bytes;
    const bool string = bytes[at] == '"';
    if (!string && (bytes[at] != '/' || bytes[at + 1] != '/'))
        return 0;
    for (size_t i = at + 1; i < text.size; i++) {
        if (bytes[i] == '\n' || (string && bytes[i] == '"'))
            return i + 1;
    }
    return text.size;
}

/* Returns the offset after the block comment that begins at `at`; 0 if the comment has no end. */
static size_t end_of_block_comment_or_0(ap_view text, size_t at)
{
    if (at + 4 > text.size)
        return 0;
    if (text.bytes[at + 2] == '/')
        return at + 3;
    const uint8_t *end = memmem(text.bytes + at + 2, text.size - at - 2, "*/", 2);
    return end == NULL ? 0 : (size_t)(end - text.bytes) + 2;
}

/* Finds the next block comment from `at` on. Skips strings, line comments, and comments of the three bytes slash, star, slash.
   Returns the comment's offset, and sets *end to the offset after it. Returns text.size if no block comment follows, or if the
   comment is not closed. */
static size_t find_next_block_comment(ap_view text, size_t at, size_t *end)
{
    while (at + 1 < text.size) {
        const size_t text_end = end_of_string_or_line_comment_or_0(text, at);
        const bool opens = text_end == 0 && memcmp(text.bytes + at, "/*", 2) == 0;
        *end = opens ? end_of_block_comment_or_0(text, at) : 0;
        if (opens && *end == 0)
            break;
        if (opens && *end - at > 3)
            return at;
        at = text_end > 0 ? text_end : opens ? *end : at + 1;
    }
    return text.size;
}

/* Replaces the block comments. One that ends its line becomes line comments; one that has text after it on
   its line becomes a blank. */
static void copy_with_line_comments_or_blanks(comment_copy *c)
{
    size_t end = 0;
    for (size_t at = find_next_block_comment(c->from, 0, &end); at < c->from.size;
         at = find_next_block_comment(c->from, end, &end)) {
        copy_until(c, at);
        if (is_rest_of_line_blank(c->from, end)) {
            copy_as_line_comments(c, end);
        } else {
            c->to[c->used++] = ' ';
            c->at = end;
        }
    }
    copy_until(c, c->from.size);
}

/* Result of the search for the last block comment, at or after offset `from`, that has text after it on its
   line. */
typedef struct last_comment_inside_line {
    size_t from, last;
    bool exists;
} last_comment_inside_line;

static last_comment_inside_line find_last_comment_inside_line(const ap_fix_job *job, size_t from)
{
    const ap_view rest = ap_fix_input_from(job, from);
    last_comment_inside_line inside = { .from = from };
    size_t end = 0;
    ap_count_bytes_read_by_fixer(job, rest.size);
    for (size_t at = find_next_block_comment(rest, 0, &end); at < rest.size;
         at = find_next_block_comment(rest, end, &end)) {
        if (!is_rest_of_line_blank(rest, end)) {
            inside.last = from + at;
            inside.exists = true;
        }
    }
    return inside;
}

/* Returns true if a block comment from offset `at` on has text after it on its line: the fix would lose that comment, because a
   blank replaces it. Keeps the result in job->memory, if the job has it, for later findings. */
static bool does_later_comment_prevent_fix(const ap_fix_job *job, size_t at)
{
    const last_comment_inside_line *known = job->memory == NULL ? NULL : job->memory->known;
    if (known != NULL && known->from <= at)
        return known->exists && known->last >= at;
    const last_comment_inside_line inside = find_last_comment_inside_line(job, at);
    last_comment_inside_line *kept = job->memory == NULL ? NULL : ap_alloc(job->memory->arena, sizeof *kept);
    if (kept != NULL) {
        *kept = inside;
        job->memory->known = kept;
    }
    return inside.exists;
}

void ap_md5_fix_comment_block(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view rest = ap_fix_input_from(job, finding->span.offset);
    size_t lines = 0;
    if (!job->unsafe && does_later_comment_prevent_fix(job, finding->span.offset)) {
        fix->refused = "a comment inside a line would be lost: --unsafe removes it";
        return;
    }
    ap_count_bytes_read_by_fixer(job, rest.size);
    for (size_t i = 0; i < rest.size; i++)
        lines += rest.bytes[i] == '\n';
    uint8_t *to =
        ap_alloc(job->arena, ap_saturating_size_sum(rest.size, ap_saturating_size_product(lines, 2)));
    comment_copy copy = { .from = rest, .to = to };
    if (to == NULL)
        return;
    copy_with_line_comments_or_blanks(&copy);
    *fix = (ap_fix){ .span = { finding->span.offset, rest.size }, .text = { to, copy.used } };
}
