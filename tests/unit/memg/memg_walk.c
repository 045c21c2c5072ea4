/* Tests the fast checks of transforms, numbers, mappings and names against plain implementations of the rules, on random files
   with random defects. The findings must be equal, and a fast check must accept exactly the blocks without a finding. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_literal.h"
#include "tests/unit/support/expected_list.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_choices.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_blocks.h"
#include "validators/memg/obj/obj.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static double load_double(const file_build *file, size_t at)
{
    uint64_t bits;
    double value;
    memcpy(&bits, file->bytes + at, sizeof bits);
    if (file->big_endian)
        bits = __builtin_bswap64(bits);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void store_double(file_build *file, size_t at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (file->big_endian)
        bits = __builtin_bswap64(bits);
    memcpy(file->bytes + at, &bits, sizeof bits);
}

/* The functions below implement the rules about transforms without a fast path. */

static double element_of_product(const double entries[12], size_t row, size_t column)
{
    double sum = 0;
    for (size_t i = 0; i < 3; i++)
        sum += entries[4 * row + i] * entries[4 * column + i];
    return sum;
}

static double determinant(const double e[12])
{
    return e[0] * (e[5] * e[10] - e[6] * e[9]) - e[1] * (e[4] * e[10] - e[6] * e[8])
           + e[2] * (e[4] * e[9] - e[5] * e[8]);
}

static void add_expected_rotation_finding(
    expected_list *list, size_t at, const double entries[12], size_t timestep, size_t frame)
{
    bool rotation = true;
    for (size_t i = 0; i < 9; i++) {
        if (!isfinite(entries[4 * (i / 3) + i % 3]))
            return;
    }
    for (size_t i = 0; i < 9; i++)
        rotation = rotation && fabs(element_of_product(entries, i / 3, i % 3) - (i % 4 == 0)) <= 1e-6;
    if (!rotation)
        expected_list_add(list, "memg/rotation", at, 96, "transforms[%zu][%zu]", timestep, frame);
    else if (determinant(entries) < 0)
        expected_list_add(list, "memg/reflection", at, 96, "transforms[%zu][%zu]", timestep, frame);
}

/* The transform of frame f at timestep t begins at 16 + 96 (t * frames + f). */
static void add_expected_transform_findings(
    expected_list *list, const file_build *file, size_t timesteps, size_t frames)
{
    for (size_t t = 0; t < timesteps; t++) {
        for (size_t f = 0; f < frames; f++) {
            double entries[12];
            const size_t at = 16 + 96 * (t * frames + f);
            for (size_t e = 0; e < 12; e++) {
                entries[e] = load_double(file, at + 8 * e);
                if (!isfinite(entries[e]))
                    expected_list_add(
                        list, "memg/not-finite", at + 8 * e, 8, "transforms[%zu][%zu][%zu]", t, f, e);
            }
            add_expected_rotation_finding(list, at, entries, t, f);
        }
    }
}

/* Adds to the list memg/transform-spike at the first spike, if the file has one and all its transforms are finite. */
static void add_expected_spike_finding(
    expected_list *list, const file_build *file, size_t timesteps, size_t frames)
{
    double(*positions)[3] = malloc(timesteps * sizeof *positions);
    bool *spikes = malloc(timesteps);
    size_t first = timesteps * frames;
    for (size_t i = 0; i < 12 * timesteps * frames; i++) {
        if (!isfinite(load_double(file, 16 + 8 * i)))
            timesteps = 0;
    }
    for (size_t f = 0; f < frames; f++) {
        for (size_t t = 0; t < timesteps; t++) {
            for (size_t axis = 0; axis < 3; axis++)
                positions[t][axis] = load_double(file, 16 + 96 * (t * frames + f) + 8 * (4 * axis + 3));
        }
        find_spikes_by_definition((const double(*)[3])positions, timesteps, spikes);
        for (size_t t = 0; t < timesteps; t++)
            first = spikes[t] && t * frames + f < first ? t * frames + f : first;
    }
    if (first < timesteps * frames)
        expected_list_add(list, "memg/transform-spike", 16 + 96 * first, 96, "transforms[%zu][%zu]",
            first / frames, first % frames);
    free(positions);
    free(spikes);
}

