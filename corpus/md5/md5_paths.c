/* Names tokens by paths, and picks tokens by name. */
#include <string.h>

#include "core/base/path_glob.h"
#include "corpus/md5/md5_tokens.h"

static const ap_field_path_part none = { NULL, AP_NO_INDEX };
static const char *const axes[] = { "x", "y", "z" };
static const char *const joint_fields[] = { "name", "parent", "flags", "start_index" };

/* Writes a path: `what` ("" or a word such as "open "), the owner, the record in the owner (or `none`),
   and a name (NULL: no name). Does not use printf, for speed: picking a token names all tokens. */
static void spell(char path[AP_MD5_PATH_BYTES], const char *what, ap_field_path_part owner,
    ap_field_path_part record, const char *name)
{
    const ap_field_path_part parts[] = { owner, record };
    const size_t length = strlen(what);
    memcpy(path, what, length);
    (void)ap_parts_text(parts, record.name != NULL ? 2 : 1, name, path + length, AP_MD5_PATH_BYTES - length);
}

/* Returns the path part of an entry. */
static ap_field_path_part owner_of(const ap_md5_part *part, ap_md5_token_site place)
{
    return (ap_field_path_part){ part->name, place.index };
}

static ap_field_path_part frame_of(ap_md5_token_site place)
{
    return (ap_field_path_part){ "frames", place.index };
}

static ap_field_path_part value_of(ap_md5_token_site place)
{
    return (ap_field_path_part){ "values", place.token - 3 };
}

static ap_field_path_part whole(const char *name)
{
    return (ap_field_path_part){ name, AP_NO_INDEX };
}

static void path_in_entry(const ap_md5_part *part, ap_md5_token_site place, char *path)
{
    if (part->entry_tokens == 1) {
        spell(path, "", owner_of(part, place), none, NULL);
        return;
    }
    const bool last = part->last != NULL && place.token == part->entry_tokens - 1;
    if (last || place.token < part->pair_at) {
        spell(path, "", owner_of(part, place), none, last ? part->last : joint_fields[place.token]);
        return;
    }
    const size_t at = (place.token - part->pair_at) % MD5_VECTOR;
    const char *vector = part->vectors[(place.token - part->pair_at) / MD5_VECTOR];
    if (at == 0 || at == MD5_VECTOR - 1)
        spell(path, at == 0 ? "open " : "close ", owner_of(part, place), none, vector);
    else
        spell(path, "", owner_of(part, place), whole(vector), axes[at - 1]);
}

static void path_in_frame(ap_md5_token_site place, char *path)
{
    if (place.close || place.token == 2)
        spell(path, place.close ? "} " : "{ ", frame_of(place), none, NULL);
    else if (place.token == 0)
        spell(path, "keyword ", frame_of(place), none, NULL);
    else if (place.token == 1)
        spell(path, "", frame_of(place), none, "index");
    else
        spell(path, "", frame_of(place), value_of(place), NULL);
}

void ap_md5_token_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site place = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (place.region == AP_MD5_HEADER)
        spell(path, place.token == 0 ? "keyword " : "", whole(tokens->keys[place.index]), none, NULL);
    else if (place.region == AP_MD5_FRAMES)
        path_in_frame(place, path);
    else if (place.region == AP_MD5_PART && place.entry)
        path_in_entry(&tokens->parts[place.part], place, path);
    else if (place.region == AP_MD5_PART)
        spell(path,
            place.close        ? "} "
            : place.token == 0 ? "keyword "
                               : "{ ",
            whole(tokens->parts[place.part].name), none, NULL);
}

static void scope_in_entry(const ap_md5_part *part, ap_md5_token_site place, char *path)
{
    const size_t vectors_end = part->pair_at + MD5_PAIR;
    if (place.token < part->pair_at || place.token >= vectors_end)
        spell(path, "", owner_of(part, place), none, NULL);
    else
        spell(
            path, "", owner_of(part, place), none, part->vectors[(place.token - part->pair_at) / MD5_VECTOR]);
}

void ap_md5_scope(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site place = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (place.region == AP_MD5_PART && place.entry && place.token > 0)
        scope_in_entry(&tokens->parts[place.part], place, path);
    else if (place.region == AP_MD5_FRAMES && place.token >= 3)
        spell(path, "", frame_of(place), value_of(place), NULL);
    else if (place.region == AP_MD5_FRAMES && place.token > 0)
        spell(path, "", frame_of(place), none, NULL);
}

void ap_md5_lexer_scope(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site place = ap_md5_token_site_of(tokens, token);
    if (place.region == AP_MD5_FRAMES && place.token >= 3)
        spell(path, "", frame_of(place), none, NULL);
    else
        ap_md5_scope(tokens, token, path);
}

static const char *copy(const ap_md5_tokens *tokens, const char path[AP_MD5_PATH_BYTES])
{
    return ap_arena_text(tokens->damage->arena, path, strlen(path));
}

const char *ap_md5_path_of(const ap_md5_tokens *tokens, size_t token)
{
    char path[AP_MD5_PATH_BYTES];
    ap_md5_token_path(tokens, token, path);
    return copy(tokens, path);
}

const char *ap_md5_scope_of(const ap_md5_tokens *tokens, size_t token)
{
    char path[AP_MD5_PATH_BYTES];
    ap_md5_scope(tokens, token, path);
    return copy(tokens, path);
}

size_t ap_md5_pick(
    const ap_md5_tokens *tokens, const char *pattern, bool (*fits)(const ap_md5_tokens *tokens, size_t token))
{
    char path[AP_MD5_PATH_BYTES];
    size_t picked = SIZE_MAX, matches = 0;
    for (size_t i = 0; i < tokens->end; i++) {
        ap_md5_token_path(tokens, i, path);
        if (!ap_field_path_matches(pattern, path) || (fits != NULL && !fits(tokens, i)))
            continue;
        if (ap_choose_below(tokens->damage->choices, ++matches) == 0)
            picked = i;
    }
    return picked;
}

size_t ap_md5_find(const ap_md5_tokens *tokens, bool (*fits)(const ap_md5_tokens *tokens, size_t token))
{
    return ap_md5_pick(tokens, tokens->defect->pattern, fits);
}
