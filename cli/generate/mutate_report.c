/* Prints the list of defects, and the findings that lint must report in a changed file. */
#include <string.h>

#include "cli/generate/mutate.h"
#include "core/json/json_put.h"
#include "validators/registry.h"

static void put_defect(FILE *stream, const ap_format *format, const ap_defect *defect)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s", format->name, defect->name);
    fprintf(stream, "%-52s  %-30s  %s%s", name, defect->rule, defect->reason,
        defect->near_miss ? " (near miss)" : "");
    if (defect->needs_companion)
        fprintf(stream, " (needs --%s)", format->companion->option);
    if (defect->in_companion)
        fprintf(stream, " (changes the %s)", format->companion->extension);
    fputc('\n', stream);
}

void cli_print_defects(FILE *stream, const ap_format *format)
{
    size_t count;
    const ap_defect *defect;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (size_t k = 0; k < count; k++) {
        const ap_format *of_corpus = corpus_formats[k]->generator->format;
        for (size_t i = 0; (defect = ap_nth_defect_of_format(corpus_formats[k], i)) != NULL; i++) {
            if (format == NULL || format == of_corpus)
                put_defect(stream, of_corpus, defect);
        }
    }
}

void cli_print_expected_findings(FILE *stream, const ap_damage *damage)
{
    for (size_t i = 0; i < damage->expected_count; i++) {
        const ap_expectation *one = &damage->expected[i];
        fputs("expect", stream);
        if (one->companion)
            fprintf(stream, "-%s", damage->format->companion->option);
        fprintf(stream, " %s %zu %zu %s\n", one->rule, one->span.offset, one->span.length, one->path);
    }
}

static void put_expectation(ap_json_put *put, const ap_expectation *one)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "rule", one->rule);
    ap_json_put_integer(put, "offset", (int64_t)one->span.offset);
    ap_json_put_integer(put, "length", (int64_t)one->span.length);
    ap_json_put_text(put, "path", one->path);
    ap_json_put_boolean(put, "companion", one->companion);
    ap_json_put_end_object(put);
}

void cli_write_expected_findings_json(const ap_damage *damage, const char *defect_format, FILE *stream)
{
    const ap_defect *defect = damage->defect;
    ap_json_put put;
    ap_json_put_init(&put, stream, 2);
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_text(&put, "defect", defect->name);
    ap_json_put_text(&put, "format", defect_format);
    ap_json_put_text(&put, "rule", defect->rule);
    ap_json_put_text(&put, "reason", defect->reason);
    ap_json_put_text(&put, "verdict", ap_expected_answer_name(ap_expected_answer_of_damage(damage)));
    ap_json_put_boolean(&put, "near_miss", defect->near_miss);
    ap_json_put_boolean(&put, "in_companion", defect->in_companion);
    ap_json_put_begin_array(&put, "findings");
    for (size_t i = 0; i < damage->expected_count; i++)
        put_expectation(&put, &damage->expected[i]);
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}
