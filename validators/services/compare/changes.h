/* Changes between two versions of a file, each with its effect on users of the file.

   A format adds its changes by ap_format.compare, causes first:

       ap_change *change = ap_add_change_or_spare(changes, AP_CHANGE_JOINT_RENAMED, "joint %zu renamed from %s to %s", ...);
       ap_set_change_path(change, "hierarchy[%zu].name", joint);
*/
#ifndef AP_CHANGES_H
#define AP_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/arena.h"
#include "core/base/enum_name.h"
#include "core/base/span.h"
#include "core/finding/value.h"
#include "core/layout/io.h"
#include "validators/format.h"

/* The effect of a change on users of the file, from the smallest to the largest. */
typedef enum ap_impact {
    AP_IMPACT_BYTES,  /* changes bytes only */
    AP_IMPACT_SEEN,   /* changes what is seen */
    AP_IMPACT_BREAKS, /* breaks users: animations no longer fit their mesh, or a name is gone */
    AP_IMPACTS
} ap_impact;

extern const ap_enum_name ap_impact_names[]; /* "bytes", "seen", "breaks" */

typedef enum ap_change_kind {
#define CHANGE(enumerator, id, impact, means) AP_CHANGE_##enumerator,
#include "validators/services/compare/changes_table.inc"
#undef CHANGE
    AP_CHANGE_KINDS
} ap_change_kind;

typedef struct ap_change_kind_description {
    const char *id; /* "joint-renamed" */
    ap_impact impact;
    const char *means; /* a sentence */
} ap_change_kind_description;

extern const ap_change_kind_description ap_change_kind_descriptions[AP_CHANGE_KINDS];

enum { AP_CHANGE_PATH_BYTES = 96, AP_CHANGE_MESSAGE_BYTES = 512 };

typedef struct ap_change {
    const ap_change_kind_description *row;
    const char *message; /* printable, without a full stop, in the arena: "joint 4 renamed from "a" to "b"" */
    char old_path[AP_CHANGE_PATH_BYTES], new_path[AP_CHANGE_PATH_BYTES]; /* paths of the fields; "" if none */
    ap_value old_value, new_value; /* exact values of the fields; views of the files */
    bool measured;                 /* true if `largest` and `places` are set */
    bool is_rounded;               /* the effect is equal up to rounding only */
    /* the largest difference, which is at old_path and new_path; of AP_CHANGE_SCALE, the factor */
    double largest;
    size_t places; /* number of joints, frames, vertices, curves or numbers that differ */
    struct ap_change *next;
} ap_change;

typedef struct ap_changes {
    ap_arena *arena;
    ap_change *first, *last;
    size_t counts[AP_IMPACTS]; /* number of changes of each impact */
    /* ap_add_change_or_spare returns this member when out of memory (arena->failed); it is not in the list */
    ap_change spare;
} ap_changes;

/* The old and the new version of a file: two inputs of one format, without errors. */
typedef struct ap_compare_source {
    ap_view old_input, new_input;
    const ap_lint_options *old_options, *new_options;
} ap_compare_source;

void ap_changes_init(ap_changes *changes, ap_arena *arena);

/* Adds a change. Never returns NULL: when out of memory, the change is lost and arena->failed is set. */
ap_change *ap_add_change_or_spare(ap_changes *changes, ap_change_kind kind, const char *format, ...)
    AP_PRINTF(3, 4);

/* ap_set_old_path sets the path of the field in the old file, ap_set_new_path in the new file,
   ap_set_change_path in both files. */
void ap_set_old_path(ap_change *change, const char *format, ...) AP_PRINTF(2, 3);
void ap_set_new_path(ap_change *change, const char *format, ...) AP_PRINTF(2, 3);
void ap_set_change_path(ap_change *change, const char *format, ...) AP_PRINTF(2, 3);

/* Sets the exact values of the field in both files; ap_no_value() if a file lacks the field. */
static inline void ap_set_change_values(ap_change *change, ap_value old_value, ap_value new_value)
{
    change->old_value = old_value;
    change->new_value = new_value;
}

static inline void ap_set_largest_difference(ap_change *change, double largest, size_t places)
{
    change->measured = true;
    change->largest = largest;
    change->places = places;
}

/* A name in double quotes, printable, cut if it is long. */
typedef struct ap_quoted_name {
    char text[80];
} ap_quoted_name;

ap_quoted_name ap_quote_name(ap_view name);

/* A number for people: four significant digits, or seven from 1000 on. */
typedef struct ap_rounded_text {
    char text[32];
} ap_rounded_text;

ap_rounded_text ap_format_rounded(double number);

/* Returns the worst impact of the changes; AP_IMPACT_BYTES for an empty list. */
ap_impact ap_worst_impact(const ap_changes *changes);

/* Returns true if the file means the same before and after the change: the change has no effect, or only on where the file stores
   something (the number of a joint, mesh or group; byte order, layout, version). Rounding changes a number, and
   keys at other times change the curve between them, so the result is false. */
bool ap_change_keeps_meaning(const ap_change *change);

/* Returns true if every change keeps the meaning. */
bool ap_changes_keep_meaning(const ap_changes *changes);

/* Adds the change that the new file has another format than the old file. */
void ap_add_format_change(const ap_format *old_format, const ap_format *new_format, ap_changes *changes);

/* Compares two files of a format without errors, and adds all changes. Adds AP_CHANGE_SPELLING if the bytes differ, but no
   value does. Returns false if a file has an error, or when out of memory (arena->failed). */
bool ap_compare(const ap_format *format, const ap_compare_source *source, ap_changes *changes) AP_MUST_USE;

#endif
