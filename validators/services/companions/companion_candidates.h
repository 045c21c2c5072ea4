/* Finds the companion of a file among the files that may be companions: by the file's name, and by the identity (such as joint
   names) that a companion and its files have in common. */
#ifndef AP_COMPANION_CANDIDATES_H
#define AP_COMPANION_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>

#define AP_NO_CANDIDATE ((size_t)-1)

typedef enum ap_identity_match {
    /* the candidate has another identity or none, or cannot be a companion of the file */
    AP_IDENTITY_DIFFERS,
    AP_IDENTITY_EQUAL,
    AP_IDENTITY_PENDING /* the candidate is not read yet, or cannot be read: the search stops there */
} ap_identity_match;

/* Files that may be companions, sorted by path in the order of strcmp. */
typedef struct ap_candidate_list {
    void *context; /* passed to the functions */
    size_t count;
    bool allows_mixed_case; /* true if an extension may be in mixed case, such as "Obj" */
    const char *(*path)(const void *context, size_t index);
    /* compares the candidate's identity with that of the search; NULL if only names are searched */
    ap_identity_match (*match)(void *context, size_t index);
} ap_candidate_list;

/* Returns the index of the candidate that has the file's name with this extension: in small letters, else in capitals, else in
   mixed case if the list allows that. Returns AP_NO_CANDIDATE if no candidate has this name, or if the candidate is the file
   itself. */
size_t ap_find_companion_by_name(const ap_candidate_list *list, const char *path, const char *extension);

/* Returns the index of a candidate with this path, or AP_NO_CANDIDATE. */
size_t ap_find_candidate_with_path(const ap_candidate_list *list, const char *path);

/* The result of a search by identity. */
typedef struct ap_identity_choice {
    size_t chosen; /* index of the candidate; AP_NO_CANDIDATE: none was chosen */
    size_t count;  /* number of candidates with the identity, up to a pending one */
    bool by_stem;  /* several candidates have the identity; the search chose by name if only one name fits */
    size_t
        pending; /* index of the candidate that stopped the search; AP_NO_CANDIDATE: the search is complete */
    /* set by ap_choose_in_other_folders: number of parent folders that were searched, and the level of the folder with
       candidates of this identity: 1 is the parent of the file's folder, 2 the folder above; 0: no candidate has the identity */
    size_t searched, above;
} ap_identity_choice;

/* Searches the candidates with paths that begin with the first `prefix_bytes` bytes of `path`. Chooses the only one with the
   identity. Of several, if `name_decides`, chooses the only one with a stem that begins the file's stem, in letters of either
   case. */
ap_identity_choice ap_choose_by_identity(
    const ap_candidate_list *list, const char *path, size_t prefix_bytes, bool name_decides);

/* Searches below the parent of the file's folder or, if no candidate there has the identity, below the next folder above. The
   file's folder is the first `folder_bytes` bytes of `path`; folders above the first `root_bytes` bytes are not searched. The
   name decides among several. */
ap_identity_choice ap_choose_in_other_folders(
    const ap_candidate_list *list, const char *path, size_t folder_bytes, size_t root_bytes);

/* Calls visit(context, the candidate's path) for each candidate with a path that begins with the first `bytes` bytes of `path`
   and with an identity that list->match finds equal, in the order of the list. */
void ap_visit_matches(const ap_candidate_list *list, const char *path, size_t bytes,
    void (*visit)(void *context, const char *path), void *context);

#endif
