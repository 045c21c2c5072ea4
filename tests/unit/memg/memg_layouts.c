/* Tests memg/other-layout: files written with a known mistake of writers, such as float32 in place of float64, are recognised,
   and files that no known mistake explains are not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"
#include "validators/memg/other_layouts/memg_other.h"
#include "validators/memg/other_layouts/memg_trial.h"

/* The mistakes of a writer; zero: the file is written as the format demands. */
typedef struct writer_mistakes {
    bool float32, fourth_row, fourth_column, wide, wide_mapping, float_framerate, aligned, no_length,
        terminated;
    bool big_endian;
    size_t name_padding;
    int more_frames, more_timesteps; /* added to the counts in the header */
    int columns_less;                /* columns that the coefficients lack */
    const char *names[2];            /* names of the groups; NULL: "trunk" and "hat" */
    int parent, first_entry;         /* parent and first mapping entry of the second group; 0: entry 4 */
    bool no_vertices;
} writer_mistakes;

enum { FRAMES = 2, TIMESTEPS = 3 };

static void write_padding(file_build *file, size_t multiple)
{
    while (multiple > 0 && file->size % multiple > 0)
        file_build_append(file, "", 1);
}

static void write_integer(file_build *file, const writer_mistakes *w, int value, bool wide)
{
    if (w->aligned)
        write_padding(file, wide ? 8 : 4);
    if (wide)
        add_u64(file, "integer", (uint64_t)(int64_t)value);
    else
        add_i32(file, "integer", value);
}

static void write_number_with_mistakes(file_build *file, const writer_mistakes *w, double value)
{
    if (w->aligned)
        write_padding(file, w->float32 ? 4 : 8);
    if (w->float32)
        add_f32(file, "number", (float)value);
    else
        add_f64(file, "number", value);
}

static void write_numbers(file_build *file, const writer_mistakes *w, int count)
{
    for (int i = 0; i < count; i++)
        write_number_with_mistakes(file, w, 2 + 0.25 * i);
}

/* Writes a turn about z by 90 degrees with a translation of x by `moved`. */
static void write_transform(file_build *file, const writer_mistakes *w, int moved)
{
    const double rows[16] = { 0, -1, 0, moved, 1, 0, 0, 5, 0, 0, 1, 0.5, 0, 0, 0, 1 };
    for (int i = 0; i < (w->fourth_row || w->fourth_column ? 16 : 12); i++)
        write_number_with_mistakes(file, w, w->fourth_column ? rows[i % 4 * 4 + i / 4] : rows[i]);
}

static void write_group(file_build *file, const writer_mistakes *w, int index)
{
    const char *name = w->names[index] != NULL ? w->names[index] : index == 0 ? "trunk" : "hat";
    const int vertices = w->no_vertices ? 0 : 3 - index;
    const int modes = 2;
    const int first = index == 0 ? 1 : w->first_entry == 0 ? 4 : w->first_entry;
    if (!w->no_length && !w->terminated)
        write_integer(file, w, (int)strlen(name), w->wide);
    add_bytes_field(file, "name", name, strlen(name) + w->terminated, FIELD_ELEMENT);
    write_padding(file, w->name_padding);
    write_integer(file, w, vertices, w->wide);
    for (int i = 0; i < vertices; i++)
        write_integer(file, w, first + i, w->wide || w->wide_mapping);
    write_numbers(file, w, 3 * vertices);
    write_integer(file, w, index == 0 ? 1 : w->parent, w->wide);
    write_integer(file, w, 3 * vertices, w->wide);
    write_integer(file, w, modes, w->wide);
    write_numbers(file, w, 3 * vertices * modes);
    write_integer(file, w, modes, w->wide);
    write_integer(file, w, TIMESTEPS - w->columns_less, w->wide);
    write_numbers(file, w, modes * (TIMESTEPS - w->columns_less));
}

static void write_memg_with_mistakes(file_build *file, const writer_mistakes *w)
{
    file_build_begin(file);
    file->big_endian = w->big_endian;
    write_integer(file, w, 1, w->wide);
    if (w->float_framerate && w->aligned)
        write_padding(file, 8);
    if (w->float_framerate)
        add_f64(file, "framerate", 29.97);
    else
        write_integer(file, w, 30, w->wide);
    write_integer(file, w, FRAMES + w->more_frames, w->wide);
    write_integer(file, w, TIMESTEPS + w->more_timesteps, w->wide);
    for (int i = 0; i < FRAMES * TIMESTEPS; i++)
        write_transform(file, w, i);
    write_group(file, w, 0);
    write_group(file, w, 1);
}

enum { GROUPS_AT = 16 + 96 * FRAMES * TIMESTEPS };

