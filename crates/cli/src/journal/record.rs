//! Lines of a journal. Each has a checksum and a record in JSON. The checksum covers that of the line before, so that changed
//! and missing lines are detected:
//!
//! ```text
//! 5d41402a {"deepen journal":2,"version":"0.1.0","arguments":["solve", …], …}
//! 7b8c1f00 {"search":0,"round":4,"bound":17,"tasks":431,"fingerprint":1234567890}
//! 0aa1b2c3 [17,false,"123456 1234 2 0"]
//! ```

use deepen::search::Cost;
use deepen::search::ranks::{Finished, RoundId};
use deepen::solver::input_text::cut;
use serde::{Deserialize, Serialize};

use super::RecordedCommand;

/// The content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// The command: the first line.
    Command(Box<RecordedCommand>),
    /// A round begins or continues.
    Round(Round),
    /// A task of the round is done.
    Task(Finished),
}

/// A round of a search.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Round {
    pub search: u32,
    pub round: u32,
    pub bound: Cost,
    pub tasks: usize,
    pub fingerprint: u64,
}

impl Round {
    /// Returns the number of the round.
    pub fn id(&self) -> RoundId {
        RoundId { search: self.search, round: self.round }
    }
}

/// The fields that the first line has in every format.
#[derive(Deserialize)]
struct AnyHead {
    #[serde(rename = "deepen journal")]
    format: u32,
    /// The version of the program that started the journal.
    version: String,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(rename = "deepen journal")]
    format: u32,
    #[serde(flatten)]
    command: RecordedCommand,
}

/// The version of the format. Format 1 identified a search by a hash that depended on the Rust version, so its search can
/// no longer be checked.
pub const FORMAT: u32 = 2;

/// An error in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The first line is not that of a journal.
    NotAJournal,
    /// It has another format, and this version of the program started it.
    Format { format: u32, version: String },
    /// A line is damaged, and others follow it.
    Damaged { line: usize },
    /// A line is complete but not allowed at its place.
    Unexpected { line: usize },
    /// Two lines contradict each other.
    Contradiction { line: usize, what: &'static str },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::NotAJournal => write!(f, "this is not a journal of deepen"),
            Fault::Format { format, version } => {
                let version = cut(version);
                write!(f, "this journal has format {format}, started by deepen {version}; ")?;
                write!(f, "this build reads format {FORMAT}")
            }
            Fault::Damaged { line } => {
                write!(f, "line {line} is damaged: its checksum is wrong, and lines after it are intact")
            }
            Fault::Unexpected { line } => write!(f, "line {line} is not a valid record at its place"),
            Fault::Contradiction { line, what } => {
                write!(f, "line {line}: {what} that differ, caused by faulty hardware or a bug")
            }
        }
    }
}

/// The checksum of the last line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chain(u32);

impl Chain {
    fn next(self, json: &str) -> Chain {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.0.to_le_bytes());
        hasher.update(json.as_bytes());
        Chain(hasher.finalize())
    }

    /// Appends the line of a record to a text.
    pub fn write(&mut self, record: &Record, text: &mut String) {
        let json = match record {
            Record::Command(command) => {
                serde_json::to_string(&Head { format: FORMAT, command: RecordedCommand::clone(command) })
            }
            Record::Round(round) => serde_json::to_string(round),
            Record::Task(Finished { task, has_answer, line }) => {
                serde_json::to_string(&(task, has_answer, line))
            }
        };
        let json = json.expect("records are plain data");
        *self = self.next(&json);
        text.push_str(&format!("{:08x} {json}\n", self.0));
    }

    /// Returns the checksum of a line, whether it is correct, and the record.
    fn read(self, line: &str) -> Option<(Chain, bool, &str)> {
        let (sum, json) = line.split_once(' ')?;
        // Exactly as written: with capitals accepted, some changed bytes would not be detected.
        let is_sum = sum.len() == 8 && sum.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let sum = Chain(u32::from_str_radix(sum, 16).ok().filter(|_| is_sum)?);
        Some((sum, self.next(json) == sum, json))
    }
}

/// The lines that could be read.
#[derive(Debug)]
pub struct Read {
    /// The records with the numbers of their lines.
    pub records: Vec<(usize, Record)>,
    /// Bytes up to the end of the last complete line.
    pub length: u64,
    pub chain: Chain,
}

