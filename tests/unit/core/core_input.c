/* core/files/input.h: files of any size as bytes in memory, and what is not a file. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/files/input.h"

/* A file without a name in any folder, which ap_input_load finds by this path. */
typedef struct test_file {
    int file;
    char path[40];
} test_file;

static uint8_t byte_at(size_t at)
{
    return (uint8_t)(at * 31 + at / 4096);
}

static void name_file(test_file *made, int file)
{
    made->file = file;
    snprintf(made->path, sizeof made->path, "/proc/self/fd/%d", file);
}

static void make_file(test_file *made, size_t size)
{
    static uint8_t bytes[4096];
    name_file(made, memfd_create("input", 0));
    for (size_t at = 0; at < size;) {
        const size_t count = size - at < sizeof bytes ? size - at : sizeof bytes;
        for (size_t i = 0; i < count; i++)
            bytes[i] = byte_at(at + i);
        cr_assert_eq(write(made->file, bytes, count), (ssize_t)count);
        at += count;
    }
}

static void expect_view(const ap_input *input, size_t size)
{
    cr_assert_eq(input->view.size, size);
    for (size_t at = 0; at < size; at++) {
        if (input->view.bytes[at] != byte_at(at))
            cr_assert_fail("byte %zu of %zu", at, size);
    }
}

Test(core_input, files_of_all_sizes_one_after_the_other)
{
    static const size_t sizes[] = { 0, 1, 100, AP_SMALL_FILE_BYTES - 1, AP_SMALL_FILE_BYTES,
        AP_SMALL_FILE_BYTES + 1, 5, 1000000, 0, 4096 };
    ap_input input;
    ap_input_init(&input, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_file made;
        make_file(&made, sizes[i]);
        cr_assert_eq(ap_input_load(&input, made.path), AP_OK, "%zu bytes: %s", sizes[i], input.error);
        expect_view(&input, sizes[i]);
        cr_assert_str_empty(input.error);
        cr_assert_eq(ap_input_load_found(&input, made.path), AP_OK, "%zu bytes: %s", sizes[i], input.error);
        expect_view(&input, sizes[i]);
        close(made.file);
    }
    ap_input_free(&input);
    cr_assert_eq(input.view.size, 0U);
}

static bool begins_with_0(ap_view start)
{
    return start.bytes[0] == byte_at(0);
}

static bool never(ap_view start)
{
    cr_assert(start.size > 0 && start.size <= AP_INPUT_START_BYTES, "an empty file has no start");
    return false;
}

/* Where the first bytes are enough, they are all that the view shows; otherwise it shows the file. */
Test(core_input, the_start_may_be_enough)
{
    static const size_t sizes[] = { 1, 5, AP_INPUT_START_BYTES, AP_INPUT_START_BYTES + 1, 1000, 100000, 0 };
    ap_input input;
    ap_input_init(&input, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_file made;
        make_file(&made, sizes[i]);
        cr_assert_eq(ap_input_load_start(&input, made.path, begins_with_0), AP_OK);
        expect_view(&input, sizes[i] < AP_INPUT_START_BYTES ? sizes[i] : AP_INPUT_START_BYTES);
        cr_assert_eq(ap_input_load_start(&input, made.path, never), AP_OK);
        expect_view(&input, sizes[i]);
        close(made.file);
    }
    ap_input_free(&input);
}

Test(core_input, released_the_view_is_empty_and_another_can_be_loaded)
{
    ap_input input;
    test_file small, large;
    make_file(&small, 10);
    make_file(&large, 200000);
    ap_input_init(&input, 0);
    ap_input_load(&input, large.path);
    ap_input_release(&input);
    cr_assert_eq(input.view.size, 0U);
    cr_assert_null(input.mapping);
    cr_assert_eq(ap_input_load(&input, small.path), AP_OK);
    expect_view(&input, 10);
    ap_input_free(&input);
    cr_assert_eq(ap_input_load(&input, large.path), AP_OK, "freed, it may be loaded again");
    expect_view(&input, 200000);
    ap_input_free(&input);
}

static void expect_refused(const char *path, const char *reason)
{
    ap_input input;
    ap_input_init(&input, 0);
    cr_assert_eq(ap_input_load(&input, path), AP_CANNOT_READ, "%s", path);
    cr_assert_str_eq(input.error, reason, "%s: %s", path, input.error);
    cr_assert_eq(input.view.size, 0U);
    ap_input_free(&input);
}

Test(core_input, what_is_no_file_is_refused_in_words)
{
    int ends[2];
    test_file end;
    expect_refused("/", "is a directory");
    expect_refused("tests/unit", "is a directory");
    expect_refused("/dev/null", "is a character device");
    expect_refused("/nowhere/at/all", "No such file or directory");
    expect_refused("", "No such file or directory");
    expect_refused("/dev/null/file", "Not a directory");
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    name_file(&end, ends[0]);
    expect_refused(end.path, "is a socket");
}

