#![no_main]
//! Every target under libFuzzer, in one program, as each program would link all the rest again. The variable
//! `DRAUGHTS_TD_FUZZ_TARGET` names the target, since libFuzzer reads the arguments.

use std::sync::LazyLock;

use draughts_td_fuzz::{limits, targets};

/// The target that the variable names.
static CHOSEN: LazyLock<targets::Target> = LazyLock::new(|| {
    let name = std::env::var("DRAUGHTS_TD_FUZZ_TARGET").unwrap_or_default();
    let found = targets::ALL.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("DRAUGHTS_TD_FUZZ_TARGET={name} is no target")).1
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| limits::hold(*CHOSEN, data));
