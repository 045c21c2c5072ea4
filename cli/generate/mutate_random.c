/* Implements animproof mutate without --defect: applies random changes. */
#include <stdlib.h>
#include <string.h>

#include "cli/generate/mutate.h"
#include "cli/shared/input_copy.h"
#include "corpus/mutator/mutator.h"
#include "validators/lint_bytes.h"

/* A changed file has at most GROWTH_FACTOR times the bytes of the input, plus the bytes of the --splice file, plus
   GROWTH_BYTES: a change may repeat a record and the records that belong to it, and small records several times; names
   grow by less than GROWTH_BYTES. */
enum { GROWTH_FACTOR = 4, GROWTH_BYTES = 65536 };

typedef struct random_run {
    const cli_reading_options *options;
    const cli_mutate_options *wanted;
    ap_arena files_arena,
        arena; /* files_arena: owns the copies of the inputs; arena: memory for one mutation */
    const ap_format *format;
    ap_view input, other; /* copies of the input and of the file for --splice */
    uint8_t *out;
    size_t room;
    bool into_directory;
    bool replaces_input; /* the output replaces the input or the file for --splice */
    ap_file_stamp stamp; /* identity and time of the file that the output replaces */
} random_run;

static cli_exit load_file_to_mutate(random_run *run, const char *name, ap_view *view)
{
    ap_input input;
    ap_input_init(&input, run->options->max_input_bytes);
    return cli_load_copy_and_free_input(&input, name, &run->files_arena, view);
}

static cli_exit find_format(random_run *run)
{
    const char *name = run->options->paths[0];
    run->format = ap_choose_format(run->input, name, run->options->input_format);
    if (run->format != NULL)
        return CLI_CLEAN;
    return cli_fail(CLI_FINDINGS, name, "format not recognised; use --input-format NAME");
}

/* Finds out if the output replaces an input, and stores that file's stamp. Must be called before the inputs are
   read. */
static void store_if_output_replaces_input(random_run *run)
{
    cli_output_file target;
    cli_output_file_init(&target, run->wanted->out);
    cli_output_file_guard_input_until_close(&target, run->options->paths[0]);
    cli_output_file_guard_input_until_close(&target, run->wanted->splice);
    run->replaces_input = target.guarded;
    run->stamp = target.stamp;
}

static cli_exit load_inputs_and_make_room(random_run *run)
{
    const cli_mutate_options *wanted = run->wanted;
    store_if_output_replaces_input(run);
    cli_exit result = load_file_to_mutate(run, run->options->paths[0], &run->input);
    if (result == CLI_CLEAN && wanted->splice != NULL)
        result = load_file_to_mutate(run, wanted->splice, &run->other);
    if (result == CLI_CLEAN)
        result = find_format(run);
    if (result != CLI_CLEAN)
        return result;
    run->room =
        ap_saturating_size_sum(ap_saturating_size_product(GROWTH_FACTOR, run->input.size), run->other.size);
    run->room = ap_saturating_size_sum(run->room, GROWTH_BYTES);
    if (run->room <= run->options->max_memory_bytes)
        run->out = malloc(run->room); /* large, but most of this memory is never touched */
    return run->out == NULL ? cli_report_no_memory(run->options->paths[0]) : CLI_CLEAN;
}

static cli_exit write_mutated_file(random_run *run, const char *path, size_t size)
{
    cli_output_file target;
    cli_output_file_init(&target, path);
    target.remakeable = run->into_directory;
    target.guarded = run->replaces_input;
    target.stamp = run->stamp;
    const bool written =
        cli_output_file_open_or_keep_error(&target) && ap_write(&target.writer, run->out, size);
    return cli_output_file_close(&target, written || cli_output_file_has_error(&target));
}

static cli_exit write_one_mutation(random_run *run, size_t number)
{
    ap_choices choices;
    ap_mutation what = AP_MUTATE_BYTES;
    ap_choices_from_seed(&choices, ap_make_item_seed(run->wanted->seed, number));
    ap_arena_reset(&run->arena);
    const size_t size =
        ap_mutate(run->format, run->input, run->other, &choices, &run->arena, run->out, run->room, &what);
    if (run->arena.failed)
        return cli_report_no_memory(run->options->paths[0]);
    char *path = run->into_directory
                     ? cli_generated_path(run->wanted->out, run->format, run->wanted->seed, number)
                     : strdup(run->wanted->out);
    const cli_exit result =
        path == NULL ? cli_report_no_memory(run->wanted->out) : write_mutated_file(run, path, size);
    if (result == CLI_CLEAN)
        cli_error_about(strcmp(path, "-") == 0 ? "standard output" : path, "%s", ap_mutation_name(what));
    free(path);
    return result;
}

static cli_exit write_all_mutations(random_run *run)
{
    const cli_mutate_options *wanted = run->wanted;
    cli_exit result = load_inputs_and_make_room(run);
    run->into_directory = wanted->count > 1 || cli_names_directory(wanted->out);
    if (result == CLI_CLEAN && run->into_directory)
        result = cli_make_directory(wanted->out);
    for (size_t i = 0; i < wanted->count && result == CLI_CLEAN; i++)
        result = write_one_mutation(run, i + 1);
    return result;
}

cli_exit cli_mutate_random(const cli_reading_options *options, const cli_mutate_options *wanted)
{
    random_run run = { .options = options, .wanted = wanted };
    ap_arena_init(&run.files_arena, options->max_memory_bytes);
    ap_arena_init(&run.arena, options->max_memory_bytes);
    const cli_exit result = write_all_mutations(&run);
    free(run.out);
    ap_arena_free(&run.arena);
    ap_arena_free(&run.files_arena);
    return result;
}
