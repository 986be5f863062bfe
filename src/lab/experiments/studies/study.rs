//! A study, checked: what its arms are at a size, how it is carried out, and its report.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use draughts_td_results::{notes, studies};
use serde_json::{Value, json};
use thiserror::Error;
use toml::Spanned;

use super::super::from_play::{self, Group};
use super::super::lab::{
    Ablation, Context, ExperimentSize, LabError, LabResults, Rows, StudyFolder, TrainingPlan,
    deep_errors, run, set_up,
};
use super::answers::{answer, outsider};
use super::arms::Arms;
use super::claims::{self, Claim};
use super::fault::{Misprint, StudyError};
use super::file::{Comparison, GroupEntry, StudyFile};
use super::{asked, borders, findings, inputs, pairings, plots};
use crate::files;
use crate::results::{Description, Progress, Report, RunFolder, number, placeholders};

/// The largest file of a study in bytes.
const LARGEST: u64 = 1 << 20;

/// A study whose every part is known to fit.
#[derive(Clone, Debug)]
pub struct Study {
    name: String,
    notes: Cow<'static, str>,
    file: StudyFile,
    arms: Arms,
    claims: Vec<Claim>,
    /// Its file and text, for faults.
    source: (String, String),
    /// Its file, and the notes beside it, if it is the user's own.
    own: Vec<PathBuf>,
}

/// A study that cannot be used.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file that cannot be read.
    #[error("cannot read {}: {}", path.display(), files::io_error_text(source))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A fault in its text.
    #[error(transparent)]
    Text(#[from] StudyError),
}

impl Study {
    /// A study of `results/` by its name.
    ///
    /// # Panics
    /// If there is none of this name.
    pub fn built_in(name: &str) -> Study {
        let (_, text, notes) =
            studies::ALL.iter().find(|(known, ..)| *known == name).expect("a study by its name");
        let file = format!("results/{name}/study.toml");
        Study::parse(text, name, &file, StudyFolder::default(), Cow::Borrowed(*notes))
            .expect("a test reads every study")
    }

    /// A study of the user's own, with the `notes.md` beside it if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or a fault in it, with the line.
    pub fn read(path: &Path) -> Result<Study, ReadError> {
        Study::read_in(path, StudyFolder::new(path.parent().unwrap_or(Path::new(""))))
    }

    /// The same of a stored run, without the other files that it names.
    pub(super) fn read_stored(path: &Path) -> Result<Study, ReadError> {
        Study::read_in(path, StudyFolder::stored(path.parent().unwrap_or(Path::new(""))))
    }

    fn read_in(path: &Path, folder: StudyFolder) -> Result<Study, ReadError> {
        let read = |path: &Path| {
            files::read_text_at_most(path, LARGEST)
                .map_err(|source| ReadError::File { path: path.into(), source })
        };
        let text = read(path)?;
        let beside = folder.file("notes.md");
        let plays = toml::from_str::<StudyFile>(&text).is_ok_and(|file| file.play.is_some());
        let notes = match (fs::exists(&beside), plays) {
            (Ok(true), true) => Cow::Owned(read(&beside)?),
            (Ok(true), false) => Cow::Owned(read(&beside)? + "\n" + notes::TRAINING),
            (_, true) => Cow::Borrowed(notes::PLAY_STUDY),
            (_, false) => Cow::Borrowed(notes::STUDY),
        };
        let shown = path.display().to_string();
        let study = Study::parse(&text, &name_of(path), &shown, folder, notes)?;
        study.check_notes(&beside)?;
        Ok(Study { own: vec![path.into(), beside], ..study })
    }

    /// # Errors
    /// Words in braces that ask for something unknown, or claim something that no match decides.
    fn check_notes(&self, path: &Path) -> Result<(), StudyError> {
        let pairs = self.pairings(&self.full(1));
        for words in placeholders(&self.notes) {
            let known = asked::check(words, &self.file, &self.arms, &pairs);
            known.map_err(|what| {
                let at = self.notes.find(&format!("{{{{{words}}}}}")).unwrap_or(0);
                Misprint::new(at, what).of(&path.display().to_string(), &self.notes)
            })?;
        }
        Ok(())
    }

    /// Copies a study of the user's own into the folder of its run, so that its claims can be asked for later.
    ///
    /// # Errors
    /// A file that cannot be copied.
    pub fn keep(&self, run: &Path) -> Result<(), ReadError> {
        for (path, name) in self.own.iter().zip(["study.toml", "notes.md"]) {
            let copy = run.join(name);
            if path.is_file() && !copy.exists() {
                fs::copy(path, &copy).map_err(|source| ReadError::File { path: copy, source })?;
            }
        }
        Ok(())
    }

