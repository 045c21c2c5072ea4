#include "cli/reporting/held_skips.h"

#include <string.h>

#include "cli/shared/companion.h"
#include "core/finding/fingerprint.h"
#include "validators/recognize.h"

void cli_held_skips_init(cli_held_skips *held)
{
    *held = (cli_held_skips){ .count = 0 };
    ap_arena_init(&held->arena, 0);
}

bool cli_has_only_companion_extension(const char *path)
{
    return !ap_has_format_extension(path) && cli_has_companion_extension(path);
}

bool cli_held_skips_add(cli_held_skips *held, const ap_report_skipped *skipped)
{
    ap_report_skipped *items =
        ap_grow_array(&held->arena, held->items, held->count, &held->room, sizeof *items);
    const char *name = ap_arena_copy_text(&held->arena, skipped->name, strlen(skipped->name));
    const char *reason = ap_arena_copy_text(&held->arena, skipped->reason, strlen(skipped->reason));
    if (items == NULL || name == NULL || reason == NULL)
        return false;
    held->items = items;
    items[held->count++] = (ap_report_skipped){ .name = name, .reason = reason };
    return true;
}

static struct stat stat_with_hash_of_path(const char *path)
{
    const uint64_t hash = ap_hash_text(AP_HASH_START, path);
    return (struct stat){ .st_ino = hash == 0 ? 1 : hash };
}

bool cli_add_checked_companion(cli_held_skips *held, const char *path)
{
    if (path == NULL || !cli_has_only_companion_extension(path))
        return true;
    const struct stat about = stat_with_hash_of_path(path);
    return cli_seen_files_add(&held->companions, &about);
}

const ap_report_skipped *cli_next_held_skip(const cli_held_skips *held, size_t *at)
{
    while (*at < held->count) {
        const ap_report_skipped *skipped = &held->items[(*at)++];
        const struct stat about = stat_with_hash_of_path(skipped->name);
        if (!cli_seen_files_has(&held->companions, &about))
            return skipped;
    }
    return NULL;
}

void cli_held_skips_free(cli_held_skips *held)
{
    ap_arena_free(&held->arena);
    cli_seen_files_free(&held->companions);
}
