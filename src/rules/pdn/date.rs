//! Dates as people write them, in the one form that sorts. Nothing is guessed: what a text leaves open becomes question marks.

/// The names of the months in English, Dutch, French, German, Italian and Russian. A word of three letters or more that one of them
/// begins with is that month; the first counts.
const MONTHS: [&[&str]; 12] = [
    &["january", "januari", "janvier", "januar", "jänner", "gennaio", "январь", "января"],
    &["february", "februari", "février", "fevrier", "februar", "febbraio", "февраль", "февраля"],
    &["march", "maart", "mrt", "mars", "märz", "maerz", "mrz", "marzo", "март", "марта"],
    &["april", "avril", "aprile", "апрель", "апреля"],
    &["may", "mei", "mai", "maggio", "май", "мая"],
    &["june", "juni", "juin", "giugno", "июнь", "июня"],
    &["july", "juli", "juillet", "luglio", "июль", "июля"],
    &["august", "augustus", "août", "aout", "agosto", "август", "августа"],
    &["september", "septembre", "settembre", "сентябрь", "сентября"],
    &["october", "oktober", "octobre", "ottobre", "октябрь", "октября"],
    &["november", "novembre", "ноябрь", "ноября"],
    &["december", "décembre", "decembre", "dezember", "dicembre", "декабрь", "декабря"],
];

/// A run of digits or question marks, or a month by its name, with the sign before it.
#[derive(Clone, Copy, Debug)]
enum DatePart<'a> {
    Number(&'a str),
    Month(u8),
}

/// A date as `YYYY.MM.DD`, which sorts, with `??` for what the text does not say; `None` where it says not even a year.
///
/// - Numbers with a year of four digits at either end, and names of months, are read in every usual order. Of a span the beginning counts.
/// - `8/29/2026` is a day of August. `3/7/2026` may be of March or July: only the year is taken. With dots or hyphens the day is first.
/// - Of two digits each, the day is first, or the year where the first is above 31. Years from 00 to 26 are of this century, from 40 to 99
///   of the last. From 27 to 39 neither century nor order is sure, and only the month is taken.
/// - What no calendar has is not taken: a month above 12, the 30th of February.
///
/// ```
/// use draughts_td_rules::pdn::date;
///
/// assert_eq!(date("17 april 2009").as_deref(), Some("2009.04.17"));
/// assert_eq!(date("3/7/2026").as_deref(), Some("2026.??.??"));
/// assert_eq!(date("spring"), None);
/// ```
#[must_use]
pub fn date(text: &str) -> Option<String> {
    let text = text.trim();
    let parts = parts(text);
    let by_name = parts.iter().position(|(part, _)| matches!(part, DatePart::Month(_)));
    let (year, month, day) =
        by_name.map_or_else(|| in_numbers(&parts), |at| with_name(&parts, at))?;
    Some(written(&year, month, day))
}

/// As [`date`], of a date that somebody gives: `None` too where a part of it would be left out, as the 31st of February, or a month that a
/// slash leaves open.
///
/// ```
/// use draughts_td_rules::pdn::whole_date;
///
/// assert_eq!(whole_date("17 april 2009").as_deref(), Some("2009.04.17"));
/// assert_eq!(whole_date("2009.04.??").as_deref(), Some("2009.04.??"));
/// assert_eq!(whole_date("2009.02.31"), None);
/// ```
#[must_use]
pub fn whole_date(text: &str) -> Option<String> {
    let has_digit = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    let given = parts(text).into_iter().map(|(part, _)| match part {
        // A date of eight digits in a row has all three parts.
        DatePart::Number(number) if number.len() == 8 => 3,
        DatePart::Number(number) => usize::from(has_digit(number)),
        DatePart::Month(_) => 1,
    });
    let given: usize = given.sum();
    date(text).filter(|date| date.split('.').filter(|part| has_digit(part)).count() == given)
}

/// The numbers and months of a text, each with the sign before it: `.` or `-` or `/` where it follows another at once, else a space.
fn parts(text: &str) -> Vec<(DatePart<'_>, char)> {
    let mut parts = Vec::new();
    let mut glue = ' ';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_number = |c: char| c.is_ascii_digit() || c == '?';
        let length = |is: &dyn Fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let end = if is_number(first) {
            let end = length(&is_number);
            parts.push((DatePart::Number(&rest[..end]), glue));
            end
        } else if first.is_alphabetic() {
            let end = length(&char::is_alphabetic);
            parts.extend(month(&rest[..end]).map(|month| (DatePart::Month(month), glue)));
            end
        } else {
            first.len_utf8()
        };
        let token = &rest[..end];
        rest = &rest[end..];
        let is_dash = |c: char| matches!(c, '\u{2010}'..='\u{2014}');
        glue = match token.chars().next() {
            Some(c) if is_dash(c) => '-',
            Some(c @ ('.' | '-' | '/')) if glue == '\0' => c,
            _ if is_number(first) => '\0',
            // A second sign between two numbers says that they are apart.
            _ => ' ',
        };
    }
    parts
}

