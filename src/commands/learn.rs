//! `learn`: from a database of games to a trained network.

use std::fmt::Write as _;
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use anyhow::{Context, Result, anyhow, bail, ensure};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::args::outputs::{Begin, Metrics};
use super::args::overwrite::Overwrite;
use super::args::threads::in_pool;
use super::args::{inputs, tables};
use super::flags::config::Configured;
use super::flags::encoding::EncodingFlag;
use super::flags::learn::{Job, LearnFlags};
use super::flags::model::Net;
use super::output::census::census_text;
use super::output::figures::{HeldOut, MetricSet};
use super::output::layout::{counted, hang};
use super::output::progress::percent;
use super::processes::{Processes, agree, as_the_first};
use super::run_control::RunControl;
use super::{ExitStatus, PROGRAM};
use crate::checksum;
use crate::dataset::Census;
use crate::engine::{Endgame, StopFlag};
use crate::features::Group;
use crate::learning::{
    Checked, Event, Hyperparams, Intervals, LabelTables, Labelled, PdnFiles, Progress, Report,
    ResumePoint, Snapshot, Targets, Trained, Training, fit_batches, report_phases,
};
use crate::models::network::NetworkModel;
use crate::models::nnue::Nnue;
use crate::models::patterns::Patterns;
use crate::models::separated::Separated;
use crate::models::{Model, ModelSettings, WeightsFile, file};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("net", |net| net.help("The model that is trained: one of the paper's networks, or another kind [default: nn4]")),
    after_help = help()
)]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them, learned in this order; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Go on from the checkpoint of an interrupted run, as the same command does by itself, or from a finished run with more --epochs
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Settings")]
    settings: Configured<LearnFlags>,
}

/// Examples, the settings file, and the groups of inputs.
fn help() -> String {
    let mut text = String::from(EXAMPLES);
    text.push_str("\n\nGroups of inputs for --drop-inputs:");
    for group in Group::ALL {
        let meaning = hang(group.meaning(), 14, 80);
        write!(text, "\n  {group:<11} {meaning}").expect("a string takes all");
    }
    text
}

const EXAMPLES: &str = "Examples:
  draughts-td learn games.pdn
  draughts-td learn pdn/sample.pdn.zst -o small.safetensors --net nn1
  draughts-td learn *.pdn.gz --epochs 5 --seed 7 --metrics run.jsonl
  draughts-td learn games.pdn --paper --net nn5
  draughts-td learn games.pdn --drop-inputs raw,triples
  draughts-td learn masters.pdn --init net.safetensors -o tuned.safetensors
  draughts-td learn games.pdn --net patterns --endgame auto
  draughts-td learn games.pdn --epochs 5 --resume

A file for --config holds the long names of flags:
  net = \"nn4\"
  epochs = 5
  phases = [25, 15]
  mirror = \"off\"
  unique = true
  window = 8";

/// Games between two points of the held-out curve in `--metrics`.
const CURVE_GAMES: u64 = 10_000;

/// `learn` of these files with the settings of the text of a `--config`, for a caller that runs it. The caller raises the flag to stop
/// it, and receives its events: the lines of `--metrics`, `{"event": "note", "text": …}` for what the terminal would show, and at the
/// end `{"event": "figures", "figures": …}` with what `--json` prints.
///
/// # Errors
/// A setting that is none, or out of range.
pub fn called(
    files: Vec<PathBuf>,
    settings: &str,
    resume: bool,
    force: bool,
) -> Result<impl FnOnce(StopFlag, Sender<Value>) -> Result<ExitStatus> + use<>> {
    ensure!(!files.is_empty(), "no file to learn from");
    ensure!(!(resume && force), "resume and force exclude each other");
    let overwrite = Overwrite { force, never_asks: true };
    let settings = Configured::parse(settings)?;
    let args =
        Args { files, resume, overwrite, encoding: EncodingFlag::default(), json: false, settings };
    Ok(move |stop, events| run_by(&args, &RunControl::caller(stop, events)))
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    run_by(args, &RunControl::terminal())
}

