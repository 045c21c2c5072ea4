/* JSON: one document (json), or one object a line (jsonl). docs/report.schema.json describes both.

   Written file by file and finding by finding, so that a long report takes no memory. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/report.h"
#include "core/utf8.h"
#include "core/version.h"

extern const ap_reporter ap_report_json, ap_report_jsonl;

enum { DUMP_FLAGS = JSON_ENSURE_ASCII };

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

/* A copy in which each byte that is no UTF-8 has become a U+FFFD. */
static json_t *repaired(const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    size_t left = strlen(text);
    size_t used = 0;
    char *copy = malloc(left * (sizeof replacement - 1) + 1);
    if (copy == NULL)
        return NULL;
    while (left > 0) {
        size_t length = ap_utf8_length(at, left);
        size_t taken = length > 0 ? length : 1;
        memcpy(copy + used, length > 0 ? (const char *)at : replacement,
            length > 0 ? length : sizeof replacement - 1);
        used += length > 0 ? length : sizeof replacement - 1;
        at += taken;
        left -= taken;
    }
    json_t *string = json_stringn(copy, used);
    free(copy);
    return string;
}

/* Text of any bytes; null for NULL. The result is NULL only when memory has run out. */
static json_t *words(const char *text)
{
    if (text == NULL)
        return json_null();
    json_t *string = json_string(text);
    return string != NULL ? string : repaired(text);
}

static json_t *number(size_t value)
{
    return json_integer((json_int_t)value);
}

/* A line or a column: null where there are none. */
static json_t *ordinal(size_t value)
{
    return value > 0 ? number(value) : json_null();
}

/* Writes the object and gives it back; NULL stands for one that memory did not suffice for. `embed` leaves
   out the braces. */
static void put(ap_output *output, json_t *object, bool embed)
{
    int result =
        object == NULL ? -1 : json_dumpf(object, output->stream, DUMP_FLAGS | (embed ? JSON_EMBED : 0));
    if (result != 0 && output->error == 0)
        output->error = ENOMEM;
    json_decref(object);
}

static json_t *tool(void)
{
    return json_pack("{s:s, s:s}", "name", AP_PROGRAM, "version", AP_VERSION);
}

/* The members of a file's entry but its findings. */
static json_t *file_object(const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:b, s:o}", "file", words(file->name), "format",
        words(file->format), "layout", words(file->layout), "size", number(file->size_bytes), "valid",
        ap_report_valid(file), "skipped_checks", number(findings == NULL ? 0 : findings->skipped_checks));
    if (object != NULL && file->error != NULL
        && json_object_set_new(object, "error", words(file->error)) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *finding_object(const ap_finding *finding)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "rule", finding->rule->id,
        "severity", ap_severity_name(finding->severity), "class", ap_class_name(finding->rule->class),
        "offset", number(finding->span.offset), "length", number(finding->span.length), "line",
        ordinal(finding->line), "column", ordinal(finding->column), "path", words(finding->path), "message",
        words(finding->message), "expected", words(finding->expected), "found", words(finding->found));
}

bool ap_put_json_finding(FILE *stream, const ap_finding *finding)
{
    json_t *object = finding_object(finding);
    bool whole = object != NULL && json_dumpf(object, stream, DUMP_FLAGS) == 0;
    json_decref(object);
    return whole;
}

bool ap_put_json_text(FILE *stream, const char *text)
{
    json_t *string = words(text);
    bool whole = string != NULL && json_dumpf(string, stream, DUMP_FLAGS | JSON_ENCODE_ANY) == 0;
    json_decref(string);
    return whole;
}

static json_t *summary_object(const ap_summary *summary)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "files", number(summary->files),
        "errors", number(summary->errors), "warnings", number(summary->warnings), "notes",
        number(summary->notes), "dropped", number(summary->dropped), "passed_over", number(summary->skipped),
        "unreadable", number(summary->unreadable), "skipped_checks", number(summary->skipped_checks),
        "not_checked_yet", number(summary->not_yet));
}

static void json_begin(ap_output *output)
{
    fputs("{\"tool\": ", output->stream);
    put(output, tool(), false);
    fputs(",\n\"files\": [", output->stream);
}

