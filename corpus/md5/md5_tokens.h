/* Lists the tokens of a .md5anim, .md5mesh or .md5camera without errors. The position of each token
   follows from the grammar and the header's counts. */
#ifndef AP_MD5_TOKENS_H
#define AP_MD5_TOKENS_H

#include "core/text/lexer.h"
#include "corpus/defect/defect.h"

/* Positions of tokens within an entry, and numbers of tokens per entry. */
enum {
    MD5_NAME,
    MD5_PARENT,
    MD5_FLAGS,      /* in .md5anim only */
    MD5_START,      /* in .md5anim only */
    MD5_JOINT = 4,  /* number of tokens of a joint in the hierarchy */
    MD5_VECTOR = 5, /* ( x y z ) */
    MD5_PAIR = 10,  /* number of tokens of two vectors */
    MD5_MESH_JOINT = 12,
    MD5_CAMERA_FRAME = 11 /* two vectors and the field of view */
};

enum { MD5_SECTIONS = 3, AP_MD5_KEYS = 6 };

/* A section: keyword { entries }. */
typedef struct ap_md5_section_layout {
    const char *name; /* path of the entries; also the keyword, except for the frames of a camera */
    size_t at;        /* index of the keyword's token; the next token is `{` */
    size_t entries, entry_tokens;
    size_t close; /* the token with `}` */
    /* index, within an entry, of the first token of its two vectors; entry_tokens if entries have no vectors */
    size_t pair_at;
    const char *vectors[2];
    const char *last; /* field after the vectors; NULL: no such field */
} ap_md5_section_layout;

/* Indices of sections in ap_md5_tokens.parts. A mesh has only its joints, as MD5_HIERARCHY. */
enum { MD5_HIERARCHY, MD5_BOUNDS, MD5_BASEFRAME };

/* Indices of the sections of a camera. */
enum { MD5_CUTS, MD5_CAMERA };

typedef struct ap_md5_tokens {
    ap_damage *damage;
    const ap_defect *defect;
    ap_view file;
    bool mesh; /* true if the file is a .md5mesh */
    bool camera;
    ap_token *items;
    size_t count;              /* number of tokens, without the end token */
    const char *const *keys;   /* keys of the header: the paths of their values */
    const size_t *entry_bytes; /* per key, the fewest bytes of an element that it counts; 0: not a count */
    size_t header_tokens;
    size_t joints, frames, components; /* a mesh has joints only; a camera has frames only */
    ap_md5_section_layout parts[MD5_SECTIONS];
    size_t part_count;
    /* index of the keyword of the first frame; in a mesh, of the first block; in a camera, equal to `end` */
    size_t first_frame;
    size_t end;           /* index after the last token of the last frame or section; of a mesh, the number of
                           tokens */
    const char *line_end; /* first line end in the file: "\n" or "\r\n" */
} ap_md5_tokens;

/* Reads the tokens of the file that the defect changes. Returns false if the file has findings, since the
   change might move or remove them, if the file is not valid, or when out of memory. */
bool ap_md5_read_tokens_if_no_finding(ap_damage *damage, ap_md5_tokens *tokens);

/* Reads the tokens of damage->input, even if the defect changes the companion. Returns false if the input is not valid, or when
   out of memory. */
bool ap_md5_read_animation(ap_damage *damage, ap_md5_tokens *tokens);

/* Reads the tokens of damage->companion, a .md5mesh, even if the defect changes the input. Returns false if the companion is not
   valid, or when out of memory. */
bool ap_md5_read_mesh(ap_damage *damage, ap_md5_tokens *tokens);

/* ap_md5_token_span and ap_md5_token_text return the span and the text of a token; ap_md5_is_token_text returns true if its text
   equals `text`. */
ap_span ap_md5_token_span(const ap_md5_tokens *tokens, size_t token);
ap_view ap_md5_token_text(const ap_md5_tokens *tokens, size_t token);
bool ap_md5_is_token_text(const ap_md5_tokens *tokens, size_t token, const char *text);

/* Returns the value of an integer token; 0 if the token is not an integer. */
int32_t ap_md5_token_integer(const ap_md5_tokens *tokens, size_t token);

/* Returns the value of a number token. */
float ap_md5_token_float(const ap_md5_tokens *tokens, size_t token);

