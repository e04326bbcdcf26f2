#ifndef HARNESS_SYSTEM_H
#define HARNESS_SYSTEM_H

/// Whether this processor runs code that was built for x86-64-v3 (AVX2 and its companions).
int system_has_avx2(void);

/// Lets the process keep the memory that it frees, where the C library would hand it back: renders
/// come and go, and fetching their pages anew costs as much as a stage of the chain.
void system_keep_freed_memory(void);

#endif
