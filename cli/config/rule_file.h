/* Reads the file that the key `rules` of a configuration names: sections [rule NAME] that several configurations share. */
#ifndef AP_RULE_FILE_H
#define AP_RULE_FILE_H

#include "cli/config/config_text.h"
#include "cli/options/option_table.h"

struct cli_config;

/* A file with rules, as one configuration uses it. */
typedef struct cli_rule_file {
    char *path;   /* for messages */
    char *folder; /* folder of the file, without links; the paths of example files are relative to it */
    cli_config_text text;
} cli_rule_file;

/* The files with rules that the configurations of a run name. Each is read once. Initialise with zeros. */
typedef struct cli_rule_files {
    void *tree; /* by path without links */
} cli_rule_files;

/* Reads the file that the configuration names, if it names one, and adds its sections to those of the configuration. Returns
   CLI_CLEAN, or another code after setting the error of the configuration. */
cli_exit cli_read_rule_file(struct cli_config *config, cli_rule_files *files);

void cli_rule_file_free(cli_rule_file *file);
void cli_rule_files_free(cli_rule_files *files);

#endif
