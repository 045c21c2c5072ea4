/* Lists the files of a workspace, and loads them as documents that are not open in the editor. */
#include <string.h>

#include "cli/files/find_files.h"
#include "cli/lsp/lsp_server.h"
#include "cli/shared/extension.h"
#include "cli/shared/progress_line.h"
#include "core/files/guard.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

enum { MOST_LISTING_MS = 2000 /* time limit for listing a folder, while the editor waits */ };

typedef struct file_listing {
    lsp_file_list *list;
    ap_arena *arena;
    int64_t begin_ms;
} file_listing;

static bool has_extension_of_text_format(const char *path)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->text && cli_ends_in_any_case(path, strlen(path), formats[i]->extension))
            return true;
    }
    return false;
}

static void add_path(file_listing *listing, const char *path)
{
    lsp_file_list *list = listing->list;
    const char *copy = ap_arena_copy_text(listing->arena, path, strlen(path));
    const char **paths = ap_grow_array(listing->arena, list->paths, list->count, &list->room, sizeof *paths);
    if (copy == NULL || paths == NULL)
        return;
    list->paths = paths;
    list->paths[list->count++] = copy;
}

static bool add_file_and_go_on(void *context, const cli_entry *entry)
{
    file_listing *listing = context;
    listing->list->incomplete |= cli_now_ms() - listing->begin_ms > MOST_LISTING_MS;
    if (entry->kind == CLI_ENTRY_FILE && has_extension_of_text_format(entry->path))
        add_path(listing, entry->path);
    return !listing->list->incomplete && !listing->arena->failed;
}

void lsp_list_files_of_folder(lsp_server *server, const char *folder, lsp_file_list *list)
{
    file_listing listing = { .list = list, .arena = &server->arena, .begin_ms = cli_now_ms() };
    const cli_find_callbacks calls = { .context = &listing, .visit = add_file_and_go_on };
    char *const path = (char *)folder; /* cli_finder.paths has the type of argv */
    cli_configs *configs = NULL;

    if (cli_configs_open(&configs, "lsp", server->companions.config, &server->companions.asked) != CLI_CLEAN)
        return;
    cli_finder finder = { .configs = configs, .paths = &path, .path_count = 1 };
    cli_find_files(&finder, &calls);
    cli_configs_free(configs);
}

void lsp_list_files_near_document(lsp_server *server, const lsp_document *document, lsp_file_list *list)
{
    const char *folder = lsp_find_workspace_folder(&server->companions, document->path);
    const size_t own = ap_folder_bytes(document->path);
    if (folder == NULL)
        folder = ap_arena_copy_text(&server->arena, document->path, own > 1 ? own - 1 : own);
    if (folder != NULL)
        lsp_list_files_of_folder(server, folder, list);
}

/* Arguments of copying the bytes of a file into a document. */
typedef struct copy_arguments {
    lsp_document *document;
    ap_view bytes;
    bool copied;
} copy_arguments;

static void copy_into_document_guarded(void *context)
{
    copy_arguments *a = context;
    a->copied = lsp_set_text_of_unopened_document(a->document, a->bytes);
}

lsp_document *lsp_load_document(const char *path)
{
    char uri[LSP_URI_BYTES];
    ap_input input;
    ap_input_init(&input, LSP_MOST_TEXT_BYTES);
    lsp_document *document = lsp_write_uri_of_path(path, uri, sizeof uri) ? lsp_create_document(uri) : NULL;
    copy_arguments a = { .document = document };
    if (document != NULL && ap_input_load(&input, path) == AP_OK && input.view.size <= LSP_MOST_TEXT_BYTES) {
        a.bytes = input.view;
        a.copied = ap_input_run_guarded(&input, copy_into_document_guarded, &a) == AP_OK && a.copied;
    }
    ap_input_free_memory(&input);
    if (document != NULL && !a.copied) {
        lsp_free_document(document);
        return NULL;
    }
    return document;
}
