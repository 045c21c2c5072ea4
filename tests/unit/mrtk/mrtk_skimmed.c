/* Tests ap_mrtk_skim_rest, which remembers the results of earlier reads: from each offset, in any order, the answer equals that
   of reading without memory. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "validators/mrtk/mrtk.h"
#include "validators/mrtk/mrtk_skim.h"

static const ap_structure no_rules = { .infer = NULL };

static bool read_without_memory(
    ap_view input, ap_mrtk_animation *animation, size_t at, size_t record, size_t curve)
{
    ap_io io;
    ap_mrtk_cursor cursor = {
        .animation = animation, .record = record, .curve = curve, .previous_marker_time = NAN
    };
    ap_io_init(&io, input, NULL, NULL, &no_rules);
    io.scope = &cursor;
    io.at = at;
    return ap_mrtk_curves(&io) && ap_mrtk_markers(&io) && ap_bytes_left(&io) == 0;
}

static size_t compare_offsets(ap_mrtk_skim *skim, ap_mrtk_animation *animation, size_t record, size_t curve)
{
    size_t to_end = 0;
    const ap_view input = skim->io.input;
    for (size_t at = input.size; at > 0; at--) {
        size_t steps = 1 << 10;
        const bool complete = ap_mrtk_skim_rest(skim, at, record, curve, &steps);
        cr_assert_eq(complete, read_without_memory(input, animation, at, record, curve),
            "record %zu, curve %zu, byte %zu", record, curve, at);
        cr_assert(steps < 1 << 10);
        to_end += complete;
    }
    return to_end;
}

/* The tables for a file of this size have fewer entries than the file has offsets, so results are also forgotten. */
Test(mrtk_skimmed, remembered_results_equal_those_of_reading_again)
{
    ap_arena arena;
    file_build file;
    static ap_mrtk_animation plain, scratch;
    ap_mrtk_skim skim;
    ap_io io;
    mrtk_10(&file); /* float keys and boolean keys of version 1.0 differ in size */
    ap_mrtk_animation *animation = &plain;
    animation->minor = AP_MRTK_1_0;
    animation->variant = AP_MRTK_WRITER;
    animation->has_camera = animation->has_hand = 1;
    ap_mrtk_list_records(animation);
    scratch = plain;
    ap_arena_init(&arena, 0);
    ap_io_init(&io, build_view(&file), NULL, &arena, &no_rules);
    cr_assert(ap_mrtk_skim_init(&skim, &io, &scratch));
    for (int round = 0; round < 2; round++) { /* the second round uses results of the first */
        cr_expect(compare_offsets(&skim, animation, 0, 1) > 0);
        cr_expect(compare_offsets(&skim, animation, 3, 0) > 0);
        cr_expect(compare_offsets(&skim, animation, animation->record_count - 1, 5) > 0);
    }
    ap_arena_free(&arena);
    build_free(&file);
}

Test(mrtk_skimmed, each_curve_takes_a_step_and_reading_stops_without_steps)
{
    ap_arena arena;
    file_build file;
    static ap_mrtk_animation scratch;
    ap_mrtk_skim skim;
    ap_io io;
    size_t steps = 12;
    mrtk_11_no_markers(&file);
    scratch = (ap_mrtk_animation){
        .minor = AP_MRTK_1_1, .variant = AP_MRTK_WRITER, .has_camera = 1, .has_gaze = 1
    };
    ap_mrtk_list_records(&scratch);
    ap_arena_init(&arena, 0);
    ap_io_init(&io, build_view(&file), NULL, &arena, &no_rules);
    cr_assert(ap_mrtk_skim_init(&skim, &io, &scratch));
    cr_expect_not(ap_mrtk_skim_rest(&skim, offset_of(&file, "camera.position_x.pre_wrap"), 0, 0, &steps));
    cr_expect_eq(steps, 0);
    steps = 13; /* 7 curves of the camera, 6 of the gaze */
    cr_assert(ap_mrtk_skim_init(&skim, &io, &scratch));
    cr_expect(ap_mrtk_skim_rest(&skim, offset_of(&file, "camera.position_x.pre_wrap"), 0, 0, &steps));
    cr_expect_eq(steps, 0);
    ap_arena_free(&arena);
    build_free(&file);
}
