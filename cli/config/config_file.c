#include "cli/config/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/config/ini.h"
#include "cli/config/named_file.h"
#include "cli/shared/open_text.h"
#include "validators/services/rule_names/nearest.h"

enum {
    MOST_PARTS = CLI_MOST_LAYERS - 2,
    MOST_KEYS = 32,
    MOST_PATTERNS = 1000,     /* limits the time per file: each file is matched against all patterns */
    MOST_PATTERN_BYTES = 4096 /* PATH_MAX: no path is longer */
};

static const char whole_name[] = "animproof", severity_name[] = "severity", policy_name[] = "policy",
                  part_name[] = "path ", rule_name[] = "rule ";

cli_exit cli_config_set_error(
    cli_config *config, cli_exit result, const char *path, size_t line, const char *why)
{
    config->result = result;
    const int made = line > 0 ? asprintf(&config->wrong, "%s:%zu: %s", path, line, why)
                              : asprintf(&config->wrong, "%s: %s", path, why);
    if (made < 0) {
        config->wrong = NULL;
        config->result = CLI_INTERNAL;
    }
    return config->result;
}

static cli_exit set_config_error(cli_config *config, cli_exit result, size_t line, const char *why)
{
    return cli_config_set_error(config, result, config->path, line, why);
}

size_t cli_config_find_line(const cli_config *config, const char *text, const char **path)
{
    size_t line = cli_config_text_line(&config->text, text);
    const bool is_elsewhere = line == 0 && config->rule_file != NULL;
    if (is_elsewhere)
        line = cli_config_text_line(&config->rule_file->text, text);
    if (path != NULL)
        *path = is_elsewhere && line > 0 ? config->rule_file->path : config->path;
    return line;
}

/* Functions that store sections and keys */

/* Removes blanks around commas, and commas at the end of a list. Each item stays in its line, so that
   cli_config_find_line finds the line. */
static void trim_blanks_around_commas(char *text)
{
    static const char blanks[] = " \t\r";
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        const char *next = at + strspn(at, blanks);
        if (next > at && (*next == ',' || *next == '\0' || to == text || to[-1] == ',')) {
            at = next;
            continue;
        }
        *to++ = *at++;
    }
    while (to > text && to[-1] == ',')
        to--;
    *to = '\0';
}

static cli_exit refuse_unknown_key(const cli_option_group *groups, const char *key, char *wrong)
{
    const char *names[MOST_KEYS];
    size_t count = 0;
    cli_resolved_option row;
    for (const cli_option_group *group = groups; !cli_is_end_of_groups(group); group++) {
        for (size_t i = 0; count < MOST_KEYS && cli_option_row_at(group, i, &row); i++)
            names[count++] = row.option.name;
    }
    return cli_refuse_unknown_name(wrong, "key", key, names, count);
}

static bool find_key(const cli_option_group *groups, const char *key, cli_resolved_option *row)
{
    return cli_find_option(groups, key, strlen(key), row) && row->option.kind != CLI_KIND_HELP;
}

/* Counts the patterns in a comma-separated list. Returns CLI_USAGE if there are too many, or if one is too long. */
static cli_exit count_patterns_within_limits(
    cli_config *config, const char *key, const char *list, char *wrong)
{
    for (const char *at = list;; at++) {
        const size_t length = strcspn(at, ",");
        if (length > MOST_PATTERN_BYTES)
            return cli_config_error(wrong, "%s: a pattern is longer than %d bytes", key, MOST_PATTERN_BYTES);
        if (++config->pattern_count > MOST_PATTERNS)
            return cli_config_error(wrong, "%s: the file has more than %d patterns", key, MOST_PATTERNS);
        at += length;
        if (*at == '\0')
            return CLI_CLEAN;
    }
}

/* Stores the value of a key in `record`; `groups` has the keys of such a record. `keys` lists the keys that the section has
   set so far, except those with lists. */
