/* Allocators that give nothing, and handles in two threads. Built with the installed header alone and linked with the
   library, plain and sanitized. What else callers do wrong, tests/unit/library has.

   hostile FILE...   the files are to be without errors, one of each format */
#include <animproof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return finding->message == NULL || ANIMPROOF_HAS(finding, fix) == 0;
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

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        const animproof_status status_ = (call);                                                             \
        if (status_ != ANIMPROOF_OK)                                                                         \
            return status_;                                                                                  \
    } while (0)

/* All that can be done with a file; the first status that is not ANIMPROOF_OK. */
static animproof_status do_all(animproof *handle, const char *path, const contents *file)
{
    size_t findings = 0, size;
    const char *text;
    seen s = { 0 };
    animproof_field field;
    animproof_result result;
    TRY(animproof_set(handle, "severity", "mrtk/*=error"));
    TRY(animproof_set(handle, "ignore", "obj/*,md5anim/rotation-jump"));
    TRY(animproof_set(handle, "severity", NULL));
    TRY(animproof_on_finding(handle, count_finding, &findings));
    TRY(animproof_open_file(handle, path));
    TRY(animproof_open_buffer(handle, path, file->bytes, file->size));
    TRY(animproof_companion_buffer(handle, "mesh", file->bytes, file->size));
    TRY(animproof_lint(handle, &result, sizeof result));
    TRY(animproof_companion_file(handle, "mesh", path));
    TRY(animproof_fields(handle, keep_field, &s));
    TRY(animproof_get(handle, s.path, &field, sizeof field));
    TRY(animproof_put_number(handle, s.path, field.number));
    TRY(animproof_canonical(handle));
    TRY(animproof_to_json(handle, &text, &size));
    char *copy = malloc(size + 1);
    memcpy(copy, text, size + 1);
    const animproof_status made = animproof_from_json(handle, copy, size);
    free(copy);
    TRY(made);
    return animproof_lint(handle, &result, sizeof result);
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
            CHECK(strcmp(animproof_why(handle), "the allocator returned no memory") == 0);
            count.fail_at = 0;
            CHECK(do_all(handle, path, file) == ANIMPROOF_OK);
        }
        animproof_free(handle);
        CHECK(count.alive == 0);
    }
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
    for (int i = 1 + threads_alone; i < count; i++) {
        const contents file = load(words[i]);
        check_threads(words[i], &file);
        if (!threads_alone)
            check_no_memory(words[i], &file);
        free(file.bytes);
    }
    printf("hostile callers: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}
