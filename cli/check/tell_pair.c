#include "cli/check/tell_pair.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/checked_file.h"
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
        .error = verdict->result == CLI_CLEAN ? NULL : verdict->error,
        .findings = found == NULL ? NULL : &found->list,
        .excerpts = verdict->excerpts,
    };
}

/* Tells of it what its list has now; the list is empty afterwards. */
static bool tell(cli_teller *teller, const cli_verdict *verdict, const ap_report_part *part)
{
    cli_companion *companion = &verdict->beside->companion;
    ap_report_file file;
    cli_companion_tell(companion, teller->outputs.excerpts, &file);
    file.part = part;
    const cli_telling telling = { cli_exit_of(companion->status), verdict->fail_on };
    const bool go_on = cli_teller_file(
        teller, &file, &telling, file.findings == NULL ? NULL : &companion->findings, companion->excerpts);
    ap_findings_restart(&companion->findings);
    return go_on;
}

/* It was lost under the file. */
static bool tell_lost(cli_teller *teller, const cli_verdict *verdict, const ap_report_part *part)
{
    const cli_companion *companion = &verdict->beside->companion;
    const cli_telling telling = { cli_exit_of(verdict->beside_lost), verdict->fail_on };
    ap_report_file file = { .name = verdict->beside->path,
        .format = companion->use.companion->name,
        .text = true,
        .error = verdict->error,
        .part = part };
    return cli_teller_file(teller, &file, &telling, NULL, NULL);
}

bool cli_beside_tell(
    cli_teller *teller, cli_verdict *verdict, cli_findings *found, const ap_report_part *part)
{
    cli_beside *beside = verdict->beside;
    ap_findings *findings = &beside->companion.findings;
    ap_report_part own_part, together;
    const bool as_file = !verdict->named && ap_name_decides(beside->path);
    const bool first = !atomic_exchange(&beside->told, true) && !as_file;
    const bool own = first && cli_teller_is_new(teller, beside->about.st_dev, beside->about.st_ino);
    if (part != NULL) {
        own_part = together = *part;
        own_part.role = AP_ROLE_COMPANION;
        together.role = AP_ROLE_TOGETHER;
        own_part.device = first ? beside->about.st_dev : 0;
        own_part.inode = first ? beside->about.st_ino : 0;
        together.device = verdict->beside_lost != AP_OK ? own_part.device : 0;
        together.inode = verdict->beside_lost != AP_OK ? own_part.inode : 0;
    }
    if (verdict->beside_lost != AP_OK)
        return tell_lost(teller, verdict, part == NULL ? NULL : &together);
    if (own && part != NULL && !tell(teller, verdict, &own_part))
        return false;
    if (!own)
        ap_findings_restart(findings);
    if (verdict->beside_found)
        ap_findings_join(findings, &found->beside);
    if (!verdict->beside_found && (!own || part != NULL))
        return true;
    return tell(teller, verdict, part == NULL ? NULL : &together);
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

bool cli_beside_told(cli_teller *teller, const char *name, const cli_verdict *verdict, ap_report_part *part)
{
    struct stat about;
    if (!verdict->judged || !may_be_companion(name) || stat(name, &about) != 0)
        return false;
    if (part != NULL) {
        part->device = about.st_dev;
        part->inode = about.st_ino;
    }
    return !cli_teller_is_new(teller, about.st_dev, about.st_ino);
}
