#include "cli/check/companion_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/input_copy.h"

void cli_companion_cache_init(cli_companion_cache *cache)
{
    *cache = (cli_companion_cache){ .kept = NULL };
    cli_mutex_init(&cache->lock, CLI_RANK_COMPANIONS);
}

void cli_companion_cache_clear(cli_companion_cache *cache)
{
    while (cache->kept != NULL) {
        cli_found_companion *next = cache->kept->next;
        cli_found_companion_release(cache->kept);
        cache->kept = next;
    }
}

void cli_companion_cache_free(cli_companion_cache *cache)
{
    cli_companion_cache_clear(cache);
    cli_mutex_free(&cache->lock);
}

void cli_found_companion_release(cli_found_companion *found_companion)
{
    if (found_companion == NULL || atomic_fetch_sub(&found_companion->holders, 1) > 1)
        return;
    if (found_companion->loaded)
        cli_companion_close(&found_companion->companion);
    cli_mutex_free(&found_companion->lock);
    free(found_companion->path);
    free(found_companion);
}

/* Functions of the list of kept companions. The caller holds the cache's lock. */

static cli_found_companion *create_cached_companion(
    const char *path, const cli_archive *archive, const cli_settings *settings)
{
    cli_found_companion *found_companion = calloc(1, sizeof *found_companion);
    if (found_companion == NULL)
        return NULL;
    atomic_init(&found_companion->holders, 1); /* one reference, which the cache's list holds */
    atomic_init(&found_companion->reported, false);
    atomic_init(&found_companion->held_bytes, 0);
    cli_mutex_init(&found_companion->lock, CLI_RANK_COMPANION);
    found_companion->archive = archive;
    found_companion->settings = settings;
    found_companion->path = strdup(path);
    if (found_companion->path != NULL)
        return found_companion;
    cli_found_companion_release(found_companion);
    return NULL;
}

/* Removes and returns the kept companion with this path, archive and settings; returns NULL if no kept
   companion has all three. */
static cli_found_companion *take_cached_companion(
    cli_companion_cache *cache, const char *path, const cli_archive *archive, const cli_settings *settings)
{
    for (cli_found_companion **at = &cache->kept; *at != NULL; at = &(*at)->next) {
        cli_found_companion *found_companion = *at;
        if (found_companion->archive != archive || found_companion->settings != settings
            || strcmp(found_companion->path, path) != 0)
            continue;
        *at = found_companion->next;
        return found_companion;
    }
    return NULL;
}

/* Drops the least recently used companions until the cache is within its limits. Keeps the first companion,
   and companions that a thread holds. */
static void evict_companions_over_limits(cli_companion_cache *cache)
{
    size_t count = 0, bytes = 0;
    cli_found_companion **at = &cache->kept;
    while (*at != NULL) {
        cli_found_companion *found_companion = *at;
        count++;
        bytes += atomic_load(&found_companion->held_bytes);
        if (count == 1 || (count <= CLI_COMPANIONS_KEPT && bytes <= CLI_COMPANIONS_KEPT_BYTES)
            || atomic_load(&found_companion->holders) > 1) {
            at = &found_companion->next;
            continue;
        }
        *at = found_companion->next;
        cli_found_companion_release(found_companion);
    }
}

/* Functions that load a companion. The caller holds the lock of the companion. */

/* The file that a companion is read from if the companion is not in the cache. */
typedef struct companion_source {
    const char *path;
    cli_archive *archive; /* archive that contains the companion, or NULL */
    const cli_member *member;
    const cli_configured_companion
        *key; /* the key of the configuration that names the companion; NULL: none does */
} companion_source;

/* Adds to the error message of the companion the line of the configuration that names the companion. */
static void append_config_line_to_error(ap_input *input, const cli_configured_companion *key)
{
    const size_t used = strlen(input->error);
    snprintf(input->error + used, sizeof input->error - used, " (named in %s)", key->origin);
}

/* Sets the view of the companion's input to a copy of the text, in its arena. */
static ap_status copy_editor_text_to_input(cli_companion *loaded, ap_view text)
{
    loaded->input.view = cli_copy_bytes(&loaded->arena, text);
    return loaded->input.view.bytes == NULL ? AP_NO_MEMORY : AP_OK;
}