Test(core_input, a_failed_load_shows_nothing_of_the_file_before)
{
    ap_input input;
    test_file made;
    make_file(&made, 10);
    ap_input_init(&input, 0);
    ap_input_load(&input, made.path);
    cr_assert_eq(ap_input_load(&input, "/"), AP_CANNOT_READ);
    cr_assert_eq(input.view.size, 0U);
    cr_assert_eq(ap_input_load(&input, made.path), AP_OK);
    cr_assert_str_empty(input.error);
    ap_input_free(&input);
}

/* A pipe with that many bytes in it, closed for writing; at most 64 KiB. */
static int make_pipe(size_t size)
{
    static uint8_t bytes[64 * 1024];
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    for (size_t i = 0; i < size; i++)
        bytes[i] = byte_at(i);
    cr_assert_eq(write(ends[1], bytes, size), (ssize_t)size);
    close(ends[1]);
    return ends[0];
}

Test(core_input, a_stream_is_read_to_its_end)
{
    static const size_t sizes[] = { 0, 1, 4096, 64 * 1024 };
    ap_input input;
    ap_input_init(&input, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int file = make_pipe(sizes[i]);
        cr_assert_eq(ap_input_load_stream(&input, file), AP_OK, "%zu bytes", sizes[i]);
        expect_view(&input, sizes[i]);
        cr_assert_eq(close(file), 0, "the descriptor stays open");
    }
    ap_input_free(&input);
}

Test(core_input, a_long_stream_grows_the_buffer)
{
    ap_input input;
    test_file made;
    make_file(&made, 1000000);
    lseek(made.file, 0, SEEK_SET);
    ap_input_init(&input, 0);
    cr_assert_eq(ap_input_load_stream(&input, made.file), AP_OK);
    expect_view(&input, 1000000);
    ap_input_free(&input);
}

Test(core_input, a_stream_over_the_limit_is_refused_and_one_of_the_limit_is_not)
{
    ap_input input;
    ap_input_init(&input, 1000);
    cr_assert_eq(ap_input_load_stream(&input, make_pipe(1000)), AP_OK);
    expect_view(&input, 1000);
    cr_assert_eq(ap_input_load_stream(&input, make_pipe(1001)), AP_LIMIT);
    cr_assert_str_eq(input.error, "is longer than the 1000 bytes that are read of a stream");
    cr_assert_eq(input.view.size, 0U);
    ap_input_free(&input);
}

Test(core_input, a_fifo_is_a_stream_with_its_limit)
{
    ap_input input;
    test_file fifo;
    ap_input_init(&input, 50);
    name_file(&fifo, make_pipe(50));
    cr_assert_eq(ap_input_load(&input, fifo.path), AP_OK, "%s", input.error);
    expect_view(&input, 50);
    name_file(&fifo, make_pipe(51));
    cr_assert_eq(ap_input_load(&input, fifo.path), AP_LIMIT);
    ap_input_free(&input);
}

Test(core_input, the_limit_of_streams_is_none_for_files)
{
    ap_input input;
    test_file made;
    make_file(&made, 500);
    ap_input_init(&input, 10);
    cr_assert_eq(ap_input_load(&input, made.path), AP_OK);
    expect_view(&input, 500);
    ap_input_free(&input);
}

/* Whatever this process has inherited, and in whatever numbers. */
static size_t open_descriptors(void)
{
    size_t count = 0;
    DIR *list = opendir("/proc/self/fd");
    cr_assert_not_null(list);
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count;
}

/* A large file is mapped, and its descriptor stays open as long as the mapping: one for many files. */
Test(core_input, large_files_leave_no_descriptor_open)
{
    ap_input input;
    test_file made, small;
    make_file(&made, 100000);
    make_file(&small, 5);
    ap_input_init(&input, 0);
    const size_t before = open_descriptors();
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(ap_input_load(&input, made.path), AP_OK, "%s", input.error);
        cr_assert_leq(open_descriptors(), before + 1, "one file at most");
        ap_input_release(&input);
        cr_assert_eq(open_descriptors(), before, "released");
        cr_assert_eq(ap_input_load_found(&input, made.path), AP_OK, "%s", input.error);
        cr_assert_leq(open_descriptors(), before + 1, "one file at most");
        cr_assert_eq(ap_input_load_found(&input, small.path), AP_OK, "%s", input.error);
        cr_assert_eq(open_descriptors(), before, "a small file is read and closed");
    }
    ap_input_free(&input);
    cr_assert_eq(open_descriptors(), before);
    close(made.file);
    close(small.file);
}
