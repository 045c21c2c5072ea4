/* Tests validators/services/policy/policy.h: messages about values that a policy does not allow, and how many allowed values they
   list. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/md5/md5_cases.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/stream_text.h"
#include "validators/registry.h"
#include "validators/services/policy/policy.h"

/* Returns "MESSAGE [EXPECTED, FOUND]" of the first finding of the rule in md5_animation; "" if there is no finding. */
static const char *first_message_with_expected_and_found(const ap_policy *policy, const char *rule)
{
    const ap_lint_options options = { .policy = policy };
    return text_of_finding_of_rule(ap_find_format("md5anim"), text_view(md5_animation), &options, rule);
}

/* Sets `count` patterns of names: `start`, two digits, and *. */
static void set_name_patterns(ap_policy *policy, size_t count, const char *start)
{
    policy->name_count = count;
    for (size_t i = 0; i < count; i++)
        snprintf(policy->names[i], sizeof policy->names[i], "%s%02zu*", start, i);
}

Test(policy_words, allowed_frame_rates_are_listed)
{
    static const struct {
        float rates[4];
        size_t count;
        const char *origin, *message; /* message: "" if there is no finding */
    } cases[] = {
        { { 24 }, 1, "", "" },
        { { 30, 24 }, 2, "", "" },
        { { 30 }, 1, "", "frameRate is 24: the policy allows no other frame rate [30, 24]" },
        { { 30, 60 }, 2, "x.ini:7",
            "frameRate is 24: the policy allows no other frame rate (x.ini:7) [30 or 60, 24]" },
        { { 30, 59.94F, 60 }, 3, "",
            "frameRate is 24: the policy allows no other frame rate [30, 59.94 or 60, 24]" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_policy policy = { .rate_count = cases[i].count };
        memcpy(policy.rates, cases[i].rates, sizeof cases[i].rates);
        snprintf(policy.rates_origin.text, sizeof policy.rates_origin.text, "%s", cases[i].origin);
        const char *text = first_message_with_expected_and_found(&policy, "policy/frame-rate");
        cr_expect(
            strstr(text, strchr(cases[i].message, ':') == NULL ? "" : strchr(cases[i].message, ':')) != NULL
                && (text[0] == '\0') == (cases[i].message[0] == '\0'),
            "case %zu: %s", i, text);
    }
}

/* Returns true if md5_animation with `to` in place of `from` has a finding of policy/duration. */
static bool reports_duration(const ap_policy *policy, const char *from, const char *to)
{
    const ap_lint_options options = { .policy = policy };
    const ap_view text = text_view(text_with_replaced_part(md5_animation, from, to));
    return text_of_finding_of_rule(ap_find_format("md5anim"), text, &options, "policy/duration")[0] != '\0';
}

/* The duration is unknown without a valid number of frames and a valid frame rate. */
Test(policy_words, an_unknown_duration_is_not_reported)
{
    static const struct {
        const char *from, *to;
        bool known;
    } cases[] = {
        { "frameRate 24", "frameRate 24", true },
        { "frameRate 24", "frameRate 24.5", true },
        { "frameRate 24", "frameRate 0", false },
        { "frameRate 24", "frameRate -1", false },
        { "frameRate 24", "frameRate x", false },
        { "numFrames 2", "numFrames x", false },
    };
    const ap_policy longer = { .least_seconds = 1000 }, shorter = { .most_seconds = 0.001 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(
            reports_duration(&longer, cases[i].from, cases[i].to), cases[i].known, "%s", cases[i].to);
        cr_expect_eq(
            reports_duration(&shorter, cases[i].from, cases[i].to), cases[i].known, "%s", cases[i].to);
    }
}

/* Without a quaternion tolerance in the policy, the tolerances of the rules apply. */
Test(policy_words, a_quaternion_tolerance_replaces_those_of_the_rules)
{
    static const struct {
        double tolerance;
        const char *rule; /* the rule with a finding; NULL: no finding */
    } cases[] = {
        { 0, "md5anim/quaternion-rounding" },
        { 1e-5, "md5anim/quaternion-length" },
        { 1e-3, NULL },
    };
    const char *text = text_with_replaced_part(md5_animation, "0.1 0.2 0.3", "0.6 0.0 0.8001");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(lint_end) lint_run run;
        const ap_policy policy = { .tolerance = cases[i].tolerance };
        const ap_lint_options options = { .policy = &policy };
        lint_begin(&run, ap_find_format("md5anim"), text_view(text), &options);
        const char *rule = run.findings.first == NULL ? "none" : run.findings.first->rule->id;
        cr_expect_str_eq(rule, cases[i].rule == NULL ? "none" : cases[i].rule, "case %zu", i);
    }
}

