/* core/files/input.h: loads files of any size into memory, and refuses paths that are not files. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/unit/support/test_input.h"

enum { LARGEST = 1000000 };

INPUT_SUITE(core_input);

static uint8_t test_byte_at(size_t at)
{
    return (uint8_t)(at * 31 + at / 4096);
}

static void write_test_bytes(int file, size_t size)
{
    static uint8_t bytes[LARGEST];
    for (size_t i = 0; i < size; i++)
        bytes[i] = test_byte_at(i);
    cr_assert_eq(write(file, bytes, size), (ssize_t)size);
}

static int create_file(size_t size)
{
    const int file = memfd_create("input", 0);
    write_test_bytes(file, size);
    return file;
}

static void expect_test_bytes_loaded(size_t size)
{
    cr_assert_eq(input.view.size, size);
    for (size_t at = 0; at < size; at++) {
        if (input.view.bytes[at] != test_byte_at(at))
            cr_assert_fail("wrong byte %zu of %zu", at, size);
    }
}

Test(core_input, files_of_all_sizes_are_loaded_one_after_the_other)
{
    static const size_t sizes[] = { 0, 1, 100, AP_SMALL_FILE_BYTES - 1, AP_SMALL_FILE_BYTES,
        AP_SMALL_FILE_BYTES + 1, 5, 1000000, 0, 4096 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int file = create_file(sizes[i]);
        cr_assert_eq(ap_input_load(&input, path_of_descriptor(file)), AP_OK,
            "a file of %zu bytes must load, but: %s", sizes[i], input.error);
        expect_test_bytes_loaded(sizes[i]);
        cr_assert_str_empty(input.error);
        cr_assert_eq(ap_input_load_known_regular_file(&input, path_of_descriptor(file)), AP_OK,
            "a file of %zu bytes must load, but: %s", sizes[i], input.error);
        expect_test_bytes_loaded(sizes[i]);
        close(file);
    }
    ap_input_free_memory(&input);
    cr_assert_eq(input.view.size, 0U);
}

static bool begins_with_first_test_byte(ap_view start)
{
    return start.bytes[0] == test_byte_at(0);
}

static bool reject_every_start(ap_view start)
{
    cr_assert(start.size > 0 && start.size <= AP_INPUT_START_BYTES,
        "the start of a file must have from 1 to AP_INPUT_START_BYTES bytes");
    return false;
}

/* If the predicate accepts the first bytes, the view has only them; otherwise the view has the whole file. */
Test(core_input, only_the_start_is_loaded_if_it_suffices)
{
    static const size_t sizes[] = { 1, 5, AP_INPUT_START_BYTES, AP_INPUT_START_BYTES + 1, 1000, 100000, 0 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int file = create_file(sizes[i]);
        cr_assert_eq(
            ap_input_load_start_or_all(&input, path_of_descriptor(file), begins_with_first_test_byte), AP_OK);
        expect_test_bytes_loaded(sizes[i] < AP_INPUT_START_BYTES ? sizes[i] : AP_INPUT_START_BYTES);
        cr_assert_eq(ap_input_load_start_or_all(&input, path_of_descriptor(file), reject_every_start), AP_OK);
        expect_test_bytes_loaded(sizes[i]);
        close(file);
    }
}

Test(core_input, after_a_release_the_view_is_empty_and_another_file_can_be_loaded)
{
    const int small = create_file(10), large = create_file(200000);
    ap_input_load(&input, path_of_descriptor(large));
    ap_input_release(&input);
    cr_assert_eq(input.view.size, 0U);
    cr_assert_null(input.mapping);
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(small)), AP_OK);
    expect_test_bytes_loaded(10);
    ap_input_free_memory(&input);
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(large)), AP_OK, "a freed input must load again");
    expect_test_bytes_loaded(200000);
}

static void expect_load_refused(const char *path, const char *reason)
{
    cr_assert_eq(ap_input_load(&input, path), AP_CANNOT_READ, "%s must be refused", path);
    cr_assert_str_eq(input.error, reason, "%s: wrong reason '%s'", path, input.error);
    cr_assert_eq(input.view.size, 0U);
    cr_assert_eq(ap_input_load_known_regular_file(&input, path), AP_CANNOT_READ,
        "%s must be refused when listed", path);
    cr_assert(input.error[0] != '\0' && input.view.size == 0);
}

