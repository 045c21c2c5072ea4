/* Tests allocators that return NULL, and handles in two threads. Built with the installed header only and linked with the
   library, plain and sanitized. tests/unit/library tests other wrong calls.

   hostile FILE...   files without errors, one of each format */
#include <animproof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

#define CHECK(condition) count_check_and_print_failure((condition), #condition, __LINE__)

static void count_check_and_print_failure(int holds, const char *what, int line)
{
    passed += holds != 0;
    failed += holds == 0;
    if (!holds)
        printf("FAILED: line %d: %s\n", line, what);
}

/* An allocator that counts calls, and fails at call number `fail_at`. */
typedef struct counted_memory {
    size_t calls, fail_at, alive;
} counted_memory;

static void *allocate(void *user, size_t size)
{
    counted_memory *count = user;
    if (++count->calls == count->fail_at)
        return NULL;
    void *memory = malloc(size);
    count->alive += memory != NULL;
    return memory;
}

static void free_counted(void *user, void *memory)
{
    counted_memory *count = user;
    count->alive--;
    free(memory);
}

typedef struct file_contents {
    char *bytes;
    size_t size;
} file_contents;

static file_contents load(const char *path)
{
    file_contents loaded = { NULL, 0 };
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    loaded.size = (size_t)ftell(file);
    loaded.bytes = malloc(loaded.size + 1);
    rewind(file);
    if (loaded.bytes == NULL || fread(loaded.bytes, 1, loaded.size, file) != loaded.size)
        exit(2);
    fclose(file);
    return loaded;
}

static int count_change(void *user, const animproof_change *change)
{
    *(size_t *)user += change->message[0] != '\0';
    return 0;
}

static int count_member(void *user, const animproof_set_member *member)
{
    *(size_t *)user += member->name[0] != '\0';
    return 0;
}

static int count_if_fixed(void *user, const animproof_fix_outcome *outcome)
{
    *(size_t *)user += outcome->refused == NULL;
    return 0;
}

static int count_remark(void *user, const char *remark)
{
    *(size_t *)user += remark[0] != '\0';
    return 0;
}

static int count_finding_or_stop_if_incomplete(void *user, const animproof_finding *finding)
{
    ++*(size_t *)user;
    return finding->message == NULL || ANIMPROOF_HAS(finding, fix) == 0;
}

/* The number of fields, and the path of the last field with the role "number". */
typedef struct field_count_and_last_number_path {
    size_t fields;
    char path[256];
} field_count_and_last_number_path;

static int count_field_and_keep_number_path(void *user, const animproof_field *field)
{
    field_count_and_last_number_path *s = user;
    s->fields++;
    if (strcmp(field->role, "number") == 0)
        snprintf(s->path, sizeof s->path, "%s", field->path);
    return 0;
}

#define RETURN_UNLESS_OK(call)                                                                               \
    do {                                                                                                     \
        const animproof_status status_ = (call);                                                             \
        if (status_ != ANIMPROOF_OK)                                                                         \
            return status_;                                                                                  \
    } while (0)

/* Calls the functions that read, change and compare a file. Returns the first status other than ANIMPROOF_OK; animproof_poses may
   return ANIMPROOF_UNSUPPORTED. */
