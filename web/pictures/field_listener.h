/* A field of a file, and where it leads in a picture. */
#ifndef WEB_FIELD_LISTENER_H
#define WEB_FIELD_LISTENER_H

#include "web/pictures/picture.h"

/* The field with that path, or where it is NULL, the field of the byte, as JSON: "known", "offset", "length", "path",
   "about" (what it is in words, or null), "moment", "point", "curve" (null: none; picture NULL: none of them). A path
   that is not of a field leads somewhere, too. For free(); NULL when memory has run out. */
char *web_field_text(web_shelved file, const web_picture *picture, const char *path, size_t offset);

#endif
