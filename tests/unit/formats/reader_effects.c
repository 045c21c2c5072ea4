/* Tests validators/readers: the effects of files that break a rule on known readers, and the profiles derived from the
   effects. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/defect/defect.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers.h"
#include "validators/readers/readers_text.h"
#include "validators/registry.h"

static const ap_profile *find_profile(const char *name)
{
    size_t count;
    const ap_profile *profiles = ap_profiles(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(profiles[i].name, name) == 0)
            return &profiles[i];
    }
    cr_assert_fail("no profile is named %s", name);
    return NULL;
}

static unsigned effects_of_rule_on_reader(const char *rule, size_t reader)
{
    unsigned effects[AP_READERS];
    cr_assert_not_null(ap_find_rule(rule), "no rule is named %s", rule);
    ap_find_reader_effects(ap_find_rule(rule), effects);
    return effects[reader];
}

Test(reader_effects, effects_of_rules_are_known_by_reader)
{
    cr_expect_eq(effects_of_rule_on_reader("md5anim/before-version", AP_READER_DAEMON), AP_REFUSES);
    cr_expect_eq(
        effects_of_rule_on_reader("md5anim/before-version", AP_READER_ASSIMP5), AP_LOADS | AP_REFUSES);
    cr_expect_eq(effects_of_rule_on_reader("md5anim/before-version", AP_READER_DSMA), AP_IGNORES,
        "the last column of the table");
    cr_expect_eq(
        effects_of_rule_on_reader("md5anim/before-version", AP_READER_BFG), 0, "this reader was not tried");
    cr_expect_eq(effects_of_rule_on_reader("md5camera/before-version", AP_READER_IQM), 0,
        "this reader does not read cameras");
    cr_expect_eq(effects_of_rule_on_reader("md5anim/line-length", AP_READER_IQM), AP_IGNORES | AP_WRONG,
        "one effect was measured, the other is known");
    cr_expect_eq(effects_of_rule_on_reader("mrtk/magic", AP_READER_MRTK), AP_REFUSES);
    cr_expect_eq(effects_of_rule_on_reader("memg/framerate", AP_READER_MRTK), 0);
    cr_expect_eq(effects_of_rule_on_reader("file/unrecognized", AP_READER_ID), 0);
}

Test(reader_effects, the_corpus_demands_no_answer_to_a_warning_or_to_a_note_that_doom_3_refuses)
{
    cr_expect_eq(ap_expected_answer_of_rule("md5anim/several-roots"), AP_ANSWER_DIFFER,
        "a note, but Doom 3 refuses the animation");
    cr_expect_eq(ap_expected_answer_of_rule("md5mesh/several-roots"), AP_ANSWER_ACCEPT,
        "Doom 3 loads the mesh, FTE refuses it");
    cr_expect_eq(ap_expected_answer_of_rule("md5anim/layout"), AP_ANSWER_DIFFER, "a warning");
    cr_expect_eq(ap_expected_answer_of_rule("md5anim/number"), AP_ANSWER_REFUSE, "an error");
}

/* The user of an importer sees at once that a file is refused, so the refusal of an importer does not make an error. */
Test(reader_effects, importers_give_at_most_a_warning)
{
    for (size_t i = 0; i < AP_READERS; i++) {
        const bool imports = i == AP_READER_BLENDER || i == AP_READER_DSMA;
        cr_expect_eq(ap_readers[i].most_severity, imports ? AP_WARNING : AP_ERROR,
            "wrong severity of a file that %s refuses", ap_readers[i].name);
    }
}

Test(reader_effects, letters_stand_for_effects)
{
    cr_expect_eq(ap_effects_of_letters("liwrch"),
        AP_LOADS | AP_IGNORES | AP_WRONG | AP_REFUSES | AP_CRASHES | AP_HANGS);
    cr_expect_eq(ap_effects_of_letters("-"), 0);
    cr_expect_eq(ap_effects_of_letters(""), 0);
    cr_expect_str_eq(ap_effect_name(0), "loads");
    cr_expect_str_eq(ap_effect_name(AP_EFFECTS - 1), "hangs");
}

Test(reader_effects, known_effects_name_a_rule_a_reader_and_valid_letters)
{
    size_t count;
    const ap_known_effect *known = ap_known_effects(&count);
    cr_assert_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(ap_find_rule(known[i].rule->id), known[i].rule);
        cr_expect_lt(known[i].reader, AP_READERS);
        cr_expect_eq(strspn(known[i].effects, "liwrch"), strlen(known[i].effects),
            "unknown letter of an effect in '%s'", known[i].effects);
        cr_expect_gt(strlen(known[i].effects), 0);
        cr_expect_gt(strlen(known[i].source), 0);
    }
}

