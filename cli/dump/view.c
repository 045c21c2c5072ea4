/* Implements animproof view: writes the HTML page of the viewer with files embedded. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/dump/shown_name.h"
#include "cli/files/file_run.h"
#include "cli/options/commands.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "cli/shared/own_file.h"
#include "core/base/base64_text.h"
#include "core/files/guard.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "validators/recognize.h"

/* Paths of the viewer's page: in the build tree, and in an installation. */
static const char *const page_places[] = { "build/web/index.html", "share/animproof/index.html" };

/* The end of the page's text before the place for files. web/page/page.html contains this text once. */
static const char before_files[] = "<script type=\"application/json\" id=\"inside\">[";
static const char after_files[] = "]</script>";

enum {
    PART_BYTES =
        /* most bytes of a file that are encoded at once; a multiple of 3, so that the base64 texts can be joined */
    3 << 14
};

typedef struct view_run {
    cli_file_run files;
    const char *out, *page;
    char found_page[PATH_MAX];
    ap_input input;    /* input for the page, then for each file in turn */
    ap_view page_copy; /* copy of the page's bytes, owned by the run */
    cli_output_file target;
    ap_json_put put; /* writes the files into the page */
    cli_shown_names names;
    cli_companion_folder_listings folders; /* folders of the files, to search for companions */
    cli_text_pairing paired;               /* search for the companion of the current file */
    ap_view file_copy;           /* bytes of the current file if its format has a companion, owned */
    cli_seen_files embedded;     /* files that are already in the page */
    cli_seen_files needed;       /* companions of files in the page */
    cli_listed_files companions; /* paths of the files in `needed` */
    bool skipped;                /* the current file is skipped: see cli_file_run_decide_to_skip_file */
    const ap_format *format;
    uint8_t part[PART_BYTES];
    size_t part_at, part_bytes;
} view_run;

static void copy_page_bytes(void *context)
{
    const view_run *run = context;
    memcpy((uint8_t *)run->page_copy.bytes, run->input.view.bytes, run->page_copy.size);
}

static cli_exit load_page_template(view_run *run)
{
    ap_status status = ap_input_load(&run->input, run->page);
    if (status != AP_OK)
        return cli_report_status(run->page, status, &run->input);
    run->page_copy = (ap_view){ malloc(run->input.view.size + 1), run->input.view.size };
    if (run->page_copy.bytes == NULL)
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    return cli_report_status(run->page, ap_input_run_guarded(&run->input, copy_page_bytes, run), &run->input);
}

static void copy_next_part_of_input(void *context)
{
    view_run *run = context;
    const size_t left = run->input.view.size - run->part_at;
    run->part_bytes = left < PART_BYTES ? left : PART_BYTES;
    memcpy(run->part, run->input.view.bytes + run->part_at, run->part_bytes);
}

static cli_exit write_base64(view_run *run, FILE *stream, const char *name)
{
    for (run->part_at = 0; run->part_at < run->input.view.size; run->part_at += run->part_bytes) {
        const ap_status status = ap_input_run_guarded(&run->input, copy_next_part_of_input, run);
        if (status != AP_OK)
            return cli_report_status(name, status, &run->input);
        ap_put_base64(stream, (ap_view){ run->part, run->part_bytes });
    }
    return CLI_CLEAN;
}

/* Writes the name of the current file's companion, and why the companion was chosen. */
static void put_companion_and_reason(view_run *run)
{
    char shown[PATH_MAX];
    const char *path = cli_pair_companion_path(&run->paired.at),
               *reason = run->paired.result.file.companion_reason;
    if (path == NULL || reason == NULL)
        return;
    cli_write_shown_name(&run->names, path, shown);
    ap_json_put_text(&run->put, "companion", shown);
    ap_json_put_text(&run->put, "reason", reason);
}

/* Writes the current file as {"name": …, "companion": …, "reason": …, "base64": …}, or an added companion as
   {"name": …, "added": true, "base64": …}. */
