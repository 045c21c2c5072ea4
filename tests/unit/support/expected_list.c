#include "tests/unit/support/expected_list.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void expected_list_init(expected_list *list, size_t room)
{
    *list = (expected_list){ .room = room };
    list->items = calloc(room + 1, sizeof *list->items);
    list->paths = calloc(room, sizeof *list->paths);
    cr_assert(list->items != NULL && list->paths != NULL);
}

void expected_list_clear(expected_list *list)
{
    list->count = 0;
    list->items[0].rule = NULL;
}

void expected_list_free(expected_list *list)
{
    free(list->items);
    free(list->paths);
}

void expected_list_add(
    expected_list *list, const char *rule, size_t offset, size_t length, const char *format, ...)
{
    cr_assert(list->count < list->room);
    char *path = list->paths[list->count];
    va_list arguments;
    va_start(arguments, format);
    int path_bytes = vsnprintf(path, WANT_PATH_BYTES, format, arguments);
    va_end(arguments);
    cr_assert(path_bytes >= 0 && path_bytes < WANT_PATH_BYTES);
    list->items[list->count++] = (expected){ .rule = rule, .offset = offset, .length = length, .path = path };
    list->items[list->count].rule = NULL;
}
