//! The settings of one player: its limits, its folder, whether it is started for each game.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::PlayError;
use crate::play::time_control::MoveLimits;
use crate::player::Depth;

/// The settings of one player, in the words of cutechess and fastchess: `PLAYER with tc=60+0.6 restart=on`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnSettings {
    /// The limits of its moves in place of those of the match.
    pub limits: Option<MoveLimits>,
    /// The folder in which a program runs.
    pub dir: Option<PathBuf>,
    /// Whether it is started for every game.
    pub restart: bool,
}

/// Between a player and its settings.
const WITH: &str = " with ";

const FORMS: &str = "tc=60+0.6, st=0.5, nodes=20000, depth=9, dir=FOLDER or restart=on";

impl OwnSettings {
    /// A player as text, and the words of its settings after it; `None` without such words.
    pub(super) fn split(text: &str) -> Option<(&str, Vec<String>)> {
        let (player, words) = text.rsplit_once(WITH)?;
        let words = shell_words::split(words).ok().filter(|words| !words.is_empty())?;
        words.iter().all(|word| word.contains('=')).then_some((player, words))
    }

    /// Reads the words of the settings.
    ///
    /// # Errors
    /// A word that is unknown, or a value that is not allowed.
    pub(super) fn of(words: &[String]) -> Result<OwnSettings, PlayError> {
        let mut own = OwnSettings::default();
        let mut limits = MoveLimits::default();
        for word in words {
            let wrong = || PlayError::Settings(format!("'{word}' of a player; write {FORMS}"));
            let (name, value) = word.split_once('=').ok_or_else(wrong)?;
            match name {
                "tc" => limits.control = Some(value.parse()?),
                "st" => limits.move_time = Some(seconds(value).ok_or_else(wrong)?),
                "nodes" => {
                    let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                    limits.nodes = Some(nodes.ok_or_else(wrong)?);
                }
                "depth" | "plies" => {
                    let depth = value.parse().ok();
                    let depth = depth.filter(|depth| (1..=Depth::MAX.plies()).contains(depth));
                    limits.depth = Some(depth.ok_or_else(wrong)?);
                }
                "dir" if !value.is_empty() => own.dir = Some(value.into()),
                "restart" => {
                    own.restart = match value {
                        "on" => true,
                        "off" => false,
                        _ => return Err(wrong()),
                    };
                }
                _ => return Err(wrong()),
            }
        }
        if limits.control.is_some() && limits.move_time.is_some() {
            let text = "a player has a clock (tc=) or a time for each move (st=), not both";
            return Err(PlayError::Settings(text.into()));
        }
        own.limits = Some(limits).filter(|limits| *limits != MoveLimits::default());
        Ok(own)
    }

    /// The limits as words; empty without any.
    pub(super) fn limit_words(&self) -> String {
        let Some(MoveLimits { move_time, nodes, depth, control }) = self.limits else {
            return String::new();
        };
        let words = [
            control.map(|control| format!("tc={control}")),
            move_time.map(|time| format!("st={}", time.as_secs_f64())),
            nodes.map(|nodes| format!("nodes={nodes}")),
            depth.map(|depth| format!("depth={depth}")),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// A time for a move, above 0 and up to ten days.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=864_000.0).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds)).filter(|time| !time.is_zero())
}

/// The settings as they are written after a player, with ` with ` before them; empty without any.
impl fmt::Display for OwnSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dir = self.dir.as_ref().map(|dir| format!("dir={}", dir.display()));
        let needs_quotes =
            |text: &str| text.contains(|c: char| c.is_whitespace() || "'\"\\".contains(c));
        let dir = dir.map(|dir| match needs_quotes(&dir) {
            true => shell_words::quote(&dir).into_owned(),
            false => dir,
        });
        let restart = self.restart.then(|| "restart=on".to_owned());
        let limits = Some(self.limit_words()).filter(|words| !words.is_empty());
        let words: Vec<String> = [limits, dir, restart].into_iter().flatten().collect();
        if words.is_empty() { Ok(()) } else { write!(f, "{WITH}{}", words.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<OwnSettings, PlayError> {
        let (_, words) = OwnSettings::split(text).expect(text);
        OwnSettings::of(&words)
    }

    #[test]
    fn settings_read_and_write_themselves() {
        for text in [
            " with tc=60+0.6",
            " with st=0.1 nodes=5000 depth=9",
            " with tc=40/60 'dir=a b/c' restart=on",
        ] {
            assert_eq!(read(text).expect(text).to_string(), text);
        }
        assert_eq!(read(" with restart=off").expect("off"), OwnSettings::default());
        assert_eq!(OwnSettings::default().to_string(), "");
    }

    #[test]
    fn a_wrong_word_is_named() {
        for word in
            ["st=0", "st=x", "tc=0", "nodes=0", "depth=101", "restart=auto", "dir=", "ponder=on"]
        {
            let error = read(&format!(" with {word}")).expect_err(word).to_string();
            assert!(error.contains("write"), "{error}");
        }
        assert!(read(" with st=1 tc=5").is_err());
    }
}
