/* Defects of frame blocks. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

static ap_span frame_span(const ap_md5_tokens *tokens, size_t first, size_t last)
{
    const size_t at = ap_md5_token_span(tokens, ap_md5_frame_token(tokens, first)).offset;
    return (
        ap_span){ at, ap_span_end(ap_md5_token_span(tokens, ap_md5_frame_token(tokens, last + 1) - 1)) - at };
}

static bool expect_missing_frame(const ap_md5_tokens *tokens)
{
    return ap_md5_expect_finding(
        tokens, "frame-missing", (ap_span){ ap_md5_size_after_edits(tokens), 0 }, "frames");
}

bool ap_md5_apply_frame_missing(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const char *text = tokens->defect->text;
    const size_t last = tokens->frames - 1;
    const bool all = strcmp(text, "all") == 0, inner = strcmp(text, "inner") == 0;
    if (!all && last < (inner ? 2 : 1))
        return false;
    const size_t frame = strcmp(text, "last") == 0 ? last
                         : inner                   ? 1 + ap_choose_below(damage->choices, last - 1)
                                                   : 0;
    const ap_span span = frame_span(tokens, frame, all ? last : frame);
    const char *path = ap_format_damage_text(damage, "frames[%zu].index", frame);
    if (!ap_md5_delete_range(tokens, span.offset, ap_span_end(span)) || !expect_missing_frame(tokens))
        return false;
    return all || frame == last
           || ap_md5_expect_finding_at_token(
               tokens, "frame-index", ap_md5_frame_token(tokens, frame + 1) + 1, path);
}

bool ap_md5_apply_frame_surplus(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    char path[AP_MD5_PATH_BYTES];
    const int64_t mode = tokens->defect->number;
    const size_t count = tokens->frames;
    const size_t copied = mode == 2 ? ap_choose_below(damage->choices, count) : count - 1;
    const size_t brace = ap_md5_frame_token(tokens, copied) + 2;
    const size_t body = ap_md5_token_span(tokens, brace).offset;
    const ap_span block = frame_span(tokens, copied, copied);
    const size_t end = ap_span_end(ap_md5_token_span(tokens, tokens->end - 1));
    const char *head = ap_format_damage_text(damage, "frame %zu ", mode == 0 ? count : copied);
    if (head == NULL || !ap_md5_insert_text(tokens, end, "\n"))
        return false;
    const size_t at = ap_md5_offset_after_edits(tokens, end), digits = strlen(head) - strlen("frame ") - 1;
    (void)snprintf(path, sizeof path, "frames[%zu]", count);
    if (!ap_md5_insert_text(tokens, end, head)
        || !ap_md5_expect_finding(tokens, "frame-surplus", (ap_span){ at, 5 }, path)
        || !ap_edit_span(damage, (ap_span){ end, 0 }, tokens->file.bytes + body, ap_span_end(block) - body))
        return false;
    (void)snprintf(path, sizeof path, "frames[%zu].index", count);
    return mode == 0 || ap_md5_expect_finding(tokens, "frame-index", (ap_span){ at + 6, digits }, path);
}

bool ap_md5_apply_one_frame_more_or_less(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const bool fewer = tokens->defect->number > 0;
    const size_t count = tokens->frames, first = ap_md5_entry_token(tokens, MD5_BOUNDS, count - 1);
    const size_t block = ap_span_end(ap_md5_token_span(tokens, tokens->end - 1));
    const char *text = ap_format_damage_text(damage, "%zu", fewer ? count - 1 : count + 1);
    const char *head = ap_format_damage_text(damage, "\nframe %zu ", count);
    if (text == NULL || head == NULL
        || (fewer && (count == 1 || !ap_md5_has_nonzero_bounds_or_one_frame(tokens, count - 1)))
        || !ap_md5_replace_token(tokens, ap_md5_key_token(tokens, "num_frames"), text))
        return false;
    const size_t entry = ap_md5_token_span(tokens, first).offset;
    const size_t end = ap_span_end(ap_md5_token_span(tokens, first + MD5_PAIR - 1));
    const ap_span last = frame_span(tokens, count - 1, count - 1);
    const size_t body = ap_md5_token_span(tokens, ap_md5_frame_token(tokens, count - 1) + 2).offset;
    if (fewer)
        return ap_md5_delete_range(tokens, entry, end)
               && ap_md5_delete_range(tokens, last.offset, ap_span_end(last));
    const ap_span header = ap_md5_token_span(tokens, ap_md5_key_token(tokens, "num_frames"));
    if ((count == 1 && !ap_md5_expect_finding(tokens, "nothing-moves", header, "num_frames"))
        || (count == MD5_MANY_FRAMES && !ap_md5_expect_finding(tokens, "frame-limit", header, "num_frames")))
        return false;
    return ap_md5_insert_text(tokens, end, "\n\t( -1 -1 -1 ) ( 1 1 1 )")
           && ap_md5_insert_text(tokens, block, head)
           && ap_edit_span(
               damage, (ap_span){ block, 0 }, tokens->file.bytes + body, ap_span_end(last) - body);
}

static const char *text_of_wrong_frame_index(const ap_md5_tokens *tokens, size_t frame)
{
    const char *text = tokens->defect->text;
    size_t index = frame + 1;
    if (strcmp(text, "count") == 0)
        index = tokens->frames;
    else if (strcmp(text, "before") == 0)
        index = frame - 1;
    else if (strcmp(text, "next") != 0)
        return text;
    return ap_format_damage_text(tokens->damage, "%zu", index);
}

static bool is_later_frame(const ap_md5_tokens *tokens, size_t token)
{
    return ap_md5_token_site_of(tokens, token).index > 0;
}

bool ap_md5_apply_frame_index(const ap_md5_tokens *tokens)
{
    const bool before = strcmp(tokens->defect->text, "before") == 0;
    const size_t token = ap_md5_pick_token(tokens, "frames[*].index", before ? is_later_frame : NULL);
    if (token == SIZE_MAX)
        return false;
    const char *text = text_of_wrong_frame_index(tokens, ap_md5_token_site_of(tokens, token).index);
    const char *path = ap_md5_path_of_token(tokens, token);
    return text != NULL && ap_md5_replace_token(tokens, token, text)
           && ap_md5_expect_at_inserted(tokens, NULL, path);
}

bool ap_md5_apply_frame_indices_exchanged(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    char path[AP_MD5_PATH_BYTES];
    if (tokens->frames < 2)
        return false;
    const size_t frame = ap_choose_below(damage->choices, tokens->frames - 1);
    for (size_t i = 0; i < 2; i++) {
        const char *text = ap_format_damage_text(damage, "%zu", frame + 1 - i);
        (void)snprintf(path, sizeof path, "frames[%zu].index", frame + i);
        if (text == NULL || !ap_md5_replace_token(tokens, ap_md5_frame_token(tokens, frame + i) + 1, text)
            || !ap_md5_expect_at_inserted(tokens, NULL, path))
            return false;
    }
    return true;
}

bool ap_md5_apply_frame_index_from_1(const ap_md5_tokens *tokens)
{
    if (tokens->frames > AP_DEFECT_EDITS)
        return false;
    for (size_t i = 0; i < tokens->frames; i++) {
        const char *text = ap_format_damage_text(tokens->damage, "%zu", i + 1);
        if (text == NULL || !ap_md5_replace_token(tokens, ap_md5_frame_token(tokens, i) + 1, text)
            || (i == 0 && !ap_md5_expect_at_inserted(tokens, NULL, "frames[0].index")))
            return false;
    }
    return true;
}

/* Numbers */

