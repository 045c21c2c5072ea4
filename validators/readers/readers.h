/* How known readers behave on files that break a rule. Most profiles are derived from this table. */
#ifndef AP_READERS_H
#define AP_READERS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule.h"

/* How a reader behaves on a file. The values are bits, since a reader may treat two files that break one
   rule differently. */
typedef enum ap_effect {
    AP_LOADS = 1,   /* loads the values of the file */
    AP_IGNORES = 2, /* loads the values of the file, and the defect has no effect */
    AP_WRONG = 4,   /* loads other values than the file has */
    AP_REFUSES = 8,
    AP_CRASHES = 16, /* reads or writes out of bounds, aborts, or allocates memory without limit */
    AP_HANGS = 32,
} ap_effect;

enum { AP_EFFECTS = 6 };

/* The index of each reader. */
#define READER(name, ...) AP_READER_##name,
enum {
#include "validators/readers/readers_table.inc"
    AP_READERS, /* number of readers */
};
#undef READER

typedef struct ap_reader {
    const char *name;    /* "assimp5" */
    const char *version; /* version of the program or source code that was examined: "assimp 5.2.5 (Debian)"
                            */
    /* highest severity that a profile gives a finding because this reader refuses the file */
    ap_severity most_severity;
} ap_reader;

/* An effect that the corpus does not show, or the condition under which a reader has an effect. */
typedef struct ap_known_effect {
    const ap_rule *rule;
    size_t reader;       /* index of the reader */
    const char *effects; /* letters of effects, such as "lrc", as in the tables of effects */
    const char *when;    /* condition, to be read after "when"; NULL: always */
    const char *source;  /* evidence for the effect */
} ap_known_effect;

extern const ap_reader ap_readers[AP_READERS];

/* Stores the bits of ap_effect that each reader has shown for files with a finding of the rule, measured and
   known ones combined; 0 if the rule was not tried with the reader. */
void ap_find_reader_effects(const ap_rule *rule, unsigned effects[AP_READERS]);

/* Returns true if the reader of the program that the format comes from, id's or MRTK's, has refused a file with a finding of
   the rule. */
bool ap_does_own_reader_refuse(const ap_rule *rule);

/* Like ap_find_reader_effects, but only measured effects: of readers that were run on the standard corpus. */
void ap_find_measured_effects(const ap_rule *rule, unsigned effects[AP_READERS]);

/* Returns all known effects; *count is their number. */
const ap_known_effect *ap_known_effects(size_t *count);

/* Returns the bits for letters such as "lrc". */
unsigned ap_effects_of_letters(const char *letters);

/* Returns the name of 1 << index: "loads", "ignores", "wrong", "refuses", "crashes" or "hangs". `index` is
   less than AP_EFFECTS. */
const char *ap_effect_name(size_t index);

#endif
