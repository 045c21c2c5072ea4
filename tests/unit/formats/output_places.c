/* core/report/output.h: a file gets all of a report or stays as it was, nothing is left beside it, and a failed write is
   reported, of an empty report, a short one, and one larger than the buffers. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/sink.h"
#include "core/report/output.h"

enum { REPORT_BYTES = 2 * AP_WRITER_BYTES + 9, PATH_BYTES = 64 };

static const size_t sizes[] = { 0, 9, REPORT_BYTES };
#define SIZES (sizeof sizes / sizeof *sizes)

static char report[REPORT_BYTES], folder[PATH_BYTES], path[2 * PATH_BYTES];

static void begin_report(void)
{
    memset(report, 'r', sizeof report);
    strcpy(folder, "/tmp/output-places-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/report", folder);
}

static void end_report(void)
{
    unlink(path);
    rmdir(folder);
}

TestSuite(output_places, .init = begin_report, .fini = end_report);

static void begin(ap_output *output, const char *at, size_t size)
{
    size_t count;
    cr_assert(ap_output_open(output, ap_reporters(&count)[0], at, NULL));
    cr_assert(at == NULL || fwrite(report, 1, size, output->stream) <= size);
}

static bool put(const char *at, size_t size, bool keep)
{
    ap_output output;
    begin(&output, at, size);
    const bool whole = ap_output_close(&output, keep);
    cr_expect_eq(whole, output.error == 0);
    return whole;
}

static void expect_report(int file, size_t size)
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
    return count - 2; /* the folder and its parent */
}

Test(output_places, a_file_is_whole_or_as_it_was)
{
    for (size_t i = 0; i < 4 * SIZES; i++) {
        const size_t size = sizes[i / 4], before = 3;
        const bool is_there = i % 2 == 0, keep = i / 2 % 2 == 0;
        cr_expect(!is_there || put(path, before, true));
        cr_expect(put(path, size, keep));
        cr_expect_eq(count_entries(), is_there || keep);
        if (is_there || keep)
            expect_report(open(path, O_RDONLY | O_CLOEXEC), keep ? size : before);
        unlink(path);
    }
}

/* A file that is not regular, here a link, is written in place. Nothing is written to standard output. */
Test(output_places, in_place)
{
    for (size_t i = 0; i < SIZES; i++) {
        const int file = memfd_create("report", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        cr_expect(put(path, sizes[i], true));
        expect_report(file, sizes[i]);
        cr_expect(put(NULL, 0, i > 0));
        cr_expect_eq(put("/dev/full", sizes[i], true), sizes[i] == 0);
    }
}

Test(output_places, below_a_file)
{
    ap_output output;
    cr_expect_not(ap_output_open(&output, NULL, "/dev/null/report", NULL));
    cr_expect_eq(output.error, ENOTDIR);
    cr_expect_not(ap_output_close(&output, true));
}

/* A folder has come where the file should go: it stays, and the file does not. */
Test(output_places, taken_meanwhile)
{
    for (size_t i = 0; i < SIZES; i++) {
        ap_output output;
        begin(&output, path, sizes[i]);
        cr_assert_eq(mkdir(path, 0700), 0);
        cr_expect(!ap_output_close(&output, true) && output.error == EISDIR);
        cr_expect_eq(count_entries(), 1);
        rmdir(path);
    }
}

Test(output_places, gone_meanwhile)
{
    for (size_t i = 0; i < SIZES; i++) {
        ap_output output;
        begin(&output, path, sizes[i]);
        if (rmdir(folder) != 0) /* a file system without nameless files: the temporary one is in the way */
            cr_assert(unlink(output.file.temporary) == 0 && rmdir(folder) == 0);
        cr_expect(!ap_output_close(&output, true) && output.error == ENOENT);
        cr_assert_eq(mkdir(folder, 0700), 0);
    }
}

/* What some disks say only when a file is closed: here since it is closed already. */
Test(output_places, closed_before)
{
    ap_output output;
    begin(&output, "/dev/null", 0);
    cr_assert_eq(close(output.file.descriptor), 0);
    cr_expect(!ap_output_close(&output, true) && output.error == EBADF);
}

/* Past the C library's streams. */
Test(output_places, a_descriptor)
{
    static ap_writer writer;
    for (size_t i = 0; i < SIZES; i++) {
        ap_descriptor descriptor;
        const int file = memfd_create("report", MFD_CLOEXEC), full = open("/dev/full", O_WRONLY | O_CLOEXEC);
        ap_descriptor_init(&descriptor, &writer, file);
        cr_expect(ap_write(&writer, report, sizes[i]) && ap_writer_finish(&writer));
        expect_report(file, sizes[i]);
        ap_descriptor_init(&descriptor, &writer, full);
        for (int again = 0; again < 2; again++) {
            const bool whole = ap_write(&writer, report, sizes[i]) && ap_writer_finish(&writer);
            cr_expect(whole == (sizes[i] == 0) && whole == (descriptor.error == 0));
        }
        close(full);
    }
}
