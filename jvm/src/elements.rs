//! Which elements of arrays a library method reads and writes, as a word of its line in `library.txt` says.

/// The elements that a method reads and writes. It has no other effect, but maybe on the states of what it is given, and its result depends
/// on all that it reads.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Elements {
    /// It only reads these.
    pub reads: Vec<Part>,
    /// It reads these, and may write each of them.
    pub updates: Vec<Part>,
    /// It writes all of these.
    pub writes: Vec<Part>,
    /// It writes the array that it returns.
    pub result: Option<Returned>,
}

/// An array that a method returns, all of whose elements it has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returned {
    /// A new one.
    New,
    /// Maybe one of those that it was given.
    Found,
}

/// A part of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The array.
    pub array: Array,
    /// The part; `None` if it is the whole array.
    pub range: Option<Range>,
}

/// An array that a method uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Array {
    /// The argument of this number; 0 is the receiver, if there is one.
    Argument(u8),
    /// The field of this name of the receiver.
    Field(&'static str),
}

/// Consecutive elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The argument that is the index of the first one, `None` for index 0; if it is a `long`, it is an offset for `Unsafe`, and the count
    /// that of bytes.
    pub first: Option<u8>,
    /// Their number.
    pub count: Count,
}

/// How many elements a method uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// All up to the end of the array.
    Rest,
    /// The value of an argument, times a factor.
    Argument(u8, u8),
    /// An argument less another one, times a factor.
    Difference(u8, u8, u8),
    /// An argument, shifted left by another one.
    Shifted(u8, u8),
    /// As many, but none behind the end of the array.
    Constant(u8),
}

impl Elements {
    /// Reads one word; `None` if it says nothing of elements.
    pub(crate) fn read(&mut self, word: &'static str) -> Option<()> {
        let (what, parts) = word.split_once(':')?;
        let into = match what {
            "reads" => &mut self.reads,
            "updates" => &mut self.updates,
            "writes" => &mut self.writes,
            "fills" => {
                self.result = Some(returned(parts)?);
                return Some(());
            }
            _ => return None,
        };
        for part in parts.split(',') {
            into.push(self::part(part)?);
        }
        Some(())
    }

    /// True if it writes no elements.
    #[must_use]
    pub fn only_reads(&self) -> bool {
        self.updates.is_empty() && self.writes.is_empty() && self.result.is_none()
    }

    /// All parts: those that it only reads, those that it may also write, those that it only writes.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.reads.iter().chain(&self.updates).chain(&self.writes)
    }
}

fn returned(word: &str) -> Option<Returned> {
    match word {
        "new" => Some(Returned::New),
        "result" => Some(Returned::Found),
        _ => None,
    }
}

fn part(word: &'static str) -> Option<Part> {
    let (array, range) = match word.split_once('@') {
        Some((array, range)) => (array, Some(self::range(range)?)),
        None => (word, None),
    };
    let array = match array.strip_prefix('.') {
        Some(field) => Array::Field(field),
        None => Array::Argument(array.parse().ok()?),
    };
    Some(Part { array, range })
}

fn range(word: &str) -> Option<Range> {
    let (first, count) = match word.split_once('+') {
        Some((first, count)) => (first, self::count(count)?),
        None => (word, Count::Rest),
    };
    let first = if first.is_empty() { None } else { Some(first.parse().ok()?) };
    Some(Range { first, count })
}

fn count(word: &str) -> Option<Count> {
    if let Some(constant) = word.strip_prefix('#') {
        return Some(Count::Constant(constant.parse().ok()?));
    }
    if let Some((value, by)) = word.split_once("<<") {
        return Some(Count::Shifted(value.parse().ok()?, by.parse().ok()?));
    }
    let (word, factor) = word.split_once('*').unwrap_or((word, "1"));
    let factor = factor.parse().ok()?;
    match word.split_once('-') {
        Some((value, less)) => Some(Count::Difference(value.parse().ok()?, less.parse().ok()?, factor)),
        None => Some(Count::Argument(word.parse().ok()?, factor)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_which_elements() {
        let mut elements = Elements::default();
        let words = ["reads:0@1+2,3@+2*16", "updates:.state", "writes:4@5+2-1*2,6@7", "fills:new"];
        assert!(words.into_iter().all(|word| elements.read(word).is_some()));
        let argument = |array, range| Part { array: Array::Argument(array), range };
        let range = |first, count| Some(Range { first, count });
        let read = [range(Some(1), Count::Argument(2, 1)), range(None, Count::Argument(2, 16))];
        assert_eq!(elements.reads, [argument(0, read[0]), argument(3, read[1])]);
        assert_eq!(elements.updates, [Part { array: Array::Field("state"), range: None }]);
        let written = [range(Some(5), Count::Difference(2, 1, 2)), range(Some(7), Count::Rest)];
        assert_eq!(elements.writes, [argument(4, written[0]), argument(6, written[1])]);
        assert_eq!(elements.result, Some(Returned::New));
        let counts = [Some(Count::Shifted(4, 5)), Some(Count::Constant(16)), None];
        assert_eq!(["4<<5", "#16", "x"].map(count), counts);
        assert!(
            ["reads", "reads:", "reads:x", "fills:old", "takes:1"].iter().all(|word| elements.read(word).is_none())
        );
    }
}
