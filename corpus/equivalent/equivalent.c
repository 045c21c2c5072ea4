#include "corpus/equivalent/equivalent.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"

#define TEXTS   NULL /* all text formats */
#define TOKENS  "every token, in its order"
#define NUMBERS "every float32, bit for bit"

static const ap_equivalent_kind kinds[] = {
    { "line-ends", TEXTS, "ends lines with CR LF instead of LF, or the reverse", TOKENS, NULL,
        ap_equivalent_change_line_ends },
    { "trailing-blanks", TEXTS, "adds blanks at ends of lines", TOKENS, NULL,
        ap_equivalent_add_blanks_at_end },
    { "blank-lines", TEXTS, "adds empty lines", TOKENS, NULL, ap_equivalent_add_blank_lines },
    { "indent", TEXTS, "indents lines otherwise", TOKENS, NULL, ap_equivalent_change_indent },
    { "spaces", TEXTS, "puts other spaces and tabs between tokens of a line", TOKENS, NULL,
        ap_equivalent_change_spaces },
    { "control-blanks", TEXTS, "puts vertical tabs and form feeds between tokens of a line", TOKENS, NULL,
        ap_equivalent_put_control_blanks },
    { "joined-lines", TEXTS, "joins lines", TOKENS, NULL, ap_equivalent_join_lines },
    { "split-lines", TEXTS, "splits lines between tokens", TOKENS, NULL, ap_equivalent_split_lines },
    { "tight-braces", TEXTS, "removes blanks next to braces and parentheses", TOKENS, NULL,
        ap_equivalent_remove_brace_gaps },
    { "final-line", TEXTS, "removes the line end after the last token, or adds one", TOKENS, NULL,
        ap_equivalent_change_final_end },
    { "line-comments", TEXTS, "adds comments from // to the end of the line", TOKENS, NULL,
        ap_equivalent_add_line_comments },
    { "block-comments", TEXTS, "adds comments from /* to */", TOKENS, NULL,
        ap_equivalent_add_block_comments },
    { "no-comments", TEXTS, "removes comments, except names of meshes", TOKENS, NULL,
        ap_equivalent_remove_comments },
    { "canonical", TEXTS, "writes the canonical form, as format does", "every value, bit for bit", NULL,
        ap_equivalent_write_canonical },
    { "commandline", TEXTS, "changes the text of the commandline", "every other value", NULL,
        ap_equivalent_change_commandline },
    { "trailing-zeros", TEXTS, "adds zeros at ends of numbers", NUMBERS, NULL,
        ap_equivalent_add_trailing_zeros },
    { "shortest-numbers", TEXTS, "writes numbers with as few digits as possible", NUMBERS, NULL,
        ap_equivalent_write_shortest },
    { "exponents", TEXTS, "writes numbers with an exponent", NUMBERS, NULL, ap_equivalent_write_exponents },
    { "all-digits", TEXTS, "writes the exact value of each float32", NUMBERS, NULL,
        ap_equivalent_write_all_digits },
    { "no-leading-zero", TEXTS, "writes .5 instead of 0.5", NUMBERS, NULL, ap_equivalent_drop_leading_zero },
    { "bare-point", TEXTS, "writes 3. instead of 3 or 3.0", NUMBERS, NULL, ap_equivalent_write_bare_points },
    { "joint-order", "md5anim md5mesh", "numbers joints otherwise, with all that refers to them",
        "each joint's name, parent, position, rotation and motion", NULL, ap_equivalent_reorder_joints },
    { "pruned-components", "md5anim", "removes components that never change, as format --prune does",
        "each joint's position and rotation in each frame", NULL, ap_equivalent_prune_components },
    { "added-components", "md5anim", "stores more components of a joint in each frame",
        "each joint's position and rotation in each frame", NULL, ap_equivalent_add_component },
    { "component-order", "md5anim", "stores the components of joints in another order",
        "each joint's position and rotation in each frame", NULL, ap_equivalent_reorder_components },
    { "unused-baseframe", "md5anim", "changes positions of the baseframe that every frame replaces",
        "each joint's position and rotation in each frame", NULL, ap_equivalent_change_baseframe },
    { "mesh-order", "md5mesh", "stores the meshes in another order", "each mesh", NULL,
        ap_equivalent_reorder_meshes },
    { "vertex-order", "md5mesh", "numbers vertices otherwise, with the corners of triangles",
        "the vertices at the corners of each triangle", NULL, ap_equivalent_reorder_vertices },
    { "triangle-order", "md5mesh", "stores triangles in another order", "the set of triangles", NULL,
        ap_equivalent_reorder_triangles },
    { "first-corners", "md5mesh", "begins triangles with another of their corners",
        "the corners of each triangle, and which side is its front", NULL, ap_equivalent_rotate_corners },
    { "weight-runs", "md5mesh", "stores the weights of vertices in another order of vertices",
        "the weights of each vertex, in their order", NULL, ap_equivalent_move_weight_runs },
    { "weight-order", "md5mesh", "stores the weights of a vertex in another order",
        "the set of weights of each vertex", NULL, ap_equivalent_reverse_weights },
    { "byte-order", "memg", "stores numbers with the other byte order", "every number", "memg/byte-order",
        ap_equivalent_swap_byte_order },
    { "group-order", "memg", "stores the groups in another order", "each group", NULL,
        ap_equivalent_reorder_groups },
    { "layout", "mrtk", "stores keys in the other layout, if no value is lost", "every key, bit for bit",
        NULL, ap_equivalent_change_layout },
    { "version", "mrtk", "stores the file in the other version, if no value is lost",
        "every key and marker, bit for bit", NULL, ap_equivalent_change_version },
    { "name-length", "mrtk", "spells lengths of names with more bytes than necessary", "every name", NULL,
        ap_equivalent_lengthen_prefix },
    { "marker-order", "mrtk", "stores markers in another order", "each marker's name and time", NULL,
        ap_equivalent_reorder_markers },
};

