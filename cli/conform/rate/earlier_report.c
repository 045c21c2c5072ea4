/* A run beside the report of one before: what is newly broken, and newly mended. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/conform/conform.h"
#include "core/base/markdown_text.h"
#include "core/base/terminal_text.h"
#include "core/json/json_put.h"
#include "core/json/json_text.h"

enum { MOST_BYTES = 512 << 20 };

static cli_exit no_memory(void)
{
    cli_error("no memory");
    return CLI_INTERNAL;
}

static cli_exit refuse(const cli_conform_data *data, const char *why)
{
    cli_error_about(data->options.old_path, "%s", why);
    return CLI_USAGE;
}

static cli_exit unreadable(const char *path, const char *why)
{
    cli_error_about(path, "%s", why);
    return CLI_UNREADABLE;
}

static cli_exit read_whole(const char *path, FILE *stream, ap_arena *arena, ap_view *text)
{
    struct stat about;
    if (fstat(fileno(stream), &about) != 0 || !S_ISREG(about.st_mode))
        return unreadable(path, "it is not a regular file");
    if (about.st_size > MOST_BYTES) {
        cli_error_about(path, "it is larger than 512 MiB");
        return CLI_USAGE;
    }
    uint8_t *bytes = ap_alloc(arena, (size_t)about.st_size);
    if (bytes == NULL)
        return no_memory();
    *text = (ap_view){ bytes, fread(bytes, 1, (size_t)about.st_size, stream) };
    return ferror(stream) ? unreadable(path, strerror(errno)) : CLI_CLEAN;
}

static cli_exit read_report(const char *path, ap_arena *arena, ap_view *text)
{
    FILE *stream = fopen(path, "re");
    if (stream == NULL)
        return unreadable(path, strerror(errno));
    const cli_exit result = read_whole(path, stream, arena, text);
    fclose(stream);
    return result;
}

/* The status with the id in the report; CLI_NOT_RUN if there is no such status. */
static cli_status status_of_json(const ap_json_text *json, ap_json_ref status)
{
    for (cli_status known = CLI_AGREES; known < CLI_STATUSES; known++) {
        if (ap_json_is(json, status, cli_status_id(known)))
            return known;
    }
    return CLI_NOT_RUN;
}

/* The results of a case, for the loaders of this run. */
static bool take_results(cli_conform_data *data, const ap_json_text *json, ap_json_ref results, size_t index)
{
    for (ap_json_ref at = ap_json_first(json, results); at != AP_JSON_MISSING;
         at = ap_json_after(json, results, at)) {
        const cli_status status = status_of_json(json, ap_json_member(json, at, "status"));
        if (status == CLI_NOT_RUN)
            return false;
        for (size_t l = 0; l < data->options.loader_count; l++) {
            if (ap_json_is(json, ap_json_member(json, at, "loader"), data->options.loaders[l].name))
                data->old[index * data->options.loader_count + l] = status;
        }
    }
    return ap_json_kind_of(json, results) == AP_JSON_ARRAY;
}

static cli_exit take_report(cli_conform_data *data, const ap_json_text *json)
{
    const ap_json_ref cases = ap_json_member(json, 0, "cases");
    const ap_json_ref manifest = ap_json_member(json, ap_json_member(json, 0, "corpus"), "manifest_sha256");
    if (ap_json_kind_of(json, cases) != AP_JSON_ARRAY || ap_json_kind_of(json, manifest) != AP_JSON_STRING)
        return refuse(data, "it is not a JSON report of conform");
    if (!ap_json_is(json, manifest, data->about.manifest_sha256))
        return refuse(data, "it is a report on another corpus");
    data->old =
        ap_alloc_array(&data->arena, data->case_count * data->options.loader_count, sizeof *data->old);
    if (data->old == NULL)
        return no_memory();
    if (ap_json_member(json, 0, "interrupted") != AP_JSON_MISSING)
        cli_error_about(data->options.old_path,
            "is of a run that was interrupted: what was not run then is not compared");
    ap_json_ref at = ap_json_first(json, cases);
    for (size_t i = 0; i < data->case_count; i++, at = ap_json_after(json, cases, at)) {
        if (at == AP_JSON_MISSING || !ap_json_is(json, ap_json_member(json, at, "id"), data->cases[i].id)
            || !take_results(data, json, ap_json_member(json, at, "results"), i))
            return refuse(data, "its cases are not those of the corpus");
    }
    return CLI_CLEAN;
}

static cli_exit read_old(cli_conform_data *data, ap_arena *arena)
{
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_text json;
    ap_view text = { NULL, 0 };
    const cli_exit result = read_report(data->options.old_path, arena, &text);
    if (result != CLI_CLEAN)
        return result;
    if (ap_json_read(&json, text, arena, fault))
        return take_report(data, &json);
    return arena->failed ? no_memory() : refuse(data, fault);
}

cli_exit cli_read_old(cli_conform_data *data)
{
    ap_arena arena;
    ap_arena_init(&arena, 0);
    const cli_exit result = read_old(data, &arena);
    ap_arena_free(&arena);
    return result;
}

