/* Changes of a file that keep its meaning, for `animproof mutate --equivalent` and for fuzzers: every loader must read the same
   values from the file before and after the change. ap_compare and ap_changes_keep_meaning prove that a change keeps the
   meaning. */
#ifndef AP_EQUIVALENT_H
#define AP_EQUIVALENT_H

#include "core/base/arena.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

typedef struct ap_equivalent_work ap_equivalent_work;

/* A kind of change. */
typedef struct ap_equivalent_kind {
    const char *name;    /* "line-ends" */
    const char *formats; /* names of the formats, separated by blanks; NULL: all text formats */
    const char *changes; /* what the change does: "ends lines with CR LF instead of LF" */
    const char *keeps;   /* what stays equal: "every token" */
    /* id of an error that lint reports because of the change; NULL: lint reports no new error */
    const char *rule;
    /* returns false if the file has no place for the change, or when out of memory */
    bool (*apply)(ap_equivalent_work *work);
} ap_equivalent_kind;

/* Returns all kinds, and stores their number in *count. */
const ap_equivalent_kind *ap_equivalent_kinds(size_t *count);

/* Returns the kind with the name; NULL if the name is unknown. */
const ap_equivalent_kind *ap_find_equivalent_kind(const char *name);

/* Returns true if the kind of change is for files of the format. */
bool ap_is_equivalent_kind_for(const ap_equivalent_kind *kind, const ap_format *format);

/* Returns true if the kind of change gives joints other numbers. */
bool ap_does_kind_renumber_joints(const ap_equivalent_kind *kind);

/* Changes a file without errors. `options` are those of linting; choices select the places. Returns the changed bytes, in the
   arena; bytes NULL if the file has no place for the change, or when out of memory (arena->failed). */
ap_view ap_make_equivalent_file(const ap_equivalent_kind *kind, const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_choices *choices, ap_arena *arena);

#endif
