/* Tests the answers of readers: rows of FORMAT_cases.inc, their terms, facts of files, and several findings. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/support/at_end.h"
#include "validators/lint_bytes.h"
#include "validators/readers/answers.h"
#include "validators/readers/file_answers.h"
#include "validators/readers/token_kinds.h"
#include "validators/registry.h"

enum { LETTERS = 12 };

Test(reader_answers, rows_have_letters_and_end_with_a_row_for_all_findings)
{
    size_t count;
    const ap_reader_case *rows = ap_reader_cases(&count);
    cr_assert_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        const bool last = i + 1 == count || rows[i + 1].rule != rows[i].rule;
        cr_expect_eq(strlen(rows[i].letters), LETTERS, "%s: '%s' must have one letter per reader",
            rows[i].rule->id, rows[i].letters);
        cr_expect_eq(strspn(rows[i].letters, "lwrcu-"), LETTERS, "%s: '%s' has an unknown letter",
            rows[i].rule->id, rows[i].letters);
        cr_expect_eq(rows[i].terms[0].kind == AP_TERM_ALWAYS, last,
            "%s: exactly the last row of a rule must have no condition", rows[i].rule->id);
        for (size_t other = i + 1; last && other < count; other++)
            cr_expect_neq(rows[other].rule, rows[i].rule, "%s: the rows of a rule must follow each other",
                rows[i].rule->id);
    }
}

typedef struct token_and_kind {
    const char *token, *kind;
} token_and_kind;

static const token_and_kind kind_cases[] = {
    { "", "end" },
    { "\"a\"", "string" },
    { "(", "punctuation" },
    { "f\303\274r", "foreign" },
    { "- 1", "split" },
    { "-.", "bare" },
    { "-inf", "nan" },
    { "Infinity", "nan" },
    { "infinite", "word" },
    { "_x", "word" },
    { "0x1p3", "hex" },
    { "-10", "integer" },
    { "+0", "integer" },
    { "007", "zeros" },
    { ".5", "fraction" },
    { "1.5e-3", "fraction" },
    { "1E5", "exponent" },
    { "1e", "open" },
    { "1.e+", "open" },
    { "1e0.5", "broken" },
    { "1e-2.", "broken" },
    { "1e.5", "suffix" },
    { "1,5", "comma" },
    { "1.2.3", "suffix" },
    { "1.5f", "suffix" },
    { "1e5x", "suffix" },
    { "1ex", "suffix" },
    { ".5,1", "suffix" },
    { "na", "word" },
    { "+na", "other" },
    { "--1", "other" },
    { "//", "other" },
};

Test(reader_answers, tokens_have_kinds)
{
    for (size_t i = 0; i < sizeof kind_cases / sizeof *kind_cases; i++) {
        const char *token = kind_cases[i].token;
        const char *kind = ap_kind_of_token((ap_view){ (const uint8_t *)token, strlen(token) });
        cr_expect_str_eq(kind, kind_cases[i].kind, "'%s' is %s", token, kind);
    }
}

Test(reader_answers, rows_name_kinds_of_tokens)
{
    size_t count;
    const ap_reader_case *rows = ap_reader_cases(&count);
    for (size_t i = 0; i < count * AP_MOST_TERMS; i++) {
        const ap_case_term *term = &rows[i / AP_MOST_TERMS].terms[i % AP_MOST_TERMS];
        bool known = term->kind != AP_TERM_IS;
        for (size_t c = 0; c < sizeof kind_cases / sizeof *kind_cases; c++)
            known |= term->text != NULL && strcmp(term->text, kind_cases[c].kind) == 0;
        cr_expect(known, "%s: '%s'", rows[i / AP_MOST_TERMS].rule->id, term->text);
    }
}

#define ANIMATION_TO_BRACE                                                                                   \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 1\nframeRate 24\n"                            \
    "numAnimatedComponents %s\n\nhierarchy {\n\t\"origin\"\t%s %s 0\n}\n\n"                                  \
    "bounds {\n\t( 0 0 0 ) ( 1 1 1 )\n}\n\nbaseframe {\n\t( %s 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {"
static const char animation[] = ANIMATION_TO_BRACE "\n\t%s}\n";

typedef struct animation_and_reader_answer {
    const char *components, *parent, *flags, *base, *values;
    size_t reader;
    ap_answer_kind kind;
    const char *rule, *fact;
} animation_and_reader_answer;

static const animation_and_reader_answer answer_cases[] = {
    { "6", "-1", "63", "0", "0 0 0 0 0 0\n", AP_READER_ID, AP_ANSWER_LOADS, NULL, NULL },
    { "6", "-1", "63", "0", "0 0 0 0 0 0\n", AP_READER_DSMA, AP_ANSWER_LOADS, NULL, NULL },
    { "6", "-1", "63", "0", "0 0 nan 0 0 0\n", AP_READER_ID, AP_ANSWER_REFUSES, "md5anim/number", NULL },
    { "6", "-1", "63", "0", "0 0 nan 0 0 0\n", AP_READER_IQM, AP_ANSWER_LOADS, NULL, NULL },
    { "6", "7", "63", "0", "0 0 nan 0 0 0\n", AP_READER_ID, AP_ANSWER_REFUSES, "md5anim/root-parent", NULL },
    { "5", "-1", "62", "1", "0 0 0 0 0\n", AP_READER_IRONWAIL, AP_ANSWER_WRONG, NULL, "takes 0" },
    { "5", "-1", "62", "-0.0e1", "0 0 0 0 0\n", AP_READER_IRONWAIL, AP_ANSWER_LOADS, NULL, NULL },
    { "5", "-1", "62", "0E1", "0 0 0 0 0\n", AP_READER_IRONWAIL, AP_ANSWER_LOADS, NULL, NULL },
    { "5", "-1", "62", "0", "0 0 0 0 0\n", AP_READER_DSMA, AP_ANSWER_REFUSES, NULL, "needs the flags" },
    { "6", "-1", "077", "0", "0 0 0 0 0 0\n", AP_READER_DSMA, AP_ANSWER_REFUSES, "md5anim/integer", NULL },
    { "6", "-1", "63", "0", "0 0 0 // x\n 0 0 0\n", AP_READER_BLENDER, AP_ANSWER_REFUSES, NULL,
        "reads no comments" },
    { "6", "-1", "63", "0", "0 0 0\n 0 0 0\n", AP_READER_BLENDER, AP_ANSWER_REFUSES, NULL,
        "needs the numbers" },
    { "6", "-1", "63", "0", "0 0 0\n 0 0 0\n", AP_READER_DSMA, AP_ANSWER_REFUSES, NULL, "needs the numbers" },
    { "6", "-1", "63", "0", "0 0 0 0 0 0\n}\n// \xff\n", AP_READER_BLENDER, AP_ANSWER_REFUSES, NULL,
        "reads no text but" },
    { "6", "-1", "63", "0", "0 0 0 0 0 0\n\t", AP_READER_IQM, AP_ANSWER_WRONG, NULL, "misses" },
    { "6", "-1", "63", "0", "0 0 0 0 0 0\n", AP_READER_BFG, AP_ANSWER_NONE, NULL, NULL },
};

/* Lints the text as a file of this name, and sets the answer of each reader. */
static void find_answers_of_text(
    ap_arena *arena, const char *name, const char *text, ap_answer answers[AP_READERS])
{
    const ap_view input = { (const uint8_t *)text, strlen(text) };
    const ap_lint_options options = { .listener = NULL };
    ap_find_file_answers(ap_choose_format(input, name, NULL), input, &options, arena, answers);
}

