/* Makers of rows for the tables of defects of the md5 formats. FORMAT is the name of the one whose rules they are,
   but for rows of a mesh. */
#ifndef AP_MD5_DEFECT_ROWS_H
#define AP_MD5_DEFECT_ROWS_H

#define ROW(what, id, words, function, where, value)                                                         \
    {                                                                                                        \
        .name = (what), .rule = FORMAT "/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value)                                                                                      \
    }

/* The same with a number for the function. */
#define NUMBERED(what, id, words, function, where, value, count)                                             \
    {                                                                                                        \
        .name = (what), .rule = FORMAT "/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .number = (count)                                                                   \
    }

/* A near miss of the rule. */
#define NEAR(what, id, words, function, where, value)                                                        \
    {                                                                                                        \
        .name = (what), .rule = FORMAT "/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .near_miss = true                                                                   \
    }

/* The same for a joint's name or parent, which must be the mesh's if there is a mesh. */
#define NEAR_ALONE(what, id, words, function, where, value)                                                  \
    {                                                                                                        \
        .name = (what), .rule = FORMAT "/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .near_miss = true, .alone = true                                                    \
    }

/* Only files with these knobs have a place for it. */
#define KNOBBED(what, id, words, function, where, value, needs)                                              \
    {                                                                                                        \
        .name = (what), .rule = FORMAT "/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .knobs = (needs)                                                                    \
    }

/* A change to a .md5mesh. */
#define MESH(what, id, words, function, where, value, count)                                                 \
    {                                                                                                        \
        .name = (what), .rule = "md5mesh/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .number = (count)                                                                   \
    }

#define NEAR_MESH(what, id, words, function, where, value, count)                                            \
    {                                                                                                        \
        .name = (what), .rule = "md5mesh/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .number = (count), .near_miss = true                                                \
    }

/* The same with knobs. */
#define MESH_KNOBBED(what, id, words, function, where, value, count, needs)                                  \
    {                                                                                                        \
        .name = (what), .rule = "md5mesh/" id, .reason = (words), .apply = (function), .pattern = (where),   \
        .text = (value), .number = (count), .knobs = (needs)                                                 \
    }

#endif
