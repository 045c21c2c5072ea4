/* animproof view: the page that files are dropped on, with files inside. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/commands.h"
#include "cli/shared/output_file.h"
#include "cli/shared/own_file.h"
#include "core/base/base64_text.h"
#include "core/files/guard.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"

/* Where the page is in the tree that the program was built in, and in an installation. */
static const char *const places[] = { "build/web/index.html", "share/animproof/index.html" };

/* The part of the page that files take the place of: web/page/page.html has it once. */
static const char before_files[] = "<script type=\"application/json\" id=\"inside\">[";
static const char after_files[] = "]</script>";

enum { PART_BYTES = 3 << 14 /* of a file, at once: a multiple of 3, so that their texts join */ };

typedef struct view_run {
    const char *out, *page;
    char found[PATH_MAX];
    ap_input input; /* the page, and then each file that goes into it */
    ap_view shell;  /* a copy of the page, which is the run's */
    cli_target target;
    uint8_t part[PART_BYTES];
    size_t part_at, part_bytes;
} view_run;

static cli_exit tell(const char *name, const ap_input *input, ap_status status)
{
    if (status == AP_OK)
        return CLI_CLEAN;
    cli_error_about(name, "%s", input->error);
    return status == AP_NO_MEMORY || status == AP_LIMIT ? CLI_INTERNAL : CLI_UNREADABLE;
}

static void copy_all(void *context)
{
    const view_run *run = context;
    memcpy((uint8_t *)run->shell.bytes, run->input.view.bytes, run->shell.size);
}

static cli_exit load_page(view_run *run)
{
    ap_status status = ap_input_load(&run->input, run->page);
    if (status != AP_OK)
        return tell(run->page, &run->input, status);
    run->shell = (ap_view){ malloc(run->input.view.size + 1), run->input.view.size };
    if (run->shell.bytes == NULL) {
        cli_error("memory ran out");
        return CLI_INTERNAL;
    }
    return tell(run->page, &run->input, ap_input_guard(&run->input, copy_all, run));
}

static void copy_part(void *context)
{
    view_run *run = context;
    const size_t left = run->input.view.size - run->part_at;
    run->part_bytes = left < PART_BYTES ? left : PART_BYTES;
    memcpy(run->part, run->input.view.bytes + run->part_at, run->part_bytes);
}

static cli_exit put_bytes(view_run *run, FILE *stream, const char *name)
{
    for (run->part_at = 0; run->part_at < run->input.view.size; run->part_at += run->part_bytes) {
        const ap_status status = ap_input_guard(&run->input, copy_part, run);
        if (status != AP_OK)
            return tell(name, &run->input, status);
        ap_put_base64(stream, (ap_view){ run->part, run->part_bytes });
    }
    return CLI_CLEAN;
}

/* {"name": …, "base64": …} */
static cli_exit put_file(view_run *run, ap_json_put *put, const char *path)
{
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    const ap_status status =
        standard ? ap_input_load_stream(&run->input, STDIN_FILENO) : ap_input_load(&run->input, path);
    if (status != AP_OK)
        return tell(name, &run->input, status);
    ap_json_put_object(put, NULL);
    ap_json_put_text(put, "name", name);
    ap_batch *batch = ap_json_put_begin_own(put, "base64");
    ap_batch_byte(batch, '"');
    const cli_exit result = put_bytes(run, ap_json_put_stream(put), name);
    ap_batch_byte(batch, '"');
    ap_json_put_end_object(put);
    return result;
}

static cli_exit put_files(view_run *run, cli_words words)
{
    FILE *stream = run->target.output.stream;
    ap_json_put put;
    cli_exit result = CLI_CLEAN;
    ap_json_put_init(&put, stream, 0);
    put.escapes = AP_JSON_IN_HTML;
    ap_json_put_array(&put, NULL);
    for (size_t i = 0; i < words.count && result == CLI_CLEAN; i++)
        result = put_file(run, &put, words.items[i]);
    ap_json_put_end_array(&put);
    return result;
}

