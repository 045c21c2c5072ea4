/* Implements animproof spec: prints descriptions of the binary formats for other programs. The descriptions in
   docs/formats/spec/ are compiled into the program. */
#include <string.h>

#include "cli/options/commands.h"
#include "cli/shared/output_file.h"
#include "core/base/embedded.h"
#include "validators/registry.h"

AP_EMBEDDED(spec_mrtk_ksy, "docs/formats/spec/mrtk.ksy");
AP_EMBEDDED(spec_mrtk_hexpat, "docs/formats/spec/mrtk.hexpat");
AP_EMBEDDED(spec_published_ksy, "docs/formats/spec/mrtk-published.ksy");
AP_EMBEDDED(spec_published_hexpat, "docs/formats/spec/mrtk-published.hexpat");
AP_EMBEDDED(spec_memg_ksy, "docs/formats/spec/memg.ksy");
AP_EMBEDDED(spec_memg_hexpat, "docs/formats/spec/memg.hexpat");

typedef enum spec_language { SPEC_NONE, SPEC_KSY, SPEC_HEXPAT } spec_language;

/* The descriptions, in the order of the formats in the registry. The first layout of a format is the one that `auto`
   selects. */
static const struct description {
    const char *format, *layout; /* name of the layout; NULL if the format has only one layout */
    spec_language language;
    const char *text;
} descriptions[] = {
    { "mrtk", "writer", SPEC_KSY, spec_mrtk_ksy },
    { "mrtk", "writer", SPEC_HEXPAT, spec_mrtk_hexpat },
    { "mrtk", "published", SPEC_KSY, spec_published_ksy },
    { "mrtk", "published", SPEC_HEXPAT, spec_published_hexpat },
    { "memg", NULL, SPEC_KSY, spec_memg_ksy },
    { "memg", NULL, SPEC_HEXPAT, spec_memg_hexpat },
};

enum { DESCRIPTIONS = sizeof descriptions / sizeof *descriptions };

typedef struct spec_run {
    spec_language language;
    const char *out;
    unsigned choices[AP_LINT_CHOICES];
    size_t max_memory_bytes; /* value of --max-memory, which is accepted but has no effect */
} spec_run;

static const cli_option_choice languages[] = { { "ksy", SPEC_KSY, "Kaitai Struct" },
    { "hexpat", SPEC_HEXPAT, "ImHex" }, { NULL, 0, NULL } };

/* Returns option number `index` of all format options that select a layout, and sets *owner to the option's format.
   Returns NULL after the last option. */
static const ap_format_option *layout_option_at(size_t index, const ap_format **owner)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t o = 0; o < formats[i]->option_count; o++) {
            if (!formats[i]->options[o].layouts || index-- > 0)
                continue;
            *owner = formats[i];
            return &formats[i]->options[o];
        }
    }
    return NULL;
}

static bool layout_option_row(size_t index, cli_option *row)
{
    const ap_format *owner;
    const ap_format_option *option = layout_option_at(index, &owner);
    if (option == NULL)
        return false;
    *row = (cli_option){ .name = option->name,
        .value = "NAME",
        .help = "layout to describe; auto is the layout that the format's own writer writes",
        .kind = CLI_KIND_CHOICE,
        .at = CLI_AT_INT(spec_run, choices[0]) + option->index * sizeof(unsigned),
        .words = option->words };
    return true;
}

/* Sets *layout to the layout that the user chose, or to NULL. Returns CLI_USAGE, after a message, if the chosen layout belongs
   to another format. */
static cli_exit choose_layout_by_options(const spec_run *run, const ap_format *format, const char **layout)
{
    const ap_format *owner;
    const ap_format_option *option;
    *layout = NULL;
    for (size_t i = 0; (option = layout_option_at(i, &owner)) != NULL; i++) {
        if (run->choices[option->index] == 0)
            continue;
        if (owner != format)
            return cli_usage_error(
                "spec", "--%s is an option of %s, not of %s", option->name, owner->name, format->name);
        *layout = ap_enum_name_of(option->words, (int)run->choices[option->index]);
    }
    return CLI_CLEAN;
}

