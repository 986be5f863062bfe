//! Which evaluation plays, by the name a user gives it.

use std::any::Any;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::lazy_smp::LazySmp;
use super::options::Options;
use super::search_threads::SearchThreads;
use crate::board::{Color, Position};
use crate::models::dense::{Dense, DenseEvaluator};
use crate::models::{
    Cached, Explanation, Model, REFERENCE, Visitor, WeightsError, WeightsFile, explain_material,
    result_of, with_model,
};
use crate::search::{Evaluate, Material, TranspositionTable};

/// What judges quiet positions: the man count, or any model made ready for the search.
#[derive(Clone)]
pub struct Evaluation {
    search_threads: Arc<ThreadsOf>,
    explain: Arc<Explain>,
    value: Arc<Value>,
}

/// Makes the search threads of an engine.
type ThreadsOf = dyn Fn(&Arc<TranspositionTable>, &Options) -> Box<dyn SearchThreads> + Send + Sync;

type Explain = dyn Fn(&Position) -> Explanation + Send + Sync;

type Value = dyn Fn(&Position) -> f32 + Send + Sync;

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

/// Why a name is no evaluation.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A file that cannot be read.
    #[error("{0}; give a network file, 'reference' or 'material'")]
    Weights(#[from] WeightsError),
    /// A model that this program does not have.
    #[error(
        "{path} holds an evaluation of the model '{kind}', which this program does not know; use {program}, which wrote it"
    )]
    Kind {
        /// The file.
        path: String,
        /// The model.
        kind: String,
        /// The program that wrote it.
        program: String,
    },
}

impl Evaluation {
    /// The name of the plain man count wherever a network is asked for.
    pub const MATERIAL: &str = "material";

    /// The plain man count.
    #[must_use]
    pub fn material() -> Evaluation {
        Evaluation::by(
            || Material,
            explain_material,
            |position| result_of(position.material() as f32),
        )
    }

    /// The built-in evaluation.
    ///
    /// ```
    /// use draughts_td_rules::board::Position;
    /// use draughts_td_engine::player::Evaluation;
    ///
    /// let value = Evaluation::reference().explain(&Position::start()).value;
    /// assert!(value.abs() < 1.0);
    /// ```
    ///
    /// # Panics
    /// If the program was built with another box than it can read.
    #[must_use]
    pub fn reference() -> Evaluation {
        Evaluation::open(Evaluation::REFERENCE).expect("the box fits the program")
    }

    /// The evaluation by a model.
    #[must_use]
    pub fn of<F: Model>(model: F) -> Evaluation {
        let model = Arc::new(model);
        Evaluation::of_known(F::KIND, model.clone()).unwrap_or_else(|| Evaluation::compiled(model))
    }

    /// The evaluation by a network that another program trained.
    #[must_use]
    pub fn dense(network: Dense) -> Evaluation {
        let network = Arc::new(network);
        let (searched, explained) = (network.clone(), network.clone());
        Evaluation::cached(
            move || DenseEvaluator::new(&searched),
            move |position| explained.explain(position),
            move |position| network.value(position, Color::White),
        )
    }

    /// The evaluation by a model of this crate, if it is one. Not generic: the search of these models is compiled only here, in one unit,
    /// where it is 9 % faster than in a crate of many.
    fn of_known(kind: &str, model: Arc<dyn Any + Send + Sync>) -> Option<Evaluation> {
        with_model(kind, Known(model)).ok()?
    }

    fn compiled<F: Model>(model: Arc<F>) -> Evaluation {
        let (explained, valued) = (model.clone(), model.clone());
        Evaluation::cached(
            move || model.evaluator(),
            move |position| explained.explain(position),
            move |position| valued.value(position, position.occupied().len()),
        )
    }

    /// An evaluation that remembers its values in a search.
    fn cached<E: Evaluate + Clone + fmt::Debug + Send + Sync + 'static>(
        evaluator: impl Fn() -> E + Send + Sync + 'static,
        explain: impl Fn(&Position) -> Explanation + Send + Sync + 'static,
        value: impl Fn(&Position) -> f32 + Send + Sync + 'static,
    ) -> Evaluation {
        // Laid out for the first search: explanations need not wait for it.
        let cached = OnceLock::new();
        let evaluator = move || cached.get_or_init(|| Cached::new(evaluator())).clone();
        Evaluation::by(evaluator, explain, value)
    }

    fn by<E: Evaluate + fmt::Debug + Send + 'static>(
        evaluator: impl Fn() -> E + Send + Sync + 'static,
        explain: impl Fn(&Position) -> Explanation + Send + Sync + 'static,
        value: impl Fn(&Position) -> f32 + Send + Sync + 'static,
    ) -> Evaluation {
        let search_threads = move |table: &Arc<TranspositionTable>, options: &Options| {
            Box::new(LazySmp::new(&evaluator, table, options)) as Box<dyn SearchThreads>
        };
        let search_threads: Arc<ThreadsOf> = Arc::new(search_threads);
        Evaluation { search_threads, explain: Arc::new(explain), value: Arc::new(value) }
    }

    /// The name of the built-in evaluation, the default everywhere.
    pub const REFERENCE: &str = REFERENCE;

    /// The evaluation a user asked for: `material`, `reference` or a network file.
    ///
    /// # Errors
    /// A file that cannot be read or holds no evaluation.
    pub fn open(name: &str) -> Result<Evaluation, OpenError> {
        if name == Evaluation::MATERIAL {
            return Ok(Evaluation::material());
        }
        let file = WeightsFile::read(Path::new(name))?;
        let unknown = |file: Opening| OpenError::Kind {
            path: name.into(),
            kind: file.0.card().kind.clone(),
            program: file.0.card().program.clone(),
        };
        let kind = file.card().kind.clone();
        if kind == Dense::KIND {
            return Ok(Evaluation::dense(file.open(Dense::KIND, Dense::restore)?));
        }
        Ok(with_model(&kind, Opening(file)).map_err(unknown)??)
    }

    /// The value of a position for White, taken apart.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Explanation {
        (self.explain)(position)
    }

    /// The expected result of a position for White, from −1 to 1; beyond where a model has a linear output. That of the man count is what a
    /// search with this balance in men means.
    #[inline]
    #[must_use]
    pub fn value(&self, position: &Position) -> f32 {
        (self.value)(position)
    }

    /// The search threads of an engine with this evaluation.
    pub(super) fn search_threads(
        &self,
        table: &Arc<TranspositionTable>,
        options: &Options,
    ) -> Box<dyn SearchThreads> {
        (self.search_threads)(table, options)
    }
}

/// A file, to be opened as the model its card names.
struct Opening(WeightsFile);

impl Visitor for Opening {
    type Out = Result<Evaluation, WeightsError>;

    fn visit<F: Model>(self) -> Result<Evaluation, WeightsError> {
        Ok(Evaluation::compiled(Arc::new(self.0.model::<F>()?)))
    }
}

/// A model that may be one of this crate's.
struct Known(Arc<dyn Any + Send + Sync>);

impl Visitor for Known {
    type Out = Option<Evaluation>;

    fn visit<F: Model>(self) -> Option<Evaluation> {
        self.0.downcast::<F>().ok().map(Evaluation::compiled)
    }
}
