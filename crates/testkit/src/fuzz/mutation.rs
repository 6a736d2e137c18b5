//! Mutations of inputs: of bytes, of tokens, of numbers and of lines, and splices of two samples.

use crate::SplitMix;

/// Longer inputs are cut. Size is tested separately, by hostile texts.
const MAX_LENGTH: usize = 1 << 13;

/// Numbers at and beyond the limits of types and formats.
const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "12",
    "13",
    "61",
    "62",
    "63",
    "64",
    "100",
    "101",
    "126",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "65535",
    "65536",
    "999999999",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999999",
];

/// Characters that parsers treat specially, and some of several bytes whose case, width or direction is unusual.
const SIGNS: [&str; 44] = [
    " ", "\n", "\r\n", "\r", "\t", "'", "\"", "\\", "(", ")", "[", "]", "{", "}", "<", ">", ",", ":", ";",
    ".", "/", "//", "#", "-", "+", "*", "=", "?", "_", "|", "x", "\0", "\u{feff}", "\u{a0}", "\u{200b}",
    "\u{2028}", "’", "′", "−", "，", "é", "ß", "İ", "😀",
];

/// Produces inputs from samples.
pub(super) struct Mutator<'a> {
    pub samples: &'a [Vec<u8>],
    /// The first samples, which are valid. Half of the inputs come from these, or those with new shapes, most of them
    /// invalid, would outnumber them.
    pub n_given: usize,
    pub words: &'a [&'a str],
    pub random: &'a mut SplitMix,
}

impl Mutator<'_> {
    /// Returns a sample with one to eight mutations, few more often than many.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = self.sample().to_vec();
        let n_mutations = 1 + (self.below(8) * self.below(8)) / 8;
        for _ in 0..n_mutations {
            self.mutate(&mut input);
            input.truncate(MAX_LENGTH);
        }
        input
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn sample(&mut self) -> &'_ [u8] {
        let n = if self.below(2) == 0 { self.n_given } else { self.samples.len() };
        let i = self.below(n);
        &self.samples[i]
    }

    fn pick<'b>(&mut self, list: &[&'b str]) -> &'b str {
        list[self.below(list.len())]
    }

    /// Returns a word of the format, a sign or a number.
    fn word(&mut self) -> Vec<u8> {
        let words = self.words;
        let word = match self.below(4) {
            0 => self.pick(&NUMBERS),
            1 => self.pick(&SIGNS),
            _ if !words.is_empty() => self.pick(words),
            _ => self.pick(&SIGNS),
        };
        word.as_bytes().to_vec()
    }

    /// Returns a range of at most `longest` bytes.
    fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let n = 1 + self.below(longest);
        start..(start + n).min(length)
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let length = input.len();
        match self.below(16) {
            0 if length > 0 => input[self.random.below(length)] ^= 1 << self.random.below(8),
            1 if length > 0 => input[self.random.below(length)] = self.random.below(256) as u8,
            2 => drop(input.drain(self.range(length, 16))),
            3 => drop(input.drain(self.range(length, length.max(1)))),
            4 => self.copy(input, 16, 1),
            5 => {
                let times = 1 + self.below(60);
                self.copy(input, 8, times);
            }
            6 => {
                // The beginning of this input and the end of a sample.
                input.truncate(self.below(length + 1));
                let sample = self.sample().to_vec();
                let from = self.below(sample.len() + 1);
                input.extend_from_slice(&sample[from..]);
            }
            7 => {
                // A part of a sample in the middle.
                let sample = self.sample().to_vec();
                let part = self.range(sample.len(), 40);
                let at = self.below(length + 1);
                input.splice(at..at, sample[part].iter().copied());
            }
            8 => self.replace_number(input),
            9 => {
                let (word, at) = (self.word(), self.below(length + 1));
                input.splice(at..at, word);
            }
            10..=12 => self.change_pieces(input, |byte| byte.is_ascii_whitespace() || b",;".contains(&byte)),
            13 => self.change_pieces(input, |byte| byte == b'\n'),
            14 => self.change_pieces(input, |byte| !byte.is_ascii_alphanumeric()),
            _ => {
                let at = self.below(length + 1);
                let signs = [self.pick(&SIGNS), self.pick(&SIGNS)].concat();
                input.splice(at..at, signs.into_bytes());
            }
        }
    }

    /// Copies a part to another place, any number of times.
    fn copy(&mut self, input: &mut Vec<u8>, longest: usize, times: usize) {
        let part = self.range(input.len(), longest);
        let copy = input[part].repeat(times);
        let at = self.below(input.len() + 1);
        input.splice(at..at, copy);
    }

    /// Replaces a number by an extreme one, or by one close to it.
    fn replace_number(&mut self, input: &mut Vec<u8>) {
        let is_start = |i: &usize| input[*i].is_ascii_digit() && (*i == 0 || !input[*i - 1].is_ascii_digit());
        let starts: Vec<usize> = (0..input.len()).filter(is_start).collect();
        if starts.is_empty() {
            return;
        }
        let start = starts[self.below(starts.len())];
        let n_digits = input[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = String::from_utf8_lossy(&input[start..start + n_digits]).into_owned();
        let new = match (self.below(3), digits.parse::<u64>()) {
            (0, Ok(number)) => number.wrapping_add(1).to_string(),
            (1, Ok(number)) => number.saturating_sub(1).to_string(),
            _ => self.pick(&NUMBERS).to_string(),
        };
        input.splice(start..start + n_digits, new.into_bytes());
    }

    /// Splits the input at bytes, and removes, doubles, swaps or replaces one of the pieces.
    fn change_pieces(&mut self, input: &mut Vec<u8>, is_end: impl Fn(u8) -> bool) {
        let mut pieces: Vec<Vec<u8>> =
            input.split_inclusive(|&byte| is_end(byte)).map(<[u8]>::to_vec).collect();
        if pieces.is_empty() {
            return;
        }
        let (i, j) = (self.below(pieces.len()), self.below(pieces.len()));
        match self.below(5) {
            0 => drop(pieces.remove(i)),
            1 => {
                let copy = pieces[i].clone();
                pieces.insert(j, copy);
            }
            2 => pieces.swap(i, j),
            3 => {
                let end = pieces[i].pop_if(|byte| is_end(*byte));
                pieces[i] = self.word();
                pieces[i].extend(end);
            }
            _ => {
                let mut word = self.word();
                word.push(b' ');
                pieces.insert(i, word);
            }
        }
        *input = pieces.concat();
    }
}
