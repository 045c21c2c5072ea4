#include "core/json/json_renamed.h"

void ap_json_put_renamed_size(ap_json_put *put, const char *key, const char *former, size_t value)
{
    ap_json_put_size(put, key, value);
    ap_json_put_size(put, former, value);
}

void ap_member_renamed_size_default_0(ap_members *m, const char *key, const char *former, size_t *value)
{
    ap_member_size_default_0(m, key, value);
    size_t of_former = *value;
    ap_member_size_default_0(m, former, &of_former);
    if (*value == 0)
        *value = of_former;
}

void ap_member_renamed_boolean_default_false(ap_members *m, const char *key, const char *former, bool *value)
{
    ap_member_boolean_default_false(m, key, value);
    bool of_former = *value;
    ap_member_boolean_default_false(m, former, &of_former);
    *value = *value || of_former;
}

void ap_member_renamed_text_default_null(
    ap_members *m, const char *key, const char *former, const char **text)
{
    ap_member_text_default_null(m, key, text);
    const char *of_former = *text;
    ap_member_text_default_null(m, former, &of_former);
    if (*text == NULL)
        *text = of_former;
}
