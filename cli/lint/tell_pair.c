#include "cli/lint/tell_pair.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/ending.h"
#include "validators/registry.h"

/* Why there is no companion, in words; NULL where there is one, or none was looked for. */
static const char *explain(const cli_verdict *verdict, char alone[CLI_ALONE_BYTES])
{
    const ap_companion *companion = verdict->companion;
    if (companion == NULL || verdict->alone == CLI_NOT_ALONE)
        return NULL;
    if (verdict->alone == CLI_NONE_THERE)
        snprintf(alone, CLI_ALONE_BYTES, "no %s is in its folder%s", companion->extension,
            companion->wants == NULL ? " with its name" : "");
    else if (verdict->alone == CLI_NONE_FITS)
        snprintf(alone, CLI_ALONE_BYTES, "no %s of its folder has its name or its %s", companion->extension,
            companion->shared);
    else if (verdict->alone == CLI_SEVERAL_FIT)
        snprintf(alone, CLI_ALONE_BYTES, "%zu %s of its folder have its %s, and none its name",
            verdict->fitting, companion->extension, companion->shared);
    else
        snprintf(alone, CLI_ALONE_BYTES, "no %s of its folder has its name, and its %s are not known",
            companion->extension, companion->shared);
    return alone;
}

ap_report_file cli_report_of(
    const char *name, const cli_verdict *verdict, const cli_findings *found, char *alone)
{
    return (ap_report_file){
        .name = name,
        .format = verdict->format,
        .version = verdict->version,
        .variant = verdict->variant,
        .text = verdict->text,
        .size_bytes = verdict->size_bytes,
        .companion = verdict->companion_path,
        .alone = alone == NULL ? NULL : explain(verdict, alone),
        .error = verdict->status == AP_OK ? NULL : verdict->error,
        .findings = found == NULL ? NULL : &found->list,
        .excerpts = verdict->excerpts,
    };
}

/* Whether nobody has told of it; that is known from now on. Where memory runs out, it may be told again. */
static bool is_new(cli_besides *besides, const struct stat *about)
{
    if (about->st_ino == 0)
        return true;
    if (cli_seen_has(&besides->told, about))
        return false;
    (void)cli_seen_add(&besides->told, about);
    return true;
}

/* Puts the findings of the one list after those of the other. */
static void append(ap_findings *list, const ap_findings *more)
{
    if (more->first != NULL) {
        *(list->last == NULL ? &list->first : &list->last->next) = more->first;
        list->last = more->last;
    }
    for (size_t level = 0; level <= AP_ERROR; level++)
        list->counts[level] += more->counts[level];
    list->reported += more->reported;
    list->kept += more->kept;
    list->dropped += more->dropped;
    list->skipped_checks += more->skipped_checks;
    list->silenced += more->silenced;
    ap_findings_add_tallies(list, more);
}

bool cli_besides_tell(
    cli_besides *besides, cli_verdict *verdict, cli_findings *found, bool excerpts, ap_report_file *file)
{
    cli_beside *beside = verdict->beside;
    cli_companion *companion = &beside->companion;
    const bool as_file = !verdict->named && ap_name_decides(beside->path);
    const bool own = !atomic_exchange(&beside->told, true) && !as_file && is_new(besides, &beside->about);
    if (verdict->beside_lost != AP_OK) {
        *file = (ap_report_file){ .name = beside->path,
            .format = companion->use.companion->name,
            .text = true,
            .error = verdict->error };
        return true;
    }
    if (!own)
        ap_findings_restart(&companion->findings);
    if (verdict->beside_found)
        append(&companion->findings, &found->beside);
    if (!own && !verdict->beside_found)
        return false;
    cli_companion_tell(companion, excerpts, file);
    return true;
}

/* Whether the name is one of a companion. */
static bool may_be_companion(const char *name)
{
    const ap_companion *companion;
    const size_t length = strlen(name);
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        if (cli_ends_in(name, length, companion->extension))
            return true;
    }
    return false;
}

bool cli_besides_told(cli_besides *besides, const char *name, const cli_verdict *verdict)
{
    struct stat about;
    return verdict->judged && may_be_companion(name) && stat(name, &about) == 0 && !is_new(besides, &about);
}
