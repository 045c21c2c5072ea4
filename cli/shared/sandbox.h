/* Restricts the process to the files that it was given, by Linux's Landlock and no_new_privs, so that a hostile file
   which exploits an error of the program can reach nothing else. On kernels without Landlock, nothing is restricted.
   ANIMPROOF_NO_SANDBOX in the environment disables the sandbox (valgrind 3.19 does not support the system calls). */
#ifndef AP_SANDBOX_H
#define AP_SANDBOX_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cli_sandbox {
    int ruleset;           /* file descriptor; -1: no sandbox, everything is allowed */
    bool truncates;        /* the kernel has a separate right for truncating files */
    bool network;          /* the kernel can refuse TCP connections */
    char folder[PATH_MAX]; /* folder of the file that was allowed last; "": none */
} cli_sandbox;

/* Starts a sandbox that allows nothing; cli_sandbox_enter_and_describe puts it into force. If a sanitizer is compiled in, starts
   none. */
void cli_sandbox_begin(cli_sandbox *sandbox);

/* Allows reading the file, or the folder with everything in it. For a file, also allows reading its folder, for its
   companion and its configuration. Also allows reading the configurations of the folders above. "-" is standard input.
   Returns true if the path is now allowed, false if nothing had to be allowed, as for another file of a folder, or if
   the path does not exist: then only the configurations are allowed. */
bool cli_sandbox_allow_read_and_is_new(cli_sandbox *sandbox, const char *path);

/* Allows reading every file, for runs that take their paths from a list. */
void cli_sandbox_allow_read_all(cli_sandbox *sandbox);

/* Starts a sandbox that allows nothing, for a process that is started later and executes another program. */
void cli_sandbox_begin_child(cli_sandbox *sandbox);

/* Allows reading a file, or a folder with everything in it, and executing the programs there. */
void cli_sandbox_allow_run(cli_sandbox *sandbox, const char *path);

/* Allows everything in a folder: reading, creating, changing, removing and executing files, and creating and removing folders.
   For a file such as a device, allows reading, writing and executing. */
void cli_sandbox_allow_all_access(cli_sandbox *sandbox, const char *path);

/* Puts the sandbox into force in the calling process, which was started for another program, and its children. The
   process must have set no_new_privs. Returns false with errno set if the kernel refuses; returns true if the sandbox
   restricts nothing. */
bool cli_sandbox_enter_child(const cli_sandbox *sandbox);

/* Allows reading the system's libraries, because a library may be loaded later. */
void cli_sandbox_allow_libraries(cli_sandbox *sandbox);

/* Allows creating and replacing files in the folder of `path`. "-" is standard output. */
void cli_sandbox_allow_write_in_folder_of(cli_sandbox *sandbox, const char *path);

/* Allows reading files in the folder of `path`: the file there is compared with its state before it is replaced. */
void cli_sandbox_allow_read_in_folder_of(cli_sandbox *sandbox, const char *path);

/* Puts the sandbox into force for this thread and all threads started later, until the process ends. Files that are
   open stay open. Returns the state of the sandbox as a static text. */
const char *cli_sandbox_enter_and_describe(cli_sandbox *sandbox);

/* Starts and enters a sandbox for a command that only reads these files and writes to streams that are open. */
void cli_sandbox_enter_for_reading(char *const *paths, size_t count);

#endif
