/* Layouts of text formats: what core/layout/io.h is to bytes, this is to tokens.

   In reading, a primitive returns true to go on, also when a value is malformed (its result says so), and
   false when another token than the grammar needs stands there: the finding is made, and the token is not
   taken.

   In writing (ap_text_init_writer), it prints what it is given in canonical form: one blank between tokens, a
   tab before an entry, `keyword {` on one line, `}` alone, an empty line before each section; or in the style
   that text->style says. It returns false once the writer has failed. Spans and tokens that it gives are
   empty then. Functions that look at tokens (peek, take, unexpected, is_keyword, report_spacing) are for
   reading alone. */
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
    const ap_rule *decimal_comma; /* once a file */
    const ap_rule *number;
    const ap_rule *number_range;
    const ap_rule *number_exponent;
    const ap_rule *number_wraps;
    const ap_rule *number_size;
    const ap_rule *blank;
    const ap_rule *line_length;
    const ap_rule *spacing;
    const char *const *keywords; /* bare words that are never a value; ends with NULL */
} ap_text_rules;

/* Ways of writing that the format's own reader takes and readers that go line by line do not. */
typedef enum ap_text_spacing {
    AP_SPACING_BRACE_LINE,  /* `{` on another line than its keyword */
    AP_SPACING_BRACE_BLANK, /* `{` without a blank before it */
    AP_SPACING_PARENTHESIS, /* a parenthesis that touches another token */
    AP_SPACING_ENTRY_LINE,  /* an entry that shares its line or takes several */
    AP_SPACING_CLOSE_LINE,  /* `}` not first on its line */
    AP_SPACING_KEY_STRING,  /* a string that touches its key */
    AP_SPACING_NO_LINE,     /* no empty line between the header and the first section */
} ap_text_spacing;

/* Numbers with a comma for a point. */
typedef struct ap_text_commas {
    size_t count;
    ap_field_path path; /* of the first */
    ap_field field;
} ap_text_commas;

typedef struct ap_text {
    ap_io io;
    ap_lexer lexer;
    const ap_text_rules *rules;
    ap_token next; /* the token not yet taken, if has_next */
    bool has_next;
    size_t entry_tokens;    /* taken of the entry being read; in writing: put on the line */
    ap_span entry;          /* from its first token to its last */
    bool entry_split;       /* it shares its line, or takes several */
    unsigned spacings_said; /* a bit for each ap_text_spacing: once a file each */
    ap_text_commas commas;
    const char *part, *parts; /* names of the part that is being read: "frame" and "frames" */
    size_t parts_read;        /* number of parts before it */
    size_t part_count;        /* number of all parts; 0 if not known */
    bool resumed;             /* the next keyword was come upon after a fault: it may stand anywhere */

    const ap_text_style *style; /* in writing; NULL: canonical form */
    const char *gap;            /* in writing: what belongs before the next token; NULL: the usual */
    bool behind_mark;           /* in writing: the last token was a brace or parenthesis */
    bool in_comment;            /* in writing: up to the end of the line */
    bool indented;              /* in writing: the entry is one of a list */
} ap_text;

/* An integer or number as it was read. */
typedef struct ap_text_integer {
    int32_t value;
    bool known; /* the token was one */
    ap_span span;
} ap_text_integer;

typedef struct ap_text_number {
    float value;
    bool sound;     /* the token was one that float32 holds, and that id's reader takes for the same */
    bool malformed; /* it was none at all */
    ap_span span;
} ap_text_number;

/* A reader of text at byte `at`. Everything stays the caller's; text must not be moved afterwards. */
void ap_text_init(ap_text *text, ap_view input, size_t at, ap_findings *findings, const ap_text_rules *rules);

/* A writer of text. Everything stays the caller's. */
void ap_text_init_writer(ap_text *text, ap_writer *writer);

/* The next token, which stays there; then takes it. */
static inline ap_token ap_text_peek(ap_text *text)
{
    assert(!ap_is_writing(&text->io));
    if (!text->has_next)
        ap_lexer_read(&text->lexer, &text->next);
    text->has_next = true;
    return text->next;
}

ap_token ap_text_take(ap_text *text);

/* Reports the next token as one that does not belong there: as truncated at the end of the input, as
   string-unterminated, or as unexpected-token. Returns false. */
bool ap_text_unexpected(ap_text *text, const char *expected);

/* Whether the token is a bare word of the format's keywords. */
bool ap_text_is_keyword(const ap_text *text, ap_token token);

/* The token after the key it is to be: a string (its bytes, without quotes), an integer, a number, or
   punctuation. `name` is the field that is passed to the listener; io.field.span is the token. In
   writing, *string or value->value is put. */
bool ap_text_string(ap_text *text, const char *name, ap_view *string) AP_MUST_USE;
bool ap_text_int(ap_text *text, const char *name, ap_text_integer *value, ap_role role) AP_MUST_USE;
bool ap_text_float(ap_text *text, const char *name, ap_text_number *value) AP_MUST_USE;
bool ap_text_float_or(ap_text *text, const char *name, ap_text_number *value,
    const char *needed /* "a number or }": what a message says */) AP_MUST_USE;
bool ap_text_punctuation(ap_text *text, ap_token_kind kind, ap_token *token) AP_MUST_USE;

/* Whether the field, which is not a number, has a comma for a point. Then it is counted; the second function
   reports all such fields together when the file was read. */
bool ap_text_note_comma(ap_text *text, ap_view word);
void ap_text_report_commas(ap_text *text);

/* Makes the token the field `name` and passes it to the listener. For values without a primitive. */
void ap_text_field(ap_text *text, const char *name, ap_span span, ap_role role);

/* In writing: a bare word, and a comment after the entry (`//` alone, where there are no words). In reading:
   nothing. */
bool ap_text_put_word(ap_text *text, const char *word);
bool ap_text_put_comment(ap_text *text, ap_view words);

/* In writing, in canonical form and without a filler: numbers of an entry, as ap_text_float puts each
   (ap_float_token); they were spelled by ap_spell_floats. */
bool ap_text_put_spelled(ap_text *text, const float *values, const ap_spelled *spelled, size_t count);

/* "( x y z )" as field `name`, *span from the first parenthesis to the last. */
bool ap_text_vec3(ap_text *text, const char *name, ap_text_number vector[3], ap_span *span) AP_MUST_USE;

/* The `{` after a keyword and the `}` after the entries, with what line-based readers need of them. */
bool ap_text_open(ap_text *text, ap_token *brace) AP_MUST_USE;
ap_token ap_text_close(ap_text *text);

/* Tokens taken between these two are one entry, which belongs on a line of its own. An entry that a fault
   leaves open is discarded. The end returns the entry's span. */
void ap_text_entry_begin(ap_text *text);
/* The same, with the token just taken as the first of the entry, whatever is before that. */
void ap_text_entry_continue(ap_text *text);
ap_span ap_text_entry_end(ap_text *text);

/* Takes a keyword, which belongs first on its line, whatever word it is; writes `word`. A section's follows
   an empty line. */
ap_token ap_text_keyword(ap_text *text, const char *word);
ap_token ap_text_section(ap_text *text, const char *word);

/* Takes the bare word that an entry begins with, whatever word it is; writes `word`. */
ap_token ap_text_word(ap_text *text, const char *word);

/* Reports a way of writing at a token, once a file. */
void ap_text_report_spacing(ap_text *text, ap_text_spacing kind, ap_span span);

#endif