static cli_exit store_value_of_key(cli_config *config, const cli_option_group *groups, void *record,
    cli_string_list *keys, const cli_ini_item *at, char *wrong)
{
    cli_resolved_option row;
    if (!find_key(groups, at->key, &row))
        return refuse_unknown_key(groups, at->key, wrong);
    const bool list = row.option.kind == CLI_KIND_LIST;
    if (!list && (!at->first || cli_string_list_find(keys, at->key) != NULL))
        return cli_config_error(wrong, "%s is set twice in this section", at->key);
    if (!list && !cli_string_list_add(keys, at->key))
        return CLI_INTERNAL;
    if (list)
        trim_blanks_around_commas(at->value);
    /* a list may have an empty value: its values follow on indented lines */
    if (list && at->value[0] == '\0')
        return CLI_CLEAN;
    cli_exit result = list ? count_patterns_within_limits(config, at->key, at->value, wrong) : CLI_CLEAN;
    if (result == CLI_CLEAN && row.option.kind == CLI_KIND_TEXT
        && row.option.completes == CLI_COMPLETES_FILES)
        result = cli_check_named_file(config, at->key, at->value, wrong);
    return result == CLI_CLEAN ? cli_store_config_value(&row, record, at->value, wrong) : result;
}

/* Stores the value of a key in the layer, and checks the names of rules in the layer. A key is an option of the same name, or
   a key of [policy]. */
static cli_exit store_config_key(cli_config *config, const cli_option_group *groups,
    cli_settings_layer *layer, const cli_ini_item *at, char *wrong)
{
    const cli_exit result = store_value_of_key(config, groups, layer, &layer->keys, at, wrong);
    return result == CLI_CLEAN ? cli_check_rules(&layer->rules, NULL, wrong) : result;
}

void cli_config_write_policy_origin(const cli_config *config, const char *text, ap_policy_origin *origin)
{
    const char *path;
    const size_t line = cli_config_find_line(config, text, &path);
    const char *slash = strrchr(path, '/');
    const int length =
        snprintf(origin->text, sizeof origin->text, "%s:%zu", slash == NULL ? path : slash + 1, line);
    if (length >= (int)sizeof origin->text)
        snprintf(origin->text, sizeof origin->text, "line %zu", line);
}

/* Stores the value of a key of [policy], and checks it. */
static cli_exit store_policy_key(
    cli_config *config, cli_settings_layer *layer, const cli_ini_item *at, char *wrong)
{
    ap_policy_origin origin;
    const cli_exit result = store_config_key(config, cli_policy_groups, layer, at, wrong);
    cli_config_write_policy_origin(config, at->key, &origin);
    return result == CLI_CLEAN ? cli_parse_policy_values(&layer->policy, &origin, wrong) : result;
}

/* Turns the line "RULE = LEVEL" into the text RULE=LEVEL of --severity, in place. Moves the level to the left within
   its line. */
static cli_exit store_rule_severity(cli_config *config, const cli_ini_item *at, char *wrong)
{
    cli_settings_layer *layer = &config->whole;
    const cli_exit counted = count_patterns_within_limits(config, severity_name, at->key, wrong);
    char *equals = at->key + strlen(at->key);
    if (!at->first)
        return cli_config_error(wrong, "expected 'RULE = LEVEL' or '[section]'");
    if (counted != CLI_CLEAN)
        return counted;
    *equals = '=';
    memmove(equals + 1, at->value, strlen(at->value) + 1);
    if (!cli_string_list_add(&layer->rules.severity, at->key))
        return CLI_INTERNAL;
    return cli_check_rules(&layer->rules, NULL, wrong);
}

static cli_exit add_path_section(cli_config *config, const char *glob, char *wrong)
{
    if (config->part_count == MOST_PARTS)
        return cli_config_error(wrong, "more than %d sections [path GLOB]", MOST_PARTS);
    cli_config_path_section *parts = reallocarray(config->parts, config->part_count + 1, sizeof *parts);
    if (parts == NULL)
        return CLI_INTERNAL;
    config->parts = parts;
    parts[config->part_count].glob = glob;
    cli_layer_set_defaults(&parts[config->part_count++].layer);
    return CLI_CLEAN;
}

/* Returns true if the key chooses files, such as `exclude`, or names a file with rules. These keys take effect
   before the sections for a file are known, so sections [path GLOB] may not have them. */
