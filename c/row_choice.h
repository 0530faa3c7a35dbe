/** Which way the rows of an op take: for rows.c. A row's bits are the same on all of them. */
#ifndef LN_ROW_CHOICE_H
#define LN_ROW_CHOICE_H

#include "operands.h"

/** Whether an op is faster if it normalises its rows in groups of LN_GROUP_ROWS (row_loops.h). */
int ln_goes_in_groups(const ln_rows *r);

/** Whether the offset is added to the weight beforehand; otherwise ln_apply_row or ln_scale_row adds it. */
int ln_adds_offset_beforehand(const ln_rows *r);

/** The longest weight that an offset is added to beforehand: half of the stack. */
enum { LN_OFFSET_ELEMENTS = 8192 };

#endif
