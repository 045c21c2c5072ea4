/* Styles in which exporters write the text formats of id Tech 4, and an unusual but legal style. */
#ifndef AP_MD5_STYLE_H
#define AP_MD5_STYLE_H

#include "core/text/text_style.h"
#include "corpus/generate/generator_parts.h"

/* Highest frame rate: id's reader multiplies milliseconds by the rate in 32 bits. */
enum { AP_MD5_MOST_RATE = 2147483 };

/* The program that the style of a generated text imitates. */
typedef enum ap_md5_exporter_style {
    AP_MD5_CANONICAL,
    AP_MD5_ID,       /* id's exporter for Maya */
    AP_MD5_BLENDER,  /* md5_export.py for Blender */
    AP_MD5_IO_SCENE, /* io_scene_md5 for Blender */
    AP_MD5_MAX,      /* exporters for 3ds Max */
    AP_MD5_OTHER,
    AP_MD5_ODD, /* legal, but not written by any exporter */
    AP_MD5_STYLES
} ap_md5_exporter_style;

extern const ap_enum_name ap_md5_style_words[];

/* A knob for the program that the style imitates (ap_md5_exporter_style). */
#define AP_MD5_STYLE_KNOB                                                                                    \
    {                                                                                                        \
        "style", "exporter style (odd: unusual, gives warnings; --wild uses it too)", AP_MD5_CANONICAL,      \
            AP_MD5_ODD, AP_MD5_CANONICAL, AP_MD5_OTHER, ap_md5_style_words                                   \
    }

/* Returns the style of the exporter number `drawn`, the value of knob number `knob`; NULL for the canonical form. If the knob's
   range has several values, every second wild file gets AP_MD5_ODD instead. For AP_MD5_ODD, fills and returns `odd`; a writer
   with this style takes random choices from make->choices. */
const ap_text_style *ap_md5_choose_style_unless_canonical(
    const ap_generation_request *make, size_t knob, int64_t drawn, ap_text_style *odd);

/* Writes a text after the last token of one in four wild files (see ap_write_wild_surrounding_text). */
bool ap_md5_write_wild_trailing_text(const ap_generation_request *make);

#endif
