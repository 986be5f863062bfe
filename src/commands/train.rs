//! `train`: learning by playing.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use anyhow::{Context, Result, anyhow, ensure};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::args::inputs;
use super::args::model::of_known_kind;
use super::args::outputs::{Begin, Metrics};
use super::args::overwrite::Overwrite;
use super::flags::config::Configured;
use super::flags::model::{Net, NetworkFlags};
use super::flags::train::{Job, Start, TrainFlags};
use super::output::progress::counter;
use super::run_control::RunControl;
use super::train_report::TrainReport;
use super::{ExitStatus, PROGRAM};
use crate::engine::StopFlag;
use crate::escape::Escaped;
use crate::learning::{
    Checked, DataFile, EvalSet, HeldOut, Hyperparams, PdnFiles, Training, held_out_games,
};
use crate::models::network::NetworkModel;
use crate::models::nnue::{HiddenOptimiser, Nnue};
use crate::models::patterns::Patterns;
use crate::models::separated::Separated;
use crate::models::{Card, Model, ModelSettings, Visitor, WeightsFile, file};
use crate::selfplay::{
    AnchorScore, Checkpoint, Event, Measurement, Progress, SelfPlayConfig, SelfPlayResult,
    TrainingState, train,
};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("net", |net| net.help("The model that is trained, if no file says it [default: patterns]")),
    after_help = "Moves are chosen by a search, and each game teaches along the values of the positions at which the learner was to \
move, or rather of the last positions of its principal variations (TDLeaf). With nodes or depth fixed and opponents of our own the \
weights depend on these settings alone, whatever the threads, and an interrupted run ends with the weights of one that was not.

Examples:
  draughts-td train --init material --against self --games 3000 --nodes 500
  draughts-td train --net nn4 --against self --against past -o own.safetensors
  draughts-td train --init reference --against 'hub:./scan hub' --lr 0.001
  draughts-td train --positions games.pdn.gz --max-plies 12 \\
    --metrics run.jsonl
  draughts-td train --against dxp:localhost:27531 --against self \\
    --report taught --note 'Moby Dam at 10 ms'
  draughts-td train --config run.toml --games 5000 --resume

A file for --config holds the long names of flags:
  algorithm = \"tdleaf\"
  init = \"material\"
  against = [\"self\", \"past\", \"material\"]
  games = 3000
  nodes = 500"
)]
pub(crate) struct Args {
    /// Go on from the checkpoint of an interrupted run, as the same command does by itself, or from a finished run with more --games
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
    /// Write a report with plots of the strength and of the games against each opponent into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// A condition in your words for the report, such as how an opponent was set up; may be repeated
    #[arg(long = "note", value_name = "TEXT", requires = "report")]
    notes: Vec<String>,
    #[command(flatten, next_help_heading = "Settings")]
    settings: Configured<TrainFlags>,
}

/// The most games of a database for the held-out error.
const HELD_OUT_GAMES: u64 = 2000;

/// `train` with the settings of the text of a `--config`, for a caller that runs it as [`learn`](super::learn::called).
///
/// # Errors
/// A setting that is none, or out of range.
pub fn called(
    settings: &str,
    resume: bool,
    force: bool,
) -> Result<impl FnOnce(StopFlag, Sender<Value>) -> Result<ExitStatus> + use<>> {
    ensure!(!(resume && force), "resume and force exclude each other");
    let overwrite = Overwrite { force, never_asks: true };
    let settings = Configured::parse(settings)?;
    let args = Args { resume, overwrite, json: false, report: None, notes: Vec::new(), settings };
    Ok(move |stop, events| run_by(&args, &RunControl::caller(stop, events)))
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    run_by(args, &RunControl::terminal())
}

