//! A run of `train`: from first weights, by playing, to a file of weights.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::error::{At, RunError, ensure, refuse};
use super::event::{Observer, RunEvent, RunPlace, RunPlan};
use super::inputs;
use super::learn_start::warm_start;
use super::model_options::{Given, ModelKind, NetworkOptions, read_pattern_file};
use super::notice::Notice;
use super::outputs::{Outputs, Start};
use super::replace::Replace;
use super::reporter::Reporter;
use super::self_play::GameFiles;
use super::train_plan::{TrainPlan, record_of};
use super::train_settings::{FirstWeights, TrainSettings};
use super::values::PROGRAM;
use crate::learning::{Checked, DataFile, EvalSet, HeldOut, PdnFiles, Training, held_out_games};
use crate::lock::Lock;
use crate::models::network::NetworkModel;
use crate::models::nnue::{HiddenOptimiser, Nnue};
use crate::models::patterns::Patterns;
use crate::models::separated::Separated;
use crate::models::{Model, ModelSettings, Visitor, WeightsFile, file, with_model};
use crate::player::StopFlag;
use crate::selfplay::{Checkpoint, Event, SelfPlayConfig, TrainingState, train};

/// The most games of a database for the held-out error.
const HELD_OUT_GAMES: u64 = 2000;

/// A run of `train`.
#[derive(Clone, Debug)]
pub struct TrainRun {
    /// The settings.
    pub settings: TrainSettings,
    /// Whether to resume from the checkpoint of an interrupted run, or from finished weights with more games.
    pub resume: bool,
    /// Who lets files be replaced.
    pub replace: Replace,
    /// Ends the run when raised; its checkpoint is then saved.
    pub stop: StopFlag,
    /// The program that the file of weights names, and to DXP programs.
    pub program: String,
}

/// The default settings.
impl Default for TrainRun {
    fn default() -> TrainRun {
        TrainRun {
            settings: TrainSettings::default(),
            resume: false,
            replace: Replace::default(),
            stop: StopFlag::new(),
            program: PROGRAM.into(),
        }
    }
}

/// What a run of `train` ends with.
#[derive(Clone, Debug)]
pub struct TrainResult {
    /// The file of weights.
    pub out: PathBuf,
    /// Games, ratings and measurements.
    pub state: TrainingState,
}

impl TrainResult {
    /// The figures as `train --json` prints them.
    #[must_use]
    pub fn figures(&self) -> Value {
        let mut figures = json!({ "net": self.out });
        let state = json!(self.state);
        for name in ["games", "totals", "ratings", "curve"] {
            figures[name] = state[name].clone();
        }
        figures
    }
}

impl TrainRun {
    /// Plays and learns, writes the weights, and returns the figures; `None` if the run was interrupted.
    ///
    /// # Errors
    /// Settings, players or files that cannot be used, a file that exists, weights that diverge.
    pub fn run(&self, observe: Observer<'_>) -> Result<Option<TrainResult>, RunError> {
        ensure!(!(self.resume && self.replace.force), "--resume and --force exclude each other");
        let mut reporter = Reporter::new(observe, self.stop.clone(), true);
        let settings = &self.settings;
        let files = settings.game_files(&mut reporter)?;
        let threads = reporter.threads(settings.threads)?;
        let session = TrainSession { run: self, files, threads, reporter };
        let (model, given) = (&settings.model, Given::of(&settings.model));
        let (network, read) = (NetworkOptions::default(), &read_pattern_file);
        if let FirstWeights::File(path) = settings.first_weights() {
            return session.of_file(&path, &given);
        }
        match settings.kind() {
            ModelKind::Patterns => session.of_kind::<Patterns>(model.patterns(&given, read)?),
            // Self-play makes a step for a batch of games.
            ModelKind::Nnue => {
                session.of_kind::<Nnue>(model.nnue(&given, HiddenOptimiser::Plain, read)?)
            }
            ModelKind::Separated => {
                session.of_kind::<Separated>(model.separated(&given, &network)?)
            }
            ModelKind::Nn1 | ModelKind::Nn2 | ModelKind::Nn3 | ModelKind::Nn4 | ModelKind::Nn5 => {
                session.of_kind::<NetworkModel>(model.network(&given, &network)?)
            }
        }
    }
}

/// A run under way.
struct TrainSession<'r, 'o> {
    run: &'r TrainRun,
    files: GameFiles,
    threads: usize,
    reporter: Reporter<'o>,
}

/// A run that starts from the weights of a file.
struct FromFile<'r, 'o> {
    session: TrainSession<'r, 'o>,
    file: WeightsFile,
}

impl Visitor for FromFile<'_, '_> {
    type Out = Result<Option<TrainResult>, RunError>;

