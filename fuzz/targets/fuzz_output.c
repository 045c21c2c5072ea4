/* Output files: a file gets all of the bytes or stays as it was, nothing is left beside it, and a failed
   write is reported. The first byte of the input chooses the kind of file, the others are the report. Files are in memory,
   and of some inputs on the disk. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/sink.h"
#include "core/report/output.h"
#include "fuzz/oracle.h"

enum { PATH_BYTES = 64, REPORT_BYTES = PATH_BYTES + 16, DISK_TURNS = 16 };

/* A folder for reports, on the disk or in memory, which is much faster. */
typedef struct report_folder {
    char name[PATH_BYTES];
} report_folder;

static report_folder kept[2]; /* of the process: one on the disk, one in memory, as soon as there is one */

static bool make_at(report_folder *f, const char *place)
{
    snprintf(f->name, sizeof f->name, "%s/fuzz-output-XXXXXX", place);
    return mkdtemp(f->name) != NULL;
}

static void make_folder(report_folder *f, bool on_disk)
{
    fuzz_require((!on_disk && make_at(f, "/dev/shm")) || make_at(f, "/tmp"), "mkdtemp: %s", strerror(errno));
}

static void remove_kept(void)
{
    for (size_t i = 0; i < 2; i++) {
        if (kept[i].name[0] != '\0')
            rmdir(kept[i].name);
    }
}

static bool is_on_disk(ap_view text)
{
    return fuzz_is_turn(text, 0, DISK_TURNS);
}

/* Nothing is in it. */
static const char *folder_for(ap_view text)
{
    const bool on_disk = is_on_disk(text);
    if (kept[0].name[0] == '\0' && kept[1].name[0] == '\0')
        fuzz_require(atexit(remove_kept) == 0, "atexit");
    if (kept[on_disk].name[0] == '\0')
        make_folder(&kept[on_disk], on_disk);
    return kept[on_disk].name;
}

static const char before[] = "as it was";

typedef enum place {
    PLACE_NEW,
    PLACE_OLD,
    PLACE_IN_PLACE,
    PLACE_FULL,
    PLACE_NOWHERE,
    PLACE_STDOUT,
    PLACE_TAKEN,
    PLACE_DESCRIPTOR
} place;

enum { CHOOSE_DROP = 8 }; /* not kept, once it is written; of the last two places: they go away */

/* Writes the report there. Whether the output says that all went well. */
static bool put(const char *path, ap_view text, bool keep)
{
    ap_output output;
    size_t count;
    const bool open = ap_output_open(&output, ap_reporters(&count)[0], path, NULL);
    fuzz_require(open || output.error != 0, "not opened, and nothing is said");
    if (open && path != NULL && text.size > 0)
        fwrite(text.bytes, 1, text.size, output.stream);
    const bool whole = ap_output_close(&output, keep);
    fuzz_require(whole == (output.error == 0), "closed, and the error is %d", output.error);
    return whole;
}

static void expect_file(int file, ap_view wanted)
{
    uint8_t bytes[AP_WRITER_BYTES];
    size_t size = 0;
    ssize_t now;
    while ((now = read(file, bytes, sizeof bytes)) > 0) {
        fuzz_require(
            size + (size_t)now <= wanted.size && memcmp(bytes, wanted.bytes + size, (size_t)now) == 0,
            "other bytes in the file");
        size += (size_t)now;
    }
    fuzz_require(size == wanted.size, "%zu bytes of %zu in the file", size, wanted.size);
    close(file);
}

static size_t entries_in(const char *folder)
{
    size_t count = 0;
    DIR *entries = opendir(folder);
    fuzz_require(entries != NULL, "no folder");
    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count - 2; /* itself and its parent */
}

static void name_report(char path[REPORT_BYTES], const char *in)
{
    snprintf(path, REPORT_BYTES, "%s/report", in);
}

/* A file that is there before, or not. */
static void write_file(ap_view text, bool is_there, bool keep)
{
    char path[REPORT_BYTES];
    const char *in = folder_for(text);
    name_report(path, in);
    if (is_there)
        fuzz_require(put(path, (ap_view){ (const uint8_t *)before, strlen(before) }, true), "not written");
    fuzz_require(put(path, text, keep), "not written");
    fuzz_require(entries_in(in) == (keep || is_there), "%zu files are there", entries_in(in));
    if (keep || is_there) {
        const ap_view old = { (const uint8_t *)before, strlen(before) };
        expect_file(open(path, O_RDONLY | O_CLOEXEC), keep ? text : old);
    }
    unlink(path);
}

