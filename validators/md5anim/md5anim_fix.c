/* Fixes .md5anim files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/fixer.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_actual_counts.h"
#include "validators/md5anim/md5anim_content.h"
#include "validators/md5anim/md5anim_table.h"

#define SHARED_RULE(name) (&ap_md5anim_rules[MD5_##name])

enum { NUMBER_BYTES = 24, MOST_DIGITS = 10 };

/* Indices of frames */

/* Statistics of the indices of a file's frames. */
typedef struct index_statistics {
    size_t position;       /* number of indices visited */
    size_t wrong;          /* number of indices that differ from their frame's position */
    int64_t offset;        /* index minus position of the first wrong index */
    bool shifted;          /* every index differs from the frame's position by `offset` */
    bool malformed;        /* an index is not a number */
    ap_span first_bad;     /* span of the first wrong index */
    size_t first_position; /* position of the frame with the first wrong index */
    uint8_t *out;          /* when rewriting: the file with new indices; NULL when only counting */
    size_t used, at;       /* when rewriting: bytes of `out` written, and bytes of the input copied */
} index_statistics;

/* Sets *value to the integer that the word spells. Returns false if the word is not an integer of at most 10
   digits. */
static bool parse_index(ap_view word, int64_t *value)
{
    const bool negative = word.bytes[0] == '-';
    *value = 0;
    for (size_t i = negative; i < word.size; i++) {
        if (!ap_is_digit(word.bytes[i]) || i - negative >= MOST_DIGITS)
            return false;
        *value = 10 * *value + word.bytes[i] - '0';
    }
    *value = negative ? -*value : *value;
    return word.size > negative;
}

static void add_index_to_statistics(index_statistics *all, ap_view word, ap_span span)
{
    int64_t value;
    if (!parse_index(word, &value)) {
        all->malformed = true;
        return;
    }
    const int64_t offset = value - (int64_t)all->position;
    if (offset != 0 && all->wrong++ == 0) {
        all->offset = offset;
        all->first_bad = span;
        all->first_position = all->position;
        all->shifted = all->position == 0;
    }
    all->shifted = all->shifted && offset == all->offset;
}

static void rewrite_index(index_statistics *all, ap_view input, ap_span span)
{
    memcpy(all->out + all->used, input.bytes + all->at, span.offset - all->at);
    all->used += span.offset - all->at;
    all->used += (size_t)sprintf((char *)all->out + all->used, "%zu", all->position);
    all->at = ap_span_end(span);
}

/* Counts or rewrites each frame index up to a second MD5Version. A frame index is the word after a "frame" that is outside of
   braces. */
static void count_or_rewrite_indices(const ap_fix_job *job, index_statistics *all)
{
    ap_token_reader walk;
    size_t depth = 0, files = 0;
    bool after_frame = false;
    ap_begin_reading_tokens(&walk, job, job->input);
    while (ap_read_next_token(&walk)) {
        const ap_token token = walk.token;
        files += ap_token_is_bare_word(&walk.io, token, "MD5Version");
        if (files > 1)
            return;
        if (after_frame && token.kind == AP_TOKEN_WORD) {
            if (all->out == NULL)
                add_index_to_statistics(all, ap_fix_input_at(job, token.span), token.span);
            else
                rewrite_index(all, job->input, token.span);
            all->position++;
        }
        after_frame = depth == 0 && ap_token_is_bare_word(&walk.io, token, "frame");
        if (token.kind == AP_TOKEN_OPEN_BRACE)
            depth++;
        else if (token.kind == AP_TOKEN_CLOSE_BRACE && depth > 0)
            depth--;
    }
}

/* Returns true if header, bounds and blocks agree about the number of frames. */
static bool counts_of_frames_agree(const ap_fix_job *job, size_t blocks)
{
    size_t frames;
    int64_t said;
    ap_md5anim_actual_counts actual;
    ap_count_bytes_read_by_fixer(job, job->input.size);
    ap_md5anim_count_entries(job->input, job->arena, NULL, &actual);
    const ap_span count = actual.count_spans[AP_MD5ANIM_FRAME_COUNT];
    return ap_md5anim_find_agreed_count(&actual, AP_MD5ANIM_FRAME_COUNT, &frames) && frames == blocks
           && count.length > 0 && parse_index(ap_fix_input_at(job, count), &said) && said == (int64_t)frames;
}

