/* Reads manifests. A manifest may come from an untrusted source: paths must stay inside the folder, and ids may have only
   characters that are safe in reports and on command lines. */
#include "corpus/cases/manifest.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/finding/finding.h"
#include "core/json/json_text.h"
#include "corpus/cases/corpus_file.h"

enum { ABOUT_BYTES = 64 * 1024, LONGEST_LINE = 4 * 1024 * 1024, FIRST_ROOM = 4096 };

/* Reads the members of one JSON object. */
typedef struct json_members {
    const ap_json_document *json;
    ap_json_ref object;
    ap_arena *arena;
    const char *wrong; /* key of the first invalid member; NULL while all members are valid */
} json_members;

__attribute__((format(printf, 3, 4))) static ap_manifest_status fail(
    ap_manifest_reader *manifest, ap_manifest_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(manifest->error, sizeof manifest->error, format, arguments);
    va_end(arguments);
    return status;
}

static void record_wrong_member(json_members *from, const char *key)
{
    if (from->wrong == NULL)
        from->wrong = key;
}

/* Returns the string in the member `key`, copied to the arena. JSON null gives NULL. A missing or invalid
   member gives "", and is recorded as wrong. */
static const char *read_text_or_null(json_members *from, const char *key)
{
    ap_view text = { NULL, 0 };
    const ap_json_ref value = ap_json_find_member(from->json, from->object, key);
    if (ap_json_kind_of(from->json, value) == AP_JSON_NULL)
        return NULL;
    if (ap_json_decode_string(from->json, value, from->arena, &text)
        && memchr(text.bytes, '\0', text.size) == NULL)
        return (const char *)text.bytes;
    record_wrong_member(from, key);
    return "";
}

static const char *read_required_text(json_members *from, const char *key)
{
    const char *found = read_text_or_null(from, key);
    if (found == NULL)
        record_wrong_member(from, key);
    return found != NULL ? found : "";
}

/* Returns NULL if the member `key` is missing; otherwise does the same as read_text_or_null. */
static const char *read_optional_text(json_members *from, const char *key)
{
    return ap_json_find_member(from->json, from->object, key) == AP_JSON_MISSING
               ? NULL
               : read_text_or_null(from, key);
}

static uint64_t read_natural_number(json_members *from, const char *key)
{
    int64_t value;
    if (ap_json_read_integer(from->json, ap_json_find_member(from->json, from->object, key), &value)
        && value >= 0)
        return (uint64_t)value;
    record_wrong_member(from, key);
    return 0;
}

/* Returns the number in the member `key`. If it is not a natural number that fits size_t, records it as wrong and returns 0. */
static size_t read_size_member(json_members *from, const char *key)
{
    const uint64_t value = read_natural_number(from, key);
    if (value == (size_t)value)
        return (size_t)value;
    record_wrong_member(from, key);
    return 0;
}

static bool is_sha256_text(const char *candidate)
{
    return strlen(candidate) == AP_SHA256_TEXT - 1
           && strspn(candidate, "0123456789abcdef") == AP_SHA256_TEXT - 1;
}

/* Returns true for valid ids. Ids appear in reports, in lists of known failures and on command lines, so
   few characters are allowed. */
static bool is_valid_case_id(const char *candidate)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    return candidate[0] != '\0' && candidate[strspn(candidate, allowed)] == '\0';
}

/* Returns true if a path is relative and has no "..". */
static bool is_path_below_folder(const char *path)
{
    bool below = path[0] != '\0' && path[0] != '/';
    for (const char *part = path; below && part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        below = strcmp(part, "..") != 0 && strncmp(part, "../", 3) != 0;
    }
    return below;
}

static ap_expected_answer read_expected_answer(json_members *from)
{
    const char *name = read_required_text(from, "verdict");
    for (ap_expected_answer answer = AP_ANSWER_REFUSE; answer <= AP_ANSWER_ACCEPT; answer++) {
        if (strcmp(name, ap_expected_answer_name(answer)) == 0)
            return answer;
    }
    record_wrong_member(from, "verdict");
    return AP_ANSWER_DIFFER;
}

