#include "cli/generate/generate.h"

#include <inttypes.h>
#include <string.h>

#include "cli/options/reading_options.h"

const cli_option cli_generation_rows[] = {
    { .name = "format", CLI_FORMAT(cli_generate_options, format), .help = "{choices}" },
    { .name = "seed",
        .value = "N",
        CLI_COUNT(cli_generate_options, seed),
        CLI_GIVEN(cli_generate_options, seed_given),
        .help = "seed of the random choices; file I depends only on N, I and the knobs" },
    { .name = "count",
        .value = "N",
        CLI_COUNT(cli_generate_options, count),
        .help = "number of files to write ({default})" },
    { .name = "first",
        .value = "I",
        CLI_COUNT(cli_generate_options, first),
        .help = "number of the first file ({default})" },
    { .name = "knob",
        .value = "NAME=RANGE",
        CLI_ITEM(cli_generate_options, knobs),
        .help = "set a knob (a parameter of the generator) to VALUE, or for each file to a random value of "
                "FIRST..LAST; repeatable" },
    { .name = "list-knobs",
        CLI_FLAG(cli_generate_options, list_knobs),
        .help = "list the knobs of the format, their ranges and defaults" },
    { .name = "wild",
        CLI_FLAG(cli_generate_options, wild),
        .help = "also write unusual files: legal, but nothing a tool would export" },
    { .name = "output",
        .letter = 'o',
        .value = "PATH",
        CLI_TEXT(cli_generate_options, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "file to write ('-', the default: standard output). If PATH is a directory, ends in '/', or "
                "--count is above 1: directory to write FORMAT-SEED-000001.EXT to, created if missing. A "
                "companion ({companions}) gets the name of its file; standard output and devices get none" },
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(cli_generate_options, max_memory_bytes),
        .help = "memory limit per file ({default}; suffixes K, M, G, T)" },
    { .name = NULL },
};

/* Returns the name of the knob's value; a value without a name is written as a number into `text`. */
static const char *knob_value_text(const ap_knob *knob, int64_t value, char *text, size_t size)
{
    for (const ap_enum_name *word = knob->words; word != NULL && word->word != NULL; word++) {
        if (word->value == value)
            return word->word;
    }
    snprintf(text, size, "%" PRId64, value);
    return text;
}

static void write_knob_range(const ap_knob *knob, int64_t least, int64_t greatest, char *text, size_t size)
{
    char first[24];
    char last[24];
    const char *from = knob_value_text(knob, least, first, sizeof first);
    if (least == greatest)
        snprintf(text, size, "%s", from);
    else
        snprintf(text, size, "%s..%s", from, knob_value_text(knob, greatest, last, sizeof last));
}

void cli_print_knobs(FILE *stream, const ap_generator *generator)
{
    char may[64];
    char usual[64];
    for (size_t i = 0; i < generator->knob_count; i++) {
        const ap_knob *knob = &generator->knobs[i];
        write_knob_range(knob, knob->least, knob->greatest, may, sizeof may);
        write_knob_range(knob, knob->usual_least, knob->usual_most, usual, sizeof usual);
        fprintf(stream, "%-14s %-20s usually %-16s %s\n", knob->name, may, usual, knob->summary);
    }
}

static cli_exit parse_knob_option(cli_generate_options *wanted, const char *text)
{
    const char *format = wanted->generator->format->name;
    const char *equals = strchr(text, '=');
    switch (ap_set_knob(wanted->generator, text, wanted->ranges)) {
    case AP_KNOB_UNKNOWN:
        return cli_usage_error("generate", "--knob: %s has no knob '%.*s'; --list-knobs lists the knobs",
            format, (int)strcspn(text, "="), text);
    case AP_KNOB_MALFORMED:
        return equals == NULL
                   ? cli_usage_error("generate", "--knob: '%s' is not NAME=VALUE or NAME=FIRST..LAST",
                       cli_shorten(text).text)
                   : cli_usage_error("generate",
                       "--knob: '%s' is not a value or FIRST..LAST of %.*s; --list-knobs lists the ranges",
                       cli_shorten(equals + 1).text, (int)(equals - text), text);
    case AP_KNOB_RANGE:
        return cli_usage_error("generate", "--knob: '%s' is out of range; --list-knobs lists the ranges",
            cli_shorten(text).text);
    case AP_KNOB_SET:
        break;
    }
    return CLI_CLEAN;
}

cli_exit cli_check_generate_options(cli_generate_options *wanted, cli_operands words)
{
    if (words.count > 0)
        return cli_usage_error("generate", "'%s' is not an option; the command takes no files",
            cli_shorten(words.items[0]).text);
    if (wanted->format == NULL)
        return cli_usage_error("generate", "no --format given");
    wanted->generator = ap_find_generator(wanted->format->name);
    ap_default_knob_ranges(wanted->generator, wanted->ranges);
    for (size_t i = 0; i < wanted->knobs.count; i++) {
        const cli_exit result = parse_knob_option(wanted, wanted->knobs.items[i]);
        if (result != CLI_CLEAN)
            return result;
    }
    if (wanted->list_knobs)
        return CLI_CLEAN;
    if (!wanted->seed_given)
        return cli_usage_error("generate", "no --seed given");
    if (wanted->count == 0 || wanted->count - 1 > SIZE_MAX - wanted->first)
        return cli_usage_error(
            "generate", "--count must be at least 1, and --first + --count must not overflow");
    if (wanted->count > 1 && (wanted->out == NULL || strcmp(wanted->out, "-") == 0))
        return cli_usage_error("generate", "--count above 1 needs a directory: -o DIR");
    return CLI_CLEAN;
}