/* Stores a random rotation, sometimes mirrored or of a length other than 1. */
static void store_random_rotation_sometimes_scaled(choices *source, file_build *file, size_t at)
{
    static const double lengths[] = { 1, 1, 1, 1 + 4e-7, 1 - 4e-7, 1 + 7e-7, 1 - 7e-7, 0, 1e200, 2 };
    const double length = lengths[random_number_below(source, COUNT(lengths))];
    const double hand = random_number_below(source, 4) == 0 ? -1 : 1;
    double q[4], sum = 0;
    for (size_t i = 0; i < 4; i++) {
        q[i] = (double)random_number_below(source, 2001) - 1000.5;
        sum += q[i] * q[i];
    }
    for (size_t i = 0; i < 4; i++)
        q[i] /= sqrt(sum);
    const double rows[3][3] = {
        { 1 - 2 * (q[1] * q[1] + q[2] * q[2]), 2 * (q[0] * q[1] - q[2] * q[3]),
            2 * (q[0] * q[2] + q[1] * q[3]) },
        { 2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[0] * q[0] + q[2] * q[2]),
            2 * (q[1] * q[2] - q[0] * q[3]) },
        { 2 * (q[0] * q[2] - q[1] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
            1 - 2 * (q[0] * q[0] + q[1] * q[1]) },
    };
    for (size_t i = 0; i < 9; i++)
        store_double(file, at + 8 * (4 * (i / 3) + i % 3), rows[i / 3][i % 3] * length * hand);
}

static double random_extreme_double(choices *source)
{
    const double extreme[] = { 0, -0.0, 1, -1, 5e-324, DBL_MAX, -DBL_MAX, INFINITY, -INFINITY, NAN, -NAN };
    return extreme[random_number_below(source, COUNT(extreme))];
}

static void check_findings_of_transforms(choices *source, int timesteps, int frames, bool big_endian)
{
    AT_END(file_build_free) file_build file;
    AT_END(expected_list_free) expected_list list;
    const size_t transforms = (size_t)timesteps * (size_t)frames;
    const memg_group_spec group = { .name = "a", .vertices = 1, .modes = 1 };
    memg_build(
        &file, &(memg_spec){
                   .frames = frames, .timesteps = timesteps, .big_endian = big_endian, .groups = { group } });
    const ap_view clean = copy_view(file_build_view(&file));
    expected_list_init(&list, 13 * transforms + 2);
    for (int round = 0; round < 20; round++) {
        char what[64];
        snprintf(what, sizeof what, "%d x %d, round %d", timesteps, frames, round);
        expected_list_clear(&list);
        memcpy(file.bytes, clean.bytes, clean.size);
        for (size_t turns = random_count_mostly_below_5(source, transforms); turns > 0; turns--)
            store_random_rotation_sometimes_scaled(
                source, &file, 16 + 96 * (size_t)random_number_below(source, (unsigned)transforms));
        for (unsigned defects = random_number_below(source, 3); defects > 0; defects--)
            store_double(&file, 16 + 8 * (size_t)random_number_below(source, 12 * (unsigned)transforms),
                random_extreme_double(source));
        add_expected_transform_findings(&list, &file, (size_t)timesteps, (size_t)frames);
        const ap_block_of_array block = { .bytes = file.bytes + 16, .count = transforms, .swap = big_endian };
        cr_assert_eq(
            ap_memg_are_transforms_clean(&block, NULL), list.count == 0, "%s: the fast check is wrong", what);
        add_expected_spike_finding(&list, &file, (size_t)timesteps, (size_t)frames);
        if (big_endian)
            expected_list_add(&list, "memg/byte-order", 0, 4, "endian");
        expect_findings(&ap_memg_format, file_build_view(&file), NULL, list.items, what);
    }
    free((void *)clean.bytes);
}

Test(memg_walk, transforms_have_the_findings_of_the_plain_rules)
{
    static const int sizes[][2] = { { 1, 1 }, { 5, 2 }, { 1, 70 }, { 3, 129 }, { 1025, 1 }, { 2, 1030 } };
    choices source = { 11 };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        check_findings_of_transforms(&source, sizes[i][0], sizes[i][1], false);
        check_findings_of_transforms(&source, sizes[i][0], sizes[i][1], true);
    }
}

/* Replaces random numbers of the array by extreme ones, also by ones that are not finite, and compares the fast check with the
   plain rule. */