bool ap_md5_apply_value_added(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, NULL);
    if (token == SIZE_MAX)
        return false;
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    const size_t at = ap_md5_token_span(tokens, token).offset;
    const char *path =
        ap_format_damage_text(tokens->damage, "frames[%zu].values[%zu]", site.index, tokens->components);
    if (!site.close)
        return ap_md5_insert_text(tokens, at, "0 ")
               && ap_md5_expect_finding_at_token(
                   tokens, NULL, ap_md5_value_token(tokens, site.index, tokens->components) - 1, path);
    return ap_md5_insert_text(tokens, at, "\t0") && ap_md5_insert_text(tokens, at, "\n")
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ at + 1, 1 }, path);
}

bool ap_md5_apply_values_removed(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    if (tokens->components == 0)
        return false;
    const size_t frame = ap_choose_below(damage->choices, tokens->frames);
    const bool all = tokens->defect->number > 0;
    const size_t first = all ? 0 : ap_choose_below(damage->choices, tokens->components);
    const size_t last = all ? tokens->components - 1 : first;
    const size_t from = ap_md5_token_span(tokens, ap_md5_value_token(tokens, frame, first)).offset;
    const size_t end = ap_span_end(ap_md5_token_span(tokens, ap_md5_value_token(tokens, frame, last)));
    const char *path = ap_format_damage_text(damage, "frames[%zu]", frame);
    return ap_md5_delete_range(tokens, from, end)
           && ap_md5_expect_finding_at_token(
               tokens, NULL, ap_md5_value_token(tokens, frame, tokens->components), path);
}
