/* Defects of whole entries and sections: missing, repeated, or in another order. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

/* Finds the section that the pattern names. Returns false if the format has no such section. */
static bool find_section_of_pattern(const ap_md5_tokens *tokens, size_t *part)
{
    for (*part = 0; *part < tokens->part_count; ++*part) {
        if (strcmp(tokens->parts[*part].name, tokens->defect->pattern) == 0)
            return true;
    }
    return false;
}

static ap_span span_of_tokens(const ap_md5_tokens *tokens, size_t first, size_t last)
{
    const ap_span end = ap_md5_token_span(tokens, last);
    const size_t at = ap_md5_token_span(tokens, first).offset;
    return (ap_span){ at, ap_span_end(end) - at };
}

static ap_span span_of_part(const ap_md5_tokens *tokens, size_t part)
{
    return span_of_tokens(tokens, tokens->parts[part].at, tokens->parts[part].close);
}

/* Inserts a copy of a span of the file. */
static bool insert_copy_of_span(const ap_md5_tokens *tokens, size_t at, ap_span span)
{
    return ap_edit_span(tokens->damage, (ap_span){ at, 0 }, tokens->file.bytes + span.offset, span.length);
}

/* Entries */

bool ap_md5_has_nonzero_bounds_or_one_frame(const ap_md5_tokens *tokens, size_t without)
{
    if (tokens->frames == 1)
        return true;
    for (size_t i = 0; i < tokens->frames * MD5_PAIR; i++) {
        const size_t token = ap_md5_entry_token(tokens, MD5_BOUNDS, 0) + i;
        const bool number = tokens->items[token].kind == AP_TOKEN_WORD;
        if (i / MD5_PAIR != without && number && ap_md5_token_float(tokens, token) != 0)
            return true;
    }
    return false;
}

/* Deletes an entry of a section. If the section lists several joints, never deletes the first joint: the next joint would then be
   the first, and have a parent, which is another finding. Expects no findings about the joints that get another index. */
bool ap_md5_apply_entry_missing(const ap_md5_tokens *tokens)
{
    size_t number;
    if (!find_section_of_pattern(tokens, &number))
        return false;
    const ap_md5_section_layout *part = &tokens->parts[number];
    const bool joints = !tokens->camera && number == MD5_HIERARCHY;
    const size_t first_of_choice = joints && part->entries > 1 ? 1 : 0;
    if (part->entries == 0)
        return false;
    const size_t entry =
        first_of_choice + ap_choose_below(tokens->damage->choices, part->entries - first_of_choice);
    if (!tokens->camera && number == MD5_BOUNDS && !ap_md5_has_nonzero_bounds_or_one_frame(tokens, entry))
        return false;
    const size_t first = ap_md5_entry_token(tokens, number, entry);
    const ap_span span = span_of_tokens(tokens, first, first + part->entry_tokens - 1);
    return ap_md5_delete_range(tokens, span.offset, ap_span_end(span))
           && ap_md5_expect_finding_at_token(tokens, NULL, part->close, part->name);
}

bool ap_md5_apply_entry_surplus(const ap_md5_tokens *tokens)
{
    size_t number;
    if (!find_section_of_pattern(tokens, &number))
        return false;
    const char *text = tokens->defect->text;
    const ap_md5_section_layout *part = &tokens->parts[number];
    if (part->entries == 0)
        return false;
    const size_t first = ap_md5_entry_token(tokens, number, part->entries - 1);
    const ap_span last = span_of_tokens(tokens, first, first + part->entry_tokens - 1);
    const size_t at = ap_span_end(last);
    const char *path = ap_format_damage_text(tokens->damage, "%s[%zu]", part->name, part->entries);
    if ((text != NULL && !ap_md5_is_joint_name_unused(tokens, text))
        || !ap_md5_insert_text(tokens, at, "\n\t"))
        return false;
    return (text == NULL ? insert_copy_of_span(tokens, at, last) : ap_md5_insert_text(tokens, at, text))
           && ap_md5_expect_at_inserted(tokens, NULL, path);
}

/* Returns true if `size` bytes can hold the elements that the header counts. If not, a file of `size` bytes
   has a finding at the counts. */
