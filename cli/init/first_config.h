/* Writes the text of a first configuration. */
#ifndef AP_FIRST_CONFIG_H
#define AP_FIRST_CONFIG_H

#include <stdio.h>

#include "cli/init/tree_facts.h"
#include "cli/options/command.h"

/* Writes a configuration with all keys and their descriptions. Keys that the facts decide are set, each with its
   reason; all other keys are comments. Returns CLI_CLEAN, or CLI_INTERNAL after a message. */
cli_exit first_config_write(FILE *stream, const tree_facts *facts);

/* Writes which files were found: "35 md5anim, 12 md5mesh; 3 files with errors". */
void first_config_put_file_counts(FILE *stream, const tree_facts *facts);

/* Writes which files an archive has: "base.pk4: 35 md5anim, 12 md5mesh". */
void first_config_put_archive(FILE *stream, const tree_archive *archive);

/* Writes why a path is excluded: "test/invalid/: the name means broken files, and 8 of 10 have errors". */
void first_config_put_exclusion(FILE *stream, const tree_exclusion *exclusion);

/* Writes why the profile was chosen: "base/pak.pk4 is named like a file of Doom 3", or "all files are written as MRTK's
   published page says"; or, if paths point to several programs, why no profile was chosen. */
void first_config_put_profile_reason(FILE *stream, const tree_profile *profile);

#endif