Test(policy_words, allowed_names_are_listed)
{
    ap_policy policy = { .name_count = 0 };
    cr_expect_str_empty(first_message_with_expected_and_found(&policy, "policy/joint-name"));
    static const struct {
        size_t count;
        const char *form, *listed;
    } cases[] = {
        { 1, "b_", "[like \"b_00*\", \"root\"]" },
        { 2, "b_", "[like \"b_00*\" or \"b_01*\", \"root\"]" },
        { 3, "b_", "[like \"b_00*\", \"b_01*\" or \"b_02*\", \"root\"]" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_name_patterns(&policy, cases[i].count, cases[i].form);
        const char *text = first_message_with_expected_and_found(&policy, "policy/joint-name");
        cr_expect(strstr(text, cases[i].listed) != NULL, "case %zu: %s", i, text);
        cr_expect(strstr(text, ": the policy allows no other name of a joint [") != NULL,
            "wrong message about a name that is not allowed: %s", text);
    }
    set_name_patterns(&policy, 2, "r");
    snprintf(policy.names[1], sizeof policy.names[1], "*"); /* any name */
    cr_expect_str_empty(first_message_with_expected_and_found(&policy, "policy/joint-name"));
}

/* If a policy allows many names, or long ones, the message lists some and gives the number of the others. */
Test(policy_words, the_number_of_names_that_are_not_listed_is_given)
{
    for (int is_long = 0; is_long < 2; is_long++) {
        for (size_t count = 4; count <= AP_POLICY_ITEMS; count++) {
            ap_policy policy = { .name_count = 0 };
            size_t shown = 0;
            int more = 0;
            set_name_patterns(
                &policy, count, is_long ? "an_unusual_pattern_of_a_name_which_fills_most_of_a_line_" : "b");
            const char *text = first_message_with_expected_and_found(&policy, "policy/joint-name");
            const char *list = strstr(text, "[like ");
            cr_assert_not_null(list, "the message must list names, but says: %s", text);
            const char *next =
                is_long ? "\"an" : "\"b"; /* the last listed name may be cut after these letters */
            for (const char *at = strstr(list, next); at != NULL; at = strstr(at + 1, next))
                shown++;
            const char *rest = strstr(list, " or one of ");
            if (rest != NULL)
                cr_assert_eq(sscanf(rest, " or one of %d more", &more), 1);
            else if (strstr(list, " or one more") != NULL)
                more = 1;
            cr_expect_eq(
                shown + (size_t)more, count, "%zu names are allowed, but the message lists: %s", count, list);
            cr_expect(shown >= 3, "the message must list at least three names, but says: %s", list);
        }
    }
}

/* A name is listed if the message has room for the name and for the number of further names. */
Test(policy_words, a_name_is_listed_if_the_message_has_room)
{
    for (size_t last = 31; last <= 34; last++) {
        ap_policy policy = { .name_count = 8 };
        char listed[100];
        for (size_t i = 0; i < policy.name_count; i++) {
            const size_t length = i == 6 ? last : AP_POLICY_NAME_BYTES - 1;
            memset(policy.names[i], 'a' + (int)i, length);
        }
        snprintf(listed, sizeof listed, "\"%s\"", policy.names[6]);
        const char *text = first_message_with_expected_and_found(&policy, "policy/joint-name");
        cr_expect_eq(strstr(text, listed) != NULL, last <= 32, "a name of %zu bytes: %s", last, text);
        cr_expect(strstr(text, last <= 32 ? " or one more, " : " or one of 2 more, ") != NULL,
            "a name of %zu bytes: wrong number of further names in: %s", last, text);
    }
}

Test(policy_words, durations_and_sizes_outside_the_limits_are_reported)
{
    ap_policy policy = { .least_seconds = 0.01 };
    cr_expect_str_empty(first_message_with_expected_and_found(&policy, "policy/duration"));
    policy.least_seconds = 10;
    const char *text = first_message_with_expected_and_found(&policy, "policy/duration");
    cr_expect(strstr(text, "10 s") != NULL && strstr(text, "at least") != NULL,
        "wrong message about an animation that is too short: %s", text);
    policy = (ap_policy){ .most_seconds = 1 / 24.0 }; /* the duration of two frames */
    cr_expect_str_empty(first_message_with_expected_and_found(&policy, "policy/duration"));
    policy.most_seconds = 0.04;
    text = first_message_with_expected_and_found(&policy, "policy/duration");
    cr_expect(strstr(text, "0.04 s") != NULL && strstr(text, "at most") != NULL,
        "wrong message about an animation that is too long: %s", text);
    policy = (ap_policy){ .most_bytes = strlen(md5_animation) };
    cr_expect_str_empty(first_message_with_expected_and_found(&policy, "policy/file-size"));
    policy.most_bytes--;
    cr_expect(first_message_with_expected_and_found(&policy, "policy/file-size")[0] != '\0');
}

/* The duration of a recording is the last finite time of a key. */
Test(policy_words, the_duration_of_a_recording_is_its_last_time)
{
    static const struct {
        float last;
        bool published;
        const char *path; /* path of the finding; NULL: no finding */
    } cases[] = { { 1, false, NULL }, { 5, false, "camera.position_y.keys[2].time" },
        { 5, true, "camera.position_y.keys[2].time" }, { INFINITY, false, NULL } };
    const ap_policy policy = { .most_seconds = 2 };
    const ap_lint_options options = { .policy = &policy };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(file_build_free) file_build file;
        AT_END(lint_end) lint_run run;
        (cases[i].published ? build_mrtk_11_published : build_mrtk_11)(&file);
        set_f32(&file, "camera.position_y.keys[2].time", cases[i].last);
        lint_begin(&run, ap_find_format("mrtk"), file_build_view(&file), &options);
        const ap_finding *found = find_finding_of_rule(&run.findings, "policy/duration");
        cr_expect_eq(found != NULL, cases[i].path != NULL, "case %zu", i);
        if (found != NULL)
            cr_expect_str_eq(found->path, cases[i].path);
    }
    ap_policy_check_duration(NULL, NULL, NULL); /* without a policy nothing is checked */
}

