/* Fuzz target for the public library (animproof.h). It lints each file. For a share of the inputs, it reads the fields, changes
   one and restores it; and fixes a file with errors, or computes poses of a file without errors, and converts it to glTF, to
   canonical form, and to JSON and back. A failed call must change nothing. For one input in FAILING_TURNS, this is repeated
   with an allocation that fails, or with all failing from one on: this must be reported, and with memory again, the handle must
   give the same results as before. All memory must be freed. The allocator fills memory with junk. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "core/finding/suppression.h"
#include "fuzz/failing_allocator.h"
#include "fuzz/oracle.h"
#include "validators/library/animproof.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"

enum { CHOICE_BYTES = 4, MOST_PATH_BYTES = 512 };

/* Checks that run for a share of the inputs. Inputs that test running out of memory run all optional checks, and run them again
   in two further sessions. */
typedef enum optional_check { CHANGE = 1, REWRITE = 2, ALL = CHANGE | REWRITE } optional_check;
enum { TURN_CHANGE, TURN_REWRITE, TURN_AGREE, TURNS = 16, TURN_FAILING = 3, FAILING_TURNS = 64 };

/* One use of a handle: the file, what is checked, and what the library reported. */
typedef struct handle_session {
    animproof *handle;
    failing_allocator *memory;
    ap_view input;
    unsigned checks; /* checks to run: values of optional_check, combined with | */
    size_t pick;     /* index of the field to change */
    uint8_t number;  /* selects the new value of the field */

    /* FNV-1a hash of all findings, fields and documents of the session; equal in sessions with equal results */
    uint64_t digest;
    size_t findings, fields, fixed, last_offset;
    char path[MOST_PATH_BYTES]; /* path of the field to change */
    char role[16];
    /* result of the last animproof_lint; result of linting the file as opened */
    animproof_result result, first;
} handle_session;

static void hash_bytes(handle_session *s, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        s->digest = (s->digest ^ at[i]) * 0x100000001b3;
}

static void hash_text(handle_session *s, const char *text)
{
    hash_bytes(s, text, text == NULL ? 0 : strlen(text) + 1);
}

static ap_view bytes_of(const handle_session *s)
{
    static const uint8_t nothing[1];
    ap_view view;
    view.bytes = animproof_bytes(s->handle, &view.size);
    if (view.bytes == NULL)
        view.bytes = nothing;
    return view;
}

/* Returns true for ANIMPROOF_OK and false if memory ran out; aborts for any other status. */
static bool expect_success(handle_session *s, animproof_status status, const char *what)
{
    const char *why = animproof_why(s->handle);
    fuzz_require((status == ANIMPROOF_OK) == (why[0] == '\0'),
        "%s: the status %s does not match the reason \"%s\"", what, animproof_status_name(status), why);
    fuzz_require(
        status == ANIMPROOF_OK || (status == ANIMPROOF_NO_MEMORY && s->memory->failed), "%s: %s", what, why);
    return status == ANIMPROOF_OK;
}

static int add_finding(void *user, const animproof_finding *finding)
{
    handle_session *s = user;
    const bool in_file =
        finding->offset <= s->input.size && finding->length <= s->input.size - finding->offset;
    fuzz_require(ANIMPROOF_HAS(finding, fix) && finding->companion == NULL && in_file,
        "%s: finding at %zu in a file of %zu bytes is outside the file or incomplete", finding->rule,
        finding->offset, s->input.size);
    fuzz_require(finding->offset >= s->last_offset, "%s is reported after a finding with a higher offset",
        finding->rule);
    fuzz_expect_printable_text(finding->message, strlen(finding->message) + 1, finding->rule);
    s->last_offset = finding->offset;
    s->findings++;
    hash_text(s, finding->rule);
    hash_text(s, finding->path);
    hash_text(s, finding->message);
    hash_bytes(s, &finding->offset, sizeof finding->offset);
    return 0;
}

static int add_field(void *user, const animproof_field *field)
{
    handle_session *s = user;
    const bool in_file = field->offset <= s->input.size && field->length <= s->input.size - field->offset;
    fuzz_require(in_file && field->text[field->text_length] == '\0',
        "field %s at %zu is outside the file, or its text has no NUL at its end", field->path, field->offset);
    if (s->fields++ == s->pick && strlen(field->path) < sizeof s->path
        && strcmp(field->type, "length") != 0) {
        memcpy(s->path, field->path, strlen(field->path) + 1);
        snprintf(s->role, sizeof s->role, "%s", field->role);
    }
    hash_text(s, field->path);
    hash_bytes(s, field->text, field->text_length);
    return 0;
}