static bool is_key_only_for_all_files(const char *key)
{
    static const cli_option_group groups[] = { { .rows = cli_choosing_rows }, { .rows = cli_rule_file_rows },
        { .rows = NULL } };
    cli_resolved_option row;
    return find_key(groups, key, &row);
}

static bool is_path_section(const char *section)
{
    return strncmp(section, part_name, sizeof part_name - 1) == 0;
}

bool cli_config_is_rule_section(const char *section)
{
    return strncmp(section, rule_name, sizeof rule_name - 1) == 0;
}

cli_exit cli_config_store_rule_line(cli_config *config, const cli_ini_item *at, char wrong[CLI_WRONG_BYTES])
{
    cli_rule_sections *sections = &config->rules;
    if (at->key == NULL) {
        const char *name = at->section + sizeof rule_name - 1;
        return cli_add_rule_section(sections, name + strspn(name, " \t"), wrong);
    }
    cli_rule_section *section = &sections->items[sections->count - 1];
    return store_value_of_key(config, cli_rule_section_groups, section, &section->keys, at, wrong);
}

/* Begins the section of a line [section], even if no key follows. */
static cli_exit begin_section_of_line(cli_config *config, const char *section, char *wrong)
{
    static const char *const names[] = { whole_name, severity_name, policy_name, "path GLOB", "rule NAME" };
    if (is_path_section(section)) {
        const char *glob = section + sizeof part_name - 1;
        const cli_exit counted = count_patterns_within_limits(config, "path", glob, wrong);
        return counted == CLI_CLEAN ? add_path_section(config, glob + strspn(glob, " \t"), wrong) : counted;
    }
    if (strcmp(section, whole_name) == 0 || strcmp(section, severity_name) == 0
        || strcmp(section, policy_name) == 0)
        return CLI_CLEAN;
    char name[AP_RULE_NAME_BYTES];
    if (ap_find_current_rule_name(section, name, sizeof name))
        return cli_config_error(wrong, "section [%s] was renamed to [%s]", section, name);
    return cli_refuse_unknown_name(wrong, "section", section, names, sizeof names / sizeof *names);
}

/* Stores a key of the last section [path GLOB]. */
static cli_exit store_key_of_path_section(cli_config *config, const cli_ini_item *at, char *wrong)
{
    cli_resolved_option row;
    if (is_key_only_for_all_files(at->key))
        return cli_config_error(wrong, "%s belongs in [%s]", at->key, whole_name);
    cli_settings_layer *layer = &config->parts[config->part_count - 1].layer;
    return find_key(cli_policy_groups, at->key, &row)
               ? store_policy_key(config, layer, at, wrong)
               : store_config_key(config, cli_config_groups, layer, at, wrong);
}

static cli_exit store_section_value(cli_config *config, const cli_ini_item *at, char *wrong)
{
    cli_resolved_option row;
    if (at->section == NULL)
        return cli_config_error(wrong, "'%s' is before the first section; is [%s] missing?",
            cli_shorten(at->key).text, whole_name);
    if (is_path_section(at->section))
        return store_key_of_path_section(config, at, wrong);
    if (strcmp(at->section, severity_name) == 0)
        return store_rule_severity(config, at, wrong);
    if (strcmp(at->section, policy_name) == 0)
        return store_policy_key(config, &config->whole, at, wrong);
    if (find_key(cli_policy_groups, at->key, &row))
        return cli_config_error(wrong, "%s belongs in [%s]", at->key, policy_name);
    return store_config_key(config, cli_config_groups, &config->whole, at, wrong);
}

/* Handles a line: the start of a section, or a value. */
static cli_exit store_config_line(cli_config *config, const cli_ini_item *at, char *wrong)
{
    if (at->section != NULL && cli_config_is_rule_section(at->section))
        return cli_config_store_rule_line(config, at, wrong);
    return at->key == NULL ? begin_section_of_line(config, at->section, wrong)
                           : store_section_value(config, at, wrong);
}

