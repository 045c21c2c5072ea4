#include "validators/memg/other_layouts/memg_other.h"

#include <stdio.h>

#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/other_layouts/memg_trial.h"

enum { BUDGET_GROUPS = 1 << 20, BUDGET_BYTES = 1 << 28, BUDGET_PASSES = 4 };

typedef enum mistake_kind { MATRIX, SCALAR, INTEGERS, FRAMERATE, PADDING, NAME, COUNTS } mistake_kind;

typedef enum mistake_position {
    AT_TRANSFORMS,
    AT_FRAMERATE,
    AT_MAPPING,
    AT_PADDING,
    AT_NAME,
    AT_FRAMES,
    AT_TIMESTEPS
} mistake_position;

typedef enum mistake_name {
    MATRIX4,
    FLOAT32,
    INT64,
    MAPPING_INT64,
    FRAMERATE_FLOAT64,
    ALIGNED,
    NAME_PADDED_4,
    NAME_PADDED_8,
    NO_NAME_LENGTH,
    NAME_TERMINATED,
    INCLUSIVE,
    TIMESTEPS_1_MORE,
    TIMESTEPS_1_LESS,
    FRAMES_1_MORE,
    FRAMES_1_LESS,
    MISTAKES
} mistake_name;

typedef struct mistake_row {
    const char *name;
    mistake_kind kind;
    mistake_position position;
    /* end of the message "the file can be read to its end if …"; NULL: describe_mistake builds this text */
    const char *holds;
    const char *advice;      /* correction that the writer of the file needs */
    ap_memg_variant written; /* the members that differ from the published layout; the others are 0 */
} mistake_row;

/* Bytes of an integer that is too wide; also the larger of the two multiples that names are padded to. */
enum { WIDE = 8 };

/* The mistakes, in the order in which they are tried. */
static const mistake_row mistakes[MISTAKES] = {
    [MATRIX4] = { "matrix4", MATRIX, AT_TRANSFORMS, "each transform has 16 values",
        "write the first three of the four rows, row by row", { .transform_entries = 16 } },
    [FLOAT32] = { "float32", SCALAR, AT_TRANSFORMS, "every float64 is a float32", "write '<d', not '<f'",
        { .number_bytes = sizeof(float) } },
    [INT64] = { "int64", INTEGERS, AT_FRAMERATE, "every integer has 8 bytes", "write '<i', not '<q'",
        { .integer_bytes = WIDE, .mapping_bytes = WIDE } },
    [MAPPING_INT64] = { "mapping-int64", INTEGERS, AT_MAPPING, "each mapping entry has 8 bytes",
        "write the mapping as int32 ('<i4')", { .mapping_bytes = WIDE } },
    [FRAMERATE_FLOAT64] = { "framerate-float64", FRAMERATE, AT_FRAMERATE, "the framerate is a float64",
        "write the framerate as '<i'", { .framerate_is_number = true } },
    [ALIGNED] = { "aligned", PADDING, AT_PADDING, "zeros align each number to its size",
        "begin each struct format with '<', which adds no padding", { .padding = AP_MEMG_ALIGNED } },
    [NAME_PADDED_4] = { "name-padded-4", PADDING, AT_PADDING,
        "zeros follow each name up to a multiple of 4 bytes", "write no padding after a name",
        { .padding = AP_MEMG_AFTER_NAME, .name_padding = WIDE / 2 } },
    [NAME_PADDED_8] = { "name-padded-8", PADDING, AT_PADDING,
        "zeros follow each name up to a multiple of 8 bytes", "write no padding after a name",
        { .padding = AP_MEMG_AFTER_NAME, .name_padding = WIDE } },
    [NO_NAME_LENGTH] = { "no-name-length", NAME, AT_NAME, "the names have no length before them",
        "write the length of each name before it as '<i'", { .name_form = AP_MEMG_NO_LENGTH } },
    [NAME_TERMINATED] = { "name-terminated", NAME, AT_NAME, "each name ends in a NUL and has no length",
        "write the length of each name before it as '<i', and no NUL", { .name_form = AP_MEMG_TERMINATED } },
    [INCLUSIVE] = { "inclusive", COUNTS, AT_FRAMES, NULL,
        "write the numbers of frames and timesteps, not the last indices",
        { .inclusive = true, .more_frames = 1, .more_timesteps = 1 } },
    [TIMESTEPS_1_MORE] = { "timesteps+1", COUNTS, AT_TIMESTEPS, NULL, "write the number of timesteps",
        { .more_timesteps = 1 } },
    [TIMESTEPS_1_LESS] = { "timesteps-1", COUNTS, AT_TIMESTEPS, NULL, "write the number of timesteps",
        { .more_timesteps = -1 } },
    [FRAMES_1_MORE] = { "frames+1", COUNTS, AT_FRAMES, NULL, "write the actual number of frames",
        { .more_frames = 1 } },
    [FRAMES_1_LESS] = { "frames-1", COUNTS, AT_FRAMES, NULL, "write the actual number of frames",
        { .more_frames = -1 } },
};

