#include "core/files/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    /* maximum attempts to put the old file back; an attempt fails only if another program saves meanwhile */
    MOST_ATTEMPTS = 1000
};

#ifdef RENAME_EXCHANGE
static int rename_with_flags(const char *from, const char *to, unsigned how)
{
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, how);
}
#else
enum { RENAME_EXCHANGE, RENAME_NOREPLACE };

static int rename_with_flags(const char *from, const char *to, unsigned how)
{
    (void)from;
    (void)to;
    (void)how;
    errno = ENOSYS;
    return -1;
}
#endif

typedef struct file_id {
    dev_t device;
    ino_t inode;
} file_id;

static file_id file_id_of_path(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 ? (file_id){ about.st_dev, about.st_ino } : (file_id){ 0, 0 };
}

static bool are_same_file_ids(file_id one, file_id other)
{
    return one.device == other.device && one.inode == other.inode;
}

/* Returns true if any program has the file open for writing: the system then refuses a read lease. Returns false also if the
   system has no leases or does not grant one to this user. The signal of the lease is set to SIGURG, which does not end a program
   by default. */
static bool is_open_for_writing(int file)
{
#ifdef F_SETLEASE
    (void)fcntl(file, F_SETSIG, SIGURG);
    return fcntl(file, F_SETLEASE, F_RDLCK) != 0 && errno == EAGAIN;
#else
    (void)file;
    return false;
#endif
}

/* Compares the old file, which the exchange has moved to `path`, with its stamp. Returns AP_REPLACED if the old file may be
   removed. Looks for writers first: a file that is open for writing may change after its content was compared. */
static ap_replace_result compare_removed_file_with_stamp(const char *path, const ap_file_stamp *was)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK);
    if (file < 0)
        return AP_CHANGED_MEANWHILE;
    const bool is_open = is_open_for_writing(file);
    const bool same = ap_stamp_matches_content(was, file);
    close(file);
    return !same ? AP_CHANGED_MEANWHILE : is_open ? AP_OPEN_FOR_WRITING : AP_REPLACED;
}

/* Exchanges the files named `made` and `path` again, so that `path` names the old file and `made` names our new file `ours`. If
   `made` then names a third file, another program saved it at `path` after the first exchange. It is newer than the old file, so
   the names are exchanged once more. In the end `made` names a file that is older than the file at `path`. Returns false if the
   old file could not be put back. */
static bool exchange_back_keeping_newest(const char *made, const char *path, file_id ours)
{
    file_id wanted = ours;
    for (int attempts = 0; attempts < MOST_ATTEMPTS; attempts++) {
        const file_id back = file_id_of_path(made);
        if (rename_with_flags(made, path, RENAME_EXCHANGE) == 0) {
            if (are_same_file_ids(file_id_of_path(made), wanted))
                return true;
            wanted = back;
        } else if (rename_with_flags(made, path, RENAME_NOREPLACE)
                   == 0) { /* another program removed `path` */
            return true;
        }
    }
    return false;
}

/* Removes the file that the exchange took from `path`. Puts the file back if it cannot be removed, is not the file that was read,
   or is open for writing. */
static ap_replace_result finish_exchange(
    const char *made, const char *path, const ap_file_stamp *was, file_id ours)
{
    ap_replace_result result = compare_removed_file_with_stamp(made, was);
    if (result == AP_REPLACED && unlink(made) == 0)
        return AP_REPLACED;
    const int error = errno;
    if (result == AP_REPLACED)
        result = AP_NOT_REPLACED;
    if (!exchange_back_keeping_newest(made, path, ours))
        return AP_NOT_PUT_BACK;
    errno = error;
    return result;
}

static ap_replace_result exchange_or_if_unsupported_rename(
    const char *made, const char *path, const ap_file_stamp *was)
{
    const file_id ours = file_id_of_path(made);
    if (rename_with_flags(made, path, RENAME_EXCHANGE) == 0)
        return finish_exchange(made, path, was, ours);
    if (errno == ENOENT)
        return AP_CHANGED_MEANWHILE;
    return rename(made, path) == 0 ? AP_REPLACED : AP_NOT_REPLACED; /* errno as set by rename */
}

ap_replace_result ap_replace_or_remove_made_file(const char *made, const char *path, const ap_file_stamp *was)
{
    const ap_replace_result result = was->known && ap_stamp_is_unchanged(was, path)
                                         ? exchange_or_if_unsupported_rename(made, path, was)
                                         : AP_CHANGED_MEANWHILE;
    const int error = errno;
    if (result != AP_REPLACED && result != AP_NOT_PUT_BACK)
        unlink(made);
    errno = error;
    return result;
}
