/* Reads and writes text formats token by token, as core/layout/io.h does for bytes. When reading, a function
   returns true to continue, also after a malformed value (its result says so), and false if the next token is
   not the one that the grammar needs: the finding is then added, and the token is not taken. When writing
   (ap_text_init_writer), it writes the given value in canonical form: one blank between tokens, a tab before
   an entry, `keyword {` on one line, `}` alone, an empty line before each section; or in the style of
   text->style. It returns false once the writer has failed. The spans and tokens that it returns are empty.
   ap_text_peek_token, ap_text_take_token, ap_text_report_unexpected, ap_text_is_keyword and
   ap_text_report_spacing_once are only for reading. */
#ifndef AP_TEXT_IO_H
#define AP_TEXT_IO_H

#include "core/number/float_spell.h"
#include "core/number/number.h"
#include "core/text/lexer.h"
#include "core/text/text_style.h"

typedef struct ap_text_rules {
    ap_lexer_rules lexer;
    const ap_rule *truncated;
    const ap_rule *unexpected_token;
    const ap_rule *string_unterminated;
    const ap_rule *integer;
    const ap_rule *decimal_comma; /* rule that numbers with a decimal comma break; reported once per file */
    const ap_rule *number;
    const ap_rule *number_range;
    const ap_rule *number_exponent;
    const ap_rule *number_wraps;
    const ap_rule *number_size;
    const ap_rule *blank;
    const ap_rule *line_length;
    const ap_rule *spacing;
    const char *const *keywords; /* bare words that are never a value, and a NULL at the end */
} ap_text_rules;

/* Spellings that the format's own reader accepts and line-based readers do not. */
typedef enum ap_text_spacing {
    AP_SPACING_BRACE_LINE,  /* `{` on another line than its keyword */
    AP_SPACING_BRACE_BLANK, /* `{` without a blank before it */
    AP_SPACING_PARENTHESIS, /* a parenthesis that touches another token */
    AP_SPACING_ENTRY_LINE,  /* an entry that shares its line with another entry, or takes several lines */
    AP_SPACING_CLOSE_LINE,  /* `}` not first on its line */
    AP_SPACING_KEY_STRING,  /* a string that touches its key */
    AP_SPACING_NO_LINE,     /* no empty line between the header and the first section */
} ap_text_spacing;

/* The numbers with a decimal comma that were found so far. */
typedef struct ap_text_decimal_commas {
    size_t count;
    ap_field_path path; /* path of the first such number */
    ap_field field;
} ap_text_decimal_commas;

typedef struct ap_text {
    ap_io io;
    ap_lexer lexer;
    const ap_text_rules *rules;
    ap_token next; /* the token that was peeked; valid if has_next */
    bool has_next;
    /* when reading: tokens of the current entry that were taken; when writing: tokens that were written on the current line */
    size_t entry_tokens;
    ap_span entry;    /* span from the first token of the entry to the last */
    bool entry_split; /* true if the entry shares its line with another entry, or takes several lines */
    /* a bit for each ap_text_spacing that was reported, since each is reported once per file */
    unsigned spacings_reported;
    ap_text_decimal_commas commas;
    /* names of the repeated part that is being read, for messages: singular and plural, such as "frame" and "frames" */
    const char *part, *parts;
    size_t parts_read; /* number of repeated parts, such as frames, that were read completely */
    size_t part_count; /* number of repeated parts in the file; 0 if unknown */
    /* true if reading resumed at the current keyword after a fault; it may then be anywhere on its line */
    bool resumed;

    const ap_text_style *style; /* when writing: the style; NULL for the canonical form */
    /* when writing: text to write before the next token; NULL for the usual blank */
    const char *gap;
    bool after_mark; /* when writing: true if the last token was a brace or parenthesis */
    bool in_comment; /* when writing: true inside a comment, up to the end of the line */
    bool indented;   /* when writing: true if the entry is part of a list */
} ap_text;

/* An integer that was read or will be written. */
typedef struct ap_text_integer {
    int32_t value;
    bool known; /* true if the token is a valid integer */
    ap_span span;
} ap_text_integer;

typedef struct ap_text_number {
    float value;
    bool valid;     /* true if float32 can store the number and id's reader reads the same value */
    bool malformed; /* true if the token is not a number */
    ap_span span;
} ap_text_number;

/* Initialises a reader at byte `at`. The caller keeps ownership of all arguments. `text` must not be moved
   afterwards. */