static const struct {
    writer_mistakes writing;
    const char *found;     /* the mistakes that the finding names */
    size_t offset, length; /* span of the finding */
    const char *path;      /* path of the finding */
} mistakes[] = {
    { { .fourth_row = true }, "matrix4", 16, 96, "transforms[0][0]" },
    { { .fourth_column = true }, "matrix4", 16, 96, "transforms[0][0]" },
    { { .float32 = true }, "float32", 16, 96, "transforms[0][0]" },
    { { .wide = true }, "int64", 4, 4, "framerate" },
    { { .wide_mapping = true }, "mapping-int64", GROUPS_AT + 13, 4, "groups[0].mapping[0]" },
    { { .float_framerate = true }, "framerate-float64", 4, 4, "framerate" },
    { { .aligned = true }, "aligned", GROUPS_AT + 9, 4, "groups[0].vertex_count" },
    { { .aligned = true, .names = { "arms" } }, "aligned", GROUPS_AT + 108, 4, "groups[0].basis.values[0]" },
    { { .name_padding = 4 }, "name-padded-4", GROUPS_AT + 9, 4, "groups[0].vertex_count" },
    { { .name_padding = 8 }, "name-padded-8", GROUPS_AT + 9, 4, "groups[0].vertex_count" },
    { { .no_length = true }, "no-name-length", GROUPS_AT, 4, "groups[0].name_length" },
    { { .terminated = true }, "name-terminated", GROUPS_AT, 4, "groups[0].name_length" },
    { { .more_frames = -1, .more_timesteps = -1 }, "inclusive", 8, 4, "frame_count" },
    { { .more_frames = -1, .more_timesteps = -1, .columns_less = 1 }, "inclusive", 8, 4, "frame_count" },
    { { .more_timesteps = -1 }, "timesteps+1", 12, 4, "timestep_count" },
    { { .more_timesteps = 1 }, "timesteps-1", 12, 4, "timestep_count" },
    { { .more_frames = -1 }, "frames+1", 8, 4, "frame_count" },
    { { .more_frames = 1 }, "frames-1", 8, 4, "frame_count" },
    /* two mistakes, reported at the smaller offset */
    { { .float32 = true, .wide = true }, "float32, int64", 4, 4, "framerate" },
    { { .float32 = true, .fourth_row = true }, "matrix4, float32", 16, 96, "transforms[0][0]" },
    { { .float32 = true, .aligned = true }, "float32, aligned", 16, 96, "transforms[0][0]" },
    { { .float_framerate = true, .aligned = true }, "framerate-float64, aligned", 4, 4, "framerate" },
    { { .wide_mapping = true, .name_padding = 4 }, "mapping-int64, name-padded-4", GROUPS_AT + 9, 4,
        "groups[0].vertex_count" },
    { { .terminated = true, .float32 = true }, "float32, name-terminated", 16, 96, "transforms[0][0]" },
    { { .fourth_column = true, .more_frames = 1 }, "matrix4, frames-1", 8, 4, "frame_count" },
    { { .no_length = true, .more_frames = -1, .more_timesteps = -1 }, "no-name-length, inclusive", 8, 4,
        "frame_count" },
};

Test(memg_layouts, each_mistake_is_named)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        AT_END(file_build_free) file_build file;
        char found[64];
        const expected list[] = { { "memg/other-layout", mistakes[i].offset, mistakes[i].length,
                                      mistakes[i].path, 0, 0 },
            { .rule = NULL } };
        write_memg_with_mistakes(&file, &mistakes[i].writing);
        snprintf(found, sizeof found, "[, %s]", mistakes[i].found);
        expect_findings(&ap_memg_format, file_build_view(&file), NULL, list, mistakes[i].found);
        expect_message(&ap_memg_format, file_build_view(&file), NULL, list[0], found, mistakes[i].found);
        cr_assert(ap_memg_is_other_layout(file_build_view(&file)));
        cr_assert_not(ap_memg_has_valid_structure(file_build_view(&file)));
    }
}

/* The byte order is also reported. Files with counts of int64 are left out: the first four bytes of a big-endian int64 1 are 0,
   which is not a valid endian field. */
Test(memg_layouts, each_mistake_is_named_in_a_big_endian_file)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        file_build file;
        writer_mistakes big = mistakes[i].writing;
        if (big.wide)
            continue;
        const expected list[] = { { "memg/byte-order", 0, 4, "endian", 0, 0 },
            { "memg/other-layout", mistakes[i].offset, mistakes[i].length, mistakes[i].path, 0, 0 },
            { .rule = NULL } };
        big.big_endian = true;
        write_memg_with_mistakes(&file, &big);
        expect_findings(&ap_memg_format, file_build_view(&file), NULL, list, mistakes[i].found);
        file_build_free(&file);
    }
}

