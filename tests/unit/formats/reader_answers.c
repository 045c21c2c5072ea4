/* Tests the answers of readers: rows of FORMAT_cases.inc, their terms, facts of files, and several findings. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/lint_bytes.h"
#include "validators/readers/answers.h"
#include "validators/readers/file_answers.h"
#include "validators/readers/token_kinds.h"
#include "validators/registry.h"

enum { LETTERS = 12 };

ARENA_SUITE(reader_answers);

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

/* An animation of one joint and one frame up to the { of the frame, a complete one, and one with all six components. */
#define ANIMATION_TO_BRACE(components, parent, flags, base)                                                  \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 1\nframeRate 24\n"                            \
    "numAnimatedComponents " components "\n\nhierarchy {\n\t\"origin\"\t" parent " " flags " 0\n}\n\n"       \
    "bounds {\n\t( 0 0 0 ) ( 1 1 1 )\n}\n\nbaseframe {\n\t( " base " 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {"
#define ANIMATION(components, parent, flags, base, values)                                                   \
    ANIMATION_TO_BRACE(components, parent, flags, base) "\n\t" values "}\n"
#define PLAIN(values) ANIMATION("6", "-1", "63", "0", values)
#define ZEROS         "0 0 0 0 0 0\n"
#define CONFLICT      "<<<<<<< a\n=======\n>>>>>>> b\n"

