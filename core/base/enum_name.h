/* Words that stand for values: of an option, of a knob, of a field. */
#ifndef AP_ENUM_NAME_H
#define AP_ENUM_NAME_H

#include <stddef.h>
#include <string.h>

/* A table of them ends with a NULL word. */
typedef struct ap_enum_name {
    const char *word;
    int value;
} ap_enum_name;

/* The entry of the word, or NULL. The words may be NULL: there are none. */
static inline const ap_enum_name *ap_find_enum_name(const ap_enum_name *words, const char *word)
{
    for (; words != NULL && words->word != NULL; words++) {
        if (strcmp(words->word, word) == 0)
            return words;
    }
    return NULL;
}

/* The word for the value; NULL where it has none. */
static inline const char *ap_enum_name_of(const ap_enum_name *words, int value)
{
    for (; words != NULL && words->word != NULL; words++) {
        if (words->value == value)
            return words->word;
    }
    return NULL;
}

#endif
