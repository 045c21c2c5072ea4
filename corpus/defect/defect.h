/* Defects: each takes a file without errors, makes exactly one change, and knows what must be found then. */
#ifndef AP_DEFECT_H
#define AP_DEFECT_H

#include "core/base/arena.h"
#include "core/files/writer.h"
#include "corpus/defect/field_list.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* What a reader has to do with a file that has the defect. */
typedef enum ap_expected_answer {
    AP_ANSWER_REFUSE, /* it has an error */
    AP_ANSWER_DIFFER, /* it has a warning: readers differ, and may */
    AP_ANSWER_ACCEPT, /* a note at most */
} ap_expected_answer;

/* "refuse", "differ", "accept"; never NULL. */
const char *ap_expected_answer_name(ap_expected_answer answer);

/* A change: `bytes` replace `span` of the input. */
typedef struct ap_edit {
    ap_span span;
    ap_view bytes;
} ap_edit;

/* A finding that must be made of the changed file: offsets are those of the changed file. */
typedef struct ap_expectation {
    const char *rule; /* its id */
    ap_span span;
    const char *path;
    bool companion; /* it is made of the companion, and its offsets are those of the companion */
} ap_expectation;

/* Findings of the input that the change removes: reading now ends before them, or the bytes that they are
   about have changed. Findings inside bytes that an edit removes need no entry. */
typedef struct ap_vanished {
    const char *rule; /* its id; NULL: of every rule */
    ap_span span;     /* those that begin inside these bytes of the input, or at their end with length 0 */
} ap_vanished;

enum { AP_DEFECT_EDITS = 8, AP_DEFECT_EXPECTATIONS = 8, AP_DEFECT_VANISHED = 8 };

typedef struct ap_defect ap_defect;

/* A defect at work on a file. */
typedef struct ap_damage {
    const ap_defect *defect;
    const ap_format *format;
    ap_view input;     /* without errors */
    ap_view companion; /* the file that belongs with it (a scene), without errors; bytes NULL: none */
    bool known_clean;  /* it is known that these have no findings, alone or together */
    ap_lint_result about;
    ap_field_list fields;
    ap_choices *choices; /* picks the place where there are several */
    ap_arena *arena;
    ap_edit edits[AP_DEFECT_EDITS]; /* in the order of their offsets; they do not overlap */
    size_t edit_count;
    /* All findings that the changed file must have besides those of the input that the change leaves alone
       (and moves). */
    ap_expectation expected[AP_DEFECT_EXPECTATIONS];
    size_t expected_count;
    ap_vanished vanished[AP_DEFECT_VANISHED]; /* usually none */
    size_t vanished_count;
    bool findings_stay; /* the edits keep all offsets, and no finding inside them goes */
} ap_damage;

struct ap_defect {
    const char *name;   /* unique in its format: "parent-order_forward": the rule's name, "_", what */
    const char *rule;   /* the id of the rule that it shows: "md5anim/parent-order" */
    const char *reason; /* one line: the fault, for readers of the corpus */
    /* Knobs of a made file that it fits ("version=1.1 layout=published"), words apart by a blank; NULL:
       any. */
    const char *knobs;
    /* Sets edits and expectations. False when the file has no place for the defect, or when memory has run
       out (arena->failed). Where chance has picked a place that does not fit, it is called again. `run` is called where there
       is one: it finds the places of its format in the file, and hands them to what `change` points at. */
    bool (*run)(ap_damage *damage);
    union {
        bool (*apply)(ap_damage *damage);
        const void *change; /* of the type that `run` knows */
    };
    /* For both, so that one function serves many defects. */
    const char *pattern; /* of the field */
    const char *text;
    int64_t number;
    /* The rule is narrowly not broken: the change adds no finding of it, and apply expects none, or notes of
       another rule. Where nothing can come near, there may be no edits: the file as it is, is the case. */
    bool near_miss;
    bool needs_companion; /* the expectations hold only with the companion */
    bool in_companion;    /* the edits are to the companion; the file stays as it is */
    bool alone; /* the expectations hold only without it: ap_apply_defect drops the companion first */
};

typedef struct ap_defect_table {
    const ap_defect *defects;
    size_t count;
} ap_defect_table;

/* Runs a defect on an input. Set the choices, arena, format, defect, input and companion of *damage before; it fills
   the rest. It lists the fields of a binary input, unless damage->fields and damage->about are set too: many defects
   of one input can share a list that ap_list_fields made without a scene; those of a text have no list. False when
   apply returns false, when the defect needs a companion and there is none, when the edits leave the file as it is,
   and when there are none although the defect is not a near miss. */
bool ap_apply_defect(ap_damage *damage, const ap_lint_options *options);

/* Writes the file that the defect changes (in_companion: the companion). False when the writer has failed;
   the caller finishes it. */
bool ap_write_damaged(const ap_damage *damage, ap_writer *writer);

/* Of the rule that the defect shows; of a near miss, that it must be accepted. */
ap_expected_answer ap_expected_answer_of(const ap_defect *defect);

/* Of all that must be found because of the change, the worst: a warning's defect may entail an error. */
ap_expected_answer ap_expected_answer_of_damage(const ap_damage *damage);

#endif
