/// Which instruction sets the kernels are compiled for: AVX-512, AVX2 with FMA, and plain x86-64 (or what
/// another architecture has). The steps between gain little and cost compile time. Included before
/// foreach_target.h.
#pragma once

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