fn run_by(args: &Args, control: &RunControl) -> Result<ExitStatus> {
    let settings = &args.settings.settings;
    let job = settings.job()?;
    let visit = Trainer { args, control, settings, job: &job };
    match settings.start() {
        Start::File(path) => {
            settings.check_start_from_file()?;
            let file = WeightsFile::read(&path).context("--init")?;
            let kind = file.card().kind.clone();
            of_known_kind(&path, &kind, FromFile { trainer: visit, file }).context("--init")?
        }
        start => {
            let model = settings.model();
            match settings.net() {
                Net::Patterns => visit.start_anew::<Patterns>(model.patterns()?, &start),
                // Self-play makes a step for a batch of games.
                Net::Nnue => visit.start_anew::<Nnue>(model.nnue(HiddenOptimiser::Plain)?, &start),
                Net::Separated => {
                    let settings = model.separated(&NetworkFlags::default())?;
                    visit.start_anew::<Separated>(settings, &start)
                }
                Net::Nn1 | Net::Nn2 | Net::Nn3 | Net::Nn4 | Net::Nn5 => {
                    let settings = model.network(&NetworkFlags::default())?;
                    visit.start_anew::<NetworkModel>(settings, &start)
                }
            }
        }
    }
}

/// A run before the kind of its model is known.
#[derive(Clone, Copy)]
struct Trainer<'a> {
    args: &'a Args,
    control: &'a RunControl,
    settings: &'a TrainFlags,
    job: &'a Job,
}

/// A run that starts from the weights of a file.
struct FromFile<'a> {
    trainer: Trainer<'a>,
    file: WeightsFile,
}

impl Visitor for FromFile<'_> {
    type Out = Result<ExitStatus>;

    fn visit<F: Model>(self) -> Result<ExitStatus> {
        let model: F = self.file.model()?;
        let training = Training::of(self.file.card(), &model).context("--init")?;
        let asked = self.trainer.settings.model();
        let mut settings = training.hyperparams.model.by_plain_steps();
        let first =
            model.warm_start(&settings).map_err(|error| anyhow!(error)).context("--init")?;
        if let Some(lr) = asked.lr {
            settings = settings.with_learning_rate(lr, asked.beta_lr);
        }
        let init = inputs::describe_network(self.file.path())?;
        self.trainer.go(settings, first, Some(init))
    }
}

