#include "core/text/lexer.h"

#include <string.h>

#include "core/finding/suppression.h"

/*@ predicate reads(ap_lexer *lexer) =
        \valid_read(lexer) && \valid_read(lexer->io) && ap_readable(lexer->io->input); */

void ap_lexer_init(ap_lexer *lexer, ap_io *io, const ap_lexer_rules *rules, size_t at)
{
    *lexer = (ap_lexer){ .io = io,
        .rules = rules,
        .at = at,
        .token_end = SIZE_MAX,
        .line_passed = true,
        .at_line_start = true,
        .no_token_on_line = true };
}

/*@ requires reads(lexer);
    assigns \nothing;
    ensures \result == lexer->io->input.bytes; */
static const uint8_t *bytes_of_input(const ap_lexer *lexer)
{
    return lexer->io->input.bytes;
}

/*@ requires reads(lexer);
    assigns \nothing;
    ensures \result == lexer->io->input.size; */
static size_t size_of_input(const ap_lexer *lexer)
{
    return lexer->io->input.size;
}

static void report_fault(ap_lexer *lexer, const ap_rule *rule, ap_span span, const char *message)
{
    if (!lexer->silent)
        ap_add_finding_at(lexer->io, rule, span, NULL, ap_no_value(), ap_no_value(), "%s", message);
}

static void report_nul_once(ap_lexer *lexer, size_t at)
{
    if (lexer->nul_reported || lexer->silent)
        return;
    report_fault(
        lexer, lexer->rules->encoding, (ap_span){ at, 1 }, "the text has a NUL byte; it is read as a blank");
    lexer->nul_reported = true;
}

static void count_unusual_blank(ap_lexer *lexer, size_t at, bool inside)
{
    if (lexer->unusual_blanks++ > 0)
        return;
    lexer->first_unusual_blank = at;
    lexer->first_unusual_inside = inside;
}

/* Handles a byte inside a string or comment. Reports a NUL. Counts a form feed as an unusual blank, since some readers take a
   form feed for a line end. */
static void report_or_count_inner_byte(ap_lexer *lexer, size_t at)
{
    const uint8_t byte = bytes_of_input(lexer)[at];
    if (byte == '\0')
        report_nul_once(lexer, at);
    else if (byte == '\f')
        count_unusual_blank(lexer, at, true);
}

/* Handles a CR or LF at `at`. The first CR without LF is reported. */
static void pass_line_end(ap_lexer *lexer, size_t at)
{
    const uint8_t *bytes = bytes_of_input(lexer);
    lexer->line_passed = lexer->at_line_start = lexer->no_token_on_line = true;
    if (bytes[at] != '\r' || lexer->lone_cr_reported || lexer->silent || lexer->skipping)
        return;
    if (at + 1 == size_of_input(lexer) || bytes[at + 1] != '\n') {
        report_fault(lexer, lexer->rules->encoding, (ap_span){ at, 1 },
            "the line ends with CR alone; it must end with LF or CR LF");
        lexer->lone_cr_reported = true;
    }
}

/*@ requires reads(lexer) && at <= lexer->io->input.size;
    assigns \nothing;
    ensures \result ==> at + 2 <= lexer->io->input.size; */
static bool is_comment_with_byte_at(const ap_lexer *lexer, size_t at, uint8_t second)
{
    return size_of_input(lexer) - at >= 2 && bytes_of_input(lexer)[at] == '/'
           && bytes_of_input(lexer)[at + 1] == second;
}

/*@ requires reads(lexer) && at <= lexer->io->input.size;
    assigns \nothing;
    ensures \result ==> at + 2 <= lexer->io->input.size; */
static bool is_comment_at(const ap_lexer *lexer, size_t at)
{
    return is_comment_with_byte_at(lexer, at, '/') || is_comment_with_byte_at(lexer, at, '*');
}

/* Returns true at a slash, star and slash. id's reader takes these three bytes for a complete comment: the star counts for the
   beginning and for the end. */
/*@ requires reads(lexer) && at <= lexer->io->input.size;
    assigns \nothing;
    ensures \result ==> at + 3 <= lexer->io->input.size; */
static bool is_slash_star_slash_at(const ap_lexer *lexer, size_t at)
{
    return is_comment_with_byte_at(lexer, at, '*') && size_of_input(lexer) - at >= 3
           && bytes_of_input(lexer)[at + 2] == '/';
}

bool ap_lexer_is_token_at(const ap_lexer *lexer, size_t at)
{
    if (at >= size_of_input(lexer) || bytes_of_input(lexer)[at] <= 0x20)
        return false;
    return !is_comment_at(lexer, at);
}

/* Moves to the line end after a // comment. */
static void skip_line_comment(ap_lexer *lexer)
{
    const uint8_t *bytes = bytes_of_input(lexer);
    for (; lexer->at < size_of_input(lexer); lexer->at++) {
        uint8_t byte = bytes[lexer->at];
        if (byte == '\n' || byte == '\r')
            return;
        report_or_count_inner_byte(lexer, lexer->at);
    }
}

