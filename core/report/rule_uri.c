#include "core/report/rule_uri.h"

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
