/* Checks the paths of rules over fields against the fields that files of a format can have. */
#ifndef AP_FIELD_PATHS_H
#define AP_FIELD_PATHS_H

#include "validators/services/own_rules/own_rules.h"

/* Sets *known to true if a file of one of the rule's formats can have a field with a path of the rule, whatever the indices and
   the names of joints. Generates files of the formats and reads their fields. Returns false when out of memory. */
bool cli_check_field_path_exists(const ap_own_rule *rule, bool *known);

#endif
