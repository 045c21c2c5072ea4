#include "core/json/json_renamed.h"

void ap_json_put_renamed_size(ap_json_put *put, const char *key, const char *former, size_t value)
{
    ap_json_put_size(put, key, value);
    ap_json_put_size(put, former, value);
}

void ap_member_optional_renamed_size(ap_members *m, const char *key, const char *former, size_t *value)
{
    ap_member_optional_size(m, key, value);
    size_t of_former = *value;
    ap_member_optional_size(m, former, &of_former);
    if (*value == 0)
        *value = of_former;
}

void ap_member_optional_renamed_boolean(ap_members *m, const char *key, const char *former, bool *value)
{
    ap_member_optional_boolean(m, key, value);
    bool of_former = *value;
    ap_member_optional_boolean(m, former, &of_former);
    *value = *value || of_former;
}

void ap_member_optional_renamed_text(ap_members *m, const char *key, const char *former, const char **text)
{
    ap_member_optional_text(m, key, text);
    const char *of_former = *text;
    ap_member_optional_text(m, former, &of_former);
    if (*text == NULL)
        *text = of_former;
}
