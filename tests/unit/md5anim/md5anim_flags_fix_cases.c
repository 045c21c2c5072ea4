/* The fix of flags by the comments after joints, as the command makes it: only with --unsafe, and undone if it adds a finding. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "validators/md5anim/md5anim.h"
#include "validators/services/fixing/fixing.h"

#define ROOT "\"root\" -1 1 0"
#define HIPS "\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )"

#define ROOT_HIPS "1 0\n\t" HIPS

/* Edits of the animation, what must be in place of `to` after the fixes, and why the first refused fix was refused. */
static const struct {
    const char *from, *to;
    bool unsafe;
    const char *wanted, *refused; /* refused: NULL: no fix was refused */
} cases[] = {
    { ROOT, ROOT " // ( Ty )", true, "\"root\" -1 2 0 // ( Ty )", NULL },
    { ROOT, ROOT " // ( Ty )", false, ROOT " // ( Ty )", "the fix is a guess: --unsafe applies it" },
    /* The start indices of the file are right for the flags in its comments. Flags are fixed before the file is rewritten in
       canonical form, which would compute the start indices from the wrong flags. */
    { ROOT_HIPS, "63 0 // ( Tx )\n\t\"hips\" 0 1 1 // root ( Tx Ty Tz Qx Qy Qz )", true,
        "1 0 // ( Tx )\n\t\"hips\" 0 63 1 // root ( Tx Ty Tz Qx Qy Qz )", NULL },
    /* The numbers of the root are too large for a rotation. */
    { ROOT, ROOT " // ( Qx )", true, ROOT " // ( Qx )", "the fix would add a finding" },
    /* The comments of all joints agree. */
    { ROOT_HIPS, "1 0 // ( Tx )\n\t\"hips\" 0 63 1 // root ( Tx Ty Tz Qx Qy Qz )", true,
        "1 0 // ( Tx )\n\t\"hips\" 0 63 1 // root ( Tx Ty Tz Qx Qy Qz )", NULL },
    /* Rewriting the file in canonical form would set the start index to 0 and write a comment for flags 1. The components in the
       old comment, which may be the right ones, would be lost. */
    { ROOT_HIPS, "1 1 // ( Ty )\n\t\"hips\" 0 63 1 // root", false,
        "1 1 // ( Ty )\n\t\"hips\" 0 63 1 // root",
        "the start indices do not fit the components that the comments list" },
};

Test(md5anim_flags_fix, flags_are_written_only_if_the_comments_determine_them)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(ap_fixing_free) ap_fixing fixing;
        const char *edited = text_with_replaced_part(md5_animation, cases[i].from, cases[i].to);
        const char *wanted = text_with_replaced_part(md5_animation, cases[i].from, cases[i].wanted);
        ap_fixing_init(&fixing, 0);
        fixing.unsafe = cases[i].unsafe;
        cr_assert(ap_fixing_load(&fixing, &ap_md5anim_format, text_view(edited)));
        cr_assert(ap_fixing_run(&fixing));
        expect_text(ap_fixing_current_version(&fixing)->text, wanted, cases[i].to);
        cr_expect_eq(fixing.fixed, strcmp(cases[i].to, cases[i].wanted) != 0);
        cr_expect_str_eq(fixing.refused == 0 ? "" : fixing.outcomes->refused,
            cases[i].refused == NULL ? "" : cases[i].refused, "case %zu", i);
    }
}
