#include "web/file_set.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "validators/companion_name.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"
#include "validators/registry.h"
#include "web/lint_text.h"

typedef struct file_set_entry {
    char *name;
    size_t choice;
    bool from_folder, held;
    uint8_t *bytes;
    size_t size;
    size_t companion; /* number of the companion; WEB_NONE if unknown or missing */
    bool is_parsed;   /* `content` is valid */
    /* if the file is a companion: the part of its content that other files name if they need this companion; else NULL */
    uint8_t *content;
    size_t content_bytes;
} file_set_entry;

struct web_file_set {
    file_set_entry *files;
    size_t count, room;
};

web_file_set *web_file_set_make(void)
{
    return calloc(1, sizeof(web_file_set));
}

void web_file_set_free(web_file_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free(set->files[i].name);
        free(set->files[i].bytes);
        free(set->files[i].content);
    }
    free(set->files);
    free(set);
}

size_t web_file_set_add(web_file_set *set, const char *name, bool from_folder, size_t choice)
{
    if (set->count == set->room) {
        const size_t room = set->room == 0 ? 16 : ap_saturating_size_product(set->room, 2);
        file_set_entry *files = realloc(set->files, ap_saturating_size_product(room, sizeof *files));
        if (files == NULL)
            return WEB_NONE;
        set->files = files;
        set->room = room;
    }
    char *copy = strdup(name);
    if (copy == NULL)
        return WEB_NONE;
    set->files[set->count] =
        (file_set_entry){ .name = copy, .choice = choice, .from_folder = from_folder, .companion = WEB_NONE };
    return set->count++;
}

/* Returns true if the name has an extension of companions, and the extension does not belong to a known format. */
static bool may_be_companion(const char *name)
{
    const ap_companion *companion;
    const size_t bytes = strlen(name);
    bool may_be = false;
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        const size_t ending = strlen(companion->extension);
        may_be = may_be || (bytes > ending && strcasecmp(name + bytes - ending, companion->extension) == 0);
    }
    return may_be && !ap_has_format_extension(name);
}

bool web_file_set_may_skip(const web_file_set *set, size_t file, ap_view start)
{
    const file_set_entry *one = &set->files[file];
    const bool companion = set->count > 1 && may_be_companion(one->name);
    return (one->from_folder || companion) && !ap_has_format_extension(one->name)
           && ap_has_no_format_mark(start);
}

void web_file_set_free_bytes(web_file_set *set, size_t file)
{
    file_set_entry *one = &set->files[file];
    free(one->bytes);
    one->bytes = NULL;
    one->size = 0;
    one->held = false;
}

void web_file_set_store_bytes(web_file_set *set, size_t file, uint8_t *bytes, size_t size)
{
    file_set_entry *one = &set->files[file];
    web_file_set_free_bytes(set, file);
    one->bytes = bytes;
    one->size = size;
    one->held = true;
}

static ap_view view_of(const file_set_entry *file)
{
    return (ap_view){ file->bytes, file->size };
}

static const ap_format *format_of(const file_set_entry *file)
{
    return file->from_folder ? ap_recognize_walked(file->name, view_of(file))
                             : ap_choose_format(view_of(file), file->name, NULL);
}

static bool are_in_same_folder(const char *one, const char *other)
{
    const size_t bytes = ap_folder_bytes(one);
    return bytes == ap_folder_bytes(other) && memcmp(one, other, bytes) == 0;
}

/* Returns the file of the same choice with the stem of `one` and the extension, or WEB_NONE. */
static size_t find_stem_with_extension(
    const web_file_set *set, const file_set_entry *one, size_t stem, const char *extension)
{
    for (size_t i = 0; i < set->count; i++) {
        const file_set_entry *other = &set->files[i];
        if (other->choice == one->choice && strncmp(other->name, one->name, stem) == 0
            && strcmp(other->name + stem, extension) == 0)
            return i;
    }
    return WEB_NONE;
}

/* Returns the file of the same choice with the stem of `one` and the extension `extension`, preferably in small letters,
   otherwise in capitals, otherwise in mixed case; WEB_NONE if there is no such file. */
