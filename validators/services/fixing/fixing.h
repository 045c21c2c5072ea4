/* Fixes a file rule by rule, and keeps the fixes of a rule only if linting shows that the file improved. */
#ifndef AP_FIXING_H
#define AP_FIXING_H

#include "core/finding/rule_settings.h"
#include "validators/fixer.h"
#include "validators/format.h"

/* The outcome of fixing one finding: fixed, or not fixed for a reason. */
typedef struct ap_fix_outcome {
    const ap_fixer *fixer;
    const char *refused; /* why the finding was not fixed; NULL if it was fixed */
    /* the rule of a finding that the fix would have added, if the fix was refused for that; otherwise NULL */
    const ap_rule *adds;
    size_t offset, line, column; /* position of the finding in the text when it was tried; line 0 in binary
                                    formats */
    struct ap_fix_outcome *next;
} ap_fix_outcome;

enum {
    AP_MOST_FIXERS = 64,  /* per format */
    AP_FIXING_TIMES = 16, /* how often a large text may be read, see AP_FIXING_BUDGET */
};

/* Limit of the bytes that may be read to fix a text: the larger of `bytes` and `times` the text's size, so that each fixer gets
   its turn in a file of any size. Linting a text counts as reading it once, and so does building a fixed text; a call of a fixer
   counts the bytes that the fixer reads. */
typedef struct ap_fixing_budget {
    uint64_t bytes, times;
} ap_fixing_budget;

/* The default limit: 128 MiB, which take about two seconds, or 16 times the text if that is more. */
#define AP_FIXING_BUDGET ((ap_fixing_budget){ UINT64_C(1) << 27, AP_FIXING_TIMES })

/* A version of the text, with its findings and what the fixers keep about it. */
typedef struct ap_text_version {
    ap_arena arena;
    ap_view text;
    ap_findings findings; /* findings of the text, by every rule */
    /* data of each of the format's fixers, in the order of its table */
    ap_fixer_cache caches[AP_MOST_FIXERS];
} ap_text_version;

/* The state of fixing a text. */
typedef struct ap_fixing {
    const ap_format *format;
    const ap_lint_options *options;
    const ap_rule_settings *rule_settings; /* rules that are chosen for fixing; NULL: all rules */
    bool unsafe;                           /* fixes that are guesses are applied too */

    /* texts are linted with the companions of the options. False until only fixers that need companions are left, because
       companions may cause findings that no fix of the file removes */
    bool paired;

    /* the current version of the text, and the version with the fix that is being tried */
    ap_text_version versions[2];
    size_t now; /* index of the current version */
    ap_arena outcomes_arena;
    ap_fix_outcome *outcomes, **outcomes_end;
    /* number of findings that were fixed, and number of findings with a fixer that were not fixed */
    size_t fixed, refused;
    bool failed; /* out of memory: the result is unusable */

    ap_fixing_budget budget; /* budget for each text that is loaded */
    uint64_t most, used;     /* limit of bytes to read, and bytes read, since the text was loaded */
    /* some findings were not fixed because `most` was reached; their outcomes say so */
    bool exhausted;

    bool (*stop)(void *context); /* called before each step; returns true to stop; NULL: never stop early */
    void *stop_context;
    bool stopped; /* `stop` returned true, so the fixing is incomplete */
} ap_fixing;

/* Initialise and free a fixing. Each of the three arenas holds at most limit_bytes (0: no limit), in blocks from `memory`. The
   caller owns `memory`, which must outlive the fixing. If it is NULL, and in ap_fixing_init, blocks come from malloc. */
void ap_fixing_init_from(ap_fixing *fixing, size_t limit_bytes, const ap_allocator *memory);
static inline void ap_fixing_init(ap_fixing *fixing, size_t limit_bytes)
{
    ap_fixing_init_from(fixing, limit_bytes, NULL);
}
void ap_fixing_free(ap_fixing *fixing);

/* Sets another memory limit for the texts that are loaded later. */
void ap_fixing_set_memory_limit(ap_fixing *fixing, size_t limit_bytes);

/* Copies a text of the format and lints it. All other functions work on the copy. Returns false when out of
   memory. */
bool ap_fixing_load(ap_fixing *fixing, const ap_format *format, ap_view text);

/* Applies the format's fixers repeatedly until no fix changes the text, or the budget is used up. Undoes a fix that does not
   remove a finding of its rule, or that adds a finding, unless the fixer may reveal findings of that rule. Returns false when
   out of memory. */
bool ap_fixing_run(ap_fixing *fixing);

/* Fixes only the finding at this offset by this rule; fixing->fixed is 1 if a fix was kept. Returns false
   when out of memory. */
bool ap_fixing_run_for_one_finding(ap_fixing *fixing, const ap_rule *rule, size_t offset);

/* Undoes the fix by ap_fixing_run_for_one_finding, if it kept one, so that another finding can be fixed alone. Only one fix can
   be undone: call this after each call of ap_fixing_run_for_one_finding. */
void ap_fixing_undo(ap_fixing *fixing);

/* Returns the current text and its findings. */
static inline const ap_text_version *ap_fixing_current_version(const ap_fixing *fixing)
{
    return &fixing->versions[fixing->now];
}

/* Returns the fixer of a rule; NULL if the format has no fixer for the rule. */
const ap_fixer *ap_find_fixer(const ap_format *format, const ap_rule *rule);

#endif
