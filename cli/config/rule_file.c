#include "cli/config/rule_file.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config/named_file.h"
#include "cli/shared/open_text.h"

/* A file with rules, as it was read. */
typedef struct loaded_rule_file {
    char *real; /* path without links */
    cli_config_text text;
} loaded_rule_file;

/* Functions that read each file once */

static int compare_real_paths(const void *one, const void *other)
{
    return strcmp(((const loaded_rule_file *)one)->real, ((const loaded_rule_file *)other)->real);
}

static void free_known_file(void *node)
{
    loaded_rule_file *known = node;
    free(known->real);
    cli_config_text_free(&known->text);
    free(known);
}

/* Reads the file. Returns NULL, or the reason of a failure. */
static const char *read_rule_text(loaded_rule_file *known)
{
    const int file = open(known->real, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    if (file < 0)
        return cli_read_error_text(errno);
    const char *why = cli_config_text_read(&known->text, file);
    close(file);
    return why;
}

/* Sets *known to the file, which is read on the first call. Returns NULL, or the reason of a failure. */
static const char *find_or_read_rule_file(cli_rule_files *files, const char *real, loaded_rule_file **known)
{
    const loaded_rule_file wanted = { .real = (char *)real };
    loaded_rule_file **found = tfind(&wanted, &files->tree, compare_real_paths);
    if (found != NULL) {
        *known = *found;
        return NULL;
    }
    loaded_rule_file *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cli_no_room_to_read;
    made->real = strdup(real);
    const char *why = made->real == NULL ? cli_no_room_to_read : read_rule_text(made);
    if (why == NULL && tsearch(made, &files->tree, compare_real_paths) == NULL)
        why = cli_no_room_to_read;
    if (why == NULL)
        *known = made;
    else
        free_known_file(made);
    return why;
}

/* Functions for the configuration that names a file */

const cli_option cli_rule_file_rows[] = {
    { .name = "rules",
        .value = "FILE",
        CLI_TEXT(cli_settings_layer, rule_file),
        .completes = CLI_COMPLETES_FILES,
        .help =
            "read more sections [rule NAME] from this file, relative to the folder of the configuration" },
    { .name = NULL },
};

/* Returns the path of the file for messages, allocated: its name after the folder in the path of the configuration, as messages
   show that path. Returns NULL when out of memory. */
static char *rule_path_for_messages(const cli_config *config, const char *file)
{
    const bool has_folder = strchr(config->path, '/') != NULL && file[0] != '/';
    char *path = NULL;
    const int made = asprintf(&path, "%.*s%s%s", has_folder ? (int)config->folder_length : 0, config->path,
        has_folder ? "/" : "", file);
    return made < 0 ? NULL : path;
}

/* Loads the text and the folder of the file. Returns NULL, or the reason of a failure. */
static const char *load_rule_file(cli_config *config, cli_rule_files *files, const char *named)
{
    cli_rule_file *file = config->rule_file;
    char *path = cli_join_config_path(config, named);
    if (path == NULL)
        return cli_no_room_to_read;
    char *real = realpath(path, NULL);
    const int error = errno;
    free(path);
    if (real == NULL)
        return cli_read_error_text(error);
    loaded_rule_file *known;
    const char *why = cli_reason_to_refuse_file(config, real);
    if (why == NULL)
        why = find_or_read_rule_file(files, real, &known);
    if (why == NULL)
        why = cli_config_text_copy(&file->text, &known->text);
    const size_t folder_bytes = (size_t)(strrchr(real, '/') - real);
    real[folder_bytes == 0 ? 1 : folder_bytes] = '\0';
    file->folder = real;
    return why;
}

/* Sets the error of a file that cannot be read, at the line of the key. */
static cli_exit refuse_rule_file(cli_config *config, const char *named, const char *why)
{
    char wrong[CLI_WRONG_BYTES];
    snprintf(wrong, sizeof wrong, "rules: %s: %s", cli_shorten(named).text, why);
    return cli_config_set_error(
        config, cli_exit_of_read_error(why), config->path, cli_config_find_line(config, named, NULL), wrong);
}

/* Handles a line of the file, which may have only sections with rules. */
static cli_exit store_rule_file_line(cli_config *config, const cli_ini_item *at, char *wrong)
{
    if (at->section == NULL)
        return cli_config_error(wrong,
            "'%s' is before the first section; a file that the key rules names has "
            "sections [rule NAME]",
            cli_shorten(at->key).text);
    if (!cli_config_is_rule_section(at->section))
        return cli_config_error(wrong,
            "section [%s] belongs in the configuration; a file that the key rules "
            "names has only sections [rule NAME]",
            cli_shorten(at->section).text);
    return cli_config_store_rule_line(config, at, wrong);
}

cli_exit cli_read_rule_file(cli_config *config, cli_rule_files *files)
{
    const char *named = config->whole.rule_file;
    char wrong[CLI_WRONG_BYTES] = "no memory to read the rules";
    config->rules.own_count = config->rules.count;
    if (named == NULL)
        return CLI_CLEAN;
    cli_rule_file *file = config->rule_file = calloc(1, sizeof *file);
    if (file != NULL)
        file->path = rule_path_for_messages(config, named);
    const char *why =
        file == NULL || file->path == NULL ? cli_no_room_to_read : load_rule_file(config, files, named);
    if (why != NULL)
        return refuse_rule_file(config, named, why);
    cli_ini_parser ini;
    cli_ini_begin(&ini, file->text.bytes, file->text.size_bytes);
    while (cli_ini_next(&ini)) {
        const cli_exit result = store_rule_file_line(config, &ini.at, wrong);
        if (result != CLI_CLEAN)
            return cli_config_set_error(config, result, file->path, ini.at.line, wrong);
    }
    return ini.wrong == NULL ? CLI_CLEAN
                             : cli_config_set_error(config, CLI_USAGE, file->path, ini.at.line, ini.wrong);
}

void cli_rule_file_free(cli_rule_file *file)
{
    if (file == NULL)
        return;
    free(file->path);
    free(file->folder);
    cli_config_text_free(&file->text);
    free(file);
}

void cli_rule_files_free(cli_rule_files *files)
{
    tdestroy(files->tree, free_known_file);
    files->tree = NULL;
}
