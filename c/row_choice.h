/**
 * Which way the rows of an op take: for rows.c. A row's bits are the same on all of them.
 *
 * Some ops are larger than the caches: a row, its parameters and its output do not fit into the L1 cache together, and
 * all rows come from memory. There the loop that measures a row while it normalises the one before waits for weight and
 * bias, which come from the L2 cache, and that keeps the processor from fetching rows ahead. Such an op normalises its
 * rows in groups, which share each load of weight and bias.
 */
#ifndef LN_ROW_CHOICE_H
#define LN_ROW_CHOICE_H

#include "code.h"
#include "operands.h"

enum {
  LN_OFFSET_ELEMENTS = 8192, /* the longest weight that an offset is added to beforehand: half of the stack */
  LN_L1_ELEMENTS = 10240,    /* of a row and all that belongs to it: more do not stay in an L1 cache of 32 to 48 kB */
  LN_CACHED_ELEMENTS = 8 << 20, /* of all rows: more come from memory */
};

/** Whether the offset is added to the weight beforehand; otherwise ln_apply_row or ln_scale_row adds it. */
LN_INLINE int ln_adds_offset_beforehand(const ln_rows *r) { return r->outer > 1 && r->n <= LN_OFFSET_ELEMENTS; }

/** Whether an op is faster if it normalises its rows in groups of LN_GROUP_ROWS (row_loops.h). */
LN_INLINE int ln_goes_in_groups(const ln_rows *r) {
  const size_t parameters = (r->weight != NULL) + (r->bias != NULL), tensors = r->residual ? 4 : 2;
  return parameters > 0 && !r->weight_row && !r->bias_row && (tensors + parameters) * r->n >= LN_L1_ELEMENTS &&
         tensors * r->outer * r->n >= LN_CACHED_ELEMENTS;
}

#endif