/// Reads all lines. An incomplete last line is left out.
///
/// # Errors
/// If a line before the last is damaged.
pub fn read(bytes: &[u8]) -> Result<Read, Fault> {
    let mut read = Read { records: Vec::new(), length: 0, chain: Chain::default() };
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
    for (i, line) in lines.by_ref() {
        let line_number = i + 1;
        let text = whole(line).filter(|text| matches!(read.chain.read(text), Some((_, true, _))));
        let Some(text) = text else {
            // A line that was being written when the machine stopped is the last. If a later line has the right checksum, it
            // was written after this one, which is therefore damaged.
            let mut before = whole(line).and_then(|text| read.chain.read(text)).map(|(sum, ..)| sum);
            for (_, later) in lines {
                let claimed = whole(later).and_then(|text| before.unwrap_or_default().read(text));
                if before.is_some() && claimed.is_some_and(|(_, is_true, _)| is_true) {
                    return Err(Fault::Damaged { line: line_number });
                }
                before = claimed.map(|(sum, ..)| sum);
            }
            break;
        };
        let (sum, _, json) = read.chain.read(text).expect("it was just read");
        let record = record(json, line_number)?;
        read.records.push((line_number, record));
        read.length += line.len() as u64;
        read.chain = sum;
    }
    if read.records.is_empty() { Err(Fault::NotAJournal) } else { Ok(read) }
}

/// Returns a line as text, if it is complete.
fn whole(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok()?.strip_suffix('\n')
}

fn record(json: &str, line: usize) -> Result<Record, Fault> {
    let unexpected = |_| Fault::Unexpected { line };
    if line == 1 {
        let AnyHead { format, version } = serde_json::from_str(json).map_err(|_| Fault::NotAJournal)?;
        if format != FORMAT {
            return Err(Fault::Format { format, version });
        }
        let head: Head = serde_json::from_str(json).map_err(|_| Fault::NotAJournal)?;
        return Ok(Record::Command(Box::new(head.command)));
    }
    if json.starts_with('[') {
        let (task, has_answer, line) = serde_json::from_str(json).map_err(unexpected)?;
        return Ok(Record::Task(Finished { task, has_answer, line }));
    }
    serde_json::from_str(json).map(Record::Round).map_err(unexpected)
}

#[cfg(test)]
mod tests {
    use testkit::fuzz::{Target, assert_message, check_hostile_texts, shape};

    use super::*;

    fn records() -> Vec<Record> {
        let command = RecordedCommand {
            version: "0.1.0".to_string(),
            arguments: vec!["solve".to_string(), "3x3x3".to_string(), "R \"U\"".to_string()],
            folder: "/somewhere".into(),
            stdin: Some("line\nline".to_string()),
            max_memory_variable: None,
            puzzle: "3x3x3".to_string(),
            identity: "0123456789abcdef".repeat(4),
            max_memory: 1 << 30,
        };
        let task = |task, has_answer, line: &str| {
            Record::Task(Finished { task, has_answer, line: line.to_string() })
        };
        let round = |round| Record::Round(Round { search: 0, round, bound: 17, tasks: 40, fingerprint: 99 });
        vec![
            Record::Command(Box::new(command)),
            round(0),
            task(0, false, "12 3 - 0"),
            task(2, true, "Käse\n\"\\"),
            round(1),
            task(39, false, ""),
        ]
    }

    fn text() -> String {
        let (mut chain, mut text) = (Chain::default(), String::new());
        records().iter().for_each(|record| chain.write(record, &mut text));
        text
    }

    fn kept(read: Read) -> Vec<Record> {
        read.records.into_iter().map(|(_, record)| record).collect()
    }

    #[test]
    fn written_records_can_be_read() {
        let text = text();
        let read = read(text.as_bytes()).unwrap();
        assert_eq!(read.length, text.len() as u64);
        assert_eq!(kept(read), records());
    }

    #[test]
    fn an_incomplete_end_is_removed_at_every_byte() {
        let text = text();
        let ends: Vec<usize> = text.match_indices('\n').map(|(i, _)| i + 1).collect();
        for length in 0..text.len() {
            let n_whole = ends.iter().filter(|&&end| end <= length).count();
            match read(&text.as_bytes()[..length]) {
                Ok(read) => {
                    assert_eq!(read.length as usize, ends[n_whole - 1]);
                    assert_eq!(kept(read), records()[..n_whole]);
                }
                Err(fault) => assert_eq!((n_whole, fault), (0, Fault::NotAJournal)),
            }
        }
    }

