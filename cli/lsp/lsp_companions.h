/* Finds the companions of documents, such as the mesh of an animation, as lint does: in the document's folder and in
   other folders of its workspace folder. If the companion is open in the editor, its text is used instead of the
   file. */
#ifndef AP_LSP_COMPANIONS_H
#define AP_LSP_COMPANIONS_H

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/lsp/document/lsp_document.h"

/* A folder of the workspace. Its companions are listed when a document first needs a companion. */
typedef struct lsp_workspace_folder {
    char *path;
    bool listed;
    cli_companion_folder_listings folders;
} lsp_workspace_folder;

typedef struct lsp_companions {
    const cli_config_choice *config;
    cli_settings_layer
        asked;             /* options of the server, changed so that files that git ignores are not listed */
    cli_configs *configs;  /* source of the settings of listed files; NULL: not read yet, or not readable */
    lsp_documents *opened; /* the documents of the server */
    cli_editor_text_lookup texts;
    lsp_workspace_folder *workspace;
    size_t workspace_count;
    /* folders to search for companions of documents that are in no workspace folder */
    cli_companion_folder_listings outside;
    cli_text_pairing paired; /* search for the companion of the current document */
    /* comparison of the skeletons in a document's folder */
    cli_check_options set_options;
    cli_checker set_checker;
    atomic_size_t set_bytes; /* bytes of files that the comparison keeps in memory */
    bool ready;              /* false: memory ran out at the start, so no document has a companion */
} lsp_companions;

/* Initialises the record, which must not be moved in memory. The arguments must outlive the record. */
void lsp_companions_begin(lsp_companions *companions, const cli_config_choice *config,
    const cli_settings_layer *asked, lsp_documents *documents);
void lsp_companions_end(lsp_companions *companions);

/* Adds a folder of the workspace by its URI. If the workspace has a folder already, calls lsp_companions_clear, because lists of
   companions must not be moved in memory. Adds none if the URI does not name a local file, or when out of memory. */
void lsp_add_workspace_folder(lsp_companions *companions, const char *uri);

/* Removes the folder of the workspace with this URI, and calls lsp_companions_clear. Does nothing if no folder has the URI, or
   when out of memory. */
void lsp_remove_workspace_folder(lsp_companions *companions, const char *uri);

/* Returns the path of the innermost workspace folder that contains the path; NULL if no workspace folder does. */
const char *lsp_find_workspace_folder(const lsp_companions *companions, const char *path);

/* Calls `visit` with the path of each file in the workspace folders that may be a companion, such as a mesh. Visits no
   file of a folder that takes too long to list. */
void lsp_visit_workspace_companions(
    lsp_companions *companions, void (*visit)(void *context, const char *path), void *context);

/* Finds the companion of the document, and sets document->pairing. The format and the settings of the document must be
   set. Returns the options for linting the document; they may be used only inside cli_text_pairing_run_guarded_or_fail,
   until the next call or lsp_companions_clear. */
const ap_lint_options *lsp_find_companion_and_lint_options(
    lsp_companions *companions, lsp_document *document);

/* Compares the skeletons of the files in the document's folder, as they are saved. Returns the skeleton that the document should
   have, in the arena of the document; NULL if no other skeleton is known, if the folder has too many files, or when out of
   memory. The format and the settings of the document must be set. */
const ap_expected_skeleton *lsp_find_expected_skeleton(lsp_companions *companions, lsp_document *document);

/* Returns the path of the companion that lsp_find_companion_and_lint_options found last; NULL if it found none that can be
   read. */
const char *lsp_path_of_found_companion(const lsp_companions *companions);

/* Frees all companions, lists of folders and configurations, so that they are read again. */
void lsp_companions_clear(lsp_companions *companions);

/* Returns true if the document has the file name extension of a companion. */
bool lsp_may_be_companion(const lsp_document *document);

/* If the document may be a companion of other documents, drops all companions that were read, and marks the documents
   that may use it to be linted again. Returns true if it has marked another document. */
bool lsp_drop_companions_and_mark_users(lsp_companions *companions, const lsp_document *document);

#endif
