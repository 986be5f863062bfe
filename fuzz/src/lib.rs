//! Fuzzing of what draughts-td reads: the targets, and the limits each execution must keep.

pub mod corpus;
pub mod limits;
pub mod targets;

/// Makes a program of libFuzzer from a target.
#[macro_export]
macro_rules! fuzz {
    ($target:ident) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::limits::hold($crate::targets::$target::run, data);
        });
    };
}