/* The text of a mesh file before its meshes, and a mesh. */
#define MESHES(count)                                                                                        \
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes " count "\n\njoints {\n"                      \
    "\t\"origin\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n\n"
#define MESH(corners, bias)                                                                                  \
    "mesh {\n\tshader \"a\"\n\n\tnumverts 4\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 0 0 ) 1 1\n"                   \
    "\tvert 2 ( 0 0 ) 2 1\n\tvert 3 ( 0 0 ) 3 1\n\n\tnumtris 3\n\ttri 0 0 1 2\n\ttri 1 1 3 2\n"              \
    "\ttri 2 " corners "\n\n\tnumweights 4\n\tweight 0 0 1 ( 0 0 0 )\n"                                      \
    "\tweight 1 0 " bias " ( 1 0 0 )\n\tweight 2 0 1 ( 0 1 0 )\n\tweight 3 0 1 ( 0 0 1 )\n}\n"

static const struct {
    const char *text;
    size_t reader;
    ap_answer_kind kind;
    const char *rule, *fact; /* the rule and the start of the fact that decide; NULL: none */
} answer_cases[] = {
    { PLAIN(ZEROS), AP_READER_ID, AP_ANSWER_LOADS, NULL, NULL },
    { PLAIN(ZEROS), AP_READER_DSMA, AP_ANSWER_LOADS, NULL, NULL },
    { PLAIN(ZEROS), AP_READER_BFG, AP_ANSWER_NONE, NULL, NULL },
    { PLAIN("0 0 nan 0 0 0\n"), AP_READER_ID, AP_ANSWER_REFUSES, "md5anim/number", NULL },
    { PLAIN("0 0 nan 0 0 0\n"), AP_READER_IQM, AP_ANSWER_LOADS, NULL, NULL },
    { ANIMATION("6", "7", "63", "0", "0 0 nan 0 0 0\n"), AP_READER_ID, AP_ANSWER_REFUSES,
        "md5anim/root-parent", NULL },
    { ANIMATION("5", "-1", "62", "1", "0 0 0 0 0\n"), AP_READER_IRONWAIL, AP_ANSWER_WRONG, NULL, "takes 0" },
    { ANIMATION("5", "-1", "62", "-0.0e1", "0 0 0 0 0\n"), AP_READER_IRONWAIL, AP_ANSWER_LOADS, NULL, NULL },
    { ANIMATION("5", "-1", "62", "0E1", "0 0 0 0 0\n"), AP_READER_IRONWAIL, AP_ANSWER_LOADS, NULL, NULL },
    { ANIMATION("5", "-1", "62", "0", "0 0 0 0 0\n"), AP_READER_DSMA, AP_ANSWER_REFUSES, NULL,
        "needs the flags" },
    { ANIMATION("6", "-1", "077", "0", ZEROS), AP_READER_DSMA, AP_ANSWER_REFUSES, "md5anim/integer", NULL },
    { PLAIN("0 0 0 // x\n 0 0 0\n"), AP_READER_BLENDER, AP_ANSWER_REFUSES, NULL, "reads no comments" },
    { PLAIN("0 0 0\n 0 0 0\n"), AP_READER_BLENDER, AP_ANSWER_REFUSES, NULL, "needs the numbers" },
    { PLAIN("0 0 0\n 0 0 0\n"), AP_READER_DSMA, AP_ANSWER_REFUSES, NULL, "needs the numbers" },
    { PLAIN(ZEROS "}\n// \xff\n"), AP_READER_BLENDER, AP_ANSWER_REFUSES, NULL, "reads no text but" },
    { PLAIN(ZEROS "\t"), AP_READER_IQM, AP_ANSWER_WRONG, NULL, "misses" },
    /* KozGit's importer ignores the rest of the line of a frame's {. */
    { ANIMATION_TO_BRACE("6", "-1", "63", "0") " // x\n\t" ZEROS "}\n", AP_READER_BLENDER, AP_ANSWER_LOADS,
        NULL, NULL },
    { ANIMATION_TO_BRACE("6", "-1", "63", "0") " \n // x\n\t" ZEROS "}\n", AP_READER_BLENDER,
        AP_ANSWER_REFUSES, NULL, "reads no comments" },
    { ANIMATION_TO_BRACE("6", "-1", "63", "0") " \r\n // x\n\t" ZEROS "}\n", AP_READER_BLENDER,
        AP_ANSWER_REFUSES, NULL, "reads no comments" },
    /* id's reader skips a merge conflict in a block comment, from the first byte of a file on. */
    { "\n" CONFLICT PLAIN(ZEROS), AP_READER_ID, AP_ANSWER_REFUSES, "md5anim/merge-conflict", NULL },
    { "/*\n" CONFLICT "*/\n" PLAIN(ZEROS), AP_READER_ID, AP_ANSWER_LOADS, NULL, NULL },
    { "\n/*\n" CONFLICT "*/\n" PLAIN(ZEROS), AP_READER_ID, AP_ANSWER_LOADS, NULL, NULL },
    { "/* */\n" CONFLICT PLAIN(ZEROS), AP_READER_ID, AP_ANSWER_REFUSES, "md5anim/merge-conflict", NULL },
    { MESHES("1") MESH("0 3 1", "1.0e0"), AP_READER_DSMA, AP_ANSWER_LOADS, NULL, NULL },
    { MESHES("1") MESH("0 3 1", "0.999"), AP_READER_DSMA, AP_ANSWER_REFUSES, NULL, "needs a weight of 1" },
    { MESHES("1") MESH("0 3 1", "1.000000000000000000000000000000000000000000000000000000000000000"),
        AP_READER_DSMA, AP_ANSWER_REFUSES, NULL, "needs a weight of 1" }, /* too long to be compared with 1 */
    { MESHES("1") MESH("0 3 1", "1"), AP_READER_BLENDER, AP_ANSWER_LOADS, NULL, NULL },
    { MESHES("1") MESH("2 1 0", "1"), AP_READER_BLENDER, AP_ANSWER_WRONG, NULL, "drops a triangle" },
    /* Equal triangles of two meshes are not in one mesh. */
    { MESHES("2") MESH("0 3 1", "1") "\n" MESH("0 3 1", "1"), AP_READER_BLENDER, AP_ANSWER_LOADS, NULL,
        NULL },
};

/* Lints the text, and sets the answer of each reader. `fail_at`: the allocation that fails; 0: none. */
static void find_answers_of_text(const char *text, size_t fail_at, ap_answer answers[AP_READERS])
{
    const char *name = strstr(text, "numMeshes") == NULL ? "a.md5anim" : "a.md5mesh";
    const ap_lint_options options = { .listener = NULL };
    arena_replace();
    arena.fail_at = fail_at;
    ap_find_file_answers(
        ap_choose_format(text_view(text), name, NULL), text_view(text), &options, &arena, answers);
}

Test(reader_answers, findings_and_facts_decide)
{
    for (size_t i = 0; i < sizeof answer_cases / sizeof *answer_cases; i++) {
        ap_answer answers[AP_READERS];
        find_answers_of_text(answer_cases[i].text, 0, answers);
        const ap_answer *answer = &answers[answer_cases[i].reader];
        const char *rule = answer->because == NULL ? "" : answer->because->id;
        const char *fact = answer_cases[i].fact == NULL ? "" : answer_cases[i].fact;
        cr_expect_eq(answer->kind, answer_cases[i].kind, "case %zu: %s", i, ap_answer_name(answer->kind));
        cr_expect_str_eq(rule, answer_cases[i].rule == NULL ? "" : answer_cases[i].rule, "case %zu", i);
        cr_expect(answer->fact == NULL ? fact[0] == '\0'
                                       : fact[0] != '\0' && strncmp(answer->fact, fact, strlen(fact)) == 0,
            "case %zu: %s", i, answer->fact);
    }
}

Test(reader_answers, memory_that_runs_out_is_recorded)
{
    static const char *const texts[] = { PLAIN(ZEROS), MESHES("1") MESH("0 3 1", "1") };
    for (size_t i = 0; i < 2; i++) {
        ap_answer answers[AP_READERS];
        find_answers_of_text(texts[i], 0, answers);
        cr_expect_not(arena.failed);
        for (size_t fail_at = arena.allocations; fail_at > 0; fail_at--) {
            find_answers_of_text(texts[i], fail_at, answers);
            cr_expect(arena.failed, "text %zu, allocation %zu", i, fail_at);
        }
    }
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
