/* Writes diagnostics for clients that request them. */
#ifndef AP_LSP_PULL_H
#define AP_LSP_PULL_H

#include "cli/lsp/lsp_server.h"

enum { LSP_RESULT_ID_BYTES = 17 };

/* Writes the diagnostics of the document as a JSON array. Returns false when out of memory; otherwise the caller frees *text. */
bool lsp_write_diagnostics(lsp_server *server, const lsp_document *document, char **text);

/* Writes the result id of diagnostics, a hash, so that diagnostics with equal text have equal ids after a change or a restart of
   the server. Returns the number of the id, which is not 0. */
uint64_t lsp_make_result_id(const char *diagnostics, char id[LSP_RESULT_ID_BYTES]);
void lsp_write_result_id(uint64_t number, char id[LSP_RESULT_ID_BYTES]);

/* Writes the members of a report into an open object. `diagnostics` NULL: the client has them already. */
void lsp_put_diagnostic_report(ap_json_put *put, const char *id, const char *diagnostics);

#endif
