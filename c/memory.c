/**
 * The module's malloc and free; a program that links the kernels has its own.
 *
 * Emscripten's were tried (3.1.6). dlmalloc takes 2.6 kB more of the gzipped module, a tenth of the whole package, and
 * refuses to grow by 2 GiB at once. emmalloc takes 0.6 kB more; where a free block lies high, its sum of address and
 * size wraps past 2^32, and it hands out memory that is not there (four times 1 GiB + 64 bytes: the fourth "succeeds");
 * it asks for the whole size where a free block at the end lacks little, so that rising sizes take twice the largest.
 *
 * Blocks lie side by side from the end of the static data to the end of memory, and each knows the size of the one
 * before it (boundary tags: Knuth, The Art of Computer Programming, volume 1, 2.5). Those that are free are never
 * neighbours, and stand in lists by their size. What is handed out begins with a cache line.
 */
#ifdef LN_MODULE
#include <stddef.h>

#include "simd.h"

LN_SMALL_BEGIN

enum { LINE = 64, PAGE = 65536 };

/** The stack alone takes a page of the 4 GiB, and so rounding up a size that may fit never wraps. */
static const size_t LARGEST = 0xffffffff - 2 * PAGE;

/** What stands before the bytes that are handed out. */
typedef struct Block {
  size_t size;         /* with this: a multiple of LINE */
  size_t before;       /* the size of the block before; 0: there is none */
  struct Block *next;  /* in the list */
  struct Block **link; /* what points here in the list; NULL: in use */
} Block;

enum { CLASSES = 4 * 32 };

/** The free blocks of each class of sizes: four from a power of two to the next. */
static Block *lists[CLASSES];

/** Behind the last block: one of size 0, in use. */
static Block *end;

/** Where the static data end. */
extern char __heap_base[];

static Block *after(Block *b) { return (Block *)((char *)b + b->size); }

/** The first block itself, if it is that. */
static Block *before(Block *b) { return (Block *)((char *)b - b->before); }

static size_t class_of(size_t size) {
  const int order = 31 - __builtin_clz(size);
  return 4 * order + (size >> (order - 2) & 3);
}

static void insert(Block *b) {
  Block **list = &lists[class_of(b->size)];
  b->next = *list;
  b->link = list;
  if (b->next) b->next->link = &b->next;
  *list = b;
}

static void take_out(Block *b) {
  *b->link = b->next;
  if (b->next) b->next->link = b->link;
  b->link = NULL;
}

/** Frees, and joins the free neighbours. */
__attribute__((export_name("free"))) void ln_free(void *p) {
  if (!p) return;
  Block *b = (Block *)p - 1, *next = after(b), *last = before(b);
  if (next->link) {
    take_out(next);
    b->size += next->size;
  }
  if (last->link) {
    take_out(last);
    last->size += b->size;
    b = last;
  }
  after(b)->before = b->size;
  insert(b);
}

/** Makes a free block of what lies between the last one and the end of memory, whose address is 0 at 4 GiB. */
static void extend(void) {
  Block *b = end;
  end = (Block *)(__builtin_wasm_memory_size(0) * PAGE - sizeof(Block));
  b->size = (size_t)end - (size_t)b;
  ln_free(b + 1);
}

/** Grows memory so that the last block, which is smaller, has size bytes. @return whether it could */
static int grow(size_t size) {
  const Block *last = before(end);
  const size_t lacking = last->link ? size - last->size : size;
  if (__builtin_wasm_memory_grow(0, (lacking + PAGE - 1) / PAGE) == (size_t)-1) return 0;
  extend();
  return 1;
}

/** One of size bytes at least among the first blocks of a list, or NULL. */
static Block *first_of(Block *b, size_t size, size_t most) {
  while (b && b->size < size) b = most-- ? b->next : NULL;
  return b;
}

/**
 * A free block of size bytes at least: of its class, where not all may be as large, or of a larger one, where any is.
 * The whole of its class is searched last, before memory grows: there may be very many too small.
 */
static Block *find(size_t size) {
  const size_t class = class_of(size);
  Block *b = first_of(lists[class], size, 16);
  for (size_t k = class + 1; !b && k < CLASSES; k++) b = lists[k];
  return b ? b : first_of(lists[class], size, (size_t)-1);
}

/** NULL where memory cannot hold so many bytes. */
__attribute__((export_name("malloc"))) void *ln_malloc(size_t bytes) {
  if (bytes > LARGEST) return NULL;
  if (!end) {
    end = (Block *)(((size_t)__heap_base + sizeof(Block) + LINE - 1) / LINE * LINE) - 1;
    extend();
  }
  const size_t size = (bytes + sizeof(Block) + LINE - 1) / LINE * LINE;
  Block *b = find(size);
  if (!b) {
    if (!grow(size)) return NULL;
    b = before(end);
  }
  take_out(b);
  if (b->size > size) {
    const size_t left = b->size - size;
    b->size = size;
    Block *rest = after(b);
    rest->before = size;
    rest->size = left;
    after(rest)->before = left;
    insert(rest);
  }
  return b + 1;
}

LN_SMALL_END
#endif
