/* Curves of a file for plain implementations of the mrtk rules, and the plain rules about the content of a whole recording. */
#ifndef MRTK_PLAIN_H
#define MRTK_PLAIN_H

#include <string.h>

#include "tests/unit/support/expected_list.h"
#include "tests/unit/support/file_build.h"

/* A key of a boolean curve has 8 bytes as well; its number only tells the two kinds apart. */
typedef enum key_kind { KEY_LONG = 28, KEY_SHORT = 8, KEY_BOOLEAN = 9 } key_kind;

/* A curve of a file, with the properties that the plain rules depend on. */
typedef struct walked_curve {
    const file_build *file;
    const char *path;
    key_kind kind;
    int minor;
    size_t keys_at; /* offset of the first key */
    size_t key_count;
} walked_curve;

static inline size_t key_bytes(key_kind kind)
{
    return kind == KEY_LONG ? 28 : 8;
}

static inline size_t offset_of_key_field(const walked_curve *curve, size_t key, size_t offset)
{
    return curve->keys_at + key * key_bytes(curve->kind) + offset;
}

static inline float load_float(const walked_curve *curve, size_t key, size_t offset)
{
    float value;
    memcpy(&value, curve->file->bytes + offset_of_key_field(curve, key, offset), sizeof value);
    return value;
}

static inline int32_t load_mode(const walked_curve *curve, size_t key)
{
    int32_t value;
    memcpy(&value, curve->file->bytes + offset_of_key_field(curve, key, 24), sizeof value);
    return value;
}

static inline void add_expected_finding_at_field(
    expected_list *list, const char *rule, const walked_curve *curve, size_t key, size_t offset)
{
    static const char *const names[] = { "time", "value", "in_tangent", "out_tangent", "in_weight",
        "out_weight", "weighted_mode" };
    expected_list_add(list, rule, offset_of_key_field(curve, key, offset), 4, "%s.keys[%zu].%s", curve->path,
        key, names[offset / 4]);
}

/* Adds to the list the expected finding about the first spike of one vector, if the vector has a spike. The vector has `count`
   curves, 3 or 4, with equally many keys. */
void add_first_expected_spike(expected_list *list, const walked_curve *curves, size_t count);

/* Adds to the list the expected findings about the times of all keys; no other curves have keys. collapsed: the
   recording has mrtk/collapsed. */
void add_expected_time_findings(
    expected_list *list, const walked_curve *curves, size_t count, bool collapsed);

#endif