Test(policy_words, recordings_without_keys_or_truncated_ones_have_no_duration)
{
    const ap_policy policy = { .least_seconds = 100 };
    const ap_lint_options options = { .policy = &policy };
    AT_END(file_build_free) file_build file;
    build_mrtk_11_bare(&file);
    expect_rule_absent(ap_find_format("mrtk"), file_build_view(&file), &options, "policy/duration",
        "a recording without keys");
    file_build_free(&file);
    build_mrtk_11(&file);
    for (size_t size = 0; size < offset_of_field(&file, "gaze.direction_z.key_count"); size += 5)
        expect_rule_absent(ap_find_format("mrtk"), (ap_view){ file.bytes, size }, &options, "policy/duration",
            "a truncated recording");
    expect_rule(ap_find_format("mrtk"), file_build_view(&file), &options,
        (expected){ "policy/duration", offset_of_field(&file, "camera.position_x.keys[2].time"), 4,
            "camera.position_x.keys[2].time", 0, 0 },
        "a complete recording");
}

Test(policy_words, a_curve_without_keys_does_not_change_the_duration)
{
    const ap_policy policy = { .least_seconds = 100 };
    const ap_lint_options options = { .policy = &policy };
    static const char *const curves[] = { "camera.position_x", "camera.rotation_w" };
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        AT_END(file_build_free) file_build file;
        const mrtk_spec spec = { .minor = 1, .camera = true, .keys = 2, .only = curves[i], .only_keys = 0 };
        mrtk_build(&file, &spec);
        const char *last = i == 0 ? "camera.position_y.keys[1].time" : "camera.position_x.keys[1].time";
        expect_rule(ap_find_format("mrtk"), file_build_view(&file), &options,
            (expected){ "policy/duration", offset_of_field(&file, last), 4, last, 0, 0 }, curves[i]);
    }
}
