//! From the settings of `train` to those of self-play.

use std::path::PathBuf;

use super::error::{At, RunError, ensure};
use super::event::Observer;
use super::identity::identity;
use super::inputs;
use super::notice::Notice;
use super::reporter::Reporter;
use super::train_settings::{FirstWeights, TrainSettings};
use super::values::read_pair;
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::opening_file;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::learning::{TdErrors, TdLeafConfig, ValueTransform};
use crate::models::SettingError;
use crate::player::{Options, StopFlag};
use crate::protocol::dxp::Minutes;
use crate::selfplay::{EvalConfig, Opponent, SelfPlayConfig, StartPositions, positions_of_games};

/// Positions that are drawn from a database at most.
const MOST_POSITIONS: usize = 100_000;

/// The files of games that `train` reads, without those of folders that are passed over.
pub(super) struct GameFiles {
    /// Games for the held-out error.
    pub database: Vec<PathBuf>,
    /// Games from whose positions the games of training begin.
    pub positions: Vec<PathBuf>,
}

impl TrainSettings {
    /// The settings of self-play of a run of this program, checked.
    ///
    /// # Errors
    /// A setting, a player or a file that cannot be used.
    pub fn self_play(
        &self,
        program: &str,
        observe: Observer<'_>,
    ) -> Result<SelfPlayConfig, RunError> {
        let mut reporter = Reporter::new(observe, StopFlag::new(), true);
        let files = self.game_files(&mut reporter)?;
        let threads = reporter.threads(self.threads)?;
        self.config(program, &files, threads, &mut reporter)
    }

    pub(super) fn game_files(&self, reporter: &mut Reporter<'_>) -> Result<GameFiles, RunError> {
        let note = &mut |notice| reporter.note(notice);
        Ok(GameFiles {
            database: inputs::listed(&self.database, note)?,
            positions: inputs::listed(self.positions.as_deref().unwrap_or_default(), note)?,
        })
    }

