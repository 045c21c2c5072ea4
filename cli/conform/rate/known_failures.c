/* The list of known failures: a line each, the loader and the case, either of them a pattern. */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/conform/conform.h"
#include "core/base/terminal_text.h"
#include "core/base/version.h"
#include "core/files/input.h"
#include "core/finding/finding.h"

enum { MOST_BYTES = 1 << 20 /* of the list: ten thousand lines */ };

typedef struct excuse {
    const char *loader;
    const char *id;
    size_t line;
    bool exact;  /* one loader and one case, not a pattern */
    bool used;   /* names something that was run */
    bool needed; /* names something that is to be excused */
} excuse;

struct cli_known {
    excuse *items;
    size_t count, room;
};

static const char blanks[] = " \t\r\n";
static const char pattern_letters[] = "*?[\\";

static cli_exit no_memory(void)
{
    cli_error("no memory");
    return CLI_INTERNAL;
}

static bool make_room(cli_known *known, ap_arena *arena)
{
    if (known->count < known->room)
        return true;
    const size_t room = known->room == 0 ? 64 : known->room * 2;
    excuse *items = ap_alloc_array(arena, room, sizeof *items);
    if (items == NULL)
        return false;
    if (known->count > 0)
        memcpy(items, known->items, known->count * sizeof *items);
    known->items = items;
    known->room = room;
    return true;
}

/* Cuts the line up; false where it is neither empty nor two words. *loader is NULL of an empty one. */
static bool cut(char *line, char **loader, char **id)
{
    char *rest;
    line[strcspn(line, "#")] = '\0';
    *loader = strtok_r(line, blanks, &rest);
    *id = *loader == NULL ? NULL : strtok_r(NULL, blanks, &rest);
    return *loader == NULL || (*id != NULL && strtok_r(NULL, blanks, &rest) == NULL);
}

static cli_exit refuse_line(const cli_conform_data *data, size_t number)
{
    cli_error_about(data->options.known_path, "line %zu: there must be a loader and a case", number);
    return CLI_USAGE;
}

static cli_exit add_line(cli_conform_data *data, cli_known *known, char *line, size_t number)
{
    char *loader, *id;
    if (!cut(line, &loader, &id))
        return refuse_line(data, number);
    if (loader == NULL)
        return CLI_CLEAN;
    if (!make_room(known, &data->arena))
        return no_memory();
    excuse *item = &known->items[known->count++];
    const bool exact = strpbrk(loader, pattern_letters) == NULL && strpbrk(id, pattern_letters) == NULL;
    *item = (excuse){ .exact = exact,
        .loader = ap_arena_text(&data->arena, loader, strlen(loader)),
        .id = ap_arena_text(&data->arena, id, strlen(id)),
        .line = number };
    return item->loader != NULL && item->id != NULL ? CLI_CLEAN : no_memory();
}

/* Lines of a text that has a byte after its end. */
static cli_exit read_lines(cli_conform_data *data, cli_known *known, char *text, size_t size)
{
    const char *end = text + size;
    cli_exit result = CLI_CLEAN;
    for (size_t number = 1; result == CLI_CLEAN && text < end; number++) {
        char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (line_end == NULL)
            line_end = text + (end - text);
        *line_end = '\0';
        result = strlen(text) == (size_t)(line_end - text) ? add_line(data, known, text, number)
                                                           : refuse_line(data, number);
        text = line_end + 1;
    }
    return result;
}

static cli_exit take_text(cli_conform_data *data, cli_known *known, ap_view view)
{
    char *text = ap_alloc(&data->arena, view.size + 1);
    if (text == NULL)
        return no_memory();
    if (view.size > 0)
        memcpy(text, view.bytes, view.size);
    return read_lines(data, known, text, view.size);
}

/* A device may have no end, and a terminal waits; a pipe is what a shell gives for <(...). */
static int open_list(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return -1;
    if (S_ISREG(about.st_mode) || S_ISFIFO(about.st_mode))
        return open(path, O_RDONLY | O_CLOEXEC);
    errno = S_ISDIR(about.st_mode) ? EISDIR : 0;
    return -1;
}

