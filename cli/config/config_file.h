/* One configuration file. */
#ifndef AP_CONFIG_FILE_H
#define AP_CONFIG_FILE_H

#include <stdint.h>

#include "cli/config/settings.h"

#define CLI_CONFIG_NAME ".animproof.ini"

/* What holds for the files that a pattern names. */
typedef struct cli_config_part {
    const char *glob;
    cli_layer layer;
} cli_config_part;

/* Settings of files for which the same parts hold. */
typedef struct cli_config_case {
    uint64_t parts; /* a bit each */
    cli_settings settings;
} cli_config_case;

enum {
    CLI_CONFIG_MOST_BYTES = 1 << 20,
    CLI_CONFIG_PIECE = 256 /* bytes that are looked through for a line's number */
};

typedef struct cli_config {
    char *path; /* as it was found, or given */
    size_t
        folder_length; /* of the path: of the folder that patterns are relative to, without the last slash */
    char *folder;      /* that folder without links; NULL only if `result` says why nothing holds */
    char *text;        /* cut up; all texts of the layers are in it */
    char *original;    /* the same text as it was */
    size_t size_bytes;
    uint32_t lines_before[CLI_CONFIG_MOST_BYTES / CLI_CONFIG_PIECE + 1]; /* each piece of the text */
    cli_layer whole;
    size_t pattern_count;   /* of all keys and sections, of files, rules and names */
    cli_config_part *parts; /* in the order of the file */
    size_t part_count;
    void *cases;     /* a tree of cli_config_case, by their parts: those that were asked for */
    cli_exit result; /* CLI_CLEAN; or, as for a command: why nothing holds */
    char *wrong;     /* then: "PATH:LINE: what is wrong"; NULL: memory ran out */
} cli_config;

/* Reads the file. `none` (NULL: never): where there is no such file, it becomes true and the result is NULL. NULL
   otherwise: no memory. Freed by cli_config_free. */
cli_config *cli_config_read(const char *path, bool *none);

/* The line that a text of a layer is in; 0 where it is not of this file. */
size_t cli_config_line(const cli_config *config, const char *text);

void cli_config_free(cli_config *config);

#endif
