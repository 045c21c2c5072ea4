/* Tests validators/services/policy/policy.h: patterns of allowed names. */
#include <criterion/criterion.h>
#include <string.h>

#include "validators/services/policy/policy.h"

static const struct {
    const char *pattern, *name;
    bool matches;
} rows[] = {
    { "", "", true },
    { "", "a", false },
    { "a", "", false },
    { "*", "", true },
    { "?", "", false },
    { "hips", "hips", true },
    { "hips", "hip", false },
    { "hip", "hips", false },
    { "h?ps", "hips", true },
    { "h?ps", "h?ps", true },
    { "h@ps", "hips", false },
    { "h?ps", "hps", false },
    { "?", "a", true },
    { "?", "ab", false },
    { "b_*", "b_", true },
    { "b_*", "b_arm", true },
    { "b_*", "a_arm", false },
    { "*_l", "arm_l", true },
    { "*_l", "arm_l_l", true },
    { "*_l", "arm_lr", false },
    { "a*b*c", "aXbXbYc", true },
    { "a*b*c", "aXbXbY", false },
    { "a*?", "a", false },
    { "a*?", "ab", true },
    { "**", "x", true },
    { "a*a", "a", false },
    { "a*a", "aa", true },
    { "*\xc3\xbc*",
        "h\xc3\xbc"
        "ft",
        true },
};

Test(policy_patterns, names_match_their_patterns)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ap_view name = { (const uint8_t *)rows[i].name, strlen(rows[i].name) };
        cr_expect_eq(ap_policy_pattern_matches(rows[i].pattern, name), rows[i].matches,
            "pattern '%s', name '%s'", rows[i].pattern, rows[i].name);
    }
}