static cli_exit embed_file(view_run *run, const char *path, const char *shown, bool is_added)
{
    ap_json_put_begin_object(&run->put, NULL);
    ap_json_put_text(&run->put, "name", shown);
    if (is_added)
        ap_json_put_boolean(&run->put, "added", true);
    else
        put_companion_and_reason(run);
    ap_batch *batch = ap_json_put_begin_raw(&run->put, "base64");
    ap_batch_byte(batch, '"');
    const cli_exit result = write_base64(run, ap_json_put_stream(&run->put), path);
    ap_batch_byte(batch, '"');
    ap_json_put_end_object(&run->put);
    return result;
}

/* Adds the file at the path to a set, if there is such a file. Sets *is_new to false if the set has it already. */
static cli_exit add_to_set_if_file_exists(cli_seen_files *set, const char *path, bool *is_new)
{
    struct stat about;
    *is_new = true;
    if (stat(path, &about) != 0)
        return errno == ENOENT ? CLI_CLEAN : cli_fail(cli_exit_of_errno(errno), path, "%s", strerror(errno));
    *is_new = !cli_seen_files_has(set, &about);
    return cli_seen_files_add(set, &about) ? CLI_CLEAN : cli_fail(CLI_INTERNAL, NULL, "memory ran out");
}

/* Notes that the current file is in the page, and that the page needs the file's companion. */
static cli_exit note_file_embedded_and_companion_needed(view_run *run)
{
    const char *companion = cli_pair_companion_path(&run->paired.at);
    bool is_new = false;
    cli_exit result = CLI_CLEAN;
    if (run->files.entry->kind != CLI_ENTRY_STREAM)
        result = add_to_set_if_file_exists(&run->embedded, run->files.entry->path, &is_new);
    if (result != CLI_CLEAN || companion == NULL)
        return result;
    result = add_to_set_if_file_exists(&run->needed, companion, &is_new);
    if (is_new && !cli_listed_files_add(&run->companions, "", companion))
        result = cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    return result;
}

/* Embeds a companion unless it was a file of the run. */
static cli_exit embed_companion(view_run *run, const char *path)
{
    char shown[PATH_MAX];
    bool is_new = false;
    const cli_exit noted = add_to_set_if_file_exists(&run->embedded, path, &is_new);
    if (noted != CLI_CLEAN || !is_new)
        return noted;
    const ap_status status = ap_input_load(&run->input, path);
    if (status != AP_OK)
        return cli_report_status(path, status, &run->input);
    cli_write_shown_name(&run->names, path, shown);
    return embed_file(run, path, shown, true);
}

/* Embeds the companions that no PATH named or contained. */
static cli_exit embed_needed_companions(view_run *run)
{
    cli_exit result = CLI_CLEAN;
    for (const char *path = NULL; (path = cli_listed_files_next(&run->companions, path)) != NULL;)
        result = cli_worse_exit_by_rank(result, embed_companion(run, path));
    return result;
}

static void copy_file_guarded(void *context)
{
    const view_run *run = context;
    if (run->input.view.size > 0)
        memcpy((uint8_t *)run->file_copy.bytes, run->input.view.bytes, run->input.view.size);
}

/* Finds the companion of the current file, as lint does. The companion is valid until the next file. */
static cli_exit find_companion(view_run *run)
{
    const cli_entry *file = run->files.entry;
    const bool named = file->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL;
    cli_folder *folder = NULL;
    cli_text_pairing_release_companion(&run->paired);
    free((void *)run->file_copy.bytes);
    run->file_copy = (ap_view){ NULL, 0 };
    if (run->format == NULL || run->format->companion == NULL || !named)
        return CLI_CLEAN;
    run->file_copy = (ap_view){ malloc(run->input.view.size + 1), run->input.view.size };
    folder = cli_companion_folders_get(&run->folders, file);
    if (run->file_copy.bytes == NULL || folder == NULL)
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    const ap_status status = ap_input_run_guarded(&run->input, copy_file_guarded, run);
    if (status != AP_OK)
        return cli_report_status(file->path, status, &run->input);
    cli_text_pairing_find_companion(&run->paired, file, run->format, run->file_copy, folder);
    const cli_companion_pairing *pair = &run->paired.at.pairs[CLI_FOUND_MAIN];
    if (pair->no_memory)
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    if (pair->unlisted != 0)
        return cli_fail(cli_exit_of_errno(pair->unlisted), file->path,
            "the file's folder cannot be searched for the companion: %s", strerror(pair->unlisted));
    return CLI_CLEAN;
}

