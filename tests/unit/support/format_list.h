/* The list of formats in messages, written out here so that tests do not depend on the registry. */
#ifndef FORMAT_LIST_H
#define FORMAT_LIST_H

#define FORMAT_LIST "mrtk, memg, md5anim, md5mesh, md5camera"

#endif
