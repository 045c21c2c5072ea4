/* Reads a configuration file, .animproof.ini. */
#ifndef AP_CONFIG_FILE_H
#define AP_CONFIG_FILE_H

#include <stdint.h>

#include "cli/config/config_text.h"
#include "cli/config/field_paths.h"
#include "cli/config/ini.h"
#include "cli/config/rule_file.h"
#include "cli/config/rule_sections.h"
#include "cli/config/settings.h"

#define CLI_CONFIG_NAME ".animproof.ini"

/* A section [path GLOB]: settings for the files that match the pattern. */
typedef struct cli_config_path_section {
    const char *glob;
    cli_settings_layer layer;
} cli_config_path_section;

/* The merged settings for all files that match the same sections. */
typedef struct cli_merged_settings {
    uint64_t parts; /* bit N is set if the section [path GLOB] with index N matches */
    cli_settings settings;
} cli_merged_settings;

/* Rules, files and paths of fields that the configurations of a run share. Initialise with zeros. */
typedef struct cli_config_shared {
    ap_own_table own_rules; /* the rules that the configurations define */
    cli_rule_files rule_files;
    cli_field_paths field_paths;
} cli_config_shared;

void cli_config_shared_free(cli_config_shared *shared);

/* A parsed configuration file. */
typedef struct cli_config {
    char *path; /* path of the file, as the search found it or as --config names it */
    size_t
        folder_length; /* length of the folder's part of `path`, without the last slash; patterns are relative
                          to this folder */
    bool found;        /* true if the search found the file; false if --config names the file */
    char *folder; /* folder of the configuration, without links; NULL only if `result` is not CLI_CLEAN */
    cli_config_text text;
    cli_rule_file *rule_file; /* NULL: the key `rules` names no file, or it is not read yet */
    cli_settings_layer whole;
    cli_rule_sections rules; /* sections [rule NAME], then those of `rule_file` */
    /* number of items in the lists of all keys and sections, such as patterns of paths, rules and joint names */
    size_t pattern_count;
    cli_config_path_section *parts; /* sections [path GLOB] in the order of the file */
    size_t part_count;
    void *merged_settings; /* tree of cli_merged_settings, ordered by `parts`; filled on demand */
    cli_exit result;       /* CLI_CLEAN, or the exit code if the file is unusable */
    char *wrong;           /* "PATH:LINE: MESSAGE" if `result` is not CLI_CLEAN; NULL when out of memory */
} cli_config;

/* Reads a configuration file, and adds the rules that it defines to those of the run. The caller frees the result with
   cli_config_free, before the rules. Errors in the file are stored in the result. `absent` is NULL for the file of --config, and
   not NULL for a file that the search looks for: then a symbolic link is refused, and if the file does not exist, *absent is set
   and the result is NULL. Returns NULL otherwise only when out of memory. */
cli_config *cli_config_read(const char *path, cli_config_shared *shared, bool *absent);

/* Returns the line number of a text of a layer or a section, and sets *path to the file with the line: the configuration, or its
   file with rules. Returns 0 if the text is in neither. `path` may be NULL. */
size_t cli_config_find_line(const cli_config *config, const char *text, const char **path);

/* Sets the origin to "FILE:LINE" of a text in the configuration, without the folders of the file, or to "line LINE" if that
   is too long. */
void cli_config_write_policy_origin(const cli_config *config, const char *text, ap_policy_origin *origin);

/* Sets the error of the configuration: "PATH:LINE: WHY", or "PATH: WHY" for line 0. Returns the exit code of the configuration,
   which is CLI_INTERNAL when out of memory. */
cli_exit cli_config_set_error(
    cli_config *config, cli_exit result, const char *path, size_t line, const char *why);

/* Handles a line of a section [rule NAME]: its name or a key. Returns CLI_CLEAN, or another code with the message in `wrong`. */
cli_exit cli_config_store_rule_line(cli_config *config, const cli_ini_item *at, char wrong[CLI_WRONG_BYTES]);

/* Returns true if the section is named [rule NAME]. */
bool cli_config_is_rule_section(const char *section);

void cli_config_free(cli_config *config);

#endif
