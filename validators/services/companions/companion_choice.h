/* Records how the companion of a file was found, or why the file has none, and describes this in a sentence. */
#ifndef AP_COMPANION_CHOICE_H
#define AP_COMPANION_CHOICE_H

#include "validators/format.h"
#include "validators/services/companions/companion_candidates.h"

/* How a companion was found, or why a file has none. */
typedef enum ap_pairing {
    AP_PAIR_NOT_SEARCHED, /* the format has no companion, the search is turned off, or the file is in no folder */
    AP_PAIR_BY_OPTION,
    AP_PAIR_BY_CONFIG, /* a configuration file names the companion */
    AP_PAIR_BY_NAME,
    AP_PAIR_BY_IDENTITY,
    AP_PAIR_BY_TREE, /* found in another folder, by the joint names or other identity */
    /* a candidate in the file's folder cannot be read; because it may be the companion, no other is chosen */
    AP_PAIR_UNREAD,
    AP_PAIR_NO_CANDIDATE, /* the file's folder has no file that may be the companion */
    AP_PAIR_NO_MATCH,
    AP_PAIR_SEVERAL_MATCH,
    AP_PAIR_IDENTITY_UNKNOWN /* the identity that the companion must match is unknown */
} ap_pairing;

/* The result of searching other folders, if the file's own folder has no companion. */
typedef enum ap_tree_answer {
    /* no search: the kind of companion is not searched in other folders, or there are no other folders with candidates */
    AP_TREE_NOT_SEARCHED,
    AP_TREE_TOO_LARGE,
    AP_TREE_NOT_DISTINCT,   /* the identity is unknown, or too short to search for */
    AP_TREE_PARENT_OUTSIDE, /* the parent of the file's folder is outside the folder that is searched */
    AP_TREE_NONE,
    AP_TREE_SEVERAL,
    AP_TREE_ONLY,
    /* several candidates fit; the file's stem begins with the stem of only one of them, which was chosen */
    AP_TREE_STEM_DECIDES
} ap_tree_answer;

/* The choice of a file's companion; initialise with zeros. */
typedef struct ap_companion_choice {
    /* kind of companion that the file's format has; NULL if no companion is given or searched for */
    const ap_companion *companion;
    ap_pairing pairing;
    size_t matches; /* number of candidates in the file's folder that have the wanted identity */
    /* has a meaning if pairing is AP_PAIR_BY_TREE, AP_PAIR_NO_CANDIDATE or AP_PAIR_NO_MATCH */
    ap_tree_answer tree_answer;
    /* results of the search in other folders: `searched`, `above` and `count` of ap_identity_choice */
    size_t searched, above, tree_matches;
    const char *configuration; /* the file that names the companion, if pairing is AP_PAIR_BY_CONFIG */
    bool has_errors;           /* the companion was found and has an error */
} ap_companion_choice;

/* Records the result of the search by name, before a search by identity. `found`: a candidate has the file's name.
   `has_candidates`: the file's folder has candidates that may be found by identity. */
void ap_choice_set_name_result(ap_companion_choice *choice, bool found, bool has_candidates);

/* Begins the search by identity: records if `wanted`, the identity that the companion must have, is unknown (empty) or is too
   short to be searched for in other folders. `has_candidates`: the file's folder has candidates; `tree_has_candidates`: the
   tree of folders that may be searched has candidates. */
void ap_choice_plan_identity_searches(
    ap_companion_choice *choice, ap_view wanted, bool has_candidates, bool tree_has_candidates);

/* Return true if the file's folder, or the other folders, must be searched by identity next. */
bool ap_choice_needs_folder_search(const ap_companion_choice *choice, ap_view wanted);
bool ap_choice_needs_tree_search(const ap_companion_choice *choice);

/* Record the result of the search by identity in the file's folder, and in other folders. */
void ap_choice_set_folder_result(ap_companion_choice *choice, const ap_identity_choice *result);
void ap_choice_set_tree_result(ap_companion_choice *choice, const ap_identity_choice *result);

/* Returns true if the file has no companion although one was searched for. Returns false if a candidate cannot be read. */
bool ap_choice_lacks_companion(const ap_companion_choice *choice);

/* Writes how the companion was found, or why the file has none, without a full stop. Writes "" if no companion was searched
   for, or if the candidate cannot be read. A text that does not fit into `room` bytes is cut off. */
void ap_describe_companion_choice(const ap_companion_choice *choice, char *text, size_t room);

#endif