fn run_by(args: &Args, control: &RunControl) -> Result<ExitStatus> {
    let paths = inputs::listed(&args.files)?;
    let settings = args.settings.settings.clone();
    let job = settings.job()?;
    match settings.net() {
        Net::Patterns => {
            let patterns = with_windows_of_init::<Patterns>(&settings, &job, settings.patterns()?);
            learn::<Patterns>(args, control, &paths, &job, &settings.check(patterns)?)
        }
        Net::Nnue => {
            let nnue = with_windows_of_init::<Nnue>(&settings, &job, settings.nnue()?);
            learn::<Nnue>(args, control, &paths, &job, &settings.check(nnue)?)
        }
        Net::Separated => {
            let separated = settings.separated()?;
            learn::<Separated>(args, control, &paths, &job, &settings.check(separated)?)
        }
        Net::Nn1 | Net::Nn2 | Net::Nn3 | Net::Nn4 | Net::Nn5 => {
            let network = settings.network()?;
            learn::<NetworkModel>(args, control, &paths, &job, &settings.check(network)?)
        }
    }
}

/// The settings with the windows of the evaluation that the run starts from, where no file of windows is given.
fn with_windows_of_init<F: Model>(
    settings: &LearnFlags,
    job: &Job,
    model: F::Settings,
) -> F::Settings {
    let init = job.init.as_deref().filter(|_| !settings.has_pattern_file());
    // A file that cannot be read is refused where the run starts.
    let first = init.and_then(|path| WeightsFile::read(path).ok()?.start::<F>().ok());
    match first {
        Some(first) => first.with_stored_context(model),
        None => model,
    }
}

/// Trains a model of one kind.
fn learn<F: Model>(
    args: &Args,
    control: &RunControl,
    paths: &[PathBuf],
    job: &Job,
    checked: &Checked<F::Settings>,
) -> Result<ExitStatus> {
    let processes = Processes::join(job.mpi, job.silence)?;
    let status = learn_with::<F>(args, control, paths, job, checked, &processes)?;
    // Leaving waits for the other processes, which an interrupted run must not.
    if status != ExitStatus::Interrupted {
        processes.leave();
    }
    Ok(status)
}

/// Learns together with other processes, if there are any: all compute the same, the first one writes and prints.
fn learn_with<F: Model>(
    args: &Args,
    control: &RunControl,
    paths: &[PathBuf],
    job: &Job,
    checked: &Checked<F::Settings>,
    processes: &Processes,
) -> Result<ExitStatus> {
    inputs::check(paths)?;
    let read: Vec<PathBuf> = paths.iter().chain(&job.init).cloned().collect();
    let _locks = if processes.leads() {
        job.outputs.check(&read)?;
        job.outputs.lock()?
    } else {
        Vec::new()
    };
    let stream = paths.iter().find(|file| inputs::is_stream(file));
    if let Some(stream) = stream.filter(|_| checked.epochs > 1 || args.resume) {
        bail!(
            "{} is a stream, which can be read only once; save the games to a file for --epochs or --resume",
            stream.display()
        );
    }
    if let Some(stream) = stream.filter(|_| checked.fall != 1.0 && checked.games == 0) {
        bail!(
            "{} is a stream of unknown length, and learning rates fall over a pass; save the games to a file, or give --games N or --lr-final 1",
            stream.display()
        );
    }
    let data = inputs::describe(paths)?;
    let init = job.init.as_deref().map(inputs::describe_network).transpose().context("--init")?;
    let endgame = job.endgame.as_deref().map(tables::open).transpose()?;
    let endgame = endgame.as_ref().map(Endgame::tables);
    let plan = Training::planned(checked, data, init).with_labels(endgame.map(LabelTables::of));
    let begin = as_the_first(processes.communicator(), || {
        let begin = job.outputs.begin(args.resume, args.overwrite, &|path| {
            ensure!(stream.is_none(), "the games come from a stream and may be others now");
            compare::<F>(path, &plan)
        })?;
        job.outputs.check_metrics(begin, args.overwrite, &plan.card())?;
        Ok(begin)
    })?;
    let from = first_snapshot::<F>(begin, control, job, checked, &plan)?;
    agree(
        processes.communicator(),
        || json!({ "plan": plan.card(), "from": from.place, "weights": weights_text(&from.model) }),
    )?;
    if processes.leads() {
        announce(args, control, paths, job, &plan, &from);
    }
    let total = inputs::total_bytes(paths) * u64::from(checked.epochs);
    let mut watcher =
        Watcher::new(args, control, begin, job, checked, plan, total, processes.leads())?;
    let intervals = Intervals {
        checkpoint: job.checkpoint,
        curve: if job.outputs.metrics.is_some() && processes.leads() { CURVE_GAMES } else { 0 },
    };
    let threads = job.threads;
    let source = PdnFiles { files: paths, threads };
    let source = Labelled { source: &source, tables: endgame };
    let fitted = in_pool(threads, || {
        let communicator = processes.communicator();
        fit_batches(&source, checked, from, intervals, communicator, &mut |event| {
            watcher.handle(&event)
        })
    })?;
    watcher.bar.finish_and_clear();
    if let Some(error) = watcher.failure.take() {
        return Err(error);
    }
    let has_checkpoint = begin != Begin::Anew || watcher.learned > 0;
    let trained = fitted.map_err(|error| {
        if has_checkpoint { job.outputs.with_checkpoint(error.into()) } else { error.into() }
    })?;
    if trained.interrupted {
        watcher.save(&trained.snapshot)?;
        let games = trained.snapshot.place.games;
        watcher.note(&format!(
            "Interrupted in pass {} after {games} games; {} goes on from there.",
            trained.snapshot.place.epoch + 1,
            args.overwrite.same_command()
        ));
        return Ok(ExitStatus::Interrupted);
    }
    if !processes.leads() {
        return Ok(ExitStatus::Done);
    }
    finish(&trained, &mut watcher)
}

