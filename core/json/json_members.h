/* Writes and reads the members of an object by one function, which lists the members in order:
       static void place_members(ap_members *m, place *p)
       {
           ap_member_text(m, "file", &p->file);
           ap_member_size(m, "offset", &p->offset);
       }
   When writing, the function adds each member to the document; when reading, it takes each member from the
   document. Reading accepts only what writing produces: a member that is missing, unknown, of the wrong
   kind or out of order is a fault. A function with `default` in its name writes no member for its default (NULL, 0 or
   false), and reads a missing member as the default. */
#ifndef AP_JSON_MEMBERS_H
#define AP_JSON_MEMBERS_H

#include "core/base/arena.h"
#include "core/json/json_put.h"
#include "core/json/json_text.h"

typedef struct ap_members {
    ap_json_put *put; /* NULL when reading */
    /* true to write a text that is not UTF-8 a second time, as the member KEY_bytes with its bytes in base 16, and to read it
       from there */
    bool exact;

    /* For reading */
    const ap_json_document *json;
    ap_arena *arena; /* for texts */
    ap_json_ref container, next;
    /* name of the first faulty member, "an unknown member" for one that was not read, or "an object" if that is needed; NULL if
       none. Values that were read are valid only if `wrong` is NULL */
    const char *wrong;
} ap_members;

/* ap_begin_writing_members begins to write members into the object that is open in `put`. ap_begin_reading_members begins to
   read the members of `object`. */
ap_members ap_begin_writing_members(ap_json_put *put, bool exact);
ap_members ap_begin_reading_members(const ap_json_document *json, ap_json_ref object, ap_arena *arena);

/* Write or read a text; ap_member_text_or_null writes a NULL text as null. */
void ap_member_text(ap_members *m, const char *key, const char **text);
void ap_member_text_or_null(ap_members *m, const char *key, const char **text);

void ap_member_text_default_null(ap_members *m, const char *key, const char **text);

void ap_member_size(ap_members *m, const char *key, size_t *value);
void ap_member_size_or_null(ap_members *m, const char *key, size_t *value); /* writes null for 0 */
void ap_member_size_default_0(ap_members *m, const char *key, size_t *value);
void ap_member_boolean(ap_members *m, const char *key, bool *value);
void ap_member_boolean_default_false(ap_members *m, const char *key, bool *value);
void ap_member_bytes(ap_members *m, const char *key, ap_view *bytes); /* in base 16 */

/* When writing: writes the member if `present`, with null for a NULL text. When reading: reads the member if it is there. Returns
   true if the member was written or read. */
bool ap_member_text_if(ap_members *m, const char *key, bool present, const char **text);

/* Writes or reads an array with one text. When writing, a NULL text gives an empty array. When reading, an empty array leaves
   *text unchanged. */
void ap_member_array_of_text_or_empty(ap_members *m, const char *key, const char **text);

/* When reading: returns the name of the next member of an object, in the arena. Returns NULL after the last member, after a
   fault, and when out of memory. */
const char *ap_member_next_name(const ap_members *m);

/* Opens an object or an array; when writing, does so only if `present`. If the result is true, read or write the container's
   members or elements with `inside`, then call ap_member_close. Returns false if there is no such container. */
bool ap_member_object(ap_members *m, const char *key, bool present, ap_members *inside);
bool ap_member_array(ap_members *m, const char *key, bool present, ap_members *inside);

/* Opens the next element of an array of objects; when writing, does so only if `present`. Returns false after the last element.
   */
bool ap_member_element(ap_members *array, bool present, ap_members *inside);

/* Ends the object (`object`: true) or the array that `inside` writes or reads. When reading, marks `m` as wrong if `inside` is
   wrong or has more members. */
void ap_member_close(ap_members *m, const ap_members *inside, bool object);

/* Call it after the last member. Returns false, with m->wrong set, if there are more members or any member is faulty. */
bool ap_members_end(ap_members *m);

/* Reports a member as faulty, for faults that the ap_member functions do not detect. Only the first fault is kept. */
void ap_member_mark_wrong(ap_members *m, const char *key);

#endif