static cli_exit store_lines_and_finish_rules(cli_config *config, cli_config_shared *shared)
{
    cli_ini_parser ini;
    char wrong[CLI_WRONG_BYTES] = "no memory to read the configuration";
    cli_ini_begin(&ini, config->text.bytes, config->text.size_bytes);
    while (cli_ini_next(&ini)) {
        const cli_exit result = store_config_line(config, &ini.at, wrong);
        if (result != CLI_CLEAN)
            return set_config_error(config, result, ini.at.line, wrong);
    }
    if (ini.wrong != NULL)
        return set_config_error(config, CLI_USAGE, ini.at.line, ini.wrong);
    if (cli_read_rule_file(config, &shared->rule_files) != CLI_CLEAN)
        return config->result;
    const char *place = NULL, *path;
    const cli_exit result = cli_make_rules_of_sections(config, shared, &place, wrong);
    const size_t line = cli_config_find_line(config, place, &path);
    return result == CLI_CLEAN ? result : cli_config_set_error(config, result, path, line, wrong);
}

/* Functions that open and close a configuration */

/* Returns true if `error`, the errno of opening the file, means that there is no such file. A symbolic link exists
   (ELOOP) even if its target does not. A path that is too long does not exist. A file in a folder that the user may not
   search counts as absent too. */
static bool is_absent_error(const char *path, size_t folder_length, int error)
{
    if (error != EACCES)
        return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
    char *folder = folder_length == 0 ? strdup("/") : strndup(path, folder_length);
    const bool closed = folder != NULL && access(folder, X_OK) != 0;
    free(folder);
    return closed;
}

/* Returns the reason why the file could not be opened, from errno. `found`: the search found the file. Such a file is
   not opened through a symbolic link: otherwise the author of the link could choose any file of the user, which
   messages then quote. */
static const char *reason_of_failed_open(const char *path, bool found)
{
    struct stat about;
    if (!found || errno != ELOOP || stat(path, &about) != 0)
        return strerror(errno);
    return "is a symbolic link; a linked configuration is read only if --config names the link";
}

/* Returns the folder of the configuration file without symbolic links, allocated; NULL on failure. Resolved once,
   because all paths are matched relative to this folder. */
static char *real_folder_of(const cli_config *config)
{
    if (strchr(config->path, '/') == NULL)
        return realpath(".", NULL);
    char *folder = config->folder_length == 0 ? strdup("/") : strndup(config->path, config->folder_length);
    char *real = folder == NULL ? NULL : realpath(folder, NULL);
    free(folder);
    return real;
}

/* Reads the text of the configuration, finds its folder, and stores its lines. */
static cli_exit read_and_store_config(cli_config *config, int file, cli_config_shared *shared)
{
    const char *why = cli_config_text_read(&config->text, file);
    if (why != NULL)
        return set_config_error(config, cli_exit_of_read_error(why), 0, why);
    config->folder = real_folder_of(config);
    return config->folder != NULL ? store_lines_and_finish_rules(config, shared)
                                  : set_config_error(config, cli_exit_of_errno(errno), 0, strerror(errno));
}

cli_config *cli_config_read(const char *path, cli_config_shared *shared, bool *absent)
{
    cli_config *config = calloc(1, sizeof *config);
    char *copy = strdup(path);
    if (config == NULL || copy == NULL) {
        free(config);
        free(copy);
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    config->path = copy;
    config->found = absent != NULL;
    config->folder_length = slash == NULL ? 0 : (size_t)(slash - path);
    cli_layer_set_defaults(&config->whole);
    const int file =
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (absent == NULL ? 0 : O_NOFOLLOW));
    if (file < 0 && absent != NULL && is_absent_error(path, config->folder_length, errno)) {
        cli_config_free(config);
        *absent = true;
        return NULL;
    }
    if (file < 0)
        (void)set_config_error(config, CLI_UNREADABLE, 0, reason_of_failed_open(path, absent != NULL));
    else
        (void)read_and_store_config(config, file, shared);
    if (file >= 0)
        close(file);
    return config;
}

void cli_config_free(cli_config *config)
{
    if (config == NULL)
        return;
    cli_layer_free(&config->whole);
    for (size_t i = 0; i < config->part_count; i++)
        cli_layer_free(&config->parts[i].layer);
    cli_rule_sections_free(&config->rules);
    tdestroy(config->merged_settings, free);
    free(config->parts);
    free(config->path);
    free(config->folder);
    cli_config_text_free(&config->text);
    cli_rule_file_free(config->rule_file);
    free(config->wrong);
    free(config);
}