/// Fails for weights of another run; whether this run would repeat the weights of the file.
fn compare<F: Model>(path: &Path, plan: &Training<F::Settings>) -> Result<bool> {
    let (model, card) = file::read::<F>(path)?;
    let training = Training::of(&card, &model)?;
    training.resume(plan)?;
    // Weights that were changed or trained further are no longer those of the run.
    let is_as_written = Training::<F::Settings>::read(&card)?.card() == card.training;
    Ok(card.checksum.is_some() && is_as_written && training.repeats(plan))
}

/// A checksum of weights, which processes compare.
fn weights_text<F: Model>(model: &F) -> String {
    let groups = model.groups();
    let weights = groups.iter().flat_map(|group| group.values);
    let bytes: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
    checksum::of_bytes(&bytes)
}

fn first_snapshot<F: Model>(
    begin: Begin,
    control: &RunControl,
    job: &Job,
    checked: &Checked<F::Settings>,
    plan: &Training<F::Settings>,
) -> Result<Snapshot<F>> {
    let Some(path) = &job.outputs.file(begin) else {
        return Ok(Snapshot {
            model: first_model(control, job, checked, plan)?,
            place: ResumePoint::default(),
        });
    };
    let (model, card) = file::read::<F>(path)?;
    let context = || format!("cannot go on from {}", path.display());
    let training = Training::of(&card, &model).with_context(context)?;
    let place = training.resume(plan).with_context(context)?;
    let model =
        model.warm_start(&checked.model).map_err(|error| anyhow!(error)).with_context(context)?;
    Ok(Snapshot { model, place })
}

fn first_model<F: Model>(
    control: &RunControl,
    job: &Job,
    checked: &Checked<F::Settings>,
    plan: &Training<F::Settings>,
) -> Result<F> {
    let Some(path) = &job.init else { return Ok(F::first(&checked.model, checked.seed)) };
    let start = WeightsFile::read(path)?;
    let (model, card) = (start.start::<F>()?, start.card());
    let context = || format!("cannot start from --init {}", path.display());
    let model =
        model.warm_start(&checked.model).map_err(|error| anyhow!(error)).with_context(context)?;
    let split = |settings: &Hyperparams<F::Settings>| (settings.seed, settings.holdout);
    if let Ok(before) = Training::<F::Settings>::read(card)
        && split(&before.hyperparams) != split(&plan.hyperparams)
        && before.data.iter().any(|file| plan.data.contains(file))
    {
        let (seed, holdout) = split(&before.hyperparams);
        control.note(&format!(
            "warning: {} learned from the same files with --seed {seed} --holdout {holdout}: it knows games that are held out here",
            path.display()
        ));
    }
    Ok(model)
}

