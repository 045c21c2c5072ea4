/* The URIs by which editors name files. */
#ifndef AP_LSP_URI_H
#define AP_LSP_URI_H

/* The path that a file: URI of this machine names, to be freed; NULL where it names none, or memory has run out. */
char *lsp_path_of_uri(const char *uri);

#endif
