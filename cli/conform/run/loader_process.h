/* Runs one loader as a child process: starts the loader, reads its output, and kills it and all processes that it has
   started. */
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
    CLI_HEAD_BYTES = 4096, /* bytes kept of the beginning of a loader's output */
    CLI_TAIL_BYTES =
        512, /* bytes kept of the end of a loader's output, where most programs print why they fail */
    /* most bytes kept of the values or answers that a loader prints; the rest is dropped */
    CLI_ANSWER_BYTES = 64 << 20,
    /* descriptor to which {values} makes a loader write values: the placeholder becomes /dev/fd/3 */
    CLI_VALUES_FILE = 3,
};

/* How a loader is started. */
typedef struct cli_child_setup {
    size_t memory_bytes; /* limit of the loader's address space in bytes; 0 for no limit */
    int answer_descriptor; /* descriptor with values or answers, read separately: STDOUT_FILENO or CLI_VALUES_FILE; -1 for
                 none */
    const cli_confinement *confinement; /* NULL without --sandbox */
    bool feeds_lines;                   /* standard input is a pipe that gets a line for each file */
    const char *input; /* path of the file that becomes the standard input; NULL: standard input is empty */
} cli_child_setup;

/* A running loader. */
typedef struct cli_child {
    pid_t pid; /* process id of the loader, also the id of its process group and session; 0 for a free slot */
    int output; /* read end of the pipe for the loader's standard output and error; -1 when closed */
    int start_error_pipe; /* read end of a pipe that receives errno if the start fails */
    int64_t ends_ms;      /* time after which the loader is killed */
    size_t job;
    size_t answered_job; /* number of the last job that a batch loader has answered */
    bool timed_out;
    /* the loader was killed because its resident memory exceeded the limit */
    bool over_memory;
    bool limited_space;                         /* the loader's address space is limited */
    size_t printed;                             /* number of bytes of output so far */
    char kept[CLI_HEAD_BYTES + CLI_TAIL_BYTES]; /* beginning and end of the output */
    size_t kept_size;
    int feed; /* write end of the pipe to the loader's standard input; -1 if the pipe is closed or not needed */
    bool busy;        /* the loader is working on a job; false for a batch loader between two jobs */
    size_t lines_fed; /* number of lines written to the loader's standard input */
    size_t looked_at; /* number of bytes of `answers` that were searched for an answer */
    int answer_pipe;  /* read end of the pipe for values or answers; -1 if unused or closed */
    char *answers;    /* bytes read from `answer_pipe`; owned, and reused for the next process in this slot */
    size_t answers_size, answers_capacity;
    /* bytes of `answers` are lost: there were more than CLI_ANSWER_BYTES, or memory ran out */
    bool answers_cut;
    int output_error;            /* errno if some output was lost; else 0 */
    cli_sanitizer_scan scans[2]; /* searches for sanitizer reports: [0] in `output`, [1] in `answers` */
} cli_child;

/* How a child ended. */
typedef struct cli_child_exit {
    int status; /* status of the process from waitpid */
    struct rusage usage;
    /* the batch loader ended before it read the last line of its input; never true for its first line */
    bool unread;
    int start_error; /* errno if the program could not be started; else 0 */
} cli_child_exit;

/* Starts the program words[0] in a session of its own, with default signal handling and without core files.
   Returns false with errno set if no process can be created now. */
bool cli_child_start(cli_child *child, char **words, const cli_child_setup *setup);

/* Writes a line to the child's standard input. Forgets the output that was read before. Returns true if the complete
   line was written. */
bool cli_child_forget_output_and_write_line(cli_child *child, const char *line);

/* Reads the available output without waiting. */
void cli_child_read_output(cli_child *child);

/* Kills the child and its process group. The caller must still reap the child. */
void cli_child_kill(const cli_child *child);

/* Reaps a child that waitid has reported as ended: kills its process group, reads the rest of its output, and
   frees the slot. */
cli_child_exit cli_child_reap(cli_child *child);

/* Returns the scan that has found a sanitizer report in the output so far: that of `output` if both have. Returns a scan of
   kind CLI_NO_REPORT if neither has. An incomplete last line counts as complete. */
const cli_sanitizer_scan *cli_child_sanitizer_report(cli_child *child);

/* Frees the buffer of a free slot. */
void cli_child_free(cli_child *child);

#endif
