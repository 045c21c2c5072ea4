/* Finds the companions of documents, such as the mesh of an animation: as lint does, in the document's folder and in
   other folders of its workspace folder. A companion that is open in the editor is read from there. */
#ifndef AP_LSP_COMPANIONS_H
#define AP_LSP_COMPANIONS_H

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/lsp/lsp_document.h"

/* A folder of the workspace. Its companions are listed when a document first needs them. */
typedef struct lsp_workspace_folder {
    char *path;
    bool listed;
    cli_companion_folders folders;
} lsp_workspace_folder;

typedef struct lsp_companions {
    const cli_config_choice *config;
    cli_layer asked;       /* options of the server, except that files that git ignores are not listed */
    cli_configs *configs;  /* settings of the listed files; NULL: none are listed */
    lsp_documents *opened; /* the documents of the server */
    cli_open_texts texts;
    lsp_workspace_folder *workspace;
    size_t workspace_count;
    cli_companion_folders
        outside;            /* folders searched for companions of documents that are in no workspace folder */
    cli_paired_text paired; /* the current document */
    bool ready;             /* false: memory ran out, so documents have no companions */
} lsp_companions;

/* Initialises the record, which must stay where it is. The arguments must outlive it. */
void lsp_companions_begin(lsp_companions *companions, const cli_config_choice *config, const cli_layer *asked,
    lsp_documents *documents);
void lsp_companions_end(lsp_companions *companions);

/* Adds a folder of the workspace, by its URI. Ignores a URI that names no local file, and when out of memory. */
void lsp_add_workspace_folder(lsp_companions *companions, const char *uri);

/* Finds the companion of the document, until the next document or lsp_companions_forget. The format and the settings
   of the document are known. Returns the options for linting the document; they may be used only inside
   cli_paired_text_guard. Sets document->pairing. */
const ap_lint_options *lsp_find_companion_of_document(lsp_companions *companions, lsp_document *document);

/* Returns the path of the companion of the current document; NULL: none is used. */
const char *lsp_companion_path(const lsp_companions *companions);

/* Forgets all companions and lists of folders, so that they are read again. */
void lsp_companions_forget(lsp_companions *companions);

/* If the document may be a companion, forgets the companions that were read, and marks the documents that may belong
   to it as changed. */
void lsp_forget_if_companion(lsp_companions *companions, const lsp_document *document);

#endif
