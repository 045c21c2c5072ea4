/* animproof spec: what its parts have in common. A description is made by validators/spec and spelled here in the
   languages of other programs. */
#ifndef AP_CLI_SPEC_H
#define AP_CLI_SPEC_H

#include <stdio.h>

#include "validators/spec/spec.h"

/* A description that is being written. */
typedef struct cli_spec {
    FILE *stream;
    const ap_format *format;
    const ap_spec *spec;
    const char *call;   /* what makes it: "animproof spec mrtk --format ksy" */
    const char *layout; /* that is described; NULL: the format has one */
} cli_spec;

void cli_put_ksy(const cli_spec *spec);
void cli_put_hexpat(const cli_spec *spec);

/* What all the languages share. `record` is the one that an expression stands in. */
typedef struct cli_spec_words {
    const char *and, * or ; /* with their blanks */
    void (*put_ref)(const cli_spec *spec, const ap_spec_record *record, const ap_spec_ref *ref);
} cli_spec_words;

/* The name of a field: as a path has it, with "_length" for the length of a name; of the elements of an array in an
   array, "transforms" where each is a transform, and "values" where they are numbers. */
void cli_put_spec_name(const cli_spec *spec, const ap_spec_field *field);

/* "version.minor": the way to a field, with `between` between the names; "version_minor" is a parameter's name. */
void cli_put_spec_way(const cli_spec *spec, const ap_spec_ref *ref, const char *between);

void cli_put_spec_condition(const cli_spec *spec, const cli_spec_words *words, const ap_spec_record *record,
    const ap_spec_condition *when);

/* "3 * vertex_count"; not of a length that goes to the end. */
void cli_put_spec_length(const cli_spec *spec, const cli_spec_words *words, const ap_spec_record *record,
    const ap_spec_length *length);

enum { CLI_SPEC_PARAMETERS = 8 };

/* The fields of the file's beginning that a record and those that it consists of depend on: they are handed to it. The
   root has none. */
typedef struct cli_spec_parameters {
    const ap_spec_ref *items[CLI_SPEC_PARAMETERS];
    size_t count;
} cli_spec_parameters;

void cli_collect_parameters(
    const cli_spec *spec, const ap_spec_record *record, cli_spec_parameters *parameters);

bool cli_same_ref(const ap_spec_ref *a, const ap_spec_ref *b);

/* Whether the field is a number or a name whose length is a count of AP_TYPE_LENGTH. */
static inline bool cli_is_prefix(const ap_spec_field *field)
{
    return field->record == NULL && field->type == AP_TYPE_LENGTH;
}

/* Whether its numbers have names. */
static inline bool cli_has_names(const ap_spec_field *field)
{
    return field->set != NULL && field->set->names != NULL;
}

/* How many bytes a mark has. */
static inline size_t cli_mark_bytes(const ap_spec_field *field)
{
    return field->type == AP_TYPE_U64 ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* Whether one of the fields is such. */
bool cli_spec_has(const cli_spec *spec, bool (*is)(const ap_spec_field *));

/* Whether bytes may follow the last field as far as its layout says: the last one has no count and goes to the end. */
bool cli_spec_fills_file(const ap_spec *spec);

/* Calls `put` once for each set of named numbers. */
void cli_each_spec_set(const cli_spec *spec, void (*put)(const cli_spec *spec, const ap_value_set *set));

#endif
