/* A loader is a stranger's program: it may hang, crash, print without end, and leave processes behind. What
   it starts stays in its group, or becomes a child of ours when its parent ends (we are a subreaper). */
#include "cli/conform/run/loader_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LISTEN_BYTES = 16 * 1024, LISTEN_TIMES = 64 /* then others have their turn */ };

static bool set_limit(unsigned resource, size_t limit)
{
    const struct rlimit both = { limit, limit };
    return setrlimit(resource, &both) == 0;
}

/* Pipes between this process and a new one; that has its ends in the same order. */
enum { OUTPUT, TROUBLE, SAID, FEED, PIPES };

static void close_ends(const int ends[], size_t count)
{
    const int error = errno;
    for (size_t i = 0; i < count; i++) {
        if (ends[i] >= 0)
            close(ends[i]);
    }
    errno = error;
}

/* Of what is not wanted, both ends are -1. */
static bool open_pipes(int ours[PIPES], int theirs[PIPES], const cli_child_setup *setup)
{
    for (size_t i = 0; i < PIPES; i++) {
        int pair[2] = { -1, -1 };
        const bool wanted = i == SAID ? setup->said >= 0 : i == FEED ? setup->fed : true;
        if (wanted && pipe2(pair, O_CLOEXEC) != 0) {
            close_ends(ours, i);
            close_ends(theirs, i);
            return false;
        }
        ours[i] = pair[i == FEED];
        theirs[i] = pair[i != FEED];
    }
    return true;
}

/* Away from the numbers that the loader is to find its ends under. */
static bool move_away(int ends[PIPES])
{
    for (size_t i = 0; i < PIPES; i++) {
        const int moved = ends[i] < 0 ? -1 : fcntl(ends[i], F_DUPFD_CLOEXEC, CLI_VALUES_FILE + 1);
        if (moved < 0 && ends[i] >= 0)
            return false;
        ends[i] = moved;
    }
    return true;
}

static bool take_ends(const int ends[PIPES], int said_as)
{
    const int input = ends[FEED] >= 0 ? ends[FEED] : open("/dev/null", O_RDONLY | O_CLOEXEC);
    return input >= 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(ends[OUTPUT], STDOUT_FILENO) >= 0
           && dup2(ends[OUTPUT], STDERR_FILENO) >= 0 && (ends[SAID] < 0 || dup2(ends[SAID], said_as) >= 0);
}

