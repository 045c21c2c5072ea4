/* Tables of the names of enum values, for the choices of an option, a knob or a field. */
#ifndef AP_ENUM_NAME_H
#define AP_ENUM_NAME_H

#include <stddef.h>
#include <string.h>

/* An entry of a table of names. The last entry of a table has a NULL word. */
typedef struct ap_enum_name {
    const char *word;
    int value;
} ap_enum_name;

/* Returns the table entry with this word, or NULL. `words` is the table; NULL is an empty table. */
static inline const ap_enum_name *ap_find_enum_name(const ap_enum_name *words, const char *word)
{
    for (; words != NULL && words->word != NULL; words++) {
        if (strcmp(words->word, word) == 0)
            return words;
    }
    return NULL;
}

/* Returns the word for the value, or NULL if the value has no word. `words` may be NULL. */
static inline const char *ap_enum_name_of(const ap_enum_name *words, int value)
{
    for (; words != NULL && words->word != NULL; words++) {
        if (words->value == value)
            return words->word;
    }
    return NULL;
}

#endif
