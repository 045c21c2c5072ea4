/* Manifests, read. Whoever made one, nothing in it leads outside the folder or into a report unchecked. */
#include "corpus/manifest.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/finding.h"

enum { ABOUT_BYTES = 64 * 1024, LONGEST_LINE = 4 * 1024 * 1024 };

/* A JSON object being taken apart. The first thing that is not as it should be is kept in `wrong`. */
typedef struct members {
    const json_t *object;
    ap_arena *arena;
    const char *wrong; /* the key */
} members;

__attribute__((format(printf, 3, 4))) static ap_manifest_status fail(
    ap_manifest *manifest, ap_manifest_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(manifest->error, sizeof manifest->error, format, arguments);
    va_end(arguments);
    return status;
}

static void is_wrong(members *from, const char *key)
{
    if (from->wrong == NULL)
        from->wrong = key;
}

/* Text, in the arena; "" where there is none, which is wrong unless it is null and may be: NULL then. */
static const char *text_or_null(members *from, const char *key)
{
    const json_t *value = json_object_get(from->object, key);
    if (json_is_null(value))
        return NULL;
    if (!json_is_string(value)) {
        is_wrong(from, key);
        return "";
    }
    const char *copy = ap_arena_text(from->arena, json_string_value(value), json_string_length(value));
    return copy != NULL ? copy : "";
}

static const char *text(members *from, const char *key)
{
    const char *found = text_or_null(from, key);
    if (found == NULL)
        is_wrong(from, key);
    return found != NULL ? found : "";
}

/* The same where the key itself may be missing. */
static const char *optional_text(members *from, const char *key)
{
    return json_object_get(from->object, key) == NULL ? NULL : text_or_null(from, key);
}

static uint64_t natural(members *from, const char *key)
{
    const json_t *value = json_object_get(from->object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        is_wrong(from, key);
        return 0;
    }
    return (uint64_t)json_integer_value(value);
}

static bool is_hash(const char *candidate)
{
    return strlen(candidate) == AP_SHA256_TEXT - 1
           && strspn(candidate, "0123456789abcdef") == AP_SHA256_TEXT - 1;
}

/* Ids stand in reports, in lists of known failures and on command lines. */
static bool is_id(const char *candidate)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    return candidate[0] != '\0' && candidate[strspn(candidate, allowed)] == '\0';
}

/* Below the folder: neither from the root nor upwards. */
static bool is_below(const char *path)
{
    bool below = path[0] != '\0' && path[0] != '/';
    for (const char *part = path; below && part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        below = strcmp(part, "..") != 0 && strncmp(part, "../", 3) != 0;
    }
    return below;
}

static ap_verdict verdict_of(members *from)
{
    const char *name = text(from, "verdict");
    for (ap_verdict verdict = AP_VERDICT_REFUSE; verdict <= AP_VERDICT_ACCEPT; verdict++) {
        if (strcmp(name, ap_verdict_name(verdict)) == 0)
            return verdict;
    }
    is_wrong(from, "verdict");
    return AP_VERDICT_DIFFER;
}

static ap_severity severity_of(members *from)
{
    const char *name = text(from, "severity");
    for (ap_severity severity = AP_NOTE; severity <= AP_ERROR; severity++) {
        if (strcmp(name, ap_severity_name(severity)) == 0)
            return severity;
    }
    is_wrong(from, "severity");
    return AP_ERROR;
}

static ap_manifest_finding finding_of(members *from, const json_t *object)
{
    members inner = { .object = object, .arena = from->arena };
    const char *in = json_string_value(json_object_get(object, "in"));
    const ap_manifest_finding finding = { .companion = in != NULL && strcmp(in, "companion") == 0,
        .rule = text(&inner, "rule"),
        .severity = severity_of(&inner),
        .span = { natural(&inner, "offset"), natural(&inner, "length") },
        .path = text(&inner, "path") };
    if (inner.wrong != NULL)
        is_wrong(from, "expected");
    return finding;
}

