/* Mends a file: fix by fix, each held against what linting says before and after. */
#ifndef AP_FIXING_H
#define AP_FIXING_H

#include "core/finding/rule_settings.h"
#include "validators/fixer.h"
#include "validators/format.h"

/* What became of a finding that has a fixer. */
typedef struct ap_fix_note {
    const ap_fixer *fixer;
    const char *refused; /* why it is as it was; NULL: it is mended */
    const ap_rule *adds; /* the rule that the fix would have broken, where that is why; NULL otherwise */
    size_t offset, line, column; /* in the text of that time; line 0 in binary formats */
    struct ap_fix_note *next;
} ap_fix_note;

enum {
    AP_MOST_FIXERS = 64, /* of a format */
    AP_FIXING_TIMES = 16,
};

/* The bytes that may be read to mend a text: `bytes`, or `times` its size if that is more, so that each fixer has its
   turn in a file of any size. Linting a text counts as reading it, making it too. */
typedef struct ap_fixing_budget {
    uint64_t bytes, times;
} ap_fixing_budget;

/* Of a file, unless the caller sets another: two seconds. */
#define AP_FIXING_BUDGET ((ap_fixing_budget){ UINT64_C(1) << 27, AP_FIXING_TIMES })

/* A text and its findings. */
typedef struct ap_fix_state {
    ap_arena arena;
    ap_view text;
    ap_findings findings;                 /* of every rule */
    ap_fix_memory memory[AP_MOST_FIXERS]; /* of the format's fixers, in their order */
} ap_fix_state;

typedef struct ap_fixing {
    const ap_format *format;
    const ap_lint_options *options;
    const ap_rule_settings
        *rule_settings; /* findings of rules that it has not chosen stay as they are; NULL: none does */
    bool unsafe;

    ap_fix_state states[2]; /* what holds, and what is tried */
    size_t now;             /* which of them holds */
    ap_arena notes_arena;
    ap_fix_note *notes, **notes_end;
    size_t fixed, refused; /* findings */
    bool failed;           /* memory has run out: what was done is worth nothing */

    ap_fixing_budget budget; /* of each text that is loaded */
    uint64_t most, used;     /* bytes that may be read, and were, since the text was loaded */
    bool exhausted;          /* something was left as it is because `most` was used up; notes say so */

    bool (*stop)(void *context); /* asked before each step; NULL: nothing ends the work early */
    void *stop_context;
    bool stopped; /* it said true: what was done is not all */
} ap_fixing;

/* Nothing mended yet; each of three arenas holds at most limit_bytes (0: no limit). ap_fixing_free gives all
   back. */
void ap_fixing_init(ap_fixing *fixing, size_t limit_bytes);
void ap_fixing_free(ap_fixing *fixing);

/* Another limit, from the next text on. */
void ap_fixing_limit(ap_fixing *fixing, size_t limit_bytes);

/* Takes a copy of a text of the format, and lints it. False when memory has run out. Everything else is about
   the copy. */
bool ap_fixing_load(ap_fixing *fixing, const ap_format *format, ap_view text);

/* Mends what the format has fixers for, again and again until nothing changes. A fix that does not take a
   finding of its rule away, or adds one of any rule, is undone. False when memory has run out. */
bool ap_fixing_run(ap_fixing *fixing);

/* Mends the finding of the rule at that offset alone, where a fix holds: mending->mended says so. False when memory
   has run out. */
bool ap_fixing_run_one(ap_fixing *fixing, const ap_rule *rule, size_t offset);

/* Takes back what ap_fixing_run_one has done since the text was loaded, so that another finding can be mended alone. */
void ap_fixing_undo(ap_fixing *fixing);

/* The text and its findings as they are now. */
static inline const ap_fix_state *ap_fixed(const ap_fixing *fixing)
{
    return &fixing->states[fixing->now];
}

/* The fixer of a rule; NULL where it has none. */
const ap_fixer *ap_find_fixer(const ap_format *format, const ap_rule *rule);

#endif
