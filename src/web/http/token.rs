//! The secret that only the page has that was opened from the printed address.

use std::fmt;

use crate::error::WebError;

/// 128 random bits, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new secret.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn random() -> Result<Token, WebError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether somebody knows it; takes as long for a near miss as for a far one.
    #[must_use]
    pub fn is(&self, told: &str) -> bool {
        let differences = self.0.bytes().zip(told.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        differences == 0 && told.len() == self.0.len()
    }
}

/// For the address that is printed.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// No log is to hold it.
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
        let told = token.to_string();
        assert_eq!(told.len(), 32);
        assert!(token.is(&told));
        for wrong in ["", &told[1..], &told[..31], &(told.clone() + "0"), &"0".repeat(32)] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_ne!(token, Token::random().expect("random numbers"));
        assert_eq!(format!("{token:?}"), "Token");
    }
}
