/* Tests the corpus defects of MRTK animations: lint finds what each defect says that it causes. */
#include <criterion/criterion.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/defect_run.h"
#include "validators/mrtk/mrtk.h"

static void build_negative_w(file_build *file)
{
    build_mrtk_10(file);
    set_f32(file, "camera.rotation_w.keys[0].value", -1);
    set_f32(file, "camera.rotation_w.keys[1].value", -1);
    set_f32(file, "camera.rotation_w.keys[2].value", -1);
    set_i32(file, "camera.position_y.keys[1].weighted_mode", 0);
    set_i32(file, "camera.position_y.keys[2].weighted_mode", 2);
}

static void build_many_keys(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1,
                         .camera = true,
                         .hand = true,
                         .gaze = true,
                         .keys = 9,
                         .boolean_keys = 1,
                         .joint_keys = 5,
                         .markers = 7,
                         .long_names = true });
}

static void build_many_keys_of_10(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .keys = 20, .boolean_keys = 6, .joint_keys = 1, .markers = 1 });
}

/* A file with warnings and notes, which a defect may keep, move or remove. */
static void build_with_warnings_and_notes(file_build *file)
{
    build_mrtk_11_hand(file);
    set_u32(file, "camera.position_y.keys[1].value", 0x7fc00000);
    set_i32(file, "camera.position_z.pre_wrap", 3);
    set_f32(file, "camera.rotation_w.keys[0].value", 0);
    set_f32(file, "camera.rotation_w.keys[2].value", 5);
    set_f32(file, "hand_tracked_left.keys[1].value", 1);
    set_f32(file, "gaze.origin_y.keys[2].time", 0.75F);
    set_f32(file, "gaze.direction_z.keys[0].time", -1);
    set_f32(file, "markers[0].time", 9);
}

/* A file with gaze directions of length 1 at the first and last key and 0 at the others; the camera turns at key 4. */
static void build_turning_camera(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .gaze = true, .keys = 10, .markers = 1 });
    set_f32(file, "gaze.direction_z.keys[0].value", 1);
    set_f32(file, "gaze.direction_z.keys[9].value", 1);
    set_f32(file, "camera.rotation_x.keys[4].value", 0.6F);
    set_f32(file, "camera.rotation_w.keys[4].value", 0.8F);
}

static void build_camera_only(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .keys = 3 });
}

static void build_ten_keys_published(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .published = true, .keys = 10 });
}

/* Files for defects of content: two hands with enough keys to compare bones, two hands with two keys, and cameras with many keys
   and no hands. */

#define TWO_HANDS .minor = 1, .camera = true, .hand = true, .step = 0.1F
MRTK_FILE(build_hands, TWO_HANDS, .keys = 4, .boolean_keys = 1, .hand_keys = 4, .markers = 1)
MRTK_FILE(build_tracked_later, TWO_HANDS, .keys = 3, .boolean_keys = 2, .hand_keys = 2)
MRTK_FILE(build_29_keys, .minor = 1, .camera = true, .keys = 29, .step = 0.1F)
MRTK_FILE(build_30_keys, .minor = 1, .camera = true, .keys = 30, .step = 0.1F)

typedef void (*file_build_function)(file_build *file);

Test(defect_mrtk, each_defect_causes_the_finding_that_it_names)
{
    static const file_build_function builders[] = { build_mrtk_10, build_mrtk_11, build_mrtk_11_hand,
        build_mrtk_10_published, build_mrtk_11_published, build_mrtk_11_without_markers, build_mrtk_11_bare,
        build_negative_w, build_many_keys, build_many_keys_of_10, build_with_warnings_and_notes,
        build_turning_camera, build_camera_only, build_ten_keys_published, build_hands, build_tracked_later,
        build_29_keys, build_30_keys };
    enum { BASES = sizeof builders / sizeof *builders };
    static const char *const names[BASES] = { "10", "11", "11_hand", "10_published", "11_published",
        "11_no_markers", "11_bare", "negative_w", "many_keys", "many_keys_of_10", "suspicious", "turning",
        "camera_only", "ten_keys_published", "hands", "tracked_later", "29_keys", "30_keys" };
    file_build files[BASES];
    defect_base bases[BASES] = { 0 };
    for (size_t i = 0; i < BASES; i++) {
        builders[i](&files[i]);
        bases[i] = (defect_base){ .name = names[i], .file = file_build_view(&files[i]) };
    }
    check_defects(&ap_mrtk_format, bases, BASES);
    for (size_t i = 0; i < BASES; i++)
        file_build_free(&files[i]);
}

Test(defect_mrtk, each_rule_has_a_defect)
{
    check_rules_have_defects(ap_mrtk_format.rules);
}
