/* Cases of rules about the .md5scale of an animation: scale-syntax, scale-joint, scale-frame. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/companion_use.h"
#include "validators/md5anim/md5anim.h"

ARENA_SUITE(md5anim_scale_file);

static const char scale_text[] =
    "{\n\t\"hips\": { \"0\": 1.5, \"1\": 0.25 },\n\t\"root\": { \"scale_positions\": true }\n}\n";

/* An animation of two frames with the joint "root" alone. */
#define ONE_JOINT                                                                                            \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 2\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 1\n\n" \
    "hierarchy {\n\t\"root\" -1 1 0\n}\n\nbounds {\n\t( -1 -1 -1 ) ( 1 1 1 )\n\t( -1 -1 -1 ) ( 2 1 1 "       \
    ")\n}\n\n"                                                                                               \
    "baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {\n\t0\n}\n\nframe 1 {\n\t1\n}\n"

#define SYNTAX(title, ...) FIRES("scale-syntax", title, "", __VA_ARGS__)

static const md5_case cases[] = {
    SAYS("scale-syntax", NULL, "", "the file does not have a comma or } here", "1.5, ", "1.5 <\"1\">",
        "\"1\": 0.25", ": 0.25"),
    SYNTAX("an empty file", scale_text, "<>"),
    SYNTAX("another value than an object", scale_text, "<[>]"),
    SYNTAX("the file ends within", "true }\n}\n", "true \n<>"),
    SYNTAX("content after the object", "true }\n}\n", "true }\n} <{>}"),
    SYNTAX("a comma after the last member", "0.25 }", "0.25, <}>"),
    SYNTAX("a comma after the last joint", "true }\n", "true },\n<}> ", " }\n", ""),
    SYNTAX("a number for true", "true", "<1>"),
    SYNTAX("another case", "true", "<True>"),
    SYNTAX("a string for a number", "1.5", "<\"1.5\">"),
    SYNTAX("no value", "1.5", "<,>"),
    SYNTAX("a leading zero", "1.5", "<01.5>"),
    SYNTAX("no digit before the point", "1.5", "<.5>"),
    SYNTAX("no digit after the point", "1.5", "<1.>"),
    SYNTAX("a plus sign", "1.5", "<+1.5>"),
    SYNTAX("an exponent without digits", "1.5", "<1e+>"),
    SYNTAX("a sign alone", "1.5", "<->"),
    SYNTAX("nan", "1.5", "<nan>"),
    SYNTAX("a comment", "1.5", "<//> x"),
    SYNTAX("a form feed", "1.5", "<\f>1.5"),
    SYNTAX("a vertical tab", "1.5", "<\v>1.5"),
    SYNTAX("a NUL in a word", "1.5", "<1@5>"),
    SYNTAX("an exponent that ends after its letter", "1.5", "<1e>"),
    SYNTAX("no colon", "\"0\": 1.5", "\"0\" <1.5>"),
    SYNTAX("the file ends after a number", scale_text, "{\"hips\":{\"0\":1<>"),
    SYNTAX("the file ends in a string", scale_text, "{<\"0>"),
    SYNTAX("the file ends after a backslash", scale_text, "{<\"\\>"),
    SYNTAX("the file ends in an escape", scale_text, "{<\"\\u12>"),
    SYNTAX("a NUL in an escape", "\"0\"", "<\"\\u1@34\">"),
    SYNTAX("a NUL after a backslash", "\"0\"", "<\"\\@\">"),
    SYNTAX("a carriage return in a string", "\"0\"", "<\"0>\r\""),
    SYNTAX("a key without quotes", "\"0\"", "<0>"),
    SYNTAX("single quotes", "\"0\"", "<'0'>"),
    SYNTAX("an unknown escape", "\"0\"", "<\"\\0\">"),
    SYNTAX("a short escape", "\"0\"", "<\"\\u12g4\">"),
    SYNTAX("a string without its second quote", "\"0\": 1.5, \"1\": 0.25 },", "<\"0 : 1.5 },>"),
    SYNTAX("a tab in a string", "\"0\"", "<\"0\t\">"),
    CASE("scale-syntax", "after a syntax error the rest of the file is not checked",
        { "1.5", "<one>", "root", "nose" }, { "scale-syntax", "" }),
    CASE("scale-syntax", "keys before a syntax error are checked",
        { "hips", "nose", "\"nose\"", "<\"nose\">", "1.5", "<one>" },
        { "scale-joint", "", "scale-syntax", "" }),
    QUIET("scale-syntax", "near miss: empty objects", scale_text, "{\"hips\":{}}"),
    QUIET("scale-syntax", "near miss: an object without joints", scale_text, "\r\n{ }"),
    QUIET("scale-syntax", "near miss: all forms of numbers", "1.5", "-0.5e+10", "0.25", "10E2"),
    QUIET("scale-syntax", "near miss: exponents with a minus sign and without a sign", "1.5", "1e-5", "0.25",
        "1e5"),
    QUIET("scale-syntax", "near miss: the value false in place of true", "true", "false"),
    CASE("scale-syntax", "near miss: the animation has an error", { scale_text, "[" },
        .mesh = "MD5Version 10\n"),

    SAYS("scale-joint", NULL, "", "the animation has no joint \"Hips\": Q2PRO ignores", "\"hips\"",
        "<\"Hips\">"),
    FIRES("scale-joint", "an empty name", "", "\"hips\"", "<\"\">"),
    FIRES("scale-joint", "a name with a JSON escape differs from the joint's name", "", "\"hips\"",
        "<\"\\u0068ips\">"),
    FIRES("scale-joint", "a name with an escape of two bytes", "", "\"hips\"", "<\"hips\\n\">"),
    CASE("scale-joint", "each", { "\"hips\"", "<\"a\">", "\"root\"", "<\"a\">" },
        { "scale-joint", "", "scale-joint", "" }),
    QUIET("scale-joint", "near miss: the same joint twice", "root", "hips"),
    CASE("scale-joint", "near miss: the only joint of the animation", { "\"hips\"", "\"root\"" }, { NULL },
        .mesh = ONE_JOINT),
    CASE("scale-joint", "an animation of one joint", { "\"hips\"", "<\"hips\">" }, { "scale-joint", "" },
        .mesh = ONE_JOINT),
    CASE("scale-joint", "near miss: the animation has an error", { "hips", "nose" },
        .mesh = "MD5Version 10\n"),

    SAYS("scale-frame", NULL, "",
        "the key \"2\" is not a frame of the animation, which has 2 frames, numbered from 0", "\"1\"",
        "<\"2\">"),
    FIRES("scale-frame", "a leading zero", "", "\"1\"", "<\"01\">"),
    FIRES("scale-frame", "a sign", "", "\"1\"", "<\"-1\">"),
    FIRES("scale-frame", "a key that is a word", "", "\"1\"", "<\"scale\">"),
    FIRES("scale-frame", "an empty key", "", "\"1\"", "<\"\">"),
    FIRES("scale-frame", "a frame number of eleven digits", "", "\"1\"", "<\"10000000000\">"),
    FIRES("scale-frame", "a frame number that int32 cannot hold", "", "\"1\"", "<\"9999999999\">"),
    FIRES("scale-frame", "scale_positions with a capital letter is taken for a frame", "",
        "\"scale_positions\": true", "<\"Scale_Positions\">: 1"),
    CASE("scale-frame", "frames of a joint that the animation does not have are checked too",
        { "\"hips\"", "<\"nose\">", "\"1\"", "<\"7\">" }, { "scale-joint", "", "scale-frame", "" }),
    CASE("scale-frame", "an animation of one frame", { "\"1\"", "<\"1\">" }, { "scale-frame", "" },
        .says = "which has 1 frame, numbered from 0",
        .mesh =
            "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 2\nframeRate "
            "24\nnumAnimatedComponents 0\n\n"
            "hierarchy {\n\t\"root\" -1 0 0\n\t\"hips\" 0 0 0\n}\n\nbounds {\n\t( -1 -1 -1 ) ( 1 1 1 )\n}\n\n"
            "baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {\n}\n"),
    QUIET("scale-frame", "near miss: the last frame", "\"0\": 1.5, ", ""),
};