static const struct {
    const char *profile, *rule;
    ap_severity level;
} levels[] = {
    { "default", "md5anim/trailing-content", AP_WARNING },
    { "portable", "md5anim/trailing-content", AP_ERROR },
    { "rerelease", "md5anim/trailing-content", AP_WARNING }, { "portable", "md5mesh/mesh-empty", AP_ERROR },
    { "portable", "md5anim/blank", AP_ERROR }, { "doom3", "md5anim/blank", AP_WARNING },
    { "doom3", "md5anim/several-roots", AP_ERROR },
    { "doom3", "md5mesh/several-roots", AP_NOTE },      /* id's reader loads such meshes */
    { "portable", "md5mesh/several-roots", AP_ERROR },  /* FTE refuses such meshes */
    { "portable", "md5mesh/shader-empty", AP_WARNING }, /* only an importer refuses the file */
    { "portable", "md5mesh/tri-duplicate",
        AP_NOTE }, /* stays a note: only an importer reads the file wrongly */
    { "portable", "md5mesh/tri-degenerate",
        AP_NOTE }, /* the profile's table lists the rule as an exception */
    { "portable", "md5anim/quaternion-length",
        AP_WARNING }, /* the profile's table lists the rule as an exception */
    { "doom3", "md5anim/start-index-order",
        AP_WARNING }, /* only the table of the profile `doom3` lists the rule as an exception */
    { "rerelease", "md5anim/start-index-order", AP_ERROR },
    { "portable", "md5camera/line-length", AP_WARNING }, /* both readers of cameras load the file */
    { "rerelease", "md5anim/frame-limit", AP_ERROR }, { "portable", "mrtk/layout-published", AP_ERROR },
    { "portable", "mrtk/no-keys", AP_NOTE },
    { "published", "mrtk/layout-published", AP_NOTE }, /* MRTK's page documents this layout */
    { "published", "mrtk/component-mismatch", AP_NOTE },
    { "portable", "mrtk/component-mismatch", AP_WARNING },
    { "published", "mrtk/time-order", AP_WARNING }, /* MRTK's page does not allow times out of order */
    { "published", "mrtk/count-negative", AP_ERROR },
    { "published", "md5anim/blank", AP_WARNING }, /* MRTK's page says nothing about .md5anim */
    { "default", "mrtk/magic", AP_ERROR }, { "doom3", "mrtk/magic", AP_ERROR },
    { "iqm", "md5anim/root-parent", AP_NOTE },                /* iqm loads the file */
    { "id", "md5anim/root-parent", AP_ERROR },                /* Doom 3 refuses it */
    { "vkquake", "md5anim/commandline-long", AP_ERROR },      /* refuses some such files */
    { "assimp", "md5anim/joint-name-duplicate", AP_WARNING }, /* loads other values */
    { "blender", "md5mesh/shader-empty", AP_ERROR },          /* its own profile: a refusal is an error */
    { "blender", "md5anim/joint-name-character", AP_ERROR },  /* the table of exceptions does not apply */
    { "vkquake", "md5mesh/winding", AP_WARNING },             /* vkQuake was not tried */
    { "vkquake", "mrtk/magic", AP_ERROR },                    /* not vkQuake's format */
};

Test(reader_effects, profiles_give_the_level_of_a_rule)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        cr_expect_eq(ap_severity_in_profile(find_profile(levels[i].profile), ap_find_rule(levels[i].rule)),
            levels[i].level, "%s with profile %s", levels[i].rule, levels[i].profile);
}

Test(reader_effects, a_profile_sets_the_level_of_each_rule)
{
    ap_rule_settings rule_settings;
    const ap_rule *rule;
    ap_rule_settings_init_all(&rule_settings);
    cr_expect_not(ap_apply_profile(&rule_settings, "doom4"));
    for (size_t i = 0; (rule = ap_rule_settings_rule(&rule_settings, i)) != NULL; i++)
        cr_expect_eq(
            rule_settings.levels[i], rule->severity, "an unknown profile changes the level of %s", rule->id);
    cr_expect(ap_apply_profile(&rule_settings, "portable"));
    for (size_t i = 0; (rule = ap_rule_settings_rule(&rule_settings, i)) != NULL; i++)
        cr_expect_eq(
            rule_settings.levels[i], ap_severity_in_profile(find_profile("portable"), rule), "%s", rule->id);
}

