#include <stdlib.h>
#include <string.h>

#include "cli/rewrite/convert.h"
#include "cli/shared/extension.h"
#include "core/number/number.h"
#include "validators/md5anim/md5anim.h"

#define FORM_ROW(name, word, title, function, format, help)                                                  \
    { word, title, CLI_TO_##name, help, format, function },
static const cli_output_form output_forms[] = { CLI_FORMS(FORM_ROW) };

enum { OUTPUT_FORMS = sizeof output_forms / sizeof *output_forms };

const cli_output_form *cli_output_form_of(int to)
{
    size_t i = 0;
    while (i < OUTPUT_FORMS && output_forms[i].to != to)
        i++;
    return i < OUTPUT_FORMS ? &output_forms[i] : NULL;
}

/* Sets *choice to the value of --to with this index: first the forms, then the versions of MRTK. Returns false after
   the last value. */
static bool output_form_choice(size_t index, cli_option_choice *choice)
{
    if (index < OUTPUT_FORMS) {
        *choice =
            (cli_option_choice){ output_forms[index].word, output_forms[index].to, output_forms[index].help };
        return true;
    }
    const ap_enum_name *minor = &ap_mrtk_minors[index - OUTPUT_FORMS];
    *choice = (cli_option_choice){ minor->word, minor->value, ap_mrtk_format.name };
    return minor->word != NULL;
}

static const cli_option_choice layouts[] = { { "writer", AP_MRTK_WRITER, "what MRTK reads and writes" },
    { "published", AP_MRTK_PUBLISHED, "28-byte keys, no markers" }, { NULL, 0, NULL } };
static const cli_option_choice endiannesses[] = { { "little", AP_MEMG_LITTLE, NULL },
    { "big", AP_MEMG_BIG, NULL }, { NULL, 0, NULL } };
static const cli_option_choice forms[] = { { "text", CLI_POSITIONS_TEXT, "a line for each joint" },
    { "json", CLI_POSITIONS_JSON, NULL }, { NULL, 0, NULL } };
static const cli_option_choice orders[] = { { "column", AP_MEMG_COLUMN, NULL }, { "row", AP_MEMG_ROW, NULL },
    { NULL, 0, NULL } };

/* A form of output that a file name extension selects. */
typedef struct extension_form {
    const char *extension;
    int to; /* value of --to; CLI_TO_NOT_GIVEN: an option other than --to selects this form */
} extension_form;

/* Returns the form for the extension of the name, or NULL. */
static const extension_form *find_form_by_extension(const char *name)
{
#define EXTENSION_ROW(extension, form) { extension, CLI_TO_##form },
    static const extension_form named[] = { CLI_EXTENSIONS(EXTENSION_ROW, EXTENSION_ROW){
        ".obj", CLI_TO_NOT_GIVEN } };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (cli_ends_in_any_case(name, strlen(name), named[i].extension))
            return &named[i];
    }
    return NULL;
}

static cli_exit parse_and_add_time(
    cli_convert_options *wanted, const cli_option_value *given, const char *text)
{
    const ap_view view = { (const uint8_t *)text, strlen(text) };
    if (ap_parse_float(view).fault != AP_NUMBER_FINE)
        return cli_option_error(given, "'%s' is not %s", cli_shorten(text).text, given->option->must);
    const size_t count = wanted->time_count;
    /* true if the array is full: its capacity is the next power of two */
    const bool full = (count & (count - 1)) == 0;
    double *seconds =
        full ? reallocarray(wanted->seconds, count == 0 ? 1 : 2 * count, sizeof *seconds) : wanted->seconds;
    if (seconds == NULL)
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    wanted->seconds = seconds;
    wanted->seconds[wanted->time_count++] = strtod(text, NULL);
    return CLI_CLEAN;
}

/* Adds the times of --at, which are separated by commas. */
static cli_exit parse_times(const cli_option_value *given)
{
    cli_exit result = CLI_CLEAN;
    char *rest = given->text;
    while (result == CLI_CLEAN && rest != NULL)
        result = parse_and_add_time(given->place, given, strsep(&rest, ","));
    return result;
}

