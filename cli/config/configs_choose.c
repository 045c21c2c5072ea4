/* Decides which paths are checked and which are skipped: by the settings exclude and include, and by git's ignore
   patterns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/configs_private.h"

char *cli_configs_relative_path(const cli_configs *configs, const cli_config *config, const char *path)
{
    const size_t folder_bytes = strcmp(configs->latest_folder, ".") == 0 ? 0 : strlen(configs->latest_folder);
    char *whole = NULL;
    if (asprintf(&whole, "%s/%s", configs->latest_real_folder, path + folder_bytes) < 0)
        return NULL;
    const char *real = config->folder;
    const size_t length = strcmp(real, "/") == 0 ? 0 : strlen(real);
    const bool inside = strncmp(whole, real, length) == 0 && whole[length] == '/';
    const size_t skipped = inside ? length + 1 : 1;
    memmove(whole, whole + skipped, strlen(whole + skipped) + 1);
    return whole;
}

bool cli_configs_pattern_covers(cli_configs *configs, const cli_config *config, const char *pattern,
    const cli_settings_query *path, size_t names)
{
    const bool is_folder = path->kind == CLI_ASKED_FOLDER;
    const bool covers =
        cli_glob_matches_path_or_parent(pattern, path->path, is_folder, names, &configs->budget);
    if (!cli_glob_budget_is_spent(&configs->budget) || configs->budget_error != NULL)
        return covers;
    const int made =
        config == NULL
            ? asprintf(&configs->budget_error, "matching the patterns of the command line takes too long")
            : asprintf(&configs->budget_error,
                "%s:%zu: matching the patterns takes too long (--no-config ignores them)", config->path,
                cli_config_find_line(config, pattern, NULL));
    if (made < 0)
        configs->budget_error = NULL;
    return covers;
}

cli_settings_result cli_configs_match_error_or_clean(const cli_configs *configs)
{
    if (!cli_glob_budget_is_spent(&configs->budget))
        return (cli_settings_result){ .result = CLI_CLEAN };
    return configs->budget_error == NULL
               ? cli_configs_no_memory()
               : (cli_settings_result){ .result = CLI_INTERNAL, .wrong = configs->budget_error };
}

/* Returns CLI_YES if a pattern of the list matches the path. `config` is the configuration with the list; NULL for
   patterns of the command line. */
static cli_match_answer matches_any_pattern(cli_configs *configs, const cli_config *config,
    const cli_string_list *globs, const cli_settings_query *path, size_t names)
{
    for (size_t i = 0; i < globs->count; i++) {
        if (cli_configs_pattern_covers(configs, config, globs->items[i], path, names))
            return CLI_YES;
    }
    return cli_configs_match_error_or_clean(configs).result == CLI_CLEAN ? CLI_NO : CLI_NOT_KNOWN;
}

/* Returns CLI_YES if a pattern of either list matches the path. Patterns of the command line match the path as given;
   patterns of a configuration match the path relative to the configuration's folder. */
static cli_match_answer matches_asked_or_configured(cli_configs *configs, const cli_string_list *asked,
    const cli_string_list *configured, const cli_settings_query *path, size_t names)
{
    const bool here = strncmp(path->path, "./", 2) == 0;
    const cli_settings_query given = { path->path + (here ? 2 : 0), path->kind, names };
    const cli_match_answer answer = matches_any_pattern(configs, NULL, asked, &given, names);
    if (answer != CLI_NO || configured == NULL || configured->count == 0)
        return answer;
    char *inside = cli_configs_relative_path(configs, configs->latest_config, path->path);
    if (inside == NULL)
        return CLI_NOT_KNOWN;
    const cli_settings_query real = { inside, path->kind, names };
    const cli_match_answer named =
        matches_any_pattern(configs, configs->latest_config, configured, &real, names);
    free(inside);
    return named;
}

static cli_match_answer is_path_excluded(cli_configs *configs, const cli_settings_query *path)
{
    const cli_settings_layer *asked = configs->asked;
    const cli_settings_layer *whole = configs->latest_config == NULL ? NULL : &configs->latest_config->whole;
    const bool forced = asked->force_exclude || (whole != NULL && whole->force_exclude);
    if (path->kind == CLI_ASKED_NAMED && !forced)
        return CLI_NO;
    return matches_asked_or_configured(configs, &asked->exclude, whole == NULL ? NULL : &whole->exclude, path,
        forced ? SIZE_MAX : path->names);
}

