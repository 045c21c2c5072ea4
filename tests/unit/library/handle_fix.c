/* animproof.h: fixing the open file. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

/* The camera of handle_case.h with a brace on a line of its own and a comment. */
static const char with_comment[] =
    "MD5Version 10 // exported\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n\n"
    "cuts\n{\n\t1\n}\n\ncamera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 1 2 3 ) ( 0 0 0 ) 90\n}\n";

#define TWO_OUTCOMES                                                                                         \
    "golden/md5camera/bad/keyword-comment__count.md5camera" /* one finding is fixed, one is not */

/* The outcomes that a callback has received. `text` has "RULE" for a fix, and "not RULE" for a refused fix. */
typedef struct recorded_outcomes {
    size_t count, most;
    char text[512];
} recorded_outcomes;

static int record_outcome_and_stop_at_most(void *user, const animproof_fix_outcome *outcome)
{
    recorded_outcomes *seen = user;
    const size_t used = strlen(seen->text);
    cr_expect_eq(outcome->struct_size, sizeof *outcome);
    cr_expect(outcome->does[0] != '\0' && (outcome->refused == NULL || outcome->refused[0] != '\0'));
    snprintf(seen->text + used, sizeof seen->text - used, "%s%s ", outcome->refused == NULL ? "" : "not ",
        outcome->rule);
    return ++seen->count == seen->most;
}

Test(handle_fix, a_fix_that_loses_something_must_be_allowed)
{
    recorded_outcomes careful = { 0 }, careless = { 0 }, again = { 0 };
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_text(with_comment);
    const void *before = animproof_bytes(handle, &size);
    expect_ok(handle, animproof_fix(handle, 0, record_outcome_and_stop_at_most, &careful));
    cr_expect_str_eq(careful.text, "not md5camera/layout ");
    cr_expect(animproof_bytes(handle, &size) == before && size == strlen(with_comment));
    expect_ok(handle, animproof_fix(handle, 1, record_outcome_and_stop_at_most, &careless));
    cr_expect_str_eq(careless.text, "md5camera/layout ");
    char *text = copy_bytes_of_open_file(handle, &size);
    cr_expect_str_eq(text, small_camera);
    expect_ok(handle, animproof_fix(handle, 1, record_outcome_and_stop_at_most, &again));
    cr_expect_str_eq(again.text, "");
    free(text);
}

Test(handle_fix, options_choose_the_rules_that_are_fixed)
{
    recorded_outcomes seen = { 0 };
    AT_END(handle_free) animproof *handle = handle_with_text(with_comment);
    expect_ok(handle, animproof_set(handle, "ignore", "md5camera/layout"));
    expect_ok(handle, animproof_fix(handle, 1, record_outcome_and_stop_at_most, &seen));
    cr_expect_str_eq(seen.text, "");
    expect_ok(handle, animproof_set(handle, "ignore", NULL));
    expect_ok(handle, animproof_fix(handle, 1, NULL, NULL));
    cr_expect_eq(lint_open_file(handle).warnings, 0);
}

/* The fix stays after the callback has stopped. */
Test(handle_fix, a_callback_may_stop)
{
    recorded_outcomes all = { 0 }, first = { .most = 1 };
    AT_END(handle_free) animproof *handle = handle_with_file(TWO_OUTCOMES);
    expect_ok(handle, animproof_fix(handle, 0, record_outcome_and_stop_at_most, &all));
    cr_expect_str_eq(all.text, "md5camera/keyword-comment not md5camera/comment-block ");
    expect_ok(handle, animproof_open_file(handle, TWO_OUTCOMES));
    expect_ok(handle, animproof_fix(handle, 0, record_outcome_and_stop_at_most, &first));
    cr_expect_str_eq(first.text, "md5camera/keyword-comment ");
    recorded_outcomes rest = { 0 };
    expect_ok(handle, animproof_fix(handle, 0, record_outcome_and_stop_at_most, &rest));
    cr_expect_str_eq(rest.text, "not md5camera/comment-block ");
}

Test(handle_fix, bounds_are_fixed_from_the_mesh)
{
    recorded_outcomes alone = { 0 }, paired = { 0 };
    AT_END(handle_free) animproof *handle = handle_with_file("golden/md5anim/valid/frames-8.md5anim");
    expect_ok(handle, animproof_put(handle, "bounds[1].max.x", "-1000"));
    expect_ok(handle, animproof_fix(handle, 0, record_outcome_and_stop_at_most, &alone));
    cr_expect_str_eq(alone.text, "not md5anim/bounds-inverted ");
    expect_ok(handle, animproof_companion_file(handle, "mesh", "golden/md5anim/valid/frames-8.md5mesh"));
    expect_ok(handle, animproof_fix(handle, 0, record_outcome_and_stop_at_most, &paired));
    cr_expect_str_eq(paired.text, "md5anim/bounds-inverted ");
    cr_expect_eq(lint_open_file(handle).warnings, 0);
}

Test(handle_fix, a_file_is_needed)
{
    AT_END(handle_free) animproof *handle = handle_with_text("no format");
    expect_call(handle, animproof_fix(handle, 0, NULL, NULL), ANIMPROOF_UNRECOGNIZED,
        "the open file has no known format");
    expect_ok(handle, animproof_close(handle));
    expect_call(handle, animproof_fix(handle, 0, NULL, NULL), ANIMPROOF_NOT_OPEN, "no file is open");
    cr_expect_eq(animproof_fix(NULL, 0, NULL, NULL), ANIMPROOF_MISUSE);
}

Test(handle_fix, a_memory_limit_is_kept)
{
    AT_END(handle_free) animproof *handle = handle_with_text(with_comment);
    expect_ok(handle, animproof_set(handle, "max-memory", "70000"));
    expect_call(
        handle, animproof_fix(handle, 1, NULL, NULL), ANIMPROOF_LIMIT, "max-memory (70000 bytes) is reached");
}
