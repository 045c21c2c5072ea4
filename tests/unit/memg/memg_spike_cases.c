/* Tests memg/transform-spike with cases, and with random motions against a literal reading of the rule. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "tests/unit/memg/memg_literal.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_choices.h"
#include "validators/memg/memg.h"

#define SPIKE "memg/transform-spike"

/* Paths of the numbers of the translation of a frame at a timestep. */
#define X(t, f) "transforms[" #t "][" #f "][3]"
#define Y(t, f) "transforms[" #t "][" #f "][7]"

#define AT_TRANSFORM(t, f) AT(SPIKE, "transforms[" #t "][" #f "]", 96)

static void build_timesteps(file_build *file, int timesteps)
{
    memg_build(file, &(memg_spec){ .frames = 2,
                         .timesteps = timesteps,
                         .groups = { { .name = "a", .vertices = 1, .parent = 1, .modes = 1 } } });
}

/* Writes 10 timesteps of 2 frames. Each frame takes a step of 1 along x in each timestep; frame 1 has y = 1. */
static void build_10_timesteps(file_build *file)
{
    build_timesteps(file, 10);
}

static void build_5_timesteps(file_build *file)
{
    build_timesteps(file, 5);
}

static void build_4_timesteps(file_build *file)
{
    build_timesteps(file, 4);
}

/* Writes 10 timesteps of 2 frames that never move. */
static void build_motionless_frames(file_build *file)
{
    build_timesteps(file, 10);
    for (int i = 0; i < 20; i++) {
        char path[FIELD_PATH_BYTES];
        snprintf(path, sizeof path, "transforms[%d][%d][3]", i / 2, i % 2);
        set_f64(file, path, 0);
    }
}

static const rule_case spike_cases[] = {
    FIRES_IN(SPIKE, "a position is 20 times as far from those before and after as these are apart",
        build_10_timesteps, { F64(Y(5, 1), 41) }, { AT_TRANSFORM(5, 1) },
        .says = "transforms[5][1] jumps away for one timestep: frame 1 is 40 units from its positions at "
                "timesteps 4 "
                "and 6, and its usual step is 1 units"),
    SILENT_IN(SPIKE, "a position is nearly 20 times as far from those before and after as these are apart",
        build_10_timesteps, { F64(Y(5, 1), 40.98) }),
    FIRES_IN(SPIKE, "a frame moves away by 20 steps and returns to its position", build_10_timesteps,
        { F64(X(5, 0), 4), F64(Y(5, 0), 20), F64(X(6, 0), 4) }, { AT_TRANSFORM(5, 0) }),
    SILENT_IN(SPIKE, "a frame moves away by nearly 20 steps and returns to its position", build_10_timesteps,
        { F64(X(5, 0), 4), F64(Y(5, 0), 19.99), F64(X(6, 0), 4) }),
    FIRES_IN(SPIKE, "a still frame moves away once, by a thousandth of the box", build_motionless_frames,
        { F64(X(9, 0), 1000), F64(Y(5, 0), 1) }, { AT_TRANSFORM(5, 0) }),
    SILENT_IN(SPIKE, "a still frame moves away once, by nearly a thousandth of the box",
        build_motionless_frames, { F64(X(9, 0), 1000), F64(Y(5, 0), 0.999) }),
    SILENT_IN(SPIKE, "no frame moves", build_motionless_frames),
    SILENT_IN(SPIKE, "the frame has another position at the first timestep only", build_motionless_frames,
        { F64(Y(0, 0), 50) }),
    SILENT_IN(SPIKE, "the frame has another position at the last timestep only", build_motionless_frames,
        { F64(Y(9, 1), 50) }),
    FIRES_IN(SPIKE, "the frame has another position at the second timestep", build_motionless_frames,
        { F64(Y(1, 0), 50) }, { AT_TRANSFORM(1, 0) }),
    FIRES_IN(SPIKE, "the frame has another position at the last timestep but one", build_motionless_frames,
        { F64(Y(8, 1), 50) }, { AT_TRANSFORM(8, 1) }),
    SILENT_IN(SPIKE, "the frame has another position at two timesteps in sequence", build_motionless_frames,
        { F64(Y(5, 0), 50), F64(Y(6, 0), 50) }),
    SILENT_IN(SPIKE, "the frame moves away and does not return", build_5_timesteps,
        { F64(Y(3, 0), 500), F64(Y(4, 0), 500) }),
    SILENT_IN(SPIKE, "the frame turns and keeps its position", build_motionless_frames,
        { F64("transforms[5][0][0]", -1), F64("transforms[5][0][5]", -1) }),
    SILENT_IN(SPIKE, "in a file of four timesteps, a spike is the median step", build_4_timesteps,
        { F64(Y(1, 0), 500) }),
    FIRES_IN(SPIKE, "a spike in a file of five timesteps", build_5_timesteps, { F64(Y(2, 0), 500) },
        { AT_TRANSFORM(2, 0) }),
    FIRES_IN(SPIKE, "three spikes: the earliest in the file, with the count", build_10_timesteps,
        { F64(Y(3, 1), 99), F64(Y(5, 0), -99), F64(Y(3, 0), 99) }, { AT_TRANSFORM(3, 0) },
        .says = "; the file has 3 such transforms"),
    FIRES_IN(SPIKE, "the earliest timestep has the later frame", build_10_timesteps,
        { F64(Y(7, 0), 99), F64(Y(2, 1), -99) }, { AT_TRANSFORM(2, 1) },
        .says = "; the file has 2 such transforms"),
    FIRES_IN(SPIKE, "positions with squares that overflow a double", build_motionless_frames,
        { F64(Y(5, 0), 1e200) }, { AT_TRANSFORM(5, 0) }),
    FIRES_IN(SPIKE, "positions with squares that underflow to zero", build_motionless_frames,
        { F64(X(9, 0), 1e-200), F64("transforms[5][0][3]", 1e-190) }, { AT_TRANSFORM(5, 0) }),
    SILENT_IN(SPIKE, "a transform that is not finite", build_10_timesteps,
        { F64(Y(5, 1), 41), F64("transforms[0][0][0]", INFINITY) },
        { AT("memg/not-finite", "transforms[0][0][0]", 8) }),
    FIRES_IN(SPIKE, "a transform that is not a rotation", build_10_timesteps,
        { F64(Y(5, 1), 41), F64("transforms[5][0][0]", 2) },
        { AT_TRANSFORM(5, 1), AT("memg/rotation", "transforms[5][0]", 96) }),
    FIRES_IN(SPIKE, "the file ends in a group", build_10_timesteps,
        { F64(Y(5, 1), 41), CUT("groups[0].parent_frame", 0) },
        { AT_TRANSFORM(5, 1), AT("memg/truncated", "groups[0].parent_frame", 0) }),
};

