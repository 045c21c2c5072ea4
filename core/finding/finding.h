/* Findings: what is wrong with one input, and where. */
#ifndef AP_FINDING_H
#define AP_FINDING_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/field_path.h"
#include "core/base/span.h"
#include "core/finding/rule.h"
#include "core/finding/rule_settings.h"
#include "core/finding/value.h"

/* Another place that a finding speaks of, in the same input. */
typedef struct ap_related {
    const char *label; /* a text of the program: "first defined here" */
    ap_span span;
    int32_t meant; /* what an int32 there should be, where is_known */
    bool is_known;
    size_t line, column, character, end_character; /* as in a finding */
    const struct ap_excerpt *excerpt;              /* NULL where no report wants it */
    struct ap_related *next;
} ap_related;

/* What mends a finding by itself: one piece of the input, and what takes its place. */
typedef struct ap_replacement {
    const char *does; /* a text of the program: "sets the flag to 1" */
    ap_span span;
    ap_view text;                   /* in the arena */
    size_t line, character;         /* of the span's start, as in a finding */
    size_t end_line, end_character; /* of the byte after it */
} ap_replacement;

typedef struct ap_finding {
    const ap_rule *rule;
    ap_severity severity; /* under the policy */
    ap_span span;         /* inside the input, or at its end with length 0 */
    size_t line, column;  /* 1-based, column in bytes; 0 in binary formats */
    size_t character; /* the column in characters of UTF-8 (an invalid byte is one); 0 in binary formats */
    size_t end_character; /* the column after the span; 0 where it goes on in another line, or far */
    const char *path;     /* "" for the file as a whole */
    const char *message;
    const char *expected; /* NULL where there is nothing to say */
    const char *found;
    ap_related *related;         /* NULL: none */
    ap_replacement *replacement; /* NULL: there is none, or no report wants it */
    struct ap_finding *next;
} ap_finding;

/* Findings of a file, and of each rule in it, that are kept where nobody says otherwise. */
enum { AP_USUAL_FINDINGS = 10000, AP_USUAL_PER_RULE = 1000 };

enum { AP_RULE_SLOTS = 1024 /* of a hash of rules, always sparse: twice AP_MOST_RULES */ };

typedef struct ap_rule_tally {
    const ap_rule *rule;
    size_t count;
} ap_rule_tally;

/* The findings of one input. All text lives in the arena until its next reset. */
typedef struct ap_findings {
    ap_arena *arena;
    const ap_rule_settings *rule_settings; /* NULL: each rule as it is */
    size_t max_findings;                   /* kept; 0 keeps all */
    size_t max_per_rule;                   /* kept of each rule; 0 keeps all */
    bool count_only;                       /* keep none: only their number is wanted */
    size_t reported;                       /* found, also of rules that the policy turned off */
    size_t faults;     /* of those, the ones whose rule is an error, whatever the policy makes of it */
    size_t remarks;    /* of those, the ones whose rule is a note, likewise */
    size_t unfinished; /* findings, likewise, after which the file or a part of it was not read */
    size_t counts[AP_ERROR + 1]; /* found, kept or not, by severity */
    size_t watched_from;         /* errors from this byte on are counted in watched_faults: */
    size_t watched_faults;       /* by the rules' own severities, whatever the policy says of them */
    size_t last_fault;           /* where the error that was added last is; faults > 0 */
    size_t kept;
    size_t dropped;               /* found, but over a limit */
    size_t skipped_checks;        /* parts not judged, since something before them was wrong */
    size_t replacements_left_out; /* findings that may have a replacement, and have none over a limit */
    ap_finding *first, *last;
    bool late;          /* one may stand after another of a greater offset: they have to be sorted */
    ap_finding *latest; /* the one that was added last; NULL where that was not kept */
    ap_rule_tally tallies[AP_RULE_SLOTS];

    /* What comments of the input silence; see silence.h */
    size_t *addresses; /* of comments that speak to this program, as they were read; in the arena */
    size_t address_count, address_room;
    struct ap_suppression *suppressions; /* in the order of the input, in the arena; NULL: none */
    size_t suppression_count;
    ap_finding *first_suppressed, *last_suppressed; /* not among the others; at most max_findings of them */
    size_t suppressed;                              /* how many there were */
} ap_findings;

/* An empty list. 0 for a limit means none. The arena and the policy must outlive the list. */
void ap_findings_init(ap_findings *findings, ap_arena *arena, const ap_rule_settings *rule_settings,
    size_t max_findings, size_t max_per_rule);

/* The same for a list that was in use, with its arena, policy and limits: where nothing was found, there is
   hardly anything to clear. The arena is the caller's to reset. */
void ap_findings_restart(ap_findings *findings);

/* Counts a finding of the rule, and makes room for it unless the policy or a limit is against it.
   The result has rule, severity and span set, and waits for its text; NULL when it is not to be kept
   (or when memory has run out: arena->failed says so). */
ap_finding *ap_findings_add(ap_findings *findings, const ap_rule *rule, ap_span span);

/* Adds another place to the latest finding, if that was kept, after those that it has. `label` stays where it is. */
void ap_findings_relate(ap_findings *findings, ap_span span, const char *label);

/* Adds another place to a finding after those that it has. NULL when memory has run out. */
ap_related *ap_relate(ap_arena *arena, ap_finding *finding, ap_span span, const char *label);

/* From now on counts errors at byte `from` and after it in watched_faults, so that a part of the input can be asked
   about after it was read. One counts that was said just before: that the part's first word is not what was needed. */
void ap_findings_watch(ap_findings *findings, size_t from);

/* How many findings of the rule there are, kept or not; 0 where the policy turned it off. */
size_t ap_findings_of(const ap_findings *findings, const ap_rule *rule);

/* Puts a finding that was made elsewhere after the others; it is kept, and neither counted by severity nor for its rule. */
void ap_findings_append(ap_findings *findings, ap_finding *finding);

/* Counts so many more findings for the rule. */
void ap_findings_count_more(ap_findings *findings, const ap_rule *rule, size_t count);

/* Moves the findings of another list, kept and silenced, behind those of the list, and adds its counts. Both need one policy,
   and the arena of the other must outlive the list; the other list is empty afterwards. The result is not sorted. */
void ap_findings_join(ap_findings *findings, ap_findings *more);

/* Returns true if a report says the same of the list as of an empty one: nothing was found, silenced, dropped or skipped, and the
   file was checked to its end. */
bool ap_findings_is_empty(const ap_findings *findings);

/* Returns true if the list has no error, dropped ones included, and the file was checked to its end. */
bool ap_findings_are_valid(const ap_findings *findings);

/* The finding, which was kept, is taken out of the list: it no longer counts. */
void ap_findings_uncount(ap_findings *findings, const ap_finding *finding);

/* Puts the findings, and those that comments silence, into the order of the offsets; findings at one offset keep theirs. Takes
   no memory. */
void ap_findings_sort(ap_findings *findings);

/* Copies text into the arena; NULL when memory has run out. */
const char *ap_arena_text(ap_arena *arena, const char *text, size_t length);
__attribute__((format(printf, 2, 0))) const char *ap_arena_format(
    ap_arena *arena, const char *format, va_list arguments);

#endif
