#include "cli/shared/option_values.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/span.h"

/* The digits at the start of the text; *end is what follows them. */
static bool read_digits(const char *text, size_t *number, const char **end)
{
    size_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (__builtin_mul_overflow(value, (size_t)10, &value)
            || __builtin_add_overflow(value, (size_t)(*at - '0'), &value))
            return false;
    }
    *number = value;
    *end = at;
    return at > text;
}

bool cli_read_count(const char *text, size_t *count)
{
    const char *end;
    size_t value;
    if (!read_digits(text, &value, &end) || *end != '\0')
        return false;
    *count = value;
    return true;
}

bool cli_read_bytes(const char *text, size_t *bytes)
{
    static const char suffixes[] = "KMGT";
    const char *end;
    size_t value;
    if (!read_digits(text, &value, &end))
        return false;
    if (*end != '\0') {
        const char *suffix = strchr(suffixes, *end);
        if (suffix == NULL || end[1] != '\0')
            return false;
        value = ap_memory_product(value, (size_t)1 << (10 * (suffix - suffixes + 1)));
    }
    *bytes = value;
    return value != SIZE_MAX;
}

bool cli_add(cli_list *list, char *item)
{
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 16 : ap_memory_product(list->room, 2);
        char **items = reallocarray(list->items, room, sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = item;
    return true;
}

bool cli_add_each(cli_list *list, char *text)
{
    char *rest = text;
    char *item;
    while ((item = strsep(&rest, ",")) != NULL) {
        if (!cli_add(list, item))
            return false;
    }
    return true;
}

void cli_list_free(cli_list *list)
{
    free(list->items);
    *list = (cli_list){ NULL, 0, 0 };
}
