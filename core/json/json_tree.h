/* Writes a whole file as one JSON document.
   { "format": "mrtk", "layout": "writer", "fields": { … } } holds each field at its path:
   camera.position_x.keys[3].time is fields["camera"]["position_x"]["keys"][3]["time"]. Numbers are written
   as in core/json/json_value.h, so that reading them gives the same bits. A name that is not UTF-8 is {
   "bytes": "c3ff" }. If the length of a name is not stored in its shortest encoding, the member
   `name_prefix` next to the name holds the encoding. The first member of a joint of a binary format is `joint`, its name. */
#ifndef AP_JSON_TREE_H
#define AP_JSON_TREE_H

#include "core/files/writer.h"
#include "core/layout/io.h"

/* Writes a document while a file is read. */
typedef struct ap_json_tree_writer {
    ap_listener listener; /* callbacks for the function that reads the file */
    ap_writer *writer;
    ap_view input;
    ap_field_path open; /* path of the field written last, including the field's name */
    size_t depth;       /* number of open containers, the document included */
    bool has_field;     /* true if at least one field was written */
} ap_json_tree_writer;

/* Starts a document on the writer. The writer and the input must stay valid until the document ends.
   `variant` may be NULL. */
void ap_json_tree_begin(
    ap_json_tree_writer *tree, ap_writer *writer, ap_view input, const char *format, const char *variant);

/* Ends the document. The caller flushes the writer, and gets write errors from it. */
void ap_json_tree_end(ap_json_tree_writer *tree);

#endif
