#include "core/report/rule_uri.h"

#include "core/base/version.h"

/* GitHub makes an anchor of a heading by leaving the slash out. */
void ap_put_rule_uri(FILE *stream, const char *id)
{
    fputs(AP_DOCS "RULES.md#", stream);
    for (; *id != '\0'; id++) {
        if (*id != '/')
            fputc(*id, stream);
    }
}
