#include "validators/readers/profile.h"

#include <stdio.h>
#include <string.h>

#include "validators/md5anim/md5anim_table.h"
#include "validators/md5mesh/md5mesh_table.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/readers/readers.h"

#define BIT(reader) (1UL << AP_READER_##reader)

/* An exact profile: a finding has the severity of what this one reader does with the file, also below the default. */
#define EXACT(reader, title)                                                                                 \
    {                                                                                                        \
        .name = title, .readers = BIT(reader), .exact = true                                                 \
    }

static const ap_profile profiles[] = {
    { .name = "default" },
    { "doom3", "Doom 3", BIT(ID), false },
    { "rerelease", "vkQuake, ironwail and Q2PRO, which play the files of the Quake II re-release",
        BIT(VKQUAKE) | BIT(IRONWAIL) | BIT(Q2PRO), false },
    { "portable", "all known readers", (1UL << AP_READERS) - 1, false },
    { "published", "for files written from MRTK's published page: notes for what the page allows", 0, false },
    EXACT(ID, "id"),
    EXACT(IQM, "iqm"),
    EXACT(DAEMON, "daemon"),
    EXACT(FTE, "fte"),
    EXACT(VKQUAKE, "vkquake"),
    EXACT(IRONWAIL, "ironwail"),
    EXACT(Q2PRO, "q2pro"),
    EXACT(DARKRADIANT, "darkradiant"),
    { .name = "assimp", .readers = BIT(ASSIMP5) | BIT(ASSIMP6), .exact = true },
    EXACT(BLENDER, "blender"),
    EXACT(DSMA, "dsma"),
};

#define EXCEPTION(table, index, name, severity, why)                                                         \
    { .rule = &ap_##table##_rules[index], .profile = name, .level = severity, .reason = why },
static const ap_profile_exception exceptions[] = {
#include "validators/readers/profile_exceptions.inc"
};
#undef EXCEPTION

const ap_profile *ap_profiles(size_t *count)
{
    *count = sizeof profiles / sizeof *profiles;
    return profiles;
}

const ap_profile_exception *ap_profile_exceptions(size_t *count)
{
    *count = sizeof exceptions / sizeof *exceptions;
    return exceptions;
}

/* Returns the severity that one reader's effects give a finding. Returns AP_OFF if the reader loads all such files, or if it is
   an importer that loads other values at worst. */
static ap_severity level_of(const ap_reader *reader, unsigned effects)
{
    if ((effects & (AP_REFUSES | AP_CRASHES | AP_HANGS)) != 0)
        return reader->most_severity;
    return (effects & AP_WRONG) != 0 && reader->most_severity == AP_ERROR ? AP_ERROR : AP_OFF;
}

static const ap_profile_exception *exception_of(const ap_profile *profile, const ap_rule *rule)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        const ap_profile_exception *one = &exceptions[i];
        if (one->rule == rule && (one->profile == NULL || strcmp(one->profile, profile->name) == 0))
            return one;
    }
    return NULL;
}

/* Returns the severity that the profile's readers give the rule, at least the rule's default. */
static ap_severity level_by_readers(const ap_profile *profile, const ap_rule *rule)
{
    ap_severity level = rule->severity;
    unsigned effects[AP_READERS];
    if (profile->readers == 0)
        return level;
    ap_find_reader_effects(rule, effects);
    for (size_t i = 0; i < AP_READERS; i++) {
        const ap_severity wanted =
            (profile->readers >> i & 1) != 0 ? level_of(&ap_readers[i], effects[i]) : AP_OFF;
        level = wanted > level ? wanted : level;
    }
    return level;
}

/* Returns the severity that says what the profile's readers do, or the rule's default if they were not tried. */
static ap_severity exact_level(const ap_profile *profile, const ap_rule *rule)
{
    unsigned effects[AP_READERS], together = 0;
    ap_find_reader_effects(rule, effects);
    for (size_t i = 0; i < AP_READERS; i++)
        together |= (profile->readers >> i & 1) != 0 ? effects[i] : 0;
    if (together == 0)
        return rule->severity;
    if ((together & (AP_REFUSES | AP_CRASHES | AP_HANGS)) != 0)
        return AP_ERROR;
    return (together & AP_WRONG) != 0 ? AP_WARNING : AP_NOTE;
}

ap_severity ap_severity_in_profile(const ap_profile *profile, const ap_rule *rule)
{
    if (profile->exact)
        return exact_level(profile, rule);
    if (rule->severity == AP_ERROR)
        return AP_ERROR;
    const ap_severity level = level_by_readers(profile, rule);
    const ap_profile_exception *most = exception_of(profile, rule);
    return most != NULL && most->level < level ? most->level : level;
}

/* Appends the profiles that give the rule this severity at out + used; returns the new length. */
static size_t append_profiles_with_level(
    const ap_rule *rule, ap_severity level, char *out, size_t size, size_t used)
{
    const size_t start = used;
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles && used < size; i++) {
        if (profiles[i].exact || ap_severity_in_profile(&profiles[i], rule) != level)
            continue;
        if (used > start)
            used += (size_t)snprintf(out + used, size - used, " or %s", profiles[i].name);
        else
            used += (size_t)snprintf(out + used, size - used, "%s%s with --profile %s", start > 0 ? "; " : "",
                ap_severity_name(level), profiles[i].name);
    }
    return used;
}

void ap_put_rule_profiles(const ap_rule *rule, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (ap_severity level = AP_ERROR; level > AP_OFF; level--) {
        if (level != rule->severity)
            used = append_profiles_with_level(rule, level, out, size, used);
    }
}

bool ap_apply_profile(ap_rule_settings *rule_settings, const char *name)
{
    const ap_rule *rule;
    const ap_profile *chosen = NULL;
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
        chosen = strcmp(profiles[i].name, name) == 0 ? &profiles[i] : chosen;
    if (chosen == NULL)
        return false;
    for (size_t i = 0; (rule = ap_rule_settings_rule(rule_settings, i)) != NULL; i++)
        rule_settings->levels[i] = ap_severity_in_profile(chosen, rule);
    return true;
}
