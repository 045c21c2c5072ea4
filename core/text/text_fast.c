#include "core/text/text_fast.h"

#include "core/text/text_strip.h"

void ap_text_continue_lexer_at(ap_text *text, size_t at)
{
    ap_lexer *lexer = &text->lexer;
    lexer->at = lexer->token_start = lexer->token_end =
        at; /* the last token becomes empty, so that it cannot be taken for a keyword */
    lexer->line_passed = lexer->at_line_start = lexer->no_token_on_line = false;
}

/* Finds an opening parenthesis: the peeked token if there is one, otherwise the next byte after blanks on the line. Returns false
   at anything else. */
static bool find_parenthesis(const ap_text *text, ap_text_scanner *s, ap_token *open)
{
    if (text->has_next) {
        *open = text->next;
        return open->kind == AP_TOKEN_OPEN_PARENTHESIS && !open->touches;
    }
    if (text->entry_tokens == 0 || text->lexer.line_passed || !ap_scanner_skip_gap(s) || *s->at != '(')
        return false;
    *open = (ap_token){ .kind = AP_TOKEN_OPEN_PARENTHESIS, .span = { ap_scanner_offset(text, s->at), 1 } };
    s->at++;
    return true;
}

static bool read_plain_number(const ap_text *text, ap_text_scanner *s, ap_text_number *number)
{
    if (!ap_scanner_skip_gap(s))
        return false;
    const uint8_t *start = s->at;
    if (!ap_scan_float(&s->at, &number->value))
        return false;
    number->valid = true;
    number->malformed = false;
    number->span = (ap_span){ ap_scanner_offset(text, start), (size_t)(s->at - start) };
    return true;
}

bool ap_text_read_vec3_fast(ap_text *text, ap_text_number vector[3], ap_span *span)
{
    ap_text_scanner s;
    ap_token open;
    if (text->io.listener != NULL || !ap_scanner_begin(text, &s) || !find_parenthesis(text, &s, &open))
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (!read_plain_number(text, &s, &vector[i]))
            return false;
    }
    if (!ap_scanner_skip_gap(&s) || s.at[0] != ')' || !ap_is_blank_other_than_nul(s.at[1]))
        return false;
    ap_text_add_to_entry(text, &open);
    *span = (ap_span){ open.span.offset, ap_scanner_offset(text, s.at) + 1 - open.span.offset };
    text->has_next = false;
    text->entry_tokens += 4;
    text->entry = ap_span_from_to(text->entry, *span);
    text->io.field = (ap_field){ "z", vector[2].span };
    ap_text_continue_lexer_at(text, ap_scanner_offset(text, s.at + 1));
    return true;
}

/* Finds the start of a word: of the peeked token if there is one, otherwise of the next token after blanks on the line. Returns
   false if the peeked token is not a word, or the next token is on another line. */
static bool find_word(const ap_text *text, ap_text_scanner *s, ap_token *word)
{
    if (text->has_next) {
        *word = text->next;
        s->at = text->io.input.bytes + word->span.offset;
        return word->kind == AP_TOKEN_WORD;
    }
    if (text->entry_tokens == 0 || text->lexer.line_passed || !ap_scanner_skip_gap(s))
        return false;
    *word = (ap_token){ .kind = AP_TOKEN_WORD, .span = { ap_scanner_offset(text, s->at), 0 } };
    return true;
}

bool ap_text_read_int_fast(ap_text *text, const char *name, ap_text_integer *value)
{
    ap_text_scanner s;
    ap_token word;
    int32_t found;
    if (text->io.listener != NULL || !ap_scanner_begin(text, &s) || !find_word(text, &s, &word)
        || !ap_scanner_read_int(&s, &found))
        return false;
    word.span.length = ap_scanner_offset(text, s.at) - word.span.offset;
    *value = (ap_text_integer){ .value = found, .known = true, .span = word.span };
    ap_text_add_to_entry(text, &word);
    text->has_next = false;
    text->io.field = (ap_field){ name, word.span };
    ap_text_continue_lexer_at(text, ap_scanner_offset(text, s.at));
    return true;
}

bool ap_text_can_read_lines_after_token(const ap_text *text)
{
    const ap_listener *listener = text->io.listener;
    return !ap_is_writing(&text->io) && (listener == NULL || listener->entries != NULL) && !text->has_next
           && text->lexer.at == text->lexer.token_end;
}