static void take_expected(members *from, ap_manifest_case *entry)
{
    const json_t *array = json_object_get(from->object, "expected");
    const size_t count = json_array_size(array);
    ap_manifest_finding *expected = ap_alloc_array(from->arena, count, sizeof *expected);
    if (!json_is_array(array))
        is_wrong(from, "expected");
    for (size_t i = 0; expected != NULL && i < count; i++)
        expected[i] = finding_of(from, json_array_get(array, i));
    entry->expected = expected;
    entry->expected_count = expected == NULL ? 0 : count;
}

static void take_case(members *from, ap_manifest_case *entry)
{
    *entry = (ap_manifest_case){ .id = text(from, "id"),
        .file = text(from, "file"),
        .companion = text_or_null(from, "companion"),
        .sha256 = text(from, "sha256"),
        .companion_sha256 = optional_text(from, "companion_sha256"),
        .format = text(from, "format"),
        .version = text_or_null(from, "version"),
        .layout = text_or_null(from, "layout"),
        .verdict = verdict_of(from),
        .defect = text_or_null(from, "defect"),
        .seed = natural(from, "seed"),
        .reason = text(from, "reason"),
        .source = text_or_null(from, "source") };
    take_expected(from, entry);
    if (!is_id(entry->id))
        is_wrong(from, "id");
    if (!is_below(entry->file))
        is_wrong(from, "file");
    if (entry->companion != NULL && !is_below(entry->companion))
        is_wrong(from, "companion");
    if (!is_hash(entry->sha256))
        is_wrong(from, "sha256");
    if (entry->companion_sha256 != NULL && !is_hash(entry->companion_sha256))
        is_wrong(from, "companion_sha256");
}

static void take_about(members *from, ap_corpus_about *about)
{
    const char *hash = text(from, "manifest_sha256");
    about->animproof = text(from, "animproof");
    about->seed = natural(from, "seed");
    about->size = text(from, "size");
    about->files = natural(from, "files");
    if (is_hash(hash))
        memcpy(about->manifest_sha256, hash, AP_SHA256_TEXT);
    else
        is_wrong(from, "manifest_sha256");
}

/* Takes an object apart that stands in `where`, gives it back, and says how that went. */
static ap_manifest_status close_members(
    ap_manifest *manifest, members *from, json_t *object, const char *where)
{
    const bool starved = from->arena->failed;
    json_decref(object);
    if (starved)
        return fail(manifest, AP_MANIFEST_NO_MEMORY, "no memory");
    if (from->wrong != NULL)
        return fail(manifest, AP_MANIFEST_MALFORMED, "%s: \"%s\" is not as it must be", where, from->wrong);
    return AP_MANIFEST_OK;
}

static ap_manifest_status parse(
    ap_manifest *manifest, const char *content, size_t length, const char *where, json_t **object)
{
    json_error_t error;
    *object = json_loadb(content, length, JSON_REJECT_DUPLICATES, &error);
    if (*object != NULL)
        return AP_MANIFEST_OK;
    if (json_error_code(&error) == json_error_out_of_memory)
        return fail(manifest, AP_MANIFEST_NO_MEMORY, "no memory");
    return fail(manifest, AP_MANIFEST_MALFORMED, "%s: %s", where, error.text);
}

/* NULL where it cannot be opened (errno), or for want of memory. */
static FILE *open_below(const char *folder, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0) {
        errno = ENOMEM;
        return NULL;
    }
    FILE *stream = fopen(path, "re");
    int error = errno;
    free(path);
    errno = error;
    return stream;
}

static ap_manifest_status cannot_open(ap_manifest *manifest, const char *name)
{
    return fail(manifest, AP_MANIFEST_CANNOT_READ, "%s: %s", name, strerror(errno));
}

static ap_manifest_status read_about(ap_manifest *manifest, const char *folder, ap_arena *arena)
{
    char content[ABOUT_BYTES];
    FILE *stream = open_below(folder, AP_CORPUS_FILE);
    if (stream == NULL)
        return cannot_open(manifest, AP_CORPUS_FILE);
    const size_t length = fread(content, 1, sizeof content, stream);
    const bool failed = ferror(stream) != 0;
    fclose(stream);
    if (failed)
        return fail(manifest, AP_MANIFEST_CANNOT_READ, AP_CORPUS_FILE ": cannot be read");
    members from = { .arena = arena };
    json_t *object;
    ap_manifest_status status = parse(manifest, content, length, AP_CORPUS_FILE, &object);
    if (status != AP_MANIFEST_OK)
        return status;
    from.object = object;
    take_about(&from, &manifest->about);
    return close_members(manifest, &from, object, AP_CORPUS_FILE);
}

