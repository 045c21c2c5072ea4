/* Writes reports of findings in several formats to several outputs. A reporter is called at the beginning,
   for each file, and at the end, and keeps no data of a file. A new format is a file with a reporter, and a
   row in the table of report.c. */
#ifndef AP_REPORT_H
#define AP_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/batch.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "core/finding/reader_answer.h"
#include "core/finding/rule_settings.h"

/* Subject of the findings of a report entry: a file, its companion, or both together. */
typedef enum ap_report_role {
    AP_REPORT_ROLE_FILE,
    /* findings in the companion of the previous file, unless another entry has reported them */
    AP_REPORT_ROLE_COMPANION,
    /* findings that concern the previous file and its companion together, such as different joints */
    AP_REPORT_ROLE_TOGETHER
} ap_report_role;

/* Data about one entry that only the report of a shard has. `report merge` needs it to join the reports of all shards. */
typedef struct ap_report_shard_entry {
    size_t entry; /* index of the entry in the complete run */
    ap_report_role role;
    /* identity of the file, if several names of the run may lead to it; inode 0: unknown, or not needed */
    size_t device, inode;
    ap_severity fail_on; /* least severity that fails the run; AP_OFF: findings never fail it */
    size_t result;       /* exit code of the run if the entry has an error */
    const char *sidecar; /* path of the sidecar that was checked together with the file; NULL: none */
} ap_report_shard_entry;

/* The shard of a run that a report covers. */
typedef struct ap_report_shard {
    size_t index, count; /* index of the shard, from 0, and number of shards */
    uint64_t plan;       /* identifies the run and its files: equal in all shards of a run */
    size_t entries, all_entries;
    bool unfolded; /* true if the merged report for people must show all kept findings of each rule */
    bool engines;  /* true if the files have the answers of readers (--engines) */
} ap_report_shard;

/* How known readers load a file; items NULL: not asked. A reader of another format has the kind AP_ANSWER_NONE. */
typedef struct ap_report_answers {
    const ap_answer *items;
    size_t count;
} ap_report_answers;

/* The results for one file. */
typedef struct ap_report_file {
    const char *name;    /* path of the file as given by the user: any bytes but NUL */
    const char *format;  /* "mrtk"; NULL if not recognised */
    const char *version; /* version of the format; NULL if unknown */
    /* layout of the file, such as "writer"; NULL if the format has only one layout, or if no layout was recognised */
    const char *variant;
    bool text; /* true for a text format: findings have a line and a column */
    size_t size_bytes;
    const char *companion; /* name of the file that was checked together with this file; NULL: no companion */
    const char *companion_reason; /* how the companion was found; NULL: not said */
    /* the reason for the missing companion, if one was searched for; otherwise NULL */
    const char *no_companion;
    /* If the summary counts this file as checked without its companion: the words for one such file, for several, and for the
       companion: "animation", "animations", "mesh". Static texts. NULL if the file has a companion or needs none. */
    const char *const *lone_words;
    const char *error;           /* why the file could not be read or checked completely; otherwise NULL */
    const ap_findings *findings; /* sorted, with lines and columns; NULL if the file was not checked */
    const ap_excerpt *excerpts;  /* one for each finding; NULL if no output shows them */
    /* findings of the file that the baseline lists; `findings` does not include them; NULL if empty */
    const ap_finding *known;
    ap_report_answers answers;
    const ap_report_shard_entry
        *shard_entry; /* data for merging; NULL unless the report is that of a shard */
    bool notes_fail;  /* notes of this file fail the run (--fail-on note) */
} ap_report_file;

/* A file that was skipped. */
typedef struct ap_report_skipped {
    const char *name;
    const char *reason; /* such as "the file is empty" */
    const ap_report_shard_entry
        *shard_entry; /* data for merging; NULL unless the report is that of a shard */
} ap_report_skipped;

typedef struct ap_summary {
    size_t files;                   /* number of files reported, including unreadable ones */
    size_t errors, warnings, notes; /* number of findings by severity, including findings over a limit */
    size_t truncated;               /* findings not reported because of a limit */
    size_t skipped_checks;
    size_t skipped;    /* number of files skipped; not included in `files` */
    size_t unreadable; /* number of files that have an `error` (ap_report_file) */
    size_t incomplete; /* files for which ap_report_file_ended_early_without_error returns true */
    size_t known;      /* findings that the baseline lists; not included in errors, warnings and notes */
    size_t suppressed; /* findings that comments suppress; not included in errors, warnings and notes */
    size_t fixed;      /* lines of the baseline with a finding that the file no longer has */
    size_t without_companion; /* files that were checked without their companion */
    const char *const *
        lone_words; /* words for these files, as in ap_report_file.lone_words; NULL if `without_companion` is 0 */
    bool shard_is_complete; /* in the report of a shard: true if all entries of the shard were reported */
    bool ended_early; /* true if the run ended at the first failing file; later files were not checked */
    const struct ap_finding_statistics *statistics;   /* NULL unless statistics were requested */
    const struct ap_report_texts_of_changes *changes; /* NULL unless a comparison was requested */
} ap_summary;