    pub(super) fn config(
        &self,
        program: &str,
        files: &GameFiles,
        threads: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<SelfPlayConfig, RunError> {
        let opponents: Vec<Opponent> =
            self.against.iter().map(|text| Ok(text.parse()?)).collect::<Result<_, RunError>>()?;
        let identities = opponents.iter().map(|opponent| match opponent {
            Opponent::Player(entrant) => identity(&entrant.player),
            _ => Ok(String::new()),
        });
        let openings = self.openings(files, threads, reporter)?;
        let config = SelfPlayConfig {
            variant: self.algorithm,
            td: self.td_leaf()?,
            games: self.games,
            batch_games: self.batch_games,
            lr_final: self.lr_final,
            seed: self.seed,
            limits: self.limits()?,
            start_positions: StartPositions::new(openings, self.random_plies)?,
            random_moves: self.random_moves,
            max_plies: self.max_plies,
            opponent_identities: identities.collect::<Result<_, _>>()?,
            opponents,
            matching: self.matching,
            past_every: self.past_every,
            past_dir: self.outputs().beside(".past"),
            player_config: self.player_config(program, reporter)?,
            threads,
            eval: self.eval()?,
        };
        config.check()?;
        Ok(config)
    }

    /// The files that are read, without those of games.
    pub(super) fn files(&self) -> Result<Vec<PathBuf>, RunError> {
        let mut files: Vec<PathBuf> =
            self.openings.iter().chain(&self.model.patterns.pattern_file).cloned().collect();
        if let FirstWeights::File(file) = self.first_weights() {
            files.push(file);
        }
        for text in &self.against {
            if let Opponent::Player(entrant) = text.parse()? {
                files.extend(entrant.player.files());
            }
        }
        for text in &self.anchor {
            files.extend(text.parse::<PlayerSpec>()?.files());
        }
        Ok(files)
    }

    fn td_leaf(&self) -> Result<TdLeafConfig, RunError> {
        let td_errors = TdErrors {
            lambda: self.lambda as f32,
            unearned: self.unearned_gains,
            last: self.terminal_update,
        };
        let scale = match (self.man_value.as_deref(), self.first_weights()) {
            (None, FirstWeights::File(_)) | (Some("own"), _) => ValueTransform::Own,
            (None, _) => ValueTransform::KNIGHTCAP,
            (Some(man), _) => {
                let number = man.parse().map_err(|_| format!("--man-value {man}: not a number"))?;
                ValueTransform::Man(number)
            }
        };
        let (loss, method, fix_man) = (self.loss, self.optimizer, self.fix_man);
        Ok(TdLeafConfig { td_errors, scale, loss, method, fix_man })
    }

    fn limits(&self) -> Result<MoveLimits, RunError> {
        if !self.algorithm.searches() {
            let is_plain = self.nodes.is_none() && self.depth.is_none_or(|depth| depth == 1);
            ensure!(
                is_plain,
                "--algorithm td plays the best successor; leave --nodes and --depth out"
            );
            return Ok(MoveLimits { depth: Some(1), ..MoveLimits::default() });
        }
        let nodes = self.nodes.or(if self.depth.is_none() { Some(500) } else { None });
        ensure!(self.depth != Some(0), "--depth 0: a search needs 1 ply or more");
        Ok(MoveLimits { nodes, depth: self.depth, ..MoveLimits::default() })
    }

    fn openings(
        &self,
        files: &GameFiles,
        threads: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<Vec<Opening>, RunError> {
        let sources = [self.positions.is_some(), self.openings.is_some(), self.ballots.is_some()];
        ensure!(
            sources.iter().filter(|is_set| **is_set).count() <= 1,
            "games begin in one way: give --positions, --openings or --ballots"
        );
        if self.positions.is_some() {
            let files = &files.positions;
            inputs::check(files)?;
            let (drawn, faults) = positions_of_games(files, threads, self.seed, MOST_POSITIONS);
            faults.iter().for_each(|fault| reporter.note(Notice::Fault(fault.to_string())));
            return Ok(drawn);
        }
        let length = self.ballots.unwrap_or(BallotLength::Three);
        Ok(opening_file::read_or_ballots(self.openings.as_deref(), length)?)
    }

    fn player_config(
        &self,
        program: &str,
        reporter: &mut Reporter<'_>,
    ) -> Result<PlayerConfig, RunError> {
        const { assert!(Options::MAX_TABLE == 131_072, "the error says another range") };
        let table = (1..=Options::MAX_TABLE).contains(&self.hash);
        SettingError::unless(table, "hash", self.hash, "1 to 131072 MiB")?;
        let endgame = self.endgame.as_deref().map(|name| reporter.tables(name)).transpose()?;
        let options = Options { hash_mb: self.hash, endgame, ..Options::default() };
        let dxp = DxpTerms { minutes: self.minutes()?, ..DxpTerms::new(program) };
        let pairs = self.hub_param.iter().map(|text| read_pair(text)).collect::<Result<_, _>>();
        let hub_params = pairs.at(|| "--hub-param".into())?;
        Ok(PlayerConfig { hub_params, ..PlayerConfig::new(options, dxp) })
    }

    /// The minutes of a game for DXP programs; fractions only as far as the protocol carries them.
    fn minutes(&self) -> Result<Option<Minutes>, RunError> {
        let Some(minutes) = self.dxp_minutes else { return Ok(None) };
        let is_sound = (0.01..=999.0).contains(&minutes);
        SettingError::unless(is_sound, "dxp-minutes", minutes, "0.01 to 999")?;
        Ok(Some(Minutes::nearest(minutes)))
    }

    fn eval(&self) -> Result<EvalConfig, RunError> {
        let anchors = self.anchor.iter().map(|text| Ok(text.parse::<PlayerSpec>()?));
        Ok(EvalConfig {
            every: self.eval_every,
            games: self.eval_games,
            anchors: anchors.collect::<Result<_, RunError>>()?,
            openings: ballots(BallotLength::Two),
        })
    }
}
