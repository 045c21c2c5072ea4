/* Callers that do everything wrong, and allocators that give nothing. Built with the installed header alone and linked
   with the library, plain and sanitized.

   hostile FILE...   the files are to be without errors, one of each format */
#include <animproof.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int passed, failed;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(int holds, const char *what, int line)
{
    passed += holds != 0;
    failed += holds == 0;
    if (!holds)
        printf("FAILED: line %d: %s\n", line, what);
}

/* An allocator that counts, and fails at one call. */
typedef struct counted {
    size_t calls, fail_at, alive;
} counted;

static void *take(void *user, size_t size)
{
    counted *count = user;
    if (++count->calls == count->fail_at)
        return NULL;
    void *memory = malloc(size);
    count->alive += memory != NULL;
    return memory;
}

static void give_back(void *user, void *memory)
{
    counted *count = user;
    count->alive--;
    free(memory);
}

typedef struct contents {
    char *bytes;
    size_t size;
} contents;

static contents load(const char *path)
{
    contents made = { NULL, 0 };
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    made.size = (size_t)ftell(file);
    made.bytes = malloc(made.size + 1);
    rewind(file);
    if (made.bytes == NULL || fread(made.bytes, 1, made.size, file) != made.size)
        exit(2);
    fclose(file);
    return made;
}

static int count_finding(void *user, const animproof_finding *finding)
{
    ++*(size_t *)user;
    return finding->message == NULL || ANIMPROOF_HAS(finding, hint) == 0;
}

/* The last field that is a number of a float, or a text. */
typedef struct seen {
    size_t fields;
    char path[256];
} seen;

static int keep_field(void *user, const animproof_field *field)
{
    seen *s = user;
    s->fields++;
    if (strcmp(field->role, "number") == 0)
        snprintf(s->path, sizeof s->path, "%s", field->path);
    return 0;
}

static int end_now(void *user, const animproof_field *field)
{
    (void)field;
    ++*(size_t *)user;
    return 1;
}

/* All that can be done with a file; the first status that is not ANIMPROOF_OK. */
static animproof_status do_all(animproof *handle, const char *path, const contents *file)
{
    size_t findings = 0, size;
    const char *text;
    seen s = { 0 };
    animproof_field field;
    animproof_result result;
    animproof_status status = animproof_set(handle, "severity", "mrtk/*=error");
    if (status == ANIMPROOF_OK)
        status = animproof_set(handle, "ignore", "obj/*,md5anim/rotation-jump");
    if (status == ANIMPROOF_OK)
        status = animproof_set(handle, "severity", NULL);
    if (status == ANIMPROOF_OK)
        status = animproof_on_finding(handle, count_finding, &findings);
    if (status == ANIMPROOF_OK)
        status = animproof_open_file(handle, path);
    if (status == ANIMPROOF_OK)
        status = animproof_open_buffer(handle, path, file->bytes, file->size);
    if (status == ANIMPROOF_OK)
        status = animproof_companion_buffer(handle, "mesh", file->bytes, file->size);
    if (status == ANIMPROOF_OK)
        status = animproof_lint(handle, &result, sizeof result);
    if (status == ANIMPROOF_OK)
        status = animproof_companion_file(handle, "mesh", path);
    if (status == ANIMPROOF_OK)
        status = animproof_fields(handle, keep_field, &s);
    if (status == ANIMPROOF_OK)
        status = animproof_get(handle, s.path, &field, sizeof field);
    if (status == ANIMPROOF_OK)
        status = animproof_put_number(handle, s.path, field.number);
    if (status == ANIMPROOF_OK)
        status = animproof_canonical(handle);
    if (status == ANIMPROOF_OK)
        status = animproof_to_json(handle, &text, &size);
    if (status == ANIMPROOF_OK) {
        char *copy = malloc(size + 1);
        memcpy(copy, text, size + 1);
        status = animproof_from_json(handle, copy, size);
        free(copy);
    }
    return status == ANIMPROOF_OK ? animproof_lint(handle, &result, sizeof result) : status;
}

