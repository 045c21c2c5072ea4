/* Descriptions of a format that is made up: its layout is the function that a test hands over. */
#ifndef SPEC_CASE_H
#define SPEC_CASE_H

#include "validators/spec/spec.h"

enum { MADE_RULES = AP_SPEC_RULES + 1 };

/* What a file holds; a layout uses what it needs. */
typedef struct made_file {
    int32_t version, count, other;
    uint8_t flags[4];
} made_file;

extern made_file made_content; /* of the layout that runs */

/* So many of these rules are found at the first byte of each file, the last one first. */
extern ap_rule made_rules[MADE_RULES];
extern size_t made_found;

/* ap_spec_make of the format with that layout. */
const ap_spec *make_spec(bool (*layout)(ap_io *io), ap_arena *arena, const char **fault);

/* Fails the running test unless the layout cannot be described, with these words. */
void expect_spec_fault(bool (*layout)(ap_io *io), const char *words);

/* Parts of layouts: a number of a byte, a flag of the file, an array of numbers without names, a record of one number (`kind`
   may be NULL), and the end of a layout that refuses its version unless it is known. */
bool made_number(ap_io *io, const char *name);
bool made_flag(ap_io *io, const char *name, size_t index);
bool made_bytes(ap_io *io, const char *name, int32_t count);
bool made_record(ap_io *io, const char *name, const char *kind, const char *field);
bool made_known(ap_io *io, bool known);

#endif
