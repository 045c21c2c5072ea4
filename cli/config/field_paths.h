/* Checks the paths of rules over fields against the fields that files of a format can have. */
#ifndef AP_FIELD_PATHS_H
#define AP_FIELD_PATHS_H

#include "validators/services/own_rules/own_rules.h"

/* The paths of fields that were found so far in generated files of each format. Initialise with zeros. */
typedef struct cli_field_paths {
    struct cli_field_paths_of_format *formats; /* allocated by the first search; an element for each format */
} cli_field_paths;

/* Sets *known to true if a file of one of the rule's formats can have a field with a path of the rule, whatever the indices and
   the names of joints. Generates files of the formats and reads their fields until one has the path; no file is generated twice.
   Returns false when out of memory. */
bool cli_check_field_path_exists(cli_field_paths *paths, const ap_own_rule *rule, bool *known);

void cli_field_paths_free(cli_field_paths *paths);

#endif
