//! What the terminal shows of a run of `learn` or `train`.

use std::ops::ControlFlow;

use indicatif::ProgressBar;

use super::progress::{counter, percent};
use crate::commands::args::tables;
use crate::learning::Progress;
use crate::run::RunEvent;
use crate::selfplay::Progress as PlayProgress;

/// A bar, and lines above it.
pub(crate) struct RunScreen {
    bar: Option<ProgressBar>,
    /// Whether standard output is for the figures only.
    json: bool,
    /// Passes of `learn`; `None` before it begins, and for `train`.
    passes: Option<u32>,
}

impl RunScreen {
    pub(crate) fn new(json: bool) -> RunScreen {
        RunScreen { bar: None, json, passes: None }
    }

    /// Shows an event; the run continues.
    pub(crate) fn show(&mut self, event: &RunEvent<'_>) -> ControlFlow<()> {
        match event {
            RunEvent::Tables(event) => {
                tables::show(event, self.bar.get_or_insert_with(|| percent(1, 30)));
            }
            RunEvent::Started(plan) => {
                self.clear();
                if self.json {
                    note!("{plan}");
                } else {
                    say!("{plan}");
                }
                self.passes = plan.passes;
                self.bar = Some(match self.passes {
                    Some(_) => percent(plan.amount, 15),
                    None => counter(plan.amount, "games"),
                });
            }
            RunEvent::Progress(progress) => self.show_progress(progress),
            RunEvent::Games(games) => self.bar().set_position(*games),
            RunEvent::Played(progress) => self.bar().set_message(live(progress)),
            RunEvent::Interrupted(..) => self.clear(),
            _ => {}
        }
        let is_shown = matches!(event, RunEvent::Tables(_) | RunEvent::Started(_));
        if let Some(text) = event.text().filter(|_| !is_shown) {
            self.bar().suspend(|| note!("{text}"));
        }
        ControlFlow::Continue(())
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn bar(&mut self) -> &ProgressBar {
        self.bar.get_or_insert_with(ProgressBar::hidden)
    }

    fn show_progress(&mut self, progress: &Progress) {
        let passes = u64::from(self.passes.unwrap_or(1));
        let bar = self.bar();
        let pass = bar.length().unwrap_or(0) / passes;
        bar.set_position(u64::from(progress.epoch - 1) * pass + progress.bytes);
        let speed = progress.learned as f64 / progress.seconds.max(1e-9);
        let status = match progress.online_mse.first() {
            Some(mse) => format!("{speed:.0}/s, error {mse:.3}"),
            None => "passing over what is learned".into(),
        };
        let (pass, games) = (progress.epoch, progress.games);
        bar.set_message(format!("pass {pass}, {games} games, {status}"));
    }
}

fn live(progress: &PlayProgress) -> String {
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
