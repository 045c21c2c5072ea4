/* How a reader, such as an engine or an importer, loads a file, and why. */
#ifndef AP_READER_ANSWER_H
#define AP_READER_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule.h"

typedef enum ap_answer_kind {
    AP_ANSWER_NONE, /* the reader does not read the format */
    AP_ANSWER_LOADS,
    AP_ANSWER_WRONG, /* loads other values than the file has */
    AP_ANSWER_UNKNOWN,
    AP_ANSWER_REFUSES,
    AP_ANSWER_CRASHES,
    AP_ANSWER_HANGS,
    AP_ANSWER_KINDS,
} ap_answer_kind;

typedef struct ap_answer {
    const char *reader; /* name of the reader: "assimp5" */
    ap_answer_kind kind;
    const ap_rule *because; /* the rule of the finding that decides; NULL: none */
    const char *fact;       /* what the reader does, without a subject; NULL: nothing special */
} ap_answer;

enum {
    AP_MOST_ANSWERS = 64,         /* maximum answers for a file; there are fewer readers */
    AP_ANSWER_REASON_BYTES = 512, /* room for a reason with the names of its readers */
};

/* Returns "loads", "wrong", "unknown", "refuses", "crashes" or "hangs"; "" for AP_ANSWER_NONE. */
const char *ap_answer_name(ap_answer_kind kind);

/* Sets *kind to the kind with this name. Returns false for any other name. */
bool ap_find_answer_kind(const char *name, ap_answer_kind *kind);

/* Writes the next reason for answers other than a plain "loads", and all readers with that answer and reason:
   "refuses (md5anim/version): id, iqm". The text is cut at AP_ANSWER_REASON_BYTES. Start with *next = 0. Returns false after the
   last reason. */
bool ap_next_answer_reason(
    const ap_answer *answers, size_t count, size_t *next, char text[AP_ANSWER_REASON_BYTES]);

#endif
