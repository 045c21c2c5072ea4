#include "validators/services/rule_names/nearest.h"

#include <stdio.h>
#include <string.h>

#include "core/base/span.h"
#include "validators/registry.h"

enum {
    LONGEST = 64 /* longest text that is compared letter by letter */,
    FAR = 1000 /* distance of names that are not suggested */
};

static size_t smallest_of(size_t a, size_t b, size_t c)
{
    size_t smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

/* Returns the number of letters to insert, delete or change to turn one text into the other; FAR if a text is longer than
   LONGEST. */
static size_t edit_distance(const char *one, const char *other)
{
    size_t row[LONGEST + 1];
    size_t columns = strlen(other);
    if (strlen(one) > LONGEST || columns > LONGEST)
        return FAR;
    for (size_t c = 0; c <= columns; c++)
        row[c] = c;
    for (size_t r = 0; one[r] != '\0'; r++) {
        size_t diagonal = row[0];
        row[0] = r + 1;
        for (size_t c = 0; c < columns; c++) {
            size_t changed = diagonal + (one[r] != other[c]);
            diagonal = row[c + 1];
            row[c + 1] = smallest_of(changed, row[c] + 1, diagonal + 1);
        }
    }
    return row[columns];
}

/* Returns how much the id differs from the text: 0 if the names after the slash are equal, whatever the formats are. Each letter
   that differs counts 2, and another format than the text names counts as a letter. A name that contains four letters or more of
   the text as a whole counts 2, or 3 in another format. Returns FAR if more than about a quarter of the letters differ. */
static size_t dissimilarity_of_rule_name(const char *text, const char *id)
{
    const char *name = strchr(id, '/') + 1;
    const char *slash = strchr(text, '/');
    const char *wanted = slash == NULL ? text : slash + 1;
    size_t elsewhere = slash != NULL && strncmp(text, id, (size_t)(name - id)) != 0;
    size_t length = strlen(wanted);
    if (length == 0)
        return FAR;
    if (strcmp(wanted, name) == 0)
        return 0;
    size_t apart = edit_distance(wanted, name) + elsewhere;
    size_t with_format = edit_distance(text, id);
    apart = with_format < apart ? with_format : apart;
    if (length >= 4 && strstr(name, wanted) != NULL && apart > 1)
        return 2 + elsewhere;
    return apart <= 1 + length / 4 ? 2 * apart : FAR;
}

static void insert_suggestion(
    const ap_rule *rule, size_t far, const ap_rule **rules, size_t *fars, size_t *count)
{
    size_t at = *count;
    while (at > 0 && fars[at - 1] > far)
        at--;
    if (at == AP_NEAREST_RULES)
        return;
    if (*count < AP_NEAREST_RULES)
        (*count)++;
    for (size_t i = *count - 1; i > at; i--) {
        rules[i] = rules[i - 1];
        fars[i] = fars[i - 1];
    }
    rules[at] = rule;
    fars[at] = far;
}

size_t ap_nearest_rules(
    const ap_rule_settings *rule_settings, const char *text, const ap_rule *suggestions[AP_NEAREST_RULES])
{
    size_t fars[AP_NEAREST_RULES];
    size_t count = 0;
    const ap_rule *rule;
    for (size_t i = 0; (rule = ap_rule_of_settings_at(rule_settings, i)) != NULL; i++) {
        const size_t far = dissimilarity_of_rule_name(text, rule->id);
        if (far < FAR)
            insert_suggestion(rule, far, suggestions, fars, &count);
    }
    return count;
}

bool ap_find_current_rule_name(const char *old, char *name, size_t size)
{
    static const char before[] = "house", now[] = "policy";
    const size_t length = sizeof before - 1;
    const bool renamed = strncmp(old, before, length) == 0 && (old[length] == '\0' || old[length] == '/');
    if (renamed)
        snprintf(name, size, "%s%s", now, old + length);
    return renamed;
}

void ap_put_nearest_rules_text(
    const ap_rule_settings *rule_settings, const char *text, char *out, size_t size)
{
    const ap_rule *suggestions[AP_NEAREST_RULES];
    size_t count = ap_nearest_rules(rule_settings, text, suggestions);
    size_t used = 0;
    char name[AP_RULE_NAME_BYTES];
    out[0] = '\0';
    if (ap_find_current_rule_name(text, name, sizeof name)) {
        snprintf(out, size, "; it was renamed to %s", name);
        return;
    }
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(
            out + used, size - used, "%s%s", i == 0 ? "; did you mean " : ", ", suggestions[i]->id);
    if (count > 0 && used < size)
        snprintf(out + used, size - used, "?");
}

const char *ap_nearest_name(const char *text, const char *const *names, size_t count)
{
    const size_t length = strlen(text);
    const char *nearest = NULL;
    size_t least_far = 2 + length / 4;
    for (size_t i = 0; i < count; i++) {
        const bool begins = length >= 3 && strncmp(names[i], text, length) == 0;
        const size_t far = begins ? 1 : edit_distance(text, names[i]);
        if (far < least_far && far < length) {
            nearest = names[i];
            least_far = far;
        }
    }
    return nearest;
}
