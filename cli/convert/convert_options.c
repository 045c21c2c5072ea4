#include <getopt.h>

#include "cli/convert/convert.h"
#include "cli/shared/option_values.h"
#include "cli/shared/reading_options.h"

static const char help[] =
    "usage: animproof convert [OPTION]... FILE -o OUT\n"
    "Writes FILE ('-': standard input) in another form to OUT ('-': standard output), which is replaced only "
    "by\n"
    "a whole file. What is lost or made up is said. A file with errors is refused, with its findings.\n"
    "\n"
    "any format\n"
    "  --to json              every field as JSON, without loss; a JSON file becomes a file of its format "
    "again\n"
    "\n"
    "mrtk\n"
    "  --to VERSION           1.0 or 1.1\n"
    "  --layout NAME          writer (what MRTK reads and writes) or published (28-byte keys, no markers)\n"
    "\n"
    "memg\n"
    "  --byte-order NAME      little or big; takes big-endian files, too\n"
    "  --matrix-order NAME    column or row: order of the elements of U and Q in OUT\n"
    "  --obj-positions SCENE  OUT is a copy of SCENE, an .obj, with the vertices where they are\n"
    "  --timestep T           at this timestep, counted from 0\n"
    "\n"
    "Reading\n" CLI_READING_HELP "\n"
    "Exit: 0 done, 1 errors in FILE or SCENE, 2 usage, 3 something could not be read or written, 4 internal\n"
    "error or limit.\n";

void cli_put_convert_help(FILE *stream)
{
    fputs(help, stream);
}

enum {
    OPTION_TO = 0x100, /* above all letters */
    OPTION_LAYOUT,
    OPTION_BYTE_ORDER,
    OPTION_MATRIX_ORDER,
    OPTION_OBJ_POSITIONS,
    OPTION_TIMESTEP,
};

enum { TO_JSON = -2 /* among the versions of --to */ };

static const struct option long_options[] = {
    CLI_READING_OPTIONS,
    { "to", required_argument, NULL, OPTION_TO },
    { "layout", required_argument, NULL, OPTION_LAYOUT },
    { "byte-order", required_argument, NULL, OPTION_BYTE_ORDER },
    { "matrix-order", required_argument, NULL, OPTION_MATRIX_ORDER },
    { "obj-positions", required_argument, NULL, OPTION_OBJ_POSITIONS },
    { "timestep", required_argument, NULL, OPTION_TIMESTEP },
    { "output", required_argument, NULL, 'o' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

static bool choose(const char *option, const char *text, const cli_choice *choices, int *value)
{
    return cli_read_choice("convert", option, text, choices, value);
}

/* Options that pick one of a few words. */
static bool set_choice(cli_conversion *wanted, int option, const char *text)
{
    static const cli_choice versions[] = { { "1.0", 0 }, { "1.1", 1 }, { "json", TO_JSON }, { NULL, 0 } };
    static const cli_choice layouts[] = { { "writer", AP_MRTK_WRITER }, { "published", AP_MRTK_PUBLISHED },
        { NULL, 0 } };
    static const cli_choice endiannesses[] = { { "little", AP_MEMG_LITTLE }, { "big", AP_MEMG_BIG },
        { NULL, 0 } };
    static const cli_choice orders[] = { { "column", AP_MEMG_COLUMN }, { "row", AP_MEMG_ROW }, { NULL, 0 } };
    int value;
    switch (option) {
    case OPTION_TO:
        if (!choose("to", text, versions, &value))
            return false;
        wanted->json = value == TO_JSON;
        if (!wanted->json)
            wanted->minor = value;
        return true;
    case OPTION_LAYOUT:
        return choose("layout", text, layouts, &value) && (wanted->layout = (ap_mrtk_choice)value, true);
    case OPTION_BYTE_ORDER:
        return choose("byte-order", text, endiannesses, &value)
               && (wanted->endianness = (ap_memg_endianness)value, true);
    default:
        wanted->reorder = true;
        return choose("matrix-order", text, orders, &value) && (wanted->order = (ap_memg_order)value, true);
    }
}

static bool set_timestep(cli_conversion *wanted, const char *text)
{
    wanted->timed = cli_read_count(text, &wanted->timestep);
    if (!wanted->timed)
        cli_usage("convert", "--timestep: '%s' is not a number", text);
    return wanted->timed;
}

static bool set(cli_convert_run *run, int option, const char *text)
{
    switch (option) {
    case 'o':
        run->wanted.out = text;
        return true;
    case 'h':
        run->options.help = true;
        return true;
    case OPTION_OBJ_POSITIONS:
        run->wanted.scene = run->options.obj_path = text;
        return true;
    case OPTION_TIMESTEP:
        return set_timestep(&run->wanted, text);
    case OPTION_TO:
    case OPTION_LAYOUT:
    case OPTION_BYTE_ORDER:
    case OPTION_MATRIX_ORDER:
        return set_choice(&run->wanted, option, text);
    default:
        return cli_set_reading(&run->options, "convert", option, text);
    }
}

static bool wants_mrtk(const cli_conversion *wanted)
{
    return wanted->minor != CLI_KEEP_MINOR || wanted->layout != AP_MRTK_AUTO;
}

static bool wants_memg(const cli_conversion *wanted)
{
    return wanted->endianness != AP_MEMG_KEEP_ENDIAN || wanted->reorder;
}

static cli_exit check(cli_convert_run *run)
{
    const cli_reading *options = &run->options;
    const cli_conversion *wanted = &run->wanted;
    const int kinds = wants_mrtk(wanted) + wants_memg(wanted) + (wanted->scene != NULL) + wanted->json;
    if (options->path_count != 1)
        return cli_usage("convert", options->path_count == 0 ? "no file given" : "one file at a time");
    if (wanted->out == NULL)
        return cli_usage("convert", "-o says where to; none is given");
    if ((wanted->scene != NULL) != wanted->timed)
        return cli_usage("convert", "--obj-positions and --timestep belong together");
    if (kinds > 1)
        return cli_usage(
            "convert", "conversions of mrtk, of memg, to JSON, and --obj-positions exclude each other");
    run->from_json = kinds == 0;
    return CLI_CLEAN;
}

cli_exit cli_read_conversion(cli_convert_run *run, int argc, char **argv)
{
    int option;
    cli_default_reading(&run->options);
    run->wanted = (cli_conversion){ .minor = CLI_KEEP_MINOR };
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("convert", option, argv, long_options);
        if (!set(run, option, optarg))
            return CLI_USAGE;
    }
    run->options.paths = argv + optind;
    run->options.path_count = (size_t)(argc - optind);
    return run->options.help ? CLI_CLEAN : check(run);
}
