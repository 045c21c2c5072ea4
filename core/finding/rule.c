#include "core/finding/rule.h"

#include <string.h>

const char *ap_severity_name(ap_severity severity)
{
    static const char *const names[] = { "off", "note", "warning", "error" };
    return names[severity];
}

bool ap_find_severity(const char *name, ap_severity *severity)
{
    for (*severity = AP_OFF; *severity <= AP_ERROR; ++*severity) {
        if (strcmp(name, ap_severity_name(*severity)) == 0)
            return true;
    }
    return false;
}

const char *ap_class_name(ap_class kind)
{
    static const char *const names[] = { "info", "suspicious", "invalid", "malformed" };
    return names[kind];
}

const char *ap_rule_source_name(ap_rule_source grade)
{
    static const char *const names[] = { "published", "writer", "derived", "choice" };
    return names[grade];
}

const char *ap_rule_source_meaning(ap_rule_source grade)
{
    static const char *const meanings[] = {
        "the format's published page states the rule",
        "the format's own writer or reader follows the rule",
        "without the rule the format has no meaning",
        "no source decides; the rule is this project's choice",
    };
    return meanings[grade];
}
