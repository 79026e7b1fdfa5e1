//! What the host writes for pages: terms, contact and how moderation works.

use std::io;
use std::path::{Path, PathBuf};

/// In bytes.
const LONGEST: usize = 20_000;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct HostTextSettings {
    /// Your terms: a file of plain text, with blank lines between paragraphs [default: a short text]
    #[arg(long, value_name = "FILE", env = "BASTIDE_TERMS")]
    pub terms: Option<PathBuf>,
    /// How people can reach you, for the page /contact [default: nothing]
    #[arg(long, value_name = "TEXT", env = "BASTIDE_CONTACT")]
    pub contact: Option<String>,
    /// How you moderate: a file like that of the terms [default: a short text]
    #[arg(long, value_name = "FILE", env = "BASTIDE_MODERATION")]
    pub moderation: Option<PathBuf>,
}

/// The paragraphs of each text; `None` for what the host doesn't say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostTexts {
    pub terms: Option<Vec<String>>,
    pub contact: Option<Vec<String>>,
    pub moderation: Option<Vec<String>>,
}

impl HostTextSettings {
    /// Reads the files with a function. The error says what to change.
    pub fn read(&self, read: impl Fn(&Path) -> io::Result<Vec<u8>>) -> Result<HostTexts, String> {
        let file = |setting: &str, path: Option<&Path>| {
            path.map(|path| of_file(&format!("{setting} {}", path.display()), read(path))).transpose()
        };
        Ok(HostTexts {
            terms: file("--terms", self.terms.as_deref())?,
            contact: self.contact.as_deref().map(|text| of_text("--contact", text)).transpose()?,
            moderation: file("--moderation", self.moderation.as_deref())?,
        })
    }
}

fn of_file(setting: &str, bytes: io::Result<Vec<u8>>) -> Result<Vec<String>, String> {
    let bytes = bytes.map_err(|error| format!("{setting}: cannot read the file: {error}"))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| format!("{setting}: the file is not plain text in UTF-8. Save it in that encoding"))?;
    of_text(setting, &text)
}

fn of_text(setting: &str, text: &str) -> Result<Vec<String>, String> {
    if text.len() > LONGEST {
        return Err(format!("{setting}: the text has more than {LONGEST} bytes. Shorten it"));
    }
    let is_bad = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    if text.chars().any(is_bad) {
        return Err(format!("{setting}: the text has control characters. Save it as plain text"));
    }
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let paragraphs = lines.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    let paragraphs: Vec<String> = paragraphs.map(str::to_owned).collect();
    if paragraphs.is_empty() {
        return Err(format!("{setting}: the text is empty. Write something, or leave the setting out"));
    }
    Ok(paragraphs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_between_paragraphs() {
        let read = of_text("--contact", "\u{feff} One\r\ntwo \r\n\r\n \nThree\n\n\n");
        assert_eq!(read.unwrap(), ["One\ntwo", "Three"]);
    }

    #[test]
    fn a_text_that_cannot_be_shown_is_refused_with_what_to_change() {
        for (text, complaint) in [
            (" \n\n", "leave the setting out"),
            ("a\u{0}b", "control characters"),
            (&*"x".repeat(LONGEST + 1), "Shorten it"),
        ] {
            let error = of_text("--contact", text).unwrap_err();
            assert!(error.starts_with("--contact: ") && error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn a_file_is_read_once_and_an_unreadable_one_is_named() {
        let read = |path: &Path| match path.to_str() {
            Some("terms.txt") => Ok(b"Be kind.\n\nPlay on.".to_vec()),
            Some("latin.txt") => Ok(vec![b'a', 0xe4]),
            _ => Err(io::ErrorKind::NotFound.into()),
        };
        let of = |path: &str| HostTextSettings { terms: Some(path.into()), ..Default::default() }.read(read);
        let texts = of("terms.txt").unwrap();
        assert_eq!(texts.terms.unwrap(), ["Be kind.", "Play on."]);
        assert_eq!((texts.contact, texts.moderation), (None, None));
        let error = of("none.txt").unwrap_err();
        assert!(error.starts_with("--terms none.txt: cannot read the file"), "{error}");
        assert!(of("latin.txt").unwrap_err().contains("UTF-8"));
    }
}
