/* core/text/lexer.h: tokens, the blanks and comments between them, and findings about blanks and comments. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/text/lexer.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_lexer);

enum { TEXT_BYTES = 600 };

static const ap_rule encoding = { .id = "encoding", .severity = AP_ERROR },
                     block = { .id = "block", .severity = AP_WARNING },
                     joined = { .id = "joined", .severity = AP_ERROR },
                     open_comment = { .id = "open", .severity = AP_ERROR },
                     slash = { .id = "slash", .severity = AP_ERROR },
                     keyword = { .id = "keyword", .severity = AP_ERROR },
                     touching = { .id = "touching", .severity = AP_WARNING };
static const char *const keywords[] = { "frame", "bounds", NULL };
static const ap_lexer_rules rules = { &encoding, &block, &joined, &open_comment, &slash, &keyword, &touching,
    keywords };

typedef struct lexer_case {
    const char *text;
    const char *tokens;   /* expected tokens, as print_token prints them */
    const char *findings; /* expected findings, each as "rule offset+length" */
    size_t bytes;         /* length of text; 0: up to the NUL */
} lexer_case;

static ap_io io;
static ap_lexer lexer;

/* Prints a token as flags, kind and text. Kinds are w: word, s: string, b: unterminated string, o: opening and c: closing
   bracket, end: end of the input. Flags are ^ first on its line, / first on its line after block comments, | after a line end,
   + touches the token before. */
static size_t print_token(ap_token token, char *out, size_t size)
{
    static const char *const kinds[] = { "end", "w:", "s:", "b:", "o:", "c:", "o:", "c:" };
    return (size_t)snprintf(out, size, "%s%s%s%s%.*s ",
        token.first_on_line ? "^"
        : token.begins_line ? "/"
                            : "",
        token.after_line_end ? "|" : "", token.touches ? "+" : "", kinds[token.kind], (int)token.span.length,
        (const char *)io.input.bytes + token.span.offset);
}

static void print_findings(char out[TEXT_BYTES])
{
    size_t used = 0;
    out[0] = '\0';
    for (const ap_finding *f = findings.first; f != NULL; f = f->next)
        used += (size_t)snprintf(out + used, TEXT_BYTES - used, "%s%s %zu+%zu", used > 0 ? ", " : "",
            f->rule->id, f->span.offset, f->span.length);
}

static void start_lexer(const char *text, size_t bytes)
{
    arena_replace();
    ap_io_init(&io, (ap_view){ (const uint8_t *)text, bytes }, &findings, &arena, NULL);
    ap_lexer_init(&lexer, &io, &rules, 0);
}

static void check_lexer_case(const lexer_case *c)
{
    char tokens[TEXT_BYTES] = "", found[TEXT_BYTES];
    ap_token token;
    size_t used = 0;
    start_lexer(c->text, c->bytes > 0 ? c->bytes : strlen(c->text));
    do {
        token = ap_lexer_next_token(&lexer);
        used += print_token(token, tokens + used, sizeof tokens - used);
    } while (token.kind != AP_TOKEN_END);
    print_findings(found);
    cr_expect_str_eq(tokens, c->tokens, "\"%s\"\n  is wrongly read as %s", c->text, tokens);
    cr_expect_str_eq(found, c->findings, "\"%s\"\n  has the wrong findings %s", c->text, found);
    cr_expect_eq(
        token.span.offset, io.input.size, "\"%s\": the end token must be at the end of the input", c->text);
    cr_expect_eq(
        ap_lexer_next_token(&lexer).kind, AP_TOKEN_END, "\"%s\": the end token must repeat", c->text);
}

