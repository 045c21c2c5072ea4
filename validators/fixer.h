/* What mends a finding. A format lists its fixers; each belongs to a rule. */
#ifndef AP_FIXER_H
#define AP_FIXER_H

#include <stdbool.h>

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/finding/finding.h"

#include "validators/format.h"

/* Data about a text that a fixer keeps from one finding to the next, so that it reads the text once for all findings. */
typedef struct ap_fix_memory {
    ap_arena *arena; /* lasts as long as the text */
    void *known;     /* made by the fixer, in the arena; NULL: nothing is known yet */
    uint64_t work;   /* bytes that the fixer has read, added up by ap_fix_reads */
} ap_fix_memory;

/* The file as it is when a fixer is asked. */
typedef struct ap_fix_job {
    ap_view input;
    const ap_format *format;
    const ap_lint_options *options;
    const ap_findings *findings; /* all of the input, by every rule */
    bool unsafe;                 /* what a fix loses may be lost */
    ap_arena *arena;             /* for what the fixer makes; failed: memory has run out */
    ap_fix_memory *memory;       /* of this fixer and the input; NULL: nothing is kept */
    const void *with;            /* the fixer's */
} ap_fix_job;

/* What a fixer would do, or why it does not. */
typedef struct ap_fix {
    ap_span span;        /* of the input: what is replaced */
    ap_view text;        /* what it is replaced by; of the arena, or a literal */
    const char *refused; /* why nothing is replaced: a literal; NULL where something is */
} ap_fix;

typedef struct ap_fixer ap_fixer;

struct ap_fixer {
    const ap_rule *rule;
    const char *does; /* "sets the flag to 1" */
    bool unsafe;      /* it guesses: only where that is asked for */
    bool reveals;     /* what it mends hides other things, so that warnings and notes may come to light */
    void (*fix)(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);
    const void *with; /* what a function of several fixers has to know of this one */
    bool once;        /* the fix is the same for all findings of the rule: made for the first of them */
};

/* The fixers of a format, in the order in which they are tried. */
typedef struct ap_fixer_table {
    const ap_fixer *rows;
    size_t count;
} ap_fixer_table;

/* Counts bytes that a fixer reads beyond its finding. Each fixer does so for all that grows with the file. */
static inline void ap_fix_reads(const ap_fix_job *job, size_t bytes)
{
    if (job->memory != NULL)
        job->memory->work += bytes;
}

/* Asks the fixer, which the job need not name, for the fix of a finding of its rule. */
void ap_fixer_ask(const ap_fixer *fixer, const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

#endif
