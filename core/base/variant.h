/* Selects text by variant when one source file is compiled several times. The file compiled for variant x
   defines THIS_x as a comma. */
#ifndef AP_VARIANT_H
#define AP_VARIANT_H

/* IN(x, text) expands to the text in the variant x, and to nothing in the other variants; NOT(x, text) is
   the reverse. */
#define IN(variant, text)  AP_IN(THIS_##variant, text)
#define NOT(variant, text) AP_NOT(THIS_##variant, text)

/* If THIS_x is a comma, the arguments after it move one place to the right: AP_SECOND then selects the text, and AP_THIRD selects
   nothing. */
#define AP_IN(mark, text)      AP_SECOND(mark text, , )
#define AP_NOT(mark, text)     AP_THIRD(mark, , text, )
#define AP_SECOND(a, b, ...)   b
#define AP_THIRD(a, b, c, ...) c

#endif
