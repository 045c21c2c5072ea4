/* Declares animproof engines, which prints how each known reader loads each file of a run, and the finding or fact that
   decides. */
#ifndef AP_ENGINES_H
#define AP_ENGINES_H

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/files/file_run.h"
#include "core/files/input.h"
#include "core/json/json_put.h"
#include "validators/format.h"
#include "validators/readers/answers.h"

enum { ENGINES_HUMAN, ENGINES_JSON, ENGINES_MARKDOWN, ENGINES_HTML };

enum { ENGINES_MOST_RULES = 1024 /* more rules than the program has */ };

/* The answers of all readers for one file. */
typedef struct engines_file_answers {
    const char *path;
    const ap_format *format; /* format of the file; NULL: not recognised */
    const char *error;       /* why the file has no answers; NULL: the file has answers */
    ap_answer answers[AP_READERS];
} engines_file_answers;

typedef struct engines_run engines_run;

typedef struct engines_output_form {
    void (*begin)(engines_run *run);
    void (*print_row)(engines_run *run, const engines_file_answers *row);
    void (*end)(engines_run *run);
} engines_output_form;

extern const engines_output_form engines_text_form, engines_json_form, engines_html_form;

struct engines_run {
    cli_file_run files; /* options, configuration and exit code; must be the first member */
    int form;
    cli_string_list required; /* --require */

    cli_companion_folder_listings folders;
    cli_text_pairing text; /* companion of the current file */
    ap_view copy;          /* bytes of the current file, in files.arena */
    engines_file_answers row;

    bool must_load[AP_READERS]; /* readers that --require names */
    size_t with_answers;        /* number of files with answers */
    size_t load_in_all;         /* number of these files that load in all readers of their format */
    size_t sums[AP_READERS][AP_ANSWER_KINDS];
    bool shown[AP_READERS];             /* tables: the readers that are columns of the table printed last */
    bool headed;                        /* tables: the table that rows are added to has its head */
    ap_json_put put;                    /* JSON */
    bool explained[ENGINES_MOST_RULES]; /* HTML form: the rules that decide an answer, by their number */
};

/* Finds and prints the answers for a file. */
cli_exit engines_visit_file(void *record, const cli_entry *entry);

/* Prints a path that could not be read. */
void engines_print_unreadable_path(void *record, const cli_entry *entry);

/* Returns the functions that print the form of output which the options select. */
const engines_output_form *engines_form_of(const engines_run *run);

/* Returns true if a table was begun that has the readers of this row as its columns. */
bool engines_has_row_readers_of_table(const engines_run *run, const engines_file_answers *row);

#endif
