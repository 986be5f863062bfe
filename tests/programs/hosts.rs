//! Two hosts, which are network namespaces of this one, and the link between them.
#![allow(dead_code, reason = "not every user has the same work for them")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::missing::skip;
use crate::run::PROGRAM;

/// The link's two ends, one in each namespace.
pub const ENDS: [&str; 2] = ["10.77.0.1", "10.77.0.2"];
const NET: &str = "10.77.0.0/24";
const DELAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/delay.py");

/// Two namespaces, which go with it.
pub struct Hosts {
    names: [String; 2],
    folder: TempDir,
    relay: Option<Child>,
}

impl Hosts {
    /// Two hosts a link of this delay apart, a direct one if there is none; says that the test skips where the system has no such thing for
    /// this user.
    pub fn apart(delay: Duration) -> Option<Hosts> {
        let names = ["a", "b"].map(|end| format!("draughts-{}-{end}", std::process::id()));
        let folder = tempfile::tempdir().expect("a folder");
        let mut hosts = Hosts { names, folder, relay: None };
        let is_up = hosts.names.iter().all(|name| ip(&["netns", "add", name]))
            && hosts.link(delay)
            && (0..2).all(|end| hosts.connect(end));
        if !is_up {
            let needs = "root, iproute2 and, for a delay, Python and /dev/net/tun";
            skip("hosts", &format!("`ip netns` makes no two linked hosts here; it needs {needs}"));
            return None;
        }
        fs::write(hosts.agent(), hosts.agent_script()).expect("written");
        fs::set_permissions(hosts.agent(), fs::Permissions::from_mode(0o755)).expect("a program");
        Some(hosts)
    }

    fn link(&mut self, delay: Duration) -> bool {
        let [a, b] = &self.names;
        if delay.is_zero() {
            return ip(&[
                "link", "add", "wire", "netns", a, "type", "veth", "peer", "name", "wire", "netns",
                b,
            ]);
        }
        let mut relay = Command::new("python3");
        relay.args([DELAY, a, b, &delay.as_secs_f64().to_string()]).stdout(Stdio::piped());
        let Ok(mut relay) = relay.stderr(Stdio::null()).spawn() else { return false };
        let mut line = String::new();
        let out = relay.stdout.take().expect("a pipe");
        let is_there = BufReader::new(out).read_line(&mut line).is_ok() && line == "joined\n";
        self.relay = Some(relay);
        is_there
    }

    fn connect(&self, end: usize) -> bool {
        let name = self.names[end].as_str();
        let address = format!("{}/24", ENDS[end]);
        ip(&["-n", name, "link", "set", "lo", "up"])
            && ip(&["-n", name, "addr", "add", &address, "dev", "wire"])
            && ip(&["-n", name, "link", "set", "wire", "up"])
    }

    /// A program on one of them, to be given its words.
    pub fn command(&self, end: usize, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[end], program]);
        command
    }

    /// Makes the other host the way out of this one.
    pub fn route_out(&self, end: usize) {
        let other = ENDS[1 - end];
        let is_routed = ip(&["-n", &self.names[end], "route", "add", "default", "via", other]);
        assert!(is_routed, "a route");
    }

    fn agent(&self) -> PathBuf {
        self.folder.path().join("agent")
    }

    /// What `mpirun` starts its helpers on other hosts with, in the place of ssh.
    fn agent_script(&self) -> String {
        let [a, b] = &self.names;
        format!(
            "#!/bin/sh\nhost=$1; shift\ncase $host in {}) name={a};; *) name={b};; esac\nexec ip netns exec $name sh -c \"$*\"\n",
            ENDS[0]
        )
    }

    /// This program on both, one process each.
    pub fn mpirun(&self) -> Command {
        let agent = self.agent();
        let hosts = ENDS.join(",");
        let mut command = self.command(0, "mpirun");
        command.args([
            "--allow-run-as-root",
            "--mca",
            "plm_rsh_agent",
            agent.to_str().expect("UTF-8"),
        ]);
        // Not by shared memory, as they would where they see that they are one machine.
        for (name, value) in [
            ("btl", "self,tcp"),
            ("btl_tcp_if_include", NET),
            ("oob_tcp_if_include", NET),
            ("mpi_yield_when_idle", "1"),
            // So that mpirun itself does not wait for minutes for a host that is gone.
            ("oob_tcp_keepalive_time", "3"),
            ("oob_tcp_keepalive_intvl", "1"),
            ("oob_tcp_keepalive_probes", "3"),
        ] {
            command.args(["--mca", name, value]);
        }
        command.args(["--host", &hosts, "-n", "2", PROGRAM]);
        command
    }

    /// Cuts the link.
    pub fn cut(&self) {
        assert!(ip(&["-n", &self.names[1], "link", "set", "wire", "down"]), "the link stays");
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        if let Some(mut relay) = self.relay.take() {
            let _ = relay.kill();
            let _ = relay.wait();
        }
        for name in &self.names {
            ip(&["netns", "del", name]);
        }
    }
}

/// Whether `ip` does this.
fn ip(words: &[&str]) -> bool {
    let mut command = Command::new("ip");
    let status = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
