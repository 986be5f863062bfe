//! One line, cut into a command and its arguments.

use std::fmt;

use crate::protocol::HubError;

/// A command with its arguments in the order of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine {
    /// The first word.
    pub command: String,
    /// What follows it.
    pub items: Vec<Item>,
}

/// `name=value`, or a flag without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name.
    pub name: String,
    /// The value; `None` for a flag.
    pub value: Option<String>,
}

impl HubLine {
    /// A command without arguments.
    pub(crate) fn new(command: &str) -> HubLine {
        HubLine { command: command.into(), items: Vec::new() }
    }

    /// Adds `name=value`.
    pub(crate) fn with(mut self, name: &str, value: impl fmt::Display) -> HubLine {
        self.items.push(Item { name: name.into(), value: Some(clean(&value.to_string())) });
        self
    }

    /// Adds `name=value` if there is a value.
    pub(crate) fn with_some(self, name: &str, value: Option<impl fmt::Display>) -> HubLine {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a flag.
    pub(crate) fn flag(mut self, name: &str) -> HubLine {
        self.items.push(Item { name: name.into(), value: None });
        self
    }

    /// The value of an argument; a flag has the empty value.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let item = self.items.iter().find(|item| item.name == name)?;
        Some(item.value.as_deref().unwrap_or_default())
    }

    /// Reads a line; one without a word is `None`.
    ///
    /// # Errors
    /// A quote that is never closed, or a `=` without a name or a value.
    pub fn parse(text: &str) -> Result<Option<HubLine>, HubError> {
        let tokens = lex(text)?;
        let mut tokens = tokens.into_iter().peekable();
        let command = match tokens.next() {
            None => return Ok(None),
            Some(Token::Word(word)) => word,
            Some(Token::Equals(at)) => return Err(HubError::Equals(at)),
        };
        let mut items = Vec::new();
        while let Some(token) = tokens.next() {
            let name = match token {
                Token::Word(word) => word,
                Token::Equals(at) => return Err(HubError::Equals(at)),
            };
            let value = match tokens.next_if(|token| matches!(token, Token::Equals(_))) {
                None => None,
                Some(Token::Word(_)) => unreachable!("next_if let only '=' pass"),
                Some(Token::Equals(at)) => match tokens.next() {
                    Some(Token::Word(word)) => Some(word),
                    _ => return Err(HubError::Equals(at)),
                },
            };
            items.push(Item { name, value });
        }
        Ok(Some(HubLine { command, items }))
    }
}

/// There is no escape for a quote and a line has no line break: what cannot be written becomes something that can.
fn clean(value: &str) -> String {
    value
        .chars()
        .map(|c| {
            if c == '"' {
                '\''
            } else if c.is_control() {
                ' '
            } else {
                c
            }
        })
        .collect()
}

/// Quotes are written only where they are needed: some readers break on others.
impl fmt::Display for HubLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, &self.command)?;
        for item in &self.items {
            f.write_str(" ")?;
            write_word(f, &item.name)?;
            if let Some(value) = &item.value {
                f.write_str("=")?;
                write_word(f, value)?;
            }
        }
        Ok(())
    }
}

/// A word of another program may hold what ours do not.
fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    let word = clean(word);
    if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == '=') {
        write!(f, "\"{word}\"")
    } else {
        f.write_str(&word)
    }
}

enum Token {
    Word(String),
    Equals(usize),
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

fn lex(text: &str) -> Result<Vec<Token>, HubError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_blank);
        let at = text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        match first {
            '=' => {
                tokens.push(Token::Equals(at));
                rest = &rest[1..];
            }
            '"' => {
                let (value, after) = rest[1..].split_once('"').ok_or(HubError::OpenQuote(at))?;
                tokens.push(Token::Word(value.into()));
                rest = after;
            }
            _ => {
                let end = rest.find(|c| is_blank(c) || c == '=' || c == '"').unwrap_or(rest.len());
                tokens.push(Token::Word(rest[..end].into()));
                rest = &rest[end..];
            }
        }
    }
}
