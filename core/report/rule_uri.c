#include "core/report/rule_uri.h"

#include "core/base/version.h"

const char *ap_docs_uri(void)
{
#ifdef AP_DOCS
    return AP_DOCS;
#else
    return NULL;
#endif
}

const char *ap_rules_uri(void)
{
#ifdef AP_DOCS
    return AP_DOCS "RULES.md";
#else
    return NULL;
#endif
}

void ap_batch_rule_uri(ap_batch *batch, const char *page, const char *id)
{
    ap_batch_text(batch, page);
    ap_batch_byte(batch, '#');
    for (; *id != '\0'; id++) {
        if (*id != '/')
            ap_batch_byte(batch, *id);
    }
}

void ap_put_rule_anchor(FILE *stream, const char *id)
{
    for (; *id != '\0'; id++) {
        if (*id != '/')
            fputc(*id, stream);
    }
}
