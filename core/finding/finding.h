/* Findings: the problems of one input, each with its position. */
#ifndef AP_FINDING_H
#define AP_FINDING_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/field_path.h"
#include "core/base/span.h"
#include "core/finding/joint_path.h"
#include "core/finding/rule.h"
#include "core/finding/rule_settings.h"
#include "core/finding/value.h"

/* Another position in the same input that explains a finding, such as the first definition of a name. */
typedef struct ap_related {
    const char *label; /* static text, such as "first defined here" */
    ap_span span;
    int32_t meant; /* the correct value of the count at this position (an int32), valid if is_meant_known */
    bool is_meant_known;
    size_t line, column, character, end_character; /* position of the span, counted as in ap_finding */
    const struct ap_excerpt
        *excerpt; /* bytes around the position, in an arena; NULL if no report shows excerpts */
    struct ap_related *next;
} ap_related;

/* An automatic fix of a finding: a span of the input and the text to replace it with. */
typedef struct ap_replacement {
    const char *does; /* static text, such as "sets the flag to 1" */
    ap_span span;
    ap_view text;                   /* text to insert, allocated in the arena */
    size_t line, character;         /* position of the span's first byte, counted as in ap_finding */
    size_t end_line, end_character; /* position of the byte after the span, counted as in ap_finding */
} ap_replacement;

/* A finding of a rule at a span of the input. */
typedef struct ap_finding {
    const ap_rule *rule;
    ap_severity severity; /* severity under the rule settings */
    ap_span span;         /* inside the input, or at its end with length 0 */
    size_t line, column;  /* position of the span, counted from 1, the column in bytes; 0 in binary formats */
    size_t
        character; /* the column in characters: counts the bytes that are not continuation bytes of UTF-8; 0 in
                             binary formats */
    size_t end_character; /* the column after the span; 0 if the span ends on another line or is longer
                             than 4096 bytes */
    const char *path;     /* path of the field; "" for the file as a whole */
    ap_joint_and_component_text
        joint; /* the joint of the field; its name is NULL if the field is of no joint, or the joint has no name */
    const char *message;
    const char *expected; /* NULL if the message needs no expected value */
    const char *found;
    ap_related *related;         /* list of related positions; NULL if empty */
    ap_replacement *replacement; /* NULL if the finding has no replacement or no report shows it */
    struct ap_finding *next;
} ap_finding;

/* Default limits: kept findings of a file, and of each rule in a file. */
enum { AP_DEFAULT_MAX_FINDINGS = 10000, AP_DEFAULT_MAX_PER_RULE = 1000 };

enum { AP_RULE_SLOTS = 1024 /* slots of the hash table of rules: twice AP_MOST_RULES, so it stays sparse */ };

/* Number of findings of a rule. */
typedef struct ap_rule_tally {
    const ap_rule *rule;
    size_t count;
} ap_rule_tally;

/* The findings of one input. All texts are in the arena, valid until its next reset. */
typedef struct ap_findings {
    ap_arena *arena;
    const ap_rule_settings *rule_settings; /* owned by the caller; NULL to use the severities of the rules */
    size_t max_findings;                   /* maximum findings to keep; 0 for no limit */
    size_t max_per_rule;                   /* maximum findings to keep of each rule; 0 for no limit */
    bool count_only;                       /* true to count findings without keeping them */
    size_t reported;                       /* number of findings added so far, including findings of rules
                                              that are off */
    size_t faults;     /* reported findings of rules with severity error, regardless of the rule settings */
    size_t remarks;    /* reported findings of rules with severity note, regardless of the rule settings */
    size_t unfinished; /* reported findings that ended the check of the file or of a part, regardless of
                          the rule settings */
    size_t counts[AP_ERROR + 1]; /* findings by severity, kept or truncated, without the suppressed ones */
    size_t watched_from;         /* offset set by ap_findings_watch_errors_at_or_after */
    /* errors at or after watched_from, whatever severity the rule settings give them */
    size_t watched_faults;
    size_t last_fault; /* offset of the error added last; valid if faults > 0 */
    size_t kept;
    size_t truncated;      /* findings not kept because of a limit or count_only; not the suppressed ones */
    size_t skipped_checks; /* parts of the file not checked because of an earlier error */
    size_t replacements_left_out; /* findings without a replacement because of a limit */
    ap_finding *first, *last;
    bool unsorted;      /* true if the list may not be in the order of offsets */
    ap_finding *latest; /* the finding added last; NULL if it was not kept */
    ap_rule_tally tallies[AP_RULE_SLOTS];

    /* Findings suppressed by comments in the input; see core/finding/suppression.h */
    size_t *suppression_comments; /* offsets of these comments, in reading order, in the arena */
    size_t comment_count, comment_room;
    /* the names in these comments, in the order of the input, in the arena; NULL before ap_clear_findings_and_read_suppressions
       */
    struct ap_suppressing_name *suppressing_names;
    size_t suppressing_name_count;
    ap_finding *first_suppressed, *last_suppressed; /* the list of suppressed findings, at most
                                                       max_findings long */
    size_t suppressed;                              /* number of suppressed findings, kept or not */
} ap_findings;

