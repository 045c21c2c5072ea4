/* validators/house/house.h: what is said of a value that a house does not allow, and of how many it lists. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/md5/md5_cases.h"
#include "validators/house/house.h"
#include "validators/registry.h"

/* "MESSAGE [EXPECTED, FOUND]" of the first finding of the rule in the animation; "" where it has none. */
static const char *said(const ap_house *house, const char *rule)
{
    static char text[2000];
    const ap_lint_options options = { .house = house };
    lint_run run;
    lint_begin(&run, ap_find_format("md5anim"), text_view(md5_animation), &options);
    text[0] = '\0';
    for (const ap_finding *one = run.findings.first; one != NULL && text[0] == '\0'; one = one->next) {
        if (strcmp(one->rule->id, rule) == 0)
            snprintf(text, sizeof text, "%s [%s, %s]", one->message, one->expected, one->found);
    }
    lint_end(&run);
    return text;
}

/* Names that begin so, and have their number at their end. */
static void set_names(ap_house *house, size_t count, const char *begin)
{
    house->name_count = count;
    for (size_t i = 0; i < count; i++)
        snprintf(house->names[i], sizeof house->names[i], "%s%02zu*", begin, i);
}

Test(house_words, rates)
{
    static const struct {
        float rates[4];
        size_t count;
        const char *origin, *said;
    } cases[] = {
        { { 24 }, 1, "", "" },
        { { 30, 24 }, 2, "", "" },
        { { 30 }, 1, "", "frameRate is 24: the house allows no other frame rate [30, 24]" },
        { { 30, 60 }, 2, "x.ini:7",
            "frameRate is 24: the house allows no other frame rate (x.ini:7) [30 or 60, 24]" },
        { { 30, 59.94F, 60 }, 3, "",
            "frameRate is 24: the house allows no other frame rate [30, 59.94 or 60, 24]" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_house house = { .rate_count = cases[i].count };
        memcpy(house.rates, cases[i].rates, sizeof cases[i].rates);
        snprintf(house.rates_origin.text, sizeof house.rates_origin.text, "%s", cases[i].origin);
        const char *text = said(&house, "house/frame-rate");
        cr_expect(strstr(text, strchr(cases[i].said, ':') == NULL ? "" : strchr(cases[i].said, ':')) != NULL
                      && (text[0] == '\0') == (cases[i].said[0] == '\0'),
            "%zu: %s", i, text);
    }
}

Test(house_words, names)
{
    ap_house house = { .name_count = 0 };
    cr_expect_str_empty(said(&house, "house/joint-name"));
    static const struct {
        size_t count;
        const char *form, *listed;
    } cases[] = {
        { 1, "b_", "[like \"b_00*\", \"root\"]" },
        { 2, "b_", "[like \"b_00*\" or \"b_01*\", \"root\"]" },
        { 3, "b_", "[like \"b_00*\", \"b_01*\" or \"b_02*\", \"root\"]" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_names(&house, cases[i].count, cases[i].form);
        const char *text = said(&house, "house/joint-name");
        cr_expect(strstr(text, cases[i].listed) != NULL, "%zu: %s", i, text);
        cr_expect(strstr(text, ": the house allows no other name of a joint [") != NULL, "%s", text);
    }
    set_names(&house, 2, "r");
    snprintf(house.names[1], sizeof house.names[1], "*"); /* all */
    cr_expect_str_empty(said(&house, "house/joint-name"));
}

/* More names than are shown, and names that are too long to be shown all: how many more there are is told. */
Test(house_words, many_names)
{
    for (int is_long = 0; is_long < 2; is_long++) {
        for (size_t count = 4; count <= AP_HOUSE_ITEMS; count++) {
            ap_house house = { .name_count = 0 };
            size_t shown = 0;
            int more = 0;
            set_names(
                &house, count, is_long ? "an_odd_pattern_of_a_name_that_takes_a_good_deal_of_room_" : "b");
            const char *text = said(&house, "house/joint-name");
            const char *list = strstr(text, "[like ");
            cr_assert_not_null(list, "%s", text);
            const char *next = is_long ? "\"an" : "\"b"; /* the last may be cut after that */
            for (const char *at = strstr(list, next); at != NULL; at = strstr(at + 1, next))
                shown++;
            const char *rest = strstr(list, " or one of ");
            if (rest != NULL)
                cr_assert_eq(sscanf(rest, " or one of %d more", &more), 1);
            else if (strstr(list, " or one more") != NULL)
                more = 1;
            cr_expect_eq(shown + (size_t)more, count, "%zu: %s", count, list);
            cr_expect(shown >= 3, "%s", list);
        }
    }
}

Test(house_words, durations_and_sizes)
{
    ap_house house = { .least_seconds = 0.01 };
    cr_expect_str_empty(said(&house, "house/duration"));
    house.least_seconds = 10;
    const char *text = said(&house, "house/duration");
    cr_expect(strstr(text, "10 s") != NULL && strstr(text, "at least") != NULL, "%s", text);
    house = (ap_house){ .most_seconds = 1 / 24.0 }; /* two frames last that long */
    cr_expect_str_empty(said(&house, "house/duration"));
    house.most_seconds = 0.04;
    text = said(&house, "house/duration");
    cr_expect(strstr(text, "0.04 s") != NULL && strstr(text, "at most") != NULL, "%s", text);
    house = (ap_house){ .most_bytes = strlen(md5_animation) };
    cr_expect_str_empty(said(&house, "house/file-size"));
    house.most_bytes--;
    cr_expect(said(&house, "house/file-size")[0] != '\0');
}
