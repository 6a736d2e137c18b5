//! The puzzles of a request, one by one, with their places in the texts they were read from.

use std::fmt;
use std::sync::Arc;

use solver::{Entry, Error, Input, Instance, Task, Text, is_blank};

/// A puzzle of the input, read or not.
#[derive(Debug)]
pub struct Item<'a> {
    /// Where it is from.
    pub source: &'a Text,
    /// The line it begins on.
    pub line: usize,
    /// The text it was read from, as far as it is known.
    pub text: Option<&'a str>,
    /// The column of what is wrong with it.
    pub column: Option<usize>,
    /// What the input calls it.
    pub name: Option<String>,
    /// The length that the input claims.
    pub known_length: Option<u32>,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Arc<dyn Instance>, Error>,
}

impl<'a> Item<'a> {
    fn new(source: &'a Text, entry: Entry) -> Item<'a> {
        let Entry { line, column, name, known_length, puzzle } = entry;
        Item { source, line, text: None, column, name, known_length, puzzle }
    }

    /// A line that is no text.
    pub fn invalid_utf8(source: &'a Text, line: usize, byte: usize) -> Item<'a> {
        let error = Error::invalid(format!("byte {byte} is not UTF-8, expected a text"));
        let error = error.at_in(source.display_name(), format!("line {line}"));
        Item::new(source, Entry::new(line, Err(error)))
    }

    /// Returns what tells it from the others: a file, a line, a name.
    pub fn label(&self) -> Label<'_> {
        Label(self)
    }
}

/// What tells an item from the others.
pub struct Label<'a>(&'a Item<'a>);

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Item { source, line, column, name, .. } = self.0;
        if let Some(label) = &source.label {
            write!(f, "{label}, ")?;
        }
        write!(f, "line {line}")?;
        match (column, name) {
            (Some(column), _) => write!(f, ", column {column}"),
            (None, Some(name)) => write!(f, " ({name})"),
            (None, None) => Ok(()),
        }
    }
}

/// How the lines of a text hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// A text that was given as such is one puzzle, whose moves may go over several lines; a file has one on each line.
    Auto,
    /// There is a puzzle on each line.
    Lines,
}

/// Reads all puzzles of some texts, in order. A faulty one is an item like the others.
pub fn items<'a>(task: &dyn Task, texts: &'a [Text], layout: Layout) -> Vec<Item<'a>> {
    let read = |source: &'a Text| {
        let text = task.normalize(&source.text);
        // A list of several has a line for each.
        let is_list = text != source.text;
        let is_one = layout == Layout::Auto && source.file.is_none() && !(is_list && text.contains('\n'));
        let entries = task.read(&Input { source, text: &text, is_one });
        let mut items: Vec<Item<'a>> = entries.into_iter().map(|entry| Item::new(source, entry)).collect();
        if !is_list {
            assign_texts(&mut items, &source.text);
        }
        items
    };
    texts.iter().flat_map(read).collect()
}

/// Reads the puzzles on a line of a text that has one on each line.
pub fn items_on_line<'a>(
    task: &dyn Task,
    source: &'a Text,
    line: usize,
    text: &'a str,
) -> impl Iterator<Item = Item<'a>> {
    let item = move |entry| Item { text: Some(text.trim()), ..Item::new(source, entry) };
    task.read_line(source, line, text).into_iter().map(item)
}

/// Gives every item the lines from its own to the next item's, without comments at the end.
fn assign_texts<'a>(items: &mut [Item<'a>], text: &'a str) {
    let starts: Vec<usize> = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let start = |line: usize| starts.get(line.max(1) - 1).copied().unwrap_or(text.len());
    let ends: Vec<usize> = items.iter().skip(1).map(|next| start(next.line)).chain([text.len()]).collect();
    for (item, end) in items.iter_mut().zip(ends) {
        let own = text.get(start(item.line)..end).unwrap_or_default();
        let kept = own.lines().rev().skip_while(|line| is_blank(line)).count();
        let len: usize = own.split_inclusive('\n').take(kept).map(str::len).sum();
        item.text = item.text.or(Some(own[..len].trim()).filter(|text| !text.is_empty()));
    }
}
