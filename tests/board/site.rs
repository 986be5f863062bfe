//! The page as files, and a server of files that knows nothing else.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use tempfile::TempDir;

use crate::missing::skip;
use crate::run::{PROGRAM, draughts};

/// Where the page lies on the server.
const PLACE: &str = "some/where";

/// The engine as WebAssembly, where it was built; `None`, with a word, where it was not.
pub fn engine() -> Option<PathBuf> {
    let mut folders = Path::new(PROGRAM).ancestors().skip(1);
    let (profile, target) = (folders.next().expect("of builds"), folders.next().expect("of all"));
    let profile = profile.file_name().expect("a name");
    let engine = target.join("wasm32-wasip1").join(profile).join("draughts-td-web.wasm");
    if !engine.is_file() {
        skip("wasm", &format!("{} is not built", engine.display()));
    }
    Some(engine).filter(|engine| engine.is_file())
}

pub fn board_site(site: &Path, engine: &Path, more: &[&str]) -> Output {
    let mut command = draughts();
    command.arg("board").arg("--site").arg(site).arg("--engine").arg(engine).args(more);
    command.output().expect("the program runs")
}

/// The page as files, and their server.
pub struct Site {
    folder: TempDir,
    port: u16,
    is_stopped: Arc<AtomicBool>,
    serving: Mutex<Option<JoinHandle<()>>>,
}

impl Site {
    /// Writes the page with this engine and serves it.
    pub fn serve(engine: &Path) -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        let mut site =
            Site { folder, port: 0, is_stopped: Arc::default(), serving: Mutex::default() };
        site.write(engine);
        site.start();
        site
    }

    /// The folder of the page.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join(PLACE)
    }

    /// Writes the page with this engine in place of the one that is there.
    pub fn write(&self, engine: &Path) {
        let run = board_site(&self.folder(), engine, &["--force"]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }

    /// The address of a file of the page.
    pub fn address(&self, name: &str) -> String {
        format!("http://127.0.0.1:{}/{PLACE}/{name}", self.port)
    }

    fn start(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        self.port = listener.local_addr().expect("an address").port();
        let (root, is_stopped) = (self.folder.path().to_owned(), self.is_stopped.clone());
        let serving = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if is_stopped.load(Ordering::Relaxed) {
                    break;
                }
                let root = root.clone();
                thread::spawn(move || send(&stream, &root));
            }
        });
        self.serving = Mutex::new(Some(serving));
    }

    /// From now on nothing listens at its port.
    pub fn stop(&self) {
        let Some(serving) = self.serving.lock().expect("no panic").take() else { return };
        self.is_stopped.store(true, Ordering::Relaxed);
        // It waits for a connection.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        serving.join().expect("it served");
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

fn send(mut stream: &TcpStream, root: &Path) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = first.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let (status, body) = match fs::read(root.join(path)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
