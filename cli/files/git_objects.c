#include "cli/files/git_objects.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD_BYTES =
        256 /* most bytes of the line before an object; a name, a type and a size take less than 100 */
};

static const char no_answer[] = "git did not answer";

cli_exit cli_git_objects_open(cli_git_objects *objects)
{
    static const char *const words[] = { CLI_GIT_WORDS, "cat-file", "--batch", NULL };
    int pair[2];
    objects->at = objects->end = 0;
    objects->broken = false;
    /* a socket, because a pipe raises SIGPIPE if git has ended */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return cli_fail_errno("git", errno);
    const int error = cli_git_start(&objects->process, words, pair[1]);
    close(pair[1]);
    if (error != 0) {
        close(pair[0]);
        return cli_fail_errno("git", error);
    }
    objects->words = pair[0];
    objects->open = true;
    return CLI_CLEAN;
}

/* If the buffer is empty, reads more output of git into it. Returns false if git has ended, failed or exceeded the time
   limit. */
static bool fill_object_buffer_if_empty(cli_git_objects *objects)
{
    ssize_t got;
    if (objects->at < objects->end)
        return true;
    do {
        if (!cli_git_wait_for_output(&objects->process))
            return false;
        got = read(objects->process.output, objects->buffer, sizeof objects->buffer);
    } while (got < 0 && errno == EINTR);
    objects->at = 0;
    objects->end = got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* Reads the line that git prints before an object: "NAME TYPE SIZE", or "NAME missing". Returns false if git did not print a
   line that fits. */
static bool read_object_header(cli_git_objects *objects, char head[HEAD_BYTES])
{
    for (size_t used = 0; used < HEAD_BYTES && fill_object_buffer_if_empty(objects); used++) {
        head[used] = (char)objects->buffer[objects->at++];
        if (head[used] == '\n') {
            head[used] = '\0';
            return true;
        }
    }
    return false;
}

static bool request_object(cli_git_objects *objects, const char *name)
{
    char line[HEAD_BYTES];
    const int bytes = snprintf(line, sizeof line, "%s\n", name);
    cli_git_restart_time_limit(&objects->process);
    for (int sent = 0; sent < bytes;) {
        const ssize_t more = send(objects->words, line + sent, (size_t)(bytes - sent), MSG_NOSIGNAL);
        if (more < 0 && errno != EINTR)
            return false;
        sent += more > 0 ? (int)more : 0;
    }
    return true;
}

/* Reads bytes of the current object; implements ap_input_source.read. */
static const char *read_object(void *context, uint8_t *room, size_t bytes, size_t *got)
{
    cli_git_objects *objects = context;
    *got = 0;
    if (objects->left == 0)
        return NULL;
    if (!fill_object_buffer_if_empty(objects)) {
        objects->broken = true;
        return no_answer;
    }
    size_t most = objects->end - objects->at;
    most = most < bytes ? most : bytes;
    *got = objects->left < most ? (size_t)objects->left : most;
    memcpy(room, objects->buffer + objects->at, *got);
    objects->at += *got;
    objects->left -= *got;
    return NULL;
}

/* Reads and drops the rest of an object and the line end after it. */
static void skip_rest_of_object(cli_git_objects *objects)
{
    objects->left++;
    while (objects->left > 0 && fill_object_buffer_if_empty(objects)) {
        const size_t here = objects->end - objects->at;
        const size_t used = objects->left < here ? (size_t)objects->left : here;
        objects->at += used;
        objects->left -= used;
    }
    objects->broken = objects->broken || objects->left > 0;
}

ap_status cli_git_objects_load_object(
    cli_git_objects *objects, const char *name, ap_input *input, bool (*is_enough)(ap_view start))
{
    char head[HEAD_BYTES];
    const ap_input_source source = { objects, read_object };
    if (objects->broken || !request_object(objects, name) || !read_object_header(objects, head)) {
        objects->broken = true;
        snprintf(input->error, sizeof input->error, no_answer);
        return AP_CANNOT_READ;
    }
    const char *blob = strstr(head, " blob ");
    if (blob == NULL) {
        snprintf(input->error, sizeof input->error, "is not among the objects of this clone");
        objects->broken = strstr(head, " missing") == NULL;
        return AP_CANNOT_READ;
    }
    const uint64_t size = objects->left = strtoull(blob + strlen(" blob "), NULL, 10);
    const ap_status status = ap_input_load_source(input, &source, is_enough);
    skip_rest_of_object(objects);
    if (status == AP_OK && input->view.size > AP_INPUT_START_BYTES && input->view.size < size) {
        snprintf(input->error, sizeof input->error,
            "is longer than %zu bytes, the limit for a file of a revision (--max-input)",
            input->stream_limit_bytes);
        return AP_TOO_LARGE;
    }
    return status;
}

void cli_git_objects_close(cli_git_objects *objects)
{
    if (!objects->open)
        return;
    close(objects->words);
    close(objects->process.output);
    (void)cli_git_wait_for_exit_or_kill(&objects->process);
    objects->open = false;
}
