/* One loader at work on one file: a process, what it prints, and the processes that it starts. */
#ifndef AP_CONFORM_CHILD_H
#define AP_CONFORM_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "cli/conform/run/loader_sandbox.h"
#include "cli/conform/run/sanitizer_report.h"
#include "core/base/arena.h"

enum {
    CLI_HEAD_BYTES = 4096,     /* kept of what a loader prints first */
    CLI_TAIL_BYTES = 512,      /* and last: that is where most say why they die */
    CLI_SAID_BYTES = 64 << 20, /* of values that it prints; what is more is dropped */
    CLI_VALUES_FILE = 3,       /* the descriptor of /dev/fd/3, for a loader that writes values to a file */
};

/* How a loader is started. */
typedef struct cli_child_setup {
    size_t memory_bytes; /* of address space; 0: no limit */
    int said; /* the descriptor that is read apart: STDOUT_FILENO or CLI_VALUES_FILE; -1: none, all is output */
    const cli_confinement *confinement; /* NULL: none */
    bool fed;                           /* lines come on its standard input; otherwise nothing does */
} cli_child_setup;

typedef struct cli_child {
    pid_t pid;       /* also of its group and its session; 0: nobody */
    int output;      /* what it prints; -1 when it has closed that */
    int trouble;     /* tells why it could not be started */
    int64_t ends_ms; /* when its time is over */
    size_t job;
    size_t answered_job; /* of a batch loader: the last one */
    bool timed_out;
    bool over_memory;   /* it was killed since more of it was resident than it may have */
    bool limited_space; /* its address space is limited */
    size_t printed;     /* bytes */
    char kept[CLI_HEAD_BYTES + CLI_TAIL_BYTES]; /* of them: the first and the last */
    size_t kept_size;
    int feed;         /* its standard input; -1: nothing */
    bool busy;        /* with a job; a loader that is fed is not between two */
    size_t fed;       /* lines */
    size_t looked_at; /* of what was said, by who looks for an answer */
    int saying;       /* what is read apart; -1: nothing, or it has closed that */
    char *said;       /* of it, so far; stays for the next process */
    size_t said_size, said_room;
    bool said_cut;               /* there was more than CLI_SAID_BYTES, or no memory for it */
    int deaf;                    /* errno for which some of what it printed was lost; 0: none was */
    cli_report_watch reports[2]; /* of sanitizers, in its output and in what is read apart */
} cli_child;

/* How it ended. */
typedef struct cli_extension {
    int status; /* of wait */
    struct rusage usage;
    bool unread;     /* it was fed lines, and has not read the last one; never of the first */
    int start_error; /* errno of a program that could not be started; 0: it was */
} cli_extension;

/* Starts words[0] with no core files, in a session of its own, and with the signals of a
   program that was just started. False, with errno set, when there can be no further process now. */
bool cli_child_start(cli_child *child, char **words, const cli_child_setup *setup);

/* Writes a line to its standard input, and forgets what it has printed before. Whether all of it was taken. */
bool cli_child_feed(cli_child *child, const char *line);

/* Reads what it has printed by now, without waiting. */
void cli_child_listen(cli_child *child);

/* Kills it and its group. It is still to be reaped. */
void cli_child_kill(const cli_child *child);

/* To be called with a child that waitid has shown to have ended: kills what it leaves behind, reads the rest
   of what it printed, and makes the child nobody. */
cli_extension cli_child_finish(cli_child *child);

/* The first report of a sanitizer in what it has printed by now; one of no kind: there is none. What it prints later is
   read from a new line on. */
const cli_report_watch *cli_child_report(cli_child *child);

/* Gives back what a child that is nobody still holds. */
void cli_child_free(cli_child *child);

/* Bytes as UTF-8 without NUL and controls, in the arena. NULL when memory has run out. */
const char *cli_readable(const char *bytes, size_t count, ap_arena *arena);

/* What it printed, as UTF-8 without NUL, at most `limit` bytes of the head and the tail; *left_out is how
   many bytes are not there. NULL when memory has run out. */
const char *cli_child_output(const cli_child *child, size_t limit, size_t *left_out, ap_arena *arena);

#endif