    pub(super) fn parse(
        text: &str,
        name: &str,
        shown: &str,
        folder: StudyFolder,
        notes: Cow<'static, str>,
    ) -> Result<Study, StudyError> {
        let parsed = toml::from_str::<StudyFile>(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Misprint::new(at, error.message().trim().replace('\n', " ").replace('`', "'"))
        });
        let checked = parsed.and_then(|file| Study::check(file, name, folder, notes));
        let study = checked.map_err(|fault| fault.of(shown, text))?;
        Ok(Study { source: (shown.into(), text.into()), ..study })
    }

    fn check(
        file: StudyFile,
        name: &str,
        folder: StudyFolder,
        notes: Cow<'static, str>,
    ) -> Result<Study, Misprint> {
        file.check()?;
        let arms = Arms::read(&file, folder)?;
        let mut study = Study {
            name: name.into(),
            notes,
            claims: Vec::new(),
            source: Default::default(),
            own: Vec::new(),
            arms,
            file,
        };
        for size in [study.full(1), study.quick(1)] {
            study.arms.recipes(&size)?;
        }
        pairings::check(&study.file, &study.arms)?;
        plots::check(&study.file, &study.arms)?;
        pairings::check_needs(&study.plan(&study.full(1)), &study.arms)?;
        let pairs = study.pairings(&study.full(1));
        study.claims = claims::read(&study.file, &study.arms, &pairs)?;
        if study.claims.is_empty() && study.notes.contains("{{claims}}") {
            study.claims = claims::of(&study.file, &pairs);
        }
        study.claims.extend(claims::noted(&study.notes, &study.file));
        let asks = study.notes.contains("{{recipes-against-base}}");
        if study.file.comparisons.is_empty() && asks {
            study.file.comparisons = vec![study.comparison()];
        }
        Ok(study)
    }

    /// The same with arms for these borders of phases, if it is the study of phases.
    ///
    /// # Errors
    /// Borders that an arm has already.
    pub fn with_borders(self, borders: &[Vec<u32>]) -> Result<Study, StudyError> {
        let Study { name, notes, mut file, arms, .. } = self;
        borders.iter().for_each(|own| borders::add(&mut file, own));
        Study::check(file, &name, arms.folder, notes).map_err(|fault| fault.of("--phases", ""))
    }

    /// Checks that every arm can be trained at this size.
    ///
    /// # Errors
    /// A number of an arm that is out of its range at this size.
    pub fn check_size(&self, size: &ExperimentSize) -> Result<(), StudyError> {
        let (file, text) = &self.source;
        let recipes = self.arms.recipes(size);
        recipes.map(drop).map_err(|fault| fault.of(file, text))
    }

    /// Where the files are that the study names.
    pub fn folder(&self) -> &StudyFolder {
        &self.arms.folder
    }

    /// The games that the file of the study names.
    pub fn files(&self) -> Vec<PathBuf> {
        self.file.files.iter().map(|file| self.arms.folder.file(file)).collect()
    }

    /// The full size, with seeds from this one on.
    pub fn full(&self, seed: u64) -> ExperimentSize {
        let size = ExperimentSize {
            match_games: *self.file.match_games.get_ref() as usize,
            hidden: self.arms.hidden().unwrap_or(80),
            ..ExperimentSize::full(seed, *self.file.seeds.get_ref(), *self.file.nodes.get_ref())
        };
        self.file.play.map_or(size.clone(), |play| play.full.within(size))
    }

    /// The small size.
    pub fn quick(&self, seed: u64) -> ExperimentSize {
        let size = ExperimentSize::quick(seed);
        self.file.play.map_or(size.clone(), |play| play.quick.within(size))
    }

    fn pairings(&self, size: &ExperimentSize) -> Vec<super::super::lab::Pairing> {
        pairings::of(&self.file, &self.arms, self.base(), size)
    }

    fn base(&self) -> &str {
        let base = self.file.base.as_ref().map(|base| base.get_ref().as_str());
        base.or_else(|| self.arms.names().next()).unwrap_or_default()
    }

    /// All arms beside the base.
    fn comparison(&self) -> Comparison {
        let others = self.arms.names().filter(|name| *name != self.base());
        let others = others.map(|name| Spanned::new(0..0, name.to_owned()));
        let is_free = |number: &usize| self.file.plots.iter().all(|plot| plot.figure != *number);
        Comparison {
            name: "recipes-against-base".into(),
            base: Spanned::new(0..0, self.base().into()),
            groups: vec![GroupEntry { heading: String::new(), arms: others.collect() }],
            error_figure: Some(1).filter(is_free),
            elo_figure: Some(2).filter(is_free),
        }
    }

    pub(crate) fn plan(&self, size: &ExperimentSize) -> TrainingPlan {
        let recipes = self.arms.recipes(size);
        let recipes = recipes.expect("the settings were checked");
        let mut plan = TrainingPlan::new(size, recipes, self.pairings(size));
        plan.keeps_games = self.file.keep_games;
        plan
    }

    /// The claims about figures of an earlier run, with their p-values.
    pub(super) fn stored_claims(
        &self,
        size: &ExperimentSize,
        rows: &Rows,
        run: &Description,
    ) -> Vec<(String, f64)> {
        claims::all(&LabResults::of(&self.plan(size), rows, run), &self.claims)
    }

    /// The claims about figures of a run, with their verdicts.
    pub(super) fn verdicts(
        &self,
        size: &ExperimentSize,
        rows: &Rows,
        run: &Description,
    ) -> Vec<(String, String)> {
        claims::verdicts(&LabResults::of(&self.plan(size), rows, run), &self.claims)
    }

    pub(crate) fn report(&self, results: &LabResults) -> Report {
        let report = Report::new(self.notes.clone(), results.run)
            .text("title", &self.file.title)
            .text("about", self.file.about.trim())
            .text("base", results.meaning(self.base()));
        let report = report
            .answers(|words| answer(results, words))
            .text("seed-count", results.plan.scale.seeds.len())
            .text("deep-errors", deep_errors(results));
        let report = claims::parts(results, &self.claims, report);
        let report = if self.file.play.is_some() {
            from_play::parts(results, report, &self.groups())
        } else {
            inputs::parts(results, self.base(), timed(results, set_up(results, report)))
        };
        let report = self.file.tables.iter().fold(report, |report, table| {
            let cells = |row| {
                table.cells.iter().filter_map(move |cell| plots::cell(results, row, cell.get_ref()))
            };
            report.rows(&table.name, table.rows.iter().map(cells))
        });
        let report = self
            .file
            .comparisons
            .iter()
            .fold(report, |report, comparison| self.compare(results, comparison, report));
        self.file.plots.iter().fold(report, |report, plot| plots::figure(results, plot, report))
    }

    /// The groups of arms that play; all of them if the file names none.
    fn groups(&self) -> Vec<Group<'_>> {
        if self.file.groups.is_empty() {
            let arms = self.arms.names().filter(|name| *name != self.base()).collect();
            return vec![Group { heading: "Arms", base: self.base(), arms }];
        }
        let groups = self.file.groups.iter().map(|group| Group {
            heading: &group.heading,
            base: group.base.get_ref(),
            arms: group.arms.iter().map(|arm| arm.get_ref().as_str()).collect(),
        });
        groups.collect()
    }

    fn compare(&self, results: &LabResults, comparison: &Comparison, report: Report) -> Report {
        let groups = comparison.groups.iter();
        let groups = groups.map(|group| {
            let arms = group.arms.iter().map(|arm| arm.get_ref().as_str());
            (group.heading.as_str(), arms.collect())
        });
        let groups = groups.collect();
        let ablation = Ablation { results, base: comparison.base.get_ref(), groups };
        let report = findings::parts(&ablation, report.rows(&comparison.name, ablation.rows()));
        let report = match comparison.error_figure {
            Some(number) => report.figure(
                number,
                "Held-out error against the first recipe",
                &ablation.error_plot(),
            ),
            None => report,
        };
        match comparison.elo_figure {
            Some(number) => report.figure(number, "Strength in matches", &ablation.elo_plot()),
            None => report,
        }
    }
}