    fn visit<F: Model>(self) -> Self::Out {
        let context = || "--init".to_owned();
        let model: F = self.file.model().at(context)?;
        let training = Training::of(self.file.card(), &model).at(context)?;
        let asked = &self.session.run.settings.model;
        let mut settings = training.hyperparams.model.by_plain_steps();
        let first = warm_start(&model, &settings).at(context)?;
        if let Some(lr) = asked.lr {
            settings = settings.with_learning_rate(lr, asked.beta_lr);
        }
        let init = inputs::describe_network(self.file.path())?;
        self.session.train(settings, first, Some(init))
    }
}

impl TrainSession<'_, '_> {
    fn of_file(self, path: &Path, given: &Given) -> Result<Option<TrainResult>, RunError> {
        if let Some(name) = given.of_shape() {
            refuse!("--{name} is what the file of --init says; leave it out");
        }
        let context = || "--init".to_owned();
        let file = WeightsFile::read(path).at(context)?;
        let kind = file.card().kind.clone();
        let unknown =
            || format!("{} holds an evaluation of the unknown model '{kind}'", path.display());
        match with_model(&kind, FromFile { session: self, file }) {
            Ok(done) => done,
            Err(_) => Err(unknown()).at(context),
        }
    }

    fn of_kind<F: Model>(self, settings: F::Settings) -> Result<Option<TrainResult>, RunError> {
        let settings = settings.check()?;
        let seed = self.run.settings.seed;
        let first = match self.run.settings.first_weights() {
            FirstWeights::Random => F::first(&settings, seed),
            _ => {
                let material = F::of_material(&settings, seed).map_err(|error| error.to_string());
                material.at(|| "--init material".into())?
            }
        };
        self.train(settings, first, None)
    }

