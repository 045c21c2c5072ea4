/* animproof spec: descriptions of the binary formats, for other programs. */
#include "cli/spec/spec_words.h"

#include <string.h>

#include "cli/shared/commands.h"
#include "cli/shared/output_file.h"
#include "validators/registry.h"

typedef enum spec_language { SPEC_NONE, SPEC_KSY, SPEC_HEXPAT } spec_language;

typedef struct spec_run {
    spec_language language;
    const char *out;
    unsigned choices[AP_LINT_CHOICES];
    size_t max_memory_bytes;
    ap_arena arena;
    char call[256];
} spec_run;

static const cli_choice languages[] = { { "ksy", SPEC_KSY, "Kaitai Struct" },
    { "hexpat", SPEC_HEXPAT, "ImHex" }, { NULL, 0, NULL } };

/* The options of the formats that name a layout. */

static const ap_format_option *layout_option(size_t index, const ap_format **owner)
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

static bool layout_row(size_t index, cli_option *row)
{
    const ap_format *owner;
    const ap_format_option *option = layout_option(index, &owner);
    if (option == NULL)
        return false;
    *row = (cli_option){ .name = option->name,
        .value = "NAME",
        .help = "the layout that is described; auto is the one that the format's own writer writes",
        .kind = CLI_KIND_CHOICE,
        .at = CLI_AT_INT(spec_run, choices[0]) + option->index * sizeof(unsigned),
        .words = option->words };
    return true;
}

/* The layout of the format that is wanted; NULL: it has one. */
static const char *layout_of(const spec_run *run, const ap_format *format)
{
    const ap_format *owner;
    const ap_format_option *option;
    for (size_t i = 0; (option = layout_option(i, &owner)) != NULL; i++) {
        if (owner == format)
            return run->choices[option->index] == 0
                       ? option->words[1].word
                       : ap_word_of(option->words, (int)run->choices[option->index]);
    }
    return NULL;
}

static cli_exit check_layouts(const spec_run *run, const ap_format *format)
{
    const ap_format *owner;
    const ap_format_option *option;
    for (size_t i = 0; (option = layout_option(i, &owner)) != NULL; i++) {
        if (owner != format && run->choices[option->index] != 0)
            return cli_usage(
                "spec", "--%s is about %s, not about %s", option->name, owner->name, format->name);
    }
    return CLI_CLEAN;
}

/* What makes the description, as it is typed. */
static void put_call(spec_run *run, const ap_format *format, const char *layout)
{
    const ap_format *owner;
    size_t used = (size_t)snprintf(run->call, sizeof run->call, "animproof spec %s --format %s", format->name,
        run->language == SPEC_KSY ? "ksy" : "hexpat");
    for (size_t i = 0; layout != NULL && used < sizeof run->call; i++) {
        const ap_format_option *option = layout_option(i, &owner);
        if (option == NULL)
            return;
        if (owner == format)
            used +=
                (size_t)snprintf(run->call + used, sizeof run->call - used, " --%s %s", option->name, layout);
    }
}

static cli_exit write_spec(spec_run *run, const ap_format *format, const ap_spec *made)
{
    cli_target target;
    const char *layout = layout_of(run, format);
    put_call(run, format, layout);
    cli_target_init(&target, run->out == NULL ? "-" : run->out);
    if (cli_target_open(&target)) {
        const cli_spec spec = { target.output.stream, format, made, run->call, layout };
        (run->language == SPEC_KSY ? cli_put_ksy : cli_put_hexpat)(&spec);
    }
    return cli_target_close(&target, true);
}

static cli_exit describe(spec_run *run, const ap_format *format)
{
    const char *fault;
    ap_arena_init(&run->arena, run->max_memory_bytes);
    const ap_spec *made = ap_spec_make(format, layout_of(run, format), &run->arena, &fault);
    cli_exit result = CLI_INTERNAL;
    if (made != NULL)
        result = write_spec(run, format, made);
    else if (run->arena.failed)
        cli_error("memory ran out (--max-memory)");
    else
        cli_error_about(format->name, "%s", fault);
    ap_arena_free(&run->arena);
    return result;
}

/* The binary formats, which are its words. */
static bool binary_format(size_t index, cli_choice *choice)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->text || index-- > 0)
            continue;
        *choice = (cli_choice){ .name = formats[i]->name, .value = (int)i };
        return true;
    }
    return false;
}

static cli_exit refuse_format(const char *word, const ap_format *format)
{
    char names[128];
    size_t used = 0;
    cli_choice choice;
    for (size_t i = 0; binary_format(i, &choice) && used < sizeof names; i++)
        used +=
            (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " and " : "", choice.name);
    if (format == NULL)
        return cli_usage("spec", "'%s' is not a format; %s can be described", cli_quote(word).text, names);
    return cli_usage("spec", "%s is a text format: it has no bytes to describe; %s can be described",
        cli_quote(word).text, names);
}

static cli_exit spec(void *record, cli_words words)
{
    spec_run *run = record;
    if (words.count != 1)
        return cli_usage("spec", words.count == 0 ? "no format given" : "one format at a time");
    const ap_format *format = ap_find_format(words.items[0]);
    if (format == NULL || format->text)
        return refuse_format(words.items[0], format);
    if (run->language == SPEC_NONE)
        return cli_usage("spec", "--format says for which program; none is given");
    const cli_exit result = check_layouts(run, format);
    return result == CLI_CLEAN ? describe(run, format) : result;
}

static void prepare(void *record)
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
        .help = "where it is written; '-', and where nothing is given, is standard output" },
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(spec_run, max_memory_bytes),
        .help = "for learning what the format is ({default}; 0: no limit; may end in K, M, G, T)" },
    { .name = NULL },
};

static const cli_option_group groups[] = { { .rows = rows }, { .row = layout_row }, { .rows = NULL } };

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
    .about = "Writes what a binary format is made of in the language of another program: a description for "
             "Kaitai Struct (ksy), which makes readers in a dozen languages of it, or a pattern for the hex "
             "editor ImHex (hexpat). It is learnt from the functions that read and write the format here.",
    .notes = "Text formats have no such description.",
    .examples = examples,
    .exits = "0 written, 2 usage, or a format that cannot be described, 3 the output could not be written, 4 "
             "internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(spec_run),
    .prepare = prepare,
    .run = spec,
    .word = binary_format,
};