/// Prints the plan of the run.
fn announce<F: Model>(
    args: &Args,
    control: &RunControl,
    files: &[PathBuf],
    job: &Job,
    plan: &Training<F::Settings>,
    from: &Snapshot<F>,
) {
    let settings = &plan.hyperparams;
    let bytes = inputs::total_bytes(files) as f64 / 1e6;
    let switch = |on| if on { "on" } else { "off" };
    let start = match &job.init {
        Some(file) => format!("\nstart    from the weights of {}", file.display()),
        None => String::new(),
    };
    let labels = match &plan.labels {
        Some(tables) => format!("\nlabels   by endgame tables of up to {tables}"),
        None => String::new(),
    };
    let lr_final = match settings.fall {
        1.0 => String::new(),
        share => format!(" (falling to {share})"),
    };
    let targets = match settings.targets {
        Targets::Values => "",
        Targets::Scores => " over the scores of searches",
    };
    let batch = match settings.batch_games {
        1 => String::new(),
        games => format!(", a step behind {games} games"),
    };
    let decay = match settings.decay {
        1.0 => String::new(),
        factor => format!(" (times {factor} a pass)"),
    };
    let passes = match settings.epochs {
        1 => "1 pass".to_owned(),
        epochs => format!("{epochs} passes"),
    };
    let plan = format!(
        "learn    {}, {bytes:.1} MB; {:.0} % of the games held out, seed {}
{:<8} {}, {} parameters{start}{labels}
TD(λ)    λ {}{targets}, {}{decay}{lr_final}, mirrored games {}, {}{batch}
write    {}",
        counted(files.len(), "file"),
        100.0 * settings.holdout,
        settings.seed,
        F::KIND,
        settings.model.shape(),
        from.model.parameters(),
        settings.lambda,
        settings.model.lr_summary(),
        switch(settings.mirror),
        passes,
        job.outputs.out.display()
    );
    if args.json || !control.is_terminal() {
        control.note(&plan);
    } else {
        say!("{plan}");
    }
    let (epoch, games) = (from.place.epoch, from.place.games);
    if epoch >= settings.epochs {
        control.note("all passes are done: reading once more for the figures");
    } else if from.place != ResumePoint::default() {
        control.note(&format!("going on in pass {} after {games} games", epoch + 1));
    }
}

/// Shows progress, writes metrics and checkpoints, and stops on a signal.
struct Watcher<'a, S> {
    args: &'a Args,
    control: &'a RunControl,
    job: &'a Job,
    checked: &'a Checked<S>,
    plan: Training<S>,
    bar: ProgressBar,
    metrics: Metrics,
    stop: StopFlag,
    faults: u64,
    /// Games learned so far.
    learned: u64,
    /// Whether this process writes and prints.
    leads: bool,
    failure: Option<anyhow::Error>,
}