    /// Trains from these first weights, or from the checkpoint of a run that began with them.
    fn train<F: Model>(
        mut self,
        model: F::Settings,
        first: F,
        init: Option<DataFile>,
    ) -> Result<Option<TrainResult>, RunError> {
        let (run, outputs) = (self.run, self.run.settings.outputs());
        let _locks = self.lock(&outputs)?;
        let reporter = &mut self.reporter;
        let config = run.settings.config(&run.program, &self.files, self.threads, reporter)?;
        let plan = TrainPlan::new(&config, model, init)?;
        let start = self.start::<F>(&outputs, &config, &plan)?;
        let from = first_state(start, &outputs, &config, &plan, first)?;
        let shown = self.shown::<F>(&config, &plan, &from.0, &outputs);
        self.reporter.send(RunEvent::Started(&shown));
        if self.reporter.is_stopped() {
            return Ok(None);
        }
        let held_out = self.held_out::<F>(&plan.checked);
        if from.1.games > 0 {
            let place = RunPlace { pass: None, games: from.1.games, of: None };
            self.reporter.send(RunEvent::Resumed(place));
        }
        let note = &mut |notice| self.reporter.note(notice);
        self.reporter.metrics = outputs.open_metrics(start, &plan.run(&config), note)?;
        let (checkpoint, stop) = (run.settings.checkpoint, run.stop.clone());
        let settings = &plan.checked.model;
        let watch = &mut |event: Event<'_, F>| {
            self.handle(&event, &outputs, &plan);
            self.reporter.flow()
        };
        let trained = train(&config, settings, from, &held_out, checkpoint, &stop, watch);
        if let Some(error) = self.reporter.failure.take() {
            return Err(error);
        }
        let trained = trained.map_err(|error| outputs.with_checkpoint(error.into()))?;
        if trained.interrupted {
            self.save(&trained.checkpoint, &trained.state, &outputs, &plan)?;
            let place = RunPlace { pass: None, games: trained.state.games, of: Some(config.games) };
            self.reporter.send(RunEvent::Interrupted(place, run.replace.same_command()));
            return Ok(None);
        }
        // The state of the optimizer stays in the file: a finished run may get more games.
        let card = plan.card(&trained.state);
        file::write(&outputs.out, &trained.checkpoint, &run.program, card)?;
        let _ = std::fs::remove_file(outputs.checkpoint());
        Ok(Some(TrainResult { out: outputs.out, state: trained.state }))
    }

    fn lock(&mut self, outputs: &Outputs) -> Result<Vec<Lock>, RunError> {
        let GameFiles { database, positions } = &self.files;
        inputs::check(database)?;
        let read = [&database[..], positions, &self.run.settings.files()?].concat();
        outputs.check(&read, &mut |notice| self.reporter.note(notice))?;
        outputs.lock()
    }

    /// Where the run begins; files of other runs stay.
    fn start<F: Model>(
        &mut self,
        outputs: &Outputs,
        config: &SelfPlayConfig,
        plan: &TrainPlan<F::Settings>,
    ) -> Result<Start, RunError> {
        let settings = plan.settings(config);
        let start = if self.run.resume {
            outputs.resume(&mut |notice| self.reporter.note(notice))
        } else {
            outputs.begin(self.run.replace, &|path| {
                let file = WeightsFile::read(path)?;
                Checkpoint::<F>::read(&file)?;
                let card = file.card();
                let record = record_of(card)?;
                record.compare(&settings)?;
                Ok(card.checksum.is_some() && record.games == config.games)
            })?
        };
        outputs.check_metrics(start, self.run.replace, &plan.run(config))?;
        Ok(start)
    }

    /// The plan of the run for people.
    fn shown<F: Model>(
        &self,
        config: &SelfPlayConfig,
        plan: &TrainPlan<F::Settings>,
        from: &Checkpoint<F>,
        outputs: &Outputs,
    ) -> RunPlan {
        let against: Vec<String> = config.opponents.iter().map(ToString::to_string).collect();
        let games = format!(
            "{} games against {}, {}; seed {}",
            config.games,
            against.join(", "),
            config.limits,
            config.seed
        );
        let model = &plan.checked.model;
        let shape = format!("{}, {} parameters", model.shape(), from.model.parameters());
        let start = match self.run.settings.first_weights() {
            FirstWeights::Material => "men, and kings as three men".into(),
            FirstWeights::Random => "first weights".into(),
            FirstWeights::File(path) => format!("the weights of {}", path.display()),
        };
        let (lambda, batch) = (config.td.td_errors.lambda, config.batch_games);
        let steps = format!("λ {lambda}, {}; an update for {batch} games", model.lr_summary());
        let lines = [
            ("train", games),
            (F::KIND, shape),
            ("start", start),
            (config.variant.short(), steps),
            ("write", outputs.out.display().to_string()),
        ];
        RunPlan {
            lines: lines.map(|(word, text)| (word.to_owned(), text)).into(),
            amount: config.games,
            passes: None,
            settings: plan.settings(config),
        }
    }

    fn held_out<F: Model>(&mut self, checked: &Checked<F::Settings>) -> HeldOut {
        if self.files.database.is_empty() {
            return HeldOut::default();
        }
        let source = PdnFiles { files: &self.files.database, threads: self.threads };
        let set = EvalSet { share: 1.0, games: HELD_OUT_GAMES };
        let games = held_out_games::<F, _>(&source, checked, set);
        games.faults.iter().for_each(|fault| self.reporter.note(Notice::fault(fault)));
        games.held_out
    }

    fn handle<F: Model>(
        &mut self,
        event: &Event<'_, F>,
        outputs: &Outputs,
        plan: &TrainPlan<F::Settings>,
    ) {
        match event {
            Event::Games(games) => self.reporter.send(RunEvent::Games(*games)),
            Event::Learned(_) => {}
            Event::Progress(progress) => self.reporter.send(RunEvent::Played(progress)),
            Event::Measured(measurement) => self.reporter.send(RunEvent::Measured(measurement)),
            Event::Failed(reason) => self.reporter.note(Notice::GameFailed((*reason).to_owned())),
            Event::Checkpoint(saved, record) => {
                let saved = self.save(saved, record, outputs, plan);
                self.reporter.keep(saved);
            }
        }
    }

    fn save<F: Model>(
        &self,
        saved: &Checkpoint<F>,
        record: &TrainingState,
        outputs: &Outputs,
        plan: &TrainPlan<F::Settings>,
    ) -> Result<(), RunError> {
        if record.games == 0 {
            return Ok(());
        }
        let (path, card) = (outputs.checkpoint(), plan.card(record));
        Ok(file::write(&path, saved, &self.run.program, card)?)
    }
}

/// Where the run begins or resumes.
fn first_state<F: Model>(
    start: Start,
    outputs: &Outputs,
    config: &SelfPlayConfig,
    plan: &TrainPlan<F::Settings>,
    first: F,
) -> Result<(Checkpoint<F>, TrainingState), RunError> {
    let settings = plan.settings(config);
    let Some(path) = &outputs.file(start) else {
        let state = TrainingState::new(settings, config.opponents.len());
        return Ok((Checkpoint::first(first), state));
    };
    let context = || format!("cannot resume from {}", path.display());
    let file = WeightsFile::read(path)?;
    let saved = Checkpoint::<F>::read(&file)?;
    let record = record_of(file.card()).at(context)?;
    record.compare(&settings).at(context)?;
    Ok((saved, record))
}