/* Returns true if the file may contain a comment that suppresses the error at which parsing stopped. Such a
   file has no counted error but is invalid. */
static bool may_contain_suppression(ap_view bytes)
{
    return bytes.size > 0
           && memmem(bytes.bytes, bytes.size, AP_SUPPRESSION_PREFIX, sizeof AP_SUPPRESSION_PREFIX - 1)
                  != NULL;
}

static bool lint_and_record(handle_session *s)
{
    s->findings = s->last_offset = 0;
    if (!expect_success(s, animproof_lint(s->handle, &s->result, sizeof s->result), "lint"))
        return false;
    const animproof_result *r = &s->result;
    fuzz_require(r->valid == (r->errors == 0) || (!r->valid && may_contain_suppression(bytes_of(s))),
        "result.valid is %d for a file with %zu errors", r->valid, r->errors);
    fuzz_require(s->findings + r->truncated == r->errors + r->warnings + r->notes,
        "%zu findings were reported and %zu truncated, which does not match the counts", s->findings,
        r->truncated);
    return true;
}

/* Sets the field to a number chosen by s->number, which may be refused. The bytes outside the field must not change. In a valid
   file, a field with the role "number" must then have the number, rounded to its type. Returns false if memory ran out. */
static bool set_and_check_number(handle_session *s, const animproof_field *field, ap_view before)
{
    static const double numbers[] = { 0, 1, -1, 0.5, -0.0, 7, 1e10, 2147483647, -2147483648.0, 1e-40, 3.5e38,
        1e300, (double)INFINITY, (double)NAN };
    const double number = numbers[s->number % (sizeof numbers / sizeof *numbers)];
    const animproof_status status = animproof_put_number(s->handle, s->path, number);
    const ap_view after = bytes_of(s);
    if (status != ANIMPROOF_OK) {
        fuzz_require(ap_same_bytes(before, after), "a failed change of %s changed the file", s->path);
        return status == ANIMPROOF_BAD_VALUE || expect_success(s, status, "animproof_put of a number");
    }
    const size_t behind = before.size - field->offset - field->length;
    fuzz_require(
        after.size >= field->offset + behind && memcmp(before.bytes, after.bytes, field->offset) == 0
            && memcmp(before.bytes + before.size - behind, after.bytes + after.size - behind, behind) == 0,
        "bytes outside %s changed", s->path);
    animproof_field now;
    if (strcmp(s->role, "number") != 0 || !s->result.valid)
        return true;
    if (!expect_success(s, animproof_get(s->handle, s->path, &now, sizeof now), "animproof_get after a put"))
        return false;
    const double wanted = strcmp(now.type, "f64") == 0 ? number : (double)(float)number;
    fuzz_require(now.number == wanted || (isnan(now.number) && isnan(wanted)),
        "%s is %g after it was set to %g", s->path, now.number, number);
    return true;
}

/* Sets the field s->path to its former text, unless the field no longer exists. If the file was valid, and the field is still at
   its former offset, the file must then have its former bytes. */
static bool restore_field(handle_session *s, size_t offset, const char *text, ap_view before, bool was_valid)
{
    animproof_field field;
    animproof_status status = animproof_get(s->handle, s->path, &field, sizeof field);
    if (status == ANIMPROOF_NO_FIELD || status == ANIMPROOF_UNRECOGNIZED)
        return true;
    if (!expect_success(s, status, "animproof_get after a change"))
        return false;
    const bool is_there = field.offset == offset;
    status = animproof_put(s->handle, s->path, text);
    if (status == ANIMPROOF_BAD_VALUE && !was_valid)
        return true;
    if (!expect_success(s, status, "restoring a field"))
        return false;
    fuzz_require(!was_valid || !is_there || ap_same_bytes(before, bytes_of(s)),
        "restoring %s gave other bytes", s->path);
    return true;
}

/* Sets the field s->path to another value, lints the file, and restores the field. */
static bool change_and_restore_field(handle_session *s)
{
    animproof_field field;
    const bool was_valid = s->result.valid;
    animproof_status status = animproof_get(s->handle, s->path, &field, sizeof field);
    if (status == ANIMPROOF_NO_FIELD && !was_valid)
        return true;
    if (!expect_success(s, status, "get"))
        return false;
    if (strlen(field.text) != field.text_length)
        return true;
    const size_t offset = field.offset;
    const ap_view before = fuzz_copy_bytes(bytes_of(s));
    char *text = strdup(field.text);
    bool goes_on = set_and_check_number(s, &field, before);
    s->input = bytes_of(s);
    goes_on = goes_on && lint_and_record(s) && restore_field(s, offset, text, before, was_valid);
    s->input = bytes_of(s);
    free(text);
    fuzz_free_copy(before);
    return goes_on;
}

