/* Describes a field of a file as JSON, with the moment, point, curve and triangle of a picture that show it. */
#ifndef WEB_PICTURE_FIELD_H
#define WEB_PICTURE_FIELD_H

#include "web/pictures/picture.h"

/* Returns a field as a JSON object: the field with the path, or the field at `offset` if path is NULL.
   Members: "known", "offset", "length", "path", "shown" (the path with the name of its joint), "about" (a
   description or null), and "moment", "point", "curve", "triangle" (null if the picture has no such element, or is NULL).
   The last four are also set for the path of an array or object, for which "known" is false. The caller frees the text. Returns
   NULL when out of memory. */
char *web_field_text(web_set_file file, const web_picture *picture, const char *path, size_t offset);

/* Returns the members "moment", "point", "curve" and "triangle" of a path alone, without a search for the field in the file. */
char *web_elements_text(const web_picture *picture, const char *path);

#endif
