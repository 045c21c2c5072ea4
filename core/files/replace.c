#include "core/files/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ATTEMPTS = 1000 /* to put a file back; each fails only if another save intervenes */ };

#ifdef RENAME_EXCHANGE
static int rename_by(const char *from, const char *to, unsigned how)
{
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, how);
}
#else
enum { RENAME_EXCHANGE, RENAME_NOREPLACE };

static int rename_by(const char *from, const char *to, unsigned how)
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

static file_id id_of(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 ? (file_id){ about.st_dev, about.st_ino } : (file_id){ 0, 0 };
}

static bool same_id(file_id one, file_id other)
{
    return one.device == other.device && one.inode == other.inode;
}

/* Asks for a read lease, which the system refuses if any program has the file open for writing. The signal that
   announces a later opening is one that ends no program. Returns false if the system has no leases or does not grant
   them to this user, as if the file was not open. */
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

/* Looks at the file that came out. Open for writing comes first: such a file may change after the comparison. */
static ap_replaced examine(const char *path, const ap_file_stamp *was)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK);
    if (file < 0)
        return AP_CHANGED_MEANWHILE;
    const bool is_open = is_open_for_writing(file);
    const bool same = ap_stamp_has_content(was, file);
    close(file);
    return !same ? AP_CHANGED_MEANWHILE : is_open ? AP_OPEN_FOR_WRITING : AP_REPLACED;
}

/* Puts what came out as `made` back to `path`, and takes our file, `ours`, out again. If something else than ours
   comes out, it was saved in between and is newer than what was put back: it is exchanged in turn. What then comes
   out is older than what is in place, and may be removed. */
static bool put_back(const char *made, const char *path, file_id ours)
{
    file_id wanted = ours;
    for (int attempts = 0; attempts < MOST_ATTEMPTS; attempts++) {
        const file_id back = id_of(made);
        if (rename_by(made, path, RENAME_EXCHANGE) == 0) {
            if (same_id(id_of(made), wanted))
                return true;
            wanted = back;
        } else if (rename_by(made, path, RENAME_NOREPLACE) == 0) { /* `path` was removed meanwhile */
            return true;
        }
    }
    return false;
}

/* Removes the file that came out, or puts it back if it cannot be removed or is not the one that was read. */
static ap_replaced finish(const char *made, const char *path, const ap_file_stamp *was, file_id ours)
{
    ap_replaced result = examine(made, was);
    if (result == AP_REPLACED && unlink(made) == 0)
        return AP_REPLACED;
    const int error = errno;
    if (result == AP_REPLACED)
        result = AP_NOT_REPLACED;
    if (!put_back(made, path, ours))
        return AP_NOT_PUT_BACK;
    errno = error;
    return result;
}

static ap_replaced exchange(const char *made, const char *path, const ap_file_stamp *was)
{
    const file_id ours = id_of(made);
    if (rename_by(made, path, RENAME_EXCHANGE) == 0)
        return finish(made, path, was, ours);
    if (errno == ENOENT)
        return AP_CHANGED_MEANWHILE;
    return rename(made, path) == 0 ? AP_REPLACED : AP_NOT_REPLACED; /* errno is that of an ordinary rename */
}

ap_replaced ap_replace(const char *made, const char *path, const ap_file_stamp *was)
{
    const ap_replaced result =
        was->known && ap_stamp_holds(was, path) ? exchange(made, path, was) : AP_CHANGED_MEANWHILE;
    const int error = errno;
    if (result != AP_REPLACED && result != AP_NOT_PUT_BACK)
        unlink(made);
    errno = error;
    return result;
}
