#include "cli/shared/sandbox.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/shared/same_file.h"

/* Versions of Landlock, and access rights of later versions, which Debian 12's headers lack. */
enum {
    /* Landlock version of Linux 5.19, the first with LANDLOCK_ACCESS_FS_REFER: with version 1 no file can be moved to another
       folder */
    LEAST_VERSION = 2,
    TRUNCATES_VERSION = 3,
    NETWORK_VERSION = 4,
    TRUNCATE = 1 << 14,
    BIND_TCP = 1 << 0,
    CONNECT_TCP = 1 << 1,
};

#define FILE_RIGHTS ((uint64_t)(LANDLOCK_ACCESS_FS_READ_FILE))
#define READ_RIGHTS (FILE_RIGHTS | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_RIGHTS                                                                                         \
    ((uint64_t)(LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG \
                | LANDLOCK_ACCESS_FS_REFER))
#define OTHER_RIGHTS                                                                                         \
    ((uint64_t)(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_CHAR    \
                | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO  \
                | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM))

/* Names of files that are searched in the folders above an input. */
static const struct {
    const char *name;
    int flags; /* flags of open with which the reader of the file opens it: no link may lead elsewhere */
} configurations[] = { { ".animproof.ini", O_NOFOLLOW }, { ".gitignore", O_NOFOLLOW },
    { ".git/info/exclude", 0 } };

/* The struct landlock_ruleset_attr with network rights, which the headers of Linux 6.1 lack. */
typedef struct ruleset_rights {
    uint64_t files, network;
} ruleset_rights;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZER_IS_COMPILED_IN true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZER_IS_COMPILED_IN true
#endif
#endif
#ifdef SANITIZER_IS_COMPILED_IN
/* true if a sanitizer is compiled in: it reads /proc and starts a program to report a defect, so the process is not sandboxed */
enum { HAS_SANITIZER = true };
#else
enum { HAS_SANITIZER = false };
#endif

static void create_ruleset(cli_sandbox *sandbox, bool disabled)
{
    *sandbox = (cli_sandbox){ .ruleset = -1 };
    disabled = disabled || getenv("ANIMPROOF_NO_SANDBOX") != NULL;
    const long version =
        disabled ? 0 : syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < LEAST_VERSION)
        return;
    sandbox->network = version >= NETWORK_VERSION;
    sandbox->truncates = version >= TRUNCATES_VERSION;
    const ruleset_rights handled = { READ_RIGHTS | WRITE_RIGHTS | OTHER_RIGHTS
                                         | (sandbox->truncates ? (uint64_t)TRUNCATE : 0),
        sandbox->network ? BIND_TCP | CONNECT_TCP : 0 };
    const size_t size = sandbox->network ? sizeof handled : sizeof handled.files;
    sandbox->ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
}

void cli_sandbox_begin(cli_sandbox *sandbox)
{
    create_ruleset(sandbox, HAS_SANITIZER);
}

void cli_sandbox_begin_child(cli_sandbox *sandbox)
{
    create_ruleset(sandbox, false);
}

/* Adds a rule that allows `rights` for the path, opened with `flags`. Ignores a missing path, because opening it later
   reports the error. */
