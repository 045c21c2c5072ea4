/* Judging one file after the other, and what is known of each when it is done. */
#ifndef AP_LINT_FILE_H
#define AP_LINT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/check/crew_ahead.h"
#include "cli/check/pairs.h"
#include "cli/config/settings.h"
#include "cli/files/entry.h"
#include "cli/shared/companion.h"
#include "cli/shared/reading_options.h"
#include "core/files/input.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "validators/recognize.h"
#include "validators/services/mending/mending.h"

/* The findings of one file, with their memory. Made by cli_findings_make. */
typedef struct cli_findings {
    ap_arena arena;
    ap_findings list;
    ap_findings beside;        /* of the companion that the file has found; empty but for rules over both */
    struct cli_findings *next; /* of those that wait to be used again */
} cli_findings;

/* Why no companion was found. */
typedef enum cli_alone {
    CLI_NOT_ALONE, /* one was found, or none was looked for */
    CLI_NONE_THERE,
    CLI_NONE_FITS,
    CLI_SEVERAL_FIT,
    CLI_NOTHING_WANTED /* what the file wants cannot be known */
} cli_alone;

/* What there is to tell of a file when nobody can read it any more. */
typedef struct cli_verdict {
    cli_exit result; /* not CLI_CLEAN: it could not be read; see error. Of a stop, what the run ends with */
    const char *
        skipped; /* why it was not judged, or why the run stops; NULL where it was, or could not be read. Stays */
    bool named;
    bool again; /* named after it was met in a directory and told of: there is nothing to tell */
    bool text;
    bool judged; /* there are findings, or it is known that there are none */
    const char *format, *version, *variant;
    size_t size_bytes;
    ap_excerpt *excerpts;
    ap_severity fail_on;              /* of its settings */
    const ap_companion *companion;    /* of which kind one was looked for, or given; NULL: none */
    char *companion_path;             /* the one that was taken; the verdict's */
    cli_alone alone;                  /* where there is none */
    size_t fitting;                   /* how many are, where several fit */
    cli_beside *beside;               /* what may be told of besides, held; NULL: nothing */
    bool beside_found;                /* both together have findings that are its */
    ap_status beside_lost;            /* not AP_OK: it was lost while the file was judged by it; see error */
    char error[AP_INPUT_ERROR_BYTES]; /* where the result is not CLI_CLEAN: why */
} cli_verdict;

/* What reports want of a file beside its findings. */
typedef struct cli_extras {
    bool excerpts;     /* the bytes around findings */
    bool replacements; /* what mends findings */
} cli_extras;

/* What judging takes; each thread has its own. */
typedef struct cli_judge {
    const cli_reading *options; /* those of the file at hand */
    ap_lint_options lint;       /* with the companions, as long as they live */
    cli_companion *companions;  /* CLI_COMPANIONS; NULL: none; judging by them is for one thread alone */
    cli_pairs *pairs;           /* shared by all threads; NULL: no file has a companion that was not named */
    cli_extras extras;
    cli_ahead ahead;    /* for large files */
    ap_mending mending; /* for replacements: of each file, by itself */
    ap_input input;
    cli_findings *found; /* where findings go; the caller's, to be set before each file */

    /* The file at hand */
    const cli_entry *entry;
    cli_folder *folder;            /* where its companion is looked for; NULL: none is */
    const char *met_name;          /* its path without links */
    const ap_companion *companion; /* of its format, where one was given or is looked for; otherwise NULL */
    cli_alone alone;
    size_t fitting;
    const cli_candidate *candidate; /* for its companion */
    ap_view wanted;                 /* otherwise: what that must have */
    cli_beside *beside;             /* its companion, found and held */
    int unlisted;                   /* errno of listing its folder; 0: none */
    bool no_memory;                 /* to find its companion */
    ap_input beside_input;          /* a copy, for the guard */
    ap_companion_use beside_use;
    ap_status beside_lost;
    const ap_format *format;
    const char *skipped;
    bool again;
    ap_lint_result about;
    ap_excerpt *excerpts;
} cli_judge;

/* A judge with nothing beside the files. Takes no memory yet. */
void cli_judge_init(cli_judge *judge, const cli_reading *options, cli_extras extras);

/* Reads a file, a stream or a member and judges it. A file that was only found in a directory is skipped where it is of no
   format. The findings are in judge->found until that is used again. */
void cli_judge_entry(cli_judge *judge, const cli_entry *entry, cli_folder *folder, cli_verdict *verdict);

/* Gives back what the judge took. */
void cli_judge_free(cli_judge *judge);

/* Gives back what a verdict holds. */
void cli_verdict_free(cli_verdict *verdict);

/* Begins a verdict. Returns true if it is the last word: the entry is skipped, unreadable or a stop. */
bool cli_verdict_begin(cli_verdict *verdict, const cli_entry *entry);

/* A verdict on what could not be read. */
void cli_verdict_unread(cli_verdict *verdict, cli_exit result, const char *reason);

#endif
