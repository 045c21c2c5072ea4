#include "validators/memg/memg_other.h"

#include "validators/memg/memg_trial.h"

enum { BUDGET_GROUPS = 1 << 22, BUDGET_BYTES = 1 << 28, BUDGET_PASSES = 4 };

typedef enum kind { MATRIX, SCALAR, INTEGERS, FRAMERATE, PADDING, NAME, COUNTS } kind;

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

/* In the order in which they are tried. */
static const kind kinds[MISTAKES] = {
    [MATRIX4] = MATRIX,
    [FLOAT32] = SCALAR,
    [INT64] = INTEGERS,
    [MAPPING_INT64] = INTEGERS,
    [FRAMERATE_FLOAT64] = FRAMERATE,
    [ALIGNED] = PADDING,
    [NAME_PADDED_4] = PADDING,
    [NAME_PADDED_8] = PADDING,
    [NO_NAME_LENGTH] = NAME,
    [NAME_TERMINATED] = NAME,
    [INCLUSIVE] = COUNTS,
    [TIMESTEPS_1_MORE] = COUNTS,
    [TIMESTEPS_1_LESS] = COUNTS,
    [FRAMES_1_MORE] = COUNTS,
    [FRAMES_1_LESS] = COUNTS,
};

static void make(ap_memg_variant *variant, size_t which)
{
    const size_t wide = 8;
    switch ((mistake_name)which) {
    case MATRIX4:
        variant->transform_entries = 16;
        break;
    case FLOAT32:
        variant->number_bytes = sizeof(float);
        break;
    case INT64:
        variant->integer_bytes = variant->mapping_bytes = wide;
        break;
    case MAPPING_INT64:
        variant->mapping_bytes = wide;
        break;
    case FRAMERATE_FLOAT64:
        variant->framerate_is_number = true;
        break;
    case ALIGNED:
        variant->padding = AP_MEMG_ALIGNED;
        break;
    case NAME_PADDED_4:
    case NAME_PADDED_8:
        variant->padding = AP_MEMG_AFTER_NAME;
        variant->name_padding = which == NAME_PADDED_4 ? wide / 2 : wide;
        break;
    case NO_NAME_LENGTH:
        variant->naming = AP_MEMG_NO_LENGTH;
        break;
    case NAME_TERMINATED:
        variant->naming = AP_MEMG_TERMINATED;
        break;
    case INCLUSIVE:
        variant->inclusive = true;
        variant->more_frames = variant->more_timesteps = 1;
        break;
    case TIMESTEPS_1_MORE:
        variant->more_timesteps = 1;
        break;
    case TIMESTEPS_1_LESS:
        variant->more_timesteps = -1;
        break;
    case FRAMES_1_MORE:
        variant->more_frames = 1;
        break;
    case FRAMES_1_LESS:
        variant->more_frames = -1;
        break;
    case MISTAKES:
        break;
    }
}

/* What explains an input: one mistake, or two; and how the input reads with them. */
typedef struct explanation {
    size_t count; /* of readings that explain it */
    bool agreed;
    size_t first, second; /* mistakes; equal where it is one */
    ap_memg_trial trial;
    ap_memg_motion motion;
} explanation;

static void try_mistakes(
    ap_view input, size_t first, size_t second, ap_memg_budget *budget, explanation *explained)
{
    ap_memg_motion motion;
    ap_memg_trial trial = { .variant = ap_memg_published, .budget = budget };
    make(&trial.variant, first);
    make(&trial.variant, second);
    if (!ap_memg_try(input, &trial, &motion))
        return;
    if (explained->count++ == 0)
        *explained = (explanation){ 1, true, first, second, trial, motion };
    else if (trial.places != explained->trial.places)
        explained->agreed = false;
}

static bool explain(ap_view input, explanation *explained)
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
            if (kinds[i] != kinds[j])
                try_mistakes(input, i, j, &budget, explained);
        }
    }
    return explained->count > 0 && explained->agreed;
}

bool ap_memg_is_explained(ap_view input)
{
    explanation explained;
    return explain(input, &explained);
}

bool ap_memg_groups_sound(ap_view input)
{
    ap_memg_motion motion;
    ap_memg_budget budget = { SIZE_MAX, SIZE_MAX };
    ap_memg_trial trial = { .variant = ap_memg_published, .budget = &budget };
    return ap_memg_try(input, &trial, &motion);
}
