/* animproof manual: prints manual pages for man(1), or writes all of them to a folder. */
#include <string.h>

#include "cli/options/commands.h"
#include "cli/reference/man_page.h"
#include "cli/shared/output_file.h"
#include "core/base/roff_text.h"
#include "core/base/version.h"
#include "validators/fixer.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers_text.h"
#include "validators/registry.h"

static const char introduction[] = ".SH NAME\n"
                                   "animproof\\-rules \\- the rules that animproof checks\n"
                                   ".SH DESCRIPTION\n"
                                   "An error breaks the published format, or the format's own reader refuses "
                                   "or misreads it. A warning is accepted by the\n"
                                   "format's own reader, but no sane producer writes it, or it plays back "
                                   "wrongly. A note is legal and readable.\n"
                                   ".PP\n"
                                   "The grade of a source says where a rule comes from: published (the "
                                   "published page says so), writer (what the format's own\n"
                                   "writer or reader does), derived (the format has no meaning otherwise), "
                                   "choice (decided by this project, because no source says so).\n"
                                   ".PP\n"
                                   ".B animproof explain\n"
                                   "prints one rule.\n";

static void put_item(FILE *stream, const char *title, const char *text)
{
    fprintf(stream, ".TP\n\\fI%s\\fR\n", title);
    ap_put_roff(stream, text);
}

static void put_rule(FILE *stream, const ap_rule *rule)
{
    char profiles[AP_PROFILE_TEXT_BYTES], readers[AP_RULE_READERS_TEXT_BYTES];
    fputs(".SS ", stream);
    ap_put_roff(stream, rule->id);
    fprintf(stream, "%s, %s: ", ap_severity_name(rule->severity), ap_validity_class_name(rule->kind));
    ap_put_roff(stream, rule->summary);
    fputs(".PP\n", stream);
    ap_put_roff(stream, rule->meaning);
    put_item(stream, "Points at", rule->points);
    put_item(stream, "Source", rule->source);
    fprintf(stream, "(%s)\n", ap_source_grade_name(rule->grade));
    put_item(stream, "Breaks", rule->breaks);
    ap_put_rule_readers(rule, readers, sizeof readers);
    if (readers[0] != '\0')
        put_item(stream, "Readers", readers);
    ap_put_rule_profiles(rule, profiles, sizeof profiles);
    if (profiles[0] != '\0')
        put_item(stream, "Profiles", profiles);
    put_item(stream, "Fix", rule->fix);
}

/* Writes the page animproof-rules(7), which documents every rule. The caller checks the stream for write errors. */
static void put_man_rules(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    fputs(".TH animproof\\-rules 7 \"\" \"" AP_PROGRAM " " AP_VERSION "\" \"" AP_PROGRAM "\"\n", stream);
    fputs(introduction, stream);
    for (size_t t = 0; t < count; t++) {
        fprintf(stream, ".SH %s: ", groups[t].name);
        ap_put_roff(stream, groups[t].title);
        for (size_t r = 0; r < tables[t].count; r++)
            put_rule(stream, &tables[t].rules[r]);
    }
    fputs(".SH SEE ALSO\n.BR animproof (1),\n.BR animproof\\-lint (1)\n", stream);
}

enum { PATH_BYTES = 4096 };

typedef struct manual_run {
    const char *folder; /* NULL: print one page to standard output */
} manual_run;

typedef struct manual_page {
    const cli_command *command; /* NULL for animproof-rules(7) */
    char name[CLI_MAN_NAME_BYTES + 4];
} manual_page;

static manual_page manual_page_of(const cli_command *command)
{
    manual_page page = { .command = command };
    char name[CLI_MAN_NAME_BYTES] = "animproof-rules";
    if (command != NULL)
        cli_man_page_name(command, name);
    snprintf(page.name, sizeof page.name, "%s.%d", name, command != NULL ? 1 : 7);
    return page;
}

static cli_exit put_page(FILE *stream, const manual_page *page)
{
    if (page->command != NULL)
        return cli_put_man_page(stream, page->command);
    put_man_rules(stream);
    return CLI_CLEAN;
}

static cli_exit write_page(const manual_run *run, const cli_command *command)
{
    const manual_page page = manual_page_of(command);
    char path[PATH_BYTES];
    cli_output_file target;
    cli_exit result = CLI_CLEAN;
    if (snprintf(path, sizeof path, "%s/%s", run->folder, page.name) >= (int)sizeof path)
        return cli_usage_error("manual", "the path of the folder is too long");
    cli_output_file_init(&target, path);
    if (cli_output_file_open_or_keep_error(&target))
        result = put_page(target.output.stream, &page);
    return cli_worse_exit_by_rank(result, cli_output_file_close(&target, result == CLI_CLEAN));
}

static cli_exit write_all_pages(const manual_run *run)
{
    cli_exit result = cli_make_directory(run->folder);
    if (result == CLI_CLEAN)
        result = cli_worse_exit_by_rank(write_page(run, &cli_program), write_page(run, NULL));
    for (const cli_command *const *command = cli_program.subcommands; *command != NULL && result == CLI_CLEAN;
         command++) {
        const cli_command *const *part = (*command)->subcommands;
        result = write_page(run, *command);
        for (; part != NULL && *part != NULL && result == CLI_CLEAN; part++)
            result = write_page(run, *part);
    }
    return result;
}

static cli_exit run_manual(void *record, cli_operands words)
{
    const manual_run *run = record;
    const cli_command *command = &cli_program;
    if (run->folder != NULL)
        return words.count > 0 ? cli_usage_error("manual", "--output writes all pages and takes no COMMAND")
                               : write_all_pages(run);
    if (words.count == 1 && strcmp(words.items[0], "rules(7)") == 0)
        command = NULL;
    for (size_t i = 0; i < words.count && command != NULL; i++) {
        const cli_command *part = cli_find_subcommand(command, words.items[i]);
        if (part == NULL)
            return cli_usage_error("manual", "'%s' is not a command", cli_shorten(words.items[i]).text);
        command = part;
    }
    const manual_page page = manual_page_of(command);
    return put_page(stdout, &page);
}

static bool command_name_choice(size_t index, cli_option_choice *choice)
{
    const cli_command *const *part = cli_program.subcommands;
    for (size_t i = 0; i < index && *part != NULL; i++)
        part++;
    if (*part != NULL)
        *choice = (cli_option_choice){ .name = (*part)->name };
    return *part != NULL;
}

static const cli_option rows[] = {
    { .name = "output",
        .letter = 'o',
        .value = "FOLDER",
        CLI_TEXT(manual_run, folder),
        .completes = CLI_COMPLETES_FOLDERS,
        .help = "write all pages to FOLDER: animproof.1, animproof-lint.1, ..., animproof-rules.7" },
    { .name = NULL },
};

static const cli_option_group groups[] = { { .rows = rows }, { .rows = NULL } };

static const cli_example examples[] = {
    { "animproof manual lint | man -l -", "Shows the page of a command without installing it." },
    { NULL, NULL },
};

const cli_command cli_manual = {
    .name = "manual",
    .words = "[COMMAND]",
    .usage = "[COMMAND]\n'rules(7)'\n-o FOLDER",
    .summary = "prints manual pages for man",
    .about = "Prints the manual page of a command, or of the program if no COMMAND is given. To read a page: "
             "`animproof manual lint | man -l -`.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 a file could not be written, 4 out of memory.",
    .options = groups,
    .record_bytes = sizeof(manual_run),
    .run = run_manual,
    .word = command_name_choice,
};
