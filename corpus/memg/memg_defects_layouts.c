/* Motion files written in another layout from start to end, or with counts of transforms that are off by one, by a mistake in
   their writer. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

#define OTHER "memg/other-layout"

enum {
    FRAMERATE = 1,
    WIDE = 8,
    LONGEST_NAME = 255,
    MOST_FRAMERATE = 1000,
    /* The bytes of transforms with 16 entries, and of other numbers of transforms with 12 entries, are multiples of 32: two such
       sizes are equal, or differ by at least 32. */
    LEAST_ROOM = 32,
};

/* Bits of the defect's number: which parts of the file are written in another way. */
enum {
    MATRIX4 = 1,
    FLOAT32 = 2,
    INT64 = 4,
    MAPPING_INT64 = 8,
    FRAMERATE_FLOAT64 = 16,
    ALIGNED = 32,
    PADDED_4 = 64,
    PADDED_8 = 128,
    NO_LENGTH = 256,
    TERMINATED = 512
};

/* A rotation within this limit also passes the linter's limit of 1e-6, however sums are rounded. */
static const double SURELY_WITHIN = 0.9e-6;

typedef struct layout_rewrite {
    const ap_memg_candidates *candidates;
    int64_t mistakes;
    uint8_t *bytes;
    size_t size;
    size_t padding_at;                   /* offset of the first padding byte; 0 if there is no padding */
    const ap_listed_field *padded_field; /* the field after that padding */
    size_t mapping_at;                   /* offset of the first mapping entry of the first group */
} layout_rewrite;

static bool is_mistake_applied(const layout_rewrite *r, int64_t mistake)
{
    return (r->mistakes & mistake) != 0;
}

static void put_padding(layout_rewrite *r, size_t multiple, const ap_listed_field *next)
{
    if (r->size % multiple > 0 && r->padding_at == 0) {
        r->padding_at = r->size;
        r->padded_field = next;
    }
    while (r->size % multiple > 0)
        r->bytes[r->size++] = 0;
}

static void put_field(layout_rewrite *r, const ap_listed_field *field, uint64_t bits, size_t size)
{
    uint8_t bytes[AP_NUMBER_ROOM];
    if (is_mistake_applied(r, ALIGNED))
        put_padding(r, size, field);
    ap_store_number_padded_to_8(bytes, bits, size, false);
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
}

static void put_integer(layout_rewrite *r, const ap_listed_field *field, bool of_mapping)
{
    const int64_t wide = ap_field_i32(r->candidates->damage, field);
    if (is_mistake_applied(r, INT64) || (of_mapping && is_mistake_applied(r, MAPPING_INT64)))
        put_field(r, field, (uint64_t)wide, sizeof wide);
    else
        put_field(r, field, (uint64_t)wide, sizeof(int32_t));
}

static void put_number(layout_rewrite *r, const ap_listed_field *field, double value)
{
    const float half = (float)value;
    if (is_mistake_applied(r, FLOAT32))
        put_field(r, field, ap_bits_of_float(half), sizeof half);
    else
        put_field(r, field, ap_bits_of_double(value), sizeof value);
}

static void put_transforms(layout_rewrite *r)
{
    const size_t count = r->candidates->frames * r->candidates->timesteps;
    const ap_listed_field *entry = r->candidates->transforms;
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < MEMG_ENTRIES; e++, entry++)
            put_number(r, entry, ap_field_f64(r->candidates->damage, entry));
        for (size_t e = 0; is_mistake_applied(r, MATRIX4) && e < 4; e++)
            put_number(r, entry - 1, e == 3);
    }
}

static void put_name(layout_rewrite *r, const ap_memg_candidate_group *group)
{
    const ap_span name = group->name->span;
    if (!is_mistake_applied(r, NO_LENGTH | TERMINATED))
        put_integer(r, group->name_length, false);
    memcpy(r->bytes + r->size, r->candidates->damage->input.bytes + name.offset, name.length);
    r->size += name.length;
    if (is_mistake_applied(r, TERMINATED))
        r->bytes[r->size++] = 0;
    if (is_mistake_applied(r, PADDED_4 | PADDED_8))
        put_padding(r, is_mistake_applied(r, PADDED_8) ? WIDE : MEMG_COUNT_BYTES, group->vertex_count);
}

static void put_group(layout_rewrite *r, const ap_memg_candidate_group *group, const ap_listed_field *end)
{
    put_name(r, group);
    for (const ap_listed_field *field = group->vertex_count; field < end; field++) {
        if (group->index == 0 && field == group->mapping)
            r->mapping_at = r->size;
        if (field->type == AP_TYPE_F64)
            put_number(r, field, ap_field_f64(r->candidates->damage, field));
        else
            put_integer(r, field, field >= group->mapping && field < group->mean);
    }
}

