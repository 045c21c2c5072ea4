/* Interface of fixers, which propose the replacement that fixes a finding. A format lists its fixers; each
   belongs to one rule. */
#ifndef AP_FIXER_H
#define AP_FIXER_H

#include <stdbool.h>

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/finding/finding.h"

#include "validators/format.h"

/* Data about an input that a fixer keeps from one finding to the next, so that the fixer reads the input only
   once. */
typedef struct ap_fixer_cache {
    ap_arena *arena; /* lives as long as the input */
    void *known;     /* the kept data, in the arena: the first fix if ap_fixer.once; NULL before a call */
    uint64_t work;   /* bytes read by the fixer, counted by ap_count_bytes_read_by_fixer */
} ap_fixer_cache;

/* The file and its findings, as passed to a fixer. */
typedef struct ap_fix_job {
    ap_view input;
    const ap_format *format;
    const ap_lint_options *options;
    const ap_findings *findings; /* all findings of the input, by every rule */
    bool unsafe;                 /* fixers may propose a fix that loses data (--unsafe) */
    ap_arena *arena;             /* for data that the fixer makes; arena->failed means out of memory */
    ap_fixer_cache *memory;      /* memory of this fixer for this input; NULL: the fixer keeps nothing
                                    between findings */
    const void *with; /* a copy of ap_fixer.with: parameter for a function that several fixers share */
} ap_fix_job;

/* The replacement that a fixer proposes, or the reason why it proposes none. */
typedef struct ap_fix {
    ap_span span;        /* bytes to replace, in the input */
    ap_view text;        /* replacement bytes; in the arena, or a literal */
    const char *refused; /* why the fixer proposes no replacement: a literal; NULL if it proposes one */
} ap_fix;

typedef struct ap_fixer ap_fixer;

struct ap_fixer {
    const ap_rule *rule;
    const char *does; /* what the fixer does, for messages: "sets the flag to 1" */
    bool unsafe;      /* the fix is a guess: applied only with --unsafe */
    bool reveals;     /* the fixed defect may have hidden others, so warnings and notes may appear after the
                         fix */
    void (*fix)(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);
    const void *with; /* parameter for a function that several fixers share */
    /* one fix covers all findings of the rule, so the fixer is called for the first finding only */
    bool once;
    /* the fix is computed from a companion in the options; before and after this fix, the file is linted with
       the companion */
    bool paired;
};

/* The fixers of a format, in the order in which they are tried. */
typedef struct ap_fixer_table {
    const ap_fixer *rows;
    size_t count;
} ap_fixer_table;

/* Counts bytes that a fixer reads outside its finding. Each fixer must count every reading that grows with
   the file. */
static inline void ap_count_bytes_read_by_fixer(const ap_fix_job *job, size_t bytes)
{
    if (job->memory != NULL)
        job->memory->work += bytes;
}

/* Calls the fixer for a finding of its rule and stores the proposed fix. The caller need not set job->with. If fixer->once is
   true and job->memory is not NULL, stores the first fix again instead of calling the fixer a second time. */
void ap_run_fixer(const ap_fixer *fixer, const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
