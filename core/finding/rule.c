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

const char *ap_validity_class_name(ap_validity_class kind)
{
    static const char *const names[] = { "info", "suspicious", "invalid", "malformed" };
    return names[kind];
}

const char *ap_source_grade_name(ap_source_grade grade)
{
    static const char *const names[] = { "published", "writer", "derived", "choice" };
    return names[grade];
}

const char *ap_source_grade_meaning(ap_source_grade grade)
{
    static const char *const meanings[] = {
        "the format's published page states the rule",
        "the format's own writer or reader follows the rule",
        "without the rule the format has no meaning",
        "no source decides; the rule is this project's choice",
    };
    return meanings[grade];
}
