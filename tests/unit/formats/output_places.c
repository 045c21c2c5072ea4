/* Tests core/report/output.h: a file gets the complete report or stays unchanged, no temporary file is left, and a failed
   write is reported. Reports are empty, short, or larger than the buffers. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/new_file.h"
#include "core/report/output.h"

enum { REPORT_BYTES = 2 * AP_WRITER_BYTES + 9, PATH_BYTES = 64 };

static const size_t sizes[] = { 0, 9, REPORT_BYTES };
#define SIZES (sizeof sizes / sizeof *sizes)

static char report[REPORT_BYTES], folder[PATH_BYTES], path[2 * PATH_BYTES];

static void fill_report_and_make_folder(void)
{
    memset(report, 'r', sizeof report);
    strcpy(folder, "/tmp/output-places-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/report", folder);
}

static void remove_report_and_folder(void)
{
    unlink(path);
    rmdir(folder);
}

TestSuite(output_places, .init = fill_report_and_make_folder, .fini = remove_report_and_folder);

static void open_and_write_report(ap_output *output, const char *at, size_t size)
{
    size_t count;
    cr_assert(ap_output_open(output, ap_reporters(&count)[0], at, NULL));
    cr_assert(at == NULL || fwrite(report, 1, size, output->stream) <= size);
}

static bool write_report(const char *at, size_t size, bool keep)
{
    ap_output output;
    open_and_write_report(&output, at, size);
    const bool complete = ap_output_close(&output, keep);
    cr_expect_eq(complete, output.error == 0);
    return complete;
}

static void expect_report_and_close_file(int file, size_t size)
{
    static char bytes[REPORT_BYTES + 1];
    cr_assert(file >= 0 && lseek(file, 0, SEEK_SET) == 0);
    cr_expect_eq(read(file, bytes, sizeof bytes), (ssize_t)size);
    cr_expect_arr_eq(bytes, report, size);
    close(file);
}

static size_t count_entries(void)
{
    size_t count = 0;
    DIR *entries = opendir(folder);
    cr_assert_not_null(entries);
    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count - 2; /* entries without . and .. */
}

Test(output_places, a_file_has_the_complete_report_or_is_unchanged)
{
    for (size_t i = 0; i < 4 * SIZES; i++) {
        const size_t size = sizes[i / 4], before = 3;
        const bool is_there = i % 2 == 0, keep = i / 2 % 2 == 0;
        cr_expect(!is_there || write_report(path, before, true));
        cr_expect(write_report(path, size, keep));
        cr_expect_eq(count_entries(), is_there || keep);
        if (is_there || keep)
            expect_report_and_close_file(open(path, O_RDONLY | O_CLOEXEC), keep ? size : before);
        unlink(path);
    }
}

/* A symbolic link is written in place. A report without a path goes to standard output; the test writes an empty one. */
Test(output_places, a_file_that_is_not_regular_is_written_in_place)
{
    for (size_t i = 0; i < SIZES; i++) {
        const int file = memfd_create("report", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        cr_expect(write_report(path, sizes[i], true));
        expect_report_and_close_file(file, sizes[i]);
        cr_expect(write_report(NULL, 0, i > 0));
        cr_expect_eq(write_report("/dev/full", sizes[i], true), sizes[i] == 0);
    }
}

Test(output_places, a_path_below_a_file_cannot_be_opened)
{
    ap_output output;
    cr_expect_not(ap_output_open(&output, NULL, "/dev/null/report", NULL));
    cr_expect_eq(output.error, ENOTDIR);
    cr_expect_not(ap_output_close(&output, true));
}

/* The folder is created at the path of the report. */
Test(output_places, a_folder_created_meanwhile_is_not_replaced)
{
    for (size_t i = 0; i < SIZES; i++) {
        ap_output output;
        open_and_write_report(&output, path, sizes[i]);
        cr_assert_eq(mkdir(path, 0700), 0);
        cr_expect(!ap_output_close(&output, true) && output.error == EISDIR);
        cr_expect_eq(count_entries(), 1);
        rmdir(path);
    }
}

Test(output_places, a_folder_removed_meanwhile_is_reported)
{
    for (size_t i = 0; i < SIZES; i++) {
        ap_output output;
        open_and_write_report(&output, path, sizes[i]);
        if (rmdir(folder) != 0) /* the file system has no unnamed files, so the folder has a temporary file */
            cr_assert(unlink(output.file.temporary) == 0 && rmdir(folder) == 0);
        cr_expect(!ap_output_close(&output, true) && output.error == ENOENT);
        cr_assert_eq(mkdir(folder, 0700), 0);
    }
}

/* Some file systems report a failed write only when the file is closed. Here close fails because the descriptor is closed. */
Test(output_places, a_failing_close_is_reported)
{
    ap_output output;
    open_and_write_report(&output, "/dev/null", 0);
    cr_assert_eq(close(output.file.descriptor), 0);
    cr_expect(!ap_output_close(&output, true) && output.error == EBADF);
}

/* A descriptor is written without the C library's streams. */
Test(output_places, a_failed_write_to_a_descriptor_is_reported)
{
    static ap_writer writer;
    for (size_t i = 0; i < SIZES; i++) {
        ap_descriptor_writer descriptor;
        const int file = memfd_create("report", MFD_CLOEXEC), full = open("/dev/full", O_WRONLY | O_CLOEXEC);
        ap_descriptor_writer_init(&descriptor, &writer, file);
        cr_expect(ap_write(&writer, report, sizes[i]) && ap_writer_flush(&writer));
        expect_report_and_close_file(file, sizes[i]);
        ap_descriptor_writer_init(&descriptor, &writer, full);
        for (int again = 0; again < 2; again++) {
            const bool complete = ap_write(&writer, report, sizes[i]) && ap_writer_flush(&writer);
            cr_expect(complete == (sizes[i] == 0) && complete == (descriptor.error == 0));
        }
        close(full);
    }
}
