/* Whether a basis says that its elements are in the other order than the one it is read in. */
#ifndef AP_MEMG_ORDER_H
#define AP_MEMG_ORDER_H

#include "validators/memg/memg.h"

/* How many multiplications a file may cost: a few seconds. U^T U takes rows x columns x columns of them,
   which a hostile file can make last for days; real files stay far below. */
#define AP_MEMG_ORDER_WORK (UINT64_C(1) << 33)

typedef enum ap_memg_order_answer {
    AP_MEMG_ORDER_FITS,    /* nothing speaks for the other order */
    AP_MEMG_ORDER_OTHER,   /* orthonormal in the other order, and not in the one in use */
    AP_MEMG_ORDER_UNKNOWN, /* *work was used up before the answer was there */
} ap_memg_order_answer;

/* Asks a basis; its values have been read. *work is lowered by what the answer took. */
ap_memg_order_answer ap_memg_ask_order(
    const ap_memg_matrix *basis, bool swap, ap_memg_order in_use, uint64_t *work);

#endif