/* A finding that the baseline lists and the file no longer has. The texts are copied from the baseline; bytes that are not text
   are written as \xNN. */
typedef struct ap_report_absent_finding {
    const char *name, *rule, *path, *found;
} ap_report_absent_finding;

/* The form in which a report shows the changes since a revision. */
typedef enum ap_changes_form {
    AP_CHANGES_NONE,
    AP_CHANGES_LINES,
    AP_CHANGES_TABLE,    /* Markdown */
    AP_CHANGES_JSON,     /* a document on one line */
    AP_CHANGES_COMMANDS, /* workflow commands of GitHub */
    AP_CHANGES_FORMS
} ap_changes_form;

/* The complete changes since a revision, in a temporary file for each form that a report of the run has; NULL for the other
   forms. */
typedef struct ap_report_texts_of_changes {
    FILE *texts[AP_CHANGES_FORMS];
} ap_report_texts_of_changes;

typedef struct ap_output ap_output;

typedef struct ap_reporter {
    const char *name;    /* name of the report format, as in --format */
    const char *summary; /* description in one line */
    bool excerpts;       /* true if the report shows the bytes around a finding */
    /* true if the report always says how a companion was found or why it is missing; otherwise only a verbose report
       does */
    bool explains_companion;
    bool statistics;         /* true if the report can show statistics */
    bool replacements;       /* true if the report shows the replacements that fix a finding */
    bool answers;            /* true if the report shows how known readers load a file */
    ap_changes_form changes; /* how the report shows changes */
    const char *head, *tail; /* texts at the beginning and the end of the report; NULL: no text */
    void (*file)(ap_output *output, const ap_report_file *file);
    /* begin, skipped, absent and end are NULL if the reporter writes nothing for them */
    void (*begin)(ap_output *output);
    void (*skipped)(ap_output *output, const ap_report_skipped *skipped);
    void (*absent)(ap_output *output, const ap_report_absent_finding *absent);
    void (*end)(ap_output *output, const ap_summary *summary);
} ap_reporter;

/* Returns all reporters, and sets *count to their number. */
const ap_reporter *const *ap_reporters(size_t *count);

/* Write the beginning of a report, an entry for a skipped file, and the end, if the reporter has these
   parts. */
void ap_report_begin(ap_output *output);
void ap_report_put_skipped_file(ap_output *output, const ap_report_skipped *skipped);
void ap_report_end(ap_output *output, const ap_summary *summary);

/* Returns the reporter with the name, or NULL. */
const ap_reporter *ap_find_reporter(const char *name);

/* Helpers that several reporters share */

/* Returns true if the file was read and checked to its end and has no error; findings over a limit count. */
bool ap_report_file_is_valid_to_end(const ap_report_file *file);

/* Returns true if the file was not checked to its end and the report has no error that says so, because the finding that says so
   is off, less severe than an error, suppressed by a comment, or listed in the baseline. */
bool ap_report_file_ended_early_without_error(const ap_report_file *file);

/* Counts the file and its findings. */
void ap_summary_add(ap_summary *summary, const ap_report_file *file);

/* Returns the number of the rule in the report, from 1; the first call for a rule assigns the next
   number. ap_report_rule_by_number returns the rule of a number, or NULL. */
size_t ap_report_assign_rule_number(ap_output *output, const ap_rule *rule);
const ap_rule *ap_report_rule_by_number(const ap_output *output, size_t number);

/* Write a finding as a JSON object, and text of any bytes as a JSON string: bytes that are not UTF-8 become
   U+FFFD; NULL becomes null. */
void ap_put_json_finding(FILE *stream, const ap_finding *finding);
void ap_put_json_text(FILE *stream, const char *text);

/* Appends the position of a finding: "3:7: ", or "0x18: ". */
void ap_report_put_position_in_file(ap_batch *batch, const ap_report_file *file, const ap_finding *finding);

/* Functions of the human formats. ap_put_skipped_file_line_if_verbose writes "assets/x.bin: skipped: the file is
   empty"; ap_put_summary_line_unless_quiet writes the summary as the last line. */
void ap_put_skipped_file_line_if_verbose(ap_output *output, const ap_report_skipped *skipped);
void ap_put_summary_line_unless_quiet(ap_output *output, const ap_summary *summary);

/* Write the summary "2 files: 2 errors, 1 warning, …" without a line end, to a buffer or to a stream. */
enum {
    AP_SUMMARY_BYTES =
        1024 /* the longest summary, 13 counts of up to 20 digits with their words and a sentence, takes less than 700 */
};
void ap_summary_text(const ap_summary *summary, char text[AP_SUMMARY_BYTES]);
void ap_put_summary(FILE *stream, const ap_summary *summary);

#endif
