#include "cli/lsp/lsp_companions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/folder_set.h"
#include "cli/files/find_files.h"
#include "cli/shared/companion.h"
#include "validators/registry.h"

enum {
    /* most files of a folder in which skeletons are compared: that may check all files while the editor waits */
    MOST_COMPARED_FILES = 128,
    MOST_LISTING_MS =
        2000 /* time limit for listing a workspace folder, which may be a home folder, while the editor waits */
};

/* Finds the text of an open document by its path; used to read companions. Returns false if no document of the path is open. */
static bool find_open_text(void *context, const char *path, ap_view *text)
{
    const lsp_companions *companions = context;
    const lsp_document *document = lsp_find_document_of_file(companions->opened, path);
    if (document != NULL)
        *text = lsp_document_text(document);
    return document != NULL;
}

void lsp_companions_begin(lsp_companions *companions, const cli_config_choice *config,
    const cli_settings_layer *asked, lsp_documents *documents)
{
    companions->config = config;
    companions->asked = *asked;
    companions->asked.no_ignore = false;
    companions->opened = documents;
    companions->texts = (cli_editor_text_lookup){ companions, find_open_text };
    cli_companion_folders_init(&companions->outside);
    companions->ready = cli_text_pairing_begin(&companions->paired, &companions->asked.reading, NULL);
    companions->paired.cache.texts = &companions->texts;
    companions->set_options = (cli_check_options){ .reading = &companions->asked.reading,
        .cache = &companions->paired.cache,
        .kept_bytes = &companions->set_bytes };
    companions->ready &= cli_checker_init(&companions->set_checker, &companions->set_options);
}

/* Releases the companion of the current document. */
static void release_current_companion(lsp_companions *companions)
{
    if (companions->ready)
        cli_text_pairing_release_companion(&companions->paired);
}

void lsp_companions_clear(lsp_companions *companions)
{
    release_current_companion(companions);
    cli_companion_cache_clear(&companions->paired.cache);
    cli_companion_folders_free(&companions->outside);
    for (size_t i = 0; i < companions->workspace_count; i++) {
        cli_companion_folders_free(&companions->workspace[i].folders);
        companions->workspace[i].listed = false;
    }
    cli_configs_free(companions->configs);
    companions->configs = NULL;
}

void lsp_companions_end(lsp_companions *companions)
{
    lsp_companions_clear(companions);
    for (size_t i = 0; i < companions->workspace_count; i++)
        free(companions->workspace[i].path);
    free(companions->workspace);
    cli_checker_free(&companions->set_checker);
    cli_text_pairing_free_cache_and_checker(&companions->paired);
}

/* Functions of workspace folders */

/* Returns the path of a folder's URI without slashes at its end, except for "/". The caller frees it. Returns NULL if the URI
   does not name a local folder, or when out of memory. */
static char *folder_of_uri(const char *uri)
{
    char *path = lsp_path_of_uri(uri);
    for (size_t bytes = path == NULL ? 0 : strlen(path); bytes > 1 && path[bytes - 1] == '/'; bytes--)
        path[bytes - 1] = '\0';
    return path;
}

void lsp_add_workspace_folder(lsp_companions *companions, const char *uri)
{
    char *path = folder_of_uri(uri);
    const size_t count = companions->workspace_count;
    if (count > 0)
        lsp_companions_clear(companions); /* a list of companions must not be moved in memory */
    lsp_workspace_folder *workspace =
        path == NULL ? NULL : reallocarray(companions->workspace, count + 1, sizeof *workspace);
    if (workspace == NULL) {
        free(path);
        return;
    }
    companions->workspace = workspace;
    workspace[count] = (lsp_workspace_folder){ .path = path };
    companions->workspace_count = count + 1;
}

void lsp_remove_workspace_folder(lsp_companions *companions, const char *uri)
{
    char *path = folder_of_uri(uri);
    size_t i = 0;
    while (
        path != NULL && i < companions->workspace_count && strcmp(companions->workspace[i].path, path) != 0)
        i++;
    if (path != NULL && i < companions->workspace_count) {
        lsp_companions_clear(companions); /* a list of companions must not be moved in memory */
        free(companions->workspace[i].path);
        companions->workspace[i] = companions->workspace[--companions->workspace_count];
    }
    free(path);
}

