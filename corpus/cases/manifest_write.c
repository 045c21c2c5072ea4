/* Lines of manifests, written; and what both sides share. */
#include <assert.h>
#include <jansson.h>
#include <sha2.h>
#include <string.h>

#include "corpus/cases/manifest.h"

enum { LINE_FLAGS = JSON_COMPACT | JSON_ENSURE_ASCII, HASHED_AT_ONCE = 64 * 1024 };

static_assert(AP_SHA256_TEXT == SHA256_DIGEST_STRING_LENGTH, "libmd writes as many");

void ap_sha256_text(ap_view bytes, char text[AP_SHA256_TEXT])
{
    SHA2_CTX state;
    SHA256Init(&state);
    if (bytes.size > 0)
        SHA256Update(&state, bytes.bytes, bytes.size);
    SHA256End(&state, text);
}

bool ap_sha256_stream(FILE *stream, char text[AP_SHA256_TEXT])
{
    SHA2_CTX state;
    uint8_t bytes[HASHED_AT_ONCE];
    size_t count;
    SHA256Init(&state);
    while ((count = fread(bytes, 1, sizeof bytes, stream)) > 0)
        SHA256Update(&state, bytes, count);
    SHA256End(&state, text);
    return !ferror(stream);
}

static int hand_on(const char *text, size_t size, void *context)
{
    return ap_write(context, text, size) ? 0 : -1;
}

/* Writes the object as a line and gives it back; NULL stands for one that memory did not suffice for. */
static bool put_line(ap_writer *writer, json_t *object)
{
    bool whole = object != NULL && json_dump_callback(object, hand_on, writer, LINE_FLAGS) == 0
                 && ap_write(writer, "\n", 1);
    json_decref(object);
    return whole;
}

static json_t *finding_object(const ap_manifest_finding *finding)
{
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:s}", "in", finding->companion ? "companion" : "file",
        "rule", finding->rule, "severity", ap_severity_name(finding->severity), "offset",
        (json_int_t)finding->span.offset, "length", (json_int_t)finding->span.length, "path", finding->path);
}

json_t *ap_manifest_expected(const ap_manifest_case *entry)
{
    json_t *array = json_array();
    for (size_t i = 0; array != NULL && i < entry->expected_count; i++) {
        if (json_array_append_new(array, finding_object(&entry->expected[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

bool ap_put_manifest_case(ap_writer *writer, const ap_manifest_case *entry)
{
    assert(entry->seed <= INT64_MAX);
    json_t *object = json_pack("{s:s, s:s, s:s?, s:s, s:s?, s:s, s:s?, s:s?, s:s, s:o, s:s?, s:I, s:s, s:s?}",
        "id", entry->id, "file", entry->file, "companion", entry->companion, "sha256", entry->sha256,
        "companion_sha256", entry->companion_sha256, "format", entry->format, "version", entry->version,
        "layout", entry->layout, "verdict", ap_expected_answer_name(entry->answer), "expected",
        ap_manifest_expected(entry), "defect", entry->defect, "seed", (json_int_t)entry->seed, "reason",
        entry->reason, "source", entry->source);
    return put_line(writer, object);
}

bool ap_put_corpus_about(ap_writer *writer, const ap_corpus_about *about)
{
    assert(about->seed <= INT64_MAX);
    json_t *object = json_pack("{s:s, s:I, s:s, s:I, s:s}", "animproof", about->animproof, "seed",
        (json_int_t)about->seed, "size", about->size, "files", (json_int_t)about->files, "manifest_sha256",
        about->manifest_sha256);
    return put_line(writer, object);
}
