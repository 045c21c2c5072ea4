/* A whole file as one JSON document, and a file out of such a document.

   { "format": "mrtk", "layout": "writer", "fields": { … } } where the fields are as their paths say:
   camera.position_x.keys[3].time is fields["camera"]["position_x"]["keys"][3]["time"]. Numbers are as
   core/json/json_value.h has them, so that each comes back with the same bits; a name that is not UTF-8 is
   { "bytes": "c3ff" }; the spelling of a name's length is beside the name, as `name_prefix`, where it is
   not the shortest. */
#ifndef AP_JSON_TREE_H
#define AP_JSON_TREE_H

#include "core/files/writer.h"
#include "core/layout/io.h"

/* A document that is being written while a file is read. */
typedef struct ap_json_tree {
    ap_listener listener; /* to be handed to whoever reads the file */
    ap_writer *writer;
    ap_view input;
    ap_field_path open; /* of the field told last, its name among the parts; what of it is open */
    size_t depth;       /* of open containers; the document itself is the first */
    bool any;           /* a field was told */
} ap_json_tree;

/* Begins a document on the writer; both must outlive the reading. `variant` may be NULL. */
void ap_json_tree_begin(
    ap_json_tree *tree, ap_writer *writer, ap_view input, const char *format, const char *variant);

/* Ends the document. The caller finishes the writer, which says how writing went. */
void ap_json_tree_end(ap_json_tree *tree);

#endif