const ap_equivalent_kind *ap_equivalent_kinds(size_t *count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

const ap_equivalent_kind *ap_find_equivalent_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

bool ap_is_equivalent_kind_for(const ap_equivalent_kind *kind, const ap_format *format)
{
    const size_t bytes = strlen(format->name);
    if (kind->formats == NULL)
        return format->text;
    for (const char *at = kind->formats; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, format->name, bytes) == 0 && (at[bytes] == ' ' || at[bytes] == '\0'))
            return true;
    }
    return false;
}

bool ap_equivalent_replace_bytes(ap_equivalent_work *work, ap_span span, ap_view bytes)
{
    ap_edit *edits =
        ap_grow_array(work->arena, work->edits, work->edit_count, &work->edit_room, sizeof *edits);
    if (edits == NULL)
        return false;
    work->edits = edits;
    edits[work->edit_count++] = (ap_edit){ span, bytes };
    return true;
}

bool ap_equivalent_replace_by_text(ap_equivalent_work *work, ap_span span, const char *text, size_t bytes)
{
    const char *copy = ap_arena_copy_text(work->arena, text, bytes);
    return copy != NULL && ap_equivalent_replace_bytes(work, span, (ap_view){ (const uint8_t *)copy, bytes });
}

ap_view ap_equivalent_field_bytes(const ap_equivalent_work *work, const ap_listed_field *field)
{
    return (ap_view){ work->input.bytes + field->span.offset, field->span.length };
}

int64_t ap_equivalent_field_integer(const ap_equivalent_work *work, const ap_listed_field *field)
{
    const ap_mutation_state m = { .format = work->format, .input = work->input };
    return ap_read_field_integer(&m, field);
}

bool ap_equivalent_set_field_integer(ap_equivalent_work *work, const ap_listed_field *field, int64_t value)
{
    if (value == ap_equivalent_field_integer(work, field))
        return true;
    const ap_view spelled = ap_make_field_integer_bytes(field, value, work->arena);
    return spelled.bytes != NULL && ap_equivalent_replace_bytes(work, field->span, spelled);
}

size_t *ap_equivalent_choose_other_order(ap_equivalent_work *work, size_t count)
{
    size_t *order = ap_alloc_array(work->arena, count, sizeof *order);
    if (order == NULL)
        return NULL;
    bool is_identity = true;
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        const size_t other = ap_choose_below(work->choices, i), kept = order[i - 1];
        is_identity = is_identity && other == i - 1;
        order[i - 1] = order[other];
        order[other] = kept;
    }
    if (is_identity && count > 1) {
        order[0] = 1;
        order[1] = 0;
    }
    return order;
}

static int compare_edit_offsets(const void *one, const void *other)
{
    const size_t a = ((const ap_edit *)one)->span.offset, b = ((const ap_edit *)other)->span.offset;
    return (a > b) - (a < b);
}

static ap_view apply_edits(ap_equivalent_work *work)
{
    size_t room = work->input.size;
    for (size_t i = 0; i < work->edit_count; i++)
        room = ap_saturating_size_sum(room, work->edits[i].bytes.size);
    uint8_t *out = ap_alloc_uncleared(work->arena, room);
    if (out == NULL)
        return (ap_view){ NULL, 0 };
    if (work->edit_count > 1)
        qsort(work->edits, work->edit_count, sizeof *work->edits, compare_edit_offsets);
    return (ap_view){ out, ap_assemble_edited_file(work->input, work->edits, work->edit_count, out, room) };
}

ap_view ap_make_equivalent_file(const ap_equivalent_kind *kind, const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_choices *choices, ap_arena *arena)
{
    ap_equivalent_work work = {
        .format = format, .input = input, .options = options, .choices = choices, .arena = arena
    };
    const ap_view none = { NULL, 0 };
    if (input.size == 0 || !ap_list_fields(format, input, NULL, arena, &work.fields, NULL)
        || !kind->apply(&work) || arena->failed)
        return none;
    const bool changed =
        work.whole.bytes != NULL
            ? work.whole.size != input.size || memcmp(work.whole.bytes, input.bytes, input.size) != 0
            : work.edit_count > 0;
    if (!changed)
        return none;
    return work.whole.bytes != NULL ? work.whole : apply_edits(&work);
}

bool ap_does_kind_renumber_joints(const ap_equivalent_kind *kind)
{
    return kind->apply == ap_equivalent_reorder_joints;
}