/* What was computed is known of both, or of neither. */
cli_change cli_change_of(const cli_conform_data *data, size_t case_index, size_t loader)
{
    const cli_status now = cli_result_of(data, case_index, loader)->status;
    const cli_status old =
        data->old == NULL ? CLI_NOT_RUN : data->old[case_index * data->options.loader_count + loader];
    if (old == CLI_NOT_RUN || now == CLI_NOT_RUN || (old == CLI_WRONG_VALUES && !data->options.values)
        || cli_status_fine(old) == cli_status_fine(now))
        return CLI_SAME;
    return cli_status_fine(old) ? CLI_NEWLY_BROKEN : CLI_NEWLY_MENDED;
}

size_t cli_count_changes(const cli_conform_data *data, size_t loader, cli_change change)
{
    size_t count = 0;
    for (size_t i = 0; i < data->case_count; i++)
        count += cli_change_of(data, i, loader) == change;
    return count;
}

bool cli_run_fails(const cli_conform_data *data)
{
    bool fails = data->old == NULL && data->total.failed > 0;
    for (size_t l = 0; data->old != NULL && l < data->options.loader_count; l++) {
        for (size_t i = 0; i < data->case_count; i++)
            fails = fails
                    || (cli_change_of(data, i, l) == CLI_NEWLY_BROKEN && !cli_result_of(data, i, l)->excused);
    }
    return fails;
}

/* Calls `put` with each result of a loader that changed so. */
static void for_changes(const cli_conform_data *data, size_t loader, cli_change change,
    void (*put)(void *context, const cli_conform_data *data, size_t index, size_t loader), void *context)
{
    for (size_t i = 0; i < data->case_count; i++) {
        if (cli_change_of(data, i, loader) == change)
            put(context, data, i, loader);
    }
}

static const char *const words[] = {
    [CLI_NEWLY_BROKEN] = "newly broken", [CLI_NEWLY_MENDED] = "newly mended"
};

static void put_line(void *context, const cli_conform_data *data, size_t index, size_t loader)
{
    const cli_status old = data->old[index * data->options.loader_count + loader];
    fprintf(context, "%s: %s: %s: %s, was %s\n", data->options.loaders[loader].name, data->cases[index].id,
        words[cli_change_of(data, index, loader)],
        cli_status_words(cli_result_of(data, index, loader)->status), cli_status_words(old));
}

void cli_put_changes(FILE *stream, const cli_conform_data *data)
{
    if (data->old == NULL)
        return;
    fputs("\nSince ", stream);
    ap_put_name(stream, data->options.old_path);
    fputs(":\n", stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        fprintf(stream, "%s: %zu newly broken, %zu newly mended\n", data->options.loaders[l].name,
            cli_count_changes(data, l, CLI_NEWLY_BROKEN), cli_count_changes(data, l, CLI_NEWLY_MENDED));
        for_changes(data, l, CLI_NEWLY_BROKEN, put_line, stream);
        for_changes(data, l, CLI_NEWLY_MENDED, put_line, stream);
    }
}

static void put_row(void *context, const cli_conform_data *data, size_t index, size_t loader)
{
    const cli_status old = data->old[index * data->options.loader_count + loader];
    fputs("| ", context);
    ap_put_markdown(context, data->options.loaders[loader].name);
    fprintf(context, " | `%s` | %s | %s | %s |\n", data->cases[index].id,
        words[cli_change_of(data, index, loader)], cli_status_words(old),
        cli_status_words(cli_result_of(data, index, loader)->status));
}

void cli_put_changes_markdown(FILE *stream, const cli_conform_data *data)
{
    if (data->old == NULL)
        return;
    fputs("\n## Changes\n\n| loader | case | | was | is |\n| --- | --- | --- | --- | --- |\n", stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        for_changes(data, l, CLI_NEWLY_BROKEN, put_row, stream);
        for_changes(data, l, CLI_NEWLY_MENDED, put_row, stream);
    }
}

static void put_id(void *context, const cli_conform_data *data, size_t index, size_t loader)
{
    (void)loader;
    ap_json_put_text(context, NULL, data->cases[index].id);
}

void cli_put_changes_json(FILE *stream, const cli_conform_data *data)
{
    ap_json_put put;
    if (data->old == NULL)
        return;
    fputs(",\n\"compared\": ", stream);
    ap_json_put_init(&put, stream, 0);
    ap_json_put_array(&put, NULL);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        ap_json_put_object(&put, NULL);
        ap_json_put_text(&put, "loader", data->options.loaders[l].name);
        ap_json_put_array(&put, "newly_broken");
        for_changes(data, l, CLI_NEWLY_BROKEN, put_id, &put);
        ap_json_put_end_array(&put);
        ap_json_put_array(&put, "newly_mended");
        for_changes(data, l, CLI_NEWLY_MENDED, put_id, &put);
        ap_json_put_end_array(&put);
        ap_json_put_end_object(&put);
    }
    ap_json_put_end_array(&put);
}