static int hash_remark(void *user, const char *remark)
{
    hash_text(user, remark);
    return 0;
}

/* Computes the poses of a file without errors; only md5anim files have poses. */
static bool check_poses(handle_session *s)
{
    const double *numbers;
    size_t poses, joints;
    const animproof_status status = animproof_poses(s->handle, NULL, 0, &numbers, &poses, &joints);
    const bool has_poses = strcmp(s->result.format, "md5anim") == 0;
    fuzz_require((status != ANIMPROOF_UNSUPPORTED) == has_poses,
        "animproof_poses of a file of the format %s returns %s, but only md5anim files have poses",
        s->result.format, animproof_status_name(status));
    if (!has_poses || !expect_success(s, status, "animproof_poses"))
        return !has_poses;
    hash_bytes(s, numbers, poses * joints * 7 * sizeof *numbers);
    return true;
}

/* Converts a file without errors to glTF. Some contents, such as equal times, cannot be converted. */
static bool check_gltf(handle_session *s)
{
    const void *bytes;
    size_t size;
    const animproof_status status =
        animproof_to_gltf(s->handle, s->number & 1, &bytes, &size, hash_remark, s);
    if (status == ANIMPROOF_UNSUPPORTED || !expect_success(s, status, "animproof_to_gltf"))
        return status == ANIMPROOF_UNSUPPORTED;
    hash_bytes(s, bytes, size);
    return true;
}

/* Checks the canonical form: it has no errors, is unchanged after conversion to JSON and back, and is its own canonical form. */
static bool check_canonical_form(handle_session *s)
{
    size_t size;
    const char *text;
    if (!expect_success(s, animproof_canonical(s->handle), "canonical form"))
        return false;
    s->input = bytes_of(s);
    if (!lint_and_record(s))
        return false;
    fuzz_require(s->result.valid, "the canonical form has an error");
    if (!expect_success(s, animproof_to_json(s->handle, &text, &size), "animproof_to_json"))
        return false;
    fuzz_require(strlen(text) == size, "a JSON document of %zu bytes ends at %zu", size, strlen(text));
    hash_bytes(s, text, size);
    const ap_view before = fuzz_copy_bytes(s->input);
    char *copy = strdup(text); /* `text` belongs to the handle and is valid only until the next call */
    const bool made = expect_success(s, animproof_from_json(s->handle, copy, size), "animproof_from_json");
    s->input = bytes_of(s);
    fuzz_require(ap_same_bytes(before, s->input), "%s",
        made ? "JSON converted back gave another file" : "a failed conversion changed the file");
    free(copy);
    const bool again = made && expect_success(s, animproof_canonical(s->handle), "canonical form from JSON");
    s->input = bytes_of(s);
    fuzz_require(!again || ap_same_bytes(before, s->input), "the canonical form has another canonical form");
    fuzz_free_copy(before);
    return again;
}

static int add_outcome(void *user, const animproof_fix_outcome *outcome)
{
    handle_session *s = user;
    hash_text(s, outcome->rule);
    hash_text(s, outcome->refused);
    s->fixed += outcome->refused == NULL;
    return 0;
}

/* Fixes the file. The bytes must change if and only if a finding was fixed, and there must not be more errors than before. */
static bool fix_and_check(handle_session *s)
{
    const ap_view before = fuzz_copy_bytes(s->input);
    s->fixed = 0;
    const bool went_well =
        expect_success(s, animproof_fix(s->handle, s->number & 1, add_outcome, s), "animproof_fix");
    s->input = bytes_of(s);
    fuzz_require(ap_same_bytes(before, s->input) == (s->fixed == 0), "%zu fixes, but the bytes are %s",
        s->fixed, s->fixed == 0 ? "others" : "equal");
    fuzz_free_copy(before);
    if (!went_well || !lint_and_record(s))
        return false;
    fuzz_require(s->result.errors <= s->first.errors, "fixing increased %zu errors to %zu", s->first.errors,
        s->result.errors);
    return true;
}

static bool check_changing_one_field(handle_session *s)
{
    return expect_success(s, animproof_fields(s->handle, add_field, s), "fields")
           && (s->path[0] == '\0' || change_and_restore_field(s));
}

