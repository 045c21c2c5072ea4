#include "validators/readers/readers.h"

#include <assert.h>
#include <string.h>

#include "validators/md5anim/md5anim_table.h"
#include "validators/md5camera/md5camera_table.h"
#include "validators/md5mesh/md5mesh_table.h"
#include "validators/mrtk/mrtk_table.h"

#define READER(index, title, what, level) { .name = title, .version = what, .most_severity = level },
const ap_reader ap_readers[AP_READERS] = {
#include "validators/readers/readers_table.inc"
};
#undef READER

/* Measured effects of files that break a rule: one word per reader, one letter per effect. Rules without a
   row were not tried with any reader. */
typedef struct measured_effects {
    const ap_rule *rule;
    const char *words;
} measured_effects;

#define EFFECTS(rule, words) { &RULES[rule], words },
static const measured_effects effects_table[] = {
#define RULES ap_md5anim_rules
#include "validators/readers/md5anim_effects.inc"
#undef RULES
#define RULES ap_md5mesh_rules
#include "validators/readers/md5mesh_effects.inc"
#undef RULES
#define RULES ap_md5camera_rules
#include "validators/readers/md5camera_effects.inc"
#undef RULES
};
#undef EFFECTS

#define KNOWN(table, index, who, letters, condition, how)                                                    \
    { .rule = &ap_##table##_rules[index],                                                                    \
        .reader = AP_READER_##who,                                                                           \
        .effects = letters,                                                                                  \
        .when = condition,                                                                                   \
        .source = how },
static const ap_known_effect known[] = {
#include "validators/readers/known_effects.inc"
};
#undef KNOWN

static const char letters_of_effects[AP_EFFECTS + 1] = "liwrch";

const char *ap_effect_name(size_t index)
{
    static const char *const names[AP_EFFECTS] = { "loads", "ignores", "wrong", "refuses", "crashes",
        "hangs" };
    assert(index < AP_EFFECTS);
    return names[index];
}

const ap_known_effect *ap_known_effects(size_t *count)
{
    *count = sizeof known / sizeof *known;
    return known;
}

static unsigned effects_of_letter_span(const char *letters, size_t length)
{
    unsigned effects = 0;
    for (size_t i = 0; i < length; i++) {
        const char *at = strchr(letters_of_effects, letters[i]);
        effects |= at != NULL ? 1U << (at - letters_of_effects) : 0;
    }
    return effects;
}

unsigned ap_effects_of_letters(const char *letters)
{
    return effects_of_letter_span(letters, strlen(letters));
}

/* Returns the rule's words, or "" if it has no row. */
static const char *effect_words_of_rule(const ap_rule *rule)
{
    for (size_t i = 0; i < sizeof effects_table / sizeof *effects_table; i++) {
        if (effects_table[i].rule == rule)
            return effects_table[i].words;
    }
    return "";
}

void ap_find_measured_effects(const ap_rule *rule, unsigned effects[AP_READERS])
{
    const char *at = effect_words_of_rule(rule);
    memset(effects, 0, AP_READERS * sizeof *effects);
    for (size_t reader = 0; *at != '\0'; reader++) {
        assert(reader < AP_READERS);
        const size_t length = strcspn(at, " ");
        effects[reader] = effects_of_letter_span(at, length);
        at += length;
        at += strspn(at, " ");
    }
}

void ap_find_reader_effects(const ap_rule *rule, unsigned effects[AP_READERS])
{
    ap_find_measured_effects(rule, effects);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].rule == rule)
            effects[known[i].reader] |= ap_effects_of_letters(known[i].effects);
    }
}

bool ap_does_own_reader_refuse(const ap_rule *rule)
{
    unsigned effects[AP_READERS];
    ap_find_reader_effects(rule, effects);
    return ((effects[AP_READER_ID] | effects[AP_READER_MRTK]) & AP_REFUSES) != 0;
}
