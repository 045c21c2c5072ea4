/* Calls of the system that a sandboxed loader is refused, by seccomp: what Landlock has no rights for. */
#ifndef AP_CONFORM_CALLS_H
#define AP_CONFORM_CALLS_H

#include <stdbool.h>

/* Returns true if this processor and this kernel can refuse calls. */
bool cli_filters_calls(void);

/* In a new process that has no threads and no_new_privs: refuses from here on sockets but pairs within the loader,
   changes of the rights, the owner, the times and the attributes of files, System V and POSIX queues, shared memory of
   System V, and keys of the kernel. False with errno set. */
bool cli_refuse_calls(void);

#endif
