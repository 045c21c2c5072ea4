/* Text for one of several variants, of which a file that is compiled for the variant x defines THIS_x as a comma. */
#ifndef AP_VARIANT_H
#define AP_VARIANT_H

/* IN(x, text) is the text for the variant x, and nothing for all others; NOT(x, text) is the reverse. */
#define IN(variant, text)  AP_IN(THIS_##variant, text)
#define NOT(variant, text) AP_NOT(THIS_##variant, text)

/* The comma moves the text to the second place, or out of the third. */
#define AP_IN(mark, text)      AP_SECOND(mark text, , )
#define AP_NOT(mark, text)     AP_THIRD(mark, , text, )
#define AP_SECOND(a, b, ...)   b
#define AP_THIRD(a, b, c, ...) c

#endif