/* Each allocation fails once: no memory is the answer, nothing leaks, and the handle works afterwards. */
static void check_no_memory(const char *path, const contents *file)
{
    counted count = { 0 };
    const animproof_memory memory = { take, give_back, &count };
    animproof *handle = animproof_new(&memory);
    CHECK(do_all(handle, path, file) == ANIMPROOF_OK);
    animproof_free(handle);
    const size_t calls = count.calls;
    CHECK(count.alive == 0 && calls > 5);
    for (size_t at = 1; at <= calls; at++) {
        count = (counted){ .fail_at = at };
        handle = animproof_new(&memory);
        CHECK((handle == NULL) == (at == 1));
        if (handle != NULL) {
            CHECK(do_all(handle, path, file) == ANIMPROOF_NO_MEMORY);
            CHECK(strstr(animproof_why(handle), "memory") != NULL);
            count.fail_at = 0;
            CHECK(do_all(handle, path, file) == ANIMPROOF_OK);
        }
        animproof_free(handle);
        CHECK(count.alive == 0);
    }
}

static void check_null(void)
{
    size_t size = 7;
    const char *text = "";
    animproof_field field;
    const animproof_memory half = { take, NULL, NULL };
    CHECK(animproof_new(&half) == NULL);
    animproof_free(NULL);
    CHECK(animproof_why(NULL)[0] != '\0');
    CHECK(animproof_set(NULL, "strict", "yes") == ANIMPROOF_MISUSE);
    CHECK(animproof_on_finding(NULL, NULL, NULL) == ANIMPROOF_MISUSE);
    CHECK(animproof_open_buffer(NULL, NULL, NULL, 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_open_file(NULL, "x") == ANIMPROOF_MISUSE);
    CHECK(animproof_companion_buffer(NULL, "mesh", NULL, 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_companion_file(NULL, "mesh", "x") == ANIMPROOF_MISUSE);
    CHECK(animproof_close(NULL) == ANIMPROOF_MISUSE);
    CHECK(animproof_lint(NULL, NULL, 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_fields(NULL, keep_field, NULL) == ANIMPROOF_MISUSE);
    CHECK(animproof_get(NULL, "x", &field, sizeof field) == ANIMPROOF_MISUSE);
    CHECK(animproof_put(NULL, "x", "1") == ANIMPROOF_MISUSE);
    CHECK(animproof_put_number(NULL, "x", 1) == ANIMPROOF_MISUSE);
    CHECK(animproof_bytes(NULL, &size) == NULL && size == 0);
    CHECK(animproof_canonical(NULL) == ANIMPROOF_MISUSE);
    CHECK(animproof_to_json(NULL, &text, &size) == ANIMPROOF_MISUSE && text == NULL);
    CHECK(animproof_from_json(NULL, "{}", 2) == ANIMPROOF_MISUSE);
    CHECK(animproof_rules(NULL, NULL) == ANIMPROOF_MISUSE);
    CHECK(strcmp(animproof_status_name((animproof_status)99), "unknown status") == 0);
}

static void check_wrong_arguments(animproof *handle)
{
    static const char *const wrong[][2] = { { "no-such", "1" }, { "profile", "doom4" }, { "strict", "maybe" },
        { "severity", "mrtk/magic" }, { "severity", "mrtk/magic=fatal" }, { "severity", "none/such=error" },
        { "select", "none/such" }, { "select", "mrtk/magic,none/such" }, { "ignore", "" },
        { "max-memory", "lots" }, { "max-memory", "-1" }, { "max-findings", "1K" },
        { "mrtk-layout", "upside-down" }, { "input-format", "fbx" }, { "", "" } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(animproof_set(handle, wrong[i][0], wrong[i][1]) == ANIMPROOF_MISUSE);
        CHECK(strlen(animproof_why(handle)) > 10);
    }
    CHECK(animproof_set(handle, NULL, "1") == ANIMPROOF_MISUSE);
    CHECK(animproof_open_buffer(handle, "x", NULL, 1) == ANIMPROOF_MISUSE);
    CHECK(animproof_open_file(handle, NULL) == ANIMPROOF_MISUSE);
    CHECK(animproof_open_file(handle, "no/such/file") == ANIMPROOF_CANNOT_READ);
    CHECK(strstr(animproof_why(handle), "no/such/file") != NULL);
    CHECK(animproof_open_file(handle, ".") == ANIMPROOF_CANNOT_READ);
    CHECK(animproof_open_file(handle, "/dev/null") == ANIMPROOF_CANNOT_READ);
    CHECK(animproof_companion_buffer(handle, "fbx", "", 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_companion_buffer(handle, NULL, "", 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_set(handle, "strict", NULL) == ANIMPROOF_OK && animproof_why(handle)[0] == '\0');
}

/* Nothing is open: each call says so. */
static void check_nothing_open(animproof *handle)
{
    size_t size = 7;
    const char *text;
    animproof_field field;
    CHECK(animproof_lint(handle, NULL, 0) == ANIMPROOF_NOT_OPEN);
    CHECK(animproof_fields(handle, keep_field, NULL) == ANIMPROOF_NOT_OPEN);
    CHECK(animproof_get(handle, "x", &field, sizeof field) == ANIMPROOF_NOT_OPEN);
    CHECK(animproof_put(handle, "x", "1") == ANIMPROOF_NOT_OPEN);
    CHECK(animproof_canonical(handle) == ANIMPROOF_NOT_OPEN);
    CHECK(animproof_to_json(handle, &text, &size) == ANIMPROOF_NOT_OPEN && text == NULL);
    CHECK(animproof_bytes(handle, &size) == NULL && size == 0);
}

static void check_empty(animproof *handle)
{
    size_t findings = 0, size = 7;
    animproof_result result = { 0 };
    CHECK(animproof_on_finding(handle, count_finding, &findings) == ANIMPROOF_OK);
    CHECK(animproof_open_buffer(handle, NULL, NULL, 0) == ANIMPROOF_OK);
    CHECK(animproof_lint(handle, &result, sizeof result) == ANIMPROOF_OK);
    CHECK(result.format == NULL && result.valid == 0 && result.errors == 1 && findings == 1);
    CHECK(result.struct_size == sizeof result);
    CHECK(animproof_fields(handle, keep_field, NULL) == ANIMPROOF_UNRECOGNIZED);
    CHECK(animproof_canonical(handle) == ANIMPROOF_UNRECOGNIZED);
    CHECK(animproof_bytes(handle, &size) != NULL && size == 0);
    CHECK(animproof_open_buffer(handle, "walk.md5anim", "", 0) == ANIMPROOF_OK);
    CHECK(animproof_lint(handle, &result, sizeof result) == ANIMPROOF_OK && result.errors > 0);
    CHECK(animproof_canonical(handle) == ANIMPROOF_HAS_ERRORS);
    CHECK(animproof_from_json(handle, "", 0) == ANIMPROOF_BAD_DOCUMENT);
    CHECK(animproof_from_json(handle, "{\"format\": \"fbx\", \"fields\": {}}", 32) == ANIMPROOF_BAD_DOCUMENT);
    CHECK(animproof_from_json(handle, NULL, 0) == ANIMPROOF_MISUSE);
}

/* A structure of an older program: nothing beyond its size is written. */
static void check_sizes(animproof *handle)
{
    unsigned char room[sizeof(animproof_result)];
    size_t said;
    memset(room, 0xee, sizeof room);
    CHECK(animproof_lint(handle, (animproof_result *)(void *)room, 2 * sizeof(size_t)) == ANIMPROOF_OK);
    memcpy(&said, room, sizeof said);
    CHECK(said == 2 * sizeof(size_t) && room[said] == 0xee && room[sizeof room - 1] == 0xee);
    CHECK(animproof_lint(handle, (animproof_result *)(void *)room, 1) == ANIMPROOF_MISUSE);
    CHECK(animproof_lint(handle, NULL, 1) == ANIMPROOF_MISUSE);
}

static animproof *inner;

static int call_again(void *user, const animproof_field *field)
{
    (void)user;
    (void)field;
    CHECK(animproof_lint(inner, NULL, 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_close(inner) == ANIMPROOF_MISUSE);
    animproof_free(inner); /* does nothing */
    CHECK(strstr(animproof_why(inner), "callback") != NULL);
    return 1;
}

static void check_file(animproof *handle, const char *path, const contents *file)
{
    size_t told = 0;
    seen s = { 0 };
    animproof_field field;
    CHECK(animproof_open_buffer(handle, path, file->bytes, file->size) == ANIMPROOF_OK);
    check_sizes(handle);
    CHECK(animproof_fields(handle, keep_field, &s) == ANIMPROOF_OK && s.fields > 10);
    CHECK(animproof_fields(handle, end_now, &told) == ANIMPROOF_OK && told == 1);
    CHECK(animproof_fields(handle, NULL, NULL) == ANIMPROOF_MISUSE);
    inner = handle;
    CHECK(animproof_fields(handle, call_again, NULL) == ANIMPROOF_OK);
    CHECK(animproof_get(handle, "no.such[3]", &field, sizeof field) == ANIMPROOF_NO_FIELD);
    CHECK(animproof_get(handle, NULL, &field, sizeof field) == ANIMPROOF_MISUSE);
    CHECK(animproof_get(handle, s.path, NULL, 0) == ANIMPROOF_MISUSE);
    CHECK(animproof_put(handle, s.path, "many") == ANIMPROOF_BAD_VALUE);
    CHECK(animproof_put(handle, s.path, NULL) == ANIMPROOF_MISUSE);
    CHECK(animproof_put(handle, "no.such[3]", "1") == ANIMPROOF_NO_FIELD);
    CHECK(animproof_bytes(handle, &told) == (const void *)file->bytes && told == file->size);
    CHECK(animproof_put(handle, s.path, "0.25") == ANIMPROOF_OK);
    CHECK(animproof_get(handle, s.path, &field, sizeof field) == ANIMPROOF_OK);
    CHECK(fabs(field.number - 0.25) < 1e-9 && strcmp(field.text, "0.25") == 0);
    CHECK(animproof_put_number(handle, s.path, 3) == ANIMPROOF_OK);
    CHECK(
        animproof_get(handle, s.path, &field, sizeof field) == ANIMPROOF_OK && fabs(field.number - 3) < 1e-9);
    CHECK(animproof_bytes(handle, NULL) != (const void *)file->bytes);
    CHECK(animproof_close(handle) == ANIMPROOF_OK);
}

static void check_limits(animproof *handle, const char *path, const contents *file)
{
    CHECK(animproof_set(handle, "max-input", "16") == ANIMPROOF_OK);
    CHECK(animproof_open_file(handle, path) == ANIMPROOF_LIMIT);
    CHECK(strstr(animproof_why(handle), "max-input") != NULL);
    CHECK(animproof_set(handle, "max-input", NULL) == ANIMPROOF_OK);
    CHECK(animproof_set(handle, "max-memory", "1K") == ANIMPROOF_OK);
    CHECK(animproof_close(handle) == ANIMPROOF_OK);
    CHECK(animproof_open_buffer(handle, path, file->bytes, file->size) == ANIMPROOF_OK);
    CHECK(animproof_lint(handle, NULL, 0) == ANIMPROOF_LIMIT);
    CHECK(strstr(animproof_why(handle), "max-memory") != NULL);
    CHECK(animproof_set(handle, "max-memory", NULL) == ANIMPROOF_OK);
    CHECK(animproof_lint(handle, NULL, 0) == ANIMPROOF_OK);
}

/* A pipe says only while it is read that it is too long: what was read by then is given back. */
static void check_pipe(void)
{
    int ends[2];
    char path[32];
    counted count = { 0 };
    const animproof_memory memory = { take, give_back, &count };
    animproof *handle = animproof_new(&memory);
    CHECK(pipe(ends) == 0 && write(ends[1], "more than eight", 15) == 15 && close(ends[1]) == 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    CHECK(animproof_set(handle, "max-input", "8") == ANIMPROOF_OK);
    CHECK(animproof_open_file(handle, path) == ANIMPROOF_LIMIT);
    CHECK(animproof_lint(handle, NULL, 0) == ANIMPROOF_NOT_OPEN);
    close(ends[0]);
    animproof_free(handle);
    CHECK(count.alive == 0 && count.calls > 1);
}

/* Two handles in two threads. */
typedef struct worker {
    const char *path;
    const contents *file;
    animproof_status status;
} worker;

static void *work(void *user)
{
    worker *w = user;
    for (int i = 0; i < 5 && w->status == ANIMPROOF_OK; i++) {
        animproof *handle = animproof_new(NULL);
        w->status = do_all(handle, w->path, w->file);
        animproof_free(handle);
    }
    return NULL;
}

static void check_threads(const char *path, const contents *file)
{
    pthread_t threads[2];
    worker workers[2] = { { path, file, ANIMPROOF_OK }, { path, file, ANIMPROOF_OK } };
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    for (int i = 0; i < 2; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(workers[i].status == ANIMPROOF_OK);
    }
}

int main(int count, char **words)
{
    const int threads_alone = count > 1 && strcmp(words[1], "--threads") == 0;
    animproof *handle = animproof_new(NULL);
    if (!threads_alone) {
        check_null();
        check_wrong_arguments(handle);
        check_nothing_open(handle);
        check_empty(handle);
        check_pipe();
    }
    for (int i = 1 + threads_alone; i < count; i++) {
        const contents file = load(words[i]);
        check_threads(words[i], &file);
        if (!threads_alone) {
            check_file(handle, words[i], &file);
            check_limits(handle, words[i], &file);
            check_no_memory(words[i], &file);
        }
        free(file.bytes);
    }
    animproof_free(handle);
    printf("hostile callers: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}