/* Decides whether the current file is skipped, and recognises its format from its name and bytes. Runs under the guard of the
   file. */
static void decide_to_skip_and_recognize(void *context)
{
    view_run *run = context;
    const ap_view input = run->input.view;
    const cli_entry *file = run->files.entry;
    run->skipped = cli_file_run_decide_to_skip_file(&run->files, input);
    run->format = file->origin == CLI_WALKED ? ap_recognize_walked(file->path, input)
                                             : ap_recognize_named(file->path, input);
}

static cli_exit embed_file_of_run(void *context, const cli_entry *file)
{
    view_run *run = context;
    char shown[PATH_MAX];
    run->input.stream_limit_bytes = file->settings->reading.max_input_bytes;
    ap_status status = cli_entry_load(file, &run->input);
    if (status == AP_OK)
        status = ap_input_run_guarded(&run->input, decide_to_skip_and_recognize, run);
    if (status != AP_OK)
        return cli_report_status(file->path, status, &run->input);
    if (cli_file_run_count_and_is_skipped(&run->files, run->skipped))
        return CLI_CLEAN;
    const cli_exit searched = find_companion(run);
    if (searched != CLI_CLEAN)
        return searched;
    if (file->kind == CLI_ENTRY_STREAM && run->files.finder.stream_name == NULL)
        return embed_file(run, file->path, "standard input", false);
    cli_write_shown_name(&run->names, file->path, shown);
    const cli_exit result = embed_file(run, file->path, shown, false);
    return result == CLI_CLEAN ? note_file_embedded_and_companion_needed(run) : result;
}

static cli_exit embed_files(view_run *run, cli_operands words)
{
    ap_json_put_init(&run->put, run->target.output.stream, 0);
    run->put.escapes = AP_JSON_IN_HTML;
    cli_shown_names_init(&run->names, words);
    ap_json_put_begin_array(&run->put, NULL);
    cli_file_run_visit_files(&run->files);
    const cli_exit companions = embed_needed_companions(run);
    ap_json_put_end_array(&run->put);
    return cli_worse_exit_by_rank(companions, cli_file_run_finish(&run->files));
}

/* Sets *before and *after to the parts of the page before and after the place for files. */
static cli_exit split_page_at_file_list(const view_run *run, ap_view *before, ap_view *after)
{
    const ap_view page = run->page_copy;
    const size_t mark = sizeof before_files - 1;
    const uint8_t *at = memmem(page.bytes, page.size, before_files, mark);
    const size_t position = at == NULL ? 0 : (size_t)(at - page.bytes) + mark;
    if (at == NULL || page.size - position < sizeof after_files
        || memcmp(page.bytes + position, after_files, sizeof after_files - 1) != 0)
        return cli_fail(CLI_UNREADABLE, run->page, "is not a viewer page; `make web` builds one");
    *before = (ap_view){ page.bytes, position - 1 };
    *after = (ap_view){ page.bytes + position + 1, page.size - position - 1 };
    return CLI_CLEAN;
}

static cli_exit write_page(view_run *run, cli_operands words)
{
    ap_view before = { NULL, 0 }, after = { NULL, 0 };
    cli_exit result = split_page_at_file_list(run, &before, &after);
    if (result != CLI_CLEAN)
        return result;
    if (!cli_output_file_open_or_keep_error(&run->target))
        return cli_output_file_close(&run->target, false);
    FILE *stream = run->target.output.stream;
    fwrite(before.bytes, 1, before.size, stream);
    result = embed_files(run, words);
    fwrite(after.bytes, 1, after.size, stream);
    return cli_worse_exit_by_rank(result, cli_output_file_close(&run->target, result == CLI_CLEAN));
}

