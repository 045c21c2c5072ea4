/* Structure-aware mutation for fuzzers and `animproof mutate`. A mutation changes listed fields of a file;
   the result may be valid, or broken in several ways. A broken file is mutated by fields up to its first
   fault, and by bytes after that. */
#ifndef AP_MUTATOR_H
#define AP_MUTATOR_H

#include "core/base/arena.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* Kind of a random change. */
typedef enum ap_mutation {
    AP_MUTATE_COUNT, /* changes a count */
    /* changes a mode, flag, version, index or magic number, or the byte order of all numbers of the file */
    AP_MUTATE_ENUM,
    AP_MUTATE_NUMBER, /* sets a number to an extreme or random value, or to the value of another number of the file */
    /* changes a name: replaces some bytes, makes it longer or shorter, or takes another name of the file */
    AP_MUTATE_NAME,
    AP_MUTATE_DUPLICATE, /* repeats a record (a key, curve, group, joint or frame), or a whole list of records */
    AP_MUTATE_DELETE,    /* removes a record, or a whole list of records */
    AP_MUTATE_REORDER, /* swaps two records or lists */
    /* inserts a record of another file after a record of the same kind, or replaces a record or a field by one of the other file
       */
    AP_MUTATE_SPLICE,
    AP_MUTATE_CUT, /* ends the file before a field, after it, or inside it */
    AP_MUTATE_BYTES, /* changes some bytes at any offset, or inserts a text at the start of the file or next to a token */
    AP_MUTATIONS
} ap_mutation;

/* Returns "count", "enum", …; never NULL. */
const char *ap_mutation_name(ap_mutation mutation);

/* Changes a file of the format in one random way, and writes the result to `out`, which has `room` bytes and must not overlap the
   input. If a list is changed, its count is corrected half of the time. `other` is a second file of the format, from which
   records and fields are taken; bytes NULL if there is no such file. Returns the size of the result; 0 if the result is empty or
   does not fit, or when out of memory. Stores the kind of change in *what, unless `what` is NULL. The memory taken from the arena
   is proportional to the number of fields. */
size_t ap_mutate(const ap_format *format, ap_view input, ap_view other, ap_choices *choices, ap_arena *arena,
    uint8_t *out, size_t room, ap_mutation *what);

/* Like ap_mutate, but makes one to four changes, for fuzzers. The fields are listed only once. Stores the
   kind of the first change in *what. */
size_t ap_mutate_several_times(const ap_format *format, ap_view input, ap_view other, ap_choices *choices,
    ap_arena *arena, uint8_t *out, size_t room, ap_mutation *what);

/* Returns the text with number `nth` of the texts that mutations insert at the start of a file or, in a text format, between
   tokens. The dictionary for fuzzers has these texts, too. Some texts are empty. Returns NULL after the last text. */
const char *ap_text_to_insert(const ap_format *format, size_t nth);

/* Returns the number of parts that ap_remove_part can remove from the file; 0 when out of memory. Parts are removed to find the
   smallest file with some behaviour. Whole lists have lower numbers than their elements; the bytes after the last field have
   the last number. */
size_t ap_count_removable_parts(const ap_format *format, ap_view input, ap_arena *arena);

/* Writes the input without part number `nth` (ap_count_removable_parts) to `out`. Removing an element also removes the elements
   with its index in the lists that share its count, and lowers the count; removing a whole list sets its count to 0. On entry,
   *size is the room of `out`, at least the size of the input; on return, the size of the result. Returns false if no part has
   this number, if the result is not smaller, or when out of memory. */
bool ap_remove_part(
    const ap_format *format, ap_view input, size_t nth, ap_arena *arena, uint8_t *out, size_t *size);

#endif
