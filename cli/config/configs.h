/* Finds the configuration for each file: the nearest .animproof.ini in the file's folder or above, or the file given by
   --config for all files. Not thread-safe. Returned settings and configurations stay valid and unchanged until
   cli_configs_free, an error message only until the next call. */
#ifndef AP_CONFIGS_H
#define AP_CONFIGS_H

#include "cli/config/config_file.h"
#include "cli/config/ignores.h"

/* The options --config and --no-config. */
typedef struct cli_config_choice {
    const char *path; /* path of --config; NULL: the configuration is searched for */
    bool none;
} cli_config_choice;

/* Rows of --config and --no-config, for a group with a record of type cli_config_choice. */
extern const cli_option cli_config_rows[];

typedef struct cli_configs cli_configs;

/* The settings for one file. */
typedef struct cli_settings_result {
    const cli_settings *settings; /* NULL if `result` is not CLI_CLEAN */
    const cli_config *config;     /* NULL if the file has no configuration */
    /* CLI_CLEAN, or the exit code of the command if the configuration is unusable */
    cli_exit result;
    const char *wrong;       /* the error message if `result` is not CLI_CLEAN */
    const char *skip_reason; /* why the path is skipped, a static text; NULL: the path is checked */
    /* a directory walk found the file, and a pattern of --include or of the key `include` matches: the file is checked even
       if its content is not recognised */
    bool included;
} cli_settings_result;

/* Allocates *configs. All arguments must outlive *configs; `asked`, the settings of the command line, must have passed
   cli_check_rules. Returns CLI_CLEAN, or after a message CLI_USAGE or CLI_INTERNAL, and then leaves *configs unchanged. */
cli_exit cli_configs_open(cli_configs **configs, const char *command, const cli_config_choice *choice,
    const cli_settings_layer *asked);

/* Returns the settings for a file. The file need not exist; the search for a configuration starts in its
   folder. */
cli_settings_result cli_configs_settings_of_file(cli_configs *configs, const char *path);

/* Returns the settings of the working folder without sections [path GLOB], for results that do not belong to
   a file. */
cli_settings_result cli_configs_settings_of_run(cli_configs *configs);

/* Calls cli_configs_open, then sets *here as cli_configs_settings_of_run does. Returns CLI_CLEAN, or an exit code after
   a message. */
cli_exit cli_configs_open_run(cli_configs **configs, const char *command, const cli_config_choice *choice,
    const cli_settings_layer *asked, cli_settings_result *here);

/* How a path entered the run: the user named it, or a directory walk found it as a file or as a folder. */
typedef enum cli_settings_query_origin {
    CLI_ASKED_NAMED,
    CLI_ASKED_FILE,
    CLI_ASKED_FOLDER
} cli_settings_query_origin;

/* A path for which settings are wanted. */
typedef struct cli_settings_query {
    const char *path;
    cli_settings_query_origin kind;
    /* number of path components, counted from the end, that the user did not give; 1 in a directory walk */
    size_t names;
} cli_settings_query;

/* Returns the settings for a path, and sets `skip_reason` if the path is skipped. A path found in a folder is skipped if a
   pattern excludes or git ignores the path or one of the folders in its last `names` components. A path named by the
   user is skipped only if a pattern excludes it and --force-exclude is given. */
cli_settings_result cli_configs_settings_and_skip_reason(
    cli_configs *configs, const cli_settings_query *asked);

/* CLI_NOT_KNOWN means out of memory, or patterns that take too long (cli_configs_match_error_or_clean). */
typedef enum cli_match_answer { CLI_NO, CLI_YES, CLI_NOT_KNOWN } cli_match_answer;

/* Returns CLI_YES if a pattern of the command line or the configuration excludes a file in an archive; patterns match
   as if the archive were a folder. `archive` is the path of the latest call of cli_configs_settings_and_skip_reason; `member`
   is the file's name in the archive. Patterns of git do not apply inside archives. */
cli_match_answer cli_configs_is_member_excluded(
    cli_configs *configs, const char *archive, const char *member);

/* Returns the exit code and the message if matching patterns has taken too many steps in this run; otherwise `result`
   is CLI_CLEAN. */
cli_settings_result cli_configs_match_error_or_clean(const cli_configs *configs);

/* Sets the function that is called with each file of git ignore patterns that cannot be read, and with the reason; NULL: none.
   Drops the ignore files read so far; they are read again, so that their errors are reported too. */
void cli_configs_drop_ignores_and_set_unread_callback(
    cli_configs *configs, cli_unread_patterns_callback *unread, void *context);

/* Lists the layers that apply to a file, from the first to the last that cli_merge_layers applies. Returns their
   number; 0 when out of memory. */
size_t cli_configs_list_layers(cli_configs *configs, const cli_config *config, const char *path,
    const cli_settings_layer *layers[CLI_MOST_LAYERS]);

/* Returns the table of the rules that the configurations define; owned by `configs`. */
ap_own_table *cli_configs_own_rules(cli_configs *configs);

/* Frees the configurations and the rules that they define: no finding of such a rule may be used afterwards. */
void cli_configs_free(cli_configs *configs);

#endif
