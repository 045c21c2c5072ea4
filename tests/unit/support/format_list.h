/* The formats as messages list them, written down once and not asked of the registry. */
#ifndef FORMAT_LIST_H
#define FORMAT_LIST_H

#define FORMAT_LIST "mrtk, memg, md5anim, md5mesh, md5camera"

#endif