static size_t value_or_if_0(size_t value, size_t otherwise)
{
    return value != 0 ? value : otherwise;
}

static void apply_mistake(ap_memg_variant *variant, size_t which)
{
    const ap_memg_variant *written = &mistakes[which].written;
    variant->number_bytes = value_or_if_0(written->number_bytes, variant->number_bytes);
    variant->integer_bytes = value_or_if_0(written->integer_bytes, variant->integer_bytes);
    variant->mapping_bytes = value_or_if_0(written->mapping_bytes, variant->mapping_bytes);
    variant->transform_entries = value_or_if_0(written->transform_entries, variant->transform_entries);
    variant->framerate_is_number |= written->framerate_is_number;
    variant->padding |= written->padding;
    variant->name_padding |= written->name_padding;
    variant->name_form |= written->name_form;
    if (mistakes[which].kind != COUNTS)
        return;
    variant->inclusive = written->inclusive;
    variant->more_frames = written->more_frames;
    variant->more_timesteps = written->more_timesteps;
}

/* One or two mistakes of a writer that explain an input, and the result of reading the input in the layout of
   that writer. */
typedef struct explanation {
    size_t count;          /* number of combinations of mistakes that explain the input */
    bool do_offsets_agree; /* all of them read every field at the same offset */
    size_t first, second;  /* indices of the mistakes; equal if there is one mistake */
    ap_memg_trial trial;
    ap_memg_motion motion;
} explanation;

static void try_mistakes(
    ap_view input, size_t first, size_t second, ap_memg_budget *budget, explanation *explained)
{
    ap_memg_motion motion;
    ap_memg_trial trial = { .variant = ap_memg_published_variant, .budget = budget };
    apply_mistake(&trial.variant, first);
    apply_mistake(&trial.variant, second);
    if (!ap_memg_try_variant(input, &trial, &motion))
        return;
    if (explained->count++ == 0)
        *explained = (explanation){ 1, true, first, second, trial, motion };
    else if (trial.offsets_hash != explained->trial.offsets_hash)
        explained->do_offsets_agree = false;
}

static bool find_explanation_if_offsets_agree(ap_view input, explanation *explained)
{
    ap_memg_budget budget = { BUDGET_GROUPS, BUDGET_BYTES + BUDGET_PASSES * input.size };
    *explained = (explanation){ .count = 0 };
    if (input.size < AP_MEMG_HEADER_BYTES)
        return false;
    for (size_t i = 0; i < MISTAKES; i++)
        try_mistakes(input, i, i, &budget, explained);
    const bool of_two = explained->count == 0;
    for (size_t i = 0; of_two && i < MISTAKES; i++) {
        for (size_t j = i + 1; j < MISTAKES; j++) {
            if (mistakes[i].kind != mistakes[j].kind)
                try_mistakes(input, i, j, &budget, explained);
        }
    }
    return explained->count > 0 && explained->do_offsets_agree;
}

bool ap_memg_is_other_layout(ap_view input)
{
    explanation explained;
    return find_explanation_if_offsets_agree(input, &explained);
}

bool ap_memg_has_valid_structure(ap_view input)
{
    ap_memg_motion motion;
    ap_memg_budget budget = { SIZE_MAX, SIZE_MAX };
    ap_memg_trial trial = { .variant = ap_memg_published_variant, .budget = &budget };
    return ap_memg_try_variant(input, &trial, &motion);
}

/* Reporting */

enum { TEXT_BYTES = 160 };

