/* How known readers behave on files that break a rule: the one table that profiles are derived from. */
#ifndef AP_READERS_H
#define AP_READERS_H

#include <stddef.h>

#include "core/finding/rule.h"

/* Bits: a reader may do one thing with one file and another with the next. */
typedef enum ap_effect {
    AP_LOADS = 1,   /* loads the values of the file */
    AP_IGNORES = 2, /* likewise, and the fault has no effect */
    AP_WRONG = 4,   /* loads other values */
    AP_REFUSES = 8,
    AP_CRASHES = 16, /* reads or writes out of bounds, dies, or takes memory without end */
    AP_HANGS = 32,
} ap_effect;

enum { AP_EFFECTS = 6 };

/* The index of each reader. */
#define READER(name, ...) AP_READER_##name,
enum {
#include "validators/readers/readers_table.inc"
    AP_READERS, /* how many there are */
};
#undef READER

typedef struct ap_reader {
    const char *name;    /* "assimp5" */
    const char *version; /* what was run or read: "assimp 5.2.5 (Debian)" */
    ap_severity most;    /* of a finding with which it cannot load a file */
} ap_reader;

/* An effect that the corpus does not show, or under which condition a reader has which effect. */
typedef struct ap_known_effect {
    const ap_rule *rule;
    size_t reader;       /* index of the reader */
    const char *effects; /* letters, as in the tables of effects */
    const char *when;    /* after "when": the condition; NULL: always */
    const char *source;  /* how it is known */
} ap_known_effect;

extern const ap_reader ap_readers[AP_READERS];

/* Puts the bits of ap_effect that files with a finding of the rule have shown in each reader, measured and known ones together;
   0 where the rule was not tried on it. */
void ap_reader_effects(const ap_rule *rule, unsigned effects[AP_READERS]);

/* All known effects; *count is how many. */
const ap_known_effect *ap_known_effects(size_t *count);

/* The bits of letters such as "lrc". */
unsigned ap_effects_of_letters(const char *letters);

/* "loads", "ignores", "wrong", "refuses", "crashes" or "hangs": the name of 1 << index, index less than AP_EFFECTS. */
const char *ap_effect_name(size_t index);

#endif