/* Sets run->page to the page that belongs to the program, unless --page names one. Returns false if no page is found. */
static bool find_page_file(view_run *run)
{
    char self[PATH_MAX];
    if (run->page != NULL || !cli_find_executable(self))
        return run->page != NULL;
    for (size_t i = 0; i < sizeof page_places / sizeof *page_places && run->page == NULL; i++) {
        if (cli_find_program_file(self, page_places[i], R_OK, run->found_page))
            run->page = run->found_page;
    }
    return run->page != NULL;
}

static cli_exit run_view(void *record, cli_operands words)
{
    view_run *run = record;
    if (words.count > 0 && run->out == NULL)
        return cli_usage_error("view", "no output given; use -o PAGE");
    const cli_exit opened = cli_file_run_open(&run->files, "view", words);
    if (opened != CLI_CLEAN)
        return opened;
    if (!find_page_file(run))
        return cli_fail(CLI_UNREADABLE, NULL,
            "view: the viewer page was not found; `make web` builds it, `make install` installs it, or use "
            "--page FILE");
    ap_input_init(&run->input, 0);
    cli_companion_folders_init(&run->folders);
    run->files.tree = &run->folders.calls;
    if (!cli_text_pairing_begin(&run->paired, &run->files.asked.reading, NULL))
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    cli_output_file_init(&run->target, run->out);
    cli_output_file_guard_input_until_close(&run->target, run->page);
    for (size_t i = 0; i < words.count; i++)
        cli_output_file_guard_input_until_close(&run->target, words.items[i]);
    cli_exit result = load_page_template(run);
    if (result == CLI_CLEAN)
        result = write_page(run, words);
    ap_input_free_memory(&run->input);
    free((void *)run->page_copy.bytes);
    return result;
}

static void set_defaults(void *record)
{
    cli_file_run_init(record, embed_file_of_run);
}

static void release_record(void *record)
{
    view_run *run = record;
    if (run->paired.checker.options != NULL) {
        cli_text_pairing_release_companion(&run->paired);
        cli_text_pairing_free_cache_and_checker(&run->paired);
    }
    free((void *)run->file_copy.bytes);
    cli_companion_folders_free(&run->folders);
    cli_seen_files_free(&run->embedded);
    cli_seen_files_free(&run->needed);
    cli_listed_files_free(&run->companions);
    cli_file_run_release(record);
}

static const cli_option rows[] = {
    { .name = "output",
        .letter = 'o',
        .value = "FILE",
        CLI_TEXT(view_run, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "write the page to FILE ('-' for standard output)" },
    { .name = "page",
        .value = "FILE",
        CLI_TEXT(view_run, page),
        .completes = CLI_COMPLETES_FILES,
        .help = "embed the files in this page instead of the program's own" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    { .rows = cli_stream_rows, .at = offsetof(view_run, files.finder) },
    CLI_FOLDER_GROUPS(view_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof view walk.md5anim -o walk.html",
        "Writes a page that plays the animation with the mesh that lint finds for it." },
    { "animproof view assets/ -o assets.html", "Writes a page with all files in a folder." },
    { NULL, NULL },
};

const cli_command cli_view = {
    .name = "view",
    .words = "PATH...",
    .usage = "[OPTION]... PATH... -o PAGE",
    .summary = "writes an HTML page that shows files: findings, bytes and animation",
    .about =
        "Writes one HTML page that checks the files and plays the animations. Each PATH is embedded: a file, "
        "'-' for standard input, or a folder: its files of known formats. The page works without a network. "
        "A file that has a companion gets the one that lint finds, which is embedded, too. The page does not "
        "reveal folders of this machine: if a PATH is absolute or begins with '..', paths are shown relative "
        "to their common folder.",
    .examples = examples,
    .notes = "The page is share/animproof/index.html of the installation, or build/web/index.html of the "
             "source tree, where `make web` writes it.",
    .exits = "0 done, 2 usage, 3 a file could not be read or written, or no file was found, 4 internal error "
             "or limit.",
    .options = groups,
    .record_bytes = sizeof(view_run),
    .prepare = set_defaults,
    .run = run_view,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