static size_t find_any_case(const web_file_set *set, const file_set_entry *one, const char *extension)
{
    char capitals[AP_EXTENSION_BYTES];
    const size_t stem = ap_stem_bytes(one->name);
    size_t found = find_stem_with_extension(set, one, stem, extension);
    ap_make_upper_case_extension(extension, capitals);
    if (found == WEB_NONE)
        found = find_stem_with_extension(set, one, stem, capitals);
    for (size_t i = 0; found == WEB_NONE && i < set->count; i++) {
        const file_set_entry *other = &set->files[i];
        if (other->choice == one->choice && strncmp(other->name, one->name, stem) == 0
            && strcasecmp(other->name + stem, extension) == 0)
            found = i;
    }
    return found;
}

/* Returns true if another file of the same choice has the same path: the two come from different folders, which a browser does
   not tell. */
static bool has_namesake(const web_file_set *set, const file_set_entry *one)
{
    for (size_t i = 0; i < set->count; i++) {
        const file_set_entry *other = &set->files[i];
        if (other != one && other->choice == one->choice && strcmp(other->name, one->name) == 0)
            return true;
    }
    return false;
}

/* Returns the companion that has the name of the file. Returns WEB_NONE if no file has that name, or if equal names make it
   uncertain which file is meant. */
static size_t find_companion_by_name(
    const web_file_set *set, const file_set_entry *file, const ap_companion *companion)
{
    const size_t found = find_any_case(set, file, companion->extension);
    return found == WEB_NONE || has_namesake(set, file) || has_namesake(set, &set->files[found]) ? WEB_NONE
                                                                                                 : found;
}

/* A search for the only companion with the content that a file needs. */
typedef struct content_search {
    const ap_companion *companion;
    ap_view wanted;
    size_t choice; /* number of the choice that is searched */
    /* length of the folder's path: the folder that is searched is this part of the file's name */
    size_t folder;
    bool below;            /* true if folders below that folder are searched, too */
    bool name_decides;     /* true if the name decides among several companions with the wanted content */
    size_t fitting, found; /* number of companions with the wanted content, and the last of them */
    /* like fitting and found, for companions with a name that begins the file's name */
    size_t fitting_by_name, named;
} content_search;

static bool is_companion_candidate(
    const file_set_entry *one, const file_set_entry *other, const content_search *search)
{
    const char *extension = search->companion->extension;
    const size_t bytes = strlen(other->name), ending = strlen(extension);
    if (one == other || other->choice != search->choice || bytes <= ending
        || strcasecmp(other->name + bytes - ending, extension) != 0)
        return false;
    if (other->choice != one->choice)
        return true;
    return search->below ? other->from_folder && strncmp(one->name, other->name, search->folder) == 0
                         : are_in_same_folder(one->name, other->name);
}

/* Parses a companion after its bytes were set, and sets its `content`. The content stays NULL when out of memory. */
static void parse_content(file_set_entry *file, const ap_companion *companion)
{
    ap_arena arena;
    ap_findings findings;
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    const void *model = companion->parse(view_of(file), &findings);
    const ap_view owned = model == NULL ? (ap_view){ NULL, 0 } : companion->has(model, &arena);
    file->content = owned.size == 0 ? NULL : malloc(owned.size);
    file->content_bytes = file->content == NULL ? 0 : owned.size;
    if (file->content != NULL)
        memcpy(file->content, owned.bytes, owned.size);
    file->is_parsed = true;
    ap_arena_free(&arena);
}

/* Searches the possible companions in a folder, or in an earlier choice, for those with the wanted content. Returns the number of
   a possible companion that must be held before the search can go on, or WEB_NONE if the search has ended. */
static size_t search_folder(web_file_set *set, const file_set_entry *file, content_search *search)
{
    search->fitting = search->fitting_by_name = 0;
    for (size_t i = 0; i < set->count; i++) {
        file_set_entry *other = &set->files[i];
        if (!is_companion_candidate(file, other, search))
            continue;
        if (!other->is_parsed && !other->held)
            return i;
        if (!other->is_parsed)
            parse_content(other, search->companion);
        if (other->content_bytes != search->wanted.size
            || memcmp(other->content, search->wanted.bytes, search->wanted.size) != 0)
            continue;
        search->found = i;
        search->fitting++;
        if (!ap_begins_with_companion_stem(other->name, file->name))
            continue;
        search->named = i;
        search->fitting_by_name++;
    }
    return WEB_NONE;
}

/* Searches below the parent of the file's folder, then below the parent of that parent, but never above the folder that the
   user chose, which is the first name in the path. Returns what search_folder returns. */
