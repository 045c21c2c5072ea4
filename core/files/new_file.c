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
#include "core/files/sink.h"

static bool failed(ap_new_file *file)
{
    if (file->error == 0)
        file->error = errno != 0 ? errno : EIO;
    return false;
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

/* The name that a file has until it is whole is in the same folder, and short, so that it fits beside any name. */
static bool open_beside(ap_new_file *file, const char *path)
{
    static const char name[] = ".animproof-XXXXXX";
    const char *slash = strrchr(path, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    file->temporary = malloc(folder + sizeof name);
    if (file->temporary == NULL)
        return false;
    memcpy(file->temporary, path, folder);
    memcpy(file->temporary + folder, ".", 2); /* the folder itself */
    file->descriptor = open_nameless(file->temporary);
    memcpy(file->temporary + folder, name, sizeof name);
    file->nameless = file->descriptor >= 0;
    if (!file->nameless)
        file->descriptor = mkostemp(file->temporary, O_CLOEXEC);
    return file->descriptor >= 0;
}

/* mkstemp makes a file that only its owner may read: a report gets the rights of a new file, or all that the
   file has that it replaces. */
static bool beside(ap_new_file *file, const char *path, const struct stat *before)
{
    if (open_beside(file, path)
        && (before != NULL ? ap_keep_attributes(path, before, file->descriptor)
                           : fchmod(file->descriptor, new_mode()) == 0))
        return true;
    failed(file);
    if (file->descriptor >= 0 && !file->nameless)
        unlink(file->temporary);
    free(file->temporary);
    file->temporary = NULL;
    return false;
}

/* Gives a nameless file its own name if no file has it, so that a program killed here leaves no temporary one;
   otherwise a temporary name that is free. */
static bool name_file(ap_new_file *file)
{
    char self[64];
    char *ending = file->temporary + strlen(file->temporary) - 6;
    snprintf(self, sizeof self, "/proc/self/fd/%d", file->descriptor);
    file->placed =
        file->replaces == NULL && linkat(AT_FDCWD, self, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0;
    if (file->placed)
        return true;
    for (unsigned attempt = 0; attempt < 1000000; attempt++) {
        snprintf(ending, 7, "%06u", attempt);
        if (linkat(AT_FDCWD, self, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) == 0) {
            file->nameless = false;
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    return failed(file);
}

static bool in_place(ap_new_file *file, const char *path)
{
    file->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    return file->descriptor >= 0 ? true : failed(file);
}

static bool open_file(ap_new_file *file, const char *path)
{
    struct stat now;
    if (path == NULL) {
        file->descriptor = STDOUT_FILENO;
        return true;
    }
    if (lstat(path, &now) != 0)
        return beside(file, path, NULL);
    return S_ISREG(now.st_mode) ? beside(file, path, &now) : in_place(file, path);
}

static void close_file(ap_new_file *file)
{
    errno = 0;
    if (file->descriptor > STDOUT_FILENO
        && close(file->descriptor) != 0) /* some learn only now of a full disk */
        failed(file);
    file->descriptor = -1;
}

/* To be called while the file is open: a nameless one is gone once it is closed. */
static void name_if_kept(ap_new_file *file, bool keep)
{
    if (keep && file->error == 0 && file->nameless)
        (void)name_file(file);
}

/* Returns false if the file is still to be removed. */
static bool rename_to_place(ap_new_file *file)
{
    if (file->replaces == NULL)
        return rename(file->temporary, file->path) == 0 ? true : failed(file);
    file->replaced = ap_replace(file->temporary, file->path, file->replaces);
    if (file->replaced != AP_REPLACED) {
        errno = file->replaced == AP_NOT_REPLACED ? errno : EBUSY;
        failed(file);
    }
    return true;
}

static void put_in_place(ap_new_file *file, bool keep)
{
    if (file->temporary == NULL)
        return;
    if (file->placed && file->error != 0)
        unlink(file->path); /* closing it failed */
    const bool kept = file->placed || (keep && file->error == 0 && rename_to_place(file));
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
    return file->error == 0 && (file->temporary == NULL || fsync(file->descriptor) == 0 || failed(file));
}

bool ap_new_file_is_terminal(const ap_new_file *file)
{
    return isatty(file->descriptor) != 0;
}

const char *ap_new_file_wrong(const ap_new_file *file)
{
    if (file->replaced == AP_CHANGED_MEANWHILE)
        return "was changed meanwhile: nothing is written";
    if (file->replaced == AP_OPEN_FOR_WRITING)
        return "another program has it open for writing: nothing is written";
    if (file->replaced == AP_NOT_PUT_BACK)
        return "was changed meanwhile, and what was saved could not be put back: it is beside it, in a file "
               "named .animproof- and six digits";
    return strerror(file->error);
}

/* A signal that would end the program waits from the moment on in which the file has its temporary name. */
bool ap_new_file_close(ap_new_file *file, bool keep)
{
    sigset_t all, before;
    sigfillset(&all);
    const bool held = file->temporary != NULL;
    if (held)
        sigprocmask(SIG_BLOCK, &all, &before);
    name_if_kept(file, keep);
    close_file(file);
    put_in_place(file, keep);
    if (held)
        sigprocmask(SIG_SETMASK, &before, NULL);
    return file->error == 0;
}
