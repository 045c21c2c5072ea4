#include "validators/file/unrecognized.h"

#include <stdio.h>
#include <string.h>

#include "core/finding/value.h"
#include "validators/file/file_table.h"
#include "validators/file_type.h"
#include "validators/registry.h"

enum { LOOKED_AT_BYTES = 512, SHOWN_BYTES = 8 };

/* Writes what the file is: a known type with advice ("it is a Git LFS pointer; fetch …"), or else "it is empty" or "it begins
   as text". */
static void describe_content(char *text, size_t size, ap_view start)
{
    char title[AP_HTML_TITLE_BYTES];
    const ap_file_type *file_type = ap_find_file_type(start);
    if (start.size == 0)
        snprintf(text, size, "it is empty");
    else if (file_type == NULL)
        snprintf(text, size, "it begins as %s", ap_content_kind_name(start));
    else if (ap_html_title(start, title) && strstr(file_type->what, "HTML") != NULL)
        snprintf(text, size, "it is %s, \"%s\"; %s", file_type->what, title, file_type->advice);
    else
        snprintf(text, size, "it is %s; %s", file_type->what, file_type->advice);
}

/* Writes the names of all formats: "mrtk, memg, md5anim". */
static void write_format_names(char *text, size_t size)
{
    size_t count;
    size_t used = 0;
    const ap_format *const *formats = ap_formats(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", formats[i]->name);
}

void ap_report_unrecognized(ap_view input, ap_findings *findings)
{
    size_t length = input.size < SHOWN_BYTES ? input.size : SHOWN_BYTES;
    ap_view first = { input.bytes, input.size < LOOKED_AT_BYTES ? input.size : LOOKED_AT_BYTES };
    ap_finding *finding =
        ap_findings_add(findings, &ap_file_rules[FILE_UNRECOGNIZED], (ap_span){ 0, length });
    char names[128];
    char looks[256];
    char text[400];
    if (finding == NULL)
        return;
    write_format_names(names, sizeof names);
    describe_content(looks, sizeof looks, first);
    int written = snprintf(text, sizeof text, "the file is not one of %s: %s", names, looks);
    const char *message = ap_arena_copy_text(findings->arena, text, (size_t)written);
    finding->message = message != NULL ? message : "";
    finding->expected = "one of the known formats";
    if (length > 0) {
        size_t quoted = ap_quote((ap_view){ input.bytes, length }, text, sizeof text);
        finding->found = ap_arena_copy_text(findings->arena, text, quoted);
    }
}