/* Returns the innermost workspace folder that contains the path; NULL if no workspace folder does. */
static lsp_workspace_folder *workspace_folder_of(const lsp_companions *companions, const char *path)
{
    lsp_workspace_folder *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < companions->workspace_count; i++) {
        const char *folder = companions->workspace[i].path;
        const size_t bytes = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
        if (strncmp(path, folder, bytes) != 0 || path[bytes] != '/' || (found != NULL && bytes < most))
            continue;
        found = &companions->workspace[i];
        most = bytes;
    }
    return found;
}

const char *lsp_find_workspace_folder(const lsp_companions *companions, const char *path)
{
    const lsp_workspace_folder *folder = workspace_folder_of(companions, path);
    return folder == NULL ? NULL : folder->path;
}

/* Lists the companions in the workspace folder. Lists none if the configuration cannot be read. */
static void list_workspace_folder(lsp_companions *companions, lsp_workspace_folder *folder)
{
    const cli_find_callbacks calls = { .tree = &folder->folders.calls };
    folder->listed = true;
    cli_companion_folders_init(&folder->folders);
    folder->folders.most_ms = MOST_LISTING_MS;
    if (companions->configs == NULL
        && cli_configs_open(&companions->configs, "lsp", companions->config, &companions->asked) != CLI_CLEAN)
        return;
    cli_finder finder = { .configs = companions->configs, .calls = &calls };
    /* the result is not needed: an incomplete list only means that fewer companions are found */
    (void)cli_list_tree_companions(&finder, folder->path);
}

static void visit_candidates(cli_folder *tree, void (*visit)(void *context, const char *path), void *context)
{
    const ap_companion *companion;
    cli_lock(&tree->lock);
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        const cli_candidate_list *files = cli_folder_candidates(tree, companion);
        for (size_t k = 0; k < files->count; k++)
            visit(context, files->items[k].path);
    }
    cli_unlock(&tree->lock);
}

void lsp_visit_workspace_companions(
    lsp_companions *companions, void (*visit)(void *context, const char *path), void *context)
{
    for (size_t i = 0; companions->ready && i < companions->workspace_count; i++) {
        lsp_workspace_folder *folder = &companions->workspace[i];
        if (!folder->listed)
            list_workspace_folder(companions, folder);
        if (folder->folders.tree != NULL)
            visit_candidates(folder->folders.tree, visit, context);
    }
}

/* Returns the folder to search for the companion of the document, and first lists the companions of its workspace folder if that
   was not done yet. Returns NULL when out of memory. */
static cli_folder *list_workspace_and_get_folder_to_search(lsp_companions *companions, const cli_entry *entry)
{
    lsp_workspace_folder *folder = workspace_folder_of(companions, entry->path);
    if (folder != NULL && !folder->listed)
        list_workspace_folder(companions, folder);
    return cli_companion_folders_get(folder == NULL ? &companions->outside : &folder->folders, entry);
}

/* Functions of documents */

const char *lsp_path_of_found_companion(const lsp_companions *companions)
{
    return companions->paired.at.lint.companions == NULL ? NULL
                                                         : cli_pair_companion_path(&companions->paired.at);
}

/* Writes into the document how the current companion was found, or why the document has no companion. */
static void store_companion_explanation(const lsp_companions *companions, lsp_document *document)
{
    const ap_report_file *about = &companions->paired.result.file;
    const char *path = cli_pair_companion_path(&companions->paired.at);
    const char *unread =
        path != NULL && lsp_path_of_found_companion(companions) == NULL ? "cannot be read; " : "";
    free(document->pairing);
    document->pairing = NULL;
    const int made =
        path != NULL && about->companion_reason != NULL
            ? asprintf(&document->pairing, "with %s (%s%s)", path, unread, about->companion_reason)
        : about->no_companion != NULL ? asprintf(&document->pairing, "alone: %s", about->no_companion)
                                      : 0;
    if (made < 0)
        document->pairing = NULL;
}

