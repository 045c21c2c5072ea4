/* Frames are read many at once, or a line at once, where nothing on them is worth a finding. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/md5/md5_ways.h"
#include "validators/md5camera/md5camera.h"

Test(md5camera_fast_slow, each_byte_of_the_frames_changed)
{
    uint8_t text[1024];
    const size_t size = strlen(md5_camera), from = (size_t)(strstr(md5_camera, "camera {") - md5_camera);
    memset(text, ' ', sizeof text); /* blanks at the end, so that no line is near it */
    memcpy(text, md5_camera, size);
    memcpy(text + (strstr(md5_camera, "80.5") - md5_camera), "100.", 4); /* one digit from 200 */
    cr_assert_eq(compare_ways(&ap_md5camera_format, (ap_view){ text, sizeof text }, -1), 0U);
    const size_t findings = compare_changes(&ap_md5camera_format, text, sizeof text, from, size);
    cr_assert_gt(findings, 2000U, "%zu", findings);
}