static void check_reader_answer(const animation_and_reader_answer *row)
{
    char text[1024];
    AT_END(ap_arena_free) ap_arena arena;
    ap_answer answers[AP_READERS];
    snprintf(text, sizeof text, animation, row->components, row->parent, row->flags, row->base, row->values);
    ap_arena_init(&arena, 0);
    find_answers_of_text(&arena, "a.md5anim", text, answers);
    const ap_answer *answer = &answers[row->reader];
    cr_expect_eq(answer->kind, row->kind, "%s of %s: %s", row->values, ap_readers[row->reader].name,
        ap_answer_name(answer->kind));
    cr_expect_eq(answer->because != NULL, row->rule != NULL);
    if (answer->because != NULL && row->rule != NULL)
        cr_expect_str_eq(answer->because->id, row->rule);
    cr_expect_eq(answer->fact != NULL, row->fact != NULL);
    if (answer->fact != NULL && row->fact != NULL)
        cr_expect_eq(strncmp(answer->fact, row->fact, strlen(row->fact)), 0, "%s", answer->fact);
}

Test(reader_answers, findings_and_facts_decide)
{
    for (size_t i = 0; i < sizeof answer_cases / sizeof *answer_cases; i++)
        check_reader_answer(&answer_cases[i]);
}

/* A comment after the { of a frame, and what KozGit's importer does: it ignores the rest of this line. */
static const struct {
    const char *start;
    ap_answer_kind kind;
} comment_cases[] = {
    { " // x\n\t0 0 0 0 0 0\n}\n", AP_ANSWER_LOADS },
    { " \n // x\n\t0 0 0 0 0 0\n}\n", AP_ANSWER_REFUSES },
    { " \r\n // x\n\t0 0 0 0 0 0\n}\n", AP_ANSWER_REFUSES },
};