impl Trainer<'_> {
    fn start_anew<F: Model>(self, settings: F::Settings, start: &Start) -> Result<ExitStatus> {
        let settings = settings.check()?;
        let seed = self.settings.seed();
        let first = match start {
            Start::Random => F::first(&settings, seed),
            _ => {
                let material = F::of_material(&settings, seed).map_err(|error| anyhow!(error));
                material.context("--init material")?
            }
        };
        self.go(settings, first, None)
    }

    /// Trains from these first weights, or from the checkpoint of a run that began with them.
    fn go<F: Model>(
        self,
        model: F::Settings,
        first: F,
        init: Option<DataFile>,
    ) -> Result<ExitStatus> {
        let (settings, job) = (self.settings, self.job);
        inputs::check(&job.database)?;
        job.outputs.check(&job.read)?;
        let _locks = job.outputs.lock()?;
        let config = settings.self_play(job)?;
        let plan = ModelPlan::new(&config, model, init)?;
        let begin = self.begin::<F>(&config, &plan)?;
        let report = self.report(&plan.settings(&config))?;
        let held_out = held_out::<F>(self.control, job, &plan.checked);
        let from = self.first(begin, &config, &plan, first)?;
        self.announce::<F>(&config, &plan, &from);
        let mut watcher = Watcher::new(self.control, begin, job, &config, &plan)?;
        watcher.bar.set_position(from.1.games);
        let stop = watcher.stop.clone();
        let model = &plan.checked.model;
        let watch = &mut |event: Event<'_, F>| watcher.handle(&event);
        let trained = train(&config, model, from, &held_out, job.checkpoint, &stop, watch);
        watcher.bar.finish_and_clear();
        if let Some(error) = watcher.failure.take() {
            return Err(error);
        }
        let trained = trained.map_err(|error| job.outputs.with_checkpoint(error.into()))?;
        if trained.interrupted {
            watcher.save(&trained.checkpoint, &trained.state)?;
            let (games, all) = (trained.state.games, config.games);
            self.control.note(&format!(
                "Interrupted after {games} of {all} games; {} goes on from there.",
                self.args.overwrite.same_command()
            ));
            return Ok(ExitStatus::Interrupted);
        }
        self.finish(&trained, &plan, report.as_ref())
    }

    fn report(self, settings: &Value) -> Result<Option<TrainReport>> {
        let args = self.args;
        let prepare = |folder: &PathBuf| {
            TrainReport::check(folder, args.overwrite, settings)?;
            TrainReport::prepare(folder, args.settings.config.as_deref(), &args.notes)
        };
        args.report.as_ref().map(prepare).transpose()
    }

    /// Where the run begins; files of other runs stay.
    fn begin<F: Model>(
        self,
        config: &SelfPlayConfig,
        plan: &ModelPlan<F::Settings>,
    ) -> Result<Begin> {
        let (outputs, overwrite) = (&self.job.outputs, self.args.overwrite);
        let settings = plan.settings(config);
        let begin = outputs.begin(self.args.resume, overwrite, &|path| {
            let file = WeightsFile::read(path)?;
            Checkpoint::<F>::read(&file)?;
            let card = file.card();
            let record = record_of(card)?;
            record.compare(&settings)?;
            Ok(card.checksum.is_some() && record.games == config.games)
        })?;
        outputs.check_metrics(begin, overwrite, &plan.run(config))?;
        Ok(begin)
    }

    /// Where the run begins or goes on.
    fn first<F: Model>(
        self,
        begin: Begin,
        config: &SelfPlayConfig,
        plan: &ModelPlan<F::Settings>,
        first: F,
    ) -> Result<(Checkpoint<F>, TrainingState)> {
        let settings = plan.settings(config);
        let Some(path) = &self.job.outputs.file(begin) else {
            return Ok((
                Checkpoint::first(first),
                TrainingState::new(settings, config.opponents.len()),
            ));
        };
        let context = || format!("cannot go on from {}", path.display());
        let file = WeightsFile::read(path)?;
        let (saved, card) = (Checkpoint::<F>::read(&file)?, file.card());
        let record = record_of(card).with_context(context)?;
        record.compare(&settings).with_context(context)?;
        Ok((saved, record))
    }

    /// Prints the plan of the run.
    fn announce<F: Model>(
        self,
        config: &SelfPlayConfig,
        plan: &ModelPlan<F::Settings>,
        (saved, record): &(Checkpoint<F>, TrainingState),
    ) {
        let against: Vec<String> = config.opponents.iter().map(ToString::to_string).collect();
        let text = format!(
            "train    {} games against {}, {}; seed {}
{:<8} {}, {} parameters
start    {}
{:<8} λ {}, {}; a step for {} games
write    {}",
            config.games,
            against.join(", "),
            config.limits,
            config.seed,
            F::KIND,
            plan.checked.model.shape(),
            saved.model.parameters(),
            self.settings.start_text(),
            config.variant.short(),
            config.td.td_errors.lambda,
            plan.checked.model.lr_summary(),
            config.batch_games,
            self.job.outputs.out.display()
        );
        if self.args.json || !self.control.is_terminal() {
            self.control.note(&text);
        } else {
            say!("{text}\n");
        }
        if record.games > 0 {
            self.control.note(&format!("going on after {} games", record.games));
        }
    }

    fn finish<F: Model>(
        self,
        trained: &SelfPlayResult<F>,
        plan: &ModelPlan<F::Settings>,
        report: Option<&TrainReport>,
    ) -> Result<ExitStatus> {
        let (job, SelfPlayResult { checkpoint: saved, state: record, .. }) = (self.job, trained);
        // The state of the optimizer stays in the file: a finished run may get more games.
        file::write(&job.outputs.out, saved, PROGRAM, plan.card(record))?;
        let _ = std::fs::remove_file(job.outputs.checkpoint());
        report.map(|report| report.write(record)).transpose()?;
        if self.args.json || !self.control.is_terminal() {
            let mut figures = json!({ "net": job.outputs.out });
            let state = json!(record);
            for name in ["games", "totals", "ratings", "curve"] {
                figures[name] = state[name].clone();
            }
            self.control.show(&figures);
            return Ok(ExitStatus::Done);
        }
        print_record(record);
        say!("network written to {}", job.outputs.out.display());
        if let Some(folder) = &self.args.report {
            say!("report written to {}", folder.display());
        }
        Ok(ExitStatus::Done)
    }
}