Test(memg_layouts, the_message_says_how_to_write_the_file)
{
    AT_END(file_build_free) file_build file;
    write_memg_with_mistakes(&file, &(writer_mistakes){ .float32 = true, .wide = true });
    expect_message(&ap_memg_format, file_build_view(&file), NULL,
        (expected){ "memg/other-layout", 4, 4, "framerate", 0, 0 },
        "the file can be read to its end if every float64 is a float32 and every integer has 8 bytes; write "
        "'<d', "
        "not "
        "'<f', and write '<i', not '<q'",
        "two mistakes");
    file_build_free(&file);
    write_memg_with_mistakes(&file, &(writer_mistakes){ .more_frames = -1, .more_timesteps = -1 });
    expect_message(&ap_memg_format, file_build_view(&file), NULL,
        (expected){ "memg/other-layout", 8, 4, "frame_count", 0, 0 },
        "if frame_count is 2 and timestep_count is 3; write the numbers of frames and timesteps, not the "
        "last indices",
        "inclusive");
}

Test(memg_layouts, an_unusual_framerate_is_also_reported)
{
    AT_END(file_build_free) file_build file;
    write_memg_with_mistakes(&file, &(writer_mistakes){ .terminated = true });
    file.bytes[4] = 25;
    expect_findings(&ap_memg_format, file_build_view(&file), NULL,
        (const expected[]){ { "memg/framerate-unusual", 4, 4, "framerate", 0, 0 },
            { "memg/other-layout", GROUPS_AT, 4, "groups[0].name_length", 0, 0 }, { .rule = NULL } },
        "a framerate of 25");
}

/* Files that are not explained, although a known mistake was made: a group is invalid, too, or the file has three mistakes. */
static const struct {
    writer_mistakes writing;
    const char *what;
} invalid[] = {
    { { .float32 = true, .names = { "tr\tunk" } }, "a control character in a name" },
    { { .float32 = true, .names = { "trunk", "h\x7ft" } }, "0x7f in a name" },
    { { .float32 = true, .names = { "" } }, "an empty name" },
    { { .float32 = true, .parent = 2 }, "a parent_frame equal to frame_count" },
    { { .float32 = true, .parent = -1 }, "a negative parent_frame" },
    { { .float32 = true, .first_entry = -1 }, "a negative mapping entry" },
    { { .float32 = true, .columns_less = 1 }, "coefficients with one column less than timesteps" },
    { { .float32 = true, .no_vertices = true }, "groups without vertices" },
    { { .float32 = true, .wide = true, .aligned = true, .names = { "a" } }, "three mistakes in one file" },
    { { .terminated = true, .names = { "" } }, "an empty name with a NUL" },
    { { .no_length = true, .names = { "tr unk" } }, "a blank in a name without length" },
};

Test(memg_layouts, a_file_with_an_invalid_group_is_not_explained)
{
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        AT_END(file_build_free) file_build file;
        write_memg_with_mistakes(&file, &invalid[i].writing);
        expect_rule_absent(
            &ap_memg_format, file_build_view(&file), NULL, "memg/other-layout", invalid[i].what);
        cr_assert_not(ap_memg_is_other_layout(file_build_view(&file)), "explained: %s", invalid[i].what);
    }
}

Test(memg_layouts, a_file_with_one_byte_more_or_less_is_not_explained)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        AT_END(file_build_free) file_build file;
        write_memg_with_mistakes(&file, &mistakes[i].writing);
        file_build_append(&file, "\1", 1);
        expect_rule_absent(
            &ap_memg_format, file_build_view(&file), NULL, "memg/other-layout", mistakes[i].found);
        file_build_truncate(&file, file.size - 2);
        expect_rule_absent(
            &ap_memg_format, file_build_view(&file), NULL, "memg/other-layout", mistakes[i].found);
    }
}

/* Expects that no mistake explains the file after the byte at `at` is set to 1. */
static void expect_no_layout_after_changing_byte(const writer_mistakes *w, size_t at, const char *what)
{
    AT_END(file_build_free) file_build file;
    write_memg_with_mistakes(&file, w);
    file.bytes[at] = 1;
    expect_rule_absent(&ap_memg_format, file_build_view(&file), NULL, "memg/other-layout", what);
}

Test(memg_layouts, a_fourth_row_other_than_0_0_0_1_is_not_explained)
{
    expect_no_layout_after_changing_byte(
        &(writer_mistakes){ .fourth_row = true }, 16 + 128 * 5 + 8 * 15, "the last transform");
}

Test(memg_layouts, padding_other_than_zeros_is_not_explained)
{
    expect_no_layout_after_changing_byte(
        &(writer_mistakes){ .aligned = true }, GROUPS_AT + 10, "a byte of padding");
}

