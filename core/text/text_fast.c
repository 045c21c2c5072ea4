#include "core/text/text_fast.h"

#include "core/finding/silence.h"

enum { FAST_INTEGER_DIGITS = 9 /* int32 holds any of them */ };

/* Where reading may begin on the line at hand, and where numbers may begin at the latest. */
typedef struct strip {
    const uint8_t *at, *last_safe;
} strip;

/* Whether the reader stands after a token, or before one that was looked at, with enough to read. */
static bool begin(const ap_text *text, strip *s)
{
    const ap_view input = text->io.input;
    if (text->io.listener != NULL || input.size - text->lexer.at <= AP_FAST_NUMBER_BYTES)
        return false;
    s->at = input.bytes + text->lexer.at;
    s->last_safe = input.bytes + input.size - AP_FAST_NUMBER_BYTES;
    return true;
}

static bool is_gap(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

/* Over blanks of the line; whether there were any, and there is room for a token after them. */
static bool pass_gap(strip *s)
{
    const uint8_t *start = s->at;
    while (s->at < s->last_safe && is_gap(*s->at))
        s->at++;
    return s->at > start && s->at < s->last_safe;
}

static size_t offset_of(const ap_text *text, const uint8_t *at)
{
    return (size_t)(at - text->io.input.bytes);
}

void ap_text_go_on(ap_text *text, size_t at)
{
    ap_lexer *lexer = &text->lexer;
    lexer->at = lexer->token_start = lexer->token_end = at; /* no keyword ends here */
    lexer->line_passed = lexer->at_line_start = false;
}

/* The opening parenthesis: the token that was looked at, or the next byte but blanks. */
static bool open_parenthesis(const ap_text *text, strip *s, ap_token *open)
{
    if (text->has_next) {
        *open = text->next;
        return open->kind == AP_TOKEN_OPEN_PARENTHESIS && !open->touches;
    }
    if (text->entry_tokens == 0 || text->lexer.line_passed || !pass_gap(s) || *s->at != '(')
        return false;
    *open = (ap_token){ .kind = AP_TOKEN_OPEN_PARENTHESIS, .span = { offset_of(text, s->at), 1 } };
    s->at++;
    return true;
}

static bool plain_number(const ap_text *text, strip *s, ap_text_number *number)
{
    if (!pass_gap(s))
        return false;
    const uint8_t *start = s->at;
    if (!ap_scan_float(&s->at, &number->value))
        return false;
    number->sound = true;
    number->malformed = false;
    number->span = (ap_span){ offset_of(text, start), (size_t)(s->at - start) };
    return true;
}

bool ap_text_fast_vec3(ap_text *text, ap_text_number vector[3], ap_span *span)
{
    strip s;
    ap_token open;
    if (!begin(text, &s) || !open_parenthesis(text, &s, &open))
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (!plain_number(text, &s, &vector[i]))
            return false;
    }
    if (!pass_gap(&s) || s.at[0] != ')' || !ap_is_blank(s.at[1]))
        return false;
    ap_text_add_to_entry(text, &open);
    *span = (ap_span){ open.span.offset, offset_of(text, s.at) + 1 - open.span.offset };
    text->has_next = false;
    text->entry_tokens += 4;
    text->entry = ap_span_to(text->entry, *span);
    text->io.field = (ap_field){ "z", vector[2].span };
    ap_text_go_on(text, offset_of(text, s.at + 1));
    return true;
}

/* -?(0|[1-9][0-9]*) of few digits, with a blank after it. */
static bool plain_integer(strip *s, int32_t *value)
{
    const bool negative = *s->at == '-';
    const uint8_t *digits = s->at + negative, *at = digits;
    int32_t magnitude = 0;
    for (; (uint8_t)(*at - '0') < 10 && at - digits < FAST_INTEGER_DIGITS; at++)
        magnitude = 10 * magnitude + (*at - '0');
    if (at == digits || (*digits == '0' && at - digits > 1) || !ap_is_blank(*at))
        return false;
    *value = negative ? -magnitude : magnitude;
    s->at = at;
    return true;
}

/* The word that was looked at, or the next one but blanks. */
static bool begin_word(const ap_text *text, strip *s, ap_token *word)
{
    if (text->has_next) {
        *word = text->next;
        s->at = text->io.input.bytes + word->span.offset;
        return word->kind == AP_TOKEN_WORD;
    }
    if (text->entry_tokens == 0 || text->lexer.line_passed || !pass_gap(s))
        return false;
    *word = (ap_token){ .kind = AP_TOKEN_WORD, .span = { offset_of(text, s->at), 0 } };
    return true;
}

bool ap_text_fast_int(ap_text *text, const char *name, ap_text_integer *value)
{
    strip s;
    ap_token word;
    int32_t found;
    if (!begin(text, &s) || !begin_word(text, &s, &word) || !plain_integer(&s, &found))
        return false;
    word.span.length = offset_of(text, s.at) - word.span.offset;
    *value = (ap_text_integer){ .value = found, .known = true, .span = word.span };
    ap_text_add_to_entry(text, &word);
    text->has_next = false;
    text->io.field = (ap_field){ name, word.span };
    ap_text_go_on(text, offset_of(text, s.at));
    return true;
}

bool ap_text_can_run(const ap_text *text)
{
    return !ap_is_writing(&text->io) && text->io.listener == NULL && !text->has_next
           && text->lexer.at == text->lexer.token_end;
}

/* To the next line end, or as far as is safe. */
static void pass_line_comment(strip *s)
{
    while (s->at < s->last_safe && *s->at != '\n' && *s->at != '\r' && *s->at != '\0')
        s->at++;
}

/* Over blanks and comments to the next token. False where no line ends before that, or at anything
   unusual. */
static bool pass_to_line(const ap_text *text, strip *s)
{
    bool line_ended = false;
    if (*s->at == '/') /* a comment that touches the token before it */
        return false;
    for (; s->at < s->last_safe; s->at++) {
        if (*s->at == '/' && s->at[1] == '/') {
            if (ap_may_address(s->at, (size_t)(s->last_safe - s->at)))
                ap_note_address(text->io.findings, text->io.input, offset_of(text, s->at));
            pass_line_comment(s);
        }
        if (*s->at > 0x20)
            return line_ended;
        if (!ap_is_usual_blank(*s->at) || (*s->at == '\r' && s->at[1] != '\n'))
            return false;
        line_ended |= *s->at == '\n';
    }
    return false;
}

/* A string that ends on its line. */
static bool plain_string(const ap_text *text, strip *s, ap_span *string)
{
    const uint8_t *start = s->at;
    if (*s->at++ != '"')
        return false;
    while (s->at < s->last_safe && *s->at != '"' && *s->at != '\n' && *s->at != '\r' && *s->at != '\0')
        s->at++;
    *string = (ap_span){ offset_of(text, start), (size_t)(s->at - start) + 1 };
    return s->at < s->last_safe && *s->at++ == '"';
}

bool ap_text_fast_line(const ap_text *text, ap_text_line *line)
{
    strip s;
    if (!begin(text, &s) || !pass_to_line(text, &s) || !plain_string(text, &s, &line->string))
        return false;
    for (size_t i = 0; i < AP_LINE_INTEGERS; i++) {
        if (!pass_gap(&s))
            return false;
        const uint8_t *start = s.at;
        if (!plain_integer(&s, &line->values[i]))
            return false;
        line->spans[i] = (ap_span){ offset_of(text, start), (size_t)(s.at - start) };
    }
    return true;
}