static const lexer_case cases[] = {
    /* Each kind of token is read. */
    { "", "^|end ", "", 0 }, { "word", "^|w:word +end ", "", 0 },
    { "\"a string\" x", "^|s:\"a string\" w:x +end ", "", 0 }, { "\"\"", "^|s:\"\" +end ", "", 0 },
    { "a { }", "^|w:a o:{ c:} +end ", "", 0 }, { "( 1 )\n", "^|o:( w:1 c:) ^|end ", "", 0 },
    { "\"no end", "^|b:\"no end +end ", "", 0 },
    /* A word ends at a blank, a delimiter or a comment. */
    { "a b\tc\nd", "^|w:a w:b w:c ^|w:d +end ", "", 0 },
    { "a\x01"
      "b\x1f"
      "c\x1a"
      "d\fe\vf\x7fg",
        "^|w:a w:b w:c w:d w:e w:f\x7fg +end ", "", 0 },
    { "a{b}c(d)e\"f\"g", "^|w:a +o:{ +w:b +c:} +w:c +o:( +w:d +c:) +w:e +s:\"f\" +w:g +end ", "", 0 },
    { "a//c", "^|w:a end ", "touching 1+2", 0 },
    { "a/*c*/ b", "^|w:a w:b +end ", "touching 1+2, block 1+5", 0 },
    { "a/b a/ /b /", "^|w:a/b w:a/ w:/b w:/ +end ", "", 0 },
    { "1,5 # 1.#IND -1 + *", "^|w:1,5 w:# w:1.#IND w:-1 w:+ w:* +end ", "", 0 },
    { "x\xc2\xa0y \xff", "^|w:x\xc2\xa0y w:\xff +end ", "", 0 }, /* a no-break space is part of the word */
    { "*/ a*/b", "^|w:*/ w:a*/b +end ", "", 0 },
    /* Strings have no escapes and stay on their line. */
    { "\"a\\\" b", "^|s:\"a\\\" w:b +end ", "", 0 },
    { "\"a // b /* c */ { } ( )\"", "^|s:\"a // b /* c */ { } ( )\" +end ", "", 0 },
    { "\"a\nb", "^|b:\"a ^|w:b +end ", "", 0 }, { "\"a\r\n\"b\"", "^|b:\"a ^|s:\"b\" +end ", "", 0 },
    { "\"a\r\"b\"", "^|b:\"a ^|s:\"b\" +end ", "encoding 2+1", 0 }, { "x \"", "^|w:x b:\" +end ", "", 0 },
    { "\"\xc3\xa9\t\x01\"", "^|s:\"\xc3\xa9\t\x01\" +end ", "", 0 },
    /* Line ends separate tokens. */
    { "a\nb\r\nc", "^|w:a ^|w:b ^|w:c +end ", "", 0 },
    { "a\rb\rc", "^|w:a ^|w:b ^|w:c +end ", "encoding 1+1", 0 }, /* a lone CR is reported once per file */
    { "a\n\rb", "^|w:a ^|w:b +end ", "encoding 2+1", 0 }, { "a\r", "^|w:a ^|end ", "encoding 1+1", 0 },
    { "a\r\n\r", "^|w:a ^|end ", "encoding 3+1", 0 }, { " \t a\n \tb", "^|w:a ^|w:b +end ", "", 0 },
    /* Line comments are skipped. */
    { "a // b \" { \nc", "^|w:a ^|w:c +end ", "", 0 }, { "// only", "^|end ", "", 0 },
    { "//", "^|end ", "", 0 }, { "a //\r\nb", "^|w:a ^|w:b +end ", "", 0 },
    { "a //\rb", "^|w:a ^|w:b +end ", "encoding 4+1", 0 }, { "a /// /* b\nc", "^|w:a ^|w:c +end ", "", 0 },
    { "a // \\\nb", "^|w:a ^|w:b +end ", "", 0 },
    /* The first block comment of a file is reported, and each text that touches the end of a block comment. An unterminated
       comment extends to the end of the file. */
    { "a /* b */ c", "^|w:a w:c +end ", "block 2+7", 0 },
    { "a /* b\n */ c", "^|w:a /|w:c +end ", "block 2+8", 0 },
    { "a /* b */ /* c */ d", "^|w:a w:d +end ", "block 2+7", 0 },
    { "/**/12 /**/12", "/|w:12 w:12 +end ", "block 0+4, joined 4+1, joined 11+1", 0 },
    { "/***/ a", "/|w:a +end ", "block 0+5", 0 },
    { "/**/// c\na", "^|w:a +end ", "block 0+4, joined 4+1", 0 }, { "a /*", "^|w:a end ", "open 2+2", 0 },
    { "a /* \" * / \n", "^|w:a /|end ", "open 2+10", 0 },
    { "/* a */ /* b", "/|end ", "block 0+7, open 8+4", 0 },
    { "/* /*/ a */", "/|w:a w:*/ +end ", "block 0+6", 0 }, /* block comments do not nest */
    /* id's reader ends a block comment at a slash that directly follows the opening mark. The lexer ends the comment there, too,
       and reports the three bytes. */
    { "a /*/ b", "^|w:a w:b +end ", "slash 2+3", 0 }, { "1 /*/ 2 // */ 3", "^|w:1 w:2 end ", "slash 2+3", 0 },
    { "/*/*/ a", "/|w:*/ w:a +end ", "slash 0+3", 0 }, { "/*/", "/|end ", "slash 0+3", 0 },
    { "a/*/ /*/b", "^|w:a w:b +end ", "touching 1+2, slash 1+3, slash 5+3", 0 },
    /* Each comment that touches a keyword is reported. Of the comments that touch other tokens, only the first in a file is. */
    { "frame// c\nframe/* c */ frames// c", "^|w:frame ^|w:frame w:frames end ",
        "keyword 5+2, keyword 15+2, block 15+7, touching 29+2", 0 },
    { "\"frame\"// c\n}// c\n1// c", "^|s:\"frame\" ^|c:} ^|w:1 end ", "touching 7+2", 0 },
    { "frame // c\n", "^|w:frame ^|end ", "", 0 },
    { "/**/// c", "/|end ", "block 0+4, joined 4+1",
        0 }, /* the // touches a block comment, which is not a token: no finding "touching" */
    /* A NUL is a blank, and is reported once. */
    { "a\0b\0c", "^|w:a w:b w:c +end ", "encoding 1+1", 5 },
    { "// a\0b\nc", "^|w:c +end ", "encoding 4+1", 8 },
    { "/* \0 */ c", "/|w:c +end ", "encoding 3+1, block 0+7", 9 },
    { "\0\r", "^|end ", "encoding 0+1, encoding 1+1", 2 }, /* NUL and CR are reported once each */
};

