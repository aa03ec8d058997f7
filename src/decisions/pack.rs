//! Numbers and texts as bytes, for files of rguard's own.

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
