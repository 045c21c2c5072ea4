#include "cli/unknown.h"

#include <stdio.h>
#include <string.h>

#include "core/value.h"
#include "validators/file_table.h"
#include "validators/foreign.h"
#include "validators/md5anim/md5_kind.h"
#include "validators/registry.h"

enum { LOOKED_AT_BYTES = 512, SHOWN_BYTES = 8 };

static const char *looks_like(ap_view view)
{
    if (view.size == 0)
        return "the file is empty";
    if (ap_md5_marked(view) != AP_MD5_NONE)
        return "an id Tech 4 text file; a mesh is given with --mesh";
    const ap_foreign *foreign = ap_find_foreign(view);
    return foreign != NULL ? foreign->what : ap_content_kind(view);
}

/* "mrtk, memg, md5anim" */
static void format_names(char *text, size_t size)
{
    size_t count;
    size_t used = 0;
    const ap_format *const *formats = ap_formats(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", formats[i]->name);
}

void cli_report_unknown(ap_view input, ap_findings *findings)
{
    size_t length = input.size < SHOWN_BYTES ? input.size : SHOWN_BYTES;
    ap_view first = { input.bytes, input.size < LOOKED_AT_BYTES ? input.size : LOOKED_AT_BYTES };
    ap_finding *finding =
        ap_findings_add(findings, &ap_file_rules[FILE_UNRECOGNIZED], (ap_span){ 0, length });
    char names[128];
    char text[320];
    if (finding == NULL)
        return;
    format_names(names, sizeof names);
    int written = snprintf(text, sizeof text, "is none of %s; %s%s", names,
        input.size == 0 ? "" : "begins like ", looks_like(first));
    const char *message = ap_arena_text(findings->arena, text, (size_t)written);
    finding->message = message != NULL ? message : "";
    finding->expected = "one of the known formats";
    if (length > 0) {
        size_t quoted = ap_quote((ap_view){ input.bytes, length }, text, sizeof text);
        finding->found = ap_arena_text(findings->arena, text, quoted);
    }
}
