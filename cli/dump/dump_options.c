#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/dump/dump.h"
#include "cli/shared/reading_options.h"

enum { OPTION_FLAT = 0x100, OPTION_JSON, OPTION_PATH, OPTION_AT };

static const char help[] =
    "usage: animproof dump [OPTION]... FILE\n"
    "Prints every field of an animation file ('-': standard input): offset, length, bytes in hex, name, type "
    "and\n"
    "value, with the findings on the lines of their fields. A broken file is read up to its fault; bytes "
    "that\n"
    "belong to no field are said to be unread.\n"
    "\n"
    "  --flat                 one line a field with its whole path, instead of a tree\n"
    "  --json                 one JSON object, with roles of fields (count, enum, index ...) and whole "
    "bytes\n"
    "  --path PATTERN         only fields with such a path, or in a record with such a path; * is any text,\n"
    "                         [*] any index: 'camera.*.key_count', 'groups[*].basis', version\n"
    "  --at OFFSET            only the field that this byte belongs to (decimal, or 0x...)\n"
    "\n" CLI_READING_HELP "\n"
    "Exit: 0, 1 when no field is at OFFSET or matches PATTERN, 2 usage, 3 the file could not be read or the\n"
    "output not written, 4 internal error or limit. Findings do not change it: `animproof lint` is for "
    "that.\n";

void cli_put_dump_help(FILE *stream)
{
    fputs(help, stream);
}

static int digit_of(char letter)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *found = letter == '\0' ? NULL : strchr(digits, letter);
    if (found == NULL)
        return -1;
    return (int)(found - digits) < 16 ? (int)(found - digits) : (int)(found - digits) - 6;
}

static bool read_offset(const char *text, size_t *offset)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const size_t base = hex ? 16 : 10;
    const char *at = hex ? text + 2 : text;
    *offset = 0;
    if (*at == '\0')
        return false;
    for (; *at != '\0'; at++) {
        const int digit = digit_of(*at);
        if (digit < 0 || (size_t)digit >= base || __builtin_mul_overflow(*offset, base, offset)
            || __builtin_add_overflow(*offset, (size_t)digit, offset))
            return false;
    }
    return true;
}

static bool set_form(cli_dumper *dump, const cli_dump_form *form)
{
    if (dump->form != NULL && dump->form != form) {
        cli_usage("dump", "--flat and --json exclude each other");
        return false;
    }
    dump->form = form;
    return true;
}

static bool set_place(cli_dumper *dump, const char *text)
{
    dump->has_place = read_offset(text, &dump->place);
    if (!dump->has_place)
        cli_usage("dump", "--at: '%s' is not an offset (decimal, or 0x...)", text);
    return dump->has_place;
}

static bool set(cli_dumper *dump, int option, const char *text)
{
    switch (option) {
    case OPTION_FLAT:
        return set_form(dump, &cli_dump_flat);
    case OPTION_JSON:
        return set_form(dump, &cli_dump_json);
    case OPTION_PATH:
        dump->pattern = text;
        return true;
    case OPTION_AT:
        return set_place(dump, text);
    case 'h':
        dump->options.help = true;
        return true;
    default:
        return cli_set_reading(&dump->options, "dump", option, text);
    }
}

cli_exit cli_read_dump_options(cli_dumper *dump, int argc, char **argv)
{
    static const struct option long_options[] = { CLI_READING_OPTIONS,
        { "flat", no_argument, NULL, OPTION_FLAT }, { "json", no_argument, NULL, OPTION_JSON },
        { "path", required_argument, NULL, OPTION_PATH }, { "at", required_argument, NULL, OPTION_AT },
        { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 } };
    int option;
    cli_default_reading(&dump->options);
    optind = 0; /* begin anew, whoever read options before */
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("dump", option, argv, long_options);
        if (!set(dump, option, optarg))
            return CLI_USAGE;
    }
    dump->options.paths = argv + optind;
    dump->options.path_count = (size_t)(argc - optind);
    if (dump->form == NULL)
        dump->form = &cli_dump_tree;
    if (dump->options.path_count != 1 && !dump->options.help)
        return cli_usage("dump", dump->options.path_count == 0 ? "no file given" : "one file at a time");
    return CLI_CLEAN;
}
