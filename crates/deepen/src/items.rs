//! The puzzles of an input, one by one, with their places in the texts.

use std::fmt;
use std::sync::Arc;

use solver::{Entry, Error, Input, Instance, Task, Text, is_blank};

/// A puzzle of the input, or its parse error.
#[derive(Debug)]
pub struct Item<'a> {
    /// The text it comes from.
    pub source: &'a Text,
    /// First line, counted from 1.
    pub line: usize,
    /// The part of the text it was parsed from, if known.
    pub text: Option<&'a str>,
    /// Column of the error.
    pub column: Option<usize>,
    /// Name that the input gives to the puzzle.
    pub name: Option<String>,
    /// Optimal length that the input claims.
    pub known_length: Option<u32>,
    /// The puzzle, or the parse error.
    pub puzzle: Result<Arc<dyn Instance>, Error>,
}

impl<'a> Item<'a> {
    fn new(source: &'a Text, entry: Entry) -> Item<'a> {
        let Entry { line, column, name, known_length, puzzle } = entry;
        Item { source, line, text: None, column, name, known_length, puzzle }
    }

    /// Creates the error item of a line that is not UTF-8.
    pub fn invalid_utf8(source: &'a Text, line: usize, byte: usize) -> Item<'a> {
        let error = Error::invalid(format!("byte {byte} is not UTF-8, expected a text"));
        let error = error.at_in(source.display_name(), format!("line {line}"));
        Item::new(source, Entry::new(line, Err(error)))
    }

    /// Returns the label of the item: its file, line and name.
    pub fn label(&self) -> Label<'_> {
        Label(self)
    }
}

/// Label of an item within its input.
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

/// The division of a text into puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// A literal text is one puzzle, whose moves may span several lines; a file has one puzzle on each line.
    Auto,
    /// Every line is a puzzle.
    Lines,
}

/// Parses all puzzles of some texts, in order. An invalid one is an item with an error.
pub fn items<'a>(task: &dyn Task, texts: &'a [Text], layout: Layout) -> Vec<Item<'a>> {
    let read = |source: &'a Text| {
        let text = task.normalize(&source.text);
        // A JSON array of several puzzles has one on each line.
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

/// Parses the puzzles on one line of a text that has a puzzle on each line.
pub fn items_on_line<'a>(
    task: &dyn Task,
    source: &'a Text,
    line: usize,
    text: &'a str,
) -> impl Iterator<Item = Item<'a>> {
    let item = move |entry| Item { text: Some(text.trim()), ..Item::new(source, entry) };
    task.read_line(source, line, text).into_iter().map(item)
}

/// Assigns to every item its lines up to the next item's, without comments at the end.
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
