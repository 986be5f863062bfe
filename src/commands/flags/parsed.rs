//! Values of flags that several verbs read alike.

use std::net::{IpAddr, SocketAddr};

use crate::diagram::PageWords;
use crate::protocol::dxp::Minutes;
pub(crate) use crate::run::{read_hash, read_pair as pair, read_seconds};
use crate::web::Language;

/// A language of the page by its code.
pub(crate) fn read_language(text: &str) -> Result<Language, String> {
    let named = Language::ALL.into_iter().find(|language| language.code() == text);
    let codes = Language::ALL.map(Language::code).join(", ");
    named.ok_or_else(|| format!("there is no page in '{text}'; its languages are {codes}"))
}

/// What a page to print says in a language, English without one.
pub(crate) fn words(language: Option<Language>) -> PageWords {
    language.unwrap_or(Language::English).words()
}

/// An address of this machine, with a port or without one: port 0.
pub(crate) fn read_address(text: &str) -> Result<SocketAddr, String> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().map(|ip: IpAddr| SocketAddr::new(ip, 0));
    let address: SocketAddr = address.or_else(|_| text.parse()).map_err(|_| {
        format!("'{text}' is not an address, such as 192.168.1.5, [fd00::5]:8110, or 0.0.0.0 for all of this machine")
    })?;
    Ok(SocketAddr::new(address.ip().to_canonical(), address.port()))
}

/// Minutes as a flag gives them; fractions only as far as the protocol carries them.
pub(crate) fn minutes(text: &str) -> Result<Minutes, String> {
    let minutes = text.parse::<f64>().ok().filter(|minutes| (0.01..=999.0).contains(minutes));
    minutes
        .map(Minutes::nearest)
        .ok_or_else(|| format!("'{text}' is no number of minutes from 0.01 to 999"))
}
