#include <stdlib.h>
#include <string.h>

#include "cli/convert/convert.h"
#include "cli/shared/extension.h"
#include "core/number/number.h"
#include "validators/md5anim/md5anim.h"

#define FORM_ROW(name, word, title, function, format, help)                                                  \
    { word, title, CLI_TO_##name, help, format, function },
static const cli_form others[] = { CLI_FORMS(FORM_ROW) };

enum { OTHERS = sizeof others / sizeof *others };

const cli_form *cli_form_of(int to)
{
    size_t i = 0;
    while (i < OTHERS && others[i].to != to)
        i++;
    return i < OTHERS ? &others[i] : NULL;
}

/* Forms for several formats, then the versions of MRTK. */
static bool form_choice(size_t index, cli_choice *choice)
{
    if (index < OTHERS) {
        *choice = (cli_choice){ others[index].word, others[index].to, others[index].help };
        return true;
    }
    const ap_enum_name *minor = &ap_mrtk_minors[index - OTHERS];
    *choice = (cli_choice){ minor->word, minor->value, ap_mrtk_format.name };
    return minor->word != NULL;
}

static const cli_choice layouts[] = { { "writer", AP_MRTK_WRITER, "what MRTK reads and writes" },
    { "published", AP_MRTK_PUBLISHED, "28-byte keys, no markers" }, { NULL, 0, NULL } };
static const cli_choice endiannesses[] = { { "little", AP_MEMG_LITTLE, NULL }, { "big", AP_MEMG_BIG, NULL },
    { NULL, 0, NULL } };
static const cli_choice forms[] = { { "text", CLI_POSITIONS_TEXT, "a line for each joint" },
    { "json", CLI_POSITIONS_JSON, NULL }, { NULL, 0, NULL } };
static const cli_choice orders[] = { { "column", AP_MEMG_COLUMN, NULL }, { "row", AP_MEMG_ROW, NULL },
    { NULL, 0, NULL } };

/* The form that the end of a file's name says. */
typedef struct named_form {
    const char *ending;
    int to; /* CLI_TO_SAME: an option says it, not --to */
} named_form;

/* Returns NULL if the end of the name says no form. */
static const named_form *form_of_name(const char *name)
{
#define ENDING_ROW(ending, form) { ending, CLI_TO_##form },
    static const named_form named[] = { CLI_ENDINGS(ENDING_ROW, ENDING_ROW){ ".obj", CLI_TO_SAME } };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (cli_ends_in(name, strlen(name), named[i].ending))
            return &named[i];
    }
    return NULL;
}

static cli_exit take_time(cli_conversion *wanted, const cli_given *given, const char *text)
{
    const ap_view view = { (const uint8_t *)text, strlen(text) };
    if (ap_parse_float(view).fault != AP_NUMBER_FINE)
        return cli_wrong(given, "'%s' is not %s", cli_quote(text).text, given->option->must);
    const size_t count = wanted->time_count;
    const bool full = (count & (count - 1)) == 0; /* the room is a power of two */
    double *seconds =
        full ? reallocarray(wanted->seconds, count == 0 ? 1 : 2 * count, sizeof *seconds) : wanted->seconds;
    if (seconds == NULL)
        return cli_fail(CLI_INTERNAL, NULL, "memory ran out");
    wanted->seconds = seconds;
    wanted->seconds[wanted->time_count++] = strtod(text, NULL);
    return CLI_CLEAN;
}

/* Adds the times between commas. */
static cli_exit take_times(const cli_given *given)
{
    cli_exit result = CLI_CLEAN;
    char *rest = given->text;
    while (result == CLI_CLEAN && rest != NULL)
        result = take_time(given->place, given, strsep(&rest, ","));
    return result;
}

