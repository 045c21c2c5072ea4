#include "core/report/rule_uri.h"

#include "core/base/version.h"

/* GitHub makes an anchor of a heading by leaving the slash out. */
void ap_batch_rule_uri(ap_batch *batch, const char *id)
{
    ap_batch_text(batch, AP_DOCS "RULES.md#");
    for (; *id != '\0'; id++) {
        if (*id != '/')
            ap_batch_byte(batch, *id);
    }
}