void ap_text_init(ap_text *text, ap_view input, size_t at, ap_findings *findings, const ap_text_rules *rules);

/* Initialises a writer. The caller keeps ownership of `text` and `writer`. */
void ap_text_init_writer(ap_text *text, ap_writer *writer);

/* Returns the next token, which stays the next token until ap_text_take_token. */
static inline ap_token ap_text_peek_token(ap_text *text)
{
    assert(!ap_is_writing(&text->io));
    if (!text->has_next)
        ap_lexer_read_token(&text->lexer, &text->next);
    text->has_next = true;
    return text->next;
}

ap_token ap_text_take_token(ap_text *text);

/* Reports the next token as wrong: as truncated at the end of the input, as string-unterminated, or as
   unexpected-token. */
void ap_text_report_unexpected(ap_text *text, const char *expected);

/* Returns true if the token is a bare word and one of the format's keywords (ap_text_rules.keywords). */
bool ap_text_is_keyword(const ap_text *text, ap_token token);

/* Read the value after a key: a string (its bytes, without quotes), an integer, a number, or punctuation. The value is the field
   `name`, which is passed to the listener; io.field.span is the span of the token. When writing, these functions write *string or
   value->value. */
bool ap_text_string(ap_text *text, const char *name, ap_view *string) AP_MUST_USE;
bool ap_text_int(ap_text *text, const char *name, ap_text_integer *value, ap_field_role role) AP_MUST_USE;
bool ap_text_float(ap_text *text, const char *name, ap_text_number *value) AP_MUST_USE;
bool ap_text_float_expecting(ap_text *text, const char *name, ap_text_number *value,
    const char *needed /* the needed token in words, for messages: "a number or }" */) AP_MUST_USE;
bool ap_text_punctuation(ap_text *text, ap_token_kind kind, ap_token *token) AP_MUST_USE;

/* Returns true if the field read last has a decimal comma and is therefore not a number, and counts it.
   ap_text_report_decimal_commas adds one finding about all counted fields, after the file was read. */
bool ap_text_count_decimal_comma(ap_text *text, ap_view word);
void ap_text_report_decimal_commas(ap_text *text);

/* Makes the token the field `name` and passes it to the listener. For values that no other function reads. */
void ap_text_pass_field(ap_text *text, const char *name, ap_span span, ap_field_role role);

/* Write a bare word, and a comment after the entry (`//` alone if `words` is empty). When reading, these functions do nothing. */
bool ap_text_put_word_if_writing(ap_text *text, const char *word);
bool ap_text_put_comment_if_writing(ap_text *text, ap_view words);

/* Writes numbers of an entry as ap_float_text_with_exponent does, with the digits that ap_find_float_digits_if_avx2 has found.
   Only for writing in canonical form without a filler. */
bool ap_text_put_floats_by_digits(
    ap_text *text, const float *values, const ap_digits_of_float *spelled, size_t count);

/* Reads or writes "( x y z )" as the record `name` of three numbers; *span includes both parentheses. */
bool ap_text_vec3(ap_text *text, const char *name, ap_text_number vector[3], ap_span *span) AP_MUST_USE;

/* Read or write the `{` after a keyword and the `}` after the entries. When reading, report spellings that line-based readers do
   not accept. */
bool ap_text_take_open_brace(ap_text *text, ap_token *brace) AP_MUST_USE;
ap_token ap_text_take_close_brace_check_spacing(ap_text *text);

/* Begins an entry: all tokens up to ap_text_end_entry belong on one line. An entry that a fault leaves open
   is discarded. ap_text_end_entry returns the entry's span. */
void ap_text_begin_entry(ap_text *text);
/* Begins an entry with the token taken last as its first token. Unlike ap_text_begin_entry, allows other text before this token
   on its line. */
void ap_text_begin_entry_at_last_token(ap_text *text);
ap_span ap_text_end_entry(ap_text *text);

/* Takes a keyword without comparing it with `word`; a keyword must be first on its line. When writing, writes
   `word`. A section's keyword is written after an empty line. */
ap_token ap_text_take_or_put_keyword(ap_text *text, const char *word);
ap_token ap_text_take_or_put_section_keyword(ap_text *text, const char *word);

/* Takes the bare word at the beginning of an entry without comparing it with `word`. When writing, writes
   `word`. */
ap_token ap_text_take_or_put_entry_word(ap_text *text, const char *word);

/* Reports the spelling `kind` at `span`, once per file. */
void ap_text_report_spacing_once(ap_text *text, ap_text_spacing kind, ap_span span);

#endif
