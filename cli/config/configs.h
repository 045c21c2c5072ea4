/* Which configuration holds for a file: the nearest .animproof.ini in its folder or above, or the one that the command
   line names for all. For one thread; what it returns is never changed and stays until cli_configs_free. */
#ifndef AP_CONFIGS_H
#define AP_CONFIGS_H

#include "cli/config/config_file.h"
#include "cli/config/ignores.h"

/* What a command line says of configuration. */
typedef struct cli_config_choice {
    const char *path; /* NULL: found */
    bool none;
} cli_config_choice;

/* Its options, for a group whose record is a cli_config_choice. */
extern const cli_option cli_config_rows[];

typedef struct cli_configs cli_configs;

/* What was found for a file. */
typedef struct cli_configured {
    const cli_settings *settings; /* NULL: nothing is known, see `result` */
    const cli_config *config;     /* NULL: none holds */
    cli_exit result;              /* CLI_CLEAN, or what a command has to end with */
    const char *wrong;            /* then: a message */
    const char *unwanted;         /* why it is not judged, or not entered: a text that stays; NULL: it is */
    bool included;                /* met, and judged whatever it holds */
} cli_configured;

/* Begins. All that is given must outlive it; `asked` was checked (cli_check_rules). CLI_CLEAN, or after a message
   CLI_USAGE or CLI_INTERNAL. */
cli_exit cli_configs_open(
    cli_configs **configs, const char *command, const cli_config_choice *choice, const cli_layer *asked);

/* For a file, which need not be there; its folder says where a configuration is looked for. */
cli_configured cli_configs_of_file(cli_configs *configs, const char *path);

/* For what is no file: what holds in the working folder, without sections of paths. */
cli_configured cli_configs_of_run(cli_configs *configs);

/* What a path is that is asked for: named by a user, or a file or folder that was met. */
typedef enum cli_asked_kind { CLI_ASKED_NAMED, CLI_ASKED_FILE, CLI_ASKED_FOLDER } cli_asked_kind;

typedef struct cli_asked_path {
    const char *path;
    cli_asked_kind kind;
    size_t
        names; /* of what was met: those of its path, from the last, that nobody has asked for. 1 in a walk */
} cli_asked_path;

/* As cli_configs_of_file, and says whether it is wanted. What was met is not where a pattern of the command line or
   of the configuration excludes it, or git ignores it, or a folder among its `names`; what is named is, unless
   exclusion is forced. */
cli_configured cli_configs_choose(cli_configs *configs, const cli_asked_path *asked);

/* CLI_NOT_KNOWN: out of memory, or the patterns take too long (cli_configs_spent). */
typedef enum cli_answer { CLI_NO, CLI_YES, CLI_NOT_KNOWN } cli_answer;

/* Finds out if a pattern of the command line or of the configuration excludes a file of the archive that was asked for last,
   as if the archive was a folder; `member` is the file's name in it. Patterns of git do not look into archives. */
cli_answer cli_configs_exclude_member(cli_configs *configs, const char *archive, const char *member);

/* Returns the exit code and message of a run whose patterns take too long; result is CLI_CLEAN if they do not. */
cli_configured cli_configs_spent(const cli_configs *configs);

/* Called with each file of patterns for git that cannot be read, and why. */
void cli_configs_report(cli_configs *configs, cli_ignore_unread *unread, void *context);

/* The layers that hold for the file, in the order of cli_settle. Returns how many; 0 when out of memory. */
size_t cli_configs_layers(cli_configs *configs, const cli_config *config, const char *path,
    const cli_layer *layers[CLI_MOST_LAYERS]);

void cli_configs_free(cli_configs *configs);

/* Writes a first configuration into the folder, made of the rows of the keys, each of which is a comment. CLI_CLEAN, or after a
   message CLI_UNREADABLE (also if the folder has a configuration) or CLI_INTERNAL (config_init.c). */
cli_exit cli_config_init(const char *folder);

#endif
