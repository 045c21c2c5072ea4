/* Matches the elements of two lists: first those with equal names, then renamed ones between matches. Also tests which of the
   matched elements moved. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/test_arena.h"
#include "validators/services/compare/matching.h"

ARENA_SUITE(compare_matching);

enum { MOST = 8 };

/* Makes a list of names and parents from text such as "origin:-1 hips:0": each element is NAME:PARENT with the index of the
   parent. */
static ap_named_list named_list_of_names_and_parents(const char *text)
{
    ap_named_list list = { ap_alloc_array(&arena, MOST, sizeof *list.items), 0 };
    while (*text != '\0') {
        const size_t size = strcspn(text, ":");
        ap_named_item *item = &list.items[list.count++];
        item->name = (ap_view){ (const uint8_t *)text, size };
        item->parent = atoi(text + size + 1);
        text += strcspn(text, " ");
        text += *text == ' ';
    }
    return list;
}

typedef struct matching_case {
    const char *old_list, *new_list;
    const char *
        matches; /* for each old element, the index of its match in the new list and '*' if it moved, or '-' if it has no match */
} matching_case;

static const matching_case cases[] = {
    { "a:-1 b:0 c:1", "a:-1 b:0 c:1", "0 1 2 " },
    { "a:-1 b:0 c:1", "a:-1 x:0 c:1", "0 1 2 " },
    { "a:-1 b:0 c:1", "a:-1 x:0 b:1 c:2", "0 2 3 " },
    { "a:-1 b:0 c:1", "a:-1 c:0", "0 - 1 " },
    { "a:-1 b:0 c:0 d:0", "a:-1 d:0 b:0 c:0", "0 2 3 1* " },
    { "a:-1 b:0 c:0 d:0", "a:-1 c:0 d:0 b:0", "0 3* 1 2 " },
    { "a:-1 b:0 c:1", "x:-1 y:0 z:1", "0 1 2 " },
    { "a:-1 b:0", "x:-1 y:-1 z:0", "0 2 " },
    { "a:-1 b:0", "x:-1 y:-1", "0 - " },
    { "a:-1 a:0 a:1", "a:-1 a:0", "0 1 - " },
    { "", "a:-1", "" },
    { "a:-1", "", "- " },
    { ":-1 :-1", ":-1 :-1", "0 1 " },
};

Test(compare_matching, elements_are_matched_by_name_and_then_by_their_neighbours)
{
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const ap_named_list one = named_list_of_names_and_parents(cases[c].old_list),
                            other = named_list_of_names_and_parents(cases[c].new_list);
        ap_matching matching;
        char text[100] = "", *at = text;
        cr_assert(ap_match_named_lists(&one, &other, &arena, &matching));
        for (size_t i = 0; i < one.count; i++) {
            if (matching.to_new[i] == AP_NO_MATCH) {
                at += sprintf(at, "- ");
                continue;
            }
            cr_expect_eq(matching.to_old[matching.to_new[i]], i);
            at += sprintf(at, "%zu%s ", matching.to_new[i], matching.moved[i] ? "*" : "");
        }
        cr_expect_str_eq(text, cases[c].matches, "%s to %s: %s", cases[c].old_list, cases[c].new_list, text);
    }
}
