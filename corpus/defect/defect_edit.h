/* Helpers for the defects of all formats: change a field, and say what must be found. All but ap_span_*
   return false when there is no room or memory, so that a defect is a chain of `&&`. */
#ifndef AP_DEFECT_EDIT_H
#define AP_DEFECT_EDIT_H

#include "corpus/defect/defect.h"

/* Bytes in place of a span of the input (of the companion, for a defect that is in it); they are copied.
   Edits are added in the order of their offsets. */
bool ap_edit_span(ap_damage *damage, ap_span span, const void *bytes, size_t size);

/* The number in place of the field: 1, 4 or 8 bytes of it, in the field's byte order. */
bool ap_edit_number(ap_damage *damage, const ap_listed_field *field, uint64_t bits);

/* The file ends at this offset. */
bool ap_edit_cut(ap_damage *damage, size_t at);

/* A defect's number, where it is how many bytes stay of a field that the file ends in. */
typedef enum ap_cut {
    AP_CUT_ALL,
    AP_CUT_KEEP_ONE,
    AP_CUT_KEEP_ALL_BUT_ONE,
    AP_CUT_INSIDE, /* one at least, and not all */
} ap_cut;

/* How many of `bytes` bytes stay; false when the defect's place does not exist in so few. */
bool ap_kept_bytes(ap_damage *damage, size_t bytes, size_t *kept);

/* A finding that must come. The span is of the changed file. The path is copied. */
bool ap_expect(ap_damage *damage, const char *rule, ap_span span, const char *path);

/* The same for the companion. */
bool ap_expect_companion(ap_damage *damage, const char *rule, ap_span span, const char *path);

/* A finding whose path is the field's. */
bool ap_expect_about(ap_damage *damage, const char *rule, ap_span span, const ap_listed_field *field);

/* The same at a field that no edit moves. */
bool ap_expect_at(ap_damage *damage, const char *rule, const ap_listed_field *field);

/* The defect's own rule at the field; nothing for a near miss. */
bool ap_expect_own(ap_damage *damage, const ap_listed_field *field);

/* Whether a finding of the defect's own rule is expected; for a near miss, whether none is. */
bool ap_expects_own(const ap_damage *damage);

/* Findings of the input that are not made any more: of the rule (NULL: any) that begin in the span. */
bool ap_vanish_span(ap_damage *damage, const char *rule, ap_span span);

/* As ap_vanish_span, from an offset to the end of the file. */
bool ap_vanish_from(ap_damage *damage, const char *rule, size_t offset);

/* The number in a field: a float's bits; an integer keeps its sign. */
uint64_t ap_field_bits(const ap_damage *damage, const ap_listed_field *field);
int32_t ap_field_i32(const ap_damage *damage, const ap_listed_field *field);
float ap_field_f32(const ap_damage *damage, const ap_listed_field *field);
double ap_field_f64(const ap_damage *damage, const ap_listed_field *field);

/* A path as printf prints it; NULL when memory has run out. */
__attribute__((format(printf, 2, 3))) const char *ap_field_path_format(
    ap_damage *damage, const char *format, ...);

/* The changed file in memory; bytes NULL when memory has run out. */
ap_view ap_damaged_view(ap_damage *damage);

/* Picks one of several, one after the other, each as likely as the others: true when this one is the pick
   so far. *seen is 0 before the first. */
static inline bool ap_pick_this(ap_choices *choices, size_t *seen)
{
    return ap_choose_below(choices, ++*seen) == 0;
}

/* Shared by the tables: sets the field `pattern` to `number`, where it is another; the rule is broken there
   and nothing else follows. */
bool ap_apply_number(ap_damage *damage);

#endif
