/* Reports as a GitLab code quality report: a JSON array of problems, each identified by a fingerprint. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/uri_text.h"
#include "core/finding/fingerprint.h"
#include "core/json/json_put.h"
#include "core/report/output.h"

extern const ap_reporter ap_report_gitlab;

enum { PRINT_DIGITS = 16 };

static const char *severity_of(const ap_finding *finding)
{
    switch (finding->severity) {
    case AP_ERROR:
        return finding->rule->kind == AP_MALFORMED ? "critical" : "major";
    case AP_WARNING:
        return "minor";
    default:
        return "info";
    }
}

static void begin_problem(ap_output *output, ap_json_put *put)
{
    ap_json_put_init(put, output->stream, 0);
    ap_batch_text(&put->batch, output->written++ > 0 ? ",\n" : "\n");
    ap_json_put_begin_object(put, NULL);
}

static void end_problem(ap_json_put *put, const char *path, size_t line)
{
    ap_json_put_begin_object(put, "location");
    ap_json_put_text(put, "path", path);
    ap_json_put_begin_object(put, "lines");
    ap_json_put_integer(put, "begin", (int64_t)line);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

/* Writes the fingerprint of a problem. `file` is the hash of the file's name, so that equal faults in two files are two problems.
   */
static void put_fingerprint(ap_json_put *put, uint64_t file, uint64_t exact, size_t number)
{
    ap_batch *batch = ap_json_put_begin_raw(put, "fingerprint");
    ap_batch_byte(batch, '"');
    ap_batch_hex(batch, file, PRINT_DIGITS);
    ap_batch_hex(batch, exact, PRINT_DIGITS);
    ap_batch_byte(batch, '-');
    ap_batch_number(batch, number);
    ap_batch_byte(batch, '"');
}

static void put_finding(ap_output *output, const ap_report_file *file, uint64_t name_hash,
    const ap_finding *finding, const ap_fingerprint *print)
{
    ap_json_put put;
    begin_problem(output, &put);
    ap_json_put_text(&put, "description", finding->message);
    ap_json_put_text(&put, "check_name", finding->rule->id);
    put_fingerprint(&put, name_hash, print->exact, print->exact_number);
    ap_json_put_text(&put, "severity", severity_of(finding));
    end_problem(&put, ap_skip_dot_slash(file->name), file->text ? finding->line : 1);
}

static void put_unread(ap_output *output, const ap_report_file *file)
{
    ap_json_put put;
    begin_problem(output, &put);
    ap_json_put_text(&put, "description", file->error);
    ap_json_put_text(&put, "check_name", "not-read");
    put_fingerprint(&put, ap_hash_text(AP_HASH_START, file->name), 0, 0);
    ap_json_put_text(&put, "severity", "blocker");
    end_problem(&put, ap_skip_dot_slash(file->name), 1);
}

static void gitlab_file(ap_output *output, const ap_report_file *file)
{
    if (file->error != NULL)
        put_unread(output, file);
    if (file->findings == NULL || file->findings->kept == 0)
        return;
    ap_fingerprint *prints = ap_make_fingerprints(file->findings->first);
    if (prints == NULL) {
        output->error = ENOMEM;
        return;
    }
    const ap_fingerprint *print = prints;
    const uint64_t name_hash = ap_hash_text(AP_HASH_START, file->name);
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next)
        put_finding(output, file, name_hash, f, print++);
    free(prints);
}

const ap_reporter ap_report_gitlab = {
    .name = "gitlab",
    .summary = "GitLab's code quality report",
    .head = "[",
    .file = gitlab_file,
    .tail = "]\n",
};