Test(reader_effects, profiles_that_change_a_rule_are_listed)
{
    static const struct {
        const char *rule, *text;
    } texts[] = {
        { "md5anim/blank", "error with --profile portable" },
        { "md5anim/several-roots", "error with --profile doom3 or portable" },
        { "md5mesh/shader-empty", "warning with --profile portable" },
        { "mrtk/section-empty", "note with --profile published" },
        { "mrtk/layout-published", "error with --profile portable; note with --profile published" },
        { "md5anim/bounds-inverted", "" },
        { "md5anim/version", "" },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[AP_PROFILE_TEXT_BYTES + 1], little[16];
        text[AP_PROFILE_TEXT_BYTES] = little[8] = '#';
        ap_put_rule_profiles(ap_find_rule(texts[i].rule), text, AP_PROFILE_TEXT_BYTES);
        cr_expect_str_eq(text, texts[i].text, "profiles that change %s", texts[i].rule);
        cr_expect_eq(text[AP_PROFILE_TEXT_BYTES], '#');
        ap_put_rule_profiles(ap_find_rule(texts[i].rule), little, 8);
        cr_expect_eq(strncmp(little, texts[i].text, 7), 0);
        cr_expect_eq(little[8], '#');
    }
}

Test(reader_effects, readers_of_a_rule_are_listed_by_effect)
{
    static const struct {
        const char *rule, *text;
    } texts[] = {
        { "md5anim/before-version",
            "loads or refuses: assimp5, assimp6; refuses: daemon; ignores the fault: id, iqm, fte, vkquake, "
            "ironwail, q2pro, darkradiant, blender, dsma" },
        { "md5anim/commandline-long",
            "loads or refuses: fte (refuses when the string has 8191 bytes or more), vkquake "
            "(refuses when the string has 4096 bytes or more); refuses: ironwail; ignores the "
            "fault: id, iqm, daemon, q2pro, darkradiant, blender, dsma; loads: assimp5, assimp6" },
        { "md5camera/single-frame", "misreads: assimp5, assimp6; loads: id" },
        { "md5mesh/winding",
            "not tried: id, iqm, daemon, fte, vkquake, ironwail, q2pro, darkradiant, assimp5, "
            "assimp6, blender, dsma" },
        { "md5mesh/tri-duplicate",
            "misreads: blender; loads: id, iqm, daemon, fte, vkquake, ironwail, q2pro, "
            "darkradiant, assimp5, assimp6; not tried: dsma" },
        { "mrtk/magic", "refuses: mrtk" },
        { "memg/framerate", "" },
        { "file/unrecognized", "" },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[AP_RULE_READERS_TEXT_BYTES], little[16];
        little[8] = '#';
        ap_put_rule_readers(ap_find_rule(texts[i].rule), text, sizeof text);
        cr_expect_str_eq(text, texts[i].text, "readers of %s", texts[i].rule);
        ap_put_rule_readers(ap_find_rule(texts[i].rule), little, 8);
        cr_expect_eq(strncmp(little, texts[i].text, 7), 0);
        cr_expect_eq(little[8], '#');
    }
}

Test(reader_effects, no_list_of_readers_is_cut_off)
{
    const ap_rule *rule;
    for (size_t i = 0; (rule = ap_rule_at(i)) != NULL; i++) {
        char text[2 * AP_RULE_READERS_TEXT_BYTES];
        ap_put_rule_readers(rule, text, sizeof text);
        cr_expect_lt(strlen(text), AP_RULE_READERS_TEXT_BYTES, "%s", rule->id);
    }
}

Test(reader_effects, conditions_of_cases_have_words)
{
    size_t count;
    const ap_reader_case *rows = ap_reader_cases(&count);
    char text[AP_TERM_TEXT_BYTES + 1];
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < AP_MOST_TERMS; t++) {
            ap_put_term_question(&rows[i].terms[t], text, sizeof text);
            cr_expect(strlen(text) > 0 && strlen(text) < AP_TERM_TEXT_BYTES && strstr(text, "(null)") == NULL,
                "row %zu of %s: %s", i, rows[i].rule->id, text);
        }
    }
    ap_put_term_question(&(ap_case_term){ .kind = AP_TERM_ABOVE, .number = 4095 }, text, sizeof text);
    cr_expect_str_eq(text, "the number is above 4095");
    ap_put_term_question(&(ap_case_term){ .kind = AP_TERM_SAYS, .text = "twice" }, text, sizeof text);
    cr_expect_str_eq(text, "the message contains \"twice\"");
}
