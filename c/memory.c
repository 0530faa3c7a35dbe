/**
 * The module's malloc and free; a program that links the kernels has its own.
 *
 * Emscripten's were tried (3.1.6). dlmalloc takes 2.6 kB more of the gzipped module, a tenth of the whole package, and
 * refuses to grow by 2 GiB at once. emmalloc takes 0.6 kB more; where a free block lies high, its sum of address and
 * size wraps past 2^32, and it hands out memory that is not there (four times 1 GiB + 64 bytes: the fourth "succeeds");
 * where a free block at the end of memory lacks little of a size, it grows memory by the whole size, so that blocks of
 * rising sizes, one at a time, take twice the largest.
 *
 * Blocks lie side by side from the end of the static data to the end of memory, and each knows the size of the one
 * before it (boundary tags: Knuth, The Art of Computer Programming, volume 1, 2.5). Free blocks are never neighbours,
 * and stand in lists by their size. The bytes that are handed out begin at a multiple of LINE_BYTES.
 */
#ifdef LN_MODULE
#include <stddef.h>

#include "code.h"

LN_SMALL_BEGIN

enum {
  LINE_BYTES = 64,    /* of a line of the cache */
  PAGE_BYTES = 65536, /* of a page of WebAssembly's memory */
};

/** No block can be larger, as the stack alone takes a page of the 4 GiB. Rounding up a size up to this never wraps. */
static const size_t LARGEST_BYTES = 0xffffffff - 2 * PAGE_BYTES;

/** The head of a block, in front of the bytes that are handed out. */
typedef struct Block {
  size_t size;         /* in bytes, with this head: a multiple of LINE_BYTES */
  size_t before;       /* the size of the block before this; 0: there is none */
  struct Block *next;  /* in the list */
  struct Block **link; /* the pointer in the list that points here; NULL: in use */
} Block;

enum {
  CLASSES = 4 * 32, /* of sizes: four from each power of two to the next */
  FIRST_TRIES = 16, /* blocks of a class that are looked at before larger classes are */
};

/** The free blocks of each class. */
static Block *lists[CLASSES];

/** The block behind the last one, of size 0 and in use. */
static Block *end;

/** The end of the static data: the linker's symbol. */
extern char __heap_base[];

static Block *after(Block *b) { return (Block *)((char *)b + b->size); }

/** The block before b; b itself, if it is the first. */
static Block *before(Block *b) { return (Block *)((char *)b - b->before); }

static size_t class_of(size_t size) {
  const int order = 31 - __builtin_clz(size);
  return 4 * (size_t)order + (size >> (order - 2) & 3);
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

/** Frees the block of p, and joins it with its neighbours that are free. */
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

/**
 * Makes one free block of the memory between `end` and memory's end. The address of memory's end is 2^32, which wraps
 * to 0, where memory has 4 GiB.
 */
static void extend(void) {
  Block *b = end;
  end = (Block *)(__builtin_wasm_memory_size(0) * PAGE_BYTES - sizeof(Block));
  b->size = (size_t)end - (size_t)b;
  ln_free(b + 1);
}

/** Grows memory until its last block, which has less than size bytes, has as many. @return whether memory can */
static int grow(size_t size) {
  const Block *last = before(end);
  const size_t lacking = last->link ? size - last->size : size;
  if (__builtin_wasm_memory_grow(0, (lacking + PAGE_BYTES - 1) / PAGE_BYTES) == (size_t)-1) return 0;
  extend();
  return 1;
}

/** The first block of a list that has size bytes, among its first `most` blocks; NULL: none has. */
static Block *first_of(Block *b, size_t size, size_t most) {
  while (b && b->size < size) b = most-- ? b->next : NULL;
  return b;
}

/**
 * A free block of at least size bytes, or NULL. A block of size's own class may be smaller, and there may be very many
 * such blocks, so only the first few are looked at. Any block of a larger class will do. Where there is none, the whole
 * of size's class is searched before memory grows.
 */
static Block *find(size_t size) {
  const size_t class = class_of(size);
  Block *b = first_of(lists[class], size, FIRST_TRIES);
  for (size_t k = class + 1; !b && k < CLASSES; k++) b = lists[k];
  return b ? b : first_of(lists[class], size, (size_t)-1);
}

/** Returns NULL where memory cannot hold so many bytes. */
__attribute__((export_name("malloc"))) void *ln_malloc(size_t bytes) {
  if (bytes > LARGEST_BYTES) return NULL;
  if (!end) {
    end = (Block *)(((size_t)__heap_base + sizeof(Block) + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES) - 1;
    extend();
  }
  const size_t size = (bytes + sizeof(Block) + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
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
