//! Pages of HTML that are read on a screen and printed on A4.

use super::words::PageWords;

/// The style of a [page]: nothing is loaded from elsewhere.
pub const STYLE: &str = "@page{size:A4;margin:16mm}\
:root{color-scheme:light}\
body{font:11pt/1.5 Georgia,serif;max-width:44rem;margin:1.5rem auto;padding:0 1rem;color:#111;background:#fff}\
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .3rem}h2{font-size:1.15rem;margin:1.6rem 0 .4rem;break-after:avoid}\
.about{color:#555;margin:0 0 1.2rem}\
figure{display:inline-block;margin:.5rem .8rem .8rem 0;text-align:center;break-inside:avoid}\
figure svg{width:66mm;height:auto;max-width:100%;display:block}\
figcaption{font-size:.9rem;margin-top:.2rem}\
.moves{margin:.4rem 0}.comment{margin:.2rem 0;font-style:italic}.variation{color:#444;font-size:.95em}\
table{border-collapse:collapse;font-size:.95rem;break-inside:avoid}th,td{padding:.15rem .55rem;border-bottom:1px solid #ccc;text-align:left}\
th.number,td.number{text-align:right;font-variant-numeric:tabular-nums}\
.wide{overflow-x:auto}\
@media print{body{max-width:none;margin:0;padding:0}.wide{overflow:visible}\
.wide table{font-size:.75rem}.wide th,.wide td{padding:.1rem .3rem}}";

/// A text with the signs of HTML escaped, and control characters as spaces.
///
/// ```
/// assert_eq!(draughts_td_rules::diagram::escape("a <b> & \"c\""), "a &lt;b&gt; &amp; &quot;c&quot;");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A whole page in a language, with a title, and a body that is HTML.
#[must_use]
pub fn page(words: &PageWords, title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n<body>\n{body}</body>\n</html>\n",
        words.code(),
        escape(title)
    )
}
