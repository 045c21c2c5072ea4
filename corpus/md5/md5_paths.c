/* The names of tokens, and picking by name. */
#include <stdio.h>

#include "core/base/path_glob.h"
#include "corpus/md5/md5_tokens.h"

#define PRINT(path, ...) ((void)snprintf((path), AP_MD5_PATH_BYTES, __VA_ARGS__))

static const char *const axes[] = { "x", "y", "z" };
static const char *const joint_fields[] = { "name", "parent", "flags", "start_index" };
static void path_in_entry(const ap_md5_part *part, ap_md5_token_site place, char *path)
{
    if (part->entry_tokens == 1) {
        PRINT(path, "%s[%zu]", part->name, place.index);
        return;
    }
    const bool last = part->last != NULL && place.token == part->entry_tokens - 1;
    if (last || place.token < part->pair_at) {
        PRINT(path, "%s[%zu].%s", part->name, place.index, last ? part->last : joint_fields[place.token]);
        return;
    }
    const size_t at = (place.token - part->pair_at) % MD5_VECTOR;
    const char *vector = part->vectors[(place.token - part->pair_at) / MD5_VECTOR];
    if (at == 0 || at == MD5_VECTOR - 1)
        PRINT(path, "%s %s[%zu].%s", at == 0 ? "open" : "close", part->name, place.index, vector);
    else
        PRINT(path, "%s[%zu].%s.%s", part->name, place.index, vector, axes[at - 1]);
}

static void path_in_frame(ap_md5_token_site place, char *path)
{
    if (place.close || place.token == 2)
        PRINT(path, "%s frames[%zu]", place.close ? "}" : "{", place.index);
    else if (place.token == 0)
        PRINT(path, "keyword frames[%zu]", place.index);
    else if (place.token == 1)
        PRINT(path, "frames[%zu].index", place.index);
    else
        PRINT(path, "frames[%zu].values[%zu]", place.index, place.token - 3);
}

void ap_md5_token_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site place = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (place.region == AP_MD5_HEADER)
        PRINT(path, "%s%s", place.token == 0 ? "keyword " : "", tokens->keys[place.index]);
    else if (place.region == AP_MD5_FRAMES)
        path_in_frame(place, path);
    else if (place.region == AP_MD5_PART && place.entry)
        path_in_entry(&tokens->parts[place.part], place, path);
    else if (place.region == AP_MD5_PART)
        PRINT(path, "%s %s",
            place.close        ? "}"
            : place.token == 0 ? "keyword"
                               : "{",
            tokens->parts[place.part].name);
}

static void scope_in_entry(const ap_md5_part *part, ap_md5_token_site place, char *path)
{
    const size_t vectors_end = part->pair_at + MD5_PAIR;
    if (place.token < part->pair_at || place.token >= vectors_end)
        PRINT(path, "%s[%zu]", part->name, place.index);
    else
        PRINT(path, "%s[%zu].%s", part->name, place.index,
            part->vectors[(place.token - part->pair_at) / MD5_VECTOR]);
}

void ap_md5_scope(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site place = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (place.region == AP_MD5_PART && place.entry && place.token > 0)
        scope_in_entry(&tokens->parts[place.part], place, path);
    else if (place.region == AP_MD5_FRAMES && place.token >= 3)
        PRINT(path, "frames[%zu].values[%zu]", place.index, place.token - 3);
    else if (place.region == AP_MD5_FRAMES && place.token > 0)
        PRINT(path, "frames[%zu]", place.index);
}

void ap_md5_lexer_scope(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site place = ap_md5_token_site_of(tokens, token);
    if (place.region == AP_MD5_FRAMES && place.token >= 3)
        PRINT(path, "frames[%zu]", place.index);
    else
        ap_md5_scope(tokens, token, path);
}

size_t ap_md5_pick(
    const ap_md5_tokens *tokens, const char *pattern, bool (*fits)(const ap_md5_tokens *tokens, size_t token))
{
    char path[AP_MD5_PATH_BYTES];
    size_t picked = SIZE_MAX, matches = 0;
    for (size_t i = 0; i < tokens->end; i++) {
        ap_md5_token_path(tokens, i, path);
        if (!ap_path_matches(pattern, path) || (fits != NULL && !fits(tokens, i)))
            continue;
        if (ap_choose_below(tokens->damage->choices, ++matches) == 0)
            picked = i;
    }
    return picked;
}

size_t ap_md5_find(
    ap_damage *damage, ap_md5_tokens *tokens, bool (*fits)(const ap_md5_tokens *tokens, size_t token))
{
    if (!ap_md5_read_tokens(damage, tokens))
        return SIZE_MAX;
    return ap_md5_pick(tokens, damage->defect->pattern, fits);
}