static void check_findings_of_array(choices *source, const char *array, int count, file_build *file)
{
    AT_END(expected_list_free) expected_list list;
    char path[FIELD_PATH_BYTES];
    snprintf(path, sizeof path, "%s[0]", array);
    const size_t at = offset_of_field(file, path);
    const ap_view clean = copy_view(file_build_view(file));
    expected_list_init(&list, (size_t)count + 1);
    for (int round = 0; round < 20; round++) {
        expected_list_clear(&list);
        for (size_t defects = random_count_mostly_below_5(source, (size_t)count); defects > 0; defects--)
            store_double(file, at + 8 * (size_t)random_number_below(source, (unsigned)count),
                random_extreme_double(source));
        for (size_t i = 0; i < (size_t)count; i++) {
            if (!isfinite(load_double(file, at + 8 * i)))
                expected_list_add(&list, "memg/not-finite", at + 8 * i, 8, "%s[%zu]", array, i);
        }
        const ap_block_of_array block = {
            .bytes = file->bytes + at, .count = (size_t)count, .swap = file->big_endian
        };
        cr_assert_eq(
            ap_memg_are_numbers_clean(&block, NULL), list.count == 0, "%s: the fast check is wrong", array);
        if (file->big_endian)
            expected_list_add(&list, "memg/byte-order", 0, 4, "endian");
        expect_findings(&ap_memg_format, file_build_view(file), NULL, list.items, array);
        memcpy(file->bytes, clean.bytes, clean.size);
    }
    free((void *)clean.bytes);
}

Test(memg_walk, numbers_of_groups_have_the_findings_of_the_plain_rules)
{
    choices source = { 12 };
    for (int vertices = 1; vertices <= 701; vertices += 350) {
        for (int big_endian = 0; big_endian < 2; big_endian++) {
            AT_END(file_build_free) file_build file;
            const memg_group_spec group = { .name = "a", .vertices = vertices, .modes = 3 };
            memg_build(&file,
                &(memg_spec){
                    .frames = 1, .timesteps = 400, .big_endian = big_endian == 1, .groups = { group } });
            check_findings_of_array(&source, "groups[0].mean", 3 * vertices, &file);
            check_findings_of_array(&source, "groups[0].basis.values", 9 * vertices, &file);
            check_findings_of_array(&source, "groups[0].coefficients.values", 1200, &file);
        }
    }
}

static int32_t load_mapping_entry(const file_build *file, size_t at)
{
    uint32_t bits;
    memcpy(&bits, file->bytes + at, sizeof bits);
    return (int32_t)(file->big_endian ? __builtin_bswap32(bits) : bits);
}

static void add_expected_mapping_findings(
    expected_list *list, const file_build *file, size_t at, size_t count, int32_t most)
{
    for (size_t i = 0; i < count; i++) {
        bool earlier = false;
        const int32_t entry = load_mapping_entry(file, at + 4 * i);
        for (size_t j = 0; j < i && !earlier; j++)
            earlier = load_mapping_entry(file, at + 4 * j) == entry;
        if (entry < 1 || entry > most)
            expected_list_add(list, "memg/mapping-range", at + 4 * i, 4, "groups[0].mapping[%zu]", i);
        else if (earlier)
            expected_list_add(list, "memg/mapping-duplicate", at + 4 * i, 4, "groups[0].mapping[%zu]", i);
    }
}

/* Stores random mapping entries from 1 to `values`; in half of the files also sets bit 30 of random entries. One entry in 200 is
   an extreme number instead, such as 0 or INT32_MIN. Few values make many entries equal. */
static void store_random_mapping(choices *source, file_build *file, size_t at, size_t count, uint32_t values)
{
    static const int32_t extreme[] = { 0, -1, INT32_MIN, INT32_MAX, 1 };
    const bool far_apart = random_number_below(source, 2) == 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t entry = 1 + (uint32_t)next_random_number(source) % values;
        if (far_apart)
            entry ^= random_number_below(source, 2) << 30;
        if (random_number_below(source, 200) == 0)
            entry = (uint32_t)extreme[random_number_below(source, COUNT(extreme))];
        if (file->big_endian)
            entry = __builtin_bswap32(entry);
        memcpy(file->bytes + at + 4 * i, &entry, sizeof entry);
    }
}

enum { MAPPED_VERTICES = 900 /* vertices of the .obj */ };