static void rewrite_all_indices(const ap_fix_job *job, const index_statistics *seen, ap_fix *fix)
{
    index_statistics all = { .position = 0 };
    const size_t room =
        ap_saturating_size_sum(job->input.size, ap_saturating_size_product(seen->position, NUMBER_BYTES));
    all.out = ap_alloc(job->arena, room);
    if (all.out == NULL)
        return;
    count_or_rewrite_indices(job, &all);
    *fix = (ap_fix){ .span = { 0, all.at }, .text = { all.out, all.used } };
}

/* Numbers the frames from 0. Refused unless header and bounds agree with the number of frames, and either one index is wrong or
   all are wrong by the same amount: otherwise frames may have been reordered, and the right order is unknown. */
static void fix_single_or_shifted_frame_indices(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    index_statistics seen = { .position = 0 };
    (void)finding;
    count_or_rewrite_indices(job, &seen);
    fix->refused = "the sections of the file imply different numbers of frames";
    if (seen.malformed || !counts_of_frames_agree(job, seen.position))
        return;
    fix->refused = "the intended frame is unknown: several indices are wrong";
    if (seen.shifted)
        rewrite_all_indices(job, &seen, fix);
    else if (seen.wrong == 1)
        ap_fix_replace_by_number(job, seen.first_bad, seen.first_position, fix);
}

/* Counts and start indices */

/* The start index of a joint: offset in the file, and right value. */
typedef struct start_index_correction {
    size_t offset, value;
} start_index_correction;

/* Actual counts and right start indices of a file, computed once for all findings of a fixer. */
typedef struct counted_file {
    ap_md5anim_actual_counts actual;
    start_index_correction *starts; /* startIndex of each joint of the hierarchy, in the order of the file */
    size_t count, room;
    ap_arena *arena; /* owns the array `starts` */
} counted_file;

static void add_start_index(void *context, ap_span start, size_t components_before, int flags)
{
    counted_file *m = context;
    start_index_correction *starts = ap_grow_array(m->arena, m->starts, m->count, &m->room, sizeof *starts);
    if (starts == NULL)
        return;
    m->starts = starts;
    m->starts[m->count++] = (start_index_correction){ start.offset, flags == 0 ? 0 : components_before };
}

/* Returns the actual counts of the file, and keeps them in job->memory, if the job has it, for later calls. Returns NULL when out
   of memory. */
static const counted_file *actual_counts_of_file(const ap_fix_job *job)
{
    if (job->memory != NULL && job->memory->known != NULL)
        return job->memory->known;
    ap_arena *arena = job->memory == NULL ? job->arena : job->memory->arena;
    counted_file *m = ap_alloc(arena, sizeof *m);
    if (m != NULL) {
        *m = (counted_file){ .arena = arena };
        const ap_md5anim_start_index_listener listener = { add_start_index, m };
        ap_count_bytes_read_by_fixer(job, job->input.size);
        ap_md5anim_count_entries(job->input, arena, &listener, &m->actual);
    }
    job->arena->failed |= arena->failed;
    if (job->memory != NULL && !arena->failed)
        job->memory->known = m;
    return arena->failed ? NULL : m;
}

static void replace_count(const ap_fix_job *job, const counted_file *m, ap_md5anim_count count, ap_fix *fix)
{
    size_t value;
    if (m->actual.count_spans[count].length == 0)
        fix->refused = "the header lacks the count";
    else if (!ap_md5anim_find_agreed_count(&m->actual, count, &value))
        fix->refused = "the sections of the file imply different counts";
    else
        ap_fix_replace_by_number(job, m->actual.count_spans[count], value, fix);
}

static const ap_md5anim_count frame_count = AP_MD5ANIM_FRAME_COUNT, joint_count = AP_MD5ANIM_JOINT_COUNT,
                              component_count = AP_MD5ANIM_COMPONENT_COUNT;

