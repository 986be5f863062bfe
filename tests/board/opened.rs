//! `board --open`: what the browser is given to open, which holds the secret of the page.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::browser::Browser;
use crate::server::Server;

/// A server with `--open`, and a program in place of the desktop's that writes its arguments down.
fn opened() -> (Server, TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = folder.path().join("arguments");
    let script =
        format!("#!/bin/sh\necho \"$@\" >'{0}.new'\nmv '{0}.new' '{0}'\n", arguments.display());
    for name in ["xdg-open", "open"] {
        let program = folder.path().join(name);
        fs::write(&program, &script).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("executable");
    }
    let others = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{others}", folder.path().display());
    let server = Server::start_with(&["--open"], |command| _ = command.env("PATH", path));
    let told = wait_for(|| fs::read_to_string(&arguments).ok());
    (server, folder, told.trim().to_owned())
}

fn wait_for<T>(look: impl Fn() -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "it never came");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_process_has_the_token_among_its_arguments_and_the_file_is_for_one_user_until_the_end() {
    let (server, _folder, told) = opened();
    assert!(!told.contains(&server.token), "{told}");
    let path = PathBuf::from(told);
    let mode = |path: &Path| fs::metadata(path).expect("metadata").permissions().mode() & 0o777;
    let folder = path.parent().expect("a folder").to_owned();
    assert_eq!((mode(&path), mode(&folder)), (0o600, 0o700));
    let page = wait_for(|| fs::read_to_string(&path).ok().filter(|page| page.ends_with('\n')));
    assert!(page.contains(&server.address), "{page}");
    let asked = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
    assert!(asked.expect("kill").success());
    wait_for(|| (!folder.exists()).then_some(()));
}

#[test]
fn the_file_leads_on_to_the_page() {
    let Some(browser) = Browser::open(&[]) else { return };
    let (server, _folder, told) = opened();
    browser.visit(&format!("file://{told}"));
    browser.wait(&format!(
        "location.port === '{}' && document.body.dataset.ready === 'true'",
        server.port
    ));
}