static ap_manifest_status check_hash(ap_manifest *manifest)
{
    char hash[AP_SHA256_TEXT];
    if (!ap_sha256_stream(manifest->stream, hash) || fseek(manifest->stream, 0, SEEK_SET) != 0)
        return fail(manifest, AP_MANIFEST_CANNOT_READ, AP_MANIFEST_FILE ": cannot be read");
    if (strcmp(hash, manifest->about.manifest_sha256) != 0)
        return fail(manifest, AP_MANIFEST_NOT_WHOLE,
            "this is no whole corpus: " AP_MANIFEST_FILE " is not the one that " AP_CORPUS_FILE " speaks of");
    return AP_MANIFEST_OK;
}

/* A folder that has a manifest and no corpus.json was left by a build that did not come to its end. */
static ap_manifest_status without_about(ap_manifest *manifest)
{
    if (manifest->stream == NULL)
        return fail(manifest, AP_MANIFEST_NOT_WHOLE,
            "this is no corpus: there is neither " AP_CORPUS_FILE " nor " AP_MANIFEST_FILE);
    return fail(manifest, AP_MANIFEST_NOT_WHOLE,
        "this is no whole corpus: there is no " AP_CORPUS_FILE ", which is written last");
}

ap_manifest_status ap_manifest_open(ap_manifest *manifest, const char *folder, ap_arena *arena)
{
    *manifest = (ap_manifest){ 0 };
    FILE *there = fopen(folder, "re");
    if (there == NULL)
        return fail(manifest, AP_MANIFEST_CANNOT_READ, "%s", strerror(errno));
    fclose(there);
    manifest->stream = open_below(folder, AP_MANIFEST_FILE);
    if (manifest->stream == NULL && errno != ENOENT)
        return cannot_open(manifest, AP_MANIFEST_FILE);
    errno = 0;
    ap_manifest_status status = read_about(manifest, folder, arena);
    if (status == AP_MANIFEST_CANNOT_READ && errno == ENOENT)
        return without_about(manifest);
    if (status != AP_MANIFEST_OK)
        return status;
    if (manifest->stream == NULL)
        return fail(
            manifest, AP_MANIFEST_NOT_WHOLE, "this is no whole corpus: there is no " AP_MANIFEST_FILE);
    return check_hash(manifest);
}

static ap_manifest_status at_end(ap_manifest *manifest)
{
    if (ferror(manifest->stream))
        return fail(manifest, AP_MANIFEST_CANNOT_READ, AP_MANIFEST_FILE ": %s", strerror(errno));
    if (manifest->cases == manifest->about.files)
        return AP_MANIFEST_END;
    return fail(manifest, AP_MANIFEST_NOT_WHOLE,
        "this is no whole corpus: " AP_MANIFEST_FILE " has %zu files, " AP_CORPUS_FILE " says %zu",
        manifest->cases, manifest->about.files);
}

ap_manifest_status ap_manifest_next(ap_manifest *manifest, ap_arena *arena, ap_manifest_case *entry)
{
    char where[sizeof AP_MANIFEST_FILE + 24];
    errno = 0;
    ssize_t length = getline(&manifest->line, &manifest->line_room, manifest->stream);
    if (length < 0)
        return at_end(manifest);
    manifest->cases++;
    snprintf(where, sizeof where, AP_MANIFEST_FILE ":%zu", manifest->cases);
    if (length > LONGEST_LINE)
        return fail(manifest, AP_MANIFEST_MALFORMED, "%s: the line is too long", where);
    members from = { .arena = arena };
    json_t *object;
    ap_manifest_status status = parse(manifest, manifest->line, (size_t)length, where, &object);
    if (status != AP_MANIFEST_OK)
        return status;
    from.object = object;
    take_case(&from, entry);
    return close_members(manifest, &from, object, where);
}

void ap_manifest_close(ap_manifest *manifest)
{
    if (manifest->stream != NULL)
        fclose(manifest->stream);
    free(manifest->line);
    manifest->stream = NULL;
    manifest->line = NULL;
}