static void fix_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const counted_file *m = actual_counts_of_file(job);
    (void)finding;
    if (m != NULL)
        replace_count(job, m, *(const ap_md5anim_count *)job->with, fix);
}

/* Fixes the count that the finding points at. If the finding points at a header number other than a count,
   writes the number in plain digits. */
static void fix_count_or_integer_at_finding(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const counted_file *m = actual_counts_of_file(job);
    ap_md5anim_count count = AP_MD5ANIM_FRAME_COUNT;
    if (m == NULL)
        return;
    while (count < AP_MD5ANIM_COUNTS && m->actual.count_spans[count].offset != finding->span.offset)
        count++;
    if (count == AP_MD5ANIM_COUNTS)
        ap_md5_fix_integer(job, finding, fix);
    else
        replace_count(job, m, count, fix);
}

static int compare_with_offset(const void *wanted, const void *start)
{
    const size_t a = *(const size_t *)wanted, b = ((const start_index_correction *)start)->offset;
    return a < b ? -1 : a > b;
}

static void fix_start_index(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const counted_file *m = actual_counts_of_file(job);
    if (m == NULL)
        return;
    const start_index_correction *start = m->count == 0 ? NULL
                                                        : bsearch(&finding->span.offset, m->starts, m->count,
                                                            sizeof *start, compare_with_offset);
    if (start == NULL || m->actual.invalid_flags)
        fix->refused = "the flags do not determine the value";
    else
        ap_fix_replace_by_number(job, finding->span, start->value, fix);
}

/* Fixes of the header, and the canonical form */

static const char *const header_keys[] = { "commandline", "numFrames", "numJoints", "frameRate",
    "numAnimatedComponents", NULL };

static bool find_agreed_count(const ap_fix_job *job, size_t key, size_t *value)
{
    static const ap_md5anim_count counts[] = { AP_MD5ANIM_COUNTS, AP_MD5ANIM_FRAME_COUNT,
        AP_MD5ANIM_JOINT_COUNT, AP_MD5ANIM_COUNTS, AP_MD5ANIM_COMPONENT_COUNT };
    ap_md5anim_actual_counts actual;
    ap_count_bytes_read_by_fixer(job, job->input.size);
    ap_md5anim_count_entries(job->input, job->arena, NULL, &actual);
    return ap_md5anim_find_agreed_count(&actual, counts[key], value);
}

/* The numbers of a frame that the joints use. */
typedef struct used_numbers {
    ap_view input;
    bool *used; /* used[i]: a joint uses number i of a frame; allocated in the arena */
    size_t count;
} used_numbers;

/* Marks the numbers that a joint uses: as many as its flags have bits, from its start index on. */
static void mark_numbers_of_joint_used(void *context, ap_span start, size_t components_before, int flags)
{
    used_numbers *numbers = context;
    const size_t own = (size_t)__builtin_popcount((unsigned)flags);
    int32_t first;
    (void)components_before;
    if (!ap_parse_int32((ap_view){ numbers->input.bytes + start.offset, start.length }, &first) || first < 0)
        return;
    for (size_t i = (size_t)first; i < (size_t)first + own && i < numbers->count; i++)
        numbers->used[i] = true;
}

/* Returns true if the frames have a number that is not a component of any joint, or when out of memory. The canonical form leaves
   such numbers out. */
static bool has_numbers_of_no_joint(const ap_fix_job *job)
{
    ap_md5anim_actual_counts actual;
    ap_count_bytes_read_by_fixer(job, 2 * job->input.size);
    ap_md5anim_count_entries(job->input, job->arena, NULL, &actual);
    used_numbers numbers = { job->input, ap_alloc_array(job->arena, actual.values, sizeof(bool)),
        actual.values };
    if (numbers.used == NULL)
        return actual.values > 0;
    const ap_md5anim_start_index_listener listener = { mark_numbers_of_joint_used, &numbers };
    ap_md5anim_count_entries(job->input, job->arena, &listener, &actual);
    return memchr(numbers.used, false, numbers.count * sizeof(bool)) != NULL;
}