/* Returns the offset after the block comment at `start`, or SIZE_MAX if the comment has no end. */
/*@ requires reads(lexer) && start + 2 <= lexer->io->input.size;
    assigns \nothing;
    ensures \result == SIZE_MAX || start + 4 <= \result <= lexer->io->input.size; */
static size_t block_comment_end_or_size_max(const ap_lexer *lexer, size_t start)
{
    const uint8_t *end = memmem(bytes_of_input(lexer) + start + 2, size_of_input(lexer) - start - 2, "*/", 2);
    return end == NULL ? SIZE_MAX : (size_t)(end - bytes_of_input(lexer)) + 2;
}

/* Handles the line ends, NULs and form feeds of the bytes `from` to `end` of a comment, and moves to `end`. */
static void skip_comment_bytes(ap_lexer *lexer, size_t from, size_t end)
{
    const uint8_t *bytes = bytes_of_input(lexer);
    for (size_t at = from; at < end; at++) {
        if (bytes[at] == '\n' || bytes[at] == '\r')
            pass_line_end(lexer, at);
        else
            report_or_count_inner_byte(lexer, at);
    }
    lexer->at = end;
    lexer->at_line_start = false;
}

static void report_block_comment(ap_lexer *lexer, size_t start, size_t end)
{
    if (!lexer->block_comment_reported && !lexer->silent) {
        report_fault(lexer, lexer->rules->comment_block, (ap_span){ start, end - start },
            "readers that read line by line take this /* */ comment as data");
        lexer->block_comment_reported = true;
    }
    if (end < size_of_input(lexer) && bytes_of_input(lexer)[end] > 0x20 && !lexer->past_end)
        report_fault(lexer, lexer->rules->comment_block_joined, (ap_span){ end, 1 },
            "a blank must follow */: Doom 3 skips this byte");
}

/* Skips a block comment. Returns false, without moving, at a comment at which ap_lexer_skip_blanks stops if past_end is set. */
static bool skip_block_comment_unless_reading_ends(ap_lexer *lexer)
{
    const size_t start = lexer->at, size = size_of_input(lexer);
    const bool slash = is_slash_star_slash_at(lexer, start);
    const size_t end = slash ? start + 3 : block_comment_end_or_size_max(lexer, start);
    if (lexer->past_end && (slash || end == SIZE_MAX))
        return false;
    if (end == SIZE_MAX) {
        lexer->in_open_comment = true;
        report_fault(lexer, lexer->rules->comment_unterminated, (ap_span){ start, size - start },
            "the comment has no */ and takes the rest of the file");
        skip_comment_bytes(lexer, start, size);
        return true;
    }
    skip_comment_bytes(lexer, start, end);
    if (slash)
        report_fault(lexer, lexer->rules->comment_slash, (ap_span){ start, end - start },
            "the comment ends after /*/ for Doom 3, and only after the next */ for other readers");
    else
        report_block_comment(lexer, start, end);
    return true;
}

static bool is_last_token_keyword(const ap_lexer *lexer)
{
    const ap_token last = { .kind = AP_TOKEN_WORD,
        .span = { lexer->token_start, lexer->token_end - lexer->token_start } };
    for (const char *const *word = lexer->rules->keywords; word != NULL && *word != NULL; word++) {
        if (ap_token_is_bare_word(lexer->io, last, *word))
            return true;
    }
    return false;
}

/* Reports a comment that begins right after the token read last, without a blank: after a keyword each time, after another token
   once per file. */
static void check_touching_comment(ap_lexer *lexer)
{
    const ap_span start = { lexer->at, 2 };
    if (lexer->silent || !is_comment_at(lexer, lexer->at))
        return;
    if (is_last_token_keyword(lexer)) {
        report_fault(lexer, lexer->rules->keyword_comment, start,
            "a blank must come between a keyword and a comment: Doom 3 takes the / as a letter of the "
            "keyword");
    } else if (!lexer->touching_comment_reported && !lexer->skipping) {
        lexer->touching_comment_reported = true;
        report_fault(lexer, lexer->rules->comment_touching, start,
            "a blank must come before the comment: readers that split at blanks need it");
    }
}

/* Skips the blank or NUL `byte`. Returns false, without moving, at a NUL if stop_at_nul is true. */
static bool skip_blank(ap_lexer *lexer, uint8_t byte, bool stop_at_nul)
{
    if (byte == '\0' && stop_at_nul)
        return false;
    if (byte == '\0')
        report_nul_once(lexer, lexer->at);
    else if (byte == '\n' || byte == '\r')
        pass_line_end(lexer, lexer->at);
    else if (!ap_is_usual_blank(byte))
        count_unusual_blank(lexer, lexer->at, false);
    lexer->at++;
    return true;
}