static const cli_option to_rows[] = {
    { .name = "output",
        .letter = 'o',
        .value = "OUT",
        CLI_TEXT(cli_conversion, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "where to; '-' is standard output. Without --to, the end of OUT says the "
                "form: " CLI_ENDINGS_TEXT },
    { .name = "to",
        .value = "FORM",
        CLI_CHOICE(cli_conversion, to),
        .choice = form_choice,
        .help = "{choices}" },
    { .name = NULL },
};

static const cli_option mrtk_rows[] = {
    { .name = "layout",
        .value = "NAME",
        CLI_CHOICE(cli_conversion, variant),
        .choices = layouts,
        .help = "{choices}" },
    { .name = NULL },
};

static const cli_option memg_rows[] = {
    { .name = "byte-order",
        .value = "NAME",
        CLI_CHOICE(cli_conversion, endianness),
        .choices = endiannesses,
        .help = "{choices}; takes big-endian files, too" },
    { .name = "matrix-order",
        .value = "NAME",
        CLI_CHOICE(cli_conversion, order),
        CLI_GIVEN(cli_conversion, reorder),
        .choices = orders,
        .help = "order of the elements of U and Q in OUT: column or row" },
    { .name = "obj-positions",
        .value = "SCENE",
        CLI_TEXT(cli_conversion, scene),
        .completes = CLI_COMPLETES_FILES,
        .help = "OUT is a copy of SCENE, an .obj, with the vertices where they are" },
    { .name = "timestep",
        .value = "T",
        CLI_COUNT(cli_conversion, timestep),
        CLI_GIVEN(cli_conversion, timed),
        .help = "at this timestep, counted from 0" },
    { .name = NULL },
};

static const cli_option md5anim_rows[] = {
    { .name = "at",
        .value = "SECONDS,...",
        CLI_TAKEN(take_times),
        .must = "a time in seconds",
        .help = "where joints are at these times; may be repeated" },
    { .name = "mesh",
        .value = "PATH",
        CLI_TEXT(cli_conversion, mesh),
        .completes = CLI_COMPLETES_FILES,
        .help = "the .md5mesh that the animation must fit (default: the one that lint finds)" },
    { .name = "format",
        .value = "NAME",
        CLI_CHOICE(cli_conversion, form),
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

static bool wants_mrtk(const cli_conversion *wanted)
{
    return wanted->to >= 0 || wanted->variant != AP_MRTK_AUTO;
}

static bool wants_memg(const cli_conversion *wanted)
{
    return wanted->endianness != AP_MEMG_KEEP_ENDIAN || wanted->reorder;
}

static cli_exit check_pairs_of_options(const cli_conversion *wanted)
{
    if ((wanted->scene != NULL) != wanted->timed)
        return cli_usage("convert", "--obj-positions and --timestep belong together");
    const bool positions = wanted->to == CLI_TO_POSITIONS;
    if (positions != (wanted->time_count > 0))
        return cli_usage("convert", "--to positions and --at belong together");
    if (!positions && wanted->form != CLI_POSITIONS_TEXT)
        return cli_usage("convert", "--format belongs to --to positions");
    if (!positions && wanted->to != CLI_TO_GLTF && wanted->mesh != NULL)
        return cli_usage("convert", "--mesh belongs to --to positions and --to gltf");
    return CLI_CLEAN;
}

/* Returns true if the form is one that a file with that end of its name may have. Positions and glTF may be JSON. */
static bool may_be_named(const cli_conversion *wanted, const named_form *named)
{
    if (named->to == CLI_TO_SAME)
        return wanted->scene != NULL;
    return wanted->to == named->to
           || (named->to == CLI_TO_JSON && (wanted->to == CLI_TO_POSITIONS || wanted->to == CLI_TO_GLTF));
}

/* Takes the form that the end of OUT says, if no option says one; if one does, both must agree. */
static cli_exit take_named_form(cli_conversion *wanted, bool asked)
{
    const named_form *named = form_of_name(wanted->out);
    if (named == NULL || (asked && may_be_named(wanted, named)))
        return CLI_CLEAN;
    if (asked)
        return cli_usage("convert", "-o '%s': the name says %s, and the options another form",
            cli_quote(wanted->out).text,
            named->to == CLI_TO_SAME ? "positions of vertices" : cli_form_of(named->to)->title);
    if (named->to == CLI_TO_SAME)
        return cli_usage("convert", "-o '%s': --obj-positions SCENE and --timestep T write an .obj",
            cli_quote(wanted->out).text);
    wanted->to = named->to;
    return CLI_CLEAN;
}

#define TO_TITLE(name, word, title, ...) ", to " title

cli_exit cli_check_conversion(cli_convert_run *run, cli_words words)
{
    cli_conversion *wanted = &run->wanted;
    const int kinds =
        wants_mrtk(wanted) + wants_memg(wanted) + (wanted->scene != NULL) + (wanted->to < CLI_TO_SAME);
    if (words.count != 1)
        return cli_usage("convert", words.count == 0 ? "no file given" : "one file at a time");
    if (wanted->out == NULL)
        return cli_usage("convert", "-o says where to; none is given");
    if (kinds > 1)
        return cli_usage("convert",
            "conversions of mrtk, of memg" CLI_FORMS(TO_TITLE) ", and --obj-positions exclude each other");
    cli_exit result = take_named_form(wanted, kinds > 0);
    if (result == CLI_CLEAN)
        result = check_pairs_of_options(wanted);
    run->from_json = kinds == 0 && form_of_name(wanted->out) == NULL;
    return result;
}
