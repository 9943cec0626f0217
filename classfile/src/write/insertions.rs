//! Code in front of instructions, all of a method in one piece of memory.

/// Places in front of an instruction, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// See [`super::CodeEditor::insert_on_fallthrough`].
    Fallthrough,
    /// See [`super::CodeEditor::insert_before`].
    Before,
}

/// The code that is inserted, and its places.
#[derive(Debug, Clone, Default)]
pub(crate) struct Insertions {
    bytes: Vec<u8>,
    /// Places (two for each instruction) with the end of their code in `bytes`, as they were asked for.
    pieces: Vec<(usize, usize)>,
    /// For each place the begin of its code, when all is in order; then the end of all.
    begins: Vec<usize>,
}

impl Insertions {
    /// For code of so many bytes: as a rule what is inserted is as long, in pieces of a few bytes.
    pub(crate) fn with_room(code: usize) -> Insertions {
        Insertions { bytes: Vec::with_capacity(code), pieces: Vec::with_capacity(code / 4), begins: Vec::new() }
    }

    /// Adds code behind what is at the same place already.
    pub(crate) fn add(&mut self, index: usize, place: Place, code: &[u8]) {
        self.bytes.extend_from_slice(code);
        self.pieces.push((number(index, place), self.bytes.len()));
    }

    /// Puts the code in the order of its places, for so many instructions, when nothing more is added.
    pub(crate) fn arrange(&mut self, instructions: usize) {
        let mut first = 0;
        let begins = self.pieces.iter().map(|&(_, end)| std::mem::replace(&mut first, end));
        let mut pieces: Vec<(usize, usize, usize)> =
            begins.zip(&self.pieces).map(|(begin, &(place, end))| (place, begin, end)).collect();
        // Pieces of one place keep their order.
        pieces.sort_by_key(|&(place, ..)| place);
        let mut sorted = Vec::with_capacity(self.bytes.len());
        let mut pieces = pieces.into_iter().peekable();
        self.begins = Vec::with_capacity(2 * instructions + 1);
        for place in 0..2 * instructions {
            self.begins.push(sorted.len());
            while let Some((_, begin, end)) = pieces.next_if(|piece| piece.0 == place) {
                sorted.extend_from_slice(self.bytes.get(begin..end).unwrap_or_default());
            }
        }
        self.begins.push(sorted.len());
        self.bytes = sorted;
    }

    /// The code at a place, when all is in order.
    pub(crate) fn at(&self, index: usize, place: Place) -> &[u8] {
        match self.begins.get(number(index, place)..) {
            Some(&[begin, end, ..]) => self.bytes.get(begin..end).unwrap_or_default(),
            _ => &[],
        }
    }
}

fn number(index: usize, place: Place) -> usize {
    2 * index + usize::from(place == Place::Before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_one_place_keeps_its_order() {
        let mut inserted = Insertions::default();
        inserted.add(2, Place::Before, b"c");
        inserted.add(0, Place::Before, b"a");
        inserted.add(2, Place::Fallthrough, b"b");
        inserted.add(2, Place::Before, b"d");
        inserted.arrange(3);
        let all: Vec<&[u8]> =
            (0..3).flat_map(|i| [inserted.at(i, Place::Fallthrough), inserted.at(i, Place::Before)]).collect();
        assert_eq!(all, [&b""[..], b"a", b"", b"", b"b", b"cd"]);
        assert!(inserted.at(3, Place::Before).is_empty());
    }
}
