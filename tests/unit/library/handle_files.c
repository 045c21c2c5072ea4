/* animproof.h: reads files, pipes and companions, and reports what cannot be read. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/unit/library/handle_case.h"

static int lowest_free_descriptor(void)
{
    const int next = dup(0);
    close(next);
    return next;
}

/* Creates a file of `size` bytes, all 'a' except a last 'z'. */
static void create_file_of_size(char *path, size_t size)
{
    const int file = mkstemp(path);
    char *bytes = malloc(size + 1);
    cr_assert(file >= 0 && bytes != NULL);
    memset(bytes, 'a', size + 1);
    if (size > 0)
        bytes[size - 1] = 'z';
    cr_assert_eq(write(file, bytes, size), (ssize_t)size);
    close(file);
    free(bytes);
}

static void expect_bytes_of_created_file(animproof *handle, size_t size)
{
    size_t said = 1;
    const char *bytes = animproof_bytes(handle, &said);
    cr_assert_eq(said, size, "the open file has %zu bytes instead of %zu", said, size);
    for (size_t i = 0; i + 1 < size; i++)
        cr_assert_eq(bytes[i], 'a');
    cr_expect(size == 0 || bytes[size - 1] == 'z');
}

/* Tests sizes around those at which the buffer grows, each with a limit that just suffices and one that does not. */
Test(handle_files, files_of_all_sizes_are_read)
{
    static const size_t sizes[] = { 0, 1, 65535, 65536, 65537, 131073 };
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    const int before = lowest_free_descriptor();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char path[] = "/tmp/handle-files-XXXXXX", number[32];
        create_file_of_size(path, sizes[i]);
        expect_ok(handle, animproof_open_file(handle, path));
        expect_bytes_of_created_file(handle, sizes[i]);
        if (sizes[i] > 0) {
            snprintf(number, sizeof number, "%zu", sizes[i]);
            expect_ok(handle, animproof_set(handle, "max-input", number));
            expect_ok(handle, animproof_open_file(handle, path));
            if (sizes[i] > 1) {
                snprintf(number, sizeof number, "%zu", sizes[i] - 1);
                expect_ok(handle, animproof_set(handle, "max-input", number));
                cr_expect_eq(animproof_open_file(handle, path), ANIMPROOF_LIMIT);
                expect_bytes_of_created_file(handle, sizes[i]); /* the file opened before stays open */
            }
        }
        expect_ok(handle, animproof_set(handle, "max-input", NULL));
        unlink(path);
    }
    cr_expect_eq(lowest_free_descriptor(), before); /* no descriptor stays open */
}

/* Opens a pipe of `size` bytes, which has no size before it is read, as a file of the handle. Stores its path in `path`. */
static animproof_status open_pipe_in_handle(animproof *handle, size_t size, char *path)
{
    int ends[2];
    cr_assert(pipe(ends) == 0);
    cr_assert(fcntl(ends[1], F_SETPIPE_SZ, 1 << 18) >= (int)size);
    char *bytes = malloc(size + 1);
    memset(bytes, 'a', size + 1);
    bytes[size - 1] = 'z';
    cr_assert_eq(write(ends[1], bytes, size), (ssize_t)size);
    close(ends[1]);
    free(bytes);
    sprintf(path, "/dev/fd/%d", ends[0]);
    const animproof_status status = animproof_open_file(handle, path);
    close(ends[0]);
    return status;
}

