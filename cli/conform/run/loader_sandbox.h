/* Restricts loaders (--sandbox): they may read their own files, libraries and the corpus, and write to one folder. Sets
   as many restrictions as the kernel and the user's rights allow; rating->restrictions records those that are set. */
#ifndef AP_CONFORM_SANDBOX_H
#define AP_CONFORM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/conform/run/running.h"
#include "cli/shared/sandbox.h"

/* The rules by which loaders are restricted (--sandbox). */
typedef struct cli_confinement {
    cli_sandbox rules;
    char *scratch;  /* path of the folder that loaders may write to, which is also their TMPDIR; owned */
    size_t seconds; /* limit of processor time per process */
    cli_restrictions restrictions;
} cli_confinement;

/* Creates the scratch folder and the rules, and finds out which restrictions the system supports. Returns false after a
   message. */
bool cli_confinement_open(
    cli_confinement *confinement, const cli_rating *rating, const cli_run_options *running);

/* Applies the restrictions to the calling process, which must have just been forked and have one thread. Limits
   processor time if `limits_time` is true. Returns false with errno set. */
bool cli_confine_this_process(const cli_confinement *confinement, bool limits_time);

/* Removes the files that loaders wrote to the scratch folder. Returns false after a message. */
bool cli_confinement_empty_folder(const cli_confinement *confinement);

/* Removes the scratch folder, and frees the confinement. Returns false, after a message, if the folder
   could not be removed. */
bool cli_confinement_close(cli_confinement *confinement);

/* Creates a temporary folder; `command` becomes a part of its name. Returns its path. Returns NULL with errno set after a
   message. */
char *cli_make_temp_folder(const char *command);

/* Removes a folder of cli_make_temp_folder with its files, and frees its path. Returns CLI_CLEAN, or another exit code after a
   message. */
cli_exit cli_remove_temp_folder(char *folder);

/* Removes all entries of a folder, at any depth and with any permissions. Does not follow links. Returns 0, or the
   errno of the entry that could not be removed. */
int cli_empty_folder(const char *path);

/* Returns true if system calls can be filtered on this processor and kernel. */
bool cli_can_filter_system_calls(void);

/* Installs a system call filter in the calling process, which must have one thread and no_new_privs. Refuses sockets
   other than socketpair; io_uring and openat2; changes of permissions, owner, times and attributes of files; truncation of
   files that are not open for writing; message queues, semaphores and shared memory of System V; message queues of POSIX;
   kernel keys; and requests of ioctl other than a few. Returns false, with errno set unless cli_can_filter_system_calls
   returns false. */
bool cli_install_system_call_filter(void);

/* Prints the restrictions on standard error. */
void cli_report_confinement(const cli_confinement *confinement);

#endif