cli_match_answer cli_configs_is_member_excluded(cli_configs *configs, const char *archive, const char *member)
{
    const cli_string_list *asked = &configs->asked->exclude;
    const cli_string_list *configured =
        configs->latest_config == NULL ? NULL : &configs->latest_config->whole.exclude;
    cli_settings_query query = { NULL, CLI_ASKED_FILE, 1 };
    char *path = NULL;
    cli_glob_budget_add_path(&configs->budget);
    if (asked->count == 0 && (configured == NULL || configured->count == 0))
        return CLI_NO;
    if (asprintf(&path, "%s/%s", archive, member) < 0)
        return CLI_NOT_KNOWN;
    for (const char *at = member; *at != '\0'; at++)
        query.names += *at == '/';
    query.path = path;
    const cli_match_answer excluded =
        matches_asked_or_configured(configs, asked, configured, &query, query.names);
    free(path);
    return excluded;
}

static cli_match_answer matches_include_pattern(cli_configs *configs, const cli_settings_query *path)
{
    const cli_config *config = configs->latest_config;
    if (path->kind != CLI_ASKED_FILE)
        return CLI_NO;
    return matches_asked_or_configured(
        configs, &configs->asked->include, config == NULL ? NULL : &config->whole.include, path, 1);
}

/* Returns the position of the slash before the last `names` components of the path, or the start of a path that has no such
   slash. The path must not end with a slash. */
static char *slash_before_last_names_or_start(char *path, size_t names)
{
    char *at = path + strlen(path);
    while (at > path && names > 0)
        names -= *--at == '/';
    return at;
}

/* Returns whether git ignores the path, or one of the folders in its last `names` components. `path` has no symbolic
   links, and is modified during the call. */
static cli_ignore_result match_ignore_files(cli_configs *configs, char *path, const cli_settings_query *asked)
{
    cli_ignore_result ignoring = CLI_IGNORES_NOT;
    char *name = slash_before_last_names_or_start(path, asked->names), *next;
    for (; name != NULL && ignoring == CLI_IGNORES_NOT; name = next) {
        next = strchr(name + 1, '/');
        *name = '\0';
        if (next != NULL)
            *next = '\0';
        ignoring = cli_ignores_find_result(
            &configs->ignores, path, name + 1, next != NULL || asked->kind == CLI_ASKED_FOLDER);
        *name = '/';
        if (next != NULL)
            *next = '/';
    }
    return ignoring;
}

/* Returns why the path is skipped if git ignores the path, or if the path is git's own folder: a static text; otherwise NULL. If
   an error occurs, sets *here to the error. */
static const char *reason_git_ignores_path(
    cli_configs *configs, const cli_settings_query *asked, cli_settings_result *here)
{
    const cli_config *config = configs->latest_config;
    const char *slash = strrchr(asked->path, '/');
    const char *name = slash == NULL ? asked->path : slash + 1;
    char *whole = NULL;
    if (configs->asked->no_ignore || (config != NULL && config->whole.no_ignore))
        return NULL;
    const bool made = asprintf(&whole, "%s/%s", configs->latest_real_folder, name) >= 0;
    const cli_ignore_result ignoring =
        made ? match_ignore_files(configs, whole, asked) : CLI_IGNORING_NO_MEMORY;
    if (made)
        free(whole);
    if (ignoring == CLI_IGNORING_NO_MEMORY)
        *here = cli_configs_no_memory();
    else if (ignoring == CLI_IGNORING_TOO_LONG)
        *here = (cli_settings_result){ .result = CLI_INTERNAL,
            .wrong = "matching the patterns of .gitignore takes too long (--no-ignore ignores them)" };
    if (ignoring == CLI_IGNORES_NOT && strcmp(name, ".git") == 0)
        return "the folder holds git's own files";
    return ignoring == CLI_IGNORES ? "git ignores it" : NULL;
}

cli_settings_result cli_configs_settings_and_skip_reason(
    cli_configs *configs, const cli_settings_query *asked)
{
    cli_settings_result here = cli_configs_settings_of_file(configs, asked->path);
    if (here.result != CLI_CLEAN)
        return here;
    const cli_match_answer excluded = is_path_excluded(configs, asked);
    if (excluded == CLI_YES)
        here.skip_reason = "it is excluded";
    else if (asked->kind != CLI_ASKED_NAMED)
        here.skip_reason = reason_git_ignores_path(configs, asked, &here);
    const cli_match_answer included =
        here.skip_reason == NULL ? matches_include_pattern(configs, asked) : CLI_NO;
    const cli_settings_result spent = cli_configs_match_error_or_clean(configs);
    if (excluded == CLI_NOT_KNOWN || included == CLI_NOT_KNOWN)
        return spent.result != CLI_CLEAN ? spent : cli_configs_no_memory();
    here.included = included == CLI_YES;
    return here;
}

void cli_configs_drop_ignores_and_set_unread_callback(
    cli_configs *configs, cli_unread_patterns_callback *unread, void *context)
{
    cli_ignores_free(&configs->ignores);
    configs->ignores.unread = unread;
    configs->ignores.context = context;
}
