/* Reads files of a repository's commits, one at a time, from one process of git. */
#ifndef AP_GIT_OBJECTS_H
#define AP_GIT_OBJECTS_H

#include "cli/files/git_process.h"
#include "core/files/input.h"

enum { CLI_GIT_OBJECT_BUFFER = 16384 };

/* A running `git cat-file --batch`. Initialise with zeros. */
typedef struct cli_git_objects {
    cli_git_process process;
    int words; /* the socket that the names of objects are written to */
    bool open, broken;
    uint8_t buffer[CLI_GIT_OBJECT_BUFFER]; /* output of git that is not used yet */
    size_t at, end;
    uint64_t left; /* bytes of the current object that are not read yet */
} cli_git_objects;

/* Starts the process, before the sandbox is entered. Returns CLI_CLEAN, or CLI_UNREADABLE after a message. */
cli_exit cli_git_objects_open(cli_git_objects *objects);

/* Loads the file with the name of its object, with the limit of the input. Loads only the start if is_enough returns true for the
   start, as ap_input_load_source does. */
ap_status cli_git_objects_load(
    cli_git_objects *objects, const char *name, ap_input *input, bool (*is_enough)(ap_view start));

/* Ends the process. */
void cli_git_objects_close(cli_git_objects *objects);

#endif
