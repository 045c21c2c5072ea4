/* Writes manifests and corpus.json. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/text_stream.h"
#include "core/json/json_value.h"
#include "corpus/cases/case_flags.h"
#include "corpus/cases/manifest.h"

static void put_finding(ap_json_put *put, const ap_manifest_finding *finding)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "in", finding->companion ? "companion" : "file");
    ap_json_put_text(put, "rule", finding->rule);
    ap_json_put_text(put, "severity", ap_severity_name(finding->severity));
    ap_json_put_integer(put, "offset", (int64_t)finding->span.offset);
    ap_json_put_integer(put, "length", (int64_t)finding->span.length);
    ap_json_put_text(put, "path", finding->path);
    ap_json_put_end_object(put);
}

void ap_put_manifest_expected(ap_json_put *put, const ap_manifest_case *entry)
{
    ap_json_put_begin_array(put, "expected");
    for (size_t i = 0; i < entry->expected_count; i++)
        put_finding(put, &entry->expected[i]);
    ap_json_put_end_array(put);
}

void ap_put_manifest_members(ap_json_put *put, const ap_manifest_case *entry)
{
    assert(entry->seed <= INT64_MAX);
    ap_json_put_text(put, "id", entry->id);
    ap_json_put_text(put, "file", entry->file);
    ap_json_put_text(put, "companion", entry->companion);
    ap_json_put_text(put, "sha256", entry->sha256);
    ap_json_put_text(put, "companion_sha256", entry->companion_sha256);
    ap_json_put_text(put, "format", entry->format);
    ap_json_put_text(put, "version", entry->version);
    ap_json_put_text(put, "layout", entry->variant);
    ap_json_put_text(put, "verdict", ap_expected_answer_name(entry->answer));
    ap_put_manifest_expected(put, entry);
    ap_json_put_text(put, "defect", entry->defect);
    ap_json_put_integer(put, "seed", (int64_t)entry->seed);
    ap_json_put_text(put, "reason", entry->reason);
    ap_json_put_text(put, "source", entry->source);
    ap_put_flags_notes_cves_and_breaks(put, entry);
}

static void put_case_members(ap_json_put *put, const void *line)
{
    ap_put_manifest_members(put, line);
}

void ap_write_corpus_id(const ap_corpus_description *about, char id[AP_CORPUS_ID_BYTES])
{
    snprintf(id, AP_CORPUS_ID_BYTES, "corpus-%.24s", about->manifest_sha256);
}

static void put_corpus_members(ap_json_put *put, const void *line)
{
    const ap_corpus_description *about = line;
    char id[AP_CORPUS_ID_BYTES];
    assert(about->seed <= INT64_MAX);
    ap_write_corpus_id(about, id);
    ap_json_put_text(put, "id", id);
    ap_json_put_text(put, "animproof", about->animproof);
    ap_json_put_integer(put, "seed", (int64_t)about->seed);
    ap_json_put_text(put, "size", about->size);
    ap_json_put_integer(put, "files", (int64_t)about->files);
    ap_json_put_text(put, "manifest_sha256", about->manifest_sha256);
    if (about->values_sha256[0] != '\0')
        ap_json_put_text(put, "values_sha256", about->values_sha256);
}

/* Writes one line: a JSON object of the members that the function `members` writes. The object is built in
   memory first, so nothing is written when out of memory. */
static bool put_line(ap_writer *writer, void (*members)(ap_json_put *put, const void *line), const void *line)
{
    char *text = NULL;
    size_t size = 0;
    ap_json_put put;
    FILE *stream = ap_open_text_stream(&text, &size);
    if (stream == NULL)
        return false;
    ap_json_put_init(&put, stream, 0);
    put.compact = true;
    put.escapes = AP_JSON_SHORT_ESCAPES;
    ap_json_put_begin_object(&put, NULL);
    members(&put, line);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
    const bool complete = ap_close_text_stream(stream, &text) && ap_write(writer, text, size);
    free(text);
    return complete;
}

bool ap_put_manifest_case(ap_writer *writer, const ap_manifest_case *entry)
{
    return put_line(writer, put_case_members, entry);
}

bool ap_put_corpus_description(ap_writer *writer, const ap_corpus_description *about)
{
    return put_line(writer, put_corpus_members, about);
}