/* Returns the first description of the format that fits, or NULL. SPEC_NONE fits any language, a NULL layout any layout. */
static const struct description *find_matching_description(
    const char *format, spec_language language, const char *layout)
{
    for (size_t i = 0; i < DESCRIPTIONS; i++) {
        if (strcmp(descriptions[i].format, format) == 0
            && (language == SPEC_NONE || language == descriptions[i].language)
            && (layout == NULL || strcmp(descriptions[i].layout, layout) == 0))
            return &descriptions[i];
    }
    return NULL;
}

static cli_exit write_description(const char *out, const char *text)
{
    cli_output_file target;
    cli_output_file_init(&target, out == NULL ? "-" : out);
    if (cli_output_file_open_or_keep_error(&target))
        fputs(text, target.output.stream);
    return cli_output_file_close(&target, true);
}

/* Sets *choice to the name of a format with a description, which the command accepts as operand. Returns false after
   the last such format. */
static bool described_format_choice(size_t index, cli_option_choice *choice)
{
    for (size_t i = 0; i < DESCRIPTIONS; i++) {
        if (find_matching_description(descriptions[i].format, SPEC_NONE, NULL) != &descriptions[i]
            || index-- > 0)
            continue;
        *choice = (cli_option_choice){ .name = descriptions[i].format, .value = (int)i };
        return true;
    }
    return false;
}

static cli_exit refuse_undescribed_format(const char *word, const ap_format *format)
{
    char names[128];
    size_t used = 0;
    cli_option_choice choice;
    for (size_t i = 0; described_format_choice(i, &choice) && used < sizeof names; i++)
        used +=
            (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " and " : "", choice.name);
    if (format == NULL)
        return cli_usage_error(
            "spec", "'%s' is not a format; %s can be described", cli_shorten(word).text, names);
    return cli_usage_error("spec", "%s %s; %s can be described", format->name,
        format->text ? "is a text format; only binary formats can be described" : "has no description",
        names);
}

static cli_exit run_spec(void *record, cli_operands words)
{
    const spec_run *run = record;
    const char *layout;
    if (words.count != 1)
        return cli_usage_error("spec", words.count == 0 ? "no format given" : "one format at a time");
    const ap_format *format = ap_find_format(words.items[0]);
    if (format == NULL || find_matching_description(format->name, SPEC_NONE, NULL) == NULL)
        return refuse_undescribed_format(words.items[0], format);
    if (run->language == SPEC_NONE)
        return cli_usage_error("spec", "no --format given: ksy (Kaitai Struct) or hexpat (ImHex)");
    const cli_exit result = choose_layout_by_options(run, format, &layout);
    return result == CLI_CLEAN ? write_description(
               run->out, find_matching_description(format->name, run->language, layout)->text)
                               : result;
}

static void set_defaults(void *record)
{
    spec_run *run = record;
    run->max_memory_bytes = (size_t)2 << 30;
}

static const cli_option rows[] = {
    { .name = "format",
        .value = "F",
        CLI_CHOICE(spec_run, language),
        .choices = languages,
        .help = "{choices}" },
    { .name = "output",
        .letter = 'o',
        .value = "FILE",
        CLI_TEXT(spec_run, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "write to FILE instead of standard output ('-')" },
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(spec_run, max_memory_bytes),
        .help = "accepted like in other commands, but has no effect ({default})" },
    { .name = NULL },
};

static const cli_option_group groups[] = { { .rows = rows }, { .row = layout_option_row }, { .rows = NULL } };

static const cli_example examples[] = {
    { "animproof spec mrtk --format ksy -o mrtk.ksy", "Describes MRTK input animation for Kaitai Struct." },
    { "animproof spec memg --format hexpat -o memg.hexpat", "Describes mesh-ensemble motion for ImHex." },
    { NULL, NULL },
};

const cli_command cli_spec_command = {
    .name = "spec",
    .words = "FORMAT",
    .usage = "--format F [OPTION]... FORMAT",
    .summary = "describes a binary format for Kaitai Struct or ImHex",
    .about = "Prints a description of a binary format for another program: ksy for Kaitai Struct, which "
             "generates readers in a dozen languages, or hexpat for the hex editor ImHex.",
    .notes = "Text formats have no description.",
    .examples = examples,
    .exits = "0 written, 2 usage, or a format that cannot be described, 3 the output could not be written, 4 "
             "internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(spec_run),
    .prepare = set_defaults,
    .run = run_spec,
    .word = described_format_choice,
};