const ap_lint_options *lsp_find_companion_and_lint_options(lsp_companions *companions, lsp_document *document)
{
    const cli_entry entry = {
        .kind = CLI_ENTRY_STREAM, .path = document->path, .origin = CLI_NAMED, .settings = &document->settings
    };
    const bool paired = companions->ready && document->path != NULL && document->format != NULL
                        && document->format->companion != NULL && document->format->text;
    free(document->pairing);
    document->pairing = NULL;
    release_current_companion(companions);
    if (!paired)
        return &document->settings.reading.lint;
    cli_text_pairing *text = &companions->paired;
    cli_text_pairing_find_companion(text, &entry, document->format, lsp_document_text(document),
        list_workspace_and_get_folder_to_search(companions, &entry));
    text->at.entry = NULL;
    store_companion_explanation(companions, document);
    document->arena.failed |= text->at.pairs[CLI_FOUND_MAIN].no_memory;
    return &text->at.lint;
}

/* Returns true if the files of the folder can be compared while the editor waits. */
static bool has_few_enough_files_to_compare(cli_folder *folder)
{
    cli_lock(&folder->lock);
    const size_t count = cli_folder_candidates(folder, NULL)->count;
    cli_unlock(&folder->lock);
    return count <= MOST_COMPARED_FILES;
}

static const ap_expected_skeleton *copy_expected_skeleton(
    ap_arena *arena, const ap_expected_skeleton *expected)
{
    ap_expected_skeleton *copy = expected == NULL ? NULL : ap_alloc(arena, sizeof *copy);
    uint8_t *bytes = copy == NULL ? NULL : ap_alloc_uncleared(arena, expected->skeleton.size + 1);
    if (bytes == NULL)
        return NULL;
    if (expected->skeleton.size > 0)
        memcpy(bytes, expected->skeleton.bytes, expected->skeleton.size);
    *copy = (ap_expected_skeleton){ { bytes, expected->skeleton.size }, expected->files };
    return copy;
}

const ap_expected_skeleton *lsp_find_expected_skeleton(lsp_companions *companions, lsp_document *document)
{
    const cli_entry entry = {
        .kind = CLI_ENTRY_FILE, .path = document->path, .origin = CLI_NAMED, .settings = &document->settings
    };
    if (!companions->ready || document->path == NULL || document->format == NULL
        || document->format->set == NULL)
        return NULL;
    cli_folder *folder = list_workspace_and_get_folder_to_search(companions, &entry);
    if (folder == NULL || !has_few_enough_files_to_compare(folder))
        return NULL;
    companions->set_options.settings = &document->settings;
    cli_file_check at = { .checker = &companions->set_checker,
        .entry = &entry,
        .folder = folder,
        .walked_path = document->path,
        .format = document->format,
        .lint = document->settings.reading.lint };
    (void)cli_load_and_compare_folder(&at); /* also loads the saved file, which is not needed */
    const ap_expected_skeleton *found = copy_expected_skeleton(&document->arena, at.lint.set);
    ap_input_release(&companions->set_checker.input);
    document->arena.failed |= at.set_no_memory;
    return found;
}

bool lsp_may_be_companion(const lsp_document *document)
{
    return document->path != NULL && cli_has_companion_extension(document->path);
}

bool lsp_drop_companions_and_mark_users(lsp_companions *companions, const lsp_document *document)
{
    bool marked = false;
    if (!lsp_may_be_companion(document))
        return false;
    release_current_companion(companions);
    cli_companion_cache_clear(&companions->paired.cache);
    cli_folders_free(&companions->outside.recent);
    for (size_t i = 0; i < companions->workspace_count; i++)
        cli_folders_free(&companions->workspace[i].folders.recent);
    for (lsp_document *other = companions->opened->first; other != NULL; other = other->next) {
        const bool uses = other->format != NULL && other->format->companion != NULL;
        other->needs_linting |= uses;
        marked |= uses && other != document;
    }
    return marked;
}
