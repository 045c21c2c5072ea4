/* Words that stand for values: of an option, of a knob, of a field. */
#ifndef AP_WORD_H
#define AP_WORD_H

#include <stddef.h>
#include <string.h>

/* A table of them ends with a NULL word. */
typedef struct ap_word {
    const char *word;
    int value;
} ap_word;

/* The entry of the word, or NULL. The words may be NULL: there are none. */
static inline const ap_word *ap_find_word(const ap_word *words, const char *word)
{
    for (; words != NULL && words->word != NULL; words++) {
        if (strcmp(words->word, word) == 0)
            return words;
    }
    return NULL;
}

/* The word for the value; NULL where it has none. */
static inline const char *ap_word_of(const ap_word *words, int value)
{
    for (; words != NULL && words->word != NULL; words++) {
        if (words->value == value)
            return words->word;
    }
    return NULL;
}

#endif
