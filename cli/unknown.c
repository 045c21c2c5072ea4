#include "cli/unknown.h"

#include <stdio.h>
#include <string.h>

#include "core/utf8.h"
#include "core/value.h"
#include "validators/file_table.h"
#include "validators/registry.h"

enum { LOOKED_AT_BYTES = 512, SHOWN_BYTES = 8 };

typedef struct beginning {
    const char *bytes;
    size_t count;
    const char *what;
} beginning;

#define BEGINS(text, what)                                                                                   \
    {                                                                                                        \
        text, sizeof(text) - 1, what                                                                         \
    }

static const beginning beginnings[] = {
    BEGINS("MD5Version", "an id Tech 4 text file; a mesh is given with --mesh"),
    BEGINS("glTF", "a binary glTF file"),
    BEGINS("Kaydara FBX Binary", "an FBX file"),
    BEGINS("HIERARCHY", "a BVH motion file"),
    BEGINS("IDPO", "a Quake model"),
    BEGINS("IDP3", "a Quake 3 model"),
    BEGINS("INTERQUAKEMODEL", "an IQM model"),
    BEGINS("BLENDER", "a Blender file"),
    BEGINS("\x89PNG", "a PNG image"),
    BEGINS("\xff\xd8\xff", "a JPEG image"),
    BEGINS("PK\x03\x04", "a zip archive"),
    BEGINS("\x1f\x8b", "gzip-compressed data"),
    BEGINS("\x28\xb5\x2f\xfd", "zstd-compressed data"),
    BEGINS("\x7f"
           "ELF",
        "a program"),
    BEGINS("MZ", "a Windows program"),
    BEGINS("version https://git-lfs", "a Git LFS pointer: the file itself was not fetched"),
    BEGINS("<?xml", "XML"),
    BEGINS("{", "JSON"),
    BEGINS("\xff\xfe", "UTF-16 text"),
    BEGINS("\xfe\xff", "UTF-16 text"),
};

static bool all_zero(ap_view view)
{
    for (size_t i = 0; i < view.size; i++) {
        if (view.bytes[i] != 0)
            return false;
    }
    return true;
}

/* Text as far as it was looked at; a character cut by the end of the look counts as whole. */
static bool looks_like_text(ap_view view)
{
    for (size_t i = 0; i < view.size;) {
        size_t length = ap_utf8_length(view.bytes + i, view.size - i);
        if (length == 0 && view.size - i < 4 && view.size == LOOKED_AT_BYTES)
            return true;
        if (length == 0 || (view.bytes[i] < 0x20 && strchr("\t\n\r\f", view.bytes[i]) == NULL)
            || view.bytes[i] == '\0')
            return false;
        i += length;
    }
    return true;
}

static const char *looks_like(ap_view view)
{
    if (view.size == 0)
        return "the file is empty";
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const beginning *b = &beginnings[i];
        if (view.size >= b->count && memcmp(view.bytes, b->bytes, b->count) == 0)
            return b->what;
    }
    if (all_zero(view))
        return "zero bytes";
    return looks_like_text(view) ? "text" : "binary data";
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
