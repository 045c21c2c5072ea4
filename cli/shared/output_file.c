#include "cli/shared/output_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/same_file.h"

enum { LINKS = 40 /* most symbolic links to follow, the limit of Linux */ };

void cli_output_file_init(cli_output_file *target, const char *path_or_dash)
{
    target->path = path_or_dash;
    target->resolved = NULL;
    target->opened = target->unopened = target->remakeable = target->guarded = false;
    target->output = (ap_output){ .file.descriptor = -1 };
    target->descriptor = (ap_descriptor_writer){ .file = -1 };
}

/* Returns true if writing the target would replace the file `input`. */
static bool does_output_replace(const cli_output_file *target, const char *input)
{
    return input != NULL && target->path != NULL && strcmp(input, "-") != 0 && strcmp(target->path, "-") != 0
           && cli_is_same_file(input, target->path);
}

void cli_output_file_guard_input_until_close(cli_output_file *target, const char *input)
{
    if (!does_output_replace(target, input))
        return;
    target->guarded = true;
    ap_stamp_from_path(&target->stamp, target->path);
}

void cli_output_file_guard_input_stamped_later(cli_output_file *target, const char *input)
{
    target->guarded = does_output_replace(target, input);
}

void cli_output_file_stamp_input(cli_output_file *target, ap_view bytes)
{
    if (target->guarded)
        ap_stamp_from_bytes(&target->stamp, target->path, bytes);
}

/* Returns the path that a symbolic link names, with the link's folder before a relative path; allocated. Returns NULL
   on an error. */
static char *read_link_target(const char *path)
{
    char link_text[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const ssize_t length = readlink(path, link_text, sizeof link_text - 1);
    if (length < 0)
        return NULL;
    link_text[length] = '\0';
    const int folder = link_text[0] == '/' || slash == NULL ? 0 : (int)(slash - path) + 1;
    char *joined = NULL;
    return asprintf(&joined, "%.*s%s", folder, path, link_text) < 0 ? NULL : joined;
}

/* Returns the path at the end of a chain of symbolic links if it is that of a regular file or of no file yet; otherwise
   NULL. */
static char *resolve_path_if_link_to_file(const char *path)
{
    struct stat link, file;
    if (lstat(path, &link) != 0 || !S_ISLNK(link.st_mode))
        return NULL;
    if (stat(path, &file) == 0)
        return S_ISREG(file.st_mode) ? realpath(path, NULL) : NULL;
    char *target = errno == ENOENT ? read_link_target(path) : NULL;
    for (int links = 0; target != NULL && links < LINKS; links++) {
        char *next = lstat(target, &link) == 0 && S_ISLNK(link.st_mode) ? read_link_target(target) : NULL;
        if (next == NULL)
            return target;
        free(target);
        target = next;
    }
    free(target);
    return NULL;
}

bool cli_output_file_open_or_keep_error(cli_output_file *target)
{
    const char *path = strcmp(target->path, "-") == 0 ? NULL : target->path;
    target->opened = true;
    if (path != NULL)
        target->resolved = resolve_path_if_link_to_file(path);
    if (target->resolved != NULL)
        path = target->resolved;
    target->unopened = !ap_output_open(&target->output, NULL, path, NULL);
    if (target->unopened)
        return false;
    target->output.file.replaces = target->guarded ? &target->stamp : NULL;
    ap_descriptor_writer_init(&target->descriptor, &target->writer, target->output.file.descriptor);
    return true;
}

bool cli_output_file_has_error(const cli_output_file *target)
{
    return target->output.error != 0 || target->descriptor.error != 0;
}

/* Flushes the writer. Also syncs a file to the disk, unless target->remakeable, so that it is complete when it is moved to its
   path. */
static void flush_and_sync_output_file(cli_output_file *target)
{
    ap_output *output = &target->output;
    if (!ap_writer_flush(&target->writer) && output->error == 0)
        output->error = target->descriptor.error != 0 ? target->descriptor.error : EIO;
    if (output->error == 0 && !target->remakeable && !ap_new_file_sync(&output->file))
        output->error = output->file.error;
}

cli_exit cli_output_file_close(cli_output_file *target, bool keep)
{
    ap_output *output = &target->output;
    cli_exit result = CLI_CLEAN;
    if (!target->opened)
        return CLI_CLEAN;
    if (keep && output->stream != NULL)
        flush_and_sync_output_file(target);
    ap_output_close(output, keep);
    if ((keep || target->unopened) && output->error != 0) {
        cli_error_about(output->file.path == NULL ? "standard output" : target->path, "%s",
            output->error == output->file.error ? ap_new_file_error_text(&output->file)
                                                : strerror(output->error));
        result = cli_exit_of_errno(output->error);
    }
    free(target->resolved);
    cli_output_file_init(target, target->path);
    return result;
}

cli_exit cli_check_replaceable(const char *path, size_t *other_names)
{
    struct stat file;
    *other_names = 0;
    if (stat(path, &file) != 0 || (S_ISREG(file.st_mode) && access(path, W_OK) != 0))
        return cli_fail_errno(path, errno);
    *other_names = S_ISREG(file.st_mode) ? (size_t)file.st_nlink - 1 : 0;
    if (S_ISREG(file.st_mode) || S_ISDIR(file.st_mode))
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, path, "is not a regular file, which is needed to write in place");
}

void cli_report_hard_links(const char *path, size_t other_names)
{
    if (other_names > 0)
        cli_error_about(path, "%zu other %s of this file (hard links) %s the old content", other_names,
            other_names == 1 ? "name" : "names", other_names == 1 ? "keeps" : "keep");
}

char *cli_generated_path(const char *directory, const ap_format *format, size_t seed, size_t number)
{
    const char *gap = directory[strlen(directory) - 1] == '/' ? "" : "/";
    char *path = NULL;
    const int length =
        asprintf(&path, "%s%s%s-%zu-%06zu%s", directory, gap, format->name, seed, number, format->extension);
    return length < 0 ? NULL : path;
}

bool cli_names_directory(const char *path)
{
    struct stat status;
    const size_t length = strlen(path);
    return (length > 0 && path[length - 1] == '/') || (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

cli_exit cli_make_directory(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return CLI_CLEAN;
    return cli_fail_errno(path, errno);
}
