/* Reads a configuration file, .animproof.ini. */
#ifndef AP_CONFIG_FILE_H
#define AP_CONFIG_FILE_H

#include <stdint.h>

#include "cli/config/rule_sections.h"
#include "cli/config/settings.h"

#define CLI_CONFIG_NAME ".animproof.ini"

/* A section [path GLOB]: settings for the files that match the pattern. */
typedef struct cli_config_part {
    const char *glob;
    cli_layer layer;
} cli_config_part;

/* The merged settings for all files that match the same sections. */
typedef struct cli_merged_settings {
    uint64_t parts; /* bit N is set if the section [path GLOB] with index N matches */
    cli_settings settings;
} cli_merged_settings;

enum {
    CLI_CONFIG_MOST_BYTES = 1 << 20,
    /* bytes of text for each entry of `lines_before`; finding the line number of a value searches at most this many
       bytes */
    CLI_CONFIG_STRETCH = 256
};

/* A parsed configuration file. */
typedef struct cli_config {
    char *path; /* path of the file, as the search found it or as --config names it */
    size_t
        folder_length; /* length of the folder's part of `path`, without the last slash; patterns are relative
                          to this folder */
    bool found;        /* true if the search found the file; false if --config names the file */
    char *folder;   /* folder of the configuration, without links; NULL only if `result` is not CLI_CLEAN */
    char *text;     /* the text of the file, in which NULs end the values; the layers point into this text */
    char *original; /* unchanged copy of the text */
    size_t size_bytes;
    uint32_t lines_before[CLI_CONFIG_MOST_BYTES / CLI_CONFIG_STRETCH + 1]; /* number of lines before each
                                                                            stretch of CLI_CONFIG_STRETCH
                                                                            bytes */
    cli_layer whole;
    cli_rule_sections rules; /* sections [rule NAME] */
    size_t pattern_count;    /* number of patterns in all keys and sections: paths, rules and joint names */
    cli_config_part *parts;  /* sections [path GLOB] in the order of the file */
    size_t part_count;
    void *cases;     /* tree of cli_merged_settings, ordered by `parts`; filled on demand */
    cli_exit result; /* CLI_CLEAN, or the exit code if the file is unusable */
    char *wrong;     /* "PATH:LINE: MESSAGE" if `result` is not CLI_CLEAN; NULL when out of memory */
} cli_config;

/* Reads a configuration file, and adds the rules that it defines to `table`. The caller frees the result with
   cli_config_free, before the table. Errors in the file are stored in the result. If the file does not exist and `none`
   is not NULL, sets *none and returns NULL. Otherwise returns NULL only when out of memory. */
cli_config *cli_config_read(const char *path, ap_own_table *table, bool *none);

/* Returns the line number of a text of a layer; 0 if the text is not part of this file. */
size_t cli_config_line_number(const cli_config *config, const char *text);

/* Sets the origin to "FILE:LINE"; FILE is the name of the configuration without its folders. */
void cli_config_origin(const cli_config *config, size_t line, ap_policy_origin *origin);

void cli_config_free(cli_config *config);

#endif