static animproof_status call_all(animproof *handle, const char *path, const file_contents *file)
{
    size_t findings = 0, size, poses;
    const char *text;
    const double *numbers;
    const void *document;
    animproof_status status;
    field_count_and_last_number_path s = { 0 };
    animproof_field field;
    animproof_result result;
    RETURN_UNLESS_OK(animproof_set(handle, "severity", "mrtk/*=error"));
    RETURN_UNLESS_OK(animproof_set(handle, "ignore", "obj/*,md5anim/rotation-jump"));
    RETURN_UNLESS_OK(animproof_set(handle, "severity", NULL));
    RETURN_UNLESS_OK(animproof_on_finding(handle, count_finding_or_stop_if_incomplete, &findings));
    RETURN_UNLESS_OK(animproof_open_file(handle, path));
    RETURN_UNLESS_OK(animproof_open_buffer(handle, path, file->bytes, file->size));
    RETURN_UNLESS_OK(animproof_companion_buffer(handle, "mesh", file->bytes, file->size));
    RETURN_UNLESS_OK(animproof_lint(handle, &result, sizeof result));
    RETURN_UNLESS_OK(animproof_companion_file(handle, "mesh", path));
    RETURN_UNLESS_OK(animproof_fields(handle, count_field_and_keep_number_path, &s));
    RETURN_UNLESS_OK(animproof_get(handle, s.path, &field, sizeof field));
    RETURN_UNLESS_OK(animproof_put_number(handle, s.path, field.number));
    RETURN_UNLESS_OK(animproof_compare(handle, path, file->bytes, file->size, count_change, &findings));
    status = animproof_poses(handle, NULL, 0, &numbers, &poses, &size);
    if (status != ANIMPROOF_UNSUPPORTED)
        RETURN_UNLESS_OK(status);
    RETURN_UNLESS_OK(animproof_companion_buffer(handle, "mesh", NULL, 0));
    RETURN_UNLESS_OK(animproof_to_gltf(handle, 1, &document, &size, count_remark, &findings));
    const animproof_set_file set[] = { { "a.md5anim", file->bytes, file->size },
        { path, file->bytes, file->size } };
    RETURN_UNLESS_OK(animproof_sets(handle, set, 2, count_member, &findings));
    RETURN_UNLESS_OK(animproof_fix(handle, 1, count_if_fixed, &findings));
    RETURN_UNLESS_OK(animproof_canonical(handle));
    RETURN_UNLESS_OK(animproof_to_json(handle, &text, &size));
    char *copy = malloc(size + 1);
    memcpy(copy, text, size + 1);
    const animproof_status loaded = animproof_from_json(handle, copy, size);
    free(copy);
    RETURN_UNLESS_OK(loaded);
    return animproof_lint(handle, &result, sizeof result);
}

/* Makes each allocation fail once. If the first one fails, there is no handle. After each other one the status must be
   ANIMPROOF_NO_MEMORY, and the handle must work again. No memory may leak. */
static void check_no_memory(const char *path, const file_contents *file)
{
    counted_memory count = { 0 };
    const animproof_memory memory = { allocate, free_counted, &count };
    animproof *handle = animproof_new(&memory);
    CHECK(call_all(handle, path, file) == ANIMPROOF_OK);
    animproof_free(handle);
    const size_t calls = count.calls;
    CHECK(count.alive == 0 && calls > 5);
    for (size_t at = 1; at <= calls; at++) {
        count = (counted_memory){ .fail_at = at };
        handle = animproof_new(&memory);
        CHECK((handle == NULL) == (at == 1));
        if (handle != NULL) {
            CHECK(call_all(handle, path, file) == ANIMPROOF_NO_MEMORY);
            CHECK(strcmp(animproof_why(handle), "the allocator returned no memory") == 0);
            count.fail_at = 0;
            CHECK(call_all(handle, path, file) == ANIMPROOF_OK);
        }
        animproof_free(handle);
        CHECK(count.alive == 0);
    }
}

/* The file that a thread checks with its own handles, and the status of the last call. */
typedef struct worker {
    const char *path;
    const file_contents *file;
    animproof_status status;
} worker;

static void *run_worker(void *user)
{
    worker *w = user;
    for (int i = 0; i < 5 && w->status == ANIMPROOF_OK; i++) {
        animproof *handle = animproof_new(NULL);
        w->status = call_all(handle, w->path, w->file);
        animproof_free(handle);
    }
    return NULL;
}

static void check_threads(const char *path, const file_contents *file)
{
    pthread_t threads[2];
    worker workers[2] = { { path, file, ANIMPROOF_OK }, { path, file, ANIMPROOF_OK } };
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&threads[i], NULL, run_worker, &workers[i]) == 0);
    for (int i = 0; i < 2; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(workers[i].status == ANIMPROOF_OK);
    }
}

int main(int count, char **words)
{
    const int threads_only = count > 1 && strcmp(words[1], "--threads") == 0;
    for (int i = 1 + threads_only; i < count; i++) {
        const file_contents file = load(words[i]);
        check_threads(words[i], &file);
        if (!threads_only)
            check_no_memory(words[i], &file);
        free(file.bytes);
    }
    printf("hostile callers: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}