fn month(word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    let is_long = word.chars().count() >= 3;
    let fits = |names: &&[&str]| is_long && names.iter().any(|name| name.starts_with(&word));
    let mut fitting = (1..).zip(MONTHS).filter(|(_, names)| fits(names)).map(|(month, _)| month);
    // `jui` may be of two months.
    let first = fitting.next();
    first.filter(|_| fitting.next().is_none())
}

/// Year, month and day.
type Date = (String, Option<u8>, Option<u8>);

/// A date whose month has a name: `17 april 2009`, `April 17, 2009`, `2009 apr 17`, `april 2009`.
fn with_name(parts: &[(DatePart<'_>, char)], at: usize) -> Option<Date> {
    let DatePart::Month(month) = parts[at].0 else { return None };
    let numbers = |parts| numbers(parts).into_iter().map(|(number, _)| number);
    let year = numbers(parts).find(|number| is_year(number))?;
    let is_day = |number: &&str| is_small(number);
    let before = numbers(&parts[..at]).find(is_day);
    let day = before.or_else(|| numbers(&parts[at + 1..]).find(is_day));
    Some((year.into(), Some(month), day.and_then(value)))
}

fn numbers<'a>(parts: &[(DatePart<'a>, char)]) -> Vec<(&'a str, char)> {
    let number = |&(part, glue): &(DatePart<'a>, char)| match part {
        DatePart::Number(number) => Some((number, glue)),
        DatePart::Month(_) => None,
    };
    parts.iter().filter_map(number).collect()
}

/// Four digits or question marks, or both.
fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.contains('?') || number >= "1000")
}

fn is_small(number: &str) -> bool {
    number.len() <= 2
}

/// The value of a day, a month or a short year that is known.
fn value(number: &str) -> Option<u8> {
    number.parse().ok()
}

