/* Writes a first configuration in which each key is a comment (`animproof config --init`). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/config/configs.h"
#include "cli/options/help_text.h"
#include "cli/shared/output_file.h"
#include "core/base/terminal_text.h"

enum { COLUMNS = 80 };

/* Prints the text as comment lines, broken between words. */
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

/* Prints a key: "# exit 1 if a finding ...", "#fail-on = LEVEL". */
static void put_key(
    FILE *stream, const cli_help_source *helped, const cli_resolved_option *row, cli_help_text *text)
{
    text->size = 0;
    cli_expand_option(text, helped, row);
    fputc('\n', stream);
    put_comment(stream, text->bytes);
    fprintf(stream, "#%s = %s\n", row->option.name, row->option.value == NULL ? "yes" : row->option.value);
}

static void put_all_keys(FILE *stream, const cli_help_source *helped, cli_help_text *text)
{
    cli_resolved_option row;
    fputs("# To set a key, remove the # at the start of its line and replace the word in capitals.\n"
          "# `animproof config FILE` prints the settings for a file. A section \"[path third-party/]\" sets\n"
          "# keys for the files in a folder.\n"
          "[animproof]\n",
        stream);
    for (const cli_option_group *group = cli_config_groups; !cli_is_last_group(group); group++) {
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++)
            put_key(stream, helped, &row, text);
    }
}

static cli_exit write_config_text(const char *path, const cli_help_source *helped)
{
    cli_target target;
    cli_help_text *text = malloc(sizeof *text);
    if (text == NULL)
        return cli_fail_no_memory();
    cli_target_init(&target, path);
    if (cli_target_open(&target))
        put_all_keys(target.output.stream, helped, text);
    free(text);
    return cli_target_close(&target, true);
}

/* The help texts of keys are expanded with the defaults of a layer. */

static void set_defaults(void *record)
{
    cli_layer_set_defaults(record);
}

static void release_record(void *record)
{
    cli_layer_free(record);
}

static const cli_command keys = {
    .record_bytes = sizeof(cli_layer), .prepare = set_defaults, .release = release_record
};

static cli_exit create_config_file(const char *path)
{
    struct stat about;
    cli_help_source helped;
    const bool exists = lstat(path, &about) == 0;
    if (exists || errno != ENOENT)
        return cli_fail(CLI_UNREADABLE, path, "%s", exists ? "already exists" : strerror(errno));
    const bool prepared = cli_help_source_begin(&helped, &keys);
    const cli_exit result = prepared ? write_config_text(path, &helped) : CLI_INTERNAL;
    if (prepared)
        cli_help_source_end(&helped);
    return result;
}

cli_exit cli_config_init(const char *folder)
{
    char *path = NULL;
    const bool here = strcmp(folder, ".") == 0;
    if (asprintf(&path, "%s%s" CLI_CONFIG_NAME, here ? "" : folder, here ? "" : "/") < 0)
        return cli_fail_no_memory();
    const cli_exit result = create_config_file(path);
    if (result == CLI_CLEAN) {
        ap_put_name(stdout, path);
        fputs(" was written; all keys in it are comments\n", stdout);
    }
    free(path);
    return result;
}
