/* Members of JSON documents under two names: each of these functions writes the value under its new name
   and under the name that it had in development versions before 0.1.0. A reader takes the old name if the
   new one is missing, 0 or false. In version 0.2.0, remove the old names from the callers, and this file. */
#ifndef AP_JSON_RENAMED_H
#define AP_JSON_RENAMED_H

#include "core/json/json_members.h"

void ap_json_put_renamed_size(ap_json_put *put, const char *key, const char *former, size_t value);

/* Read or write a member like the ap_member functions with a default of json_members.h, also under the name `former`. */
void ap_member_renamed_size_default_0(ap_members *m, const char *key, const char *former, size_t *value);
void ap_member_renamed_boolean_default_false(ap_members *m, const char *key, const char *former, bool *value);
void ap_member_renamed_text_default_null(
    ap_members *m, const char *key, const char *former, const char **text);

#endif
