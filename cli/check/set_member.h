/* Reads and checks a file of a folder that is compared. */
#ifndef AP_SET_MEMBER_H
#define AP_SET_MEMBER_H

#include "cli/check/folder_set.h"
#include "cli/check/set_skeletons.h"
#include "cli/files/kept_bytes.h"
#include "validators/set_judge.h"

/* A file of the folder: the one with the same index in folder->set_files. */
typedef struct set_member {
    const ap_format *format;
    size_t skeleton;    /* index of its skeleton; CLI_NO_SKELETON: it is not compared */
    cli_kept_file kept; /* all its bytes until it is loaded */
    bool is_wanted;     /* the current round checks it */
    bool is_checked;    /* `about` is set, or it is not compared */
    ap_set_file about;
    const ap_set_use *told; /* the skeleton that it should have; NULL: its own */
} set_member;

/* Each file is read. Then, if two skeletons are akin, files with such skeletons are checked, in rounds. */
typedef enum set_stage { SET_READS, SET_CHECKS, SET_JUDGED } set_stage;

/* The comparison of a folder. A thread that has taken a member works on it without the lock. */
typedef struct cli_folder_set {
    cli_mutex lock; /* guards all other members while threads compare the folder */
    pthread_cond_t advanced;
    set_stage stage;
    size_t next, left; /* the next member that no thread has taken, and the number of those not finished */
    size_t likely;     /* index of the member that is loaded next, if the files are checked in order */
    bool no_memory;    /* out of memory, so that no file can be checked */
    const cli_candidate_list *files;
    set_member *members; /* one for each file; none if the folder is not compared */
    size_t count;
    cli_set_skeletons skeletons;
    ap_arena work;             /* owns the skeletons; freed when the folder is judged */
    ap_arena arena;            /* owns `members` and what they point to, but not their bytes */
    atomic_size_t *kept_bytes; /* of all folders of the run */
} cli_folder_set;

/* The state of one thread that compares a folder. */
typedef struct set_reader {
    cli_checker *checker; /* reads files; its findings are not used yet */
    cli_folder *folder;
    cli_folder_set *set;
    const ap_format *format; /* of the file that is being read */
    ap_view skeleton;        /* its skeleton, in the arena of the checker */
    ap_view last;            /* the skeleton of the file before, in the set's arena, and its index */
    size_t last_index;
    cli_kept_chunk *chunk; /* with the files that this thread has kept last */

    cli_checker judge;         /* checks files; initialised if options.reading is set */
    cli_check_options options; /* of `judge` */
    ap_memory memory;          /* of its findings */
    bool lacks_memory;         /* malloc has failed, which must not change a report; limits of the run may */
} set_reader;

/* Returns true if other files may have the member as their companion. */
bool cli_set_is_companion(const set_member *member);

/* Returns true if the member has a skeleton that is akin to another. */
bool cli_set_is_compared(const cli_folder_set *set, const set_member *member);

/* Reads the skeleton of a member, and keeps the bytes of a small file. Takes the lock to add a new skeleton. */
void cli_set_read_member(set_reader *r, set_member *member, const cli_companion_candidate *file);

/* Checks a member as the run would, with its companion, if the round wants that. A member with an error, or over a limit, is not
   compared. */
void cli_set_check_member(set_reader *r, set_member *member, const cli_companion_candidate *file);

#endif
