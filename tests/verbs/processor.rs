//! A processor that lacks what the build uses, as QEMU imitates it.

use std::process::Command;

use crate::missing::skip;

#[test]
fn an_older_processor_is_refused_in_words() {
    if !cfg!(target_feature = "avx2") {
        skip("avx2", "this build is for any processor");
        return;
    }
    let mut qemu = Command::new("qemu-x86_64");
    let output =
        qemu.args(["-cpu", "Nehalem", env!("CARGO_BIN_EXE_draughts-td"), "--version"]).output();
    let Ok(output) = output else {
        skip("qemu", "qemu-x86_64 is missing (Debian: qemu-user)");
        return;
    };
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("Error: this build of draughts-td needs a processor with AVX2"),
        "{message}"
    );
}
