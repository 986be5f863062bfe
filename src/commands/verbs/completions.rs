//! `completions`: what a shell needs to complete verbs and flags.

use clap::Command;
use clap_complete::{Shell, generate};

use crate::commands::ExitStatus;
use crate::commands::output::console;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td completions bash \\
    > ~/.local/share/bash-completion/completions/draughts-td
  draughts-td completions zsh > ~/.zfunc/_draughts-td
  draughts-td completions fish > ~/.config/fish/completions/draughts-td.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs `completions` for this command line.
pub(crate) fn run(args: &Args, mut command: Command) -> ExitStatus {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(args.shell, &mut command, name, &mut script);
    console::say(format_args!("{}", String::from_utf8_lossy(&script).trim_end()));
    ExitStatus::Done
}