Test(core_input, a_path_that_is_not_a_file_is_refused_with_the_reason)
{
    int ends[2];
    expect_load_refused("/", "is a directory");
    expect_load_refused("tests/unit", "is a directory");
    expect_load_refused("/dev/null", "is a character device");
    expect_load_refused("/no/such/file", "No such file or directory");
    expect_load_refused("", "No such file or directory");
    expect_load_refused("/dev/null/file", "Not a directory");
    expect_load_refused(
        "/proc/self/mem", "Input/output error"); /* the first bytes of this file cannot be read */
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    expect_load_refused(path_of_descriptor(ends[0]), "is a socket");
}

Test(core_input, a_failed_load_leaves_an_empty_view)
{
    const int file = create_file(10);
    ap_input_load(&input, path_of_descriptor(file));
    cr_assert_eq(ap_input_load(&input, "/"), AP_CANNOT_READ);
    cr_assert_eq(input.view.size, 0U);
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(file)), AP_OK);
    cr_assert_str_empty(input.error);
}

/* Returns a pipe with `size` bytes in it, closed for writing. A pipe holds at most 64 KiB. */
static int create_filled_pipe(size_t size)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    write_test_bytes(ends[1], size);
    close(ends[1]);
    return ends[0];
}

Test(core_input, a_stream_is_read_to_its_end)
{
    static const size_t sizes[] = { 0, 1, 4096, 64 * 1024 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int file = create_filled_pipe(sizes[i]);
        cr_assert_eq(ap_input_load_stream(&input, file), AP_OK, "a stream of %zu bytes must load", sizes[i]);
        expect_test_bytes_loaded(sizes[i]);
        cr_assert_eq(close(file), 0, "the descriptor of a stream must stay open");
    }
}

Test(core_input, a_long_stream_grows_the_buffer)
{
    const int file = create_file(1000000);
    lseek(file, 0, SEEK_SET);
    cr_assert_eq(ap_input_load_stream(&input, file), AP_OK);
    expect_test_bytes_loaded(1000000);
}

Test(core_input, a_stream_over_the_limit_is_refused_and_one_of_the_limit_is_not)
{
    ap_input_init(&input, 1000);
    cr_assert_eq(ap_input_load_stream(&input, create_filled_pipe(1000)), AP_OK);
    expect_test_bytes_loaded(1000);
    cr_assert_eq(ap_input_load_stream(&input, create_filled_pipe(1001)), AP_TOO_LARGE);
    cr_assert_str_eq(input.error, "is longer than 1000 bytes, the limit for a stream");
    cr_assert_eq(input.view.size, 0U);
}

Test(core_input, a_fifo_is_a_stream_with_its_limit)
{
    ap_input_init(&input, 50);
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(create_filled_pipe(50))), AP_OK,
        "the file must load, but: %s", input.error);
    expect_test_bytes_loaded(50);
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(create_filled_pipe(51))), AP_TOO_LARGE);
}

Test(core_input, the_limit_of_streams_does_not_apply_to_files)
{
    const int file = create_file(500);
    ap_input_init(&input, 10);
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(file)), AP_OK);
    expect_test_bytes_loaded(500);
}

/* Returns the number of entries of /proc/self/fd: one for each open descriptor, one for the descriptor that lists them, "." and
   "..". Only differences of two results are compared. */
static size_t count_entries_of_descriptors(void)
{
    size_t count = 0;
    DIR *list = opendir("/proc/self/fd");
    cr_assert_not_null(list);
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count;
}

/* A mapped file keeps one descriptor open, until it is released or another file is loaded. */
Test(core_input, large_files_leave_no_descriptor_open)
{
    const int file = create_file(100000), small = create_file(5);
    const size_t before = count_entries_of_descriptors();
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(ap_input_load(&input, path_of_descriptor(file)), AP_OK, "the file must load, but: %s",
            input.error);
        cr_assert_leq(count_entries_of_descriptors(), before + 1, "at most one file may be open");
        ap_input_release(&input);
        cr_assert_eq(count_entries_of_descriptors(), before, "a released file must be closed");
        cr_assert_eq(ap_input_load_known_regular_file(&input, path_of_descriptor(file)), AP_OK,
            "the file must load, but: %s", input.error);
        cr_assert_leq(count_entries_of_descriptors(), before + 1, "at most one file may be open");
        cr_assert_eq(ap_input_load_known_regular_file(&input, path_of_descriptor(small)), AP_OK,
            "the file must load, but: %s", input.error);
        cr_assert_eq(count_entries_of_descriptors(), before, "a small file must be read and closed");
    }
    ap_input_free_memory(&input);
    cr_assert_eq(count_entries_of_descriptors(), before);
    close(file);
    close(small);
}