/// A date in numbers only.
fn in_numbers(parts: &[(DatePart<'_>, char)]) -> Option<Date> {
    let numbers = numbers(parts);
    (0..numbers.len()).find_map(|at| date_at(&numbers[at..]))
}

/// The date that the first of some numbers begins; those that belong to it follow a sign.
fn date_at(numbers: &[(&str, char)]) -> Option<Date> {
    let &(first, _) = numbers.first()?;
    let next = |n: usize| numbers.get(n).filter(|(_, glue)| "./-".contains(*glue)).copied();
    if is_year(first) {
        let month = next(1).filter(|(number, _)| is_small(number));
        let day = next(2).filter(|(number, _)| month.is_some() && is_small(number));
        let known = |part: Option<(&str, char)>| part.and_then(|(number, _)| value(number));
        return Some((first.into(), known(month), known(day)));
    }
    if first.len() == 8 && is_year(first.get(..4)?) {
        return Some((first[..4].into(), value(&first[4..6]), value(&first[6..])));
    }
    let (second, glue) = next(1).filter(|_| is_small(first))?;
    if is_year(second) {
        return Some((second.into(), value(first), None));
    }
    let (third, _) = next(2).filter(|_| is_small(second))?;
    let (day, month) = day_first(value(first), value(second), glue);
    if is_year(third) {
        return Some((third.into(), month, day));
    }
    match (value(first)?, value(third).filter(|_| is_small(third))?) {
        (year @ 40.., day) => {
            Some(((1900 + u16::from(year)).to_string(), value(second), Some(day)))
        }
        (_, year @ ..27) => Some(((2000 + u16::from(year)).to_string(), month, day)),
        (_, year @ 40..) => Some(((1900 + u16::from(year)).to_string(), month, day)),
        _ => Some(("????".into(), month, None)),
    }
}

/// Day and month in the order of two numbers before a year: neither, where a slash leaves it open.
fn day_first(first: Option<u8>, second: Option<u8>, glue: char) -> (Option<u8>, Option<u8>) {
    match (first, second) {
        (Some(first), Some(second)) if glue == '/' && first != second => {
            match (first > 12, second > 12) {
                (true, false) => (Some(first), Some(second)),
                (false, true) => (Some(second), Some(first)),
                _ => (None, None),
            }
        }
        _ => (first, second),
    }
}

fn written(year: &str, month: Option<u8>, day: Option<u8>) -> String {
    let month = month.filter(|month| (1..=12).contains(month));
    let number: Option<u16> = year.parse().ok();
    let last = month.map(|month| days(number, month));
    let day = day.filter(|day| *day >= 1 && last.is_some_and(|last| *day <= last));
    let two = |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
    format!("{year}.{}.{}", two(month), two(day))
}

/// The days of a month; of an unknown year, as in a leap year.
const fn days(year: Option<u16>, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 => match year {
            Some(year)
                if !(year.is_multiple_of(4)
                    && (!year.is_multiple_of(100) || year.is_multiple_of(400))) =>
            {
                28
            }
            _ => 29,
        },
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cases: &[(&str, Option<&str>)]) {
        for (text, expected) in cases {
            assert_eq!(date(text).as_deref(), *expected, "{text}");
        }
    }

    #[test]
    fn every_usual_order_of_numbers_is_read() {
        check(&[
            ("2003.5.23", Some("2003.05.23")),
            ("2026-08-29", Some("2026.08.29")),
            ("23-05-2003", Some("2003.05.23")),
            ("29.08.2026", Some("2026.08.29")),
            ("8/29/2026", Some("2026.08.29")),
            ("29/8/2026", Some("2026.08.29")),
            ("5/5/2026", Some("2026.05.05")),
            ("2026.08.29 14:00", Some("2026.08.29")),
            ("2026-08-29T14:00:00Z", Some("2026.08.29")),
            ("20200229", Some("2020.02.29")),
            ("08.2026", Some("2026.08.??")),
            ("1967", Some("1967.??.??")),
            ("2003.", Some("2003.??.??")),
            ("2007/2008", Some("2007.??.??")),
            ("2004.10.27 - 2004.11.01", Some("2004.10.27")),
            ("zomer 2003", Some("2003.??.??")),
            ("????.??.??", Some("????.??.??")),
            ("2003.05.??", Some("2003.05.??")),
        ]);
    }

    #[test]
    fn months_have_names_in_six_languages() {
        check(&[
            ("17 april 2009", Some("2009.04.17")),
            ("April 17, 2009", Some("2009.04.17")),
            ("3 maart 1998", Some("1998.03.03")),
            ("1er août 2001", Some("2001.08.01")),
            ("9. März 2001", Some("2001.03.09")),
            ("5 luglio 1987", Some("1987.07.05")),
            ("29 октября 2011", Some("2011.10.29")),
            ("2009 Apr 17", Some("2009.04.17")),
            ("May 2003", Some("2003.05.??")),
            ("Marathon 2003", Some("2003.??.??")),
            ("jui 2003", Some("2003.??.??")),
        ]);
    }

    #[test]
    fn no_date_is_made_up() {
        check(&[
            ("3/7/2026", Some("2026.??.??")),
            ("2026.29.08", Some("2026.??.??")),
            ("2003.02.30", Some("2003.02.??")),
            ("2003.02.29", Some("2003.02.??")),
            ("2003.00.00", Some("2003.??.??")),
            ("31.11.2003", Some("2003.11.??")),
            ("13.13.2003", Some("2003.??.??")),
            ("", None),
            ("spring", None),
            ("?", None),
            ("14:00", None),
            ("12-0", None),
        ]);
    }

    #[test]
    fn a_date_that_somebody_gives_is_taken_whole_or_not_at_all() {
        for text in ["2003.05.23", "2003.05.??", "2003", "????.??.??", "20030523", "3 mei 1998"] {
            assert_eq!(whole_date(text), date(text), "{text}");
            assert!(whole_date(text).is_some(), "{text}");
        }
        for text in [
            "13/13/2003",
            "2003.02.31",
            "20030231",
            "3/7/2026",
            "2003.05.00",
            "2003.05.233",
            "26.08.29",
            "31 april 2009",
            "2004.10.27 - 2004.11.01",
            "next spring",
        ] {
            assert_eq!(whole_date(text), None, "{text}");
        }
    }

    #[test]
    fn years_of_two_digits_are_of_the_nearer_century() {
        check(&[
            ("03.07.20", Some("2020.07.03")),
            ("23-5-03", Some("2003.05.23")),
            ("2.5.98", Some("1998.05.02")),
            ("98.05.02", Some("1998.05.02")),
            ("3/7/20", Some("2020.??.??")),
            ("26.08.29", Some("????.08.??")),
        ]);
    }
}
