#include "corpus/cases/corpus_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* O_NONBLOCK: opening a fifo does not wait for a writer */
enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK };

static int set_reason_and_errno(char *reason, const char *words, int error)
{
    snprintf(reason, AP_CORPUS_REASON_BYTES, "%s", words);
    errno = error;
    return -1;
}

static const off_t most_bytes = (off_t)4 << 30; /* 4 GiB, so that a huge sparse file does not keep a reader
                                                   busy for hours */

/* Opens a file below the folder. Links that stay below the folder are followed. On a system without openat2,
   a path is refused only if its last part is a link. */
static int open_beneath(int folder, const char *name)
{
    struct open_how how = { .flags = FLAGS, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
    const long file = syscall(SYS_openat2, folder, name, &how, sizeof how);
    return file < 0 && (errno == ENOSYS || errno == EPERM) ? openat(folder, name, FLAGS | O_NOFOLLOW)
                                                           : (int)file;
}

bool ap_corpus_path_exists(const char *folder)
{
    struct stat about;
    return stat(folder, &about) == 0;
}

int ap_corpus_open_file(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES])
{
    struct stat about;
    const int directory = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return set_reason_and_errno(reason, strerror(errno), errno);
    const int file = open_beneath(directory, name);
    const int error = errno;
    close(directory);
    if (file < 0)
        return set_reason_and_errno(
            reason, error == EXDEV ? "the path leads out of the corpus" : strerror(error), error);
    const bool regular = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    if (regular && about.st_size <= most_bytes)
        return file;
    close(file);
    return set_reason_and_errno(reason, regular ? "larger than 4 GiB" : "not a regular file", EINVAL);
}

FILE *ap_corpus_open_stream(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES])
{
    const int file = ap_corpus_open_file(folder, name, reason);
    FILE *stream = file < 0 ? NULL : fdopen(file, "r");
    const int error = errno;
    if (file >= 0 && stream == NULL) {
        close(file);
        (void)set_reason_and_errno(reason, strerror(error), error);
    }
    errno = error;
    return stream;
}