/* In the new process. Only returns to say what went wrong, in errno. */
static void become(char **words, const int ends[PIPES], const cli_child_setup *setup, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    if (setsid() < 0 || !take_ends(ends, setup->said) || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return;
    if (getppid() != parent) /* it ended before the line above */
        _exit(0);
    signal(SIGPIPE, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0 || !set_limit(RLIMIT_CORE, 0)
        || (setup->confinement != NULL && !cli_confine(setup->confinement, !setup->fed)))
        return;
    if (setup->memory_bytes == 0
        || set_limit(RLIMIT_AS, setup->memory_bytes)) /* last: it is for the loader */
        execvp(words[0], words);
}

static _Noreturn void be_child(char **words, int ends[PIPES], const cli_child_setup *setup, pid_t parent)
{
    if (move_away(ends))
        become(words, ends, setup, parent);
    const int error = errno;
    const ssize_t told = write(ends[TROUBLE], &error, sizeof error);
    _exit(told < 0 ? 126 : 127);
}

/* Forgets what it has printed. */
static void forget(cli_child *child)
{
    child->printed = child->kept_size = child->said_size = child->looked_at = 0;
    child->said_cut = false;
    for (size_t i = 0; i < sizeof child->reports / sizeof *child->reports; i++)
        cli_report_watch_reset(&child->reports[i]);
}

static void take_over(cli_child *child, pid_t pid, const int ends[PIPES])
{
    child->pid = pid;
    child->output = ends[OUTPUT];
    child->trouble = ends[TROUBLE];
    child->saying = ends[SAID];
    child->feed = ends[FEED];
    for (size_t i = 0; i < PIPES; i++) {
        if (i != TROUBLE && ends[i] >= 0)
            fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    child->timed_out = child->over_memory = false;
    child->deaf = 0;
    child->fed = 0;
    forget(child);
}

bool cli_child_start(cli_child *child, char **words, const cli_child_setup *setup)
{
    int ours[PIPES], theirs[PIPES];
    if (!open_pipes(ours, theirs, setup))
        return false;
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0)
        be_child(words, theirs, setup, parent);
    close_ends(theirs, PIPES);
    if (pid > 0) {
        take_over(child, pid, ours);
        child->limited_space = setup->memory_bytes > 0;
        return true;
    }
    close_ends(ours, PIPES);
    return false;
}

bool cli_child_feed(cli_child *child, const char *line)
{
    const size_t length = strlen(line);
    forget(child);
    child->fed++;
    size_t at = 0;
    for (ssize_t count = 0; at < length && (count >= 0 || errno == EINTR);
         at += count > 0 ? (size_t)count : 0)
        count = write(child->feed, line + at, length - at);
    return at == length;
}

/* Keeps the first CLI_HEAD_BYTES, and after them the last CLI_TAIL_BYTES. */
static void keep(cli_child *child, const char *bytes, size_t count)
{
    cli_report_watch_read(&child->reports[0], bytes, count);
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

/* Keeps what is read apart, as far as there is room. */
static void keep_said(cli_child *child, const char *bytes, size_t count)
{
    cli_report_watch_read(&child->reports[1], bytes, count);
    if (count > CLI_SAID_BYTES - child->said_size)
        child->said_cut = true;
    if (child->said_cut)
        return;
    if (child->said_size + count > child->said_room) {
        const size_t room = 2 * (child->said_size + count);
        char *more = realloc(child->said, room);
        if (more == NULL) {
            child->said_cut = true;
            child->deaf = ENOMEM;
            return;
        }
        child->said = more;
        child->said_room = room;
    }
    memcpy(child->said + child->said_size, bytes, count);
    child->said_size += count;
}

/* Reads one of its ends until it is empty, or others have their turn. */
static void listen_to(
    cli_child *child, int *file, void (*take)(cli_child *child, const char *bytes, size_t count))
{
    char bytes[LISTEN_BYTES];
    for (int i = 0; i < LISTEN_TIMES && *file >= 0; i++) {
        const ssize_t count = read(*file, bytes, sizeof bytes);
        if (count > 0) {
            take(child, bytes, (size_t)count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            if (count < 0)
                child->deaf = errno;
            close(*file);
            *file = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

void cli_child_listen(cli_child *child)
{
    listen_to(child, &child->output, keep);
    listen_to(child, &child->saying, keep_said);
}

const cli_report_watch *cli_child_report(cli_child *child)
{
    for (size_t i = 0; i < sizeof child->reports / sizeof *child->reports; i++)
        cli_report_watch_end(&child->reports[i]);
    return &child->reports[child->reports[0].kind == CLI_NO_REPORT];
}

void cli_child_free(cli_child *child)
{
    free(child->said);
    child->said = NULL;
    child->said_size = child->said_room = 0;
}

void cli_child_kill(const cli_child *child)
{
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); /* where it has not come to have a group yet */
}

cli_extension cli_child_finish(cli_child *child)
{
    cli_extension ending = { 0 };
    int unread = 0;
    ending.unread = child->fed > 1 && ioctl(child->feed, FIONREAD, &unread) == 0 && unread > 0;
    kill(-child->pid, SIGKILL); /* before it is reaped, so that the number is still its own */
    while (wait4(child->pid, &ending.status, 0, &ending.usage) < 0 && errno == EINTR)
        ;
    cli_child_listen(child);
    const int ends[] = { child->output, child->saying, child->feed };
    close_ends(ends, sizeof ends / sizeof *ends);
    if (read(child->trouble, &ending.start_error, sizeof ending.start_error)
        != (ssize_t)sizeof ending.start_error)
        ending.start_error = 0;
    close(child->trouble);
    child->pid = 0;
    return ending;
}