const md5_table md5anim_scale_file_table = { "md5anim", scale_text, cases, sizeof cases / sizeof *cases, NULL,
    NULL, md5_animation };
MD5_CHECK(md5anim_scale_file, each_case_has_its_findings, md5anim_scale_file_table)

/* Lints md5_animation with an .md5scale of `members` members of one joint, all for frame 0, and the text `tail` after them.
   Returns the findings of the .md5scale. */
static const ap_findings *lint_scale_with_members(size_t members, const char *tail)
{
    static char text[1 << 16];
    AT_END(lint_end) lint_run run;
    ap_companion_use use;
    ap_lint_options options = { .companions = &use };
    size_t size = (size_t)snprintf(text, sizeof text, "{\"hips\":{");
    for (size_t i = 0; i < members; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s\"0\":1", i == 0 ? "" : ",");
    (void)snprintf(text + size, sizeof text - size, "%s", tail);
    arena_replace();
    cr_assert(ap_parse_companion_for_use(&use, ap_md5anim_format.sidecar, text_view(text), &findings));
    lint_begin(&run, &ap_md5anim_format, text_view(md5_animation), &options);
    cr_assert_leq(findings.kept, 1U);
    return &findings;
}

/* 2046 members and the tokens before them are 4095 tokens. */
Test(md5anim_scale_file, q2pro_reads_4096_tokens)
{
    static const struct {
        size_t members;
        const char *tail, *message; /* NULL: no finding */
    } limits[] = {
        { 2046, "}}", NULL },
        { 2047, "}}", "the file has a number here, or has more than 4096 tokens" },
        { 2046, ",\"0\"", "the file does not have a colon here" },
        { 2045, "},\"root\":{}}", NULL },
        { 2045, "},\"root\":{},\"root\":{}}", "the file has a { here, or has more than 4096 tokens" },
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const ap_findings *found = lint_scale_with_members(limits[i].members, limits[i].tail);
        const char *message = found->first == NULL ? "" : found->first->message;
        cr_expect_eq(found->first == NULL, limits[i].message == NULL, "case %zu: %s", i, message);
        if (limits[i].message != NULL)
            cr_expect_not_null(strstr(message, limits[i].message), "case %zu: %s", i, message);
    }
}
