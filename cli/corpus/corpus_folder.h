/* Writes the folder of a corpus: the files of its cases, its manifest, and as the last file corpus.json. */
#ifndef AP_CORPUS_FOLDER_H
#define AP_CORPUS_FOLDER_H

#include "cli/corpus/corpus_progress.h"
#include "cli/corpus/corpus_values.h"
#include "cli/options/cli.h"
#include "core/files/new_file.h"
#include "corpus/cases/case_make.h"
#include "corpus/corpus_formats.h"

/* The folder of a corpus that is being written. Must not be moved in memory while open. */
typedef struct cli_corpus_folder {
    const char *path;
    /* folder for the valid files that the damaged files were made from; NULL if they are not wanted */
    const char *originals;
    const ap_corpus_format *last_format; /* format of the latest case; NULL before the first case */
    FILE *manifest, *values_file;
    /* path of values.json, owned; NULL once the file is complete; until then closing the folder removes the file */
    char *values_path;
    FILE *lines; /* the caller's stream for cases with their bytes; NULL if not wanted */
    cli_values_writer values;
    ap_descriptor_writer descriptor;
    ap_writer writer; /* writer of the manifest */
    ap_corpus_description about;
    cli_corpus_progress *progress; /* progress of the run; owned by the caller */
    /* names of all files written to the folder and to the folder of originals; owned */
    cli_string_list written;
    bool made, made_originals; /* true if this run has made the folder, or the folder of originals */
} cli_corpus_folder;

/* Makes the folder, and the folder of originals unless `originals` is NULL. Each must be missing or empty. Begins the
   progress. The caller owns the paths and the progress. max_memory_bytes limits the memory for the values of one case (0: no
   limit). Returns CLI_CLEAN, or another exit code after a message. The caller must call
   cli_corpus_folder_close_and_remove_if_interrupted in any case. */
cli_exit cli_corpus_folder_open(cli_corpus_folder *folder, const char *path, const char *originals,
    size_t max_memory_bytes, cli_corpus_progress *progress);

/* Writes the files of a case, its line in the manifest and its values, and, if wanted, its original and its line of JSON.
   Returns CLI_CLEAN; CLI_UNREADABLE without a message if a signal interrupted the run; another exit code after a message. */
cli_exit cli_corpus_folder_add_case(cli_corpus_folder *folder, ap_generated_case *made);

/* Completes the manifest and values.json, and writes README.md and at last corpus.json, which makes the corpus complete.
   Returns CLI_CLEAN, or another exit code after a message. */
cli_exit cli_corpus_folder_finish(cli_corpus_folder *folder);

/* Prints the number of files: "path: 1240 files". */
void cli_corpus_folder_print_count(const cli_corpus_folder *folder, const char *path);

/* Closes the files. If a signal interrupted the run, also removes all written files and reports that. The caller must
   then call cli_corpus_progress_end_and_raise_if_interrupted, which ends the process. */
void cli_corpus_folder_close_and_remove_if_interrupted(cli_corpus_folder *folder);

/* Writes README.md of a corpus. */
void cli_put_corpus_readme(FILE *stream, const ap_corpus_description *about);

#endif