/* Return the first token of an entry, a joint's field, or a frame's value. */
size_t ap_md5_entry_token(const ap_md5_tokens *tokens, size_t part, size_t entry);
size_t ap_md5_joint_token(const ap_md5_tokens *tokens, size_t joint, size_t field);
size_t ap_md5_frame_token(const ap_md5_tokens *tokens, size_t frame); /* returns the frame's keyword */
size_t ap_md5_value_token(const ap_md5_tokens *tokens, size_t frame, size_t value);
size_t ap_md5_key_token(
    const ap_md5_tokens *tokens, const char *path); /* returns the token with the key's value */

enum { AP_MD5_PATH_BYTES = 96 };

/* Writes a name for a token: the path of a field, or for other tokens the token and its owner: "keyword
   num_frames", "{ hierarchy", "} frames[0]", "open bounds[3].min", "close bounds[3].min". "" for a
   token after the last frame or section, such as the tokens of mesh blocks. */
void ap_md5_write_token_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES]);

/* Writes the path of the record that the reader is reading at the token, such as frames[0], hierarchy[2] or bounds[3].min;
   "" between records. A finding about a wrong token has this path. */
void ap_md5_write_open_record_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES]);

/* Writes the path of the record that the reader is reading before the token. A finding of the lexer there has this path. */
void ap_md5_write_open_record_path_before_token(
    const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES]);

/* ap_md5_path_of_token returns the path of the token itself; ap_md5_open_record_path_at_token that of the record at the token.
   The path is in the arena; NULL when out of memory. */
const char *ap_md5_path_of_token(const ap_md5_tokens *tokens, size_t token);
const char *ap_md5_open_record_path_at_token(const ap_md5_tokens *tokens, size_t token);

/* Picks a random token with a path that matches the pattern (core/base/path_glob.h) and for which `fits`
   (if not NULL) returns true; SIZE_MAX if no token matches. */
size_t ap_md5_pick_token(const ap_md5_tokens *tokens, const char *pattern,
    bool (*fits)(const ap_md5_tokens *tokens, size_t token));

/* Picks a token by the defect's own pattern. */
size_t ap_md5_pick_token_of_defect(
    const ap_md5_tokens *tokens, bool (*fits)(const ap_md5_tokens *tokens, size_t token));

/* Returns the token after the mesh block or frame that begins at token `block`: the start of the next one, or the number of
   tokens. */
size_t ap_md5_token_after_block(const ap_md5_tokens *tokens, size_t block);

/* Picks a random mesh block. Returns the token of its keyword, and sets *number to the number of the block; SIZE_MAX if the file
   has no mesh block. */
size_t ap_md5_pick_block(const ap_md5_tokens *tokens, size_t *number);

/* Returns the token after the mesh block or frame that begins at token `block`: the start of the next one, or the number of
   tokens. */
size_t ap_md5_token_after_block(const ap_md5_tokens *tokens, size_t block);

/* Picks a random mesh block. Returns the token of its keyword, and sets *number to the number of the block; SIZE_MAX if the file
   has no mesh block. */
size_t ap_md5_pick_block(const ap_md5_tokens *tokens, size_t *number);

/* Returns the offset of the blanks and comments before the token, which is the end of the previous token. */
size_t ap_md5_offset_before_token(const ap_md5_tokens *tokens, size_t token);

/* Returns true if only blanks, and no comments, are between the previous token and this token. */
bool ap_md5_is_gap_blank(const ap_md5_tokens *tokens, size_t token);

/* Returns true if the token is the first of its line. Excludes the first token of the file, and tokens with a
   comment between them and the token before. */
bool ap_md5_begins_line_after_blanks(const ap_md5_tokens *tokens, size_t token);

/* The part of a file that a token belongs to: the header, a section, a frame, or the rest. */
typedef enum ap_md5_region { AP_MD5_HEADER, AP_MD5_PART, AP_MD5_FRAMES, AP_MD5_TRAILING } ap_md5_region;

typedef struct ap_md5_token_site {
    ap_md5_region region;
    size_t part;  /* index of the section, for AP_MD5_PART */
    size_t index; /* index of the entry, frame or header key; for a section's `}`, its number of entries */
    /* index of the token in its entry, frame or header key; outside of the entries of a section, 0 for its keyword and 1
       for `{` */
    size_t token;
    /* for AP_MD5_PART: true if the token is in an entry; false for the section's keyword and braces */
    bool entry;
    bool close; /* true if the token is the `}` of a section or frame */
} ap_md5_token_site;

ap_md5_token_site ap_md5_token_site_of(const ap_md5_tokens *tokens, size_t token);

#endif
