#include "cli/generate/generate.h"

#include <inttypes.h>
#include <string.h>

#include "cli/options/reading_options.h"

const cli_option cli_generation_rows[] = {
    { .name = "format", CLI_FORMAT(cli_generation, format), .help = "{choices}" },
    { .name = "seed",
        .value = "N",
        CLI_COUNT(cli_generation, seed),
        CLI_GIVEN(cli_generation, seeded),
        .help = "file number I of seed N depends on N, I and the knobs alone" },
    { .name = "count", .value = "N", CLI_COUNT(cli_generation, count), .help = "so many files ({default})" },
    { .name = "first",
        .value = "I",
        CLI_COUNT(cli_generation, first),
        .help = "from this number on ({default})" },
    { .name = "knob",
        .value = "NAME=RANGE",
        CLI_ITEM(cli_generation, knobs),
        .help = "VALUE or FIRST..LAST, a range that each file draws its value from; may be repeated" },
    { .name = "list-knobs",
        CLI_FLAG(cli_generation, list_knobs),
        .help = "what can be set for the format, what it may be, and what it is otherwise" },
    { .name = "wild",
        CLI_FLAG(cli_generation, wild),
        .help = "everything legal: no errors, but what nobody would write" },
    { .name = "output",
        .letter = 'o',
        .value = "PATH",
        CLI_TEXT(cli_generation, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "the file; for several, a directory (made where it is missing), or any path that is one "
                "or ends in '/': files are named FORMAT-SEED-000001.EXT, and what belongs with a file "
                "({companions}) gets the same name" },
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(cli_generation, max_memory_bytes),
        .help = "for making one file ({default}; may end in K, M, G, T)" },
    { .name = NULL },
};

/* The value as the knob has a word for it, or as a number. */
static const char *value_text(const ap_knob *knob, int64_t value, char *text, size_t size)
{
    for (const ap_enum_name *word = knob->words; word != NULL && word->word != NULL; word++) {
        if (word->value == value)
            return word->word;
    }
    snprintf(text, size, "%" PRId64, value);
    return text;
}

static void range_text(const ap_knob *knob, int64_t least, int64_t greatest, char *text, size_t size)
{
    char first[24];
    char last[24];
    const char *from = value_text(knob, least, first, sizeof first);
    if (least == greatest)
        snprintf(text, size, "%s", from);
    else
        snprintf(text, size, "%s..%s", from, value_text(knob, greatest, last, sizeof last));
}

void cli_put_knobs(FILE *stream, const ap_generator *generator)
{
    char may[64];
    char usual[64];
    for (size_t i = 0; i < generator->knob_count; i++) {
        const ap_knob *knob = &generator->knobs[i];
        range_text(knob, knob->least, knob->greatest, may, sizeof may);
        range_text(knob, knob->usual_least, knob->usual_most, usual, sizeof usual);
        fprintf(stream, "%-14s %-20s usually %-16s %s\n", knob->name, may, usual, knob->summary);
    }
}

static cli_exit set_knob(cli_generation *wanted, const char *text)
{
    const char *format = wanted->generator->format->name;
    switch (ap_set_knob(wanted->generator, text, wanted->ranges)) {
    case AP_KNOB_UNKNOWN:
        return cli_usage("generate", "--knob: %s has no knob '%.*s' (--list-knobs lists them)", format,
            (int)strcspn(text, "="), text);
    case AP_KNOB_MALFORMED:
        return cli_usage(
            "generate", "--knob: '%s' is not NAME=VALUE or NAME=FIRST..LAST", cli_quote(text).text);
    case AP_KNOB_RANGE:
        return cli_usage(
            "generate", "--knob: '%s' is out of range (--list-knobs says what may be)", cli_quote(text).text);
    case AP_KNOB_SET:
        break;
    }
    return CLI_CLEAN;
}

cli_exit cli_check_generation(cli_generation *wanted, cli_words words)
{
    if (words.count > 0)
        return cli_usage(
            "generate", "'%s' is not an option, and no file is read", cli_quote(words.items[0]).text);
    if (wanted->format == NULL)
        return cli_usage("generate", "--format says of what; none is given");
    wanted->generator = ap_find_generator(wanted->format->name);
    ap_usual_ranges(wanted->generator, wanted->ranges);
    for (size_t i = 0; i < wanted->knobs.count; i++) {
        const cli_exit result = set_knob(wanted, wanted->knobs.items[i]);
        if (result != CLI_CLEAN)
            return result;
    }
    if (wanted->list_knobs)
        return CLI_CLEAN;
    if (!wanted->seeded)
        return cli_usage("generate", "--seed says which files; none is given");
    if (wanted->count == 0 || wanted->count - 1 > SIZE_MAX - wanted->first)
        return cli_usage("generate", "--count: there is no such number of files");
    if (wanted->count > 1 && (wanted->out == NULL || strcmp(wanted->out, "-") == 0))
        return cli_usage("generate", "several files need a directory: -o DIR");
    return CLI_CLEAN;
}