static void check_findings_of_mappings(
    choices *source, int vertices, bool big_endian, ap_companion_use *scene)
{
    static const uint32_t values[] = { 2, 2, 3, 60, 60, 1000, 5000, 70000, INT32_MAX };
    AT_END(file_build_free) file_build file;
    AT_END(expected_list_free) expected_list list;
    const ap_lint_options options = { .companions = scene };
    const memg_group_spec group = { .name = "a", .vertices = vertices, .modes = 1 };
    memg_build(
        &file, &(memg_spec){ .frames = 1, .timesteps = 1, .big_endian = big_endian, .groups = { group } });
    const size_t at = offset_of_field(&file, "groups[0].mapping[0]");
    expected_list_init(&list, (size_t)vertices + 1);
    for (size_t round = 0; round < COUNT(values); round++) {
        expected_list_clear(&list);
        store_random_mapping(source, &file, at, (size_t)vertices, values[round]);
        add_expected_mapping_findings(
            &list, &file, at, (size_t)vertices, scene != NULL ? MAPPED_VERTICES : INT32_MAX);
        if (big_endian)
            expected_list_add(&list, "memg/byte-order", 0, 4, "endian");
        expect_findings(&ap_memg_format, file_build_view(&file), &options, list.items, "mapping");
    }
}

Test(memg_walk, mappings_have_the_findings_of_the_plain_rules)
{
    static const int sizes[] = { 1, 2, 3, 17, 100, 1500 };
    char text[MAPPED_VERTICES * 8 + 8] = "g a\n";
    AT_END(ap_arena_free) ap_arena arena;
    ap_findings findings;
    choices source = { 13 };
    for (size_t i = 0; i < MAPPED_VERTICES; i++)
        memcpy(text + 4 + 8 * i, "v 0 0 0\n", 8);
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    const ap_view view = { (const uint8_t *)text, 4 + MAPPED_VERTICES * 8 };
    ap_companion_use scene;
    cr_assert(ap_parse_companion_for_use(&scene, ap_memg_format.companion, view, &findings));
    for (size_t i = 0; i < COUNT(sizes); i++) {
        check_findings_of_mappings(&source, sizes[i], false, NULL);
        check_findings_of_mappings(&source, sizes[i], true, NULL);
        check_findings_of_mappings(&source, sizes[i], i % 2 == 0, &scene);
    }
}

/* Tests of group names: files of many groups without vertices, many with equal names. */

enum { GROUPS = 3000 };

static void add_named_group(file_build *file, const char *name)
{
    static const uint8_t zeros[24]; /* no vertices, parent 0, two empty matrices */
    const uint8_t length[4] = { (uint8_t)strlen(name) };
    file_build_append(file, length, sizeof length);
    file_build_append(file, name, strlen(name));
    file_build_append(file, zeros, sizeof zeros);
}

static void check_findings_of_names(choices *source, unsigned different)
{
    static char names[GROUPS][40];
    static size_t offsets[GROUPS];
    AT_END(file_build_free) file_build file;
    AT_END(expected_list_free) expected_list list;
    AT_END(lint_end) lint_run run;
    memg_build(&file, &(memg_spec){ .frames = 1 });
    expected_list_init(&list, GROUPS);
    for (size_t i = 0; i < GROUPS; i++) {
        const unsigned number = random_number_below(source, different);
        snprintf(
            names[i], sizeof names[i], number % 2 == 0 ? "%u" : "a-rather-long-name-of-group-%u", number);
        offsets[i] = file.size + 4;
        add_named_group(&file, names[i]);
    }
    for (size_t i = 0; i < GROUPS; i++) {
        bool earlier = false;
        for (size_t j = 0; j < i && !earlier; j++)
            earlier = strcmp(names[i], names[j]) == 0;
        if (earlier)
            expected_list_add(
                &list, "memg/name-duplicate", offsets[i], strlen(names[i]), "groups[%zu].name", i);
    }
    lint_begin(&run, &ap_memg_format, file_build_view(&file), NULL);
    size_t next = 0;
    for (const ap_finding *finding = run.findings.first; finding != NULL; finding = finding->next) {
        if (strcmp(finding->rule->id, "memg/name-duplicate") != 0)
            continue;
        cr_assert(next < list.count && list.items[next].offset == finding->span.offset
                      && list.items[next].length == finding->span.length,
            "%u different names: unexpected duplicate at %zu", different, finding->span.offset);
        next++;
    }
    cr_assert_eq(next, list.count, "%u different names: only %zu of %zu duplicates are found", different,
        next, list.count);
}

Test(memg_walk, duplicate_names_are_found)
{
    choices source = { 14 };
    check_findings_of_names(&source, 5);
    check_findings_of_names(&source, 2000);
    check_findings_of_names(&source, 4000000000U);
}
