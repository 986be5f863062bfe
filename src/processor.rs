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
    let wanted = [
        ("AVX2", extended >> 5),
        ("FMA", basic >> 12),
        ("BMI1", extended >> 3),
        ("BMI2", extended >> 8),
        ("LZCNT", amd >> 5),
        ("MOVBE", basic >> 22),
        ("F16C", basic >> 29),
    ];
    wanted.into_iter().find(|(_, bit)| bit & 1 == 0).map(|(name, _)| name)
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub const fn missing() -> Option<&'static str> {
    None
}
