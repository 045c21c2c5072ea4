/* Defects: each makes exactly one change to a valid file, and states the findings that the change must
   cause. */
#ifndef AP_DEFECT_H
#define AP_DEFECT_H

#include "core/base/arena.h"
#include "core/files/writer.h"
#include "corpus/defect/field_list.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* The answer that a reader must give to a file with the defect. */
typedef enum ap_expected_answer {
    AP_ANSWER_REFUSE, /* the file has an error: the reader must refuse it */
    AP_ANSWER_DIFFER, /* the file has a warning, or a note on what the format's own reader refuses: readers may do either */
    AP_ANSWER_ACCEPT, /* the file has at most other notes: the reader must accept it */
} ap_expected_answer;

/* Returns "refuse", "differ" or "accept"; never NULL. */
const char *ap_expected_answer_name(ap_expected_answer answer);

/* One edit: `bytes` replace `span` of the input. */
typedef struct ap_edit {
    ap_span span;
    ap_view bytes;
} ap_edit;

/* A finding that the changed file must have. Offsets are those of the changed file. */
typedef struct ap_expectation {
    const char *rule; /* id of the rule */
    ap_span span;
    const char *path;
    bool companion; /* the finding and its offsets are in the companion */
} ap_expectation;

/* Findings of the input that the changed file no longer has, because reading now ends before them or the
   bytes that they describe have changed. Findings inside bytes that an edit removes need no entry. */
typedef struct ap_vanished_findings {
    const char *rule; /* id of the rule; NULL: every rule */
    ap_span span;     /* findings that begin inside this span of the input; empty findings also at its end */
} ap_vanished_findings;

enum { AP_DEFECT_EDITS = 8, AP_DEFECT_EXPECTATIONS = 8, AP_DEFECT_VANISHED = 24 };

typedef struct ap_defect ap_defect;

/* A defect applied to one file. */
typedef struct ap_damage {
    const ap_defect *defect;
    const ap_format *format;
    ap_view input;     /* a file without errors */
    ap_view companion; /* the companion, such as a scene, without errors; bytes NULL: no companion */
    bool known_clean;  /* true if input and companion are known to have no findings, alone or together */
    ap_lint_result about;
    ap_field_list fields;
    ap_choices *choices; /* chooses the place of the change if there are several */
    ap_arena *arena;
    ap_edit edits[AP_DEFECT_EDITS]; /* in the order of their offsets; they do not overlap */
    size_t edit_count;
    /* All new findings of the changed file. Findings of the input that the change does not touch are not
       listed. */
    ap_expectation expected[AP_DEFECT_EXPECTATIONS];
    size_t expected_count;
    ap_vanished_findings vanished
        [AP_DEFECT_VANISHED]; /* findings of the input that the changed file no longer has; usually empty */
    size_t vanished_count;
    bool findings_stay; /* true if the edits move no byte and remove no finding */
} ap_damage;

struct ap_defect {
    const char *name;   /* unique in its format: rule name, "_", and a word for the change:
                           "parent-order_forward" */
    const char *rule;   /* id of the rule that the change breaks: "md5anim/parent-order" */
    const char *reason; /* one line: what is wrong with the file, for readers of the corpus */
    /* knob settings of generated files that the defect fits ("version=1.1 layout=published"), separated by
       blanks; NULL: any settings */
    const char *knobs;
    /* Sets edits and expectations. Returns false if the defect does not fit the file, or when out of
       memory (arena->failed). If the randomly chosen place does not fit, the function is called again. If
       `run` is set, it is called instead of `apply`: it finds the format's tokens in the file and passes
       them to the function in `change`. */
    bool (*run)(ap_damage *damage);
    union {
        bool (*apply)(ap_damage *damage);
        const void *change; /* the type depends on `run` */
    };
    /* Parameters of `run` and `apply`, so that many defects can share one function: */
    const char *pattern; /* glob for the path of the field to change */
    const char *text;
    int64_t number;
    /* A near miss: the changed file almost breaks the rule, but does not. The change adds no finding of
       the rule; apply expects no finding, or notes of another rule. If no change comes close to the rule,
       the unchanged file is the case. */
    bool near_miss;
    bool needs_companion; /* true if the expectations hold only if the file is linted with its companion */
    bool in_companion;    /* true if the edits change the companion, not the file */
    /* true if the expectations hold only without a companion, which ap_apply_defect then removes */
    bool drops_companion;
};

typedef struct ap_defect_table {
    const ap_defect *defects;
    size_t count;
} ap_defect_table;

/* Applies a defect to an input. Before the call, set choices, arena, format, defect, input and companion
   of *damage; the function fills in the rest. The fields of a binary input are listed, unless
   damage->fields and damage->about are set: many defects of one input can share a list from ap_list_fields
   made without a companion. Fields of a text are never listed. Tries up to eight random places. Returns
   false when out of memory, if the defect needs a companion and none is given, or if at each place apply
   returns false or the edits do not change the file. A near miss may have no edits. */
bool ap_apply_defect(ap_damage *damage, const ap_lint_options *options);

/* Writes the changed file (in_companion: the changed companion). Returns false if the writer has failed.
   The caller finishes the writer. */
bool ap_write_damaged(const ap_damage *damage, ap_writer *writer);

/* Returns the answer that a finding of the rule with this id demands. The rule must exist. */
ap_expected_answer ap_expected_answer_of_rule(const char *id);

/* Returns the answer that a finding of the defect's rule demands; AP_ANSWER_ACCEPT for a near miss. */
ap_expected_answer ap_expected_answer_of_defect(const ap_defect *defect);

/* Returns the answer that the worst of all expected findings demands: a defect of a rule that gives warnings may also cause an
   error. */
ap_expected_answer ap_expected_answer_of_damage(const ap_damage *damage);

#endif