/* Finds where the files belong: the page up to there, and from there on. */
static cli_exit split_page(const view_run *run, ap_view *before, ap_view *after)
{
    const ap_view page = run->shell;
    const size_t mark = sizeof before_files - 1;
    const uint8_t *at = memmem(page.bytes, page.size, before_files, mark);
    const size_t place = at == NULL ? 0 : (size_t)(at - page.bytes) + mark;
    if (at == NULL || page.size - place < sizeof after_files
        || memcmp(page.bytes + place, after_files, sizeof after_files - 1) != 0) {
        cli_error_about(run->page, "is not a page for files: `make web` makes one");
        return CLI_UNREADABLE;
    }
    *before = (ap_view){ page.bytes, place - 1 };
    *after = (ap_view){ page.bytes + place + 1, page.size - place - 1 };
    return CLI_CLEAN;
}

static cli_exit write_page(view_run *run, cli_words words)
{
    ap_view before, after;
    cli_exit result = split_page(run, &before, &after);
    if (result != CLI_CLEAN)
        return result;
    if (!cli_target_open(&run->target))
        return cli_target_close(&run->target, false);
    FILE *stream = run->target.output.stream;
    fwrite(before.bytes, 1, before.size, stream);
    result = put_files(run, words);
    fwrite(after.bytes, 1, after.size, stream);
    return cli_worse(result, cli_target_close(&run->target, result == CLI_CLEAN));
}

/* The page that was named, or the program's own. */
static bool find_page(view_run *run)
{
    char self[PATH_MAX];
    if (run->page != NULL || !cli_find_self(self))
        return run->page != NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && run->page == NULL; i++) {
        if (cli_find_own(self, places[i], R_OK, run->found))
            run->page = run->found;
    }
    return run->page != NULL;
}

static cli_exit view(void *record, cli_words words)
{
    view_run *run = record;
    if (words.count == 0)
        return cli_usage("view", "no files given");
    if (run->out == NULL)
        return cli_usage("view", "-o says where to; none is given");
    if (!find_page(run)) {
        cli_error("view: the page is not there: `make web` makes it, `make install` installs it, and --page "
                  "names one");
        return CLI_UNREADABLE;
    }
    ap_input_init(&run->input, 0);
    cli_target_init(&run->target, run->out);
    cli_target_reads(&run->target, run->page);
    for (size_t i = 0; i < words.count; i++)
        cli_target_reads(&run->target, words.items[i]);
    cli_exit result = load_page(run);
    if (result == CLI_CLEAN)
        result = write_page(run, words);
    ap_input_free(&run->input);
    free((void *)run->shell.bytes);
    return result;
}

static const cli_option rows[] = {
    { .name = "output",
        .letter = 'o',
        .value = "FILE",
        CLI_TEXT(view_run, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "the page that is written; '-': standard output" },
    { .name = "page",
        .value = "FILE",
        CLI_TEXT(view_run, page),
        .completes = CLI_COMPLETES_FILES,
        .help = "the page that files go into, instead of the one of the program" },
    { .name = NULL },
};

static const cli_option_group groups[] = { { .rows = rows }, { .rows = NULL } };

static const cli_example examples[] = {
    { "animproof view walk.md5anim walk.md5mesh -o walk.html",
        "Writes a page on which the mesh moves, and that needs neither file." },
    { NULL, NULL },
};

const cli_command cli_view = {
    .name = "view",
    .words = "FILE...",
    .usage = "FILE... -o PAGE",
    .summary = "writes a page that shows files: findings, bytes, and what moves",
    .about = "Writes the page that judges files and shows what moves in them, with each FILE ('-': standard "
             "input) inside: one HTML file that needs no network. A companion is found among the FILEs.",
    .examples = examples,
    .notes = "The page is share/animproof/index.html of the installation, or build/web/index.html of the "
             "source tree, where `make web` writes it.",
    .exits = "0 done, 2 usage, 3 something could not be read or written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(view_run),
    .run = view,
    .completes = CLI_COMPLETES_FILES,
};