/* Skips a comment. Returns false, without moving, at a token, or at a comment at which ap_lexer_skip_blanks stops. */
static bool skip_comment(ap_lexer *lexer)
{
    if (is_comment_with_byte_at(lexer, lexer->at, '*'))
        return skip_block_comment_unless_reading_ends(lexer);
    if (!is_comment_with_byte_at(lexer, lexer->at, '/'))
        return false;
    if (ap_may_be_suppression(bytes_of_input(lexer) + lexer->at, size_of_input(lexer) - lexer->at))
        ap_record_if_suppression(lexer->io->findings, lexer->io->input, lexer->at);
    skip_line_comment(lexer);
    return true;
}

void ap_lexer_skip_blanks(ap_lexer *lexer, bool stop_at_nul)
{
    const uint8_t *bytes = bytes_of_input(lexer);
    const size_t size = size_of_input(lexer);
    if (lexer->at == lexer->token_end && lexer->at < size && bytes[lexer->at] == '/')
        check_touching_comment(lexer);
    while (lexer->at < size) {
        const uint8_t byte = bytes[lexer->at];
        if (byte > 0x20 ? !skip_comment(lexer) : !skip_blank(lexer, byte, stop_at_nul))
            return;
    }
}

//@ assigns \nothing;
static ap_token_kind token_kind_of(uint8_t byte)
{
    switch (byte) {
    case '{':
        return AP_TOKEN_OPEN_BRACE;
    case '}':
        return AP_TOKEN_CLOSE_BRACE;
    case '(':
        return AP_TOKEN_OPEN_PARENTHESIS;
    case ')':
        return AP_TOKEN_CLOSE_PARENTHESIS;
    case '"':
        return AP_TOKEN_STRING;
    default:
        return AP_TOKEN_WORD;
    }
}

/* Goes through the bytes of a string from `at` on, and reports or counts the NULs and form feeds. Returns the offset after the
   closing quote, and sets *closed to true. If the line has no closing quote, returns the offset of the line end. */
static size_t scan_string(ap_lexer *lexer, size_t at, bool *closed)
{
    const uint8_t *bytes = bytes_of_input(lexer);
    *closed = false;
    const size_t size = size_of_input(lexer);
    for (; at < size && bytes[at] != '\n' && bytes[at] != '\r'; at++) {
        if (bytes[at] == '"') {
            *closed = true;
            return at + 1;
        }
        lexer->string_has_form_feed |= bytes[at] == '\f';
        report_or_count_inner_byte(lexer, at);
    }
    return at;
}

/*@ requires reads(lexer) && at <= lexer->io->input.size;
    assigns \nothing;
    ensures at <= \result <= lexer->io->input.size; */
static size_t word_end(const ap_lexer *lexer, size_t at)
{
    const uint8_t *bytes = bytes_of_input(lexer);
    /*@ loop invariant \at(at, Pre) <= at <= lexer->io->input.size;
        loop assigns at;
        loop variant lexer->io->input.size - at; */
    for (; at < size_of_input(lexer); at++) {
        const uint8_t byte = bytes[at];
        if ((uint8_t)((uint8_t)(byte | 0x20) - 'a') < 26
            || (uint8_t)(byte - '0')
                   < 10) /* a fast test of the byte first: nearly all bytes of words are letters and digits */
            continue;
        if (byte <= 0x20 || token_kind_of(byte) != AP_TOKEN_WORD)
            break;
        if (byte == '/' && is_comment_at(lexer, at))
            break;
    }
    return at;
}

void ap_lexer_read_token(ap_lexer *lexer, ap_token *token)
{
    ap_lexer_skip_blanks(lexer, false);
    lexer->past_end = false;
    const size_t start = lexer->at;
    token->span = (ap_span){ start, 0 };
    token->kind = AP_TOKEN_END;
    token->after_line_end = lexer->line_passed;
    token->first_on_line = lexer->at_line_start;
    token->begins_line = lexer->no_token_on_line;
    token->touches = lexer->token_end == start;
    if (start == size_of_input(lexer))
        return;
    ap_token_kind kind = token_kind_of(bytes_of_input(lexer)[start]);
    size_t end = start + 1;
    if (kind == AP_TOKEN_WORD) {
        end = word_end(lexer, start);
    } else if (kind == AP_TOKEN_STRING) {
        bool closed;
        end = scan_string(lexer, start + 1, &closed);
        if (!closed)
            kind = AP_TOKEN_BROKEN_STRING;
    }
    token->kind = kind;
    token->span.length = end - start;
    lexer->token_start = start;
    lexer->at = lexer->token_end = end;
    lexer->line_passed = lexer->at_line_start = lexer->no_token_on_line = false;
}

ap_token ap_lexer_next_token(ap_lexer *lexer)
{
    ap_token token;
    ap_lexer_read_token(lexer, &token);
    return token;
}

ap_view ap_token_view_unquoted(const ap_io *io, ap_token token)
{
    ap_view view = { io->input.bytes + token.span.offset, token.span.length };
    if (token.kind == AP_TOKEN_STRING)
        view = (ap_view){ view.bytes + 1, view.size - 2 };
    return view;
}
