/* Reads files of a repository's commits, one at a time, from a running git process. */
#ifndef AP_GIT_OBJECTS_H
#define AP_GIT_OBJECTS_H

#include "cli/files/git_process.h"
#include "core/files/input.h"

enum { CLI_GIT_OBJECT_BUFFER = 16384 };

/* A running `git cat-file --batch`. Initialise with zeros. */
typedef struct cli_git_objects {
    cli_git_process process;
    int words; /* the socket to which the names of wanted objects are written */
    bool open, broken;
    uint8_t buffer[CLI_GIT_OBJECT_BUFFER]; /* output of git that has been read but not used */
    size_t at, end;
    uint64_t left; /* bytes of the current object that have not been read */
} cli_git_objects;

/* Starts the git process; must be called before the sandbox is entered. Returns CLI_CLEAN, or another code after a
   message. */
cli_exit cli_git_objects_open(cli_git_objects *objects);

/* Loads the git object with this name into the input, within the input's limit. If is_enough is not NULL and returns
   true for the first bytes, loads only these, as ap_input_load_source does. */
ap_status cli_git_objects_load_object(
    cli_git_objects *objects, const char *name, ap_input *input, bool (*is_enough)(ap_view start));

/* Ends the git process. */
void cli_git_objects_close(cli_git_objects *objects);

#endif
