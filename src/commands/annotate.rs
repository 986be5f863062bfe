//! `annotate`: the games of a database with what a search says of their positions.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::flags::press::PressFlags;
use super::generate::contender;
use super::given::inputs;
use super::review::left_out_text;
use super::shown::progress;
use super::{Answer, interruption};
use crate::engine::Evaluation;
use crate::files;
use crate::play::generate::{Annotated, Annotation, Notice, annotate};

/// Flags of `annotate`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Behind every move stands what a search says of the position before it, in men for the side to move, and its depth:
{+0.35/12}; not behind captures and single moves. Other comments are left out, tags stay. Games that cannot be read are left out. An \
interrupted run goes on when it is started again.

Example:
  draughts-td annotate games.pdn.gz --nodes 500 -o scored.pdn.zst
  draughts-td learn scored.pdn.zst --net patterns --targets scores"
)]
pub struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 500)]
    nodes: u64,
    /// Where to write the games; packed if the name ends in .gz or .zst
    #[arg(long, short, value_name = "FILE", default_value = "annotated.pdn.zst")]
    out: PathBuf,
    /// Network file, or `material` [default: reference, the one in the box]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    #[command(flatten)]
    press: PressFlags,
}

/// Runs `annotate`.
///
/// # Errors
/// A network, a flag or a file that cannot be used; what was written is saved.
pub fn run(args: &Args) -> Result<Answer> {
    let annotation = args.annotation()?;
    let threads = args.press.threads();
    let (stop, bar, started) = (interruption::flag(), progress::bar(0, "{msg}"), Instant::now());
    let watch = &mut |notice: Notice| match notice {
        Notice::Cut(cut) => bar.suspend(|| note!("warning: {cut}")),
        Notice::Fault(fault) => bar.suspend(|| note!("warning: {fault}")),
        Notice::Progress(sum) => {
            let speed = sum.games as f64 / started.elapsed().as_secs_f64().max(1e-9);
            bar.set_message(format!("{} games, {speed:.1} a second", sum.before + sum.games));
        }
    };
    let sum = annotate(&annotation, threads, &args.out, &stop, watch);
    bar.finish_and_clear();
    let sum = sum?;
    args.tell(&sum, started.elapsed().as_secs_f64());
    if stop.is_stopped() {
        note!("Interrupted after {} games; start it again to go on.", sum.before + sum.games);
        return Ok(Answer::Interrupted);
    }
    Ok(Answer::Done)
}

impl Args {
    fn annotation(&self) -> Result<Annotation> {
        let files = inputs::listed(&self.files)?;
        ensure!(
            !files.iter().any(|file| inputs::is_stream(file)),
            "games are read again whenever this goes on, and standard input or a pipe only once; name files"
        );
        inputs::check(&files)?;
        inputs::check_apart(&files, "--out", &self.out)?;
        let checksum = |file: &PathBuf| {
            files::checksum(file).with_context(|| format!("cannot read {}", file.display()))
        };
        Ok(Annotation {
            judge: contender(self.net.as_deref().unwrap_or(Evaluation::REFERENCE), "--net")?,
            nodes: self.nodes,
            endgame: self.press.endgame()?,
            table: self.press.tt,
            checksums: files.iter().map(checksum).collect::<Result<_>>()?,
            files,
        })
    }

    fn tell(&self, sum: &Annotated, seconds: f64) {
        let Annotated { before, games, searched, nodes, left_out } = *sum;
        if self.press.json {
            let out = &self.out;
            say!(
                "{}",
                json!({
                    "out": out, "before": before, "games": games,
                    "searched": searched, "nodes": nodes, "left_out": left_out, "seconds": seconds,
                })
            );
            return;
        }
        let out = self.out.display();
        say!("{games} games written to {out} in {seconds:.1} s, {before} were there before");
        say!("{searched} positions searched, {nodes} nodes");
        if left_out > 0 {
            say!("{}", left_out_text(left_out));
        }
    }
}