/* Sets io->path to the first field that the mistake changes, and returns the offset of the field. */
static size_t enter_and_locate_field_of_mistake(ap_io *io, const explanation *explained, size_t which)
{
    const ap_memg_first_padding *gap = &explained->trial.gap;
    io->path.depth = 0;
    switch (mistakes[which].position) {
    case AT_TRANSFORMS:
        ap_enter_element(io, "transforms", 0);
        ap_enter_element(io, NULL, 0);
        return (size_t)(explained->motion.transforms.bytes - io->input.bytes);
    case AT_MAPPING:
        ap_enter_element(io, "groups", 0);
        ap_enter_element(io, "mapping", 0);
        return explained->trial.first_mapping_at;
    case AT_PADDING:
        io->path = gap->path;
        ap_enter_element(io, gap->name, gap->of_array ? 0 : AP_NO_INDEX);
        return gap->at;
    case AT_NAME:
        ap_enter_element(io, "groups", 0);
        ap_enter_record(io, "name_length");
        return explained->trial.first_group_at;
    case AT_FRAMERATE:
        ap_enter_record(io, "framerate");
        return AP_MEMG_FRAMERATE_AT;
    case AT_FRAMES:
        ap_enter_record(io, "frame_count");
        return AP_MEMG_FRAME_COUNT_AT;
    case AT_TIMESTEPS:
        break;
    }
    ap_enter_record(io, "timestep_count");
    return AP_MEMG_FRAME_COUNT_AT + AP_MEMG_COUNT_BYTES;
}

static void describe_mistake(const explanation *explained, size_t which, char text[TEXT_BYTES])
{
    const int frames = (int)explained->motion.frame_count;
    const int timesteps = (int)explained->motion.timestep_count;
    if (mistakes[which].holds != NULL)
        snprintf(text, TEXT_BYTES, "%s", mistakes[which].holds);
    else if (which == INCLUSIVE)
        snprintf(text, TEXT_BYTES, "frame_count is %d and timestep_count is %d", frames, timesteps);
    else if (mistakes[which].position == AT_FRAMES)
        snprintf(text, TEXT_BYTES, "frame_count is %d", frames);
    else
        snprintf(text, TEXT_BYTES, "timestep_count is %d", timesteps);
}

static void report_explanation(ap_io *io, const explanation *explained)
{
    char holds[2][TEXT_BYTES];
    char names[TEXT_BYTES];
    const mistake_row *first = &mistakes[explained->first];
    const mistake_row *second = &mistakes[explained->second];
    const bool two = first != second;
    const size_t first_at = enter_and_locate_field_of_mistake(io, explained, explained->first);
    const size_t second_at = enter_and_locate_field_of_mistake(io, explained, explained->second);
    const size_t shown = second_at < first_at ? explained->second : explained->first;
    ap_span span = { enter_and_locate_field_of_mistake(io, explained, shown), AP_MEMG_COUNT_BYTES };
    if (mistakes[shown].position == AT_TRANSFORMS)
        span.length = AP_MEMG_TRANSFORM_BYTES;
    const size_t left = io->input.size - span.offset;
    span.length = span.length < left ? span.length : left;
    describe_mistake(explained, explained->first, holds[0]);
    describe_mistake(explained, explained->second, holds[1]);
    snprintf(names, sizeof names, "%s%s%s", first->name, two ? ", " : "", two ? second->name : "");
    ap_add_finding_at(io, AP_MEMG_RULE(OTHER_LAYOUT), span, NULL, ap_no_value(), ap_text_value(names),
        "the file can be read to its end if %s%s%s; %s%s%s", holds[0], two ? " and " : "",
        two ? holds[1] : "", first->advice, two ? ", and " : "", two ? second->advice : "");
}

static bool has_explanation_mistake(const explanation *explained, size_t which)
{
    return explained->first == which || explained->second == which;
}

bool ap_memg_replace_findings_by_other_layout(ap_io *io)
{
    explanation explained;
    if (!find_explanation_if_offsets_agree(io->input, &explained))
        return false;
    ap_io again;
    ap_findings_clear(io->findings);
    ap_io_init(&again, io->input, io->findings, io->arena, io->structure);
    again.scope = io->scope;
    /* if the framerate has 8 bytes, its value as an int32 is meaningless, so only the endian word is
       checked */
    const bool is_read =
        has_explanation_mistake(&explained, INT64) || has_explanation_mistake(&explained, FRAMERATE_FLOAT64)
            ? ap_memg_read_or_write_endian(&again)
            : ap_memg_read_or_write_endian_and_framerate(&again);
    if (is_read)
        report_explanation(&again, &explained);
    ap_count_skipped_checks(&again, 2); /* counts the checks of transforms and groups as skipped */
    return true;
}
