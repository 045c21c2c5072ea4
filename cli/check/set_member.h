/* Reads and checks one file, to compare its skeleton with those of other files in the folder. */
#ifndef AP_SET_MEMBER_H
#define AP_SET_MEMBER_H

#include "cli/check/folder_set.h"
#include "cli/check/set_skeletons.h"
#include "validators/right_skeletons.h"

/* A file of the folder with a skeleton that may be compared. The file has the same index in folder->set_files. */
typedef struct set_member {
    const ap_format *format;
    /* index of the file's skeleton in the set; CLI_NO_SKELETON: the file is not compared */
    size_t skeleton;
    /* all bytes of a small file, until the check of the file takes them; bytes NULL: not kept */
    ap_view kept;
    bool is_wanted;  /* true if the current round of checks includes this file */
    bool is_checked; /* true after the check of this file, which sets `about` */
    ap_set_file about;
    const ap_expected_skeleton
        *expected_use; /* the skeleton that the file should have; NULL: the file's own */
} set_member;

/* SET_READS: the skeletons of all files are read. SET_CHECKS: if two skeletons are akin, files with such skeletons are
   checked, in rounds. SET_COMPARED: the comparison has ended. */
typedef enum set_stage { SET_READS, SET_CHECKS, SET_COMPARED } set_stage;

/* The comparison of the skeletons in a folder. A thread that has taken a member uses that member without the lock. */
typedef struct cli_folder_comparison {
    cli_mutex lock; /* guards all other members of this record while threads compare the folder */
    pthread_cond_t advanced;
    set_stage stage;
    /* index of the first member that no thread has taken; number of members that are not finished in this stage */
    size_t next, left;
    size_t likely;  /* index of the member that is looked up next if files are checked in order */
    bool no_memory; /* out of memory, which the check of each file of the folder then reports */
    const cli_candidate_list *files;
    cli_skeleton_list skeletons;
    ap_arena work;             /* owns the skeletons; freed at the end of the comparison */
    ap_arena arena;            /* owns the skeletons in `expected_use` */
    atomic_size_t *kept_bytes; /* bytes kept for all folders of the run */
    size_t count;              /* number of members; 0 if the folder is not compared */
    set_member members[];      /* one for each file */
} cli_folder_comparison;

/* The state of one thread that compares a folder. */
typedef struct folder_set_worker {
    cli_checker *checker; /* the thread's checker; its input and its arena are used to read skeletons */
    cli_folder *folder;
    cli_folder_comparison *set;
    const ap_format *format; /* format of the file that is being read */
    ap_view skeleton;        /* skeleton of the file that is being read, in the arena of the checker */
    /* skeleton of the file read before, in the set's arena, and its index in the set */
    ap_view last;
    size_t last_index;

    /* a second checker, for the members of the set; NULL until it is needed */
    cli_checker *set_checker;
    cli_check_options options; /* of `set_checker` */
    ap_allocator memory;       /* memory for the findings of `set_checker` */
    /* malloc has failed: a report could be wrong. Stays false when only a limit of the run is reached. */
    bool lacks_memory;
} folder_set_worker;

/* Returns true if other files may have the member as their companion. */
bool cli_set_member_is_companion(const set_member *member);

/* Returns true if the member's skeleton is akin to another skeleton of the folder (ap_skeleton_comparer.are_akin). */
bool cli_set_member_has_akin_skeleton(const cli_folder_comparison *set, const set_member *member);

/* Reads the skeleton of a member, and keeps the bytes of a small file, unless the run would keep too many. Takes the lock of
   the set to add a new skeleton. The caller must not hold the lock. */
void cli_read_set_member_skeleton(
    folder_set_worker *r, set_member *member, const cli_companion_candidate *file);

/* Frees bytes of set_member.kept, and subtracts their number from *run_bytes. */
void cli_free_kept_bytes(ap_view kept, atomic_size_t *run_bytes);

/* If member->is_wanted, checks the member and its companion as the run would, and sets member->about. A member with an
   error is then no longer compared. */
void cli_check_set_member_if_wanted(
    folder_set_worker *r, set_member *member, const cli_companion_candidate *file);

#endif