static bool do_header_counts_fit_size(const ap_md5_tokens *tokens, size_t size)
{
    for (size_t key = 0; 2 * key < tokens->header_tokens; key++) {
        const size_t count = (size_t)ap_md5_token_integer(tokens, 2 * key + 1);
        if (ap_saturating_product(count, tokens->entry_bytes[key]) > size)
            return false;
    }
    return true;
}

bool ap_md5_apply_all_entries_missing(const ap_md5_tokens *tokens)
{
    size_t number;
    if (!find_section_of_pattern(tokens, &number))
        return false;
    const ap_md5_section_layout *part = &tokens->parts[number];
    const size_t from = ap_span_end(ap_md5_token_span(tokens, part->at + 1));
    const size_t end = ap_md5_token_span(tokens, part->close).offset;
    return do_header_counts_fit_size(tokens, tokens->file.size - (end - from))
           && ap_md5_replace_span(tokens, (ap_span){ from, end - from }, "\n")
           && ap_md5_expect_finding_at_token(tokens, NULL, part->close, part->name);
}

/* Sections */

bool ap_md5_apply_section_missing(const ap_md5_tokens *tokens)
{
    size_t number;
    if (!find_section_of_pattern(tokens, &number))
        return false;
    const ap_span span = span_of_part(tokens, number);
    return do_header_counts_fit_size(tokens, tokens->file.size - span.length)
           && ap_md5_delete_range(tokens, span.offset, ap_span_end(span))
           && ap_md5_expect_finding_at_token(tokens, NULL, tokens->parts[number].close + 1, "");
}

bool ap_md5_apply_section_twice(const ap_md5_tokens *tokens)
{
    size_t number;
    if (!find_section_of_pattern(tokens, &number))
        return false;
    const ap_span span = span_of_part(tokens, number);
    const bool at_end = tokens->defect->number > 0;
    const size_t at = at_end ? tokens->file.size : ap_span_end(span);
    if (!ap_md5_insert_text(tokens, at, "\n"))
        return false;
    const size_t keyword = ap_md5_offset_after_edits(tokens, at);
    const size_t length = ap_md5_token_span(tokens, tokens->parts[number].at).length;
    return insert_copy_of_span(tokens, at, span)
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ keyword, at_end ? span.length : length }, "");
}

bool ap_md5_apply_section_order(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    size_t number;
    if (!find_section_of_pattern(tokens, &number) || number + 1 >= tokens->part_count)
        return false;
    const ap_span first = span_of_part(tokens, number), second = span_of_part(tokens, number + 1);
    const size_t keyword = ap_md5_token_span(tokens, tokens->parts[number + 1].at).length;
    return ap_edit_span(damage, first, tokens->file.bytes + second.offset, second.length)
           && ap_md5_expect_finding(tokens, NULL, (ap_span){ first.offset, keyword }, "")
           && ap_edit_span(damage, second, tokens->file.bytes + first.offset, first.length);
}

bool ap_md5_apply_section_after_frames(const ap_md5_tokens *tokens)
{
    size_t number;
    if (!find_section_of_pattern(tokens, &number))
        return false;
    const ap_span span = span_of_part(tokens, number);
    const size_t end = ap_span_end(ap_md5_token_span(tokens, tokens->end - 1));
    return ap_md5_delete_range(tokens, span.offset, ap_span_end(span))
           && ap_md5_insert_text(tokens, end, "\n") && insert_copy_of_span(tokens, end, span)
           && ap_md5_expect_finding_at_token(tokens, NULL, tokens->parts[number].close + 1, "");
}

bool ap_md5_apply_mesh_block_twice(const ap_md5_tokens *tokens)
{
    size_t last = tokens->first_frame;
    for (size_t at = last; at < tokens->count; at = ap_md5_token_after_block(tokens, at))
        last = at;
    const ap_span span = span_of_tokens(tokens, last, tokens->count - 1);
    const size_t end = ap_span_end(span);
    if (!ap_md5_insert_text(tokens, end, "\n"))
        return false;
    const ap_span keyword = { ap_md5_offset_after_edits(tokens, end),
        ap_md5_token_span(tokens, last).length };
    return insert_copy_of_span(tokens, end, span) && ap_md5_expect_finding(tokens, NULL, keyword, "meshes");
}
