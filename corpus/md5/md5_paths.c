/* Writes the paths of tokens, and picks tokens by a pattern of their paths. */
#include <string.h>

#include "core/base/path_glob.h"
#include "corpus/defect/defect_edit.h"
#include "corpus/md5/md5_tokens.h"

static const ap_field_path_part no_part = { NULL, AP_NO_INDEX };
static const char *const axes[] = { "x", "y", "z" };
static const char *const joint_fields[] = { "name", "parent", "flags", "start_index" };

/* Writes a token path from its parts: `prefix` ("" or a word such as "open "), the owner, the record in the owner (or `no_part`),
   and a name (NULL for none). Does not use printf, for speed, since picking a token names all tokens. */
static void write_token_path_from_parts(char path[AP_MD5_PATH_BYTES], const char *prefix,
    ap_field_path_part owner, ap_field_path_part record, const char *name)
{
    const ap_field_path_part parts[] = { owner, record };
    const size_t length = strlen(prefix);
    memcpy(path, prefix, length);
    (void)ap_snprint_path_parts(
        parts, record.name != NULL ? 2 : 1, name, path + length, AP_MD5_PATH_BYTES - length);
}

/* Returns the path part of an entry. */
static ap_field_path_part entry_path_part(const ap_md5_section_layout *part, ap_md5_token_site site)
{
    return (ap_field_path_part){ part->name, site.index };
}

static ap_field_path_part frame_path_part(ap_md5_token_site site)
{
    return (ap_field_path_part){ "frames", site.index };
}

static ap_field_path_part value_path_part(ap_md5_token_site site)
{
    return (ap_field_path_part){ "values", site.token - 3 };
}

static ap_field_path_part path_part_without_index(const char *name)
{
    return (ap_field_path_part){ name, AP_NO_INDEX };
}

static void write_path_in_entry(const ap_md5_section_layout *part, ap_md5_token_site site, char *path)
{
    if (part->entry_tokens == 1) {
        write_token_path_from_parts(path, "", entry_path_part(part, site), no_part, NULL);
        return;
    }
    const bool last = part->last != NULL && site.token == part->entry_tokens - 1;
    if (last || site.token < part->pair_at) {
        write_token_path_from_parts(
            path, "", entry_path_part(part, site), no_part, last ? part->last : joint_fields[site.token]);
        return;
    }
    const size_t at = (site.token - part->pair_at) % MD5_VECTOR;
    const char *vector = part->vectors[(site.token - part->pair_at) / MD5_VECTOR];
    if (at == 0 || at == MD5_VECTOR - 1)
        write_token_path_from_parts(
            path, at == 0 ? "open " : "close ", entry_path_part(part, site), no_part, vector);
    else
        write_token_path_from_parts(
            path, "", entry_path_part(part, site), path_part_without_index(vector), axes[at - 1]);
}

static void write_path_in_frame(ap_md5_token_site site, char *path)
{
    if (site.close || site.token == 2)
        write_token_path_from_parts(path, site.close ? "} " : "{ ", frame_path_part(site), no_part, NULL);
    else if (site.token == 0)
        write_token_path_from_parts(path, "keyword ", frame_path_part(site), no_part, NULL);
    else if (site.token == 1)
        write_token_path_from_parts(path, "", frame_path_part(site), no_part, "index");
    else
        write_token_path_from_parts(path, "", frame_path_part(site), value_path_part(site), NULL);
}

void ap_md5_write_token_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (site.region == AP_MD5_HEADER)
        write_token_path_from_parts(path, site.token == 0 ? "keyword " : "",
            path_part_without_index(tokens->keys[site.index]), no_part, NULL);
    else if (site.region == AP_MD5_FRAMES)
        write_path_in_frame(site, path);
    else if (site.region == AP_MD5_PART && site.entry)
        write_path_in_entry(&tokens->parts[site.part], site, path);
    else if (site.region == AP_MD5_PART)
        write_token_path_from_parts(path,
            site.close        ? "} "
            : site.token == 0 ? "keyword "
                              : "{ ",
            path_part_without_index(tokens->parts[site.part].name), no_part, NULL);
}

static void write_scope_in_entry(const ap_md5_section_layout *part, ap_md5_token_site site, char *path)
{
    const size_t vectors_end = part->pair_at + MD5_PAIR;
    if (site.token < part->pair_at || site.token >= vectors_end)
        write_token_path_from_parts(path, "", entry_path_part(part, site), no_part, NULL);
    else
        write_token_path_from_parts(path, "", entry_path_part(part, site), no_part,
            part->vectors[(site.token - part->pair_at) / MD5_VECTOR]);
}

void ap_md5_write_open_record_path(const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    path[0] = '\0';
    if (site.region == AP_MD5_PART && site.entry && site.token > 0)
        write_scope_in_entry(&tokens->parts[site.part], site, path);
    else if (site.region == AP_MD5_FRAMES && site.token >= 3)
        write_token_path_from_parts(path, "", frame_path_part(site), value_path_part(site), NULL);
    else if (site.region == AP_MD5_FRAMES && site.token > 0)
        write_token_path_from_parts(path, "", frame_path_part(site), no_part, NULL);
}

void ap_md5_write_open_record_path_before_token(
    const ap_md5_tokens *tokens, size_t token, char path[AP_MD5_PATH_BYTES])
{
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, token);
    if (site.region == AP_MD5_FRAMES && site.token >= 3)
        write_token_path_from_parts(path, "", frame_path_part(site), no_part, NULL);
    else
        ap_md5_write_open_record_path(tokens, token, path);
}

static const char *copy_path(const ap_md5_tokens *tokens, const char path[AP_MD5_PATH_BYTES])
{
    return ap_arena_copy_text(tokens->damage->arena, path, strlen(path));
}

const char *ap_md5_path_of_token(const ap_md5_tokens *tokens, size_t token)
{
    char path[AP_MD5_PATH_BYTES];
    ap_md5_write_token_path(tokens, token, path);
    return copy_path(tokens, path);
}

const char *ap_md5_open_record_path_at_token(const ap_md5_tokens *tokens, size_t token)
{
    char path[AP_MD5_PATH_BYTES];
    ap_md5_write_open_record_path(tokens, token, path);
    return copy_path(tokens, path);
}

size_t ap_md5_pick_block(const ap_md5_tokens *tokens, size_t *number)
{
    size_t picked = SIZE_MAX, seen = 0;
    for (size_t at = tokens->first_frame; at < tokens->count; at = ap_md5_token_after_block(tokens, at)) {
        if (!ap_pick_this_item(tokens->damage->choices, &seen))
            continue;
        picked = at;
        *number = seen - 1;
    }
    return picked;
}

size_t ap_md5_pick_token(
    const ap_md5_tokens *tokens, const char *pattern, bool (*fits)(const ap_md5_tokens *tokens, size_t token))
{
    char path[AP_MD5_PATH_BYTES];
    size_t picked = SIZE_MAX, matches = 0;
    for (size_t i = 0; i < tokens->end; i++) {
        ap_md5_write_token_path(tokens, i, path);
        if (!ap_field_path_or_parent_matches(pattern, path) || (fits != NULL && !fits(tokens, i)))
            continue;
        if (ap_pick_this_item(tokens->damage->choices, &matches))
            picked = i;
    }
    return picked;
}

size_t ap_md5_pick_token_of_defect(
    const ap_md5_tokens *tokens, bool (*fits)(const ap_md5_tokens *tokens, size_t token))
{
    return ap_md5_pick_token(tokens, tokens->defect->pattern, fits);
}