static cli_exit read_list(cli_conform_data *data, cli_known *known, ap_input *input)
{
    const char *path = data->options.known_path;
    const int file = open_list(path);
    if (file < 0) {
        cli_error_about(path, "%s", errno != 0 ? strerror(errno) : "is neither a file nor a pipe");
        return CLI_UNREADABLE;
    }
    const ap_status status = ap_input_load_stream(input, file);
    close(file);
    if (status == AP_OK)
        return take_text(data, known, input->view);
    cli_error_about(path, "%s", status == AP_LIMIT ? "is larger than 1 MiB" : input->error);
    return status == AP_LIMIT ? CLI_USAGE : status == AP_NO_MEMORY ? CLI_INTERNAL : CLI_UNREADABLE;
}

cli_exit cli_read_known(cli_conform_data *data, cli_known **known)
{
    *known = ap_alloc(&data->arena, sizeof **known);
    if (*known == NULL)
        return no_memory();
    if (data->options.known_path == NULL)
        return CLI_CLEAN;
    ap_stamp_take(&data->known_stamp, data->options.known_path);
    ap_input input;
    ap_input_init(&input, MOST_BYTES);
    const cli_exit result = read_list(data, *known, &input);
    ap_input_free(&input);
    return result;
}

/* A name excuses its case whether it fails or not: one that passes is to be taken off the list. A pattern
   excuses those of its cases that fail. */
static void excuse_cases(cli_conform_data *data, excuse *item, size_t loader)
{
    for (size_t i = 0; i < data->case_count; i++) {
        cli_result *result = cli_result_of(data, i, loader);
        if (result->status == CLI_NOT_RUN || fnmatch(item->id, data->cases[i].id, 0) != 0)
            continue;
        const bool fine = cli_status_fine(result->status);
        result->excused |= item->exact || !fine;
        item->used = true;
        item->needed |= !fine;
    }
}

static void tell_idle(const cli_conform_data *data, const excuse *item)
{
    if (data->interrupted != 0) /* it may name what was not run */
        return;
    if (!item->used)
        cli_error_about(data->options.known_path, "line %zu: %s %s names nothing that was run", item->line,
            item->loader, item->id);
    else if (!item->exact && !item->needed)
        cli_error_about(data->options.known_path, "line %zu: %s %s excuses nothing: all that it names pass",
            item->line, item->loader, item->id);
}

void cli_excuse(cli_conform_data *data, cli_known *known)
{
    for (size_t k = 0; k < known->count; k++) {
        excuse *item = &known->items[k];
        for (size_t l = 0; l < data->options.loader_count; l++) {
            if (fnmatch(item->loader, data->options.loaders[l].name, 0) == 0)
                excuse_cases(data, item, l);
        }
        tell_idle(data, item);
    }
}

/* "ref n_mrtk_version_seven # should have refused: mrtk/version" */
static void put_line(FILE *stream, const cli_conform_data *data, size_t index, size_t loader)
{
    const cli_result *result = cli_result_of(data, index, loader);
    const ap_manifest_case *entry = &data->cases[index];
    if (cli_status_fine(result->status))
        return;
    fprintf(stream, "%s %s # %s: ", data->options.loaders[loader].name, entry->id,
        cli_status_words(result->status));
    ap_put_text(stream, cli_case_rule(entry));
    fputc('\n', stream);
}

static void put_known(ap_output *output, const cli_conform_data *data)
{
    fputs("# What loaders get wrong today: loader and case; for " AP_PROGRAM " conform --known-failures.\n",
        output->stream);
    if (data->interrupted != 0) {
        char text[CLI_INTERRUPTION_BYTES];
        cli_interruption(data, text);
        fprintf(output->stream, "# Not all of it: %s.\n", text);
    }
    for (size_t l = 0; l < data->options.loader_count; l++) {
        for (size_t i = 0; i < data->case_count; i++)
            put_line(output->stream, data, i, l);
    }
}

const cli_conform_report cli_conform_known = { .name = "known-failures", .put = put_known };