static ap_severity read_severity(json_members *from)
{
    ap_severity severity;
    if (ap_find_severity(read_required_text(from, "severity"), &severity) && severity > AP_OFF)
        return severity;
    record_wrong_member(from, "severity");
    return AP_ERROR;
}

static ap_manifest_finding parse_finding(json_members *from, ap_json_ref object)
{
    json_members inner = { .json = from->json, .object = object, .arena = from->arena };
    const ap_manifest_finding finding = { .companion = ap_json_string_equals(from->json,
                                              ap_json_find_member(from->json, object, "in"), "companion"),
        .rule = read_required_text(&inner, "rule"),
        .severity = read_severity(&inner),
        .span = { read_size_member(&inner, "offset"), read_size_member(&inner, "length") },
        .path = read_required_text(&inner, "path") };
    if (inner.wrong != NULL)
        record_wrong_member(from, "expected");
    return finding;
}

static void read_expected_findings(json_members *from, ap_manifest_case *entry)
{
    const ap_json_document *json = from->json;
    const ap_json_ref array = ap_json_find_member(json, from->object, "expected");
    const size_t count = ap_json_count_children(json, array);
    ap_manifest_finding *expected = ap_alloc_array(from->arena, count, sizeof *expected);
    if (ap_json_kind_of(json, array) != AP_JSON_ARRAY)
        record_wrong_member(from, "expected");
    ap_json_ref at = ap_json_first_entry(json, array);
    for (size_t i = 0; expected != NULL && i < count; i++) {
        expected[i] = parse_finding(from, at);
        at = ap_json_next_entry(json, array, at);
    }
    entry->expected = expected;
    entry->expected_count = expected == NULL ? 0 : count;
}

static void read_case_members(json_members *from, ap_manifest_case *entry)
{
    *entry = (ap_manifest_case){ .id = read_required_text(from, "id"),
        .file = read_required_text(from, "file"),
        .companion = read_text_or_null(from, "companion"),
        .sha256 = read_required_text(from, "sha256"),
        .companion_sha256 = read_optional_text(from, "companion_sha256"),
        .format = read_required_text(from, "format"),
        .version = read_text_or_null(from, "version"),
        .variant = read_text_or_null(from, "layout"),
        .answer = read_expected_answer(from),
        .defect = read_text_or_null(from, "defect"),
        .seed = read_natural_number(from, "seed"),
        .reason = read_required_text(from, "reason"),
        .source = read_text_or_null(from, "source") };
    read_expected_findings(from, entry);
    if (!is_valid_case_id(entry->id))
        record_wrong_member(from, "id");
    if (!is_path_below_folder(entry->file))
        record_wrong_member(from, "file");
    if (entry->companion != NULL && !is_path_below_folder(entry->companion))
        record_wrong_member(from, "companion");
    if (!is_sha256_text(entry->sha256))
        record_wrong_member(from, "sha256");
    if (entry->companion_sha256 != NULL && !is_sha256_text(entry->companion_sha256))
        record_wrong_member(from, "companion_sha256");
}

static void read_members_of_corpus_json(json_members *from, ap_corpus_description *about)
{
    const char *hash = read_required_text(from, "manifest_sha256");
    const char *values = read_optional_text(from, "values_sha256");
    about->animproof = read_required_text(from, "animproof");
    about->seed = read_natural_number(from, "seed");
    about->size = read_required_text(from, "size");
    about->files = read_size_member(from, "files");
    if (is_sha256_text(hash))
        memcpy(about->manifest_sha256, hash, AP_SHA256_TEXT);
    else
        record_wrong_member(from, "manifest_sha256");
    if (values != NULL && is_sha256_text(values))
        memcpy(about->values_sha256, values, AP_SHA256_TEXT);
    else if (values != NULL)
        record_wrong_member(from, "values_sha256");
}

/* If corpus.json has the member "id", checks that it is the name computed from the manifest's hash. */
static void check_corpus_id(json_members *from, const ap_corpus_description *about)
{
    char wanted[AP_CORPUS_ID_BYTES];
    const char *id = read_optional_text(from, "id");
    ap_write_corpus_id(about, wanted);
    if (id != NULL && strcmp(id, wanted) != 0)
        record_wrong_member(from, "id");
}

