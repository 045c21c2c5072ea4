#include "core/text/text_io.h"

#include <string.h>

#include "core/number/number_reason.h"
#include "core/text/text_fast.h"
#include "core/text/text_put.h"

void ap_text_init(ap_text *text, ap_view input, size_t at, ap_findings *findings, const ap_text_rules *rules)
{
    *text = (ap_text){ .rules = rules };
    ap_io_init(&text->io, input, findings, findings == NULL ? NULL : findings->arena, NULL);
    ap_lexer_init(&text->lexer, &text->io, &rules->lexer, at);
}

void ap_text_init_writer(ap_text *text, ap_writer *writer)
{
    *text = (ap_text){ .rules = NULL };
    ap_io_init_writer(&text->io, writer, false);
}

void ap_text_report_spacing_once(ap_text *text, ap_text_spacing kind, ap_span span)
{
    static const char *const messages[] = {
        "readers that read line by line need { on the line of its keyword",
        "readers that split at blanks need a blank before {",
        "readers that split at blanks need a blank on both sides of a parenthesis",
        "readers that read line by line need each entry on one line of its own",
        "readers that read line by line need } first on its line",
        "readers that split at blanks need a blank between a key and its string",
        "one reader takes the keyword for a value unless more than a line end comes before it",
    };
    if ((text->spacings_reported >> kind & 1) != 0)
        return;
    text->spacings_reported |= 1U << kind;
    ap_add_finding_at(
        &text->io, text->rules->spacing, span, NULL, ap_no_value(), ap_no_value(), "%s", messages[kind]);
}

/* Takes the next token; text->next still holds the token afterwards. */
static void take_token(ap_text *text)
{
    (void)ap_text_peek_token(text);
    const ap_token *token = &text->next;
    text->has_next = false;
    ap_text_add_to_entry(text, token);
    const bool parenthesis =
        token->kind == AP_TOKEN_OPEN_PARENTHESIS || token->kind == AP_TOKEN_CLOSE_PARENTHESIS;
    if (parenthesis && (token->touches || ap_lexer_is_token_at(&text->lexer, ap_span_end(token->span))))
        ap_text_report_spacing_once(text, AP_SPACING_PARENTHESIS, token->span);
}

ap_token ap_text_take_token(ap_text *text)
{
    take_token(text);
    return text->next;
}

void ap_text_begin_entry(ap_text *text)
{
    text->entry_tokens = 0;
    text->entry_split = false;
    if (ap_is_writing(&text->io))
        ap_put_text_indent(text);
}

void ap_text_begin_entry_at_last_token(ap_text *text)
{
    text->entry_tokens = 1;
    text->entry = text->next.span;
    text->entry_split = false;
}

ap_span ap_text_end_entry(ap_text *text)
{
    if (ap_is_writing(&text->io)) {
        ap_put_text_entry_end(text);
        return (ap_span){ 0, 0 };
    }
    if (text->entry_split)
        ap_text_report_spacing_once(text, AP_SPACING_ENTRY_LINE, text->entry);
    return text->entry;
}

static const ap_token no_token = { .kind = AP_TOKEN_END };

ap_token ap_text_take_or_put_section_keyword(ap_text *text, const char *word)
{
    if (ap_is_writing(&text->io))
        ap_put_text_section_gap_unless_dense(text);
    return ap_text_take_or_put_keyword(text, word);
}

ap_token ap_text_take_or_put_entry_word(ap_text *text, const char *word)
{
    if (!ap_is_writing(&text->io))
        return ap_text_take_token(text);
    (void)ap_text_put_word_if_writing(text, word);
    return no_token;
}

ap_token ap_text_take_or_put_keyword(ap_text *text, const char *word)
{
    if (ap_is_writing(&text->io))
        return ap_text_take_or_put_entry_word(text, word);
    take_token(text);
    if (!text->next.begins_line && !text->resumed)
        ap_text_report_spacing_once(text, AP_SPACING_ENTRY_LINE, text->next.span);
    text->resumed = false;
    return text->next;
}

/* Returns true if a message can contain the token unchanged: a short token of printable ASCII. */
static bool is_quotable_token(ap_view token)
{
    const size_t most = 24;
    for (size_t i = 0; i < token.size; i++) {
        if (token.bytes[i] < 0x20 || token.bytes[i] >= 0x7f)
            return false;
    }
    return token.size <= most;
}

static void report_missing_text_at_end(ap_text *text, ap_span end, const char *expected)
{
    const ap_value found = ap_text_value("the end of the file");
    if (text->lexer.in_open_comment)
        return; /* The unterminated comment was reported, and it includes all text that is missing. */
    if (text->part_count > 0)
        ap_add_finding_at(&text->io, text->rules->truncated, end, NULL, ap_text_value(expected), found,
            " needs %s, but the file ends after %zu of %zu %s", expected, text->parts_read, text->part_count,
            text->part_count == 1 ? text->part : text->parts);
    else
        ap_add_finding_at(&text->io, text->rules->truncated, end, NULL, ap_text_value(expected), found,
            " needs %s, but the file ends", expected);
}

