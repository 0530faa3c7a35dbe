/** How functions are compiled: for size or for speed, inlined or not, with or without tests of their preconditions. */
#ifndef LN_CODE_H
#define LN_CODE_H

/* Functions between these are compiled for size: none that runs for every few elements stands there. */
#define LN_SMALL_BEGIN _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define LN_SMALL_END _Pragma("clang attribute pop")

/* Not inlined: all callers share one copy; and V8 keeps more of a function with one loop in registers. */
#define LN_NOINLINE __attribute__((noinline))
#define LN_ONCE static LN_NOINLINE

#define LN_INLINE static inline __attribute__((always_inline))

/* build.sh defines LN_MODULE, which exports what is declared with this; a program that links the kernels does not. */
#ifdef LN_MODULE
#define LN_EXPORT __attribute__((used, visibility("default")))
#else
#define LN_EXPORT
#endif

#ifdef LN_DEBUG
#define LN_REQUIRE(condition)           \
  do {                                  \
    if (!(condition)) __builtin_trap(); \
  } while (0)
#else
#define LN_REQUIRE(condition) ((void)0)
#endif

#endif
