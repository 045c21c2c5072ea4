/* The members of an object, written and read by one function that names them in their order:

       static void place_members(ap_members *m, place *p)
       {
           ap_member_text(m, "file", &p->file);
           ap_member_size(m, "offset", &p->offset);
       }

   Written, each goes to the document; read, each is taken from it. What is read must be as it was written: a member that is
   missing, unknown, of the wrong kind or in another place is a fault. Members whose function ends in _if are written only
   where they say something, and where they are not there the value is NULL, 0 or false. */
#ifndef AP_JSON_MEMBERS_H
#define AP_JSON_MEMBERS_H

#include "core/base/arena.h"
#include "core/json/json_put.h"
#include "core/json/json_text.h"

typedef struct ap_members {
    ap_json_put *put; /* NULL: they are read */
    bool
        exact; /* a text that is not UTF-8 is followed by its bytes, as KEY_bytes in base 16; read, these count */

    /* Read */
    const ap_json_text *json;
    ap_arena *arena; /* for texts */
    ap_json_ref container, next;
    const char *wrong; /* the name of the first member at fault; NULL: none. Then values mean nothing */
} ap_members;

/* Those of an object that is being written, and those of one that was read. */
ap_members ap_members_written(ap_json_put *put, bool exact);
ap_members ap_members_read(const ap_json_text *json, ap_json_ref object, ap_arena *arena);

/* A text, and one that may be NULL, which is null. */
void ap_member_text(ap_members *m, const char *key, const char **text);
void ap_member_text_or_null(ap_members *m, const char *key, const char **text);

void ap_member_text_if(ap_members *m, const char *key, const char **text);

void ap_member_size(ap_members *m, const char *key, size_t *value);
void ap_member_ordinal(ap_members *m, const char *key, size_t *value); /* 0 is null */
void ap_member_size_if(ap_members *m, const char *key, size_t *value);
void ap_member_boolean(ap_members *m, const char *key, bool *value);
void ap_member_boolean_if(ap_members *m, const char *key, bool *value);
void ap_member_bytes(ap_members *m, const char *key, ap_view *bytes); /* in base 16 */

/* A text or null, written where `present`. Whether it is there. */
bool ap_member_text_where(ap_members *m, const char *key, bool present, const char **text);

/* An object or an array, written where `present`. Whether it is there: then its members, or its elements, go through
   `inside` until ap_member_close. */
bool ap_member_object(ap_members *m, const char *key, bool present, ap_members *inside);
bool ap_member_array(ap_members *m, const char *key, bool present, ap_members *inside);

/* The next element of an array, an object; written where `present`. False: there are no more. */
bool ap_member_element(ap_members *array, bool present, ap_members *inside);

void ap_member_close(ap_members *m, const ap_members *inside, bool object);

/* After the last member: nothing else is there. False: something was wrong, see `wrong`. */
bool ap_members_end(ap_members *m);

/* Another fault than the functions above find. */
void ap_member_refuse(ap_members *m, const char *key);

#endif
