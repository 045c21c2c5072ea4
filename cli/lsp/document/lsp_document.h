/* Keeps the documents that are open in the editor, with unsaved changes. */
#ifndef AP_LSP_DOCUMENT_H
#define AP_LSP_DOCUMENT_H

#include "cli/config/configs.h"
#include "cli/lsp/document/lsp_index.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* A document that is open in the editor. */
typedef struct lsp_document {
    char *uri;
    char *path;                    /* path of the file; NULL if the URI names no local file */
    const ap_format *named_format; /* format that the editor's language id names; NULL if unknown */
    int64_t version;
    bool has_version;
    uint8_t *text;
    size_t size, room;

    /* Results of the latest linting */
    /* the text, its companion or a configuration may have changed since the latest linting */
    bool needs_linting;
    const ap_format *format; /* format of the document; NULL if not recognised */
    /* false if the configuration excludes the file or its format is not text: linting then finds nothing */
    bool is_lintable;
    cli_configs *configs;  /* configurations that own parts of `settings`; NULL: none */
    cli_settings settings; /* settings of the latest linting */
    /* "with PATH (REASON)" for a companion with this path, or "alone: " and why the document has none; NULL: not known */
    char *pairing;
    ap_arena arena;
    ap_findings findings;
    ap_lint_result about;
    lsp_index *index; /* fields of the text at the latest linting; NULL: not needed yet */

    struct lsp_document *next;
} lsp_document;

typedef struct lsp_documents {
    lsp_document *first;
    size_t count;
    size_t total_bytes;      /* bytes of the texts of all documents */
    size_t most, most_bytes; /* limits of the number of documents and of total_bytes */
} lsp_documents;

/* Creates a document that is not open, without text. Returns NULL when out of memory. The caller frees it. */
lsp_document *lsp_create_document(const char *uri);
void lsp_free_document(lsp_document *document);

/* Replaces the text of a document that is not open by a copy of the text. Returns false when out of memory. */
bool lsp_set_text_of_unopened_document(lsp_document *document, ap_view text);

/* Returns the name of the document's file without its folder; of its URI if the URI names no local file. */
const char *lsp_file_name_of_document(const lsp_document *document);

/* Result of opening or editing a document. */
typedef enum lsp_document_result {
    LSP_TAKEN,
    LSP_TOO_MANY,
    LSP_TOO_LARGE,
    LSP_OUT_OF_MEMORY
} lsp_document_result;

/* Initialises an empty set of at most `most` documents with at most most_bytes of text in total. */
void lsp_documents_init(lsp_documents *documents, size_t most, size_t most_bytes);

/* Return the open document with this URI, or the document of the file at `path` that was opened last; NULL if no document is
   found. */
lsp_document *lsp_find_document(const lsp_documents *documents, const char *uri);
lsp_document *lsp_find_document_of_file(const lsp_documents *documents, const char *path);

/* Opens a document with a copy of the text, and sets *opened if the result is LSP_TAKEN. If the URI is open already, closes that
   document first. */
lsp_document_result lsp_open_document(
    lsp_documents *documents, const char *uri, ap_view text, lsp_document **opened);

/* Frees the index of the document. */
void lsp_forget_index(lsp_document *document);

void lsp_close_document(lsp_documents *documents, lsp_document *document);

/* Replaces a range of the document by a copy of the text. If the range's end comes before its start, swaps them. The
   cursor must have been made for this document's text; it stays valid. Returns LSP_TAKEN, or why the text is unchanged. */
lsp_document_result lsp_edit_document(lsp_documents *documents, lsp_document *document, lsp_cursor *cursor,
    const lsp_range *range, ap_view text);

static inline ap_view lsp_document_text(const lsp_document *document)
{
    return (ap_view){ document->text, document->size };
}

void lsp_close_all_documents(lsp_documents *documents);

/* Returns the path that a file: URI of this machine names. The caller frees it. Returns NULL if the URI
   names no local file, or when out of memory. */
char *lsp_path_of_uri(const char *uri);

/* Writes the file: URI of an absolute path. Returns false if the URI does not fit into `size` bytes, or when out of memory. */
bool lsp_write_uri_of_path(const char *path, char *uri, size_t size);

#endif