static const ap_md5_header_keys header = { header_keys, "hierarchy", find_agreed_count };
static const ap_md5_canonical_form_loss_checks form = { "hierarchy", AP_MD5ANIM_RULE(TRAILING_CONTENT),
    has_numbers_of_no_joint };

/* A row of the fixers that corrects the count that a rule is about. */
#define COUNT(rule, what, count)                                                                             \
    {                                                                                                        \
        rule, "writes " what, false, true, .fix = fix_count, .with = &(count)                                \
    }

/* A row of the fixers that writes all boxes anew. */
#define BOXES(rule)                                                                                          \
    {                                                                                                        \
        rule, "writes the boxes of the mesh's vertices", .fix = ap_md5anim_fix_boxes, .once = true,          \
                                                         .paired = true                                      \
    }

static const ap_fixer fixers[] = {
    AP_MD5_TEXT_FIXERS(ap_md5anim_rules),
    AP_MD5_JOINT_FIXERS(ap_md5anim_rules),
    AP_MD5_HEADER_FIXERS(ap_md5anim_rules, &header),
    AP_MD5_RATE_FIXER(AP_MD5ANIM_RULE(FRAME_RATE_FRACTION)),
    AP_MD5_TRAILING_FIXER(AP_MD5ANIM_RULE(TRAILING_CONTENT), "frame"),
    AP_MD5_COUNT_FIXERS(ap_md5anim_rules, fix_count_or_integer_at_finding, NULL),
    COUNT(AP_MD5ANIM_RULE(FRAME_COUNT), "the actual number of frames", frame_count),
    COUNT(AP_MD5ANIM_RULE(JOINT_COUNT), "the actual number of joints", joint_count),
    COUNT(AP_MD5ANIM_RULE(FRAME_COUNT_RANGE), "the actual number of frames", frame_count),
    COUNT(AP_MD5ANIM_RULE(FRAME_MISSING), "the actual number of frames", frame_count),
    COUNT(AP_MD5ANIM_RULE(FRAME_SURPLUS), "the actual number of frames", frame_count),
    COUNT(AP_MD5ANIM_RULE(BOUNDS_COUNT), "the actual number of frames", frame_count),
    COUNT(SHARED_RULE(JOINT_COUNT_RANGE), "the actual number of joints", joint_count),
    COUNT(AP_MD5ANIM_RULE(HIERARCHY_COUNT), "the actual number of joints", joint_count),
    COUNT(AP_MD5ANIM_RULE(BASEFRAME_COUNT), "the actual number of joints", joint_count),
    COUNT(AP_MD5ANIM_RULE(COMPONENT_COUNT_RANGE), "the actual number of values of a frame", component_count),
    COUNT(AP_MD5ANIM_RULE(COMPONENT_SUM), "the actual number of values of a frame", component_count),
    { AP_MD5ANIM_RULE(START_INDEX_RANGE), "writes the number of components before the joint", false, true,
        .fix = fix_start_index },
    /* must come before the rows of the canonical form, because that form replaces the comments and the start
       indices */
    { AP_MD5ANIM_RULE(COMMENT_FLAGS), "writes the flags of the components that the comments list", true,
        false, .fix = ap_md5anim_fix_flags, .once = true },
    AP_MD5_FORM_FIXER(AP_MD5ANIM_RULE(START_INDEX_ORDER), &form),
    { AP_MD5ANIM_RULE(FRAME_INDEX), "counts the frames from 0", false, false,
        .fix = fix_single_or_shifted_frame_indices, .once = true },
    AP_MD5_FORM_FIXERS(ap_md5anim_rules, &form),
    BOXES(AP_MD5ANIM_RULE(BOUNDS_INVERTED)),
    BOXES(AP_MD5ANIM_RULE(BOUNDS_ZERO)),
    BOXES(AP_MD5ANIM_RULE(BOUNDS_JOINTS)),
    BOXES(AP_MD5ANIM_RULE(MESH_BOUNDS)),
};

const ap_fixer_table ap_md5anim_fixers = { fixers, sizeof fixers / sizeof *fixers };
