/* The folder of a corpus while it is written: its files, its manifest, and last of all corpus.json. */
#ifndef AP_CORPUS_FOLDER_H
#define AP_CORPUS_FOLDER_H

#include "cli/corpus/corpus_progress.h"
#include "cli/corpus/corpus_values.h"
#include "cli/options/cli.h"
#include "core/files/sink.h"
#include "corpus/cases/case_make.h"
#include "corpus/corpus_formats.h"

/* Stays where it is in memory while open. */
typedef struct cli_corpus_folder {
    const char *path;
    const char *originals; /* a folder for the files that those with a fault were made of; NULL: not wanted */
    const ap_corpus_format *kit; /* of the format whose folder was made last; NULL: none was */
    FILE *manifest, *values_file;
    char *values_path; /* of the document while it is not whole: closing removes it */
    FILE *lines;       /* the caller's; each case goes there with its bytes; NULL: not wanted */
    cli_values_writer values;
    ap_descriptor descriptor;
    ap_writer writer; /* of the manifest */
    ap_corpus_about about;
    cli_corpus_progress *progress; /* the caller's */
    cli_list written;              /* names of files in the folder, or in that of originals; owned */
    bool made, made_originals;     /* the folders were not there before */
} cli_corpus_folder;

/* Makes the folder, and one for originals where that is wanted (NULL: it is not). They must not be there yet, or be
   empty. The paths and the progress, which begins, stay the caller's. CLI_CLEAN, or after a
   message CLI_UNREADABLE; cli_corpus_folder_close is to be called either way. max_memory_bytes limits what the values of
   one case take (0: no limit). */
cli_exit cli_corpus_folder_open(cli_corpus_folder *folder, const char *path, const char *originals,
    size_t max_memory_bytes, cli_corpus_progress *progress);

/* Writes a case's files, and its line. CLI_UNREADABLE without a message if a signal has interrupted it. */
cli_exit cli_corpus_folder_add(cli_corpus_folder *folder, ap_made_case *made);

/* Writes README.md and corpus.json: from now on the corpus is whole. */
cli_exit cli_corpus_folder_finish(cli_corpus_folder *folder);

/* Prints how many files the corpus has: "path: 1240 files". */
void cli_corpus_folder_report(const cli_corpus_folder *folder, const char *path);

/* Removes what was written, and says so, if a signal has interrupted the building. The caller then ends the progress, which ends
   the process. */
void cli_corpus_folder_close(cli_corpus_folder *folder);

/* Writes the line of a case whose hashes are known, with its bytes: a corpus as one file of lines. The stream tells of
   failures. */
void cli_put_corpus_line(FILE *stream, const ap_made_case *made);

/* What README.md says. */
void cli_put_corpus_readme(FILE *stream, const ap_corpus_about *about);

#endif
