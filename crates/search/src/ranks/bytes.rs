//! Binary encoding of numbers and texts for messages between ranks.

/// A message that is being written.
#[derive(Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// An optional number.
    pub fn option(&mut self, number: Option<u64>) -> &mut Self {
        self.number(number.unwrap_or(u64::MAX))
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    pub fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

/// A message that is being read. Every method returns None if the message is too short.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader(bytes)
    }

    pub fn number(&mut self) -> Option<u64> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*head))
    }

    pub fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// An optional number.
    pub fn option(&mut self) -> Option<Option<u64>> {
        self.number().map(|number| (number != u64::MAX).then_some(number))
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.size()?;
        let (head, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(head)
    }

    /// A list: its length, then its items.
    pub fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let n = self.size()?;
        (0..n).map(|_| one(self)).collect()
    }

    /// True if everything has been read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