static ap_status load_companion_bytes(
    const cli_companion_cache *cache, cli_companion *loaded, const companion_source *from)
{
    ap_view text;
    ap_input *input = &loaded->input;
    ap_status status = AP_CANNOT_READ;
    if (from->archive == NULL && cache->texts != NULL
        && cache->texts->find(cache->texts->context, from->path, &text))
        return copy_editor_text_to_input(loaded, text);
    if (from->archive != NULL)
        return cli_archive_load_member(from->archive, from->member, UINT64_MAX, input, NULL);
    if (from->key != NULL && from->key->wrong != NULL)
        snprintf(input->error, sizeof input->error, "%s", from->key->wrong);
    else
        status = ap_input_load(input, from->path);
    if (status != AP_OK && from->key != NULL)
        append_config_line_to_error(input, from->key);
    return status;
}

/* Returns true if the companion was parsed to its end without a finding or a suppression comment. */
static bool was_parsed_without_finding(const cli_companion *loaded)
{
    return loaded->status == AP_OK && loaded->use.model != NULL && !loaded->use.has_errors
           && !loaded->arena.failed && loaded->findings.comment_count == 0
           && ap_findings_report_is_empty(&loaded->findings);
}

static void load_companion(const cli_companion_cache *cache, cli_found_companion *found_companion,
    const companion_source *from, const ap_companion *companion)
{
    cli_companion *loaded = &found_companion->companion;
    if (from->key != NULL)
        memcpy(found_companion->origin, from->key->origin, sizeof found_companion->origin);
    cli_companion_init(loaded, companion, found_companion->path, &found_companion->settings->reading);
    const ap_status status = load_companion_bytes(cache, loaded, from);
    if (from->archive != NULL)
        cli_archive_set_device_and_inode(from->archive, from->member, &found_companion->about);
    else if (stat(found_companion->path, &found_companion->about) != 0)
        found_companion->about.st_ino = 0;
    cli_companion_parse(loaded, status);
    found_companion->is_clean = was_parsed_without_finding(loaded);
    atomic_store(&found_companion->held_bytes, loaded->arena.held_bytes + loaded->input.view.size);
    found_companion->loaded = true;
}

/* Returns the cached companion, or loads it. Returns NULL when out of memory. */
static cli_found_companion *get_companion(cli_companion_cache *cache, const companion_source *from,
    const ap_companion *companion, const cli_settings *settings)
{
    cli_lock(&cache->lock);
    cli_found_companion *found_companion = take_cached_companion(cache, from->path, from->archive, settings);
    if (found_companion == NULL)
        found_companion = create_cached_companion(from->path, from->archive, settings);
    if (found_companion != NULL) {
        atomic_fetch_add(&found_companion->holders, 1);
        found_companion->next = cache->kept;
        cache->kept = found_companion;
        evict_companions_over_limits(cache);
    }
    cli_unlock(&cache->lock);
    if (found_companion == NULL)
        return NULL;
    cli_lock(&found_companion->lock);
    if (!found_companion->loaded)
        load_companion(cache, found_companion, from, companion);
    cli_unlock(&found_companion->lock);
    return found_companion;
}

cli_found_companion *cli_companion_cache_get(cli_companion_cache *cache, const cli_folder *folder,
    const cli_companion_candidate *candidate, const ap_companion *companion, const cli_settings *settings)
{
    const companion_source from = {
        .path = candidate->path, .archive = folder->archive, .member = candidate->member
    };
    return get_companion(cache, &from, companion, settings);
}

cli_found_companion *cli_companion_cache_get_configured(
    cli_companion_cache *cache, size_t kind, const ap_companion *companion, const cli_settings *settings)
{
    const cli_configured_companion key = cli_resolve_configured_companion(settings, kind);
    const companion_source from = { .path = key.path, .key = &key };
    cli_found_companion *found = key.path == NULL ? NULL : get_companion(cache, &from, companion, settings);
    free(key.path);
    return found;
}
