/* Runs a loader as a child process. A loader is untrusted: it may hang, crash, print without end, and leave processes
   running. Processes that the loader starts stay in its process group, or become children of this process when their
   parent ends (PR_SET_CHILD_SUBREAPER). */
#include "cli/conform/run/loader_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LISTEN_BYTES = 16 * 1024,
    LISTEN_TIMES = 64 /* most reads of one pipe per call, so that the output of other loaders is read too */
};

static bool set_resource_limit(unsigned resource, size_t limit)
{
    const struct rlimit both = { limit, limit };
    return setrlimit(resource, &both) == 0;
}

/* Indices of the pipes between this process and the child, in the arrays of pipe ends of both processes. */
enum { OUTPUT, START_ERROR, ANSWERS, FEED, PIPES };

static void close_pipe_ends(const int ends[], size_t count)
{
    const int error = errno;
    for (size_t i = 0; i < count; i++) {
        if (ends[i] >= 0)
            close(ends[i]);
    }
    errno = error;
}

/* Opens the pipes. Both ends of an unused pipe are -1. */
static bool open_pipes(int ours[PIPES], int theirs[PIPES], const cli_child_setup *setup)
{
    for (size_t i = 0; i < PIPES; i++) {
        int pair[2] = { -1, -1 };
        const bool wanted = i == ANSWERS ? setup->answer_descriptor >= 0
                            : i == FEED  ? setup->feeds_lines
                                         : true;
        if (wanted && pipe2(pair, O_CLOEXEC) != 0) {
            close_pipe_ends(ours, i);
            close_pipe_ends(theirs, i);
            return false;
        }
        ours[i] = pair[i == FEED];
        theirs[i] = pair[i != FEED];
    }
    return true;
}

/* Moves the child's pipe ends to descriptors greater than CLI_VALUES_FILE, because the loader gets its pipes as descriptors up
   to that number. */
static bool move_pipes_above_values_file(int ends[PIPES])
{
    for (size_t i = 0; i < PIPES; i++) {
        const int moved = ends[i] < 0 ? -1 : fcntl(ends[i], F_DUPFD_CLOEXEC, CLI_VALUES_FILE + 1);
        if (moved < 0 && ends[i] >= 0)
            return false;
        ends[i] = moved;
    }
    return true;
}

static bool connect_pipes(const int ends[PIPES], const cli_child_setup *setup)
{
    const char *path = setup->input == NULL ? "/dev/null" : setup->input;
    const int input = ends[FEED] >= 0 ? ends[FEED] : open(path, O_RDONLY | O_CLOEXEC);
    return input >= 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(ends[OUTPUT], STDOUT_FILENO) >= 0
           && dup2(ends[OUTPUT], STDERR_FILENO) >= 0
           && (ends[ANSWERS] < 0 || dup2(ends[ANSWERS], setup->answer_descriptor) >= 0);
}

