/* Parts of the answer to a completion request, which lsp_complete.c and lsp_complete_names.c share. */
#ifndef AP_LSP_COMPLETION_H
#define AP_LSP_COMPLETION_H

#include "cli/lsp/lsp_server.h"

enum { LSP_MOST_ITEMS = 1000 /* most items in an answer; the client asks again while the user types */ };

typedef struct lsp_completion {
    lsp_server *server;
    lsp_document *document;
    ap_json_put *put;
    ap_view text;    /* text of the document */
    ap_span line;    /* line of the position of the request, without its end */
    size_t offset;   /* the position of the request */
    lsp_range range; /* range that the items replace */
    size_t count;    /* number of items in the answer */
    bool incomplete; /* items are missing, or depend on the word before the position */
    bool cancelled;
} lsp_completion;

/* CompletionItemKind of the protocol */
typedef enum lsp_completion_item_kind {
    LSP_ITEM_FIELD = 5,
    LSP_ITEM_VALUE = 12,
    LSP_ITEM_KEYWORD = 14,
    LSP_ITEM_REFERENCE = 18
} lsp_completion_item_kind;

typedef struct lsp_completion_item {
    lsp_completion_item_kind kind;
    ap_view label, new_text;
    const char *detail, *documentation; /* NULL: none */
    const char *order; /* items are listed in the order of these texts; NULL: of their labels */
} lsp_completion_item;

/* Sets the bytes that items replace. */
void lsp_set_completed_span(lsp_completion *completion, ap_span span);

/* Writes an item, unless the answer is full. Texts must be UTF-8. */
void lsp_put_completion_item(lsp_completion *completion, const lsp_completion_item *item);

/* Writes names that fit between the quotes at the position: `quote` is the offset of the opening quote. For the name of a joint,
   these are the names that the document does not have yet: of the companion's joints, or of those in the other open documents if
   no names of a companion are found. For another name, they are the names of the same kind in all open documents. Sets
   arena.failed of the server when out of memory. */
void lsp_complete_name(lsp_completion *completion, size_t quote);

#endif