Test(core_lexer, texts_have_their_tokens_and_findings)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_lexer_case(&cases[i]);
}

/* Reads the text to its end. Expects `count` unusual blanks, the first at `first_offset`. */
static void expect_unusual_blanks(
    const char *text, size_t count, size_t first_offset, bool is_first_in_string_or_comment)
{
    start_lexer(text, strlen(text));
    while (ap_lexer_next_token(&lexer).kind != AP_TOKEN_END)
        continue;
    cr_assert_eq(lexer.unusual_blanks, count);
    cr_assert_eq(lexer.first_unusual_blank, first_offset);
    cr_assert_eq(lexer.first_unusual_inside, is_first_in_string_or_comment);
}

Test(core_lexer, unusual_blanks_are_counted)
{
    expect_unusual_blanks(" \t\r\na \f\x01 \"\f\" // \f\n\x1f", 5, 6, false);
}

Test(core_lexer, an_unusual_blank_in_a_comment_is_marked)
{
    expect_unusual_blanks("a /* \v\f */ \f", 2, 6, true);
}

/* After the last block of a file, the lexer stops at a comment that has no end, or that id's reader and other readers end at
   different bytes. Text that touches the end of a comment is not reported there. */
Test(core_lexer, a_comment_after_the_last_block_may_end_reading)
{
    static const struct {
        const char *text;
        size_t at;
    } rows[] = { { " /*/ a", 1 }, { " // c\n/* c", 6 }, { " /* c */a", 8 }, { " /* c */ ", 9 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start_lexer(rows[i].text, strlen(rows[i].text));
        lexer.past_end = true;
        ap_lexer_skip_blanks(&lexer, true);
        cr_expect_eq(lexer.at, rows[i].at, "wrong end of reading in '%s'", rows[i].text);
    }
}

Test(core_lexer, a_token_begins_at_a_byte_outside_blanks_nuls_and_comments)
{
    static const char text[] = "a {\0/ // /* \x01\"";
    static const char begins[] = "x.x.x........x"; /* x where a token begins */
    start_lexer(text, sizeof text - 1);
    for (size_t at = 0; at < sizeof text - 1; at++) {
        if (at == 7 || at == 10)
            continue; /* the second byte of a comment mark */
        cr_assert_eq(ap_lexer_is_token_at(&lexer, at), begins[at] == 'x',
            "wrong answer whether byte %zu begins a token", at);
    }
    cr_assert_not(ap_lexer_is_token_at(&lexer, sizeof text - 1), "no token begins at the end");
    cr_assert_not(ap_lexer_is_token_at(&lexer, SIZE_MAX));
}

Test(core_lexer, a_token_is_a_keyword_only_without_quotes_and_complete)
{
    static const char text[] = "frame \"frame\" frames fram Frame {";
    static const bool is_frame[] = { true, false, false, false, false, false, false };
    start_lexer(text, sizeof text - 1);
    for (size_t i = 0; i < sizeof is_frame / sizeof *is_frame; i++)
        cr_assert_eq(ap_token_is_bare_word(&io, ap_lexer_next_token(&lexer), "frame"), is_frame[i],
            "token %zu must be the keyword exactly as the table says", i);
}

Test(core_lexer, the_view_of_a_string_has_no_quotes)
{
    start_lexer("\"a b\" \"\" word", 13);
    ap_view view = ap_token_view_unquoted(&io, ap_lexer_next_token(&lexer));
    cr_assert_eq(view.size, 3U);
    cr_assert_arr_eq(view.bytes, "a b", 3);
    cr_assert_eq(ap_token_view_unquoted(&io, ap_lexer_next_token(&lexer)).size, 0U);
    cr_assert_eq(ap_token_view_unquoted(&io, ap_lexer_next_token(&lexer)).size, 4U);
}

Test(core_lexer, blanks_may_be_skipped_up_to_a_nul)
{
    start_lexer(" \n// c\n \0 a", 11);
    ap_lexer_skip_blanks(&lexer, true);
    cr_assert_eq(lexer.at, 8U);
    ap_lexer_skip_blanks(&lexer, false);
    cr_assert_eq(lexer.at, 10U);
    ap_lexer_skip_blanks(&lexer, true);
    cr_assert_eq(lexer.at, 10U, "a token must not be skipped");
}

/* While the lexer is silent, a fault does not count as reported: the next fault of that kind is reported. */
Test(core_lexer, a_silent_lexer_reports_nothing_and_remembers_nothing)
{
    static const char text[] = "a\0\r/* */b c\0\r/* */d";
    char found[TEXT_BYTES];
    start_lexer(text, sizeof text - 1);
    lexer.silent = true;
    (void)ap_lexer_next_token(&lexer);
    (void)ap_lexer_next_token(&lexer);
    cr_assert_null(findings.first);
    lexer.silent = false;
    while (ap_lexer_next_token(&lexer).kind != AP_TOKEN_END)
        continue;
    print_findings(found);
    cr_assert_str_eq(
        found, "encoding 11+1, encoding 12+1, block 13+5, joined 18+1", "wrong findings %s", found);
}