/// The key of the record in the card.
const RECORD: &str = "practice";

fn record_of(card: &Card) -> Result<TrainingState> {
    let record = card.training.get(RECORD).context("it does not come from a run of `train`")?;
    Ok(serde_json::from_value(record.clone())?)
}

/// The settings of the model, for the card.
struct ModelPlan<S> {
    checked: Checked<S>,
    training: Training<S>,
}

impl<S: ModelSettings> ModelPlan<S> {
    fn new(config: &SelfPlayConfig, model: S, init: Option<DataFile>) -> Result<ModelPlan<S>> {
        let settings = Hyperparams {
            lambda: f64::from(config.td.td_errors.lambda),
            seed: config.seed,
            games: config.games,
            mirror: false,
            fall: 1.0,
            holdout: 0.0,
            ..Hyperparams::of(model)
        };
        let checked = settings.check()?;
        let training = Training::planned(&checked, Vec::new(), init);
        Ok(ModelPlan { checked, training })
    }

    /// The settings that must be the same when the run resumes.
    fn settings(&self, config: &SelfPlayConfig) -> Value {
        let mut settings = config.settings();
        settings["form"] = json!(self.checked.model);
        settings["start"] = json!(self.training.init.as_ref().map(|init| &init.sha256));
        settings
    }

    /// What identifies the metrics of a run.
    fn run(&self, config: &SelfPlayConfig) -> Value {
        json!({ "settings": self.settings(config), "games": config.games })
    }

    fn card(&self, record: &TrainingState) -> Value {
        let mut card = self.training.card();
        card[RECORD] = json!(record);
        card
    }
}

fn held_out<F: Model>(control: &RunControl, job: &Job, checked: &Checked<F::Settings>) -> HeldOut {
    if job.database.is_empty() {
        return HeldOut::default();
    }
    let source = PdnFiles { files: &job.database, threads: job.threads };
    let set = EvalSet { share: 1.0, games: HELD_OUT_GAMES };
    let games = held_out_games::<F, _>(&source, checked, set);
    games.faults.iter().for_each(|fault| control.note(&format!("warning: {fault}")));
    games.held_out
}

/// Shows progress, writes metrics and checkpoints, and stops on a signal.
struct Watcher<'a, S> {
    control: &'a RunControl,
    job: &'a Job,
    plan: &'a ModelPlan<S>,
    bar: ProgressBar,
    metrics: Metrics,
    stop: StopFlag,
    failure: Option<anyhow::Error>,
}

