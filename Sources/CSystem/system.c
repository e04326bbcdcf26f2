#include "system.h"

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

int system_has_avx2(void) {
#if defined(__x86_64__)
  // The features of the level x86-64-v3, as the System V ABI for AMD64 lists them.
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c") && __builtin_cpu_supports("lzcnt") &&
         __builtin_cpu_supports("movbe");
#else
  return 0;
#endif
}

void system_keep_freed_memory(void) {
#if defined(__GLIBC__)
  // The largest threshold that the library takes; -1 trims never.
  mallopt(M_MMAP_THRESHOLD, 32 * 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
}