/* Returns AP_MANIFEST_NO_MEMORY or AP_MANIFEST_MALFORMED, with a message, if reading the members of an object failed; otherwise
   AP_MANIFEST_OK. `where` names the object in the message. */
static ap_manifest_status status_after_members(
    ap_manifest_reader *manifest, const json_members *from, const char *where)
{
    if (from->arena->failed)
        return fail(manifest, AP_MANIFEST_NO_MEMORY, "no memory");
    if (from->wrong != NULL)
        return fail(manifest, AP_MANIFEST_MALFORMED, "%s: \"%s\" is missing or invalid", where, from->wrong);
    return AP_MANIFEST_OK;
}

static ap_manifest_status parse_object(
    ap_manifest_reader *manifest, ap_view content, const char *where, ap_json_document *json, ap_arena *arena)
{
    char fault[AP_JSON_FAULT_BYTES];
    if (ap_json_read(json, content, arena, fault))
        return AP_MANIFEST_OK;
    if (arena->failed)
        return fail(manifest, AP_MANIFEST_NO_MEMORY, "no memory");
    return fail(manifest, AP_MANIFEST_MALFORMED, "%s: %.150s", where, fault);
}

/* Returns the status for a file that could not be opened: AP_MANIFEST_NO_MEMORY if errno is ENOMEM, otherwise
   AP_MANIFEST_CANNOT_READ. */
static ap_manifest_status status_of_errno(void)
{
    return errno == ENOMEM ? AP_MANIFEST_NO_MEMORY : AP_MANIFEST_CANNOT_READ;
}

static ap_manifest_status read_corpus_json(ap_manifest_reader *manifest, const char *folder, ap_arena *arena)
{
    char content[ABOUT_BYTES], reason[AP_CORPUS_REASON_BYTES];
    FILE *stream = ap_corpus_open_stream(folder, AP_CORPUS_FILE, reason);
    if (stream == NULL)
        return fail(manifest, status_of_errno(), AP_CORPUS_FILE ": %s", reason);
    const size_t length = fread(content, 1, sizeof content, stream);
    const bool failed = ferror(stream) != 0;
    fclose(stream);
    if (failed)
        return fail(manifest, AP_MANIFEST_CANNOT_READ, AP_CORPUS_FILE ": cannot be read");
    ap_json_document json;
    json_members from = { .json = &json, .arena = arena };
    const ap_view view = { (const uint8_t *)content, length };
    const ap_manifest_status status = parse_object(manifest, view, AP_CORPUS_FILE, &json, arena);
    if (status != AP_MANIFEST_OK)
        return status;
    read_members_of_corpus_json(&from, &manifest->about);
    check_corpus_id(&from, &manifest->about);
    return status_after_members(manifest, &from, AP_CORPUS_FILE);
}

static ap_manifest_status check_manifest_hash(ap_manifest_reader *manifest)
{
    char hash[AP_SHA256_TEXT];
    if (!ap_compute_sha256_of_stream(manifest->stream, hash) || fseek(manifest->stream, 0, SEEK_SET) != 0)
        return fail(manifest, AP_MANIFEST_CANNOT_READ, AP_MANIFEST_FILE ": cannot be read");
    if (strcmp(hash, manifest->about.manifest_sha256) != 0)
        return fail(manifest, AP_MANIFEST_INCOMPLETE,
            "incomplete corpus: the hash of " AP_MANIFEST_FILE " is not the one in " AP_CORPUS_FILE);
    return AP_MANIFEST_OK;
}

/* Returns AP_MANIFEST_INCOMPLETE for a folder without corpus.json, with a message: if manifest.jsonl exists, a build of the
   corpus was interrupted; otherwise the folder is not a corpus. */
static ap_manifest_status status_without_corpus_file(ap_manifest_reader *manifest)
{
    if (manifest->stream == NULL)
        return fail(manifest, AP_MANIFEST_INCOMPLETE,
            "not a corpus: neither " AP_CORPUS_FILE " nor " AP_MANIFEST_FILE " exists");
    return fail(manifest, AP_MANIFEST_INCOMPLETE,
        "incomplete corpus: " AP_CORPUS_FILE ", which is written last, is missing");
}