    /// A changed byte is either in the last lines, which are then removed, or it is detected.
    #[test]
    fn every_changed_byte_is_detected() {
        let text = text();
        let ends: Vec<usize> = text.match_indices('\n').map(|(i, _)| i + 1).collect();
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let n_before = ends.iter().filter(|&&end| end <= at).count();
                match read(&bytes) {
                    Ok(read) => {
                        assert!(n_before + 3 >= ends.len(), "byte {at} bit {bit} is not noticed");
                        let kept = kept(read);
                        assert!(kept.len() <= n_before + 1, "byte {at} bit {bit} is believed");
                        assert_eq!(kept[..], records()[..kept.len()], "byte {at} bit {bit}");
                    }
                    Err(fault) => assert!(
                        n_before == 0 || matches!(fault, Fault::Damaged { .. }),
                        "byte {at} bit {bit}: {fault}"
                    ),
                }
            }
        }
    }

    #[test]
    fn a_missing_line_is_detected() {
        let text = text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for missing in 1..lines.len() - 2 {
            let rest: String =
                lines.iter().enumerate().filter(|&(i, _)| i != missing).map(|(_, line)| *line).collect();
            assert_eq!(read(rest.as_bytes()).err(), Some(Fault::Damaged { line: missing + 1 }));
        }
    }

    /// Recomputes the checksums of all lines, so that the records themselves are parsed.
    fn with_checksums(bytes: &[u8]) -> Vec<u8> {
        let (mut chain, mut whole) = (Chain::default(), Vec::new());
        for line in String::from_utf8_lossy(bytes).split_inclusive('\n') {
            let json = line.split_once(' ').map_or(line, |(_, json)| json);
            let (json, end) = json.strip_suffix('\n').map_or((json, ""), |json| (json, "\n"));
            chain = chain.next(json);
            whole.extend(format!("{:08x} {json}{end}", chain.0).into_bytes());
        }
        whole
    }

    /// The records that are read lie at the beginning of the bytes, has a command first, and is written to lines that are read as
    /// the same records. Faults name a line of the bytes.
    #[test]
    fn fuzz_journals() {
        let samples =
            [text().into_bytes(), include_bytes!("../../tests/data/journals/format1.journal").to_vec()];
        let words = [
            "{\"search\":0,",
            "\"round\":1,",
            "\"bound\":17",
            "\"tasks\":40",
            "\"fingerprint\":99}",
            "[2,true,\"\"]",
            "null",
        ];
        Target::new("journal", &words).samples(samples).check_bytes(|bytes| {
            let changed = with_checksums(bytes);
            let mut shapes = 0;
            for bytes in [bytes, &changed] {
                shapes = shape(&format!("{shapes:x}"))
                    ^ match read(bytes) {
                        Err(fault) => {
                            assert_message(&fault.to_string());
                            let n_lines = bytes.split(|&byte| byte == b'\n').count();
                            if let Fault::Damaged { line }
                            | Fault::Unexpected { line }
                            | Fault::Contradiction { line, .. } = fault
                            {
                                assert!((1..=n_lines).contains(&line));
                            }
                            shape(&fault.to_string())
                        }
                        Ok(found) => {
                            assert!(matches!(found.records[0], (1, Record::Command(_))));
                            let length = found.length as usize;
                            assert!(bytes[..length].ends_with(b"\n"));
                            assert!(found.records.iter().map(|(line, _)| *line).eq(1..=found.records.len()));
                            let records = kept(found);
                            let (mut chain, mut text) = (Chain::default(), String::new());
                            records.iter().for_each(|record| chain.write(record, &mut text));
                            let again = read(text.as_bytes()).expect("written records");
                            assert_eq!(kept(again), records);
                            records.len().min(20) as u64
                        }
                    };
            }
            shapes
        });
    }

    /// A damaged line is compared with all lines after it, once each.
    #[test]
    fn hostile_journals() {
        let head = text();
        let long = format!("0 {{\"deepen journal\":9,\"version\":\"{}\"}}\n", "9".repeat(1 << 16));
        let fault = read(&with_checksums(long.as_bytes())).expect_err("another format");
        assert_message(&fault.to_string());
        check_hostile_texts("journal", &["[2,true,\"\"]", "00000000 [", "0000000"], move |text| {
            for text in [text.to_string(), format!("{head}{text}")] {
                for bytes in [text.as_bytes(), &with_checksums(text.as_bytes())] {
                    read(bytes).err().inspect(|fault| assert_message(&fault.to_string()));
                }
            }
        });
    }
}