static size_t search_other_folders(web_file_set *set, const file_set_entry *file, content_search *search)
{
    const size_t chosen = strcspn(file->name, "/") + 1;
    search->below = search->name_decides = true;
    search->folder = ap_folder_bytes(file->name);
    for (size_t above = 1; above <= 2 && search->fitting == 0; above++) {
        search->folder = ap_parent_folder_bytes(file->name, search->folder, chosen);
        const size_t needed = search->folder == 0 ? WEB_NONE : search_folder(set, file, search);
        if (search->folder == 0 || needed != WEB_NONE)
            return needed;
    }
    return WEB_NONE;
}

/* Searches the earlier choices, the last of them first. Returns what search_folder returns. */
static size_t search_earlier_choices(web_file_set *set, const file_set_entry *file, content_search *search)
{
    size_t needed = WEB_NONE;
    search->name_decides = true;
    while (search->choice > 0 && search->fitting == 0 && needed == WEB_NONE) {
        search->choice--;
        needed = search_folder(set, file, search);
    }
    return needed;
}

/* Searches the companion by its content, and sets file->companion. Returns what search_folder returns. If the choice has a file
   with the companion's name, find_companion_by_name has found several: those with the name come before others. */
static size_t find_companion_by_content(
    web_file_set *set, file_set_entry *file, const ap_companion *companion, ap_view wanted)
{
    content_search search = { .companion = companion,
        .wanted = wanted,
        .choice = file->choice,
        .name_decides = find_any_case(set, file, companion->extension) != WEB_NONE };
    size_t needed = search_folder(set, file, &search);
    const bool elsewhere = needed == WEB_NONE && search.fitting == 0 && companion->peek != NULL
                           && companion->is_distinct(wanted);
    if (elsewhere && file->from_folder)
        needed = search_other_folders(set, file, &search);
    if (elsewhere && needed == WEB_NONE && search.fitting == 0)
        needed = search_earlier_choices(set, file, &search);
    if (needed != WEB_NONE)
        return needed;
    file->companion = search.fitting == 1                                  ? search.found
                      : search.name_decides && search.fitting_by_name == 1 ? search.named
                                                                           : WEB_NONE;
    return WEB_NONE;
}

static size_t search_for_companion(web_file_set *set, file_set_entry *file, const ap_companion *companion)
{
    ap_arena arena;
    ap_arena_init(&arena, 0);
    const ap_view wanted = companion->wants(view_of(file), &arena);
    const size_t needed =
        wanted.size == 0 ? WEB_NONE : find_companion_by_content(set, file, companion, wanted);
    ap_arena_free(&arena);
    return needed;
}

void web_file_set_set_companion(web_file_set *set, size_t file, size_t companion)
{
    if (file < set->count && companion < set->count)
        set->files[file].companion = companion;
}

size_t web_file_set_next_needed(web_file_set *set, size_t file)
{
    file_set_entry *one = &set->files[file];
    if (!one->held)
        return file;
    const ap_format *format = format_of(one);
    const ap_companion *companion = format == NULL ? NULL : format->companion;
    if (companion == NULL)
        return WEB_NONE;
    if (one->companion == WEB_NONE)
        one->companion = find_companion_by_name(set, one, companion);
    if (one->companion == WEB_NONE && companion->wants != NULL) {
        const size_t needed = search_for_companion(set, one, companion);
        if (needed != WEB_NONE)
            return needed;
    }
    return one->companion == WEB_NONE || set->files[one->companion].held ? WEB_NONE : one->companion;
}

web_set_file web_file_set_describe_file(const web_file_set *set, size_t file)
{
    const file_set_entry *one = &set->files[file];
    web_set_file held = { .name = one->name,
        .bytes = view_of(one),
        .format = format_of(one),
        .from_folder = one->from_folder,
        .companion_number = one->companion };
    if (one->companion != WEB_NONE && set->files[one->companion].held) {
        held.companion_name = set->files[one->companion].name;
        held.companion = view_of(&set->files[one->companion]);
    }
    return held;
}

char *web_file_set_lint(const web_file_set *set, size_t file, const char *reporter, size_t *size)
{
    const web_set_file held = web_file_set_describe_file(set, file);
    const web_file file_to_lint = { .name = held.name,
        .bytes = held.bytes,
        .from_folder = held.from_folder,
        .companion = held.companion,
        .companion_name = held.companion_name,
        .reporter = ap_find_reporter(reporter),
        .max_findings = AP_USUAL_FINDINGS,
        .max_per_rule = AP_USUAL_PER_RULE };
    return file_to_lint.reporter == NULL ? NULL : web_lint_text(&file_to_lint, size);
}
