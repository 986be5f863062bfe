//! The time of day, for files and traces; UTC, so that no time zone is needed.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A moment, to the millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    millis: u64,
}

impl Timestamp {
    /// Now.
    #[must_use]
    pub fn now() -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp { millis: since.as_millis() as u64 }
    }

    /// Milliseconds since 1970-01-01 00:00 UTC.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Timestamp {
        Timestamp { millis }
    }

    /// The date as PDN has it: `2026.11.20`.
    #[must_use]
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.millis / 86_400_000);
        format!("{year:04}.{month:02}.{day:02}")
    }
}

/// Year, month and day of a day counted from 1970-01-01: years of 365.2425 days beginning in March, so that the leap day
/// comes last.
fn civil(days: u64) -> (u64, u64, u64) {
    let from_march_0 = days + 719_468;
    let era = from_march_0 / 146_097;
    let day_of_era = from_march_0 % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// `2026-11-20T07:44:51.123Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.millis / 86_400_000);
        let millis = self.millis % 86_400_000;
        let (hour, minute, second) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z",
            millis % 1000
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments_have_their_known_dates() {
        let written = |seconds: u64| Timestamp::from_millis(seconds * 1000).to_string();
        assert_eq!(written(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(written(951_782_400), "2000-02-29T00:00:00.000Z");
        assert_eq!(written(1_000_000_000), "2001-09-09T01:46:40.000Z");
        assert_eq!(written(4_107_542_399), "2100-02-28T23:59:59.000Z");
        assert_eq!(written(4_107_542_400), "2100-03-01T00:00:00.000Z");
        assert_eq!(Timestamp::from_millis(1_708_560_000_123).date(), "2024.02.22");
    }
}
