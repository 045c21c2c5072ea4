/* Reads and writes the sections of a .md5mesh, and keeps the state of the current block. */
#ifndef AP_MD5MESH_STREAM_H
#define AP_MD5MESH_STREAM_H

#include "validators/md5/md5_pair.h"
#include "validators/md5/md5_stream.h"
#include "validators/md5mesh/md5mesh_model.h"
#include "validators/md5mesh/md5mesh_table.h"

/* Numbers of the sections, in the order of the format. */
enum { AP_JOINTS, AP_MESH };

#define AP_MOST_BIAS                                                                                         \
    1.001 /* greatest bias of a weight, and greatest sum of the biases of a vertex, that gets no finding */

enum { AP_MESH_SCRATCH_ARRAYS = 2 };

/* State of a list of the current block. */
typedef struct ap_md5mesh_list_counts_and_start {
    ap_text_integer count; /* number of entries according to the count before the list */
    size_t read;           /* number of entries read */
    size_t start;          /* offset after the count */
    size_t room;           /* number of entries to keep in memory, beginning with the first */
} ap_md5mesh_list_counts_and_start;

/* Weights of the current vertex. They are checked after the list of weights was read. */
typedef struct ap_md5mesh_weight_range {
    ap_text_integer first, count;
} ap_md5mesh_weight_range;

struct ap_md5_mesh {
    ap_md5_stream stream; /* must be the first member: pointers to it are cast to this type */
    ap_text_integer mesh_count;
    bool joints_complete;

    ap_span keyword;  /* keyword of the current block; when reading, of the block that was read last */
    ap_span head;     /* the text between the opening brace of the block and its first token */
    bool block_valid; /* no error was found in the block so far, which the checks of whole blocks require */
    ap_view name, shader;
    ap_md5mesh_list_counts_and_start lists[AP_MESH_LISTS];
    int64_t previous_index; /* index of the previous entry; -1 before the first entry, -2 if the previous
                               index is malformed */
    ap_md5mesh_weight_range vert;
    ap_text_number bias;    /* the bias of the current weight */
    size_t biases_outside;  /* number of weights of the block with a bias below 0 or above AP_MOST_BIAS */
    bool corner_reported;   /* a triangle of the block with a corner that is not a vertex was reported */
    bool vert_has_negative; /* a vertex has a negative first weight or number of weights */
    int64_t weights_end;    /* greatest first_weight + weight_count of the block's vertices */
    ap_md5mesh_vert *verts;
    ap_md5mesh_tri *tris;
    ap_md5mesh_weight *weights;
    size_t capacity[AP_MESH_LISTS]; /* elements allocated for verts, tris and weights, in the arena */
    size_t work; /* number of weights added up so far in the whole file, for the limit AP_MD5MESH_MOST_WORK */
    void *scratch[AP_MESH_SCRATCH_ARRAYS]; /* memory that the checks of blocks share, in the arena */
    size_t scratch_bytes[AP_MESH_SCRATCH_ARRAYS];
    /* for each joint: the number of the block (upper 32 bits) and 1 + the index of the last weight with this joint;
       in the arena */
    uint64_t *joint_marks;
    size_t joint_mark_count;
    bool values_only; /* the file is read only for its values, so whole blocks are not checked */

    ap_md5mesh_joint *pose; /* the joints read so far, in the arena */
    size_t pose_capacity;
    bool pose_is_valid; /* every position and orientation of the joints read so far is valid */
    ap_md5mesh_model model;

    const ap_md5mesh_joint *joints_to_write; /* when writing: the joints; NULL when reading or filling */
    const ap_md5mesh_block *block; /* when writing: the current block; NULL when reading or filling */
};

static inline ap_md5_mesh *ap_md5mesh_of(ap_md5_stream *stream)
{
    return (ap_md5_mesh *)stream;
}

/* Initialises a stream that reads a file, as ap_md5_begin_reading_and_check_type does. */
void ap_md5mesh_begin_reading_and_check_type(ap_md5_mesh *mesh, ap_view input, ap_findings *findings);

/* Rules of the tokens inside a block, where more words are keywords than outside. */
extern const ap_text_rules ap_md5mesh_block_rules;

/* Selects the keywords inside or outside a block. */
void ap_md5mesh_select_keywords(ap_md5_mesh *mesh, bool inside);

/* Reads or writes the header. Returns true when reading; when writing, false if a value could not be
   written. */
bool ap_md5mesh_read_or_write_header(ap_md5_stream *stream);

/* Returns the text of the comment `// meshes: NAME` from "meshes:" on, if it is between the opening brace
   of the last block and its first token; otherwise a view with bytes NULL. Views the input. */
ap_view ap_md5mesh_label_comment(const ap_md5_mesh *mesh);

