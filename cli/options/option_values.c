#include "cli/options/option_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/option_table.h"
#include "core/base/span.h"

bool cli_string_list_add(cli_string_list *list, char *item)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 16 : ap_saturating_size_product(list->capacity, 2);
        char **items = reallocarray(list->items, capacity, sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return true;
}

bool cli_string_list_split(cli_string_list *list, char *text)
{
    char *rest = text;
    char *item;
    while ((item = strsep(&rest, ",")) != NULL) {
        if (!cli_string_list_add(list, item))
            return false;
    }
    return true;
}

const char *cli_string_list_find(const cli_string_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i], text) == 0)
            return list->items[i];
    }
    return NULL;
}

void cli_string_list_free(cli_string_list *list)
{
    free(list->items);
    *list = (cli_string_list){ NULL, 0, 0 };
}

enum { MOST_SECONDS = 1000000 };

cli_exit cli_parse_seconds(const cli_option_value *given, int64_t *milliseconds)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(given->text, digits);
    const bool point = given->text[whole] == '.';
    const size_t decimals = point ? strspn(given->text + whole + 1, digits) : 0;
    const bool valid = whole > 0 && decimals <= 3 && point == (decimals > 0)
                       && given->text[whole + point + decimals] == '\0';
    const double seconds = valid ? strtod(given->text, NULL) : 0;
    if (seconds < 0.001 || seconds >= MOST_SECONDS + 1)
        return cli_refuse_value(given, "a number of seconds");
    *milliseconds = llround(seconds * 1000);
    return CLI_CLEAN;
}