/* A file that is not regular (here a link) is written in place. */
static void write_in_place(ap_view text)
{
    char path[PATH_BYTES];
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_require(file >= 0, "memfd_create: %s", strerror(errno));
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    fuzz_require(put(path, text, true), "not written in place");
    expect_file(file, text);
}

/* Writes a report, up to closing it. */
static void begin_in(const char *in, char path[REPORT_BYTES], ap_output *output, ap_view text)
{
    size_t count;
    name_report(path, in);
    fuzz_require(ap_output_open(output, ap_reporters(&count)[0], path, NULL), "not opened");
    fwrite(text.bytes, 1, text.size, output->stream);
}

/* A folder has come where the file should go: it stays, and the file does not. */
static void write_where_taken(ap_view text)
{
    ap_output output;
    char path[REPORT_BYTES];
    const char *in = folder_for(text);
    begin_in(in, path, &output, text);
    fuzz_require(mkdir(path, 0700) == 0, "mkdir: %s", strerror(errno));
    fuzz_require(!ap_output_close(&output, true) && output.error == EISDIR, "a folder is replaced");
    fuzz_require(entries_in(in) == 1, "%zu entries are there", entries_in(in));
    rmdir(path);
}

/* The folder, which is for this input alone, goes away while the file is written. */
static void write_where_gone(ap_view text)
{
    ap_output output;
    report_folder own;
    char path[REPORT_BYTES];
    make_folder(&own, is_on_disk(text));
    begin_in(own.name, path, &output, text);
    if (rmdir(own.name) != 0) { /* a file system without nameless files: the temporary one is in the way */
        fuzz_require(unlink(output.file.temporary) == 0 && rmdir(own.name) == 0, "%s is left", own.name);
    }
    fuzz_require(!ap_output_close(&output, true) && output.error == ENOENT, "a file in no folder");
}

/* What some disks say only when a file is closed: here since it is closed already. */
static void close_twice(void)
{
    ap_output output;
    size_t count;
    fuzz_require(ap_output_open(&output, ap_reporters(&count)[0], "/dev/null", NULL), "not opened");
    fuzz_require(close(output.file.descriptor) == 0, "close: %s", strerror(errno));
    fuzz_require(!ap_output_close(&output, true) && output.error == EBADF, "closed, and nothing is said");
}

/* Past the C library's streams. */
static void write_descriptor(ap_view text)
{
    ap_descriptor descriptor;
    ap_writer writer;
    const int file = memfd_create("fuzz", MFD_CLOEXEC), full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    fuzz_require(file >= 0 && full >= 0, "no file: %s", strerror(errno));
    ap_descriptor_init(&descriptor, &writer, file);
    fuzz_require(ap_write(&writer, text.bytes, text.size) && ap_writer_finish(&writer), "not written");
    fuzz_require(lseek(file, 0, SEEK_SET) == 0, "lseek: %s", strerror(errno));
    expect_file(file, text);
    ap_descriptor_init(&descriptor, &writer, full);
    const bool whole = ap_write(&writer, text.bytes, text.size) && ap_writer_finish(&writer);
    fuzz_require(whole == (text.size == 0) && whole == (descriptor.error == 0), "a full device");
    fuzz_require(ap_write(&writer, text.bytes, text.size) == whole && ap_writer_finish(&writer) == whole,
        "a full device, once more");
    close(full);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const ap_view text = { data + 1, size - 1 };
    const bool keep = (data[0] & CHOOSE_DROP) == 0;
    switch ((place)(data[0] % CHOOSE_DROP)) {
    case PLACE_NEW:
        write_file(text, false, keep);
        break;
    case PLACE_OLD:
        write_file(text, true, keep);
        break;
    case PLACE_IN_PLACE:
        write_in_place(text);
        break;
    case PLACE_FULL:
        fuzz_require(put("/dev/full", text, keep) == (text.size == 0), "a full device");
        break;
    case PLACE_NOWHERE:
        fuzz_require(!put("/dev/null/report", text, keep), "a file below a file");
        break;
    case PLACE_TAKEN:
        keep ? write_where_taken(text) : write_where_gone(text);
        break;
    case PLACE_DESCRIPTOR:
        keep ? write_descriptor(text) : close_twice();
        break;
    default:
        fuzz_require(put(NULL, text, keep), "standard output"); /* nothing is written to it */
        break;
    }
    return 0;
}
