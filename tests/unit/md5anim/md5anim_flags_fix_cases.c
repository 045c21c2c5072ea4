/* The fix of flags by the comments after joints, as the command makes it: only with --unsafe, and undone if it adds a finding. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "validators/md5anim/md5anim.h"
#include "validators/services/fixing/fixing.h"

#define ROOT "\"root\" -1 1 0"
#define HIPS "\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )"

/* Fixes the animation with `to` in place of `from`. Expects the result to have `wanted` there. Returns the reason why the first
   refused fix was refused; NULL if no fix was. */
static const char *fix_edited_animation(const char *from, const char *to, bool unsafe, const char *wanted)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    ap_fixing_init(&fixing, 0);
    fixing.unsafe = unsafe;
    cr_assert(ap_fixing_load(
        &fixing, &ap_md5anim_format, text_view(text_with_replaced_part(md5_animation, from, to))));
    cr_assert(ap_fixing_run(&fixing));
    const ap_view text = ap_fixing_current_version(&fixing)->text;
    const char *whole = text_with_replaced_part(md5_animation, from, wanted);
    cr_expect(text.size == strlen(whole) && memcmp(text.bytes, whole, text.size) == 0, "%s became\n%.*s", to,
        (int)text.size, (const char *)text.bytes);
    cr_expect_eq(fixing.fixed, strcmp(to, wanted) != 0);
    const char *refused = fixing.refused == 0 ? NULL : fixing.outcomes->refused;
    return refused;
}

Test(md5anim_flags_fix, only_unsafe_writes_the_flags_of_the_comments)
{
    cr_expect_null(fix_edited_animation(ROOT, ROOT " // ( Ty )", true, "\"root\" -1 2 0 // ( Ty )"));
    cr_expect_str_eq(fix_edited_animation(ROOT, ROOT " // ( Ty )", false, ROOT " // ( Ty )"),
        "the fix is a guess: --unsafe applies it");
}

/* The start indices of the file are right for the flags in its comments. Flags are fixed before the file is rewritten in
   canonical form, which would compute the start indices from the wrong flags. */
Test(md5anim_flags_fix, exchanged_flags_are_exchanged_again)
{
    const char *fixed = "1 0 // ( Tx )\n\t\"hips\" 0 63 1 // root ( Tx Ty Tz Qx Qy Qz )";
    cr_expect_null(fix_edited_animation(
        "1 0\n\t" HIPS, "63 0 // ( Tx )\n\t\"hips\" 0 1 1 // root ( Tx Ty Tz Qx Qy Qz )", true, fixed));
}

/* The numbers of the root are too large for a rotation. */
Test(md5anim_flags_fix, components_that_add_a_finding_are_not_written)
{
    cr_expect_str_eq(fix_edited_animation(ROOT, ROOT " // ( Qx )", true, ROOT " // ( Qx )"),
        "the fix would add a finding");
}

Test(md5anim_flags_fix, comments_of_all_joints_that_agree_are_left)
{
    const char *agreeing = "1 0 // ( Tx )\n\t\"hips\" 0 63 1 // root ( Tx Ty Tz Qx Qy Qz )";
    cr_expect_null(fix_edited_animation("1 0\n\t" HIPS, agreeing, true, agreeing));
}

/* Rewriting the file in canonical form would set the start index to 0 and write a comment for flags 1. The components in the old
   comment, which may be the right ones, would be lost. */
Test(md5anim_flags_fix, a_comment_that_contradicts_the_flags_is_not_lost_when_start_indices_are_fixed)
{
    const char *contradicting = "1 1 // ( Ty )\n\t\"hips\" 0 63 1 // root";
    cr_expect_str_eq(fix_edited_animation("1 0\n\t" HIPS, contradicting, false, contradicting),
        "the start indices do not fit the components that the comments list");
}