static const cli_option to_rows[] = {
    { .name = "output",
        .letter = 'o',
        .value = "OUT",
        CLI_TEXT(cli_convert_options, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "write to OUT; '-' for standard output. Without --to, the file name extension of OUT selects "
                "the form: " CLI_EXTENSIONS_TEXT },
    { .name = "to",
        .value = "FORM",
        CLI_CHOICE(cli_convert_options, to),
        .choice = output_form_choice,
        .help = "{choices}" },
    { .name = NULL },
};

static const cli_option mrtk_rows[] = {
    { .name = "layout",
        .value = "NAME",
        CLI_CHOICE(cli_convert_options, variant),
        .choices = layouts,
        .help = "{choices}" },
    { .name = NULL },
};

static const cli_option memg_rows[] = {
    { .name = "byte-order",
        .value = "NAME",
        CLI_CHOICE(cli_convert_options, endianness),
        .choices = endiannesses,
        .help = "{choices}; also accepts big-endian input" },
    { .name = "matrix-order",
        .value = "NAME",
        CLI_CHOICE(cli_convert_options, order),
        CLI_GIVEN(cli_convert_options, order_given),
        .choices = orders,
        .help = "order of the elements of the matrices U and Q in OUT: column or row" },
    { .name = "obj-positions",
        .value = "SCENE",
        CLI_TEXT(cli_convert_options, scene),
        .completes = CLI_COMPLETES_FILES,
        .help = "write a copy of SCENE, an .obj, with the positions of the vertices at --timestep" },
    { .name = "timestep",
        .value = "T",
        CLI_COUNT(cli_convert_options, timestep),
        CLI_GIVEN(cli_convert_options, timestep_given),
        .help = "timestep of --obj-positions, counted from 0" },
    { .name = NULL },
};

static const cli_option md5anim_rows[] = {
    { .name = "at",
        .value = "SECONDS,...",
        CLI_TAKEN(parse_times),
        .must = "a time in seconds",
        .help = "times at which --to positions computes the joints; repeatable" },
    { .name = "mesh",
        .value = "PATH",
        CLI_TEXT(cli_convert_options, mesh),
        .completes = CLI_COMPLETES_FILES,
        .help = ".md5mesh file of the animation (default: the file that lint finds)" },
    { .name = "format",
        .value = "NAME",
        CLI_CHOICE(cli_convert_options, positions_form),
        .choices = forms,
        .help = "{choices}" },
    { .name = NULL },
};

const cli_option_group cli_conversion_options[] = {
    { .title = "Any format", .rows = to_rows, .at = offsetof(cli_convert_run, wanted) },
    { .title = "mrtk", .rows = mrtk_rows, .at = offsetof(cli_convert_run, wanted) },
    { .title = "memg", .rows = memg_rows, .at = offsetof(cli_convert_run, wanted) },
    { .title = "md5anim", .rows = md5anim_rows, .at = offsetof(cli_convert_run, wanted) },
    CLI_READING_GROUPS(cli_convert_run, options),
    { .rows = NULL },
};

static bool has_mrtk_options(const cli_convert_options *wanted)
{
    return wanted->to >= 0 || wanted->variant != AP_MRTK_AUTO;
}

static bool has_memg_options(const cli_convert_options *wanted)
{
    return wanted->endianness != AP_MEMG_KEEP_ENDIAN || wanted->order_given;
}

static cli_exit check_dependent_options(const cli_convert_options *wanted)
{
    if ((wanted->scene != NULL) != wanted->timestep_given)
        return cli_usage_error("convert", "--obj-positions and --timestep must be used together");
    const bool positions = wanted->to == CLI_TO_POSITIONS;
    if (positions != (wanted->time_count > 0))
        return cli_usage_error("convert", "--to positions and --at must be used together");
    if (!positions && wanted->positions_form != CLI_POSITIONS_TEXT)
        return cli_usage_error("convert", "--format needs --to positions");
    if (!positions && wanted->to != CLI_TO_GLTF && wanted->mesh != NULL)
        return cli_usage_error("convert", "--mesh needs --to positions or --to gltf");
    return CLI_CLEAN;
}

/* Returns true if the chosen form may be written to a file with the extension of `named`. Positions and glTF may also
   be written to .json. */
static bool is_extension_allowed(const cli_convert_options *wanted, const extension_form *named)
{
    if (named->to == CLI_TO_NOT_GIVEN)
        return wanted->scene != NULL;
    return wanted->to == named->to
           || (named->to == CLI_TO_JSON && (wanted->to == CLI_TO_POSITIONS || wanted->to == CLI_TO_GLTF));
}

/* If no option selects a form, selects the form of OUT's extension. Returns CLI_USAGE, after a message, if an option has
   selected a form that does not fit the extension, or if OUT is an .obj without --obj-positions. */
static cli_exit choose_form_by_extension(cli_convert_options *wanted, bool asked)
{
    const extension_form *named = find_form_by_extension(wanted->out);
    if (named == NULL || (asked && is_extension_allowed(wanted, named)))
        return CLI_CLEAN;
    if (asked)
        return cli_usage_error("convert",
            "-o '%s': the file name extension means %s, but the options select another form",
            cli_shorten(wanted->out).text,
            named->to == CLI_TO_NOT_GIVEN ? "positions of vertices" : cli_output_form_of(named->to)->title);
    if (named->to == CLI_TO_NOT_GIVEN)
        return cli_usage_error("convert", "-o '%s': an .obj needs --obj-positions SCENE and --timestep T",
            cli_shorten(wanted->out).text);
    wanted->to = named->to;
    return CLI_CLEAN;
}

#define TO_TITLE(name, word, title, ...) ", to " title

cli_exit cli_check_and_complete_convert_options(cli_convert_run *run, cli_operands words)
{
    cli_convert_options *wanted = &run->wanted;
    const int kinds = has_mrtk_options(wanted) + has_memg_options(wanted) + (wanted->scene != NULL)
                      + (wanted->to < CLI_TO_NOT_GIVEN);
    if (words.count != 1)
        return cli_usage_error("convert", words.count == 0 ? "no file given" : "one file at a time");
    if (wanted->out == NULL)
        return cli_usage_error("convert", "no output given; use -o OUT");
    if (kinds > 1)
        return cli_usage_error(
            "convert", "only one of these conversions is possible at a time: of mrtk, of memg" CLI_FORMS(
                           TO_TITLE) ", by --obj-positions");
    cli_exit result = choose_form_by_extension(wanted, kinds > 0);
    if (result == CLI_CLEAN)
        result = check_dependent_options(wanted);
    run->from_json = kinds == 0 && find_form_by_extension(wanted->out) == NULL;
    return result;
}
