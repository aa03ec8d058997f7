//! Numbers and texts as bytes, for files of rguard's own, sealed with a sum and with what made them.

use sha2::{Digest, Sha256};

use super::track::PARSER;

/// The version of the files' form.
const FORM: u32 = 1;

/// Writes values one after another.
#[derive(Default)]
pub(super) struct Pack(pub Vec<u8>);

impl Pack {
    pub fn number(&mut self, n: u32) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    pub fn wide(&mut self, n: u128) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        self.0.extend_from_slice(bytes);
    }

    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }
}

/// Reads them again; `None` where anything is not as [`Pack`] wrote it.
pub(super) struct Unpack<'a>(pub &'a [u8]);

impl<'a> Unpack<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    pub fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    pub fn wide(&mut self) -> Option<u128> {
        Some(u128::from_le_bytes(self.take(16)?.try_into().ok()?))
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.number()?;
        self.take(n as usize)
    }

    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

/// Sixteen bytes of a hash over parts.
pub(super) fn digest(parts: &[&[u8]]) -> u128 {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let bytes = hash.finalize();
    let mut out = [0u8; 16];
    out.copy_from_slice(&bytes[..16]);
    u128::from_le_bytes(out)
}

/// The program and the form that a file must be of.
fn head(mark: u128) -> u128 {
    let words = include_str!("words.toml");
    let program = format!("{FORM} {PARSER} {}", env!("CARGO_PKG_VERSION"));
    digest(&[program.as_bytes(), words.as_bytes(), &mark.to_le_bytes()])
}

/// The body with its head and its sum.
pub(super) fn sealed(body: Pack, mark: u128) -> Vec<u8> {
    let mut out = Pack::default();
    out.wide(head(mark));
    out.wide(digest(&[&body.0]));
    out.0.extend_from_slice(&body.0);
    out.0
}

/// A body that is whole and was made by this program, with this mark.
pub(super) fn opened(bytes: &[u8], mark: u128) -> Option<Unpack<'_>> {
    let mut from = Unpack(bytes);
    let fits = from.wide()? == head(mark);
    let sum = from.wide()?;
    (fits && digest(&[from.0]) == sum).then_some(from)
}