void ap_text_report_unexpected(ap_text *text, const char *expected)
{
    const ap_token token = ap_text_peek_token(text);
    const ap_view found = { text->io.input.bytes + token.span.offset, token.span.length };
    const bool shown = is_quotable_token(found);
    if (token.kind == AP_TOKEN_END)
        report_missing_text_at_end(text, token.span, expected);
    else if (token.kind == AP_TOKEN_BROKEN_STRING)
        ap_add_finding_at(&text->io, text->rules->string_unterminated, token.span, NULL, ap_text_value("\""),
            ap_text_value("the end of the line"), "the string has no closing quote on its line");
    else
        ap_add_finding_at(&text->io, text->rules->unexpected_token, token.span, NULL, ap_text_value(expected),
            ap_bytes(found), shown ? " needs %s here, not %.*s" : " needs %s here", expected,
            shown ? (int)found.size : 0, (const char *)found.bytes);
}

bool ap_text_is_keyword(const ap_text *text, ap_token token)
{
    if (token.kind != AP_TOKEN_WORD)
        return false;
    const uint8_t first = text->io.input.bytes[token.span.offset] | 0x20;
    /* a fast test first: keywords begin with a letter, while nearly all other words are numbers */
    if (first < 'a' || first > 'z')
        return false;
    for (const char *const *keyword = text->rules->keywords; *keyword != NULL; keyword++) {
        if (ap_token_is_bare_word(&text->io, token, *keyword))
            return true;
    }
    return false;
}

void ap_text_pass_field(ap_text *text, const char *name, ap_span span, ap_field_role role)
{
    text->io.field = (ap_field){ name, span };
    (void)ap_pass_field_return_true(&text->io, AP_TYPE_TEXT, role);
}

bool ap_text_string(ap_text *text, const char *name, ap_view *string)
{
    if (ap_is_writing(&text->io))
        return ap_put_text_string(text, name, string);
    if (ap_text_peek_token(text).kind != AP_TOKEN_STRING) {
        ap_text_report_unexpected(text, "a quoted string");
        return false;
    }
    take_token(text);
    *string = ap_token_view_unquoted(&text->io, text->next);
    ap_text_pass_field(text, name, text->next.span, AP_ROLE_NAME);
    return true;
}

/* Returns the span of a value. If the value is a sign alone and a number follows, also takes the number, and the span includes
   it: "- 1" is one malformed value. */
static ap_span take_number_if_after_lone_sign(ap_text *text, ap_token word)
{
    const uint8_t *bytes = text->io.input.bytes;
    uint8_t sign = bytes[word.span.offset];
    if (word.span.length != 1 || (sign != '-' && sign != '+'))
        return word.span;
    ap_token next = ap_text_peek_token(text);
    uint8_t first = next.kind == AP_TOKEN_WORD ? bytes[next.span.offset] : 0;
    if (first != '.' && (first < '0' || first > '9'))
        return word.span;
    take_token(text);
    return ap_span_from_to(word.span, next.span);
}

/* Takes the next token as the value `name`, and makes it the last field. If it is not a bare word or is a keyword, reports it,
   does not take it and returns false. */
static bool take_value_word(
    ap_text *text, const char *name, ap_field_role role, const char *expected, ap_view *word)
{
    ap_token token = ap_text_peek_token(text);
    if (token.kind != AP_TOKEN_WORD || ap_text_is_keyword(text, token)) {
        ap_text_report_unexpected(text, expected);
        return false;
    }
    take_token(text);
    ap_span span = take_number_if_after_lone_sign(text, token);
    ap_text_pass_field(text, name, span, role);
    *word = (ap_view){ text->io.input.bytes + span.offset, span.length };
    return true;
}

bool ap_text_int(ap_text *text, const char *name, ap_text_integer *value, ap_field_role role)
{
    ap_view word;
    if (ap_is_writing(&text->io))
        return ap_put_text_integer(text, name, value);
    if (ap_text_read_int_fast(text, name, value))
        return true;
    *value = (ap_text_integer){ .known = false };
    if (!take_value_word(text, name, role, "an integer", &word))
        return false;
    value->span = text->io.field.span;
    value->known = ap_parse_int32(word, &value->value);
    if (!value->known)
        ap_add_finding(&text->io, text->rules->integer, ap_text_value("a plain decimal integer of 32 bits"),
            ap_bytes(word), ":");
    return true;
}

/* Returns the value that id's reader gives a word of digits: the number modulo 2^32. */
static uint32_t wrap_modulo_2_32(ap_view word)
{
    uint32_t value = 0;
    for (size_t i = word.bytes[0] == '-'; i < word.size; i++)
        value = value * 10 + (uint32_t)(word.bytes[i] - '0');
    return value;
}