CHECKED_CASES(memg_rules, cases_of_spikes_have_their_findings, &ap_memg_format, memg_spike_cases, spike_cases)

enum { MOST_FRAMES = 70, MOST_TIMESTEPS = 90 };

/* Positions of a random motion: still, or in steps of 0 to 3 along x, with random jumps. */
typedef struct random_motion {
    int frames, timesteps;
    double x[MOST_TIMESTEPS][MOST_FRAMES];
} random_motion;

static void generate_motion(choices *source, random_motion *motion)
{
    motion->frames =
        1 + (int)random_number_below(source, random_number_below(source, 2) == 0 ? 4 : MOST_FRAMES);
    motion->timesteps = 1 + (int)random_number_below(source, MOST_TIMESTEPS);
    for (int f = 0; f < motion->frames; f++) {
        const unsigned most = random_number_below(source, 4), one_in = 1 + random_number_below(source, 500);
        double x = 0;
        for (int t = 0; t < motion->timesteps; t++) {
            x += most == 0 ? 0 : (double)random_number_below(source, most + 1);
            motion->x[t][f] =
                x + (random_number_below(source, one_in) == 0 ? (double)random_number_below(source, 90) : 0);
        }
    }
}

/* Writes the path of the first transform with a spike; an empty path if no transform has a spike. */
static void find_first_spike(const random_motion *motion, char first[FIELD_PATH_BYTES])
{
    int timestep = motion->timesteps;
    first[0] = '\0';
    for (int f = 0; f < motion->frames; f++) {
        double positions[MOST_TIMESTEPS][3] = { { 0 } };
        bool spikes[MOST_TIMESTEPS];
        for (int t = 0; t < motion->timesteps; t++)
            positions[t][0] = motion->x[t][f];
        find_spikes_by_definition((const double(*)[3])positions, (size_t)motion->timesteps, spikes);
        for (int t = 0; t < timestep; t++) {
            if (spikes[t]) {
                timestep = t;
                snprintf(first, FIELD_PATH_BYTES, "transforms[%d][%d]", t, f);
            }
        }
    }
}

static void check_random_motion(const random_motion *motion, bool big_endian, size_t *hits)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    char path[FIELD_PATH_BYTES], first[FIELD_PATH_BYTES];
    memg_build(&file, &(memg_spec){ .big_endian = big_endian,
                          .frames = motion->frames,
                          .timesteps = motion->timesteps,
                          .groups = { { .name = "a", .vertices = 1, .modes = 1 } } });
    for (int t = 0; t < motion->timesteps; t++) {
        for (int f = 0; f < motion->frames; f++) {
            snprintf(path, sizeof path, "transforms[%d][%d][3]", t, f);
            set_f64(&file, path, motion->x[t][f]);
        }
    }
    find_first_spike(motion, first);
    lint_begin(&run, &ap_memg_format, file_build_view(&file), NULL);
    if (first[0] == '\0')
        check_rule_absent(&run.findings, SPIKE, "a random motion without a spike");
    else
        check_rule(&run.findings, (expected){ SPIKE, offset_of_field(&file, first), 96, first, 0, 0 },
            "a random motion");
    *hits += first[0] != '\0';
}

Test(memg_spikes, random_motions_have_the_spikes_of_the_definition)
{
    choices source = { 7 };
    random_motion motion;
    size_t hits = 0;
    for (int round = 0; round < 150; round++) {
        generate_motion(&source, &motion);
        check_random_motion(&motion, round % 2 == 1, &hits);
    }
    cr_assert_gt(hits, 20);
    cr_assert_lt(hits, 130);
}
