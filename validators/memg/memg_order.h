/* Detects that the elements of a basis were stored by rows but are read by columns, or the reverse. */
#ifndef AP_MEMG_ORDER_H
#define AP_MEMG_ORDER_H

#include "validators/memg/memg.h"

/* Limit of multiplications per file: a few seconds. U^T U takes rows x columns x columns multiplications,
   which could last for days with a crafted file; real files stay far below. */
#define AP_MEMG_ORDER_WORK (UINT64_C(1) << 33)

typedef enum ap_memg_other_order_answer {
    /* the basis is orthonormal in the order `in_use` or in neither order, or it is not checked because it has fewer
       than two rows or columns, or more columns than rows */
    AP_MEMG_OTHER_ORDER_NOT_BETTER,
    AP_MEMG_OTHER_ORDER_BETTER,  /* the basis is orthonormal only in the order other than `in_use` */
    AP_MEMG_OTHER_ORDER_UNKNOWN, /* *work was used up before the check of the basis was complete */
} ap_memg_other_order_answer;

/* Checks if a basis is orthonormal only in the element order (by rows, by columns) other than `in_use`. The values of the basis
   must have been read. Decreases *work by the number of multiplications. */
ap_memg_other_order_answer ap_memg_check_if_other_order_is_better(
    const ap_memg_matrix *basis, bool swap, ap_memg_order in_use, uint64_t *work);

#endif
