/* Tests validators/services/rule_names/nearest.h: rules and names that are suggested for an unknown one. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "validators/services/rule_names/nearest.h"

static const struct {
    const char *text, *suggested;
} rules[] = {
    { "", "" },
    { "mrtk/", "" },
    { "mrtk/boolean-valeu", "; did you mean mrtk/boolean-value?" },
    { "mrtk/boolean-valux", "; did you mean mrtk/boolean-value?" },
    { "mrtk/bolnvl", "" },
    { "boolean-value", "; did you mean mrtk/boolean-value?" },
    { "memg/boolean-value", "; did you mean mrtk/boolean-value?" },
    { "mrtk/xyzzy", "" },
    { "mrtk/a-name-that-is-longer-than-all-that-are-compared-letter-by-letter", "" },
    { "joint-limi", "; did you mean md5anim/joint-limit, md5mesh/joint-limit, policy/joint-name?" },
    { "md5mesh/joint-limi", "; did you mean md5mesh/joint-limit, md5anim/joint-limit?" },
    { "md5mesh/before-version",
        "; did you mean md5anim/before-version, md5mesh/before-version, md5camera/before-version?" },
    { "md5mesh/joint-name",
        "; did you mean policy/joint-name, md5mesh/joint-name-duplicate, "
        "md5mesh/joint-name-empty, md5mesh/joint-name-unquoted, md5mesh/joint-name-long?" },
    { "md5anim/cuts-count", "; did you mean md5camera/cuts-count?" },
};

Test(nearest_names, similar_rules_are_suggested)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char text[256];
        ap_put_nearest_rules_text(NULL, rules[i].text, text, sizeof text);
        cr_expect_str_eq(text, rules[i].suggested, "'%s': %s", rules[i].text, text);
    }
}

Test(nearest_names, a_rule_of_the_old_section_house_is_one_of_policy)
{
    static const struct {
        const char *old, *now; /* NULL: the name is not an old one */
    } names[] = { { "house", "policy" }, { "house/joint-name", "policy/joint-name" }, { "housex", NULL },
        { "policy", NULL }, { "hous/e", NULL } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[64] = "";
        cr_expect_eq(ap_find_current_rule_name(names[i].old, name, sizeof name), names[i].now != NULL, "%s",
            names[i].old);
        cr_expect_str_eq(name, names[i].now == NULL ? "" : names[i].now, "%s", names[i].old);
    }
}

Test(nearest_names, a_suggestion_is_cut_to_the_size_of_the_buffer)
{
    char whole[256];
    ap_put_nearest_rules_text(NULL, "joint-limi", whole, sizeof whole);
    for (size_t size = 1; size <= strlen(whole) + 2; size++) {
        char text[256];
        memset(text, '#', sizeof text);
        ap_put_nearest_rules_text(NULL, "joint-limi", text, size);
        cr_assert_lt(strlen(text), size);
        cr_expect_eq(strncmp(text, whole, strlen(text)), 0, "%zu bytes: %s", size, text);
        cr_expect(strlen(text) + 1 == (size <= strlen(whole) ? size : strlen(whole) + 1), "%zu bytes: %s",
            size, text);
        cr_expect_eq(text[size], '#');
    }
}

static const char *const names[] = { "profile", "strict", "severity", "select", "ignore", "max-findings",
    "ab" };

static const struct {
    const char *text, *nearest;
} named[] = {
    { "", NULL },
    { "profil", "profile" },
    { "prof", "profile" }, /* the unknown text is the start of the name */
    { "pro", "profile" },
    { "pr", NULL },
    { "profiles", "profile" },
    { "strikt", "strict" },
    { "strick", "strict" },
    { "sevreity", "severity" }, /* two letters of the text differ from the name */
    { "sevrxity", "severity" },
    { "sxvxrity", "severity" },
    { "sxvxritx", "severity" }, /* three letters of the text differ from the name */
    { "sxvxrixx", NULL },
    { "selec", "select" },
    { "elect", "select" },
    { "max-finding", "max-findings" },
    { "mac-fimding", "max-findings" },
    { "a", NULL },
    { "b", NULL },
    { "ax", "ab" },
    { "xy", NULL },
    { "ignores-and-a-longer-text-than-any-that-is-compared-letter-by-letter", NULL },
};

Test(nearest_names, the_nearest_name_is_suggested)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        const char *found = ap_nearest_name(named[i].text, names, sizeof names / sizeof *names);
        if (named[i].nearest == NULL)
            cr_expect_null(found, "'%s': %s", named[i].text, found);
        else
            cr_expect(
                found != NULL && strcmp(found, named[i].nearest) == 0, "'%s': %s", named[i].text, found);
    }
    cr_expect_null(ap_nearest_name("profile", names, 0));
    /* if two names differ from the text in equally many letters, the first name is suggested */
    static const char *const alike[] = { "cart", "card" };
    cr_expect_str_eq(ap_nearest_name("carx", alike, 2), "cart");
    static const char *const begun[] = { "carx", "care-taker" };
    cr_expect_str_eq(ap_nearest_name("care", begun, 2), "carx");
}