/* Opens the file and runs the checks of s->checks. Returns false if memory ran out. */
static bool run_session(handle_session *s, ap_view input)
{
    s->input = input;
    s->digest = 0xcbf29ce484222325;
    s->fields = 0;
    s->path[0] = '\0';
    if (!expect_success(s, animproof_on_finding(s->handle, add_finding, s), "animproof_on_finding")
        || !expect_success(s, animproof_open_buffer(s->handle, NULL, input.bytes, input.size), "open")
        || !lint_and_record(s))
        return false;
    s->first = s->result;
    if (s->result.format == NULL) {
        fuzz_require(animproof_fields(s->handle, add_field, s) == ANIMPROOF_UNRECOGNIZED,
            "an unrecognized file has fields");
        return true;
    }
    const bool is_valid = s->result.valid;
    if ((s->checks & CHANGE) != 0 && !check_changing_one_field(s))
        return false;
    if ((s->checks & REWRITE) == 0)
        return true;
    if (!expect_success(s, animproof_open_buffer(s->handle, NULL, input.bytes, input.size), "open again"))
        return false;
    s->input = input;
    if (is_valid)
        return check_poses(s) && check_gltf(s) && check_canonical_form(s);
    const animproof_status status = animproof_canonical(s->handle);
    fuzz_require(ap_same_bytes(input, bytes_of(s)), "a refused animproof_canonical changed the file");
    return (status == ANIMPROOF_HAS_ERRORS || expect_success(s, status, "canonical form"))
           && fix_and_check(s);
}

/* Runs a session in which allocations fail, and another with enough memory on the same handle, which must
   give the result of `whole`. `whole` is a session that had enough memory from the start. */
static void check_without_memory(const handle_session *whole, const animproof_memory *user, ap_view input,
    size_t choice, bool keeps_failing)
{
    failing_allocator *memory = user->user;
    const size_t calls = memory->calls;
    *memory = (failing_allocator){ .fail_at = 1 + choice % calls, .keeps_failing = keeps_failing };
    handle_session failing = { .handle = animproof_new(user),
        .memory = memory,
        .checks = ALL,
        .pick = whole->pick,
        .number = whole->number };
    if (failing.handle != NULL) {
        const bool went_well = run_session(&failing, input);
        fuzz_require(went_well == !memory->failed,
            memory->failed ? "a failed allocation is not reported"
                           : "out of memory is reported although no allocation failed");
        memory->fail_at = 0;
        fuzz_require(run_session(&failing, input) && failing.digest == whole->digest,
            "a session after a failed allocation has another result");
    }
    animproof_free(failing.handle);
    fuzz_require(memory->alive == 0, "%zu allocations are not freed after a failure", memory->alive);
}

static unsigned choose_checks(ap_view data, bool failing)
{
    const bool changes = fuzz_is_check_selected(data, TURN_CHANGE, TURNS),
               rewrites = fuzz_is_check_selected(data, TURN_REWRITE, TURNS);
    return failing ? ALL : (changes ? CHANGE : 0U) | (rewrites ? REWRITE : 0U);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < CHOICE_BYTES)
        return 0;
    failing_allocator memory = { .calls = 0 };
    const animproof_memory user = { fuzz_allocate, fuzz_release, &memory };
    const ap_view all = { data, size };
    const ap_view input = fuzz_copy_bytes((ap_view){ data + CHOICE_BYTES, size - CHOICE_BYTES });
    const bool failing = fuzz_is_check_selected(all, TURN_FAILING, FAILING_TURNS);
    handle_session whole = { .handle = animproof_new(&user),
        .memory = &memory,
        .checks = choose_checks(all, failing),
        .pick = data[2],
        .number = data[3] };
    fuzz_require(whole.handle != NULL && run_session(&whole, input), "the first session ran out of memory");
    if (fuzz_is_check_selected(all, TURN_AGREE, TURNS))
        fuzz_expect_lint_counts(input, whole.first.format,
            (size_t[]){ [AP_NOTE] = whole.first.notes,
                [AP_WARNING] = whole.first.warnings,
                [AP_ERROR] = whole.first.errors });
    animproof_free(whole.handle);
    fuzz_require(memory.alive == 0, "%zu allocations are not freed", memory.alive);
    if (failing)
        check_without_memory(
            &whole, &user, input, (size_t)data[0] | (size_t)(data[1] & 0x7f) << 8, data[1] >> 7);
    fuzz_free_copy(input);
    return 0;
}
