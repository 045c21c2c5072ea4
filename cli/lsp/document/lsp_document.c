#include "cli/lsp/document/lsp_document.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/same_file.h"
#include "core/base/uri_text.h"
#include "validators/companion_name.h"

enum { LEAST_ROOM = 4096 };

void lsp_documents_init(lsp_documents *documents, size_t most, size_t most_bytes)
{
    *documents = (lsp_documents){ .most = most, .most_bytes = most_bytes };
}

lsp_document *lsp_find_document(const lsp_documents *documents, const char *uri)
{
    lsp_document *document = documents->first;
    while (document != NULL && strcmp(document->uri, uri) != 0)
        document = document->next;
    return document;
}

lsp_document *lsp_find_document_of_file(const lsp_documents *documents, const char *path)
{
    for (lsp_document *d = documents->first; d != NULL; d = d->next) {
        if (d->path != NULL && (strcmp(d->path, path) == 0 || cli_is_same_file(d->path, path)))
            return d;
    }
    return NULL;
}

void lsp_forget_index(lsp_document *document)
{
    lsp_index_free(document->index);
    document->index = NULL;
}

lsp_document *lsp_create_document(const char *uri)
{
    lsp_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return NULL;
    document->needs_linting = true;
    document->uri = strdup(uri);
    document->path = lsp_path_of_uri(uri);
    if (document->uri != NULL)
        return document;
    lsp_free_document(document);
    return NULL;
}

const char *lsp_file_name_of_document(const lsp_document *document)
{
    const char *named = document->path == NULL ? document->uri : document->path;
    return named + ap_folder_bytes(named);
}

void lsp_free_document(lsp_document *document)
{
    lsp_forget_index(document);
    ap_arena_free(&document->arena);
    cli_configs_free(document->configs);
    free(document->pairing);
    free(document->uri);
    free(document->path);
    free(document->text);
    free(document);
}

void lsp_close_document(lsp_documents *documents, lsp_document *document)
{
    lsp_document **link = &documents->first;
    while (*link != document)
        link = &(*link)->next;
    *link = document->next;
    documents->count--;
    documents->total_bytes -= document->size;
    lsp_free_document(document);
}

void lsp_close_all_documents(lsp_documents *documents)
{
    while (documents->first != NULL)
        lsp_close_document(documents, documents->first);
}

/* Makes room for a text of `size` bytes. Returns false when out of memory. After success document->text is not NULL, even if
   `size` is 0. */
static bool make_room_for_text(lsp_document *document, size_t size)
{
    if (document->text != NULL && size <= document->room)
        return true;
    const size_t room = size < LEAST_ROOM ? LEAST_ROOM : size + size / 8;
    uint8_t *text = realloc(document->text, room);
    if (text == NULL)
        return false;
    document->text = text;
    document->room = room;
    return true;
}

bool lsp_set_text_of_unopened_document(lsp_document *document, ap_view text)
{
    if (!make_room_for_text(document, text.size))
        return false;
    if (text.size > 0)
        memcpy(document->text, text.bytes, text.size);
    document->size = text.size;
    return true;
}

/* Replaces the bytes of `span` in the document by the text. */
static lsp_document_result replace_span(
    lsp_documents *documents, lsp_document *document, ap_span span, ap_view text)
{
    const size_t size = document->size - span.length + text.size;
    const size_t total = documents->total_bytes - document->size + size;
    if (text.size > documents->most_bytes || total > documents->most_bytes)
        return LSP_TOO_LARGE;
    if (!make_room_for_text(document, size))
        return LSP_OUT_OF_MEMORY;
    memmove(document->text + span.offset + text.size, document->text + ap_span_end(span),
        document->size - ap_span_end(span));
    if (text.size > 0)
        memcpy(document->text + span.offset, text.bytes, text.size);
    document->size = size;
    documents->total_bytes = total;
    document->needs_linting = true;
    return LSP_TAKEN;
}

lsp_document_result lsp_open_document(
    lsp_documents *documents, const char *uri, ap_view text, lsp_document **opened)
{
    lsp_document *known = lsp_find_document(documents, uri);
    if (known != NULL)
        lsp_close_document(documents, known);
    if (documents->count == documents->most)
        return LSP_TOO_MANY;
    lsp_document *document = lsp_create_document(uri);
    if (document == NULL)
        return LSP_OUT_OF_MEMORY;
    const lsp_document_result taking = replace_span(documents, document, (ap_span){ 0, 0 }, text);
    if (taking != LSP_TAKEN) {
        lsp_free_document(document);
        return taking;
    }
    document->next = documents->first;
    documents->first = document;
    documents->count++;
    *opened = document;
    return LSP_TAKEN;
}

lsp_document_result lsp_edit_document(lsp_documents *documents, lsp_document *document, lsp_cursor *cursor,
    const lsp_range *range, ap_view text)
{
    size_t end = lsp_offset_at(cursor, range->end);
    size_t start = lsp_offset_at(cursor, range->start);
    if (end < start) {
        const size_t swapped = start;
        start = lsp_offset_at(cursor, range->end);
        end = swapped;
    }
    const lsp_document_result taking =
        replace_span(documents, document, (ap_span){ start, end - start }, text);
    cursor->text = lsp_document_text(document);
    const size_t line_start = cursor->line_start;
    cursor->at = line_start;
    cursor->units = 0;
    /* restarts the cursor, because a line feed may now follow a carriage return before it, which changes the line
       numbers */
    if (line_start > 0 && line_start <= cursor->text.size && cursor->text.bytes[line_start - 1] == '\r')
        lsp_cursor_init(cursor, cursor->text, cursor->encoding);
    return taking;
}

/* Returns the value of a hexadecimal digit, or -1. */
static int hex_digit_value(char character)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = character == '\0' ? NULL : strchr(digits, character);
    return found == NULL ? -1 : (int)(found - digits) % 16;
}

/* Decodes %XX in place, and cuts the text at ? or #. Returns false if an escape is invalid or gives a NUL. */
static bool cut_query_and_decode_escapes(char *text)
{
    char *out = text;
    for (; *text != '\0' && *text != '?' && *text != '#'; text++) {
        *out = *text;
        if (*text == '%') {
            const int high = hex_digit_value(text[1]), low = high < 0 ? -1 : hex_digit_value(text[2]);
            if (low < 0 || high + low == 0)
                return false;
            *out = (char)(16 * high + low);
            text += 2;
        }
        out++;
    }
    *out = '\0';
    return true;
}

char *lsp_path_of_uri(const char *uri)
{
    static const char *const starts[] = { "file:///", "file://localhost/", "file:/" };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const size_t length = strlen(starts[i]);
        if (strncasecmp(uri, starts[i], length) != 0 || (i == 2 && uri[length] == '/'))
            continue;
        char *path = strdup(uri + length - 1);
        if (path == NULL || cut_query_and_decode_escapes(path))
            return path;
        free(path);
        return NULL;
    }
    return NULL;
}

bool lsp_write_uri_of_path(const char *path, char *uri, size_t size)
{
    ap_batch batch;
    FILE *stream = fmemopen(uri, size, "w");
    if (stream == NULL)
        return false;
    ap_batch_init(&batch, stream);
    ap_batch_uri(&batch, path);
    ap_batch_flush(&batch);
    const bool fits = fflush(stream) == 0 && ftell(stream) >= 0 && (size_t)ftell(stream) < size;
    return fclose(stream) == 0 && fits;
}