Test(handle_files, pipes_of_all_sizes_are_read)
{
    static const size_t sizes[] = { 1, 65535, 65536, 65537, 200000 };
    char path[32], why[128], number[32];
    counted_memory count = { 0 };
    const animproof_memory memory = { allocate_counted, free_counted, &count };
    animproof *handle = animproof_new(&memory);
    const size_t alive = count.alive;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        expect_ok(handle, open_pipe_in_handle(handle, sizes[i], path));
        expect_bytes_of_created_file(handle, sizes[i]);
        cr_expect_eq(count.alive, alive + 1);
    }
    snprintf(number, sizeof number, "%d", 65537);
    expect_ok(handle, animproof_set(handle, "max-input", number));
    expect_ok(handle, open_pipe_in_handle(handle, 65537, path));
    cr_expect_eq(open_pipe_in_handle(handle, 65538, path), ANIMPROOF_LIMIT);
    snprintf(why, sizeof why, "%s: larger than max-input (65537 bytes)", path);
    cr_expect_str_eq(animproof_why(handle), why);
    expect_bytes_of_created_file(handle, 65537);
    for (size_t at = 1; at <= 2; at++) { /* allocations of the first buffer and of the larger one */
        count.fail_at = count.calls + at;
        expect_call(handle, open_pipe_in_handle(handle, 65537, path), ANIMPROOF_NO_MEMORY,
            "the allocator returned no memory");
        expect_bytes_of_created_file(handle, 65537);
        cr_expect_eq(count.alive, alive + 1);
    }
    animproof_free(handle);
    cr_expect_eq(count.alive, 0);
}

/* In a process without standard input, the file's descriptor is 0. */
Test(handle_files, a_file_is_read_without_standard_input)
{
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    cr_assert_eq(close(STDIN_FILENO), 0);
    expect_ok(handle, animproof_open_file(handle, "golden/md5camera/valid/cuts-0.md5camera"));
}

Test(handle_files, files_that_cannot_be_read_are_refused)
{
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    expect_call(handle, animproof_open_file(handle, NULL), ANIMPROOF_MISUSE, "the path is NULL");
    expect_call(handle, animproof_open_file(handle, "no/such"), ANIMPROOF_CANNOT_READ,
        "no/such: No such file or directory");
    expect_call(
        handle, animproof_open_file(handle, "golden"), ANIMPROOF_CANNOT_READ, "golden: Is a directory");
    expect_call(handle, animproof_open_file(handle, "/dev/null"), ANIMPROOF_CANNOT_READ,
        "/dev/null: neither a regular file nor a pipe");
    expect_call(handle, animproof_open_file(handle, "/proc/self/mem"), ANIMPROOF_CANNOT_READ,
        "/proc/self/mem: Input/output error");
    cr_expect_str_eq(lint_open_file(handle).format, "md5camera");
}

/* Companions */

static const char animation[] =
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 0\n\n"
    "hierarchy {\n\t\"a\" -1 0 0\n}\n\nbounds {\n\t( 0 0 0 ) ( 1 1 1 )\n}\n\nbaseframe {\n"
    "\t( 0 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {\n}\n";
static const char mesh[] =
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t\"%c\" -1 ( 0 0 0 ) ( 0 0 %c "
    ")\n}\n\n"
    "mesh {\n\tshader \"a\"\n\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 "
    "1\n\n"
    "\tnumtris 1\n\ttri 0 0 1 2\n\n\tnumweights 3\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n"
    "\tweight 2 0 1 ( 0 1 0 )\n}\n";

typedef struct file_and_companion_counts {
    size_t of_file, of_companion;
    int in_order;
} file_and_companion_counts;

static int count_findings_of_file_and_companion(void *user, const animproof_finding *finding)
{
    file_and_companion_counts *t = user;
    if (finding->companion == NULL) {
        t->of_file++;
        t->in_order &= t->of_companion == 0;
    } else {
        cr_expect_str_eq(finding->companion, "mesh");
        t->of_companion++;
    }
    return 0;
}

static int stop_at_first_finding(void *user, const animproof_finding *finding)
{
    (void)finding;
    ++*(size_t *)user;
    return 1;
}