/// A study is called like its file; `study.toml` like its folder.
fn name_of(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let stem = absolute.file_stem().unwrap_or_default();
    let folder = absolute.parent().and_then(Path::file_name);
    let name = if stem == "study" { folder.unwrap_or(stem) } else { stem };
    name.to_string_lossy().into_owned()
}

/// The heads of columns that only matches with a program outside have.
fn timed(results: &LabResults, report: Report) -> Report {
    let scale = &results.plan.scale;
    if scale.against.is_none() {
        return report;
    }
    let seconds = number(1000.0 * scale.seconds, 0);
    let outsider = outsider(scale);
    let head = format!(" Elo against {outsider}, {seconds} ms a move | won, drawn, lost | score |");
    report.text("timed", head).text("timed-rules", " ---: | ---: | ---: |")
}

impl Study {
    /// What it is called: a run is in the folder of this name unless another is given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The plan at this size: what the figures depend on beside the data.
    pub fn settings(&self, size: &ExperimentSize) -> Value {
        json!(self.plan(size))
    }

    /// Carries out what the folder has not got yet, writes the report, and returns its main tables.
    ///
    /// # Errors
    /// When something cannot be read, written, learned or played; what is finished stays in the folder.
    pub fn run(
        &self,
        size: &ExperimentSize,
        context: &Context,
        folder: &RunFolder,
        progress: &Progress<'_>,
    ) -> Result<String, LabError> {
        let plan = &self.plan(size);
        let rows = run(plan, context, folder, progress)?;
        let results = LabResults::of(plan, &rows, folder.description());
        let report = self.report(&results);
        let captions: Vec<&str> = self.file.summary.iter().map(String::as_str).collect();
        let captions = if captions.is_empty() { vec!["| claim", "Each arm"] } else { captions };
        let tables = folder.finish(&rows.lines(), &report, &captions)?;
        let has_rate = self.notes.contains("{{false-discovery}}");
        let summary =
            if has_rate { String::new() } else { claims::summary(&results, &self.claims) };
        Ok([tables, summary].join("\n\n").trim().to_owned())
    }
}
