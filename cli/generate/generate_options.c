#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "cli/generate/generate.h"

static const char help[] =
    "usage: animproof generate --format NAME --seed N [OPTION]...\n"
    "Writes valid files: the same ones for the same seed, with every compiler and on every machine.\n"
    "\n"
    "  --format NAME          mrtk, memg or md5anim\n"
    "  --seed N               file number I of seed N depends on N, I and the knobs alone\n"
    "  --count N              so many files (1)\n"
    "  --first I              from this number on (1)\n"
    "  --knob NAME=RANGE      VALUE or FIRST..LAST, out of which each file draws; may be repeated\n"
    "  --list-knobs           what can be set for the format, what it may be, and what it is otherwise\n"
    "  --wild                 everything legal: no errors, but what nobody would write\n"
    "  -o, --output PATH      the file; for several, a directory (made where it is missing), or any path\n"
    "                         that is one or ends in '/': files are named FORMAT-SEED-000001.EXT, and what\n"
    "                         belongs with a file (memg: .obj, md5anim: .md5mesh) stands beside it\n"
    "  --max-memory BYTES     for making one file (2G; may end in K, M, G, T)\n"
    "\n"
    "Without --wild the files lint without an error or warning, but for knobs that say otherwise. Memory is\n"
    "taken for one file at a time: mrtk: its markers; memg: its largest group and a timestep of frames;\n"
    "md5anim: its joints, 0.9 KB each.\n"
    "\n"
    "Exit: 0 done, 2 usage, 3 something could not be written, 4 internal error or limit.\n";

void cli_put_generate_help(FILE *stream)
{
    fputs(help, stream);
}

enum {
    OPTION_FORMAT = 0x100, /* above all letters */
    OPTION_SEED,
    OPTION_COUNT,
    OPTION_FIRST,
    OPTION_KNOB,
    OPTION_LIST_KNOBS,
    OPTION_WILD,
    OPTION_MEMORY,
};

static const struct option long_options[] = {
    { "format", required_argument, NULL, OPTION_FORMAT },
    { "seed", required_argument, NULL, OPTION_SEED },
    { "count", required_argument, NULL, OPTION_COUNT },
    { "first", required_argument, NULL, OPTION_FIRST },
    { "knob", required_argument, NULL, OPTION_KNOB },
    { "list-knobs", no_argument, NULL, OPTION_LIST_KNOBS },
    { "wild", no_argument, NULL, OPTION_WILD },
    { "output", required_argument, NULL, 'o' },
    { "max-memory", required_argument, NULL, OPTION_MEMORY },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

static cli_exit set_format(cli_generation *wanted, const char *name)
{
    wanted->maker = ap_find_maker(name);
    return wanted->maker != NULL ? CLI_CLEAN
                                 : cli_usage("generate", "--format: no format is named '%s'", name);
}

static cli_exit set_number(size_t *number, const char *option, const char *text)
{
    return cli_read_count(text, number) ? CLI_CLEAN
                                        : cli_usage("generate", "--%s: '%s' is not a number", option, text);
}

static cli_exit set_memory(cli_generation *wanted, const char *text)
{
    if (cli_read_bytes(text, &wanted->max_memory_bytes))
        return CLI_CLEAN;
    return cli_usage(
        "generate", "--max-memory: '%s' is not a number of bytes, which may end in K, M, G or T", text);
}

static cli_exit add_knob(cli_generation *wanted, char *text)
{
    if (cli_add(&wanted->knobs, text))
        return CLI_CLEAN;
    cli_error("no memory");
    return CLI_INTERNAL;
}

static cli_exit set(cli_generation *wanted, int option, char *text)
{
    switch (option) {
    case OPTION_FORMAT:
        return set_format(wanted, text);
    case OPTION_SEED:
        return set_number(&wanted->seed, "seed", text);
    case OPTION_COUNT:
        return set_number(&wanted->count, "count", text);
    case OPTION_FIRST:
        return set_number(&wanted->first, "first", text);
    case OPTION_KNOB:
        return add_knob(wanted, text);
    case OPTION_MEMORY:
        return set_memory(wanted, text);
    case OPTION_LIST_KNOBS:
        wanted->list_knobs = true;
        return CLI_CLEAN;
    case OPTION_WILD:
        wanted->wild = true;
        return CLI_CLEAN;
    case 'o':
        wanted->out = text;
        return CLI_CLEAN;
    default:
        wanted->help = true;
        return CLI_CLEAN;
    }
}

/* The value as the knob has a word for it, or as a number. */
static const char *value_text(const ap_knob *knob, int64_t value, char *text, size_t size)
{
    for (const ap_knob_word *word = knob->words; word != NULL && word->word != NULL; word++) {
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

void cli_put_knobs(FILE *stream, const ap_maker *maker)
{
    char may[64];
    char usual[64];
    for (size_t i = 0; i < maker->knob_count; i++) {
        const ap_knob *knob = &maker->knobs[i];
        range_text(knob, knob->least, knob->greatest, may, sizeof may);
        range_text(knob, knob->usual_least, knob->usual_most, usual, sizeof usual);
        fprintf(stream, "%-14s %-20s usually %-16s %s\n", knob->name, may, usual, knob->summary);
    }
}

static cli_exit set_knob(cli_generation *wanted, const char *text)
{
    const char *format = wanted->maker->format->name;
    switch (ap_set_knob(wanted->maker, text, wanted->ranges)) {
    case AP_KNOB_UNKNOWN:
        return cli_usage("generate", "--knob: %s has no knob '%.*s' (--list-knobs lists them)", format,
            (int)strcspn(text, "="), text);
    case AP_KNOB_MALFORMED:
        return cli_usage("generate", "--knob: '%s' is not NAME=VALUE or NAME=FIRST..LAST", text);
    case AP_KNOB_RANGE:
        return cli_usage("generate", "--knob: '%s' is out of range (--list-knobs says what may be)", text);
    default:
        return CLI_CLEAN;
    }
}

static cli_exit check(cli_generation *wanted, bool seeded)
{
    if (wanted->maker == NULL)
        return cli_usage("generate", "--format says of what; none is given");
    ap_usual_ranges(wanted->maker, wanted->ranges);
    for (size_t i = 0; i < wanted->knobs.count; i++) {
        const cli_exit result = set_knob(wanted, wanted->knobs.items[i]);
        if (result != CLI_CLEAN)
            return result;
    }
    if (wanted->list_knobs)
        return CLI_CLEAN;
    if (!seeded)
        return cli_usage("generate", "--seed says which files; none is given");
    if (wanted->count == 0 || wanted->count - 1 > SIZE_MAX - wanted->first)
        return cli_usage("generate", "--count: there is no such number of files");
    if (wanted->count > 1 && (wanted->out == NULL || strcmp(wanted->out, "-") == 0))
        return cli_usage("generate", "several files need a directory: -o DIR");
    return CLI_CLEAN;
}

cli_exit cli_read_generation(cli_generation *wanted, int argc, char **argv)
{
    int option;
    bool seeded = false;
    *wanted = (cli_generation){ .first = 1, .count = 1, .max_memory_bytes = (size_t)2 << 30 };
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("generate", option, argv, long_options);
        const cli_exit result = set(wanted, option, optarg);
        if (result != CLI_CLEAN)
            return result;
        seeded |= option == OPTION_SEED;
    }
    if (optind < argc)
        return cli_usage("generate", "'%s' is not an option, and no file is read", argv[optind]);
    return wanted->help ? CLI_CLEAN : check(wanted, seeded);
}
