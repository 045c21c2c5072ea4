#include "validators/md5anim/md5anim_index_fix.h"

#include <stdio.h>

#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5anim/md5anim_actual_counts.h"

enum { NUMBER_BYTES = 24, MOST_DIGITS = 10 };

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

void ap_md5anim_fix_single_or_shifted_frame_indices(
    const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
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
