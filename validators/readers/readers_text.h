/* Describes in words what each reader does with files that break a rule, from the tables of effects. */
#ifndef AP_READERS_TEXT_H
#define AP_READERS_TEXT_H

#include "validators/readers/answers.h"

enum {
    AP_RULE_READERS_TEXT_BYTES = 1024, /* bytes, enough for the readers of any rule */
    AP_TERM_TEXT_BYTES = 128,          /* bytes, enough for the words of any term */
};

/* Writes the readers by effect, wrong values as "misreads": "loads or refuses: assimp5, assimp6; refuses: daemon; ignores the
   fault: id; not tried: dsma". A condition follows the reader: "vkquake (refuses when the string has 4096 bytes or more)". Writes
   an empty text if the rule belongs to no format, or if no reader of its format is known. Truncates at size, as snprintf does. */
void ap_put_rule_readers(const ap_rule *rule, char *out, size_t size);

/* Writes the question of a term in words: "the token is of the kind word". Truncates at size, as snprintf does. */
void ap_put_term_question(const ap_case_term *term, char *out, size_t size);

#endif
