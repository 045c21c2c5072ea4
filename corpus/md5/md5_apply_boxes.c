/* Defects of boxes that do not hold the joints of their frame. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

enum { LONGEST_BOX = 160 /* bytes of the line that append_far_box writes */ };

/* If a side of a frame's box is longer than this, the frame's joints certainly spread over more than 1 % of their pose on that
   axis. Generated boxes are longer than the spread of the joints by 2. */
static const float long_side = 8;

/* Writes the box of a frame. The boxes of later frames are farther away, by 100000 per frame: no joint moves as far. */
static char *append_far_box(char *at, size_t frame)
{
    const int low = 100000 * ((int)frame + 1), high = low + 1;
    return at + sprintf(at, "\t( %d %d %d ) ( %d %d %d )\n", low, low, low, high, high, high);
}

bool ap_md5_apply_all_boxes_far_away(const ap_md5_tokens *tokens)
{
    const ap_md5_section_layout *part = &tokens->parts[MD5_BOUNDS];
    const size_t first = tokens->defect->near_miss ? 2 : 0;
    if (tokens->joints < 2 || part->entries <= first || part->entries > 1000)
        return false;
    const size_t from = first == 0 ? ap_span_end(ap_md5_token_span(tokens, part->at + 1))
                                   : ap_span_end(ap_md5_token_span(tokens,
                                       ap_md5_entry_token(tokens, MD5_BOUNDS, first - 1) + MD5_PAIR - 1));
    const size_t end = ap_md5_token_span(tokens, part->close).offset;
    char *text = ap_alloc(tokens->damage->arena, part->entries * LONGEST_BOX), *at = text, *last = text;
    if (text == NULL)
        return false;
    *at++ = '\n';
    for (size_t i = first; i < part->entries; i++) {
        last = at + 1;
        at = append_far_box(at, i);
    }
    /* bytes that each line end of the file has in addition to the LF in `text` */
    const size_t more = strlen(tokens->line_end) - 1;
    const ap_span box = { from + (size_t)(last - text) + more * (part->entries - first),
        (size_t)(at - 1 - last) };
    const char *path = ap_format_damage_text(tokens->damage, "bounds[%zu]", part->entries - 1);
    return ap_md5_replace_span(tokens, (ap_span){ from, end - from }, text)
           && (tokens->defect->near_miss || ap_md5_expect_finding(tokens, NULL, box, path));
}

bool ap_md5_apply_flat_box(const ap_md5_tokens *tokens)
{
    ap_choices *choices = tokens->damage->choices;
    const size_t frame = ap_choose_below(choices, tokens->frames), axis = ap_choose_below(choices, 3);
    const size_t entry = ap_md5_entry_token(tokens, MD5_BOUNDS, frame), minimum = entry + 1 + axis,
                 maximum = minimum + MD5_VECTOR;
    const ap_view same = ap_md5_token_text(tokens, maximum);
    if (tokens->joints < 2
        || !(ap_md5_token_float(tokens, maximum) - ap_md5_token_float(tokens, minimum) > long_side))
        return false;
    return ap_edit_span(tokens->damage, ap_md5_token_span(tokens, minimum), same.bytes, same.size)
           && ap_md5_expect_finding(tokens, NULL,
               ap_md5_span_after_edits(tokens, entry, entry + MD5_PAIR - 1),
               ap_format_damage_text(tokens->damage, "bounds[%zu]", frame));
}