ap_manifest_status ap_manifest_open(ap_manifest_reader *manifest, const char *folder, ap_arena *arena)
{
    char reason[AP_CORPUS_REASON_BYTES];
    *manifest = (ap_manifest_reader){ 0 };
    if (!ap_corpus_path_exists(folder))
        return fail(manifest, AP_MANIFEST_CANNOT_READ, "%s", strerror(errno));
    manifest->stream = ap_corpus_open_stream(folder, AP_MANIFEST_FILE, reason);
    if (manifest->stream == NULL && errno != ENOENT)
        return fail(manifest, status_of_errno(), AP_MANIFEST_FILE ": %s", reason);
    errno = 0;
    ap_manifest_status status = read_corpus_json(manifest, folder, arena);
    if (status == AP_MANIFEST_CANNOT_READ && errno == ENOENT)
        return status_without_corpus_file(manifest);
    if (status != AP_MANIFEST_OK)
        return status;
    if (manifest->stream == NULL)
        return fail(manifest, AP_MANIFEST_INCOMPLETE, "incomplete corpus: " AP_MANIFEST_FILE " is missing");
    return check_manifest_hash(manifest);
}

static ap_manifest_status status_after_last_case(ap_manifest_reader *manifest)
{
    if (ferror(manifest->stream))
        return fail(manifest, AP_MANIFEST_CANNOT_READ, AP_MANIFEST_FILE ": %s", strerror(errno));
    if (manifest->cases == manifest->about.files)
        return AP_MANIFEST_END;
    return fail(manifest, AP_MANIFEST_INCOMPLETE,
        "incomplete corpus: " AP_MANIFEST_FILE " has %zu files, " AP_CORPUS_FILE " says %zu", manifest->cases,
        manifest->about.files);
}

/* Reads one line with its newline, at most LONGEST_LINE + 1 bytes. Returns NULL bytes with size 0 at the end
   of the file, and NULL bytes with size 1 when out of memory. */
static ap_view next_line(ap_manifest_reader *manifest)
{
    size_t used = 0;
    int byte = 0;
    while (byte != '\n' && used <= LONGEST_LINE && (byte = getc_unlocked(manifest->stream)) != EOF) {
        if (used == manifest->line_room) {
            const size_t room = used == 0 ? FIRST_ROOM : 2 * used;
            char *more = realloc(manifest->line, room);
            if (more == NULL)
                return (ap_view){ NULL, 1 };
            manifest->line = more;
            manifest->line_room = room;
        }
        manifest->line[used++] = (char)byte;
    }
    return (ap_view){ used == 0 ? NULL : (const uint8_t *)manifest->line, used };
}

ap_manifest_status ap_manifest_next(ap_manifest_reader *manifest, ap_arena *arena, ap_manifest_case *entry)
{
    char where[sizeof AP_MANIFEST_FILE + 24];
    errno = 0;
    const ap_view line = next_line(manifest);
    if (line.bytes == NULL && line.size > 0)
        return fail(manifest, AP_MANIFEST_NO_MEMORY, "no memory");
    if (line.bytes == NULL || ferror(manifest->stream))
        return status_after_last_case(manifest);
    manifest->cases++;
    snprintf(where, sizeof where, AP_MANIFEST_FILE ":%zu", manifest->cases);
    if (line.size > LONGEST_LINE)
        return fail(manifest, AP_MANIFEST_MALFORMED, "%s: the line is longer than 4 MiB", where);
    ap_json_document json;
    json_members from = { .json = &json, .arena = arena };
    const ap_manifest_status status = parse_object(manifest, line, where, &json, arena);
    if (status != AP_MANIFEST_OK)
        return status;
    read_case_members(&from, entry);
    return status_after_members(manifest, &from, where);
}

void ap_manifest_close(ap_manifest_reader *manifest)
{
    if (manifest->stream != NULL)
        fclose(manifest->stream);
    free(manifest->line);
    manifest->stream = NULL;
    manifest->line = NULL;
}
