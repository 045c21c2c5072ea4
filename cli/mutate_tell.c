/* What animproof mutate says: which defects there are, and what must be found of a changed file. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/mutate.h"
#include "validators/registry.h"

const char *cli_companion_option(const ap_format *format)
{
    if (format->companion == NULL)
        return NULL;
    return strcmp(format->companion->name, "obj") == 0 ? "--obj" : "--mesh";
}

static void put_defect(FILE *stream, const ap_format *format, const ap_defect *defect)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s", format->name, defect->name);
    fprintf(stream, "%-52s  %-30s  %s%s", name, defect->rule, defect->reason,
        defect->near_miss ? " (near miss)" : "");
    if (defect->needs_companion)
        fprintf(stream, " (needs %s)", cli_companion_option(format));
    if (defect->in_companion)
        fprintf(stream, " (changes the %s)", format->companion->extension);
    fputc('\n', stream);
}

void cli_put_defects(FILE *stream, const ap_format *format)
{
    size_t count;
    const ap_defect_table *const *tables = ap_defect_tables(&count);
    for (size_t t = 0; t < count; t++) {
        if (format != NULL && strcmp(tables[t]->format_name, format->name) != 0)
            continue;
        for (size_t i = 0; i < tables[t]->count; i++)
            put_defect(stream, ap_find_format(tables[t]->format_name), &tables[t]->defects[i]);
    }
}

void cli_put_expectations(FILE *stream, const ap_breaking *breaking)
{
    const char *option = cli_companion_option(breaking->format);
    const char *in_companion = option != NULL ? option + 1 : ""; /* "-obj" */
    for (size_t i = 0; i < breaking->expected_count; i++) {
        const ap_expectation *one = &breaking->expected[i];
        fprintf(stream, "expect%s %s %zu %zu %s\n", one->companion ? in_companion : "", one->rule,
            one->span.offset, one->span.length, one->path);
    }
}

static const char *verdict_name(ap_verdict verdict)
{
    static const char *const names[] = { "refuse", "differ", "accept" };
    return names[verdict];
}

static json_t *findings_json(const ap_breaking *breaking)
{
    json_t *findings = json_array();
    for (size_t i = 0; i < breaking->expected_count; i++) {
        const ap_expectation *one = &breaking->expected[i];
        json_array_append_new(findings,
            json_pack("{s:s, s:I, s:I, s:s, s:b}", "rule", one->rule, "offset", (json_int_t)one->span.offset,
                "length", (json_int_t)one->span.length, "path", one->path, "companion", (int)one->companion));
    }
    return findings;
}

bool cli_write_expectations(const ap_breaking *breaking, const char *defect_format, ap_writer *writer)
{
    const ap_defect *defect = breaking->defect;
    json_t *root = json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:o}", "defect", defect->name, "format",
        defect_format, "rule", defect->rule, "reason", defect->reason, "verdict",
        verdict_name(ap_verdict_of_broken(breaking)), "near_miss", (int)defect->near_miss, "in_companion",
        (int)defect->in_companion, "findings", findings_json(breaking));
    char *text = root == NULL ? NULL : json_dumps(root, JSON_INDENT(2));
    const bool written = text != NULL && ap_write(writer, text, strlen(text)) && ap_write(writer, "\n", 1);
    free(text);
    json_decref(root);
    return written;
}
