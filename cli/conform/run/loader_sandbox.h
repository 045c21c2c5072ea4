/* What a loader may do with --sandbox: read itself, libraries and the corpus, and write to a folder of its own. Best
   effort: cli_confinement says what this kernel and this user can have. */
#ifndef AP_CONFORM_SANDBOX_H
#define AP_CONFORM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/conform/run/running.h"
#include "cli/shared/sandbox.h"

typedef struct cli_confinement {
    cli_sandbox rules;
    char *scratch;  /* the folder that loaders write to; TMPDIR for them */
    size_t seconds; /* of processor time for a process */
    cli_held held;
} cli_confinement;

/* Makes the scratch folder and the rules; also finds out what the system can do. False after a message. */
bool cli_confinement_open(cli_confinement *confinement, const cli_rating *rating, const cli_running *running);

/* In a new process that has no threads: from here on; processor time is limited where that is wanted. False with errno
   set. */
bool cli_confine(const cli_confinement *confinement, bool limits_time);

/* Removes what loaders wrote to the scratch folder. False after a message. */
bool cli_confinement_clean(const cli_confinement *confinement);

/* Removes the folder, and gives all back. False, after a message, if the folder could not be removed. */
bool cli_confinement_close(cli_confinement *confinement);

/* Removes all that is in a folder, however deep, also what has no rights. No link is followed. Returns 0, or the errno
   of what cannot be removed. */
int cli_empty_folder(const char *path);

/* Returns true if this processor and this kernel can refuse calls. */
bool cli_filters_calls(void);

/* In a new process that has no threads and no_new_privs: refuses from here on sockets but pairs within the loader,
   changes of the rights, the owner, the times and the attributes of files, System V and POSIX queues, shared memory of
   System V, and keys of the kernel. False with errno set. */
bool cli_refuse_calls(void);

/* Says on standard error what holds. */
void cli_report_confinement(const cli_confinement *confinement);

#endif
