//! The time of day.

use std::time::SystemTime;

use jiff::Timestamp;

/// Now; the last moment that a date can name where the clock of the machine is beyond it.
pub(crate) fn now() -> Timestamp {
    moment(SystemTime::now())
}

fn moment(time: SystemTime) -> Timestamp {
    let limit = if time < SystemTime::UNIX_EPOCH { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::try_from(time).unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::tz::TimeZone;

    use super::*;

    #[test]
    fn a_clock_beyond_all_dates_still_has_a_date() {
        let far = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 40);
        assert_eq!(moment(far), Timestamp::MAX);
        for zone in [TimeZone::UTC, TimeZone::fixed(jiff::tz::offset(14))] {
            assert!(!moment(far).to_zoned_datetime(zone).to_string().is_empty());
        }
    }
}