static void put_header(layout_rewrite *r)
{
    const ap_listed_field *header = r->candidates->damage->fields.items;
    for (size_t i = 0; i < MEMG_HEADER_FIELDS; i++) {
        const double framerate = ap_field_i32(r->candidates->damage, &header[i]);
        if (i == FRAMERATE && is_mistake_applied(r, FRAMERATE_FLOAT64))
            put_field(r, &header[i], ap_bits_of_double(framerate), sizeof framerate);
        else
            put_integer(r, &header[i], false);
    }
}

/* Returns true if the linter certainly recognises the layout: all names are printable and short, a group has vertices, and there
   are frames and timesteps. */
static bool is_layout_certainly_recognised(const ap_memg_candidates *candidates)
{
    bool moves = false;
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_span name = candidates->groups[i].name->span;
        for (size_t at = 0; at < name.length; at++) {
            const uint8_t byte = candidates->damage->input.bytes[name.offset + at];
            if (byte <= 0x20 || byte >= 0x7f)
                return false;
        }
        moves = moves || candidates->groups[i].vertices > 0;
        if (name.length > LONGEST_NAME)
            return false;
    }
    return moves && candidates->frames > 0 && candidates->timesteps > 0;
}

/* Returns true if the linter cannot recognise the layout: (k+1)n or (k+1)(n+1) transforms of 12 entries would take as many bytes,
   for k frames and n timesteps, or a long name could be read as transforms. */
static bool do_transforms_fit_otherwise(const layout_rewrite *r)
{
    const size_t k = r->candidates->frames, n = r->candidates->timesteps;
    return is_mistake_applied(r, MATRIX4)
           && (k == 3 || (k > 3 && n > 3 && (k - 3) * (n - 3) == 12)
               || r->candidates->groups[0].name->span.length > LEAST_ROOM);
}

static bool expect_first_mistake(ap_damage *damage, const layout_rewrite *r)
{
    const ap_span transform = { MEMG_HEADER_FIELDS * MEMG_COUNT_BYTES, MEMG_TRANSFORM_BYTES };
    if (is_mistake_applied(r, INT64 | FRAMERATE_FLOAT64))
        return ap_expect_finding(damage, OTHER, (ap_span){ MEMG_COUNT_BYTES, MEMG_COUNT_BYTES }, "framerate");
    if (is_mistake_applied(r, MATRIX4 | FLOAT32))
        return r->size >= ap_span_end(transform)
               && ap_expect_finding(damage, OTHER, transform, "transforms[0][0]");
    if (is_mistake_applied(r, ALIGNED | PADDED_4 | PADDED_8))
        return r->padding_at > 0
               && ap_expect_with_path_of_field(
                   damage, OTHER, (ap_span){ r->padding_at, MEMG_COUNT_BYTES }, r->padded_field);
    if (is_mistake_applied(r, NO_LENGTH | TERMINATED))
        return ap_expect_finding(
            damage, OTHER, (ap_span){ r->candidates->groups_at, MEMG_COUNT_BYTES }, "groups[0].name_length");
    return ap_expect_finding(
        damage, OTHER, (ap_span){ r->mapping_at, MEMG_COUNT_BYTES }, "groups[0].mapping[0]");
}

/* Returns true if the frame rate is one that files with a float64 frame rate usually have. */
static bool is_float64_framerate_plausible(const ap_memg_candidates *candidates)
{
    const int32_t framerate = ap_field_i32(candidates->damage, &candidates->damage->fields.items[FRAMERATE]);
    return framerate >= 1 && framerate <= MOST_FRAMERATE;
}

static bool write_in_other_layout(ap_damage *damage)
{
    ap_memg_candidates candidates;
    layout_rewrite r = { .candidates = &candidates, .mistakes = damage->defect->number };
    const ap_view input = damage->input;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frame_count->swap
        || !is_layout_certainly_recognised(&candidates) || do_transforms_fit_otherwise(&r)
        || (is_mistake_applied(&r, FRAMERATE_FLOAT64) && !is_float64_framerate_plausible(&candidates))
        || (is_mistake_applied(&r, ALIGNED)
            && candidates.groups[0].name->span.length % MEMG_COUNT_BYTES == 0))
        return false;
    r.bytes = ap_alloc(damage->arena, 3 * input.size + WIDE);
    if (r.bytes == NULL)
        return false;
    put_header(&r);
    put_transforms(&r);
    for (size_t i = 0; i < candidates.count; i++)
        put_group(&r, &candidates.groups[i],
            i + 1 < candidates.count ? candidates.groups[i + 1].name_length
                                     : damage->fields.items + damage->fields.count);
    const size_t from = is_mistake_applied(&r, INT64 | FRAMERATE_FLOAT64)
                            ? MEMG_COUNT_BYTES
                            : MEMG_HEADER_FIELDS * MEMG_COUNT_BYTES;
    return ap_edit_span(damage, (ap_span){ from, input.size - from }, r.bytes + from, r.size - from)
           && expect_first_mistake(damage, &r) && ap_expect_vanished_from(damage, NULL, from);
}

/* Returns true if all transforms from number `first` on are certainly rotations. By rotations, the linter recognises the
   transforms that a too small count leaves out. */