Test(reader_answers, a_comment_on_the_line_of_the_brace_is_not_in_the_frame)
{
    for (size_t i = 0; i < sizeof comment_cases / sizeof *comment_cases; i++) {
        char text[1024];
        AT_END(ap_arena_free) ap_arena arena;
        ap_answer answers[AP_READERS];
        const int start = snprintf(text, sizeof text, ANIMATION_TO_BRACE, "6", "-1", "63", "0");
        snprintf(text + start, sizeof text - (size_t)start, "%s", comment_cases[i].start);
        ap_arena_init(&arena, 0);
        find_answers_of_text(&arena, "a.md5anim", text, answers);
        cr_expect_eq(answers[AP_READER_BLENDER].kind, comment_cases[i].kind, "case %zu: %s", i,
            ap_answer_name(answers[AP_READER_BLENDER].kind));
    }
}

/* The first bytes of a file, and what id's reader does: it skips a merge conflict that is in a block comment. */
static const struct {
    const char *start;
    ap_answer_kind kind;
} conflict_cases[] = {
    { "\n<<<<<<< a\n=======\n>>>>>>> b\n", AP_ANSWER_REFUSES },
    { "/*\n<<<<<<< a\n=======\n>>>>>>> b\n*/\n", AP_ANSWER_LOADS },
    { "\n/*\n<<<<<<< a\n=======\n>>>>>>> b\n*/\n", AP_ANSWER_LOADS },
    { "/* */\n<<<<<<< a\n=======\n>>>>>>> b\n", AP_ANSWER_REFUSES },
};

Test(reader_answers, conflicts_in_comments_are_found_from_the_first_byte_on)
{
    for (size_t i = 0; i < sizeof conflict_cases / sizeof *conflict_cases; i++) {
        char text[1024];
        AT_END(ap_arena_free) ap_arena arena;
        ap_answer answers[AP_READERS];
        const int start = snprintf(text, sizeof text, "%s", conflict_cases[i].start);
        snprintf(text + start, sizeof text - (size_t)start, animation, "6", "-1", "63", "0", "0 0 0 0 0 0\n");
        ap_arena_init(&arena, 0);
        find_answers_of_text(&arena, "a.md5anim", text, answers);
        cr_expect_eq(answers[AP_READER_ID].kind, conflict_cases[i].kind, "case %zu: %s", i,
            ap_answer_name(answers[AP_READER_ID].kind));
    }
}

static const char mesh_text[] =
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t\"origin\" -1 ( 0 0 0 ) ( 0 "
    "0 0 )\n}\n\n"
    "mesh {\n\tshader \"a\"\n\n\tnumverts 4\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 0 0 ) 1 1\n"
    "\tvert 2 ( 0 0 ) 2 1\n\tvert 3 ( 0 0 ) 3 1\n\n\tnumtris 3\n\ttri 0 0 1 2\n\ttri 1 1 3 2\n\ttri 2 %s\n\n"
    "\tnumweights 4\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 %s ( 1 0 0 )\n"
    "\tweight 2 0 1 ( 0 1 0 )\n\tweight 3 0 1 ( 0 0 1 )\n}\n";

