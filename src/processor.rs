//! What the processor must have, and how long it has worked for this program. What it has is asked of the processor itself:
//! `is_x86_feature_detected!` is answered by the compiler when it builds for `x86-64-v3`.

use std::time::Duration;

/// The time that the processors have spent on this program, where the system counts it.
#[cfg(unix)]
pub(crate) fn time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
pub(crate) fn time() -> Option<Duration> {
    None
}

/// The first instruction set that this build uses and the processor lacks.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub fn missing() -> Option<&'static str> {
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    // Intel, Software Developer's Manual, volume 2A, CPUID; AMD for LZCNT.
    if __cpuid(0).eax < 7 {
        return Some("AVX2");
    }
    let (basic, extended, amd) =
        (__cpuid(1).ecx, __cpuid_count(7, 0).ebx, __cpuid(0x8000_0001).ecx);
    // Registers and masks only: a table would be copied by vector instructions, those that may be missing.
    if extended & 1 << 5 == 0 {
        Some("AVX2")
    } else if basic & 1 << 12 == 0 {
        Some("FMA")
    } else if extended & 1 << 3 == 0 {
        Some("BMI1")
    } else if extended & 1 << 8 == 0 {
        Some("BMI2")
    } else if amd & 1 << 5 == 0 {
        Some("LZCNT")
    } else if basic & 1 << 22 == 0 {
        Some("MOVBE")
    } else if basic & 1 << 29 == 0 {
        Some("F16C")
    } else {
        None
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub const fn missing() -> Option<&'static str> {
    None
}