impl<'a, S: ModelSettings> Watcher<'a, S> {
    #[expect(clippy::too_many_arguments, reason = "each is a part of the run")]
    fn new(
        args: &'a Args,
        control: &'a RunControl,
        begin: Begin,
        job: &'a Job,
        checked: &'a Checked<S>,
        plan: Training<S>,
        total: u64,
        leads: bool,
    ) -> Result<Watcher<'a, S>> {
        let stop = control.stop();
        let metrics = match leads {
            true => job.outputs.open_metrics(begin, &plan.card())?,
            false => Metrics::default(),
        };
        Ok(Watcher {
            args,
            control,
            job,
            checked,
            plan,
            bar: match leads {
                true => control.bar(|| percent(total, 15)),
                false => ProgressBar::hidden(),
            },
            metrics,
            leads,
            stop,
            faults: 0,
            learned: 0,
            failure: None,
        })
    }

    fn handle<F: Model<Settings = S>>(&mut self, event: &Event<F>) -> ControlFlow<()> {
        match self.try_handle(event) {
            Ok(flow) => flow,
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn try_handle<F: Model<Settings = S>>(&mut self, event: &Event<F>) -> Result<ControlFlow<()>> {
        match event {
            Event::Game => {}
            Event::Progress(progress) => self.show(progress)?,
            Event::Curve(progress, report) => {
                let at = labelled(progress);
                self.record(&json!({ "event": "curve", "at": at, "held_out": report }))?;
            }
            Event::Checkpoint(snapshot) => self.save(snapshot)?,
            Event::Epoch(epoch, report) => {
                self.record(&json!({ "event": "epoch", "epoch": epoch, "held_out": report }))?;
                if *epoch < self.checked.settings().epochs {
                    let line = match report.games {
                        0 => format!("pass {epoch} done"),
                        _ => format!(
                            "pass {epoch}: held-out error {:.4}, material {:.4}",
                            report.all.mse, report.all.material_mse
                        ),
                    };
                    self.note(&line);
                }
            }
            Event::Fault(fault) => {
                self.faults += 1;
                self.note(&format!("warning: {fault}"));
            }
        }
        let stopped = self.stop.is_stopped();
        Ok(if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn show(&mut self, progress: &Progress) -> Result<()> {
        self.learned = progress.learned;
        let pass = self.bar.length().unwrap_or(0) / u64::from(self.checked.settings().epochs);
        self.bar.set_position(u64::from(progress.epoch - 1) * pass + progress.bytes);
        let speed = progress.learned as f64 / progress.seconds.max(1e-9);
        let status = match progress.online_mse.first() {
            Some(mse) => format!("{speed:.0}/s, error {mse:.3}"),
            None => "passing over what is learned".into(),
        };
        self.bar
            .set_message(format!("pass {}, {} games, {status}", progress.epoch, progress.games));
        self.record(&json!({ "event": "progress", "at": labelled(progress) }))
    }

    /// An event for the metrics and for the caller.
    fn record(&mut self, event: &Value) -> Result<()> {
        if self.leads {
            self.control.send(event);
        }
        self.metrics.record(event)
    }

    fn training(&self, place: ResumePoint) -> Training<S> {
        Training { place, ..self.plan.clone() }
    }

    /// Prints a line above the bar, in the first process only.
    fn note(&self, line: &str) {
        if self.leads {
            self.bar.suspend(|| self.control.note(line));
        }
    }

    fn save<F: Model<Settings = S>>(&self, snapshot: &Snapshot<F>) -> Result<()> {
        if !self.leads {
            return Ok(());
        }
        if self.learned == 0 {
            // Nothing is lost: the files and an older checkpoint are there.
            return Ok(());
        }
        let training = self.training(snapshot.place);
        let path = self.job.outputs.checkpoint();
        file::write(&path, &snapshot.model, PROGRAM, training.card())?;
        Ok(())
    }
}

/// Progress as JSON, with its errors under the names of the phases.
fn labelled(progress: &Progress) -> Value {
    let mut object = serde_json::to_value(progress).expect("progress has a JSON form");
    let phases = iter::once("all".to_owned()).chain(report_phases().labels());
    let errors = phases.zip(&progress.online_mse).map(|(phase, mse)| (phase, json!(mse)));
    object["online_mse"] = errors.collect::<serde_json::Map<_, _>>().into();
    object
}

/// Writes the network and prints its figures.
fn finish<F: Model>(
    trained: &Trained<F>,
    watcher: &mut Watcher<F::Settings>,
) -> Result<ExitStatus> {
    let (args, job) = (watcher.args, watcher.job);
    let training = Training {
        census: Some(trained.census.clone()),
        report: Some(trained.report.clone()),
        baseline: Some(trained.baseline.clone()),
        ..watcher.training(trained.snapshot.place)
    };
    let training = training.card();
    file::write(&job.outputs.out, &trained.snapshot.model, PROGRAM, training.clone())?;
    // The run is finished: nothing resumes from its checkpoint.
    let _ = std::fs::remove_file(job.outputs.checkpoint());
    let held_out = HeldOut { report: &trained.report, metric_set: MetricSet::Network };
    if let Some(warning) = held_out.warning() {
        watcher.note(&warning.to_string());
    }
    let wants_scores = watcher.plan.hyperparams.targets == Targets::Scores;
    if wants_scores && trained.census.scored == 0 {
        watcher.note(
            "warning: no position has a score, so --target-source scores was --target-source values; `draughts-td annotate` writes scores",
        );
    }
    if watcher.plan.labels.is_some() {
        watcher.record(&json!({ "event": "labels", "labels": trained.census.labels }))?;
    }
    if args.json || !watcher.control.is_terminal() {
        let mut training = training;
        // The report has its own key, as in `validate` and the metrics.
        training.as_object_mut().map(|training| training.remove("report"));
        let out = &job.outputs.out;
        let figures = json!({ "net": out, "held_out": held_out.json(), "training": training });
        watcher.control.show(&figures);
    } else {
        print_figures(&trained.census, &trained.report, watcher.plan.labels);
        say!("network written to {}", job.outputs.out.display());
    }
    let skipped = watcher.faults > 0 || trained.census.games > trained.census.readable;
    Ok(job.strict.exit_status(skipped))
}

fn print_figures(census: &Census, report: &Report, labels: Option<LabelTables>) {
    say!("\n{}", census_text(census, report.games, labels.is_some()));
    let held_out = HeldOut { report, metric_set: MetricSet::Network };
    say!("\n{held_out}");
    if let Some(verdict) = held_out.against_material() {
        say!("{verdict}");
    }
}