impl<'a, S: ModelSettings> Watcher<'a, S> {
    fn new(
        control: &'a RunControl,
        begin: Begin,
        job: &'a Job,
        config: &SelfPlayConfig,
        plan: &'a ModelPlan<S>,
    ) -> Result<Watcher<'a, S>> {
        Ok(Watcher {
            control,
            job,
            plan,
            bar: control.bar(|| counter(config.games, "games")),
            metrics: job.outputs.open_metrics(begin, &plan.run(config))?,
            stop: control.stop(),
            failure: None,
        })
    }

    fn handle<F: Model<Settings = S>>(&mut self, event: &Event<'_, F>) -> ControlFlow<()> {
        if let Err(error) = self.try_handle(event) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        if self.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn try_handle<F: Model<Settings = S>>(&mut self, event: &Event<'_, F>) -> Result<()> {
        match event {
            Event::Games(games) => self.bar.set_position(*games),
            Event::Learned(_) => {}
            Event::Progress(progress) => {
                self.bar.set_message(Self::live(progress));
                self.record(&json!({ "event": "progress", "at": progress }))?;
            }
            Event::Measured(measurement) => {
                self.bar.suspend(|| self.control.note(&line_of(measurement)));
                self.record(&json!({ "event": "measured", "at": measurement }))?;
            }
            Event::Failed(reason) => {
                let shown = Escaped(*reason);
                let line = format!("warning: a game taught nothing: {shown}");
                self.bar.suspend(|| self.control.note(&line));
                self.record(&json!({ "event": "spoilt", "reason": reason }))?;
            }
            Event::Checkpoint(saved, record) => self.save(saved, record)?,
        }
        Ok(())
    }

    /// An event for the metrics and for the caller.
    fn record(&mut self, event: &Value) -> Result<()> {
        self.control.send(event);
        self.metrics.record(event)
    }

    fn live(progress: &Progress) -> String {
        let rate = 60.0 * progress.played as f64 / progress.seconds.max(1e-9);
        let figure = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.3}"));
        let [losses, draws, wins] = progress.totals.learner;
        let results = match losses + draws + wins {
            0 => String::new(),
            _ => format!("+{wins} ={draws} -{losses}  "),
        };
        format!(
            "{results}error {}, man {}, mean {}, {rate:.0}/min",
            figure(progress.error),
            figure(progress.man_value),
            figure(progress.mean_value)
        )
    }

    fn save<F: Model<Settings = S>>(
        &self,
        saved: &Checkpoint<F>,
        record: &TrainingState,
    ) -> Result<()> {
        if record.games == 0 {
            return Ok(());
        }
        let path = self.job.outputs.checkpoint();
        Ok(file::write(&path, saved, PROGRAM, self.plan.card(record))?)
    }
}

/// A measurement in a line: the games learned, the strength against each anchor, the errors.
fn line_of(measurement: &Measurement) -> String {
    let scores = measurement.scores.iter().filter(|score| score.stats.played() > 0);
    let mut parts: Vec<String> = scores.map(score_text).collect();
    parts.extend(measurement.held_out.map(|error| format!("held-out error {error:.4}")));
    parts.extend(measurement.man_value.map(|man| format!("man {man:.3}")));
    format!("{:>7} games  {}", measurement.games, parts.join("; ")).trim_end().to_string()
}

fn score_text(score: &AnchorScore) -> String {
    let AnchorScore { anchor, stats, elo, low, high } = score;
    let end = |elo: &Option<f64>| elo.map_or("…".into(), |elo| format!("{elo:+.0}"));
    let share = 100.0 * stats.points() / stats.played().max(1) as f64;
    let points = format!("{anchor} {share:.1} % of {}", stats.played());
    match (elo, low, high) {
        (None, None, None) => points,
        _ => format!("{points}, Elo {} ({} to {})", end(elo), end(low), end(high)),
    }
}

/// The figures at the end.
fn print_record(record: &TrainingState) {
    let totals = &record.totals;
    let [white, draws, black] = totals.results;
    let search = &totals.search;
    say!(
        "games    {} taught, {} spoilt; White won {white}, drawn {draws}, Black won {black}; {:.1} plies a game",
        totals.learned,
        totals.failed,
        totals.plies as f64 / totals.learned.max(1) as f64
    );
    say!(
        "met      {} positions searched, {:.0} nodes each; {} forced, {} known, {} of an earlier iteration, {} without a leaf, {} with a capture to make",
        search.searched,
        search.nodes as f64 / search.searched.max(1) as f64,
        search.forced,
        totals.trajectories.known,
        search.completed,
        search.unknown,
        search.unquiet
    );
    if let Some(measurement) = record.curve.last() {
        say!("{}", line_of(measurement));
    }
}
