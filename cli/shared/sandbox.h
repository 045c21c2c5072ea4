/* Keeps the process to the files that it was given: Linux's Landlock, and no new rights by what it executes. What a
   hostile file might make of a fault of the program then reaches nothing else. Best effort: a kernel without Landlock
   takes nothing away; ANIMPROOF_NO_SANDBOX in the environment asks for that (valgrind 3.19 does not know the calls). */
#ifndef AP_SANDBOX_H
#define AP_SANDBOX_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cli_sandbox {
    int ruleset;           /* -1: none, everything stays allowed */
    bool truncates;        /* shortening a file is a right of its own */
    bool network;          /* connections over TCP can be refused */
    char folder[PATH_MAX]; /* of the file that was allowed last; empty: none */
} cli_sandbox;

/* Begins: nothing is allowed but what is said from here on, once cli_sandbox_enter is called. */
void cli_sandbox_begin(cli_sandbox *sandbox);

/* Allows reading a file or a folder with all in it. Of a file, too, what is in its folder (a companion, a
   configuration), and of every path the configurations of the folders above it. "-" is standard input. False where
   nothing had to be allowed: it is a file like the one before, in the same folder. */
bool cli_sandbox_read(cli_sandbox *sandbox, const char *path);

/* Allows reading every file: where the names come from a list. */
void cli_sandbox_read_all(cli_sandbox *sandbox);

/* As cli_sandbox_begin, for a process that is started later and executes another program. */
void cli_sandbox_begin_child(cli_sandbox *sandbox);

/* Allows reading a file, or a folder with all in it, and executing the programs there. */
void cli_sandbox_run(cli_sandbox *sandbox, const char *path);

/* Allows everything in a folder: reading, making, changing and removing files and folders. Of a file, such as a device,
   reading and writing. */
void cli_sandbox_use(cli_sandbox *sandbox, const char *path);

/* In the new process: from here on what was allowed, for it and all that it starts. It must have no_new_privs. False,
   with errno set, where the kernel refuses. Nothing to do, and true, where there are no rules. */
bool cli_sandbox_enter_child(const cli_sandbox *sandbox);

/* Allows reading the libraries of the system: where one may be loaded later. */
void cli_sandbox_read_libraries(cli_sandbox *sandbox);

/* Allows making and replacing files in the folder of this one. "-" is standard output. */
void cli_sandbox_write_beside(cli_sandbox *sandbox, const char *path);

/* Allows reading files in the folder of this one, which is compared before it is replaced. */
void cli_sandbox_compare_beside(cli_sandbox *sandbox, const char *path);

/* From here on, for this thread and those that it starts, for ever. What was opened before stays open. Returns a
   literal that says what holds. */
const char *cli_sandbox_enter(cli_sandbox *sandbox);

/* All three for a command that reads these files and writes to streams that are open. */
void cli_sandbox_readers(char *const *paths, size_t count);

#endif
