/* Helpers for the defects of all formats: change a field, and state the expected findings. Functions that edit or expect return
   false when out of memory, so that a defect can be written as a chain of calls joined by `&&`. A defect that needs more edits or
   findings than their lists hold is a bug of its author: the functions assert that there is room. */
#ifndef AP_DEFECT_EDIT_H
#define AP_DEFECT_EDIT_H

#include "corpus/defect/defect.h"

/* Replaces a span of the input (or of the companion, for a defect that changes the companion) by a copy of
   the bytes. Edits must be added in the order of their offsets. */
bool ap_edit_span(ap_damage *damage, ap_span span, const void *bytes, size_t size);

/* Stores a number of 1, 4 or 8 bytes in the field, in the byte order of the field. */
bool ap_edit_number(ap_damage *damage, const ap_listed_field *field, uint64_t bits);

/* Cuts the file off at this offset. */
bool ap_edit_cut_off_at(ap_damage *damage, size_t at);

/* Values of a defect's `number`, for changes that end the file before or inside a field: how many bytes of the field are kept. */
typedef enum ap_field_cut_position {
    AP_CUT_ALL, /* keep no byte of the field */
    AP_CUT_KEEP_ONE,
    AP_CUT_KEEP_ALL_BUT_ONE,
    AP_CUT_INSIDE, /* keep at least one byte of the field, but not all bytes */
} ap_field_cut_position;

/* Chooses how many bytes of a field of `bytes` bytes are kept, and sets *kept. Returns false if the field is too short for the
   defect's ap_field_cut_position. */
bool ap_choose_kept_bytes(ap_damage *damage, size_t bytes, size_t *kept);

/* Adds an expected finding. `span` is its position in the changed file. The path is copied. */
bool ap_expect_finding(ap_damage *damage, const char *rule, ap_span span, const char *path);

/* Adds an expected finding in the companion. */
bool ap_expect_finding_in_companion(ap_damage *damage, const char *rule, ap_span span, const char *path);

/* Adds an expected finding with the path of the field. */
bool ap_expect_with_path_of_field(
    ap_damage *damage, const char *rule, ap_span span, const ap_listed_field *field);

/* Adds an expected finding with the path and the span of a field that no edit moves. */
bool ap_expect_at_field(ap_damage *damage, const char *rule, const ap_listed_field *field);

/* Adds an expected finding of the defect's own rule at the field. A near miss adds no finding. */
bool ap_expect_own_rule(ap_damage *damage, const ap_listed_field *field);

/* Returns true if the defect expects a finding of its own rule or, for a near miss, if it expects no finding at all. */
bool ap_do_expectations_suit_defect(const ap_damage *damage);

/* Returns true if the input and its companion have no findings, alone or together. */
bool ap_input_has_no_finding(const ap_damage *damage);

/* Marks findings of the input as vanished: those of the rule (NULL: any rule) that begin in the span. */
bool ap_expect_vanished_at(ap_damage *damage, const char *rule, ap_span span);

/* Marks findings of the input as vanished: those of the rule (NULL: any rule) that begin at the offset or after it. */
bool ap_expect_vanished_from(ap_damage *damage, const char *rule, size_t offset);

/* Return the number that a field holds. ap_field_bits returns the bits of an integer or a float of 1, 4 or 8 bytes, extended to
   64 bits by zeros. */
uint64_t ap_field_bits(const ap_damage *damage, const ap_listed_field *field);
int32_t ap_field_i32(const ap_damage *damage, const ap_listed_field *field);
float ap_field_f32(const ap_damage *damage, const ap_listed_field *field);
double ap_field_f64(const ap_damage *damage, const ap_listed_field *field);

/* Formats a text, such as a field path or a number, like printf. Allocated in the arena; NULL when out of memory. The text must
   have less than 256 bytes. */
__attribute__((format(printf, 2, 3))) const char *ap_format_damage_text(
    ap_damage *damage, const char *format, ...);

/* Returns the changed file (in_companion: the changed companion), in the arena; bytes NULL when out of memory. */
ap_view ap_make_damaged_file(ap_damage *damage);

/* Picks one of several items with equal probability, if called once per item: returns true if the current item replaces the item
   picked before. *seen must be 0 at the first call. */
static inline bool ap_pick_this_item(ap_choices *choices, size_t *seen)
{
    return ap_choose_below(choices, ++*seen) == 0;
}

/* An apply function of many tables: picks a field that matches defect->pattern and does not hold defect->number, and sets the
   field to this number. Expects one finding, of the defect's rule at the field; a near miss expects none. */
bool ap_apply_number_to_field(ap_damage *damage);

#endif
