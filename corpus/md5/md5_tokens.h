/* The tokens of a .md5anim, .md5mesh or .md5camera without errors, found by arithmetic: the grammar fixes what each one
   is once the header's counts are known. */
#ifndef AP_MD5_TOKENS_H
#define AP_MD5_TOKENS_H

#include "core/text/lexer.h"
#include "corpus/defect/defect.h"

/* The places of a token in an entry of each section. */
enum {
    MD5_NAME,
    MD5_PARENT,
    MD5_FLAGS,      /* .md5anim only */
    MD5_START,      /* .md5anim only */
    MD5_JOINT = 4,  /* tokens of a joint in the hierarchy */
    MD5_VECTOR = 5, /* ( x y z ) */
    MD5_PAIR = 10,  /* two of them */
    MD5_MESH_JOINT = 12,
    MD5_CAMERA_FRAME = 11 /* two vectors and the field of view */
};

enum { MD5_SECTIONS = 3, AP_MD5_KEYS = 6 };

/* keyword { entries }. */
typedef struct ap_md5_part {
    const char *name; /* the path of its entries, and but for a camera's frames the keyword */
    size_t at;        /* the token with the keyword; the next one is `{` */
    size_t entries, entry_tokens;
    size_t close;   /* the token with `}` */
    size_t pair_at; /* where two vectors begin in an entry; entry_tokens: nowhere */
    const char *vectors[2];
    const char *last; /* the field after the vectors; NULL: none */
} ap_md5_part;

/* The indices of sections in ap_md5_tokens.parts. A mesh has joints only, in the entry of the hierarchy. */
enum { MD5_HIERARCHY, MD5_BOUNDS, MD5_BASEFRAME };

/* Those of a camera. */
enum { MD5_CUTS, MD5_CAMERA };

typedef struct ap_md5_tokens {
    ap_damage *damage;
    const ap_defect *defect;
    ap_view file;
    bool mesh; /* it is the .md5mesh */
    bool camera;
    ap_token *items;
    size_t count;            /* without the end */
    const char *const *keys; /* of the header: the paths of their values */
    const size_t
        *entry_bytes; /* of each key: the fewest bytes of each thing that it counts; 0: it counts nothing */
    size_t header_tokens;
    size_t joints, frames, components; /* of a mesh, joints alone; of a camera, frames alone */
    ap_md5_part parts[MD5_SECTIONS];
    size_t part_count;
    size_t
        first_frame; /* the token with the first frame's keyword; of a mesh, the first block's; of a camera,
                             the end */
    size_t end;      /* after the last token of the last frame or section; of a mesh, all tokens */
    const char *line_end; /* the first in the file: "\n" or "\r\n" */
} ap_md5_tokens;

/* The tokens of the file that the defect changes. False when the file has findings, which a change might
   move or vanish in ways of their own, when it is not as the format wants it, or when memory has run out. */
bool ap_md5_read_tokens(ap_damage *damage, ap_md5_tokens *tokens);

/* The tokens of the animation, also where the defect changes the mesh. */
bool ap_md5_read_animation(ap_damage *damage, ap_md5_tokens *tokens);

/* The tokens of the mesh, also where the defect changes the animation. */
bool ap_md5_read_mesh(ap_damage *damage, ap_md5_tokens *tokens);

/* The token's span, and its text. */
ap_span ap_md5_span(const ap_md5_tokens *tokens, size_t token);
ap_view ap_md5_view(const ap_md5_tokens *tokens, size_t token);
bool ap_md5_is(const ap_md5_tokens *tokens, size_t token, const char *text);

/* An integer token's value; 0 when it is none. */
int32_t ap_md5_integer(const ap_md5_tokens *tokens, size_t token);

/* A number token's value. */
float ap_md5_float(const ap_md5_tokens *tokens, size_t token);

/* Places. */
size_t ap_md5_entry(const ap_md5_tokens *tokens, size_t part, size_t entry);
size_t ap_md5_joint(const ap_md5_tokens *tokens, size_t joint, size_t place);
size_t ap_md5_frame(const ap_md5_tokens *tokens, size_t frame); /* its keyword */
size_t ap_md5_value(const ap_md5_tokens *tokens, size_t frame, size_t value);
size_t ap_md5_key(const ap_md5_tokens *tokens, const char *path); /* the token with its value */

enum { AP_MD5_PATH_BYTES = 96 };

/* A name for a token: a field's path, or for other tokens the token and its owner: "keyword num_frames", "{
   hierarchy", "} frames[0]", "open bounds[3].min", "close bounds[3].min". "" after the last frame. */
void ap_md5_token_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES]);

/* The path of a finding about a wrong token where this one belongs: that of the record that the reader is in.
   "" for a token between records. */
void ap_md5_scope(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES]);

/* The same for a finding of the lexer before the token. */
void ap_md5_lexer_scope(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES]);

/* The token's path, and those of the two scopes, in the arena; NULL when memory has run out. */
const char *ap_md5_path_of(const ap_md5_tokens *tokens, size_t token);
const char *ap_md5_scope_of(const ap_md5_tokens *tokens, size_t token);

/* One of the tokens with a path that matches the pattern (core/base/path_glob.h) and that `fits` (NULL: all
   do); SIZE_MAX where there is none. */
size_t ap_md5_pick(const ap_md5_tokens *tokens, const char *pattern,
    bool (*fits)(const ap_md5_tokens *tokens, size_t token));

/* The same with the defect's own pattern. */
size_t ap_md5_find(const ap_md5_tokens *tokens, bool (*fits)(const ap_md5_tokens *tokens, size_t token));

/* Where the blanks and comments before the token begin: the end of the previous token. */
size_t ap_md5_gap(const ap_md5_tokens *tokens, size_t token);

/* Whether only blanks (no comment) are before the token. */
bool ap_md5_gap_is_blank(const ap_md5_tokens *tokens, size_t token);

/* Whether the token is the first of its line, which is neither the first of the file nor one that a comment runs into. */
bool ap_md5_begins_line(const ap_md5_tokens *tokens, size_t token);

/* Which frame, part and entry the token belongs to. */
typedef enum ap_md5_region { AP_MD5_HEADER, AP_MD5_PART, AP_MD5_FRAMES, AP_MD5_TRAILING } ap_md5_region;

typedef struct ap_md5_token_site {
    ap_md5_region region;
    size_t part;  /* in AP_MD5_PART */
    size_t index; /* of the entry or frame; the part's entries for its `}`; of the key in the header */
    size_t token; /* in the entry; in the section: 0 its keyword, 1 `{`; in a frame, and of a key, too */
    bool entry;   /* in AP_MD5_PART: it is in an entry, not the section's keyword or a brace */
    bool close;   /* it is the `}` of a part or of a frame */
} ap_md5_token_site;

ap_md5_token_site ap_md5_token_site_of(const ap_md5_tokens *tokens, size_t token);

#endif
