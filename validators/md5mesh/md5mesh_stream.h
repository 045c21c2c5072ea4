/* Reading or writing a .md5mesh: its sections, and what is known of the block at hand. */
#ifndef AP_MD5MESH_STREAM_H
#define AP_MD5MESH_STREAM_H

#include "validators/md5/md5_pair.h"
#include "validators/md5/md5_stream.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/md5mesh/md5mesh_table.h"

/* The sections, in the order in which they belong. */
enum { AP_JOINTS, AP_MESH };

/* The lists of a block, in their order. */
typedef enum ap_md5mesh_list { AP_VERTS, AP_TRIS, AP_WEIGHTS, AP_MESH_LISTS } ap_md5mesh_list;

#define AP_MOST_BIAS 1.001 /* and the most of a sum of biases */

enum { AP_MESH_SCRATCH = 3 };

/* What was read of a list. */
typedef struct ap_md5mesh_entries {
    ap_text_integer count; /* that the block says */
    size_t read;           /* entries */
    size_t start;          /* offset after the count */
    size_t room;           /* entries that are kept, from the first on */
} ap_md5mesh_entries;

/* A vertex at hand whose weights are judged when all are read. */
typedef struct ap_md5mesh_weights_of {
    ap_text_integer first, count;
} ap_md5mesh_weights_of;

/* Of a joint. */
typedef struct ap_md5mesh_pair {
    float position[3], orientation[3];
} ap_md5mesh_pair;

struct ap_md5_mesh {
    ap_md5_stream stream; /* first, so that shared code and this find one another */
    ap_text_integer mesh_count;
    bool joints_whole;

    /* Of the block at hand; in reading, of the last one that was read */
    ap_span keyword;
    ap_span head; /* between its brace and its first token */
    bool sound;   /* nothing was found in it that makes the rules over all of it guess */
    ap_view name, shader;
    ap_md5mesh_entries lists[AP_MESH_LISTS];
    int64_t previous_index; /* of an entry; -1 where there is none */
    ap_md5mesh_weights_of vert;
    bool vert_is_odd;    /* a vertex has a negative first weight or number of weights */
    int64_t weights_end; /* after the last weight of any vertex */
    ap_md5mesh_vert *verts;
    ap_md5mesh_tri *tris;
    ap_md5mesh_weight *weights;
    size_t capacity[AP_MESH_LISTS]; /* of these, in the arena */
    size_t work;                    /* additions of weights so far, in the whole file */
    void *scratch[AP_MESH_SCRATCH]; /* for one rule after another, in the arena */
    size_t scratch_bytes[AP_MESH_SCRATCH];
    uint64_t *joint_marks; /* the block and the weight in which each joint was met last, in the arena */
    size_t joint_mark_count;
    bool values_only; /* what is read is written again: rules over sound blocks are not asked */

    ap_md5mesh_pair *pairs; /* of the joints, in the arena */
    size_t pair_capacity;
    bool pairs_are_numbers; /* all that were read */

    const ap_md5mesh_joint *to_write; /* in writing: the joints; NULL in reading and filling */
    const ap_md5mesh_block *block;    /* in writing: the block at hand; NULL in reading and filling */
};

static inline ap_md5_mesh *ap_md5mesh_of(ap_md5_stream *stream)
{
    return (ap_md5_mesh *)stream;
}

/* A reader at the start of a file. */
void ap_md5mesh_begin(ap_md5_mesh *mesh, ap_view input, ap_findings *findings);

/* Bare words inside a block are keywords there; elsewhere they are words like others. */
void ap_md5mesh_in_block(ap_md5_mesh *mesh, bool inside);

/* Reads the header; true. In writing, false when a value could not be written. */
bool ap_md5mesh_header(ap_md5_stream *stream);

/* The words of the comment `// meshes: NAME` between the brace of the block that was read last and its first token, from
   "meshes:" on; no bytes without it. They are the input's. */
ap_view ap_md5mesh_label(const ap_md5_mesh *mesh);

/* Reads a section; its keyword is the next token; false when it broke (the finding is made). */
bool ap_md5mesh_joints(ap_md5_stream *stream) AP_MUST_USE;
bool ap_md5mesh_read_block(ap_md5_mesh *mesh) AP_MUST_USE;

/* A count and its list. False when it broke. */
bool ap_md5mesh_elements(ap_md5_mesh *mesh, ap_md5mesh_list list) AP_MUST_USE;

/* The span of entry number `index` of a list that was read, from its keyword to its last token. */
ap_span ap_md5mesh_entry_span(const ap_md5_mesh *mesh, ap_md5mesh_list list, size_t index);

/* How many vertices or weights there are to be named: what the count says, or what was read, if that is
   more. */
size_t ap_md5mesh_extent(const ap_md5_mesh *mesh, ap_md5mesh_list list);

/* How many joints there are to be named; false where that is not known. */
bool ap_md5mesh_joint_extent(const ap_md5_mesh *mesh, size_t *joints);

/* Lines of entries in which there is nothing to find, from number `index` on: ap_md5_list.run. */
size_t ap_md5mesh_verts_run(ap_md5_stream *stream, size_t index, size_t most);
size_t ap_md5mesh_tris_run(ap_md5_stream *stream, size_t index, size_t most);
size_t ap_md5mesh_weights_run(ap_md5_stream *stream, size_t index, size_t most);

/* The layouts of the entries: ap_md5_list.entry. */
bool ap_md5mesh_vert_entry(ap_md5_stream *stream, size_t index);
bool ap_md5mesh_tri_entry(ap_md5_stream *stream, size_t index);
bool ap_md5mesh_weight_entry(ap_md5_stream *stream, size_t index);

/* Memory for a rule over a block, which it need not give back, and which holds anything; NULL when memory has run
   out. Asked for again under that number, it is another's. */
void *ap_md5mesh_scratch(ap_md5_mesh *mesh, size_t number, size_t count, size_t size);

/* Entries of a list that a rule speaks of, and the first of them. */
typedef struct ap_md5mesh_tally {
    size_t count, first;
} ap_md5mesh_tally;

void ap_md5mesh_count(ap_md5mesh_tally *tally, size_t index);

/* Reports the first of them with the number of all, or nothing where there is none. What it says goes on from the
   entry's path: "belongs to no vertex". */
void ap_md5mesh_tell(ap_md5_mesh *mesh, const ap_rule *rule, ap_md5mesh_list list,
    const ap_md5mesh_tally *tally, const char *says);

/* The rules over a block that was read to its brace: over vertices and weights; over triangles. */
void ap_md5mesh_judge_block(ap_md5_mesh *mesh);
void ap_md5mesh_judge_tris(ap_md5_mesh *mesh);

#endif
