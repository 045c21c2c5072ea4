/* The tables of rules for .md5anim and .md5mesh. Both begin with the rules that the two formats share, so
   that the code that reads what they have in common takes a table and an index below MD5_SHARED. */
#ifndef AP_MD5_TABLE_H
#define AP_MD5_TABLE_H

#include "core/finding/rule.h"

/* In both tables, at the same index. */
enum {
    MD5_VERSION_MISSING,
    MD5_VERSION,
    MD5_COMMANDLINE,
    MD5_COMMANDLINE_LONG,
    MD5_HEADER_KEY,
    MD5_INTEGER,
    MD5_JOINT_COUNT_RANGE,
    MD5_COUNT_EXCEEDS_FILE,
    MD5_UNEXPECTED_TOKEN,
    MD5_TRUNCATED,
    MD5_ROOT_PARENT,
    MD5_PARENT_ORDER,
    MD5_PARENT_RANGE,
    MD5_SEVERAL_ROOTS,
    MD5_JOINT_NAME_DUPLICATE,
    MD5_JOINT_NAME_EMPTY,
    MD5_JOINT_NAME_UNQUOTED,
    MD5_JOINT_NAME_LONG,
    MD5_JOINT_NAME_CHARACTER,
    MD5_QUATERNION_ROUNDING,
    MD5_QUATERNION_LENGTH,
    MD5_NUMBER,
    MD5_NUMBER_RANGE,
    MD5_NUMBER_EXPONENT,
    MD5_STRING_UNTERMINATED,
    MD5_COMMENT_UNTERMINATED,
    MD5_COMMENT_BLOCK,
    MD5_COMMENT_BLOCK_JOINED,
    MD5_ENCODING,
    MD5_BEFORE_VERSION,
    MD5_LAYOUT,
    MD5_JOINT_LIMIT,
    MD5_OTHER_CONTENT,
    MD5_MERGE_CONFLICT,
    MD5_DECIMAL_COMMA,
    MD5_NUMBER_WRAPS,
    MD5_NUMBER_SIZE,
    MD5_COMMENT_SLASH,
    MD5_KEYWORD_COMMENT,
    MD5_BLANK,
    MD5_LINE_LENGTH,
    MD5_COMMANDLINE_TEXT,
    MD5_SHARED, /* how many are shared */
};

/* In ap_md5anim_rules only. */
enum {
    MD5ANIM_FRAME_RATE_FRACTION = MD5_SHARED,
    MD5ANIM_FRAME_COUNT_RANGE,
    MD5ANIM_FRAME_RATE_RANGE,
    MD5ANIM_COMPONENT_COUNT_RANGE,
    MD5ANIM_COMPONENT_SUM,
    MD5ANIM_HIERARCHY_COUNT,
    MD5ANIM_BOUNDS_COUNT,
    MD5ANIM_BASEFRAME_COUNT,
    MD5ANIM_FLAGS_RANGE,
    MD5ANIM_START_INDEX_RANGE,
    MD5ANIM_START_INDEX_ORDER,
    MD5ANIM_BOUNDS_INVERTED,
    MD5ANIM_BOUNDS_ZERO,
    MD5ANIM_FRAME_MISSING,
    MD5ANIM_FRAME_SURPLUS,
    MD5ANIM_FRAME_INDEX,
    MD5ANIM_FRAME_VALUES,
    MD5ANIM_TRAILING_CONTENT,
    MD5ANIM_MESH_JOINT_COUNT,
    MD5ANIM_MESH_JOINT_NAME,
    MD5ANIM_MESH_JOINT_PARENT,
    MD5ANIM_RULES, /* how many there are */
};

/* In ap_md5mesh_rules only. */
enum {
    MD5MESH_JOINTS_COUNT = MD5_SHARED,
    MD5MESH_MESH_COUNT_RANGE,
    MD5MESH_MESH_COUNT,
    MD5MESH_TRAILING_CONTENT,
    MD5MESH_RULES, /* how many there are */
};

extern const ap_rule ap_md5anim_rules[MD5ANIM_RULES];
extern const ap_rule ap_md5mesh_rules[MD5MESH_RULES];

#define AP_MD5ANIM_RULE(name) (&ap_md5anim_rules[MD5ANIM_##name])
#define AP_MD5MESH_RULE(name) (&ap_md5mesh_rules[MD5MESH_##name])

/* A shared rule, out of the table of the reader's format. */
#define AP_MD5_RULE(reader, name) (&(reader)->rules[MD5_##name])

#endif
