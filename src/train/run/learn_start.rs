//! How a run of `learn` begins: checks, the plan, the first weights.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::error::{At, RunError, ensure, refuse};
use super::event::{Observer, RunEvent, RunPlace, RunPlan};
use super::inputs;
use super::learn_run::{LearnResult, LearnRun};
use super::learn_session::LearnSession;
use super::model_options::{ModelKind, read_pattern_file};
use super::notice::Notice;
use super::outputs::{Outputs, Start};
use super::processes::{agree, as_the_first};
use super::reporter::Reporter;
use crate::checksum;
use crate::learning::{
    Checked, GameSource, Hyperparams, LabelTables, PdnFiles, Snapshot, TargetSource, Training,
};
use crate::models::network::NetworkModel;
use crate::models::nnue::Nnue;
use crate::models::patterns::Patterns;
use crate::models::separated::Separated;
use crate::models::{Model, ModelSettings, WeightsFile, file};
use crate::player::Endgame;

impl LearnRun<'_> {
    /// Learns, writes the weights, and returns the figures; `None` if the run was interrupted.
    ///
    /// # Errors
    /// Settings or files that cannot be used, a file that exists, weights that diverge.
    pub fn run(&self, observe: Observer<'_>) -> Result<Option<LearnResult>, RunError> {
        ensure!(!self.files.is_empty(), "no file to learn from");
        ensure!(!(self.resume && self.replace.force), "--resume and --force exclude each other");
        let leads = self.communicator.rank() == 0;
        let reporter = Reporter::new(observe, self.stop.clone(), leads);
        let settings = &self.settings;
        settings.check_mpi()?;
        let options = &settings.hyperparams;
        match options.kind() {
            ModelKind::Patterns => {
                let patterns =
                    self.with_windows_of_init::<Patterns>(options.patterns(&read_pattern_file)?);
                self.learn::<Patterns>(&settings.check(patterns)?, reporter)
            }
            ModelKind::Nnue => {
                let nnue = self.with_windows_of_init::<Nnue>(options.nnue(&read_pattern_file)?);
                self.learn::<Nnue>(&settings.check(nnue)?, reporter)
            }
            ModelKind::Separated => {
                self.learn::<Separated>(&settings.check(options.separated()?)?, reporter)
            }
            ModelKind::Nn1 | ModelKind::Nn2 | ModelKind::Nn3 | ModelKind::Nn4 | ModelKind::Nn5 => {
                self.learn::<NetworkModel>(&settings.check(options.network()?)?, reporter)
            }
        }
    }

    /// The settings with the windows of the evaluation that the run starts from, where no file of windows is given.
    fn with_windows_of_init<F: Model>(&self, model: F::Settings) -> F::Settings {
        let has_file = self.settings.hyperparams.model.patterns.pattern_file.is_some();
        let init = self.settings.init.as_deref().filter(|_| !has_file);
        // A file that cannot be read is refused where the run starts.
        let first = init.and_then(|path| WeightsFile::read(path).ok()?.start::<F>().ok());
        match first {
            Some(first) => first.with_stored_context(model),
            None => model,
        }
    }

    fn learn<F: Model>(
        &self,
        checked: &Checked<F::Settings>,
        mut reporter: Reporter<'_>,
    ) -> Result<Option<LearnResult>, RunError> {
        let settings = &self.settings;
        let outputs = settings.outputs();
        let files = inputs::listed(&self.files, &mut |notice| reporter.note(notice))?;
        let threads = reporter.threads(settings.threads)?;
        inputs::check(&files)?;
        let leads = self.communicator.rank() == 0;
        let windows = &settings.hyperparams.model.patterns.pattern_file;
        let read: Vec<PathBuf> =
            files.iter().chain(&settings.init).chain(windows).cloned().collect();
        let _locks = if leads {
            outputs.check(&read, &mut |notice| reporter.note(notice))?;
            outputs.lock()?
        } else {
            Vec::new()
        };
        self.check_stream(&files, checked)?;
        let mut faults = 0;
        let source = PdnFiles { files: &files, threads };
        let games = GameSource::open(source, checked, |fault| {
            if let Some(fault) = fault {
                faults += 1;
                reporter.note(Notice::fault(&fault));
            }
            reporter.flow()
        });
        let Some(games) = games else {
            let place = RunPlace { pass: Some(1), games: 0, of: None };
            reporter.send(RunEvent::Interrupted(place, self.replace.same_command()));
            return Ok(None);
        };
        games.thinned().iter().for_each(|&share| reporter.note(Notice::Thinned(share)));
        let checked = &match (settings.hyperparams.epochs, games.games()) {
            (None, Some(games)) => {
                checked.clone().with_epochs(settings.hyperparams.recipe().passes(games))
            }
            _ => checked.clone(),
        };
        let endgame = settings.endgame.as_deref().map(|name| reporter.tables(name)).transpose()?;
        let plan = self.plan(checked, &files, endgame.as_ref())?;
        let start = as_the_first(self.communicator, || {
            self.start::<F>(&outputs, &files, &plan, &mut reporter)
        })?;
        let from = self.first_snapshot::<F>(start, &outputs, checked, &plan, &mut reporter)?;
        let work =
            json!({ "plan": plan.card(), "from": from.place, "weights": checksum_of(&from.model) });
        agree(self.communicator, &work)?;
        let shown = self.shown(&files, &plan, &from, &outputs);
        if leads {
            let note = &mut |notice| reporter.note(notice);
            reporter.metrics = outputs.open_metrics(start, &plan.card(), note)?;
        }
        let session = LearnSession::new(self, outputs, plan, start, shown, reporter, faults);
        session.learn(checked, &games, threads, endgame.as_ref(), from)
    }

    fn check_stream<S>(&self, files: &[PathBuf], checked: &Checked<S>) -> Result<(), RunError> {
        let Some(stream) = files.iter().find(|file| inputs::is_stream(file)) else { return Ok(()) };
        let shown = stream.display();
        if self.resume || checked.epochs > 1 && !checked.reads_into_memory() {
            refuse!(
                "{shown} is a stream, which can be read only once; save the games to a file for --epochs or --resume"
            );
        }
        ensure!(
            checked.lr_final == 1.0 || checked.games > 0 || checked.reads_into_memory(),
            "{shown} is a stream of unknown length, and learning rates fall over a pass; save the games to a file, or give --games N or --lr-final 1"
        );
        Ok(())
    }

    fn plan<S: ModelSettings>(
        &self,
        checked: &Checked<S>,
        files: &[PathBuf],
        endgame: Option<&Endgame>,
    ) -> Result<Training<S>, RunError> {
        let data = inputs::describe(files)?;
        let init = self.settings.init.as_deref().map(inputs::describe_network).transpose();
        let init = init.at(|| "--init".into())?;
        let labels = endgame.map(|endgame| LabelTables::of(endgame.tables()));
        Ok(Training::planned(checked, data, init).with_labels(labels))
    }

    /// Where the run begins; files of other runs stay.
    fn start<F: Model>(
        &self,
        outputs: &Outputs,
        files: &[PathBuf],
        plan: &Training<F::Settings>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Start, RunError> {
        let start = if self.resume {
            outputs.resume(&mut |notice| reporter.note(notice))
        } else {
            outputs.begin(self.replace, &|path| {
                let is_whole = !files.iter().any(|file| inputs::is_stream(file));
                ensure!(is_whole, "the games come from a stream and may be others now");
                compare::<F>(path, plan)
            })?
        };
        outputs.check_metrics(start, self.replace, &plan.card())?;
        Ok(start)
    }

    fn first_snapshot<F: Model>(
        &self,
        start: Start,
        outputs: &Outputs,
        checked: &Checked<F::Settings>,
        plan: &Training<F::Settings>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Snapshot<F>, RunError> {
        let Some(path) = &outputs.file(start) else {
            let model = self.first_model(checked, plan, reporter)?;
            return Ok(Snapshot::first(model));
        };
        let file = WeightsFile::read(path)?;
        let stored = Snapshot::<F>::read(&file)?;
        let context = || format!("cannot resume from {}", path.display());
        let training = Training::of(file.card(), &stored.model).at(context)?;
        let place = training.resume(plan).at(context)?;
        let model = warm_start(&stored.model, &checked.model).at(context)?;
        Ok(Snapshot { model, place, ..stored })
    }

    fn first_model<F: Model>(
        &self,
        checked: &Checked<F::Settings>,
        plan: &Training<F::Settings>,
        reporter: &mut Reporter<'_>,
    ) -> Result<F, RunError> {
        let Some(path) = &self.settings.init else {
            return Ok(F::first(&checked.model, checked.seed));
        };
        let start = WeightsFile::read(path)?;
        let (model, card) = (start.start::<F>()?, start.card());
        let context = || format!("cannot start from --init {}", path.display());
        let model = warm_start(&model, &checked.model).at(context)?;
        let split = |settings: &Hyperparams<F::Settings>| (settings.seed, settings.holdout);
        if let Ok(before) = Training::<F::Settings>::read(card)
            && split(&before.hyperparams) != split(&plan.hyperparams)
            && before.data.iter().any(|file| plan.data.contains(file))
        {
            let (seed, holdout) = split(&before.hyperparams);
            reporter.note(Notice::KnowsHeldOut { network: path.clone(), seed, holdout });
        }
        Ok(model)
    }

    /// The plan of the run for people.
    fn shown<F: Model>(
        &self,
        files: &[PathBuf],
        plan: &Training<F::Settings>,
        from: &Snapshot<F>,
        outputs: &Outputs,
    ) -> RunPlan {
        let settings = &plan.hyperparams;
        let bytes = inputs::total_bytes(files);
        let counted = if files.len() == 1 { "file" } else { "files" };
        let mut lines = vec![
            (
                "learn",
                format!(
                    "{} {counted}, {:.1} MB; {:.0} % of the games held out, seed {}",
                    files.len(),
                    bytes as f64 / 1e6,
                    100.0 * settings.holdout,
                    settings.seed
                ),
            ),
            (
                F::KIND,
                format!("{}, {} parameters", settings.model.shape(), from.model.parameters()),
            ),
        ];
        let init = self.settings.init.as_deref();
        lines.extend(init.map(|file| ("start", format!("from the weights of {}", file.display()))));
        let labels = plan.labels.as_ref();
        lines.extend(
            labels.map(|tables| ("labels", format!("by endgame tables of up to {tables}"))),
        );
        lines.push(("TD(λ)", td_line(settings)));
        lines.push(("write", outputs.out.display().to_string()));
        RunPlan {
            lines: lines.into_iter().map(|(word, text)| (word.to_owned(), text)).collect(),
            amount: bytes * u64::from(settings.epochs),
            passes: Some(settings.epochs),
            settings: plan.card(),
        }
    }
}

fn td_line<S: ModelSettings>(settings: &Hyperparams<S>) -> String {
    let targets = match settings.target_source {
        TargetSource::Values => "",
        TargetSource::Scores => " over the scores of searches",
    };
    let decay = match settings.lr_decay {
        1.0 => String::new(),
        factor => format!(" (times {factor} a pass)"),
    };
    let lr_final = match settings.lr_final {
        1.0 => String::new(),
        share => format!(" (falling to {share})"),
    };
    let passes = match settings.epochs {
        1 => "1 pass".to_owned(),
        epochs => format!("{epochs} passes"),
    };
    let batch = match settings.batch_games {
        1 => String::new(),
        games => format!(", an update after {games} games"),
    };
    let mirror = if settings.mirror { "on" } else { "off" };
    format!(
        "λ {}{targets}, {}{decay}{lr_final}, mirrored games {mirror}, {passes}{batch}",
        settings.lambda,
        settings.model.lr_summary(),
    )
}

/// A model with these weights for these settings.
pub(super) fn warm_start<F: Model>(model: &F, settings: &F::Settings) -> Result<F, RunError> {
    Ok(model.warm_start(settings).map_err(|error| error.to_string())?)
}

/// Fails for weights of another run; whether this run would repeat the weights of the file.
fn compare<F: Model>(path: &Path, plan: &Training<F::Settings>) -> Result<bool, RunError> {
    let (model, card) = file::read::<F>(path)?;
    let training = Training::of(&card, &model)?;
    training.resume(plan)?;
    // Weights that were changed or trained further are no longer those of the run.
    let is_as_written = Training::<F::Settings>::read(&card)?.card() == card.training;
    Ok(card.checksum.is_some() && is_as_written && training.repeats(plan))
}

/// A checksum of weights, which processes compare.
fn checksum_of<F: Model>(model: &F) -> String {
    let groups = model.groups();
    let weights = groups.iter().flat_map(|group| group.values);
    let bytes: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
    checksum::of_bytes(&bytes)
}
