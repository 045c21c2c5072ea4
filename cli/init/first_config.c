#include "cli/init/first_config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/config/settings.h"
#include "cli/options/help_text.h"
#include "core/base/terminal_text.h"
#include "validators/registry.h"

enum { COLUMNS = 80 };

/* Writes the numbers of files of each format: "8 md5anim, 2 md5mesh". `files` is in the order of ap_formats. */
static void put_counts_by_format(FILE *stream, const size_t *files)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const char *separator = "";
    for (size_t i = 0; i < count; i++) {
        if (files[i] == 0)
            continue;
        fprintf(stream, "%s%zu %s", separator, files[i], formats[i]->name);
        separator = ", ";
    }
    if (*separator == '\0')
        fputs("no animation files", stream);
}

void first_config_put_file_counts(FILE *stream, const tree_facts *facts)
{
    put_counts_by_format(stream, facts->files);
    if (facts->broken > 0)
        fprintf(stream, "; %zu %s with errors", facts->broken, facts->broken == 1 ? "file" : "files");
}

void first_config_put_archive(FILE *stream, const tree_archive *archive)
{
    ap_put_file_name(stream, archive->path);
    fputs(": ", stream);
    put_counts_by_format(stream, archive->files);
}

void first_config_put_exclusion(FILE *stream, const tree_exclusion *exclusion)
{
    ap_put_file_name(stream, exclusion->path);
    if (exclusion->path[strlen(exclusion->path) - 1] == '/')
        fprintf(stream, ": the name means broken files, and %zu of %zu %s errors", exclusion->broken,
            exclusion->files, exclusion->files == 1 ? "has" : "have");
    else
        fputs(": the name means a broken file, and it has errors", stream);
}

void first_config_put_profile_reason(FILE *stream, const tree_profile *profile)
{
    if (profile->sign == NULL) {
        fputs("all files are written as MRTK's published page says", stream);
        return;
    }
    ap_put_file_name(stream, profile->sign);
    fprintf(stream, " is named like a file of %s", profile->program);
    if (profile->other_sign == NULL)
        return;
    fputs(", and ", stream);
    ap_put_file_name(stream, profile->other_sign);
    fprintf(stream, " like a file of %s", profile->other_program);
}

/* Writes a pattern that matches the path. A byte that has a meaning in patterns or in lists of patterns becomes `?`,
   which matches any byte. */
static void put_exclusion_pattern(FILE *stream, const char *path)
{
    fputc('/', stream);
    for (const char *at = path; *at != '\0'; at++) {
        const unsigned char byte = (unsigned char)*at;
        const bool edge_blank = byte == ' ' && (at[1] == '\0' || at[1] == '/');
        fputc(byte < ' ' || byte == 0x7f || edge_blank || strchr("*?[]\\!#,", byte) != NULL ? '?' : byte,
            stream);
    }
}

/* Writes the text as comment lines, broken between words. */
static void put_comment(FILE *stream, const char *text)
{
    size_t column = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t length = strcspn(at, " ");
        if (column == 0 || column + 1 + length > COLUMNS) {
            fputs(column > 0 ? "\n#" : "#", stream);
            column = 1;
        }
        fprintf(stream, " %.*s", (int)length, at);
        column += 1 + length;
        at += length + strspn(at + length, " ");
    }
    fputc('\n', stream);
}

static void put_profile_key(FILE *stream, const tree_profile *profile)
{
    fputs("# ", stream);
    first_config_put_profile_reason(stream, profile);
    fprintf(stream, "\nprofile = %s\n", profile->name);
}

static void put_exclusions(FILE *stream, const tree_facts *facts)
{
    for (size_t i = 0; i < facts->exclusion_count; i++) {
        fputs("# ", stream);
        first_config_put_exclusion(stream, &facts->exclusions[i]);
        fputc('\n', stream);
    }
    fputs("exclude =", stream);
    for (size_t i = 0; i < facts->exclusion_count; i++) {
        fputs(i == 0 ? " " : "    ", stream);
        put_exclusion_pattern(stream, facts->exclusions[i].path);
        fputc('\n', stream);
    }
}

/* Writes a key with its description: "# exit 1 if a finding ...", "#fail-on = LEVEL". Sets the profile and the exclusions if the
   facts decide them. */
static void put_key_and_description(
    FILE *stream, const tree_facts *facts, const cli_option *key, const char *description)
{
    const tree_profile profile = tree_facts_choose_profile(facts);
    fputc('\n', stream);
    put_comment(stream, description);
    if (strcmp(key->name, "profile") == 0 && profile.name != NULL)
        put_profile_key(stream, &profile);
    else if (strcmp(key->name, "exclude") == 0 && facts->exclusion_count > 0)
        put_exclusions(stream, facts);
    else
        fprintf(stream, "#%s = %s\n", key->name, key->value == NULL ? "yes" : key->value);
}

static void put_all_keys(
    FILE *stream, const tree_facts *facts, const cli_help_source *helped, cli_help_text *text)
{
    cli_resolved_option row;
    fputs("# Written by `animproof init`\n# Found: ", stream);
    first_config_put_file_counts(stream, facts);
    fputs("\n"
          "# To set a key, remove the # at the start of its line and replace the word in capitals.\n"
          "# `animproof config FILE` prints the settings for a file. A section \"[path third-party/]\" sets\n"
          "# keys for the files in a folder.\n"
          "[animproof]\n",
        stream);
    for (const cli_option_group *group = cli_config_groups; !cli_is_end_of_groups(group); group++) {
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++) {
            text->size = 0;
            cli_expand_option_help(text, helped, &row);
            put_key_and_description(stream, facts, &row.option, text->bytes);
        }
    }
}

/* Writes a section [rule NAME] as a comment, with examples for `rules --test`. */
static void put_example_rule(FILE *stream)
{
    fputs("\n"
          "# A rule of one's own, as an example: remove the # of the lines below. `animproof rules --test`\n"
          "# checks its examples, and `animproof stats --list` prints the figures.\n"
          "#[rule short-animations]\n"
          "#figure = duration\n"
          "#most = 10\n"
          "#severity = warning\n"
          "#message = animations last ten seconds at most\n"
          "#passes = 10\n"
          "#fails = 10.5\n",
        stream);
}

/* The descriptions of keys are expanded with the defaults of a layer. */

static void set_defaults(void *record)
{
    cli_layer_set_defaults(record);
}

static void release_record(void *record)
{
    cli_layer_free(record);
}

static const cli_command keys = {
    .record_bytes = sizeof(cli_settings_layer), .prepare = set_defaults, .release = release_record
};

cli_exit first_config_write(FILE *stream, const tree_facts *facts)
{
    cli_help_source helped;
    cli_help_text *text = malloc(sizeof *text);
    if (text == NULL)
        return cli_fail_no_memory();
    const bool prepared = cli_help_source_begin(&helped, &keys);
    if (prepared) {
        put_all_keys(stream, facts, &helped, text);
        put_example_rule(stream);
        cli_help_source_end(&helped);
    }
    free(text);
    return prepared ? CLI_CLEAN : CLI_INTERNAL;
}