/* Turns the new process into the loader. Returns only on failure, with errno set. */
static void exec_loader(char **words, const int ends[PIPES], const cli_child_setup *setup, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    if (setsid() < 0 || !connect_pipes(ends, setup) || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return;
    if (getppid() != parent) /* the parent ended before the call of prctl */
        _exit(0);
    signal(SIGPIPE, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0 || !set_resource_limit(RLIMIT_CORE, 0)
        || (setup->confinement != NULL && !cli_confine_this_process(setup->confinement, !setup->feeds_lines)))
        return;
    if (setup->memory_bytes == 0
        || set_resource_limit(
            RLIMIT_AS, setup->memory_bytes)) /* set last, because the limit is meant for the loader only */
        execvp(words[0], words);
}

static _Noreturn void run_loader_in_child(
    char **words, int ends[PIPES], const cli_child_setup *setup, pid_t parent)
{
    if (move_pipes_above_values_file(ends))
        exec_loader(words, ends, setup, parent);
    const int error = errno;
    const ssize_t written = write(ends[START_ERROR], &error, sizeof error);
    _exit(written < 0 ? 126 : 127);
}

/* Forgets the output that was read so far. */
static void forget_read_output(cli_child *child)
{
    child->printed = child->kept_size = child->answers_size = child->looked_at = 0;
    child->answers_cut = false;
    for (size_t i = 0; i < sizeof child->scans / sizeof *child->scans; i++)
        cli_sanitizer_scan_reset(&child->scans[i]);
}

static void init_child(cli_child *child, pid_t pid, const int ends[PIPES])
{
    child->pid = pid;
    child->output = ends[OUTPUT];
    child->start_error_pipe = ends[START_ERROR];
    child->answer_pipe = ends[ANSWERS];
    child->feed = ends[FEED];
    for (size_t i = 0; i < PIPES; i++) {
        if (i != START_ERROR && ends[i] >= 0)
            fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    child->timed_out = child->over_memory = false;
    child->output_error = 0;
    child->lines_fed = 0;
    forget_read_output(child);
}

bool cli_child_start(cli_child *child, char **words, const cli_child_setup *setup)
{
    int ours[PIPES], theirs[PIPES];
    if (!open_pipes(ours, theirs, setup))
        return false;
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0)
        run_loader_in_child(words, theirs, setup, parent);
    close_pipe_ends(theirs, PIPES);
    if (pid > 0) {
        init_child(child, pid, ours);
        child->limited_space = setup->memory_bytes > 0;
        return true;
    }
    close_pipe_ends(ours, PIPES);
    return false;
}

bool cli_child_forget_output_and_write_line(cli_child *child, const char *line)
{
    const size_t length = strlen(line);
    forget_read_output(child);
    child->lines_fed++;
    size_t at = 0;
    for (ssize_t count = 0; at < length && (count >= 0 || errno == EINTR);
         at += count > 0 ? (size_t)count : 0)
        count = write(child->feed, line + at, length - at);
    return at == length;
}

/* Appends output; keeps only the first CLI_HEAD_BYTES and the last CLI_TAIL_BYTES of all output. */
static void append_output(cli_child *child, const char *bytes, size_t count)
{
    cli_sanitizer_scan_add_bytes(&child->scans[0], bytes, count);
    child->printed += count;
    while (count > 0) {
        char *tail = child->kept + CLI_HEAD_BYTES;
        const size_t part = count < CLI_TAIL_BYTES ? count : CLI_TAIL_BYTES;
        const size_t room = sizeof child->kept - child->kept_size;
        const size_t lost = part > room ? part - room : 0;
        memmove(tail, tail + lost, lost > 0 ? CLI_TAIL_BYTES - part : 0);
        memcpy(child->kept + child->kept_size - lost, bytes, part);
        child->kept_size += part - lost;
        bytes += part;
        count -= part;
    }
}

/* Appends bytes from the separate descriptor for values or answers; drops bytes after the first CLI_ANSWER_BYTES. */
static void append_answers(cli_child *child, const char *bytes, size_t count)
{
    cli_sanitizer_scan_add_bytes(&child->scans[1], bytes, count);
    if (count > CLI_ANSWER_BYTES - child->answers_size)
        child->answers_cut = true;
    if (child->answers_cut)
        return;
    if (child->answers_size + count > child->answers_capacity) {
        const size_t capacity = 2 * (child->answers_size + count);
        char *more = realloc(child->answers, capacity);
        if (more == NULL) {
            child->answers_cut = true;
            child->output_error = ENOMEM;
            return;
        }
        child->answers = more;
        child->answers_capacity = capacity;
    }
    memcpy(child->answers + child->answers_size, bytes, count);
    child->answers_size += count;
}

/* Reads a pipe until it is empty or closed, or LISTEN_TIMES times, and passes the bytes to `take`. */
static void read_available_from_pipe(
    cli_child *child, int *file, void (*take)(cli_child *child, const char *bytes, size_t count))
{
    char bytes[LISTEN_BYTES];
    for (int i = 0; i < LISTEN_TIMES && *file >= 0; i++) {
        const ssize_t count = read(*file, bytes, sizeof bytes);
        if (count > 0) {
            take(child, bytes, (size_t)count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            if (count < 0)
                child->output_error = errno;
            close(*file);
            *file = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

void cli_child_read_output(cli_child *child)
{
    read_available_from_pipe(child, &child->output, append_output);
    read_available_from_pipe(child, &child->answer_pipe, append_answers);
}

const cli_sanitizer_scan *cli_child_sanitizer_report(cli_child *child)
{
    for (size_t i = 0; i < sizeof child->scans / sizeof *child->scans; i++)
        cli_sanitizer_scan_end(&child->scans[i]);
    return &child->scans[child->scans[0].kind == CLI_NO_REPORT];
}

void cli_child_free(cli_child *child)
{
    free(child->answers);
    child->answers = NULL;
    child->answers_size = child->answers_capacity = 0;
}

void cli_child_kill(const cli_child *child)
{
    kill(-child->pid, SIGKILL);
    /* also kills the process itself, which may not have created its process group yet */
    kill(child->pid, SIGKILL);
}

cli_child_exit cli_child_reap(cli_child *child)
{
    cli_child_exit exit_state = { 0 };
    int unread = 0;
    exit_state.unread = child->lines_fed > 1 && ioctl(child->feed, FIONREAD, &unread) == 0 && unread > 0;
    /* must come before the child is reaped: afterwards another process may get its id */
    kill(-child->pid, SIGKILL);
    while (wait4(child->pid, &exit_state.status, 0, &exit_state.usage) < 0 && errno == EINTR)
        ;
    cli_child_read_output(child);
    const int ends[] = { child->output, child->answer_pipe, child->feed };
    close_pipe_ends(ends, sizeof ends / sizeof *ends);
    if (read(child->start_error_pipe, &exit_state.start_error, sizeof exit_state.start_error)
        != (ssize_t)sizeof exit_state.start_error)
        exit_state.start_error = 0;
    close(child->start_error_pipe);
    child->pid = 0;
    return exit_state;
}
