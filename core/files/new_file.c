#include "core/files/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/file_attributes.h"

int ap_write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t now = write(file, bytes, size);
        if (now < 0 && errno != EINTR)
            return errno;
        bytes += now > 0 ? now : 0;
        size -= now > 0 ? (size_t)now : 0;
    }
    return 0;
}

static bool write_to_descriptor(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_descriptor_writer *descriptor = writer->context;
    if (descriptor->error == 0)
        descriptor->error = ap_write_all(descriptor->file, bytes, size);
    return descriptor->error == 0;
}

void ap_descriptor_writer_init(ap_descriptor_writer *descriptor, ap_writer *writer, int file)
{
    *descriptor = (ap_descriptor_writer){ .file = file };
    ap_writer_init(writer, write_to_descriptor, descriptor);
}

static bool record_error(ap_new_file *file)
{
    if (file->error == 0)
        file->error = errno != 0 ? errno : EIO;
    return false;
}

/* Returns the permissions of a new file under the umask. */
static mode_t mode_of_new_file(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Opens a nameless file in the folder; the file disappears if the program ends early. Returns -1 if the
   file system does not support nameless files, or if /proc, which is needed to name the file, is missing. */
static int open_nameless_file(const char *folder)
{
    return access("/proc/self/fd", X_OK) != 0 ? -1 : open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

/* Opens a temporary file in the folder of `path`, with or without a name. The temporary name is short, so
   that it fits wherever `path` fits. */
static bool open_temporary_file(ap_new_file *file, const char *path)
{
    static const char name[] = ".animproof-XXXXXX";
    const char *slash = strrchr(path, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    file->temporary = malloc(folder + sizeof name);
    if (file->temporary == NULL)
        return false;
    memcpy(file->temporary, path, folder);
    memcpy(file->temporary + folder, ".", 2); /* makes the path "folder/.", which names the folder itself */
    file->descriptor = open_nameless_file(file->temporary);
    memcpy(file->temporary + folder, name, sizeof name);
    file->nameless = file->descriptor >= 0;
    if (!file->nameless)
        file->descriptor = mkostemp(file->temporary, O_CLOEXEC);
    return file->descriptor >= 0;
}

/* Opens the temporary file of `path` and sets its permissions: those of a new file, or all attributes of
   the file that it replaces. mkostemp alone makes a file that only its owner may read. */
static bool create_temporary_file(ap_new_file *file, const char *path, const struct stat *before)
{
    if (open_temporary_file(file, path)
        && (before != NULL ? ap_copy_file_attributes(path, before, file->descriptor)
                           : fchmod(file->descriptor, mode_of_new_file()) == 0))
        return true;
    record_error(file);
    if (file->descriptor >= 0 && !file->nameless)
        unlink(file->temporary);
    free(file->temporary);
    file->temporary = NULL;
    return false;
}

/* Gives a nameless file its final name if no file has that name and none must be replaced, so that a program killed now leaves no
   temporary file. Otherwise gives it an unused temporary name. Returns false and sets `error` if it gets no name. */
static bool link_at_path_or_temporary_name(ap_new_file *file)
{
    char self[64];
    char *suffix = file->temporary + strlen(file->temporary) - 6;
    snprintf(self, sizeof self, "/proc/self/fd/%d", file->descriptor);
    file->placed =
        file->replaces == NULL && linkat(AT_FDCWD, self, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0;
    if (file->placed)
        return true;
    for (unsigned attempt = 0; attempt < 1000000; attempt++) {
        snprintf(suffix, 7, "%06u", attempt);
        if (linkat(AT_FDCWD, self, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) == 0) {
            file->nameless = false;
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    return record_error(file);
}

static bool open_directly(ap_new_file *file, const char *path)
{
    file->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    return file->descriptor >= 0 ? true : record_error(file);
}

static bool open_file(ap_new_file *file, const char *path)
{
    struct stat now;
    if (path == NULL) {
        file->descriptor = STDOUT_FILENO;
        return true;
    }
    if (lstat(path, &now) != 0)
        return create_temporary_file(file, path, NULL);
    return S_ISREG(now.st_mode) ? create_temporary_file(file, path, &now) : open_directly(file, path);
}

static void close_file(ap_new_file *file)
{
    errno = 0;
    if (file->descriptor > STDOUT_FILENO
        && close(file->descriptor) != 0) /* some file systems report a full disk only on close */
        record_error(file);
    file->descriptor = -1;
}

/* Names a nameless file that will be kept. Call it while the file is open: a nameless file is lost when
   closed. */
static void name_nameless_if_kept(ap_new_file *file, bool keep)
{
    if (keep && file->error == 0 && file->nameless)
        (void)link_at_path_or_temporary_name(file);
}

/* Renames the temporary file to its final path; with file->replaces, only if the file at that path is unchanged. Returns false if
   the caller must still remove the temporary file. */
static bool rename_and_leave_no_temporary(ap_new_file *file)
{
    if (file->replaces == NULL)
        return rename(file->temporary, file->path) == 0 ? true : record_error(file);
    file->replaced = ap_replace_or_remove_made_file(file->temporary, file->path, file->replaces);
    if (file->replaced != AP_REPLACED) {
        errno = file->replaced == AP_NOT_REPLACED ? errno : EBUSY;
        record_error(file);
    }
    return true;
}

static void move_or_remove_temporary(ap_new_file *file, bool keep)
{
    if (file->temporary == NULL)
        return;
    if (file->placed && file->error != 0)
        unlink(file->path); /* the content is incomplete, since closing the file failed */
    const bool kept = file->placed || (keep && file->error == 0 && rename_and_leave_no_temporary(file));
    if (!kept && !file->nameless)
        unlink(file->temporary);
    free(file->temporary);
    file->temporary = NULL;
}

bool ap_new_file_open(ap_new_file *file, const char *path)
{
    *file = (ap_new_file){ .path = path, .descriptor = -1 };
    errno = 0;
    return open_file(file, path);
}

bool ap_new_file_write(ap_new_file *file, const void *bytes, size_t size)
{
    if (file->error == 0)
        file->error = ap_write_all(file->descriptor, bytes, size);
    return file->error == 0;
}

bool ap_new_file_sync(ap_new_file *file)
{
    if (file->error == 0 && file->temporary != NULL && fsync(file->descriptor) != 0)
        record_error(file);
    return file->error == 0;
}

bool ap_new_file_is_terminal(const ap_new_file *file)
{
    return isatty(file->descriptor) != 0;
}

const char *ap_new_file_error_text(const ap_new_file *file)
{
    if (file->replaced == AP_CHANGED_MEANWHILE)
        return "was changed by another program: nothing is written";
    if (file->replaced == AP_OPEN_FOR_WRITING)
        return "is open for writing in another program: nothing is written";
    if (file->replaced == AP_NOT_PUT_BACK)
        return "was changed by another program and could not be restored: the changed file is in its "
               "folder, named .animproof- and six letters or digits";
    return strerror(file->error);
}

/* Blocks signals until the file has its final name or is removed: a signal after a nameless file has got a temporary name would
   leave that file. */
bool ap_new_file_close(ap_new_file *file, bool keep)
{
    sigset_t all, before;
    sigfillset(&all);
    const bool held = file->temporary != NULL;
    if (held)
        sigprocmask(SIG_BLOCK, &all, &before);
    name_nameless_if_kept(file, keep);
    close_file(file);
    move_or_remove_temporary(file, keep);
    if (held)
        sigprocmask(SIG_SETMASK, &before, NULL);
    return file->error == 0;
}
