/* Tests the inferred count of mrtk: a message about a wrong count gives the smallest count >= 0 with which the rest of the file
   is read exactly to the end, in the layout in use. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/mrtk/mrtk.h"

static const struct {
    const char *name;
    void (*build)(file_build *file);
    const char *path;
    int32_t count;
    const char
        *says; /* part of the text "message [expected, found]"; "!PART": the text must not contain PART */
} cases[] = {
    { "8-byte keys, a curve in the middle", build_mrtk_11, "camera.rotation_x.key_count", 1000,
        "but with 3 the file can be read to its end [3, 1000]" },
    { "8-byte keys, the first curve", build_mrtk_11, "camera.position_x.key_count", -1,
        "is -1; with 3 the file" },
    { "8-byte keys, the last curve", build_mrtk_11, "gaze.direction_z.key_count", INT32_MIN,
        "with 3 the file" },
    { "28-byte keys of 1.0, the bytes needed", build_mrtk_10, "camera.rotation_w.key_count", 0x7f000000,
        "needs 59659780096 bytes" },
    { "28-byte keys of 1.0, the inferred count", build_mrtk_10, "camera.rotation_w.key_count", 0x7f000000,
        "with 3 the file" },
    { "8-byte keys of a boolean curve", build_mrtk_10, "hand_pinching_right.key_count", -5,
        "with 3 the file" },
    { "a curve without keys", build_mrtk_11_hand, "hand_joints_left[26].rotation_w.key_count", -1,
        "with 0 the file" },
    { "28-byte keys of the published layout, the last curve", build_mrtk_11_published,
        "gaze.direction_z.key_count", 4, "needs 112 bytes, 84 are left, but with 3 the file" },
    { "28-byte keys of the published layout, a curve in the middle", build_mrtk_11_published,
        "gaze.origin_x.key_count", -1, "with 3 the file" },
    { "marker_count of 2 markers", build_mrtk_11, "marker_count", INT32_MAX,
        "with 2 the file can be read to its end [2, 2147483647]" },
    { "marker_count of no markers", build_mrtk_11_without_markers, "marker_count", -1, "with 0 the file" },
};

static expected wrong_count_finding(const char *path, size_t offset, int32_t stored_count)
{
    return (expected){ stored_count < 0 ? "mrtk/count-negative" : "mrtk/count-exceeds-file", offset, 4, path,
        0, 0 };
}

Test(mrtk_inferred, the_count_that_makes_the_rest_parse_is_given)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(file_build_free) file_build file;
        cases[i].build(&file);
        set_i32(&file, cases[i].path, cases[i].count);
        expect_message(&ap_mrtk_format, file_build_view(&file), NULL,
            wrong_count_finding(cases[i].path, offset_of_field(&file, cases[i].path), cases[i].count),
            cases[i].says, cases[i].name);
    }
}

/* With a second fault no count makes the rest of the file parse. */
Test(mrtk_inferred, no_count_is_given_in_a_file_with_a_second_fault)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(file_build_free) file_build file;
        cases[i].build(&file);
        const expected finding =
            wrong_count_finding(cases[i].path, offset_of_field(&file, cases[i].path), cases[i].count);
        set_i32(&file, cases[i].path, cases[i].count);
        file_build_append(&file, "\x80\x80", 2);
        expect_message(
            &ap_mrtk_format, file_build_view(&file), NULL, finding, "!the file can be read", cases[i].name);
        expect_message(&ap_mrtk_format, file_build_view(&file), NULL, finding,
            cases[i].count < 0 ? "[at least 0," : "[at most", cases[i].name);
    }
}

/* Several counts may make the rest of the file parse. */
Test(mrtk_inferred, the_smallest_of_several_counts_is_given)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_11_without_markers(&file);
    const size_t count_at = offset_of_field(&file, "gaze.direction_z.key_count");
    /* The last bytes are 3 keys and marker_count 0; or no key, and one marker with a name of 19 bytes. */
    set_u32(&file, "gaze.direction_z.keys[0].time", 1);
    file.bytes[count_at + 4 + 8] = 19;
    set_i32(&file, "gaze.direction_z.key_count", -1);
    expect_message(&ap_mrtk_format, file_build_view(&file), NULL,
        wrong_count_finding("gaze.direction_z.key_count", count_at, -1), "with 0 the file",
        "the file can be read with the counts 0 and 3");
    file.bytes[count_at + 4 + 8] = 20;
    expect_message(&ap_mrtk_format, file_build_view(&file), NULL,
        wrong_count_finding("gaze.direction_z.key_count", count_at, -1), "with 3 the file",
        "the file can be read only with the count 3");
}

/* Checks the message about a count of -1, followed by `elements` zeroed elements and `more` zero bytes. */
static void expect_wrong_count_in_message(
    const char *path, size_t elements, size_t element_bytes, size_t more, const char *says)
{
    AT_END(file_build_free) file_build file;
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .hand = more > 4, .gaze = true });
    const size_t count_at = offset_of_field(&file, path);
    const size_t bytes = elements * element_bytes + more;
    uint8_t *zeros = calloc(bytes, 1);
    cr_assert_not_null(zeros);
    file_build_truncate(&file, count_at);
    file_build_append(&file, "\xff\xff\xff\xff", 4);
    file_build_append(&file, zeros, bytes);
    expect_message(&ap_mrtk_format, file_build_view(&file),
        &(ap_lint_options){ .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_WRITER },
        wrong_count_finding(path, count_at, -1), says, path);
    free(zeros);
}

/* At most 2^20 counts are tried: 0 to 2^20 - 1. */
Test(mrtk_inferred, a_count_is_inferred_up_to_a_limit)
{
    expect_wrong_count_in_message("marker_count", (1 << 20) - 1, 5, 0, "with 1048575 the file");
    expect_wrong_count_in_message("marker_count", 1 << 20, 5, 0, "!the file can be read");
    expect_wrong_count_in_message("gaze.direction_z.key_count", (1 << 20) - 1, 8, 4, "with 1048575 the file");
    expect_wrong_count_in_message("gaze.direction_z.key_count", 1 << 20, 8, 4, "!the file can be read");
}

/* A boolean key has 8 bytes. The boolean keys are followed by curves of joints and of the gaze without keys, of 12 bytes each. */
Test(mrtk_inferred, a_count_of_boolean_keys_is_inferred_from_the_bytes_left)
{
    expect_wrong_count_in_message(
        "hand_pinching_right.key_count", 3000, 8, (2 * 27 * 7 + 6) * 12 + 4, "with 3000 the file");
}
