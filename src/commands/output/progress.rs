//! Progress: a bar on a terminal, and a line now and then in a file or pipe.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
};

use super::console;
use crate::arena::tournament::Event;

/// The time between two lines where standard error is no terminal.
const INTERVAL: Duration = Duration::from_secs(60);

/// A bar of this length on a terminal; elsewhere its text as a line a minute.
///
/// # Panics
/// If the template is invalid.
pub(crate) fn bar(total: u64, template: &str) -> ProgressBar {
    if io::stderr().is_terminal() {
        return drawn(total, template);
    }
    let (_, text) =
        template.split_once("}").filter(|_| template.starts_with("{bar")).unwrap_or(("", template));
    with_lines(total, text.trim_start(), INTERVAL, |line| note!("{line}"))
}

/// A bar of this length on a terminal, nothing elsewhere: for verbs that print a line for each piece of work there.
///
/// # Panics
/// If the template is invalid.
pub(crate) fn drawn(total: u64, template: &str) -> ProgressBar {
    if console::is_quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new(total).with_style(style(template))
}

fn with_lines(total: u64, template: &str, interval: Duration, print: fn(&str)) -> ProgressBar {
    if console::is_quiet() {
        return ProgressBar::hidden();
    }
    let lines = Lines { interval, last: Mutex::new(Instant::now()), print };
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(lines), 1);
    ProgressBar::with_draw_target(Some(total), target).with_style(style(template))
}

/// A style whose `{eta}` follows from the mean speed since the bar began. The estimate of indicatif forgets what is more than some seconds
/// ago: where pieces of work take minutes, it says years.
fn style(template: &str) -> ProgressStyle {
    let began = Arc::new(OnceLock::new());
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    style.with_key("eta", move |state: &ProgressState, text: &mut dyn fmt::Write| {
        // A run that resumes begins with work that took it no time.
        let &(done_before, at) = began.get_or_init(|| (state.pos(), state.elapsed()));
        let left = remaining(
            state.pos().saturating_sub(done_before),
            state.len().unwrap_or_default().saturating_sub(state.pos()),
            state.elapsed().saturating_sub(at),
        );
        let _ = match left {
            Some(left) => write!(text, "{:#}", HumanDuration(left)),
            None => text.write_str("?"),
        };
    })
}

/// The time for the rest of the work at the mean speed; `None` before there is one.
fn remaining(done: u64, left: u64, elapsed: Duration) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What a bar draws on where there is no terminal: of all that it draws, a line at most each interval.
#[derive(Debug)]
struct Lines {
    interval: Duration,
    last: Mutex<Instant>,
    print: fn(&str),
}

impl TermLike for Lines {
    fn width(&self) -> u16 {
        100
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.trim().is_empty() && last.elapsed() >= self.interval {
            *last = Instant::now();
            (self.print)(text.trim());
        }
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A bar of this width with the share that is done and a message.
pub(crate) fn percent(total: u64, width: usize) -> ProgressBar {
    bar(total, &format!("{{bar:{width}}} {{percent:>3}} %  {{msg}}  {{eta}} left"))
}

/// A bar that counts, with a message.
pub(crate) fn counter(total: impl TryInto<u64>, what: &str) -> ProgressBar {
    let layout = format!("{{bar:20}} {{pos}} of {{len}} {what}  {{msg}}  {{eta}} left");
    bar(total.try_into().unwrap_or_default(), &layout)
}

/// A count of work whose size is not known before.
pub(crate) fn count(what: &str) -> ProgressBar {
    bar(0, &format!("{{pos}} {what}"))
}

/// Moves a bar of games by an event of a match, before which this number of games was played.
pub(crate) fn follow(bar: &ProgressBar, before: usize, event: Event<'_>) {
    match event {
        Event::ScoreBoard(scoreboard) => bar.set_position((before + scoreboard.played()) as u64),
        // A match of one process loses none.
        Event::Game(..) | Event::Lost { .. } => {}
        Event::Cut(cut) => bar.suspend(|| note!("warning: {cut}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PRINTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

    fn print(line: &str) {
        PRINTED.lock().expect("no panic").push(line.into());
    }

    #[test]
    fn the_time_left_is_that_of_the_mean_speed() {
        let minutes = |count: u64| Duration::from_secs(60 * count);
        assert_eq!(remaining(4, 56, minutes(2)), Some(minutes(28)));
        assert_eq!(remaining(1, 0, minutes(2)), Some(Duration::ZERO));
        assert_eq!(remaining(0, 60, minutes(2)), None, "nothing is done");
    }

    #[test]
    fn without_a_terminal_there_is_a_line_at_most_each_interval() {
        let bar = with_lines(10, "{pos} of {len} games", Duration::ZERO, print);
        bar.set_position(4);
        bar.tick();
        assert_eq!(
            PRINTED.lock().expect("no panic").last().map(String::as_str),
            Some("4 of 10 games")
        );
        let count = PRINTED.lock().expect("no panic").len();
        let slow = with_lines(10, "{pos} of {len} moves", Duration::from_secs(3600), print);
        slow.set_position(5);
        slow.tick();
        slow.finish_and_clear();
        let printed = PRINTED.lock().expect("no panic");
        assert!(printed[count..].iter().all(|line| !line.contains("moves")), "{printed:?}");
    }
}
