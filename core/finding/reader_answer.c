#include "core/finding/reader_answer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const names[AP_ANSWER_KINDS] = { "", "loads", "wrong", "unknown", "refuses", "crashes",
    "hangs" };

const char *ap_answer_name(ap_answer_kind kind)
{
    assert(kind < AP_ANSWER_KINDS);
    return names[kind];
}

bool ap_find_answer_kind(const char *name, ap_answer_kind *kind)
{
    for (*kind = AP_ANSWER_LOADS; *kind < AP_ANSWER_KINDS; (*kind)++) {
        if (strcmp(names[*kind], name) == 0)
            return true;
    }
    return false;
}

static bool is_answer_not_plain_loads(const ap_answer *answer)
{
    return answer->kind > AP_ANSWER_LOADS || answer->fact != NULL;
}

static bool is_same_answer_and_reason(const ap_answer *one, const ap_answer *other)
{
    return one->kind == other->kind && one->because == other->because && one->fact == other->fact;
}

/* Returns true if a reader with a smaller index has this reader's answer for the same reason. */
static bool is_answer_and_reason_repeated(const ap_answer *answers, size_t reader)
{
    for (size_t i = 0; i < reader; i++) {
        if (is_same_answer_and_reason(&answers[i], &answers[reader]))
            return true;
    }
    return false;
}

/* Writes the answer of reader `first`, the reason, and all readers with both. */
static void write_reason_and_readers(
    const ap_answer *answers, size_t count, size_t first, char text[AP_ANSWER_REASON_BYTES])
{
    const ap_answer *answer = &answers[first];
    const char *reason = answer->fact != NULL ? answer->fact : answer->because->id;
    size_t used =
        (size_t)snprintf(text, AP_ANSWER_REASON_BYTES, "%s (%s):", ap_answer_name(answer->kind), reason);
    for (size_t i = first; i < count && used < AP_ANSWER_REASON_BYTES; i++) {
        if (is_same_answer_and_reason(answer, &answers[i]))
            used += (size_t)snprintf(
                text + used, AP_ANSWER_REASON_BYTES - used, "%s %s", i > first ? "," : "", answers[i].reader);
    }
}

bool ap_next_answer_reason(
    const ap_answer *answers, size_t count, size_t *next, char text[AP_ANSWER_REASON_BYTES])
{
    while (*next < count) {
        const size_t reader = (*next)++;
        if (is_answer_not_plain_loads(&answers[reader]) && !is_answer_and_reason_repeated(answers, reader)) {
            write_reason_and_readers(answers, count, reader, text);
            return true;
        }
    }
    return false;
}
