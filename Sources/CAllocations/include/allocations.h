#ifndef HARNESS_ALLOCATIONS_H
#define HARNESS_ALLOCATIONS_H

/// How often this thread has asked for memory, or -1 where that cannot be counted.
long allocations_of_thread(void);

#endif
