/* Defects of camera paths: cuts, and the consequences of a wrong number of frames. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

static size_t token_of_cut(const ap_md5_tokens *tokens, size_t cut)
{
    return ap_md5_entry_token(tokens, MD5_CUTS, cut);
}

static const char *path_of_cut(const ap_md5_tokens *tokens, size_t cut)
{
    return ap_format_damage_text(tokens->damage, "cuts[%zu]", cut);
}

bool ap_md5_expect_wrong_num_frames(const ap_md5_tokens *tokens, int32_t value)
{
    const size_t cuts = tokens->parts[MD5_CUTS].entries;
    if (value == 1 && !ap_md5_expect_at_inserted(tokens, "single-frame", "num_frames"))
        return false;
    if ((size_t)value < cuts
        && !ap_md5_expect_finding_at_token(
            tokens, "cut-count-range", ap_md5_key_token(tokens, "num_cuts"), "num_cuts"))
        return false;
    for (size_t i = 0; i < cuts; i++) {
        const size_t token = token_of_cut(tokens, i);
        const char *path = path_of_cut(tokens, i);
        if (path == NULL
            || (ap_md5_token_integer(tokens, token) >= value
                && !ap_md5_expect_finding_at_token(tokens, "cut-range", token, path)))
            return false;
    }
    return ap_md5_expect_wrong_list_count(tokens, MD5_CAMERA, value, "camera-count");
}

/* Returns true if the token is not the first entry of cuts. Defects of the order of cuts need an earlier
   entry. */
static bool is_later_cut(const ap_md5_tokens *tokens, size_t token)
{
    return ap_md5_token_site_of(tokens, token).index > 0;
}

static bool is_first_cut(const ap_md5_tokens *tokens, size_t token)
{
    return !is_later_cut(tokens, token);
}

static bool is_last_cut(const ap_md5_tokens *tokens, size_t token)
{
    return ap_md5_token_site_of(tokens, token).index + 1 == tokens->parts[MD5_CUTS].entries;
}

static const char *text_of_wrong_cut(const ap_md5_tokens *tokens, size_t token)
{
    const char *text = tokens->defect->text;
    if (strcmp(text, "count") == 0)
        return ap_format_damage_text(tokens->damage, "%zu", tokens->frames);
    if (strcmp(text, "last") == 0)
        return ap_format_damage_text(tokens->damage, "%zu", tokens->frames - 1);
    if (strcmp(text, "before") == 0)
        return ap_format_damage_text(tokens->damage, "%d", (int)ap_md5_token_integer(tokens, token - 1));
    return text;
}

bool ap_md5_apply_cut_value(const ap_md5_tokens *tokens)
{
    const bool near = tokens->defect->near_miss, order = strstr(tokens->defect->rule, "order") != NULL;
    const bool at_end = strcmp(tokens->defect->text, "last") == 0;
    const size_t token = ap_md5_pick_token_of_defect(tokens, at_end  ? is_last_cut
                                                             : near  ? is_first_cut
                                                             : order ? is_later_cut
                                                                     : NULL);
    const char *text = token == SIZE_MAX ? NULL : text_of_wrong_cut(tokens, token);
    if (text == NULL || !ap_md5_replace_token(tokens, token, text))
        return false;
    const char *path = ap_md5_path_of_token(tokens, token);
    return near || ap_md5_expect_at_inserted(tokens, NULL, path);
}

bool ap_md5_apply_cuts_exchanged(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t token = ap_md5_pick_token_of_defect(tokens, is_later_cut);
    if (token == SIZE_MAX)
        return false;
    const ap_view earlier = ap_md5_token_text(tokens, token - 1), later = ap_md5_token_text(tokens, token);
    const char *path = ap_md5_path_of_token(tokens, token);
    return ap_edit_span(damage, ap_md5_token_span(tokens, token - 1), later.bytes, later.size)
           && ap_edit_span(damage, ap_md5_token_span(tokens, token), earlier.bytes, earlier.size)
           && ap_md5_expect_at_inserted(tokens, NULL, path);
}

/* Deletes all entries of a section except the first `kept`. */
static bool keep_first_entries(const ap_md5_tokens *tokens, size_t number, size_t kept)
{
    const ap_md5_section_layout *part = &tokens->parts[number];
    const size_t last = kept == 0 ? part->at + 1 : ap_md5_entry_token(tokens, number, kept) - 1;
    const size_t from = ap_span_end(ap_md5_token_span(tokens, last)),
                 end = ap_md5_token_span(tokens, part->close).offset;
    return ap_md5_replace_span(tokens, (ap_span){ from, end - from }, "\n");
}

bool ap_md5_apply_single_frame(const ap_md5_tokens *tokens)
{
    return ap_md5_replace_token(tokens, ap_md5_key_token(tokens, "num_frames"), "1")
           && ap_md5_expect_at_inserted(tokens, NULL, "num_frames")
           && ap_md5_replace_token(tokens, ap_md5_key_token(tokens, "num_cuts"), "0")
           && keep_first_entries(tokens, MD5_CUTS, 0) && keep_first_entries(tokens, MD5_CAMERA, 1);
}
