/* Reports: what was found in each file, told in one of several formats to one of several places.

   A reporter is told of the beginning, of each file, and of the end; it keeps nothing of a file. A further
   format is one more file with a reporter in it, and one line in the table of report.c. */
#ifndef AP_REPORT_H
#define AP_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/batch.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "core/finding/rule_settings.h"

typedef enum ap_report_role {
    AP_ROLE_FILE,
    AP_ROLE_COMPANION, /* what is wrong with the companion of the file before, as long as nothing else has told of it */
    AP_ROLE_TOGETHER /* what the file before and that companion have together */
} ap_report_role;

/* What the report of a part of a run says besides, so that it can be put together with those of the other parts. */
typedef struct ap_report_part {
    size_t at; /* of which entry of the whole run */
    ap_report_role role;
    size_t device,
        inode; /* that the file is known by, where another may reach it; inode 0: it need not or cannot be known */
    ap_severity fail_on; /* findings of that level fail the run; AP_OFF: none do */
    size_t result;       /* the exit code that its error comes to */
} ap_report_part;

/* The part of a run that a report is of. */
typedef struct ap_report_shard {
    size_t index, count; /* of how many, from 0 */
    uint64_t plan;       /* what all of them have in common */
    size_t entries, all_entries;
    bool unfolded; /* a report for people shows all findings of a rule that are kept */
} ap_report_shard;

/* What is reported of one file. */
typedef struct ap_report_file {
    const char *name;    /* as it was given: any bytes but NUL */
    const char *format;  /* "mrtk"; NULL where none was recognized */
    const char *version; /* of the format; NULL where not known */
    const char *variant; /* NULL where there is but one, or none was chosen */
    bool text;           /* findings have a line and a column */
    size_t size_bytes;
    const char *companion;       /* the file that it was judged by as well; NULL: none */
    const char *alone;           /* why there is none, where one was looked for; NULL otherwise */
    const char *error;           /* why it could not be read, or not to its end; NULL otherwise */
    const ap_findings *findings; /* sorted, located; NULL where it was not judged */
    const ap_excerpt *excerpts;  /* one a finding; NULL when no output wants them */
    const ap_finding *known;     /* findings that the baseline has, not among the others; NULL: none */
    const ap_report_part *part;  /* NULL: the run is whole */
} ap_report_file;

/* A file that was not judged. */
typedef struct ap_report_skipped {
    const char *name;
    const char *reason;         /* "the file is empty" */
    const ap_report_part *part; /* NULL: the run is whole */
} ap_report_skipped;

typedef struct ap_summary {
    size_t files;                   /* told of, those that could not be read among them */
    size_t errors, warnings, notes; /* those dropped over a limit among them */
    size_t dropped;
    size_t skipped_checks;
    size_t skipped;     /* neither linted nor counted among the files */
    size_t unreadable;  /* could not be read, or not be judged to the end */
    size_t incomplete;  /* files for which ap_report_incomplete returns true */
    size_t known;       /* findings that the baseline has; not counted above */
    size_t suppressed;  /* findings that comments in their file silence; not counted above */
    size_t fixed;       /* lines of the baseline that no finding of their file has any more */
    bool part_is_whole; /* of a part of a run: all of its entries were told of */
    bool ended_early;   /* by the first file that fails: what follows was not checked */
    const struct ap_statistics *statistics; /* NULL: not wanted */
} ap_summary;

/* A finding that a baseline lists and its file has no more. All as the baseline has them: bytes that are no text are \xNN. */
typedef struct ap_report_absent {
    const char *name, *rule, *path, *found;
} ap_report_absent;

typedef struct ap_output ap_output;

typedef struct ap_reporter {
    const char *name;        /* as a user chooses it */
    const char *summary;     /* one line about it */
    bool excerpts;           /* shows the bytes around a finding */
    bool alone;              /* says why a file has no companion; others do when they are verbose */
    bool statistics;         /* has a place for them */
    bool replacements;       /* offers what mends a finding */
    const char *head, *tail; /* texts that the report begins and ends with; NULL: none */
    void (*file)(ap_output *output, const ap_report_file *file);
    /* NULL: the report has nothing for them */
    void (*begin)(ap_output *output);
    void (*skipped)(ap_output *output, const ap_report_skipped *skipped);
    void (*absent)(ap_output *output, const ap_report_absent *absent);
    void (*end)(ap_output *output, const ap_summary *summary);
} ap_reporter;

/* All reporters; *count is how many. */
const ap_reporter *const *ap_reporters(size_t *count);

/* Write the beginning of a report, an entry for a file that was not judged, and the end, if the reporter has them. */
void ap_report_begin(ap_output *output);
void ap_report_skip(ap_output *output, const ap_report_skipped *skipped);
void ap_report_end(ap_output *output, const ap_summary *summary);

/* The reporter of that name, or NULL. */
const ap_reporter *ap_find_reporter(const char *name);

/* For reporters: what several of them need. */

/* Returns true if the file was read and checked to its end, and no error is among the findings, dropped ones included. */
bool ap_report_valid(const ap_report_file *file);

/* Returns true if the file was not checked to its end and no error says so: the finding is turned off, made less severe, silenced
   by a comment, or in the baseline. */
bool ap_report_incomplete(const ap_report_file *file);

/* Counts the file and its findings. */
void ap_summary_add(ap_summary *summary, const ap_report_file *file);

/* The number of a rule among those that the report has named, from 1; it is given one the first time. The rule
   of a number, or NULL. */
size_t ap_report_rule_number(ap_output *output, const ap_rule *rule);
const ap_rule *ap_report_rule_of(const ap_output *output, size_t number);

/* A finding as an object, and text of any bytes (what is no UTF-8 becomes U+FFFD; NULL becomes null), as JSON
   reports write them. */
void ap_put_json_finding(FILE *stream, const ap_finding *finding);
void ap_put_json_text(FILE *stream, const char *text);

/* Where a finding is: "3:7: ", or "0x18: ". */
void ap_report_put_place(ap_batch *batch, const ap_report_file *file, const ap_finding *finding);

/* For people: "assets/x.bin: skipped: the file is empty", where they want to know; and the summary as the last line. */
void ap_put_skipped(ap_output *output, const ap_report_skipped *skipped);
void ap_put_last_line(ap_output *output, const ap_summary *summary);

/* "2 files: 2 errors, 1 warning, …" without an end of line: as text, or to a stream. */
enum {
    AP_SUMMARY_BYTES =
        1024 /* 12 counts of up to 20 digits with their words, and a sentence, take less than 700 */
};
void ap_summary_text(const ap_summary *summary, char text[AP_SUMMARY_BYTES]);
void ap_put_summary(FILE *stream, const ap_summary *summary);

#endif
