//! The guide's page on clusters, on a real Slurm (Debian: slurm-wlm) of one node, and the workflow of Snakemake beside it. Each says that it
//! skips where its program is missing.

#[path = "programs/missing.rs"]
mod missing;

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use missing::skip;

const PROGRAM: &str = env!("CARGO_BIN_EXE_draughts-td");
const GAMES: &str = "650";
const FLAGS: [&str; 8] =
    ["--net", "material", "--nodes", "40", "--seed", "5", "--random-plies", "4"];

/// A Slurm of one node; its programs end with it.
struct Slurm {
    folder: TempDir,
    daemons: Vec<Child>,
}

impl Slurm {
    /// None where Slurm is missing.
    fn start() -> Option<Slurm> {
        let (controller, node) = (program("slurmctld")?, program("slurmd")?);
        program("sbatch")?;
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("slurm.conf"), configuration(folder.path())).expect("written");
        let mut slurm = Slurm { folder, daemons: Vec::new() };
        slurm.daemon(&controller);
        slurm.daemon(&node);
        let end = Instant::now() + Duration::from_secs(60);
        while !slurm.is_idle() {
            assert!(Instant::now() < end, "Slurm does not start:\n{}", slurm.logs());
            sleep(Duration::from_millis(200));
        }
        Some(slurm)
    }

    fn configuration(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    fn daemon(&mut self, program: &Path) {
        let mut command = Command::new(program);
        command.arg("-D").arg("-f").arg(self.configuration());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push(command.spawn().expect("a daemon"));
    }

    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.env("SLURM_CONF", self.configuration());
        command
    }

    fn is_idle(&self) -> bool {
        let output = self.command("sinfo").args(["-h", "-o", "%t"]).output().expect("sinfo");
        String::from_utf8_lossy(&output.stdout).trim() == "idle"
    }

    fn logs(&self) -> String {
        let read = |name| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        read("slurmctld.log") + &read("slurmd.log")
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            // Slurm's own way to end, so that no job is left over.
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let _ = daemon.wait();
        }
    }
}

/// Where a program is: on the PATH or among those of the administrator.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Everything of a Slurm in one folder, without a daemon for signatures.
fn configuration(folder: &Path) -> String {
    let word = |command: &str, argument| {
        let output = Command::new(command).arg(argument).output().expect("a Unix command");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let (host, user) = (word("hostname", "-s"), word("id", "-un"));
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    let [controller, node] = listeners.map(|port| port.local_addr().expect("an address").port());
    for name in ["state", "spool"] {
        fs::create_dir(folder.join(name)).expect("a folder");
    }
    let folder = folder.display();
    format!(
        "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nAuthType=auth/none\nCredType=cred/none\nSlurmUser={user}\nSlurmdUser={user}\n\
         SlurmctldPort={controller}\nSlurmdPort={node}\nSlurmctldPidFile={folder}/slurmctld.pid\nSlurmdPidFile={folder}/slurmd.pid\n\
         SlurmctldLogFile={folder}/slurmctld.log\nSlurmdLogFile={folder}/slurmd.log\nStateSaveLocation={folder}/state\n\
         SlurmdSpoolDir={folder}/spool\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n\
         SelectTypeParameters=CR_CPU\nReturnToService=2\nNodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
         PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
    )
}

/// The guide's command for a Slurm array, with games of the test.
fn array_line() -> String {
    let guide = fs::read_to_string("docs/clusters.md").expect("the guide");
    let line = guide.lines().find(|line| line.starts_with("sbatch ")).expect("a line for Slurm");
    let line = line.split(" #").next().unwrap_or(line).trim();
    let short = line.replace("--games 100000", &format!("--games {GAMES} {}", FLAGS.join(" ")));
    let waits = short.replacen("sbatch ", "sbatch --wait --output out-%a.txt ", 1);
    waits.replace("--array=0-15", "--array=0-3").replace("/16", "/4")
}

/// A PATH on which this build is the first draughts-td.
fn path() -> std::ffi::OsString {
    let own = Path::new(PROGRAM).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path))).expect("a path")
}

fn single_process(folder: &Path) -> Vec<u8> {
    let file = folder.join("single.pdn.zst");
    let mut command = Command::new(PROGRAM);
    command.args(["generate", "--games", GAMES]).args(FLAGS).arg("-o").arg(&file);
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read(file).expect("the games")
}

#[test]
fn a_slurm_array_makes_the_file_of_one_machine() {
    let Some(slurm) = Slurm::start() else {
        skip("slurm", "Slurm is missing (Debian: slurm-wlm)");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let submitted = slurm
        .command("sh")
        .args(["-c", &array_line()])
        .current_dir(folder.path())
        .env("PATH", path())
        .output()
        .expect("a shell");
    let said = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    assert!(
        submitted.status.success(),
        "{}\n{}\n{}",
        String::from_utf8_lossy(&submitted.stderr),
        said("out-0.txt"),
        slurm.logs()
    );
    let merged = folder.path().join("own.pdn.zst");
    let output = Command::new(PROGRAM)
        .args(["merge", "run", "--replay", "1", "-o"])
        .arg(&merged)
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read(merged).expect("the games") == single_process(folder.path()), "other games");
}

#[test]
fn the_workflow_of_snakemake_makes_the_file_of_one_machine() {
    let Some(snakemake) = program("snakemake") else {
        skip("snakemake", "snakemake is missing (pip install snakemake)");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let workflow = fs::canonicalize("examples/Snakefile").expect("the workflow");
    let output = Command::new(snakemake)
        .arg("-s")
        .arg(workflow)
        .args(["--cores", "2", "--config", "shards=2", "out=own.pdn.zst"])
        .args([format!("games={GAMES}"), format!("flags={}", FLAGS.join(" "))])
        .current_dir(folder.path())
        .env("PATH", path())
        .env("XDG_CACHE_HOME", folder.path())
        .output()
        .expect("snakemake runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let merged = fs::read(folder.path().join("own.pdn.zst")).expect("the games");
    assert!(merged == single_process(folder.path()), "other games");
}