static void allow_path_with_flags(cli_sandbox *sandbox, const char *path, int flags, uint64_t rights)
{
    struct stat about;
    const int file = sandbox->ruleset < 0 ? -1 : open(path, O_PATH | O_CLOEXEC | flags);
    if (file < 0)
        return;
    if (fstat(file, &about) == 0) {
        const struct landlock_path_beneath_attr rule = {
            .allowed_access = S_ISDIR(about.st_mode)
                                  ? rights
                                  : rights
                                        & (FILE_RIGHTS | TRUNCATE | LANDLOCK_ACCESS_FS_WRITE_FILE
                                            | LANDLOCK_ACCESS_FS_EXECUTE),
            .parent_fd = file,
        };
        (void)syscall(SYS_landlock_add_rule, sandbox->ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(file);
}

static void allow_rights_below_path(cli_sandbox *sandbox, const char *path, uint64_t rights)
{
    allow_path_with_flags(sandbox, path, 0, rights);
}

void cli_sandbox_allow_run(cli_sandbox *sandbox, const char *path)
{
    allow_rights_below_path(sandbox, path, READ_RIGHTS | LANDLOCK_ACCESS_FS_EXECUTE);
}

void cli_sandbox_allow_all_access(cli_sandbox *sandbox, const char *path)
{
    const uint64_t all = READ_RIGHTS | WRITE_RIGHTS | OTHER_RIGHTS;
    allow_rights_below_path(sandbox, path, sandbox->truncates ? all | TRUNCATE : all);
}

bool cli_sandbox_enter_child(const cli_sandbox *sandbox)
{
    return sandbox->ruleset < 0 || syscall(SYS_landlock_restrict_self, sandbox->ruleset, 0) == 0;
}

/* Allows reading the configurations in the folder and in all folders above it. `folder` is an absolute path, which is
   modified. */
static void allow_configurations_in_and_above(cli_sandbox *sandbox, char folder[PATH_MAX])
{
    char path[PATH_MAX + 32];
    for (;;) {
        for (size_t i = 0; i < sizeof configurations / sizeof *configurations; i++) {
            snprintf(path, sizeof path, "%s/%s", folder, configurations[i].name);
            allow_path_with_flags(sandbox, path, configurations[i].flags, FILE_RIGHTS);
        }
        char *slash = strrchr(folder, '/');
        if (slash == NULL)
            return;
        *slash = '\0';
    }
}

void cli_sandbox_allow_libraries(cli_sandbox *sandbox)
{
    static const char *const places[] = { "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib",
        "/usr/local/lib" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        allow_rights_below_path(sandbox, places[i], READ_RIGHTS);
}

/* Allows reading the configurations above a path that does not exist: those in its nearest existing folder and in the
   folders above that. */
static void allow_configurations_of_missing_path(cli_sandbox *sandbox, char folder[PATH_MAX])
{
    char real[PATH_MAX], above[PATH_MAX];
    while (realpath(folder, real) == NULL) {
        if (!cli_copy_folder_of_path(folder, above) || strcmp(above, folder) == 0)
            return;
        strcpy(folder, above);
    }
    allow_configurations_in_and_above(sandbox, real);
}

bool cli_sandbox_allow_read_and_is_new(cli_sandbox *sandbox, const char *path)
{
    char folder[PATH_MAX], real[PATH_MAX];
    struct stat about;
    if (strcmp(path, "-") == 0 || sandbox->ruleset < 0 || !cli_copy_folder_of_path(path, folder))
        return false;
    if (lstat(path, &about) != 0) {
        allow_configurations_of_missing_path(sandbox, folder);
        return false;
    }
    if (S_ISREG(about.st_mode) && strcmp(folder, sandbox->folder) == 0)
        return false;
    allow_rights_below_path(sandbox, path, READ_RIGHTS);
    const bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    if (!is_folder) {
        allow_rights_below_path(sandbox, folder, READ_RIGHTS);
        strcpy(sandbox->folder, folder);
    }
    if (realpath(is_folder ? path : folder, real) != NULL)
        allow_configurations_in_and_above(sandbox, real);
    return true;
}

void cli_sandbox_allow_read_all(cli_sandbox *sandbox)
{
    allow_rights_below_path(sandbox, "/", READ_RIGHTS);
}

void cli_sandbox_allow_write_in_folder_of(cli_sandbox *sandbox, const char *path)
{
    char folder[PATH_MAX];
    if (strcmp(path, "-") != 0 && cli_copy_folder_of_path(path, folder))
        allow_rights_below_path(sandbox, folder, WRITE_RIGHTS);
}

void cli_sandbox_allow_read_in_folder_of(cli_sandbox *sandbox, const char *path)
{
    char folder[PATH_MAX];
    if (cli_copy_folder_of_path(path, folder))
        allow_rights_below_path(sandbox, folder, FILE_RIGHTS);
}

const char *cli_sandbox_enter_and_describe(cli_sandbox *sandbox)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "not sandboxed: the kernel does not support no_new_privs";
    if (sandbox->ruleset < 0)
        return "not sandboxed: the kernel has no Landlock, or one older than Linux 5.19, or "
               "ANIMPROOF_NO_SANDBOX is set";
    const long entered = syscall(SYS_landlock_restrict_self, sandbox->ruleset, 0);
    close(sandbox->ruleset);
    sandbox->ruleset = -1;
    if (entered != 0)
        return "not sandboxed: Landlock refused the rules";
    return sandbox->network ? "sandboxed by Landlock: only the named files, no network"
                            : "sandboxed by Landlock: only the named files";
}

void cli_sandbox_enter_for_reading(char *const *paths, size_t count)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    for (size_t i = 0; i < count; i++)
        (void)cli_sandbox_allow_read_and_is_new(&sandbox, paths[i]);
    (void)cli_sandbox_enter_and_describe(&sandbox);
}
