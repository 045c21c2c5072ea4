/* Constants of an MRTK animation, from the published page. The validator has a separate copy on purpose: a
   test of the linter must not share its mistakes. */
#ifndef AP_MRTK_PAGE_H
#define AP_MRTK_PAGE_H

enum {
    MRTK_MAGIC_BYTES = 8,
    MRTK_VERSION_AT = 8,
    MRTK_FLAGS_AT = 16,
    MRTK_FLAGS = 3,
    MRTK_CAMERA_CURVES = 7,
    MRTK_BOOLEAN_CURVES = 4,
    MRTK_HANDS_CURVES = 2 * 27 * 7,
    MRTK_GAZE_CURVES = 6,
    MRTK_CURVES_OF_1_0 = MRTK_CAMERA_CURVES + MRTK_BOOLEAN_CURVES + MRTK_HANDS_CURVES,
    MRTK_CURVE_BYTES = 12, /* bytes of a curve without keys */
    MRTK_COUNT_BYTES = 4,
    MRTK_SHORT_KEY_BYTES = 8,
    MRTK_LONG_KEY_BYTES = 28,
    MRTK_KEY_VALUE_AT = 4,
    MRTK_KEY_MODE_AT = 24,
    MRTK_WRAP_BITS = 15,
    MRTK_LAST_WEIGHTED_MODE = 3,
    MRTK_TIME_BYTES = 4,
    MRTK_PREFIX_BYTES = 5, /* most bytes of a length prefix */
    MRTK_MARKER_BYTES = 5  /* fewest bytes of a marker */
};

#endif