/* Initialises an empty list. A limit of 0 means no limit. The arena and the rule settings must outlive the
   list. */
void ap_findings_init(ap_findings *findings, ap_arena *arena, const ap_rule_settings *rule_settings,
    size_t max_findings, size_t max_per_rule);

/* Empties a list for reuse with its arena, rule settings and limits; fast if the list has no findings. The
   caller resets the arena. */
void ap_findings_clear(ap_findings *findings);

/* Counts a finding of the rule, and adds it to the list unless the rule settings or a limit exclude it; a suppressed finding is
   added to the list of suppressed findings. The new finding has rule, severity and span; the caller adds the texts. Returns NULL
   if the finding is not kept, or when out of memory (arena->failed is then set). */
ap_finding *ap_findings_add(ap_findings *findings, const ap_rule *rule, ap_span span);

/* Appends a related position to the latest finding, if that was kept. `label` must outlive the list. */
void ap_findings_add_related(ap_findings *findings, ap_span span, const char *label);

/* Appends a related position to a finding. Returns NULL when out of memory. */
ap_related *ap_add_related(ap_arena *arena, ap_finding *finding, ap_span span, const char *label);

/* Counts errors at or after byte `from` in watched_faults from now on, so that the caller can tell whether
   a part of the input has errors. Also counts the error added last if it is at or after `from`: the part's
   first token may have been reported already. */
void ap_findings_watch_errors_at_or_after(ap_findings *findings, size_t from);

/* Returns the number of findings of the rule, kept or truncated, without the suppressed ones; 0 if the rule settings turn the
   rule off. */
size_t ap_findings_count_of_rule(const ap_findings *findings, const ap_rule *rule);

/* Appends a finding that the caller made. Adds one to the number of kept findings, but to no count by severity or by rule. */
void ap_findings_append_and_count_kept(ap_findings *findings, ap_finding *finding);

/* Adds `count` to the number of findings of the rule. */
void ap_findings_add_to_count(ap_findings *findings, const ap_rule *rule, size_t count);

/* Moves the findings of another list, kept and suppressed, to the end of this list, and adds the counts. Both lists must have the
   same rule settings; the other list's arena must outlive this list. The other list is then empty. Does not sort. */
void ap_findings_move_from(ap_findings *findings, ap_findings *more);

/* Returns true if a report of the list equals that of an empty list: no finding was kept, suppressed or truncated, no check was
   skipped, and the file was checked to its end. Findings of rules that are off do not count. */
bool ap_findings_report_is_empty(const ap_findings *findings);

/* Returns true if the list has no errors, including truncated ones, and the file was checked to its end. */
bool ap_findings_are_complete_without_error(const ap_findings *findings);

/* Subtracts a kept finding from the counts; the caller removes it from the list. */
void ap_findings_subtract_count(ap_findings *findings, const ap_finding *finding);

/* Sorts the kept and the suppressed findings by offset, keeping the order of findings at the same offset.
   Allocates no memory. */
void ap_findings_sort(ap_findings *findings);

/* Copies `length` bytes of text into the arena, with a terminator. Returns NULL when out of memory. */
const char *ap_arena_copy_text(ap_arena *arena, const char *text, size_t length);

/* Format text as printf and vprintf do, into the arena. Return NULL when out of memory. */
__attribute__((format(printf, 2, 3))) const char *ap_arena_print(ap_arena *arena, const char *format, ...);
__attribute__((format(printf, 2, 0))) const char *ap_arena_format(
    ap_arena *arena, const char *format, va_list arguments);

#endif
