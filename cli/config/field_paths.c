#include "cli/config/field_paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/file_figures.h"
#include "core/base/path_glob.h"
#include "core/finding/fingerprint.h"
#include "corpus/cases/case_make.h"
#include "corpus/cases/case_plan.h"
#include "validators/field_at.h"
#include "validators/registry.h"

enum { MOST_PATHS = 1024 /* the format with the most paths, mrtk, has 270 */, NAME_SLOTS = 2048 };

/* The paths of a format's fields, collected by generating and reading valid files of each shape and layout. Broken files have no
   other paths, since the same layout functions read them (tests/unit/corpus/case_fields.c). */
typedef struct cli_field_paths_of_format {
    ap_case_plan plan;
    ap_case_generator cases;
    ap_planned_case next;          /* the next file to generate */
    bool begun, complete;          /* complete: a file of each shape was read */
    ap_arena arena;                /* owns the paths */
    const char *paths[MOST_PATHS]; /* with `[0]` in place of each index */
    size_t count;

    /* State of reading a file */
    ap_arena scratch;
    ap_field_path_writer speller;
    /* hashes of the names in paths that were added, to skip other elements of an array */
    uint64_t names[NAME_SLOTS];
} cli_field_paths_of_format;

/* Copies the path or pattern with the byte `index` in place of each index. The copy is not longer. */
static void replace_indices(const char *path, char index, char *to)
{
    while (*path != '\0') {
        *to++ = *path;
        if (*path++ != '[')
            continue;
        *to++ = index;
        path = ap_index_closing_bracket_or_end(path);
    }
    *to = '\0';
}

static void add_path(cli_field_paths_of_format *paths, const char *path)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (strcmp(paths->paths[i], path) == 0)
            return;
    }
    assert(paths->count < MOST_PATHS);
    const char *copy = ap_arena_copy_text(&paths->arena, path, strlen(path));
    if (copy != NULL)
        paths->paths[paths->count++] = copy;
}

static uint64_t hash_name(uint64_t hash, const char *name)
{
    return ap_hash_text(ap_hash_text(hash, "."), name == NULL ? "" : name);
}

/* Returns true if a field with the same names in its path was seen before, whatever the indices. Otherwise remembers the names.
   Other names with a hash in the same slot may replace them; then add_path finds that the path is known. */
static bool has_seen_names_or_add(cli_field_paths_of_format *paths, const ap_io *io)
{
    uint64_t hash = hash_name(AP_HASH_START, io->field.name);
    for (size_t i = 0; i < io->path.depth; i++)
        hash = hash_name(hash, io->path.parts[i].name);
    uint64_t *slot = &paths->names[(hash >> 32) % NAME_SLOTS];
    if (*slot == hash)
        return true;
    *slot = hash;
    return false;
}

static void add_path_of_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    cli_field_paths_of_format *paths = context;
    char path[AP_PATH_TEXT_BYTES];
    (void)type;
    (void)role;
    if (has_seen_names_or_add(paths, io))
        return;
    (void)ap_field_path_write(&paths->speller, &io->path, io->field.name);
    replace_indices(paths->speller.text, '0', path);
    add_path(paths, path);
}

/* Generates the next file, and adds the paths of its fields. Returns false when out of memory. */
static bool generate_file_and_add_paths(cli_field_paths_of_format *paths, const ap_format *format)
{
    static const ap_lint_options options = { .listener = NULL };
    const ap_listener listener = { .field = add_path_of_field, .context = paths };
    ap_generated_case made;
    const ap_case_status status = ap_generate_case(&paths->cases, &paths->next, &made);
    if (status == AP_CASE_NO_MEMORY)
        return false;
    ap_arena_reset(&paths->scratch);
    paths->speller = (ap_field_path_writer){ .text = "" };
    if (status == AP_CASE_MADE
        && !ap_pass_fields_to_listener(format, made.file, &options, &listener, &paths->scratch))
        return false;
    ap_case_plan_next_or_begin_round(&paths->plan, &paths->next);
    paths->complete = paths->next.defect != NULL;
    return !paths->arena.failed;
}

static void begin_format(cli_field_paths_of_format *paths, const ap_format *format)
{
    ap_case_plan_init(&paths->plan, format, false);
    ap_case_plan_next_or_begin_round(&paths->plan, &paths->next);
    ap_case_generator_init(&paths->cases, 0, 0);
    ap_arena_init(&paths->arena, 0);
    ap_arena_init(&paths->scratch, 0);
    paths->begun = true;
}

/* Sets *known to true if a field of the format can have a path that the pattern matches. Returns false when out of memory. */
static bool search_path_in_format(
    cli_field_paths_of_format *paths, const ap_format *format, const char *pattern, bool *known)
{
    if (!paths->begun)
        begin_format(paths, format);
    for (size_t i = 0;;) {
        for (; i < paths->count && !*known; i++)
            *known = ap_field_path_or_parent_matches(pattern, paths->paths[i]);
        if (*known || paths->complete)
            return true;
        if (!generate_file_and_add_paths(paths, format))
            return false;
    }
}

bool cli_check_field_path_exists(cli_field_paths *paths, const ap_own_rule *rule, bool *known)
{
    char *pattern = malloc(strlen(rule->path) + 1); /* enough: `*` is not longer than the index it replaces */
    if (paths->formats == NULL)
        paths->formats = calloc(AP_MOST_FORMATS, sizeof *paths->formats);
    *known = false;
    bool done = pattern != NULL && paths->formats != NULL;
    if (done)
        replace_indices(rule->path, '*', pattern);
    for (size_t i = 0; i < rule->format_count && done && !*known; i++)
        done = search_path_in_format(
            &paths->formats[cli_format_index(rule->formats[i])], rule->formats[i], pattern, known);
    free(pattern);
    return done;
}

void cli_field_paths_free(cli_field_paths *paths)
{
    for (size_t i = 0; i < AP_MOST_FORMATS && paths->formats != NULL; i++) {
        cli_field_paths_of_format *format = &paths->formats[i];
        if (!format->begun)
            continue;
        ap_case_generator_free(&format->cases);
        ap_arena_free(&format->arena);
        ap_arena_free(&format->scratch);
    }
    free(paths->formats);
    paths->formats = NULL;
}