/* The first name needs equally many bytes of padding to a multiple of 4 and to a multiple of 8; the second name does not. */
Test(memg_layouts, the_padding_of_each_name_is_considered)
{
    AT_END(file_build_free) file_build file;
    write_memg_with_mistakes(&file, &(writer_mistakes){ .name_padding = 8, .names = { "trunk", "legs" } });
    expect_message(&ap_memg_format, file_build_view(&file), NULL,
        (expected){ "memg/other-layout", GROUPS_AT + 9, 4, "groups[0].vertex_count", 0, 0 },
        "[, name-padded-8]", "names padded to a multiple of 8");
}

Test(memg_layouts, groups_are_valid_only_up_to_the_end_of_the_file)
{
    static const struct {
        writer_mistakes writing;
        size_t cut;
        bool valid;
        const char *what;
    } files[] = { { { .parent = 0 }, 0, true, "a file as the format demands" },
        { { .parent = 0 }, 1, false, "a file that lacks the last byte" },
        { { .big_endian = true }, 0, true, "a big-endian file" },
        { { .parent = FRAMES }, 0, false, "a parent_frame equal to frame_count" },
        { { .no_vertices = true }, 0, false, "groups without vertices" } };
    AT_END(file_build_free) file_build file;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        write_memg_with_mistakes(&file, &files[i].writing);
        file_build_truncate(&file, file.size - files[i].cut);
        cr_expect_eq(ap_memg_has_valid_structure(file_build_view(&file)), files[i].valid, "valid groups: %s",
            files[i].what);
        file_build_free(&file);
    }
    build_memg_without_groups(&file);
    cr_expect_not(
        ap_memg_has_valid_structure(file_build_view(&file)), "a file without groups must not be valid");
}

/* Expects that the variant is read exactly with a budget of at least some number, below 250 groups or below 1000 bytes. */
static void check_budget(const file_build *file, ap_memg_variant variant, bool of_bytes, const char *what)
{
    size_t enough = 0;
    for (size_t bytes = 0; bytes < 1000; bytes += 4) {
        ap_memg_motion motion;
        ap_memg_budget budget = { of_bytes ? 100 : bytes / 4, of_bytes ? bytes : 100000 };
        ap_memg_trial trial = { .variant = variant, .budget = &budget };
        const bool read = ap_memg_try_variant(file_build_view(file), &trial, &motion);
        cr_expect(read || enough == 0,
            "%s: the search fails with a budget of %zu, although a budget of %zu was enough", what, bytes,
            enough);
        enough = read && enough == 0 ? bytes : enough;
    }
    cr_expect(enough > 0, "%s: no budget of %s is enough", what, of_bytes ? "bytes" : "groups");
}

Test(memg_layouts, the_budget_bounds_the_search_of_groups)
{
    for (int of_bytes = 0; of_bytes < 2; of_bytes++) {
        AT_END(file_build_free) file_build file;
        ap_memg_variant variant = ap_memg_published_variant;
        variant.name_form = AP_MEMG_STORED_LENGTH;
        build_plain_memg(&file);
        check_budget(&file, variant, of_bytes, "names with a length");
        variant.name_form = AP_MEMG_NO_LENGTH;
        /* the last group is edited first, so that the offsets of earlier groups stay */
        file_build_splice(&file, offset_of_field(&file, "groups[1].name_length"), 4, "", 0);
        file_build_splice(&file, offset_of_field(&file, "groups[0].name_length"), 4, "", 0);
        check_budget(&file, variant, of_bytes, "names without a length");
    }
}

Test(memg_layouts, the_budget_bounds_the_search_of_transforms)
{
    AT_END(file_build_free) file_build file;
    const memg_spec spec = {
        .frames = 1, .timesteps = 4, .groups = { { .name = "a", .vertices = 1, .modes = 1 } }
    };
    ap_memg_variant variant = ap_memg_published_variant;
    memg_build(&file, &spec);
    check_budget(&file, variant, true, "four timesteps");
    set_i32(&file, "timestep_count", 3);
    variant.more_timesteps = 1;
    check_budget(&file, variant, true, "the header has one timestep less than transforms and coefficients");
}

/* The letters reach the end of the file, so they cannot be the name of a group. */
Test(memg_layouts, letters_at_the_end_are_not_a_group)
{
    char letters[600];
    memset(letters, 'a', sizeof letters);
    for (size_t count = 1; count <= sizeof letters; count += 37) {
        AT_END(file_build_free) file_build file;
        ap_memg_motion motion;
        ap_memg_budget budget = { 10000, 1000000 };
        ap_memg_trial trial = { .variant = ap_memg_published_variant, .budget = &budget };
        trial.variant.name_form = AP_MEMG_NO_LENGTH;
        build_memg_without_groups(&file);
        file_build_append(&file, letters, count);
        cr_expect_not(ap_memg_try_variant(file_build_view(&file), &trial, &motion), "%zu letters", count);
    }
}
