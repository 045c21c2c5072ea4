/* The places that reports are written to. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/rights.h"
#include "core/report/report.h"

enum { STREAM_BUFFER_BYTES = 64 * 1024 };

static bool failed(ap_output *output)
{
    if (output->error == 0)
        output->error = errno != 0 ? errno : EIO;
    return false;
}

/* What a stream of the C library does when its buffer is full, but the reason for a failure is kept: long
   after, when the stream says that it failed, errno tells of something else. */
static ssize_t write_out(void *context, const char *bytes, size_t count)
{
    ap_output *output = context;
    size_t done = 0;
    while (done < count && output->error == 0) {
        ssize_t now = write(output->file, bytes + done, count - done);
        if (now >= 0)
            done += (size_t)now;
        else if (errno != EINTR)
            failed(output);
    }
    return done == count ? (ssize_t)count : 0;
}

/* The rights that any new file has. */
static mode_t new_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A file without a name in the folder of `path`: whatever ends the program, nothing is left behind. -1 where
   the file system has no such files. */
static int open_nameless(const char *folder)
{
    return access("/proc/self/fd", X_OK) != 0 ? -1 : open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

/* The name that a file has until it is whole: in the same folder, and short, so that it fits beside any
   name. */
static char *temporary_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = NULL;
    const int folder = slash == NULL ? 0 : (int)(slash - path) + 1;
    return asprintf(&name, "%.*s.animproof-XXXXXX", folder, path) < 0 ? NULL : name;
}

static bool open_beside(ap_output *output, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    output->temporary = temporary_name(path);
    if (folder == NULL || output->temporary == NULL) {
        free(folder);
        return failed(output);
    }
    output->file = open_nameless(folder);
    free(folder);
    output->nameless = output->file >= 0;
    if (!output->nameless)
        output->file = mkostemp(output->temporary, O_CLOEXEC);
    return output->file >= 0 || failed(output);
}

/* mkstemp makes a file that only its owner may read: a report gets the rights of a new file, or all that the
   file has that it replaces. */
static bool beside(ap_output *output, const char *path, const struct stat *before)
{
    if (open_beside(output, path)
        && (before != NULL ? ap_keep_rights(path, before, output->file)
                           : fchmod(output->file, new_mode()) == 0))
        return true;
    failed(output);
    if (output->file >= 0 && !output->nameless)
        unlink(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
    return false;
}

/* Gives a nameless file the name of a temporary one that nobody has. */
static bool name_file(ap_output *output)
{
    char self[64];
    char *ending = output->temporary + strlen(output->temporary) - 6;
    snprintf(self, sizeof self, "/proc/self/fd/%d", output->file);
    for (unsigned attempt = 0; attempt < 1000000; attempt++) {
        snprintf(ending, 7, "%06u", attempt);
        if (linkat(AT_FDCWD, self, AT_FDCWD, output->temporary, AT_SYMLINK_FOLLOW) == 0) {
            output->nameless = false;
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    return failed(output);
}

static bool in_place(ap_output *output, const char *path)
{
    output->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    return output->file >= 0 ? true : failed(output);
}

static bool open_file(ap_output *output, const char *path)
{
    struct stat now;
    if (path == NULL) {
        output->file = STDOUT_FILENO;
        return true;
    }
    if (lstat(path, &now) != 0)
        return beside(output, path, NULL);
    return S_ISREG(now.st_mode) ? beside(output, path, &now) : in_place(output, path);
}

static void close_file(ap_output *output)
{
    errno = 0;
    if (output->file > STDOUT_FILENO && close(output->file) != 0) /* some learn only now of a full disk */
        failed(output);
    output->file = -1;
}

/* To be called while the file is open: a nameless one is gone once it is closed. */
static void name_if_kept(ap_output *output, bool keep)
{
    if (keep && output->error == 0 && output->temporary != NULL && output->nameless)
        (void)name_file(output);
}

static void put_in_place(ap_output *output, bool keep)
{
    if (output->temporary == NULL)
        return;
    keep = keep && output->error == 0;
    if (keep && rename(output->temporary, output->target) != 0) {
        failed(output);
        keep = false;
    }
    if (!keep && !output->nameless)
        unlink(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

bool ap_output_open(ap_output *output, const ap_reporter *reporter, const char *path, const ap_policy *policy)
{
    *output = (ap_output){ .reporter = reporter, .target = path, .policy = policy, .file = -1 };
    errno = 0;
    if (!open_file(output, path))
        return false;
    output->stream = fopencookie(output, "w", (cookie_io_functions_t){ .write = write_out });
    if (output->stream == NULL) {
        failed(output);
        close_file(output);
        put_in_place(output, false);
        return false;
    }
    setvbuf(output->stream, NULL, isatty(output->file) ? _IOLBF : _IOFBF, STREAM_BUFFER_BYTES);
    return true;
}

bool ap_output_close(ap_output *output, bool keep)
{
    if (output->stream == NULL)
        return output->error == 0;
    errno = 0;
    if (fclose(output->stream) != 0)
        failed(output);
    output->stream = NULL;
    name_if_kept(output, keep);
    close_file(output);
    put_in_place(output, keep);
    return output->error == 0;
}
