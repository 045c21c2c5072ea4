/* State of one change that keeps the meaning, and the functions that the files of this folder share. */
#ifndef AP_EQUIVALENT_WORK_H
#define AP_EQUIVALENT_WORK_H

#include "core/files/collector.h"
#include "core/text/lexer.h"
#include "corpus/equivalent/equivalent.h"
#include "corpus/mutator/mutator_work.h"

struct ap_equivalent_work {
    const ap_format *format;
    ap_view input;
    const ap_lint_options *options;
    ap_choices *choices;
    ap_arena *arena;
    ap_field_list fields; /* all fields of the input */
    ap_edit *edits;       /* in any order, not overlapping */
    size_t edit_count, edit_room;
    ap_view whole; /* the whole changed file, instead of edits; bytes NULL: none */
};

/* Adds an edit. The bytes must live as long as the arena. Returns false when out of memory. */
bool ap_equivalent_replace_bytes(ap_equivalent_work *work, ap_span span, ap_view bytes);

/* Adds an edit with a copy of a text. */
bool ap_equivalent_replace_by_text(ap_equivalent_work *work, ap_span span, const char *text, size_t bytes);

/* Return the bytes of a field, or the integer in the field (0 if the field holds no integer). */
ap_view ap_equivalent_field_bytes(const ap_equivalent_work *work, const ap_listed_field *field);
int64_t ap_equivalent_field_integer(const ap_equivalent_work *work, const ap_listed_field *field);

/* Adds an edit that sets the field to an integer, unless the field has that value. Returns false when out of memory. */
bool ap_equivalent_set_field_integer(ap_equivalent_work *work, const ap_listed_field *field, int64_t value);

/* Returns a random permutation of `count` elements, other than the identity if count is above 1; NULL when out of memory. */
size_t *ap_equivalent_choose_other_order(ap_equivalent_work *work, size_t count);

/* Sets work->whole to the bytes that a writer of the format wrote into the collector. Returns false if the writer has failed. */
bool ap_equivalent_take_written_file(ap_equivalent_work *work, ap_collector *to);

/* The elements of an array. All elements have equal numbers of fields. */
typedef struct ap_element_list {
    size_t first;         /* index of the first field of the first element */
    size_t count, stride; /* number of elements; number of fields of each */
} ap_element_list;

/* Finds the first array, from field `from` on, that has this name at step `at` of its fields' paths. Returns false if there is no
   such array, or if its elements have unequal numbers of fields. */
bool ap_find_elements(
    const ap_equivalent_work *work, const char *name, size_t at, size_t from, ap_element_list *list);

/* Returns the field of an element with this name (NULL: the first). NULL if the element has no such field. */
const ap_listed_field *ap_element_field(
    const ap_equivalent_work *work, const ap_element_list *list, size_t element, const char *name);

/* Moves the fields of element order[i] to the place of element i, except fields with a name in `kept`, which is NULL-terminated
   (kept NULL: moves all fields). Returns false when out of memory. */
bool ap_reorder_elements(
    ap_equivalent_work *work, const ap_element_list *list, const size_t *order, const char *const *kept);

/* Returns the new index of each element, where order[i] is the old index of the element at i; NULL when out of memory. */
size_t *ap_invert_order(ap_equivalent_work *work, const size_t *order, size_t count);

/* The `apply` functions of the kinds of change. */
bool ap_equivalent_change_line_ends(ap_equivalent_work *work);
bool ap_equivalent_add_blanks_at_end(ap_equivalent_work *work);
bool ap_equivalent_add_blank_lines(ap_equivalent_work *work);
bool ap_equivalent_change_indent(ap_equivalent_work *work);
bool ap_equivalent_change_spaces(ap_equivalent_work *work);
bool ap_equivalent_put_control_blanks(ap_equivalent_work *work);
bool ap_equivalent_join_lines(ap_equivalent_work *work);
bool ap_equivalent_split_lines(ap_equivalent_work *work);
bool ap_equivalent_remove_brace_gaps(ap_equivalent_work *work);
bool ap_equivalent_change_final_end(ap_equivalent_work *work);
bool ap_equivalent_add_line_comments(ap_equivalent_work *work);
bool ap_equivalent_add_block_comments(ap_equivalent_work *work);
bool ap_equivalent_remove_comments(ap_equivalent_work *work);
bool ap_equivalent_write_canonical(ap_equivalent_work *work);
bool ap_equivalent_prune_components(ap_equivalent_work *work);
bool ap_equivalent_change_commandline(ap_equivalent_work *work);
bool ap_equivalent_add_trailing_zeros(ap_equivalent_work *work);
bool ap_equivalent_write_shortest(ap_equivalent_work *work);
bool ap_equivalent_write_exponents(ap_equivalent_work *work);
bool ap_equivalent_write_all_digits(ap_equivalent_work *work);
bool ap_equivalent_drop_leading_zero(ap_equivalent_work *work);
bool ap_equivalent_write_bare_points(ap_equivalent_work *work);
bool ap_equivalent_reorder_joints(ap_equivalent_work *work);
bool ap_equivalent_add_component(ap_equivalent_work *work);
bool ap_equivalent_reorder_components(ap_equivalent_work *work);
bool ap_equivalent_change_baseframe(ap_equivalent_work *work);
bool ap_equivalent_reorder_meshes(ap_equivalent_work *work);
bool ap_equivalent_reorder_vertices(ap_equivalent_work *work);
bool ap_equivalent_reorder_triangles(ap_equivalent_work *work);
bool ap_equivalent_rotate_corners(ap_equivalent_work *work);
bool ap_equivalent_move_weight_runs(ap_equivalent_work *work);
bool ap_equivalent_reverse_weights(ap_equivalent_work *work);
bool ap_equivalent_swap_byte_order(ap_equivalent_work *work);
bool ap_equivalent_reorder_groups(ap_equivalent_work *work);
bool ap_equivalent_change_layout(ap_equivalent_work *work);
bool ap_equivalent_change_version(ap_equivalent_work *work);
bool ap_equivalent_lengthen_prefix(ap_equivalent_work *work);
bool ap_equivalent_reorder_markers(ap_equivalent_work *work);

#endif
