/* Frames are read a line at once where nothing on it is worth a finding, and token by token for a listener: what
   is found may not depend on that. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/md5/md5_same.h"
#include "tests/unit/support/lint_case.h"
#include "validators/md5camera/md5camera.h"

static void hear_nothing(void *context, const ap_io *io, ap_type type, ap_role role)
{
    (void)context;
    (void)io;
    (void)type;
    (void)role;
}

/* Returns how many findings there were. */
static size_t compare_listened(const char *text, size_t size, int number)
{
    static const ap_listener listener = { .field = hear_nothing };
    const ap_lint_options heard = { .listener = &listener };
    lint_run fast, slow;
    lint_begin(&fast, &ap_md5camera_format, (ap_view){ (const uint8_t *)text, size }, NULL);
    lint_begin(&slow, &ap_md5camera_format, (ap_view){ (const uint8_t *)text, size }, &heard);
    expect_same_findings(&fast.findings, &slow.findings, number);
    const size_t count = fast.findings.kept;
    lint_end(&fast);
    lint_end(&slow);
    return count;
}

Test(md5camera_fast_slow, each_byte_of_the_frames_changed)
{
    static const char bytes[] = "\0\n\r\t \f/\"{}()-+.,0129ex\x7f\xff";
    char text[1024], whole[1024];
    size_t findings = 0;
    const size_t size = strlen(md5_camera), from = (size_t)(strstr(md5_camera, "camera {") - md5_camera);
    memset(text, ' ', sizeof text); /* blanks at the end, so that no line is near it */
    memcpy(text, md5_camera, size);
    memcpy(text + (strstr(md5_camera, "80.5") - md5_camera), "100.", 4); /* one digit from 200 */
    memcpy(whole, text, sizeof text);
    cr_assert_eq(compare_listened(text, sizeof text, -1), 0U);
    for (size_t at = from; at < size; at++) {
        for (size_t i = 0; i < sizeof bytes - 1; i++) {
            text[at] = bytes[i];
            findings += compare_listened(text, sizeof text, (int)at);
        }
        text[at] = whole[at];
    }
    cr_assert_gt(findings, 2000U, "%zu", findings);
}
