/** The module's allocator, in an arena that stands for WebAssembly's memory. */
#include "check.h"

enum { ARENA_PAGES = 64, FIRST_PAGES = 4, MOST = 200, STEPS = 200000 };

_Alignas(65536) char arena[ARENA_PAGES * 65536];
static size_t pages = FIRST_PAGES;

/** The end of the arena's memory as an address in pages, which do not begin at 0 here. */
static size_t memory_size(void) { return (size_t)arena / 65536 + pages; }

static size_t memory_grow(size_t more) {
  if (more > ARENA_PAGES - pages) return (size_t)-1;
  pages += more;
  return pages - more;
}

#define __builtin_wasm_memory_size(memory) memory_size()
#define __builtin_wasm_memory_grow(memory, more) memory_grow(more)
#define __heap_base arena
#define export_name(name) used
#define LN_MODULE
#include "../../c/memory.c"

/** The blocks that have been handed out, each filled with a byte of its own. */
static struct {
  unsigned char *p, byte;
  size_t size;
} live[MOST];

static int is_intact(size_t i) {
  for (size_t k = 0; k < live[i].size; k++)
    if (live[i].p[k] != live[i].byte) return 0;
  return 1;
}

static size_t listed(void) {
  size_t count = 0;
  for (size_t k = 0; k < CLASSES; k++) {
    for (const Block *b = lists[k]; b; b = b->next, count++) {
      check(class_of(b->size) == k && *b->link == b, "a block of %zu bytes stands in list %zu", b->size, k);
    }
  }
  return count;
}

/** Walks from the end to the first block. @return how many blocks are free */
static size_t check_blocks(void) {
  size_t free_blocks = 0;
  int was_free = 0;
  check((size_t)(end + 1) == memory_size() * PAGE_BYTES, "the last block does not end where memory does");
  for (const Block *b = end; b->before;) {
    const Block *before = (const Block *)((const char *)b - b->before);
    check(before->size == b->before && before->size % LINE_BYTES == 0, "neighbours disagree about a size");
    check(!(was_free && before->link), "two free neighbours");
    was_free = before->link != NULL;
    free_blocks += was_free;
    b = before;
  }
  check(listed() == free_blocks, "%zu blocks are free, %zu are in lists", free_blocks, listed());
  return free_blocks;
}

static void give_back(size_t i) {
  check(is_intact(i), "%zu bytes were overwritten", live[i].size);
  ln_free(live[i].p);
  live[i].p = NULL;
}

/** A size below 2^0 to 2^21 bytes, each power as often as any other; the arena has 2^22. */
static size_t drawn_size(void) { return (size_t)rand() % ((size_t)1 << rand() % 22); }

static void take(size_t i, size_t size) {
  live[i].p = ln_malloc(size), live[i].size = size, live[i].byte = (unsigned char)rand();
  if (!live[i].p) return;
  check((size_t)live[i].p % LINE_BYTES == 0, "%zu bytes at an address that is no multiple of %d", size, LINE_BYTES);
  check(size <= memory_size() * PAGE_BYTES - (size_t)live[i].p, "%zu bytes beyond the end of memory", size);
  memset(live[i].p, live[i].byte, size);
}

static void test_random_order(void) {
  size_t refused = 0;
  srand(1);
  for (int step = 0; step < STEPS; step++) {
    const size_t i = (size_t)rand() % MOST;
    if (live[i].p) give_back(i);
    else take(i, drawn_size()), refused += !live[i].p;
    if (step % 100 == 0) check_blocks();
  }
  check(refused > 100 && refused < STEPS / 4, "%zu refusals", refused);
  for (size_t i = 0; i < MOST; i++)
    if (live[i].p) give_back(i);
  check(check_blocks() == 1, "not one free block");
}

static void test_whole(void) {
  const size_t whole = memory_size() * PAGE_BYTES - (size_t)arena - sizeof(Block);
  check(pages == ARENA_PAGES, "memory was not used up");
  check(!ln_malloc(whole + 1), "more than there is");
  void *p = ln_malloc(before(end)->size - sizeof(Block));
  check(p != NULL && !ln_malloc(1), "not all that there is");
  ln_free(p);
}

static void test_refusals(void) {
  const size_t sizes[] = {LARGEST_BYTES, LARGEST_BYTES + 1, 0xffffffff, (size_t)-1, (size_t)-LINE_BYTES};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) check(!ln_malloc(sizes[i]), "%zu bytes", sizes[i]);
  ln_free(NULL);
  check(check_blocks() == 1, "something is left");
}

static void begin_anew(void) {
  pages = FIRST_PAGES;
  memset(arena, 0, sizeof arena);
  memset(lists, 0, sizeof lists);
  end = NULL;
}

/** Where a free block at the end of memory is too small, memory grows by the bytes that it lacks. */
static void test_growth(void) {
  begin_anew();
  for (size_t size = PAGE_BYTES; size < (size_t)40 * PAGE_BYTES; size += PAGE_BYTES) {
    void *p = ln_malloc(size);
    check(p != NULL, "%zu bytes were refused", size);
    ln_free(p);
  }
  check(pages <= 41, "%zu pages for what 41 hold", pages);
}

/** Where all of memory is in use, it grows by as few pages as hold a block, with its head. */
static void test_growth_of_full_memory(void) {
  begin_anew();
  ln_free(ln_malloc(1));
  ln_malloc(before(end)->size - sizeof(Block));
  ln_malloc(PAGE_BYTES - sizeof(Block));
  check(pages == FIRST_PAGES + 1, "%zu pages for a block of one", pages);
  ln_malloc(PAGE_BYTES - sizeof(Block) + 1);
  check(pages == FIRST_PAGES + 3, "%zu pages for a block of more than one", pages);
}

/**
 * Of a list's blocks the first few are looked at; then a block of a larger class is cut up, if there is one; and before
 * memory grows the whole list is searched. A block that is large enough stands behind `smaller` others here.
 */
static void test_list(int smaller, int has_larger, int is_found) {
  enum { SMALL = 4100, LARGE = 4800, LARGER = 9000, MOST_SMALL = 40 };
  begin_anew();
  void *larger = ln_malloc(LARGER), *between = ln_malloc(1), *large = ln_malloc(LARGE), *small[MOST_SMALL];
  for (int i = 0; i < 2 * smaller; i++) small[i] = ln_malloc(SMALL);
  void *rest = ln_malloc(before(end)->size - sizeof(Block));
  if (has_larger) ln_free(larger);
  ln_free(large);
  for (int i = 1; i < 2 * smaller; i += 2) ln_free(small[i]);
  void *p = ln_malloc(LARGE);
  check(between && rest && p == (is_found ? large : larger), "behind %d smaller ones", smaller);
  check(pages == FIRST_PAGES, "%zu pages", pages);
  const int left = smaller + has_larger + !is_found;
  check(check_blocks() == (size_t)left, "%zu free blocks, not %d", check_blocks(), left);
}

int main(void) {
  TEST("malloc: in random order nothing overlaps, and all comes together again", test_random_order());
  TEST("malloc: all of memory", test_whole());
  TEST("malloc: sizes that no memory has", test_refusals());
  TEST("malloc: memory grows by what is lacking", test_growth());
  TEST("malloc: full memory grows by as few pages as it can", test_growth_of_full_memory());
  TEST("malloc: a block deep in its list", test_list(20, 0, 1));
  TEST("malloc: a block among the first of its list", test_list(1, 1, 1));
  TEST("malloc: a block behind the first of its list", test_list(20, 1, 0));
  return check_failed_tests > 0;
}