/* Read or write a section. When reading, its keyword must be the next token. Return false if the section
   broke off, which was reported. */
bool ap_md5mesh_read_or_write_joints(ap_md5_stream *stream) AP_MUST_USE;
bool ap_md5mesh_read_or_write_block(ap_md5_mesh *mesh) AP_MUST_USE;

/* Reads or writes a count and its list. Returns false if the list broke off. */
bool ap_md5mesh_read_or_write_list(ap_md5_mesh *mesh, ap_md5mesh_list list) AP_MUST_USE;

/* Return the span of entry number `index` of a list, from its keyword to its last token. ap_md5mesh_entry_span looks in the
   current block; ap_md5mesh_find_entry_span looks in the list that begins at offset `start`, after its count. */
ap_span ap_md5mesh_entry_span(const ap_md5_mesh *mesh, ap_md5mesh_list list, size_t index);
ap_span ap_md5mesh_find_entry_span(const ap_md5_mesh *mesh, ap_md5mesh_list list, size_t start, size_t index);

/* Adds the current block, which was read to its brace and checked, to the model. Its lists then belong to the model. If the block
   has an error, marks the model as incomplete instead. */
void ap_md5mesh_add_block_to_model(ap_md5_mesh *mesh);

/* Completes the model after the file was read: computes the bind pose, or marks the model as incomplete if the file has an
   error. */
void ap_md5mesh_finish_model(ap_md5_mesh *mesh);

/* Returns the number of vertices or weights that indices may refer to: the count before the list, or the
   number of entries read if it is greater. */
size_t ap_md5mesh_max_of_count_and_entries_read(const ap_md5_mesh *mesh, ap_md5mesh_list list);

/* Sets *joints to the number of joints that indices may refer to. Returns false if that is unknown. */
bool ap_md5mesh_find_valid_joint_count(const ap_md5_mesh *mesh, size_t *joints);

/* Implement ap_md5_list.read_many: read lines of entries from number `index` on, until one that could have a
   finding. */
size_t ap_md5mesh_read_verts_at_once(ap_md5_stream *stream, size_t index, size_t most);
size_t ap_md5mesh_read_tris_at_once(ap_md5_stream *stream, size_t index, size_t most);
size_t ap_md5mesh_read_weights_at_once(ap_md5_stream *stream, size_t index, size_t most);

/* Implement ap_md5_list.read_or_write_entry. */
bool ap_md5mesh_read_or_write_vert(ap_md5_stream *stream, size_t index);
bool ap_md5mesh_read_or_write_tri(ap_md5_stream *stream, size_t index);
bool ap_md5mesh_read_or_write_weight(ap_md5_stream *stream, size_t index);

/* Returns memory for a check of a block, with undefined content, owned by the stream; NULL when out of
   memory. A second call with the same number may return the same memory. */
void *ap_md5mesh_scratch_array(ap_md5_mesh *mesh, size_t number, size_t count, size_t size);

/* Number of entries with the same finding, and the index of the first such entry. */
typedef struct ap_md5mesh_tally {
    size_t count, first;
} ap_md5mesh_tally;

void ap_md5mesh_tally_count_entry(ap_md5mesh_tally *tally, size_t index);

/* Reports the first entry of the tally with the number of all its entries; does nothing if the number is 0. `says` is the text
   after the entry's path: "is not used by any vertex". */
void ap_md5mesh_report_tally(ap_md5_mesh *mesh, const ap_rule *rule, ap_md5mesh_list list,
    const ap_md5mesh_tally *tally, const char *says);

/* Returns true if the bias is a number outside 0 to AP_MOST_BIAS. */
static inline bool ap_md5mesh_is_bias_out_of_range(const ap_text_number *bias)
{
    return bias->valid && (bias->value < 0 || (double)bias->value > AP_MOST_BIAS);
}

/* Returns true if no corner of the block's triangles is 0: the corners are probably counted from 1, since the
   first vertex has index 0. */
bool ap_md5mesh_has_no_corner_0(const ap_md5_mesh *mesh);

/* Called after the list of weights was read or has broken off. Reports each bias outside its range, but only the first, with the
   number of all, if most biases of the block are outside. */
void ap_md5mesh_check_biases(ap_md5_mesh *mesh);

/* Reports the vertices of a block with weights that do not exist. */
void ap_md5mesh_check_weight_ranges(ap_md5_mesh *mesh);

/* Check a block that was read to its brace. ap_md5mesh_check_block_and_rotate_tris checks the whole block, and calls
   ap_md5mesh_rotate_and_check_tris, which checks the triangles and rotates the corners of each so that the smallest is first. */
void ap_md5mesh_check_block_and_rotate_tris(ap_md5_mesh *mesh);
void ap_md5mesh_rotate_and_check_tris(ap_md5_mesh *mesh);

#endif
