//! `--encoding`: how the bytes of games are read as letters, where that is not to be found out.

use anyhow::{Result, ensure};

use crate::pdn;

/// The flag of every verb that reads PDN.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct EncodingFlag {
    /// Read the files in this encoding, for example windows-1251, koi8-r or latin1, instead of finding it out from each file
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

impl EncodingFlag {
    /// Has all files read so from now on.
    ///
    /// # Errors
    /// A name of no encoding.
    pub(crate) fn apply(&self) -> Result<()> {
        let name = self.encoding.as_deref();
        ensure!(
            pdn::read_as(name),
            "--encoding {name}: no encoding has this name; write for example utf-8, windows-1251, windows-1252, koi8-r, ibm866, \
             iso-8859-5, macintosh or utf-16le",
            name = name.unwrap_or_default()
        );
        Ok(())
    }
}
