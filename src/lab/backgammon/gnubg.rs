//! GNU Backgammon as a program that answers lines by lines: started, asked over a socket of this machine, and ended.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

/// Paths of the program on systems that keep games off the search path.
const PATHS: [&str; 2] = ["/usr/games/gnubg", "/usr/local/games/gnubg"];
/// How long it may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);
/// How often its start is polled.
const POLL: Duration = Duration::from_millis(20);
/// The most bytes of an answer.
const MAX_ANSWER: u64 = 4096;

#[derive(Debug)]
pub struct Gnubg {
    child: Child,
    watchdog: Option<Child>,
    stream: BufReader<TcpStream>,
    _commands: NamedTempFile,
}

impl Gnubg {
    /// The path of the program: the one given, or the one installed, if any.
    pub fn find(given: Option<&Path>) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path).map(|folder| folder.join("gnubg"));
        let installed = on_path.chain(PATHS.map(PathBuf::from));
        match given {
            Some(path) => Some(path.into()),
            None => installed.into_iter().find(|path| path.is_file()),
        }
    }

    pub fn version(program: &Path) -> io::Result<String> {
        let output = Command::new(program).arg("-v").stdin(Stdio::null()).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.lines().next().unwrap_or_default().trim().chars().take(60).collect())
    }

    /// Starts the program, to choose moves by looking `plies` plies ahead beyond its own.
    pub fn start(program: &Path, plies: u32) -> io::Result<Gnubg> {
        // If another program takes the port in between, the start fails with an error.
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut commands = NamedTempFile::new()?;
        for what in ["chequerplay", "cubedecision"] {
            writeln!(commands, "set evaluation {what} evaluation plies {plies}")?;
        }
        // Otherwise play for money ignores gammons until the cube is turned.
        writeln!(commands, "set jacoby off\nexternal localhost:{port}")?;
        commands.flush()?;
        let mut command = Command::new(program);
        command.args(["-t", "-q", "-r", "-c"]).arg(commands.path());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        match connect(port, &mut child) {
            Ok(stream) => {
                let (watchdog, stream) = (watchdog(&child), BufReader::new(stream));
                Ok(Gnubg { child, watchdog, stream, _commands: commands })
            }
            Err(error) => {
                end(&mut child);
                Err(error)
            }
        }
    }

    pub fn ask(&mut self, line: &str) -> io::Result<String> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\n").as_bytes())?;
        let mut answer = Vec::new();
        (&mut self.stream).take(MAX_ANSWER).read_until(b'\n', &mut answer)?;
        if answer.last() != Some(&b'\n') {
            return Err(io::Error::other("gnubg broke off its answer"));
        }
        Ok(String::from_utf8_lossy(&answer).trim_end().to_string())
    }
}

fn connect(port: u16, child: &mut Child) -> io::Result<TcpStream> {
    let deadline = Instant::now() + START_TIMEOUT;
    loop {
        // It listens on one of the two, by system.
        for host in ["127.0.0.1", "::1"] {
            if let Ok(stream) = TcpStream::connect((host, port)) {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
                return Ok(stream);
            }
        }
        if let Some(status) = child.try_wait()? {
            return Err(io::Error::other(format!("gnubg ended at once: {status}")));
        }
        if Instant::now() >= deadline {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "gnubg does not listen"));
        }
        std::thread::sleep(POLL);
    }
}

/// A process that kills the program when ours ends for any reason: the program itself would wait for the next connection forever.
/// `None` where there is no shell.
fn watchdog(child: &Child) -> Option<Child> {
    // The end of its input is the end of this process.
    let script = "trap '' INT TERM; read _; kill \"$0\" 2>/dev/null";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, &child.id().to_string()]).stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

fn end(child: &mut Child) {
    // It may have exited already.
    let _ = child.kill();
    let _ = child.wait();
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        // The watchdog goes first: the number of an exited program may be given to another.
        self.watchdog.iter_mut().for_each(end);
        end(&mut self.child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_or_ends_at_once_is_an_error() {
        assert!(Gnubg::start(Path::new("/nowhere/gnubg"), 0).is_err());
        let error = Gnubg::start(Path::new("/bin/true"), 0).expect_err("it does not listen");
        assert!(error.to_string().contains("ended at once"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_ends_with_its_watchdog() {
        let mut child = Command::new("sleep").arg("600").spawn().expect("a program");
        let mut watchdog = watchdog(&child).expect("a shell");
        drop(watchdog.stdin.take());
        assert!(!child.wait().expect("it ends").success());
        assert!(watchdog.wait().is_ok());
    }

    #[test]
    fn it_answers_where_it_is_installed() {
        let Some(program) = Gnubg::find(None) else {
            eprintln!("skipped: gnubg is not installed");
            return;
        };
        let mut gnubg = Gnubg::start(&program, 0).expect("it starts");
        let start = "board:me:them:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:\
                     0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
        assert_eq!(gnubg.ask(start).expect("an answer").trim(), "8/5 6/5");
    }
}