static const struct {
    const char *corners, *bias;
    size_t reader;
    ap_answer_kind kind;
    const char *fact;
} mesh_cases[] = {
    { "0 3 1", "1.0e0", AP_READER_DSMA, AP_ANSWER_LOADS, NULL },
    { "0 3 1", "0.999", AP_READER_DSMA, AP_ANSWER_REFUSES, "needs a weight of 1" },
    { "0 3 1", "1.000000000000000000000000000000000000000000000000000000000000000", AP_READER_DSMA,
        AP_ANSWER_REFUSES, "needs a weight of 1" }, /* too long to be compared with 1 */
    { "0 3 1", "1", AP_READER_BLENDER, AP_ANSWER_LOADS, NULL },
    { "2 1 0", "1", AP_READER_BLENDER, AP_ANSWER_WRONG, "drops a triangle" },
};

Test(reader_answers, facts_of_meshes_decide)
{
    for (size_t i = 0; i < sizeof mesh_cases / sizeof *mesh_cases; i++) {
        char text[1024];
        AT_END(ap_arena_free) ap_arena arena;
        ap_answer answers[AP_READERS];
        snprintf(text, sizeof text, mesh_text, mesh_cases[i].corners, mesh_cases[i].bias);
        ap_arena_init(&arena, 0);
        find_answers_of_text(&arena, "a.md5mesh", text, answers);
        const ap_answer *answer = &answers[mesh_cases[i].reader];
        cr_expect_eq(answer->kind, mesh_cases[i].kind, "case %zu: %s", i, ap_answer_name(answer->kind));
        cr_expect_eq(answer->fact != NULL, mesh_cases[i].fact != NULL, "case %zu", i);
        if (answer->fact != NULL && mesh_cases[i].fact != NULL)
            cr_expect_eq(
                strncmp(answer->fact, mesh_cases[i].fact, strlen(mesh_cases[i].fact)), 0, "%s", answer->fact);
    }
}

/* Finds the answers once for each allocation, which fails. The arena must record each failure. */
static void expect_each_failing_allocation_recorded(const char *name, const char *text)
{
    AT_END(ap_arena_free) ap_arena arena;
    ap_answer answers[AP_READERS];
    ap_arena_init(&arena, 0);
    find_answers_of_text(&arena, name, text, answers);
    const size_t all = arena.allocations;
    cr_expect_not(arena.failed);
    for (size_t i = 1; i <= all; i++) {
        ap_arena_free(&arena);
        ap_arena_init(&arena, 0);
        arena.fail_at = i;
        find_answers_of_text(&arena, name, text, answers);
        cr_expect(arena.failed, "allocation %zu of %zu of %s", i, all, name);
    }
}

Test(reader_answers, memory_that_runs_out_is_recorded)
{
    char text[1024];
    snprintf(text, sizeof text, animation, "6", "-1", "63", "0", "0 0 0 0 0 0\n");
    expect_each_failing_allocation_recorded("a.md5anim", text);
    snprintf(text, sizeof text, mesh_text, "0 3 1", "1");
    expect_each_failing_allocation_recorded("a.md5mesh", text);
}

/* Equal triangles of two meshes are not in one mesh. */
Test(reader_answers, triangles_of_two_meshes_are_not_compared)
{
    char one[1024], text[2048];
    AT_END(ap_arena_free) ap_arena arena;
    ap_answer answers[AP_READERS];
    snprintf(one, sizeof one, mesh_text, "0 3 1", "1");
    const char *mesh = strstr(one, "mesh {");
    snprintf(text, sizeof text, "%s\n%s", one, mesh);
    strstr(text, "numMeshes 1")[strlen("numMeshes ")] = '2';
    ap_arena_init(&arena, 0);
    find_answers_of_text(&arena, "a.md5mesh", text, answers);
    cr_expect_eq(answers[AP_READER_BLENDER].kind, AP_ANSWER_LOADS);
}

Test(reader_answers, a_format_has_the_readers_that_were_run_on_it)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        bool reads[AP_READERS];
        ap_find_readers_of_format(formats[i], reads);
        const bool anim = strcmp(formats[i]->name, "md5anim") == 0,
                   mesh = strcmp(formats[i]->name, "md5mesh") == 0;
        cr_expect_eq(reads[AP_READER_IQM], anim || mesh);
        cr_expect_eq(reads[AP_READER_ID], anim || mesh || strcmp(formats[i]->name, "md5camera") == 0);
        cr_expect_eq(reads[AP_READER_MRTK], strcmp(formats[i]->name, "mrtk") == 0);
        cr_expect_not(reads[AP_READER_XREAL], "XreaL has no letter in the rows of answers");
    }
}