static bool are_surely_rotations(const ap_memg_candidates *candidates, size_t first)
{
    for (size_t i = first; i < candidates->frames * candidates->timesteps; i++) {
        if (!(ap_memg_orthonormal_error_or_nan(candidates, candidates->transforms + MEMG_ENTRIES * i)
                <= SURELY_WITHIN))
            return false;
    }
    return true;
}

/* Returns true if this number of transforms would end at the end of the file, at the start of a group, or inside a group's name:
   the file could then also be complete, or be written in a layout without name lengths. */
static bool is_end_ambiguous(const ap_memg_candidates *candidates, size_t transforms)
{
    const size_t end = MEMG_HEADER_FIELDS * MEMG_COUNT_BYTES + MEMG_TRANSFORM_BYTES * transforms;
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_memg_candidate_group *group = &candidates->groups[i];
        const ap_span name = group->name->span;
        if (end >= group->name_length->span.offset && end < name.offset + name.length)
            return true;
    }
    return end == candidates->damage->input.size;
}

/* Subtracts the low 32 bits of the defect's number from the number of frames, and its high 32 bits from the number of timesteps;
   both may be negative. */
static bool subtract_from_counts(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const int32_t frames_less = (int32_t)(uint32_t)damage->defect->number;
    const int32_t timesteps_less = (int32_t)(uint32_t)(damage->defect->number >> 32);
    if (!ap_memg_find_candidates(damage, &candidates) || !is_layout_certainly_recognised(&candidates))
        return false;
    const int64_t frames = (int64_t)candidates.frames - frames_less;
    const int64_t timesteps = (int64_t)candidates.timesteps - timesteps_less;
    const size_t transforms = (size_t)(frames * timesteps);
    if (!are_surely_rotations(&candidates, transforms) || is_end_ambiguous(&candidates, transforms))
        return false;
    const ap_listed_field *at_fault = frames_less != 0 ? candidates.frame_count : candidates.timestep_count;
    return (frames_less == 0 || ap_edit_number(damage, candidates.frame_count, (uint64_t)frames))
           && (timesteps_less == 0 || ap_edit_number(damage, candidates.timestep_count, (uint64_t)timesteps))
           && ap_expect_own_rule(damage, at_fault)
           && ap_expect_vanished_from(damage, NULL, candidates.frame_count->span.offset);
}

#define TWO(first, second) ((int64_t)((uint64_t)(second) << 32 | (uint32_t)(first)))

static const ap_defect defects[] = {
    ROW("other-layout", "matrix4", "transforms are 4 x 4", write_in_other_layout, .number = MATRIX4),
    ROW("other-layout", "float32", "numbers are float32", write_in_other_layout, .number = FLOAT32),
    ROW("other-layout", "int64", "integers are int64", write_in_other_layout, .number = INT64),
    ROW("other-layout", "mapping-int64", "mapping entries are int64", write_in_other_layout,
        .number = MAPPING_INT64),
    ROW("other-layout", "framerate-float64", "the framerate is a float64", write_in_other_layout,
        .number = FRAMERATE_FLOAT64),
    ROW("other-layout", "aligned", "each number is aligned with zeros", write_in_other_layout,
        .number = ALIGNED, .knobs = "groups=1..3 name_bytes=5..7"),
    ROW("other-layout", "name-padded-4", "zeros follow each name up to a multiple of 4 bytes",
        write_in_other_layout, .number = PADDED_4),
    ROW("other-layout", "name-padded-8", "zeros follow each name up to a multiple of 8 bytes",
        write_in_other_layout, .number = PADDED_8),
    ROW("other-layout", "no-name-length", "the lengths of the names are missing", write_in_other_layout,
        .number = NO_LENGTH),
    ROW("other-layout", "name-terminated", "names end in a NUL and have no length", write_in_other_layout,
        .number = TERMINATED),
    ROW("other-layout", "float32-int64", "numbers are float32, and integers are int64", write_in_other_layout,
        .number = FLOAT32 | INT64),
    ROW("other-layout", "matrix4-no-name-length",
        "transforms are 4 x 4, and the lengths of the names are missing", write_in_other_layout,
        .number = MATRIX4 | NO_LENGTH),
    ROW("other-layout", "inclusive", "the counts of frames and timesteps are last indices, one too small",
        subtract_from_counts, .number = TWO(1, 1)),
    ROW("other-layout", "timesteps-one-less", "the timestep count is one too small", subtract_from_counts,
        .number = TWO(0, 1)),
    ROW("other-layout", "timesteps-one-more", "the timestep count is one too large", subtract_from_counts,
        .number = TWO(0, -1)),
    ROW("other-layout", "frames-one-less", "the frame count is one too small", subtract_from_counts,
        .number = TWO(1, 0)),
    ROW("other-layout", "frames-one-more", "the frame count is one too large", subtract_from_counts,
        .number = TWO(-1, 0)),
};

const ap_defect_table ap_memg_layout_defects = { defects, sizeof defects / sizeof *defects };
