//! `annotate`: the games of a database with what a search says of their positions.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use super::generate::datagen_player;
use crate::arena::datagen::{Annotated, Annotation, annotate};
use crate::commands::flags::datagen::DatagenFlags;
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::progress;
use crate::commands::rewrite::{Originals, Output};
use crate::commands::{ExitStatus, signals};
use crate::player::Evaluation;
use crate::run::WRITTEN;

/// Nodes of a search unless others are given.
pub(super) const NODES: u64 = 500;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "After every move is the score of the position before it, in men for the side to move, and the depth of the search:
{+0.35/12}. Captures and single moves have none. Earlier notes of this form are replaced; everything else stays to the byte. Games \
that cannot be read are written as they are. An interrupted run resumes when it is started again. To find the mistakes of games, use `analyse --out`.

Example:
  draughts-td annotate games.pdn.gz --nodes 500 -o scored.pdn.zst
  draughts-td learn scored.pdn.zst --model patterns --target-source scores"
)]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = NODES)]
    pub nodes: u64,
    /// Where to write the games; packed if the name ends in .gz or .zst
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN, default_value = "annotated.pdn.zst")]
    pub out: PathBuf,
    /// Network file, or `material` [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    pub net: Option<String>,
    #[command(flatten)]
    pub encoding: EncodingFlag,
    #[command(flatten)]
    pub strict: StrictFlag,
    #[command(flatten)]
    pub datagen: DatagenFlags,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let annotation = args.annotation()?;
    let threads = args.datagen.threads();
    let (stop, started) = (signals::flag(), Instant::now());
    let output = Output { out: &args.out, strict: args.strict, overwrite: args.datagen.overwrite };
    let begun = output.begin(&annotation.settings(), &annotation.files, threads)?;
    let mut draft = match begun {
        ControlFlow::Continue(draft) => draft,
        ControlFlow::Break(status) => return Ok(status),
    };
    let bar = progress::counter(draft.contents.total(), "games");
    let before = draft.before;
    bar.set_position(before);
    bar.reset_eta();
    let watch = &mut |sum: &Annotated| bar.set_position(before + sum.games + sum.unreadable);
    let sum = annotate(&annotation, threads, &mut draft.store, &stop, watch);
    bar.finish_and_clear();
    let (sum, seconds) = (sum?, started.elapsed().as_secs_f64());
    if args.datagen.json {
        let mut object = json!(sum);
        object["out"] = json!(args.out);
        object["before"] = before.into();
        object["unreadable"] = draft.contents.unreadable.into();
        object["seconds"] = seconds.into();
        say!("{object}");
    } else {
        let found = format!("{} positions searched, {} nodes", sum.searched, sum.nodes);
        draft.print(sum.games, seconds, &found);
    }
    draft.end(sum.games + sum.unreadable)
}

impl Args {
    fn annotation(&self) -> Result<Annotation> {
        let Originals { files, checksums } = Originals::of(&self.files, &self.out)?;
        Ok(Annotation {
            annotator: datagen_player(
                self.net.as_deref().unwrap_or(Evaluation::REFERENCE),
                "--net",
            )?,
            nodes: self.nodes,
            endgame: self.datagen.endgame()?,
            table: self.datagen.hash,
            checksums,
            files,
        })
    }
}