Test(handle_files, companions_are_checked)
{
    char good[2000], other_name[2000], broken[2000];
    sprintf(good, mesh, 'a', '0');
    sprintf(other_name, mesh, 'b', '0');
    sprintf(broken, mesh, 'a', '9');
    file_and_companion_counts t = { .in_order = 1 };
    size_t calls = 0;
    AT_END(handle_free) animproof *handle = handle_with_text(animation);
    expect_ok(handle, animproof_on_finding(handle, count_findings_of_file_and_companion, &t));
    const animproof_result alone = lint_open_file(handle);
    const size_t notes = t.of_file;
    cr_expect(alone.valid == 1 && t.of_companion == 0);

    expect_ok(handle, animproof_companion_buffer(handle, "mesh", good, strlen(good)));
    cr_expect_eq(lint_open_file(handle).companion_errors, 0);
    expect_ok(handle, animproof_companion_buffer(handle, "mesh", broken, strlen(broken)));
    const animproof_result bad = lint_open_file(handle);
    cr_expect(bad.companion_errors + bad.companion_warnings > 0);
    cr_expect_eq(bad.valid, bad.companion_errors == 0);
    t = (file_and_companion_counts){ .in_order = 1 };
    expect_ok(handle, animproof_companion_buffer(handle, "mesh", other_name, strlen(other_name)));
    const animproof_result differs = lint_open_file(handle);
    cr_expect(t.of_file > notes && t.in_order,
        "expected more findings than %zu of the file, before those of the companion", t.of_file);
    cr_expect_eq(t.of_file, differs.errors + differs.warnings + differs.notes);
    cr_expect_eq(
        t.of_companion, differs.companion_errors + differs.companion_warnings + differs.companion_notes);

    /* the finding of a companion that cannot be read is reported, unless the callback has ended the findings */
    expect_ok(handle, animproof_companion_buffer(handle, "mesh", "MD5Version 10\n", 14));
    t = (file_and_companion_counts){ .in_order = 1 };
    cr_expect(lint_open_file(handle).companion_errors > 0 && t.of_companion > 0 && t.in_order);
    cr_expect_eq(lint_open_file(handle).valid, 0);
    expect_ok(handle, animproof_set(handle, "max-per-rule", "1"));
    expect_ok(handle, animproof_on_finding(handle, stop_at_first_finding, &calls));
    expect_ok(handle, animproof_lint(handle, NULL, 0));
    cr_expect_eq(calls, 1);

    expect_ok(handle, animproof_companion_buffer(handle, "mesh", NULL, 0)); /* removes the companion */
    cr_expect_eq(lint_open_file(handle).companion_errors, 0);
}

Test(handle_files, companions_of_another_format_are_ignored)
{
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    expect_ok(handle, animproof_companion_buffer(handle, "mesh", "nothing", 7));
    expect_ok(handle, animproof_companion_buffer(handle, "obj", "nothing", 7));
    const animproof_result result = lint_open_file(handle);
    cr_expect(result.valid == 1 && result.companion_errors == 0); /* a camera has no companion */
    expect_call(handle, animproof_companion_buffer(handle, "fbx", "", 0), ANIMPROOF_MISUSE,
        "unknown companion \"fbx\"");
    expect_call(
        handle, animproof_companion_buffer(handle, NULL, "", 0), ANIMPROOF_MISUSE, "unknown companion NULL");
    expect_call(handle, animproof_companion_file(handle, "fbx", SMALL_MRTK), ANIMPROOF_MISUSE,
        "unknown companion \"fbx\"");
    expect_call(handle, animproof_companion_buffer(handle, "obj", NULL, 1), ANIMPROOF_MISUSE,
        "the bytes are NULL, but their size is not 0");
    expect_call(handle, animproof_companion_file(handle, "obj", "no/such"), ANIMPROOF_CANNOT_READ,
        "no/such: No such file or directory");
    expect_ok(handle, animproof_open_buffer(handle, NULL, animation, strlen(animation)));
    expect_ok(handle, animproof_companion_file(handle, "mesh", SMALL_MRTK));
    cr_expect(lint_open_file(handle).companion_errors > 0);
    expect_ok(handle,
        animproof_companion_file(handle, "mesh", "golden/md5mesh/valid/near-vert-unused__fan.md5mesh"));
    cr_expect_eq(lint_open_file(handle).companion_errors, 0);
    expect_ok(handle, animproof_open_file(handle, SMALL_MEMG));
    cr_expect(lint_open_file(handle).companion_errors > 0); /* the .obj is the text "nothing" */
    expect_ok(handle, animproof_close(handle));
    expect_ok(handle, animproof_open_file(handle, SMALL_MEMG));
    cr_expect_eq(lint_open_file(handle).companion_errors, 0);
}
