/* Checks the project's own rules that require joints by their names. */
#ifndef AP_OWN_JOINTS_H
#define AP_OWN_JOINTS_H

#include "core/layout/io.h"
#include "validators/services/own_rules/own_rules.h"

/* The name of a joint in a file. */
typedef struct ap_own_joint {
    ap_view name;
    ap_span span;
    ap_field_path_part part; /* the path of the joint's record, of one part */
    const char *field;       /* name of the field in the record */
} ap_own_joint;

/* The names of the joints of a file, in the arena. A structure of zeros is an empty list. */
typedef struct ap_own_joints {
    bool is_wanted; /* a rule requires joints, so the names are needed */
    ap_own_joint *items;
    size_t count, room;
} ap_own_joints;

/* Returns true if files of the format name their joints. */
bool ap_own_format_names_joints(const ap_format *format);

/* Adds the name of a joint if the field that the listener receives holds one. */
void ap_own_joints_add_if_name(ap_own_joints *joints, const ap_io *io, ap_field_role role, ap_arena *arena);

/* Adds a finding if the file lacks joints of the rule. The message names at most four of them, each with a joint of the file
   that has nearly the same name, and the number of the others. The finding is at the first of these similar joints, in the order
   of the rule's names, or at the start of the file if no name is similar. */
void ap_own_joints_report_missing(
    const ap_own_joints *joints, const ap_own_rule *rule, ap_findings *findings);

#endif