static void json_file(ap_output *output, const ap_report_file *file)
{
    const char *separator = "\n";
    fputs(output->files_count > 0 ? ",\n{" : "\n{", output->stream);
    put(output, file_object(file), true);
    fputs(", \"findings\": [", output->stream);
    for (const ap_finding *f = file->findings == NULL ? NULL : file->findings->first; f != NULL;
         f = f->next) {
        fputs(separator, output->stream);
        put(output, finding_object(f), false);
        separator = ",\n";
    }
    fputs("]}", output->stream);
}

static json_t *skipped_object(const ap_report_skipped *skipped)
{
    return json_pack("{s:o, s:s}", "file", words(skipped->name), "reason", skipped->reason);
}

/* The entries stand after those of the files, and come between them: they wait in a file of their own, so
   that a long list takes no memory. */
static FILE *open_spool(void)
{
    FILE *stream = tmpfile();
    if (stream != NULL)
        return stream;
    const int file = memfd_create("animproof-skipped", MFD_CLOEXEC);
    stream = file < 0 ? NULL : fdopen(file, "w+");
    if (stream == NULL && file >= 0)
        close(file);
    return stream;
}

static void json_skipped(ap_output *output, const ap_report_skipped *skipped)
{
    const bool first = output->skipped == NULL;
    if (first)
        output->skipped = open_spool();
    json_t *object = skipped_object(skipped);
    const bool put = output->skipped != NULL && object != NULL
                     && fputs(first ? "\n" : ",\n", output->skipped) != EOF
                     && json_dumpf(object, output->skipped, DUMP_FLAGS) == 0;
    if (!put && output->error == 0)
        output->error = object == NULL || errno == 0 ? ENOMEM : errno;
    json_decref(object);
}

static void copy_skipped(ap_output *output)
{
    char block[4096];
    size_t got;
    if (output->skipped == NULL)
        return;
    rewind(output->skipped);
    while ((got = fread(block, 1, sizeof block, output->skipped)) > 0)
        fwrite(block, 1, got, output->stream);
    if (ferror(output->skipped) && output->error == 0)
        output->error = EIO;
    fclose(output->skipped);
    output->skipped = NULL;
}

static void json_end(ap_output *output, const ap_summary *summary)
{
    fputs("],\n\"skipped\": [", output->stream);
    copy_skipped(output);
    fputs("],\n\"summary\": ", output->stream);
    put(output, summary_object(summary), false);
    fputs("}\n", output->stream);
}

/* One line: {"type": TYPE, the members of the object}. */
static void put_line(ap_output *output, const char *type, json_t *object)
{
    fprintf(output->stream, "{\"type\": \"%s\", ", type);
    put(output, object, true);
    fputs("}\n", output->stream);
}

static void jsonl_begin(ap_output *output)
{
    (void)output;
}

/* The file's name stands first in each finding's line: one line is enough to act on. */
static json_t *named_finding(const ap_report_file *file, const ap_finding *finding)
{
    json_t *line = json_pack("{s:o}", "file", words(file->name));
    json_t *object = finding_object(finding);
    bool whole = line != NULL && object != NULL && json_object_update(line, object) == 0;
    json_decref(object);
    if (whole)
        return line;
    json_decref(line);
    return NULL;
}

static void jsonl_file(ap_output *output, const ap_report_file *file)
{
    put_line(output, "file", file_object(file));
    for (const ap_finding *f = file->findings == NULL ? NULL : file->findings->first; f != NULL; f = f->next)
        put_line(output, "finding", named_finding(file, f));
}

static void jsonl_skipped(ap_output *output, const ap_report_skipped *skipped)
{
    put_line(output, "skipped", skipped_object(skipped));
}

static void jsonl_end(ap_output *output, const ap_summary *summary)
{
    json_t *object = summary_object(summary);
    if (object != NULL && json_object_set_new(object, "tool", tool()) != 0) {
        json_decref(object);
        object = NULL;
    }
    put_line(output, "summary", object);
}

const ap_reporter ap_report_json = {
    .name = "json",
    .summary = "one JSON document (docs/report.schema.json)",
    .begin = json_begin,
    .file = json_file,
    .skipped = json_skipped,
    .end = json_end,
};

const ap_reporter ap_report_jsonl = {
    .name = "jsonl",
    .summary = "one JSON object a line: file, finding, skipped, summary",
    .begin = jsonl_begin,
    .file = jsonl_file,
    .skipped = jsonl_skipped,
    .end = jsonl_end,
};