static void check_number_overflow_or_wrap(ap_text *text, ap_number number, ap_view word)
{
    const ap_text_rules *rules = text->rules;
    if (number.fault == AP_NUMBER_WRAPS)
        ap_add_finding(&text->io, rules->number_wraps,
            ap_text_value("a number with a point, or one below 2^32"), ap_bytes(word),
            "; Doom 3 reads it as %s%u, because it has no point", word.bytes[0] == '-' ? "-" : "",
            (unsigned)wrap_modulo_2_32(word));
    else if (number.fault == AP_NUMBER_OUT_OF_RANGE)
        ap_add_finding(&text->io, rules->number_range, ap_text_value("a number that a 32-bit float holds"),
            ap_bytes(word), ":");
    else if (number.large)
        ap_add_finding(&text->io, rules->number_size,
            ap_text_value("a number with less than 2^64 before the point and an exponent from -99 to 99"),
            ap_bytes(word), ": some readers hang on other numbers");
}

static void check_number(ap_text *text, ap_number number, ap_view word)
{
    const ap_text_rules *rules = text->rules;
    if (number.fault == AP_NUMBER_MALFORMED) {
        const char *reason = ap_number_reason(word);
        ap_add_finding(&text->io, rules->number, ap_text_value("a plain decimal number, such as -0.5"),
            ap_bytes(word), reason == NULL ? ":" : ": %s", reason);
        return;
    }
    check_number_overflow_or_wrap(text, number, word);
    if (number.has_exponent)
        ap_add_finding(&text->io, rules->number_exponent, ap_text_value("a number without exponent"),
            ap_bytes(word), "; some readers do not know exponents and split the number");
}

bool ap_text_float(ap_text *text, const char *name, ap_text_number *value)
{
    return ap_text_float_expecting(text, name, value, "a number");
}

bool ap_text_float_expecting(ap_text *text, const char *name, ap_text_number *value, const char *needed)
{
    ap_view word;
    if (ap_is_writing(&text->io))
        return ap_put_text_number(text, name, value);
    *value = (ap_text_number){ .valid = false };
    if (!take_value_word(text, name, AP_ROLE_NUMBER, needed, &word))
        return false;
    const ap_number number = ap_parse_float(word);
    value->span = text->io.field.span;
    value->value = number.value;
    value->valid = number.fault == AP_NUMBER_FINE;
    value->malformed = number.fault == AP_NUMBER_MALFORMED;
    if (value->malformed && ap_text_count_decimal_comma(text, word))
        return true;
    check_number(text, number, word);
    return true;
}

bool ap_text_punctuation(ap_text *text, ap_token_kind kind, ap_token *token)
{
    static const char *const marks[] = {
        [AP_TOKEN_OPEN_BRACE] = "{",
        [AP_TOKEN_CLOSE_BRACE] = "}",
        [AP_TOKEN_OPEN_PARENTHESIS] = "(",
        [AP_TOKEN_CLOSE_PARENTHESIS] = ")",
    };
    if (ap_is_writing(&text->io)) {
        *token = no_token;
        return ap_put_text_mark(text, marks[kind]);
    }
    if (ap_text_peek_token(text).kind != kind) {
        ap_text_report_unexpected(text, marks[kind]);
        return false;
    }
    *token = ap_text_take_token(text);
    return true;
}

static bool read_xyz(ap_text *text, ap_text_number vector[3])
{
    return ap_text_float(text, "x", &vector[0]) && ap_text_float(text, "y", &vector[1])
           && ap_text_float(text, "z", &vector[2]);
}

bool ap_text_vec3(ap_text *text, const char *name, ap_text_number vector[3], ap_span *span)
{
    ap_token open = no_token, close = no_token;
    if (!ap_is_writing(&text->io) && ap_text_read_vec3_fast(text, vector, span))
        return true;
    ap_enter_record(&text->io, name);
    bool complete = ap_text_punctuation(text, AP_TOKEN_OPEN_PARENTHESIS, &open) && read_xyz(text, vector)
                    && ap_text_punctuation(text, AP_TOKEN_CLOSE_PARENTHESIS, &close);
    ap_leave_record(&text->io);
    if (complete)
        *span = ap_span_from_to(open.span, close.span);
    return complete;
}

/* Returns true if a blank precedes the byte at `at`, or a NUL, which is read as a blank. */
static bool is_after_blank(const ap_text *text, size_t at)
{
    const uint8_t before = text->io.input.bytes[at - 1];
    return ap_is_blank_other_than_nul(before) || before == '\0';
}

bool ap_text_take_open_brace(ap_text *text, ap_token *brace)
{
    if (!ap_text_punctuation(text, AP_TOKEN_OPEN_BRACE, brace))
        return false;
    if (ap_is_writing(&text->io))
        ap_put_text_line_end(text);
    else if (brace->after_line_end)
        ap_text_report_spacing_once(text, AP_SPACING_BRACE_LINE, brace->span);
    else if (!is_after_blank(text, brace->span.offset))
        ap_text_report_spacing_once(text, AP_SPACING_BRACE_BLANK, brace->span);
    return true;
}

ap_token ap_text_take_close_brace_check_spacing(ap_text *text)
{
    if (ap_is_writing(&text->io)) {
        ap_put_text_close_brace(text);
        return no_token;
    }
    ap_token brace = ap_text_take_token(text);
    assert(brace.kind == AP_TOKEN_CLOSE_BRACE);
    if (!brace.first_on_line)
        ap_text_report_spacing_once(text, AP_SPACING_CLOSE_LINE, brace.span);
    return brace;
}
