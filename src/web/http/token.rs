//! The secret of the page that was opened from the printed address.

use std::fmt;

use subtle::ConstantTimeEq;

use crate::error::WebError;

/// 128 random bits, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new secret.
    pub fn random() -> Result<Token, WebError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether a text is the token, in constant time.
    pub(crate) fn matches(&self, token: &str) -> bool {
        self.0.as_bytes().ct_eq(token.as_bytes()).into()
    }
}

/// For the address that is printed.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Keeps the token out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token::random().expect("random numbers");
        let text = token.to_string();
        assert_eq!(text.len(), 32);
        assert!(token.matches(&text));
        for wrong in ["", &text[1..], &text[..31], &(text.clone() + "0"), &"0".repeat(32)] {
            assert!(!token.matches(wrong), "{wrong}");
        }
        assert_ne!(token, Token::random().expect("random numbers"));
        assert_eq!(format!("{token:?}"), "Token");
    }
}
