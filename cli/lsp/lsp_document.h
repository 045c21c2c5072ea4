/* The files that are open in the editor, as they are there. */
#ifndef AP_LSP_DOCUMENT_H
#define AP_LSP_DOCUMENT_H

#include "cli/config/settings.h"
#include "cli/lsp/lsp_text.h"
#include "core/finding/finding.h"
#include "validators/format.h"

typedef struct lsp_document {
    char *uri;
    char *path;            /* NULL: it is not a file of this machine */
    const ap_format *said; /* its format by the language that the editor says; NULL: that tells nothing */
    int64_t version;
    bool has_version;
    uint8_t *text;
    size_t size, room;

    /* What linting has said of it */
    bool changed;            /* since then, or it was never linted */
    const ap_format *format; /* NULL: of none of the formats */
    bool judged;             /* false: it is not for this server, and there are no findings */
    cli_settings settings;   /* those that held */
    ap_arena arena;
    ap_findings findings;
    ap_lint_result about;

    struct lsp_document *next;
} lsp_document;

typedef struct lsp_documents {
    lsp_document *first;
    size_t count;
    size_t total_bytes;      /* of all texts */
    size_t most, most_bytes; /* limits of these */
} lsp_documents;

/* Why a text is not taken; LSP_TAKEN: it is. */
typedef enum lsp_taking { LSP_TAKEN, LSP_TOO_MANY, LSP_TOO_LARGE, LSP_OUT_OF_MEMORY } lsp_taking;

/* None open; at most `most` may be, with most_bytes together. */
void lsp_documents_init(lsp_documents *documents, size_t most, size_t most_bytes);

/* The document of that URI; NULL: it is not open. */
lsp_document *lsp_find_document(const lsp_documents *documents, const char *uri);

/* Opens a document with that text, which is copied; one that is open under that URI is closed before. */
lsp_taking lsp_open_document(lsp_documents *documents, const char *uri, ap_view text, lsp_document **opened);

void lsp_close_document(lsp_documents *documents, lsp_document *document);

/* Puts a text in the place of a part of the document's, both copied. A part that ends before its start is taken the
   other way round. The cursor is one in the document's text, and stays so. */
lsp_taking lsp_edit_document(lsp_documents *documents, lsp_document *document, lsp_cursor *cursor,
    const lsp_range *range, ap_view text);

static inline ap_view lsp_text_of(const lsp_document *document)
{
    return (ap_view){ document->text, document->size };
}

void lsp_documents_free(lsp_documents *documents);

/* The path that a file: URI of this machine names, to be freed; NULL where it names none, or memory has run out (lsp_uri.c). */
char *lsp_path_of_uri(const char *uri);

#endif
