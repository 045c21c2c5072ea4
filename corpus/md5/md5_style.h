/* The ways in which exporters write the text formats of id Tech 4, and one in which none does. */
#ifndef AP_MD5_STYLE_H
#define AP_MD5_STYLE_H

#include "core/text/text_style.h"
#include "corpus/generate/generator_parts.h"

/* The most frames a second: id's reader multiplies milliseconds by it in 32 bits. */
enum { AP_MD5_MOST_RATE = 2147483 };

typedef enum ap_md5_family {
    AP_MD5_CANONICAL,
    AP_MD5_ID,       /* id's exporter for Maya */
    AP_MD5_BLENDER,  /* md5_export.py */
    AP_MD5_IO_SCENE, /* io_scene_md5 for Blender */
    AP_MD5_MAX,      /* as exporters for 3ds Max do */
    AP_MD5_OTHER,
    AP_MD5_ODD, /* merely legal */
    AP_MD5_FAMILIES
} ap_md5_family;

extern const ap_enum_name ap_md5_family_words[];

/* Whose values are families. */
#define AP_MD5_STYLE_KNOB                                                                                    \
    {                                                                                                        \
        "style", "the exporter whose way of writing it is (odd: warnings; --wild has it, too)",              \
            AP_MD5_CANONICAL, AP_MD5_ODD, AP_MD5_CANONICAL, AP_MD5_OTHER, ap_md5_family_words                \
    }

/* The style of the family that the knob has drawn; NULL: canonical form. In a wild file, the odd style is one more where the
   knob leaves a choice. `odd` is filled, and used, for AP_MD5_ODD, which takes its choices from those of the file as it
   writes. */
const ap_text_style *ap_md5_style(const ap_make *make, size_t knob, int64_t drawn, ap_text_style *odd);

/* Writes what may be after the end of a wild file, as ap_make_surroundings does. */
bool ap_md5_make_end(const ap_make *make);

#endif
